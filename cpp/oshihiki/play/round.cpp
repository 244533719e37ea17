#include "oshihiki/play/round.hpp"

#include <bit>
#include <cassert>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/play/answers.hpp"
#include "oshihiki/play/ending.hpp"
#include "oshihiki/play/legal.hpp"

// The flow of a round: deal, draw, the turn's choice, the others' answers, and the end. What may
// be chosen is in legal.cpp, what a win is worth in win.cpp and the stages before.
namespace oshihiki::play {
namespace {

using settle::Outcome;

template <class Sink>
class Flow {
 public:
  Flow(State& state, Sink& sink) noexcept
      : s_(state), rules_(*state.rules), sink_(sink), end_(state, sink) {}

  void deal() {
    emit({.type = EventType::start, .seat = s_.standing.dealer});
    const int players = s_.players();
    const auto take = [&](Seat seat, int n) {
      for (int i = 0; i < n; ++i) {
        const Tile tile = s_.wall.tiles[--s_.live_next];
        s_.seats[seat].hand.add(tile);
        emit({.type = EventType::deal, .seat = seat, .tile = tile});
      }
    };
    for (const int n : {4, 4, 4, 1}) {
      Seat seat = s_.standing.dealer;
      for (int i = 0; i < players; ++i, seat = next_seat(seat, players)) take(seat, n);
    }
    for (int i = 0; i < players; ++i) {
      SeatState& me = s_.seats[static_cast<std::size_t>(i)];
      find_waits(me);
    }
    turn_indicator();
    draw(s_.standing.dealer);
  }

  void answer(Seat seat, Action action) {
    ++s_.seats[seat].decisions;
    switch (s_.phase) {
      case Phase::kTurn:
      case Phase::kCalled:
        choose(action);
        break;
      case Phase::kDiscard:
      case Phase::kKan:
      case Phase::kKita:
      case Phase::kShow:
        s_.answers[seat] = action;
        s_.waiting = static_cast<std::uint8_t>(s_.waiting & ~seat_bit(seat));
        if (s_.waiting == 0) answered();
        break;
      case Phase::kOver:
        assert(false);
        break;
    }
  }

 private:
  void emit(const Event& event) { tell(sink_, event); }

  SeatState& me() noexcept { return s_.seats[s_.turn]; }

  /// The waits of a seat that has given a tile for the one it drew or called. Its hand came
  /// nearer by one at most, which often tells that it is not tenpai.
  static void find_waits(SeatState& seat) noexcept {
    seat.waits = 0;
    if (--seat.at_least.shanten > 0) return;
    const Hand& hand = seat.hand;
    seat.at_least.shanten = static_cast<std::int8_t>(agari::shanten(hand));
    if (seat.at_least.shanten == 0) {
      seat.waits = agari::accepted(hand.counts, hand.keys, hand.size).kinds;
    }
  }

  void show(Tile tile) noexcept { ++s_.visible[tile.kind()]; }

  void ask(Seat seat, Phase phase) noexcept {
    s_.turn = seat;
    s_.phase = phase;
    s_.waiting = seat_bit(seat);
  }

  // ---- indicators -------------------------------------------------------------------------

  void turn_indicator() {
    const Tile tile = s_.wall.tiles[static_cast<std::size_t>(s_.wall.dora_at(s_.indicators))];
    ++s_.indicators;
    show(tile);
    emit({.type = EventType::dora, .tile = tile});
  }

  void turn_pending(std::uint8_t& pending) {
    for (; pending > 0; --pending) turn_indicator();
  }

  // ---- draws ------------------------------------------------------------------------------

  void end_temporary_furiten_on(SeatState& seat) noexcept {
    if (rules_.furiten_end == rules::FuritenEnd::own_draw_or_call) seat.furiten_pass = false;
  }

  void draw(Seat seat) {
    s_.turn = seat;
    const Tile tile = s_.wall.tiles[--s_.live_next];
    s_.replacement = false;
    s_.after_kan = false;
    emit({.type = EventType::draw, .seat = seat, .tile = tile});
    receive(tile);
  }

  void draw_replacement() {
    // Indicators of earlier kans that still wait turn before a further replacement draw.
    turn_pending(s_.pending_dora);
    turn_pending(s_.pending_late);
    const Tile tile =
        s_.wall.tiles[static_cast<std::size_t>(wall::Wall::replacement_at(s_.replaced))];
    ++s_.replaced;
    s_.replacement = true;
    emit({.type = EventType::replacement, .seat = s_.turn, .tile = tile});
    receive(tile);
  }

  void receive(Tile tile) {
    me().hand.add(tile);
    s_.drawn = tile;
    end_temporary_furiten_on(me());
    ask(s_.turn, Phase::kTurn);
  }

  void next_draw() {
    if (s_.live_left() == 0) {
      end_.exhaustive();
    } else {
      draw(next_seat(s_.turn, s_.players()));
    }
  }

  // ---- the turn's choice ------------------------------------------------------------------

  void choose(Action action) {
    switch (action.type()) {
      case ActionType::discard:
        discard(action, false);
        break;
      case ActionType::riichi:
        discard(action, true);
        break;
      case ActionType::tsumo:
        end_.win_by_tsumo();
        break;
      case ActionType::ankan:
        declare_ankan(action.tile().kind());
        break;
      case ActionType::kakan:
        declare_kakan(action.tile());
        break;
      case ActionType::kita:
        set_north_aside(action.tile());
        break;
      case ActionType::nine_terminals:
        end_.abort(Outcome::kNineTerminals);
        break;
      default:
        assert(false);
    }
  }

  void discard(Action action, bool declares) {
    SeatState& seat = me();
    const Tile tile = action.tile();
    const Kind kind = tile.kind();
    if (declares) {
      emit({.type = EventType::riichi, .seat = s_.turn});
      seat.riichi = Riichi::kDeclared;
      seat.double_riichi = s_.first_go && seat.river.empty();
      seat.riichi_at = static_cast<std::uint8_t>(seat.river.size());
    }
    seat.hand.remove(tile);
    seat.river.push_back({static_cast<std::uint16_t>(
        (action.code & 0x7F) | (action.tsumogiri() ? 0x80 : 0) | (declares ? 0x100 : 0))});
    seat.discarded |= kind_bit(kind);
    if (!is_terminal_or_honour(kind)) seat.nagashi = false;
    if (seat.riichi != Riichi::kYes) {
      seat.passed = 0;
      seat.furiten_pass = false;
    }
    seat.ippatsu = false;
    // Giving back the kind just drawn leaves the tiles that waited before.
    if (s_.drawn.kind() != kind) find_waits(seat);
    show(tile);
    emit({.type = EventType::discard, .seat = s_.turn, .tile = tile, .action = action});
    s_.after_kan = s_.replacement;
    s_.replacement = false;
    s_.forbidden = 0;
    s_.drawn = kNoTile;
    turn_pending(s_.pending_dora);
    offer(tile, Phase::kDiscard);
  }

  void complete_meld(const Meld& meld) { me().melds.push_back(meld); }

  void declare_ankan(Kind kind) {
    Hand& hand = me().hand;
    Meld meld{.type = MeldType::kAnkan, .kind = kind, .reds = hand.reds[kind]};
    while (hand.counts[kind] > 0) hand.remove(Tile(kind, hand.reds[kind] > 0));
    s_.visible[kind] = kCopies;
    complete_meld(meld);
    emit({.type = EventType::ankan,
          .seat = s_.turn,
          .tile = Tile(kind, meld.reds > 0),
          .action = Action(ActionType::ankan, Tile(kind))});
    s_.kan_type = ActionType::ankan;
    s_.drawn = kNoTile;
    if (rules_.kokushi_ankan) {
      offer(Tile(kind, meld.reds > 0), Phase::kKan);
    } else {
      complete_kan();
    }
  }

  void declare_kakan(Tile tile) {
    SeatState& seat = me();
    seat.hand.remove(tile);
    for (auto& m : seat.melds) {
      if (m.type == MeldType::kPon && m.kind == tile.kind()) {
        m.type = MeldType::kKakan;
        m.reds = static_cast<std::uint8_t>(m.reds + tile.red());
      }
    }
    show(tile);
    emit({.type = EventType::kakan,
          .seat = s_.turn,
          .tile = tile,
          .action = Action(ActionType::kakan, tile)});
    s_.kan_type = ActionType::kakan;
    s_.drawn = kNoTile;
    offer(tile, Phase::kKan);
  }

  void set_north_aside(Tile tile) {
    SeatState& seat = me();
    seat.hand.remove(tile);
    ++seat.kita;
    s_.kan_type = ActionType::kita;  // the replacement tile is no kan's
    show(tile);
    emit({.type = EventType::kita,
          .seat = s_.turn,
          .tile = tile,
          .action = Action(ActionType::kita, tile)});
    s_.drawn = kNoTile;
    offer(tile, Phase::kKita);
  }

  /// The kan stands: its indicator, its replacement tile.
  void complete_kan() {
    SeatState& seat = me();
    ++s_.kans;
    ++seat.kans;
    break_first_go();
    find_waits(seat);
    const rules::KanDora when = s_.kan_type == ActionType::ankan   ? rules_.reveal_ankan
                                : s_.kan_type == ActionType::kakan ? rules_.reveal_kakan
                                                                   : rules_.reveal_daiminkan;
    if (!rules_.kan_dora) {
      draw_replacement();
      return;
    }
    switch (when) {
      case rules::KanDora::immediate:
        turn_pending(s_.pending_dora);
        turn_pending(s_.pending_late);
        turn_indicator();
        draw_replacement();
        break;
      case rules::KanDora::before_discard:
        draw_replacement();
        turn_indicator();
        break;
      case rules::KanDora::at_discard:
        draw_replacement();
        ++s_.pending_dora;
        break;
      case rules::KanDora::after_discard:
        draw_replacement();
        ++s_.pending_late;
        break;
    }
  }

  /// A call, kan or kita: first-turn yaku and every ippatsu are gone.
  void break_first_go() noexcept {
    s_.first_go = false;
    for (auto& seat : s_.seats) seat.ippatsu = false;
  }

  // ---- answers ----------------------------------------------------------------------------

  void offer(Tile tile, Phase phase) {
    s_.offered = tile;
    s_.phase = phase;
    ask_others(s_);
    if (s_.waiting == 0) answered();
  }

  void answered() {
    if (s_.phase == Phase::kShow) {
      end_.finish_exhaustive();
      return;
    }
    const bool quiet = s_.answers == kAllPass;
    unsigned rons = 0;
    for (int i = 0; i < s_.players() && !quiet; ++i) {
      if (s_.answers[static_cast<std::size_t>(i)].type() == ActionType::ron) rons |= 1u << i;
    }
    if (rons != 0) {
      end_.win_by_ron(rons);
      return;
    }
    pass_tile(s_);
    switch (s_.phase) {
      case Phase::kDiscard:
        discard_passed(quiet);
        break;
      case Phase::kKan:
        complete_kan();
        break;
      case Phase::kKita:
        break_first_go();
        find_waits(me());
        draw_replacement();
        break;
      default:
        assert(false);
    }
  }

  void discard_passed(bool quiet) {
    SeatState& seat = me();
    const bool declared = seat.riichi == Riichi::kDeclared;
    if (declared) end_.pay_deposit();
    turn_pending(s_.pending_late);
    if (rules_.four_winds && four_winds()) return end_.abort(Outcome::kFourWinds);
    if (declared && rules_.four_riichi && all_in_riichi()) return end_.abort(Outcome::kFourRiichi);
    if (s_.kans >= 4 && four_kans_abort(s_)) return end_.abort(Outcome::kFourKans);
    const Seat caller = quiet ? kNoSeat : first_caller(s_);
    if (caller == kNoSeat) {
      next_draw();
    } else {
      call(caller, s_.answers[caller]);
    }
  }

  bool four_winds() const noexcept {
    if (!s_.first_go) return false;
    const Kind kind = s_.offered.kind();
    if (!is_wind(kind)) return false;
    for (int i = 0; i < s_.players(); ++i) {
      const River& river = s_.seats[static_cast<std::size_t>(i)].river;
      if (river.size() != 1 || river[0].tile().kind() != kind) return false;
    }
    return true;
  }

  bool all_in_riichi() const noexcept {
    for (int i = 0; i < s_.players(); ++i) {
      if (s_.seats[static_cast<std::size_t>(i)].riichi != Riichi::kYes) return false;
    }
    return true;
  }

  // ---- calls ------------------------------------------------------------------------------

  static constexpr EventType event_of(MeldType type) noexcept {
    return type == MeldType::kChi   ? EventType::chi
           : type == MeldType::kPon ? EventType::pon
                                    : EventType::daiminkan;
  }

  void call(Seat caller, Action action) {
    const Tile tile = s_.offered;
    const Seat from = s_.turn;
    me().river.back().code |= 0x200;
    me().nagashi = false;
    break_first_go();
    SeatState& seat = s_.seats[caller];
    const Meld meld = meld_of(seat.hand, action, from, [&](Tile own) {
      seat.hand.remove(own);
      show(own);
    });
    seat.melds.push_back(meld);
    end_temporary_furiten_on(seat);
    note_pao(seat, meld, rules_);
    emit({.type = event_of(meld.type),
          .seat = caller,
          .other = from,
          .tile = tile,
          .action = action});
    s_.drawn = kNoTile;
    s_.replacement = false;
    s_.after_kan = false;
    if (meld.type == MeldType::kDaiminkan) {
      s_.turn = caller;
      s_.kan_type = ActionType::daiminkan;
      complete_kan();
    } else {
      s_.forbidden = forbidden_after(rules_, action);
      ask(caller, Phase::kCalled);
    }
  }

  State& s_;
  const rules::Rules& rules_;
  Sink& sink_;
  Ending<Sink> end_;
};

}  // namespace

template <class Sink>
void start(State& state, const rules::Rules& rules, const wall::Wall& wall,
           const wall::Address& address, const settle::Standing& standing, Sink& sink) {
  state = State{};
  state.rules = &rules;
  state.address = address;
  state.wall = wall;
  state.standing = standing;
  state.live_next = wall.size;
  Flow<Sink>(state, sink).deal();
}

template <class Sink>
void step(State& state, Seat seat, Action action, Sink& sink) noexcept {
  assert(is_legal(state, seat, action));
  Flow<Sink>(state, sink).answer(seat, action);
}

void ask_again(State& state) noexcept {
  assert(state.phase == Phase::kDiscard || state.phase == Phase::kKan ||
         state.phase == Phase::kKita);
  ask_others(state);
}

template <class Sink>
void chombo(State& state, Seat offender, Sink& sink) noexcept {
  assert(!state.over() && state.rules->chombo != rules::Chombo::impossible);
  Ending<Sink>(state, sink).chombo(offender);
}

template void start<NoEvents>(State&, const rules::Rules&, const wall::Wall&, const wall::Address&,
                              const settle::Standing&, NoEvents&);
template void start<EventList>(State&, const rules::Rules&, const wall::Wall&, const wall::Address&,
                               const settle::Standing&, EventList&);
template void step<NoEvents>(State&, Seat, Action, NoEvents&) noexcept;
template void step<EventList>(State&, Seat, Action, EventList&) noexcept;
template void chombo<NoEvents>(State&, Seat, NoEvents&) noexcept;
template void chombo<EventList>(State&, Seat, EventList&) noexcept;

settle::Next next_round(const State& state) noexcept {
  assert(state.over());
  const Result& r = state.result;
  return settle::next_round(state.standing,
                            {.outcome = r.outcome, .winners = r.winners, .tenpai = r.tenpai},
                            *state.rules);
}

}  // namespace oshihiki::play
