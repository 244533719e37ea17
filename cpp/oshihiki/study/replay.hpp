#pragma once

#include <cstdint>
#include <vector>

#include "oshihiki/study/fork.hpp"

namespace oshihiki::study {

/// A real round: its wall, where it stood, and every answer of every seat that was asked.
struct RealRound {
  wall::Wall wall;
  wall::Address address;  ///< of the strategies' random numbers in its forks
  settle::Standing standing;
  std::vector<Recorded> script;
};

struct Replayed {
  Tally tally;
  std::vector<std::uint32_t> failed;  ///< numbers of the rounds whose record does not fit
};

/// Forks the spots of real rounds. The sum does not depend on the number of threads.
Replayed replay(const ForkPlan& plan, const std::vector<RealRound>& rounds, int threads);

}  // namespace oshihiki::study
