#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/meld.hpp"
#include "oshihiki/rules/rules.hpp"

namespace oshihiki::score {

/// How a win came about, one bit each.
enum class Flag : std::uint8_t {
  kTsumo,
  kRiichi,
  kDoubleRiichi,
  kIppatsu,
  kRinshan,
  kChankan,
  kHaitei,
  kHoutei,
  kTenhou,
  kChiihou,
  kRenhou,
  kKanfuri,         ///< local: the ronned tile followed a kan's replacement tile
  kTsubame,         ///< local: the ronned tile declared riichi
  kEighthDealerWin  ///< local: parenchan
};
using Flags = std::uint32_t;
constexpr Flags bit(Flag f) noexcept { return Flags{1} << static_cast<unsigned>(f); }

/// A complete hand and all that its value depends on.
struct Win {
  Counts closed;  ///< concealed tiles, the winning tile among them
  SuitKeys keys;  ///< of `closed`
  Melds melds;
  Kind winning = 0;
  Kind seat_wind = kSouth;
  Kind round_wind = kEast;
  Flags flags = 0;
  std::uint8_t dora = 0;  ///< han from indicators, red tiles, ura indicators, kita; already
  std::uint8_t aka = 0;   ///< counted over hand and melds, and 0 where the rules have none
  std::uint8_t ura = 0;
  std::uint8_t kita = 0;
  std::uint16_t honba = 0;  ///< for the two-han minimum only

  bool has(Flag f) const noexcept { return (flags & bit(f)) != 0; }
  bool dealer() const noexcept { return seat_wind == kEast; }
};

enum class Status : std::uint8_t { kWin, kNotComplete, kNoYaku, kBelowMinimum, kBadInput };
enum class Limit : std::uint8_t {
  kNone,
  kMangan,
  kHaneman,
  kBaiman,
  kSanbaiman,
  kKazoeYakuman,
  kYonbaiman,
  kYakuman
};

/// Yaku by number. Standard yaku and yakuman are 0.. in the order of yaku.def (bits of the first
/// mask word), local yaku 64.. in the order of rules/local_yaku.def (bits of the second).
enum class Yaku : std::uint8_t {
#define YAKU(name, ...) name,
#define YAKUMAN(name, ...) name,
#define BONUS(...)
#define LOCAL(...)
#include "oshihiki/score/yaku.def"
#undef LOCAL
  kStandardCount,
  kFirstLocal = 64,
  kBeforeLocal = kFirstLocal - 1,
#define LOCAL(name, ...) name,
#undef YAKU
#undef YAKUMAN
#define YAKU(...)
#define YAKUMAN(...)
#include "oshihiki/score/yaku.def"
#undef YAKU
#undef YAKUMAN
#undef BONUS
#undef LOCAL
};
constexpr std::uint64_t bit(Yaku y) noexcept {
  return std::uint64_t{1} << (static_cast<unsigned>(y) % 64);
}

/// A scored hand. han counts dora; han and fu are 0 for a true yakuman, whose multiple is in
/// `yakuman` (a counted yakuman has 0 there).
struct Score {
  Status status = Status::kNotComplete;
  Limit limit = Limit::kNone;
  std::uint8_t han = 0;
  std::uint8_t fu = 0;
  std::uint8_t yakuman = 0;
  std::uint8_t dora = 0;
  std::uint8_t aka = 0;
  std::uint8_t ura = 0;
  std::uint8_t kita = 0;
  std::array<std::uint64_t, 2> yaku{};  ///< bit per Yaku (dora kinds not among them)
  std::int32_t base = 0;                ///< base points (2000 a mangan)
  bool has(Yaku y) const noexcept { return (yaku[static_cast<std::size_t>(y) / 64] & bit(y)) != 0; }
  friend bool operator==(const Score&, const Score&) noexcept = default;
};

/// The reading worth most: points, then han, then fu.
Score score(const Win& win, const rules::Rules& rules) noexcept;

/// Whether the win may be declared; what score().status == kWin says, for less work when the
/// hand has a yaku that is plain to see. `win` must be complete.
bool may_win(const Win& win, const rules::Rules& rules) noexcept;

/// Payments of the hand itself, without counters and deposits.
std::int32_t round_up_100(std::int32_t points) noexcept;
std::int32_t ron_points(std::int32_t base, bool dealer) noexcept;
/// What one payer owes for a tsumo; `payer_dealer` is meaningless when the winner is the dealer.
std::int32_t tsumo_points(std::int32_t base, bool winner_dealer, bool payer_dealer,
                          const rules::Rules& rules) noexcept;

/// Base points (before multiplying for seats) of han and fu under the rules, and the limit.
struct Base {
  std::int32_t points = 0;
  Limit limit = Limit::kNone;
};
Base base_points(int han, int fu, const rules::Rules& rules) noexcept;

/// Refuses rules that the scorer cannot apply, by RulesError naming the option.
void check_scorable(const rules::Rules& rules);

}  // namespace oshihiki::score
