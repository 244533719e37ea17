#include "oshihiki/study/flight.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace oshihiki;
using study::Flight;

namespace {

study::Simulation simulation(study::Draws draws = study::Draws::kInOrder) {
  study::Simulation s;
  s.draws = draws;
  s.key = 5;
  s.rows = true;
  for (auto& one : s.strategies) one.player = strategy::Player::kRandom;
  return s;
}

struct Memory {
  explicit Memory(std::size_t n) : views(n), codes(n * study::FlightRows::kWidth), sizes(n) {}
  std::vector<play::ViewRecord> views;
  std::vector<std::uint16_t> codes;
  std::vector<std::uint8_t> sizes;
  study::FlightRows rows() { return {views.data(), codes.data(), sizes.data()}; }
};

/// Answers as the built-in random player would.
study::Simulated fly(const std::array<int, kMaxSeats>& groups, std::size_t slots, int threads,
                     bool events, study::Draws draws) {
  Memory memory(slots);
  Flight flight(simulation(draws), groups, 3, 12, slots, events, memory.rows());
  study::Simulated whole;
  bool playing = true;
  while (playing) {
    playing = flight.advance(threads);
    for (std::size_t row = 0; row < flight.asked(); ++row) {
      const auto& state = flight.state(flight.slot_of(row));
      const Seat seat = flight.seat_of(row);
      const std::uint16_t* codes = &memory.codes[row * study::FlightRows::kWidth];
      play::Actions legal;
      play::legal(state, seat, legal);
      REQUIRE(memory.sizes[row] == legal.size());
      for (std::size_t i = 0; i < legal.size(); ++i) CHECK(codes[i] == legal[i].code);
      CHECK(memory.views[row].seat == seat);
      CHECK(!flight.is_legal(row, study::FlightRows::kNothing));
      strategy::Strategy random;
      random.player = strategy::Player::kRandom;
      const auto choice = strategy::decide(random, play::View(state, seat), legal);
      REQUIRE(flight.is_legal(row, choice.code));
      flight.answer(row, choice.code);
    }
    const auto part = flight.take(false);
    whole.done += part.done;
    whole.tally.add(part.tally);
    whole.rounds.insert(whole.rounds.end(), part.rounds.begin(), part.rounds.end());
    whole.matches.insert(whole.matches.end(), part.matches.begin(), part.matches.end());
  }
  return whole;
}

}  // namespace

TEST_CASE("matches in flight are those of a simulation") {
  for (const auto draws : {study::Draws::kInOrder, study::Draws::kOwnQueues}) {
    const auto plain = study::simulate(simulation(draws), 3, 12, 1, 1e9);
    REQUIRE(plain.done == 12);
    const std::array<std::array<int, kMaxSeats>, 3> seats{
        {{0, -1, -1, -1}, {0, 1, 0, -1}, {2, 1, 3, 0}}};
    for (const auto& groups : seats) {
      for (const std::size_t slots : {std::size_t{1}, std::size_t{5}, std::size_t{40}}) {
        const bool events = slots == 5;
        const auto flown = fly(groups, slots, slots == 40 ? 3 : 1, events, draws);
        CHECK(flown.done == 12);
        CHECK(flown.tally == plain.tally);
        REQUIRE(flown.rounds.size() == plain.rounds.size());
        for (std::size_t i = 0; i < plain.rounds.size(); ++i) {
          CHECK(flown.rounds[i].match == plain.rounds[i].match);
          CHECK(flown.rounds[i].round == plain.rounds[i].round);
          CHECK(flown.rounds[i].scores == plain.rounds[i].scores);
        }
        REQUIRE(flown.matches.size() == 12);
        for (std::size_t i = 0; i < 12; ++i) CHECK(flown.matches[i].match == 3 + i);
      }
    }
  }
}

TEST_CASE("everything that was finished can be taken before the end") {
  Memory memory(4);
  Flight flight(simulation(), {0, -1, -1, -1}, 0, 8, 4, false, memory.rows());
  std::size_t asked = 0;
  while (asked < 500) {
    REQUIRE(flight.advance(1));
    for (std::size_t row = 0; row < flight.asked(); ++row, ++asked) {
      flight.answer(row, memory.codes[row * study::FlightRows::kWidth]);
    }
  }
  const auto part = flight.take(true);
  // Rounds of matches that are not over are there, in the order of the matches.
  CHECK(part.rounds.size() > static_cast<std::size_t>(part.tally.rounds));
  for (std::size_t i = 1; i < part.rounds.size(); ++i) {
    CHECK(part.rounds[i - 1].match <= part.rounds[i].match);
  }
}
