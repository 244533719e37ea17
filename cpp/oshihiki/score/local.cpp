#include <array>
#include <bit>

#include "oshihiki/score/evaluate.hpp"

// Local yaku: each with its condition, of which rules/local_yaku.def has the sentence.
namespace oshihiki::score {
namespace {

using rules::LocalYaku;

constexpr int kYakumanHan = 13;

struct Han {
  int closed;
  int open;
};
constexpr std::array kHan = {
#define LOCAL_YAKU(name, closed, open, sentence) Han{closed, open},
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
};

constexpr std::uint64_t local_bit(LocalYaku y) noexcept {
  return std::uint64_t{1} << static_cast<unsigned>(y);
}

/// The longest row of triplets of neighbouring kinds in one suit.
int longest_row(KindSet triplets) noexcept {
  int longest = 0;
  for (int suit = 0; suit < 3; ++suit) {
    unsigned ranks = static_cast<unsigned>(triplets >> 9 * suit & 0x1FF);
    int row = 0;
    while (ranks != 0) {
      ranks &= ranks << 1;
      ++row;
    }
    longest = row > longest ? row : longest;
  }
  return longest;
}

/// 22334455667788 of the suit, the whole hand.
bool all_pairs_of(const Win& win, int suit) noexcept {
  if (!win.melds.empty()) return false;
  for (int rank = 1; rank <= 7; ++rank) {
    if (win.closed[static_cast<Kind>(9 * suit + rank)] != 2) return false;
  }
  return true;
}

/// Whether a run is held three times, concealed and called together.
bool three_equal_runs(const Situation& at, const ReadingView& reading) noexcept {
  for (std::size_t suit = 0; suit < 3; ++suit) {
    const agari::SuitReading& own = reading.suits[suit];
    if (own.triple_run()) return true;
    for (int low = 0; low < 7; ++low) {
      int n =
          static_cast<int>(own.runs() >> low & 1) + static_cast<int>(own.double_runs() >> low & 1);
      for (const auto& m : at.win.melds) {
        n += m.type == MeldType::kChi && m.kind == static_cast<int>(suit) * 9 + low;
      }
      if (n >= 3) return true;
    }
  }
  return false;
}

bool all_honour_pairs(const Win& win) noexcept {
  for (Kind k = kEast; k < kKinds; ++k) {
    if (win.closed[k] != 2) return false;
  }
  return true;
}

bool holds(LocalYaku y, const Situation& at, const ReadingView& reading) noexcept {
  const Win& win = at.win;
  const bool standard = reading.shape == agari::Reading::Shape::kStandard;
  switch (y) {
    case LocalYaku::sanrenkou:
      return standard && longest_row(reading.triplets) == 3;
    case LocalYaku::isshoku_sanjun:
      return standard && three_equal_runs(at, reading);
    case LocalYaku::daisharin:
      return all_pairs_of(win, 1);
    case LocalYaku::daichikurin:
      return all_pairs_of(win, 2);
    case LocalYaku::daisuurin:
      return all_pairs_of(win, 0);
    case LocalYaku::shiiaru_raotai: {
      int open = 0;
      for (const auto& m : win.melds) open += m.open();
      return open == 4 && !at.tsumo;
    }
    case LocalYaku::suurenkou:
      return standard && longest_row(reading.triplets) == 4;
    case LocalYaku::daichisei:
      return reading.shape == agari::Reading::Shape::kChiitoi && all_honour_pairs(win);
    case LocalYaku::parenchan:
      return win.has(Flag::kEighthDealerWin);
    case LocalYaku::ishi_no_ue_ni_sannen:
      return win.has(Flag::kDoubleRiichi) && (win.has(Flag::kHaitei) || win.has(Flag::kHoutei));
    case LocalYaku::tsubame_gaeshi:
      return win.has(Flag::kTsubame);
    case LocalYaku::kanfuri:
      return win.has(Flag::kKanfuri);
    case LocalYaku::iipin_moyue:
      return win.has(Flag::kHaitei) && win.winning == 9;
    case LocalYaku::chuupin_raoyue:
      return win.has(Flag::kHoutei) && win.winning == 17;
    case LocalYaku::kCount:
      break;
  }
  return false;
}

}  // namespace

std::uint64_t local_yakuman_bits() noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kHan.size(); ++i) {
    if (kHan[i].closed == kYakumanHan) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

Local local_yaku(const Situation& at, const ReadingView& reading) noexcept {
  Local local;
  for (std::size_t i = 0; i < kHan.size(); ++i) {
    const auto y = static_cast<LocalYaku>(i);
    const int han = at.closed ? kHan[i].closed : kHan[i].open;
    if (!at.rules.local(y) || han == 0 || !holds(y, at, reading)) continue;
    local.bits |= local_bit(y);
    if (han == kYakumanHan) {
      ++local.yakuman;
    } else {
      local.han += han;
    }
    // Three equal runs hold two of them, which do not count again.
    local.without_iipeikou = local.without_iipeikou || y == LocalYaku::isshoku_sanjun;
  }
  return local;
}

}  // namespace oshihiki::score
