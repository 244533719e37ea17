#pragma once

#include <string>
#include <string_view>

#include "oshihiki/play/event.hpp"
#include "oshihiki/play/state.hpp"

namespace oshihiki::play {

std::string_view name(ActionType type) noexcept;
std::string_view name(EventType type) noexcept;
std::string_view name(settle::Outcome outcome) noexcept;

/// An action as text: `discard 5m`, `discard 5m tsumogiri`, `riichi 3p`, `chi 3m(4m0m)`,
/// `pon 5z(55z)`, `ankan 1111p`, `pass`.
std::string to_text(Action action);

/// A hand as tile text, the drawn tile apart.
std::string to_text(const Hand& hand, Tile drawn = kNoTile);

/// Where a round is: `E1.0, seat 2, own turn 5, 43 live tiles`.
std::string moment(const State& state, Seat seat);

}  // namespace oshihiki::play
