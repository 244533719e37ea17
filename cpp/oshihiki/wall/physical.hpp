#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/wall/wall.hpp"

namespace oshihiki::wall {

struct Stack {
  Tile upper;
  Tile lower;
  friend constexpr bool operator==(const Stack&, const Stack&) noexcept = default;
};

/// How a wall came about at a table. Each player builds a row of stacks two high (17, or 18 with
/// three players); the rows are a ring. East rolls two dice, counts players in turn order from
/// itself as 1, and from the right end of the row found counts as many stacks; the wall is broken
/// behind the last one counted. Tiles are taken clockwise, upper before lower, from the stack
/// left of the break; the seven stacks right of it are dead, and the replacement tiles, then the
/// indicators, lie nearest to it.
struct Physical {
  std::array<std::uint8_t, 2> seating{};  ///< dice of the player who seats the table
  std::uint8_t east = 0;  ///< how far that throw moves from the thrower in turn order to East
  std::array<std::uint8_t, 2> dice{};  ///< East's dice for the break
  std::uint8_t broken = 0;             ///< whose row is broken: 0 East, 1 South, ...
  std::uint8_t count = 0;              ///< stacks counted from its right
  std::uint8_t walls = 4;              ///< rows, one a player
  std::uint8_t stacks = 17;            ///< stacks a row
  std::array<Stack, kMaxTiles / 2> built{};

  /// Stack s, from the right end of the row of that player (0 East, in turn order).
  const Stack& at(int row, int s) const noexcept {
    return built[static_cast<std::size_t>(row * stacks + s)];
  }
};

/// Which stack of the ring lies `s` stacks right of the break, from 0; as row * stacks + stack.
int right_of_break(const Physical& p, int s) noexcept;

/// The table on which throwing the address's dice breaks the wall so that it becomes `wall`.
/// Every order of the built rows is as likely as another, and independent of the dice, when the
/// wall is `uniform`: the same as building first and breaking then.
Physical physical(const rules::Rules& rules, const Wall& wall, const Address& address) noexcept;

}  // namespace oshihiki::wall
