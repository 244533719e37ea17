#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oshihiki/settle/standing.hpp"
#include "oshihiki/strategy/strategy.hpp"
#include "oshihiki/study/features.hpp"

namespace oshihiki::study {

/// Names what the numbers of a study depend on besides its text: the engine and the strategies.
/// It is part of every study's id; change it whenever the same study would give other numbers
/// (tests/study/test_fork.py holds the numbers of one).
inline constexpr const char* kEngine = "oshihiki-3";

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

/// A fork study, ready to run.
struct ForkPlan {
  rules::Rules rules;
  std::uint64_t key = 0;
  /// The standing every round begins with; without one whole matches are played.
  std::optional<settle::Standing> standing;
  std::vector<strategy::Strategy> strategies;
  std::uint8_t base = 0;  ///< number of the strategy of all seats, apart from a hero in a fork
  std::vector<Condition> spot;
  std::vector<Condition> where;  ///< further conditions of every cell
  Pick pick = Pick::kFirst;
  std::vector<Arm> arms;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> pairs;
  std::vector<Axis> axes;

  /// Refuses a plan that cannot be run, by StudyError or RulesError.
  void check() const;
  int cells() const noexcept;
  /// The names of a cell's tally, in order.
  std::vector<std::string> fields() const;
};

/// Points, tallied in hundreds.
inline constexpr std::int32_t kPointUnit = 100;

/// Where things stand in a cell's tally; `fields` names them.
struct Layout {
  static constexpr std::size_t kRounds = 0;
  static constexpr std::size_t kN = 1;
  static constexpr std::size_t kN2 = 2;
  static constexpr std::size_t kSpots = 3;
  static constexpr std::size_t kShared = 4;
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
    kArm
  };
  /// Fields of a pair.
  enum Pair : std::size_t { kD, kD2, kDn, kPair };

  std::size_t arms = 0;
  std::size_t pairs = 0;
  constexpr std::size_t arm(std::size_t a) const noexcept { return kShared + a * kArm; }
  constexpr std::size_t pair(std::size_t p) const noexcept {
    return kShared + arms * kArm + p * kPair;
  }
  constexpr std::size_t size() const noexcept { return pair(pairs); }
};

/// Exact sums of a number of rounds. Adding is exact; an overflow is an error, never a wrap.
struct Tally {
  std::uint64_t rounds = 0;         ///< rounds played
  std::uint64_t spots = 0;          ///< spots forked
  std::vector<std::int64_t> cells;  ///< cell after cell, Layout::size() each

  void clear(const ForkPlan& plan);
  void add(const Tally& other);
};

}  // namespace oshihiki::study
