#pragma once

#include "oshihiki/play/state.hpp"

namespace oshihiki::play {

/// The win of `seat` on `tile` as the scorer sees it: by tsumo when it is the seat's turn, else
/// by ron on the tile offered. Dora are not counted yet (they never decide whether one may win).
score::Win win_on(const State& state, Seat seat, Tile tile) noexcept;

/// Counts dora, red tiles, ura and kita into the win.
void count_dora(const State& state, Seat seat, Tile tile, score::Win& win) noexcept;

}  // namespace oshihiki::play
