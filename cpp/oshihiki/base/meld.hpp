#pragma once

#include <cstdint>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/base/seat.hpp"
#include "oshihiki/base/tile.hpp"

namespace oshihiki {

enum class MeldType : std::uint8_t { kChi, kPon, kDaiminkan, kKakan, kAnkan };

constexpr bool is_kan(MeldType t) noexcept { return t >= MeldType::kDaiminkan; }

/// A declared group. `kind` is its lowest kind (a chi of 345m has kind 3m).
struct Meld {
  MeldType type = MeldType::kChi;
  Kind kind = 0;
  Tile called{};          ///< the tile taken from a discard; none for an ankan
  Seat from = kNoSeat;    ///< who discarded it; none for an ankan
  std::uint8_t reds = 0;  ///< red tiles in the whole group
  /// A chi's red tiles by position (bit 0 the lowest); 0 for other groups.
  std::uint8_t red_positions = 0;

  constexpr bool open() const noexcept { return type != MeldType::kAnkan; }
  constexpr int tiles() const noexcept { return is_kan(type) ? 4 : 3; }
  friend constexpr bool operator==(const Meld&, const Meld&) noexcept = default;
};

using Melds = FixedVector<Meld, 4>;

/// How many tiles of the kind the melds hold.
constexpr int copies_in(const Melds& melds, Kind kind) noexcept {
  int n = 0;
  for (const auto& m : melds) {
    if (m.type == MeldType::kChi) {
      n += kind >= m.kind && kind <= m.kind + 2;
    } else if (m.kind == kind) {
      n += m.tiles();
    }
  }
  return n;
}

/// Whether every meld is an ankan.
constexpr bool is_closed(const Melds& melds) noexcept {
  for (const auto& m : melds) {
    if (m.open()) return false;
  }
  return true;
}

}  // namespace oshihiki
