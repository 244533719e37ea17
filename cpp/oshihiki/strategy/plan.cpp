#include "oshihiki/strategy/plan.hpp"

namespace oshihiki::strategy {
namespace {

/// Tiles of the hand outside a plan that still let it be followed.
constexpr int kMostOff = 4;

KindSet meld_kinds(const Meld& m) noexcept {
  return m.type == MeldType::kChi ? KindSet{7} << m.kind : kind_bit(m.kind);
}

int tiles_within(const Hand& hand, KindSet kinds) noexcept {
  int n = 0;
  for_each_kind(hand.present & kinds, [&](Kind k) { n += hand.counts[k]; });
  return n;
}

}  // namespace

Held::Held(const Hand& hand) noexcept {
  for_each_kind(hand.present, [&](Kind k) {
    const unsigned n = hand.counts[k];
    if (n >= 2) pairs |= kind_bit(k);
    if (n >= 3) triplets |= kind_bit(k);
  });
}

int dora_held(const Sight& sight, KindSet kinds) noexcept {
  const Hand& hand = *sight.hand;
  int n = 0;
  for_each_kind(hand.any_red & kinds, [&](Kind k) { n += hand.reds[k]; });
  for_each_kind(sight.dora_kinds & hand.present & kinds,
                [&](Kind k) { n += hand.counts[k] * sight.dora[k]; });
  for (const Meld& m : *sight.melds) {
    n += m.reds;
    if ((sight.dora_kinds & meld_kinds(m)) == 0) continue;
    if (m.type == MeldType::kChi) {
      for (Kind k = m.kind; k < m.kind + 3; ++k) n += sight.dora[k];
    } else {
      n += m.tiles() * sight.dora[m.kind];
    }
  }
  n += sight.view.kita(sight.view.seat());
  return n;
}

int dora_of_discard(const Sight& sight, Kind k) noexcept {
  const Hand& hand = *sight.hand;
  return sight.dora[k] + (hand.reds[k] > 0 && hand.reds[k] == hand.counts[k] ? 1 : 0);
}

Masked masked(const Hand& hand, KindSet kinds) noexcept {
  Masked out;
  out.counts = hand.counts;
  out.keys = hand.keys;
  out.size = hand.size;
  out.off = hand.present & ~kinds;
  for_each_kind(out.off, [&](Kind k) {
    const auto n = hand.counts[k];
    out.off_tiles += n;
    for (int i = 0; i < n; ++i) out.keys.remove(k);
    out.counts[k] = 0;
  });
  return out;
}

void open_plans(const Sight& sight, const Held& held, Plans& out) noexcept {
  out.clear();
  const Hand& hand = *sight.hand;
  KindSet in_melds = 0;
  bool runs = false;
  int yakuhai = 0;
  for (const Meld& m : *sight.melds) {
    in_melds |= meld_kinds(m);
    if (m.type == MeldType::kChi) {
      runs = true;
    } else if (contains(sight.yakuhai, m.kind)) {
      yakuhai += sight.yakuhai_han(m.kind);
    }
  }
  for_each_kind(held.triplets & sight.yakuhai, [&](Kind k) { yakuhai += sight.yakuhai_han(k); });
  const KindSet value_pairs = held.pairs & ~held.triplets & sight.yakuhai & sight.unseen.any();
  const int dora = 4 * dora_held(sight, kAllKinds);

  if (yakuhai > 0) {
    Plan p;
    p.quarters = 4 * yakuhai + dora + (value_pairs != 0 ? 1 : 0);
    out.push_back(p);
  }
  if (sight.view.rules().kuitan && (in_melds & kTerminalsAndHonours) == 0 &&
      hand.size - tiles_within(hand, kSimples) <= kMostOff) {
    Plan p;
    p.kinds = kSimples;
    p.quarters = 4 + 4 * dora_held(sight, kSimples);
    out.push_back(p);
  }
  // One suit and honours: at most two han more than what is there.
  for (int suit = 0; suit < 3; ++suit) {
    const KindSet kinds = suit_kinds(suit) | kHonours;
    if ((in_melds & ~kinds) != 0) continue;
    if (hand.size - tiles_within(hand, kinds) > kMostOff) continue;
    Plan p;
    p.kinds = kinds;
    p.quarters = 8 + 4 * yakuhai + 4 * dora_held(sight, kinds) + (value_pairs != 0 ? 2 : 0);
    out.push_back(p);
    break;
  }
  // Without three tiles to give for the triplet nothing would be left to discard.
  if (yakuhai == 0 && value_pairs != 0 && hand.size > 3) {
    Plan p;
    p.needs = static_cast<Kind>(std::countr_zero(value_pairs));
    p.quarters = 4 * sight.yakuhai_han(p.needs) + 4 * static_cast<int>(sight.dora[p.needs]) + dora;
    out.push_back(p);
  }
  if (!runs) {
    const int blocks = std::popcount(held.pairs) + static_cast<int>(sight.melds->size());
    if (blocks >= 5) {
      Plan p;
      p.toitoi = true;
      p.quarters = 8 + 4 * yakuhai + dora;
      out.push_back(p);
    }
  }
}

bool closed_flush(const Sight& sight, Plan& out) noexcept {
  for (int suit = 0; suit < 3; ++suit) {
    const KindSet kinds = suit_kinds(suit) | kHonours;
    if (sight.hand->size - tiles_within(*sight.hand, kinds) > 3) continue;
    bool fits = true;
    for (const Meld& m : *sight.melds) fits = fits && (meld_kinds(m) & ~kinds) == 0;
    if (!fits) continue;
    out = Plan{};
    out.kinds = kinds;
    out.quarters = 12 + 4 * dora_held(sight, kinds);
    return true;
  }
  return false;
}

}  // namespace oshihiki::strategy
