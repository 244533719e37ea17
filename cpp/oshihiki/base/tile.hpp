#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace oshihiki {

/// A tile kind, 0..33: 1m..9m 1p..9p 1s..9s, then E S W N white green red.
using Kind = std::uint8_t;

inline constexpr int kKinds = 34;
inline constexpr int kCopies = 4;
inline constexpr int kMaxTiles = kKinds * kCopies;

inline constexpr Kind kEast = 27;
inline constexpr Kind kSouth = 28;
inline constexpr Kind kWest = 29;
inline constexpr Kind kNorth = 30;
inline constexpr Kind kWhite = 31;
inline constexpr Kind kGreen = 32;
inline constexpr Kind kRed = 33;

constexpr bool is_honour(Kind k) noexcept { return k >= kEast; }
constexpr bool is_wind(Kind k) noexcept { return k >= kEast && k <= kNorth; }
constexpr bool is_dragon(Kind k) noexcept { return k >= kWhite; }
/// 0 man, 1 pin, 2 sou, 3 honours.
constexpr int suit_of(Kind k) noexcept { return k / 9; }
/// 0..8 within the suit.
constexpr int rank_of(Kind k) noexcept { return k % 9; }
constexpr bool is_terminal(Kind k) noexcept { return k < kEast && (k % 9 == 0 || k % 9 == 8); }
constexpr bool is_terminal_or_honour(Kind k) noexcept { return is_honour(k) || is_terminal(k); }

/// A set of kinds, bit k for kind k.
using KindSet = std::uint64_t;

constexpr KindSet kind_bit(Kind k) noexcept { return KindSet{1} << k; }
constexpr bool contains(KindSet set, Kind k) noexcept { return (set >> k & 1) != 0; }

inline constexpr KindSet kAllKinds = (KindSet{1} << kKinds) - 1;
inline constexpr KindSet kTerminalsAndHonours = [] {
  KindSet set = 0;
  for (Kind k = 0; k < kKinds; ++k) {
    if (is_terminal_or_honour(k)) set |= kind_bit(k);
  }
  return set;
}();

/// Calls f(kind) for each kind of the set, lowest first.
template <class F>
constexpr void for_each_kind(KindSet set, F&& f) {
  while (set != 0) {
    f(static_cast<Kind>(std::countr_zero(set)));
    set &= set - 1;
  }
}

/// A kind, plus whether it is red: one byte, low 6 bits the kind, bit 6 red.
struct Tile {
  std::uint8_t code = kNone;

  static constexpr std::uint8_t kRedBit = 0x40;
  static constexpr std::uint8_t kNone = 0x3F;

  constexpr Tile() noexcept = default;
  constexpr explicit Tile(Kind kind, bool red = false) noexcept
      : code(static_cast<std::uint8_t>(kind | (red ? kRedBit : 0))) {}
  static constexpr Tile from_code(std::uint8_t code) noexcept {
    Tile t;
    t.code = code;
    return t;
  }

  constexpr Kind kind() const noexcept { return code & 0x3F; }
  constexpr bool red() const noexcept { return (code & kRedBit) != 0; }
  constexpr bool none() const noexcept { return kind() >= kKinds; }
  friend constexpr bool operator==(Tile, Tile) noexcept = default;
};
static_assert(sizeof(Tile) == 1);

inline constexpr Tile kNoTile{};

}  // namespace oshihiki
