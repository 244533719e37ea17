#pragma once

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/strategy/sight.hpp"
#include "oshihiki/strategy/worth.hpp"

namespace oshihiki::strategy {

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
  /// What the hand accepts after every discard, where that is known.
  const agari::Discards* after = nullptr;
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
