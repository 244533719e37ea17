#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/play/view.hpp"
#include "oshihiki/strategy/sight.hpp"
#include "oshihiki/strategy/strategy.hpp"

namespace oshihiki::strategy {

/// An opponent who is, or may be, ready.
struct Threat {
  Seat seat = 0;
  bool riichi = false;
  std::int32_t certainty = 0;                  ///< that it is ready, in 1/256
  std::int32_t loss = 0;                       ///< points a deal-in costs on the average
  const std::vector<KindSet>* read = nullptr;  ///< its waits, where they were read
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

/// Classes of tiles against one hand: the columns of danger.def.
enum class TileClass : std::uint8_t {
  no_suji_5,
  no_suji_46,
  no_suji_37,
  no_suji_28,
  no_suji_19,
  half_suji_5,
  half_suji_46_outer,  ///< the 1 or 9 is safe
  half_suji_46_inner,  ///< the 7 or 3 is safe
  suji_37,
  suji_28,
  suji_19,
  double_suji_5,
  double_suji_46,
  yakuhai_3,  ///< 3 unseen
  yakuhai_2,
  yakuhai_1,
  guest_3,
  guest_2,
  guest_1,
  kCount
};
inline constexpr std::size_t kTileClasses = static_cast<std::size_t>(TileClass::kCount);
inline constexpr std::size_t kDangerTurns = 19;
std::string_view name_of(TileClass tile) noexcept;

struct Classified {
  TileClass tile;
  bool thin;  ///< a two-sided wait on it needs a tile of which one copy is unseen
};
/// The class of a kind against a seat; empty when it cannot be in a wait that wins.
std::optional<Classified> classify(const Sight& sight, Seat seat, Kind kind) noexcept;

/// The row of danger.def for a hand after so many discards.
constexpr std::size_t danger_turn(std::size_t discards) noexcept {
  return std::clamp<std::size_t>(discards, 1, kDangerTurns) - 1;
}

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
