#pragma once

#include "oshihiki/play/event.hpp"
#include "oshihiki/play/state.hpp"

namespace oshihiki::play {

/// How a round ends: by a win, a draw, an abort or a chombo; what is paid then.
template <class Sink>
class Ending {
 public:
  Ending(State& state, Sink& sink) noexcept : s_(state), rules_(*state.rules), sink_(sink) {}

  /// The stick of the riichi just declared is laid down: its tile has passed, or counts as passed.
  void pay_deposit();

  /// The seat at turn wins on the tile it drew.
  void win_by_tsumo();

  /// The seats of those bits win on the offered tile, as many as the rules allow.
  void win_by_ron(unsigned rons);

  void abort(settle::Outcome outcome);

  /// The wall is empty. Where tenpai may be hidden, those who may are asked first.
  void exhaustive();

  /// The exhaustive draw, after everybody has shown or not.
  void finish_exhaustive();

  void chombo(Seat offender);

 private:
  void emit(const Event& event) { tell(sink_, event); }

  score::Score score_of(Seat seat, Tile tile) noexcept;
  /// The win as it is settled; those who fed a yakuman answer for it only if it is one.
  settle::Claim claim_of(Seat seat, Tile tile) noexcept;
  void note_winner(const settle::Claim& claim, bool tsumo) noexcept;
  /// Tells the ura indicators that count for a winner in riichi.
  void show_ura();
  void settle_win(const settle::Points& delta);
  void finish_nagashi(unsigned seats);
  void finish(const settle::Points& delta);

  State& s_;
  const rules::Rules& rules_;
  Sink& sink_;
};

extern template class Ending<NoEvents>;
extern template class Ending<EventList>;

}  // namespace oshihiki::play
