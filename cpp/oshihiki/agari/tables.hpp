#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "oshihiki/agari/distance.hpp"

// The lookup tables behind shanten and waits, made at build time by cpp/tools/make_tables.cpp.
//
// The distances of a suit take only 130 different values (its class), those of two or more
// suits together only 180 (a group class). So a suit's key is looked up to one byte, two bytes
// to one, and the last two to the number of tiles that are missing.

namespace oshihiki::agari {

inline constexpr std::size_t kNumberKeys = 1953125;  // 5^9
inline constexpr std::size_t kHonourKeys = 78125;    // 5^7
inline constexpr std::size_t kSuitClasses = 130;
inline constexpr std::size_t kGroupClasses = 180;

/// Ten distances of six bits each, entry e at bit 6e, so that sums and differences of all of
/// them are one operation.
using PackedDistances = std::uint64_t;

/// A packed entry for a share of the groups that does not exist: larger than any distance.
inline constexpr unsigned kPackedFar = 18;

/// One 1 in each of the ten fields.
inline constexpr PackedDistances kPackedOnes = [] {
  PackedDistances ones = 0;
  for (int e = 0; e < 10; ++e) ones |= PackedDistances{1} << 6 * e;
  return ones;
}();

struct Tables {
  /// Class by the suit's key. Keys of more than 14 tiles are 0 and never asked for.
  std::uint8_t number[kNumberKeys];
  std::uint8_t honour[kHonourKeys];
  /// Group class of two suits.
  std::uint8_t pair[kSuitClasses][kSuitClasses];
  /// Group class of two or three suits and one more.
  std::uint8_t triple[kGroupClasses][kSuitClasses];
  /// Tiles missing to n groups and a pair, by n and the group classes of the two halves.
  std::uint8_t missing[5][kGroupClasses][kGroupClasses];
  /// To bring what follows to a multiple of eight bytes.
  std::uint8_t padding[8 - (kNumberKeys + kHonourKeys + kSuitClasses * kSuitClasses +
                            kGroupClasses * kSuitClasses + 5 * kGroupClasses * kGroupClasses) %
                               8];
  /// The distances of a suit class.
  PackedDistances suit[kSuitClasses];
  /// For n groups: what the other suits lack, by their group class, in the entry of the share
  /// that is left to the suit; kPackedFar where no such share exists.
  PackedDistances rest[5][kGroupClasses];
};
static_assert(offsetof(Tables, suit) % 8 == 0);
static_assert(sizeof(Tables) < 3'000'000);

extern "C" {
#if defined(__GNUC__)
// Hidden: read directly from position-independent code.
extern const Tables oshihiki_agari_tables __attribute__((visibility("hidden")));
#else
extern const Tables oshihiki_agari_tables;
#endif
}

inline const Tables& tables() noexcept { return oshihiki_agari_tables; }

}  // namespace oshihiki::agari
