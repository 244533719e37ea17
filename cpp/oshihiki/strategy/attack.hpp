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
  std::int32_t pot = 0;           ///< deposits and counters a win collects
  std::int32_t ready = 2500;      ///< tenpai against noten at the draw
  std::int32_t win_scale = 256;   ///< what a won point is worth, in 1/256
  std::int32_t loss_scale = 256;  ///< what a lost point costs, in 1/256
};

/// The ending under the stakes' air.
Ending ending_under(const Stakes& stakes, bool open, int shanten, int accepted, int draws) noexcept;
std::int32_t worth(const Stakes& stakes, const Ending& ending, std::int32_t points) noexcept;

/// What going for the win promises after one discard.
struct Option {
  Kind kind = 0;  ///< the discard
  std::int8_t shanten = 9;
  bool open = false;          ///< a win needs an open plan
  bool riichi = false;        ///< declares riichi with it
  std::int16_t accepted = 0;  ///< unseen copies that bring it nearer
  std::int32_t points = 0;    ///< of a win
  std::int32_t promise = 0;   ///< what winning adds to the worth, in points
  std::int32_t value = 0;     ///< worth of the ending, in points
};
using Options = FixedVector<Option, 2 * 14>;

struct Search {
  bool all = false;             ///< every discard, not only those that keep the shanten
  bool deep = true;             ///< look at the tenpai that one-away hands become
  KindSet allowed = kAllKinds;  ///< discards
  KindSet riichi = 0;           ///< discards that may declare riichi
  bool may_riichi_later = true;
  int riichi_bias = 0;  ///< points added to a declared riichi
};

/// Options of a hand of 3n+2 tiles, in no order.
void options(const Sight& sight, const Stakes& stakes, const Search& search, Options& out) noexcept;

/// The same of 3n+1 tiles that wait for their turn; `kind` has no meaning.
Option standing_option(const Sight& sight, const Stakes& stakes, bool may_riichi_later,
                       bool with_open) noexcept;

/// Whether an open yaku is within reach of these tiles: a look that costs little.
bool open_plan_in_reach(const Sight& sight) noexcept;

/// How much a single tile may still be of use, for choices that are otherwise alike.
int keep_value(const Sight& sight, Kind kind) noexcept;

const Option& best_of(const Options& options) noexcept;

}  // namespace oshihiki::strategy
