#pragma once

#include "oshihiki/play/state.hpp"

// What the flow of a round and the list of legal actions must agree on.
namespace oshihiki::play {

/// Whether a discard by `from` of that tile is lost to `seat` by its own furiten.
inline bool furiten(const SeatState& me) noexcept {
  return me.furiten_pass || me.furiten_riichi || (me.waits & me.discarded) != 0;
}

/// The kinds kuikae forbids after calling `called` for a chi at that position (pon: position 3).
KindSet forbidden_after(const rules::Rules& rules, Kind called, unsigned position) noexcept;

KindSet forbidden_after(const rules::Rules& rules, Action call) noexcept;

/// The meld that a call makes of the tile `from` discarded; give(tile) is called for each tile
/// the caller's hand adds.
template <class F>
Meld meld_of(const Hand& hand, Action call, Seat from, F&& give) {
  const Tile tile = call.tile();
  const Kind kind = tile.kind();
  Meld meld{.type = MeldType::kChi, .kind = kind, .called = tile, .from = from};
  meld.reds = tile.red() ? 1 : 0;
  const auto add = [&](Tile own) {
    meld.reds = static_cast<std::uint8_t>(meld.reds + own.red());
    give(own);
  };
  switch (call.type()) {
    case ActionType::chi: {
      meld.kind = static_cast<Kind>(kind - call.position());
      unsigned own = 0;
      for (unsigned i = 0; i < 3; ++i) {
        const bool called = i == call.position();
        const bool red = called ? tile.red() : (call.reds() >> own & 1) != 0;
        if (red) meld.red_positions = static_cast<std::uint8_t>(meld.red_positions | 1u << i);
        if (called) continue;
        add(Tile(static_cast<Kind>(meld.kind + i), red));
        ++own;
      }
      break;
    }
    case ActionType::pon:
      meld.type = MeldType::kPon;
      for (unsigned i = 0; i < 2; ++i) add(Tile(kind, i < call.reds()));
      break;
    default: {
      meld.type = MeldType::kDaiminkan;
      const int held = hand.counts[kind];
      const int red = hand.reds[kind];
      for (int i = 0; i < held; ++i) add(Tile(kind, i < red));
      break;
    }
  }
  return meld;
}

/// Whether the four kans on the table end the round once the next discard passes.
bool four_kans_abort(const State& state) noexcept;

/// Whether the seat may do anything with the discard offered besides winning on it.
bool can_call(const State& state, Seat seat) noexcept;

/// Tenpai as an exhaustive draw counts it.
bool is_tenpai(const State& state, Seat seat) noexcept;

}  // namespace oshihiki::play
