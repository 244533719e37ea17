#include "oshihiki/score/explain.hpp"

#include <array>
#include <cassert>

namespace oshihiki::score {
namespace {

struct LocalHan {
  int closed;
  int open;
};
constexpr std::array kLocalHan = {
#define LOCAL_YAKU(name, closed, open, sentence) LocalHan{closed, open},
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
};

std::vector<YakuInfo> make_table() {
  std::vector<YakuInfo> table;
  int next = 0;
#define YAKU(name, closed, open, tenhou, soul, english, kanji, french) \
  table.push_back({#name, closed, open, tenhou, soul, english, kanji, french, next++});
#define YAKUMAN(name, open, tenhou, soul, english, kanji, french) \
  table.push_back({#name, 13, open, tenhou, soul, english, kanji, french, next++});
#define BONUS(name, tenhou, soul, english, kanji, french) \
  table.push_back({#name, 1, 1, tenhou, soul, english, kanji, french, -1});
#define LOCAL(name, soul, english, kanji, french)                                             \
  {                                                                                           \
    const auto i = static_cast<std::size_t>(Yaku::name) - 64;                                 \
    table.push_back({#name, kLocalHan[i].closed, kLocalHan[i].open, -1, soul, english, kanji, \
                     french, static_cast<int>(Yaku::name)});                                  \
  }
#include "oshihiki/score/yaku.def"
#undef YAKU
#undef YAKUMAN
#undef BONUS
#undef LOCAL
  return table;
}

bool counts_twice(Yaku yaku, const rules::Rules& rules) noexcept {
  return (yaku == Yaku::kokushi_13 && rules.double_kokushi_13) ||
         (yaku == Yaku::suuankou_tanki && rules.double_suuankou_tanki) ||
         (yaku == Yaku::junsei_chuuren && rules.double_junsei_chuuren) ||
         (yaku == Yaku::daisuushii && rules.double_daisuushii);
}

}  // namespace

const std::vector<YakuInfo>& yaku_table() {
  static const std::vector<YakuInfo> table = make_table();
  return table;
}

std::vector<YakuHan> yaku_of(const Score& score, bool closed, const rules::Rules& rules) {
  std::vector<YakuHan> out;
  if (score.status != Status::kWin) return out;
  for (const auto& line : yaku_table()) {
    if (line.bit < 0) continue;
    const auto yaku = static_cast<Yaku>(line.bit);
    if (!score.has(yaku)) continue;
    int han = closed ? line.closed_han : line.open_han;
    if (score.yakuman > 0) han = counts_twice(yaku, rules) ? 26 : 13;
    out.push_back({line.name, han});
  }
  if (score.dora > 0) out.push_back({"dora", score.dora});
  if (score.aka > 0) out.push_back({"aka_dora", score.aka});
  if (score.ura > 0) out.push_back({"ura_dora", score.ura});
  if (score.kita > 0) out.push_back({"kita", score.kita});
  return out;
}

agari::Reading reading_of(const Win& win, const Best& best) {
  agari::Reading reading;
  if (best.shape == agari::Reading::Shape::kStandard) return agari::to_reading(best.suits);
  reading.shape = best.shape;
  if (best.shape == agari::Reading::Shape::kKokushi) {
    for (Kind k = 0; k < kKinds; ++k) {
      if (win.closed[k] == 2) reading.pair = k;
    }
  }
  return reading;
}

std::vector<FuLine> fu_of(const Win& win, const rules::Rules& rules, const Best& best) {
  std::vector<FuLine> lines;
  const Score& score = best.score;
  if (score.status != Status::kWin || score.yakuman > 0 || score.fu == 0) return lines;
  if (best.shape == agari::Reading::Shape::kChiitoi) return {{FuFrom::kChiitoi, 0, 25}};
  const bool tsumo = win.has(Flag::kTsumo);
  const bool closed = is_closed(win.melds);
  const auto reading = reading_of(win, best);
  lines.push_back({FuFrom::kBase, 0, 20});
  if (!tsumo && closed) lines.push_back({FuFrom::kClosedRon, 0, 10});
  if (tsumo && !score.has(Yaku::pinfu) && (rules.rinshan_fu || !win.has(Flag::kRinshan))) {
    lines.push_back({FuFrom::kTsumo, 0, 2});
  }
  for (const Kind k : reading.triplets) {
    const int twice = is_terminal_or_honour(k) ? 2 : 1;
    const bool open = !tsumo && best.wait == Wait::kShanpon && k == win.winning;
    lines.push_back({open ? FuFrom::kOpenTriplet : FuFrom::kTriplet, k, (open ? 2 : 4) * twice});
  }
  for (const auto& m : win.melds) {
    if (m.type == MeldType::kChi) continue;
    const int twice = is_terminal_or_honour(m.kind) ? 2 : 1;
    if (m.type == MeldType::kPon) {
      lines.push_back({FuFrom::kOpenTriplet, m.kind, 2 * twice});
    } else {
      lines.push_back(
          {m.open() ? FuFrom::kOpenKan : FuFrom::kKan, m.kind, (m.open() ? 8 : 16) * twice});
    }
  }
  const bool seat = reading.pair == win.seat_wind;
  const bool round = reading.pair == win.round_wind;
  if (seat || round || is_dragon(reading.pair)) {
    lines.push_back(
        {FuFrom::kPair, reading.pair, seat && round ? static_cast<int>(rules.double_wind_fu) : 2});
  }
  if (best.wait == Wait::kKanchan || best.wait == Wait::kPenchan || best.wait == Wait::kTanki) {
    lines.push_back({FuFrom::kWait, win.winning, 2});
  }
  int sum = 0;
  for (const auto& line : lines) sum += line.fu;
  assert(sum == best.fu_raw);
  if (score.fu > sum) {
    const bool open_pinfu = sum == 20;
    lines.push_back({open_pinfu ? FuFrom::kOpenPinfu : FuFrom::kRounding, 0, score.fu - sum});
  }
  return lines;
}

std::string_view name_of(FuFrom from) noexcept {
  constexpr std::array<std::string_view, 12> kNames = {
      "base", "chiitoi",  "closed_ron", "tsumo", "triplet",    "open_triplet",
      "kan",  "open_kan", "pair",       "wait",  "open_pinfu", "rounding"};
  return kNames[static_cast<std::size_t>(from)];
}

std::string_view name_of(Wait wait) noexcept {
  constexpr std::array<std::string_view, 6> kNames = {"ryanmen", "kanchan", "penchan",
                                                      "tanki",   "shanpon", "kokushi_13"};
  return kNames[static_cast<std::size_t>(wait)];
}

std::string_view name_of(Limit limit) noexcept {
  constexpr std::array<std::string_view, 8> kNames = {
      "", "mangan", "haneman", "baiman", "sanbaiman", "kazoe_yakuman", "yonbaiman", "yakuman"};
  return kNames[static_cast<std::size_t>(limit)];
}

std::string_view name_of(Status status) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"", "not_complete", "no_yaku",
                                                      "below_minimum", "bad_input"};
  return kNames[static_cast<std::size_t>(status)];
}

}  // namespace oshihiki::score
