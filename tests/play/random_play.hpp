#pragma once

// Random rounds under random rules, with everything that must hold checked after each step.

#include <algorithm>
#include <array>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/play/text.hpp"
#include "oshihiki/play/view_record.hpp"
#include "oshihiki/rules/rules.hpp"
#include "rebuild.hpp"

namespace oshihiki::play::testing {

/// What went wrong first, with the address that replays it.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(bool ok, const State& s, const char* what) {
  if (ok) return;
  std::ostringstream text;
  text << what << " (key " << s.address.key << ", match " << s.address.match << ", round "
       << s.address.round << "; " << moment(s, s.turn) << ", phase " << static_cast<int>(s.phase)
       << ")";
  throw Broken(text.str());
}

/// Each rule at a random one of its values; contradictions are drawn again.
template <class Rng>
rules::Rules random_rules(Rng& rng) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  for (;;) {
    rules::Rules r;
    const auto coin = [&] { return below(2) == 1; };
    r.players = coin() ? 4 : 3;
    r.chi = r.players == 4 ? below(8) != 0 : false;
    r.kita = r.players == 3 && coin();
    r.replacement_tiles = r.kita ? 8 : 4;
    r.kita_ron = coin();
    r.noten_pool = r.players == 4 ? 3000 : 2000;
    r.honba_ron = r.players == 4 ? 300 : 200;
    if (r.players == 3) r.uma = {15000, 0, -15000, 0};
    for (const Kind five : {Kind{4}, Kind{13}, Kind{22}}) {
      if (five == 4 && r.players == 3) continue;
      r.reds[five] = static_cast<std::uint8_t>(below(3));
    }
    if (below(4) == 0) r.reds[11] = 1;
    r.bust = static_cast<rules::Bust>(below(3));
    r.riichi_below_1000 = coin();
    r.renchan = static_cast<rules::Renchan>(below(3));
    r.length = static_cast<rules::Length>(below(2));
    r.abort_renchan = coin();
    r.honba_on_draw = coin();
    r.agari_yame = coin();
    r.tenpai_yame = coin();
    r.extension = coin();
    r.sudden_death = static_cast<rules::SuddenDeath>(below(2));
    r.leftover = static_cast<rules::Leftover>(below(3));
    r.ties = static_cast<rules::Ties>(below(2));
    r.kan_dora = below(4) != 0;
    r.reveal_ankan = static_cast<rules::KanDora>(below(4));
    r.reveal_daiminkan = static_cast<rules::KanDora>(below(4));
    r.reveal_kakan = static_cast<rules::KanDora>(below(4));
    r.kuitan = coin();
    r.kuikae_same = coin();
    r.kuikae_suji = coin();
    r.call_precedence = static_cast<rules::Precedence>(below(2));
    r.multiple_ron = static_cast<rules::MultipleRon>(below(3));
    r.multiple_ron_honba = static_cast<rules::HonbaTo>(below(2));
    r.multiple_ron_deposits = static_cast<rules::DepositsTo>(below(2));
    r.riichi_min_wall = static_cast<std::int32_t>(below(5));
    r.ronned_deposit_returned = coin();
    r.furiten_riichi = coin();
    r.riichi_ankan = static_cast<rules::RiichiAnkan>(below(3));
    r.furiten_end = static_cast<rules::FuritenEnd>(below(2));
    r.yakuless_pass_furiten = coin();
    r.dead_wait = static_cast<rules::DeadWait>(below(3));
    r.hide_tenpai = coin();
    r.two_han_honba = coin() ? 0 : 1;
    r.nine_terminals = coin();
    r.four_winds = coin();
    r.four_riichi = coin();
    r.four_kans = coin();
    r.triple_ron = coin();
    r.nagashi = static_cast<rules::Nagashi>(below(3));
    r.kiriage = coin();
    r.double_wind_fu = coin() ? 2 : 4;
    r.renhou = static_cast<rules::Renhou>(below(4));
    r.kokushi_ankan = coin();
    r.haitei_rinshan = coin();
    r.pao_suukantsu = coin();
    r.pao_scope = static_cast<rules::PaoScope>(below(2));
    r.pao_honba = static_cast<rules::PaoHonba>(below(3));
    r.daiminkan_pao = coin();
    r.tsumo_loss = static_cast<rules::TsumoLoss>(below(3));
    try {
      check_playable(r);
      return r;
    } catch (const RulesError&) {
      continue;
    }
  }
}

inline void check_tiles(const State& s) {
  std::array<int, 128> seen{};
  Counts visible;
  const auto public_tile = [&](Tile t) {
    ++seen[t.code];
    ++visible[t.kind()];
  };
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& seat = s.seats[static_cast<std::size_t>(i)];
    Hand again;
    for (Kind k = 0; k < kKinds; ++k) {
      for (int c = 0; c < seat.hand.counts[k]; ++c) again.add(Tile(k, c < seat.hand.reds[k]));
      seen[Tile(k).code] += seat.hand.counts[k] - seat.hand.reds[k];
      seen[Tile(k, true).code] += seat.hand.reds[k];
    }
    require(again == seat.hand, s, "a hand's keys do not match its counts");
    for (const auto d : seat.river) {
      if (!d.called()) public_tile(d.tile());
    }
    for (const auto& m : seat.melds) {
      for (int c = 0; c < m.tiles(); ++c) {
        const bool chi = m.type == MeldType::kChi;
        const bool red = chi ? (m.red_positions >> c & 1) != 0 : c < m.reds;
        public_tile(Tile(static_cast<Kind>(chi ? m.kind + c : m.kind), red));
      }
    }
    require(s.rules->reds[kNorth] == 0, s, "this check does not know red norths");
    for (int c = 0; c < seat.kita; ++c) public_tile(Tile(kNorth));
    const bool turns = s.turn == i;
    const bool extra =
        turns && (s.phase == Phase::kTurn || s.phase == Phase::kCalled ||
                  (s.over() && (s.result.outcome == settle::Outcome::kTsumo ||
                                s.result.outcome == settle::Outcome::kNineTerminals)));
    // A hand whose kita or ankan is being answered, or was ronned, has no replacement tile yet.
    const int expected = 13 - 3 * static_cast<int>(seat.melds.size()) + (extra ? 1 : 0);
    require(seat.hand.size == expected, s, "a hand has a wrong number of tiles");
    if (!turns) {
      require(seat.at_least.shanten <= agari::shanten(seat.hand), s,
              "a hand is nearer than it is said to be at least");
    }
    if (!turns) require(seat.waits == agari::waits(seat.hand), s, "waits do not match the hand");
  }
  const auto taken = [&](int at) {
    for (int r = 0; r < s.replaced; ++r) {
      if (wall::Wall::replacement_at(r) == at) return true;
    }
    return false;
  };
  for (int i = 0; i < s.live_next; ++i) {
    if (!taken(i)) ++seen[s.wall.tiles[static_cast<std::size_t>(i)].code];
  }
  std::array<int, 128> full{};
  for (int i = 0; i < s.wall.size; ++i) ++full[s.wall.tiles[static_cast<std::size_t>(i)].code];
  // Indicators lie in the wall and are visible as well.
  for (int i = 0; i < s.indicators; ++i) {
    ++visible[s.wall.tiles[static_cast<std::size_t>(s.wall.dora_at(i))].kind()];
  }
  require(seen == full, s, "tiles are not conserved");
  require(visible == s.visible, s, "the visible tiles do not match the table");
}

inline void check_points(const State& s, std::int64_t total) {
  std::int64_t sum = 1000ll * s.standing.deposits;
  for (int i = 0; i < s.players(); ++i) sum += s.standing.scores[static_cast<std::size_t>(i)];
  require(sum == total, s, "points are not conserved");
}

/// The same table with the tiles the seat cannot see in another order.
template <class Rng>
State with_hidden_shuffled(const State& s, Seat viewer, Rng& rng) {
  State t = s;
  std::vector<Tile> hidden;
  const auto each_hidden = [&](auto&& slot) {
    for (int i = 0; i < t.players(); ++i) {
      if (i == viewer) continue;
      Hand& hand = t.seats[static_cast<std::size_t>(i)].hand;
      std::vector<Tile> tiles;
      for (Kind k = 0; k < kKinds; ++k) {
        for (int c = 0; c < hand.counts[k]; ++c) tiles.emplace_back(k, c < hand.reds[k]);
      }
      for (auto& tile : tiles) slot(tile);
      hand = Hand{};
      for (const auto tile : tiles) hand.add(tile);
    }
    for (int i = 0; i < t.live_next; ++i) {
      bool skip = false;
      for (int d = 0; d < t.indicators; ++d) skip = skip || t.wall.dora_at(d) == i;
      for (int r = 0; r < t.replaced; ++r) skip = skip || wall::Wall::replacement_at(r) == i;
      if (!skip) slot(t.wall.tiles[static_cast<std::size_t>(i)]);
    }
  };
  each_hidden([&](Tile& tile) { hidden.push_back(tile); });
  std::shuffle(hidden.begin(), hidden.end(), rng);
  std::size_t next = 0;
  each_hidden([&](Tile& tile) { tile = hidden[next++]; });
  // What only the others know or decide.
  for (int i = 0; i < t.players(); ++i) {
    if (i == viewer) continue;
    SeatState& seat = t.seats[static_cast<std::size_t>(i)];
    if (seat.hand.size % 3 == 1) seat.waits = agari::waits(seat.hand);
    seat.furiten_pass = !seat.furiten_pass;
    seat.furiten_riichi = !seat.furiten_riichi;
  }
  if (t.turn != viewer && !t.drawn.none()) t.drawn = hidden.front();
  return t;
}

template <class Rng>
void check_view(const State& s, Seat viewer, Rng& rng) {
  ViewRecord a;
  ViewRecord b;
  pack(View(s, viewer), a);
  const State other = with_hidden_shuffled(s, viewer, rng);
  pack(View(other, viewer), b);
  require(a == b, s, "a view changes with tiles its seat cannot see");
  Actions here;
  Actions there;
  legal(s, viewer, here);
  legal(other, viewer, there);
  require(std::equal(here.begin(), here.end(), there.begin(), there.end()), s,
          "legal actions change with tiles the seat cannot see");
}

/// Those asked at once may answer in any order, and one's answer changes no other's choice.
template <class Rng>
void check_order(const State& s, Rng& rng) {
  std::vector<Seat> asked;
  std::array<Actions, kMaxSeats> choices;
  std::array<Action, kMaxSeats> answer;
  for (int i = 0; i < s.players(); ++i) {
    if ((s.waiting >> i & 1) == 0) continue;
    const Seat seat = static_cast<Seat>(i);
    legal(s, seat, choices[seat]);
    answer[seat] = choices[seat][rng() % choices[seat].size()];
    asked.push_back(seat);
  }
  if (asked.size() < 2) return;
  const auto answered = [&](const std::vector<Seat>& order) {
    State t = s;
    NoEvents none;
    for (const Seat seat : order) {
      Actions now;
      legal(t, seat, now);
      require(std::equal(now.begin(), now.end(), choices[seat].begin(), choices[seat].end()), s,
              "one seat's answer changes another's choice");
      step(t, seat, answer[seat], none);
    }
    return t;
  };
  const State forwards = answered(asked);
  std::shuffle(asked.begin(), asked.end(), rng);
  require(same(forwards, answered(asked)), s, "the order of answers changes what follows");
  std::reverse(asked.begin(), asked.end());
  require(same(forwards, answered(asked)), s, "the order of answers changes what follows");
}

/// The events of the round are enough to make it again.
inline void check_events(const State& s, const std::vector<Event>& events,
                         const settle::Standing& before) {
  EventList again;
  State t = rebuilt(events, *s.rules, s.address, before, again);
  require(again.events == events, s, "a rebuilt round has other events");
  // Left out: tiles nobody saw, and answers that came to nothing.
  t.wall = s.wall;
  t.answers = s.answers;
  require(same(t, s), s, "a rebuilt round ends elsewhere");
}

template <class Rng>
void check_actions(const State& s, Rng& rng) {
  for (int i = 0; i < s.players(); ++i) {
    const Seat seat = static_cast<Seat>(i);
    Actions actions;
    legal(s, seat, actions);
    const bool asked = (s.waiting >> i & 1) != 0;
    require(asked != actions.empty(), s, "asked without actions, or actions without being asked");
    for (std::size_t a = 0; a < actions.size(); ++a) {
      require(is_legal(s, seat, actions[a]), s, "a listed action is not legal");
      for (std::size_t b = 0; b < a; ++b) {
        require(!(actions[a] == actions[b]), s, "an action is listed twice");
        require(actions[b].type() <= actions[a].type(), s, "actions are not in order of type");
      }
    }
    const Action any = Action::from_code(static_cast<std::uint16_t>(rng()));
    const bool listed = std::find(actions.begin(), actions.end(), any) != actions.end();
    require(listed == is_legal(s, seat, any), s, "is_legal disagrees with the list");
  }
}

struct Tally {
  std::int64_t rounds = 0;
  std::int64_t decisions = 0;
  std::array<std::int64_t, 11> outcomes{};
  std::array<std::int64_t, static_cast<std::size_t>(ActionType::kCount)> actions{};
};

enum class Manner : std::uint8_t { kAny, kEager, kAiming };

/// A choice of one seat: any; with a liking for what is rare by chance alone (wins, kans, riichi);
/// or aiming at a win, so that rounds are as those of players.
template <class Rng>
Action choose(const State& s, Seat seat, const Actions& actions, Manner manner, Rng& rng) {
  Action chosen = actions[rng() % actions.size()];
  if (manner == Manner::kAny) return chosen;
  const bool aims = manner == Manner::kAiming;
  if (aims) {
    int nearest = 99;
    for (const Action a : actions) {
      if (a.type() == ActionType::pass && rng() % 4 != 0) chosen = a;
      if (a.type() != ActionType::discard) continue;
      Hand after = s.seats[seat].hand;
      after.remove(a.tile());
      const int distance = agari::shanten(after);
      if (distance < nearest || (distance == nearest && rng() % 3 == 0)) chosen = a;
      nearest = std::min(nearest, distance);
    }
  }
  for (const Action a : actions) {
    const auto type = a.type();
    const bool win = type == ActionType::ron || type == ActionType::tsumo;
    const bool rare = type == ActionType::riichi || type == ActionType::ankan ||
                      type == ActionType::kakan || type == ActionType::daiminkan ||
                      type == ActionType::kita;
    if ((win || rare) && rng() % 4 != 0) chosen = a;
  }
  return chosen;
}

/// Plays whole matches until that many rounds are done, each round in one of the manners.
inline void play_matches(const rules::Rules& r, std::uint64_t key, int rounds, bool check_all,
                         Tally& tally) {
  std::mt19937_64 rng(key);
  const std::int64_t total = std::int64_t{r.start} * r.players;
  for (std::uint64_t match = 0; rounds > 0; ++match) {
    settle::Standing standing = settle::start_of_match(r);
    for (std::uint32_t n = 0; rounds > 0; ++n) {
      const wall::Address address{.key = key, .match = match, .round = n};
      State s;
      NoEvents none;
      EventList told;
      start(s, r, wall::uniform(r, address), address, standing, told);
      const auto manner = static_cast<Manner>(rng() % 3);
      while (!s.over()) {
        if (check_all) {
          check_tiles(s);
          check_state(s);
          check_points(s, total);
          check_actions(s, rng);
          check_order(s, rng);
          check_view(s, static_cast<Seat>(rng() % static_cast<unsigned>(r.players)), rng);
        }
        std::vector<Seat> asked;
        for (int i = 0; i < r.players; ++i) {
          if ((s.waiting >> i & 1) != 0) asked.push_back(static_cast<Seat>(i));
        }
        const Seat seat = asked[rng() % asked.size()];
        Actions actions;
        legal(s, seat, actions);
        const Action chosen = choose(s, seat, actions, manner, rng);
        ++tally.decisions;
        ++tally.actions[static_cast<std::size_t>(chosen.type())];
        if (check_all) {
          State copy = s;
          require(same(copy, s) && hash(copy) == hash(s), s, "a copy is not equal");
          step(copy, seat, chosen, none);
          step(s, seat, chosen, told);
          require(same(copy, s), s, "a copy goes another way");
        } else {
          step(s, seat, chosen, told);
        }
      }
      if (check_all) {
        check_tiles(s);
        check_state(s);
      }
      check_events(s, told.events, standing);
      check_points(s, total);
      ++tally.rounds;
      --rounds;
      ++tally.outcomes[static_cast<std::size_t>(s.result.outcome)];
      const auto next = next_round(s);
      if (next.over) break;
      standing = next.standing;
    }
  }
}

}  // namespace oshihiki::play::testing
