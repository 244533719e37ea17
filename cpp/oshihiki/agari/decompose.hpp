#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/fixed_vector.hpp"

namespace oshihiki::agari {

/// One way to read concealed tiles as groups and a pair (melds are apart).
struct Reading {
  enum class Shape : std::uint8_t { kStandard, kChiitoi, kKokushi };
  Shape shape = Shape::kStandard;
  Kind pair = 0;                       ///< standard: the pair; kokushi: the doubled kind
  FixedVector<Kind, 4> runs;           ///< lowest kinds
  FixedVector<Kind, 4> triplets;
  friend constexpr bool operator==(const Reading&, const Reading&) noexcept = default;
};
using Readings = FixedVector<Reading, 16>;

/// All readings of 3n+2 complete concealed tiles; empty when they are not complete.
Readings readings(const Counts& counts, int size) noexcept;

/// Whether the three concealed `kind` are a triplet in every reading, for every wait, of a
/// tenpai hand of 3n+1 tiles.
bool always_triplet(const Counts& counts, const SuitKeys& keys, int size, Kind kind) noexcept;

}  // namespace oshihiki::agari
