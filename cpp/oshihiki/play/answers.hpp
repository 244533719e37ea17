#pragma once

#include "oshihiki/play/state.hpp"

// A tile is offered to the others: who may answer it, who is furiten after it, who takes it.
namespace oshihiki::play {

inline constexpr std::array<Action, kMaxSeats> kAllPass = {Action::pass(), Action::pass(),
                                                           Action::pass(), Action::pass()};

/// Finds who may answer the offered tile; nobody has.
void ask_others(State& state) noexcept;

/// Nobody won on the offered tile: furiten of those it would have completed.
void pass_tile(State& state) noexcept;

/// Who takes the discard: pon and kan before chi, or whoever speaks first. The model of who
/// speaks first is a random order of the seats, drawn for each discard from its own lane.
Seat first_caller(const State& state) noexcept;

/// The meld just taken may make its discarder answer for a yakuman.
void note_pao(SeatState& seat, const Meld& meld, const rules::Rules& rules) noexcept;

}  // namespace oshihiki::play
