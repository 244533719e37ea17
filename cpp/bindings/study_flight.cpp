#include <memory>

#include "numpy_io.hpp"
#include "oshihiki/study/flight.hpp"
#include "play.hpp"
#include "study_rows.hpp"

namespace oshihiki::bindings {
namespace {

using study::Flight;
using study::FlightRows;

/// A flight and the arrays it writes to.
struct FlightHandle {
  std::shared_ptr<const rules::Rules> rules;
  py::object views, codes, sizes;
  std::unique_ptr<Flight> flight;

  std::size_t checked_row(std::size_t row) const {
    if (row >= flight->asked()) throw Error("row " + std::to_string(row) + " is not asked");
    return row;
  }
  std::size_t checked_slot(std::size_t slot) const {
    if (slot >= flight->slots()) throw Error("there is no slot " + std::to_string(slot));
    return slot;
  }
};

std::unique_ptr<FlightHandle> make(const rules::Rules& rules, const py::list& players,
                                   std::uint64_t key, std::uint64_t first, std::uint64_t matches,
                                   std::size_t slots, bool rows, bool events,
                                   const py::object& views, const py::object& codes,
                                   const py::object& sizes, bool own_queues,
                                   study::RoundMask census) {
  play::check_playable(rules);
  if (py::len(players) != static_cast<std::size_t>(rules.players)) {
    throw Error(std::to_string(py::len(players)) + " strategies for " +
                std::to_string(rules.players) + " players");
  }
  if (slots == 0) throw Error("slots = 0; at least one match is in flight");
  study::Simulation simulation;
  simulation.rules = rules;
  simulation.key = key;
  simulation.rows = rows;
  if (own_queues) simulation.draws = study::Draws::kOwnQueues;
  std::array<int, kMaxSeats> groups{};
  groups.fill(Flight::kBuiltIn);
  for (std::size_t s = 0; s < py::len(players); ++s) {
    const py::object one = players[s];
    if (py::isinstance<strategy::Strategy>(one)) {
      simulation.strategies[s] = one.cast<strategy::Strategy>();
    } else {
      groups[s] = one.cast<int>();
      if (groups[s] < 0 || groups[s] >= static_cast<int>(Flight::kGroups)) {
        throw Error("group " + std::to_string(groups[s]) + "; 0 to 3 are allowed");
      }
    }
  }
  auto handle = std::make_unique<FlightHandle>();
  handle->rules = std::make_shared<const rules::Rules>(rules);
  handle->views = views;
  handle->codes = codes;
  handle->sizes = sizes;
  FlightRows memory;
  memory.views = reinterpret_cast<play::ViewRecord*>(
      writable<std::uint8_t>(views, "views", slots * sizeof(play::ViewRecord)));
  memory.codes = writable<std::uint16_t>(codes, "codes", slots * FlightRows::kWidth);
  memory.sizes = writable<std::uint8_t>(sizes, "sizes", slots);
  handle->flight =
      std::make_unique<Flight>(simulation, groups, first, matches, slots, events, memory, census);
  return handle;
}

py::tuple advance(FlightHandle& h, int threads) {
  bool playing = false;
  {
    py::gil_scoped_release released;
    playing = h.flight->advance(threads);
  }
  py::list groups;
  for (std::size_t g = 0; g < Flight::kGroups; ++g) {
    const std::size_t begin = h.flight->begin(g), end = h.flight->begin(g + 1);
    if (begin != end) groups.append(py::make_tuple(g, begin, end, h.flight->longest(g)));
  }
  return py::make_tuple(playing, groups, h.flight->ended());
}

/// The first row whose answer is not legal, -1 if there is none.
py::ssize_t answer(FlightHandle& h, std::size_t begin,
                   const py::array_t<std::uint16_t, py::array::c_style>& codes) {
  const auto n = static_cast<std::size_t>(codes.size());
  if (begin + n > h.flight->asked()) throw Error("more answers than rows");
  const std::uint16_t* data = codes.data();
  for (std::size_t i = 0; i < n; ++i) {
    if (!h.flight->is_legal(begin + i, data[i])) return static_cast<py::ssize_t>(i);
    h.flight->answer(begin + i, data[i]);
  }
  return -1;
}

RoundHandle round_of(const FlightHandle& h, std::size_t slot) {
  RoundHandle round{h.rules, h.flight->state(h.checked_slot(slot)), {}};
  round.state.rules = h.rules.get();
  round.events.events = h.flight->events(slot);
  return round;
}

/// Whether only the seat itself sees the event's tile.
bool hidden_tile(play::EventType type) {
  return type == play::EventType::deal || type == play::EventType::draw ||
         type == play::EventType::replacement;
}

py::list events_of(const FlightHandle& h, std::size_t slot, std::size_t from, int seat) {
  const auto& events = h.flight->events(h.checked_slot(slot));
  py::list list;
  for (std::size_t i = from; i < events.size(); ++i) {
    const auto& e = events[i];
    const bool hidden = hidden_tile(e.type) && e.seat != seat;
    list.append(py::make_tuple(static_cast<int>(e.type),
                               e.seat == kNoSeat ? -1 : static_cast<int>(e.seat),
                               e.other == kNoSeat ? -1 : static_cast<int>(e.other),
                               hidden ? kNoTile.code : e.tile.code, e.action.code, e.value));
  }
  return list;
}

}  // namespace

void bind_flight(py::module_& m) {
  m.attr("LEGAL_WIDTH") = FlightRows::kWidth;
  py::class_<FlightHandle>(m, "Flight", "Matches in flight, some seats decided from outside.")
      .def(py::init(&make), py::arg("rules"), py::arg("players"), py::arg("key"), py::arg("first"),
           py::arg("matches"), py::arg("slots"), py::arg("rows"), py::arg("events"),
           py::arg("views"), py::arg("codes"), py::arg("sizes"), py::arg("own_queues") = false,
           py::arg("census") = 0)
      .def("advance", &advance, py::arg("threads"),
           "(playing, [(group, first row, end, longest)], slots whose round is over)")
      .def("answer", &answer, py::arg("begin"), py::arg("codes"))
      .def(
          "chombo",
          [](FlightHandle& h, std::size_t row) {
            if (h.rules->chombo == rules::Chombo::impossible) {
              throw RulesError("the rules have no chombo");
            }
            h.flight->chombo(h.checked_row(row));
          },
          py::arg("row"))
      .def(
          "seat_of",
          [](const FlightHandle& h, std::size_t row) {
            return h.flight->seat_of(h.checked_row(row));
          },
          py::arg("row"))
      .def(
          "slot_of",
          [](const FlightHandle& h, std::size_t row) {
            return h.flight->slot_of(h.checked_row(row));
          },
          py::arg("row"))
      .def("round", &round_of, py::arg("slot"))
      .def(
          "before",
          [](const FlightHandle& h, std::size_t slot) {
            return h.flight->before(h.checked_slot(slot));
          },
          py::arg("slot"))
      .def(
          "address",
          [](const FlightHandle& h, std::size_t slot) {
            const auto& a = h.flight->state(h.checked_slot(slot)).address;
            return py::make_tuple(a.match, a.round, a.redeal);
          },
          py::arg("slot"))
      .def("events", &events_of, py::arg("slot"), py::arg("start"), py::arg("seat"))
      .def(
          "take",
          [](FlightHandle& h, bool everything) {
            return to_python(h.flight->take(everything), h.rules->players);
          },
          py::arg("everything"))
      .def(
          "census", [](const FlightHandle& h) { return census_dict(h.flight->census()); },
          "Of the matches that are over, as census_simulate gives it.");
}

}  // namespace oshihiki::bindings
