#include "oshihiki/play/round.hpp"

#include <bit>
#include <cassert>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/win.hpp"

// The flow of a round: deal, draw, the turn's choice, the others' answers, and the end. What may
// be chosen is in legal.cpp, what a win is worth in win.cpp and the stages before.
namespace oshihiki::play {
namespace {

using settle::Outcome;

constexpr std::array<Action, kMaxSeats> kAllPass = {Action::pass(), Action::pass(), Action::pass(),
                                                    Action::pass()};

constexpr std::uint8_t seat_bit(Seat s) noexcept { return static_cast<std::uint8_t>(1u << s); }

template <class Sink>
class Flow {
 public:
  Flow(State& state, Sink& sink) noexcept : s_(state), rules_(*state.rules), sink_(sink) {}

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

  void chombo(Seat offender) {
    for (int i = 0; i < s_.players(); ++i) {
      const Seat seat = static_cast<Seat>(i);
      if (s_.seats[seat].riichi != Riichi::kYes) continue;
      s_.standing.scores[seat] += 1000;
      --s_.standing.deposits;
      emit({.type = EventType::score, .seat = seat, .value = 1000});
    }
    s_.result.outcome = Outcome::kChombo;
    s_.result.payer = offender;
    emit({.type = EventType::abort,
          .seat = offender,
          .value = static_cast<std::int32_t>(Outcome::kChombo)});
    finish(rules_.chombo == rules::Chombo::mangan
               ? settle::pay_chombo(offender, s_.standing, rules_)
               : settle::Points{});
  }

 private:
  void emit([[maybe_unused]] const Event& event) {
    if constexpr (Sink::kListens) sink_(event);
  }

  SeatState& me() noexcept { return s_.seats[s_.turn]; }

  template <class F>
  void for_others(F&& f) {
    const int players = s_.players();
    for (Seat seat = next_seat(s_.turn, players); seat != s_.turn;
         seat = next_seat(seat, players)) {
      f(seat);
    }
  }

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
      exhaustive();
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
        win_by_tsumo();
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
        abort(Outcome::kNineTerminals);
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
    ask_others();
    if (s_.waiting == 0) answered();
  }

 public:
  /// Who may answer the offered tile; nobody has.
  void ask_others() noexcept {
    s_.waiting = 0;
    s_.could_ron = 0;
    s_.shape = 0;
    s_.answers = kAllPass;
    const Tile tile = s_.offered;
    const Phase phase = s_.phase;
    const Kind kind = tile.kind();
    const int players = s_.players();
    const bool ankan = phase == Phase::kKan && s_.kan_type == ActionType::ankan;
    for (int i = 0; i < players; ++i) {
      const Seat seat = static_cast<Seat>(i);
      if (seat == s_.turn) continue;
      const SeatState& other = s_.seats[seat];
      if (contains(other.waits, kind) && (!ankan || waits_for_kokushi(other)) &&
          (phase != Phase::kKita || rules_.kita_ron)) {
        s_.shape |= seat_bit(seat);
        if (!furiten(other) && score::may_win(win_on(s_, seat, tile), rules_)) {
          s_.could_ron |= seat_bit(seat);
        }
      }
      if ((s_.could_ron & seat_bit(seat)) != 0 ||
          (phase == Phase::kDiscard && can_call(s_, seat))) {
        s_.waiting |= seat_bit(seat);
      }
    }
  }

 private:
  static bool waits_for_kokushi(const SeatState& other) noexcept {
    return other.hand.size == 13 && (other.hand.present & ~kTerminalsAndHonours) == 0 &&
           std::popcount(other.hand.present) >= 12;
  }

  void answered() {
    if (s_.phase == Phase::kShow) {
      finish_exhaustive();
      return;
    }
    const bool quiet = s_.answers == kAllPass;
    unsigned rons = 0;
    for (int i = 0; i < s_.players() && !quiet; ++i) {
      if (s_.answers[static_cast<std::size_t>(i)].type() == ActionType::ron) rons |= 1u << i;
    }
    if (rons != 0) {
      win_by_ron(rons);
      return;
    }
    pass();
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

  /// Nobody won on the offered tile: furiten of those it would have completed.
  void pass() noexcept {
    const Kind kind = s_.offered.kind();
    const bool ankan = s_.phase == Phase::kKan && s_.kan_type == ActionType::ankan;
    for (int i = 0; i < s_.players(); ++i) {
      const Seat seat = static_cast<Seat>(i);
      if (seat == s_.turn) continue;
      SeatState& other = s_.seats[seat];
      if (!ankan) other.passed |= kind_bit(kind);
      if ((s_.shape & seat_bit(seat)) == 0) continue;
      if ((s_.could_ron & seat_bit(seat)) == 0 && !rules_.yakuless_pass_furiten) continue;
      if (other.riichi == Riichi::kYes) {
        other.furiten_riichi = true;
      } else {
        other.furiten_pass = true;
      }
    }
  }

  void discard_passed(bool quiet) {
    SeatState& seat = me();
    const bool declared = seat.riichi == Riichi::kDeclared;
    if (declared) pay_deposit();
    turn_pending(s_.pending_late);
    if (rules_.four_winds && four_winds()) return abort(Outcome::kFourWinds);
    if (declared && rules_.four_riichi && all_in_riichi()) return abort(Outcome::kFourRiichi);
    if (s_.kans >= 4 && four_kans_abort(s_)) return abort(Outcome::kFourKans);
    const Seat caller = quiet ? kNoSeat : first_caller();
    if (caller == kNoSeat) {
      next_draw();
    } else {
      call(caller, s_.answers[caller]);
    }
  }

  void pay_deposit() {
    SeatState& seat = me();
    seat.riichi = Riichi::kYes;
    seat.ippatsu = true;
    s_.standing.scores[s_.turn] -= 1000;
    ++s_.standing.deposits;
    emit({.type = EventType::deposit, .seat = s_.turn, .value = -1000});
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

  /// Who takes the discard: pon and kan before chi, or whoever speaks first. The model of who
  /// speaks first is a random order of the seats, drawn for each discard from its own lane.
  Seat first_caller() const noexcept {
    Seat found = kNoSeat;
    const int players = s_.players();
    if (rules_.call_precedence == rules::Precedence::first_caller) {
      wall::Address address = s_.address;
      address.use = wall::Use::kSpeaker;
      address.seat = s_.turn;
      address.decision = static_cast<std::uint32_t>(s_.seats[s_.turn].river.size());
      wall::Stream stream(address);
      std::array<Seat, kMaxSeats> order{0, 1, 2, 3};
      wall::shuffle(order.data(), static_cast<std::uint32_t>(players), stream);
      for (int i = 0; i < players; ++i) {
        const Seat seat = order[static_cast<std::size_t>(i)];
        if (seat != s_.turn && s_.answers[seat].type() != ActionType::pass) return seat;
      }
      return kNoSeat;
    }
    for (int i = 0; i < players; ++i) {
      const Seat seat = static_cast<Seat>(i);
      if (seat == s_.turn) continue;
      const ActionType type = s_.answers[seat].type();
      if (type == ActionType::pass) continue;
      if (type != ActionType::chi) return seat;
      found = seat;
    }
    return found;
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
    note_pao(seat, meld);
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

  /// The meld just taken may make its discarder answer for a yakuman.
  void note_pao(SeatState& seat, const Meld& meld) noexcept {
    int dragons = 0;
    int winds = 0;
    int kans = 0;
    for (const auto& m : seat.melds) {
      if (m.type == MeldType::kChi) continue;
      dragons += is_dragon(m.kind);
      winds += is_wind(m.kind);
      kans += is_kan(m.type);
    }
    const auto answers = [&](int units) {
      settle::Pao& slot =
          seat.pao.seat == kNoSeat || seat.pao.seat == meld.from ? seat.pao : seat.pao_second;
      slot.seat = meld.from;
      slot.units = static_cast<std::uint8_t>(slot.units + units);
    };
    if (rules_.pao_daisangen && is_dragon(meld.kind) && dragons == 3) answers(1);
    if (rules_.pao_daisuushii && is_wind(meld.kind) && winds == 4) {
      answers(rules_.double_daisuushii ? 2 : 1);
    }
    if (rules_.pao_suukantsu && is_kan(meld.type) && kans == 4) answers(1);
  }

  // ---- ends -------------------------------------------------------------------------------

  score::Score score_of(Seat seat, Tile tile) noexcept {
    score::Win win = win_on(s_, seat, tile);
    count_dora(s_, seat, tile, win);
    return score::score(win, rules_);
  }

  /// The win as it is settled; those who fed a yakuman answer for it only if it is one.
  settle::Claim claim_of(Seat seat, Tile tile) noexcept {
    settle::Claim claim;
    claim.winner = seat;
    claim.score = score_of(seat, tile);
    if (claim.score.yakuman > 0) {
      claim.pao = s_.seats[seat].pao;
      claim.pao_second = s_.seats[seat].pao_second;
    }
    return claim;
  }

  void win_by_tsumo() {
    const Seat seat = s_.turn;
    settle::Claim claim = claim_of(seat, s_.drawn);
    if (rules_.daiminkan_pao && s_.replacement && s_.kan_type == ActionType::daiminkan &&
        claim.pao.seat == kNoSeat) {
      claim.pao = {.seat = me().melds.back().from, .units = 0};
    }
    emit({.type = EventType::tsumo, .seat = seat, .tile = s_.drawn});
    s_.result.outcome = Outcome::kTsumo;
    note_winner(claim, true);
    show_ura();
    settle_win(settle::pay_tsumo(claim, s_.standing, rules_));
  }

  void win_by_ron(unsigned rons) {
    const int count = std::popcount(rons);
    if (count >= 3 && rules_.triple_ron) return abort(Outcome::kTripleRon);
    const int most = rules_.multiple_ron == rules::MultipleRon::one   ? 1
                     : rules_.multiple_ron == rules::MultipleRon::two ? 2
                                                                      : 3;
    if (me().riichi == Riichi::kDeclared && !rules_.ronned_deposit_returned) pay_deposit();
    std::array<settle::Claim, 3> claims{};
    int n = 0;
    s_.result.outcome = Outcome::kRon;
    s_.result.payer = s_.turn;
    for_others([&](Seat seat) {
      if ((rons >> seat & 1) == 0 || n >= most) return;
      settle::Claim& claim = claims[static_cast<std::size_t>(n++)];
      claim = claim_of(seat, s_.offered);
      emit({.type = EventType::ron, .seat = seat, .other = s_.turn, .tile = s_.offered});
      note_winner(claim, false);
    });
    show_ura();
    unsigned sticks = 0;
    for (int i = 0; i < s_.players(); ++i) {
      if (s_.seats[static_cast<std::size_t>(i)].riichi == Riichi::kYes) sticks |= 1u << i;
    }
    settle_win(settle::pay_ron(claims.data(), n, s_.turn, s_.standing, sticks, rules_));
  }

  void note_winner(const settle::Claim& claim, bool tsumo) noexcept {
    Result& r = s_.result;
    r.winners |= seat_bit(claim.winner);
    r.scores[claim.winner] = claim.score;
    const bool dealer = claim.winner == s_.standing.dealer;
    std::int32_t points = 0;
    if (tsumo) {
      for (int i = 0; i < s_.players(); ++i) {
        if (i == claim.winner) continue;
        points += score::tsumo_points(claim.score.base, dealer, i == s_.standing.dealer, rules_);
      }
    } else {
      points = score::ron_points(claim.score.base, dealer);
    }
    r.hand_points[claim.winner] = points;
  }

  /// Tells the ura indicators that count for a winner in riichi.
  void show_ura() {
    if constexpr (Sink::kListens) {
      unsigned riichi = 0;
      for (int i = 0; i < s_.players(); ++i) {
        const Seat seat = static_cast<Seat>(i);
        if (s_.seats[seat].riichi != Riichi::kNo) riichi |= seat_bit(seat);
      }
      if (!rules_.ura || (riichi & s_.result.winners) == 0) return;
      const int looked_at = rules_.kan_ura ? s_.indicators : 1;
      for (int i = 0; i < looked_at; ++i) {
        const auto at = static_cast<std::size_t>(s_.wall.ura_at(i));
        emit({.type = EventType::ura, .tile = s_.wall.tiles[at]});
      }
    }
  }

  void settle_win(const settle::Points& delta) {
    s_.standing.deposits = 0;
    finish(delta);
  }

  void abort(Outcome outcome) {
    s_.result.outcome = outcome;
    emit({.type = EventType::abort, .value = static_cast<std::int32_t>(outcome)});
    finish({});
  }

  void exhaustive() {
    s_.result.tenpai = 0;
    s_.waiting = 0;
    unsigned nagashi = 0;
    for (int i = 0; i < s_.players(); ++i) {
      const Seat seat = static_cast<Seat>(i);
      SeatState& each = s_.seats[seat];
      if (each.nagashi && !each.river.empty() && rules_.nagashi != rules::Nagashi::none) {
        nagashi |= seat_bit(seat);
      }
      if (!is_tenpai(s_, seat)) continue;
      s_.result.tenpai |= seat_bit(seat);
      if (rules_.hide_tenpai && each.riichi == Riichi::kNo) s_.waiting |= seat_bit(seat);
    }
    if (nagashi != 0) {
      finish_nagashi(nagashi);
    } else if (s_.waiting != 0) {
      s_.phase = Phase::kShow;
    } else {
      finish_exhaustive();
    }
  }

  void finish_exhaustive() {
    for (int i = 0; i < s_.players(); ++i) {
      const Seat seat = static_cast<Seat>(i);
      if (s_.phase == Phase::kShow && s_.answers[seat].type() == ActionType::noten) {
        s_.result.tenpai = static_cast<std::uint8_t>(s_.result.tenpai & ~seat_bit(seat));
      }
      if ((s_.result.tenpai & seat_bit(seat)) != 0) {
        emit({.type = EventType::tenpai, .seat = seat});
      }
    }
    s_.result.outcome = Outcome::kExhaustive;
    finish(settle::pay_noten(s_.result.tenpai, rules_));
  }

  void finish_nagashi(unsigned seats) {
    s_.waiting = 0;
    for (int i = 0; i < s_.players(); ++i) {
      const Seat seat = static_cast<Seat>(i);
      if ((seats >> seat & 1) != 0) emit({.type = EventType::nagashi, .seat = seat});
    }
    s_.result.outcome = Outcome::kNagashi;
    const settle::Points delta = settle::pay_nagashi(seats, s_.standing, rules_);
    if (rules_.nagashi == rules::Nagashi::win) {
      s_.result.winners = static_cast<std::uint8_t>(seats);
      s_.standing.deposits = 0;
    }
    finish(delta);
  }

  void finish(const settle::Points& delta) {
    s_.result.delta = delta;
    for (int i = 0; i < s_.players(); ++i) {
      const std::size_t seat = static_cast<std::size_t>(i);
      s_.standing.scores[seat] += delta[seat];
      if (delta[seat] != 0) {
        emit({.type = EventType::score, .seat = static_cast<Seat>(i), .value = delta[seat]});
      }
    }
    s_.phase = Phase::kOver;
    s_.waiting = 0;
    emit({.type = EventType::end, .value = static_cast<std::int32_t>(s_.result.outcome)});
  }

  State& s_;
  const rules::Rules& rules_;
  Sink& sink_;
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
  NoEvents nobody;
  Flow<NoEvents>(state, nobody).ask_others();
}

template <class Sink>
void chombo(State& state, Seat offender, Sink& sink) noexcept {
  assert(!state.over() && state.rules->chombo != rules::Chombo::impossible);
  Flow<Sink>(state, sink).chombo(offender);
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
