#pragma once

#include <algorithm>
#include <cstdint>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/strategy/strategy.hpp"

// A strategy that errs: the numbers its decisions compare, with the habits of people, as chances of
// every legal action. In whole numbers throughout, so that chances are the same everywhere.
namespace oshihiki::strategy {

/// What each legal action is worth to the strategy, in 1/256 points, in their order. The greatest
/// is that of the action that decide_surely() takes, alone. (`random`: all alike.)
using Worths = FixedVector<std::int64_t, 64>;

/// Worths, and what is done by habit (habit.hpp). (Neither `random` nor `tsumogiri` has habits.)
struct Weighed {
  Worths worth;
  FixedVector<std::int64_t, 64> lean;  ///< binary logarithm, in 1/65536
  std::int64_t sharpness = 256;        ///< how much worth counts, in 1/256
};
void weigh(const Strategy& strategy, const play::View& view, const play::Actions& legal,
           Weighed& out) noexcept;

/// How far a player is from always taking the best.
struct Temper {
  /// In 1/256 points: an action worth that much less than another is, habit and sharpness apart,
  /// chosen e times less often.
  std::int64_t temperature = kLeast;
  /// Decisions in 65,536 at which any legal action is as likely as another.
  std::int32_t lapse = 0;
  static constexpr std::int64_t kLeast = 1;
  static constexpr std::int64_t kMost = std::int64_t{1} << 40;
  friend bool operator==(const Temper&, const Temper&) noexcept = default;
};

/// That of the strategy's own parameters.
constexpr Temper temper_of(const Strategy& strategy) noexcept {
  Temper out;
  out.temperature = std::max(Temper::kLeast, std::int64_t{strategy.temperature} * 256);
  out.lapse = strategy.lapse * 8192 / 125;
  return out;
}

/// Chances of these actions, each as minus its binary logarithm in 1/65536 (one chosen
/// half as often is 65,536 higher). None is above kMostSurprise: no action is ever impossible.
using Surprises = FixedVector<std::int64_t, 64>;
inline constexpr std::int64_t kMostSurprise = std::int64_t{64} << 16;
void surprises(const Weighed& weighed, const Temper& temper, Surprises& out) noexcept;

/// The same for "one of these", bit per action.
std::int64_t surprise_of(const Weighed& weighed, const Temper& temper,
                         std::uint64_t which) noexcept;

/// 2 to the -x for x in 1/65536, in 1/2^31 (so 2^31 for 0).
std::uint64_t power_of_half(std::uint64_t x) noexcept;

/// Binary logarithm of x >= 1, in 1/65536.
std::int64_t binary_log(std::uint64_t x) noexcept;

/// Chooses by these chances, with the seat's own random number for this decision.
play::Action decide_softly(const Strategy& strategy, const Temper& temper, const play::View& view,
                           const play::Actions& legal) noexcept;

}  // namespace oshihiki::strategy
