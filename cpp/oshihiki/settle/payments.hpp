#pragma once

#include <cstdint>

#include "oshihiki/score/score.hpp"
#include "oshihiki/settle/standing.hpp"

namespace oshihiki::settle {

/// Who answers for (part of) a win besides the payer.
struct Pao {
  Seat seat = kNoSeat;
  std::uint8_t units = 0;  ///< yakuman that were fed
  friend bool operator==(const Pao&, const Pao&) noexcept = default;
};

/// One player's win as the settlement sees it.
struct Claim {
  Seat winner = 0;
  score::Score score;
  Pao pao;
};

/// Changes of the scores. Counters and deposits are in them; the caller sets the deposits on the
/// table to 0 after a win. The sum over seats is the deposits taken.
Points pay_tsumo(const Claim& claim, const Standing& standing, const rules::Rules& rules) noexcept;

/// `claims` in turn order from the discarder, one to three. `own_sticks`: bit per seat with a
/// riichi stick of its own of this round on the table (for DepositsTo::own_first).
Points pay_ron(const Claim* claims, int count, Seat discarder, const Standing& standing,
               unsigned own_sticks, const rules::Rules& rules) noexcept;

/// Exhaustive draw: `tenpai` bit per seat.
Points pay_noten(unsigned tenpai, const rules::Rules& rules) noexcept;

/// Nagashi mangan by the seats of the mask, each a mangan tsumo. As a draw (Nagashi::draw) no
/// counters or deposits move; as a win the first seat in turn order from the dealer takes them.
Points pay_nagashi(unsigned seats, const Standing& standing, const rules::Rules& rules) noexcept;

/// A mangan paid by the offender (Chombo::mangan).
Points pay_chombo(Seat offender, const Standing& standing, const rules::Rules& rules) noexcept;

}  // namespace oshihiki::settle
