#include "oshihiki/wall/wall.hpp"

#include <string>

#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"

namespace oshihiki::wall {
namespace {

// Three players play without the middle of the man suit.
constexpr bool in_wall(Kind k, int players) noexcept { return players == 4 || k == 0 || k >= 8; }

struct Plain {
  std::array<Tile, kMaxTiles> tiles{};
  std::uint8_t size = 0;
};

// The tiles without reds, kinds ascending: made once, because a wall is made for every round.
constexpr Plain plain_tiles(int players) noexcept {
  Plain plain;
  for (Kind k = 0; k < kKinds; ++k) {
    if (!in_wall(k, players)) continue;
    for (int copy = 0; copy < kCopies; ++copy) plain.tiles[plain.size++] = Tile(k);
  }
  return plain;
}

constexpr Plain kFourPlayers = plain_tiles(4);
constexpr Plain kThreePlayers = plain_tiles(3);

}  // namespace

Wall sorted(const rules::Rules& rules) {
  const Plain& plain = rules.players == 3 ? kThreePlayers : kFourPlayers;
  Wall wall;
  wall.tiles = plain.tiles;
  wall.size = plain.size;
  wall.replacement = static_cast<std::uint8_t>(rules.replacement_tiles);
  for (std::size_t last = 3; last < wall.size; last += kCopies) {
    const Kind k = wall.tiles[last].kind();
    for (std::size_t red = 0; red < rules.reds[k]; ++red) wall.tiles[last - red] = Tile(k, true);
  }
  return wall;
}

Wall uniform(const rules::Rules& rules, const Address& address) {
  Wall wall = sorted(rules);
  Stream stream(address);
  shuffle(wall.tiles.data(), wall.size, stream);
  return wall;
}

Wall given(const rules::Rules& rules, const std::vector<Tile>& tiles) {
  Wall wall = sorted(rules);
  if (tiles.size() != wall.size) {
    throw TileError("a wall of " + std::to_string(tiles.size()) + " tiles; " +
                    std::to_string(rules.players) + " players need " + std::to_string(wall.size));
  }
  std::array<std::uint8_t, kKinds> plain{};
  std::array<std::uint8_t, kKinds> red{};
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile t = tiles[i];
    const std::string place = ", at place " + std::to_string(i) + " of the wall (from 0)";
    if (t.none()) {
      throw TileError("tile code " + std::to_string(t.code) + " is no tile" + place);
    }
    const Kind k = t.kind();
    const std::string text = format_tile(t);
    if (!in_wall(k, rules.players)) {
      throw TileError(text + " is not played with three players" + place);
    }
    if (t.red() && rules.reds[k] == 0) {
      throw TileError("red " + text + ", which these rules do not have" + place);
    }
    ++(t.red() ? red : plain)[k];
    if (plain[k] + red[k] > kCopies) throw TileError("a fifth " + text + place);
    const int most = t.red() ? rules.reds[k] : kCopies - rules.reds[k];
    if ((t.red() ? red : plain)[k] > most) {
      throw TileError("more than " + std::to_string(most) + " of " + text +
                      (t.red() ? ", counting red ones only" : ", not counting red ones") + place);
    }
    wall.tiles[i] = t;
  }
  return wall;
}

Kind dora_of(Kind indicator, int players) noexcept {
  if (players == 3 && indicator == 0) return 8;
  const int first = indicator < kEast    ? suit_of(indicator) * 9
                    : indicator < kWhite ? kEast
                                         : kWhite;
  const int ring = indicator < kEast ? 9 : indicator < kWhite ? 4 : 3;
  return static_cast<Kind>(first + (indicator - first + 1) % ring);
}

}  // namespace oshihiki::wall
