#include "oshihiki/play/win.hpp"

namespace oshihiki::play {
score::Win win_on(const State& state, Seat seat, Tile tile) noexcept {
  using score::bit;
  using score::Flag;
  const SeatState& me = state.seats[seat];
  const rules::Rules& rules = *state.rules;
  const bool tsumo = state.phase == Phase::kTurn;
  const bool last = state.live_left() == 0;

  score::Win win;
  win.closed = me.hand.counts;
  win.keys = me.hand.keys;
  if (!tsumo) {
    ++win.closed[tile.kind()];
    win.keys.add(tile.kind());
  }
  win.melds = me.melds;
  win.winning = tile.kind();
  win.seat_wind = seat_wind(seat, state.standing.dealer, state.players());
  win.round_wind = static_cast<Kind>(kEast + state.standing.wind);
  win.honba = state.standing.honba;

  score::Flags flags = 0;
  if (me.riichi != Riichi::kNo) {
    flags |= bit(me.double_riichi ? Flag::kDoubleRiichi : Flag::kRiichi);
    if (me.ippatsu) flags |= bit(Flag::kIppatsu);
  }
  const bool first = state.first_go && me.river.empty();
  if (tsumo) {
    flags |= bit(Flag::kTsumo);
    if (state.replacement) flags |= bit(Flag::kRinshan);
    if (last && (!state.replacement || rules.haitei_rinshan)) flags |= bit(Flag::kHaitei);
    if (first) flags |= bit(seat == state.standing.dealer ? Flag::kTenhou : Flag::kChiihou);
  } else if (state.phase == Phase::kKan) {
    flags |= bit(Flag::kChankan);
  } else if (state.phase == Phase::kDiscard) {
    if (last) flags |= bit(Flag::kHoutei);
    if (first && seat != state.standing.dealer) flags |= bit(Flag::kRenhou);
    if (state.after_kan) flags |= bit(Flag::kKanfuri);
    if (state.seats[state.turn].riichi == Riichi::kDeclared) flags |= bit(Flag::kTsubame);
  }
  if (seat == state.standing.dealer && state.standing.dealer_wins >= 7) {
    flags |= bit(Flag::kEighthDealerWin);
  }
  win.flags = flags;
  return win;
}

void count_dora(const State& state, Seat seat, Tile tile, score::Win& win) noexcept {
  const SeatState& me = state.seats[seat];
  const rules::Rules& rules = *state.rules;
  const int players = state.players();
  const auto han_of = [&](Tile indicator) {
    const Kind kind = wall::dora_of(indicator.kind(), players);
    return win.closed[kind] + copies_in(me.melds, kind) + (kind == kNorth ? me.kita : 0);
  };
  int dora = 0;
  int ura = 0;
  for (int i = 0; i < state.indicators; ++i) {
    dora += han_of(state.wall.tiles[static_cast<std::size_t>(state.wall.dora_at(i))]);
    if (me.riichi != Riichi::kNo && rules.ura && (i == 0 || rules.kan_ura)) {
      ura += han_of(state.wall.tiles[static_cast<std::size_t>(state.wall.ura_at(i))]);
    }
  }
  int aka = !win.has(score::Flag::kTsumo) && tile.red() ? 1 : 0;
  for_each_kind(me.hand.any_red, [&](Kind k) { aka += me.hand.reds[k]; });
  for (const auto& m : me.melds) aka += m.reds;
  win.dora = static_cast<std::uint8_t>(dora);
  win.ura = static_cast<std::uint8_t>(ura);
  win.aka = static_cast<std::uint8_t>(aka);
  win.kita = me.kita;
}

}  // namespace oshihiki::play
