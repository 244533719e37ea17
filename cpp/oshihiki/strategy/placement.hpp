#pragma once

#include "oshihiki/strategy/attack.hpp"
#include "oshihiki/strategy/danger.hpp"

namespace oshihiki::strategy {

/// Sets what any win, won points and lost points are worth from the scores and the rounds that are
/// left.
void weigh_by_placement(const play::View& view, const Threats& threats, Stakes& stakes) noexcept;

}  // namespace oshihiki::strategy
