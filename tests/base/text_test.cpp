#include "oshihiki/base/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "oshihiki/base/error.hpp"

namespace oshihiki {
namespace {

template <class F>
std::string message(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing thrown";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("tiles to text and back") {
  for (const char* text :
       {"123m406p789s11z", "1m2p3s4z", "3r7rm05p", "1234567z", "", "5m", "0s", "1rz", "12m3p4m"}) {
    CAPTURE(text);
    CHECK(format_tiles(parse_tiles(text)) == text);
  }
  CHECK(format_tiles(parse_tiles(" 12m 3m ")) == "123m");
  CHECK(format_tile(kNoTile) == "-");
}

TEST_CASE("each tile is read as itself") {
  CHECK(parse_tile("1m") == Tile(0));
  CHECK(parse_tile("9s") == Tile(26));
  CHECK(parse_tile("7z") == Tile(kRed));
  CHECK(parse_tile("0p") == Tile(13, true));
  CHECK(parse_tile("5p") == Tile(13));
  CHECK(parse_tile("5rp") == Tile(13, true));
  CHECK(parse_tile("3rs") == Tile(20, true));
}

TEST_CASE("what is no tile is named with its place") {
  CHECK(has(message([] { parse_tiles("777h"); }), "'h' at position 4"));
  CHECK(has(message([] { parse_tiles("m1"); }), "'m' without digits at position 1"));
  CHECK(has(message([] { parse_tiles("12m45"); }), "position 4"));
  CHECK(has(message([] { parse_tiles("18z"); }), "'8z' at position 2"));
  CHECK(has(message([] { parse_tiles("0z"); }), "'0z'"));
  CHECK(has(message([] { parse_tiles("0rm"); }), "0 is already the red five"));
  CHECK(has(message([] { parse_tiles("rm"); }), "'r' at position 1"));
  CHECK(has(message([] { parse_tile("12m"); }), "expected one tile, got 2"));
  CHECK(has(message([] { parse_tile(""); }), "got 0"));
}

TEST_CASE("messages show whole characters and no control characters") {
  CHECK(has(message([] { parse_tiles("1m\xC3\xA9"); }), "unknown letter '\xC3\xA9'"));
  CHECK(has(message([] { parse_tiles("1m\xC3"); }), "unknown letter '\\xc3'"));
  CHECK(has(message([] { parse_tiles(std::string("1\0m", 3)); }), "unknown letter '\\x00'"));
}

TEST_CASE("melds") {
  for (const char* text :
       {"chi:340m", "pon:555z", "daiminkan:1111p", "kakan:1111p", "ankan:1111p", "chi:789s"}) {
    CAPTURE(text);
    CHECK(format_meld(parse_meld(text)) == text);
  }
  const auto red_pon = parse_meld("pon:550s");
  CHECK(red_pon.reds == 1);
  CHECK(red_pon.kind == 22);
  CHECK(parse_meld("chi:534m").kind == 2);
  CHECK(parse_meld("chi:340m").red_positions == 4);
  for (const char* text : {"123m", "run:123m", "chi:1234m", "chi:12m", "pon:112m", "chi:135m",
                           "chi:123z", "chi:89m1p", "ankan:111m", "pon:1111m", "kan:1111m"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_meld(text), HandError);
  }
  CHECK_THROWS_AS(parse_meld("pon:11h"), TileError);
}

}  // namespace
}  // namespace oshihiki
