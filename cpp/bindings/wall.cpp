#include "oshihiki/wall/wall.hpp"

#include "bind.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/wall/physical.hpp"
#include "oshihiki/wall/tenhou.hpp"

namespace oshihiki::bindings {
namespace {

using rules::Rules;
using wall::Wall;

std::vector<Tile> tiles_of(const Wall& w) { return {w.tiles.begin(), w.tiles.begin() + w.size}; }

py::bytes codes_of(const Wall& w) {
  std::string codes;
  for (const Tile t : tiles_of(w)) codes.push_back(static_cast<char>(t.code));
  return codes;
}

std::vector<Tile> from_codes(const py::bytes& given) {
  std::vector<Tile> tiles;
  for (const char code : std::string(given)) {
    tiles.push_back(Tile::from_code(static_cast<std::uint8_t>(code)));
  }
  return tiles;
}

wall::Address address_of(std::uint64_t key, std::uint64_t match, std::uint32_t round,
                         std::uint32_t redeal) {
  wall::Address address;
  address.key = key;
  address.match = match;
  address.round = round;
  address.redeal = redeal;
  return address;
}

py::tuple dealt(wall::TenhouWalls& walls) {
  const wall::TenhouWalls::Dealt d = walls.next();
  const std::string ids(reinterpret_cast<const char*>(d.ids.data()), d.wall.size);
  return py::make_tuple(d.wall, py::bytes(ids), py::make_tuple(d.dice[0], d.dice[1]));
}

py::list random_words(std::uint64_t key, std::uint64_t match, std::uint32_t round,
                      std::uint32_t redeal, std::uint32_t seat, std::uint32_t decision,
                      std::uint32_t use, int count) {
  wall::Address address = address_of(key, match, round, redeal);
  address.seat = seat;
  address.decision = decision;
  address.use = static_cast<wall::Use>(use);
  wall::Stream stream(address);
  py::list words;
  for (int i = 0; i < count; ++i) words.append(stream.next());
  return words;
}

}  // namespace

void bind_wall(py::module_& m) {
  py::class_<Wall>(m, "Wall", "The tiles of a round in the order in which they lie.")
      .def_property_readonly("codes", &codes_of, "A byte a tile: kind 0..33, plus 64 when red.")
      .def_property_readonly(
          "text", [](const Wall& w) { return format_tiles(tiles_of(w)); }, "All tiles as text.")
      .def_readonly("size", &Wall::size, "How many tiles.")
      .def_readonly("replacement", &Wall::replacement, "How many replacement tiles.")
      .def("__len__", [](const Wall& w) { return w.size; })
      .def(
          "__eq__", [](const Wall& a, const Wall& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Wall& w) { return py::hash(codes_of(w)); })
      .def("__repr__", [](const Wall& w) { return "<Wall " + format_tiles(tiles_of(w)) + ">"; })
      .def(py::pickle([](const Wall& w) { return py::make_tuple(codes_of(w), w.replacement); },
                      [](const py::tuple& state) {
                        Wall w;
                        for (const Tile t : from_codes(state[0].cast<py::bytes>())) {
                          if (w.size == kMaxTiles)
                            throw TileError("a pickled wall of more than 136 tiles");
                          w.tiles[w.size++] = t;
                        }
                        w.replacement = state[1].cast<std::uint8_t>();
                        return w;
                      }));

  py::class_<wall::TenhouWalls>(m, "TenhouWalls", "Tenhou's generator of a match's walls.")
      .def(py::init<std::string_view, const Rules&>(), py::arg("seed"), py::arg("rules"))
      .def("next", &dealt, "(wall, ids as bytes, (die, die)) of the next round.");

  m.def("wall_sorted", &wall::sorted, py::arg("rules"));
  m.def(
      "wall_uniform",
      [](const Rules& rules, std::uint64_t key, std::uint64_t match, std::uint32_t round,
         std::uint32_t redeal) {
        return wall::uniform(rules, address_of(key, match, round, redeal));
      },
      py::arg("rules"), py::arg("key"), py::arg("match"), py::arg("round"), py::arg("redeal"));
  m.def(
      "wall_given",
      [](const Rules& rules, const std::string& text) {
        return wall::given(rules, parse_tiles(text));
      },
      py::arg("rules"), py::arg("text"));
  m.def(
      "wall_given_codes",
      [](const Rules& rules, const py::bytes& codes) {
        return wall::given(rules, from_codes(codes));
      },
      py::arg("rules"), py::arg("codes"));
  m.def(
      "wall_physical",
      [](const Rules& rules, const Wall& w, std::uint64_t key, std::uint64_t match,
         std::uint32_t round, std::uint32_t redeal) {
        const wall::Physical p = wall::physical(rules, w, address_of(key, match, round, redeal));
        py::list walls;
        for (int seat = 0; seat < p.walls; ++seat) {
          std::vector<std::pair<std::string, std::string>> stacks;
          for (int s = 0; s < p.stacks; ++s) {
            const wall::Stack& stack = p.at(seat, s);
            stacks.emplace_back(format_tile(stack.upper), format_tile(stack.lower));
          }
          walls.append(py::cast(stacks));
        }
        return py::make_tuple(py::make_tuple(p.seating[0], p.seating[1]), p.east,
                              py::make_tuple(p.dice[0], p.dice[1]), p.broken, p.count, walls);
      },
      py::arg("rules"), py::arg("wall"), py::arg("key"), py::arg("match"), py::arg("round"),
      py::arg("redeal"),
      "(seating dice, chair of East, break dice, broken wall, stacks counted, walls); walls[w][s] "
      "= (upper, lower), w from East in turn order, s from the right of its owner.");
  m.def(
      "dora_of",
      [](int kind, int players) {
        if (kind < 0 || kind >= kKinds)
          throw TileError("kind " + std::to_string(kind) + "; 0 to 33");
        return wall::dora_of(static_cast<Kind>(kind), players);
      },
      py::arg("kind"), py::arg("players"));
  m.def(
      "parse_tile_code", [](const std::string& text) { return parse_tile(text).code; },
      py::arg("text"));
  m.def("random_words", &random_words, py::arg("key"), py::arg("match"), py::arg("round"),
        py::arg("redeal"), py::arg("seat"), py::arg("decision"), py::arg("use"), py::arg("count"));
}

}  // namespace oshihiki::bindings
