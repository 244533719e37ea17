#pragma once

// A round made again from what its events tell, and nothing else.

#include <array>
#include <bit>
#include <stdexcept>
#include <vector>

#include "oshihiki/play/round.hpp"
#include "oshihiki/wall/wall.hpp"

namespace oshihiki::play::testing {

/// A wall that has the tiles of the events where they lay, the others in any order.
inline wall::Wall wall_of(const std::vector<Event>& events, const rules::Rules& rules) {
  const wall::Wall all = wall::sorted(rules);
  wall::Wall wall = all;
  std::array<bool, kMaxTiles> placed{};
  std::array<int, 128> left{};
  for (std::size_t i = 0; i < all.size; ++i) ++left[all.tiles[i].code];
  const auto place = [&](int at, Tile tile) {
    const auto i = static_cast<std::size_t>(at);
    if (placed[i]) throw std::runtime_error("two events tell of one tile of the wall");
    placed[i] = true;
    wall.tiles[i] = tile;
    --left[tile.code];
  };
  int live = wall.size;
  int replaced = 0;
  int indicators = 0;
  int looked_at = 0;
  for (const Event& e : events) {
    if (e.type == EventType::deal || e.type == EventType::draw) place(--live, e.tile);
    if (e.type == EventType::replacement) place(wall::Wall::replacement_at(replaced++), e.tile);
    if (e.type == EventType::dora) place(wall.dora_at(indicators++), e.tile);
    if (e.type == EventType::ura) place(wall.ura_at(looked_at++), e.tile);
  }
  std::size_t code = 0;
  for (std::size_t i = 0; i < wall.size; ++i) {
    if (placed[i]) continue;
    while (left[code] <= 0) ++code;
    --left[code];
    wall.tiles[i] = Tile::from_code(static_cast<std::uint8_t>(code));
  }
  return wall;
}

/// What the seat, asked now, has done by the events that follow.
inline Action answer_of(const State& s, Seat seat, const std::vector<Event>& events,
                        std::size_t next) {
  const bool shows = s.phase == Phase::kShow;
  const bool own_turn = s.phase == Phase::kTurn || s.phase == Phase::kCalled;
  bool declares = false;
  for (; next < events.size(); ++next) {
    const Event& e = events[next];
    if (shows) {
      if (e.type == EventType::tenpai && e.seat == seat) return Action(ActionType::tenpai, kNoTile);
      continue;
    }
    if (own_turn) {
      switch (e.type) {
        case EventType::riichi:
          declares = true;
          break;
        case EventType::discard:
          return Action(declares ? ActionType::riichi : ActionType::discard, e.tile,
                        e.action.tsumogiri());
        case EventType::tsumo:
          return Action(ActionType::tsumo, e.tile);
        case EventType::ankan:
        case EventType::kakan:
        case EventType::kita:
          return e.action;
        case EventType::abort:
          return Action(ActionType::nine_terminals, kNoTile);
        default:
          throw std::runtime_error("an own turn goes on with another's event");
      }
      continue;
    }
    switch (e.type) {
      case EventType::ron:
        if (e.seat == seat) return Action(ActionType::ron, e.tile);
        break;
      case EventType::chi:
      case EventType::pon:
      case EventType::daiminkan:
        return e.seat == seat ? e.action : Action::pass();
      case EventType::abort:
        return e.value == static_cast<std::int32_t>(settle::Outcome::kTripleRon)
                   ? Action(ActionType::ron, s.offered)
                   : Action::pass();
      case EventType::draw:
      case EventType::replacement:
        return Action::pass();
      default:
        break;
    }
  }
  return shows ? Action(ActionType::noten, kNoTile) : Action::pass();
}

/// The round's last moment, played again by its events.
inline State rebuilt(const std::vector<Event>& events, const rules::Rules& rules,
                     const wall::Address& address, const settle::Standing& before,
                     EventList& again) {
  State s;
  start(s, rules, wall_of(events, rules), address, before, again);
  while (!s.over()) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{waiting(s)}));
    // While several answer nothing is told, so each looks on from the same event.
    const Action action = answer_of(s, seat, events, again.events.size());
    if (!is_legal(s, seat, action)) throw std::runtime_error("events tell of an illegal action");
    step(s, seat, action, again);
  }
  return s;
}

}  // namespace oshihiki::play::testing
