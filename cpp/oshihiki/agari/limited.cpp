#include "oshihiki/agari/limited.hpp"

#include <algorithm>
#include <cassert>

#include "oshihiki/agari/distance.hpp"
#include "oshihiki/agari/lookup.hpp"

namespace oshihiki::agari {
namespace {

int standard_limited(const Counts& counts, int groups, const Counts& limits) noexcept {
  Distances all;
  all.fill(kFar);
  all[0] = 0;
  for (Kind first = 0; first < kEast; first = static_cast<Kind>(first + 9)) {
    NumberScan scan;
    for (Kind r = 0; r < 9; ++r) {
      const auto k = static_cast<Kind>(first + r);
      scan = scan.next(r, counts[k], limits[k]);
    }
    all = merged(all, scan.finish());
  }
  for (Kind k = kEast; k < kKinds; ++k) {
    all = merged(all, honour_distances(counts[k], limits[k]));
  }
  return all[static_cast<std::size_t>(2 * groups + 1)] - 1;
}

}  // namespace

int shanten_limited(const Counts& counts, int size, Form form, const Counts& limits) noexcept {
  assert(size >= 1 && size <= 14 && size % 3 != 0);
  const auto kinds = KindTally::of(counts);
  switch (form) {
    case Form::kStandard:
      return standard_limited(counts, size / 3, limits);
    case Form::kChiitoi:
      return chiitoi_shanten(kinds);
    case Form::kKokushi:
      return kokushi_shanten(kinds);
    case Form::kBest:
      break;
  }
  const int standard = standard_limited(counts, size / 3, limits);
  // Melds take both special forms away, and without melds no kind is used up in them.
  if (size < 13) return standard;
  return std::min({standard, chiitoi_shanten(kinds), kokushi_shanten(kinds)});
}

Accepted accepted_limited(const Counts& counts, int size, Form form,
                          const Counts& limits) noexcept {
  assert(size % 3 == 1);
  const int now = shanten_limited(counts, size, form, limits);
  Accepted out{};
  out.shanten = static_cast<std::int8_t>(now);
  auto more = counts;
  for (Kind k = 0; k < kKinds; ++k) {
    if (counts[k] >= limits[k]) continue;
    ++more[k];
    if (shanten_limited(more, size + 1, form, limits) < now) out.kinds |= kind_bit(k);
    --more[k];
  }
  return out;
}

}  // namespace oshihiki::agari
