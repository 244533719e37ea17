#include "oshihiki/agari/shanten.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "oshihiki/agari/batch.hpp"
#include "oshihiki/agari/limited.hpp"
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

/// Hands of `size` tiles of the kinds below `kinds`, from a seed.
std::vector<Hand> deal(std::size_t n, int size, unsigned kinds, std::uint32_t seed) {
  std::vector<Hand> out(n);
  std::mt19937 random(seed);
  for (auto& h : out) {
    while (h.size < size) {
      const auto k = static_cast<Kind>(random() % kinds);
      if (random() % kCopies >= h.counts[k]) h.add(Tile(k));
    }
  }
  return out;
}

TEST_CASE("accepted tiles are those that lower shanten, discards those of the hands left") {
  std::uint32_t seed = 1;
  for (const unsigned pool : {9u, 18u, 34u}) {
    for (const int size : {1, 4, 7, 10, 13}) {
      for (const Hand& h : deal(120, size, pool, seed++)) {
        KindSet expected = 0;
        for (Kind k = 0; k < kKinds; ++k) {
          if (h.counts[k] == kCopies) continue;
          Hand more = h;
          more.add(Tile(k));
          if (shanten(more) < shanten(h)) expected |= kind_bit(k);
        }
        const auto a = accepted(h.counts, h.keys, h.size);
        CHECK(a.shanten == shanten(h));
        CHECK(a.kinds == expected);
        CHECK(waits(h) == (a.shanten == 0 ? expected : 0));
        Counts four;
        four.n.fill(kCopies);
        const auto slow = accepted_limited(h.counts, h.size, Form::kBest, four);
        CHECK(slow.shanten == a.shanten);
        CHECK(slow.kinds == expected);
      }
      for (const Hand& h : deal(120, size + 1, pool, seed++)) {
        Discards d;
        discards(h.counts, h.keys, h.size, d);
        int best = 99;
        for_each_kind(h.present, [&](Kind k) {
          Hand left = h;
          left.remove(Tile(k));
          const auto a = accepted(left.counts, left.keys, left.size);
          CHECK(d.after[k].shanten == a.shanten);
          CHECK(d.after[k].kinds == a.kinds);
          CHECK(contains(d.best, k) == (a.shanten == d.shanten));
          best = std::min<int>(best, a.shanten);
        });
        CHECK(d.shanten == best);
        CHECK((d.best & ~h.present) == 0);
        CHECK(discards_keeping(h.counts, h.keys, h.size, best) == d.best);
        CHECK(is_complete(h.counts, h.keys, h.size) == (shanten(h) == -1));
      }
    }
  }
}

/// Every exchange by looking at each hand it makes.
std::vector<std::array<std::uint64_t, 3>> slow_exchanges(const Hand& h, KindSet drawn) {
  std::vector<std::array<std::uint64_t, 3>> out;
  for_each_kind(drawn, [&](Kind k) {
    if (h.counts[k] == kCopies) return;
    for_each_kind(h.present & ~kind_bit(k), [&](Kind x) {
      Hand left = h;
      left.add(Tile(k));
      left.remove(Tile(x));
      if (shanten(left) == 0) out.push_back({k, x, waits(left)});
    });
  });
  std::sort(out.begin(), out.end());
  return out;
}

TEST_CASE("exchanges that make a hand ready are all found, with what it then waits for") {
  std::vector<Hand> hands = {hand("1122334455m678p"), hand("19m19p19s1234566z"),
                             hand("1199m1199p1199s5z"), hand("1111m2222p3333s4z")};
  std::uint32_t seed = 500;
  for (const unsigned pool : {9u, 18u, 34u}) {
    for (const int size : {4, 7, 10, 13}) {
      for (const Hand& h : deal(pool == 34u ? 2000 : 200, size, pool, seed++)) {
        if (shanten(h) == 1) hands.push_back(h);
      }
    }
  }
  REQUIRE(hands.size() > 400);
  Exchanges found;
  std::size_t in_all = 0;
  for (const Hand& h : hands) {
    for (const KindSet drawn : {kAllKinds, kinds("147m258p369s5z")}) {
      exchanges(h.counts, h.keys, h.size, drawn, found);
      std::vector<std::array<std::uint64_t, 3>> as_found;
      for (const Exchange& e : found) as_found.push_back({e.drawn, e.discarded, e.waits});
      std::sort(as_found.begin(), as_found.end());
      CHECK(as_found == slow_exchanges(h, drawn));
      in_all += found.size;
    }
  }
  CHECK(in_all > 5000);
}

TEST_CASE("batches answer as one by one, up to the first bad row") {
  std::vector<Hand> hands;
  std::uint32_t seed = 100;
  for (const int size : {14, 13, 1, 11, 8, 14, 2}) {
    for (const unsigned pool : {9u, 34u}) {
      for (const auto& h : deal(50, size, pool, seed++)) hands.push_back(h);
    }
  }
  std::vector<std::uint8_t> rows;
  for (const auto& h : hands) rows.insert(rows.end(), h.counts.n.begin(), h.counts.n.end());
  const auto n = hands.size();
  for (const auto form : {Form::kBest, Form::kStandard, Form::kChiitoi, Form::kKokushi}) {
    const bool special = form == Form::kChiitoi || form == Form::kKokushi;
    std::vector<std::int8_t> out(n, 99);
    const auto done = shanten_batch(rows.data(), n, form, out.data());
    CHECK(done == (special ? 200 : n));
    for (std::size_t i = 0; i < n; ++i) {
      const auto& h = hands[i];
      CHECK(out[i] == (i < done ? shanten_of(h.counts, h.keys, h.size, form) : 99));
    }
  }
  std::vector<std::int8_t> out(n);
  for (const std::size_t bad : {std::size_t{0}, std::size_t{63}, std::size_t{64}, n - 1}) {
    auto changed = rows;
    changed[bad * kKinds + 20] = 255;
    CHECK(shanten_batch(changed.data(), n, Form::kBest, out.data()) == bad);
    changed = rows;
    std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(bad * kKinds), kKinds,
                std::uint8_t{4});
    CHECK(shanten_batch(changed.data(), n, Form::kBest, out.data()) == bad);
    std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(bad * kKinds), kKinds,
                std::uint8_t{0});
    CHECK(shanten_batch(changed.data(), n, Form::kBest, out.data()) == bad);
  }
}

}  // namespace
}  // namespace oshihiki::agari
