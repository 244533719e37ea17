#include "oshihiki/play/legal.hpp"

#include <array>
#include <bit>

#include "oshihiki/agari/decompose.hpp"
#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/play/win.hpp"

namespace oshihiki::play {
namespace {

constexpr unsigned kNotChi = 3;

int riichi_seats(const State& state) noexcept {
  int n = 0;
  for (int s = 0; s < state.players(); ++s) {
    n += state.seats[static_cast<std::size_t>(s)].riichi == Riichi::kYes;
  }
  return n;
}

bool room_for_kan(const State& state) noexcept {
  return state.live_left() > 0 && state.kans < 4 && state.replaced < state.wall.replacement;
}

Action* add_discards_of(ActionType type, const Hand& hand, Kind kind, Tile drawn,
                        Action* out) noexcept {
  for (const bool red : {false, true}) {
    const Tile tile(kind, red);
    const int held = red ? hand.reds[kind] : hand.counts[kind] - hand.reds[kind];
    const bool as_drawn = drawn == tile;
    if (held > (as_drawn ? 1 : 0)) *out++ = Action(type, tile, false);
    if (as_drawn) *out++ = Action(type, tile, true);
  }
  return out;
}

/// Adds an action for each tile of the kinds that differs: plain, red, each from the hand and as
/// tsumogiri. `drawn` is the tile that may be discarded as drawn.
void add_discards(ActionType type, const Hand& hand, KindSet kinds, Tile drawn,
                  Actions& out) noexcept {
  // All kinds but a few have one plain tile to choose.
  const KindSet several = hand.any_red | kind_bit(drawn.kind());
  Action* end = out.end();
  for_each_kind(kinds, [&](Kind kind) {
    if (!contains(several, kind)) [[likely]] {
      *end++ = Action(type, Tile(kind));
    } else {
      end = add_discards_of(type, hand, kind, drawn, end);
    }
  });
  out.grow_to(end);
}

void add_riichi(const State& state, const SeatState& me, Actions& out) noexcept {
  const rules::Rules& rules = *state.rules;
  // A draw brings a hand nearer by one at most.
  if (me.riichi != Riichi::kNo || me.at_least.shanten > 1 || !is_closed(me.melds)) return;
  if (state.live_left() < rules.riichi_min_wall) return;
  if (!rules.riichi_below_1000 && state.standing.scores[state.turn] < 1000) return;
  const Hand& hand = me.hand;
  if (agari::shanten(hand) > 0) return;
  const KindSet keeping = agari::discards_keeping(hand.counts, hand.keys, hand.size, 0);
  KindSet allowed = keeping;
  if (!rules.furiten_riichi) {
    for_each_kind(keeping, [&](Kind kind) {
      Hand after = hand;
      after.remove(Tile(kind, hand.counts[kind] == hand.reds[kind]));
      if ((agari::waits(after) & (me.discarded | kind_bit(kind))) != 0) allowed &= ~kind_bit(kind);
    });
  }
  add_discards(ActionType::riichi, hand, allowed, state.drawn, out);
}

bool riichi_ankan_keeps(const State& state, const SeatState& me, Kind kind) noexcept {
  if (kind != state.drawn.kind() || state.rules->riichi_ankan == rules::RiichiAnkan::never) {
    return false;
  }
  Hand before = me.hand;
  before.remove(state.drawn);
  if (state.rules->riichi_ankan == rules::RiichiAnkan::structure &&
      !agari::always_triplet(before.counts, before.keys, before.size, kind)) {
    return false;
  }
  Hand after = me.hand;
  while (after.counts[kind] > 0) after.remove(Tile(kind, after.reds[kind] > 0));
  return agari::waits(after) == me.waits;
}

void add_own_kans(const State& state, const SeatState& me, Actions& out) noexcept {
  if (!room_for_kan(state)) return;
  for_each_kind(kinds_above(me.hand.counts, 3), [&](Kind kind) {
    if (me.riichi == Riichi::kNo || riichi_ankan_keeps(state, me, kind)) {
      out.push_back(Action(ActionType::ankan, Tile(kind)));
    }
  });
  if (me.riichi != Riichi::kNo || me.melds.empty()) return;
  // By kind, as every list: melds lie in the order they were called.
  KindSet pons = 0;
  for (const auto& m : me.melds) {
    if (m.type == MeldType::kPon) pons |= kind_bit(m.kind);
  }
  for_each_kind(pons & me.hand.present, [&](Kind kind) {
    out.push_back(Action(ActionType::kakan, Tile(kind, me.hand.reds[kind] > 0)));
  });
}

bool may_set_north_aside(const State& state, const SeatState& me) noexcept {
  if (!state.rules->kita || !contains(me.hand.present, kNorth)) return false;
  if (state.live_left() == 0 || state.replaced >= state.wall.replacement) return false;
  return me.riichi == Riichi::kNo || state.drawn.kind() == kNorth;
}

void legal_turn(const State& state, Actions& out) noexcept {
  const SeatState& me = state.seats[state.turn];
  const Hand& hand = me.hand;
  if (me.riichi == Riichi::kYes) {
    out.push_back(Action(ActionType::discard, state.drawn, true));
  } else {
    add_discards(ActionType::discard, hand, hand.present & ~state.forbidden, state.drawn, out);
  }
  if (state.phase == Phase::kCalled) return;
  add_riichi(state, me, out);
  if (contains(me.waits, state.drawn.kind()) &&
      score::may_win(win_on(state, state.turn, state.drawn), *state.rules)) {
    out.push_back(Action(ActionType::tsumo, state.drawn));
  }
  add_own_kans(state, me, out);
  if (may_set_north_aside(state, me)) {
    out.push_back(Action(ActionType::kita, Tile(kNorth, hand.reds[kNorth] > 0)));
  }
  if (state.rules->nine_terminals && state.first_go && me.river.empty() &&
      std::popcount(hand.present & kTerminalsAndHonours) >= 9) {
    out.push_back(Action(ActionType::nine_terminals, kNoTile));
  }
}

/// Whether a discard is left after giving up those tiles, kuikae observed.
bool leaves_discard(const Hand& hand, Kind a, Kind b, KindSet forbidden) noexcept {
  KindSet left = hand.present & ~forbidden;
  const auto spent = [&](Kind k) { return (k == a) + (k == b); };
  if (contains(left, a) && hand.counts[a] <= spent(a)) left &= ~kind_bit(a);
  if (contains(left, b) && hand.counts[b] <= spent(b)) left &= ~kind_bit(b);
  return left != 0;
}

bool chi_possible(const State& state, Seat seat) noexcept {
  return state.rules->chi && seat == next_seat(state.turn, state.players());
}

/// Calls f(position of the called kind, lower own kind, higher own kind).
template <class F>
void for_each_chi(const State& state, Seat seat, F&& f) noexcept {
  const Hand& hand = state.seats[seat].hand;
  const Kind called = state.offered.kind();
  for (unsigned position = 0; position < 3; ++position) {
    const KindSet run = kRuns[called][position];
    if ((hand.present & run) != run) continue;
    const Kind lower = static_cast<Kind>(std::countr_zero(run));
    const Kind higher = static_cast<Kind>(63 - std::countl_zero(run));
    if (!leaves_discard(hand, lower, higher, forbidden_after(*state.rules, called, position))) {
      continue;
    }
    f(position, lower, higher);
  }
}

bool pon_possible(const State& state, Seat seat) noexcept {
  const Hand& hand = state.seats[seat].hand;
  const Kind kind = state.offered.kind();
  return hand.counts[kind] >= 2 &&
         leaves_discard(hand, kind, kind, forbidden_after(*state.rules, kind, kNotChi));
}

bool daiminkan_possible(const State& state, Seat seat) noexcept {
  return state.seats[seat].hand.counts[state.offered.kind()] >= 3 && room_for_kan(state);
}

bool calls_open(const State& state, Seat seat) noexcept {
  return state.live_left() > 0 && state.seats[seat].riichi == Riichi::kNo &&
         !four_kans_abort(state) && riichi_seats(state) < 4;
}

void legal_answer(const State& state, Seat seat, Actions& out) noexcept {
  out.push_back(Action::pass());
  if ((state.could_ron & seat_bit(seat)) != 0) {
    out.push_back(Action(ActionType::ron, state.offered));
  }
  if (state.phase != Phase::kDiscard || !calls_open(state, seat)) return;
  const Hand& hand = state.seats[seat].hand;
  const Tile tile = state.offered;
  if (chi_possible(state, seat) && has_run(hand.present, tile.kind())) {
    for_each_chi(state, seat, [&](unsigned position, Kind lower, Kind higher) {
      // Plain tiles first, then each way to use red ones.
      for (unsigned reds = 0; reds < 4; ++reds) {
        if (hand.has(Tile(lower, (reds & 1) != 0)) && hand.has(Tile(higher, (reds & 2) != 0))) {
          out.push_back(Action(ActionType::chi, tile, false, position, reds));
        }
      }
    });
  }
  if (pon_possible(state, seat)) {
    const int red = hand.reds[tile.kind()];
    const int plain = hand.counts[tile.kind()] - red;
    for (int used = 0; used <= 2; ++used) {
      if (used <= red && 2 - used <= plain) {
        out.push_back(Action(ActionType::pon, tile, false, 0, static_cast<unsigned>(used)));
      }
    }
  }
  if (daiminkan_possible(state, seat)) {
    out.push_back(Action(ActionType::daiminkan, tile));
  }
}

/// Whether groups and a pair can be made of the counts; slow, for one rule at the round's end.
bool splits(std::array<int, kKinds>& n, std::size_t from, bool pair) noexcept {
  while (from < kKinds && n[from] == 0) ++from;
  if (from == kKinds) return pair;
  const auto attempt = [&](std::size_t a, std::size_t b, bool with_pair, int same) {
    n[from] -= same;
    if (same == 1) {
      --n[a];
      --n[b];
    }
    const bool done = splits(n, from, pair || with_pair);
    n[from] += same;
    if (same == 1) {
      ++n[a];
      ++n[b];
    }
    return done;
  };
  if (n[from] >= 3 && attempt(0, 0, false, 3)) return true;
  if (!pair && n[from] >= 2 && attempt(0, 0, true, 2)) return true;
  const Kind kind = static_cast<Kind>(from);
  return !is_honour(kind) && rank_of(kind) <= 6 && n[from + 1] > 0 && n[from + 2] > 0 &&
         attempt(from + 1, from + 2, false, 1);
}

/// Whether the hand would be complete with a fifth copy of a kind it holds four of.
bool waits_for_fifth(const Hand& hand) noexcept {
  std::array<int, kKinds> n{};
  for (std::size_t k = 0; k < kKinds; ++k) n[k] = hand.counts.n[k];
  for (std::size_t k = 0; k < kKinds; ++k) {
    if (n[k] != kCopies) continue;
    ++n[k];
    const bool complete = splits(n, 0, false);
    --n[k];
    if (complete) return true;
  }
  return false;
}

}  // namespace

KindSet forbidden_after(const rules::Rules& rules, Action call) noexcept {
  return forbidden_after(rules, call.tile().kind(),
                         call.type() == ActionType::chi ? call.position() : kNotChi);
}

KindSet forbidden_after(const rules::Rules& rules, Kind called, unsigned position) noexcept {
  KindSet set = rules.kuikae_same ? 0 : kind_bit(called);
  if (rules.kuikae_suji || position == kNotChi || position == 1) return set;
  const int rank = rank_of(called);
  if (position == 0 && rank + 3 <= 8) set |= kind_bit(static_cast<Kind>(called + 3));
  if (position == 2 && rank - 3 >= 0) set |= kind_bit(static_cast<Kind>(called - 3));
  return set;
}

bool four_kans_abort(const State& state) noexcept {
  if (!state.rules->four_kans || state.kans < 4) return false;
  for (int s = 0; s < state.players(); ++s) {
    if (state.seats[static_cast<std::size_t>(s)].kans == 4) return false;
  }
  return true;
}

bool call_allowed(const State& state, Seat seat, bool pair, bool run) noexcept {
  if (!calls_open(state, seat)) return false;
  // Kuikae forbids two kinds, of which not more than seven tiles can be left.
  if (state.seats[seat].hand.size - 2 > 7) return true;
  if (pair && (pon_possible(state, seat) || daiminkan_possible(state, seat))) return true;
  bool chi = false;
  if (run) for_each_chi(state, seat, [&](unsigned, Kind, Kind) { chi = true; });
  return chi;
}

bool is_tenpai(const State& state, Seat seat) noexcept {
  const SeatState& me = state.seats[seat];
  switch (state.rules->dead_wait) {
    case rules::DeadWait::own_hand:
      return me.waits != 0;
    case rules::DeadWait::own_hand_and_melds: {
      KindSet alive = me.waits;
      // A kind of which melds and hand together hold all four.
      for_each_kind(alive, [&](Kind k) {
        const int held = me.hand.counts[k] + copies_in(me.melds, k);
        if (held >= kCopies) alive &= ~kind_bit(k);
      });
      return alive != 0;
    }
    case rules::DeadWait::counts:
      return me.waits != 0 || waits_for_fifth(me.hand);
  }
  return false;
}

void legal(const State& state, Seat seat, Actions& out) noexcept {
  out.clear();
  if ((state.waiting & seat_bit(seat)) == 0) return;
  switch (state.phase) {
    case Phase::kTurn:
    case Phase::kCalled:
      legal_turn(state, out);
      break;
    case Phase::kDiscard:
    case Phase::kKan:
    case Phase::kKita:
      legal_answer(state, seat, out);
      break;
    case Phase::kShow:
      out.push_back(Action(ActionType::tenpai, kNoTile));
      out.push_back(Action(ActionType::noten, kNoTile));
      break;
    case Phase::kOver:
      break;
  }
}

bool is_legal(const State& state, Seat seat, Action action) noexcept {
  Actions all;
  legal(state, seat, all);
  for (const Action a : all) {
    if (a == action) return true;
  }
  return false;
}

}  // namespace oshihiki::play
