#pragma once

#include <bit>
#include <cstring>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/hand.hpp"
#include "oshihiki/play/view.hpp"

namespace oshihiki::strategy {

/// How many copies of each kind are unseen, as three sets, one a binary digit: the copies in a
/// set of kinds are then three population counts.
struct Unseen {
  KindSet one = 0;
  KindSet two = 0;
  KindSet four = 0;

  Unseen() noexcept = default;
  Unseen(const Counts& visible, const Counts& own) noexcept {
    // Eight counters at a time; none goes below zero, so bytes do not borrow.
    for (unsigned from = 0; from < kKinds; from += 8) {
      const std::size_t bytes = from + 8 <= kKinds ? 8 : kKinds - from;
      std::uint64_t seen = 0;
      std::uint64_t held = 0;
      std::memcpy(&seen, visible.n.data() + from, bytes);
      std::memcpy(&held, own.n.data() + from, bytes);
      const std::uint64_t left = 0x0404040404040404u - seen - held;
      one |= gather(left) << from;
      two |= gather(left >> 1) << from;
      four |= gather(left >> 2) << from;
    }
    one &= kAllKinds;
    two &= kAllKinds;
    four &= kAllKinds;
  }
  void keep(KindSet kinds) noexcept {
    one &= kinds;
    two &= kinds;
    four &= kinds;
  }
  int count(KindSet kinds) const noexcept {
    return std::popcount(kinds & one) + 2 * std::popcount(kinds & two) +
           4 * std::popcount(kinds & four);
  }
  int of(Kind k) const noexcept {
    return static_cast<int>((one >> k & 1) + 2 * (two >> k & 1) + 4 * (four >> k & 1));
  }
  KindSet any() const noexcept { return one | two | four; }
  KindSet exactly_one() const noexcept { return one & ~two & ~four; }

 private:
  /// The lowest bit of each byte, as eight bits. (Bytes in memory order: little-endian hosts.)
  static std::uint64_t gather(std::uint64_t bytes) noexcept {
    return (bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56;
  }
};
static_assert(std::endian::native == std::endian::little);

/// Kinds of tiles the game has.
constexpr KindSet kinds_in_game(int players) noexcept {
  // Three players leave out 2m to 8m.
  return players == 3 ? kAllKinds & ~(((KindSet{1} << 7) - 1) << 1) : kAllKinds;
}

/// What a decision needs of the table, gathered once.
struct Sight {
  const play::View& view;
  const Hand* hand;  ///< may be replaced by one after a call
  const Melds* melds;
  Unseen unseen;
  int draws;  ///< own draws still to come
  bool closed;
  bool dealer;
  Kind seat_wind;
  Kind round_wind;
  KindSet yakuhai;                          ///< kinds of which a triplet is a yaku
  std::array<std::uint8_t, kKinds> dora{};  ///< han per tile of a kind
  KindSet dora_kinds = 0;

  explicit Sight(const play::View& v) noexcept
      : view(v),
        hand(&v.hand()),
        melds(&v.melds(v.seat())),
        unseen(v.visible(), v.hand().counts),
        draws((v.live_left() + v.players() - 1) / v.players()),
        closed(is_closed(*melds)),
        dealer(v.dealer() == v.seat()),
        seat_wind(v.seat_wind(v.seat())),
        round_wind(v.round_wind()),
        yakuhai(kind_bit(kWhite) | kind_bit(kGreen) | kind_bit(kRed) | kind_bit(seat_wind) |
                kind_bit(round_wind)) {
    if (v.players() == 3) unseen.keep(kinds_in_game(3));
    for (int i = 0; i < v.indicators(); ++i) {
      const Kind k = wall::dora_of(v.indicator(i).kind(), v.players());
      ++dora[k];
      dora_kinds |= kind_bit(k);
    }
  }
  /// Han a triplet of that kind is worth as yakuhai.
  int yakuhai_han(Kind k) const noexcept {
    return (is_dragon(k) ? 1 : 0) + (k == seat_wind ? 1 : 0) + (k == round_wind ? 1 : 0);
  }
  bool four_players() const noexcept { return view.players() == 4; }
};

/// Ranks of all number suits: bit sets of the tiles of rank 1 and 9, the honours, the simples.
inline constexpr KindSet kHonours = kAllKinds & ~((KindSet{1} << kEast) - 1);
inline constexpr KindSet kSimples = kAllKinds & ~kTerminalsAndHonours;
constexpr KindSet suit_kinds(int suit) noexcept {
  return suit == 3 ? kHonours : KindSet{0x1FF} << (9 * suit);
}

}  // namespace oshihiki::strategy
