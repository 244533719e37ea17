#pragma once

#include "oshihiki/strategy/sight.hpp"

namespace oshihiki::strategy {

/// Which kinds are held at least twice, three times, four times.
struct Held {
  KindSet pairs = 0;     ///< two or more
  KindSet triplets = 0;  ///< three or more
  explicit Held(const Hand& hand) noexcept;
};

/// A yaku to go for with an open hand (or a flush with a closed one).
struct Plan {
  KindSet kinds = kAllKinds;  ///< tiles of use
  int quarters = 0;           ///< quarters of a han, dora included
  Kind needs = kKinds;        ///< the plan stands on a triplet of this pair
  bool toitoi = false;
};
using Plans = FixedVector<Plan, 6>;

/// The plans these tiles can follow; `extra` is how many tiles outside a plan's kinds are too
/// many. Empty: no yaku in reach.
void open_plans(const Sight& sight, const Held& held, Plans& out) noexcept;
/// Honitsu of a closed hand, if it is in reach.
bool closed_flush(const Sight& sight, Plan& out) noexcept;

/// A hand with only the plan's kinds; `size` stays what the real hand has.
struct Masked {
  Counts counts;
  SuitKeys keys;
  int size = 0;     ///< of the real hand
  KindSet off = 0;  ///< kinds held outside the plan
  int off_tiles = 0;
};
Masked masked(const Hand& hand, KindSet kinds) noexcept;

/// Dora (indicators and reds) among the tiles of these kinds and all melds.
int dora_held(const Sight& sight, KindSet kinds) noexcept;
/// Dora that go away with a discard of the kind.
int dora_of_discard(const Sight& sight, Kind discard) noexcept;

}  // namespace oshihiki::strategy
