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

/// The two kinds that make a run with a called kind when it lies lowest, in the middle, highest;
/// a bit no hand has where the run leaves the suit.
inline constexpr auto kRuns = [] {
  std::array<std::array<KindSet, 3>, kKinds> runs{};
  for (Kind k = 0; k < kKinds; ++k) {
    for (int position = 0; position < 3; ++position) {
      const int low = rank_of(k) - position;
      const bool inside = !is_honour(k) && low >= 0 && low <= 6;
      runs[k][static_cast<std::size_t>(position)] =
          inside ? (KindSet{7} << (k - position)) & ~kind_bit(k) : KindSet{1} << 63;
    }
  }
  return runs;
}();

inline bool has_run(KindSet present, Kind called) noexcept {
  const auto& runs = kRuns[called];
  return (present & runs[0]) == runs[0] || (present & runs[1]) == runs[1] ||
         (present & runs[2]) == runs[2];
}

/// Whether the rules allow a call for which the seat holds the tiles.
bool call_allowed(const State& state, Seat seat, bool pair, bool run) noexcept;

/// Whether the seat may do anything with the discard offered besides winning on it.
inline bool can_call(const State& state, Seat seat) noexcept {
  const Hand& hand = state.seats[seat].hand;
  const Kind kind = state.offered.kind();
  const bool pair = hand.counts[kind] >= 2;
  const bool run = seat == next_seat(state.turn, state.players()) && has_run(hand.present, kind) &&
                   state.rules->chi;
  return (pair || run) && call_allowed(state, seat, pair, run);
}

/// Tenpai as an exhaustive draw counts it.
bool is_tenpai(const State& state, Seat seat) noexcept;

}  // namespace oshihiki::play
