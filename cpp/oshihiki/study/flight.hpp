#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oshihiki/play/view_record.hpp"
#include "oshihiki/study/census.hpp"
#include "oshihiki/study/count.hpp"
#include "oshihiki/study/simulate.hpp"

namespace oshihiki::study {

/// Where what outsiders may see is written: a row per seat asked.
struct FlightRows {
  play::ViewRecord* views = nullptr;
  std::uint16_t* codes = nullptr;  ///< kWidth a row: the legal actions, then kNothing
  std::uint8_t* sizes = nullptr;   ///< how many of them

  static constexpr std::size_t kWidth = 64;
  static constexpr std::uint16_t kNothing = 0xFFFF;  ///< no action has this code
};

/// Many matches in flight, in which some seats are decided by somebody outside, who is asked for
/// all that wait at once. The others are built-in strategies. Matches are the same as those of
/// simulate(), whatever the number of slots and threads.
class Flight {
 public:
  static constexpr std::size_t kGroups = kMaxSeats;
  static constexpr int kBuiltIn = -1;

  /// Seats of one group are asked together; kBuiltIn plays `simulation.strategies`. With
  /// `events` each round's events are kept and every round stops when it is over.
  /// A census is counted of the rounds of the mask.
  Flight(const Simulation& simulation, const std::array<int, kMaxSeats>& groups,
         std::uint64_t first, std::uint64_t matches, std::size_t slots, bool events,
         const FlightRows& rows, RoundMask census = 0);

  Flight(const Flight&) = delete;  // states point to its rules
  Flight& operator=(const Flight&) = delete;

  /// Carries out the answers and goes on until each slot waits for somebody outside, has come to
  /// the end of a round (with `events`), or has nothing left to play. Every row asked must have
  /// been answered. False: all matches are over.
  bool advance(int threads);

  /// Rows of a group are begin(g) .. begin(g + 1) - 1, in the order of the slots.
  std::size_t begin(std::size_t group) const noexcept { return begins_[group]; }
  std::size_t asked() const noexcept { return begins_[kGroups]; }
  /// The greatest number of legal actions of a group's rows.
  std::size_t longest(std::size_t group) const noexcept { return longest_[group]; }
  std::uint32_t slot_of(std::size_t row) const noexcept { return asked_[row]; }
  Seat seat_of(std::size_t row) const noexcept { return slots_[asked_[row]].seat; }
  /// Slots whose round is over (with `events`).
  const std::vector<std::uint32_t>& ended() const noexcept { return ended_; }

  bool is_legal(std::size_t row, std::uint16_t code) const noexcept;
  void answer(std::size_t row, std::uint16_t code) noexcept {
    slots_[asked_[row]].answer = play::Action::from_code(code);
  }
  /// Instead of an answer: the round ends by the seat's chombo. The rules must have it.
  void chombo(std::size_t row) noexcept { slots_[asked_[row]].chombo = true; }

  const play::State& state(std::size_t slot) const noexcept { return slots_[slot].state; }
  const std::vector<play::Event>& events(std::size_t slot) const noexcept {
    return slots_[slot].events.events;
  }
  /// The standing the slot's round began with.
  const settle::Standing& before(std::size_t slot) const noexcept {
    return slots_[slot].course.before;
  }
  std::size_t slots() const noexcept { return slots_.size(); }

  /// What is over since the last call. Rows, where asked for, are those of the matches without a
  /// gap from the first one on; the rest waits. `everything` gives all, also the rounds of
  /// matches that are not over.
  Simulated take(bool everything);
  /// Of the matches that are over.
  const Census& census() const noexcept { return census_; }

 private:
  enum class Status : std::uint8_t { kFree, kDeal, kAnswered, kAsked, kRoundOver };

  struct Slot {
    play::State state;
    Course course;
    MatchCount count;
    std::unique_ptr<CensusCount> census;
    bool counts = false;  ///< the round is in the census
    play::Queues queues;
    play::Actions legal;
    play::EventList events;
    std::vector<RoundRow> rounds;
    play::Action answer;
    Seat seat = 0;
    bool chombo = false;
    Status status = Status::kFree;
  };
  struct Finished {
    MatchRow match;
    std::vector<RoundRow> rounds;
  };
  struct Part {
    MatchTally tally;
    Census census;
    std::vector<Finished> finished;
  };

  template <class Sink>
  void step(Slot& slot, Seat seat, play::Action action, Sink& sink) noexcept;
  template <class Sink>
  void run(Slot& slot, Sink& sink, Part& part);
  void close_round(Slot& slot, Part& part);
  void pack(std::size_t row) noexcept;
  template <class Work>
  void in_parallel(std::size_t n, int threads, Work work);

  Simulation simulation_;
  std::array<int, kMaxSeats> groups_;
  std::uint64_t next_, end_, taken_;  ///< match numbers: to begin, behind the last, rows given out
  bool events_;
  FlightRows rows_;
  RoundMask mask_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> asked_, ended_;
  std::array<std::size_t, kGroups + 1> begins_{};
  std::array<std::size_t, kGroups> longest_{};
  MatchTally tally_;
  Census census_;
  std::vector<Finished> finished_;
};

}  // namespace oshihiki::study
