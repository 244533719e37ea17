#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "oshihiki/study/fork.hpp"

namespace oshihiki::study {

/// Rounds of a block.
inline constexpr std::uint32_t kBlockRounds = 4096;

/// Plays blocks of a fork study. Block b stands alone: with a fixed standing it is the rounds of
/// the addresses match = 4096 b + i, i < 4096; with whole matches it is the matches 4096 b,
/// 4096 b + 1, ... one after another until 4,096 rounds are played (the last match is left where
/// the block is full). A block's tally depends on nothing else, so threads, calls and machines
/// may share the blocks out as they like.
class ForkBlocks {
 public:
  /// Throws what ForkPlan::check throws.
  explicit ForkBlocks(ForkPlan plan);

  struct Finished {
    std::uint64_t block = 0;
    Tally tally;
  };

  /// Puts the blocks first..last-1 at the end of the queue.
  void want(std::uint64_t first, std::uint64_t last);

  /// Works on the queue for about `seconds` (a block begun is gone on with by a later call) and
  /// hands over the blocks that are complete, in no order.
  std::vector<Finished> advance(int threads, double seconds);

  /// Nothing is queued or begun.
  bool idle() const noexcept { return queue_.empty() && begun_.empty(); }
  /// Rounds and spots of blocks begun but not complete.
  std::uint64_t rounds_begun() const noexcept;
  std::uint64_t spots_begun() const noexcept;
  const ForkPlan& plan() const noexcept { return plan_; }

 private:
  struct Progress {
    std::uint64_t block = 0;
    std::uint64_t match = 0;  ///< within the block
    Tally tally;
  };
  bool take(Progress& progress);
  void play_match(ForkWorker& worker, Progress& progress) const;

  ForkPlan plan_;
  std::deque<std::pair<std::uint64_t, std::uint64_t>> queue_;
  std::vector<Progress> begun_;
};

}  // namespace oshihiki::study
