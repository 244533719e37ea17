#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "hands.hpp"
#include "oshihiki/agari/batch.hpp"
#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"

namespace {

using namespace oshihiki;

constexpr std::size_t kHands = 300'000;

const std::vector<Hand>& hands(int size) {
  static const auto four = bench::deal(kHands, 14);
  static const auto three = bench::deal(kHands, 13);
  return size == 14 ? four : three;
}

void items(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
}

void agari_shanten_batch(benchmark::State& state, int size, unsigned kinds) {
  const auto rows = bench::rows_of(bench::deal(kHands, size, kinds));
  std::vector<std::int8_t> out(kHands);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        agari::shanten_batch(rows.data(), kHands, agari::Form::kBest, out.data()));
    benchmark::ClobberMemory();
  }
  items(state);
}
BENCHMARK_CAPTURE(agari_shanten_batch, 14_random, 14, kKinds);
BENCHMARK_CAPTURE(agari_shanten_batch, 13_random, 13, kKinds);
BENCHMARK_CAPTURE(agari_shanten_batch, 14_two_suits, 14, 18u);

template <class F>
void each(benchmark::State& state, int size, F&& f) {
  const auto& all = hands(size);
  for (auto _ : state) {
    for (const auto& hand : all) benchmark::DoNotOptimize(f(hand));
  }
  items(state);
}

void agari_shanten(benchmark::State& state) {
  each(state, 14, [](const Hand& h) { return agari::shanten(h); });
}
BENCHMARK(agari_shanten);

void agari_waits(benchmark::State& state) {
  each(state, 13, [](const Hand& h) { return agari::waits(h); });
}
BENCHMARK(agari_waits);

void agari_accepted(benchmark::State& state) {
  each(state, 13, [](const Hand& h) { return agari::accepted(h.counts, h.keys, h.size).kinds; });
}
BENCHMARK(agari_accepted);

void agari_discards(benchmark::State& state) {
  agari::Discards out;
  each(state, 14, [&](const Hand& h) {
    agari::discards(h.counts, h.keys, h.size, out);
    return out.best;
  });
}
BENCHMARK(agari_discards);

void agari_discards_keeping(benchmark::State& state) {
  each(state, 14, [](const Hand& h) {
    return agari::discards_keeping(h.counts, h.keys, h.size, agari::shanten(h));
  });
}
BENCHMARK(agari_discards_keeping);

}  // namespace
