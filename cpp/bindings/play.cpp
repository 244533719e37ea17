#include "play.hpp"

#include <pybind11/native_enum.h>

#include <string>
#include <vector>

#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/play/archive.hpp"
#include "oshihiki/play/text.hpp"
#include "oshihiki/play/view_record.hpp"

namespace oshihiki::bindings {
namespace {

using play::Action;
using play::State;

// ---- state to plain Python values and back ------------------------------------------------

template <class T>
py::object to_python(const T& x);

class DictWriter {
 public:
  template <class T>
  void operator()(const char* name, const T& field) {
    dict[name] = to_python(field);
  }
  py::dict dict;
};

template <class T>
py::object to_python(const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return py::bool_(x);
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return py::int_(static_cast<std::uint64_t>(x));
  } else if constexpr (std::is_same_v<T, Tile> || std::is_same_v<T, Action> ||
                       std::is_same_v<T, play::Discard>) {
    return py::int_(x.code);
  } else if constexpr (std::is_same_v<T, Counts>) {
    return to_python(x.n);
  } else if constexpr (requires { x.begin(); }) {
    py::list list;
    for (const auto& item : x) {
      if constexpr (std::is_same_v<std::decay_t<decltype(item)>, std::int32_t>) {
        list.append(py::int_(item));
      } else {
        list.append(to_python(item));
      }
    }
    return list;
  } else {
    DictWriter writer;
    play::archive(writer, x);
    return std::move(writer.dict);
  }
}
template <>
py::object to_python(const std::int32_t& x) {
  return py::int_(x);
}

template <class T>
void from_python(const py::handle& value, T& x, const std::string& path);

class DictReader {
 public:
  DictReader(py::dict dict, std::string path) : dict_(std::move(dict)), path_(std::move(path)) {}
  template <class T>
  void operator()(const char* name, T& field) {
    if (!dict_.contains(name)) throw Error("state: key '" + path_ + name + "' is missing");
    from_python(dict_[name], field, path_ + name);
  }

 private:
  py::dict dict_;
  std::string path_;
};

template <class T>
T number(const py::handle& value, const std::string& path) {
  try {
    return value.cast<T>();
  } catch (const py::cast_error&) {
    throw Error("state: '" + path + "' is " + py::repr(value).cast<std::string>() +
                ", not a number that fits");
  }
}

template <class T>
void from_python(const py::handle& value, T& x, const std::string& path) {
  if constexpr (std::is_enum_v<T>) {
    x = static_cast<T>(number<std::uint8_t>(value, path));
  } else if constexpr (std::is_integral_v<T>) {
    x = number<T>(value, path);
  } else if constexpr (std::is_same_v<T, Tile>) {
    x = Tile::from_code(number<std::uint8_t>(value, path));
  } else if constexpr (std::is_same_v<T, Action> || std::is_same_v<T, play::Discard>) {
    x.code = number<std::uint16_t>(value, path);
  } else if constexpr (std::is_same_v<T, Counts>) {
    from_python(value, x.n, path);
  } else if constexpr (requires { x.begin(); }) {
    const auto list = py::reinterpret_borrow<py::object>(value).cast<py::list>();
    if constexpr (requires { x.push_back(x[0]); }) {
      x.clear();
      if (list.size() > x.capacity()) throw Error("state: '" + path + "' is too long");
      for (std::size_t i = 0; i < list.size(); ++i) {
        std::decay_t<decltype(x[0])> item{};
        from_python(list[i], item, path + "." + std::to_string(i));
        x.push_back(item);
      }
    } else {
      if (list.size() != x.size()) {
        throw Error("state: '" + path + "' has " + std::to_string(list.size()) +
                    " entries, expected " + std::to_string(x.size()));
      }
      for (std::size_t i = 0; i < x.size(); ++i) {
        from_python(list[i], x[i], path + "." + std::to_string(i));
      }
    }
  } else {
    if (!py::isinstance<py::dict>(value)) throw Error("state: '" + path + "' is not an object");
    DictReader reader(py::reinterpret_borrow<py::dict>(value), path + ".");
    play::archive(reader, x);
  }
}

/// What the list of fields leaves out because it follows from the rest.
void rebuild(State& state) {
  for (auto& seat : state.seats) {
    Hand hand;
    for (Kind k = 0; k < kKinds; ++k) {
      if (seat.hand.reds[k] > seat.hand.counts[k] || seat.hand.counts[k] > kCopies) {
        throw Error("state: a hand holds " + std::to_string(seat.hand.counts[k]) + " of " +
                    format_tile(Tile(k)) + ", " + std::to_string(seat.hand.reds[k]) + " red");
      }
      for (int i = 0; i < seat.hand.counts[k]; ++i) hand.add(Tile(k, i < seat.hand.reds[k]));
    }
    seat.hand = hand;
  }
}

// ---- the class ------------------------------------------------------------------------------

settle::Standing standing_of(const py::object& given, const rules::Rules& rules) {
  if (given.is_none()) return settle::start_of_match(rules);
  const auto s = given.cast<settle::Standing>();
  if (s.wind > 3 || s.dealer >= rules.players) {
    throw Error("standing: wind is 0 to 3 and dealer 0 to " + std::to_string(rules.players - 1) +
                ", got " + std::to_string(s.wind) + " and " + std::to_string(s.dealer));
  }
  return s;
}

RoundHandle make_round(const rules::Rules& rules, const py::object& tiles,
                       const py::object& standing, std::uint64_t key, std::uint64_t match,
                       std::uint32_t round, std::uint32_t redeal) {
  play::check_playable(rules);
  RoundHandle h{std::make_shared<const rules::Rules>(rules), {}, {}};
  const wall::Address address{.key = key, .match = match, .round = round, .redeal = redeal};
  wall::Wall wall;
  if (tiles.is_none()) {
    wall = wall::uniform(*h.rules, address);
  } else {
    std::vector<Tile> given;
    for (const auto& code : tiles) given.push_back(Tile::from_code(code.cast<std::uint8_t>()));
    wall = wall::given(*h.rules, given);
  }
  const auto start = standing_of(standing, *h.rules);
  play::start(h.state, *h.rules, wall, address, start, h.events);
  return h;
}

Seat checked_seat(const RoundHandle& h, int seat) {
  if (seat < 0 || seat >= h.state.players()) {
    throw Error("seat " + std::to_string(seat) + ": seats are 0 to " +
                std::to_string(h.state.players() - 1));
  }
  return static_cast<Seat>(seat);
}

std::vector<std::uint16_t> legal_codes(const RoundHandle& h, int seat) {
  play::Actions actions;
  play::legal(h.state, checked_seat(h, seat), actions);
  std::vector<std::uint16_t> codes;
  codes.reserve(actions.size());
  for (const Action a : actions) codes.push_back(a.code);
  return codes;
}

void chombo(RoundHandle& h, int seat) {
  const Seat offender = checked_seat(h, seat);
  if (h.state.over()) throw IllegalActionError("chombo: the round is over");
  if (h.state.rules->chombo == rules::Chombo::impossible) {
    throw IllegalActionError("chombo: these rules have none (chombo = \"impossible\")");
  }
  play::chombo(h.state, offender, h.events);
}

void step(RoundHandle& h, int seat_number, std::uint16_t code, bool punish) {
  const Seat seat = checked_seat(h, seat_number);
  const Action action = Action::from_code(code);
  play::Actions actions;
  play::legal(h.state, seat, actions);
  bool legal = false;
  for (const Action a : actions) legal = legal || a == action;
  if (!legal && punish && play::is_declaration(action.type()) && !h.state.over() &&
      h.state.rules->chombo != rules::Chombo::impossible) {
    play::chombo(h.state, seat, h.events);
    return;
  }
  if (!legal) {
    std::string text =
        "illegal action '" + play::to_text(action) + "' (" + play::moment(h.state, seat) + "): ";
    if (h.state.over()) {
      text += "the round is over";
    } else if (actions.empty()) {
      text += "seat " + std::to_string(seat) + " is not asked now";
    } else {
      text += "legal are ";
      for (std::size_t i = 0; i < actions.size(); ++i) {
        text += (i == 0 ? "" : ", ") + play::to_text(actions[i]);
      }
    }
    throw IllegalActionError(text);
  }
  play::step(h.state, seat, action, h.events);
}

py::list seats_of(unsigned mask) {
  py::list seats;
  for (int i = 0; i < kMaxSeats; ++i) {
    if ((mask >> i & 1) != 0) seats.append(i);
  }
  return seats;
}

py::dict result_of(const RoundHandle& h) {
  const play::Result& r = h.state.result;
  py::dict d;
  d["outcome"] = std::string(play::name(r.outcome));
  d["winners"] = seats_of(r.winners);
  d["tenpai"] = seats_of(r.tenpai);
  d["payer"] = r.payer == kNoSeat ? py::object(py::none()) : py::object(py::int_(r.payer));
  py::list delta;
  py::dict scores;
  for (int i = 0; i < h.state.players(); ++i) {
    const auto s = static_cast<std::size_t>(i);
    delta.append(r.delta[s]);
    if ((r.winners >> i & 1) == 0 || r.outcome == settle::Outcome::kNagashi) continue;
    py::object score = to_python(r.scores[s]);
    score["points"] = r.hand_points[s];
    scores[py::int_(i)] = score;
  }
  d["delta"] = delta;
  d["scores"] = scores;
  return d;
}

py::list events_of(const RoundHandle& h, std::size_t from) {
  py::list list;
  for (std::size_t i = from; i < h.events.events.size(); ++i) {
    const auto& e = h.events.events[i];
    list.append(py::make_tuple(
        static_cast<int>(e.type), e.seat == kNoSeat ? -1 : static_cast<int>(e.seat),
        e.other == kNoSeat ? -1 : static_cast<int>(e.other), e.tile.code, e.action.code, e.value));
  }
  return list;
}

py::list melds_of(const Melds& melds) {
  py::list list;
  for (const auto& m : melds) {
    list.append(py::make_tuple(format_meld(m), m.from == kNoSeat ? -1 : static_cast<int>(m.from),
                               m.called.code));
  }
  return list;
}

py::bytes view_bytes(const RoundHandle& h, int seat) {
  play::ViewRecord record;
  play::pack(play::View(h.state, checked_seat(h, seat)), record);
  return py::bytes(reinterpret_cast<const char*>(&record), sizeof record);
}

/// (name, numpy type, shape, offset, sentence) of each field of a packed view.
py::list view_fields() {
  py::list list;
  const auto add = [&](const char* name, const char* type, std::size_t rows, std::size_t columns,
                       std::size_t offset, const char* sentence) {
    py::list shape;
    if (rows > 0) shape.append(rows);
    if (columns > 0) shape.append(columns);
    list.append(py::make_tuple(name, type, py::tuple(shape), offset, sentence));
  };
  const auto type_name = [](auto value) {
    using T = decltype(value);
    return sizeof(T) == 8        ? "<u8"
           : sizeof(T) == 2      ? "<u2"
           : sizeof(T) == 1      ? "|u1"
           : std::is_signed_v<T> ? "<i4"
                                 : "<u4";
  };
#define PLAY_VIEW(name, value, rows, columns, sentence) \
  add(#name, type_name(value{}), rows, columns, offsetof(play::ViewRecord, name), sentence);
#include "oshihiki/play/table.def"
#undef PLAY_VIEW
  return list;
}

}  // namespace

void bind_play(py::module_& m) {
  py::list actions;
  py::list events;
#define PLAY_ACTION(name, sentence) actions.append(py::make_tuple(#name, sentence));
#include "oshihiki/play/table.def"
#undef PLAY_ACTION
#define PLAY_EVENT(name, sentence) events.append(py::make_tuple(#name, sentence));
#include "oshihiki/play/table.def"
#undef PLAY_EVENT
  auto action_type = py::native_enum<play::ActionType>(m, "ActionType", "enum.IntEnum");
#define PLAY_ACTION(name, sentence) action_type.value(#name, play::ActionType::name);
#include "oshihiki/play/table.def"
#undef PLAY_ACTION
  action_type.finalize();
  auto event_type = py::native_enum<play::EventType>(m, "EventType", "enum.IntEnum");
#define PLAY_EVENT(name, sentence) event_type.value(#name, play::EventType::name);
#include "oshihiki/play/table.def"
#undef PLAY_EVENT
  event_type.finalize();
  m.attr("ACTIONS") = py::tuple(actions);
  m.attr("EVENTS") = py::tuple(events);
  m.attr("STATE_SIZE") = sizeof(State);
  m.attr("VIEW_SIZE") = sizeof(play::ViewRecord);
  m.def("view_fields", &view_fields);
  m.def("check_playable", &play::check_playable, py::arg("rules"));
  m.def("action_text", [](std::uint16_t code) { return play::to_text(Action::from_code(code)); });

  py::class_<RoundHandle>(m, "Round")
      .def(py::init(&make_round), py::arg("rules"), py::arg("wall") = py::none(),
           py::arg("standing") = py::none(), py::arg("key") = 0, py::arg("match") = 0,
           py::arg("round") = 0, py::arg("redeal") = 0)
      .def_property_readonly("rules", [](const RoundHandle& h) { return *h.rules; })
      .def_property_readonly("waiting",
                             [](const RoundHandle& h) { return seats_of(h.state.waiting); })
      .def("legal", &legal_codes, py::arg("seat"))
      .def("step", &step, py::arg("seat"), py::arg("code"), py::arg("chombo") = false)
      .def("chombo", &chombo, py::arg("seat"))
      .def_property_readonly("over", [](const RoundHandle& h) { return h.state.over(); })
      .def_property_readonly("phase",
                             [](const RoundHandle& h) { return static_cast<int>(h.state.phase); })
      .def_property_readonly("turn", [](const RoundHandle& h) { return h.state.turn; })
      .def_property_readonly("drawn", [](const RoundHandle& h) { return h.state.drawn.code; })
      .def_property_readonly("offered", [](const RoundHandle& h) { return h.state.offered.code; })
      .def_property_readonly("live_left", [](const RoundHandle& h) { return h.state.live_left(); })
      .def_property_readonly("deposits",
                             [](const RoundHandle& h) { return h.state.standing.deposits; })
      .def_property_readonly("scores",
                             [](const RoundHandle& h) {
                               py::list list;
                               for (int i = 0; i < h.state.players(); ++i) {
                                 list.append(h.state.standing.scores[static_cast<std::size_t>(i)]);
                               }
                               return list;
                             })
      .def_property_readonly("standing", [](const RoundHandle& h) { return h.state.standing; })
      .def_property_readonly("wall",
                             [](const RoundHandle& h) {
                               py::list list;
                               for (std::size_t i = 0; i < h.state.wall.size; ++i) {
                                 list.append(h.state.wall.tiles[i].code);
                               }
                               return list;
                             })
      .def_property_readonly("indicators",
                             [](const RoundHandle& h) {
                               py::list list;
                               for (int i = 0; i < h.state.indicators; ++i) {
                                 const auto& w = h.state.wall;
                                 list.append(w.tiles[static_cast<std::size_t>(w.dora_at(i))].code);
                               }
                               return list;
                             })
      .def(
          "hand",
          [](const RoundHandle& h, int seat) {
            const Seat s = checked_seat(h, seat);
            const bool own = h.state.turn == s && h.state.phase == play::Phase::kTurn;
            return play::to_text(h.state.seats[s].hand, own ? h.state.drawn : kNoTile);
          },
          py::arg("seat"))
      .def(
          "counts",
          [](const RoundHandle& h, int seat) {
            return h.state.seats[checked_seat(h, seat)].hand.counts.n;
          },
          py::arg("seat"))
      .def(
          "melds",
          [](const RoundHandle& h, int seat) {
            return melds_of(h.state.seats[checked_seat(h, seat)].melds);
          },
          py::arg("seat"))
      .def(
          "river",
          [](const RoundHandle& h, int seat) {
            py::list list;
            for (const auto d : h.state.seats[checked_seat(h, seat)].river) list.append(d.code);
            return list;
          },
          py::arg("seat"))
      .def("view", &view_bytes, py::arg("seat"))
      .def(
          "moment",
          [](const RoundHandle& h, int seat) {
            return play::moment(h.state, checked_seat(h, seat));
          },
          py::arg("seat"))
      .def("events", &events_of, py::arg("start") = 0)
      .def_property_readonly("event_count",
                             [](const RoundHandle& h) { return h.events.events.size(); })
      .def_property_readonly("result", &result_of)
      .def("next_standing",
           [](const RoundHandle& h) {
             if (!h.state.over()) throw IllegalActionError("next_standing: the round is not over");
             const auto next = play::next_round(h.state);
             return py::make_tuple(next.standing, next.over);
           })
      .def(
          "ask_again",
          [](RoundHandle& h) {
            const auto phase = h.state.phase;
            if (phase != play::Phase::kDiscard && phase != play::Phase::kKan &&
                phase != play::Phase::kKita) {
              throw IllegalActionError("ask_again: no tile is answered now");
            }
            play::ask_again(h.state);
          },
          "Finds anew who may answer the offered tile, none having done so yet.")
      .def("clone", [](const RoundHandle& h) { return RoundHandle(h); })
      .def("to_dict", [](const RoundHandle& h) { return to_python(h.state); })
      .def_static(
          "from_dict",
          [](const rules::Rules& rules, const py::dict& dict) {
            play::check_playable(rules);
            RoundHandle h{std::make_shared<const rules::Rules>(rules), {}, {}};
            DictReader reader(dict, "");
            play::archive(reader, h.state);
            h.state.rules = h.rules.get();
            rebuild(h.state);
            play::check_state(h.state);
            return h;
          },
          py::arg("rules"), py::arg("state"))
      .def("__eq__",
           [](const RoundHandle& a, const RoundHandle& b) { return play::same(a.state, b.state); })
      .def("__hash__", [](const RoundHandle& h) { return play::hash(h.state); })
      .def("__copy__", [](const RoundHandle& h) { return RoundHandle(h); })
      .def("__deepcopy__", [](const RoundHandle& h, const py::dict&) { return RoundHandle(h); });
}

}  // namespace oshihiki::bindings
