#pragma once

#include <cstdint>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/play/view.hpp"
#include "oshihiki/strategy/sight.hpp"
#include "oshihiki/strategy/strategy.hpp"

namespace oshihiki::strategy {

/// An opponent who is, or may be, ready.
struct Threat {
  Seat seat = 0;
  bool riichi = false;
  std::int32_t certainty = 0;  ///< that it is ready, in 1/256
  std::int32_t loss = 0;       ///< points a deal-in costs on the average
};

struct Threats {
  FixedVector<Threat, kMaxSeats - 1> all;
  int riichi = 0;
  bool any() const noexcept { return !all.empty(); }
  /// The likeliest of them, 0 without one.
  std::int32_t certainty() const noexcept {
    std::int32_t most = 0;
    for (const Threat& t : all) most = t.certainty > most ? t.certainty : most;
    return most;
  }
};

/// Who threatens, from what everybody sees: riichi, and open hands by melds, turn and dora.
Threats threats(const play::View& view, const Strategy& strategy) noexcept;

/// Chance that a tile of the kind is ronned by the threat if it is ready, in 1/65536.
std::uint32_t danger(const Sight& sight, const Threat& threat, Kind kind) noexcept;

/// Tenths of a per cent as a chance in 1/65536.
constexpr std::uint32_t per_mille(std::int32_t tenths) noexcept {
  return static_cast<std::uint32_t>(tenths) * 65536u / 1000u;
}

/// Points that discarding the kind costs on the average, and the chance that any of them rons it.
struct Risk {
  std::int32_t cost = 0;
  std::uint32_t chance = 0;  ///< in 1/65536
};
Risk risk(const Sight& sight, const Threats& threats, Kind kind) noexcept;

}  // namespace oshihiki::strategy
