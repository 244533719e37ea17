#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oshihiki/play/state.hpp"
#include "oshihiki/settle/standing.hpp"
#include "oshihiki/strategy/strategy.hpp"
#include "oshihiki/study/control.hpp"
#include "oshihiki/study/features.hpp"

namespace oshihiki::study {

/// Names what the numbers of a study depend on besides its text: the engine and the strategies.
/// It is part of every study's id; change it whenever the same study would give other numbers
/// (tests/study/test_fork.py holds the numbers of one).
inline constexpr const char* kEngine = "oshihiki-7";

/// Which of a hero's decisions in a round that fit the predicates become spots.
enum class Pick : std::uint8_t {
  kFirst,        ///< his first, of all that fit `spot`
  kFirstInCell,  ///< his first in each cell
  kUniform,      ///< one of the m that fit `spot`, each equally likely, with weight m
  kEvery
};

/// What the hero does at a spot: a first action, if one is named, then a strategy.
struct Arm {
  std::string name;
  std::optional<strategy::First> first;
  std::uint8_t then = 0;  ///< number of a strategy of the plan
};

inline constexpr std::size_t kMaxArms = 16;
inline constexpr int kMaxWorlds = 32;

/// Points, tallied in hundreds.
inline constexpr std::int32_t kPointUnit = 100;

/// What the end of a round is worth to the hero.
struct Measure {
  enum class Kind : std::uint8_t {
    kPoints,    ///< his score then minus his score at the spot
    kNext,      ///< and what the next round brings on average
    kPlacement  ///< the mean reward of his final place, by a model
  };
  Kind kind = Kind::kPoints;
  /// Of the next round, in points, for others than its dealer and for the dealer: a constant, for
  /// each counter, for each deposit.
  std::array<std::array<std::int32_t, 3>, 2> next{};
  std::array<std::int32_t, kMaxSeats> rewards{};  ///< by place
  /// Chance of ending above an opponent, of kSure: by the hero's own fortune (kFortunes equally
  /// likely ones, what his chances against all opponents share), rounds left (1 to kRoundsLeft),
  /// who of the two is the next dealer (neither, the hero, the other), and his lead in kLeadStep.
  std::vector<std::uint16_t> above;

  static constexpr int kSure = 4096;
  static constexpr int kFortunes = 8;
  static constexpr int kRoundsLeft = 8;
  static constexpr int kLeadStep = 1000;
  static constexpr int kLeadMost = 40;  ///< steps; a longer lead counts as this
  static constexpr std::size_t kLeads = 2 * kLeadMost + 1;

  /// Refuses a measure that cannot be, by StudyError.
  void check() const;
  /// What one unit of a tally is worth, in points.
  std::int32_t unit() const noexcept { return kind == Kind::kPoints ? kPointUnit : 1; }
  /// Of a round that is over, in units.
  std::int32_t value(const play::State& state, Seat hero, std::int32_t before) const noexcept;
  /// Of a standing before a round: the mean reward.
  std::int32_t placement(const settle::Standing& standing, Seat hero, int players) const noexcept;
  /// A seat's chances of the places by itself, all in one common part.
  std::array<std::int64_t, kMaxSeats> ways(const settle::Standing& standing, Seat seat,
                                           int players) const noexcept;
};

/// Where things stand in a cell's tally; `fields` names them. A spot that is played through m
/// worlds counts m times in `n` and in every sum over its ends. For a round r let n_r be its
/// spots' worlds, V_r the sum of an arm's values over them, Q_r how many of its first tiles were
/// ronned and L_r the sum of its values then. Squares and products of those are what intervals
/// are made of.
///
/// Where matches are played on, let c_r be the weight of a round's checked spots and B_r the sum
/// over them of what came minus what the model said.
struct Layout {
  static constexpr std::size_t kRounds = 0;
  static constexpr std::size_t kN = 1;
  static constexpr std::size_t kN2 = 2;
  static constexpr std::size_t kSpots = 3;   ///< unweighted
  static constexpr std::size_t kWeight = 4;  ///< of the spots: n without the worlds
  static constexpr std::size_t kWeight2 = 5;
  static constexpr std::size_t kSteps = 6;  ///< decisions played in re-deals
  static constexpr std::size_t kMet = 7;    ///< spots, forked or not
  static constexpr std::size_t kShared = 8;
  /// Fields of an arm.
  enum Arm : std::size_t {
    kValue,
    kWin,
    kTsumo,
    kDealIn,
    kOtherTsumo,
    kLateral,
    kDrawTenpai,
    kDrawNoten,
    kAbort,
    kWinPoints,
    kDealInPoints,
    kWinValue,  ///< value of the spots that ended so, in the order of the ends
    kDealInValue,
    kOtherTsumoValue,
    kLateralValue,
    kDrawTenpaiValue,
    kDrawNotenValue,
    kAbortValue,
    kRonned,       ///< first tiles that were ronned
    kRonnedValue,  ///< value then
    kV2,           ///< sums over rounds of V_r^2, V_r n_r, ...
    kVn,
    kQ2,
    kQn,
    kQl,
    kQv,
    kL2,
    kLn,
    kLv,
    kFirst2,  ///< of the dealt worlds alone: squares, products with the weight, sum
    kFirstN,
    kFirst,
    kArm
  };
  /// Fields of a pair (a, b).
  enum Pair : std::size_t {
    kD,
    kD2,
    kDn,
    kQf,  ///< Q_r of a times V_r of b
    kLf,  ///< L_r of a times V_r of b
    kFirstD2,
    kFirstDn,
    kPair
  };
  /// Where matches are played on: fields of the cell behind those of the pairs.
  enum On : std::size_t {
    kOnRounds,  ///< rounds with a checked spot in the cell
    kOnC,
    kOnC2,
    kOnNC,  ///< n_r c_r
    /// Over all cells of a round together, counted in one of them: only their sum over the cells
    /// says anything.
    kOnAllRounds,
    kOnAllC2,
    kOn
  };
  /// The same of an arm, and of a pair's difference.
  enum OnValue : std::size_t { kOnB, kOnB2, kOnBC, kOnAllB2, kOnAllBC, kOnArm };
  enum OnPair : std::size_t { kOnDB = kOnArm, kOnDC, kOnNB, kOnPair };

  std::size_t arms = 0;
  std::size_t pairs = 0;
  bool played_on = false;
  constexpr std::size_t arm(std::size_t a) const noexcept { return kShared + a * kArm; }
  constexpr std::size_t pair(std::size_t p) const noexcept {
    return kShared + arms * kArm + p * kPair;
  }
  constexpr std::size_t on() const noexcept { return pair(pairs); }
  constexpr std::size_t on_arm(std::size_t a) const noexcept { return on() + kOn + a * kOnArm; }
  constexpr std::size_t on_pair(std::size_t p) const noexcept { return on_arm(arms) + p * kOnPair; }
  constexpr std::size_t size() const noexcept { return played_on ? on_pair(pairs) : on(); }
};

/// A fork study, ready to run.
struct ForkPlan {
  rules::Rules rules;
  std::uint64_t key = 0;
  /// The standing every round begins with; without one whole matches are played.
  std::optional<settle::Standing> standing;
  std::vector<strategy::Strategy> strategies;
  std::uint8_t base = 0;  ///< number of the strategy of all seats, apart from a hero in a fork
  /// Spots are answers to another's discard that may be called, instead of own discards.
  bool calls = false;
  std::vector<Condition> spot;
  /// Asked last, where all of `spot` holds; empty: always true. May throw, and is called from
  /// every thread that plays.
  std::function<bool(const play::View&, Reader&)> predicate;
  std::vector<Condition> where;  ///< further conditions of every cell
  Pick pick = Pick::kFirst;
  std::vector<Arm> arms;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> pairs;
  std::vector<Axis> axes;
  Measure measure;
  /// By cell: m > 0 plays a spot through m hidden worlds, the dealt one and re-deals of the unseen
  /// wall; -t forks one spot of t, each equally likely, in the dealt world. Empty: 1 everywhere.
  std::vector<std::int16_t> deals;
  /// Spots forked in a cell and block at most; 0: all. For pilots.
  std::int64_t most_spots = 0;
  /// Also keep a row for each spot forked.
  bool rows = false;
  /// One spot in so many, each equally likely, has the match of each arm played on after its
  /// round, to see how far the measure's model is off; 0: none.
  std::uint32_t play_on = 0;

  int worlds(int cell) const noexcept {
    return deals.empty() ? 1 : std::max(1, int{deals[static_cast<std::size_t>(cell)]});
  }
  std::uint32_t one_of(int cell) const noexcept {
    const int d = deals.empty() ? 1 : deals[static_cast<std::size_t>(cell)];
    return d < 0 ? static_cast<std::uint32_t>(-d) : 1;
  }
  /// Refuses a plan that cannot be run, by StudyError or RulesError.
  void check() const;
  int cells() const noexcept;
  Layout layout() const noexcept { return {arms.size(), pairs.size(), play_on > 0}; }
  /// The names of a cell's tally, in order.
  std::vector<std::string> fields() const;
  /// The names of a row's numbers, in order: see RowLayout.
  std::vector<std::string> row_fields() const;
};

/// Where things stand in a spot's row: what identifies it, every feature in the order of
/// features.def, then each arm and each pair. Values are sums over the spot's worlds, in units of
/// the measure.
struct RowLayout {
  enum Spot : std::size_t {
    kMatch,
    kRound,
    kSeat,
    kDecision,
    kCell,
    kWeight,
    kWorlds,
    kControl,  ///< the first of RaceControl's numbers, in the dealt world
    kFeature = kControl + RaceControl::kControls
  };
  enum Arm : std::size_t {
    kValue,
    kDealt,  ///< in the dealt world alone
    kEnd,    ///< how the dealt world ended: a field of Layout minus kWin, never kTsumo
    kWins,
    kDealIns,
    kRonned,
    kSquares,  ///< of the values, world by world
    kArm
  };
  enum Pair : std::size_t { kSquaredDifference, kPair };
  std::size_t arms = 0;
  std::size_t pairs = 0;
  constexpr std::size_t arm(std::size_t a) const noexcept {
    return kFeature + kFeatures + a * kArm;
  }
  constexpr std::size_t pair(std::size_t p) const noexcept { return arm(arms) + p * kPair; }
  constexpr std::size_t size() const noexcept { return pair(pairs); }
};

/// Exact sums of a number of rounds. Adding is exact; an overflow is an error, never a wrap.
struct Tally {
  std::uint64_t rounds = 0;  ///< rounds played
  std::uint64_t spots = 0;   ///< spots forked
  /// Decisions played outside re-deals: what a round costs without them. Arms that ride along
  /// cost nothing, so a recorded round counts otherwise than the same one in self-play.
  std::uint64_t steps = 0;
  std::vector<std::int64_t> cells;  ///< cell after cell, Layout::size() each
  std::vector<std::int64_t> rows;   ///< spot after spot, RowLayout::size() each, if asked for

  void clear(const ForkPlan& plan);
  void add(const Tally& other);
};

}  // namespace oshihiki::study
