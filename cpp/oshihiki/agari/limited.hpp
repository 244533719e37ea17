#pragma once

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/counts.hpp"

// Shanten and accepted tiles under other conventions than "four copies among the concealed
// tiles": the tables hold that one only, so these compute every suit anew (about a microsecond
// and more). The limits say how many tiles of each kind the finished concealed part may hold:
//   4 less the copies in own melds   the tile that melds have used up is no wait
//   14                               no limit: a fifth copy may be waited for

namespace oshihiki::agari {

/// Limit of a kind under the convention without one.
inline constexpr std::uint8_t kNoLimit = 14;

int shanten_limited(const Counts& counts, int size, Form form, const Counts& limits) noexcept;

/// Shanten of 3n+1 tiles and the kinds that lower it, under the limits.
Accepted accepted_limited(const Counts& counts, int size, Form form, const Counts& limits) noexcept;

}  // namespace oshihiki::agari
