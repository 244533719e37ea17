#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "oshihiki/agari/tables.hpp"
#include "oshihiki/base/counts.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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
    KindTally out;
#if defined(__SSE2__)
    const auto sixteen = [&](int at) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(counts.n.data() + at));
    };
    const __m128i low = sixteen(0), middle = sixteen(16), high = sixteen(18);
    const auto above = [&](char n) {
      const __m128i limit = _mm_set1_epi8(n);
      const auto mask = [&](const __m128i& v) {
        return static_cast<KindSet>(_mm_movemask_epi8(_mm_cmpgt_epi8(v, limit)));
      };
      return mask(low) | mask(middle) << 16 | mask(high) << 18;
    };
    out.held = above(0);
    out.twice = above(1);
#else
    for (Kind k = 0; k < kKinds; ++k) {
      out.held |= KindSet{counts[k] >= 1} << k;
      out.twice |= KindSet{counts[k] >= 2} << k;
    }
#endif
    return out;
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
