#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "hands.hpp"
#include "oshihiki/agari/batch.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/settle/match.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/chains.hpp"
#include "oshihiki/study/simulate.hpp"

// Fixed pieces of work, to be counted (instructions.sh) or profiled: workloads NAME [TIMES].
// Each prints a sum of its results, which a change of speed does not change.

namespace {

using namespace oshihiki;

constexpr std::size_t kHands = 20'000;

template <class F>
std::uint64_t repeated(int times, F&& f) {
  std::uint64_t sum = 0;
  for (int i = 0; i < times; ++i) sum += f();
  return sum;
}

std::uint64_t rounds(strategy::Player player, std::uint64_t matches) {
  study::Simulation simulation;
  simulation.key = 2026;
  for (auto& s : simulation.strategies) s.player = player;
  return study::simulate(simulation, 0, matches, 1, 1e9).tally.signature;
}

/// Steps of a chain over the worlds of each of three decisions against a riichi in the middle of a
/// round, between players who err.
std::uint64_t chains(int times) {
  const rules::Rules rules;
  const auto player = strategy::parse("balanced:temperature=113,lapse=22");
  std::uint64_t sum = 0;
  int found = 0;
  for (std::uint64_t match = 0; found < 3; ++match) {
    wall::Address address;
    address.key = 2026;
    address.match = match;
    play::EventList events;
    play::State s;
    play::start(s, rules, wall::uniform(rules, address), address, settle::start_of_match(rules),
                events);
    while (!s.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(s)}));
      int riichi = 0;
      for (Seat o = 0; o < 4; ++o) riichi += s.seats[o].riichi == play::Riichi::kYes ? 1 : 0;
      if (s.phase == play::Phase::kTurn && riichi == 1 && s.live_next < 60 &&
          s.seats[seat].riichi == play::Riichi::kNo) {
        const study::Position position(s, seat, study::Sampling::kTenpai, player, {player}, 1);
        const study::Past past(s, events.events, seat);
        study::Chain chain(position, past, {strategy::temper_of(player)}, 0);
        chain.advance(8000 * static_cast<std::uint64_t>(times));
        sum += static_cast<std::uint64_t>(chain.surprise()) + chain.steps().taken;
        ++found;
        break;
      }
      play::Actions legal;
      play::legal(s, seat, legal);
      play::step(s, seat, strategy::decide(player, play::View(s, seat), legal), events);
    }
  }
  return sum;
}

std::uint64_t shanten(int times) {
  const auto rows = bench::rows_of(bench::deal(kHands, 14));
  std::vector<std::int8_t> out(kHands);
  return repeated(times, [&] {
    agari::shanten_batch(rows.data(), kHands, agari::Form::kBest, out.data());
    std::uint64_t sum = 0;
    for (const auto s : out) sum += static_cast<std::uint64_t>(s + 1);
    return sum;
  });
}

std::uint64_t discards(int times) {
  const auto hands = bench::deal(kHands, 14);
  agari::Discards found;
  return repeated(times, [&] {
    std::uint64_t sum = 0;
    for (const auto& hand : hands) {
      agari::discards(hand.counts, hand.keys, hand.size, found);
      for_each_kind(found.best, [&](Kind k) { sum += found.after[k].kinds % 1'000'003; });
    }
    return sum;
  });
}

std::uint64_t wins(int times) {
  const auto all = bench::wins(kHands);
  const rules::Rules rules;
  return repeated(times, [&] {
    std::uint64_t sum = 0;
    for (const auto& win : all) sum += static_cast<std::uint64_t>(score::score(win, rules).base);
    return sum;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const int times = argc > 2 ? std::atoi(argv[2]) : 1;
  std::uint64_t sum = 0;
  if (name == "random") {
    sum = rounds(strategy::Player::kRandom, 40 * static_cast<std::uint64_t>(times));
  } else if (name == "efficient") {
    sum = rounds(strategy::Player::kEfficient, 20 * static_cast<std::uint64_t>(times));
  } else if (name == "balanced") {
    sum = rounds(strategy::Player::kBalanced, 20 * static_cast<std::uint64_t>(times));
  } else if (name == "chains") {
    sum = chains(times);
  } else if (name == "shanten") {
    sum = shanten(times);
  } else if (name == "discards") {
    sum = discards(times);
  } else if (name == "score") {
    sum = wins(times);
  } else {
    std::fputs("workloads random|efficient|balanced|chains|shanten|discards|score [TIMES]\n",
               stderr);
    return 2;
  }
  std::printf("%.*s %016llx\n", static_cast<int>(name.size()), name.data(),
              static_cast<unsigned long long>(sum));
  return 0;
}
