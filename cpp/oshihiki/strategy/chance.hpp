#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace oshihiki::strategy {

/// How a hand ends, in 1/65536: it wins, is ready at the draw, deals in, or another wins by tsumo.
struct Ending {
  std::uint16_t win = 0;
  std::uint16_t ready = 0;
  std::uint16_t deal_in = 0;
  std::uint16_t tsumo_against = 0;
};

enum class Air : std::uint8_t {
  kQuiet,   ///< nobody is known to be ready
  kThreat,  ///< one opponent is
  kTwo      ///< two or more are
};

inline constexpr int kMostDraws = 18;
inline constexpr int kMostAccepted = 64;
inline constexpr int kFarthest = 5;  ///< shanten that many and more are alike

/// The endings of one who goes for the win, by air, open, own draws to come, shanten and accepted
/// unseen tiles; and of one who folds, by air and draws.
struct Endings {
  using ByAccepted = std::array<Ending, kMostAccepted>;
  using ByShanten = std::array<ByAccepted, kFarthest>;
  std::array<std::array<std::array<ByShanten, kMostDraws + 1>, 2>, 3> of{};
  /// The most of what is good and the least of what is bad, over all numbers of accepted tiles.
  std::array<std::array<std::array<std::array<Ending, kFarthest>, kMostDraws + 1>, 2>, 3> best{};
  std::array<std::array<Ending, kMostDraws + 1>, 3> folded{};
};
extern const Endings kEndings;

/// The ending of a hand of that shanten which accepts `accepted` unseen tiles and goes for the
/// win, with that many own draws to come. `open` hands also advance by calls. A model of average
/// play (chance.cpp), in whole numbers: it ranks plans, it is no measurement.
inline Ending ending(Air air, bool open, int shanten, int accepted, int draws) noexcept {
  const int d = std::clamp(draws, 0, kMostDraws);
  const int s = std::clamp(shanten, 0, kFarthest - 1);
  const int u = std::clamp(accepted, 0, kMostAccepted - 1);
  return kEndings.of[static_cast<std::size_t>(air)][open ? 1 : 0][static_cast<std::size_t>(d)]
                    [static_cast<std::size_t>(s)][static_cast<std::size_t>(u)];
}

/// No number of accepted tiles ends better.
inline Ending best_ending(Air air, bool open, int shanten, int draws) noexcept {
  const int d = std::clamp(draws, 0, kMostDraws);
  const int s = std::clamp(shanten, 0, kFarthest - 1);
  return kEndings.best[static_cast<std::size_t>(air)][open ? 1 : 0][static_cast<std::size_t>(d)]
                      [static_cast<std::size_t>(s)];
}

/// The ending of one who folds.
inline Ending folded(Air air, int draws) noexcept {
  return kEndings.folded[static_cast<std::size_t>(air)]
                        [static_cast<std::size_t>(std::clamp(draws, 0, kMostDraws))];
}

}  // namespace oshihiki::strategy
