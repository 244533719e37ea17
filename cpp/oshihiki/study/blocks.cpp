#include "oshihiki/study/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {

ForkBlocks::ForkBlocks(ForkPlan plan) : plan_(std::move(plan)) { plan_.check(); }

void ForkBlocks::want(std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 51;  // 4096 b must fit
  if (first > last || last > kMost) throw StudyError("study: no such range of blocks");
  if (first < last) queue_.emplace_back(first, last);
}

bool ForkBlocks::take(Progress& progress) {
  if (!begun_.empty()) {
    progress = std::move(begun_.front());
    begun_.erase(begun_.begin());
    return true;
  }
  if (queue_.empty()) return false;
  auto& [next, last] = queue_.front();
  progress.block = next++;
  progress.match = 0;
  progress.tally.clear(plan_);
  if (next == last) queue_.pop_front();
  return true;
}

void ForkBlocks::play_match(ForkWorker& worker, Progress& progress) const {
  wall::Address address;
  address.key = plan_.key;
  address.match = progress.block * kBlockRounds + progress.match++;
  settle::Next next;
  next.standing = plan_.standing ? *plan_.standing : settle::start_of_match(plan_.rules);
  do {
    next = worker.round(address, next.standing, progress.tally);
    ++address.round;
  } while (!plan_.standing && !next.over && progress.tally.rounds < kBlockRounds);
}

std::vector<ForkBlocks::Finished> ForkBlocks::advance(int threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::max(0.0, seconds)));
  std::vector<Finished> finished;
  std::mutex mutex;
  crew(threads, [&](int, const std::atomic<bool>& failed) {
    ForkWorker worker(plan_);
    Progress progress;
    while (!failed) {
      {
        const std::lock_guard lock(mutex);
        if (Clock::now() >= until || !take(progress)) return;
      }
      bool late = false;
      while (progress.tally.rounds < kBlockRounds && !late) {
        play_match(worker, progress);
        late = failed || Clock::now() >= until;
      }
      const std::lock_guard lock(mutex);
      if (progress.tally.rounds == kBlockRounds) {
        finished.push_back({progress.block, std::move(progress.tally)});
      } else {
        begun_.push_back(std::move(progress));
      }
    }
  });
  return finished;
}

std::uint64_t ForkBlocks::rounds_begun() const noexcept {
  std::uint64_t n = 0;
  for (const auto& p : begun_) n += p.tally.rounds;
  return n;
}

std::uint64_t ForkBlocks::spots_begun() const noexcept {
  std::uint64_t n = 0;
  for (const auto& p : begun_) n += p.tally.spots;
  return n;
}

}  // namespace oshihiki::study
