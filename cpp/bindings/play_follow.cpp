#include "bind.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/play/follow.hpp"
#include "oshihiki/play/view_record.hpp"

namespace oshihiki::bindings {
namespace {

using play::Action;
using play::Follow;

Seat seat_of(const Follow& follow, int seat) {
  if (seat < 0 || seat >= follow.state().players()) {
    throw Error("follow: there is no seat " + std::to_string(seat));
  }
  return static_cast<Seat>(seat);
}

Tile tile_of(std::uint8_t code) {
  const Tile tile = Tile::from_code(code);
  if (tile.none()) throw Error("follow: " + std::to_string(code) + " is no tile");
  return tile;
}

std::unique_ptr<Follow> make(const rules::Rules& rules, const settle::Standing& standing, int seat,
                             const std::vector<std::uint8_t>& hand, std::uint8_t indicator,
                             std::uint64_t key, std::uint64_t match, std::uint32_t round) {
  play::check_playable(rules);
  if (seat < 0 || seat >= rules.players || standing.dealer >= rules.players || standing.wind > 3) {
    throw Error("follow: a seat, dealer or wind that the rules do not have");
  }
  std::vector<Tile> tiles;
  for (const auto code : hand) tiles.push_back(tile_of(code));
  wall::Address address;
  address.key = key;
  address.match = match;
  address.round = round;
  return std::make_unique<Follow>(rules, address, standing, static_cast<Seat>(seat), tiles,
                                  tile_of(indicator));
}

}  // namespace

void bind_follow(py::module_& m) {
  py::class_<Follow>(m, "Follow", "A round followed from one seat.")
      .def(py::init(&make), py::arg("rules"), py::arg("standing"), py::arg("seat"), py::arg("hand"),
           py::arg("indicator"), py::arg("key") = 0, py::arg("match") = 0, py::arg("round") = 0)
      .def_property_readonly("asked",
                             [](const Follow& f) {
                               return !f.state().over() &&
                                      (play::waiting(f.state()) >> f.seat() & 1u) != 0;
                             })
      .def_property_readonly("over", [](const Follow& f) { return f.state().over(); })
      .def(
          "draw",
          [](Follow& f, int seat, std::optional<std::uint8_t> tile) {
            f.draw(seat_of(f, seat), tile ? tile_of(*tile) : kNoTile);
          },
          py::arg("seat"), py::arg("tile"))
      .def(
          "discard",
          [](Follow& f, int seat, std::uint8_t tile, bool tsumogiri, bool riichi) {
            f.discard(seat_of(f, seat), tile_of(tile), tsumogiri, riichi);
          },
          py::arg("seat"), py::arg("tile"), py::arg("tsumogiri"), py::arg("riichi"))
      .def(
          "call",
          [](Follow& f, int seat, std::uint16_t code) {
            f.call(seat_of(f, seat), Action::from_code(code));
          },
          py::arg("seat"), py::arg("code"))
      .def(
          "declare",
          [](Follow& f, int seat, std::uint16_t code) {
            f.declare(seat_of(f, seat), Action::from_code(code));
          },
          py::arg("seat"), py::arg("code"))
      .def(
          "dora", [](Follow& f, std::uint8_t tile) { f.dora(tile_of(tile)); }, py::arg("tile"))
      .def("legal",
           [](const Follow& f) {
             play::Actions legal;
             play::legal(f.state(), f.seat(), legal);
             std::vector<std::uint16_t> codes;
             for (const Action a : legal) codes.push_back(a.code);
             return codes;
           })
      .def("view", [](const Follow& f) {
        play::ViewRecord record;
        play::pack(play::View(f.state(), f.seat()), record);
        return py::bytes(reinterpret_cast<const char*>(&record), sizeof record);
      });
}

}  // namespace oshihiki::bindings
