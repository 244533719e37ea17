#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "oshihiki/base/seat.hpp"

namespace oshihiki::wall {

/// What a random number is for. A value never changes its meaning: walls depend on them for ever.
enum class Use : std::uint32_t {
  kWall = 0,      ///< the order of the tiles
  kStrategy = 1,  ///< a seat's own choices
  kSpeaker = 2,   ///< who speaks first on a discard
  kDice = 3,      ///< the physical procedure
  kStudy = 4,     ///< a study's choice of spots
  kReDeal = 5,    ///< the order of the unseen wall at a fork
  kHands = 6,     ///< sampled hidden tiles
  kChain = 7,     ///< a Markov chain over them
};

/// Where a random number lives. Equal addresses give equal numbers, on any machine, whatever was
/// drawn elsewhere before.
struct Address {
  std::uint64_t key = 0;
  std::uint64_t match = 0;
  std::uint32_t round = 0;     ///< rounds played before it in the match
  std::uint32_t redeal = 0;    ///< deals of this round before it (chombo), or which re-deal
  std::uint32_t seat = 0;      ///< 0 where no seat is meant
  std::uint32_t decision = 0;  ///< that seat's decisions in the round before it
  Use use = Use::kWall;
  friend bool operator==(const Address&, const Address&) noexcept = default;
};

using Block = std::array<std::uint64_t, 4>;

namespace detail {

struct Product {
  std::uint64_t high;
  std::uint64_t low;
};

constexpr Product multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide wide = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(wide >> 64), static_cast<std::uint64_t>(wide)};
#else
  const std::uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32;
  const std::uint64_t b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const std::uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
  const std::uint64_t middle = (p00 >> 32) + (p01 & 0xFFFFFFFFu) + (p10 & 0xFFFFFFFFu);
  return {a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32), a * b};
#endif
}

}  // namespace detail

/// One block of Philox 4x64-10: Salmon, Moraes, Dror, Shaw, Parallel random numbers, as easy as
/// 1, 2, 3 (SC 2011). Here, so that a caller who wants one word keeps all of it in registers.
constexpr Block philox(std::array<std::uint64_t, 2> key, Block counter) noexcept {
  constexpr std::uint64_t kMultiply0 = 0xD2E7470EE14C6C93u;
  constexpr std::uint64_t kMultiply1 = 0xCA5A826395121157u;
  constexpr std::uint64_t kWeyl0 = 0x9E3779B97F4A7C15u;
  constexpr std::uint64_t kWeyl1 = 0xBB67AE8584CAA73Bu;
  auto [a, b, c, d] = counter;
  auto [key0, key1] = key;
  for (int i = 0; i < 10; ++i) {
    const detail::Product p0 = detail::multiply(kMultiply0, a);
    const detail::Product p1 = detail::multiply(kMultiply1, c);
    a = p1.high ^ b ^ key0;
    b = p1.low;
    c = p0.high ^ d ^ key1;
    d = p0.low;
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return {a, b, c, d};
}

/// Uniform on 0..n-1, n > 0: multiply and reject (Lemire) on numbers of 32 bits.
template <class Next32>
std::uint32_t below(std::uint32_t n, Next32&& next32) noexcept {
  std::uint64_t product = std::uint64_t{next32()} * n;
  if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
    const std::uint32_t threshold = (0u - n) % n;  // 2^32 mod n
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = std::uint64_t{next32()} * n;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

/// The endless row of numbers of one address. Block b (from 1) is
/// philox({key, use | redeal << 32}, {b, match, round | seat << 32, decision}).
class Stream {
 public:
  explicit constexpr Stream(const Address& a) noexcept
      : key_{a.key, static_cast<std::uint64_t>(a.use) | std::uint64_t{a.redeal} << 32},
        counter_{0, a.match, a.round | std::uint64_t{a.seat} << 32, a.decision} {}
  /// The next whole word; a half that next32 left over is dropped.
  std::uint64_t next() noexcept {
    unsigned word = (used_ + 1) / 2;
    if (word == 4) {
      refill();
      word = 0;
    }
    used_ = 2 * word + 2;
    return block_[word];
  }
  /// Low half of a word first, then its high half.
  std::uint32_t next32() noexcept {
    if (used_ == 8) refill();
    const std::uint64_t word = block_[used_ / 2];
    const unsigned shift = used_ % 2 * 32;
    ++used_;
    return static_cast<std::uint32_t>(word >> shift);
  }
  /// Uniform on 0..n-1, n > 0.
  std::uint32_t below(std::uint32_t n) noexcept {
    return wall::below(n, [this] { return next32(); });
  }

  /// The next n halves, as so many calls of next32.
  void fill(std::uint32_t* out, std::uint32_t n) noexcept {
    while (n > 0 && used_ < 8) {
      *out++ = next32();
      --n;
    }
    // Blocks do not wait for each other: the processor works at several of them at once.
    for (; n >= 8; n -= 8, out += 8) {
      ++counter_[0];
      const Block block = philox(key_, counter_);
      for (unsigned i = 0; i < 8; ++i) {
        out[i] = static_cast<std::uint32_t>(block[i / 2] >> i % 2 * 32);
      }
    }
    for (; n > 0; --n) *out++ = next32();
  }

  /// How many halves were handed out or dropped, and a stream of the same address there.
  std::uint64_t used() const noexcept { return counter_[0] * 8 + used_ - 8; }
  void go_to(std::uint64_t used) noexcept {
    counter_[0] = used / 8;
    used_ = 8;
    if (used % 8 == 0) return;
    refill();
    used_ = static_cast<unsigned>(used % 8);
  }

 private:
  void refill() noexcept {
    ++counter_[0];
    block_ = philox(key_, counter_);
    used_ = 0;
  }

  std::array<std::uint64_t, 2> key_;
  Block counter_;
  Block block_{};
  unsigned used_ = 8;  ///< 32-bit halves of the block handed out
};

/// Most items a shuffle takes: the tiles of a wall.
inline constexpr std::uint32_t kMostShuffled = 136;

/// Fisher-Yates from the end: for i = n-1 .. 1 swap items[i], items[below(i + 1)].
template <class T>
void shuffle(T* items, std::uint32_t n, Stream& stream) noexcept {
  assert(n <= kMostShuffled);
  if (n < 2) return;
  // What a rejected number costs is taken from the stream behind the others.
  std::array<std::uint32_t, kMostShuffled> numbers;
  stream.fill(numbers.data(), n - 1);
  std::uint32_t used = 0;
  const auto next32 = [&] { return used < n - 1 ? numbers[used++] : stream.next32(); };
  for (std::uint32_t i = n; i-- > 1;) {
    const std::uint32_t j = below(i + 1, next32);
    const T held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
}

}  // namespace oshihiki::wall
