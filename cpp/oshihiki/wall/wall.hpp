#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "oshihiki/base/tile.hpp"
#include "oshihiki/rules/rules.hpp"
#include "oshihiki/wall/philox.hpp"

namespace oshihiki::wall {

/// The tiles of a round in the order in which they lie. Tiles are taken from the end: 4, 4, 4
/// and 1 to each seat from the dealer, then the draws. The dead wall is the beginning, in stacks
/// of two (even index below, odd above): first `replacement` tiles (4, or 8 with kita), then the
/// indicators. With R replacement tiles the i-th (from 0) replacement tile lies at i ^ 1, the
/// i-th dora indicator at R + 1 + 2i and its ura at R + 2i. Of the tiles from the beginning 14
/// are dead; each replacement tile taken makes one more live tile dead.
struct Wall {
  std::array<Tile, kMaxTiles> tiles{};
  std::uint8_t size = 0;
  std::uint8_t replacement = 4;

  static constexpr int kDead = 14;
  static constexpr int replacement_at(int i) noexcept { return i ^ 1; }
  constexpr int dora_at(int i) const noexcept { return replacement + 1 + 2 * i; }
  constexpr int ura_at(int i) const noexcept { return replacement + 2 * i; }
  friend constexpr bool operator==(const Wall&, const Wall&) noexcept = default;
};

/// The rules' tiles, sorted: kinds ascending, red copies last.
Wall sorted(const rules::Rules& rules);

/// Every order equally likely, by address.
Wall uniform(const rules::Rules& rules, const Address& address);

/// A wall given tile by tile. Throws TileError: a wrong number of tiles, a fifth copy, a tile
/// the rules do not have.
Wall given(const rules::Rules& rules, const std::vector<Tile>& tiles);

/// The kind an indicator of that kind points at: the next one, in a ring of 9, 4 or 3; in
/// three-player rules 1m points at 9m and 9m at 1m.
Kind dora_of(Kind indicator, int players) noexcept;

}  // namespace oshihiki::wall
