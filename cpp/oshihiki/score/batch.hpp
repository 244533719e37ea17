#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "oshihiki/score/input.hpp"

namespace oshihiki::score {

/// A hand of a batch: checked once for what no rules allow, so that it can be scored many times
/// under any rules.
struct BatchRow {
  Win win;  ///< dora and ura counted as four players do, every red tile counted
  FixedVector<Kind, 5> dora;
  FixedVector<Kind, 5> ura;
  FixedVector<Kind, 14> reds;       ///< kinds of the red tiles
  std::uint8_t uncoloured_aka = 0;  ///< red tiles known by number only
  std::uint16_t deposits = 0;
  bool bad = false;
};

/// Throws as make_win does, for what is wrong under every rule.
BatchRow make_row(const Claim& claim);

/// A row of the answer; its fields are those of the numpy dtype. What does not apply is 0.
struct BatchScore {
  std::array<std::uint64_t, 2> yaku{};
  std::int32_t ron = 0;                 ///< without counters; 0 for a tsumo
  std::array<std::int32_t, 2> tsumo{};  ///< from the dealer (0 if he won), from each other
  std::int32_t total = 0;               ///< counters and deposits among it
  std::uint8_t status = 0;              ///< Status
  std::uint8_t han = 0;
  std::uint8_t fu = 0;
  std::uint8_t yakuman = 0;
  std::uint8_t dora = 0;
  std::uint8_t aka = 0;
  std::uint8_t ura = 0;
  std::uint8_t kita = 0;
  std::uint8_t limit = 0;  ///< Limit
};

/// Scores rows; a row that is bad, or not allowed under the rules, has the status kBadInput.
void score_rows(const BatchRow* rows, std::size_t n, const rules::Rules& rules, BatchScore* out,
                int threads);

}  // namespace oshihiki::score
