#pragma once

#include "oshihiki/strategy/sight.hpp"
#include "oshihiki/strategy/worth.hpp"

namespace oshihiki::strategy {

/// What a hand of 3n+1 tiles promises that is tenpai on `waits`, by scoring it on each of them.
/// `discard` leaves it (kKinds: it waits for its turn), with riichi or without.
Option tenpai_option(const Sight& sight, const Stakes& stakes, const Counts& counts,
                     const SuitKeys& keys, KindSet waits, Kind discard, bool riichi) noexcept;

}  // namespace oshihiki::strategy
