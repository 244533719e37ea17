#include <algorithm>
#include <cassert>
#include <string>

#include "oshihiki/base/error.hpp"
#include "oshihiki/score/score.hpp"

namespace oshihiki::score {

std::int32_t round_up_100(std::int32_t points) noexcept { return (points + 99) / 100 * 100; }

std::int32_t ron_points(std::int32_t base, bool dealer) noexcept {
  return round_up_100(base * (dealer ? 6 : 4));
}

std::int32_t tsumo_points(std::int32_t base, bool winner_dealer, bool payer_dealer,
                          const rules::Rules& rules) noexcept {
  const std::int32_t share = round_up_100(winner_dealer || payer_dealer ? 2 * base : base);
  if (rules.players == 4 || rules.tsumo_loss == rules::TsumoLoss::loss) return share;
  if (rules.tsumo_loss == rules::TsumoLoss::bisect) {
    // The absent player would have been a non-dealer; each payer takes half of that share.
    const std::int32_t absent = round_up_100(winner_dealer ? 2 * base : base);
    return round_up_100(share + absent / 2);
  }
  // The payers raise the ron value together: halves for a dealer's win, else 2 to 1.
  const std::int32_t ron = ron_points(base, winner_dealer);
  if (winner_dealer) return round_up_100((ron + 1) / 2);
  return payer_dealer ? round_up_100((2 * ron + 2) / 3) : round_up_100((ron + 2) / 3);
}

Base base_points(int han, int fu, const rules::Rules& rules) noexcept {
  assert(han >= 1);
  if (han < 5) {
    const std::int32_t points = fu << (han + 2);
    if (points >= 2000 || (rules.kiriage && points == 1920)) return {2000, Limit::kMangan};
    return {points, Limit::kNone};
  }
  if (han < 6) return {2000, Limit::kMangan};
  if (han < 8) return {3000, Limit::kHaneman};
  if (han < 11) return {4000, Limit::kBaiman};
  if (han >= 13) {
    if (rules.thirteen_han == rules::ThirteenHan::kazoe_yakuman) {
      return {8000, Limit::kKazoeYakuman};
    }
    if (rules.thirteen_han == rules::ThirteenHan::yonbaiman) return {8000, Limit::kYonbaiman};
  }
  return {6000, Limit::kSanbaiman};
}

void check_scorable(const rules::Rules& rules) {
  if (rules.double_wind_fu != 2 && rules.double_wind_fu != 4) {
    throw RulesError("scoring.double_wind_fu = " + std::to_string(rules.double_wind_fu) +
                     ": a pair that is seat and round wind has 2 or 4 fu");
  }
}

}  // namespace oshihiki::score
