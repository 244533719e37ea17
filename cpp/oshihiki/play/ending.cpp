#include "oshihiki/play/ending.hpp"

#include <bit>

#include "oshihiki/play/answers.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/win.hpp"

namespace oshihiki::play {

using settle::Outcome;

template <class Sink>
void Ending<Sink>::pay_deposit() {
  SeatState& seat = s_.seats[s_.turn];
  seat.riichi = Riichi::kYes;
  seat.ippatsu = true;
  s_.standing.scores[s_.turn] -= 1000;
  ++s_.standing.deposits;
  emit({.type = EventType::deposit, .seat = s_.turn, .value = -1000});
}

template <class Sink>
score::Score Ending<Sink>::score_of(Seat seat, Tile tile) noexcept {
  score::Win win = win_on(s_, seat, tile);
  count_dora(s_, seat, tile, win);
  return score::score(win, rules_);
}

template <class Sink>
settle::Claim Ending<Sink>::claim_of(Seat seat, Tile tile) noexcept {
  settle::Claim claim;
  claim.winner = seat;
  claim.score = score_of(seat, tile);
  if (claim.score.yakuman > 0) {
    claim.pao = s_.seats[seat].pao;
    claim.pao_second = s_.seats[seat].pao_second;
  }
  return claim;
}

template <class Sink>
void Ending<Sink>::win_by_tsumo() {
  const Seat seat = s_.turn;
  settle::Claim claim = claim_of(seat, s_.drawn);
  if (rules_.daiminkan_pao && s_.replacement && s_.kan_type == ActionType::daiminkan &&
      claim.pao.seat == kNoSeat) {
    claim.pao = {.seat = s_.seats[s_.turn].melds.back().from, .units = 0};
  }
  emit({.type = EventType::tsumo, .seat = seat, .tile = s_.drawn});
  s_.result.outcome = Outcome::kTsumo;
  note_winner(claim, true);
  show_ura();
  settle_win(settle::pay_tsumo(claim, s_.standing, rules_));
}

template <class Sink>
void Ending<Sink>::win_by_ron(unsigned rons) {
  const int count = std::popcount(rons);
  if (count >= 3 && rules_.triple_ron) return abort(Outcome::kTripleRon);
  const int most = rules_.multiple_ron == rules::MultipleRon::one   ? 1
                   : rules_.multiple_ron == rules::MultipleRon::two ? 2
                                                                    : 3;
  if (s_.seats[s_.turn].riichi == Riichi::kDeclared && !rules_.ronned_deposit_returned)
    pay_deposit();
  std::array<settle::Claim, 3> claims{};
  int n = 0;
  s_.result.outcome = Outcome::kRon;
  s_.result.payer = s_.turn;
  const int players = s_.players();
  for (Seat seat = next_seat(s_.turn, players); seat != s_.turn; seat = next_seat(seat, players)) {
    if ((rons >> seat & 1) == 0 || n >= most) continue;
    settle::Claim& claim = claims[static_cast<std::size_t>(n++)];
    claim = claim_of(seat, s_.offered);
    emit({.type = EventType::ron, .seat = seat, .other = s_.turn, .tile = s_.offered});
    note_winner(claim, false);
  }
  show_ura();
  unsigned sticks = 0;
  for (int i = 0; i < s_.players(); ++i) {
    if (s_.seats[static_cast<std::size_t>(i)].riichi == Riichi::kYes) sticks |= 1u << i;
  }
  settle_win(settle::pay_ron(claims.data(), n, s_.turn, s_.standing, sticks, rules_));
}

template <class Sink>
void Ending<Sink>::note_winner(const settle::Claim& claim, bool tsumo) noexcept {
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

template <class Sink>
void Ending<Sink>::show_ura() {
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

template <class Sink>
void Ending<Sink>::settle_win(const settle::Points& delta) {
  s_.standing.deposits = 0;
  finish(delta);
}

template <class Sink>
void Ending<Sink>::abort(Outcome outcome) {
  s_.result.outcome = outcome;
  emit({.type = EventType::abort, .value = static_cast<std::int32_t>(outcome)});
  finish({});
}

template <class Sink>
void Ending<Sink>::exhaustive() {
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

template <class Sink>
void Ending<Sink>::finish_exhaustive() {
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

template <class Sink>
void Ending<Sink>::finish_nagashi(unsigned seats) {
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

template <class Sink>
void Ending<Sink>::finish(const settle::Points& delta) {
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

template <class Sink>
void Ending<Sink>::chombo(Seat offender) {
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
  finish(rules_.chombo == rules::Chombo::mangan ? settle::pay_chombo(offender, s_.standing, rules_)
                                                : settle::Points{});
}

template class Ending<NoEvents>;
template class Ending<EventList>;

}  // namespace oshihiki::play
