#pragma once

#include <cstddef>
#include <cstdint>

#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/tables.hpp"
#include "oshihiki/base/tile.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Which tiles bring a hand nearer. One more tile of a rank lowers some of the ten distances of
// its suit by one and leaves the others. A tile is accepted when and only when it lowers a
// distance that lies on a cheapest way of sharing the groups and the pair among the suits.

namespace oshihiki::agari {

/// Entries of Distances, as a set: bit e for entry e (or whatever the representation below
/// makes of it).
using EntrySet = std::uint64_t;

/// The entries of a suit that lie on a cheapest way to `missing` tiles, given its packed
/// distances and the rest of the hand (Tables::suit, Tables::rest): the top bit of each field.
inline EntrySet cheapest(PackedDistances suit, PackedDistances rest, unsigned missing) noexcept {
  const PackedDistances above = suit + rest - missing * kPackedOnes;
  return ~(above + 31 * kPackedOnes) & (kPackedOnes << 5);
}

/// For each rank of a suit, the entries that one more tile of it lowers; none for a rank of
/// which four are held.
class Lowering {
 public:
  /// `counts` are those of the suit.
  template <std::size_t Ranks>
  static Lowering of(const std::uint8_t* table, std::uint32_t key, std::uint8_t suit_class,
                     const std::uint8_t* counts) noexcept {
    const auto& t = tables();
    const PackedDistances now = t.suit[suit_class];
    Lowering out;
    for (std::size_t r = 0; r < Ranks; ++r) {
      const PackedDistances then = counts[r] < kCopies ? t.suit[table[key + kPow5[r]]] : now;
      out.by_rank_[r] = (now - then) << 5;
    }
    for (std::size_t r = Ranks; r < 9; ++r) out.by_rank_[r] = 0;
    return out;
  }
  static Lowering of_suit(std::size_t suit, std::uint32_t key, std::uint8_t suit_class,
                          const std::uint8_t* counts) noexcept {
    return suit == 3 ? of<7>(tables().honour, key, suit_class, counts)
                     : of<9>(tables().number, key, suit_class, counts);
  }

  /// The ranks (bit r for rank r) that lower one of the entries.
  KindSet ranks(EntrySet entries) const noexcept {
    KindSet out = 0;
#if defined(__SSE2__)
    // No field but the top bits of two words matters, so halves of words are told apart.
    const __m128i wanted = _mm_set1_epi64x(static_cast<long long>(entries));
    const auto hit = [&](std::size_t r) {
      const __m128i two = _mm_loadu_si128(reinterpret_cast<const __m128i*>(by_rank_ + r));
      return _mm_cmpeq_epi32(_mm_and_si128(two, wanted), _mm_setzero_si128());
    };
    // Packing keeps the order: eight ranks give sixteen half words, two bits each in the mask.
    const __m128i low = _mm_packs_epi32(hit(0), hit(2));
    const __m128i high = _mm_packs_epi32(hit(4), hit(6));
    const auto halves = ~static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
    const unsigned either = (halves | halves >> 1) & 0x5555;
    const unsigned pairs = (either | either >> 1) & 0x3333;
    const unsigned fours = (pairs | pairs >> 2) & 0x0F0F;
    out = (fours | fours >> 4) & 0xFF;
#else
    for (std::size_t r = 0; r < 8; ++r) out |= KindSet{(by_rank_[r] & entries) != 0} << r;
#endif
    return out | KindSet{(by_rank_[8] & entries) != 0} << 8;
  }

 private:
  PackedDistances by_rank_[9];
};

}  // namespace oshihiki::agari
