#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/study/match.hpp"
#include "oshihiki/study/simulate.hpp"

namespace oshihiki::study {

/// What one seat did in one match.
struct SeatCount {
  std::int64_t wins = 0, tsumo = 0, deal_ins = 0, riichi = 0, calls = 0;
  std::int64_t win_points = 0, deal_in_points = 0;  ///< hundreds
};

/// Counts one match and adds it to a tally when it is over.
class MatchCount {
 public:
  /// A round that is over.
  void round(const play::State& state) noexcept;
  /// The match is over; the next one is counted from nothing.
  void finish(const PlayedMatch& played, int players, MatchTally& tally) noexcept;
  /// The same without a placement: adds the rates over all seats only.
  void finish(int players, Rates& all) noexcept;

 private:
  SeatCount over_all(int players) const noexcept;
  void add(Rates& to, const SeatCount& c, std::int64_t player_rounds, std::int64_t rounds,
           std::int64_t rank, std::int64_t result, std::int64_t players) const noexcept;

  std::array<SeatCount, kMaxSeats> seats_{};
  std::int64_t rounds_ = 0, decisions_ = 0, draws_ = 0, extra_winners_ = 0;
  std::uint64_t hash_ = 0;
};

/// A round that is over as a row; `before` is how it began.
RoundRow row_of(const play::State& state, const settle::Standing& before) noexcept;

}  // namespace oshihiki::study
