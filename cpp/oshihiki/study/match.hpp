#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "oshihiki/play/queues.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/strategy.hpp"

namespace oshihiki::study {

using Strategies = std::array<strategy::Strategy, kMaxSeats>;

/// Lets the strategies play a round that has been dealt to its end; those asked at once answer
/// in the order of their seats. `before` is called before every step.
template <class Sink, class Before>
void play_on(play::State& state, const Strategies& strategies, Sink& sink,
             Before&& before) noexcept {
  play::Actions legal;
  while (!state.over()) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
    play::legal(state, seat, legal);
    const play::View view(state, seat);
    const play::Action action = strategy::decide(strategies[seat], view, legal);
    before();
    play::step(state, seat, action, sink);
  }
}

template <class Sink>
void play_on(play::State& state, const Strategies& strategies, Sink& sink) noexcept {
  play_on(state, strategies, sink, [] {});
}

/// How tiles come from a wall.
enum class Draws : std::uint8_t {
  kInOrder,   ///< as they lie
  kOwnQueues  ///< each seat from its own queue, see play::Queues
};

struct PlayedMatch {
  settle::Standing end;
  settle::Placement placement;
  std::uint32_t rounds = 0;
};

/// A match from its address, between and during its rounds.
struct Course {
  wall::Address address;    ///< of the round
  settle::Standing before;  ///< how the round began, or will
  std::array<std::uint16_t, kMaxSeats> chombos{};
  std::uint32_t rounds = 0;  ///< that are over
  bool over = false;

  Course() = default;
  Course(const rules::Rules& rules, std::uint64_t key, std::uint64_t match)
      : before(settle::start_of_match(rules)) {
    address.key = key;
    address.match = match;
  }

  template <class Sink>
  void deal(play::State& state, const rules::Rules& rules, Sink& sink) const {
    play::start(state, rules, wall::uniform(rules, address), address, before, sink);
  }

  /// After a round is over: where the next one begins, or the end of the match. A round dealt
  /// again after a chombo is a round of its own.
  void close(const play::State& state) noexcept {
    ++rounds;
    const settle::Next next = play::next_round(state);
    before = next.standing;
    over = next.over;
    if (state.result.outcome == settle::Outcome::kChombo) {
      ++chombos[state.result.payer];
      ++address.redeal;
    } else {
      address.redeal = 0;
      ++address.round;
    }
  }

  PlayedMatch end(const rules::Rules& rules) const noexcept {
    return {before, settle::place(before, chombos, rules), rounds};
  }
};

/// Plays one whole match from its address. Calls `seen(state, before)` for every round when it is
/// over, with the standing it began with.
template <class Seen>
PlayedMatch play_match(const rules::Rules& rules, const Strategies& strategies, std::uint64_t key,
                       std::uint64_t match, Draws draws, Seen&& seen) {
  Course course(rules, key, match);
  play::NoEvents nobody;
  play::State state;
  while (!course.over) {
    course.deal(state, rules, nobody);
    if (draws == Draws::kInOrder) {
      play_on(state, strategies, nobody);
    } else {
      play::Queues queues(state);
      play_on(state, strategies, nobody, [&] { queues.arrange(state); });
    }
    seen(static_cast<const play::State&>(state), course.before);
    course.close(state);
  }
  return course.end(rules);
}

}  // namespace oshihiki::study
