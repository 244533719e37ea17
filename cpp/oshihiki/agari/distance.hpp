#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace oshihiki::agari {

/// How many tiles a part of a hand lacks to hold j groups and p pairs (j 0..4, p 0..1): entry
/// 2j + p. Parts are added by the cheapest way of sharing the groups and the pair.
using Distances = std::array<std::uint8_t, 10>;

/// More than any distance, and still small enough that two of them add up in a byte.
inline constexpr std::uint8_t kFar = 64;

/// The distances of two parts of a hand taken together.
constexpr Distances merged(const Distances& a, const Distances& b) noexcept {
  Distances out;
  out.fill(kFar);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; i + j < 5; ++j) {
      auto& plain = out[2 * (i + j)];
      auto& paired = out[2 * (i + j) + 1];
      plain = std::min<std::uint8_t>(plain, static_cast<std::uint8_t>(a[2 * i] + b[2 * j]));
      paired = std::min({paired, static_cast<std::uint8_t>(a[2 * i + 1] + b[2 * j]),
                         static_cast<std::uint8_t>(a[2 * i] + b[2 * j + 1])});
    }
  }
  return out;
}

/// The distances of a number suit, found rank by rank. A state is the number of groups, whether
/// there is a pair, and how many runs began one and two ranks before; three equal runs are
/// three triplets, so two of a run are enough.
class NumberScan {
 public:
  constexpr NumberScan() noexcept {
    for (auto& v : best_) v = kFar;
    best_[0] = 0;
  }

  /// Takes the next rank, of which `have` are held and at most `limit` can be used.
  constexpr NumberScan next(int rank, int have, int limit) const noexcept {
    NumberScan out;
    out.best_[0] = kFar;
    const int runs = rank <= 6 ? 2 : 0;
    for (int groups = 0; groups <= 4; ++groups) {
      for (int pair = 0; pair <= 1; ++pair) {
        for (int before2 = 0; before2 <= 2; ++before2) {
          for (int before1 = 0; before1 <= 2; ++before1) {
            const int so_far = best_[at(groups, pair, before2, before1)];
            if (so_far >= kFar) continue;
            for (int run = 0; run <= runs && groups + run <= 4; ++run) {
              for (int triplet = 0; triplet <= 1 && groups + run + triplet <= 4; ++triplet) {
                for (int eyes = 0; eyes <= 1 - pair; ++eyes) {
                  const int use = before2 + before1 + run + 3 * triplet + 2 * eyes;
                  if (use > limit) continue;
                  const int cost = so_far + (use > have ? use - have : 0);
                  auto& slot = out.best_[at(groups + run + triplet, pair + eyes, before1, run)];
                  if (cost < slot) slot = static_cast<std::uint8_t>(cost);
                }
              }
            }
          }
        }
      }
    }
    return out;
  }

  /// The distances after the last rank.
  constexpr Distances finish() const noexcept {
    Distances out{};
    for (int groups = 0; groups <= 4; ++groups) {
      for (int pair = 0; pair <= 1; ++pair) {
        out[static_cast<std::size_t>(2 * groups + pair)] = best_[at(groups, pair, 0, 0)];
      }
    }
    return out;
  }

 private:
  static constexpr std::size_t at(int groups, int pair, int before2, int before1) noexcept {
    return static_cast<std::size_t>(((groups * 2 + pair) * 3 + before2) * 3 + before1);
  }
  std::array<std::uint8_t, 90> best_{};
};

/// The distances of one honour of which `have` are held and at most `limit` can be used.
constexpr Distances honour_distances(int have, int limit) noexcept {
  Distances out;
  out.fill(kFar);
  for (int triplet = 0; triplet <= 1; ++triplet) {
    for (int eyes = 0; eyes <= 1; ++eyes) {
      const int use = 3 * triplet + 2 * eyes;
      if (use > limit) continue;
      out[static_cast<std::size_t>(2 * triplet + eyes)] =
          static_cast<std::uint8_t>(use > have ? use - have : 0);
    }
  }
  return out;
}

}  // namespace oshihiki::agari
