#pragma once

#include <cstdint>

#include "oshihiki/base/tile.hpp"

namespace oshihiki {

/// 0..3 (0..2 in sanma), counted from the first dealer of the match.
using Seat = std::uint8_t;

inline constexpr int kMaxSeats = 4;
inline constexpr Seat kNoSeat = 0xFF;

constexpr Seat next_seat(Seat s, int players) noexcept {
  return static_cast<Seat>(s + 1 == players ? 0 : s + 1);
}
/// How many steps in turn order lie from `from` to `to`: 1 is the next player.
constexpr int seat_distance(Seat from, Seat to, int players) noexcept {
  return to >= from ? to - from : to + players - from;
}
/// The wind (a kind) of a seat in a round with that dealer.
constexpr Kind seat_wind(Seat s, Seat dealer, int players) noexcept {
  return static_cast<Kind>(kEast + seat_distance(dealer, s, players));
}

/// The seat as one bit of a set of seats.
constexpr std::uint8_t seat_bit(Seat seat) noexcept {
  return static_cast<std::uint8_t>(1u << seat);
}

}  // namespace oshihiki
