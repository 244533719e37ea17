#include "oshihiki/strategy/turn.hpp"

#include <algorithm>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/strategy/placement.hpp"

namespace oshihiki::strategy {
namespace {

using play::Action;
using play::ActionType;
using play::View;

/// What a declared riichi gives up beside its stick, in points: folding later, a better wait,
/// others' carelessness. Set so that the shares of riichi and damaten wins are those of strong
/// human fields.
constexpr int kCommitment = 430;

/// Per cent by which the worth of going on outweighs the danger estimated for a tile: strong
/// human fields push that much more than the estimates alone would have it.
constexpr std::int64_t kBoldness = 120;

/// The best discard with a threat out.
struct Judged {
  Option best = kNoOption;
  bool fold = false;
};

Judged judge(const Strategy& strategy, const Turn& turn, const Choices& choices,
             const Options& found) noexcept {
  Judged out;
  std::int64_t most = INT64_MIN;
  for_each_kind(choices.discards, [&](Kind k) {
    Option o = kNoOption;
    o.kind = k;
    o.value = INT32_MIN;
    if (contains(found.kinds, k)) o = found.best(k);
    const Judgement judged = judgement(strategy, turn.sight, turn.stakes, turn.risks, o);
    if (judged.value > most) {
      most = judged.value;
      out = {o, judged.fold};
    }
  });
  return out;
}

Judged judge(const Strategy& strategy, const Turn& turn, const Choices& choices) noexcept {
  Search search = search_of(strategy, turn.sight, choices);
  search.all = true;
  // What is worth less than giving up needs no closer look.
  search.floor = std::min(fold_worth(turn.sight, turn.stakes, turn.risks.safe),
                          fold_worth(turn.sight, turn.stakes, turn.risks.safe - 1));
  Options found;
  options(turn.sight, turn.stakes, search, found);
  return judge(strategy, turn, choices, found);
}

/// Kans that do not hurt: the hand stays as near to ready, and nobody threatens unless it is
/// ready.
bool kan_pays(const Sight& sight, const Threats& threats, Action kan) noexcept {
  if (sight.view.in_riichi(sight.view.seat())) return true;
  const Hand& hand = *sight.hand;
  const int before = agari::shanten(hand);
  Hand after = hand;
  const Kind kind = kan.tile().kind();
  const bool ankan = kan.type() == ActionType::ankan;
  for (int i = 0; i < (ankan ? 4 : 1); ++i) after.remove(Tile(kind, after.reds[kind] > 0));
  const int now = agari::shanten(after);
  if (now > before) return false;
  if (ankan) return !threats.any() || now <= 0;
  return now <= 0 && !threats.any();
}

/// The best discard by attack alone, riichi among them.
Option best_of(const Sight& sight, const Options& found) noexcept {
  Option best = kNoOption;
  std::int64_t most = INT64_MIN;
  found.each([&](const Option& o) {
    if (!contains(found.nearest, o.kind)) return;
    const std::int64_t value = attack_value(sight, o);
    if (value > most) {
      most = value;
      best = o;
    }
  });
  return best;
}

bool goes_for_kokushi(const Sight& sight) noexcept {
  const Hand& hand = *sight.hand;
  return agari::shanten_of(hand.counts, hand.keys, hand.size, agari::Form::kKokushi) <= 2;
}

/// What needs no comparing; passing: there is nothing of the kind.
Action at_once(const Choices& choices) noexcept {
  for (const ActionType type : {ActionType::tsumo, ActionType::kita}) {
    if (choices.has(type)) return choices.first(type);
  }
  return Action::pass();
}

/// The rest of a turn. (`all`: the options of every discard, where they are known already; else
/// those that may be the best are looked at.)
Action chosen(const Strategy& strategy, const Turn& turn, const Choices& choices,
              const Options* all) noexcept {
  const Sight& sight = turn.sight;
  if (strategy.player == Player::kBalanced && strategy.fold == Fold::kAlways) {
    return choices.discard(safest(sight, Risks(sight, turn.out), choices.discards));
  }
  if (choices.has(ActionType::nine_terminals) && !goes_for_kokushi(sight)) {
    return choices.first(ActionType::nine_terminals);
  }
  for (const ActionType type : {ActionType::ankan, ActionType::kakan}) {
    if (!choices.has(type)) continue;
    for (const Action a : choices.all) {
      if (a.type() == type && kan_pays(sight, turn.out, a)) return a;
    }
  }
  if (choices.discards == 0) return choices.all[0];
  const auto attack = [&] {
    return all ? best_of(sight, *all) : best_attack(strategy, sight, turn.stakes, choices);
  };
  if (!turn.out.any()) return discard_of(choices, attack());
  if (strategy.push_to < 1000) {
    const Option best = attack();
    const bool pushed = turn.risks.of[best.kind].chance <= per_mille(strategy.push_to);
    if (pushed) return discard_of(choices, best);
    return choices.discard(safest(sight, turn.risks, choices.discards));
  }
  const Judged judged = all ? judge(strategy, turn, choices, *all) : judge(strategy, turn, choices);
  if (judged.fold) return choices.discard(judged.best.kind);
  return discard_of(choices, judged.best);
}

}  // namespace

Search search_of(const Strategy& strategy, const Sight& sight, const Choices& choices) noexcept {
  Search search;
  search.allowed = choices.discards;
  search.may_riichi_later = strategy.riichi != Declare::kNever && sight.view.live_left() > 4;
  if (strategy.riichi != Declare::kNever) search.riichi = choices.riichi;
  // `efficient` declares whenever it can; so does anybody told to.
  if (strategy.riichi == Declare::kAlways || strategy.player == Player::kEfficient) {
    search.riichi_bias = 100000;
  } else {
    search.riichi_bias = -kCommitment;
  }
  return search;
}

std::int64_t attack_value(const Sight& sight, const Option& option) noexcept {
  return std::int64_t{option.value} * 8 - keep_value(sight, option.kind);
}

Judgement judgement(const Strategy& strategy, const Sight& sight, const Stakes& stakes,
                    const Risks& risks, const Option& option) noexcept {
  const std::int64_t caution =
      std::int64_t{stakes.loss_scale} * 100 * 100 / (kBoldness * std::max(strategy.push, 1));
  const Risk& risk = risks.of[option.kind];
  const std::int32_t given_up = fold_worth(sight, stakes, risks.safe_after(option.kind));
  // One point is 256; use breaks ties.
  std::int64_t value = std::int64_t{std::max(given_up, option.value)} * (65536 - risk.chance) / 256;
  value -= risk.cost * caution + keep_value(sight, option.kind);
  return {value, given_up > option.value};
}

Risks::Risks(const Sight& sight, const Threats& threats) noexcept {
  for_each_kind(sight.hand->present, [&](Kind kind) {
    of[kind] = risk(sight, threats, kind);
    if (of[kind].chance < kSafe) safe += sight.hand->counts[kind];
  });
}

Threats heeded(const Strategy& strategy, const View& view) noexcept {
  const bool heeds = strategy.player == Player::kBalanced && strategy.fold != Fold::kNever;
  return heeds ? threats(view, strategy) : Threats{};
}

Stakes stakes_of(const Strategy& strategy, const Sight& sight, const Threats& threats) noexcept {
  const View& view = sight.view;
  Stakes stakes;
  stakes.pot = 1000 * view.deposits() + view.rules().honba_ron * view.honba();
  if (sight.dealer) stakes.tsumo = stakes.tsumo * 3 / 2;
  if (threats.any()) {
    stakes.air = threats.riichi >= 2 ? Air::kTwo : Air::kThreat;
    stakes.certainty = threats.certainty();
    // What a deal-in costs: the threats by their certainty. A tsumo costs the dealer two thirds
    // of a ron, others less than half of a dealer's and a third of a non-dealer's.
    std::int64_t loss = 0;
    std::int64_t share = 0;
    std::int64_t sure = 0;
    for (const Threat& t : threats.all) {
      const int part = sight.dealer ? 169 : view.dealer() == t.seat ? 113 : 85;  // in 1/256
      loss += std::int64_t{t.loss} * t.certainty;
      share += std::int64_t{t.loss} * t.certainty * part / 256;
      sure += t.certainty;
    }
    stakes.loss = static_cast<std::int32_t>(loss / sure);
    stakes.tsumo = static_cast<std::int32_t>(share / sure);
  }
  if (strategy.player == Player::kBalanced && strategy.placement) {
    weigh_by_placement(view, threats, stakes);
  }
  return stakes;
}

Kind safest(const Sight& sight, const Risks& risks, KindSet allowed) noexcept {
  const Hand& hand = *sight.hand;
  agari::Discards found;
  agari::shanten_after(hand.counts, hand.keys, hand.size, found);
  agari::accepted_after(hand.counts, hand.keys, hand.size, allowed, found);
  Kind best = static_cast<Kind>(std::countr_zero(allowed));
  std::int64_t least = INT64_MAX;
  for_each_kind(allowed, [&](Kind kind) {
    // Risk first; then shanten, accepted tiles and use, each in its own digits.
    std::int64_t rank = std::int64_t{risks.of[kind].cost} << 20;
    rank += std::int64_t{found.after[kind].shanten} << 16;
    rank += (255 - std::min(255, sight.unseen.count(found.after[kind].kinds))) << 8;
    rank += std::min(255, keep_value(sight, kind));
    if (rank < least) {
      least = rank;
      best = kind;
    }
  });
  return best;
}

std::int32_t fold_worth(const Sight& sight, const Stakes& stakes, int safe_left) noexcept {
  std::int32_t value = worth(stakes, folded(stakes.air, sight.draws), 0);
  // Without safe tiles every further discard is a small risk.
  const int wanted = std::min(sight.draws, 4);
  if (safe_left < wanted) value -= stakes.loss / 64 * (wanted - safe_left);
  return value * stakes.certainty / 256;
}

Option best_attack(const Strategy& strategy, const Sight& sight, const Stakes& stakes,
                   const Choices& choices) noexcept {
  Search search = search_of(strategy, sight, choices);
  search.leading = true;
  Options found;
  options(sight, stakes, search, found);
  return best_of(sight, found);
}

Action discard_of(const Choices& choices, const Option& option) noexcept {
  const bool riichi = option.riichi && contains(choices.riichi, option.kind);
  return choices.discard(option.kind, riichi ? ActionType::riichi : ActionType::discard);
}

Turn::Turn(const Strategy& strategy, const View& view) noexcept
    : sight(view), out(heeded(strategy, view)), stakes(stakes_of(strategy, sight, out)) {
  if (out.any()) risks = Risks(sight, out);
}

Action decide_turn(const Strategy& strategy, const View& view, const Choices& choices) noexcept {
  const Action sure = at_once(choices);
  if (!(sure == Action::pass())) return sure;
  return chosen(strategy, Turn(strategy, view), choices, nullptr);
}

Action decide_turn(const Strategy& strategy, const Turn& turn, const Choices& choices,
                   const Options& all) noexcept {
  const Action sure = at_once(choices);
  return sure == Action::pass() ? chosen(strategy, turn, choices, &all) : sure;
}

}  // namespace oshihiki::strategy
