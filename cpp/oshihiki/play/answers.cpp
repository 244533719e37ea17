#include "oshihiki/play/answers.hpp"

#include <bit>

#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/win.hpp"

namespace oshihiki::play {
namespace {

bool waits_for_kokushi(const SeatState& other) noexcept {
  return other.hand.size == 13 && (other.hand.present & ~kTerminalsAndHonours) == 0 &&
         std::popcount(other.hand.present) >= 12;
}

}  // namespace

void ask_others(State& state) noexcept {
  const rules::Rules& rules = *state.rules;
  state.waiting = 0;
  state.could_ron = 0;
  state.shape = 0;
  state.answers = kAllPass;
  const Tile tile = state.offered;
  const Phase phase = state.phase;
  const Kind kind = tile.kind();
  const int players = state.players();
  const bool ankan = phase == Phase::kKan && state.kan_type == ActionType::ankan;
  for (int i = 0; i < players; ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == state.turn) continue;
    const SeatState& other = state.seats[seat];
    if (contains(other.waits, kind) && (!ankan || waits_for_kokushi(other)) &&
        (phase != Phase::kKita || rules.kita_ron)) {
      state.shape |= seat_bit(seat);
      if (!furiten(other) && score::may_win(win_on(state, seat, tile), rules)) {
        state.could_ron |= seat_bit(seat);
      }
    }
    if ((state.could_ron & seat_bit(seat)) != 0 ||
        (phase == Phase::kDiscard && can_call(state, seat))) {
      state.waiting |= seat_bit(seat);
    }
  }
}

void pass_tile(State& state) noexcept {
  const Kind kind = state.offered.kind();
  const bool ankan = state.phase == Phase::kKan && state.kan_type == ActionType::ankan;
  for (int i = 0; i < state.players(); ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == state.turn) continue;
    SeatState& other = state.seats[seat];
    if (!ankan) other.passed |= kind_bit(kind);
    if ((state.shape & seat_bit(seat)) == 0) continue;
    if ((state.could_ron & seat_bit(seat)) == 0 && !state.rules->yakuless_pass_furiten) continue;
    if (other.riichi == Riichi::kYes) {
      other.furiten_riichi = true;
    } else {
      other.furiten_pass = true;
    }
  }
}

Seat first_caller(const State& state) noexcept {
  Seat found = kNoSeat;
  const int players = state.players();
  if (state.rules->call_precedence == rules::Precedence::first_caller) {
    wall::Address address = state.address;
    address.use = wall::Use::kSpeaker;
    address.seat = state.turn;
    address.decision = static_cast<std::uint32_t>(state.seats[state.turn].river.size());
    wall::Stream stream(address);
    std::array<Seat, kMaxSeats> order{0, 1, 2, 3};
    wall::shuffle(order.data(), static_cast<std::uint32_t>(players), stream);
    for (int i = 0; i < players; ++i) {
      const Seat seat = order[static_cast<std::size_t>(i)];
      if (seat != state.turn && state.answers[seat].type() != ActionType::pass) return seat;
    }
    return kNoSeat;
  }
  for (int i = 0; i < players; ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == state.turn) continue;
    const ActionType type = state.answers[seat].type();
    if (type == ActionType::pass) continue;
    if (type != ActionType::chi) return seat;
    found = seat;
  }
  return found;
}

void note_pao(SeatState& seat, const Meld& meld, const rules::Rules& rules) noexcept {
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
  if (rules.pao_daisangen && is_dragon(meld.kind) && dragons == 3) answers(1);
  if (rules.pao_daisuushii && is_wind(meld.kind) && winds == 4) {
    answers(rules.double_daisuushii ? 2 : 1);
  }
  if (rules.pao_suukantsu && is_kan(meld.type) && kans == 4) answers(1);
}

}  // namespace oshihiki::play
