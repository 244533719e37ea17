#include "oshihiki/study/replay.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {

Replayed replay(const ForkPlan& plan, const std::vector<RealRound>& rounds, int threads) {
  Replayed out;
  out.tally.clear(plan);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  crew(threads, [&](int, const std::atomic<bool>& stop) {
    ForkWorker worker(plan);
    Tally tally;
    tally.clear(plan);
    std::vector<std::uint32_t> failed;
    for (std::size_t i = next++; i < rounds.size() && !stop; i = next++) {
      const RealRound& r = rounds[i];
      if (!worker.replay(r.wall, r.address, r.standing, r.script, tally)) {
        failed.push_back(static_cast<std::uint32_t>(i));
      }
    }
    const std::lock_guard lock(mutex);
    out.tally.add(tally);
    out.failed.insert(out.failed.end(), failed.begin(), failed.end());
  });
  std::sort(out.failed.begin(), out.failed.end());
  return out;
}

}  // namespace oshihiki::study
