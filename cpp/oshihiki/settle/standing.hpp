#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/base/seat.hpp"
#include "oshihiki/rules/rules.hpp"

namespace oshihiki::settle {

using Points = std::array<std::int32_t, kMaxSeats>;

/// Where a match stands when a round begins (and, for the scores and deposits, during it).
struct Standing {
  Points scores{};
  std::uint8_t wind = 0;          ///< 0 East round, 1 South, 2 West, 3 North
  Seat dealer = 0;                ///< 0..players-1, also the round's number - 1
  std::uint16_t honba = 0;        ///< counters
  std::uint16_t deposits = 0;     ///< riichi sticks on the table
  std::uint16_t dealer_wins = 0;  ///< the dealer's wins in a row (local yaku)
  friend bool operator==(const Standing&, const Standing&) noexcept = default;
};

Standing start_of_match(const rules::Rules& rules) noexcept;

}  // namespace oshihiki::settle
