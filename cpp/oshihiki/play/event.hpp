#pragma once

#include <cstdint>
#include <vector>

#include "oshihiki/base/seat.hpp"
#include "oshihiki/play/action.hpp"

namespace oshihiki::play {

enum class EventType : std::uint8_t {
#define PLAY_EVENT(name, sentence) name,
#include "oshihiki/play/table.def"
#undef PLAY_EVENT
  kCount
};

/// One thing that happened. Fields that say nothing for a type are kNoSeat, no tile, 0.
struct Event {
  EventType type = EventType::start;
  Seat seat = kNoSeat;
  Seat other = kNoSeat;
  Tile tile{};
  Action action{};
  std::int32_t value = 0;
  friend bool operator==(const Event&, const Event&) noexcept = default;
};

/// Nobody listens: everything that makes events is compiled out.
struct NoEvents {
  static constexpr bool kListens = false;
  void operator()(const Event&) noexcept {}
};

/// Keeps every event.
struct EventList {
  static constexpr bool kListens = true;
  std::vector<Event> events;
  void operator()(const Event& e) { events.push_back(e); }
};

/// Tells an event to who listens; where nobody does nothing is left of it.
template <class Sink>
void tell([[maybe_unused]] Sink& sink, [[maybe_unused]] const Event& event) {
  if constexpr (Sink::kListens) sink(event);
}

}  // namespace oshihiki::play
