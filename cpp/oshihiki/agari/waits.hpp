#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/hand.hpp"

namespace oshihiki::agari {

/// The kinds that complete a hand of 3n+1 concealed tiles; empty when it is not tenpai. A kind
/// of which four are concealed in the hand is never a wait.
KindSet waits(const Counts& counts, const SuitKeys& keys, int size) noexcept;
inline KindSet waits(const Hand& hand) noexcept { return waits(hand.counts, hand.keys, hand.size); }

/// Whether 3n+2 concealed tiles are complete in any form.
bool is_complete(const Counts& counts, const SuitKeys& keys, int size) noexcept;

/// Shanten of a hand of 3n+1 tiles and the kinds that lower it.
struct Accepted {
  std::int8_t shanten;
  KindSet kinds;
};
Accepted accepted(const Counts& counts, const SuitKeys& keys, int size) noexcept;

/// For each kind held in a hand of 3n+2 tiles: what is left after discarding one of it.
struct Discards {
  std::int8_t shanten = 0;             ///< after the best discard
  KindSet best = 0;                    ///< the discards that keep it
  std::array<Accepted, kKinds> after;  ///< by discarded kind; entries of kinds not held are unset
};
/// The shanten after each discard, and the best; says nothing of accepted kinds.
void shanten_after(const Counts& counts, const SuitKeys& keys, int size, Discards& out) noexcept;
/// What the hand accepts after the discards in `which`, of which the shanten is known.
void accepted_after(const Counts& counts, const SuitKeys& keys, int size, KindSet which,
                    Discards& out) noexcept;
/// Both, for all discards.
void discards(const Counts& counts, const SuitKeys& keys, int size, Discards& out) noexcept;

/// The discards of a hand of 3n+2 tiles that leave that shanten.
KindSet discards_keeping(const Counts& counts, const SuitKeys& keys, int size,
                         int shanten) noexcept;

/// A tenpai one exchange away: one tile drawn, one of another kind discarded.
struct Exchange {
  Kind drawn;
  Kind discarded;
  KindSet waits;
};
struct Exchanges {
  std::array<Exchange, kKinds * 13> items;  ///< the first `size` are set
  std::size_t size = 0;

  const Exchange* begin() const noexcept { return items.data(); }
  const Exchange* end() const noexcept { return items.data() + size; }
};

/// All exchanges that make a hand of 3n+1 tiles, one away from tenpai, ready by drawing one of
/// `drawn`; in no order.
void exchanges(const Counts& counts, const SuitKeys& keys, int size, KindSet drawn,
               Exchanges& out) noexcept;

}  // namespace oshihiki::agari
