#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bind.hpp"
#include "oshihiki/play/round.hpp"

namespace oshihiki::bindings {

/// A round as Python holds it: the state, the rules it points to, and its events.
struct RoundHandle {
  std::shared_ptr<const rules::Rules> rules;
  play::State state;
  play::EventList events;
};

/// Concealed hands of all seats of a round, tile codes.
inline std::vector<std::vector<std::uint8_t>> hands_of(const play::State& state) {
  std::vector<std::vector<std::uint8_t>> out;
  for (int s = 0; s < state.players(); ++s) {
    const Hand& hand = state.seats[static_cast<std::size_t>(s)].hand;
    auto& codes = out.emplace_back();
    for_each_kind(hand.present, [&](Kind k) {
      for (int i = 0; i < hand.counts[k]; ++i) {
        codes.push_back(Tile(k, i >= hand.counts[k] - hand.reds[k]).code);
      }
    });
  }
  return out;
}

}  // namespace oshihiki::bindings
