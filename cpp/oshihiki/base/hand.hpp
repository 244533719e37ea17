#pragma once

#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/tile.hpp"

namespace oshihiki {

/// One player's concealed tiles; melds are apart. The suit keys and the set of kinds present
/// are kept in step with the counts, so that table look-ups and legal discards start from them.
struct Hand {
  Counts counts;
  Counts reds;  ///< how many of the counted tiles of a kind are red
  std::uint8_t size = 0;
  SuitKeys keys;
  KindSet present = 0;  ///< kinds held at least once
  KindSet any_red = 0;  ///< kinds of which a red tile is held

  constexpr void add(Tile t) noexcept {
    const Kind k = t.kind();
    ++counts[k];
    ++size;
    keys.add(k);
    present |= kind_bit(k);
    if (t.red()) {
      ++reds[k];
      any_red |= kind_bit(k);
    }
  }
  constexpr void remove(Tile t) noexcept {
    const Kind k = t.kind();
    --size;
    keys.remove(k);
    if (--counts[k] == 0) present &= ~kind_bit(k);
    if (t.red() && --reds[k] == 0) any_red &= ~kind_bit(k);
  }
  /// Whether such a tile (kind and red) is held.
  constexpr bool has(Tile t) const noexcept {
    const Kind k = t.kind();
    return t.red() ? reds[k] > 0 : counts[k] > reds[k];
  }
  friend constexpr bool operator==(const Hand&, const Hand&) noexcept = default;
};

}  // namespace oshihiki
