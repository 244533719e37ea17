#pragma once

#include <vector>

#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/round.hpp"

namespace oshihiki::study {

/// A round so far as everybody saw it, to be played again with the hidden tiles elsewhere. What
/// one seat holds and does is known; of the others what they gave and called, and whether a
/// discard was the tile just drawn.
class Past {
 public:
  /// From the events of a round that stands at `now`, where the hero is asked. Throws StudyError
  /// when they do not lead there.
  Past(const play::State& now, const std::vector<play::Event>& events, Seat hero);

  /// A place of the wall whose tile the hero does not know.
  struct Slot {
    std::uint8_t place = 0;
    Seat seat = kNoSeat;      ///< who was given it; none: still in the wall
    std::uint8_t gained = 0;  ///< draws of that seat when it came, 0 in the deal
  };
  /// Those of the seats, then those of the wall.
  const std::vector<Slot>& slots() const noexcept { return slots_; }
  std::size_t held() const noexcept { return held_; }  ///< how many are of seats

  /// A tile that a seat gave, in the order of time.
  struct Given {
    Tile tile;
    std::uint8_t before = 0;  ///< it was gained before that many draws
  };
  const std::vector<Given>& given(Seat seat) const noexcept { return given_[seat]; }

  /// Whether a seat would have had every such tile by the time it gave it.
  bool had(const wall::Wall& wall, Seat seat, Tile tile) const noexcept;

  Seat hero() const noexcept { return hero_; }
  const rules::Rules& rules() const noexcept { return rules_; }
  const play::State& now() const noexcept { return now_; }
  /// Numbers of decisions are below it.
  std::size_t moments() const noexcept { return 2 * script_.size() + 2; }

  /// What an opponent was seen to do when asked.
  struct Seen {
    Seat seat = 0;
    std::size_t moment = 0;  ///< of the round: equal in all worlds
    play::Action action;
    bool or_chi = false;  ///< a pon by another hides whether it would have called chi
  };

  /// Plays again with that wall, in which the tiles of opponents among `seats` (bit per seat) may
  /// lie elsewhere than in one that allows what was seen. For each decision of theirs calls
  /// f(state, legal actions, Seen), which returns whether to go on. False: f said no, or what was
  /// seen is not possible with that wall. `state` is then where it ended.
  template <class F>
  bool replay(const wall::Wall& wall, unsigned seats, play::State& state, F&& f) const {
    play::NoEvents nobody;
    play::start(state, rules_, wall, now_.address, standing_, nobody);
    play::Actions legal;
    std::size_t at = 0;
    for (;;) {
      const bool turn = in_turn(state.phase);
      if (arrived(state, at)) return true;
      if (turn) {
        if (at == script_.size() || script_[at].seat != state.turn) return false;
        const play::Action action = script_[at].action;
        const Seat seat = state.turn;
        if ((seats >> seat & 1) != 0) {
          play::legal(state, seat, legal);
          if (!contains(legal, action)) return false;
          if (!f(state, legal, Seen{seat, 2 * at, action, false})) return false;
        }
        play::step(state, seat, action, nobody);
        ++at;
        continue;
      }
      const bool offer = state.phase == play::Phase::kDiscard || state.phase == play::Phase::kKan ||
                         state.phase == play::Phase::kKita;
      if (!offer) return false;
      const Step* call = at < script_.size() && script_[at].call ? &script_[at] : nullptr;
      const unsigned waiting = play::waiting(state);
      if (call != nullptr && (waiting >> call->seat & 1) == 0) return false;
      const bool pon = call != nullptr && call->action.type() != play::ActionType::chi;
      for (int s = 0; s < state.players(); ++s) {
        if ((waiting >> s & 1) == 0) continue;
        const auto seat = static_cast<Seat>(s);
        const bool caller = call != nullptr && call->seat == seat;
        const play::Action action = caller ? call->action : play::Action::pass();
        if ((seats >> seat & 1) != 0) {
          play::legal(state, seat, legal);
          if (caller && !contains(legal, action)) return false;
          if (!f(state, legal, Seen{seat, 2 * at + 1, action, pon && !caller})) return false;
        }
        play::step(state, seat, action, nobody);
      }
      if (call != nullptr) ++at;
    }
  }

 private:
  struct Step {
    Seat seat = 0;
    play::Action action;
    bool call = false;
  };
  static bool contains(const play::Actions& legal, play::Action action) noexcept {
    for (const play::Action a : legal) {
      if (a == action) return true;
    }
    return false;
  }
  /// Whether the round stands at the hero's decision.
  bool arrived(const play::State& state, std::size_t at) const noexcept {
    return at == script_.size() && state.phase == now_.phase && state.turn == now_.turn &&
           state.live_next == now_.live_next;
  }
  void find_slots();

  rules::Rules rules_;
  play::State now_;
  Seat hero_;
  settle::Standing standing_;  ///< when the round began
  std::vector<Step> script_;   ///< everything but passes
  std::vector<Slot> slots_;
  std::size_t held_ = 0;
  std::array<std::vector<Slot>, kMaxSeats> of_seat_;
  std::array<std::vector<Given>, kMaxSeats> given_;
};

}  // namespace oshihiki::study
