#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/agari/suit_reading.hpp"
#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/fixed_vector.hpp"

namespace oshihiki::agari {

/// One way to read concealed tiles as groups and a pair (melds are apart).
struct Reading {
  enum class Shape : std::uint8_t { kStandard, kChiitoi, kKokushi };
  Shape shape = Shape::kStandard;
  Kind pair = 0;              ///< standard: the pair; kokushi: the doubled kind
  FixedVector<Kind, 4> runs;  ///< lowest kinds
  FixedVector<Kind, 4> triplets;
  friend constexpr bool operator==(const Reading&, const Reading&) noexcept = default;
};
using Readings = FixedVector<Reading, 16>;

/// All readings of 3n+2 complete concealed tiles; empty when they are not complete.
Readings readings(const Counts& counts, int size) noexcept;

/// Whether the three concealed `kind` are a triplet in every reading, for every wait, of a
/// tenpai hand of 3n+1 tiles.
bool always_triplet(const Counts& counts, const SuitKeys& keys, int size, Kind kind) noexcept;

/// The slot of a suit's key, or kEmptySlot when the tiles are not groups and at most one pair.
std::uint64_t suit_slot(std::uint32_t key) noexcept;

/// Brings the slots of a hand that will be split soon nearer.
void prefetch(const SuitKeys& keys) noexcept;

/// A complete concealed hand of groups and one pair, as readings of its suits. At most one suit
/// has more than one reading; `several` is that suit, -1 when there is one reading in all.
struct SuitSplit {
  std::array<SuitReading, 4> suit;  ///< man, pin, sou, honours
  int several = -1;
  const std::uint64_t* more = nullptr;  ///< the further readings of `several`
};

/// Splits 3n+2 tiles into suit readings; false when they are not groups and one pair.
bool split(const Counts& counts, const SuitKeys& keys, SuitSplit& out) noexcept;

/// The reading that the words say, groups in rising order.
Reading to_reading(const std::array<SuitReading, 4>& suits) noexcept;

/// Seven different pairs.
bool is_chiitoi(const Counts& counts) noexcept;
/// One of each terminal and honour, and one of them twice.
bool is_kokushi(const Counts& counts) noexcept;

}  // namespace oshihiki::agari
