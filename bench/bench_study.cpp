#include <benchmark/benchmark.h>

#include <cstdint>

#include "oshihiki/settle/match.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/fork.hpp"
#include "oshihiki/study/race.hpp"
#include "oshihiki/study/simulate.hpp"

namespace {

using namespace oshihiki;

void study_rounds(benchmark::State& state, const char* name) {
  study::Simulation simulation;
  simulation.key = 2026;
  for (auto& s : simulation.strategies) s = strategy::parse(name);
  std::uint64_t match = 0;
  std::uint64_t rounds = 0;
  for (auto _ : state) {
    const auto part = study::simulate(simulation, match, 10, 1, 1e9);
    match += part.done;
    rounds += part.tally.rounds;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rounds));
}
BENCHMARK_CAPTURE(study_rounds, random, "random");
BENCHMARK_CAPTURE(study_rounds, tsumogiri, "tsumogiri");
BENCHMARK_CAPTURE(study_rounds, efficient, "efficient");
BENCHMARK_CAPTURE(study_rounds, balanced, "balanced");

/// Rounds of a push-or-fold study: two pairs of arms at the first spot against a riichi.
void study_fork(benchmark::State& state) {
  study::ForkPlan plan;
  plan.key = 2026;
  plan.strategies = {strategy::parse("balanced"), strategy::parse("balanced:fold=never"),
                     strategy::parse("balanced:fold=always")};
  plan.spot = {{study::Feature::riichi_opponents, {{1, 1}}}, {study::Feature::shanten, {{0, 1}}}};
  plan.arms = {{"push_once", strategy::First::kAttack, 0},
               {"fold_once", strategy::First::kSafest, 0},
               {"push_all", strategy::First::kAttack, 1},
               {"betaori", strategy::First::kSafest, 2}};
  plan.pairs = {{0, 1}, {2, 3}};
  plan.axes = {{study::Feature::turn, {{1, 8}, {9, 12}, {13, 25}}}};
  study::ForkWorker worker(plan);
  study::Tally tally;
  tally.clear(plan);
  wall::Address address;
  address.key = plan.key;
  const auto standing = settle::start_of_match(plan.rules);
  for (auto _ : state) {
    ++address.match;
    worker.round(address, standing, tally);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(study_fork);

void study_race(benchmark::State& state) {
  const study::Race race;
  constexpr std::uint64_t kTrials = 10'000;
  std::uint64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(study::race(race, first, first + kTrials, 1));
    first += kTrials;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(first));
}
BENCHMARK(study_race);

}  // namespace
