#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The lookup tables behind shanten and waits, made at build time by cpp/tools/make_tables.cpp.
//
// The distances (distance.hpp) of a suit take only 130 different values (its class), those of two
// or more suits together only 180 (a group class). So a suit's key is looked up to one byte, two
// bytes to one, and the last two to the number of tiles that are missing.

namespace oshihiki::agari {

inline constexpr std::size_t kNumberKeys = 1953125;  // 5^9
inline constexpr std::size_t kHonourKeys = 78125;    // 5^7
inline constexpr std::size_t kSuitClasses = 130;
inline constexpr std::size_t kGroupClasses = 180;

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
  /// The same by the group class of three suits and the class of the fourth. (As wide as any byte
  /// of these tables may be: a fifth copy of a kind is looked up somewhere, and taken out
  /// afterwards.)
  std::uint8_t fourth[5][kGroupClasses][kGroupClasses];
};
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
