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

std::array<std::int64_t, kMaxSeats> Measure::ways(const settle::Standing& standing, Seat seat,
                                                  int players) const noexcept {
  const int left =
      std::clamp(2 * players - (standing.wind * players + standing.dealer), 1, kRoundsLeft);
  std::array<std::int64_t, kMaxSeats> total{};
  for (std::size_t fortune = 0; fortune < kFortunes; ++fortune) {
    // How many opponents end above the seat: each by itself, in parts of kSure.
    std::array<std::int64_t, kMaxSeats> ranks{1};
    int others = 0;
    for (Seat s = 0; s < players; ++s) {
      if (s == seat) continue;
      const std::size_t relation = standing.dealer == seat ? 1 : standing.dealer == s ? 2 : 0;
      const std::int32_t lead = standing.scores[seat] - standing.scores[s];
      const std::int32_t half = lead >= 0 ? kLeadStep / 2 : -kLeadStep / 2;
      const int step = std::clamp((lead + half) / kLeadStep, -kLeadMost, kLeadMost);
      const std::size_t row = (fortune * kRoundsLeft + static_cast<std::size_t>(left - 1)) * 3;
      const std::int64_t below =
          above[(row + relation) * kLeads + static_cast<std::size_t>(step + kLeadMost)];
      ++others;
      for (int k = others; k >= 0; --k) {
        const auto i = static_cast<std::size_t>(k);
        ranks[i] =
            (k < others ? ranks[i] * below : 0) + (k > 0 ? ranks[i - 1] * (kSure - below) : 0);
      }
    }
    for (std::size_t k = 0; k < kMaxSeats; ++k) total[k] += ranks[k];
  }
  return total;
}

std::int32_t Measure::placement(const settle::Standing& standing, Seat hero,
                                int players) const noexcept {
  // Each place is somebody's: a seat's part of it, then parts that sum to one.
  std::array<std::int64_t, kMaxSeats> all{};
  std::array<std::int64_t, kMaxSeats> own{};
  for (Seat s = 0; s < players; ++s) {
    const auto of_seat = ways(standing, s, players);
    if (s == hero) own = of_seat;
    for (std::size_t k = 0; k < kMaxSeats; ++k) all[k] += of_seat[k];
  }
  constexpr std::int64_t kPart = std::int64_t{1} << 20;  // a way has at most 39 bits
  std::int64_t total = 0, sure = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(players); ++k) {
    const std::int64_t part = all[k] > 0 ? own[k] * kPart / all[k] : 0;
    total += part * rewards[k];
    sure += part;
  }
  if (sure == 0) return 0;  // a model in which nobody has any chance
  return static_cast<std::int32_t>((total >= 0 ? total + sure / 2 : total - sure / 2) / sure);
}

}  // namespace oshihiki::study
