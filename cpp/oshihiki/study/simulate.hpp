#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oshihiki/study/match.hpp"

namespace oshihiki::study {

/// Sums over matches for a ratio y / x of two counts and the width of its interval. Exact, so
/// the order in which matches are added does not matter.
struct Ratio {
  std::int64_t y = 0, x = 0, yy = 0, yx = 0, xx = 0;

  void add(std::int64_t dy, std::int64_t dx) noexcept {
    y += dy;
    x += dx;
    yy += dy * dy;
    yx += dy * dx;
    xx += dx * dx;
  }
  void add(const Ratio& other) noexcept {
    y += other.y;
    x += other.x;
    yy += other.yy;
    yx += other.yx;
    xx += other.xx;
  }
  friend bool operator==(const Ratio&, const Ratio&) noexcept = default;
};

/// The rates of a simulation; points in hundreds.
enum class Rate : std::uint8_t {
  kWin,         ///< winning hands / (players x rounds)
  kDealIn,      ///< rons on one's tile, once a round / (players x rounds)
  kDraw,        ///< rounds without a winner / rounds
  kRiichi,      ///< declarations / (players x rounds)
  kCall,        ///< players with a chi, pon or daiminkan / (players x rounds)
  kTsumoShare,  ///< tsumo / winning hands
  kMeanWin,     ///< hand points / winning hands
  kMeanDealIn,  ///< hand points paid for / deal-ins
  kRank,        ///< place / matches
  kResult,      ///< points with uma and oka / matches
  kCount
};
inline constexpr std::size_t kRates = static_cast<std::size_t>(Rate::kCount);
using Rates = std::array<Ratio, kRates>;

struct MatchTally {
  std::int64_t matches = 0;
  std::int64_t rounds = 0;
  std::int64_t decisions = 0;
  std::int64_t extra_winners = 0;  ///< winners of a round beyond the first
  Rates all{};                     ///< over all seats
  std::array<Rates, kMaxSeats> seats{};
  std::array<std::array<std::int64_t, kMaxSeats>, kMaxSeats> ranks{};  ///< [seat][place - 1]
  /// Depends on every round's and match's result; the sum over matches, so order does not matter.
  std::uint64_t signature = 0;

  void add(const MatchTally& other) noexcept;
  friend bool operator==(const MatchTally&, const MatchTally&) noexcept = default;
};

/// One round as a row.
struct RoundRow {
  std::uint64_t match = 0;
  std::uint32_t round = 0;  ///< in the match, from 0
  std::uint8_t redeal = 0;
  std::uint8_t wind = 0, dealer = 0;
  std::uint16_t honba = 0;
  std::uint16_t deposits = 0;  ///< on the table when the round was dealt
  settle::Outcome outcome = settle::Outcome::kNone;
  std::uint8_t winners = 0, tenpai = 0, riichi = 0, called = 0;  ///< bit per seat
  Seat payer = kNoSeat;
  std::uint32_t decisions = 0;
  settle::Points points{};  ///< of the winners' hands
  settle::Points delta{};   ///< of the whole round, riichi sticks among it
  settle::Points scores{};  ///< after the round
};

struct MatchRow {
  std::uint64_t match = 0;
  std::uint32_t rounds = 0;
  settle::Placement placement;
};

struct Simulation {
  rules::Rules rules;
  Strategies strategies{};
  std::uint64_t key = 1;
  Draws draws = Draws::kInOrder;
  bool rows = false;
};

/// Matches first .. first + done - 1 are in the tally and, if asked for, in the rows, which are
/// in the order of their addresses.
struct Simulated {
  std::uint64_t done = 0;
  MatchTally tally;
  std::vector<RoundRow> rounds;
  std::vector<MatchRow> matches;
};

/// Plays up to `most` matches from number `first` on `threads` threads and begins no further one
/// after `seconds`. At least one match is played when `most` is not 0.
Simulated simulate(const Simulation& simulation, std::uint64_t first, std::uint64_t most,
                   int threads, double seconds);

}  // namespace oshihiki::study
