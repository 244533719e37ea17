#include "oshihiki/study/hands.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "oshihiki/agari/distance.hpp"
#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"

namespace oshihiki::study {
namespace {

constexpr std::uint64_t choose(unsigned n, unsigned k) noexcept {
  if (k > n) return 0;
  std::uint64_t out = 1;
  for (unsigned i = 0; i < k; ++i) out = out * (n - i) / (i + 1);
  return out;
}

/// Uniform on 0..n-1.
std::uint64_t below(wall::Stream& stream, std::uint64_t n) noexcept {
  const std::uint64_t limit = n * (UINT64_MAX / n);
  for (;;) {
    const std::uint64_t x = stream.next();
    if (x < limit) return x % n;
  }
}

constexpr std::size_t kinds_of(std::size_t suit) noexcept { return suit == 3 ? 7 : 9; }

/// Tiles a part of a suit lacks to a number of groups and a pair or none; found once for each
/// class of parts that lack alike.
class Lacking {
 public:
  explicit Lacking(std::size_t suit) noexcept : suit_(suit) {}

  int operator()(std::uint32_t key, int groups, int pair) noexcept {
    const std::uint8_t of = agari::class_of(suit_, key);
    if (!known_[of]) {
      known_[of] = true;
      found_[of] = find(key);
    }
    return found_[of][static_cast<std::size_t>(2 * groups + pair)];
  }

 private:
  agari::Distances find(std::uint32_t key) const noexcept {
    if (suit_ < 3) {
      agari::NumberScan scan;
      for (int rank = 0; rank < 9; ++rank, key /= 5) {
        scan = scan.next(rank, static_cast<int>(key % 5), kCopies);
      }
      return scan.finish();
    }
    agari::Distances all;
    all.fill(agari::kFar);
    all[0] = 0;
    for (std::size_t i = 0; i < kinds_of(suit_); ++i, key /= 5) {
      all = agari::merged(all, agari::honour_distances(static_cast<int>(key % 5), kCopies));
    }
    return all;
  }

  std::size_t suit_;
  std::array<bool, 256> known_{};
  std::array<agari::Distances, 256> found_{};
};

bool is_standard(const Counts& counts, int size) noexcept {
  return agari::standard_shanten(agari::SuitClasses::of(SuitKeys::of(counts)), size / 3) == 0;
}

}  // namespace

TenpaiHands::TenpaiHands(const Counts& unseen, int size) : unseen_(unseen), size_(size) {
  if (size < 1 || size > 13 || size % 3 != 1) {
    throw StudyError("study: a tenpai hand of " + std::to_string(size) +
                     " tiles; allowed are 1, 4, 7, 10, 13");
  }
  for (std::size_t suit = 0; suit < 4; ++suit) enumerate(suit);
  Shape shape;
  combine(0, size_, 0, 0, 1, shape);
  if (size_ == 13) {
    count_pairs();
    count_orphans();
  }
  total_ = standard_ + pairs_ + orphans_;
}

/// Every way of holding up to `size_` unseen tiles of a suit that can be part of a tenpai hand.
void TenpaiHands::enumerate(std::size_t suit) {
  const std::size_t kinds = kinds_of(suit);
  const auto first = static_cast<Kind>(9 * suit);
  Lacking lacking(suit);
  std::array<int, 9> held{};
  int n = 0;
  std::uint32_t key = 0;
  for (;;) {
    std::size_t use = kUses;
    const int groups = n / 3;
    if (n % 3 == 0) {
      if (lacking(key, groups, 0) == 0) use = kComplete;
    } else if (n % 3 == 1) {
      if (groups <= 4 && lacking(key, groups, 1) == 1) use = kLacksPaired;
    } else {
      const bool paired = lacking(key, groups, 1) == 0;
      const bool lacks = groups < 4 && lacking(key, groups + 1, 0) == 1;
      use = paired && lacks ? kEither : paired ? kPaired : lacks ? kLacks : kUses;
    }
    if (use != kUses) {
      std::uint64_t weight = 1;
      for (std::size_t i = 0; i < kinds; ++i) {
        weight *= choose(unseen_[static_cast<Kind>(first + i)], static_cast<unsigned>(held[i]));
      }
      Group& group = groups_[suit][static_cast<std::size_t>(n) * kUses + use];
      group.parts.push_back({group.weight, key});
      group.weight += weight;
    }
    // The next one, like an odometer.
    std::size_t i = 0;
    for (; i < kinds; ++i) {
      if (held[i] < unseen_[static_cast<Kind>(first + i)] && n < size_) {
        ++held[i];
        ++n;
        key += kPow5[i];
        break;
      }
      n -= held[i];
      key -= static_cast<std::uint32_t>(held[i]) * kPow5[i];
      held[i] = 0;
    }
    if (i == kinds) return;
  }
}

/// Sizes and uses of the four suits that make a tenpai hand: one suit lacks a tile to groups and
/// the pair, or one holds the pair and another lacks a tile to groups.
void TenpaiHands::combine(std::size_t suit, int left, int pairs, int lacks, std::uint64_t weight,
                          Shape& shape) {
  if (suit == 4) {
    if (left != 0 || pairs != 1 || lacks != 1) return;
    shape.below = standard_;
    // A suit that can be either is counted in one role: the same set must not come twice.
    shapes_.push_back(shape);
    standard_ += weight;
    return;
  }
  for (int n = 0; n <= left; ++n) {
    for (std::size_t use = 0; use < kUses; ++use) {
      const auto at = static_cast<std::size_t>(n) * kUses + use;
      const Group& group = groups_[suit][at];
      if (group.weight == 0) continue;
      shape.group[suit] = static_cast<std::uint8_t>(at);
      const auto go = [&](int p, int l) {
        if (pairs + p <= 1 && lacks + l <= 1) {
          combine(suit + 1, left - n, pairs + p, lacks + l, weight * group.weight, shape);
        }
      };
      switch (use) {
        case kComplete:
          go(0, 0);
          break;
        case kPaired:
          go(1, 0);
          break;
        case kLacks:
          go(0, 1);
          break;
        case kLacksPaired:
          go(1, 1);
          break;
        default: {
          // Either role; with two such suits both ways are the same set, so the first one to
          // come is the pair.
          bool other = false;
          for (std::size_t s = 0; s < suit; ++s) other |= shape.group[s] % kUses == kEither;
          if (other) {
            go(0, 1);
          } else {
            go(1, 0);
            go(0, 1);
          }
        }
      }
    }
  }
}

void TenpaiHands::count_pairs() {
  pair_ways_[kKinds][0][0] = 1;
  for (int k = kKinds - 1; k >= 0; --k) {
    const unsigned u = unseen_[static_cast<Kind>(k)];
    const auto& rest = pair_ways_[static_cast<std::size_t>(k) + 1];
    auto& ways = pair_ways_[static_cast<std::size_t>(k)];
    for (std::size_t p = 0; p <= 6; ++p) {
      for (std::size_t s = 0; s <= 1; ++s) {
        ways[p][s] =
            rest[p][s] + (p > 0 ? rest[p - 1][s] * choose(u, 2) : 0) + (s > 0 ? rest[p][0] * u : 0);
      }
    }
  }
  pairs_ = pair_ways_[0][6][1];
}

Counts TenpaiHands::seven_pairs(std::uint64_t at) const noexcept {
  Counts out;
  std::size_t p = 6, s = 1;
  for (Kind k = 0; k < kKinds; ++k) {
    const unsigned u = unseen_[k];
    const auto& rest = pair_ways_[static_cast<std::size_t>(k) + 1];
    // Only which kinds are held matters here: the tiles of a kind are all alike.
    if (at < rest[p][s]) continue;
    at -= rest[p][s];
    if (p > 0) {
      const std::uint64_t ways = rest[p - 1][s] * choose(u, 2);
      if (at < ways) {
        out[k] = 2;
        at %= rest[p - 1][s];
        --p;
        continue;
      }
      at -= ways;
    }
    out[k] = 1;
    at %= rest[p][0];
    s = 0;
  }
  return out;
}

void TenpaiHands::count_orphans() {
  for (Kind twice = 0; twice <= kKinds; ++twice) {  // kKinds: none
    for (Kind none = 0; none <= kKinds; ++none) {
      if ((twice == kKinds) != (none == kKinds) || (twice == none && twice != kKinds)) continue;
      std::uint64_t weight = 1;
      if (twice < kKinds &&
          (!contains(kTerminalsAndHonours, twice) || !contains(kTerminalsAndHonours, none))) {
        continue;
      }
      for_each_kind(kTerminalsAndHonours, [&](Kind k) {
        weight *= choose(unseen_[k], k == twice ? 2u : k == none ? 0u : 1u);
      });
      orphans_ += weight;
    }
  }
}

Counts TenpaiHands::orphans(std::uint64_t at) const noexcept {
  Counts out;
  for (Kind twice = 0; twice <= kKinds; ++twice) {
    for (Kind none = 0; none <= kKinds; ++none) {
      if ((twice == kKinds) != (none == kKinds) || (twice == none && twice != kKinds)) continue;
      if (twice < kKinds &&
          (!contains(kTerminalsAndHonours, twice) || !contains(kTerminalsAndHonours, none))) {
        continue;
      }
      std::uint64_t weight = 1;
      for_each_kind(kTerminalsAndHonours, [&](Kind k) {
        out[k] = k == twice ? 2 : k == none ? 0 : 1;
        weight *= choose(unseen_[k], out[k]);
      });
      if (at < weight) return out;
      at -= weight;
    }
  }
  return out;
}

Counts TenpaiHands::standard(std::uint64_t at, wall::Stream& stream) const noexcept {
  const auto after = [](const auto& all, std::uint64_t x) -> const auto& {
    const auto found = std::upper_bound(all.begin(), all.end(), x,
                                        [](std::uint64_t v, const auto& e) { return v < e.below; });
    return *(found - 1);
  };
  const Shape& shape = after(shapes_, at);
  Counts out;
  for (std::size_t suit = 0; suit < 4; ++suit) {
    const Group& group = groups_[suit][shape.group[suit]];
    std::uint32_t key = after(group.parts, below(stream, group.weight)).key;
    for (std::size_t i = 0; i < kinds_of(suit); ++i) {
      out[static_cast<Kind>(9 * suit + i)] = static_cast<std::uint8_t>(key % 5);
      key /= 5;
    }
  }
  return out;
}

Counts TenpaiHands::draw(wall::Stream& stream, KindSet without) const {
  constexpr int kTries = 1'000'000;
  for (int i = 0; i < kTries && total_ > 0; ++i) {
    std::uint64_t at = below(stream, total_);
    Counts hand;
    if (at < standard_) {
      hand = standard(at, stream);
    } else if (at -= standard_; at < pairs_) {
      hand = seven_pairs(at);
      if (is_standard(hand, size_)) continue;  // it had its turn there
    } else {
      hand = orphans(at - pairs_);
    }
    const KindSet waits = agari::waits(hand, SuitKeys::of(hand), size_);
    if (waits != 0 && (waits & without) == 0) return hand;
  }
  throw StudyError("study: found no tenpai hand of " + std::to_string(size_) +
                   " unseen tiles that waits for none of its own discards");
}

}  // namespace oshihiki::study
