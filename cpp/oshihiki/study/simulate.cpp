#include "oshihiki/study/simulate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "oshihiki/study/count.hpp"
#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {

Simulated simulate(const Simulation& simulation, std::uint64_t first, std::uint64_t most,
                   int threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  const int workers = std::max(threads, 1);
  std::vector<Simulated> parts(static_cast<std::size_t>(workers));
  std::atomic<std::uint64_t> taken{0};

  crew(workers, [&](int worker, const std::atomic<bool>& failed) {
    Simulated& part = parts[static_cast<std::size_t>(worker)];
    const rules::Rules& rules = simulation.rules;
    MatchCount count;
    while (!failed && (part.done == 0 || Clock::now() < until)) {
      const std::uint64_t number = taken.fetch_add(1);
      if (number >= most) break;
      const PlayedMatch played =
          play_match(rules, simulation.strategies, simulation.key, first + number, simulation.draws,
                     [&](const play::State& state, const settle::Standing& before) {
                       count.round(state);
                       if (simulation.rows) part.rounds.push_back(row_of(state, before));
                     });
      count.finish(played, rules.players, part.tally);
      if (simulation.rows) {
        part.matches.push_back({first + number, played.rounds, played.placement});
      }
      ++part.done;
    }
  });

  // Every match taken was played, so those done are the first ones without a gap.
  Simulated whole = std::move(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    whole.done += parts[i].done;
    whole.tally.add(parts[i].tally);
    whole.rounds.insert(whole.rounds.end(), parts[i].rounds.begin(), parts[i].rounds.end());
    whole.matches.insert(whole.matches.end(), parts[i].matches.begin(), parts[i].matches.end());
  }
  // A stable sort keeps a match's rounds in their order.
  std::stable_sort(whole.rounds.begin(), whole.rounds.end(),
                   [](const RoundRow& a, const RoundRow& b) { return a.match < b.match; });
  std::sort(whole.matches.begin(), whole.matches.end(),
            [](const MatchRow& a, const MatchRow& b) { return a.match < b.match; });
  return whole;
}

}  // namespace oshihiki::study
