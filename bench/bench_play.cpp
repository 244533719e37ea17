#include <benchmark/benchmark.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/strategy.hpp"
#include "oshihiki/study/match.hpp"

// The steps of a round, over rounds of the same addresses.

namespace {

using namespace oshihiki;

constexpr std::uint64_t kMatches = 16;

study::Strategies all(strategy::Player player) {
  study::Strategies out;
  for (auto& s : out) s.player = player;
  return out;
}

void play_wall(benchmark::State& state) {
  const rules::Rules rules;
  wall::Address address;
  for (auto _ : state) {
    ++address.match;
    benchmark::DoNotOptimize(wall::uniform(rules, address));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(play_wall);

/// States in the middle of rounds, one a decision.
std::vector<play::State> states(strategy::Player player) {
  static const rules::Rules rules;  // states point to it
  std::vector<play::State> out;
  const auto strategies = all(player);
  play::NoEvents nobody;
  play::Actions legal;
  for (std::uint64_t match = 0; match < kMatches; ++match) {
    play::State s;
    study::Course course(rules, 1, match);
    course.deal(s, rules, nobody);
    while (!s.over()) {
      out.push_back(s);
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      play::legal(s, seat, legal);
      play::step(s, seat, strategy::decide(strategies[seat], play::View(s, seat), legal), nobody);
    }
  }
  return out;
}

void play_fork(benchmark::State& state) {
  const auto all_states = states(strategy::Player::kEfficient);
  play::State copy;
  std::size_t i = 0;
  for (auto _ : state) {
    copy = all_states[i];
    benchmark::DoNotOptimize(&copy);
    benchmark::ClobberMemory();
    if (++i == all_states.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(play_fork);

void play_legal(benchmark::State& state) {
  const auto all_states = states(strategy::Player::kEfficient);
  play::Actions legal;
  for (auto _ : state) {
    for (const auto& s : all_states) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      play::legal(s, seat, legal);
      benchmark::DoNotOptimize(legal.size());
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all_states.size()));
}
BENCHMARK(play_legal);

void play_decide(benchmark::State& state, strategy::Player player) {
  const auto all_states = states(strategy::Player::kEfficient);
  const auto strategies = all(player);
  play::Actions legal;
  for (auto _ : state) {
    for (const auto& s : all_states) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      play::legal(s, seat, legal);
      benchmark::DoNotOptimize(strategy::decide(strategies[seat], play::View(s, seat), legal));
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all_states.size()));
}
BENCHMARK_CAPTURE(play_decide, random, strategy::Player::kRandom);
BENCHMARK_CAPTURE(play_decide, efficient, strategy::Player::kEfficient);
BENCHMARK_CAPTURE(play_decide, balanced, strategy::Player::kBalanced);

}  // namespace
