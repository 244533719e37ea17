#include "oshihiki/agari/shanten.hpp"

#include <doctest/doctest.h>

#include <string>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/text.hpp"

namespace oshihiki::agari {
namespace {

Hand hand(const std::string& text) {
  Hand h;
  for (const Tile t : parse_tiles(text)) h.add(t);
  return h;
}

KindSet kinds(const std::string& text) {
  KindSet set = 0;
  for (const Tile t : parse_tiles(text)) set |= kind_bit(t.kind());
  return set;
}

TEST_CASE("shanten of hands that other projects had wrong") {
  struct Row {
    const char* text;
    int shanten;
  };
  const Row rows[] = {
      {"123m456p789s1122z", 0},
      {"123456789m1111z", 1},
      {"123456789m1111p", 1},
      {"11112222333444z", 1},
      {"11m111122223333z", 2},
      {"23m111122223333z", 2},
      {"112233s123p1111m", 1},
      {"19m19p19s12345z", 6},
      {"1112223334444z", 1},
      {"11122233334444z", 1},
      {"145s36m12579p256z", 5},
      {"12479s5p344569m5z", 3},
      {"245568m245568p77s", 2},
      {"5566m233799p4444z", 1},
      {"11112344449999m", 1},
      {"45z", 0},
      {"11223m55p1z", 0},
      {"14668889m", 1},
      {"7m333789s", 0},
      {"266m14444z", 1},
      {"1112345678999m1z", 0},
      {"19m19p19s1234567z", 0},
      {"19m19p19s12345677z", -1},
      {"1111m", 1},
      {"1m", 0},
      {"11m", -1},
      {"112233m445566p77z", -1},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(shanten(hand(row.text)) == row.shanten);
  }
}

TEST_CASE("waits") {
  CHECK(waits(hand("1112345678999m")) == kinds("123456789m"));
  CHECK(waits(hand("123m456p789s1122z")) == kinds("12z"));
  CHECK(waits(hand("19m19p19s1234567z")) == kinds("19m19p19s1234567z"));
  CHECK(waits(hand("1111m")) == 0);
  CHECK(waits(hand("8999m")) == kinds("78m"));
  CHECK(waits(hand("13m456p789s11225z")) == 0);
}

TEST_CASE("discards and accepted tiles") {
  const Hand h = hand("5566m233799p4444z");
  Discards d;
  discards(h.counts, h.keys, h.size, d);
  CHECK(d.shanten == 1);
  CHECK(d.best == kinds("4z"));
  CHECK(d.after[30].kinds == kinds("27p"));
  CHECK(discards_keeping(h.counts, h.keys, h.size, 1) == d.best);
}

}  // namespace
}  // namespace oshihiki::agari
