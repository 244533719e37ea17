#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "oshihiki/agari/tables.hpp"
#include "oshihiki/base/counts.hpp"

// The steps from suit keys to shanten that the rest of the stage is made of.

namespace oshihiki::agari {

/// The classes of the four suits of a hand.
struct SuitClasses {
  std::uint8_t of_suit[4];

  static SuitClasses of(const SuitKeys& keys) noexcept {
    const auto& t = tables();
    return {{t.number[keys.key[0]], t.number[keys.key[1]], t.number[keys.key[2]],
             t.honour[keys.key[3]]}};
  }
};

inline std::uint8_t class_of(std::size_t suit, std::uint32_t key) noexcept {
  return suit == 3 ? tables().honour[key] : tables().number[key];
}

/// Shanten of the standard form with `groups` concealed groups to make.
inline int standard_shanten(const SuitClasses& c, int groups) noexcept {
  const auto& t = tables();
  return t.missing[groups][t.pair[c.of_suit[0]][c.of_suit[1]]][t.pair[c.of_suit[2]][c.of_suit[3]]] -
         1;
}

/// Which kinds are held, and which at least twice.
struct KindTally {
  KindSet held = 0;
  KindSet twice = 0;

  static KindTally of(const Counts& counts) noexcept {
    return {kinds_above(counts, 0), kinds_above(counts, 1)};
  }
};

inline int chiitoi_shanten(const KindTally& kinds) noexcept {
  return 6 - std::popcount(kinds.twice) + std::max(0, 7 - std::popcount(kinds.held));
}

inline int kokushi_shanten(const KindTally& kinds) noexcept {
  return 13 - std::popcount(kinds.held & kTerminalsAndHonours) -
         ((kinds.twice & kTerminalsAndHonours) != 0 ? 1 : 0);
}

}  // namespace oshihiki::agari
