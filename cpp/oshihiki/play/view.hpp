#pragma once

#include "oshihiki/play/state.hpp"

namespace oshihiki::play {

/// What one seat may see, a handle of two words. Nothing hidden from the seat can be reached
/// through it.
class View {
 public:
  View(const State& state, Seat seat) noexcept : state_(&state), seat_(seat) {}

  // The table
  const rules::Rules& rules() const noexcept { return *state_->rules; }
  int players() const noexcept { return state_->players(); }
  Kind round_wind() const noexcept { return static_cast<Kind>(kEast + state_->standing.wind); }
  Seat dealer() const noexcept { return state_->standing.dealer; }
  int honba() const noexcept { return state_->standing.honba; }
  int deposits() const noexcept { return state_->standing.deposits; }
  std::int32_t score(Seat s) const noexcept { return state_->standing.scores[s]; }
  int live_left() const noexcept { return state_->live_left(); }
  int indicators() const noexcept { return state_->indicators; }
  Tile indicator(int i) const noexcept {
    return state_->wall.tiles[static_cast<std::size_t>(state_->wall.dora_at(i))];
  }
  Phase phase() const noexcept { return state_->phase; }
  Seat turn() const noexcept { return state_->turn; }
  /// The tile being answered (kDiscard, kKan, kKita).
  Tile offered() const noexcept { return state_->offered; }
  int kans() const noexcept { return state_->kans; }
  bool first_go() const noexcept { return state_->first_go; }
  /// Tiles everybody sees: rivers, melds, kita, indicators.
  const Counts& visible() const noexcept { return state_->visible; }

  // Any seat
  const River& river(Seat s) const noexcept { return state_->seats[s].river; }
  const Melds& melds(Seat s) const noexcept { return state_->seats[s].melds; }
  int kita(Seat s) const noexcept { return state_->seats[s].kita; }
  bool in_riichi(Seat s) const noexcept { return state_->seats[s].riichi != Riichi::kNo; }
  Riichi riichi(Seat s) const noexcept { return state_->seats[s].riichi; }
  bool double_riichi(Seat s) const noexcept { return state_->seats[s].double_riichi; }
  bool ippatsu_live(Seat s) const noexcept { return state_->seats[s].ippatsu; }
  /// Index in the river of the riichi declaration tile; meaningless without riichi.
  int riichi_at(Seat s) const noexcept { return state_->seats[s].riichi_at; }
  int hand_size(Seat s) const noexcept { return state_->seats[s].hand.size; }
  Kind seat_wind(Seat s) const noexcept {
    return oshihiki::seat_wind(s, state_->standing.dealer, players());
  }
  /// Kinds that cannot be ronned by that seat now: in its river, or passed by it since its last
  /// own discard, or, in riichi, since the riichi.
  KindSet genbutsu(Seat s) const noexcept {
    return state_->seats[s].discarded | state_->seats[s].passed;
  }

  // Its own
  Seat seat() const noexcept { return seat_; }
  const Hand& hand() const noexcept { return state_->seats[seat_].hand; }
  /// The tile it drew and may discard as tsumogiri; none after a call or out of turn.
  Tile drawn() const noexcept { return state_->turn == seat_ ? state_->drawn : kNoTile; }
  /// Own wait as of the last own discard.
  KindSet waits() const noexcept { return state_->seats[seat_].waits; }
  bool furiten() const noexcept {
    const auto& me = state_->seats[seat_];
    return me.furiten_pass || me.furiten_riichi || (me.waits & me.discarded) != 0;
  }
  KindSet forbidden() const noexcept { return state_->forbidden; }
  /// Own discards so far + 1.
  int own_turn() const noexcept { return static_cast<int>(state_->seats[seat_].river.size()) + 1; }
  /// Copies of a kind this seat does not see.
  int unseen(Kind k) const noexcept {
    return kCopies - state_->visible[k] - state_->seats[seat_].hand.counts[k];
  }
  /// The address of this seat's own random numbers for this decision.
  wall::Address lane() const noexcept {
    wall::Address a = state_->address;
    a.seat = seat_;
    a.decision = state_->seats[seat_].decisions;
    a.use = wall::Use::kStrategy;
    return a;
  }

 private:
  const State* state_;
  Seat seat_;
};

}  // namespace oshihiki::play
