#include <algorithm>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/strategy/turn.hpp"

namespace oshihiki::strategy {
namespace {

using play::Action;
using play::ActionType;
using play::View;

/// Per cent by which an open hand's promise is raised against a closed one's. By points alone
/// fewer calls would do; human fields call more, and this makes the call rate theirs.
constexpr int kOpenWeight = 165;

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

/// An option in 1/256 points. The weight of open hands moves what a win is worth, not what is lost
/// anyway.
std::int64_t weighed_up(const Strategy& strategy, const Option& o) noexcept {
  return std::int64_t{o.value} * 256 +
         std::int64_t{o.promise} * 256 * (strategy.calls * kOpenWeight - 10000) / 10000;
}

/// Calls f(option, value) for the discards after a call, the value in 1/256 points as passing's.
template <class F>
void for_each_option(const Strategy& strategy, const Sight& open, const Called& called,
                     const Threats& out, const Stakes& stakes, bool leading, F&& f) noexcept {
  Search search;
  search.allowed = called.allowed;
  search.all = out.any();
  search.may_riichi_later = false;
  search.leading = leading;
  Options found;
  options(open, stakes, search, found);
  found.each([&](const Option& o) {
    std::int64_t value = weighed_up(strategy, o);
    if (out.any()) value -= std::int64_t{risk(open, out, o.kind).cost} * stakes.loss_scale;
    f(o, value);
  });
}

bool is_call(Action a) noexcept {
  return a.type() == ActionType::chi || a.type() == ActionType::pon;
}

Sight sight_after(const Sight& sight, const Called& called) noexcept {
  Sight open(sight);
  open.hand = &called.hand;
  open.melds = &called.melds;
  open.closed = false;
  return open;
}

}  // namespace

Action best_call(const Strategy& strategy, const View& view, const Choices& choices) noexcept {
  const Sight sight(view);
  const Threats out = heeded(strategy, view);
  const Stakes stakes = stakes_of(strategy, sight, out);
  bool any = false;
  int nearest = 0;
  std::int64_t most = 0;
  Action best = Action::pass();
  for (const Action a : choices.all) {
    if (!is_call(a)) continue;
    const Called called = after_call(view, a);
    if (called.allowed == 0) continue;
    const int shanten = agari::shanten(called.hand);
    for_each_option(strategy, sight_after(sight, called), called, out, stakes, false,
                    [&](const Option&, std::int64_t value) {
                      const bool nearer = shanten < nearest;
                      if (any && !nearer && (shanten > nearest || value <= most)) return;
                      any = true;
                      nearest = shanten;
                      most = value;
                      best = a;
                    });
  }
  return best;
}

Action decide_answer(const Strategy& strategy, const View& view, const Choices& choices,
                     Compared* compared) noexcept {
  if (choices.has(ActionType::ron)) return choices.first(ActionType::ron);
  const Action pass = Action::pass();
  const bool balanced = strategy.player == Player::kBalanced;
  if (strategy.calls == 0 || (balanced && strategy.fold == Fold::kAlways)) return pass;
  if (!choices.has(ActionType::chi) && !choices.has(ActionType::pon)) return pass;
  const Sight sight(view);
  const Threats out = heeded(strategy, view);
  const int before = agari::shanten(*sight.hand);
  Stakes stakes;
  bool weighed = false;
  std::int64_t most = 0;
  Action best = pass;
  for (const Action a : choices.all) {
    if (!is_call(a)) continue;
    const Called called = after_call(view, a);
    if (called.allowed == 0) continue;
    const Sight open = sight_after(sight, called);
    // A call brings the hand nearer, or it is a yaku by itself.
    const bool yakuhai = a.type() == ActionType::pon && contains(sight.yakuhai, a.tile().kind());
    if (agari::shanten(called.hand) >= before && !yakuhai) continue;
    // Without a yaku in reach a call is for tenpai at the draw.
    if (!open_plan_in_reach(open) && sight.draws > 3) continue;
    if (!weighed) {
      weighed = true;
      stakes = stakes_of(strategy, sight, out);
      const Option standing = standing_option(sight, stakes, view.live_left() > 4, true);
      std::int32_t value = standing.value;
      if (out.any()) {
        value = std::max(value, fold_worth(sight, stakes, Risks(sight, out).safe));
      }
      most = std::int64_t{value} * 256;
      if (!sight.closed) most = std::max(most, weighed_up(strategy, standing));
      if (compared != nullptr) *compared = {true, most, {}};
    }
    // An option that another beats in value and in promise cannot be the best where the promise
    // weighs for it.
    const bool leading = !out.any() && strategy.calls * kOpenWeight >= 10000;
    const auto hear = [&](const Option&, std::int64_t value) {
      if (compared != nullptr) compared->hear(a, value);
      if (value > most) {
        most = value;
        best = a;
      }
    };
    for_each_option(strategy, open, called, out, stakes, leading, hear);
  }
  return best;
}

}  // namespace oshihiki::strategy
