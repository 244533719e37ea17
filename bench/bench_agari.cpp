#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "oshihiki/agari/batch.hpp"
#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/hand.hpp"

// Hands are drawn from a seed, are different from each other and in no order: a short list that
// is repeated is learnt by the branch predictor.

namespace {

using namespace oshihiki;

constexpr std::size_t kHands = 300'000;

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Hands of `size` tiles of the kinds below `kinds`.
std::vector<Hand> deal(int size, unsigned kinds) {
  std::vector<Hand> out(kHands);
  std::uint64_t state = static_cast<std::uint64_t>(size) * 100 + kinds;
  for (auto& hand : out) {
    while (hand.size < size) {
      const auto k = static_cast<Kind>(next_random(state) % kinds);
      // A kind is taken as often as copies of it are left.
      if (next_random(state) % kCopies >= hand.counts[k]) hand.add(Tile(k));
    }
  }
  return out;
}

const std::vector<Hand>& hands(int size) {
  static const auto four = deal(14, kKinds);
  static const auto three = deal(13, kKinds);
  return size == 14 ? four : three;
}

std::vector<std::uint8_t> rows_of(const std::vector<Hand>& from) {
  std::vector<std::uint8_t> rows;
  for (const auto& hand : from) {
    rows.insert(rows.end(), hand.counts.n.begin(), hand.counts.n.end());
  }
  return rows;
}

void items(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kHands));
}

void agari_shanten_batch(benchmark::State& state, int size, unsigned kinds) {
  const auto rows = rows_of(deal(size, kinds));
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
