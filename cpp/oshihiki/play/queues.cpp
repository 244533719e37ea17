#include "oshihiki/play/queues.hpp"

#include <algorithm>
#include <cassert>

namespace oshihiki::play {

Queues::Queues(const State& state) noexcept {
  assert(state.phase == Phase::kTurn && state.turn == state.standing.dealer);
  Seat seat = next_seat(state.turn, state.players());
  for (std::size_t at = state.live_next; at-- > 0; seat = next_seat(seat, state.players())) {
    owners_[at] = seat;
  }
}

void Queues::arrange(State& state) noexcept {
  // From the wall draws only who comes after a discard that nobody called.
  if (!in_turn(state.phase)) return;
  const Seat seat = next_seat(state.turn, state.players());
  const auto tiles = state.wall.tiles.begin();
  const int bottom = wall::Wall::kDead + state.replaced;
  const int top = state.live_next - 1;
  if (top <= bottom) return;
  int at = top;
  while (at >= bottom && owners_[static_cast<std::size_t>(at)] != seat) --at;
  if (at < bottom) {
    std::array<int, kMaxSeats> left{};
    for (int i = bottom; i <= top; ++i) ++left[owners_[static_cast<std::size_t>(i)]];
    const auto fullest =
        static_cast<Seat>(std::max_element(left.begin(), left.end()) - left.begin());
    at = bottom;
    while (owners_[static_cast<std::size_t>(at)] != fullest) ++at;
    owners_[static_cast<std::size_t>(at)] = seat;
  }
  std::rotate(tiles + at, tiles + at + 1, tiles + top + 1);
  std::rotate(owners_.begin() + at, owners_.begin() + at + 1, owners_.begin() + top + 1);
}

}  // namespace oshihiki::play
