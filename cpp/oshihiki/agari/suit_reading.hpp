#pragma once

#include <cstdint>

namespace oshihiki::agari {

/// One way to read the concealed tiles of one suit as groups and at most one pair, in a word:
///
///   bits  0..8   triplets, by rank
///   bits  9..15  runs held at least once, by lowest rank
///   bits 16..22  runs held at least twice
///   bit  23      one run is held at least three times (the one held twice)
///   bit  24      one run is held four times
///   bits 25..28  rank of the pair, kNoPair without one
///   bits 29..49  in a table slot: base-5 key of the tiles
///   bits 50..63  in a table slot: where the further readings stand, 0 when there are none
struct SuitReading {
  std::uint64_t bits = 15ULL << 25;

  constexpr std::uint32_t triplets() const noexcept { return bits & 0x1FF; }
  constexpr std::uint32_t runs() const noexcept { return bits >> 9 & 0x7F; }
  constexpr std::uint32_t double_runs() const noexcept { return bits >> 16 & 0x7F; }
  constexpr bool triple_run() const noexcept { return (bits >> 23 & 1) != 0; }
  constexpr bool quadruple_run() const noexcept { return (bits >> 24 & 1) != 0; }
  /// The pair as a set of one rank, or none.
  constexpr std::uint32_t pair() const noexcept { return (1u << (bits >> 25 & 15)) & 0x1FF; }
  /// Ranks held.
  constexpr std::uint32_t ranks() const noexcept {
    return triplets() | pair() | runs() | runs() << 1 | runs() << 2;
  }
};

inline constexpr int kNoPair = 15;
inline constexpr int kKeyShift = 29;
inline constexpr std::uint32_t kKeyMask = (1u << 21) - 1;
inline constexpr int kMoreShift = 50;
inline constexpr std::uint64_t kLastReading = 1ULL << 63;
inline constexpr std::uint64_t kEmptySlot = ~0ULL;  // its key is no suit's

// The perfect hash: a bucket gives a displacement, key and displacement give the slot.
inline constexpr std::uint32_t kBuckets = 8192;
inline constexpr std::uint32_t kSlots = 32768;
constexpr std::uint32_t hash_of(std::uint32_t key) noexcept { return key * 0x9E3779B1u; }
constexpr std::uint32_t bucket_of(std::uint32_t key) noexcept { return hash_of(key) >> 19; }
constexpr std::uint32_t slot_of(std::uint32_t key, std::uint16_t displacement) noexcept {
  return ((hash_of(key) >> 4) ^ (displacement * 0x9E37u)) % kSlots;
}

constexpr std::uint64_t pack_reading(const int (&runs)[7], std::uint32_t triplets, int pair) {
  std::uint64_t word = triplets | static_cast<std::uint64_t>(pair) << 25;
  for (int r = 0; r < 7; ++r) {
    if (runs[r] >= 1) word |= 1ULL << (9 + r);
    if (runs[r] >= 2) word |= 1ULL << (16 + r);
    if (runs[r] >= 3) word |= 1ULL << 23;
    if (runs[r] >= 4) word |= 1ULL << 24;
  }
  return word;
}

}  // namespace oshihiki::agari
