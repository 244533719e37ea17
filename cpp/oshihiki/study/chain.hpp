#pragma once

#include <vector>

#include "oshihiki/strategy/temper.hpp"
#include "oshihiki/study/past.hpp"
#include "oshihiki/study/position.hpp"

namespace oshihiki::study {

/// How what was seen is read.
struct Reading {
  strategy::Temper temper;  ///< of the opponents
  /// Power of the chance of all that was seen, in 1/65536. Less than the whole where players are
  /// not those assumed: what a model gets wrong of one hand it gets wrong at each of its discards.
  std::int32_t trust = 65536;
};

/// Random numbers of a chain of the position.
wall::Address lane_of(const Position& position, std::uint64_t number, std::uint32_t use);

/// One Markov chain over the worlds of a position. Its stationary distribution weighs every order
/// of the hidden tiles that agrees with what was seen by the chance that the opponents do all
/// that they were seen to do, if they play as a strategy that errs.
///
/// A step exchanges the tiles of one, two or three pairs of hidden places (seats' deals and draws,
/// the wall), a pair, a run or part of one for another, or a whole hand in riichi for another
/// tenpai hand, and is taken by the ratio of the chances (Metropolis and Hastings). Only opponents
/// whose tiles changed are looked at anew, and of them only the decisions made with other tiles.
class Chain {
 public:
  /// A function of position, past, reading and number. Throws StudyError when no world is found to
  /// start from. From the truth: it starts where the hidden tiles are, for tests of calibration.
  Chain(const Position& position, const Past& past, const Reading& reading, std::uint64_t number,
        bool from_truth = false);

  void advance(std::uint64_t steps);

  /// The round at the hero's decision in the present world.
  const play::State& state() const noexcept { return state_; }
  /// Opponents in riichi at the hero's decision.
  const std::vector<Seat>& in_riichi() const noexcept { return riichi_; }
  /// Minus the binary logarithm of the chance of all that was seen, in 1/65536, times the trust.
  std::int64_t surprise() const noexcept { return surprise_; }

  struct Steps {
    std::uint64_t all = 0, taken = 0;
  };
  const Steps& steps() const noexcept { return steps_; }

  /// Where a chain stands between two steps: all that decides how it goes on.
  struct Stand {
    std::vector<std::uint8_t> tiles;  ///< of its wall
    std::uint64_t random = 0;         ///< numbers used of its stream
    Steps steps;
  };
  Stand stand() const;
  /// Goes on from where a chain of the same position, reading and number stood. Throws StudyError
  /// when no such chain can stand there.
  void go_to(const Stand& stand);

 private:
  struct Decision {
    std::uint64_t hand = 0;  ///< what it depends on, hashed; 0: not asked in this world
    std::int64_t surprise = 0;
  };
  using Decisions = std::vector<Decision>;  ///< by moment
  struct Swap {
    std::uint8_t a, b;  ///< places of the wall
  };
  using Swaps = FixedVector<Swap, 16>;

  bool draw(std::uint64_t number);
  bool begin();
  /// `favour`: the binary logarithm, in 1/65536, of how much likelier the way back is proposed.
  bool attempt(const Swaps& swaps, std::int64_t favour = 0);
  void exchange_any(int pairs);
  void exchange_own();
  void exchange_block(int size);
  void exchange_riichi(int pairs);
  void exchange_hand();
  /// Plays `tried_` and looks at those seats' decisions. False when what was seen is not possible,
  /// or the exchange is not taken.
  bool judge(unsigned seats, std::int64_t favour, bool always);
  std::int64_t luck() noexcept;
  /// Slots of a seat whose tiles it has not given.
  void kept(Seat seat, const wall::Wall& wall, std::vector<std::uint8_t>& places) const;
  Hand final_hand(Seat seat, const wall::Wall& wall) const;

  const Position& position_;
  const Past& past_;
  Reading reading_;
  wall::Stream stream_;
  wall::Wall wall_, tried_;
  play::State state_, tried_state_;
  std::array<Decisions, kMaxSeats> decisions_, tried_decisions_;
  std::array<std::int64_t, kMaxSeats> of_seat_{}, tried_of_seat_{};
  std::array<Seat, 256> owner_{};  ///< of a place of the wall
  std::vector<Seat> riichi_, opponents_;
  std::array<std::vector<std::uint8_t>, kMaxSeats> places_;  ///< of a seat
  std::int64_t surprise_ = 0;
  Steps steps_;
};

}  // namespace oshihiki::study
