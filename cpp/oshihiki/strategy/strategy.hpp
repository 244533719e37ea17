#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oshihiki/play/action.hpp"
#include "oshihiki/play/view.hpp"

namespace oshihiki::strategy {

enum class Player : std::uint8_t { kRandom, kTsumogiri, kEfficient, kBalanced };
inline constexpr int kStrategies = 4;

/// Hands in riichi as they were read: by seat, what they may win on, each as likely as another; of
/// a furiten hand `kNothing`. Empty: not read.
struct ReadHands {
  static constexpr KindSet kNothing = KindSet{1} << 62;
  std::array<std::vector<KindSet>, kMaxSeats> waits;
};

enum class Fold : std::uint8_t { kNever, kAuto, kAlways };
enum class Declare : std::uint8_t { kNever, kAuto, kAlways };

/// A built-in strategy with its parameters, the lines of params.def.
struct Strategy {
  Player player = Player::kBalanced;
#define STRATEGY_CHOICE(strategies, name, type, fallback, sentence) type name = type::fallback;
#define STRATEGY_INT(strategies, name, fallback, lowest, highest, sentence) \
  std::int32_t name = fallback;
#define STRATEGY_BOOL(strategies, name, fallback, sentence) bool name = fallback;
#include "oshihiki/strategy/params.def"
#undef STRATEGY_CHOICE
#undef STRATEGY_INT
#undef STRATEGY_BOOL
  /// Hands in riichi as the seat reads them; without them it knows the table of danger alone.
  const ReadHands* read = nullptr;
  friend bool operator==(const Strategy&, const Strategy&) noexcept = default;
};

/// Whether it errs.
constexpr bool errs(const Strategy& s) noexcept { return s.temperature > 0 || s.lapse > 0; }

/// Chooses one of `legal` (never empty) for the seat of the view. Reads the view only; equal
/// views and equal lanes give equal choices.
play::Action decide(const Strategy& strategy, const play::View& view,
                    const play::Actions& legal) noexcept;

/// What it would choose if it did not err.
play::Action decide_surely(const Strategy& strategy, const play::View& view,
                           const play::Actions& legal) noexcept;

/// First actions for a study's arms, at a decision at which the seat must discard or, those after
/// kDamaten, answers another's tile. Where an action does not exist (no riichi is legal) the attack
/// is taken instead, or the tile let pass.
enum class First : std::uint8_t {
  kAttack,   ///< what the strategy would do if nobody threatened; riichi when it would declare
  kSafest,   ///< least danger, then least shanten; never declares riichi
  kMawashi,  ///< least danger among the discards that keep the shanten; never declares riichi
  kPushTo,   ///< the attack if its tile's danger is at most `then.push_to`, else the safest
  kRiichi,   ///< the attack, declaring riichi if that is legal
  kDamaten,  ///< the attack, never declaring riichi
  kKan,      ///< a kan, concealed before added; or of another's discard
  kCall,     ///< the chi or pon that brings the hand nearest, of those the one worth most
  kPass      ///< leaves the tile to the others
};
constexpr bool is_answer(First first) noexcept { return first >= First::kKan; }
constexpr bool is_turn(First first) noexcept { return first <= First::kKan; }
play::Action first_action(First first, const Strategy& then, const play::View& view,
                          const play::Actions& legal) noexcept;

}  // namespace oshihiki::strategy
