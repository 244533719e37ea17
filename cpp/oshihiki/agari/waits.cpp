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

/// What the suits accept that a discard leaves as they are. It depends on the other suits by their
/// group class and what is missing alone, so that most discards find it answered.
class Elsewhere {
 public:
  Elsewhere(const SuitKeys& keys, int groups) noexcept : groups_(groups) {
    for (std::size_t s = 0; s < 4; ++s) answers_[s].more = OneMore(s, keys.key[s]);
  }
  KindSet all_but(std::size_t suit, const Others& others, int missing) noexcept {
    KindSet kinds = 0;
    for (std::size_t s = 0; s < 4; ++s) {
      if (s != suit) kinds |= nearer(s, others.of_suit[s], missing);
    }
    return kinds;
  }

 private:
  KindSet nearer(std::size_t s, std::uint8_t others, int missing) noexcept {
    Answer& a = answers_[s];
    if (a.others != others || a.missing != missing) {
      a.others = others;
      a.missing = missing;
      a.kinds = a.more.nearer(others, groups_, missing) << 9 * s;
    }
    return a.kinds;
  }
  struct Answer {
    OneMore more;
    int others = -1;
    int missing = -1;
    KindSet kinds = 0;
  };
  Answer answers_[4];
  int groups_;
};

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
  const SpecialAfter special(counts);
  const auto others = Others::of(SuitClasses::of(keys));
  const int least = size == 14 ? special.least() : 127;
  int lowest = 127;
  KindSet best = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    const auto& missing = t.fourth[size / 3][others.of_suit[s]];
    const std::uint8_t* const classes = (s == 3 ? t.honour : t.number) + keys.key[s];
    for_each_kind(special.held() & KindSet{0x1FF} << 9 * s, [&](Kind k) {
      int shanten = missing[*(classes - kWeights[k])] - 1;
      if (shanten > least) shanten = std::min(shanten, special.shanten(k, counts[k]));
      out.after[k].shanten = static_cast<std::int8_t>(shanten);
      if (shanten < lowest) {
        lowest = shanten;
        best = 0;
      }
      if (shanten == lowest) best |= kind_bit(k);
    });
  }
  out.shanten = static_cast<std::int8_t>(lowest);
  out.best = best;
}

void accepted_after(const Counts& counts, const SuitKeys& keys, int size, KindSet which,
                    Discards& out) noexcept {
  assert(size >= 2 && size <= 14 && size % 3 == 2);
  const int groups = size / 3;
  const auto whole = SuitClasses::of(keys);
  const SpecialAfter special(counts);
  const int least = size == 14 ? special.least() : 127;
  const KindSet full = kinds_above(counts, kCopies - 1);
  Elsewhere elsewhere(keys, groups);
  const auto around = Others::of(whole);
  for (std::size_t s = 0; s < 4; ++s) {
    const auto& missing = tables().fourth[groups][around.of_suit[s]];
    auto c = whole;
    // Discards that leave a suit of the same class leave the other suits accepting the same.
    int answered = -1;
    KindSet others = 0;
    for_each_kind(which & special.held() & KindSet{0x1FF} << 9 * s, [&](Kind k) {
      const auto key = keys.key[s] - kWeights[k];
      Accepted& after = out.after[k];
      after.kinds = 0;
      c.of_suit[s] = class_of(s, key);
      const int to_go = missing[c.of_suit[s]];
      if (after.shanten == to_go - 1) {
        if (answered != c.of_suit[s]) {
          answered = c.of_suit[s];
          others = elsewhere.all_but(s, Others::of(c), to_go);
        }
        const auto own = OneMore(s, key).nearer(around.of_suit[s], groups, to_go) << 9 * s;
        after.kinds = (own | others) & ~(full & ~kind_bit(k));
      }
      if (after.shanten >= least && special.shanten(k, counts[k]) == after.shanten) {
        after.kinds |= special.accepted(k, counts[k]).kinds;
      }
    });
  }
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

namespace {

/// Tiles of each suit, modulo 3.
std::array<int, 4> rests_of(const Counts& counts) noexcept {
  std::array<int, 4> rests{};
  for_each_kind(kinds_above(counts, 0),
                [&](Kind k) { rests[static_cast<std::size_t>(suit_of(k))] += counts[k]; });
  for (int& n : rests) n %= 3;
  return rests;
}

/// Exchanges for hands that are near a special form: each hand looked at as it is.
void exchanges_one_by_one(Counts counts, SuitKeys keys, int size, KindSet drawn,
                          Exchanges& out) noexcept {
  Discards found;
  for_each_kind(drawn, [&](Kind k) {
    ++counts[k];
    keys.add(k);
    shanten_after(counts, keys, size + 1, found);
    if (found.shanten == 0) {
      accepted_after(counts, keys, size + 1, found.best, found);
      for_each_kind(found.best & ~kind_bit(k),
                    [&](Kind x) { out.items[out.size++] = {k, x, found.after[x].kinds}; });
    }
    --counts[k];
    keys.remove(k);
  });
}

}  // namespace

void exchanges(const Counts& counts, const SuitKeys& keys, int size, KindSet drawn,
               Exchanges& out) noexcept {
  assert(size >= 1 && size <= 13 && size % 3 == 1);
  out.size = 0;
  const KindSet full = kinds_above(counts, kCopies - 1);
  drawn &= ~full;
  if (size == 13) {
    const auto tally = KindTally::of(counts);
    if (std::min(chiitoi_shanten(tally), kokushi_shanten(tally)) <= 1) {
      return exchanges_one_by_one(counts, keys, size, drawn, out);
    }
  }
  const int groups = size / 3;
  const KindSet last = kinds_above(counts, kCopies - 2) & ~full;  // kinds a draw makes full
  const auto rests = rests_of(counts);
  const auto whole = SuitClasses::of(keys);
  Elsewhere elsewhere(keys, groups);
  const auto beside = Others::of(whole);
  for_each_kind(kinds_above(counts, 0), [&](Kind x) {
    const auto s = static_cast<std::size_t>(suit_of(x));
    auto without = keys;
    without.remove(x);
    auto c = whole;
    c.of_suit[s] = class_of(s, without.key[s]);
    // One tile short of complete after the draw is tenpai; so two short before.
    if (tables().fourth[groups][beside.of_suit[s]][c.of_suit[s]] > 2) return;
    const KindSet ready = elsewhere.all_but(s, Others::of(c), 2) |
                          OneMore(s, without.key[s]).nearer(beside.of_suit[s], groups, 2) << 9 * s;
    for_each_kind(ready & drawn & ~kind_bit(x), [&](Kind k) {
      const auto d = static_cast<std::size_t>(suit_of(k));
      auto with = without;
      with.add(k);
      auto after = c;
      after.of_suit[d] = class_of(d, with.key[d]);
      auto rest = rests;
      rest[s] += 2;
      rest[d] += 1;
      const auto others = Others::of(after);
      KindSet waits = 0;
      for (std::size_t w = 0; w < 4; ++w) {
        // A suit of whole groups waits for nothing: one more tile would be too many.
        if (rest[w] % 3 == 0) continue;
        waits |= OneMore(w, with.key[w]).nearer(others.of_suit[w], groups, 1) << 9 * w;
      }
      out.items[out.size++] = {k, x, waits & ~((full & ~kind_bit(x)) | (last & kind_bit(k)))};
    });
  });
}

}  // namespace oshihiki::agari
