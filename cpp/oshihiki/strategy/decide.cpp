#include <algorithm>
#include <array>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/strategy/temper.hpp"
#include "oshihiki/strategy/turn.hpp"

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

}  // namespace

Action decide(const Strategy& strategy, const View& view, const Actions& legal) noexcept {
  if (errs(strategy)) return decide_softly(strategy, temper_of(strategy), view, legal);
  return decide_surely(strategy, view, legal);
}

Action decide_surely(const Strategy& strategy, const View& view, const Actions& legal) noexcept {
  if (strategy.player == Player::kRandom) return decide_random(view, legal);
  if (legal.size() == 1) return legal[0];
  const Choices choices(legal);
  if (view.phase() == play::Phase::kShow) return choices.first(ActionType::tenpai);
  if (strategy.player == Player::kTsumogiri) return decide_tsumogiri(choices);
  if (in_turn(view.phase())) {
    return decide_turn(strategy, view, choices);
  }
  return decide_answer(strategy, view, choices);
}

Action first_action(First first, const Strategy& then, const View& view,
                    const Actions& legal) noexcept {
  if (legal.size() == 1) return legal[0];
  const Choices choices(legal);
  Strategy player = then;
  if (player.player != Player::kEfficient) player.player = Player::kBalanced;
  if (first == First::kKan) {
    for (const ActionType kan : {ActionType::ankan, ActionType::kakan, ActionType::daiminkan}) {
      if (choices.has(kan)) return choices.first(kan);
    }
    first = First::kAttack;
  }
  if (choices.discards == 0) {
    return first == First::kCall ? best_call(player, view, choices) : legal[0];
  }
  const Sight sight(view);
  const auto attack = [&] {
    // What the strategy would do if nobody threatened.
    Strategy attacker = player;
    if (first == First::kRiichi) attacker.riichi = Declare::kAlways;
    if (first == First::kDamaten) attacker.riichi = Declare::kNever;
    return best_attack(attacker, sight, stakes_of(player, sight, Threats{}), choices);
  };
  if (first == First::kAttack || first == First::kRiichi || first == First::kDamaten) {
    return discard_of(choices, attack());
  }
  const Risks risks(sight, threats(view, player));
  KindSet allowed = choices.discards;
  if (first == First::kPushTo) {
    const Option best = attack();
    if (risks.of[best.kind].chance <= per_mille(then.push_to)) return discard_of(choices, best);
  }
  if (first == First::kMawashi) {
    const Hand& hand = view.hand();
    const int shanten = std::max(agari::shanten(hand), 0);
    const KindSet keeping = agari::discards_keeping(hand.counts, hand.keys, hand.size, shanten);
    if ((allowed & keeping) != 0) allowed &= keeping;
  }
  return choices.discard(safest(sight, risks, allowed));
}

}  // namespace oshihiki::strategy
