#pragma once

#include "oshihiki/play/event.hpp"
#include "oshihiki/play/state.hpp"
#include "oshihiki/play/view.hpp"

namespace oshihiki::play {

/// Refuses rules the engine cannot play, by RulesError naming the option.
void check_playable(const rules::Rules& rules);

/// Refuses a state, read from outside, that cannot be: an index out of range, a tile that is twice
/// or nowhere, a hand of a wrong size, an answer nobody could give. Throws Error with the place.
/// Counts that no table could contradict (points, flags of furiten) are taken as they are.
void check_state(const State& state);

/// Deals: the state stands at the dealer's first decision.
template <class Sink>
void start(State& state, const rules::Rules& rules, const wall::Wall& wall,
           const wall::Address& address, const settle::Standing& standing, Sink& sink);

/// The seats asked now, bit per seat. In a turn one; after a discard all that can do something
/// with it, each of which may answer in any order.
inline unsigned waiting(const State& state) noexcept { return state.waiting; }

/// Everything the seat may do now, in the order of Actions; empty when it is not asked.
void legal(const State& state, Seat seat, Actions& out) noexcept;

/// Whether that action is legal for the seat now.
bool is_legal(const State& state, Seat seat, Action action) noexcept;

/// Takes one seat's answer and goes on to the next decision or the end of the round. The action
/// must be legal (asserted). With several seats waiting it is kept until the last has answered.
template <class Sink>
void step(State& state, Seat seat, Action action, Sink& sink) noexcept;

extern template void start<NoEvents>(State&, const rules::Rules&, const wall::Wall&,
                                     const wall::Address&, const settle::Standing&, NoEvents&);
extern template void start<EventList>(State&, const rules::Rules&, const wall::Wall&,
                                      const wall::Address&, const settle::Standing&, EventList&);
extern template void step<NoEvents>(State&, Seat, Action, NoEvents&) noexcept;
extern template void step<EventList>(State&, Seat, Action, EventList&) noexcept;

/// While a tile is answered: finds anew who may answer it, none having done so yet. For who has
/// given seats other hidden tiles.
void ask_again(State& state) noexcept;

/// Ends the round by a chombo of that seat, at any moment before its end: the sticks of this
/// round's riichi go back, and a mangan is paid where the rules have it. The rules must have chombo
/// (asserted). The next round is this one dealt again.
template <class Sink>
void chombo(State& state, Seat offender, Sink& sink) noexcept;

extern template void chombo<NoEvents>(State&, Seat, NoEvents&) noexcept;
extern template void chombo<EventList>(State&, Seat, EventList&) noexcept;

/// Whether the action, made where it is illegal, is a chombo in rules that have it: a win or riichi
/// declared, or a concealed kan.
constexpr bool is_declaration(ActionType type) noexcept {
  return type == ActionType::tsumo || type == ActionType::ron || type == ActionType::riichi ||
         type == ActionType::ankan;
}

/// After kOver: the settled standing moved on, or the end of the match.
settle::Next next_round(const State& state) noexcept;

}  // namespace oshihiki::play
