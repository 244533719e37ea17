#pragma once

#include <array>
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

/// The ending of a hand of that shanten which accepts `accepted` unseen tiles and goes for the
/// win, with that many own draws to come. `open` hands also advance by calls. A model of average
/// play (chance.cpp), in whole numbers: it ranks plans, it is no measurement.
Ending ending(Air air, bool open, int shanten, int accepted, int draws) noexcept;

/// The same for one who folds.
Ending folded(Air air, int draws) noexcept;

}  // namespace oshihiki::strategy
