#include <algorithm>
#include <array>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/strategy/attack.hpp"
#include "oshihiki/strategy/choices.hpp"
#include "oshihiki/strategy/danger.hpp"
#include "oshihiki/strategy/strategy.hpp"

// The choices of the built-in players: what attack.cpp promises against what danger.cpp costs.
namespace oshihiki::strategy {
namespace {

using play::Action;
using play::Actions;
using play::ActionType;
using play::View;

Action decide_random(const View& view, const Actions& legal) noexcept {
  if (legal.size() == 1) return legal[0];
  wall::Stream stream(view.lane());
  return legal[stream.below(static_cast<std::uint32_t>(legal.size()))];
}

Action decide_tsumogiri(const Choices& choices) noexcept {
  for (const ActionType type : {ActionType::tsumo, ActionType::ron, ActionType::pass}) {
    if (choices.has(type)) return choices.first(type);
  }
  for (const Action a : choices.all) {
    if (a.type() == ActionType::discard && a.tsumogiri()) return a;
  }
  return choices.all[0];
}

/// What points are worth here. Away from the last rounds a point is a point; at the end a leader
/// has more to lose and a last place more to win.
void weigh_by_placement(const View& view, Stakes& stakes) noexcept {
  const int last_wind = view.rules().length == rules::Length::tonpuu ? 0 : 1;
  const int wind = view.round_wind() - kEast;
  if (wind < last_wind) return;
  const int rounds_left = std::max(0, view.players() - 1 - view.dealer());
  if (rounds_left > 1) return;
  const Seat me = view.seat();
  int above = 0;
  std::int32_t lead = INT32_MAX;
  for (int i = 0; i < view.players(); ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == me) continue;
    const std::int32_t difference = view.score(me) - view.score(seat);
    if (difference < 0) ++above;
    lead = std::min(lead, difference);
  }
  const std::int32_t step = rounds_left == 0 ? 2 : 1;
  if (above == 0 && lead >= 4000) {
    stakes.loss_scale += 64 * step;
    stakes.win_scale -= 24 * step;
  } else if (above == view.players() - 1) {
    stakes.loss_scale -= 56 * step;
    stakes.win_scale += 24 * step;
  }
}

Stakes stakes_of(const View& view, const Threats& threats, bool placement) noexcept {
  Stakes stakes;
  stakes.pot = 1000 * view.deposits() + view.rules().honba_ron * view.honba();
  if (threats.any()) {
    stakes.air = threats.all.size() >= 2 && threats.riichi >= 2 ? Air::kTwo : Air::kThreat;
    stakes.certainty = threats.certainty();
    std::int32_t loss = 0;
    for (const Threat& t : threats.all) loss = std::max(loss, t.loss);
    stakes.loss = loss;
    stakes.tsumo = loss * 2 / 5;
  }
  if (placement) weigh_by_placement(view, stakes);
  return stakes;
}

/// The discard of least risk; ties by the shanten it keeps, then by use.
Kind safest_kind(const Sight& sight, const Threats& threats, KindSet allowed) noexcept {
  const Hand& hand = *sight.hand;
  agari::Discards found;
  agari::discards(hand.counts, hand.keys, hand.size, found);
  Kind best = static_cast<Kind>(std::countr_zero(allowed));
  std::int64_t least = INT64_MAX;
  for_each_kind(allowed, [&](Kind kind) {
    const Risk r = risk(sight, threats, kind);
    // Risk first; then shanten, accepted tiles and use, each in its own digits.
    std::int64_t rank = std::int64_t{r.cost} << 20;
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

/// What folding from here on costs beside this discard: others' tsumo, and later discards that
/// are not all safe.
std::int32_t fold_worth(const Sight& sight, const Stakes& stakes, const Threats& threats,
                        Kind safest) noexcept {
  std::int32_t value = worth(stakes, folded(stakes.air, sight.draws), 0);
  value = value * stakes.certainty / 256;
  // Safe tiles for later turns: without them every further discard is a small risk.
  int safe = 0;
  for_each_kind(sight.hand->present, [&](Kind kind) {
    if (risk(sight, threats, kind).chance * 100 < 65536) safe += sight.hand->counts[kind];
  });
  const int wanted = std::min(sight.draws, 4);
  if (safe < wanted) value -= 90 * (wanted - safe);
  return value - risk(sight, threats, safest).cost;
}

/// The best attack and, with a threat out, whether to give it up.
struct Judged {
  Option best;
  bool fold = false;
};

Judged judge(const Strategy& strategy, const Sight& sight, const Threats& threats,
             const Stakes& stakes, const Choices& choices) noexcept {
  Search search;
  search.allowed = choices.discards;
  search.all = threats.any();
  search.may_riichi_later =
      strategy.riichi != Declare::kNever && sight.view.live_left() > 4 && sight.closed;
  if (strategy.riichi != Declare::kNever) search.riichi = choices.riichi;
  if (strategy.riichi == Declare::kAlways ||
      (strategy.player == Player::kEfficient && strategy.riichi == Declare::kAuto)) {
    search.riichi_bias = 100000;  // above any difference of worth
  }
  Options found;
  options(sight, stakes, search, found);
  Judged out;
  std::int64_t most = INT64_MIN;
  for (const Option& o : found) {
    std::int64_t value = std::int64_t{o.value} * 256 - keep_value(sight, o.kind);
    if (threats.any()) {
      const Risk r = risk(sight, threats, o.kind);
      const bool within = strategy.push_to < 1000 &&
                          r.chance <= static_cast<std::uint32_t>(strategy.push_to) * 65536u / 1000u;
      if (!within)
        value -= std::int64_t{r.cost} * stakes.loss_scale * 100 / std::max(strategy.push, 1);
    }
    if (value > most) {
      most = value;
      out.best = o;
    }
  }
  if (!threats.any() || strategy.fold != Fold::kAuto || strategy.player != Player::kBalanced) {
    return out;
  }
  const Kind safest = safest_kind(sight, threats, search.allowed);
  if (strategy.push_to < 1000) {
    out.fold = risk(sight, threats, out.best.kind).chance >
               static_cast<std::uint32_t>(strategy.push_to) * 65536u / 1000u;
    return out;
  }
  out.fold = most < std::int64_t{fold_worth(sight, stakes, threats, safest)} * 256;
  return out;
}

Action discard_option(const Choices& choices, const Option& option) noexcept {
  const bool riichi = option.riichi && contains(choices.riichi, option.kind);
  return choices.discard(option.kind, riichi ? ActionType::riichi : ActionType::discard);
}

/// Kans that do not hurt: the hand stays as near to ready, and nobody threatens unless it is ready.
bool kan_pays(const Sight& sight, const Threats& threats, Action kan) noexcept {
  if (sight.view.in_riichi(sight.view.seat())) return true;
  const Hand& hand = *sight.hand;
  const int before = agari::shanten(hand);
  Hand after = hand;
  const Kind kind = kan.tile().kind();
  const int given = kan.type() == ActionType::ankan ? 4 : 1;
  for (int i = 0; i < given; ++i) after.remove(Tile(kind, after.reds[kind] > 0));
  const int now = agari::shanten(after);
  if (kan.type() == ActionType::ankan) return now <= before && (!threats.any() || now <= 0);
  return now <= before && now <= 0 && !threats.any();
}

/// Who never folds plays as if nobody threatened: no tile is dearer for its danger.
bool heeds_threats(const Strategy& strategy) noexcept {
  return strategy.player == Player::kBalanced && strategy.fold != Fold::kNever;
}

Action decide_turn(const Strategy& strategy, const View& view, const Choices& choices) noexcept {
  if (choices.has(ActionType::tsumo)) return choices.first(ActionType::tsumo);
  if (choices.all.size() == 1) return choices.all[0];
  if (choices.has(ActionType::kita)) return choices.first(ActionType::kita);
  const Sight sight(view);
  const bool balanced = strategy.player == Player::kBalanced;
  const Threats out = heeds_threats(strategy) ? threats(view, strategy) : Threats{};
  if (balanced && strategy.fold == Fold::kAlways) {
    return choices.discard(safest_kind(sight, out, choices.discards));
  }
  if (choices.has(ActionType::nine_terminals) &&
      agari::shanten_of(view.hand().counts, view.hand().keys, view.hand().size,
                        agari::Form::kKokushi) > 2) {
    return choices.first(ActionType::nine_terminals);
  }
  for (const Action a : choices.all) {
    if ((a.type() == ActionType::ankan || a.type() == ActionType::kakan) &&
        kan_pays(sight, out, a)) {
      return a;
    }
  }
  const Stakes stakes = stakes_of(view, out, balanced && strategy.placement);
  const Judged judged = judge(strategy, sight, out, stakes, choices);
  if (judged.fold) return choices.discard(safest_kind(sight, out, choices.discards));
  return discard_option(choices, judged.best);
}

/// The hand after a call, and the discards it leaves.
struct Called {
  Hand hand;
  Melds melds;
  KindSet allowed = 0;
};

Called after_call(const View& view, Action call) noexcept {
  Called out{view.hand(), view.melds(view.seat()), 0};
  out.melds.push_back(
      play::meld_of(view.hand(), call, view.turn(), [&](Tile own) { out.hand.remove(own); }));
  out.allowed = out.hand.present & ~play::forbidden_after(view.rules(), call);
  return out;
}

Action decide_answer(const Strategy& strategy, const View& view, const Choices& choices) noexcept {
  if (choices.has(ActionType::ron)) return choices.first(ActionType::ron);
  const Action pass = Action::pass();
  const bool balanced = strategy.player == Player::kBalanced;
  if (strategy.calls == 0 || (balanced && strategy.fold == Fold::kAlways)) return pass;
  if (!choices.has(ActionType::chi) && !choices.has(ActionType::pon)) return pass;
  const Sight sight(view);
  const Threats out = heeds_threats(strategy) ? threats(view, strategy) : Threats{};
  const Stakes stakes = stakes_of(view, out, balanced && strategy.placement);
  // A hand of its own draws, then each call with its best discard.
  const Option standing = standing_option(sight, stakes, sight.closed, true);
  std::int64_t most = std::int64_t{standing.value} * 256;
  Action best = pass;
  for (const Action a : choices.all) {
    if (a.type() != ActionType::chi && a.type() != ActionType::pon) continue;
    const Called called = after_call(view, a);
    if (called.allowed == 0) continue;
    Sight open(view);
    open.hand = &called.hand;
    open.melds = &called.melds;
    open.closed = false;
    if (!open_plan_in_reach(open)) continue;
    Search search;
    search.allowed = called.allowed;
    search.all = out.any();
    search.may_riichi_later = false;
    Options found;
    options(open, stakes, search, found);
    if (found.empty()) continue;
    for (const Option& o : found) {
      if (o.points == 0 && o.shanten > 0 && view.live_left() > 8) continue;
      std::int64_t value = std::int64_t{o.value} * 256 * strategy.calls / 100;
      if (out.any()) value -= std::int64_t{risk(open, out, o.kind).cost} * stakes.loss_scale;
      if (value > most) {
        most = value;
        best = a;
      }
    }
  }
  if (best == pass || !out.any() || strategy.fold != Fold::kAuto) return best;
  // With a threat out a call must also be better than giving the hand up.
  const std::int64_t given_up =
      std::int64_t{worth(stakes, folded(stakes.air, sight.draws), 0)} * stakes.certainty;
  return most > given_up ? best : pass;
}

}  // namespace

Action decide(const Strategy& strategy, const View& view, const Actions& legal) noexcept {
  if (strategy.player == Player::kRandom) return decide_random(view, legal);
  if (legal.size() == 1) return legal[0];
  const Choices choices(legal);
  if (view.phase() == play::Phase::kShow) return choices.first(ActionType::tenpai);
  if (strategy.player == Player::kTsumogiri) return decide_tsumogiri(choices);
  if (view.phase() == play::Phase::kTurn || view.phase() == play::Phase::kCalled) {
    return decide_turn(strategy, view, choices);
  }
  return decide_answer(strategy, view, choices);
}

Action first_action(First first, const Strategy& then, const View& view,
                    const Actions& legal) noexcept {
  if (legal.size() == 1) return legal[0];
  const Choices choices(legal);
  if (choices.discards == 0) return legal[0];
  const Sight sight(view);
  Strategy player = then;
  if (player.player != Player::kEfficient) player.player = Player::kBalanced;
  const Threats out = threats(view, player);
  // The attack is what the strategy would do if nobody threatened.
  Strategy attacker = player;
  attacker.fold = Fold::kNever;
  if (first == First::kRiichi) attacker.riichi = Declare::kAlways;
  if (first == First::kDamaten) attacker.riichi = Declare::kNever;
  const auto attack = [&] {
    const Stakes quiet = stakes_of(view, Threats{}, player.placement);
    return judge(attacker, sight, Threats{}, quiet, choices).best;
  };
  switch (first) {
    case First::kAttack:
    case First::kRiichi:
    case First::kDamaten:
      return discard_option(choices, attack());
    case First::kPushTo: {
      const Option best = attack();
      const std::uint32_t most = static_cast<std::uint32_t>(then.push_to) * 65536u / 1000u;
      if (risk(sight, out, best.kind).chance <= most) return discard_option(choices, best);
      break;
    }
    case First::kMawashi: {
      const Hand& hand = view.hand();
      const int shanten = agari::shanten(hand);
      const KindSet keeping =
          choices.discards &
          agari::discards_keeping(hand.counts, hand.keys, hand.size, std::max(shanten, 0));
      if (keeping != 0) return choices.discard(safest_kind(sight, out, keeping));
      break;
    }
    case First::kSafest:
      break;
  }
  return choices.discard(safest_kind(sight, out, choices.discards));
}

}  // namespace oshihiki::strategy
