#include <doctest/doctest.h>

#include <algorithm>
#include <bit>

#include "oshihiki/base/error.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/fork.hpp"

using namespace oshihiki;
using namespace oshihiki::study;
using play::ActionType;

namespace {

ForkPlan call_plan() {
  ForkPlan plan;
  plan.key = 5;
  plan.rules.reds[4] = plan.rules.reds[13] = plan.rules.reds[22] = 1;
  plan.strategies = {strategy::parse("balanced"), strategy::parse("balanced:calls=0")};
  plan.calls = true;
  plan.spot = {{Feature::riichi_opponents, {{0, 0}}}, {Feature::called_shanten, {{0, 2}}}};
  plan.pick = Pick::kEvery;
  plan.arms = {{"call", strategy::First::kCall, 0},
               {"pass", strategy::First::kPass, 0},
               {"kan", strategy::First::kKan, 0},
               {"never", strategy::First::kPass, 1},
               {"base", std::nullopt, 0}};
  plan.pairs = {{0, 1}, {1, 0}, {1, 3}, {4, 0}};
  plan.axes = {{Feature::called_shanten, {{0, 0}, {1, 2}}}};
  return plan;
}

settle::Standing start(const ForkPlan& plan) { return settle::start_of_match(plan.rules); }

Seat asked(const play::State& s) { return static_cast<Seat>(std::countr_zero(play::waiting(s))); }

bool is_call(play::Action a) { return a.type() == ActionType::chi || a.type() == ActionType::pon; }

/// The state in which the seat has called and must discard; false where another was first.
bool carry_out(play::State& s, Seat seat, play::Action call) {
  play::NoEvents sink;
  while (s.phase == play::Phase::kDiscard) {
    const Seat who = asked(s);
    play::step(s, who, who == seat ? call : play::Action::pass(), sink);
  }
  return s.phase == play::Phase::kCalled && s.turn == seat;
}

}  // namespace

TEST_CASE("call spots: arms differ, swapped pairs flip, and the base is one of the arms") {
  const ForkPlan plan = call_plan();
  plan.check();
  Tally tally;
  tally.clear(plan);
  ForkWorker worker(plan);
  for (std::uint64_t match = 0; match < 400; ++match) {
    wall::Address address;
    address.key = plan.key;
    address.match = match;
    worker.round(address, start(plan), tally);
  }
  CHECK(tally.spots > 500);
  const Layout layout = plan.layout();
  std::int64_t called = 0;
  for (int c = 0; c < plan.cells(); ++c) {
    const std::int64_t* cell = tally.cells.data() + static_cast<std::size_t>(c) * layout.size();
    CHECK(cell[Layout::kN] > 0);
    CHECK(cell[layout.pair(0) + Layout::kD] == -cell[layout.pair(1) + Layout::kD]);
    CHECK(cell[layout.pair(0) + Layout::kD2] == cell[layout.pair(1) + Layout::kD2]);
    CHECK(cell[layout.pair(0) + Layout::kD2] > 0);
    CHECK(cell[layout.pair(2) + Layout::kD2] > 0);
    called += cell[layout.pair(3) + Layout::kD2];
    for (std::size_t a = 0; a < plan.arms.size(); ++a) {
      const std::int64_t* arm = cell + layout.arm(a);
      std::int64_t ends = 0;
      for (std::size_t e = Layout::kWin; e <= Layout::kAbort; ++e) {
        ends += e == Layout::kTsumo ? 0 : arm[e];
      }
      CHECK(ends == cell[Layout::kN]);
      // Nobody is ronned on a tile of another.
      CHECK(arm[Layout::kRonned] == 0);
    }
  }
  CHECK(called > 0);
}

TEST_CASE("call spots: features and first actions are those of the calls that are legal") {
  const ForkPlan plan = call_plan();
  play::NoEvents sink;
  int spots = 0, valued = 0, kans = 0, yakuhai = 0, nearer = 0, yaku = 0, yakuless = 0;
  for (std::uint64_t match = 0; match < 60; ++match) {
    wall::Address address;
    address.key = 8;
    address.match = match;
    play::State s;
    play::start(s, plan.rules, wall::uniform(plan.rules, address), address, start(plan), sink);
    while (!s.over()) {
      const Seat seat = asked(s);
      play::Actions legal;
      play::legal(s, seat, legal);
      const bool chi = std::any_of(legal.begin(), legal.end(),
                                   [](play::Action a) { return a.type() == ActionType::chi; });
      const bool pon = std::any_of(legal.begin(), legal.end(),
                                   [](play::Action a) { return a.type() == ActionType::pon; });
      const play::View view(s, seat);
      Reader reader(view);
      if (s.phase == play::Phase::kDiscard && (chi || pon)) {
        ++spots;
        CHECK(reader.value(Feature::calls) == (chi ? 1 : 0) + (pon ? 2 : 0));
        CHECK(reader.value(Feature::pushed) == 0);
        int best = 99;
        for (const play::Action a : legal) {
          if (!is_call(a)) continue;
          play::State after = s;
          if (!carry_out(after, seat, a)) continue;
          Reader then(play::View(after, seat));
          best = std::min(best, then.shanten());
        }
        if (best < 99) {
          CHECK(reader.value(Feature::called_shanten) == best);
          const bool is_nearer = best < reader.shanten();
          CHECK(reader.value(Feature::called_nearer) == (is_nearer ? 1 : 0));
          nearer += is_nearer;
        }
        const play::Action call =
            strategy::first_action(strategy::First::kCall, plan.strategies[0], view, legal);
        REQUIRE(is_call(call));
        REQUIRE(std::find(legal.begin(), legal.end(), call) != legal.end());
        play::State after = s;
        if (carry_out(after, seat, call)) {
          Reader then(play::View(after, seat));
          CHECK(then.shanten() == best);
          const auto value = reader.value(Feature::called_value);
          if (best > 0) CHECK(value == 0);
          valued += value > 0;
        }
        CHECK(strategy::first_action(strategy::First::kPass, plan.strategies[0], view, legal) ==
              play::Action::pass());
        if (reader.value(Feature::called_yakuhai) == 1) {
          yaku += reader.value(Feature::called_yaku);
        } else {
          yakuless += 1 - reader.value(Feature::called_yaku);
        }
        yakuhai += reader.value(Feature::called_yakuhai);
        const auto kan =
            strategy::first_action(strategy::First::kKan, plan.strategies[0], view, legal);
        const bool may = std::any_of(legal.begin(), legal.end(), [](play::Action a) {
          return a.type() == ActionType::daiminkan;
        });
        CHECK(kan.type() == (may ? ActionType::daiminkan : ActionType::pass));
        kans += may;
      } else if (s.phase == play::Phase::kTurn) {
        CHECK(reader.value(Feature::calls) == 0);
        CHECK(reader.value(Feature::called_shanten) == reader.shanten());
        CHECK(reader.value(Feature::called_value) == 0);
      }
      play::step(s, seat, strategy::decide(plan.strategies[0], view, legal), sink);
    }
  }
  CHECK(spots > 300);
  CHECK(valued > 10);
  CHECK(kans > 5);
  CHECK(yakuhai > 10);
  CHECK(nearer > 100);
  CHECK(yaku > yakuhai / 2);
  CHECK(yakuless > 50);
}

TEST_CASE("call spots: a first action that is nothing to do there is refused") {
  ForkPlan plan = call_plan();
  plan.arms[0].first = strategy::First::kAttack;
  CHECK_THROWS_AS(plan.check(), StudyError);
  plan.calls = false;
  CHECK_THROWS_AS(plan.check(), StudyError);
  plan.arms = {{"kan", strategy::First::kKan, 0}, {"push", strategy::First::kAttack, 0}};
  plan.pairs = {{0, 1}};
  CHECK_NOTHROW(plan.check());
}
