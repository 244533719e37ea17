#include "oshihiki/play/queues.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/play/event.hpp"
#include "oshihiki/study/simulate.hpp"

using namespace oshihiki;
using study::Draws;

namespace {

constexpr std::size_t kSeats = 4;

study::Simulation simulation(strategy::Player player, Draws draws) {
  study::Simulation s;
  s.key = 11;
  s.draws = draws;
  s.rows = true;
  for (auto& one : s.strategies) one.player = player;
  return s;
}

play::State dealt(const rules::Rules& rules, std::uint64_t match, play::EventList& sink) {
  play::State state;
  const study::Course course(rules, 11, match);
  course.deal(state, rules, sink);
  return state;
}

}  // namespace

TEST_CASE("own queues: calls change nothing of what others draw") {
  const rules::Rules rules;
  study::Strategies callers;
  for (auto& one : callers) one.player = strategy::Player::kRandom;
  int called = 0, kans = 0, long_queues = 0;
  for (std::uint64_t match = 0; match < 300; ++match) {
    play::EventList events;
    play::State state = dealt(rules, match, events);
    std::array<std::vector<Tile>, kSeats> queue;
    Seat seat = state.turn;
    queue[seat].push_back(state.drawn);
    for (int at = state.live_next - 1; at >= wall::Wall::kDead; --at) {
      seat = next_seat(seat, 4);
      queue[seat].push_back(state.wall.tiles[static_cast<std::size_t>(at)]);
    }
    const wall::Wall before = state.wall;
    play::Queues queues(state);
    study::play_on(state, callers, events, [&] { queues.arrange(state); });

    std::array<std::vector<Tile>, kSeats> drawn;
    for (const auto& e : events.events) {
      called += e.type == play::EventType::chi || e.type == play::EventType::pon;
      if (e.type == play::EventType::draw) drawn[e.seat].push_back(e.tile);
    }
    kans += state.kans;
    for (std::size_t s = 0; s < kSeats; ++s) {
      // The last tiles of a queue may die by a kan or go to a seat whose queue has run out.
      for (std::size_t k = 0; k < drawn[s].size() && k < 12; ++k) {
        CHECK(drawn[s][k] == queue[s][k]);
      }
      long_queues += drawn[s].size() > queue[s].size();
    }
    // The same tiles lie in the wall, and the dead wall is as it was.
    std::array<int, 128> count{};
    for (std::size_t i = 0; i < before.size; ++i) {
      ++count[before.tiles[i].code];
      --count[state.wall.tiles[i].code];
      if (i < wall::Wall::kDead) CHECK(before.tiles[i] == state.wall.tiles[i]);
    }
    CHECK(count == std::array<int, 128>{});
  }
  CHECK(called > 500);
  CHECK(kans > 20);
  CHECK(long_queues > 0);
}

TEST_CASE("own queues: without calls all is as on the ordinary wall") {
  for (const auto player : {strategy::Player::kTsumogiri, strategy::Player::kRandom}) {
    const auto plain = study::simulate(simulation(player, Draws::kInOrder), 0, 50, 1, 1e9);
    const auto stable = study::simulate(simulation(player, Draws::kOwnQueues), 0, 50, 2, 1e9);
    const bool calls = player == strategy::Player::kRandom;
    CHECK((plain.tally == stable.tally) == !calls);
  }
}

TEST_CASE("own queues: hands come on as they do on the ordinary wall") {
  // Mean shanten at the eighth turn of a seat that takes what it needs and calls.
  const rules::Rules rules;
  study::Strategies players;
  for (auto& one : players) one.player = strategy::Player::kEfficient;
  std::array<double, 2> sum{}, squares{};
  std::array<int, 2> n{};
  for (const std::size_t way : {std::size_t{0}, std::size_t{1}}) {
    for (std::uint64_t match = 0; match < 1500; ++match) {
      play::EventList events;
      play::State state = dealt(rules, way * 1500 + match, events);
      play::Queues queues(state);
      bool seen = false;
      study::play_on(state, players, events, [&] {
        if (way == 1) queues.arrange(state);
        if (seen || state.phase != play::Phase::kTurn || state.turn != 2) return;
        if (state.seats[2].river.size() != 7) return;
        seen = true;
        const double x = agari::shanten(state.seats[2].hand);
        sum[way] += x;
        squares[way] += x * x;
        ++n[way];
      });
    }
  }
  const auto mean = [&](std::size_t i) { return sum[i] / n[i]; };
  const auto variance = [&](std::size_t i) {
    return (squares[i] / n[i] - mean(i) * mean(i)) / n[i];
  };
  CHECK(n[0] > 800);
  CHECK(std::abs(mean(0) - mean(1)) < 4 * std::sqrt(variance(0) + variance(1)));
}
