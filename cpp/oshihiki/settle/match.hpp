#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/settle/standing.hpp"

namespace oshihiki::settle {

enum class Outcome : std::uint8_t {
  kNone,
  kTsumo,
  kRon,
  kExhaustive,
  kNagashi,
  kNineTerminals,
  kFourWinds,
  kFourRiichi,
  kFourKans,
  kTripleRon,
  kChombo
};
constexpr bool is_abort(Outcome o) noexcept {
  return o >= Outcome::kNineTerminals && o <= Outcome::kTripleRon;
}

/// What the next round depends on.
struct RoundEnd {
  Outcome outcome = Outcome::kNone;
  unsigned winners = 0;  ///< bit per seat (nagashi winners where it is a win)
  unsigned tenpai = 0;   ///< bit per seat, at an exhaustive draw or nagashi
};

/// The standing the next round begins with (its scores and deposits as they are after the
/// settlement), or the end of the match (then `standing` is `after` unchanged). After a chombo the
/// same round is dealt again, without a counter.
struct Next {
  Standing standing;
  bool over = false;
};
Next next_round(const Standing& after, const RoundEnd& end, const rules::Rules& rules) noexcept;

/// Final result: leftover deposits given out, places, and result points with uma and oka.
struct Placement {
  Points scores{};                             ///< with leftover deposits
  std::array<std::uint8_t, kMaxSeats> rank{};  ///< 1 for first; equal ranks only where ties share
  Points result{};                             ///< points after return, rounding, uma, oka
};
Placement place(const Standing& end, const std::array<std::uint16_t, kMaxSeats>& chombos,
                const rules::Rules& rules) noexcept;

}  // namespace oshihiki::settle
