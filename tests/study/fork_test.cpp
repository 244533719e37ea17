#include "oshihiki/study/fork.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>

#include "oshihiki/base/error.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/blocks.hpp"
#include "oshihiki/study/replay.hpp"

using namespace oshihiki;
using namespace oshihiki::study;

namespace {

/// Push or fold against any riichi, in cells by turn.
ForkPlan small_plan(Pick pick) {
  ForkPlan plan;
  plan.key = 5;
  plan.rules.reds[4] = plan.rules.reds[13] = plan.rules.reds[22] = 1;
  plan.strategies = {strategy::parse("balanced"), strategy::parse("balanced:fold=never"),
                     strategy::parse("balanced:fold=always")};
  plan.spot = {{Feature::riichi_opponents, {{1, 3}}}, {Feature::shanten, {{0, 2}}}};
  plan.pick = pick;
  plan.arms = {{"push_once", strategy::First::kAttack, 0},
               {"fold_once", strategy::First::kSafest, 0},
               {"push_all", strategy::First::kAttack, 1},
               {"betaori", strategy::First::kSafest, 2},
               {"base", std::nullopt, 0},
               {"fold_again", strategy::First::kSafest, 0}};
  plan.pairs = {{0, 1}, {2, 3}, {1, 0}, {1, 5}};
  plan.axes = {{Feature::turn, {{1, 8}, {9, 12}, {13, 25}}}};
  return plan;
}

Seat asked(const play::State& s) { return static_cast<Seat>(std::countr_zero(play::waiting(s))); }

/// The rounds of a match under the base strategy, and every answer in them.
std::vector<RealRound> record(const ForkPlan& plan, std::uint64_t match) {
  std::vector<RealRound> out;
  play::NoEvents sink;
  settle::Next next;
  next.standing = settle::start_of_match(plan.rules);
  wall::Address address;
  address.key = plan.key;
  address.match = match;
  for (; !next.over; ++address.round) {
    RealRound r{wall::uniform(plan.rules, address), address, next.standing, {}};
    play::State s;
    play::start(s, plan.rules, r.wall, address, next.standing, sink);
    while (!s.over()) {
      play::Actions legal;
      play::legal(s, asked(s), legal);
      const Seat seat = asked(s);
      const auto a = strategy::decide(plan.strategies[plan.base], play::View(s, seat), legal);
      r.script.push_back({seat, a});
      play::step(s, seat, a, sink);
    }
    next = play::next_round(s);
    out.push_back(std::move(r));
  }
  return out;
}

/// Each arm of each spot played on its own, nothing shared: slow and plain. Calls
/// `ended(arm, spot, end, seat)`; says how many spots there were.
template <class Ended>
std::int64_t plainly(const ForkPlan& plan, const std::vector<RealRound>& rounds, Ended&& ended) {
  std::int64_t spots = 0;
  play::NoEvents sink;
  for (const auto& r : rounds) {
    play::State s;
    play::start(s, plan.rules, r.wall, r.address, r.standing, sink);
    for (const auto& [seat, recorded] : r.script) {
      play::Actions legal;
      play::legal(s, seat, legal);
      bool discards = false;
      bool wins = false;
      for (const auto a : legal) {
        discards = discards || a.type() == play::ActionType::discard;
        wins = wins || a.type() == play::ActionType::tsumo;
      }
      Reader reader{play::View(s, seat)};
      bool fits = discards && !wins && s.seats[seat].riichi == play::Riichi::kNo;
      for (const auto& c : plan.spot) fits = fits && c.holds(reader);
      if (fits) {
        ++spots;
        for (const auto& arm : plan.arms) {
          play::State f = s;
          const auto& then = plan.strategies[arm.then];
          const play::View view(f, seat);
          auto a = arm.first ? strategy::first_action(*arm.first, then, view, legal)
                             : strategy::decide(then, view, legal);
          Seat who = seat;
          for (;;) {
            play::step(f, who, a, sink);
            if (f.over()) break;
            who = asked(f);
            play::Actions now;
            play::legal(f, who, now);
            a = strategy::decide(who == seat ? then : plan.strategies[plan.base],
                                 play::View(f, who), now);
          }
          ended(arm, s, f, seat);
        }
      }
      play::step(s, seat, recorded, sink);
    }
  }
  return spots;
}

std::int64_t sum(const ForkPlan& plan, const Tally& tally, const std::string& field) {
  const auto names = plan.fields();
  std::int64_t out = 0;
  for (std::size_t i = 0; i < tally.cells.size(); ++i) {
    if (names[i % names.size()] == field) out += tally.cells[i];
  }
  return out;
}

Tally play_match(const ForkPlan& plan, std::uint64_t match) {
  ForkWorker worker(plan);
  Tally tally;
  tally.clear(plan);
  wall::Address address;
  address.key = plan.key;
  address.match = match;
  settle::Next next;
  next.standing = settle::start_of_match(plan.rules);
  for (; !next.over; ++address.round) next = worker.round(address, next.standing, tally);
  return tally;
}

}  // namespace

TEST_CASE("forks: sharing futures changes nothing") {
  const ForkPlan plan = small_plan(Pick::kEvery);
  plan.check();
  std::int64_t spots = 0;
  for (std::uint64_t match = 0; match < 6; ++match) {
    const auto rounds = record(plan, match);
    std::map<std::string, std::int64_t> expected;
    const std::int64_t met = plainly(
        plan, rounds,
        [&](const Arm& arm, const play::State& spot, const play::State& end, Seat seat) {
          expected[arm.name] += (end.standing.scores[seat] - spot.standing.scores[seat]) / 100;
        });
    const Tally tally = play_match(plan, match);
    CHECK(tally.rounds == rounds.size());
    CHECK(sum(plan, tally, "n") == met);
    for (const auto& arm : plan.arms) {
      CAPTURE(arm.name);
      CHECK(sum(plan, tally, "arm." + arm.name + ".value") == expected[arm.name]);
    }
    spots += met;
  }
  CHECK(spots > 100);
}

TEST_CASE("forks: a replayed round gives what the played one gave") {
  for (const Pick pick : {Pick::kFirst, Pick::kFirstInCell, Pick::kUniform, Pick::kEvery}) {
    const ForkPlan plan = small_plan(pick);
    const Tally played = play_match(plan, 3);
    const auto rounds = record(plan, 3);
    for (const int threads : {1, 3}) {
      const Replayed replayed = replay(plan, rounds, threads);
      CHECK(replayed.failed.empty());
      CHECK(replayed.tally.rounds == played.rounds);
      CHECK(replayed.tally.spots == played.spots);
      CHECK(replayed.tally.cells == played.cells);
    }
    CHECK(played.spots > 0);
  }
}

TEST_CASE("forks: a record that does not fit is named and counted out") {
  const ForkPlan plan = small_plan(Pick::kFirst);
  auto rounds = record(plan, 0);
  REQUIRE(rounds.size() > 3);
  rounds[1].script.pop_back();                        // ends too early
  rounds[2].script[0].action = play::Action::pass();  // not legal
  const Replayed out = replay(plan, rounds, 2);
  CHECK(out.failed == std::vector<std::uint32_t>{1, 2});
  CHECK(out.tally.rounds == rounds.size() - 2);
}

TEST_CASE("forks: what every tally keeps") {
  const ForkPlan plan = small_plan(Pick::kEvery);
  Tally tally;
  tally.clear(plan);
  for (std::uint64_t match = 0; match < 10; ++match) tally.add(play_match(plan, match));
  const auto names = plan.fields();
  for (int c = 0; c < plan.cells(); ++c) {
    std::map<std::string, std::int64_t> cell;
    for (std::size_t i = 0; i < names.size(); ++i) {
      cell[names[i]] = tally.cells[static_cast<std::size_t>(c) * names.size() + i];
    }
    CHECK(cell["n"] > 0);
    CHECK(cell["rounds"] <= cell["n"]);
    CHECK(cell["n"] <= cell["n2"]);
    for (const auto& arm : plan.arms) {
      const std::string a = "arm." + arm.name + ".";
      CHECK(cell[a + "win"] + cell[a + "deal_in"] + cell[a + "other_tsumo"] + cell[a + "lateral"] +
                cell[a + "draw_tenpai"] + cell[a + "draw_noten"] + cell[a + "abort"] ==
            cell["n"]);
      CHECK(cell[a + "tsumo"] <= cell[a + "win"]);
    }
    // The same pair turned round: exactly the opposite; an arm against its like: exactly nothing.
    CHECK(cell["pair.push_once-fold_once.d"] == -cell["pair.fold_once-push_once.d"]);
    CHECK(cell["pair.push_once-fold_once.d2"] == cell["pair.fold_once-push_once.d2"]);
    CHECK(cell["pair.push_once-fold_once.dn"] == -cell["pair.fold_once-push_once.dn"]);
    CHECK(cell["pair.fold_once-fold_again.d"] == 0);
    CHECK(cell["pair.fold_once-fold_again.d2"] == 0);
    CHECK(cell["pair.push_once-fold_once.d"] ==
          cell["arm.push_once.value"] - cell["arm.fold_once.value"]);
  }
}

TEST_CASE("forks: picking") {
  std::map<Pick, Tally> all;
  for (const Pick pick : {Pick::kFirst, Pick::kFirstInCell, Pick::kUniform, Pick::kEvery}) {
    const ForkPlan plan = small_plan(pick);
    Tally& tally = all[pick];
    tally.clear(plan);
    for (std::uint64_t match = 0; match < 30; ++match) tally.add(play_match(plan, match));
  }
  const ForkPlan plan = small_plan(Pick::kEvery);
  const auto n = [&](Pick pick) { return sum(plan, all[pick], "n"); };
  CHECK(all[Pick::kFirst].spots < all[Pick::kFirstInCell].spots);
  CHECK(all[Pick::kFirstInCell].spots < all[Pick::kEvery].spots);
  // One of a hero's m spots stands for all m: as many spots as first, as much weight as every.
  CHECK(all[Pick::kUniform].spots == all[Pick::kFirst].spots);
  CHECK(n(Pick::kUniform) == n(Pick::kEvery));
}

TEST_CASE("forks: re-deals add worlds and leave the dealt one as it was") {
  for (const Pick pick : {Pick::kFirstInCell, Pick::kUniform}) {
    ForkPlan plan = small_plan(pick);
    Tally one;
    one.clear(plan);
    for (std::uint64_t match = 0; match < 12; ++match) one.add(play_match(plan, match));
    plan.deals = {11, 1, 3};  // a group of eight and a part of another
    plan.check();
    Tally many;
    many.clear(plan);
    for (std::uint64_t match = 0; match < 12; ++match) many.add(play_match(plan, match));
    CHECK(many.spots == one.spots);
    CHECK(many.steps == one.steps);
    const auto names = plan.fields();
    for (std::size_t i = 0; i < names.size() * 3; ++i) {
      const std::string& name = names[i % names.size()];
      CAPTURE(name);
      const std::int64_t m = plan.deals[i / names.size()];
      if (name == "n") CHECK(many.cells[i] == m * one.cells[i]);
      if (name == "n2") CHECK(many.cells[i] == m * m * one.cells[i]);
      if (name == "weight" || name.find("first") != std::string::npos) {
        CHECK(many.cells[i] == one.cells[i]);
      }
      if (name == "steps") CHECK((many.cells[i] > 0) == (m > 1));
      if (m == 1) CHECK(many.cells[i] == one.cells[i]);
    }
    // Another wall is another end: the worlds of a spot are not all alike.
    CHECK(sum(plan, many, "arm.push_all.value") != 11 * sum(plan, one, "arm.push_all.value"));
  }
}

TEST_CASE("forks: re-deals have the mean of the dealt wall") {
  ForkPlan plan = small_plan(Pick::kEvery);
  plan.strategies = {strategy::parse("efficient"), strategy::parse("balanced:fold=never"),
                     strategy::parse("balanced:fold=always")};
  plan.deals = {9, 9, 9};
  Tally tally;
  tally.clear(plan);
  for (std::uint64_t match = 0; match < 60; ++match) tally.add(play_match(plan, match));
  const auto of = [&](const char* field) { return static_cast<double>(sum(plan, tally, field)); };
  const double spots = of("weight");
  CHECK(spots > 1000);
  for (const char* arm : {"push_all", "betaori"}) {
    CAPTURE(arm);
    const std::string a = std::string("arm.") + arm + ".";
    const double dealt = of((a + "first").c_str()) / spots;
    const double all = of((a + "value").c_str()) / (9 * spots);
    const double variance = of((a + "first2").c_str()) / spots - dealt * dealt;
    // Spots of a round share a wall; three times the plain error leaves room for that.
    CHECK(std::abs(dealt - all) < 9 * std::sqrt(variance / spots));
    CHECK(of((a + "v2").c_str()) / 81 < of((a + "first2").c_str()));
  }
}

TEST_CASE("forks: matches played on come to what playing them plainly gives") {
  for (const auto kind : {Measure::Kind::kNext, Measure::Kind::kPlacement}) {
    ForkPlan plan = small_plan(Pick::kEvery);
    plan.strategies[0] = strategy::parse("efficient");
    plan.measure.kind = kind;
    plan.measure.next = {{{-250, 20, 230}, {670, -60, 220}}};
    plan.measure.rewards = {50000, 10000, -10000, -20000};
    plan.measure.above.assign(
        std::size_t{Measure::kFortunes} * Measure::kRoundsLeft * 3 * Measure::kLeads,
        Measure::kSure / 2);
    plan.play_on = 1;
    plan.check();
    std::map<std::string, std::int64_t> expected;
    std::int64_t met = 0;
    Tally tally;
    tally.clear(plan);
    for (std::uint64_t match = 0; match < 3; ++match) {
      met += plainly(
          plan, record(plan, match),
          [&](const Arm& arm, const play::State& spot, const play::State& end, Seat seat) {
            settle::Next next = play::next_round(end);
            wall::Address address = end.address;
            address.match |= std::uint64_t{1} << 63;
            play::NoEvents sink;
            while (!next.over) {
              ++address.round;
              play::State s;
              play::start(s, plan.rules, wall::uniform(plan.rules, address), address, next.standing,
                          sink);
              while (!s.over()) {
                const Seat who = asked(s);
                play::Actions legal;
                play::legal(s, who, legal);
                play::step(s, who, strategy::decide(plan.strategies[0], play::View(s, who), legal),
                           sink);
              }
              next = play::next_round(s);
              if (kind == Measure::Kind::kNext) break;
            }
            const std::int32_t before = spot.standing.scores[seat];
            std::int32_t came = next.standing.scores[seat] - before;
            if (kind == Measure::Kind::kPlacement) {
              const auto end_of_match = settle::place(next.standing, {}, plan.rules);
              came = plan.measure.rewards[end_of_match.rank[seat] - 1u];
            }
            expected[arm.name] += came - plan.measure.value(end, seat, before);
          });
      tally.add(play_match(plan, match));
    }
    const auto of = [&](const std::string& field) { return sum(plan, tally, field); };
    CHECK(met > 50);
    CHECK(of("on_c") == met);
    CHECK(of("on_nc") == of("on_c2"));
    CHECK(of("on_all_rounds") > 10);
    CHECK(of("on_all_rounds") < of("on_rounds"));
    for (const auto& arm : plan.arms) {
      CAPTURE(arm.name);
      CHECK(of("arm." + arm.name + ".on_b") == expected[arm.name]);
      CHECK(of("arm." + arm.name + ".on_b") != 0);
    }
    // Errors of the difference turn their signs with it; arms that do the same have none.
    const std::string there = "pair.push_once-fold_once.", back = "pair.fold_once-push_once.";
    CHECK(of(there + "on_b") == expected["push_once"] - expected["fold_once"]);
    CHECK(of(there + "on_b") == -of(back + "on_b"));
    CHECK(of(there + "on_all_bc") == -of(back + "on_all_bc"));
    CHECK(of(there + "on_db") == of(back + "on_db"));
    CHECK(of(there + "on_all_b2") > 0);
    CHECK(of("pair.fold_once-fold_again.on_b2") == 0);

    // Playing on changes nothing else, and a subset is one.
    plan.play_on = 4;
    Tally fewer;
    fewer.clear(plan);
    for (std::uint64_t match = 0; match < 3; ++match) fewer.add(play_match(plan, match));
    for (const char* field : {"n", "arm.push_all.v2", "pair.push_all-betaori.d2"}) {
      CHECK(sum(plan, fewer, field) == of(field));
    }
    CHECK(sum(plan, fewer, "on_c") > met / 8);
    CHECK(sum(plan, fewer, "on_c") < met / 2);
  }
}

TEST_CASE("forks: a first tile that was ronned") {
  const ForkPlan plan = small_plan(Pick::kEvery);
  Tally tally;
  tally.clear(plan);
  for (std::uint64_t match = 0; match < 20; ++match) tally.add(play_match(plan, match));
  const auto of = [&](const std::string& field) { return sum(plan, tally, field); };
  // Both push the same first tile, so it is ronned alike; the safest is ronned less.
  CHECK(of("arm.push_once.ronned") > 0);
  CHECK(of("arm.push_once.ronned") == of("arm.push_all.ronned"));
  CHECK(of("arm.push_once.ronned_value") == of("arm.push_all.ronned_value"));
  CHECK(of("arm.push_once.ronned_value") < 0);
  CHECK(of("arm.fold_once.ronned") < of("arm.push_once.ronned"));
  CHECK(of("arm.push_once.ronned") < of("arm.push_once.deal_in"));
}

TEST_CASE("blocks: 4,096 rounds each, whatever the threads and the calls") {
  ForkPlan plan = small_plan(Pick::kFirst);
  plan.strategies.assign(3, strategy::parse("tsumogiri"));
  plan.spot = {{Feature::turn, {{3, 3}}}};
  std::map<std::uint64_t, std::vector<std::int64_t>> seen;
  const std::vector<std::pair<int, double>> ways = {{1, 60.0}, {2, 0.001}, {7, 0.01}};
  for (const auto& [threads, seconds] : ways) {
    ForkBlocks blocks(plan);
    blocks.want(1, 3);
    blocks.want(0, 1);
    int finished = 0;
    while (!blocks.idle()) {
      for (auto& f : blocks.advance(threads, seconds)) {
        ++finished;
        CHECK(f.tally.rounds == kBlockRounds);
        const auto [at, fresh] = seen.emplace(f.block, f.tally.cells);
        if (!fresh) CHECK(at->second == f.tally.cells);
      }
    }
    CHECK(finished == 3);
  }
  CHECK(seen.size() == 3);
  CHECK(seen[0] != seen[1]);
}

TEST_CASE("plans: what cannot be run is refused") {
  ForkPlan plan = small_plan(Pick::kFirst);
  plan.rules.start = 25050;
  CHECK_THROWS_AS(plan.check(), RulesError);
  plan = small_plan(Pick::kFirst);
  plan.arms[0].then = 9;
  CHECK_THROWS_AS(plan.check(), StudyError);
  plan = small_plan(Pick::kFirst);
  ForkBlocks blocks(plan);
  CHECK_THROWS_AS(blocks.want(3, 2), StudyError);
  CHECK_THROWS_AS(blocks.advance(0, 1), StudyError);
}

TEST_CASE("tallies: a sum that leaves 64 bits is an error, never a wrap") {
  const ForkPlan plan = small_plan(Pick::kFirst);
  Tally a;
  a.clear(plan);
  a.cells[0] = INT64_MAX - 1;
  Tally b;
  b.clear(plan);
  b.cells[0] = 1;
  a.add(b);
  CHECK(a.cells[0] == INT64_MAX);
  CHECK_THROWS_AS(a.add(b), StudyError);
}
