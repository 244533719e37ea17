#pragma once

#include <array>
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

/// One block of Philox 4x64-10.
Block philox(std::array<std::uint64_t, 2> key, Block counter) noexcept;

/// The endless row of numbers of one address. Block b (from 1) is
/// philox({key, use | redeal << 32}, {b, match, round | seat << 32, decision}).
class Stream {
 public:
  explicit Stream(const Address& address) noexcept;
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
  /// Uniform on 0..n-1, n > 0: multiply and reject (Lemire) on next32.
  std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t product = std::uint64_t{next32()} * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = (0u - n) % n;  // 2^32 mod n
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = std::uint64_t{next32()} * n;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  void refill() noexcept;

  std::array<std::uint64_t, 2> key_;
  Block counter_;
  Block block_{};
  unsigned used_ = 8;  ///< 32-bit halves of the block handed out
};

/// Fisher-Yates from the end: for i = n-1 .. 1 swap items[i], items[below(i + 1)].
template <class T>
void shuffle(T* items, std::uint32_t n, Stream& stream) noexcept {
  // A copy that nothing points to stays in registers, although bytes are stored in between.
  Stream local = stream;
  for (std::uint32_t i = n; i-- > 1;) {
    const std::uint32_t j = local.below(i + 1);
    const T held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
  stream = local;
}

}  // namespace oshihiki::wall
