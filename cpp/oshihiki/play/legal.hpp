#pragma once

#include "oshihiki/play/state.hpp"

// What the flow of a round and the list of legal actions must agree on.
namespace oshihiki::play {

/// Whether a discard by `from` of that tile is lost to `seat` by its own furiten.
inline bool furiten(const SeatState& me) noexcept {
  return me.furiten_pass || me.furiten_riichi || (me.waits & me.discarded) != 0;
}

/// The kinds kuikae forbids after calling `called` for a chi at that position (pon: position 3).
KindSet forbidden_after(const rules::Rules& rules, Kind called, unsigned position) noexcept;

/// Whether the four kans on the table end the round once the next discard passes.
bool four_kans_abort(const State& state) noexcept;

/// Whether the seat may do anything with the discard offered besides winning on it.
bool can_call(const State& state, Seat seat) noexcept;

/// Tenpai as an exhaustive draw counts it.
bool is_tenpai(const State& state, Seat seat) noexcept;

}  // namespace oshihiki::play
