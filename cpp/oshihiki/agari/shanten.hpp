#pragma once

#include <cstdint>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/hand.hpp"

namespace oshihiki::agari {

enum class Form : std::uint8_t { kBest, kStandard, kChiitoi, kKokushi };

/// Distance to tenpai of the concealed tiles: -1 complete, 0 tenpai, and so on. `size` is the
/// number of concealed tiles (3n+1 or 3n+2, up to 14); melds are what is missing to 13 or 14.
/// Copies are limited to four of the concealed tiles alone: 1111m is not tenpai. Chiitoi and
/// kokushi need 13 or 14 concealed tiles.
int shanten(const Counts& counts, const SuitKeys& keys, int size) noexcept;
int shanten_of(const Counts& counts, const SuitKeys& keys, int size, Form form) noexcept;

inline int shanten(const Hand& hand) noexcept { return shanten(hand.counts, hand.keys, hand.size); }

}  // namespace oshihiki::agari
