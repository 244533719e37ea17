#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oshihiki/base/meld.hpp"
#include "oshihiki/base/tile.hpp"

namespace oshihiki {

/// Reads tile text: digits before a suit letter (`123m406p789s11z`). `0` is the red five; any
/// other red tile is written with an `r` behind its digit (`3r7rm` is a red 3m and a red 7m).
/// Spaces are passed over. Throws TileError naming the character and where it stands.
std::vector<Tile> parse_tiles(std::string_view text);

/// Reads exactly one tile. Throws TileError.
Tile parse_tile(std::string_view text);

/// Tile text of the tiles in the order given, one letter a run of a suit (`12m3p4m`).
std::string format_tiles(const std::vector<Tile>& tiles);
std::string format_tile(Tile tile);

/// Reads one meld: `chi:340m pon:555z daiminkan:1111p kakan:1111p ankan:1111p`. Throws HandError.
Meld parse_meld(std::string_view text);
std::string format_meld(const Meld& meld);

}  // namespace oshihiki
