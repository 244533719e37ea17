#pragma once

#include <cstdint>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/strategy/sight.hpp"

// What people do by habit, beside what an action is worth: which tile leaves a hand by its
// neighbours, how wide a wait they take, when a red five goes, how readily they call. Fitted to
// houou games (habit.def).
namespace oshihiki::strategy {

/// Kinds of decisions, a row of habit.def each: own turns while nobody is in riichi by the shanten
/// of the hand, with another in riichi, answers to another's tile.
enum class Situation : std::uint8_t {
  kReady,
  kOneAway,
  kTwoAway,
  kFar,
  kThreatNear,  ///< at most one away
  kThreatFar,
  kAnswerNear,
  kAnswerFar
};
inline constexpr int kSituations = 8;

/// What can be said of an action, the columns of habit.def.
namespace trait {
/// A number tile: by its rank (1 and 9, 2 and 8, ... 5), how many of it are held (three and more
/// alike) and which of its four neighbours are, those towards the end of the suit last.
inline constexpr int kSuited = 0;
inline constexpr int kRanks = 5;
inline constexpr int kAround = 16;
/// An honour: han of a triplet (two and more alike), how many are held, and how many everybody
/// sees (three and more alike).
inline constexpr int kHonour = kSuited + kRanks * 3 * kAround;
inline constexpr int kOthers = kHonour + 3 * 3 * 4;
enum Other : int {
  kDora = kOthers,  ///< a tile of one han
  kDoras,           ///< of more
  kByDora,          ///< next to a dora
  kNearDora,        ///< one farther
  kRed,
  kRedFirst,  ///< and a plain one is held
  kRiichi,
  kTsumogiri,
  kSwap,  ///< a tile of the hand for its like just drawn
  kChi,
  kPon,
  kOpenKan,
  kConcealedKan,
  kAddedKan,
  kEnd
};
/// A discard by what is left of the hand: it is farther from ready than it need be; as near, but so
/// many fewer tiles bring it on than after the best one (1 to 2, 3 to 4, 5 to 8, 9 to 14, more);
/// ready, and so many tiles win (none, 1 to 2, 3 to 4, 5 to 6, 7 to 8, more), then the same of one
/// that declares riichi.
inline constexpr int kBack = kEnd;
inline constexpr int kFewer = kBack + 1;
inline constexpr int kWaits = kFewer + 5;
inline constexpr int kRiichiWaits = kWaits + 6;
inline constexpr int kCount = kRiichiWaits + 6;
}  // namespace trait

/// Columns that an action has.
using Traits = FixedVector<std::uint16_t, 10>;

/// The habits of one decision.
class Habit {
 public:
  Habit(const play::View& view, const play::Actions& legal) noexcept;

  Situation situation() const noexcept { return situation_; }
  Traits traits(play::Action action) const noexcept;
  /// How much more readily the action is taken than another of no traits and the same worth:
  /// binary logarithm of the ratio, in 1/65536.
  std::int64_t lean(play::Action action) const noexcept;
  /// How much worth counts against habit, in 1/256 of a usual decision.
  std::int64_t sharpness() const noexcept;
  /// What the hand accepts after every discard, on an own turn.
  const agari::Discards& after() const noexcept { return after_; }

 private:
  int accepted_after(Kind discard) const noexcept;
  /// What the discard leaves of the hand; kCount: nothing worth telling.
  int left_trait(Kind discard, bool riichi) const noexcept;

  Sight sight_;
  agari::Discards after_;
  int most_ = 0;  ///< accepted after the best discard
  Situation situation_ = Situation::kReady;
  KindSet by_dora_;
  KindSet near_dora_;
  KindSet plain_ = 0;  ///< kinds of which a tile that is not red may be discarded
};

}  // namespace oshihiki::strategy
