#pragma once

#include <cstdint>

#include "oshihiki/play/action.hpp"
#include "oshihiki/play/view.hpp"

namespace oshihiki::strategy {

enum class Kind : std::uint8_t { kRandom, kTsumogiri, kEfficient, kBalanced };
enum class Fold : std::uint8_t { kNever, kAuto, kAlways };

/// A built-in strategy with its parameters (the lines of params.def).
struct Strategy {
  Kind kind = Kind::kBalanced;
  Fold fold = Fold::kAuto;
  // further parameters: params.def
};

/// Chooses one of `legal` (never empty) for the seat of the view. Reads the view only; equal
/// views and equal lanes give equal choices.
play::Action decide(const Strategy& strategy, const play::View& view,
                    const play::Actions& legal) noexcept;

/// First actions for a study's arms.
enum class First : std::uint8_t { kAttack, kSafest };
play::Action first_action(First first, const Strategy& then, const play::View& view,
                          const play::Actions& legal) noexcept;

}  // namespace oshihiki::strategy
