#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/strategy.hpp"

namespace oshihiki::study {

using Strategies = std::array<strategy::Strategy, kMaxSeats>;

/// Lets the strategies play a round that has been dealt to its end; those asked at once answer
/// in the order of their seats.
template <class Sink>
void play_on(play::State& state, const Strategies& strategies, Sink& sink) noexcept {
  play::Actions legal;
  while (!state.over()) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
    play::legal(state, seat, legal);
    const play::View view(state, seat);
    play::step(state, seat, strategy::decide(strategies[seat], view, legal), sink);
  }
}

struct PlayedMatch {
  settle::Standing end;
  settle::Placement placement;
  std::uint32_t rounds = 0;
};

/// Plays one whole match from its address. Calls `seen(state)` for every round when it is over;
/// re-deals after a chombo are rounds of their own.
template <class Seen>
PlayedMatch play_match(const rules::Rules& rules, const Strategies& strategies, std::uint64_t key,
                       std::uint64_t match, Seen&& seen) {
  wall::Address address;
  address.key = key;
  address.match = match;
  PlayedMatch played;
  std::array<std::uint8_t, kMaxSeats> chombos{};
  settle::Standing standing = settle::start_of_match(rules);
  play::NoEvents nobody;
  play::State state;
  for (;;) {
    play::start(state, rules, wall::uniform(rules, address), address, standing, nobody);
    play_on(state, strategies, nobody);
    seen(static_cast<const play::State&>(state));
    ++played.rounds;
    const settle::Next next = play::next_round(state);
    standing = next.standing;
    if (state.result.outcome == settle::Outcome::kChombo) {
      ++chombos[state.result.payer];
      ++address.redeal;
    } else {
      address.redeal = 0;
      ++address.round;
    }
    if (next.over) break;
  }
  played.end = standing;
  played.placement = settle::place(standing, chombos, rules);
  return played;
}

}  // namespace oshihiki::study
