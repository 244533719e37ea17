#include "oshihiki/wall/tenhou.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "oshihiki/base/error.hpp"
#include "oshihiki/wall/sha512.hpp"

namespace oshihiki::wall {
namespace {

constexpr std::string_view kNewForm = "mt19937ar-sha512-n288-base64,";
constexpr std::string_view kOldForm = "mt19937ar-sha512-n288,";

[[noreturn]] void refuse(const std::string& what) { throw LogError("Tenhou seed: " + what); }

std::vector<std::uint32_t> read_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::vector<std::uint32_t> words;
  std::uint32_t pending = 0, word = 0;
  int bits = 0, bytes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    int value = -1;
    if (c >= 'A' && c <= 'Z') value = c - 'A';
    if (c >= 'a' && c <= 'z') value = c - 'a' + 26;
    if (c >= '0' && c <= '9') value = c - '0' + 52;
    if (c == '+') value = 62;
    if (c == '/') value = 63;
    if (value < 0) {
      refuse("base64 needed, given '" + std::string(1, c) + "' at character " + std::to_string(i));
    }
    pending = pending << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    // Words are little-endian.
    word |= (pending >> bits & 0xFFu) << 8 * bytes;
    if (++bytes == 4) {
      words.push_back(word);
      word = 0;
      bytes = 0;
    }
  }
  if (words.size() != 624 || bytes != 0) {
    refuse("2496 bytes of base64 needed, given " +
           std::to_string(4 * words.size() + static_cast<std::size_t>(bytes)));
  }
  return words;
}

std::vector<std::uint32_t> read_hex(std::string_view text) {
  std::vector<std::uint32_t> words;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string item(text.substr(0, comma));
    text.remove_prefix(comma < text.size() ? comma + 1 : comma);
    const bool good = !item.empty() && item.size() <= 8 &&
                      item.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if (!good) refuse("hexadecimal words of 32 bits needed, given '" + item.substr(0, 40) + "'");
    words.push_back(static_cast<std::uint32_t>(std::stoul(item, nullptr, 16)));
  }
  if (words.empty()) refuse("no words after '" + std::string(kOldForm) + "'");
  return words;
}

bool is_old_form(std::string_view seed) noexcept { return seed.starts_with(kOldForm); }

std::vector<std::uint32_t> read_seed(std::string_view seed) {
  if (seed.starts_with(kNewForm)) return read_base64(seed.substr(kNewForm.size()));
  if (is_old_form(seed)) return read_hex(seed.substr(kOldForm.size()));
  refuse("'" + std::string(kNewForm) + "' or '" + std::string(kOldForm) + "' needed, given '" +
         std::string(seed.substr(0, 40)) + "'");
}

}  // namespace

// MT19937 with init_by_array (Matsumoto and Nishimura, 2002); the standard library's engine has
// the same recurrence but cannot be seeded this way.
struct TenhouWalls::Generator {
  static constexpr std::size_t kSize = 624;
  std::array<std::uint32_t, kSize> state{};
  std::size_t at = kSize;
  bool old_form;

  Generator(const std::vector<std::uint32_t>& key, bool old) : old_form(old) {
    state[0] = 19650218u;
    for (std::uint32_t i = 1; i < kSize; ++i) {
      state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
    }
    std::uint32_t i = 1, j = 0;
    const auto wrap = [this](std::uint32_t& n) {
      if (n == kSize) {
        state[0] = state[kSize - 1];
        n = 1;
      }
    };
    for (std::size_t k = std::max(kSize, key.size()); k > 0; --k) {
      state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525u) + key[j] + j;
      wrap(++i);
      if (++j == key.size()) j = 0;
    }
    for (std::size_t k = kSize - 1; k > 0; --k) {
      state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941u) - i;
      wrap(++i);
    }
    state[0] = 0x80000000u;
  }

  std::uint32_t next() noexcept {
    if (at == kSize) {
      for (std::size_t k = 0; k < kSize; ++k) {
        const std::uint32_t y = (state[k] & 0x80000000u) | (state[(k + 1) % kSize] & 0x7FFFFFFFu);
        state[k] = state[(k + 397) % kSize] ^ y >> 1 ^ ((y & 1u) != 0 ? 0x9908B0DFu : 0u);
      }
      at = 0;
    }
    std::uint32_t y = state[at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
  }
};

TenhouWalls::TenhouWalls(std::string_view seed, const rules::Rules& rules)
    : generator_(std::make_unique<Generator>(read_seed(seed), is_old_form(seed))), rules_(rules) {}
TenhouWalls::~TenhouWalls() = default;
TenhouWalls::TenhouWalls(TenhouWalls&&) noexcept = default;
TenhouWalls& TenhouWalls::operator=(TenhouWalls&&) noexcept = default;

TenhouWalls::Dealt TenhouWalls::next() {
  constexpr std::size_t kBlocks = 9;
  constexpr std::size_t kBlockWords = 32;  // 128 bytes, hashed to 64
  std::array<std::uint32_t, kBlocks * 16> random;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    std::array<std::uint8_t, 4 * kBlockWords> bytes;
    for (std::size_t w = 0; w < kBlockWords; ++w) {
      const std::uint32_t word = generator_->next();
      for (std::size_t b = 0; b < 4; ++b) {
        bytes[4 * w + b] = static_cast<std::uint8_t>(word >> 8 * b);
      }
    }
    const auto digest = sha512(bytes.data(), bytes.size());
    for (std::size_t w = 0; w < 16; ++w) {
      std::uint32_t word = 0;
      for (std::size_t b = 4; b-- > 0;) word = word << 8 | digest[4 * w + b];
      random[16 * block + w] = word;
    }
  }

  Dealt dealt;
  dealt.wall.replacement = static_cast<std::uint8_t>(rules_.replacement_tiles);
  std::size_t n = 0;
  for (int id = 0; id < kMaxTiles; ++id) {
    // Three players play without 2m to 8m, ids 4 to 31.
    if (rules_.players == 3 && id >= 4 && id < 32) continue;
    dealt.ids[n++] = static_cast<std::uint8_t>(id);
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    std::swap(dealt.ids[i], dealt.ids[i + random[i] % (n - i)]);
  }
  if (generator_->old_form) {
    // Logs of the old form took the dead wall's stacks from the even place first.
    for (std::size_t i = 0; i < Wall::kDead; i += 2) std::swap(dealt.ids[i], dealt.ids[i + 1]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    // The first ids of a kind are its red tiles.
    const auto kind = static_cast<Kind>(dealt.ids[i] / kCopies);
    dealt.wall.tiles[i] = Tile(kind, dealt.ids[i] % kCopies < rules_.reds[kind]);
  }
  dealt.wall.size = static_cast<std::uint8_t>(n);
  for (std::size_t d = 0; d < 2; ++d) {
    dealt.dice[d] = static_cast<std::uint8_t>(1 + random[135 + d] % 6);
  }
  return dealt;
}

}  // namespace oshihiki::wall
