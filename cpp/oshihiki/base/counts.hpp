#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/base/tile.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace oshihiki {

/// How many of each kind: 34 small counters.
struct Counts {
  std::array<std::uint8_t, kKinds> n{};

  constexpr std::uint8_t& operator[](Kind k) noexcept { return n[k]; }
  constexpr std::uint8_t operator[](Kind k) const noexcept { return n[k]; }
  constexpr int total() const noexcept {
    int sum = 0;
    for (const auto c : n) sum += c;
    return sum;
  }
  friend constexpr bool operator==(const Counts&, const Counts&) noexcept = default;
};

/// The kinds of which there are more than n.
inline KindSet kinds_above(const Counts& counts, int n) noexcept {
#if defined(__SSE2__)
  const auto above = [&](int at) {
    const auto sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(counts.n.data() + at));
    const auto more = _mm_cmpgt_epi8(sixteen, _mm_set1_epi8(static_cast<char>(n)));
    return static_cast<KindSet>(_mm_movemask_epi8(more));
  };
  return above(0) | above(16) << 16 | above(18) << 18;
#else
  KindSet kinds = 0;
  for (Kind k = 0; k < kKinds; ++k) kinds |= KindSet{counts[k] > n} << k;
  return kinds;
#endif
}

inline constexpr std::array<std::uint32_t, 9> kPow5 = {1,    5,     25,    125,   625,
                                                       3125, 15625, 78125, 390625};

/// What a tile of each kind adds to the key of its suit.
inline constexpr std::array<std::uint32_t, kKinds> kWeights = [] {
  std::array<std::uint32_t, kKinds> weights{};
  for (Kind k = 0; k < kKinds; ++k) weights[k] = kPow5[static_cast<std::size_t>(rank_of(k))];
  return weights;
}();

/// The counts of each suit as a number in base 5 (rank r weighs 5^r); what the lookup tables
/// are addressed by. Kept beside the counts because adding a tile is one addition.
struct SuitKeys {
  std::array<std::uint32_t, 4> key{};

  constexpr void add(Kind k) noexcept { key[static_cast<std::size_t>(suit_of(k))] += kWeights[k]; }
  constexpr void remove(Kind k) noexcept {
    key[static_cast<std::size_t>(suit_of(k))] -= kWeights[k];
  }
  static constexpr SuitKeys of(const Counts& counts) noexcept {
    SuitKeys keys;
    for (Kind k = 0; k < kKinds; ++k) {
      keys.key[static_cast<std::size_t>(suit_of(k))] += counts[k] * kWeights[k];
    }
    return keys;
  }
  friend constexpr bool operator==(const SuitKeys&, const SuitKeys&) noexcept = default;
};

}  // namespace oshihiki
