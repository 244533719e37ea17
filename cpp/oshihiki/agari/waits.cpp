#include "oshihiki/agari/waits.hpp"

#include <algorithm>
#include <cassert>

#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/lowering.hpp"
#include "oshihiki/agari/shanten.hpp"

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

/// The kinds of a suit that the standard form accepts.
inline KindSet accepted_in(const Lowering& l, std::size_t suit, std::uint8_t suit_class,
                           std::uint8_t others, int groups, int shanten) noexcept {
  const auto& t = tables();
  const auto entries =
      cheapest(t.suit[suit_class], t.rest[groups][others], static_cast<unsigned>(shanten + 1));
  return l.ranks(entries) << 9 * suit;
}

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
    const auto l = Lowering::of_suit(s, keys.key[s], c.of_suit[s], counts.n.data() + 9 * s);
    kinds |= accepted_in(l, s, c.of_suit[s], others.of_suit[s], size / 3, standard);
  }
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
        yaochu_twice_(std::popcount(kinds_.twice & kTerminalsAndHonours)) {}

  KindSet held() const noexcept { return kinds_.held; }
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
  int held_, twice_, yaochu_, yaochu_twice_;
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
  out.shanten = 127;
  out.best = 0;
  for_each_kind(special.held(), [&](Kind k) {
    const auto s = static_cast<std::size_t>(suit_of(k));
    const auto c = class_of(s, keys.key[s] - kWeights[k]);
    const auto neighbour = whole.of_suit[s ^ 1];
    const auto half = s % 2 == 0 ? t.pair[c][neighbour] : t.pair[neighbour][c];
    int shanten = (s < 2 ? missing[half][halves[1]] : missing[halves[0]][half]) - 1;
    if (size == 14) shanten = std::min(shanten, special.shanten(k, counts[k]));
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
  Lowering lowering[4];
  for (std::size_t s = 0; s < 4; ++s) {
    lowering[s] = Lowering::of_suit(s, keys.key[s], whole.of_suit[s], counts.n.data() + 9 * s);
  }
  for (std::size_t s = 0; s < 4; ++s) {
    const KindSet here = which & special.held() & (KindSet{0x1FF} << 9 * s);
    if (here == 0) continue;
    auto c = whole;
    auto left = counts;
    // What the other suits accept is a matter of this suit's class alone: discards that leave
    // the same class share it.
    int last_class = -1;
    int standard = 0;
    KindSet elsewhere = 0;
    Others others{};
    for_each_kind(here, [&](Kind k) {
      const auto key = keys.key[s] - kWeights[k];
      c.of_suit[s] = class_of(s, key);
      if (c.of_suit[s] != last_class) {
        last_class = c.of_suit[s];
        standard = standard_shanten(c, groups);
        others = Others::of(c);
        elsewhere = 0;
        for (std::size_t o = 0; o < 4; ++o) {
          if (o == s) continue;
          elsewhere |=
              accepted_in(lowering[o], o, c.of_suit[o], others.of_suit[o], groups, standard);
        }
      }
      Accepted& after = out.after[k];
      after.kinds = 0;
      if (after.shanten == standard) {
        --left[k];
        const auto own = Lowering::of_suit(s, key, c.of_suit[s], left.n.data() + 9 * s);
        ++left[k];
        after.kinds = elsewhere |
                      accepted_in(own, s, c.of_suit[s], others.of_suit[s], groups, standard);
      }
      if (size == 14 && special.shanten(k, counts[k]) == after.shanten) {
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

}  // namespace oshihiki::agari
