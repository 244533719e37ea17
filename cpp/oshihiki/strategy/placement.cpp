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
constexpr std::array<std::int32_t, 9> kSpread = {2500,  7500,  10500, 12500, 15000,
                                                 16500, 18000, 19500, 21000};

}  // namespace

void weigh_by_placement(const play::View& view, const Threats& threats, Stakes& stakes) noexcept {
  const int players = view.players();
  const int winds = view.rules().length == rules::Length::tonpuu ? 1 : 2;
  const int left = (winds - (view.round_wind() - kEast)) * players - 1 - view.dealer();
  const std::int32_t spread = kSpread[static_cast<std::size_t>(std::clamp(left, 0, 8))];
  const Seat me = view.seat();
  // A win of middling size from all, and a loss to the threat.
  constexpr std::int32_t kWin = 6000;
  constexpr std::int32_t kLoss = 6000;
  Seat to = kNoSeat;
  std::int32_t surest = 0;
  for (const Threat& t : threats.all) {
    if (t.certainty > surest) {
      surest = t.certainty;
      to = t.seat;
    }
  }
  std::int64_t up = 0;
  std::int64_t down = 0;
  for (int i = 0; i < players; ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == me) continue;
    const std::int32_t lead = view.score(me) - view.score(seat);
    const std::int32_t now = ends_above(lead, spread);
    up += ends_above(lead + kWin + kWin / (players - 1), spread) - now;
    const std::int32_t gained = to == kNoSeat ? kLoss / (players - 1) : seat == to ? kLoss : 0;
    down += now - ends_above(lead - kLoss - gained, spread);
  }
  // Points count for themselves too, so that neither side vanishes.
  const std::int64_t base = 400;
  up += base;
  down += base;
  stakes.win_scale = static_cast<std::int32_t>(512 * up / (up + down));
  stakes.loss_scale = 512 - stakes.win_scale;
}

}  // namespace oshihiki::strategy
