#include "oshihiki/study/play_on.hpp"

namespace oshihiki::study {

bool to_be_played_on(const ForkPlan& plan, const play::State& state, Seat hero) noexcept {
  wall::Address lane = state.address;
  lane.seat = hero;
  lane.decision = state.seats[hero].decisions;
  lane.use = wall::Use::kStudy;
  wall::Stream stream(lane);
  // The words before it choose spots.
  for (int i = 0; i < 4; ++i) stream.next();
  return stream.below(plan.play_on) == 0;
}

PlayedOn::PlayedOn(const ForkPlan& plan, const play::State& over) : measure_(plan.measure) {
  constexpr std::uint64_t kElsewhere = std::uint64_t{1} << 63;
  course_.address.key = over.address.key;
  course_.address.match = over.address.match | kElsewhere;
  course_.address.round = over.address.round;
  course_.before = over.standing;
  course_.close(over);
  Strategies strategies;
  strategies.fill(plan.strategies[plan.base]);
  play::NoEvents nobody;
  play::State state;
  const bool whole = measure_.kind == Measure::Kind::kPlacement;
  while (!course_.over) {
    course_.deal(state, plan.rules, nobody);
    play_on(state, strategies, nobody);
    course_.close(state);
    if (!whole) return;
  }
  if (whole) end_ = course_.end(plan.rules).placement;
}

std::int32_t PlayedOn::value(Seat hero, std::int32_t before) const noexcept {
  if (end_) return measure_.rewards[end_->rank[hero] - 1u];
  return course_.before.scores[hero] - before;
}

}  // namespace oshihiki::study
