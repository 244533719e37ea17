#include "oshihiki/play/view_record.hpp"

#include <cstring>

namespace oshihiki::play {
namespace {

void clear(ViewRecord& out) noexcept {
  std::size_t bytes = sizeof out;
#if defined(__GNUC__)
  // A size the compiler knows becomes `rep stos`, which takes longer than the call.
  asm("" : "+r"(bytes));
#endif
  std::memset(static_cast<void*>(&out), 0, bytes);
}

}  // namespace

void pack(const View& view, ViewRecord& out) noexcept {
  clear(out);
  const auto u8 = [](auto value) { return static_cast<std::uint8_t>(value); };
  const wall::Address lane = view.lane();
  out.waits = view.waits();
  out.forbidden = view.forbidden();
  out.key = lane.key;
  out.match = lane.match;
  out.round = lane.round;
  out.decision = lane.decision;
  out.redeal = lane.redeal;
  out.honba = static_cast<std::uint16_t>(view.honba());
  out.deposits = static_cast<std::uint16_t>(view.deposits());
  out.hand = view.hand().counts.n;
  out.hand_reds = view.hand().reds.n;
  out.visible = view.visible().n;
  for (std::size_t i = 0; i < out.indicators.size(); ++i) {
    out.indicators[i] = static_cast<int>(i) < view.indicators()
                            ? view.indicator(static_cast<int>(i)).code
                            : kNoTile.code;
  }
  for (int s = 0; s < view.players(); ++s) {
    const Seat seat = static_cast<Seat>(s);
    const std::size_t i = seat;
    out.genbutsu[i] = view.genbutsu(seat);
    out.scores[i] = view.score(seat);
    const River& river = view.river(seat);
    out.river_size[i] = u8(river.size());
    // As it lies: a river only grows, so that what is behind its end is 0.
    static_assert(sizeof out.river[i] == River::capacity() * sizeof(Discard));
    std::memcpy(out.river[i].data(), river.begin(), sizeof out.river[i]);
    const Melds& melds = view.melds(seat);
    for (std::size_t m = 0; m < melds.size(); ++m) {
      out.meld_type[i][m] = u8(static_cast<int>(melds[m].type) + 1);
      out.meld_kind[i][m] = melds[m].kind;
      out.meld_from[i][m] = melds[m].from;
      out.meld_reds[i][m] = melds[m].reds;
    }
    out.riichi[i] = u8(view.riichi(seat));
    out.riichi_at[i] = u8(view.riichi_at(seat));
    out.double_riichi[i] = u8(view.double_riichi(seat));
    out.ippatsu[i] = u8(view.ippatsu_live(seat));
    out.kita[i] = u8(view.kita(seat));
    out.hand_size[i] = u8(view.hand_size(seat));
  }
  out.seat = view.seat();
  out.players = u8(view.players());
  out.dealer = view.dealer();
  out.wind = u8(view.round_wind() - kEast);
  out.phase = u8(view.phase());
  out.turn = view.turn();
  out.drawn = view.drawn().code;
  out.offered = view.phase() >= Phase::kDiscard && view.phase() <= Phase::kKita
                    ? view.offered().code
                    : kNoTile.code;
  out.live_left = u8(view.live_left());
  out.kans = u8(view.kans());
  out.first_go = u8(view.first_go());
  out.furiten = u8(view.furiten());
}

}  // namespace oshihiki::play
