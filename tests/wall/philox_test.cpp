#include "oshihiki/wall/philox.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "oshihiki/wall/sha512.hpp"
#include "oshihiki/wall/wall.hpp"

using namespace oshihiki;

// These vectors never change: a wall is known by its address for ever. They were made with
// numpy.random.Philox.
TEST_CASE("philox equals numpy's") {
  using wall::Block;
  CHECK(wall::philox({0, 0}, {1, 0, 0, 0}) ==
        Block{0x02f4ba6408e4d89b, 0x3dd62b0b9ca8c5b2, 0x1c8667a55d902e79, 0x907d7a052fd5b4dc});
  CHECK(wall::philox({7, 0}, {2, 0, 0, 0}) ==
        Block{0x15352da77ecee8e6, 0xb256888327f72bcc, 0x4bde1757d950a392, 0x9edd26e855c94201});
  CHECK(wall::philox({~0ull, ~0ull}, {~0ull, ~0ull, ~0ull, ~0ull}) ==
        Block{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
}

TEST_CASE("a stream's words lie where its address says") {
  wall::Address a;
  a.key = 0x0123456789abcdef;
  a.match = 123;
  a.round = 4;
  a.redeal = 2;
  a.seat = 3;
  a.decision = 17;
  a.use = wall::Use::kStrategy;
  wall::Stream words(a);
  CHECK(words.next() == 0x53844dd2db47eb7e);
  CHECK(words.next() == 0x2dcfaa166eb5f806);
  wall::Stream halves(a);
  CHECK(halves.next32() == 0xdb47eb7e);
  CHECK(halves.next32() == 0x53844dd2);
  CHECK(halves.next32() == 0x6eb5f806);
  // The half word left over is dropped.
  CHECK(halves.next() == 0x7c46b216285fb026);
  CHECK(halves.next() == 0x5fe0d791ca07cec5);
  CHECK(halves.next32() == 0x53cfe3fa);
}

TEST_CASE("a stream goes on from where another one was") {
  wall::Stream whole(wall::Address{});
  for (int i = 0; i < 40; ++i) {
    wall::Stream there(wall::Address{});
    there.go_to(whole.used());
    CHECK(there.used() == whole.used());
    wall::Stream copy = whole;
    CHECK(there.next32() == copy.next32());
    CHECK(there.next() == copy.next());
    std::array<std::uint32_t, 21> a{}, b{};
    there.fill(a.data(), 21);
    copy.fill(b.data(), 21);
    CHECK(a == b);
    CHECK(there.used() == copy.used());
    if (i % 3 == 0) {
      whole.next();
    } else {
      whole.next32();
    }
  }
}

TEST_CASE("a bounded draw stays below its bound and reaches every value") {
  wall::Stream stream(wall::Address{});
  for (std::uint32_t n : {1u, 2u, 6u, 136u}) {
    std::vector<int> seen(n);
    for (int i = 0; i < 100000; ++i) {
      const auto value = stream.below(n);
      REQUIRE(value < n);
      ++seen[value];
    }
    for (const int count : seen) CHECK(count > 50000 / static_cast<int>(n));
  }
}

TEST_CASE("a bounded draw rejects what would make it uneven") {
  // With n = 3 * 2^30 a quarter of the 32-bit numbers must be rejected; then each third of the
  // range is as likely.
  wall::Stream stream(wall::Address{});
  int thirds[3] = {};
  for (int i = 0; i < 30000; ++i) ++thirds[stream.below(3u << 30) >> 30];
  for (const int count : thirds) {
    CHECK(count > 9600);
    CHECK(count < 10400);
  }
}

TEST_CASE("sha-512 of the standard's examples") {
  const auto hex = [](const std::string& text) {
    const auto digest =
        wall::sha512(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    std::string out;
    for (const auto byte : digest) {
      out += "0123456789abcdef"[byte >> 4];
      out += "0123456789abcdef"[byte & 15];
    }
    return out;
  };
  CHECK(hex("abc") ==
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
  CHECK(hex("") ==
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e");
  CHECK(hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
            "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu") ==
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909");
}

TEST_CASE("golden walls: the wall of an address never changes") {
  const auto hash = [](const wall::Wall& w) {
    std::uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < w.size; ++i) {
      h = (h ^ w.tiles[static_cast<std::size_t>(i)].code) * 0x100000001b3u;
    }
    return h;
  };
  rules::Rules rules;
  rules.reds = {};
  wall::Address a;
  a.key = ~0ull;
  a.match = 12345;
  a.round = 11;
  a.redeal = 1;
  CHECK(hash(wall::uniform(rules, a)) == 17529448895944775309u);
  rules.reds[4] = rules.reds[13] = rules.reds[22] = 1;
  CHECK(hash(wall::uniform(rules, wall::Address{7})) == 0x170edf0e6eaf590fu);
}
