#include "oshihiki/wall/philox.hpp"

namespace oshihiki::wall {
namespace {

struct Product {
  std::uint64_t high;
  std::uint64_t low;
};

Product multiply(std::uint64_t a, std::uint64_t b) noexcept {
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

}  // namespace

// Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3 (SC 2011).
Block philox(std::array<std::uint64_t, 2> key, Block counter) noexcept {
  constexpr std::uint64_t kMultiply0 = 0xD2E7470EE14C6C93u;
  constexpr std::uint64_t kMultiply1 = 0xCA5A826395121157u;
  constexpr std::uint64_t kWeyl0 = 0x9E3779B97F4A7C15u;
  constexpr std::uint64_t kWeyl1 = 0xBB67AE8584CAA73Bu;
  // Single words, so that they stay in registers.
  auto [a, b, c, d] = counter;
  auto [key0, key1] = key;
  for (int i = 0; i < 10; ++i) {
    const Product p0 = multiply(kMultiply0, a);
    const Product p1 = multiply(kMultiply1, c);
    a = p1.high ^ b ^ key0;
    b = p1.low;
    c = p0.high ^ d ^ key1;
    d = p0.low;
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return {a, b, c, d};
}

Stream::Stream(const Address& a) noexcept
    : key_{a.key, static_cast<std::uint64_t>(a.use) | std::uint64_t{a.redeal} << 32},
      counter_{0, a.match, a.round | std::uint64_t{a.seat} << 32, a.decision} {}

void Stream::refill() noexcept {
  ++counter_[0];
  block_ = philox(key_, counter_);
  used_ = 0;
}

}  // namespace oshihiki::wall
