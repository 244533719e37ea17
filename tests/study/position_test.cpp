#include "oshihiki/study/position.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "oshihiki/base/error.hpp"
#include "oshihiki/settle/match.hpp"
#include "oshihiki/strategy/params.hpp"

using namespace oshihiki;
using namespace oshihiki::study;

namespace {

rules::Rules tenhou() {
  rules::Rules rules;
  rules.reds[4] = rules.reds[13] = rules.reds[22] = 1;
  return rules;
}

/// The first decision to discard with that many opponents in riichi, in self-play.
play::State against(const rules::Rules& rules, int riichi, Seat& hero) {
  const auto strategy = strategy::parse("balanced:fold=never");
  play::NoEvents sink;
  for (std::uint64_t match = 0; match < 500; ++match) {
    wall::Address address;
    address.key = 4;
    address.match = match;
    play::State s;
    play::start(s, rules, wall::uniform(rules, address), address, settle::start_of_match(rules),
                sink);
    while (!s.over()) {
      hero = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      play::Actions legal;
      play::legal(s, hero, legal);
      int in_riichi = 0;
      for (Seat o = 0; o < 4; ++o) {
        in_riichi += o != hero && s.seats[o].riichi == play::Riichi::kYes ? 1 : 0;
      }
      if (s.phase == play::Phase::kTurn && in_riichi == riichi &&
          s.seats[hero].riichi == play::Riichi::kNo) {
        return s;
      }
      play::step(s, hero, strategy::decide(strategy, play::View(s, hero), legal), sink);
    }
  }
  FAIL("no such position");
  return {};
}

}  // namespace

TEST_CASE("positions: worlds keep what is public, and two in riichi are tenpai together") {
  const auto rules = tenhou();
  for (const int riichi : {1, 2}) {
    Seat hero = 0;
    const play::State state = against(rules, riichi, hero);
    const auto balanced = strategy::parse("balanced");
    const Position position(state, hero, Sampling::kTenpai, balanced, {balanced}, 1);
    for (std::uint64_t n = 0; n < 200; ++n) {
      const play::State world = position.world(n);
      Counts all;
      for (const Tile t : std::vector<Tile>(world.wall.tiles.begin(),
                                            world.wall.tiles.begin() + world.live_next)) {
        ++all[t.kind()];
      }
      for (int i = 0; i < world.replaced; ++i) {
        --all[world.wall.tiles[static_cast<std::size_t>(wall::Wall::replacement_at(i))].kind()];
      }
      for (Seat s = 0; s < 4; ++s) {
        const auto& seat = world.seats[s];
        CHECK(seat.hand.size == state.seats[s].hand.size);
        CHECK(seat.river == state.seats[s].river);
        for (Kind k = 0; k < kKinds; ++k)
          all[k] = static_cast<std::uint8_t>(all[k] + seat.hand.counts[k]);
        if (s == hero) {
          CHECK(seat.hand == state.seats[s].hand);
        } else if (seat.riichi == play::Riichi::kYes) {
          CHECK(seat.waits != 0);
          CHECK((seat.waits & (seat.discarded | seat.passed)) == 0);
          CHECK(!seat.furiten_riichi);
        }
      }
      // Indicators lie in the wall and are seen: counted once there, once among the visible.
      for (int i = 0; i < world.indicators; ++i) {
        const auto at = static_cast<std::size_t>(world.wall.dora_at(i));
        CHECK(world.wall.tiles[at] == state.wall.tiles[at]);
        --all[world.wall.tiles[at].kind()];
      }
      for (Kind k = 0; k < kKinds; ++k) CHECK(all[k] + world.visible[k] == kCopies);
    }
  }
}

TEST_CASE("positions: where the hidden tiles truly lie does not matter") {
  const auto rules = tenhou();
  Seat hero = 0;
  const play::State state = against(rules, 1, hero);
  const auto balanced = strategy::parse("balanced");
  for (const Sampling sampling : {Sampling::kTenpai, Sampling::kUniform}) {
    const Position position(state, hero, sampling, balanced, {balanced}, 1);
    play::State other = position.world(99);
    other.address = state.address;
    const Position again(other, hero, sampling, balanced, {balanced}, 1);
    const auto a = position.play(0, 60, ~std::uint64_t{0}, 2);
    const auto b = again.play(0, 60, ~std::uint64_t{0}, 1);
    CHECK(a.sums == b.sums);
    CHECK(a.products == b.products);
    CHECK(a.worlds == 60);
    CHECK(position.play(0, 60, 1, 1).sums[0] == a.sums[0]);
  }
}

TEST_CASE("positions: who has nothing to discard is refused") {
  const auto rules = tenhou();
  Seat hero = 0;
  const play::State state = against(rules, 1, hero);
  const auto balanced = strategy::parse("balanced");
  const auto other = static_cast<Seat>((hero + 1) % 4);
  CHECK_THROWS_AS(Position(state, other, Sampling::kUniform, balanced, {balanced}, 1), StudyError);
  const std::vector<strategy::Strategy> many(64, balanced);
  CHECK_THROWS_AS(Position(state, hero, Sampling::kUniform, balanced, {}, 1), StudyError);
  CHECK_THROWS_AS(Position(state, hero, Sampling::kUniform, balanced, many, 1), StudyError);
  CHECK_THROWS_AS(Position(state, 9, Sampling::kUniform, balanced, {balanced}, 1), StudyError);
}

TEST_CASE("positions: the answer to a tile, others asked by the hands they have in that world") {
  const auto rules = tenhou();
  const auto balanced = strategy::parse("balanced");
  const auto caller = strategy::parse("balanced:calls=400");
  play::NoEvents sink;
  int found = 0, also = 0, not_asked = 0;
  for (std::uint64_t match = 0; match < 60; ++match) {
    wall::Address address;
    address.key = 6;
    address.match = match;
    play::State s;
    play::start(s, rules, wall::uniform(rules, address), address, settle::start_of_match(rules),
                sink);
    while (!s.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      play::Actions legal;
      play::legal(s, seat, legal);
      if (s.phase == play::Phase::kDiscard && legal.size() > 1 && match % 4 == 0) {
        ++found;
        const Position position(s, seat, Sampling::kTenpai, balanced, {balanced}, 1);
        CHECK(position.actions().size() == legal.size());
        for (std::uint64_t n = 0; n < 8; ++n) {
          play::State world = position.world(n);
          REQUIRE((world.waiting >> seat & 1) == 1);
          play::Actions now;
          play::legal(world, seat, now);
          CHECK(now.size() == legal.size());
          for (Seat o = 0; o < 4; ++o) {
            if (o == seat || o == world.turn) continue;
            play::State asked = world;
            asked.waiting = static_cast<std::uint8_t>(1u << o);
            play::legal(asked, o, now);
            const bool waits = (world.waiting >> o & 1) == 1;
            CHECK(waits == (now.size() > 1));
            also += waits;
            not_asked += !waits;
          }
        }
        const auto tally = position.play(0, 4, ~std::uint64_t{0}, 1);
        for (std::size_t a = 0; a < position.actions().size(); ++a) {
          const auto* sums = tally.sums.data() + a * Position::Tally::kFields;
          const auto type = position.actions()[a].type();
          if (type == play::ActionType::ron) CHECK(sums[Position::Tally::kWin] == 4);
          CHECK(sums[Position::Tally::kRonned] == 0);
        }
      }
      play::step(s, seat, strategy::decide(caller, play::View(s, seat), legal), sink);
    }
  }
  CHECK(found > 20);
  CHECK(also > 20);
  CHECK(not_asked > 20);
}

TEST_CASE("positions: ways to go on are played side by side, each as if it were alone") {
  const auto rules = tenhou();
  Seat hero = 0;
  const play::State state = against(rules, 1, hero);
  const auto balanced = strategy::parse("balanced");
  const auto folding = strategy::parse("balanced:fold=always");
  const Position both(state, hero, Sampling::kTenpai, balanced, {balanced, folding}, 1);
  const auto together = both.play(0, 40, ~std::uint64_t{0}, 1);
  CHECK(both.actions().size() ==
        2 * Position(state, hero, Sampling::kTenpai, balanced, {balanced}, 1).actions().size());
  bool differ = false;
  for (std::size_t t = 0; t < 2; ++t) {
    const Position one(state, hero, Sampling::kTenpai, balanced, {t == 0 ? balanced : folding}, 1);
    const auto alone = one.play(0, 40, ~std::uint64_t{0}, 1);
    for (std::size_t a = 0; a < one.actions().size(); ++a) {
      const std::size_t arm = 2 * a + t;
      for (std::size_t f = 0; f < Position::Tally::kFields; ++f) {
        CHECK(together.sums[arm * Position::Tally::kFields + f] ==
              alone.sums[a * Position::Tally::kFields + f]);
      }
      CHECK(together.products[arm * both.actions().size() + arm] ==
            alone.products[a * one.actions().size() + a]);
      differ = differ || together.sums[arm * Position::Tally::kFields] !=
                             together.sums[(arm ^ 1) * Position::Tally::kFields];
    }
  }
  CHECK(differ);
}
