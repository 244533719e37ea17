#include "oshihiki/strategy/temper.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "oshihiki/strategy/habit.hpp"
#include "oshihiki/strategy/turn.hpp"

namespace oshihiki::strategy {
namespace {

using play::Action;
using play::Actions;
using play::ActionType;
using play::View;

constexpr std::int64_t kPoint = 256;

// Differences that no number of the deciding code tells, in points.
constexpr std::int64_t kOfWin = 4000 * kPoint;    ///< a legal win, which is always taken
constexpr std::int64_t kOfKan = 400 * kPoint;     ///< a kan against not, whichever is chosen
constexpr std::int64_t kOfAbort = 1000 * kPoint;  ///< nine terminals, showing tenpai
constexpr std::int64_t kOfCall = 400 * kPoint;    ///< a call that was not worth looking at
constexpr std::int64_t kOfOdd = 1000 * kPoint;    ///< a discard against the plan of the hand
constexpr std::int64_t kUnknown = INT64_MIN / 4;

/// Worth of each kind as a discard.
using ByKind = std::array<std::int64_t, kKinds>;

/// What the discards are worth; returns what the strategy chooses.
Action discard_worths(const Strategy& strategy, const View& view, const Choices& choices,
                      const agari::Discards* after, ByKind& plain, ByKind& riichi) noexcept {
  const Turn turn(strategy, view);
  const Sight& sight = turn.sight;
  if (strategy.player == Player::kBalanced && strategy.fold == Fold::kAlways) {
    for_each_kind(choices.discards, [&](Kind k) {
      plain[k] = -std::int64_t{risk(sight, turn.out, k).cost} * kPoint - keep_value(sight, k);
    });
    return decide_turn(strategy, view, choices);
  }
  const auto value = [&](const Option& o) {
    return turn.out.any() ? judgement(strategy, sight, turn.stakes, turn.risks, o).value
                          : attack_value(sight, o) * (kPoint / 8);
  };
  Search search = search_of(strategy, sight, choices);
  search.all = true;
  search.after = after;
  Options found;
  options(sight, turn.stakes, search, found);
  for_each_kind(found.kinds, [&](Kind k) { plain[k] = value(found.of[k]); });
  for_each_kind(found.declares, [&](Kind k) { riichi[k] = value(found.declared[k]); });
  return decide_turn(strategy, turn, choices, found);
}

Action turn_worths(const Strategy& strategy, const View& view, const Actions& legal,
                   const Choices& choices, const agari::Discards* after, Worths& out) noexcept {
  ByKind plain;
  ByKind riichi;
  plain.fill(kUnknown);
  riichi.fill(kUnknown);
  const Action chosen = std::popcount(choices.discards) > 1 || choices.riichi != 0
                            ? discard_worths(strategy, view, choices, after, plain, riichi)
                            : decide_turn(strategy, view, choices);
  std::int64_t most = kUnknown;
  std::int64_t least = 0;
  for_each_kind(choices.discards, [&](Kind k) {
    if (plain[k] == kUnknown) return;
    least = most == kUnknown ? plain[k] : std::min(least, plain[k]);
    most = std::max(most, plain[k]);
  });
  if (most == kUnknown) most = 0;
  for_each_kind(choices.riichi, [&](Kind k) {
    if (riichi[k] == kUnknown) riichi[k] = (plain[k] == kUnknown ? least : plain[k]) - kOfOdd;
    most = std::max(most, riichi[k]);
  });
  for (const Action a : legal) {
    switch (a.type()) {
      case ActionType::discard: {
        const std::int64_t w = plain[a.tile().kind()];
        out.push_back(w == kUnknown ? least - kOfOdd : w);
        break;
      }
      case ActionType::riichi:
        out.push_back(riichi[a.tile().kind()]);
        break;
      case ActionType::tsumo:
        out.push_back(most + kOfWin);
        break;
      case ActionType::ankan:
      case ActionType::kakan:
        out.push_back(a == chosen ? most + kOfKan : most - kOfKan);
        break;
      default:
        out.push_back(a == chosen ? most + kOfAbort : most - kOfAbort);
    }
  }
  return chosen;
}

void answer_worths(const Actions& legal, const Compared& compared, Worths& out) noexcept {
  const std::int64_t pass = compared.any ? compared.pass : 0;
  for (const Action a : legal) {
    switch (a.type()) {
      case ActionType::pass:
        out.push_back(pass);
        break;
      case ActionType::ron:
        out.push_back(pass + kOfWin);
        break;
      case ActionType::daiminkan:
        out.push_back(pass - 2 * kOfCall);
        break;
      default: {
        std::int64_t w = pass - kOfCall;
        for (const Compared::Call& call : compared.calls) {
          if (call.action == a) w = call.value;
        }
        out.push_back(w);
      }
    }
  }
}

constexpr std::uint64_t kOne = std::uint64_t{1} << 31;

/// Of x / 2^31, in 1/2^31, rounded down.
constexpr std::uint64_t root(std::uint64_t x) noexcept {
  std::uint64_t low = 0;
  std::uint64_t high = kOne + 1;
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    (middle * middle <= x * kOne ? low : high) = middle;
  }
  return low;
}

/// 2^(-i/256) in 1/2^31, by square roots.
constexpr std::array<std::uint64_t, 257> kPowers = [] {
  std::array<std::uint64_t, 257> table{};
  std::array<std::uint64_t, 8> roots{};  // 2^(-1/2), 2^(-1/4), ...
  std::uint64_t last = kOne / 2;
  for (auto& r : roots) r = last = root(last);
  for (std::size_t i = 0; i < 256; ++i) {
    std::uint64_t power = kOne;
    for (std::size_t bit = 0; bit < 8; ++bit) {
      if ((i >> (7 - bit) & 1) != 0) power = power * roots[bit] / kOne;
    }
    table[i] = power;
  }
  table[256] = kOne / 2;
  return table;
}();

/// Softmax of worths, and lapses, one action after another.
class Chances {
 public:
  Chances(const Weighed& weighed, const Temper& temper) noexcept
      : lapse_(static_cast<std::uint64_t>(temper.lapse)) {
    const Worths& worths = weighed.worth;
    const std::int64_t best = *std::max_element(worths.begin(), worths.end());
    // Of e, 94,548 / 65,536 is the binary logarithm.
    const auto scale = static_cast<std::uint64_t>(94548 * weighed.sharpness / 256);
    std::int64_t first = INT64_MAX;
    for (std::size_t i = 0; i < worths.size(); ++i) {
      // Differences are far under 2^40.
      const auto less =
          std::min(static_cast<std::uint64_t>(best - worths[i]), std::uint64_t{1} << 40);
      const std::uint64_t bits = less * scale / static_cast<std::uint64_t>(temper.temperature);
      bits_.push_back(static_cast<std::int64_t>(bits) - weighed.lean[i]);
      first = std::min(first, bits_.back());
    }
    std::uint64_t sum = 0;
    for (std::int64_t& bits : bits_) {
      bits = std::min(bits - first, kMostSurprise);
      sum += power_of_half(static_cast<std::uint64_t>(bits));
    }
    whole_ = binary_log(sum) - (std::int64_t{31} << 16);
  }

  std::int64_t surprise(std::size_t i) const noexcept {
    const std::int64_t s = std::clamp<std::int64_t>(bits_[i] + whole_, 0, kMostSurprise);
    if (lapse_ == 0) return s;
    const std::uint64_t p = power_of_half(static_cast<std::uint64_t>(s));  // in 1/2^31
    const std::uint64_t mixed = p * (65536 - lapse_) / 65536 + (lapse_ << 15) / bits_.size();
    return std::max<std::int64_t>(0, (std::int64_t{31} << 16) - binary_log(mixed));
  }

 private:
  Surprises bits_;
  std::int64_t whole_ = 0;
  std::uint64_t lapse_;
};

}  // namespace

std::uint64_t power_of_half(std::uint64_t x) noexcept {
  const std::uint64_t whole = x >> 16;
  if (whole > 40) return 0;
  const std::size_t at = x >> 8 & 0xFF;
  const std::uint64_t high = kPowers[at];
  const std::uint64_t between = (high - kPowers[at + 1]) * (x & 0xFF) >> 8;
  return (high - between) >> whole;
}

std::int64_t binary_log(std::uint64_t x) noexcept {
  const int whole = 63 - std::countl_zero(x);
  std::uint64_t m = whole > 31 ? x >> (whole - 31) : x << (31 - whole);  // in [1, 2) of 2^31
  std::int64_t log = whole;
  for (int bit = 0; bit < 16; ++bit) {
    m = m * m >> 31;
    const bool two = m >> 32 != 0;
    log = log * 2 + (two ? 1 : 0);
    if (two) m >>= 1;
  }
  return log;
}

namespace {

/// `after`: what the hand accepts after every discard on an own turn, where that is known.
void worths(const Strategy& strategy, const View& view, const Actions& legal,
            const agari::Discards* after, Worths& out) noexcept {
  if (strategy.player == Player::kRandom || legal.size() == 1) {
    for (std::size_t i = 0; i < legal.size(); ++i) out.push_back(0);
    return;
  }
  const Choices choices(legal);
  const bool own = in_turn(view.phase());
  Action chosen;
  if (strategy.player == Player::kTsumogiri || view.phase() == play::Phase::kShow) {
    chosen = decide_surely(strategy, view, legal);
    for (const Action a : legal) out.push_back(a == chosen ? kOfAbort : 0);
    return;
  }
  if (own) {
    chosen = turn_worths(strategy, view, legal, choices, after, out);
  } else {
    Compared compared;
    chosen = decide_answer(strategy, view, choices, &compared);
    answer_worths(legal, compared, out);
  }
  // The deciding code looks at fewer options than these, and has rules of its own: what it takes
  // stands a point above the rest at least.
  std::size_t at = 0;
  while (!(legal[at] == chosen)) ++at;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i != at) out[i] = std::min(out[i], out[at] - kPoint);
  }
}

}  // namespace

void weigh(const Strategy& strategy, const View& view, const Actions& legal,
           Weighed& out) noexcept {
  out = {};
  const bool by_habit =
      strategy.player == Player::kEfficient || strategy.player == Player::kBalanced;
  if (!by_habit || legal.size() == 1) {
    worths(strategy, view, legal, nullptr, out.worth);
    for (std::size_t i = 0; i < legal.size(); ++i) out.lean.push_back(0);
    return;
  }
  const Habit habit(view, legal);
  worths(strategy, view, legal, &habit.after(), out.worth);
  out.sharpness = habit.sharpness();
  for (const Action a : legal) out.lean.push_back(habit.lean(a));
}

void surprises(const Weighed& weighed, const Temper& temper, Surprises& out) noexcept {
  const Chances chances(weighed, temper);
  out.clear();
  for (std::size_t i = 0; i < weighed.worth.size(); ++i) out.push_back(chances.surprise(i));
}

std::int64_t surprise_of(const Weighed& weighed, const Temper& temper,
                         std::uint64_t which) noexcept {
  const Chances chances(weighed, temper);
  if (std::has_single_bit(which)) {
    return chances.surprise(static_cast<std::size_t>(std::countr_zero(which)));
  }
  std::uint64_t chance = 0;
  for (std::size_t i = 0; i < weighed.worth.size(); ++i) {
    if ((which >> i & 1) != 0) {
      chance += power_of_half(static_cast<std::uint64_t>(chances.surprise(i)));
    }
  }
  return std::max<std::int64_t>(
      0, (std::int64_t{31} << 16) - binary_log(std::max<std::uint64_t>(chance, 1)));
}

Action decide_softly(const Strategy& strategy, const Temper& temper, const View& view,
                     const Actions& legal) noexcept {
  if (legal.size() == 1) return legal[0];
  Weighed weighed;
  weigh(strategy, view, legal, weighed);
  Surprises surprise;
  surprises(weighed, temper, surprise);
  std::uint64_t sum = 0;
  for (const std::int64_t s : surprise) sum += power_of_half(static_cast<std::uint64_t>(s));
  wall::Stream stream(view.lane());
  const std::uint64_t limit = sum * (UINT64_MAX / sum);
  std::uint64_t left = stream.next();
  while (left >= limit) left = stream.next();
  left %= sum;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const std::uint64_t weight = power_of_half(static_cast<std::uint64_t>(surprise[i]));
    if (left < weight) return legal[i];
    left -= weight;
  }
  return legal[legal.size() - 1];
}

}  // namespace oshihiki::strategy
