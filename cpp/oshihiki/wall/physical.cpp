#include "oshihiki/wall/physical.hpp"

namespace oshihiki::wall {
namespace {

std::array<std::uint8_t, 2> roll(Stream& stream) noexcept {
  const std::uint32_t first = stream.below(6);
  const std::uint32_t second = stream.below(6);
  return {static_cast<std::uint8_t>(first + 1), static_cast<std::uint8_t>(second + 1)};
}

// Counting players from the thrower as 1.
std::uint8_t counted(const std::array<std::uint8_t, 2>& dice, int players) noexcept {
  return static_cast<std::uint8_t>((dice[0] + dice[1] - 1) % players);
}

}  // namespace

int right_of_break(const Physical& p, int s) noexcept {
  // Going right leaves a row at its right end and enters that of the next player in turn order
  // at its left end.
  const int all = p.walls * p.stacks;
  const int from_end = (p.broken * p.stacks + (p.stacks - p.count) + s) % all;
  const int row = from_end / p.stacks;
  return row * p.stacks + (p.stacks - 1 - from_end % p.stacks);
}

Physical physical(const rules::Rules& rules, const Wall& wall, const Address& address) noexcept {
  Physical p;
  p.walls = static_cast<std::uint8_t>(rules.players);
  p.stacks = static_cast<std::uint8_t>(wall.size / 2 / rules.players);

  // A table is seated once a match: decision 1 of its first round's dice.
  Address seating = address;
  seating.round = 0;
  seating.redeal = 0;
  seating.decision = 1;
  seating.use = Use::kDice;
  Stream seats(seating);
  p.seating = roll(seats);
  p.east = counted(p.seating, rules.players);

  Address dice = address;
  dice.use = Use::kDice;
  Stream breaks(dice);
  p.dice = roll(breaks);
  p.broken = counted(p.dice, rules.players);
  p.count = static_cast<std::uint8_t>(p.dice[0] + p.dice[1]);

  for (int s = 0; 2 * s < wall.size; ++s) {
    const auto low = static_cast<std::size_t>(2 * s);
    p.built[static_cast<std::size_t>(right_of_break(p, s))] = {wall.tiles[low + 1],
                                                               wall.tiles[low]};
  }
  return p;
}

}  // namespace oshihiki::wall
