#include <cassert>

#include "oshihiki/play/round.hpp"
#include "oshihiki/study/plan.hpp"

namespace oshihiki::study {

std::int32_t Measure::value(const play::State& state, Seat hero,
                            std::int32_t before) const noexcept {
  const std::int32_t gained = state.standing.scores[hero] - before;
  if (kind == Kind::kPoints) {
    assert(gained % kPointUnit == 0);
    return gained / kPointUnit;
  }
  const settle::Next after = play::next_round(state);
  if (kind == Kind::kNext) {
    if (after.over) return gained;
    const auto& worth = next[after.standing.dealer == hero ? 1 : 0];
    return gained + worth[0] + worth[1] * after.standing.honba + worth[2] * after.standing.deposits;
  }
  if (!after.over) return placement(after.standing, hero, state.players());
  const settle::Placement place = settle::place(after.standing, {}, *state.rules);
  return rewards[place.rank[hero] - 1u];
}

std::int32_t Measure::placement(const settle::Standing& standing, Seat hero,
                                int players) const noexcept {
  const int left =
      std::clamp(2 * players - (standing.wind * players + standing.dealer), 1, kRoundsLeft);
  std::int64_t total = 0, sure = 0;
  for (std::size_t fortune = 0; fortune < kFortunes; ++fortune) {
    // How many opponents end above him: each by itself, in parts of kSure.
    std::array<std::int64_t, kMaxSeats> ranks{1};
    sure = 1;
    int others = 0;
    for (Seat s = 0; s < players; ++s) {
      if (s == hero) continue;
      const std::size_t relation = standing.dealer == hero ? 1 : standing.dealer == s ? 2 : 0;
      const std::int32_t lead = standing.scores[hero] - standing.scores[s];
      const std::int32_t half = lead >= 0 ? kLeadStep / 2 : -kLeadStep / 2;
      const int step = std::clamp((lead + half) / kLeadStep, -kLeadMost, kLeadMost);
      const std::size_t row = (fortune * kRoundsLeft + static_cast<std::size_t>(left - 1)) * 3;
      const std::int64_t below_him =
          above[(row + relation) * kLeads + static_cast<std::size_t>(step + kLeadMost)];
      ++others;
      for (int k = others; k >= 0; --k) {
        const auto i = static_cast<std::size_t>(k);
        ranks[i] = (k < others ? ranks[i] * below_him : 0) +
                   (k > 0 ? ranks[i - 1] * (kSure - below_him) : 0);
      }
      sure *= kSure;
    }
    for (int k = 0; k <= others; ++k) {
      const auto i = static_cast<std::size_t>(k);
      total += ranks[i] / kFortunes * rewards[i];
    }
  }
  return static_cast<std::int32_t>((total >= 0 ? total + sure / 2 : total - sure / 2) / sure);
}

}  // namespace oshihiki::study
