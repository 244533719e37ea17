#include "oshihiki/study/simulate.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "oshihiki/strategy/params.hpp"

using namespace oshihiki;
using study::Rate;

namespace {

study::Simulation simulation(int players = 4) {
  study::Simulation s;
  s.key = 5;
  if (players == 3) {
    auto& r = s.rules;
    r.players = 3;
    r.chi = false;
    r.start = 35000;
    r.target = r.return_points = 40000;
    r.oka = 15000;
    r.uma = {20000, 0, -20000, 0};
    r.noten_pool = 2000;
    r.honba_ron = 200;
    r.kita = true;
    r.replacement_tiles = 8;
  }
  s.strategies[0].player = strategy::Player::kRandom;
  s.strategies[1].player = strategy::Player::kTsumogiri;
  s.strategies[2].player = strategy::Player::kRandom;
  s.strategies[3].player = strategy::Player::kTsumogiri;
  return s;
}

std::int64_t y(const study::Rates& rates, Rate r) { return rates[static_cast<std::size_t>(r)].y; }
std::int64_t x(const study::Rates& rates, Rate r) { return rates[static_cast<std::size_t>(r)].x; }

}  // namespace

TEST_CASE("threads and slices do not change a simulation") {
  for (const int players : {4, 3}) {
    auto s = simulation(players);
    s.rows = true;
    const auto one = study::simulate(s, 0, 40, 1, 1e9);
    REQUIRE(one.done == 40);
    for (const int threads : {2, 7}) {
      const auto other = study::simulate(s, 0, 40, threads, 1e9);
      CHECK(other.tally == one.tally);
      REQUIRE(other.rounds.size() == one.rounds.size());
      for (std::size_t i = 0; i < one.rounds.size(); ++i) {
        CHECK(other.rounds[i].scores == one.rounds[i].scores);
        CHECK(other.rounds[i].match == one.rounds[i].match);
        CHECK(other.rounds[i].round == one.rounds[i].round);
      }
    }
    study::MatchTally joined;
    for (std::uint64_t first = 0; first < 40;) {
      const auto part = study::simulate(s, first, 40 - first, 2, 0);  // a match or two a call
      REQUIRE(part.done >= 1);
      joined.add(part.tally);
      first += part.done;
    }
    CHECK(joined == one.tally);
    s.key = 6;
    CHECK(study::simulate(s, 0, 40, 1, 1e9).tally.signature != one.tally.signature);
  }
}

TEST_CASE("a match alone is the same as within many") {
  auto s = simulation();
  s.rows = true;
  const auto many = study::simulate(s, 0, 30, 2, 1e9);
  const auto alone = study::simulate(s, 17, 1, 1, 1e9);
  REQUIRE(alone.matches.size() == 1);
  CHECK(alone.matches[0].match == 17);
  CHECK(alone.matches[0].placement.scores == many.matches[17].placement.scores);
  CHECK(alone.matches[0].rounds == many.matches[17].rounds);
}

TEST_CASE("the identities of the rates") {
  for (const int players : {4, 3}) {
    const auto s = simulation(players);
    const auto t = study::simulate(s, 0, 60, 2, 1e9).tally;
    CHECK(t.matches == 60);
    CHECK(x(t.all, Rate::kDraw) == t.rounds);
    CHECK(x(t.all, Rate::kWin) == players * t.rounds);
    // players * win + draw = 1 + extra winners, times rounds
    CHECK(y(t.all, Rate::kWin) + y(t.all, Rate::kDraw) == t.rounds + t.extra_winners);
    CHECK(y(t.all, Rate::kTsumoShare) + y(t.all, Rate::kDealIn) + t.extra_winners ==
          y(t.all, Rate::kWin));
    CHECK(y(t.all, Rate::kRank) == 60 * players * (players + 1) / 2);
    CHECK(y(t.all, Rate::kResult) == 0);
    for (const Rate r : {Rate::kWin, Rate::kDealIn, Rate::kRiichi, Rate::kCall, Rate::kMeanWin,
                         Rate::kMeanDealIn, Rate::kTsumoShare}) {
      std::int64_t sum = 0;
      for (const auto& seat : t.seats) sum += y(seat, r);
      CHECK(sum == y(t.all, r));
    }
    std::int64_t places = 0;
    for (const auto& seat : t.ranks) {
      for (const auto n : seat) places += n;
    }
    CHECK(places == 60 * players);
    CHECK(t.decisions > 0);
  }
}

TEST_CASE("rows add up") {
  auto s = simulation();
  s.rows = true;
  const auto done = study::simulate(s, 3, 20, 2, 1e9);
  REQUIRE(done.matches.size() == 20);
  CHECK(static_cast<std::int64_t>(done.rounds.size()) == done.tally.rounds);
  std::int64_t decisions = 0;
  for (std::size_t i = 0; i < done.rounds.size(); ++i) {
    const auto& row = done.rounds[i];
    decisions += row.decisions;
    const bool begins = i == 0 || done.rounds[i - 1].match != row.match;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const std::int32_t before = begins ? 25000 : done.rounds[i - 1].scores[seat];
      CHECK(row.scores[seat] - before == row.delta[seat]);
    }
    if (begins) CHECK(row.round == 0);
  }
  CHECK(decisions == done.tally.decisions);
}

TEST_CASE("rows say who won, paid and was tenpai, and the rates are their sums") {
  for (const int players : {4, 3}) {
    auto s = simulation(players);
    s.rows = true;
    for (std::size_t seat = 0; seat < s.strategies.size(); ++seat) {
      s.strategies[seat] = strategy::parse(seat % 2 == 0 ? "efficient" : "balanced");
    }
    const auto done = study::simulate(s, 0, 60, 2, 1e9);
    std::array<study::Rates, kMaxSeats> seats{};
    study::Rates all{};
    std::array<std::array<std::int64_t, kMaxSeats>, kMaxSeats> ranks{};
    std::int64_t extra = 0, rons = 0, drawn = 0;
    std::size_t at = 0;
    for (const auto& match : done.matches) {
      // By seat, and at the end over all: counts of one match.
      struct Count {
        std::int64_t wins = 0, tsumo = 0, fed = 0, riichi = 0, calls = 0, won = 0, lost = 0;
      };
      std::array<Count, kMaxSeats + 1> counts{};
      std::int64_t rounds = 0, draws = 0;
      for (; at < done.rounds.size() && done.rounds[at].match == match.match; ++at, ++rounds) {
        const auto& row = done.rounds[at];
        const bool ron = row.outcome == settle::Outcome::kRon;
        const bool won = ron || row.outcome == settle::Outcome::kTsumo;
        CHECK((row.winners != 0) == won);
        CHECK((row.payer != kNoSeat) == ron);
        draws += !won;
        if (won) extra += std::popcount(unsigned{row.winners}) - 1;
        std::int64_t paid = 0;
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
          const bool winner = (row.winners >> seat & 1) != 0;
          const bool riichi = (row.riichi >> seat & 1) != 0;
          for (Count* c : {&counts[seat], &counts[kMaxSeats]}) {
            c->wins += winner;
            c->tsumo += winner && !ron;
            c->riichi += riichi;
            c->calls += row.called >> seat & 1;
            if (winner) c->won += row.points[seat] / 100;
          }
          if (winner) {
            paid += row.points[seat];
            CHECK(row.delta[seat] >= row.points[seat] - 1000);
          }
          if (row.outcome == settle::Outcome::kExhaustive) {
            // Who is tenpai is paid by who is not, but where all or none are.
            const int n = std::popcount(unsigned{row.tenpai});
            const std::int32_t got = row.delta[seat] + (riichi ? 1000 : 0);
            const bool tenpai = (row.tenpai >> seat & 1) != 0;
            CHECK((got > 0) == (tenpai && n < players));
            CHECK((got < 0) == (!tenpai && n > 0));
            drawn += n > 0 && n < players;
          }
        }
        if (ron) {
          CHECK(row.delta[row.payer] <= -paid);
          for (Count* c : {&counts[row.payer], &counts[kMaxSeats]}) {
            ++c->fed;
            c->lost += paid / 100;
          }
          ++rons;
        }
      }
      std::int64_t of_ranks = 0, of_results = 0;
      const auto add = [&](study::Rates& to, const Count& c, std::int64_t n, std::int64_t rank,
                           std::int64_t result) {
        const std::array<std::pair<std::int64_t, std::int64_t>, study::kRates> each = {
            {{c.wins, n * rounds},
             {c.fed, n * rounds},
             {draws, rounds},
             {c.riichi, n * rounds},
             {c.calls, n * rounds},
             {c.tsumo, c.wins},
             {c.won, c.wins},
             {c.lost, c.fed},
             {rank, n},
             {result, n}}};
        for (std::size_t r = 0; r < each.size(); ++r) to[r].add(each[r].first, each[r].second);
      };
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
        const std::int64_t rank = match.placement.rank[seat];
        const std::int64_t result = match.placement.result[seat] / 100;
        add(seats[seat], counts[seat], 1, rank, result);
        ++ranks[seat][static_cast<std::size_t>(rank - 1)];
        of_ranks += rank;
        of_results += result;
      }
      add(all, counts[kMaxSeats], players, of_ranks, of_results);
    }
    CHECK(at == done.rounds.size());
    CHECK(done.tally.seats == seats);
    CHECK(done.tally.all == all);
    CHECK(done.tally.ranks == ranks);
    CHECK(done.tally.extra_winners == extra);
    CHECK(rons > 100);
    CHECK(drawn > 10);
    if (players == 4) CHECK(extra > 0);
  }
}
