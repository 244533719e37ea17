#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oshihiki/play/round.hpp"
#include "oshihiki/study/plan.hpp"

namespace oshihiki::study {

/// One recorded answer of a real round.
struct Recorded {
  Seat seat = 0;
  play::Action action;
};

/// Plays rounds and forks their spots. One worker a thread; it keeps its buffers from round to
/// round and nothing else, so a round's outcome depends on its address and standing alone.
class ForkWorker {
 public:
  /// `plan` must outlive the worker.
  explicit ForkWorker(const ForkPlan& plan);

  /// Plays one round under the base strategy, forks at its spots, adds to the tally, and says
  /// what follows the round.
  settle::Next round(const wall::Address& address, const settle::Standing& standing, Tally& tally);

  /// A real round: the base follows the recorded answers, the forks follow the strategies. The
  /// answers must be those of a legal round; returns false, with the tally as it was, when one is
  /// not legal or the record ends before the round does.
  bool replay(const wall::Wall& wall, const wall::Address& address,
              const settle::Standing& standing, const std::vector<Recorded>& script, Tally& tally);

 private:
  struct ArmEnd {
    std::int32_t value = 0;  ///< hundreds
    std::uint8_t what = 0;   ///< Layout::Arm of the kind of end
    bool tsumo = false;
    std::int32_t points = 0;  ///< of the hand won or paid for, hundreds
  };
  struct Spot {
    Seat hero = 0;
    int cell = 0;
    std::int32_t before = 0;  ///< the hero's points
    std::int64_t weight = 1;
    std::array<ArmEnd, kMaxArms> ends{};
  };
  /// An arm of a spot on its way through a state that it may share with other arms.
  struct Rider {
    std::uint16_t spot = 0;
    std::uint8_t arm = 0;
    bool first = true;  ///< its first action is still to come
  };
  using Riders = std::vector<Rider>;
  static constexpr std::uint8_t kGone = 0xFF;  ///< a rider's arm once it has left
  /// A hero's spots so far in this round, for picking.
  struct Hero {
    std::vector<int> cells;  ///< that had their first
    std::uint32_t fitting = 0;
    int cell = -1;  ///< uniform: of the spot kept
    play::State kept;
  };
  class Choices;

  void begin();
  int pick(const play::State& state, Seat seat, const play::Actions& legal);
  int cell_of(Reader& reader) const noexcept;
  void add_spot(const play::State& state, Seat seat, int cell, std::int64_t weight, Riders& riders);
  void split(const play::State& state, Seat seat, play::Action action, Choices& choices,
             Riders& riders);
  void follow(play::State& state, Riders& riders);
  void finish(const play::State& state, const Riders& riders);
  void fork_kept();
  void close(Tally& tally);

  const ForkPlan& plan_;
  Layout layout_;
  std::vector<Spot> spots_;
  Riders main_;
  std::array<Hero, kMaxSeats> heroes_;
  std::vector<std::int64_t> sums_;  ///< of a round: per touched cell n_r and D_r of each pair
  std::vector<int> touched_;
};

}  // namespace oshihiki::study
