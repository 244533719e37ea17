#pragma once

#include "oshihiki/base/tile.hpp"
#include "oshihiki/strategy/chance.hpp"

namespace oshihiki::strategy {

/// Points a hand brings when it wins, on the average over ron and tsumo (closed hands: riichi
/// with its ippatsu and ura), by quarters of a han. Riichi counts among the han.
std::int32_t closed_points(int quarters, bool dealer) noexcept;
std::int32_t open_points(int quarters, bool dealer) noexcept;

/// How endings are weighed, in points.
struct Stakes {
  Air air = Air::kQuiet;
  std::int32_t certainty = 256;   ///< of that air against a quiet one, in 1/256
  std::int32_t loss = 5200;       ///< a deal-in
  std::int32_t tsumo = 2000;      ///< the own share of another's tsumo
  std::int32_t pot = 0;           ///< what any win collects: deposits, counters, places
  std::int32_t ready = 2500;      ///< tenpai against noten at the draw
  std::int32_t win_scale = 256;   ///< what a won point is worth, in 1/256
  std::int32_t loss_scale = 256;  ///< what a lost point costs, in 1/256
};

/// The ending under the stakes' air, of `look(air)` in each air.
template <class Look>
Ending under(const Stakes& stakes, Look&& look) noexcept {
  const Ending sure = look(stakes.air);
  if (stakes.certainty >= 256 || stakes.air == Air::kQuiet) return sure;
  const Ending quiet = look(Air::kQuiet);
  const auto mix = [&](std::uint16_t a, std::uint16_t b) {
    return static_cast<std::uint16_t>((a * stakes.certainty + b * (256 - stakes.certainty)) >> 8);
  };
  return {mix(sure.win, quiet.win), mix(sure.ready, quiet.ready), mix(sure.deal_in, quiet.deal_in),
          mix(sure.tsumo_against, quiet.tsumo_against)};
}
inline Ending ending_under(const Stakes& stakes, bool open, int shanten, int accepted,
                           int draws) noexcept {
  return under(stakes, [&](Air air) { return ending(air, open, shanten, accepted, draws); });
}
inline std::int32_t worth(const Stakes& stakes, const Ending& e, std::int32_t points) noexcept {
  const std::int64_t won = std::int64_t{e.win} * (points == 0 ? 0 : points + stakes.pot);
  const std::int64_t lost =
      std::int64_t{e.deal_in} * stakes.loss + std::int64_t{e.tsumo_against} * stakes.tsumo;
  const std::int64_t ready = std::int64_t{e.ready} * stakes.ready;
  return static_cast<std::int32_t>(
      (won * stakes.win_scale - lost * stakes.loss_scale + ready * 256) >> 24);
}

/// What going for the win promises after one discard.
struct Option {
  Kind kind;  ///< the discard
  std::int8_t shanten;
  bool open;              ///< a win needs an open plan
  bool riichi;            ///< declares riichi with it
  std::int16_t accepted;  ///< unseen copies that bring it nearer
  std::int32_t points;    ///< of a win
  std::int32_t promise;   ///< what winning adds to the worth, in points
  std::int32_t value;     ///< worth of the ending, in points
};
inline constexpr Option kNoOption = {0, 9, false, false, 0, 0, 0, 0};

/// Sets what the ending promises and is worth.
inline void appraise(Option& o, const Stakes& stakes, const Ending& e) noexcept {
  o.promise = o.points == 0
                  ? 0
                  : static_cast<std::int32_t>(
                        std::int64_t{e.win} * (o.points + stakes.pot) * stakes.win_scale >> 24);
  o.value = worth(stakes, e, o.points);
}

}  // namespace oshihiki::strategy
