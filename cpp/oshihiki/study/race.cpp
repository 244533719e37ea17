#include "oshihiki/study/race.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/crew.hpp"
#include "oshihiki/wall/philox.hpp"

namespace oshihiki::study {
namespace {

enum End : std::size_t { kTsumoA, kRonA, kTsumoB, kRonB, kDraw };

std::size_t trial(const Race& race, std::uint64_t number) noexcept {
  wall::Address address;
  address.key = race.key;
  address.match = number;
  address.use = wall::Use::kReDeal;
  wall::Stream stream(address);
  std::uint32_t left = race.unseen, a = race.wait_a, b = race.wait_b;
  for (std::uint32_t draw = 0; draw < 4 * race.rounds && left > 0; ++draw) {
    const std::uint32_t at = stream.below(left--);
    if (at >= a + b) continue;
    const bool of_a = at < a;
    switch (draw % 4) {
      case 0:
        return of_a ? kTsumoA : kRonB;
      case 2:
        return of_a ? kRonA : kTsumoB;
      default:  // the others keep it
        --(of_a ? a : b);
    }
  }
  return kDraw;
}

}  // namespace

void Race::check() const {
  const auto need = [](bool fine, const std::string& text) {
    if (!fine) throw StudyError("race: " + text);
  };
  need(unseen >= 1 && unseen <= 136, "unseen = " + std::to_string(unseen) + "; allowed: 1 to 136");
  need(wait_a <= unseen && wait_b <= unseen && wait_a + wait_b <= unseen,
       "waits of " + std::to_string(wait_a) + " and " + std::to_string(wait_b) + " tiles among " +
           std::to_string(unseen) + " unseen");
  need(rounds >= 1 && rounds <= 40, "rounds = " + std::to_string(rounds) + "; allowed: 1 to 40");
}

RaceEnds race(const Race& race, std::uint64_t first, std::uint64_t last, int threads) {
  race.check();
  check_threads(threads);
  if (first > last) throw StudyError("race: no such range of trials");
  const auto parts = static_cast<std::uint64_t>(threads);
  std::vector<RaceEnds> ends(parts, RaceEnds{});
  crew(threads, [&](int thread, const std::atomic<bool>&) {
    const auto part = static_cast<std::uint64_t>(thread);
    const std::uint64_t n = last - first;
    RaceEnds mine{};
    const std::uint64_t from = first + n / parts * part + std::min(part, n % parts);
    const std::uint64_t to = from + n / parts + (part < n % parts ? 1 : 0);
    for (std::uint64_t i = from; i < to; ++i) ++mine[trial(race, i)];
    ends[part] = mine;
  });
  RaceEnds out{};
  for (const auto& mine : ends) {
    for (std::size_t e = 0; e < out.size(); ++e) out[e] += mine[e];
  }
  return out;
}

}  // namespace oshihiki::study
