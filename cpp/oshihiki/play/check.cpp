#include <array>
#include <string>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/play/win.hpp"

namespace oshihiki::play {
namespace {

[[noreturn]] void impossible(const std::string& what) { throw Error("state: " + what); }

std::string of_seat(int seat) { return "seat " + std::to_string(seat) + " "; }

/// What is checked, by name, of a seat or of the table; text only where something is wrong.
struct What {
  const char* name;
  int seat = -1;
  std::string text() const { return (seat < 0 ? "" : of_seat(seat)) + name; }
};

/// `value` lies from `lowest` to `highest`.
void check_range(What what, int value, int lowest, int highest) {
  if (value < lowest || value > highest) {
    impossible(what.text() + " is " + std::to_string(value) + ", not from " +
               std::to_string(lowest) + " to " + std::to_string(highest));
  }
}

void check_tile(What what, Tile tile) {
  if (tile.code > (Tile::kRedBit | Tile::kNone)) impossible(what.text() + " is no tile");
  if (tile.none() && tile.code != Tile::kNone) impossible(what.text() + " is no tile");
}

void check_real_tile(What what, Tile tile) {
  check_tile(what, tile);
  if (tile.none()) impossible(what.text() + " is missing");
}

// Everything that is used as an index, before anything is looked up by it.
void check_ranges(const State& s) {
  const int players = s.players();
  const unsigned seats = (1u << players) - 1;
  const wall::Wall full = wall::sorted(*s.rules);
  check_range({"wall.size"}, s.wall.size, full.size, full.size);
  check_range({"wall.replacement"}, s.wall.replacement, full.replacement, full.replacement);
  for (std::size_t i = 0; i < s.wall.size; ++i) {
    check_real_tile({"wall.tiles"}, s.wall.tiles[i]);
  }
  check_range({"standing.wind"}, s.standing.wind, 0, 3);
  check_range({"standing.dealer"}, s.standing.dealer, 0, players - 1);
  check_range({"turn"}, s.turn, 0, players - 1);
  check_range({"phase"}, static_cast<int>(s.phase), 0, static_cast<int>(Phase::kOver));
  check_range({"kan_type"}, static_cast<int>(s.kan_type), 0,
              static_cast<int>(ActionType::kCount) - 1);
  check_range({"replaced"}, s.replaced, 0, s.wall.replacement);
  check_range({"live_next"}, s.live_next, wall::Wall::kDead + s.replaced,
              s.wall.size - 13 * players - 1);
  check_range({"indicators"}, s.indicators, 1, 5);
  check_range({"kans"}, s.kans, 0, 4);
  check_range({"indicators, turned over and waiting,"},
              s.indicators + s.pending_dora + s.pending_late, 1, 1 + s.kans);
  check_tile({"drawn"}, s.drawn);
  check_tile({"offered"}, s.offered);
  if (((s.waiting | s.could_ron | s.shape) & ~seats) != 0) {
    impossible("waiting, could_ron or shape has a seat that does not play");
  }
  if (!s.over() && s.waiting == 0) impossible("nobody is asked, and the round is not over");
  if (s.over() && s.waiting != 0) impossible("the round is over, and somebody is asked");
  if ((s.forbidden & ~kAllKinds) != 0) impossible("forbidden has a kind that does not exist");
  check_range({"result.outcome"}, static_cast<int>(s.result.outcome), 0,
              static_cast<int>(settle::Outcome::kChombo));
  if (s.over() != (s.result.outcome != settle::Outcome::kNone)) {
    impossible("an outcome goes with the end of the round");
  }
}

void check_seat_ranges(const State& s, int i) {
  const SeatState& seat = s.seats[static_cast<std::size_t>(i)];
  const auto check_pao = [&](const settle::Pao& pao) {
    if (pao.seat != kNoSeat) check_range({"pao", i}, pao.seat, 0, s.players() - 1);
  };
  check_pao(seat.pao);
  check_pao(seat.pao_second);
  check_range({"riichi", i}, static_cast<int>(seat.riichi), 0, static_cast<int>(Riichi::kYes));
  for (const auto d : seat.river) {
    check_real_tile({"river", i}, d.tile());
    if (d.code > 0x3FF) impossible(of_seat(i) + "river has an entry that is no discard");
  }
  if (seat.riichi != Riichi::kNo) {
    check_range({"riichi_at", i}, seat.riichi_at, 0, static_cast<int>(seat.river.size()) - 1);
    if (!is_closed(seat.melds)) impossible(of_seat(i) + "is in riichi with an open hand");
  }
  int kans = 0;
  for (const auto& m : seat.melds) {
    check_range({"meld type", i}, static_cast<int>(m.type), 0, static_cast<int>(MeldType::kAnkan));
    check_range({"meld kind", i}, m.kind, 0, kKinds - 1);
    check_tile({"meld called", i}, m.called);
    if (m.type == MeldType::kChi) {
      if (is_honour(m.kind) || rank_of(m.kind) > 6)
        impossible(of_seat(i) + "has a chi that is no run");
      if (!s.rules->chi) impossible(of_seat(i) + "has a chi, which these rules do not have");
    }
    if (m.open()) {
      check_range({"meld from", i}, m.from, 0, s.players() - 1);
      if (m.from == i) impossible(of_seat(i) + "has called its own tile");
    }
    check_range({"meld reds", i}, m.reds, 0, m.tiles());
    kans += is_kan(m.type);
  }
  // A kan that may still be robbed lies there and does not count yet.
  const bool answered = s.turn == i && (s.phase == Phase::kKan || s.over());
  check_range({"kans", i}, seat.kans, answered && kans > 0 ? kans - 1 : kans, kans);
  check_range({"kita", i}, seat.kita, 0, s.rules->kita ? kCopies : 0);
}

// The tiles of the wall are each in one place.
void check_where_tiles_are(const State& s) {
  std::array<int, 128> seen{};
  Counts visible;
  const auto in_sight = [&](Tile tile) {
    ++seen[tile.code];
    ++visible[tile.kind()];
  };
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& seat = s.seats[static_cast<std::size_t>(i)];
    KindSet discarded = 0;
    for (Kind k = 0; k < kKinds; ++k) {
      seen[Tile(k).code] += seat.hand.counts[k] - seat.hand.reds[k];
      seen[Tile(k, true).code] += seat.hand.reds[k];
    }
    for (const auto d : seat.river) {
      discarded |= kind_bit(d.tile().kind());
      if (!d.called()) in_sight(d.tile());
    }
    if (discarded != seat.discarded) impossible(of_seat(i) + "discarded is not what its river has");
    for (const auto& m : seat.melds) {
      const bool chi = m.type == MeldType::kChi;
      for (int c = 0; c < m.tiles(); ++c) {
        const bool red = chi ? (m.red_positions >> c & 1) != 0 : c < m.reds;
        in_sight(Tile(static_cast<Kind>(chi ? m.kind + c : m.kind), red));
      }
    }
    for (int c = 0; c < seat.kita; ++c) in_sight(Tile(kNorth));
  }
  std::array<bool, kMaxTiles> gone{};
  for (int i = 0; i < s.replaced; ++i) {
    gone[static_cast<std::size_t>(wall::Wall::replacement_at(i))] = true;
  }
  for (std::size_t i = 0; i < s.live_next; ++i) {
    if (!gone[i]) ++seen[s.wall.tiles[i].code];
  }
  std::array<int, 128> full{};
  const wall::Wall sorted = wall::sorted(*s.rules);
  for (std::size_t i = 0; i < sorted.size; ++i) ++full[sorted.tiles[i].code];
  std::array<int, 128> dealt{};
  for (std::size_t i = 0; i < s.wall.size; ++i) ++dealt[s.wall.tiles[i].code];
  for (std::size_t c = 0; c < full.size(); ++c) {
    const Tile tile = Tile::from_code(static_cast<std::uint8_t>(c));
    const auto count = [&](const char* where, int n) {
      if (n == full[c]) return;
      impossible(std::string(where) + std::to_string(n) + " of " +
                 (tile.none() ? "no tile" : format_tile(tile)) + ", not " +
                 std::to_string(full[c]));
    };
    count("the wall has ", dealt[c]);
    count("hands, rivers, melds and what is left of the wall have ", seen[c]);
  }
  for (int i = 0; i < s.indicators; ++i) {
    ++visible[s.wall.tiles[static_cast<std::size_t>(s.wall.dora_at(i))].kind()];
  }
  if (!(visible == s.visible)) impossible("visible is not what lies on the table");
}

void check_hands(const State& s) {
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& seat = s.seats[static_cast<std::size_t>(i)];
    const int held = 13 - 3 * static_cast<int>(seat.melds.size());
    const bool turns = s.turn == i;
    const bool more = turns && in_turn(s.phase);
    // A round may have ended in the middle of a turn.
    const bool maybe = turns && s.over();
    if (seat.hand.size != held + (more ? 1 : 0) && !(maybe && seat.hand.size == held + 1)) {
      impossible(of_seat(i) + "holds " + std::to_string(seat.hand.size) + " tiles beside " +
                 std::to_string(seat.melds.size()) + " melds");
    }
    if (!turns && seat.waits != agari::waits(seat.hand)) {
      impossible(of_seat(i) + "waits are not those of its hand");
    }
  }
  const Hand& hand = s.seats[s.turn].hand;
  if (s.phase == Phase::kTurn && (s.drawn.none() || !hand.has(s.drawn))) {
    impossible("the drawn tile is not in the hand of seat " + std::to_string(s.turn));
  }
  if (s.phase == Phase::kCalled && (hand.present & ~s.forbidden) == 0) {
    impossible("seat " + std::to_string(s.turn) + " has called and may discard nothing");
  }
}

void check_answers(const State& s) {
  const bool answers =
      s.phase == Phase::kDiscard || s.phase == Phase::kKan || s.phase == Phase::kKita;
  if (in_turn(s.phase) && s.waiting != 1u << s.turn) {
    impossible("in a turn its seat alone is asked");
  }
  if (!answers) return;
  if (s.offered.none()) impossible("a tile is answered, and there is none");
  if ((s.waiting >> s.turn & 1) != 0) impossible("a seat answers its own tile");
  for (int i = 0; i < s.players(); ++i) {
    const Seat seat = static_cast<Seat>(i);
    const bool ron = (s.could_ron >> i & 1) != 0;
    if (ron && (i == s.turn || !contains(s.seats[seat].waits, s.offered.kind()) ||
                !score::may_win(win_on(s, seat, s.offered), *s.rules))) {
      impossible(of_seat(i) + "could ron a tile that it cannot win on");
    }
    // An answer already given must be one that could be.
    if (i == s.turn || (s.waiting >> i & 1) != 0 || s.answers[seat] == Action::pass()) continue;
    State before = s;
    before.waiting = static_cast<std::uint8_t>(before.waiting | 1u << i);
    if (!is_legal(before, seat, s.answers[seat])) {
      impossible(of_seat(i) + "has answered with what it may not do");
    }
  }
}

}  // namespace

void check_playable(const rules::Rules& rules) {
  rules::check_consistent(rules);
  score::check_scorable(rules);
  if (!rules.atozuke) {
    throw RulesError("atozuke = false cannot be played: a yaku may always be fixed after a call");
  }
  if (rules.kita && rules.reds[kNorth] > 0) {
    throw RulesError(
        "kita = true with red 4z in reds cannot be played: Norths set aside are alike");
  }
}

void check_state(const State& state) {
  check_ranges(state);
  for (int i = 0; i < state.players(); ++i) check_seat_ranges(state, i);
  for (std::size_t i = static_cast<std::size_t>(state.players()); i < kMaxSeats; ++i) {
    if (!(state.seats[i] == SeatState{})) {
      impossible("seat " + std::to_string(i) + " does not play and has a state");
    }
  }
  int kans = 0;
  for (const auto& seat : state.seats) kans += seat.kans;
  check_range({"kans"}, state.kans, kans, kans);
  check_where_tiles_are(state);
  check_hands(state);
  check_answers(state);
}

}  // namespace oshihiki::play
