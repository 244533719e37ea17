#include "oshihiki/base/text.hpp"

#include <doctest/doctest.h>

#include <string>

#include "oshihiki/base/error.hpp"

using namespace oshihiki;

namespace {

template <class E>
std::string message(auto&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return {};
}

std::string bad_tiles(std::string_view text) {
  return message<TileError>([&] { parse_tiles(text); });
}

std::string bad_meld(std::string_view text) {
  return message<HandError>([&] { parse_meld(text); });
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("tile text names every tile, plain and red, and reads back the same") {
  for (Kind kind = 0; kind < kKinds; ++kind) {
    for (const bool red : {false, true}) {
      const Tile tile(kind, red);
      CHECK(parse_tile(format_tile(tile)) == tile);
    }
  }
  CHECK(format_tile(Tile(4, true)) == "0m");
  CHECK(format_tile(Tile(2, true)) == "3rm");
  CHECK(format_tile(Tile(kRed)) == "7z");
  CHECK(format_tile(kNoTile) == "-");
  CHECK(parse_tile("5s") == Tile(22));
}

TEST_CASE("tile text keeps the order and joins runs of a suit") {
  const std::string text = "12m3p0s4m11z7r7p";
  CHECK(format_tiles(parse_tiles(text)) == text);
  CHECK(parse_tiles(text).size() == 9);
  CHECK(format_tiles(parse_tiles("1m2m 3m")) == "123m");
  CHECK(parse_tiles("").empty());
}

TEST_CASE("bad tile text says which character and where") {
  CHECK(has(bad_tiles("12x"), "unknown letter 'x' at position 3"));
  CHECK(has(bad_tiles("m"), "without digits at position 1"));
  CHECK(has(bad_tiles("12m34"), "position 4"));
  CHECK(has(bad_tiles("8z"), "no honour tile '8z' at position 1"));
  CHECK(has(bad_tiles("0z"), "no honour tile '0z'"));
  CHECK(has(bad_tiles("0rm"), "0 is already the red five"));
  CHECK(has(bad_tiles("1rrm"), "unknown letter 'r'"));
  CHECK(has(message<TileError>([] { parse_tile("12m"); }), "expected one tile, got 2"));
}

TEST_CASE("melds read and write") {
  for (const char* text : {"chi:340m", "pon:555z", "daiminkan:1111p", "kakan:0555s", "ankan:9999m",
                           "chi:123s", "pon:3r3rm3m"}) {
    CAPTURE(text);
    const Meld meld = parse_meld(text);
    CHECK(parse_meld(format_meld(meld)) == meld);
  }
  const Meld chi = parse_meld("chi:034m");
  CHECK(chi.type == MeldType::kChi);
  CHECK(chi.kind == 2);
  CHECK(chi.reds == 1);
  CHECK(chi.red_positions == 4);
  CHECK(format_meld(chi) == "chi:340m");
  CHECK(parse_meld("ankan:0055p").reds == 2);
}

TEST_CASE("bad melds are refused") {
  CHECK(has(bad_meld("340m"), "not a meld"));
  CHECK(has(bad_meld("kan:1111m"), "not a meld"));
  CHECK(has(bad_meld("chi:3456m"), "a chi has 3 tiles, got 4"));
  CHECK(has(bad_meld("chi:124m"), "three tiles in a row"));
  CHECK(has(bad_meld("chi:891m"), "three tiles in a row"));
  CHECK(has(bad_meld("chi:8m9m1p"), "three tiles in a row"));
  CHECK(has(bad_meld("chi:123z"), "three tiles in a row"));
  CHECK(has(bad_meld("pon:112m"), "must be the same"));
}
