#pragma once

#include "oshihiki/strategy/chance.hpp"
#include "oshihiki/strategy/sight.hpp"

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
std::int32_t worth(const Stakes& stakes, const Ending& ending, std::int32_t points) noexcept;

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

/// The best option of each discard, and of each that may declare riichi. (Left unset where there is
/// none: there is one a decision.)
struct Options {
  KindSet kinds = 0;
  KindSet declares = 0;                 ///< of `kinds`
  KindSet nearest = 0;                  ///< discards that are looked at when not all are
  std::array<Option, kKinds> of;        ///< those of `kinds` are set
  std::array<Option, kKinds> declared;  ///< those of `declares` are set

  void add(const Option& o) noexcept {
    if (!contains(kinds, o.kind) || o.value > of[o.kind].value) of[o.kind] = o;
    kinds |= kind_bit(o.kind);
  }
  void add_riichi(const Option& o) noexcept {
    declared[o.kind] = o;
    declares |= kind_bit(o.kind);
  }
  const Option& best(Kind k) const noexcept {
    return contains(declares, k) && declared[k].value > of[k].value ? declared[k] : of[k];
  }
  template <class F>
  void each(F&& f) const noexcept {
    for_each_kind(kinds, [&](Kind k) { f(best(k)); });
  }
};

struct Search {
  bool all = false;                ///< every discard, not only those that keep the shanten
  bool deep = true;                ///< look at the tenpai that one-away hands become
  bool leading = false;            ///< not those that another beats whatever a win is made to weigh
  std::int32_t floor = INT32_MIN;  ///< not those of less value
  KindSet allowed = kAllKinds;     ///< discards
  KindSet riichi = 0;              ///< discards that may declare riichi
  bool may_riichi_later = true;
  int riichi_bias = 0;  ///< points added to a declared riichi
};

/// Options of a hand of 3n+2 tiles.
void options(const Sight& sight, const Stakes& stakes, const Search& search, Options& out) noexcept;

/// The same of 3n+1 tiles that wait for their turn; `kind` has no meaning.
Option standing_option(const Sight& sight, const Stakes& stakes, bool may_riichi_later,
                       bool with_open) noexcept;

/// Whether an open yaku is within reach of these tiles: a look that costs little.
bool open_plan_in_reach(const Sight& sight) noexcept;

/// How much a single tile may still be of use, for choices that are otherwise alike.
int keep_value(const Sight& sight, Kind kind) noexcept;

}  // namespace oshihiki::strategy
