#pragma once

#include "oshihiki/play/state.hpp"

// The fields of a state by name, once: hash, JSON and back all walk this list. An archive has
//   template <class T> void operator()(const char* name, T& field)
// and is called with whole numbers, bools, enums, arrays, FixedVectors and the structs below.
namespace oshihiki::play {

#define OSHIHIKI_ARCHIVE(Type, ...)                       \
  template <class Archive, class T>                       \
    requires std::is_same_v<std::remove_const_t<T>, Type> \
  void archive(Archive& ar, T& x) {                       \
    __VA_ARGS__                                           \
  }
#define F(name) ar(#name, x.name);

OSHIHIKI_ARCHIVE(wall::Address, F(key) F(match) F(round) F(redeal))
OSHIHIKI_ARCHIVE(wall::Wall, F(tiles) F(size) F(replacement))
OSHIHIKI_ARCHIVE(settle::Standing, F(scores) F(wind) F(dealer) F(honba) F(deposits) F(dealer_wins))
OSHIHIKI_ARCHIVE(settle::Pao, F(seat) F(units))
OSHIHIKI_ARCHIVE(Meld, F(type) F(kind) F(called) F(from) F(reds) F(red_positions))
OSHIHIKI_ARCHIVE(Hand, F(counts) F(reds))
OSHIHIKI_ARCHIVE(score::Score, F(status) F(limit) F(han) F(fu) F(yakuman) F(dora) F(aka) F(ura)
                                   F(kita) F(yaku) F(base))
OSHIHIKI_ARCHIVE(SeatState,
                 F(hand) F(melds) F(river) F(waits) F(discarded) F(passed) F(decisions) F(riichi)
                     F(double_riichi) F(ippatsu) F(furiten_pass) F(furiten_riichi) F(nagashi)
                         F(kita) F(kans) F(riichi_at) F(pao) F(pao_second))
OSHIHIKI_ARCHIVE(Result, F(outcome) F(winners) F(tenpai) F(payer) F(scores) F(hand_points) F(delta))
OSHIHIKI_ARCHIVE(State,
                 F(address) F(wall) F(standing) F(seats) F(visible) F(live_next) F(replaced)
                     F(indicators) F(pending_dora) F(pending_late) F(kans) F(phase) F(turn) F(drawn)
                         F(offered) F(replacement) F(after_kan) F(first_go) F(waiting) F(could_ron)
                             F(shape) F(forbidden) F(kan_type) F(answers) F(result))
#undef F
#undef OSHIHIKI_ARCHIVE

}  // namespace oshihiki::play
