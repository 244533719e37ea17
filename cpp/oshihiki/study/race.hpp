#pragma once

#include <array>
#include <cstdint>

namespace oshihiki::study {

/// Two hands in riichi that only draw and discard, two others that hold every tile either waits
/// for. Nobody calls; the round ends when A or B draws a tile of either's wait. Its exact
/// probabilities are known, which makes it a check of random numbers and counting.
struct Race {
  std::uint64_t key = 1;
  std::uint32_t unseen = 79;  ///< tiles from which all draws come
  std::uint32_t wait_a = 6;   ///< live tiles of A's wait among them
  std::uint32_t wait_b = 3;
  std::uint32_t rounds = 10;  ///< in each of which A, another, B and another draw

  /// Refuses what cannot be played, by StudyError.
  void check() const;
};

/// How often each end came: tsumo A, ron A, tsumo B, ron B (A deals in), draw.
using RaceEnds = std::array<std::int64_t, 5>;

/// Trials first .. last - 1. Each is a function of its number and the key alone.
RaceEnds race(const Race& race, std::uint64_t first, std::uint64_t last, int threads);

}  // namespace oshihiki::study
