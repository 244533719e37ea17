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

/// `away`: the shanten of the hand.
Situation situation_of(const play::View& view, int away) noexcept {
  if (!in_turn(view.phase())) return away <= 1 ? Situation::kAnswerNear : Situation::kAnswerFar;
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

/// Which of these steps so many tiles have reached.
constexpr int step(const std::array<int, 6>& steps, int tiles) noexcept {
  return static_cast<int>(std::upper_bound(steps.begin(), steps.end(), tiles) - steps.begin()) - 1;
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

Habit::Habit(const play::View& view, const play::Actions& legal) noexcept
    : sight_(view),
      by_dora_(beside(sight_.dora_kinds, 1)),
      near_dora_(beside(sight_.dora_kinds, 2)) {
  const Hand& hand = *sight_.hand;
  if (!in_turn(view.phase())) {
    situation_ = situation_of(view, agari::shanten(hand));
    return;
  }
  agari::discards(hand.counts, hand.keys, hand.size, after_);
  situation_ = situation_of(view, after_.shanten);
  for (const Action a : legal) {
    if (!is_discard(a)) continue;
    const Kind k = a.tile().kind();
    if (!a.tile().red()) plain_ |= kind_bit(k);
    if (contains(after_.best, k)) most_ = std::max(most_, accepted_after(k));
  }
}

int Habit::accepted_after(Kind discard) const noexcept {
  return sight_.unseen.count(after_.after[discard].kinds);
}

int Habit::left_trait(Kind discard, bool riichi) const noexcept {
  static constexpr std::array<int, 6> kFewer = {0, 1, 3, 5, 9, 15};
  static constexpr std::array<int, 6> kWaits = {0, 1, 3, 5, 7, 9};
  if (!contains(after_.best, discard)) return trait::kBack;
  const int accepted = accepted_after(discard);
  if (after_.shanten == 0) {
    return (riichi ? trait::kRiichiWaits : trait::kWaits) + step(kWaits, accepted);
  }
  const int fewer = step(kFewer, most_ - accepted);
  return fewer == 0 ? trait::kCount : trait::kFewer + fewer - 1;
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
  if (const int left = left_trait(k, riichi); left != trait::kCount) add(left);
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
