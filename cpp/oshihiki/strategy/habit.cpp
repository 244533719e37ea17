#include "oshihiki/strategy/habit.hpp"

#include <algorithm>
#include <array>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"

namespace oshihiki::strategy {
namespace {

using play::Action;
using play::ActionType;

struct Row {
  std::int32_t sharpness;                        ///< in 1/256
  std::array<std::int16_t, trait::kCount> lean;  ///< binary logarithms in 1/256
};

constexpr std::array<Row, kSituations> kHabits = {{
#define HABIT(sharpness, ...) {sharpness, {__VA_ARGS__}},
#include "oshihiki/strategy/habit.def"
#undef HABIT
}};

constexpr bool is_discard(Action a) noexcept {
  return a.type() == ActionType::discard || a.type() == ActionType::riichi;
}

Situation situation_of(const play::View& view, const agari::Discards* after) noexcept {
  const Hand& hand = view.hand();
  // A complete hand counts as ready, as what is left of it is.
  const int away = after != nullptr ? after->shanten : std::max(agari::shanten(hand), 0);
  if (view.phase() != play::Phase::kTurn && view.phase() != play::Phase::kCalled) {
    return away <= 1 ? Situation::kAnswerNear : Situation::kAnswerFar;
  }
  for (int s = 0; s < view.players(); ++s) {
    const auto seat = static_cast<Seat>(s);
    if (seat != view.seat() && view.in_riichi(seat)) {
      return away <= 1 ? Situation::kThreatNear : Situation::kThreatFar;
    }
  }
  return static_cast<Situation>(std::min(away, 3));
}

/// The kinds so many ranks beside these.
constexpr KindSet beside(KindSet kinds, int steps) noexcept {
  KindSet out = 0;
  for_each_kind(kinds & ~kHonours, [&](Kind k) {
    if (rank_of(k) + steps <= 8) out |= kind_bit(static_cast<Kind>(k + steps));
    if (rank_of(k) >= steps) out |= kind_bit(static_cast<Kind>(k - steps));
  });
  return out;
}

int suited_trait(const Hand& hand, Kind k) noexcept {
  const int rank = rank_of(k);
  // The two halves of a suit are alike: seen from its nearer end.
  const bool mirrored = rank > 4;
  const int up = mirrored ? -1 : 1;
  const auto held = [&](int steps) {
    const int r = rank + steps;
    return r >= 0 && r <= 8 && contains(hand.present, static_cast<Kind>(k + steps)) ? 1 : 0;
  };
  const int around = held(-2 * up) << 3 | held(-up) << 2 | held(up) << 1 | held(2 * up);
  const int copies = std::min<int>(hand.counts[k], 3) - 1;
  return trait::kSuited + ((mirrored ? 8 - rank : rank) * 3 + copies) * trait::kAround + around;
}

int honour_trait(const Sight& sight, Kind k) noexcept {
  const int copies = std::min<int>(sight.hand->counts[k], 3) - 1;
  const int seen = std::min<int>(sight.view.visible()[k], 3);
  return trait::kHonour + (std::min(sight.yakuhai_han(k), 2) * 3 + copies) * 4 + seen;
}

/// By steps of so many tiles: the last that is not above.
template <std::size_t N>
constexpr int step(const std::array<int, N>& from, int tiles) noexcept {
  int at = 0;
  while (at + 1 < static_cast<int>(N) && tiles >= from[static_cast<std::size_t>(at + 1)]) ++at;
  return at;
}

/// Columns of what these discards leave of the hand.
void add_left(const Sight& sight, KindSet discards, const agari::Discards& found,
              std::array<std::uint16_t, kKinds>& columns) noexcept {
  static constexpr std::array<int, 6> kFewer = {0, 1, 3, 5, 9, 15};
  static constexpr std::array<int, 6> kWaits = {0, 1, 3, 5, 7, 9};
  const KindSet nearest = found.best & discards;
  const auto tiles = [&](Kind k) { return sight.unseen.count(found.after[k].kinds); };
  int most = 0;
  for_each_kind(nearest, [&](Kind k) { most = std::max(most, tiles(k)); });
  for_each_kind(discards, [&](Kind k) {
    int column = trait::kBack;
    if (contains(nearest, k)) {
      const int fewer = step(kFewer, most - tiles(k));
      column = found.shanten == 0 ? trait::kWaits + step(kWaits, tiles(k))
               : fewer == 0       ? trait::kCount
                                  : trait::kFewer + fewer - 1;
    }
    columns[k] = static_cast<std::uint16_t>(column);
  });
}

/// The one trait of a call or kan; of what is no choice among tiles or calls none (kEnd).
constexpr int call_trait(ActionType type) noexcept {
  switch (type) {
    case ActionType::chi:
      return trait::kChi;
    case ActionType::pon:
      return trait::kPon;
    case ActionType::daiminkan:
      return trait::kOpenKan;
    case ActionType::ankan:
      return trait::kConcealedKan;
    case ActionType::kakan:
      return trait::kAddedKan;
    default:
      return trait::kEnd;
  }
}

}  // namespace

Habit::Habit(const play::View& view, const play::Actions& legal,
             const agari::Discards* after) noexcept
    : sight_(view),
      situation_(situation_of(view, after)),
      by_dora_(beside(sight_.dora_kinds, 1)),
      near_dora_(beside(sight_.dora_kinds, 2)) {
  KindSet discards = 0;
  for (const Action a : legal) {
    if (!is_discard(a)) continue;
    discards |= kind_bit(a.tile().kind());
    if (!a.tile().red()) plain_ |= kind_bit(a.tile().kind());
  }
  left_.fill(trait::kCount);
  if (discards == 0) return;
  agari::Discards found;
  if (after == nullptr) {
    const Hand& hand = *sight_.hand;
    agari::discards(hand.counts, hand.keys, hand.size, found);
    after = &found;
  }
  add_left(sight_, discards, *after, left_);
}

Traits Habit::traits(Action action) const noexcept {
  Traits out;
  const auto add = [&](int column) { out.push_back(static_cast<std::uint16_t>(column)); };
  if (!is_discard(action)) {
    const int call = call_trait(action.type());
    if (call != trait::kEnd) add(call);
    return out;
  }
  const Kind k = action.tile().kind();
  add(is_honour(k) ? honour_trait(sight_, k) : suited_trait(*sight_.hand, k));
  if (sight_.dora[k] > 0) add(sight_.dora[k] > 1 ? trait::kDoras : trait::kDora);
  if (contains(by_dora_, k)) add(trait::kByDora);
  if (contains(near_dora_, k)) add(trait::kNearDora);
  if (action.tile().red()) add(contains(plain_, k) ? trait::kRedFirst : trait::kRed);
  const bool riichi = action.type() == ActionType::riichi;
  if (riichi) add(trait::kRiichi);
  if (const int left = left_[k]; left != trait::kCount) {
    add(left + (riichi && left >= trait::kWaits ? trait::kRiichiWaits - trait::kWaits : 0));
  }
  if (action.tsumogiri()) {
    add(trait::kTsumogiri);
  } else if (action.tile() == sight_.view.drawn()) {
    add(trait::kSwap);
  }
  return out;
}

std::int64_t Habit::lean(Action action) const noexcept {
  const Row& row = kHabits[static_cast<std::size_t>(situation_)];
  std::int64_t sum = 0;
  for (const auto column : traits(action)) sum += row.lean[column];
  return sum * 256;
}

std::int64_t Habit::sharpness() const noexcept {
  return kHabits[static_cast<std::size_t>(situation_)].sharpness;
}

}  // namespace oshihiki::strategy
