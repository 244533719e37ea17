#include "oshihiki/strategy/ready.hpp"

#include <algorithm>
#include <array>

#include "oshihiki/score/score.hpp"
#include "oshihiki/strategy/plan.hpp"

namespace oshihiki::strategy {
namespace {

/// What ippatsu, ura and tsumo add to the ron points of a riichi hand, by han.
constexpr std::array<std::int32_t, 14> kRiichiExtra = {1400, 1500, 2000, 2500, 1700, 3200, 1200,
                                                       3000, 1500, 2500, 3500, 1000, 1000, 0};

/// Others do not fold against a closed hand that says nothing: so many more of the tiles it wins on
/// by ron come, and with another's threat out, when they fold all the same.
constexpr int kUnheard = 6;
constexpr int kUnheardInThreat = 2;

/// Kinds in the own river, with the tile that is about to go there.
KindSet own_river(const Sight& sight, Kind discard) noexcept {
  KindSet set = discard < kKinds ? kind_bit(discard) : 0;
  for (const auto& d : sight.view.river(sight.view.seat())) set |= kind_bit(d.tile().kind());
  return set;
}

struct Ready {
  int accepted = 0;  ///< unseen copies that win, a copy only to be drawn counting half
  int ron = 0;       ///< those that win as others' discards too
  std::int32_t points = 0;
};

/// A hand of 3n+1 tiles that is tenpai: which tiles win, and what.
Ready ready_hand(const Sight& sight, const Counts& counts, const SuitKeys& keys, KindSet waits,
                 Kind discard, bool riichi) noexcept {
  const rules::Rules& rules = sight.view.rules();
  score::Win win;
  win.melds = *sight.melds;
  win.seat_wind = sight.seat_wind;
  win.round_wind = sight.round_wind;
  // Indicators, reds and Norths weigh alike.
  const int dora =
      dora_held(sight, kAllKinds) - (discard < kKinds ? dora_of_discard(sight, discard) : 0);

  const bool furiten = (waits & own_river(sight, discard)) != 0;
  int halves = 0;
  int ron = 0;
  std::int64_t sum = 0;
  for_each_kind(waits, [&](Kind k) {
    const int copies = sight.unseen.of(k);
    if (copies == 0) return;
    win.closed = counts;
    ++win.closed[k];
    win.keys = keys;
    win.keys.add(k);
    win.winning = k;
    win.dora = static_cast<std::uint8_t>(dora + sight.dora[k]);
    win.flags = riichi ? score::bit(score::Flag::kRiichi) : 0;
    score::Score s = score::score(win, rules);
    int weight = 2 * copies;
    if (furiten || s.status != score::Status::kWin) {
      if (s.status != score::Status::kWin) {
        if (!sight.closed) return;
        win.flags |= score::bit(score::Flag::kTsumo);
        s = score::score(win, rules);
        if (s.status != score::Status::kWin) return;
      }
      weight = copies;
    } else {
      ron += copies;
    }
    std::int32_t points = score::ron_points(s.base, sight.dealer);
    if (riichi) {
      const std::int32_t extra = kRiichiExtra[static_cast<std::size_t>(std::min<int>(s.han, 13))];
      if (s.yakuman == 0) points += sight.dealer ? extra * 3 / 2 : extra;
    }
    halves += weight;
    sum += std::int64_t{points} * weight;
  });
  Ready out;
  out.accepted = (halves + 1) / 2;
  out.ron = ron;
  out.points = halves == 0 ? 0 : static_cast<std::int32_t>(sum / halves);
  return out;
}

}  // namespace

Option tenpai_option(const Sight& sight, const Stakes& stakes, const Counts& counts,
                     const SuitKeys& keys, KindSet waits, Kind discard, bool riichi) noexcept {
  const Ready ready = ready_hand(sight, counts, keys, waits, discard, riichi);
  Option o = kNoOption;
  o.kind = discard;
  o.shanten = 0;
  o.open = !sight.closed;
  o.riichi = riichi;
  o.points = ready.points;
  o.accepted = static_cast<std::int16_t>(ready.accepted);
  int effective = ready.accepted;
  if (!riichi && !o.open) {
    effective += std::min(ready.ron, stakes.air == Air::kQuiet ? kUnheard : kUnheardInThreat);
  }
  const Ending e = ending_under(stakes, o.open, 0, effective, sight.draws);
  appraise(o, stakes, e);
  if (riichi) o.value -= static_cast<std::int32_t>((std::int64_t{1000} * (65536 - e.win)) >> 16);
  return o;
}

}  // namespace oshihiki::strategy
