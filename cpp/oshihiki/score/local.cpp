#include <algorithm>
#include <bit>

#include "oshihiki/score/evaluate.hpp"

namespace oshihiki::score {
namespace {

using agari::Reading;
using rules::LocalYaku;

struct Line {
  std::uint8_t closed;
  std::uint8_t open;
};
constexpr Line kLines[] = {
#define LOCAL_YAKU(name, closed, open, sentence) {closed, open},
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
};

/// Lowest rank of `length` triplets in a row in one suit.
bool in_a_row(KindSet triplets, int length) noexcept {
  for (int suit = 0; suit < 3; ++suit) {
    std::uint32_t ranks = triplets >> (9 * suit) & 0x1FF;
    for (int i = 1; i < length; ++i) ranks &= ranks >> 1;
    if (ranks != 0) return true;
  }
  return false;
}

/// Three equal runs, melds among them.
bool three_equal_runs(const Situation& at, const ReadingView& reading) noexcept {
  std::array<std::uint8_t, 27> held{};
  for (const auto& m : at.win.melds) {
    if (m.type == MeldType::kChi) ++held[m.kind];
  }
  for (std::size_t s = 0; s < 3; ++s) {
    const auto& suit = reading.suits[s];
    for (std::size_t r = 0; r < 7; ++r) {
      int times = static_cast<int>(suit.runs() >> r & 1);
      if ((suit.double_runs() >> r & 1) != 0) {
        times = suit.quadruple_run() ? 4 : suit.triple_run() ? 3 : 2;
      }
      if (times + held[s * 9 + r] >= 3) return true;
    }
  }
  return false;
}

/// 22334455667788 of the suit.
bool seven_inner_pairs(const Win& win, int suit) noexcept {
  if (!win.melds.empty()) return false;
  for (int r = 1; r < 8; ++r) {
    if (win.closed[static_cast<Kind>(9 * suit + r)] != 2) return false;
  }
  return true;
}

bool applies(LocalYaku yaku, const Situation& at, const ReadingView& reading) noexcept {
  const Win& win = at.win;
  switch (yaku) {
    case LocalYaku::sanrenkou:
      return in_a_row(reading.triplets, 3);
    case LocalYaku::suurenkou:
      return in_a_row(reading.triplets, 4);
    case LocalYaku::isshoku_sanjun:
      return reading.shape == Reading::Shape::kStandard && three_equal_runs(at, reading);
    case LocalYaku::daisharin:
      return seven_inner_pairs(win, 1);
    case LocalYaku::daichikurin:
      return seven_inner_pairs(win, 2);
    case LocalYaku::daisuurin:
      return seven_inner_pairs(win, 0);
    case LocalYaku::shiiaru_raotai:
      return !at.tsumo && win.melds.size() == 4 && at.ankans == 0;
    case LocalYaku::daichisei:
      return reading.shape == Reading::Shape::kChiitoi && (at.yakuman & bit(Yaku::tsuuiisou)) != 0;
    case LocalYaku::parenchan:
      return win.dealer() && win.has(Flag::kEighthDealerWin);
    case LocalYaku::ishi_no_ue_ni_sannen:
      return (at.yaku & bit(Yaku::double_riichi)) != 0 &&
             (at.yaku & (bit(Yaku::haitei) | bit(Yaku::houtei))) != 0;
    case LocalYaku::tsubame_gaeshi:
      return !at.tsumo && win.has(Flag::kTsubame);
    case LocalYaku::kanfuri:
      return !at.tsumo && win.has(Flag::kKanfuri);
    case LocalYaku::iipin_moyue:
      return (at.yaku & bit(Yaku::haitei)) != 0 && win.winning == 9;
    case LocalYaku::chuupin_raoyue:
      return (at.yaku & bit(Yaku::houtei)) != 0 && win.winning == 17;
    case LocalYaku::kCount:
      break;
  }
  return false;
}

}  // namespace

Local local_yaku(const Situation& at, const ReadingView& reading) noexcept {
  Local out;
  for (unsigned i = 0; i < static_cast<unsigned>(LocalYaku::kCount); ++i) {
    const auto yaku = static_cast<LocalYaku>(i);
    const int han = at.closed ? kLines[i].closed : kLines[i].open;
    if (han == 0 || !at.rules.local(yaku) || !applies(yaku, at, reading)) continue;
    out.bits |= std::uint64_t{1} << i;
    if (han >= 13) {
      ++out.yakuman;
      out.yakuman_bits |= std::uint64_t{1} << i;
    } else {
      out.han += han;
    }
    if (yaku == LocalYaku::isshoku_sanjun) out.without_iipeikou = true;
  }
  return out;
}

}  // namespace oshihiki::score
