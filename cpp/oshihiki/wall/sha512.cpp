#include "oshihiki/wall/sha512.hpp"

#include <bit>
#include <cstring>

namespace oshihiki::wall {
namespace {

using Word = std::uint64_t;

// First 64 bits of the fractional parts of the cube roots of the first 80 primes.
constexpr std::array<Word, 80> kRound = {
    0x428A2F98D728AE22u, 0x7137449123EF65CDu, 0xB5C0FBCFEC4D3B2Fu, 0xE9B5DBA58189DBBCu,
    0x3956C25BF348B538u, 0x59F111F1B605D019u, 0x923F82A4AF194F9Bu, 0xAB1C5ED5DA6D8118u,
    0xD807AA98A3030242u, 0x12835B0145706FBEu, 0x243185BE4EE4B28Cu, 0x550C7DC3D5FFB4E2u,
    0x72BE5D74F27B896Fu, 0x80DEB1FE3B1696B1u, 0x9BDC06A725C71235u, 0xC19BF174CF692694u,
    0xE49B69C19EF14AD2u, 0xEFBE4786384F25E3u, 0x0FC19DC68B8CD5B5u, 0x240CA1CC77AC9C65u,
    0x2DE92C6F592B0275u, 0x4A7484AA6EA6E483u, 0x5CB0A9DCBD41FBD4u, 0x76F988DA831153B5u,
    0x983E5152EE66DFABu, 0xA831C66D2DB43210u, 0xB00327C898FB213Fu, 0xBF597FC7BEEF0EE4u,
    0xC6E00BF33DA88FC2u, 0xD5A79147930AA725u, 0x06CA6351E003826Fu, 0x142929670A0E6E70u,
    0x27B70A8546D22FFCu, 0x2E1B21385C26C926u, 0x4D2C6DFC5AC42AEDu, 0x53380D139D95B3DFu,
    0x650A73548BAF63DEu, 0x766A0ABB3C77B2A8u, 0x81C2C92E47EDAEE6u, 0x92722C851482353Bu,
    0xA2BFE8A14CF10364u, 0xA81A664BBC423001u, 0xC24B8B70D0F89791u, 0xC76C51A30654BE30u,
    0xD192E819D6EF5218u, 0xD69906245565A910u, 0xF40E35855771202Au, 0x106AA07032BBD1B8u,
    0x19A4C116B8D2D0C8u, 0x1E376C085141AB53u, 0x2748774CDF8EEB99u, 0x34B0BCB5E19B48A8u,
    0x391C0CB3C5C95A63u, 0x4ED8AA4AE3418ACBu, 0x5B9CCA4F7763E373u, 0x682E6FF3D6B2B8A3u,
    0x748F82EE5DEFB2FCu, 0x78A5636F43172F60u, 0x84C87814A1F0AB72u, 0x8CC702081A6439ECu,
    0x90BEFFFA23631E28u, 0xA4506CEBDE82BDE9u, 0xBEF9A3F7B2C67915u, 0xC67178F2E372532Bu,
    0xCA273ECEEA26619Cu, 0xD186B8C721C0C207u, 0xEADA7DD6CDE0EB1Eu, 0xF57D4F7FEE6ED178u,
    0x06F067AA72176FBAu, 0x0A637DC5A2C898A6u, 0x113F9804BEF90DAEu, 0x1B710B35131C471Bu,
    0x28DB77F523047D84u, 0x32CAAB7B40C72493u, 0x3C9EBE0A15C9BEBCu, 0x431D67C49C100D4Cu,
    0x4CC5D4BECB3E42B6u, 0x597F299CFC657E2Au, 0x5FCB6FAB3AD6FAECu, 0x6C44198C4A475817u};

// The same of the square roots of the first 8 primes.
constexpr std::array<Word, 8> kInitial = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u};

void compress(std::array<Word, 8>& state, const std::uint8_t* block) noexcept {
  std::array<Word, 80> w;
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = 0;
    for (std::size_t b = 0; b < 8; ++b) w[i] = w[i] << 8 | block[8 * i + b];
  }
  for (std::size_t i = 16; i < 80; ++i) {
    const Word s0 = std::rotr(w[i - 15], 1) ^ std::rotr(w[i - 15], 8) ^ w[i - 15] >> 7;
    const Word s1 = std::rotr(w[i - 2], 19) ^ std::rotr(w[i - 2], 61) ^ w[i - 2] >> 6;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 80; ++i) {
    const Word s1 = std::rotr(e, 14) ^ std::rotr(e, 18) ^ std::rotr(e, 41);
    const Word t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const Word s0 = std::rotr(a, 28) ^ std::rotr(a, 34) ^ std::rotr(a, 39);
    const Word t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<Word, 8> add = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += add[i];
}

}  // namespace

std::array<std::uint8_t, 64> sha512(const std::uint8_t* data, std::size_t size) noexcept {
  std::array<Word, 8> state = kInitial;
  std::size_t done = 0;
  for (; size - done >= 128; done += 128) compress(state, data + done);
  // The rest, one bit, zeros, and the length in bits as 16 bytes.
  std::array<std::uint8_t, 256> tail{};
  const std::size_t rest = size - done;
  if (rest > 0) std::memcpy(tail.data(), data + done, rest);
  tail[rest] = 0x80;
  const std::size_t end = rest < 112 ? 128 : 256;
  for (std::size_t b = 0; b < 8; ++b) {
    tail[end - 1 - b] = static_cast<std::uint8_t>(Word{size} * 8 >> 8 * b);
  }
  for (std::size_t at = 0; at < end; at += 128) compress(state, tail.data() + at);
  std::array<std::uint8_t, 64> digest;
  for (std::size_t i = 0; i < 64; ++i) {
    digest[i] = static_cast<std::uint8_t>(state[i / 8] >> (56 - 8 * (i % 8)));
  }
  return digest;
}

}  // namespace oshihiki::wall
