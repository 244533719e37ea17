#include "oshihiki/agari/shanten.hpp"

#include <algorithm>
#include <cassert>

#include "oshihiki/agari/lookup.hpp"

namespace oshihiki::agari {

int shanten(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  assert(size >= 1 && size <= 14 && size % 3 != 0);
  const int standard = standard_shanten(SuitClasses::of(keys), size / 3);
  if (size < 13) return standard;
  const auto kinds = KindTally::of(counts);
  return std::min({standard, chiitoi_shanten(kinds), kokushi_shanten(kinds)});
}

int shanten_of(const Counts& counts, const SuitKeys& keys, int size, Form form) noexcept {
  assert(form == Form::kBest || form == Form::kStandard || size >= 13);
  switch (form) {
    case Form::kStandard:
      return standard_shanten(SuitClasses::of(keys), size / 3);
    case Form::kChiitoi:
      return chiitoi_shanten(KindTally::of(counts));
    case Form::kKokushi:
      return kokushi_shanten(KindTally::of(counts));
    case Form::kBest:
      break;
  }
  return shanten(counts, keys, size);
}

}  // namespace oshihiki::agari
