#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "oshihiki/strategy/danger.hpp"
#include "oshihiki/study/count.hpp"

namespace oshihiki::study {

/// How play went, from whole rounds with everything open: those of a simulation or of logs. The
/// lines of census.def beside the rates of a simulation.
enum class CensusRate : std::uint8_t {
#define CENSUS_RATE(name, unit, sentence) name,
#include "oshihiki/study/census.def"
  kCount
};
enum class CensusTurns : std::uint8_t {
#define CENSUS_TURNS(name, sentence) name,
#include "oshihiki/study/census.def"
  kCount
};

/// Waits of riichi hands. Classes look at the kinds waited for; suji: a single suited kind to
/// which the own river makes every two-sided wait impossible.
enum class WaitClass : std::uint8_t {
  three_sided,
  two_sided,
  single_19,
  single_28,
  single_37,
  single_456,
  single_suji,
  honour_single,
  honour_pair,
  pair,
  other,
  kCount
};
inline constexpr std::size_t kWaitClasses = static_cast<std::size_t>(WaitClass::kCount);
std::string_view name_of(WaitClass wait) noexcept;
WaitClass wait_class(KindSet waits, KindSet river) noexcept;

inline constexpr std::size_t kCensusTurns = 20;
using ByTurn = std::array<Ratio, kCensusTurns>;

struct Census {
  std::int64_t matches = 0, rounds = 0;
  Rates rates{};  ///< without rank and result
  std::array<Ratio, static_cast<std::size_t>(CensusRate::kCount)> more{};
  std::array<ByTurn, static_cast<std::size_t>(CensusTurns::kCount)> turns{};
  /// First riichi, wait neither furiten nor dora, no kan: won / declared, by the own discards
  /// before the declaring one.
  std::array<ByTurn, kWaitClasses> first_riichi{};
  /// Tiles that somebody not in riichi holds at a discard and a riichi hand would win on / all he
  /// holds, a kind once, by the discards of the riichi hand (danger.def), from 1; those not thin,
  /// thin.
  std::array<std::array<ByTurn, strategy::kTileClasses>, 2> danger{};

  void add(const Census& other) noexcept;
  friend bool operator==(const Census&, const Census&) noexcept = default;
};

/// Counts the rounds of one match (or of one log) and adds them to a census.
class CensusCount {
 public:
  CensusCount();
  void begin(const play::State& dealt) noexcept;
  /// Around every step of a round.
  void before(const play::State& state, Seat seat, play::Action action) noexcept;
  void after(const play::State& state, Seat seat, play::Action action) noexcept;
  void end(const play::State& over) noexcept;
  void finish(int players, Census& census) noexcept;

 private:
  struct Pair {
    std::int64_t y = 0, x = 0;
  };
  struct Declared {
    bool yes = false, counted = false;
    WaitClass wait = WaitClass::other;
    std::size_t turn = 0;
  };
  using Turns = std::array<Pair, kCensusTurns>;
  Pair& more(CensusRate r) noexcept { return more_[static_cast<std::size_t>(r)]; }
  void discard(const play::State& state, Seat seat) noexcept;

  MatchCount rates_;
  std::int64_t rounds_ = 0;
  std::array<Pair, static_cast<std::size_t>(CensusRate::kCount)> more_{};
  std::array<Turns, static_cast<std::size_t>(CensusTurns::kCount)> turns_{};
  std::array<Turns, kWaitClasses> first_{};
  std::vector<Pair> danger_;  ///< [thin][class][turn]
  // Of the round
  std::array<Declared, kMaxSeats> declared_{};
  Seat first_riichi_ = kNoSeat;
  settle::Points then_{};
};

/// Which rounds of a match count: bit 4 * wind + dealer.
using RoundMask = std::uint16_t;
inline constexpr RoundMask kEveryRound = 0xFFFF;

/// Whether a round that begins so counts.
constexpr bool in_mask(RoundMask mask, const settle::Standing& standing) noexcept {
  return (mask >> (4 * standing.wind + standing.dealer) & 1) != 0;
}

struct Counted {
  std::uint64_t done = 0;
  Census census;
};
/// As simulate(), counting a census of the rounds of the mask.
Counted census_of(const Simulation& simulation, std::uint64_t first, std::uint64_t most,
                  int threads, double seconds, RoundMask mask);

/// A recorded round: every answer of every seat asked.
struct CensusRound {
  wall::Wall wall;
  settle::Standing standing;
  std::vector<std::pair<Seat, play::Action>> script;
};
/// Counts the rounds of one log; gives how many of them could not be followed to their end.
std::size_t census_of(const rules::Rules& rules, const std::vector<CensusRound>& rounds,
                      RoundMask mask, Census& census);

}  // namespace oshihiki::study
