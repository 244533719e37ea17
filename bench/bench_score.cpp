#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "hands.hpp"
#include "oshihiki/score/batch.hpp"
#include "oshihiki/score/score.hpp"

namespace {

using namespace oshihiki;

constexpr std::size_t kHands = 100'000;

const std::vector<score::Win>& wins() {
  static const auto all = bench::wins(kHands);
  return all;
}

void items(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
}

void score_one(benchmark::State& state) {
  const rules::Rules rules;
  for (auto _ : state) {
    for (const auto& win : wins()) benchmark::DoNotOptimize(score::score(win, rules).base);
  }
  items(state);
}
BENCHMARK(score_one);

void score_rows(benchmark::State& state) {
  const rules::Rules rules;
  std::vector<score::BatchRow> rows(kHands);
  for (std::size_t i = 0; i < kHands; ++i) rows[i].win = wins()[i];
  std::vector<score::BatchScore> out(kHands);
  for (auto _ : state) {
    score::score_rows(rows.data(), kHands, rules, out.data(), 1);
    benchmark::ClobberMemory();
  }
  items(state);
}
BENCHMARK(score_rows);

}  // namespace
