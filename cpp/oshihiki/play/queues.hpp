#pragma once

#include <array>

#include "oshihiki/play/state.hpp"

namespace oshihiki::play {

/// Gives each seat a queue of its own in the live wall, so that a call does not change what the
/// others draw. A seat's queue is what it would draw if nobody called; one that runs out takes
/// the last tile of the fullest other queue. Places are chosen without a look at the tiles, so
/// every order of the wall stays equally likely.
///
/// The engine draws from the end of the wall as ever: `arrange`, called before each step, puts
/// the tile there that the next draw must give. The rest keeps its order.
class Queues {
 public:
  Queues() = default;
  /// Of a round just dealt.
  explicit Queues(const State& state) noexcept;

  void arrange(State& state) noexcept;

 private:
  std::array<Seat, kMaxTiles> owners_{};  ///< by place in the wall
};

}  // namespace oshihiki::play
