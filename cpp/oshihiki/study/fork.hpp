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
  static constexpr std::size_t kEnds = Layout::kAbort - Layout::kWin + 1;
  /// How an arm ended, summed over the worlds of its spot.
  struct ArmEnd {
    std::int64_t value = 0;                    ///< hundreds
    std::int64_t first = 0;                    ///< of the dealt world alone
    std::array<std::int16_t, kEnds> times{};   ///< by kind of end, from Layout::kWin
    std::array<std::int64_t, kEnds> values{};  ///< value then; none of kTsumo
    std::int64_t win_points = 0;               ///< of the hand won, hundreds
    std::int64_t deal_in_points = 0;           ///< of the hands paid for
    std::int16_t ronned = 0;                   ///< first tile ronned
    std::int64_t ronned_value = 0;
    std::int64_t came = 0;       ///< where the match was played on: what it was worth, less `first`
    std::int64_t last = 0;       ///< value in the world that was played last
    std::int64_t squares = 0;    ///< of the values of re-deals
    std::uint8_t dealt_end = 0;  ///< how the dealt world ended, from Layout::kWin
  };
  struct Spot {
    Seat hero = 0;
    int cell = 0;
    std::int32_t before = 0;      ///< the hero's points
    std::uint16_t decisions = 0;  ///< the hero's, before this one
    std::int64_t weight = 1;
    bool checked = false;       ///< its matches are played on
    std::int64_t re_steps = 0;  ///< decisions played in its re-deals
    std::array<ArmEnd, kMaxArms> ends{};
    RaceControl::Values control{};       ///< for rows
    std::vector<std::int32_t> features;  ///< for rows
    std::vector<std::int64_t> squared;   ///< for rows: of each pair's difference in re-deals
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
  int pick(const play::State& state, Seat seat, const play::Actions& legal, const Tally& tally);
  bool kept(const play::State& state, Seat seat, int cell, const Tally& tally);
  int cell_of(Reader& reader) const noexcept;
  void add_spot(const play::State& state, Seat seat, int cell, std::int64_t weight, Riders& riders);
  void split(const play::State& state, Seat seat, play::Action action, Choices& choices,
             Riders& riders);
  void follow(play::State& state, Riders& riders);
  void re_deals(const play::State& state, std::uint16_t spot);
  void finish(const play::State& state, const Riders& riders);
  void fork_kept(const Tally& tally);
  void close(Tally& tally);
  void close_played_on(Tally& tally, std::size_t stride);
  void note_world(Spot& spot) const;
  void add_rows(Tally& tally) const;

  const ForkPlan& plan_;
  Layout layout_;
  std::vector<Spot> spots_;
  Riders main_;
  std::array<Hero, kMaxSeats> heroes_;
  std::vector<std::int64_t> sums_;  ///< of a round: per touched cell what close() squares
  std::vector<int> touched_;
  std::vector<int> met_;     ///< cells of the spots that fit in this round
  wall::Address address_;    ///< of this round
  std::uint64_t steps_ = 0;  ///< decisions played
  bool dealt_ = true;        ///< in the dealt world, not in a re-deal of it
};

}  // namespace oshihiki::study
