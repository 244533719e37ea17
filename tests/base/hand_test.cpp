#include "oshihiki/base/hand.hpp"

#include <doctest/doctest.h>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/base/seat.hpp"
#include "oshihiki/base/text.hpp"

using namespace oshihiki;

TEST_CASE("a hand keeps counts, reds, suit keys and the kinds present in step") {
  const auto tiles = parse_tiles("0055m19p3r3s777z");
  Hand hand;
  for (const Tile tile : tiles) hand.add(tile);
  CHECK(hand.size == tiles.size());
  CHECK(hand.counts.total() == static_cast<int>(tiles.size()));
  CHECK(hand.counts[4] == 4);
  CHECK(hand.reds[4] == 2);
  CHECK(hand.keys == SuitKeys::of(hand.counts));
  CHECK(hand.present == (kind_bit(4) | kind_bit(9) | kind_bit(17) | kind_bit(20) | kind_bit(kRed)));
  CHECK(hand.any_red == (kind_bit(4) | kind_bit(20)));
  CHECK(hand.has(parse_tile("0m")));
  CHECK(hand.has(parse_tile("5m")));
  hand.remove(parse_tile("0m"));
  hand.remove(parse_tile("0m"));
  CHECK_FALSE(hand.has(parse_tile("0m")));
  CHECK(hand.has(parse_tile("5m")));
  CHECK_FALSE(contains(hand.any_red, 4));
  hand.add(parse_tile("0m"));
  hand.add(parse_tile("0m"));
  for (const Tile tile : tiles) hand.remove(tile);
  CHECK(hand == Hand{});
}

TEST_CASE("terminals and honours are the thirteen kinds") {
  int count = 0;
  KindSet seen = 0;
  for_each_kind(kTerminalsAndHonours, [&](Kind kind) {
    ++count;
    seen |= kind_bit(kind);
    CHECK(is_terminal_or_honour(kind));
  });
  CHECK(count == 13);
  CHECK(seen == kTerminalsAndHonours);
}

TEST_CASE("seats go round the table of three or four") {
  CHECK(next_seat(3, 4) == 0);
  CHECK(next_seat(2, 3) == 0);
  CHECK(next_seat(2, 4) == 3);
  CHECK(seat_distance(3, 0, 4) == 1);
  CHECK(seat_distance(2, 1, 3) == 2);
  CHECK(seat_wind(0, 3, 4) == kSouth);
  CHECK(seat_wind(1, 2, 3) == kWest);
  CHECK(seat_wind(2, 2, 3) == kEast);
}

TEST_CASE("a fixed vector compares what it holds, not what it held") {
  FixedVector<int, 4> a;
  FixedVector<int, 4> b;
  a.push_back(1);
  a.push_back(2);
  a.pop_back();
  b.push_back(1);
  CHECK(a == b);
  b.push_back(3);
  CHECK_FALSE(a == b);
  CHECK(b.back() == 3);
  b.clear();
  CHECK(b.empty());
}
