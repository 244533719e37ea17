#pragma once

#include "oshihiki/play/action.hpp"

namespace oshihiki::strategy {

/// The legal actions of a decision, sorted by what can be asked of them.
struct Choices {
  const play::Actions& all;
  KindSet discards = 0;  ///< kinds that may be discarded
  KindSet riichi = 0;    ///< kinds whose discard may declare riichi
  unsigned types = 0;    ///< bit per ActionType

  explicit Choices(const play::Actions& legal) noexcept : all(legal) {
    for (const play::Action a : legal) {
      types |= 1u << static_cast<unsigned>(a.type());
      if (a.type() == play::ActionType::discard) discards |= kind_bit(a.tile().kind());
      if (a.type() == play::ActionType::riichi) riichi |= kind_bit(a.tile().kind());
    }
  }

  bool has(play::ActionType type) const noexcept {
    return (types >> static_cast<unsigned>(type) & 1u) != 0;
  }
  /// The first action of that type, which must be there.
  play::Action first(play::ActionType type) const noexcept {
    for (const play::Action a : all) {
      if (a.type() == type) return a;
    }
    return all[0];
  }
  /// The discard (or riichi) of that kind, a plain tile before a red one, the drawn tile before
  /// one from the hand.
  play::Action discard(Kind kind,
                       play::ActionType type = play::ActionType::discard) const noexcept {
    play::Action best = all[0];
    int best_rank = -1;
    for (const play::Action a : all) {
      if (a.type() != type || a.tile().kind() != kind) continue;
      const int rank = (a.tile().red() ? 0 : 2) + (a.tsumogiri() ? 1 : 0);
      if (rank > best_rank) {
        best = a;
        best_rank = rank;
      }
    }
    return best;
  }
};

}  // namespace oshihiki::strategy
