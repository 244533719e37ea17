#include "oshihiki/strategy/attack.hpp"

#include <algorithm>
#include <climits>

#include "oshihiki/strategy/plan.hpp"
#include "oshihiki/strategy/ready.hpp"

namespace oshihiki::strategy {
namespace {

/// What of a closed hand's value does not depend on the discard.
struct ClosedValue {
  int dora = 0;
  int yaochu = 0;   ///< tiles that stand against tanyao
  int yakuhai = 0;  ///< quarters
  int others = 0;   ///< quarters
  KindSet triplets = 0;
  KindSet value_pairs = 0;

  ClosedValue(const Sight& sight, bool riichi) noexcept {
    const Hand& hand = *sight.hand;
    const Held held(hand);
    dora = dora_held(sight, kAllKinds);
    for_each_kind(hand.present & kTerminalsAndHonours, [&](Kind k) { yaochu += hand.counts[k]; });
    for (const Meld& m : *sight.melds) {  // ankans
      if (!contains(kSimples, m.kind)) yaochu += 9;
      if (contains(sight.yakuhai, m.kind)) yakuhai += 4 * sight.yakuhai_han(m.kind);
    }
    triplets = held.triplets & sight.yakuhai;
    for_each_kind(triplets, [&](Kind k) { yakuhai += 4 * sight.yakuhai_han(k); });
    value_pairs = held.pairs & ~held.triplets & sight.yakuhai & sight.unseen.any();
    yakuhai += value_pairs != 0 ? 1 : 0;
    others = riichi ? 4 : 0;
    // Hands of runs often end as pinfu.
    if (held.triplets == 0 && value_pairs == 0 && sight.melds->empty()) others += 2;
  }

  int quarters(const Sight& sight, Kind discard) const noexcept {
    int d = dora;
    int y = yaochu;
    int q = yakuhai + others;
    if (discard < kKinds) {
      d -= dora_of_discard(sight, discard);
      y -= is_terminal_or_honour(discard) ? 1 : 0;
      const int n = sight.hand->counts[discard];
      if (n == 3 && contains(triplets, discard)) q -= 4 * sight.yakuhai_han(discard) - 1;
      if (n == 2 && contains(value_pairs, discard)) q -= 1;
    }
    static constexpr std::array<int, 4> kTanyao = {3, 2, 1, 0};
    return q + 4 * d + kTanyao[static_cast<std::size_t>(std::min(y, 3))];
  }
};

/// The best option so far.
class Lead {
 public:
  explicit Lead(const Options& from) noexcept {
    from.each([&](const Option& o) {
      if (o.value > value_ || (o.value == value_ && o.promise > promise_)) {
        value_ = o.value;
        promise_ = o.promise;
      }
    });
  }
  /// Whether it beats options of which that is the most, by more than the use of a single tile
  /// (keep_value) and whatever the promise weighs.
  bool beats(const Option& o) const noexcept {
    return o.value < value_ - kUse && o.promise <= promise_;
  }

 private:
  static constexpr std::int32_t kUse = 32;
  std::int32_t value_ = INT32_MIN + kUse;
  std::int32_t promise_ = 0;
};

void add_tenpai(const Sight& sight, const Stakes& stakes, const Search& search, KindSet waits,
                Kind discard, Options& into) noexcept {
  Counts counts = sight.hand->counts;
  SuitKeys keys = sight.hand->keys;
  --counts[discard];
  keys.remove(discard);
  into.add(tenpai_option(sight, stakes, counts, keys, waits, discard, false));
  if (contains(search.riichi, discard)) {
    Option o = tenpai_option(sight, stakes, counts, keys, waits, discard, true);
    o.value += search.riichi_bias;
    into.add_riichi(o);
  }
}

/// How good the tenpai are that a one-away hand becomes: the chance of its ending is scaled by
/// their chance to win against a usual tenpai's.
void look_deeper(const Sight& sight, const Stakes& stakes, KindSet kinds, Option& o) noexcept {
  Counts counts = sight.hand->counts;
  SuitKeys keys = sight.hand->keys;
  --counts[o.kind];
  keys.remove(o.kind);
  const int size = sight.hand->size;
  const int draws = std::max(sight.draws - 3, 1);
  agari::Exchanges found;
  agari::exchanges(counts, keys, size - 1, kinds & sight.unseen.any(), found);
  std::array<std::int8_t, kKinds> best{};
  for (const agari::Exchange& e : found) {
    const int copies = sight.unseen.count(e.waits) - (contains(e.waits, e.drawn) ? 1 : 0);
    best[e.drawn] = static_cast<std::int8_t>(std::max<int>(best[e.drawn], copies));
  }
  std::int64_t wins = 0;
  int copies_in_all = 0;
  for_each_kind(kinds, [&](Kind k) {
    const int copies = sight.unseen.of(k);
    if (copies == 0) return;
    copies_in_all += copies;
    wins += std::int64_t{copies} * ending_under(stakes, false, 0, best[k], draws).win;
  });
  if (copies_in_all == 0) return;
  const std::int64_t usual = ending_under(stakes, false, 0, 5, draws).win;
  if (usual == 0) return;
  Ending e = ending_under(stakes, o.open, 1, o.accepted, sight.draws);
  e.win = static_cast<std::uint16_t>(
      std::min<std::int64_t>(65535, e.win * (wins / copies_in_all) / usual));
  appraise(o, stakes, e);
}

/// What an open hand accepts, counted in tiles that only a draw brings: the third tile of a pair is
/// also called from everybody, one that completes a run from the left.
class Reach {
 public:
  Reach(const Sight& sight, const Held& held) noexcept : sight_(sight), pairs_(held.pairs) {}

  /// Of these kinds, with what is held within a plan's kinds and left after a discard (kKinds:
  /// none).
  int of(KindSet kinds, KindSet within, Kind discard) const noexcept {
    const Hand& hand = *sight_.hand;
    KindSet held = hand.present & within;
    KindSet pairs = pairs_ & within;
    if (discard < kKinds) {
      if (hand.counts[discard] == 1) held &= ~kind_bit(discard);
      if (hand.counts[discard] == 2) pairs &= ~kind_bit(discard);
    }
    const int drawn = sight_.unseen.count(kinds);
    const int pon = sight_.unseen.count(kinds & pairs);
    const int chi = sight_.four_players() ? sight_.unseen.count(kinds & runs_of(held) & ~pairs) : 0;
    return drawn + 2 * pon + 4 * chi / 5;
  }

 private:
  /// Suited kinds that these complete to a run.
  static KindSet runs_of(KindSet held) noexcept {
    constexpr KindSet kOnes = KindSet{1} | KindSet{1} << 9 | KindSet{1} << 18;
    constexpr KindSet kSuited = (KindSet{1} << kEast) - 1;
    constexpr KindSet kTwoUp = kSuited & ~(kOnes | kOnes << 1);  // ranks that have two below
    const KindSet suited = held & kSuited;
    const KindSet above = suited << 1 & kSuited & ~kOnes;  // one above a held tile
    const KindSet below = (suited & ~kOnes) >> 1;
    const KindSet two_above = suited << 2 & kTwoUp;
    const KindSet two_below = (suited & kTwoUp) >> 2;
    return (above & two_above) | (above & below) | (below & two_below);
  }

  const Sight& sight_;
  KindSet pairs_;
};

/// Distance and useful pairs on the way to four triplets, after a discard (kKinds: none).
Option toitoi_option(const Sight& sight, const Held& held, Kind discard) noexcept {
  KindSet triplets = held.triplets;
  KindSet pairs = held.pairs & ~held.triplets;
  if (discard < kKinds) {
    const int n = sight.hand->counts[discard];
    if (n == 3) {
      triplets &= ~kind_bit(discard);
      pairs |= kind_bit(discard);
    } else if (n == 2) {
      pairs &= ~kind_bit(discard);
    }
  }
  const int done = std::popcount(triplets) + static_cast<int>(sight.melds->size());
  const int useful = std::min(std::popcount(pairs), 5 - std::min(done, 4));
  // Missing triplets from a pair lack one tile, from a single two; one pair stays the head.
  const int missing = 4 - std::min(done, 4);
  const int from_pairs = std::max(0, std::min(useful - 1, missing));
  const int distance = from_pairs + 2 * (missing - from_pairs) + (useful == 0 ? 1 : 0);
  Option o = kNoOption;
  o.kind = discard;
  o.shanten = static_cast<std::int8_t>(distance - 1);
  o.open = true;
  o.accepted = static_cast<std::int16_t>(3 * sight.unseen.count(pairs));
  return o;
}

/// A plan's look at the hand: one discard of every kind, or none for a hand that waits.
class PlanView {
 public:
  PlanView(const Sight& sight, const Plan& plan) noexcept
      : sight_(sight), plan_(plan), part_(masked(*sight.hand, plan.kinds)) {
    if (plan.needs < kKinds) {
      for (int i = 0; i < 2; ++i) part_.keys.remove(plan.needs);
      part_.counts[plan.needs] = 0;
      part_.size -= 3;
    }
  }

  /// 3n+1 tiles.
  agari::Accepted standing() const noexcept {
    return turned(agari::accepted(part_.counts, part_.keys, part_.size));
  }
  /// 3n+2 tiles: the shanten after each of these discards. The nearest are returned.
  KindSet prepare(KindSet candidates) noexcept {
    if (part_.off_tiles > 0)
      off_ = turned(agari::accepted(part_.counts, part_.keys, part_.size - 1));
    agari::shanten_after(part_.counts, part_.keys, part_.size, on_);
    KindSet nearest = 0;
    shanten_ = INT_MAX;
    for_each_kind(candidates, [&](Kind k) {
      const int shanten = after(k).shanten;
      if (shanten < shanten_) {
        shanten_ = shanten;
        nearest = 0;
      }
      if (shanten == shanten_) nearest |= kind_bit(k);
    });
    return nearest;
  }
  /// Of the nearest; others are one farther.
  int shanten() const noexcept { return shanten_; }
  /// What is accepted after these discards.
  void look(KindSet discards) noexcept {
    agari::accepted_after(part_.counts, part_.keys, part_.size, discards & ~part_.off, on_);
  }
  agari::Accepted after(Kind k) const noexcept {
    return contains(part_.off, k) ? off_ : turned(on_.after[k]);
  }
  int off_tiles() const noexcept { return part_.off_tiles; }

 private:
  agari::Accepted turned(agari::Accepted a) const noexcept {
    a.kinds &= plan_.kinds;
    if (plan_.needs < kKinds) {
      ++a.shanten;
      a.kinds |= kind_bit(plan_.needs);
    }
    return a;
  }
  const Sight& sight_;
  const Plan& plan_;
  Masked part_;
  agari::Accepted off_;
  agari::Discards on_;
  int shanten_ = 0;
};

/// An open hand cannot be shanten 0 of a plan and not be tenpai by count, but its wait may be
/// one that the exact look has counted already; the estimate is for the rest. (`reach`: of an open
/// hand.)
Option plan_option(const Sight& sight, const Stakes& stakes, const Plan& plan, const Reach* reach,
                   Kind discard, agari::Accepted a) noexcept {
  const bool open = reach != nullptr;
  Option o = kNoOption;
  o.kind = discard;
  o.shanten = a.shanten;
  o.open = open;
  o.accepted = static_cast<std::int16_t>(reach != nullptr ? reach->of(a.kinds, plan.kinds, discard)
                                                          : sight.unseen.count(a.kinds));
  int quarters = plan.quarters;
  if (discard < kKinds && contains(plan.kinds, discard)) {
    quarters -= 4 * dora_of_discard(sight, discard);
  }
  o.points = open ? open_points(quarters, sight.dealer) : closed_points(quarters, sight.dealer);
  const Ending e = ending_under(stakes, open, o.shanten, o.accepted, sight.draws);
  appraise(o, stakes, e);
  return o;
}

/// No option of so many points from so far away is worth more.
Option best_option(const Sight& sight, const Stakes& stakes, bool open, int shanten,
                   std::int32_t points) noexcept {
  Option o = kNoOption;
  o.points = points;
  appraise(o, stakes,
           under(stakes, [&](Air air) { return best_ending(air, open, shanten, sight.draws); }));
  return o;
}

/// Whether options of which that is the most need not be found.
bool passed_over(const Search& search, const Options& found, const Option& most) noexcept {
  return most.value < search.floor || (search.leading && Lead(found).beats(most));
}
bool passes_over(const Search& search) noexcept {
  return search.leading || search.floor > INT32_MIN;
}

/// The options of a plan after these discards; at tenpai the exact look knows better.
void add_plan(const Sight& sight, const Stakes& stakes, const Search& search, const Plan& plan,
              const Reach* reach, KindSet candidates, Options& into) noexcept {
  const bool open = reach != nullptr;
  if (plan.needs < kKinds) candidates &= ~kind_bit(plan.needs);
  if (candidates == 0) return;
  PlanView view(sight, plan);
  const KindSet nearest = view.prepare(candidates);
  const auto add = [&](KindSet discards, int shanten) {
    if (shanten <= 0 || discards == 0) return;
    if (passes_over(search)) {
      const std::int32_t points = open ? open_points(plan.quarters, sight.dealer)
                                       : closed_points(plan.quarters, sight.dealer);
      if (passed_over(search, into, best_option(sight, stakes, open, shanten, points))) return;
    }
    view.look(discards);
    for_each_kind(discards, [&](Kind k) {
      into.add(plan_option(sight, stakes, plan, reach, k, view.after(k)));
    });
  };
  add(nearest, view.shanten());
  add(candidates & ~nearest, view.shanten() + 1);
}

/// What a hand accepts after its discards: known, or found as far as it is asked for.
class After {
 public:
  After(const Hand& hand, const agari::Discards* known) noexcept : hand_(hand), known_(known) {
    if (known_ == nullptr) agari::shanten_after(hand.counts, hand.keys, hand.size, own_);
  }
  void look(KindSet discards) noexcept {
    if (known_ == nullptr) {
      agari::accepted_after(hand_.counts, hand_.keys, hand_.size, discards, own_);
    }
  }
  const agari::Discards& operator*() const noexcept { return known_ != nullptr ? *known_ : own_; }
  const agari::Discards* operator->() const noexcept { return &**this; }

 private:
  const Hand& hand_;
  const agari::Discards* known_;
  agari::Discards own_;
};

void add_closed(const Sight& sight, const Stakes& stakes, const Search& search,
                Options& into) noexcept {
  const Hand& hand = *sight.hand;
  After found(hand, search.after);
  into.nearest = found->best;
  const KindSet candidates = hand.present & search.allowed & (search.all ? kAllKinds : found->best);
  const ClosedValue value(sight, search.may_riichi_later);
  KindSet looked_at = candidates;
  if (search.floor > INT32_MIN) {
    // A discard brings tanyao a step nearer at most. (A one-away hand may be worth more by a deeper
    // look.)
    const std::int32_t points = closed_points(value.quarters(sight, kKinds) + 1, sight.dealer);
    const auto below = [&](int shanten) {
      return best_option(sight, stakes, false, shanten, points).value < search.floor;
    };
    if ((candidates & ~found->best) != 0 && below(found->shanten + 1)) looked_at &= found->best;
    if (found->shanten > 1 && below(found->shanten)) looked_at &= ~found->best;
  }
  found.look(looked_at);
  for_each_kind(looked_at, [&](Kind k) {
    const agari::Accepted& a = found->after[k];
    if (a.shanten == 0) {
      add_tenpai(sight, stakes, search, a.kinds, k, into);
      return;
    }
    Option o = kNoOption;
    o.kind = k;
    o.shanten = a.shanten;
    o.accepted = static_cast<std::int16_t>(sight.unseen.count(a.kinds));
    o.points = closed_points(value.quarters(sight, k), sight.dealer);
    appraise(o, stakes, ending_under(stakes, false, o.shanten, o.accepted, sight.draws));
    into.add(o);
  });
  if (search.deep && found->shanten == 1) {
    // The three best by the first look.
    const KindSet away = found->best & candidates;
    std::array<std::int32_t, 3> top = {INT32_MIN, INT32_MIN, INT32_MIN};
    for_each_kind(away, [&](Kind k) {
      std::int32_t v = into.of[k].value;
      for (auto& t : top) {
        if (v > t) std::swap(v, t);
      }
    });
    for_each_kind(away, [&](Kind k) {
      if (into.of[k].value >= top[2]) {
        look_deeper(sight, stakes, found->after[k].kinds, into.of[k]);
      }
    });
  }
  Plan flush;
  if (closed_flush(sight, flush)) {
    add_plan(sight, stakes, search, flush, nullptr, candidates, into);
  }
}

void add_open(const Sight& sight, const Stakes& stakes, const Search& search,
              Options& into) noexcept {
  const Hand& hand = *sight.hand;
  const KindSet candidates = hand.present & search.allowed;
  into.nearest = candidates;
  After found(hand, search.after);
  KindSet ready = found->shanten == 0 ? candidates & found->best : 0;
  if (ready != 0) {
    found.look(ready);
    for_each_kind(
        ready, [&](Kind k) { add_tenpai(sight, stakes, search, found->after[k].kinds, k, into); });
  }
  const Held held(hand);
  const Reach reach(sight, held);
  Plans plans;
  open_plans(sight, held, plans);
  for (const Plan& plan : plans) {
    if (!plan.toitoi) {
      add_plan(sight, stakes, search, plan, &reach, candidates, into);
      continue;
    }
    for_each_kind(candidates, [&](Kind k) {
      Option o = toitoi_option(sight, held, k);
      if (o.shanten <= 0) return;
      o.points = open_points(plan.quarters - 4 * dora_of_discard(sight, k), sight.dealer);
      appraise(o, stakes, ending_under(stakes, true, o.shanten, o.accepted, sight.draws));
      into.add(o);
    });
  }
  // Without a yaku: tenpai at the draw is what it can come to.
  KindSet others = candidates & ~ready;
  if (passes_over(search)) {
    for (const KindSet near : {found->best, ~found->best}) {
      if ((others & near) == 0) continue;
      const int shanten = found->shanten + (near == found->best ? 0 : 1);
      if (passed_over(search, into, best_option(sight, stakes, true, shanten, 0))) others &= ~near;
    }
  }
  found.look(others);
  for_each_kind(others, [&](Kind k) {
    Option o = kNoOption;
    o.kind = k;
    o.shanten = found->after[k].shanten;
    o.open = true;
    o.accepted = static_cast<std::int16_t>(reach.of(found->after[k].kinds, kAllKinds, k));
    appraise(o, stakes, ending_under(stakes, true, o.shanten, o.accepted, sight.draws));
    into.add(o);
  });
}

}  // namespace

void options(const Sight& sight, const Stakes& stakes, const Search& search,
             Options& out) noexcept {
  out.kinds = out.declares = 0;
  if (sight.closed) {
    add_closed(sight, stakes, search, out);
  } else {
    add_open(sight, stakes, search, out);
  }
}

Option standing_option(const Sight& sight, const Stakes& stakes, bool may_riichi_later,
                       bool with_open) noexcept {
  const Hand& hand = *sight.hand;
  const agari::Accepted a = agari::accepted(hand.counts, hand.keys, hand.size);
  Option best = kNoOption;
  const auto take = [&](const Option& o) {
    if (best.shanten == 9 || o.value > best.value) best = o;
  };
  if (a.shanten == 0) {
    take(tenpai_option(sight, stakes, hand.counts, hand.keys, a.kinds, kKinds, false));
  } else {
    Option o = kNoOption;
    o.kind = kKinds;
    o.shanten = a.shanten;
    o.open = !sight.closed;
    o.accepted =
        static_cast<std::int16_t>(o.open ? Reach(sight, Held(hand)).of(a.kinds, kAllKinds, kKinds)
                                         : sight.unseen.count(a.kinds));
    if (sight.closed) {
      o.points =
          closed_points(ClosedValue(sight, may_riichi_later).quarters(sight, kKinds), sight.dealer);
    }
    appraise(o, stakes, ending_under(stakes, o.open, o.shanten, o.accepted, sight.draws));
    take(o);
  }
  if (sight.closed) {
    Plan flush;
    if (closed_flush(sight, flush)) {
      const agari::Accepted f = PlanView(sight, flush).standing();
      if (f.shanten > 0) take(plan_option(sight, stakes, flush, nullptr, kKinds, f));
    }
  }
  if (with_open) {
    const Held held(hand);
    const Reach reach(sight, held);
    Plans plans;
    open_plans(sight, held, plans);
    for (const Plan& plan : plans) {
      if (plan.toitoi) {
        Option o = toitoi_option(sight, held, kKinds);
        if (o.shanten <= 0) continue;
        o.points = open_points(plan.quarters, sight.dealer);
        appraise(o, stakes, ending_under(stakes, true, o.shanten, o.accepted, sight.draws));
        take(o);
      } else {
        const agari::Accepted p = PlanView(sight, plan).standing();
        if (p.shanten > 0) take(plan_option(sight, stakes, plan, &reach, kKinds, p));
      }
    }
  }
  return best;
}

bool open_plan_in_reach(const Sight& sight) noexcept {
  Plans plans;
  open_plans(sight, Held(*sight.hand), plans);
  return !plans.empty();
}

int keep_value(const Sight& sight, Kind k) noexcept {
  const Hand& hand = *sight.hand;
  int v;
  if (is_honour(k)) {
    v = contains(sight.yakuhai, k) ? 2 + 2 * std::min(sight.unseen.of(k), 2) : sight.unseen.of(k);
  } else {
    static constexpr std::array<std::uint8_t, 9> kByRank = {4, 6, 8, 9, 9, 9, 8, 6, 4};
    v = kByRank[static_cast<std::size_t>(rank_of(k))];
    if (rank_of(k) > 0 && sight.dora[k - 1] > 0) v += 3;
    if (rank_of(k) < 8 && sight.dora[k + 1] > 0) v += 3;
  }
  return v + 10 * (sight.dora[k] + (hand.reds[k] > 0 ? 1 : 0)) + 2 * (hand.counts[k] - 1);
}

}  // namespace oshihiki::strategy
