#pragma once

#include <cstdint>

#include "oshihiki/score/score.hpp"
#include "oshihiki/settle/standing.hpp"

namespace oshihiki::settle {

/// Who answers for (part of) a win besides the payer.
struct Pao {
  Seat seat = kNoSeat;
  /// Yakuman that were fed, doubles counted twice. 0 with a seat: the whole tsumo, whatever it is
  /// worth (the feeder of a daiminkan won on its replacement tile; Rules::daiminkan_pao).
  std::uint8_t units = 0;
  friend bool operator==(const Pao&, const Pao&) noexcept = default;
};

/// One player's win as the settlement sees it.
struct Claim {
  Seat winner = 0;
  score::Score score;
  Pao pao;
  Pao pao_second{};  ///< another yakuman of the hand, fed by another seat
};

// Responsibility (pao) of a seat that fed `units` of the hand's yakuman: a tsumo's part it pays
// alone, a third player's ron it shares by halves; who is responsible and deals in pays as ever.
// Under PaoScope::whole_hand the part is the whole hand but what a second seat fed, under
// yakuman_only the fed yakuman; the rest is paid as if nobody had fed. The counters of a tsumo are
// the (first) responsible seat's; of a ron they go by Rules::pao_honba. A claim that is no
// yakuman ignores units fed.

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
