#pragma once

#include <vector>

#include "oshihiki/play/round.hpp"

namespace oshihiki::play {

/// A round followed from one seat, of which only that seat's tiles and what everybody sees are
/// known, as a bot at a table hears it. What nobody has shown lies somewhere: the state's hidden
/// tiles are such that everything heard so far could happen, and are changed when something is
/// heard that they do not allow. The seat's View and its legal actions are the true ones.
class Follow {
 public:
  /// Deals: `hand` are the seat's 13 tiles. Throws Error where that cannot be.
  Follow(const rules::Rules& rules, const wall::Address& address, const settle::Standing& standing,
         Seat seat, const std::vector<Tile>& hand, Tile indicator);

  // What is heard, in order. Each throws Error when it cannot have happened.
  /// No tile where it is hidden.
  void draw(Seat seat, Tile tile);
  /// A discard, with `riichi` the declaring one.
  void discard(Seat seat, Tile tile, bool tsumogiri, bool riichi);
  /// A chi, pon or daiminkan of the last discard.
  void call(Seat seat, Action action);
  /// An ankan, kakan or kita.
  void declare(Seat seat, Action action);
  /// A further dora indicator.
  void dora(Tile tile);

  const State& state() const noexcept { return state_; }
  Seat seat() const noexcept { return seat_; }

 private:
  bool hidden_in_wall(std::size_t at) const noexcept;
  /// Takes a hidden tile away from where it lies, not in the holder's hand, and leaves `instead`
  /// there. False: it lies nowhere else hidden.
  bool exchange(Tile wanted, Tile instead, Seat holder, std::size_t not_at);
  void hold(Seat seat, const std::vector<Tile>& tiles);
  void make_ready(Seat seat, const std::vector<Tile>& tiles, Kind apart);
  void leave_discard(Seat seat, std::vector<Tile>& own, KindSet forbidden);
  void prepare(Seat seat, Action action);
  void set_drawn(Seat seat, Tile tile);
  void put_indicators();
  void pass_until_turn_of(Seat seat);
  void take(Seat seat, Action action);
  [[noreturn]] void impossible(Seat seat, const char* what) const;

  rules::Rules rules_;
  State state_;
  Seat protected_seat_ = kNoSeat;  ///< whose tiles stay
  std::vector<Tile> protected_;
  State before_;  ///< as it was at the last discard
  Seat seat_;
  Action last_;                   ///< that discard
  std::vector<Tile> indicators_;  ///< heard, the first among them
};

}  // namespace oshihiki::play
