#include "oshihiki/agari/decompose.hpp"

#include <bit>
#include <cstring>

namespace oshihiki::agari {
namespace {

#include "readings.inc"
static_assert(sizeof(kDisplacement) / sizeof(kDisplacement[0]) == kBuckets);
static_assert(sizeof(kSlotWords) / sizeof(kSlotWords[0]) == kSlots);

/// Honours: every kind none, a pair or a triplet, at most one pair. The seven counters are read
/// as bytes of one word.
bool read_honours(const Counts& counts, SuitReading& out) noexcept {
  std::uint64_t c = 0;
  for (unsigned r = 0; r < 7; ++r) c |= std::uint64_t{counts.n[27 + r]} << (8 * r);
  constexpr std::uint64_t kOnes = 0x0001010101010101;
  const std::uint64_t low = c & kOnes;
  const std::uint64_t high = c >> 1 & kOnes;
  if (((c >> 2 & kOnes) | (low & ~high)) != 0) return false;  // four, or one
  // The product moves the bit of byte r to bit 56 + r.
  const auto gather = [](std::uint64_t bytes) {
    return static_cast<std::uint32_t>(bytes * 0x0102040810204080 >> 56 & 0x7F);
  };
  const std::uint64_t pairs = high & ~low;
  if ((pairs & (pairs - 1)) != 0) return false;
  const std::uint64_t pair =
      pairs == 0 ? kNoPair : static_cast<std::uint64_t>(std::countr_zero(pairs)) / 8;
  out.bits = gather(high & low) | pair << 25;
  return true;
}

}  // namespace

std::uint64_t suit_slot(std::uint32_t key) noexcept {
  const std::uint64_t word = kSlotWords[slot_of(key, kDisplacement[bucket_of(key)])];
  return (word >> kKeyShift & kKeyMask) == key ? word : kEmptySlot;
}

void prefetch(const SuitKeys& keys) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  for (std::size_t s = 0; s < 3; ++s) {
    const auto key = keys.key[s];
    __builtin_prefetch(&kSlotWords[slot_of(key, kDisplacement[bucket_of(key)])]);
  }
#else
  static_cast<void>(keys);
#endif
}

bool split(const Counts& counts, const SuitKeys& keys, SuitSplit& out) noexcept {
  out.several = -1;
  out.more = nullptr;
  if (!read_honours(counts, out.suit[3])) return false;
  std::uint32_t pairs = out.suit[3].pair() != 0 ? 1 : 0;
  for (std::size_t s = 0; s < 3; ++s) {
    const std::uint64_t word = suit_slot(keys.key[s]);
    if (word == kEmptySlot) return false;
    out.suit[s].bits = word;
    pairs += out.suit[s].pair() != 0 ? 1 : 0;
    if (word >> kMoreShift != 0) {
      out.several = static_cast<int>(s);
      out.more = kMoreWords + (word >> kMoreShift);
    }
  }
  return pairs == 1;
}

bool is_chiitoi(const Counts& counts) noexcept {
  // Eight counters at a time: nothing but pairs, seven of them.
  constexpr std::uint64_t kPairs = 0x0202020202020202;
  std::array<std::uint64_t, 5> words{};
  std::memcpy(words.data(), counts.n.data(), counts.n.size());
  std::uint64_t odd = 0;
  int pairs = 0;
  for (const std::uint64_t word : words) {
    odd |= word & ~kPairs;
    pairs += std::popcount(word & kPairs);
  }
  return odd == 0 && pairs == 7;
}

bool is_kokushi(const Counts& counts) noexcept {
  int total = 0;
  for (Kind k = 0; k < kKinds; ++k) {
    const bool wanted = is_terminal_or_honour(k);
    if (wanted ? counts[k] == 0 || counts[k] > 2 : counts[k] != 0) return false;
    total += counts[k];
  }
  return total == 14;
}

namespace {

void add_suit(Reading& reading, const SuitReading& suit, int first) noexcept {
  for (int r = 0; r < 7; ++r) {
    if ((suit.runs() >> r & 1) == 0) continue;
    int times = 1;
    if ((suit.double_runs() >> r & 1) != 0) {
      times = suit.quadruple_run() ? 4 : suit.triple_run() ? 3 : 2;
    }
    for (int i = 0; i < times; ++i) reading.runs.push_back(static_cast<Kind>(first + r));
  }
  for (int r = 0; r < 9; ++r) {
    if ((suit.triplets() >> r & 1) != 0) reading.triplets.push_back(static_cast<Kind>(first + r));
    if ((suit.pair() >> r & 1) != 0) reading.pair = static_cast<Kind>(first + r);
  }
}

}  // namespace

Reading to_reading(const std::array<SuitReading, 4>& suits) noexcept {
  Reading reading;
  for (std::size_t s = 0; s < 4; ++s) add_suit(reading, suits[s], static_cast<int>(s) * 9);
  return reading;
}

Readings readings(const Counts& counts, int size) noexcept {
  Readings out;
  SuitSplit found;
  if (size % 3 == 2 && split(counts, SuitKeys::of(counts), found)) {
    out.push_back(to_reading(found.suit));
    for (const std::uint64_t* more = found.more; more != nullptr;) {
      found.suit[static_cast<std::size_t>(found.several)].bits = *more;
      out.push_back(to_reading(found.suit));
      more = (*more & kLastReading) != 0 ? nullptr : more + 1;
    }
  }
  if (size == 14 && is_chiitoi(counts)) {
    Reading reading;
    reading.shape = Reading::Shape::kChiitoi;
    out.push_back(reading);
  }
  if (size == 14 && is_kokushi(counts)) {
    Reading reading;
    reading.shape = Reading::Shape::kKokushi;
    for (Kind k = 0; k < kKinds; ++k) {
      if (counts[k] == 2) reading.pair = k;
    }
    out.push_back(reading);
  }
  return out;
}

bool always_triplet(const Counts& counts, const SuitKeys& keys, int size, Kind kind) noexcept {
  if (counts[kind] != 3 || size % 3 != 1) return false;
  const auto suit = static_cast<std::size_t>(suit_of(kind));
  const auto rank = rank_of(kind);
  bool tenpai = false;
  for (Kind wait = 0; wait < kKinds; ++wait) {
    if (counts[wait] >= 4) continue;
    Counts full = counts;
    SuitKeys full_keys = keys;
    ++full[wait];
    full_keys.add(wait);
    SuitSplit found;
    if (!split(full, full_keys, found)) continue;  // seven pairs and kokushi hold no triplet
    tenpai = true;
    if ((found.suit[suit].triplets() >> rank & 1) == 0) return false;
    if (found.several != static_cast<int>(suit)) continue;
    for (const std::uint64_t* more = found.more; more != nullptr;) {
      if ((*more >> rank & 1) == 0) return false;
      more = (*more & kLastReading) != 0 ? nullptr : more + 1;
    }
  }
  return tenpai;
}

}  // namespace oshihiki::agari
