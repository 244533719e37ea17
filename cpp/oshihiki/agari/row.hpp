#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/tile.hpp"

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

// A row of 34 counts, taken in at once: the keys of its suits, and the few sums that chiitoi,
// kokushi and the checks need.

namespace oshihiki::agari {

/// Sums over a row in one word:
///   bits 0..15   kinds held + 16 * (kinds held + kinds held twice)
///   bits 16..31  tiles
///   bits 32..47  the same as the first over terminals and honours
using RowSums = std::uint64_t;

constexpr RowSums row_sums(std::uint64_t all, std::uint64_t tiles, std::uint64_t yaochu) noexcept {
  return all | tiles << 16 | yaochu << 32;
}
constexpr std::size_t kinds_of_row(RowSums s) noexcept { return s & 0xFF; }
constexpr std::size_t tiles_of_row(RowSums s) noexcept { return s >> 16 & 0xFF; }
constexpr std::size_t yaochu_of_row(RowSums s) noexcept { return s >> 32 & 0x1FF; }

#if defined(__SSE4_1__)

/// Writes keys and sums of a row. `high` collects what exceeds four in any count; sums and keys
/// hold nothing useful while it is not zero.
inline void read_row(const std::uint8_t* row, SuitKeys& keys, RowSums& sums,
                     __m128i& high) noexcept {
  const auto eight = [&](int at) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + at));
  };
  // Eight ranks of each suit in each half; 9s stands before the honours.
  const __m128i man_pin = _mm_unpacklo_epi64(eight(0), eight(9));
  const __m128i sou_honour = _mm_unpacklo_epi64(eight(18), eight(26));
  __m128i nines = _mm_insert_epi8(_mm_setzero_si128(), row[8], 2);
  nines = _mm_insert_epi8(nines, row[17], 6);
  const __m128i all_nines = _mm_insert_epi8(nines, row[26], 10);

  // Pairs of ranks, then fours, then the whole: base 5. The honours begin one byte late.
  const __m128i man_pin_4 = _mm_madd_epi16(_mm_maddubs_epi16(man_pin, _mm_set1_epi16(0x0501)),
                                           _mm_set1_epi32(25 << 16 | 1));
  const __m128i sou_honour_4 =
      _mm_madd_epi16(_mm_maddubs_epi16(sou_honour, _mm_setr_epi16(0x0501, 0x0501, 0x0501, 0x0501,
                                                                  0x0100, 0x0501, 0x0501, 0x0501)),
                     _mm_setr_epi16(1, 25, 1, 25, 1, 5, 1, 25));
  const __m128i fours = _mm_add_epi16(_mm_packus_epi32(man_pin_4, sou_honour_4),
                                      _mm_mullo_epi16(all_nines, _mm_set1_epi16(625)));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(keys.key.data()),
                   _mm_madd_epi16(fours, _mm_setr_epi16(1, 625, 1, 625, 1, 625, 1, 125)));

  const __m128i one = _mm_set1_epi8(1);
  const __m128i two = _mm_set1_epi8(2);
  const auto at_most = [&](const __m128i& limit) {
    return _mm_add_epi8(_mm_add_epi8(_mm_min_epu8(man_pin, limit), _mm_min_epu8(sou_honour, limit)),
                        _mm_min_epu8(nines, limit));
  };
  const __m128i kinds = _mm_add_epi8(at_most(one), _mm_slli_epi16(at_most(two), 4));
  const __m128i tiles = _mm_add_epi8(_mm_add_epi8(man_pin, sou_honour), nines);
  // 1m and 1p to bytes that 1s, 9s, the honours and the other nines leave free.
  const __m128i yaochu = _mm_or_si128(
      _mm_or_si128(nines, _mm_shuffle_epi8(man_pin, _mm_setr_epi8(-1, -1, -1, -1, 0, 8, -1, -1, -1,
                                                                  -1, -1, -1, -1, -1, -1, -1))),
      _mm_and_si128(sou_honour,
                    _mm_setr_epi8(-1, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1)));
  const __m128i yaochu_kinds =
      _mm_add_epi8(_mm_min_epu8(yaochu, one), _mm_slli_epi16(_mm_min_epu8(yaochu, two), 4));
  const __m128i zero = _mm_setzero_si128();
  const __m128i halves = _mm_or_si128(
      _mm_or_si128(_mm_sad_epu8(kinds, zero), _mm_slli_epi64(_mm_sad_epu8(tiles, zero), 16)),
      _mm_slli_epi64(_mm_sad_epu8(yaochu_kinds, zero), 32));
  sums = static_cast<RowSums>(
      _mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves))));
  const __m128i most = _mm_max_epu8(_mm_max_epu8(man_pin, sou_honour), nines);
  high = _mm_or_si128(high, _mm_subs_epu8(most, _mm_set1_epi8(kCopies)));
}

/// Collects what is wrong with rows.
class RowErrors {
 public:
  __m128i& high() noexcept { return high_; }
  bool any() const noexcept { return _mm_testz_si128(high_, high_) == 0; }

 private:
  __m128i high_ = _mm_setzero_si128();
};

#else

inline void read_row(const std::uint8_t* row, SuitKeys& keys, RowSums& sums,
                     std::uint8_t& high) noexcept {
  unsigned kinds = 0, tiles = 0, yaochu = 0;
  std::uint8_t bad = 0;
  keys = SuitKeys{};
  for (Kind k = 0; k < kKinds; ++k) {
    const unsigned n = row[k];
    const unsigned both = (n >= 1 ? 17u : 0u) + (n >= 2 ? 16u : 0u);
    kinds += both;
    tiles += n;
    if (is_terminal_or_honour(k)) yaochu += both;
    if (n > kCopies) bad = 1;
    keys.key[static_cast<std::size_t>(suit_of(k))] +=
        n * kPow5[static_cast<std::size_t>(rank_of(k))];
  }
  high = static_cast<std::uint8_t>(high | bad);
  sums = row_sums(kinds, tiles & 0xFF, yaochu & 0x1FF);
}

class RowErrors {
 public:
  std::uint8_t& high() noexcept { return high_; }
  bool any() const noexcept { return high_ != 0; }

 private:
  std::uint8_t high_ = 0;
};

#endif

}  // namespace oshihiki::agari
