#include "oshihiki/settle/match.hpp"

#include <algorithm>
#include <cstdlib>

namespace oshihiki::settle {
namespace {

using rules::Rules;

constexpr std::int32_t kStick = 1000;
constexpr std::int32_t kHundred = 100;

// Seats from first to last; equal scores by seat order from the first dealer.
std::array<Seat, kMaxSeats> order_of(const Points& scores, int players) noexcept {
  std::array<Seat, kMaxSeats> order{};
  for (int i = 0; i < players; ++i) {
    const auto s = static_cast<Seat>(i);
    int at = i;
    for (; at > 0 && scores[order[static_cast<std::size_t>(at - 1)]] < scores[s]; --at) {
      order[static_cast<std::size_t>(at)] = order[static_cast<std::size_t>(at - 1)];
    }
    order[static_cast<std::size_t>(at)] = s;
  }
  return order;
}

bool anyone_has_target(const Points& scores, const Rules& rules) noexcept {
  return std::any_of(scores.begin(), scores.begin() + rules.players,
                     [&](std::int32_t points) { return points >= rules.target; });
}

bool anyone_bust(const Points& scores, const Rules& rules) noexcept {
  if (rules.bust == rules::Bust::never) return false;
  const std::int32_t lowest = rules.bust == rules::Bust::below_zero ? 0 : 1;
  return std::any_of(scores.begin(), scores.begin() + rules.players,
                     [&](std::int32_t points) { return points < lowest; });
}

enum class Kind : std::uint8_t { kWin, kDraw, kAbort, kRedeal };

Kind kind_of(Outcome outcome, const Rules& rules) noexcept {
  switch (outcome) {
    case Outcome::kTsumo:
    case Outcome::kRon:
      return Kind::kWin;
    case Outcome::kNagashi:
      return rules.nagashi == rules::Nagashi::win ? Kind::kWin : Kind::kDraw;
    case Outcome::kNone:
    case Outcome::kExhaustive:
      return Kind::kDraw;
    case Outcome::kChombo:
      return Kind::kRedeal;
    default:
      return Kind::kAbort;
  }
}

bool dealer_repeats(Kind kind, const RoundEnd& end, Seat dealer, const Rules& rules) noexcept {
  const bool won = (end.winners >> dealer & 1u) != 0;
  const bool ready = (end.tenpai >> dealer & 1u) != 0;
  switch (kind) {
    case Kind::kWin:
      return won && rules.renchan != rules::Renchan::none;
    case Kind::kDraw:
      return ready && rules.renchan == rules::Renchan::win_or_tenpai;
    case Kind::kAbort:
      return rules.abort_renchan;
    default:
      return true;
  }
}

// Gives `total` to the seats of order[first..last] evenly in hundreds; what is left over goes
// to the earlier ones, a hundred each.
void share(Points& to, const std::array<Seat, kMaxSeats>& order, std::size_t first,
           std::size_t last, std::int32_t total) noexcept {
  const auto count = static_cast<std::int32_t>(last - first + 1);
  std::int32_t each = total / kHundred / count;
  std::int32_t left = total - each * kHundred * count;
  if (left < 0) {  // division rounds towards zero
    --each;
    left += kHundred * count;
  }
  for (std::size_t i = first; i <= last; ++i) {
    const std::int32_t more = std::min(left, kHundred);
    to[order[i]] += each * kHundred + more;
    left -= more;
  }
}

const rules::List4& uma_of(const Points& scores, const Rules& rules) noexcept {
  if (rules.uma_kind == rules::UmaKind::fixed) return rules.uma;
  const auto above = std::count_if(scores.begin(), scores.begin() + rules.players,
                                   [&](std::int32_t points) { return points >= rules.start; });
  if (above == 1) return rules.uma_one_above;
  if (above == rules.players - 1) return rules.uma_three_above;
  return rules.uma;
}

// To whole thousands.
std::int32_t rounded(std::int32_t points, rules::Rounding rounding) noexcept {
  if (rounding == rules::Rounding::exact) return points;
  const std::int32_t half = rounding == rules::Rounding::half_away ? 500 : 499;
  const std::int32_t size = (std::abs(points) + half) / 1000 * 1000;
  return points < 0 ? -size : size;
}

}  // namespace

Next next_round(const Standing& after, const RoundEnd& end, const Rules& rules) noexcept {
  Next next;
  next.standing = after;
  const Kind kind = kind_of(end.outcome, rules);
  if (anyone_bust(after.scores, rules)) {
    next.over = true;
    return next;
  }
  if (kind == Kind::kRedeal) return next;
  const int players = rules.players;
  const bool repeats = dealer_repeats(kind, end, after.dealer, rules);

  const int number = after.wind * players + after.dealer;  // rounds count from 0 at East 1
  const int last = (rules.length == rules::Length::tonpuu ? players : 2 * players) - 1;
  const int very_last = last + (rules.extension ? players : 0);
  if (number >= last) {
    const bool reached = anyone_has_target(after.scores, rules);
    if (!repeats) {
      next.over = number >= very_last || reached;
      // Without an extension the last round is the last, whatever the scores.
      if (!rules.extension) next.over = true;
    } else if (kind != Kind::kAbort) {
      const bool may_stop = kind == Kind::kWin ? rules.agari_yame : rules.tenpai_yame;
      const bool leads = order_of(after.scores, players)[0] == after.dealer &&
                         after.scores[after.dealer] >= rules.target;
      const bool sudden =
          number > last && rules.sudden_death == rules::SuddenDeath::at_once && reached;
      next.over = (may_stop && leads) || sudden;
    }
    if (next.over) return next;
  }

  Standing& standing = next.standing;
  const bool counter = kind == Kind::kWin ? repeats : rules.honba_on_draw;
  if (counter) {
    ++standing.honba;
  } else if (kind == Kind::kWin) {
    standing.honba = 0;
  }
  const bool dealer_won = kind == Kind::kWin && end.outcome != Outcome::kNagashi;
  standing.dealer_wins =
      repeats && dealer_won ? static_cast<std::uint16_t>(after.dealer_wins + 1) : std::uint16_t{0};
  if (!repeats) {
    standing.dealer = next_seat(after.dealer, players);
    if (standing.dealer == 0) ++standing.wind;
  }
  return next;
}

Placement place(const Standing& end, const std::array<std::uint16_t, kMaxSeats>& chombos,
                const Rules& rules) noexcept {
  Placement placement;
  const auto players = static_cast<std::size_t>(rules.players);
  const auto order = order_of(end.scores, rules.players);
  const bool ties_share = rules.ties == rules::Ties::shared;
  // How many have the score of the one at `first`.
  const auto last_tied = [&](std::size_t first) {
    std::size_t last = first;
    while (last + 1 < players && end.scores[order[last + 1]] == end.scores[order[first]]) ++last;
    return last;
  };

  placement.scores = end.scores;
  const std::int32_t sticks = end.deposits * kStick;
  if (rules.leftover == rules::Leftover::first) {
    placement.scores[order[0]] += sticks;
  } else if (rules.leftover == rules::Leftover::first_shared) {
    share(placement.scores, order, 0, last_tied(0), sticks);
  }

  const rules::List4& uma = uma_of(placement.scores, rules);
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < players; ++i) {
    const Seat s = order[i];
    placement.result[s] = rounded(placement.scores[s], rules.rounding) - rules.return_points;
  }
  for (std::size_t first = 0; first < players;) {
    const std::size_t last = ties_share ? last_tied(first) : first;
    std::int32_t bonus = first == 0 ? rules.oka : 0;
    for (std::size_t i = first; i <= last; ++i) {
      bonus += uma[i];
      placement.rank[order[i]] = static_cast<std::uint8_t>(first + 1);
    }
    share(placement.result, order, first, last, bonus);
    first = last + 1;
  }
  if (rules.rounding != rules::Rounding::exact) {
    // What rounding adds or takes is the first's.
    for (std::size_t i = 0; i < players; ++i) sum += placement.result[order[i]];
    share(placement.result, order, 0, ties_share ? last_tied(0) : 0, -sum);
  }
  for (std::size_t s = 0; s < players; ++s) {
    placement.result[s] -= chombos[s] * rules.chombo_penalty;
  }
  return placement;
}

}  // namespace oshihiki::settle
