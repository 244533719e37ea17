#include "oshihiki/agari/waits.hpp"

#include <algorithm>
#include <cassert>

#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/shanten.hpp"

namespace oshihiki::agari {
namespace {

/// For each rank of a suit, in the top bit of each field: the distances that one more tile of
/// it lowers; 0 for a rank of which four are held.
struct Lowering {
  PackedDistances by_rank[9] = {};
};

constexpr std::size_t ranks_of(std::size_t suit) noexcept { return suit == 3 ? 7 : 9; }

inline Lowering lowering(std::size_t suit, std::uint32_t key, std::uint8_t suit_class,
                         const std::uint8_t* counts) noexcept {
  const auto& t = tables();
  const PackedDistances now = t.suit[suit_class];
  Lowering out;
  for (std::size_t r = 0; r < ranks_of(suit); ++r) {
    if (counts[r] < kCopies) {
      out.by_rank[r] = (now - t.suit[class_of(suit, key + kPow5[r])]) << 5;
    }
  }
  return out;
}

/// The shares of a suit that lie on a cheapest way to `missing`, in the top bit of each field:
/// a tile is accepted when and only when it lowers one of them.
inline PackedDistances tight(PackedDistances suit, PackedDistances rest, int missing) noexcept {
  const PackedDistances above = suit + rest - static_cast<unsigned>(missing) * kPackedOnes;
  return ~(above + 31 * kPackedOnes) & (kPackedOnes << 5);
}

inline KindSet accepted_ranks(const Lowering& l, std::size_t suit,
                              PackedDistances on_way) noexcept {
  KindSet out = 0;
  for (std::size_t r = 0; r < 9; ++r) out |= KindSet{(l.by_rank[r] & on_way) != 0} << r;
  return out << 9 * suit;
}

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
  Accepted out;
  out.shanten = static_cast<std::int8_t>(std::min(chiitoi, kokushi));
  if (chiitoi == out.shanten) out.kinds |= chiitoi_accepted(kinds);
  if (kokushi == out.shanten) out.kinds |= kokushi_accepted(kinds);
  return out;
}

/// Adds the kinds the standard form accepts, when it is not behind the special forms.
inline Accepted with_standard(const SuitClasses& c, const Lowering* const* lowerings, int groups,
                              Accepted special) noexcept {
  const auto& t = tables();
  const int standard = standard_shanten(c, groups);
  if (standard > special.shanten) return special;
  const auto others = Others::of(c);
  Accepted out;
  out.shanten = static_cast<std::int8_t>(standard);
  if (standard == special.shanten) out.kinds = special.kinds;
  for (std::size_t s = 0; s < 4; ++s) {
    const auto on_way =
        tight(t.suit[c.of_suit[s]], t.rest[groups][others.of_suit[s]], standard + 1);
    out.kinds |= accepted_ranks(*lowerings[s], s, on_way);
  }
  return out;
}

constexpr Accepted kNoSpecial{127, 0};

}  // namespace

Accepted accepted(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  assert(size >= 1 && size <= 13 && size % 3 == 1);
  const auto c = SuitClasses::of(keys);
  Lowering l[4];
  const Lowering* pointers[4];
  for (std::size_t s = 0; s < 4; ++s) {
    l[s] = lowering(s, keys.key[s], c.of_suit[s], counts.n.data() + 9 * s);
    pointers[s] = &l[s];
  }
  return with_standard(c, pointers, size / 3,
                       size == 13 ? special_accepted(KindTally::of(counts)) : kNoSpecial);
}

KindSet waits(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  if (shanten(counts, keys, size) != 0) return 0;
  return accepted(counts, keys, size).kinds;
}

bool is_complete(const Counts& counts, const SuitKeys& keys, int size) noexcept {
  assert(size % 3 == 2);
  return shanten(counts, keys, size) < 0;
}

void discards(const Counts& counts, const SuitKeys& keys, int size, Discards& out) noexcept {
  assert(size >= 2 && size <= 14 && size % 3 == 2);
  auto c = SuitClasses::of(keys);
  Lowering l[4];
  for (std::size_t s = 0; s < 4; ++s) {
    l[s] = lowering(s, keys.key[s], c.of_suit[s], counts.n.data() + 9 * s);
  }
  const auto kinds = KindTally::of(counts);
  out.shanten = 127;
  out.best = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    const auto whole = c.of_suit[s];
    for (std::size_t r = 0; r < ranks_of(s); ++r) {
      const auto k = static_cast<Kind>(9 * s + r);
      if (counts[k] == 0) continue;
      auto left = counts;
      --left[k];
      const auto key = keys.key[s] - kPow5[r];
      c.of_suit[s] = class_of(s, key);
      const auto changed = lowering(s, key, c.of_suit[s], left.n.data() + 9 * s);
      const Lowering* pointers[4] = {&l[0], &l[1], &l[2], &l[3]};
      pointers[s] = &changed;
      auto special = kNoSpecial;
      if (size == 14) {
        auto tally = kinds;
        if (counts[k] == 1) tally.held &= ~kind_bit(k);
        if (counts[k] == 2) tally.twice &= ~kind_bit(k);
        special = special_accepted(tally);
      }
      const auto after = with_standard(c, pointers, size / 3, special);
      out.after[k] = after;
      if (after.shanten < out.shanten) {
        out.shanten = after.shanten;
        out.best = 0;
      }
      if (after.shanten == out.shanten) out.best |= kind_bit(k);
    }
    c.of_suit[s] = whole;
  }
}

KindSet discards_keeping(const Counts& counts, const SuitKeys& keys, int size,
                         int shanten) noexcept {
  assert(size >= 2 && size <= 14 && size % 3 == 2);
  auto c = SuitClasses::of(keys);
  const auto kinds = KindTally::of(counts);
  KindSet out = 0;
  for_each_kind(kinds.held, [&](Kind k) {
    const auto s = static_cast<std::size_t>(suit_of(k));
    const auto whole = c.of_suit[s];
    c.of_suit[s] = class_of(s, keys.key[s] - kPow5[static_cast<std::size_t>(rank_of(k))]);
    int best = standard_shanten(c, size / 3);
    c.of_suit[s] = whole;
    if (size == 14) {
      auto tally = kinds;
      if (counts[k] == 1) tally.held &= ~kind_bit(k);
      if (counts[k] == 2) tally.twice &= ~kind_bit(k);
      best = std::min({best, chiitoi_shanten(tally), kokushi_shanten(tally)});
    }
    if (best == shanten) out |= kind_bit(k);
  });
  return out;
}

}  // namespace oshihiki::agari
