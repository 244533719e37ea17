#include "oshihiki/study/census.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {
namespace {

using play::ActionType;
using settle::Outcome;

constexpr std::int32_t kHundred = 100;

bool discards(play::Action action) noexcept {
  return action.type() == ActionType::discard || action.type() == ActionType::riichi;
}

bool anybody_in_riichi(const play::State& state) noexcept {
  for (Seat s = 0; s < state.players(); ++s) {
    if (state.seats[s].riichi != play::Riichi::kNo) return true;
  }
  return false;
}

/// What a riichi hand would win on if somebody discarded it now.
KindSet winning(const play::SeatState& seat) noexcept {
  const bool furiten =
      seat.furiten_riichi || seat.furiten_pass || (seat.waits & seat.discarded) != 0;
  return furiten ? 0 : seat.waits;
}

KindSet dora_kinds(const play::State& state) noexcept {
  KindSet kinds = 0;
  for (int i = 0; i < state.indicators; ++i) {
    const Tile shown = state.wall.tiles[static_cast<std::size_t>(state.wall.dora_at(i))];
    kinds |= kind_bit(wall::dora_of(shown.kind(), state.players()));
  }
  return kinds;
}

}  // namespace

std::string_view name_of(WaitClass wait) noexcept {
  static constexpr std::array<std::string_view, kWaitClasses> kNames = {
      "three_sided", "two_sided",     "single_19",   "single_28", "single_37", "single_456",
      "single_suji", "honour_single", "honour_pair", "pair",      "other"};
  return kNames[static_cast<std::size_t>(wait)];
}

WaitClass wait_class(KindSet waits, KindSet river) noexcept {
  const int n = std::popcount(waits);
  if (n == 0) return WaitClass::other;
  const Kind low = static_cast<Kind>(std::countr_zero(waits));
  if (n == 1) {
    if (is_honour(low)) return WaitClass::honour_single;
    const int rank = rank_of(low);
    const bool below = rank < 3 || contains(river, static_cast<Kind>(low - 3));
    const bool above = rank > 5 || contains(river, static_cast<Kind>(low + 3));
    if (below && above) return WaitClass::single_suji;
    static constexpr std::array<WaitClass, 5> kByRank = {
        WaitClass::single_19, WaitClass::single_28, WaitClass::single_37, WaitClass::single_456,
        WaitClass::single_456};
    return kByRank[static_cast<std::size_t>(rank > 4 ? 8 - rank : rank)];
  }
  // Kinds of one suit, each three above the one before.
  const auto run = [&](int count) {
    if (is_honour(low) || rank_of(low) + 3 * (count - 1) > 8) return false;
    KindSet set = 0;
    for (int i = 0; i < count; ++i) set |= kind_bit(static_cast<Kind>(low + 3 * i));
    return set == waits;
  };
  if (n == 3 && run(3)) return WaitClass::three_sided;
  if (n != 2) return WaitClass::other;
  if (run(2)) return WaitClass::two_sided;
  const Kind high = static_cast<Kind>(63 - std::countl_zero(waits));
  return is_honour(high) ? WaitClass::honour_pair : WaitClass::pair;
}

void Census::add(const Census& other) noexcept {
  matches += other.matches;
  rounds += other.rounds;
  const auto join = [](auto& to, const auto& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i].add(from[i]);
  };
  join(rates, other.rates);
  join(more, other.more);
  for (std::size_t i = 0; i < turns.size(); ++i) join(turns[i], other.turns[i]);
  for (std::size_t i = 0; i < first_riichi.size(); ++i) {
    join(first_riichi[i], other.first_riichi[i]);
  }
  for (std::size_t t = 0; t < 2; ++t) {
    for (std::size_t i = 0; i < danger[t].size(); ++i) join(danger[t][i], other.danger[t][i]);
  }
}

CensusCount::CensusCount() : danger_(2 * strategy::kTileClasses * kCensusTurns) {}

void CensusCount::begin(const play::State& dealt) noexcept {
  declared_.fill({});
  first_riichi_ = kNoSeat;
  auto& tenpai = turns_[static_cast<std::size_t>(CensusTurns::tenpai)][0];
  auto& shanten = turns_[static_cast<std::size_t>(CensusTurns::shanten)][0];
  for (Seat s = 0; s < dealt.players(); ++s) {
    Hand hand = dealt.seats[s].hand;
    if (s == dealt.turn && !dealt.drawn.none()) hand.remove(dealt.drawn);
    const int distance = agari::shanten(hand);
    tenpai.y += distance <= 0;
    shanten.y += distance;
    ++tenpai.x;
    ++shanten.x;
  }
}

void CensusCount::discard(const play::State& state, Seat seat) noexcept {
  // Held tiles against each riichi that stands.
  const play::SeatState& me = state.seats[seat];
  if (me.riichi != play::Riichi::kNo) return;
  for (Seat other = 0; other < state.players(); ++other) {
    if (other == seat || state.seats[other].riichi != play::Riichi::kYes) continue;
    const KindSet wins = winning(state.seats[other]);
    const play::View view(state, seat);
    const strategy::Sight sight(view);
    const std::size_t turn = strategy::danger_turn(state.seats[other].river.size()) + 1;
    for_each_kind(me.hand.present, [&](Kind kind) {
      const auto found = strategy::classify(sight, other, kind);
      if (!found) return;
      Pair& pair =
          danger_[(found->thin * strategy::kTileClasses + static_cast<std::size_t>(found->tile)) *
                      kCensusTurns +
                  turn];
      pair.y += contains(wins, kind);
      ++pair.x;
    });
  }
}

void CensusCount::before(const play::State& state, Seat seat, play::Action action) noexcept {
  if (!discards(action)) return;
  discard(state, seat);
  if (action.type() != ActionType::riichi) return;
  const std::size_t turn = state.seats[seat].river.size();
  Declared& mine = declared_[seat];
  mine.yes = true;
  mine.turn = std::min(turn, kCensusTurns - 1);
  mine.counted = !anybody_in_riichi(state) && state.kans == 0;
  more(CensusRate::riichi_first).y += !anybody_in_riichi(state);
  more(CensusRate::riichi_turn).y += static_cast<std::int64_t>(turn);
  for (const CensusRate r : {CensusRate::riichi_success, CensusRate::riichi_first,
                             CensusRate::riichi_turn, CensusRate::riichi_two_sided}) {
    ++more(r).x;
  }
}

void CensusCount::after(const play::State& state, Seat seat, play::Action action) noexcept {
  if (discards(action)) {
    const play::SeatState& me = state.seats[seat];
    const std::size_t turn = std::min(me.river.size(), kCensusTurns - 1);
    auto& tenpai = turns_[static_cast<std::size_t>(CensusTurns::tenpai)][turn];
    auto& shanten = turns_[static_cast<std::size_t>(CensusTurns::shanten)][turn];
    const int distance = me.waits != 0 ? 0 : agari::shanten(me.hand);
    tenpai.y += distance <= 0;
    shanten.y += distance;
    ++tenpai.x;
    ++shanten.x;
  }
  if (action.type() == ActionType::riichi) {
    const play::SeatState& me = state.seats[seat];
    Declared& mine = declared_[seat];
    mine.wait = wait_class(me.waits, me.discarded);
    mine.counted =
        mine.counted && (me.waits & me.discarded) == 0 && (me.waits & dora_kinds(state)) == 0;
    more(CensusRate::riichi_two_sided).y +=
        mine.wait == WaitClass::two_sided || std::popcount(me.waits) >= 3;
  }
  if (first_riichi_ != kNoSeat) return;
  for (Seat s = 0; s < state.players(); ++s) {
    if (state.seats[s].riichi != play::Riichi::kYes) continue;
    first_riichi_ = s;
    then_ = state.standing.scores;
    break;
  }
}

void CensusCount::end(const play::State& over) noexcept {
  ++rounds_;
  rates_.round(over);
  const play::Result& result = over.result;
  const bool won = result.outcome == Outcome::kTsumo || result.outcome == Outcome::kRon;
  for (Seat s = 0; s < over.players(); ++s) {
    const bool winner = won && (result.winners >> s & 1) != 0;
    const Declared& mine = declared_[s];
    if (mine.yes) {
      more(CensusRate::riichi_success).y += winner;
      if (mine.counted) {
        Pair& pair = first_[static_cast<std::size_t>(mine.wait)][mine.turn];
        pair.y += winner;
        ++pair.x;
      }
    }
    if (winner) {
      const bool closed = is_closed(over.seats[s].melds);
      const score::Score& score = result.scores[s];
      for (const CensusRate r :
           {CensusRate::wins_by_riichi, CensusRate::wins_open, CensusRate::wins_damaten}) {
        ++more(r).x;
      }
      more(CensusRate::wins_by_riichi).y += mine.yes;
      more(CensusRate::wins_open).y += !closed;
      more(CensusRate::wins_damaten).y += closed && !mine.yes;
      if (mine.yes) {
        ++more(CensusRate::ura).x;
        ++more(CensusRate::ippatsu).x;
        more(CensusRate::ura).y += score.ura;
        more(CensusRate::ippatsu).y += score.has(score::Yaku::ippatsu);
      }
    }
    if (first_riichi_ == kNoSeat || s == first_riichi_) continue;
    more(CensusRate::facing_riichi).y += (over.standing.scores[s] - then_[s]) / kHundred;
    more(CensusRate::facing_win).y += winner;
    more(CensusRate::facing_deal_in).y += result.outcome == Outcome::kRon && result.payer == s;
    for (const CensusRate r :
         {CensusRate::facing_riichi, CensusRate::facing_win, CensusRate::facing_deal_in}) {
      ++more(r).x;
    }
  }
}

void CensusCount::finish(int players, Census& census) noexcept {
  ++census.matches;
  census.rounds += rounds_;
  rates_.finish(players, census.rates);
  const auto join = [](auto& to, auto& from) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i].add(from[i].y, from[i].x);
      from[i] = {};
    }
  };
  join(census.more, more_);
  for (std::size_t i = 0; i < turns_.size(); ++i) join(census.turns[i], turns_[i]);
  for (std::size_t i = 0; i < first_.size(); ++i) join(census.first_riichi[i], first_[i]);
  std::size_t at = 0;
  for (auto& by_class : census.danger) {
    for (ByTurn& by_turn : by_class) {
      for (Ratio& ratio : by_turn) {
        if (danger_[at].x != 0) ratio.add(danger_[at].y, danger_[at].x);
        danger_[at++] = {};
      }
    }
  }
  rounds_ = 0;
}

Counted census_of(const Simulation& simulation, std::uint64_t first, std::uint64_t most,
                  int threads, double seconds, RoundMask mask) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  const rules::Rules& rules = simulation.rules;
  const int workers = std::max(threads, 1);
  std::vector<Counted> parts(static_cast<std::size_t>(workers));
  std::atomic<std::uint64_t> taken{0};
  crew(workers, [&](int worker, const std::atomic<bool>& failed) {
    Counted& part = parts[static_cast<std::size_t>(worker)];
    CensusCount count;
    play::NoEvents nobody;
    play::State state;
    play::Actions legal;
    while (!failed && (part.done == 0 || Clock::now() < until)) {
      const std::uint64_t number = taken.fetch_add(1);
      if (number >= most) break;
      Course course(rules, simulation.key, first + number);
      while (!course.over) {
        course.deal(state, rules, nobody);
        const bool counts = in_mask(mask, course.before);
        if (counts) count.begin(state);
        while (!state.over()) {
          const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
          play::legal(state, seat, legal);
          const auto action =
              strategy::decide(simulation.strategies[seat], play::View(state, seat), legal);
          if (counts) count.before(state, seat, action);
          play::step(state, seat, action, nobody);
          if (counts) count.after(state, seat, action);
        }
        if (counts) count.end(state);
        course.close(state);
      }
      count.finish(rules.players, part.census);
      ++part.done;
    }
  });
  for (std::size_t i = 1; i < parts.size(); ++i) {
    parts[0].done += parts[i].done;
    parts[0].census.add(parts[i].census);
  }
  return parts[0];
}

std::size_t census_of(const rules::Rules& rules, const std::vector<CensusRound>& rounds,
                      RoundMask mask, Census& census) {
  CensusCount count;
  play::NoEvents nobody;
  play::State state;
  std::size_t failed = 0;
  for (const CensusRound& round : rounds) {
    if (!in_mask(mask, round.standing)) continue;
    play::start(state, rules, round.wall, wall::Address(), round.standing, nobody);
    // Nothing of a round that breaks off counts, so it is tried before it is counted.
    const play::State dealt = state;
    bool follows = true;
    for (const auto& [seat, action] : round.script) {
      follows = follows && !state.over() && play::is_legal(state, seat, action);
      if (!follows) break;
      play::step(state, seat, action, nobody);
    }
    if (!follows || !state.over()) {
      ++failed;
      continue;
    }
    state = dealt;
    count.begin(state);
    for (const auto& [seat, action] : round.script) {
      count.before(state, seat, action);
      play::step(state, seat, action, nobody);
      count.after(state, seat, action);
    }
    count.end(state);
  }
  count.finish(rules.players, census);
  return failed;
}

}  // namespace oshihiki::study
