#include "oshihiki/agari/waits.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/shanten.hpp"

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace oshihiki::agari {
namespace {

/// The group class of the three suits other than each.
struct Others {
  std::uint8_t of_suit[4];

  static Others of(const SuitClasses& c) noexcept {
    const auto& t = tables();
    const auto low = t.pair[c.of_suit[0]][c.of_suit[1]];
    const auto high = t.pair[c.of_suit[2]][c.of_suit[3]];
    return {{t.triple[high][c.of_suit[1]], t.triple[high][c.of_suit[0]],
             t.triple[low][c.of_suit[3]], t.triple[low][c.of_suit[2]]}};
  }
};

/// Kinds that bring seven pairs nearer: partners of single tiles, and new kinds while there are
/// fewer than seven.
inline KindSet chiitoi_accepted(const KindTally& kinds) noexcept {
  KindSet out = kinds.held & ~kinds.twice;
  if (std::popcount(kinds.held) < 7) out |= kAllKinds & ~kinds.held;
  return out;
}

inline KindSet kokushi_accepted(const KindTally& kinds) noexcept {
  const bool paired = (kinds.twice & kTerminalsAndHonours) != 0;
  return paired ? kTerminalsAndHonours & ~kinds.held : kTerminalsAndHonours;
}

/// The best of the two special forms of a hand of 13 tiles with what each accepts.
inline Accepted special_accepted(const KindTally& kinds) noexcept {
  const int chiitoi = chiitoi_shanten(kinds);
  const int kokushi = kokushi_shanten(kinds);
  Accepted out{};
  out.shanten = static_cast<std::int8_t>(std::min(chiitoi, kokushi));
  if (chiitoi == out.shanten) out.kinds |= chiitoi_accepted(kinds);
  if (kokushi == out.shanten) out.kinds |= kokushi_accepted(kinds);
  return out;
}

/// The classes a suit has with one more tile of each rank. (Of no use for a rank of which four
/// are held: the callers take those kinds out.)
class OneMore {
  static_assert(offsetof(Tables, number) + kNumberKeys + kPow5[8] < sizeof(Tables));
  static_assert(offsetof(Tables, honour) + kHonourKeys + kPow5[6] < sizeof(Tables));

 public:
  OneMore() noexcept = default;
  OneMore(std::size_t suit, std::uint32_t key) noexcept {
    // With a fifth copy the place may lie behind the suit's table, though not behind all tables.
    const auto* all = reinterpret_cast<const std::uint8_t*>(&tables());
    const auto* at = all + key + (suit == 3 ? offsetof(Tables, honour) : offsetof(Tables, number));
    const std::size_t ranks = suit == 3 ? 7 : 9;
    for (std::size_t r = 0; r < 7; ++r) classes_[r] = at[kPow5[r]];
    for (std::size_t r = 7; r < 9; ++r) classes_[r] = r < ranks ? at[kPow5[r]] : at[0];
  }
  /// The ranks (bit r for rank r) with which fewer than `missing` tiles are missing, by the group
  /// class of the other suits.
  KindSet nearer(std::uint8_t others, int groups, int missing) const noexcept {
    const auto& by_class = tables().fourth[groups][others];
#if defined(__SSE4_1__)
    __m128i found = _mm_cvtsi32_si128(by_class[classes_[0]]);
    const auto put = [&]<int R>(std::integral_constant<int, R>) {
      found = _mm_insert_epi8(found, by_class[classes_[R]], R);
    };
    [&]<int... R>(std::integer_sequence<int, R...>) {
      (put(std::integral_constant<int, R + 1>{}), ...);
    }(std::make_integer_sequence<int, 8>{});
    const __m128i limit = _mm_set1_epi8(static_cast<char>(missing));
    return static_cast<KindSet>(_mm_movemask_epi8(_mm_cmplt_epi8(found, limit))) & 0x1FF;
#else
    KindSet ranks = 0;
    for (std::size_t r = 0; r < 9; ++r) ranks |= KindSet{by_class[classes_[r]] < missing} << r;
    return ranks;
#endif
  }

 private:
  std::uint8_t classes_[9];
};

/// The standard form and the special ones together.
inline Accepted joined(int standard, KindSet kinds, const Accepted& special) noexcept {
  Accepted out{static_cast<std::int8_t>(standard), kinds};
  if (standard == special.shanten) out.kinds |= special.kinds;
  return out;
}

constexpr Accepted kNoSpecial{127, 0};

}  // namespace

Accepted accepted(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  assert(size >= 1 && size <= 13 && size % 3 == 1);
  const auto c = SuitClasses::of(keys);
  const auto special = size == 13 ? special_accepted(KindTally::of(counts)) : kNoSpecial;
  const int standard = standard_shanten(c, size / 3);
  if (standard > special.shanten) return special;
  const auto others = Others::of(c);
  KindSet kinds = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    const OneMore more(s, keys.key[s]);
    kinds |= more.nearer(others.of_suit[s], size / 3, standard + 1) << 9 * s;
  }
  kinds &= ~kinds_above(counts, kCopies - 1);
  return joined(standard, kinds, special);
}

KindSet waits(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  if (shanten(counts, keys, size) != 0) return 0;
  return accepted(counts, keys, size).kinds;
}

bool is_complete(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  assert(size % 3 == 2);
  return shanten(counts, keys, size) < 0;
}

namespace {

/// The two special forms after the discard of one kind, from tallies of the whole hand.
class SpecialAfter {
 public:
  explicit SpecialAfter(const Counts& counts) noexcept
      : kinds_(KindTally::of(counts)),
        held_(std::popcount(kinds_.held)),
        twice_(std::popcount(kinds_.twice)),
        yaochu_(std::popcount(kinds_.held & kTerminalsAndHonours)),
        yaochu_twice_(std::popcount(kinds_.twice & kTerminalsAndHonours)),
        least_(std::min(chiitoi_shanten(kinds_), kokushi_shanten(kinds_))) {}

  KindSet held() const noexcept { return kinds_.held; }
  /// Of the whole hand; no discard has less, and most hands need not look further.
  int least() const noexcept { return least_; }
  int shanten(Kind k, int copies) const noexcept {
    const int gone = copies == 1 ? 1 : 0;
    const int single = copies == 2 ? 1 : 0;
    const int chiitoi = 6 - (twice_ - single) + std::max(0, 7 - (held_ - gone));
    const int yaochu = contains(kTerminalsAndHonours, k) ? 1 : 0;
    const int kokushi =
        13 - (yaochu_ - (gone & yaochu)) - (yaochu_twice_ - (single & yaochu) > 0 ? 1 : 0);
    return std::min(chiitoi, kokushi);
  }
  Accepted accepted(Kind k, int copies) const noexcept {
    KindTally after = kinds_;
    if (copies == 1) after.held &= ~kind_bit(k);
    if (copies == 2) after.twice &= ~kind_bit(k);
    return special_accepted(after);
  }

 private:
  KindTally kinds_;
  int held_, twice_, yaochu_, yaochu_twice_, least_;
};

}  // namespace

void shanten_after(const Counts& counts, const SuitKeys& keys, int size, Discards& out) noexcept {
  assert(size >= 2 && size <= 14 && size % 3 == 2);
  const auto& t = tables();
  const auto whole = SuitClasses::of(keys);
  const SpecialAfter special(counts);
  const auto& missing = t.missing[size / 3];
  const std::uint8_t halves[2] = {t.pair[whole.of_suit[0]][whole.of_suit[1]],
                                  t.pair[whole.of_suit[2]][whole.of_suit[3]]};
  const int least = size == 14 ? special.least() : 127;
  out.shanten = 127;
  out.best = 0;
  for_each_kind(special.held(), [&](Kind k) {
    const auto s = static_cast<std::size_t>(suit_of(k));
    const auto c = class_of(s, keys.key[s] - kWeights[k]);
    const auto neighbour = whole.of_suit[s ^ 1];
    const auto half = s % 2 == 0 ? t.pair[c][neighbour] : t.pair[neighbour][c];
    int shanten = (s < 2 ? missing[half][halves[1]] : missing[halves[0]][half]) - 1;
    if (shanten > least) shanten = std::min(shanten, special.shanten(k, counts[k]));
    out.after[k].shanten = static_cast<std::int8_t>(shanten);
    if (shanten < out.shanten) {
      out.shanten = static_cast<std::int8_t>(shanten);
      out.best = 0;
    }
    if (shanten == out.shanten) out.best |= kind_bit(k);
  });
}

void accepted_after(const Counts& counts, const SuitKeys& keys, int size, KindSet which,
                    Discards& out) noexcept {
  assert(size >= 2 && size <= 14 && size % 3 == 2);
  const int groups = size / 3;
  const auto whole = SuitClasses::of(keys);
  const SpecialAfter special(counts);
  const int least = size == 14 ? special.least() : 127;
  const KindSet full = kinds_above(counts, kCopies - 1);
  // What a suit accepts depends on the other suits by their group class and what is missing
  // alone, so that most discards find it answered.
  struct Answer {
    OneMore more;
    int others = -1;
    int missing = -1;
    KindSet kinds = 0;
  };
  Answer answers[4];
  for (std::size_t s = 0; s < 4; ++s) answers[s].more = OneMore(s, keys.key[s]);
  const auto elsewhere = [&](std::size_t s, std::uint8_t others, int missing) {
    Answer& a = answers[s];
    if (a.others != others || a.missing != missing) {
      a.others = others;
      a.missing = missing;
      a.kinds = a.more.nearer(others, groups, missing) << 9 * s;
    }
    return a.kinds;
  };
  auto c = whole;
  for_each_kind(which & special.held(), [&](Kind k) {
    const auto s = static_cast<std::size_t>(suit_of(k));
    const auto key = keys.key[s] - kWeights[k];
    Accepted& after = out.after[k];
    after.kinds = 0;
    c.of_suit[s] = class_of(s, key);
    const int standard = standard_shanten(c, groups);
    if (after.shanten == standard) {
      const auto others = Others::of(c);
      KindSet kinds = OneMore(s, key).nearer(others.of_suit[s], groups, standard + 1) << 9 * s;
      for (std::size_t o = 0; o < 4; ++o) {
        if (o != s) kinds |= elsewhere(o, others.of_suit[o], standard + 1);
      }
      after.kinds = kinds & ~(full & ~kind_bit(k));
    }
    c.of_suit[s] = whole.of_suit[s];
    if (after.shanten >= least && special.shanten(k, counts[k]) == after.shanten) {
      after.kinds |= special.accepted(k, counts[k]).kinds;
    }
  });
}

void discards(const Counts& counts, const SuitKeys& keys, int size, Discards& out) noexcept {
  shanten_after(counts, keys, size, out);
  accepted_after(counts, keys, size, kAllKinds, out);
}

KindSet discards_keeping(const Counts& counts, const SuitKeys& keys, int size,
                         int shanten) noexcept {
  Discards after;
  shanten_after(counts, keys, size, after);
  if (after.shanten == shanten) return after.best;
  KindSet out = 0;
  for_each_kind(kinds_above(counts, 0), [&](Kind k) {
    if (after.after[k].shanten == shanten) out |= kind_bit(k);
  });
  return out;
}

}  // namespace oshihiki::agari
