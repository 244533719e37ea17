#pragma once

#include "oshihiki/strategy/attack.hpp"
#include "oshihiki/strategy/choices.hpp"
#include "oshihiki/strategy/danger.hpp"
#include "oshihiki/strategy/strategy.hpp"

// The choices of `efficient` and `balanced`: what attack.hpp promises against what danger.hpp
// costs.
namespace oshihiki::strategy {

/// What each kind of the own hand costs to discard; kinds not held are unset.
struct Risks {
  std::array<Risk, kKinds> of{};
  int safe = 0;  ///< tiles held whose chance to be ronned is under a per cent

  Risks() noexcept = default;
  Risks(const Sight& sight, const Threats& threats) noexcept;
  /// Such tiles left after a discard of the kind.
  int safe_after(Kind kind) const noexcept { return safe - (of[kind].chance < kSafe ? 1 : 0); }
  static constexpr std::uint32_t kSafe = 655;
};

/// What the strategy heeds. Who never folds plays as if nobody threatened: no tile is dearer for
/// its danger.
Threats heeded(const Strategy& strategy, const play::View& view) noexcept;

/// How the strategy weighs the outcomes of a round at this table.
Stakes stakes_of(const Strategy& strategy, const Sight& sight, const Threats& threats) noexcept;

/// The discard of least risk among `allowed`; ties by the shanten it leaves, then by use.
Kind safest(const Sight& sight, const Risks& risks, KindSet allowed) noexcept;

/// Worth of giving the hand up after a discard that leaves so many safe tiles; the discard's own
/// risk is apart.
std::int32_t fold_worth(const Sight& sight, const Stakes& stakes, int safe_left) noexcept;

/// The best discard by attack alone, riichi among them.
Option best_attack(const Strategy& strategy, const Sight& sight, const Stakes& stakes,
                   const Choices& choices) noexcept;

play::Action discard_of(const Choices& choices, const Option& option) noexcept;

/// How a discard is looked for on the seat's own turn.
Search search_of(const Strategy& strategy, const Sight& sight, const Choices& choices) noexcept;

/// What discards are compared by while nobody threatens, in 1/8 points.
std::int64_t attack_value(const Sight& sight, const Option& option) noexcept;

/// What discards are compared by with a threat out, in 1/256 points: the tile's own risk, then
/// the better of going on and giving up.
struct Judgement {
  std::int64_t value = 0;
  bool fold = false;  ///< giving up is the better
};
Judgement judgement(const Strategy& strategy, const Sight& sight, const Stakes& stakes,
                    const Risks& risks, const Option& option) noexcept;

/// What an answer to another's tile was compared by, in 1/256 points: passing, and each call that
/// was looked at.
struct Compared {
  bool any = false;  ///< whether anything was compared
  std::int64_t pass = 0;
  struct Call {
    play::Action action;
    std::int64_t value;  ///< with the best discard after it
  };
  FixedVector<Call, 64> calls;  ///< those that were looked at

  void hear(play::Action action, std::int64_t value) noexcept {
    if (calls.empty() || !(calls.back().action == action)) calls.push_back({action, value});
    if (value > calls.back().value) calls.back().value = value;
  }
};

/// The chi or pon that brings the hand nearest, of those the one worth most, whether or not it is
/// better than passing; passing where none is legal.
play::Action best_call(const Strategy& strategy, const play::View& view,
                       const Choices& choices) noexcept;

/// A seat's own turn as its discards are compared.
struct Turn {
  Turn(const Strategy& strategy, const play::View& view) noexcept;
  Sight sight;
  Threats out;
  Stakes stakes;
  Risks risks;  ///< unset where nobody threatens
};

/// A seat's own turn, and the discard after a call.
play::Action decide_turn(const Strategy& strategy, const play::View& view,
                         const Choices& choices) noexcept;
/// The same where the options of every discard are known already.
play::Action decide_turn(const Strategy& strategy, const Turn& turn, const Choices& choices,
                         const Options& all) noexcept;

/// The answer to another's discard or kan. With `compared` it also tells what it compared.
play::Action decide_answer(const Strategy& strategy, const play::View& view, const Choices& choices,
                           Compared* compared = nullptr) noexcept;

}  // namespace oshihiki::strategy
