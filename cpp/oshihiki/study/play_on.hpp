#pragma once

#include <cstdint>
#include <optional>

#include "oshihiki/study/match.hpp"
#include "oshihiki/study/plan.hpp"

namespace oshihiki::study {

/// Whether the matches of this spot are played on: one in `plan.play_on`, by address.
bool to_be_played_on(const ForkPlan& plan, const play::State& state, Seat hero) noexcept;

/// What really comes after a round that is over, where a measure has only a model of it: the base
/// strategy plays on in all seats, the next round (kNext) or the rest of the match (kPlacement).
///
/// The walls are those of a match that no study plays, so they tell nothing of the rounds whose
/// spots are studied; all arms of all spots of a round meet the same ones.
class PlayedOn {
 public:
  PlayedOn(const ForkPlan& plan, const play::State& over);

  /// As Measure::value, with what came in the model's place.
  std::int32_t value(Seat hero, std::int32_t before) const noexcept;

 private:
  const Measure& measure_;
  Course course_;
  std::optional<settle::Placement> end_;
};

}  // namespace oshihiki::study
