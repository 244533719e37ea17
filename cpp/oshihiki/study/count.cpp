#include "oshihiki/study/count.hpp"

#include <bit>

namespace oshihiki::study {
namespace {

using settle::Outcome;

constexpr std::int32_t kHundred = 100;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) noexcept {
  // The finaliser of splitmix64 over a running sum.
  std::uint64_t x = hash + 0x9E3779B97F4A7C15u + value;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

unsigned called_by(const play::State& state) noexcept {
  unsigned called = 0;
  for (Seat s = 0; s < state.players(); ++s) {
    if (!is_closed(state.seats[s].melds)) called |= 1u << s;
  }
  return called;
}

unsigned riichi_by(const play::State& state) noexcept {
  unsigned riichi = 0;
  for (Seat s = 0; s < state.players(); ++s) {
    if (state.seats[s].riichi != play::Riichi::kNo) riichi |= 1u << s;
  }
  return riichi;
}

std::uint32_t decisions_of(const play::State& state) noexcept {
  std::uint32_t decisions = 0;
  for (Seat s = 0; s < state.players(); ++s) decisions += state.seats[s].decisions;
  return decisions;
}

}  // namespace

void MatchCount::round(const play::State& state) noexcept {
  const play::Result& result = state.result;
  ++rounds_;
  decisions_ += decisions_of(state);
  const unsigned riichi = riichi_by(state);
  const unsigned called = called_by(state);
  for (Seat s = 0; s < state.players(); ++s) {
    seats_[s].riichi += riichi >> s & 1u;
    seats_[s].calls += called >> s & 1u;
  }
  const bool won = result.outcome == Outcome::kTsumo || result.outcome == Outcome::kRon;
  if (won) {
    std::int64_t paid = 0;
    for (Seat s = 0; s < state.players(); ++s) {
      if ((result.winners >> s & 1u) == 0) continue;
      const std::int32_t points = result.hand_points[s] / kHundred;
      ++seats_[s].wins;
      seats_[s].win_points += points;
      seats_[s].tsumo += result.outcome == Outcome::kTsumo;
      paid += points;
    }
    if (result.outcome == Outcome::kRon) {
      ++seats_[result.payer].deal_ins;
      seats_[result.payer].deal_in_points += paid;
    }
    extra_winners_ += std::popcount(unsigned{result.winners}) - 1;
  } else {
    ++draws_;
  }
  hash_ = mix(hash_, static_cast<std::uint64_t>(result.outcome) | result.winners << 8 |
                         result.tenpai << 12 | std::uint64_t{called} << 16 |
                         std::uint64_t{riichi} << 20 | std::uint64_t{result.payer} << 24 |
                         std::uint64_t{state.live_next} << 32 |
                         std::uint64_t{decisions_of(state)} << 40);
  for (Seat s = 0; s < state.players(); ++s) {
    hash_ = mix(hash_, static_cast<std::uint32_t>(state.standing.scores[s]));
  }
}

void MatchCount::finish(const PlayedMatch& played, int players, MatchTally& tally) noexcept {
  ++tally.matches;
  tally.rounds += rounds_;
  tally.decisions += decisions_;
  tally.extra_winners += extra_winners_;
  std::int64_t ranks = 0, results = 0;
  for (Seat s = 0; s < players; ++s) {
    const SeatCount& c = seats_[s];
    const std::int64_t rank = played.placement.rank[s];
    const std::int64_t result = played.placement.result[s] / kHundred;
    add(tally.seats[s], c, rounds_, rounds_, rank, result, 1);
    ++tally.ranks[s][static_cast<std::size_t>(rank - 1)];
    ranks += rank;
    results += result;
    hash_ = mix(hash_, static_cast<std::uint32_t>(played.placement.result[s]));
  }
  add(tally.all, over_all(players), rounds_ * players, rounds_, ranks, results, players);
  tally.signature += hash_;
  *this = MatchCount();
}

void MatchCount::finish(int players, Rates& all) noexcept {
  add(all, over_all(players), rounds_ * players, rounds_, 0, 0, 0);
  *this = MatchCount();
}

SeatCount MatchCount::over_all(int players) const noexcept {
  SeatCount all;
  for (Seat s = 0; s < players; ++s) {
    const SeatCount& c = seats_[s];
    all.wins += c.wins;
    all.tsumo += c.tsumo;
    all.deal_ins += c.deal_ins;
    all.riichi += c.riichi;
    all.calls += c.calls;
    all.win_points += c.win_points;
    all.deal_in_points += c.deal_in_points;
  }
  return all;
}

void MatchCount::add(Rates& to, const SeatCount& c, std::int64_t player_rounds, std::int64_t rounds,
                     std::int64_t rank, std::int64_t result, std::int64_t players) const noexcept {
  const auto rate = [&](Rate r) -> Ratio& { return to[static_cast<std::size_t>(r)]; };
  rate(Rate::kWin).add(c.wins, player_rounds);
  rate(Rate::kDealIn).add(c.deal_ins, player_rounds);
  rate(Rate::kDraw).add(draws_, rounds);
  rate(Rate::kRiichi).add(c.riichi, player_rounds);
  rate(Rate::kCall).add(c.calls, player_rounds);
  rate(Rate::kTsumoShare).add(c.tsumo, c.wins);
  rate(Rate::kMeanWin).add(c.win_points, c.wins);
  rate(Rate::kMeanDealIn).add(c.deal_in_points, c.deal_ins);
  rate(Rate::kRank).add(rank, players);
  rate(Rate::kResult).add(result, players);
}

RoundRow row_of(const play::State& state, const settle::Standing& before) noexcept {
  RoundRow row;
  row.match = state.address.match;
  row.round = state.address.round;
  row.redeal = static_cast<std::uint8_t>(state.address.redeal);
  row.wind = before.wind;
  row.dealer = before.dealer;
  row.honba = before.honba;
  row.deposits = before.deposits;
  row.outcome = state.result.outcome;
  row.winners = state.result.winners;
  row.tenpai = state.result.tenpai;
  row.riichi = static_cast<std::uint8_t>(riichi_by(state));
  row.called = static_cast<std::uint8_t>(called_by(state));
  row.payer = state.result.payer;
  row.decisions = decisions_of(state);
  row.points = state.result.hand_points;
  row.scores = state.standing.scores;
  for (std::size_t s = 0; s < kMaxSeats; ++s) row.delta[s] = row.scores[s] - before.scores[s];
  return row;
}

void MatchTally::add(const MatchTally& other) noexcept {
  matches += other.matches;
  rounds += other.rounds;
  decisions += other.decisions;
  extra_winners += other.extra_winners;
  signature += other.signature;
  for (std::size_t r = 0; r < kRates; ++r) all[r].add(other.all[r]);
  for (std::size_t s = 0; s < kMaxSeats; ++s) {
    for (std::size_t r = 0; r < kRates; ++r) seats[s][r].add(other.seats[s][r]);
    for (std::size_t p = 0; p < kMaxSeats; ++p) ranks[s][p] += other.ranks[s][p];
  }
}

}  // namespace oshihiki::study
