#include "oshihiki/play/state.hpp"

#include "oshihiki/play/archive.hpp"

namespace oshihiki::play {
namespace {

/// A word a field, so that padding never counts.
class Hasher {
 public:
  template <class T>
  void operator()(const char*, const T& field) noexcept {
    add(field);
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  template <class T>
  void add(const T& x) noexcept {
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      mix(static_cast<std::uint64_t>(x));
    } else if constexpr (std::is_same_v<T, Tile> || std::is_same_v<T, Action> ||
                         std::is_same_v<T, Discard>) {
      mix(x.code);
    } else if constexpr (std::is_same_v<T, Counts>) {
      add(x.n);
    } else if constexpr (requires { x.begin(); }) {
      mix(x.size());
      for (const auto& item : x) add(item);
    } else {
      play::archive(*this, x);
    }
  }
  void mix(std::uint64_t word) noexcept {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15ull;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value_ = 0xCBF29CE484222325ull;
};

}  // namespace

bool same(const State& a, const State& b) noexcept {
  if (a.rules != b.rules && (a.rules == nullptr || b.rules == nullptr || !(*a.rules == *b.rules))) {
    return false;
  }
  State c = b;
  c.rules = a.rules;
  return a == c;
}

std::uint64_t hash(const State& state) noexcept {
  Hasher hasher;
  play::archive(hasher, state);
  return hasher.value();
}

}  // namespace oshihiki::play
