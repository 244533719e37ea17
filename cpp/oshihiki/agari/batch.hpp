#pragma once

#include <cstddef>
#include <cstdint>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"

// The same questions for many hands: n rows of 34 counts, one after the other. Each function
// returns the first row that is no hand (a count above four, or a number of tiles that the
// question does not allow), or n when all rows are answered; rows behind a bad one are not.

namespace oshihiki::agari {

/// Shanten of each row. Rows may differ in the number of tiles; chiitoi and kokushi need 13
/// or 14 of them.
std::size_t shanten_batch(const std::uint8_t* rows, std::size_t n, Form form,
                          std::int8_t* out) noexcept;

/// Shanten of each row of 3n+1 tiles and, per kind, how many unseen copies of an accepted tile
/// there are (4 less those in the row, and in the row of `visible` unless that is null).
std::size_t ukeire_batch(const std::uint8_t* rows, const std::uint8_t* visible, std::size_t n,
                         std::int8_t* shanten, std::uint8_t* unseen) noexcept;

/// For each row of 3n+2 tiles and each kind held: the shanten after its discard, and how many
/// unseen copies of accepted tiles there are then. Other kinds have kNoDiscard and 0.
std::size_t discards_batch(const std::uint8_t* rows, const std::uint8_t* visible, std::size_t n,
                           std::int8_t* shanten, std::uint8_t* unseen) noexcept;
inline constexpr std::int8_t kNoDiscard = 127;

/// For each row of 3n+1 tiles, 1 at the kinds that complete it.
std::size_t waits_batch(const std::uint8_t* rows, std::size_t n, std::uint8_t* out) noexcept;

}  // namespace oshihiki::agari
