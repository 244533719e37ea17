#pragma once

#include <cstdint>
#include <string>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/score/score.hpp"

namespace oshihiki::score {

/// A win as a user states it: tiles and circumstances, not yet checked and dora not counted.
struct Claim {
  FixedVector<Tile, 14> hand;  ///< concealed, without the winning tile
  Tile win;
  Melds melds;
  Kind seat_wind = kSouth;
  Kind round_wind = kEast;
  Flags flags = 0;
  FixedVector<Tile, 5> dora;  ///< indicators
  FixedVector<Tile, 5> ura;
  std::uint8_t kita = 0;
  std::uint16_t honba = 0;
  std::uint16_t deposits = 0;
};

/// The claim as the scorer takes it: dora counted, everything checked against itself and the
/// rules. Throws TileError or HandError naming what contradicts what.
Win make_win(const Claim& claim, const rules::Rules& rules);

/// What the payers give, counters among them.
struct Payments {
  std::int32_t from_discarder = 0;  ///< a ron's payment
  std::int32_t from_dealer = 0;     ///< tsumo, winner no dealer
  std::int32_t from_others = 0;     ///< tsumo, each non-dealer that is not the winner
  int others = 0;                   ///< how many of them
  std::int32_t deposits = 0;        ///< points of the deposits taken

  std::int32_t total() const noexcept {
    return from_discarder + from_dealer + others * from_others + deposits;
  }
};
Payments payments(const Score& score, bool tsumo, bool dealer, int honba, int deposits,
                  const rules::Rules& rules) noexcept;

/// The name of a flag as the Python argument has it.
const char* name_of(Flag flag) noexcept;

}  // namespace oshihiki::score
