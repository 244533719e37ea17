// Counts every hand of 13 and of 14 tiles by its shanten, from the tables of the agari stage,
// and compares with what is known: exact_counts. Prints each figure; exit code 1 at a difference.
//
// Hands are not walked one by one (there are 326,520,504,500 of 14 tiles). The suits that look
// the same to all three forms are counted together, then halves of two suits, then wholes.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "oshihiki/agari/tables.hpp"
#include "oshihiki/base/counts.hpp"

namespace {

using namespace oshihiki;

constexpr int kMost = 14;

/// What the forms ask of a part of a hand: its class, its tiles, different kinds (seven are
/// enough), pairs, kinds of terminals and honours, and whether one of those is paired.
struct Look {
  int group, tiles, kinds, pairs, yaochu, paired;
  auto operator<=>(const Look&) const = default;
};
struct Times {
  std::uint64_t distinct = 0;  ///< different hands
  std::uint64_t ways = 0;      ///< deals of 136 tiles
};
using Parts = std::map<Look, Times>;

void walk(bool honours, int rank, std::uint32_t key, Look look, std::uint64_t ways, Parts& out) {
  const auto& t = agari::tables();
  if (rank == (honours ? 7 : 9)) {
    look.group = honours ? t.honour[key] : t.number[key];
    auto& times = out[look];
    ++times.distinct;
    times.ways += ways;
    return;
  }
  constexpr std::array<std::uint64_t, 5> kChoose = {1, 4, 6, 4, 1};
  const bool yaochu = honours || rank == 0 || rank == 8;
  for (int n = 0; n <= kCopies && look.tiles + n <= kMost; ++n) {
    Look next = look;
    next.tiles += n;
    next.kinds = std::min(7, look.kinds + (n >= 1));
    next.pairs += n >= 2;
    if (yaochu) {
      next.yaochu += n >= 1;
      next.paired |= n >= 2;
    }
    const auto r = static_cast<std::size_t>(rank);
    walk(honours, rank + 1, key + static_cast<std::uint32_t>(n) * kPow5[r], next,
         ways * kChoose[static_cast<std::size_t>(n)], out);
  }
}

Parts joined(const Parts& a, const Parts& b) {
  const auto& t = agari::tables();
  Parts out;
  for (const auto& [x, m] : a) {
    for (const auto& [y, n] : b) {
      if (x.tiles + y.tiles > kMost) continue;
      const Look both{t.pair[x.group][y.group], x.tiles + y.tiles,   std::min(7, x.kinds + y.kinds),
                      x.pairs + y.pairs,        x.yaochu + y.yaochu, x.paired | y.paired};
      auto& times = out[both];
      times.distinct += m.distinct * n.distinct;
      times.ways += m.ways * n.ways;
    }
  }
  return out;
}

struct Totals {
  std::array<Times, 16> best{}, standard{}, chiitoi{}, kokushi{};  // by shanten + 1
};

void add(Times& to, std::uint64_t distinct, std::uint64_t ways) {
  to.distinct += distinct;
  to.ways += ways;
}

Totals count(const Parts& low, const Parts& high, int tiles) {
  const auto& t = agari::tables();
  std::vector<std::vector<std::pair<Look, Times>>> by_tiles(kMost + 1);
  for (const auto& entry : high)
    by_tiles[static_cast<std::size_t>(entry.first.tiles)].push_back(entry);
  Totals out;
  for (const auto& [x, m] : low) {
    if (x.tiles > tiles) continue;
    for (const auto& [y, n] : by_tiles[static_cast<std::size_t>(tiles - x.tiles)]) {
      const std::uint64_t distinct = m.distinct * n.distinct;
      const std::uint64_t ways = m.ways * n.ways;
      const int standard = t.missing[4][x.group][y.group];
      const int chiitoi = 7 - (x.pairs + y.pairs) + std::max(0, 7 - (x.kinds + y.kinds));
      const int kokushi = 14 - (x.yaochu + y.yaochu) - (x.paired | y.paired);
      add(out.standard[static_cast<std::size_t>(standard)], distinct, ways);
      add(out.chiitoi[static_cast<std::size_t>(chiitoi)], distinct, ways);
      add(out.kokushi[static_cast<std::size_t>(kokushi)], distinct, ways);
      add(out.best[static_cast<std::size_t>(std::min({standard, chiitoi, kokushi}))], distinct,
          ways);
    }
  }
  return out;
}

/// Known figures: deals and different hands by shanten, the lowest first.
struct Known {
  int tiles;
  const char* form;
  int first;
  std::vector<Times> by_shanten;
};
const std::vector<Known> kKnown = {
    {13,
     "best",
     0,
     {{92371838u, 39270395383132u},
      {3853879869u, 3006175115638776u},
      {26789930989u, 45249205945148216u},
      {44415586270u, 175141291509958900u},
      {20654119377u, 192909046305573888u},
      {2655427013u, 63384201353756672u},
      {60280644u, 4045365540028416u}}},
    {13,
     "standard",
     0,
     {{54747045u, 32244742336860u},
      {2318210748u, 2462555550248952u},
      {18521094520u, 36992212761231160u},
      {40311144206u, 150520686671360244u},
      {28348596450u, 185259337372953600u},
      {8048161086u, 89843375028568064u},
      {885943636u, 17455607501553664u},
      {33398598u, 1188423272497152u},
      {299711u, 20113264738304u}}},
    {13,
     "chiitoi",
     0,
     {{37657312u, 7027758194688u},
      {1589676528u, 553101302679552u},
      {13696502336u, 9948465682873344u},
      {36702708416u, 63906129531521024u},
      {34519187208u, 167942984939930112u},
      {11047694936u, 179140911005498624u},
      {928169264u, 62275935944790656u}}},
    {13,
     "kokushi",
     0,
     {{157u, 3992977408u},
      {23439u, 515842768896u},
      {1071928u, 19787045404672u},
      {22160281u, 334918572212224u},
      {244372128u, 2971719125286912u},
      {1568734167u, 15196564025330688u},
      {6158373936u, 47481566765428224u},
      {15190812351u, 94279951073921184u},
      {23879659518u, 122513613524173872u},
      {24202714107u, 106668496870903968u},
      {16282910436u, 63028268061280704u},
      {7768990047u, 24777714051345528u},
      {2693505360u, 5875630423757640u},
      {508268145u, 625806790696080u}}},
    {14,
     "best",
     -1,
     {{16873619u, 12859078207674u},
      {2133064968u, 2966241795738948u},
      {35934777211u, 99154452630748356u},
      {130938507660u, 828714358375292670u},
      {121685916468u, 1867404976243926528u},
      {33290266817u, 1211948980271480832u},
      {2496505635u, 233501763289743360u},
      {24592122u, 6601397483077632u}}},
    {14,
     "standard",
     -1,
     {{11498658u, 11353128141498u},
      {1407507075u, 2560073618528580u},
      {24534145015u, 84836864591965380u},
      {104744544266u, 708866296874217726u},
      {131618303547u, 1732690933213527552u},
      {53783938428u, 1270342844384821248u},
      {9718513527u, 398021022894784512u},
      {685882185u, 50748272871997440u},
      {16090769u, 2205616265232384u},
      {81030u, 21751324999680u}}},
    {14,
     "chiitoi",
     -1,
     {{5379616u, 1505948184576u},
      {734317584u, 407609975291904u},
      {13415417400u, 14917288266017280u},
      {69936352904u, 171011935106310144u},
      {129490464312u, 786979363712500992u},
      {89752238004u, 1575252761761265664u},
      {21794359040u, 1328078948734353600u},
      {1391975640u, 373655615664291840u}}},
    {14,
     "kokushi",
     -1,
     {{13u, 1308622848u},
      {4311u, 370415763456u},
      {331617u, 23518119985152u},
      {10359778u, 590352512974848u},
      {163811076u, 7346122728062976u},
      {1467863397u, 51040322046185472u},
      {7948224999u, 212581807662242304u},
      {26988081120u, 555651986121872640u},
      {58613857731u, 941161022727312816u},
      {82195896783u, 1059464685490819608u},
      {75083157435u, 810024861941552400u},
      {45988972770u, 425873964339776160u},
      {20268565590u, 150830326198319040u},
      {6607485885u, 32541953116196160u},
      {1183891995u, 3173734438530120u}}},
};

}  // namespace

int main() {
  Parts number, honour;
  walk(false, 0, 0, Look{}, 1, number);
  walk(true, 0, 0, Look{}, 1, honour);
  const Parts low = joined(number, number);
  const Parts high = joined(number, honour);
  std::printf("parts: %zu of a number suit, %zu of honours, %zu and %zu of two suits\n",
              number.size(), honour.size(), low.size(), high.size());
  int wrong = 0;
  for (const int tiles : {13, 14}) {
    const auto totals = count(low, high, tiles);
    for (const auto& known : kKnown) {
      if (known.tiles != tiles) continue;
      const std::string_view form = known.form;
      const auto& found = form == "best"       ? totals.best
                          : form == "standard" ? totals.standard
                          : form == "chiitoi"  ? totals.chiitoi
                                               : totals.kokushi;
      Times all;
      double sum = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto at = static_cast<int>(i) - 1 - known.first;
        const bool listed = at >= 0 && at < static_cast<int>(known.by_shanten.size());
        const Times expected = listed ? known.by_shanten[static_cast<std::size_t>(at)] : Times{};
        const bool same = found[i].ways == expected.ways && found[i].distinct == expected.distinct;
        if (!same) ++wrong;
        add(all, found[i].distinct, found[i].ways);
        sum += static_cast<double>(found[i].ways) * (static_cast<double>(i) - 1);
        if (found[i].ways == 0 && same) continue;
        std::printf("%d tiles, %s, shanten %2d: %llu deals, %llu hands%s\n", tiles, known.form,
                    static_cast<int>(i) - 1, static_cast<unsigned long long>(found[i].ways),
                    static_cast<unsigned long long>(found[i].distinct), same ? "" : "  WRONG");
      }
      std::printf("%d tiles, %s: %llu deals, %llu hands, mean %.9f\n", tiles, known.form,
                  static_cast<unsigned long long>(all.ways),
                  static_cast<unsigned long long>(all.distinct),
                  sum / static_cast<double>(all.ways));
    }
  }
  std::printf("%d figures differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
