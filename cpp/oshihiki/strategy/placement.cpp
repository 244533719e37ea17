#include "oshihiki/strategy/placement.hpp"

#include <algorithm>

namespace oshihiki::strategy {
namespace {

/// Chance in 1/1024 of ending above somebody from `lead` points ahead, when the rest of the match
/// moves the difference by about `spread` points. (A normal distribution, by steps of a quarter.)
std::int32_t ends_above(std::int32_t lead, std::int32_t spread) noexcept {
  static constexpr std::array<std::int32_t, 14> kNormal = {512, 613,  708,  792,  862,  916,  956,
                                                           983, 1001, 1011, 1018, 1021, 1023, 1024};
  const std::int64_t size = std::int64_t{lead < 0 ? -lead : lead} * 4 * 64 / spread;
  const auto at = static_cast<std::size_t>(size / 64);
  std::int32_t chance = 1024;
  if (at + 1 < kNormal.size()) {
    chance =
        kNormal[at] + static_cast<std::int32_t>((kNormal[at + 1] - kNormal[at]) * (size % 64) / 64);
  }
  return lead < 0 ? 1024 - chance : chance;
}

/// Spread of a difference of two scores by rounds still to play after this one, in points.
/// (From the share of 8,000-point leads that last: 65 per cent from E1, 70 from S1, 80 from S3.)
constexpr std::array<std::int32_t, 10> kSpread = {2500,  7500,  10500, 12500, 15000,
                                                  16500, 18000, 19500, 21000, 22500};

/// What a place is worth, in points for a thousandth of one (1/1024: as ends_above counts), and how
/// much of a choice it decides, in per cent: points count for themselves too.
constexpr std::int64_t kPlace = 13;
constexpr std::int64_t kWeight = 65;

// A small win and a large one, between which what a win does to the places is a line; a loss.
constexpr std::int32_t kSmall = 2000;
constexpr std::int32_t kLarge = 8000;
constexpr std::int32_t kLoss = 6000;
constexpr std::int32_t kLeast = 1000;

}  // namespace

void weigh_by_placement(const play::View& view, const Threats& threats, Stakes& stakes) noexcept {
  const int players = view.players();
  const int winds = view.rules().length == rules::Length::tonpuu ? 1 : 2;
  const int left = (winds - (view.round_wind() - kEast)) * players - 1 - view.dealer();
  const auto at = static_cast<std::size_t>(std::clamp(left, 0, 8));
  const std::int32_t after = kSpread[at];
  const std::int32_t now = kSpread[at + 1];
  const Seat me = view.seat();
  Seat to = kNoSeat;
  std::int32_t surest = 0;
  for (const Threat& t : threats.all) {
    if (t.certainty > surest) {
      surest = t.certainty;
      to = t.seat;
    }
  }
  std::int64_t small = 0;
  std::int64_t large = 0;
  std::int64_t down = 0;
  for (int i = 0; i < players; ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == me) continue;
    const std::int32_t lead = view.score(me) - view.score(seat);
    const std::int32_t stands = ends_above(lead, now);
    // A win is from all, a loss to the threat.
    small += ends_above(lead + kSmall + kSmall / (players - 1), after) - stands;
    large += ends_above(lead + kLarge + kLarge / (players - 1), after) - stands;
    const std::int32_t gained = to == kNoSeat ? kLoss / (players - 1) : seat == to ? kLoss : 0;
    down += stands - ends_above(lead - kLoss - gained, after);
  }
  // A win's worth as a line: so much for any win, so much (in 1/256) for each point.
  const std::int64_t slope =
      std::max<std::int64_t>((large - small) * kPlace * 256, 0) / (kLarge - kSmall);
  const std::int64_t any = small * kPlace - kSmall * slope / 256;
  const auto mixed = [](std::int64_t place, std::int64_t points) {
    return (place * kWeight + points * (100 - kWeight)) / 100;
  };
  const std::int64_t scale = mixed(slope, 256);
  stakes.win_scale = static_cast<std::int32_t>(scale);
  // No win is worth less than nothing.
  stakes.pot =
      std::max(-kLeast, stakes.pot + static_cast<std::int32_t>(mixed(any, 0) * 256 / scale));
  const std::int64_t lost = std::max<std::int64_t>(down * kPlace * 256, 0) / kLoss;
  stakes.loss_scale = static_cast<std::int32_t>(mixed(lost, 256));
}

}  // namespace oshihiki::strategy
