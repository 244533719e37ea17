#include "oshihiki/strategy/worth.hpp"

#include <algorithm>
#include <array>

namespace oshihiki::strategy {
namespace {

// Average points by whole han, a non-dealer's. Closed: a riichi hand of that many han (riichi
// among them) with ippatsu, ura and tsumo, after the published averages of houou games
// (riichi only 2,900, two han 3,900 to 5,100, three 6,500 to 7,500, four 9,100, five 11,300, ...).
constexpr std::array<std::int32_t, 14> kClosedByHan = {
    1500, 2900, 4400, 6900, 9100, 11300, 13100, 15100, 17000, 18500, 20000, 24000, 25500, 32000};
// Open: 30 fu on the average, a little more for the hands with 40.
constexpr std::array<std::int32_t, 14> kOpenByHan = {
    0, 1150, 2150, 4100, 7800, 8000, 12000, 12000, 16000, 16000, 16500, 24000, 24000, 32000};

constexpr std::int32_t by_quarters(const std::array<std::int32_t, 14>& by_han, int quarters,
                                   bool dealer) noexcept {
  const int q = std::clamp(quarters, 0, 13 * 4 - 1);
  const std::int32_t low = by_han[static_cast<std::size_t>(q / 4)];
  const std::int32_t high = by_han[static_cast<std::size_t>(q / 4 + 1)];
  const std::int32_t points = low + (high - low) * (q % 4) / 4;
  return dealer ? points * 3 / 2 : points;
}

}  // namespace

std::int32_t closed_points(int quarters, bool dealer) noexcept {
  return by_quarters(kClosedByHan, quarters, dealer);
}
std::int32_t open_points(int quarters, bool dealer) noexcept {
  return by_quarters(kOpenByHan, quarters, dealer);
}

}  // namespace oshihiki::strategy
