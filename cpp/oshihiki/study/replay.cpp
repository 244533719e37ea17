#include "oshihiki/study/replay.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "oshihiki/base/error.hpp"

namespace oshihiki::study {

Replayed replay(const ForkPlan& plan, const std::vector<RealRound>& rounds, int threads) {
  if (threads < 1 || threads > 1024) {
    throw StudyError("study: threads is " + std::to_string(threads) + "; allowed are 1 to 1024");
  }
  Replayed out;
  out.tally.clear(plan);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    try {
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
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
  std::sort(out.failed.begin(), out.failed.end());
  return out;
}

}  // namespace oshihiki::study
