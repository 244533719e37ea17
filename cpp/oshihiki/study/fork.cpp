#include "oshihiki/study/fork.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "oshihiki/base/error.hpp"

namespace oshihiki::study {
namespace {

using play::Action;
using play::Actions;
using play::ActionType;
using play::State;
using play::View;

Seat asked(const State& state) noexcept {
  // Several may be waiting after a discard; the order in which they answer does not matter.
  return static_cast<Seat>(std::countr_zero(play::waiting(state)));
}

/// A decision at which the hero must discard, is not in riichi and cannot win on this draw.
bool may_be_spot(const State& state, Seat seat, const Actions& legal) noexcept {
  if (state.turn != seat) return false;
  if (state.phase != play::Phase::kTurn && state.phase != play::Phase::kCalled) return false;
  if (state.seats[seat].riichi != play::Riichi::kNo) return false;
  return std::none_of(legal.begin(), legal.end(),
                      [](Action a) { return a.type() == ActionType::tsumo; });
}

[[noreturn]] void overflow() { throw StudyError("study: a tally does not fit 64 bits"); }

void add(std::int64_t& sum, std::int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) overflow();
}
std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) overflow();
  return out;
}

}  // namespace

/// What each strategy would do at one decision, each asked at most once.
class ForkWorker::Choices {
 public:
  Choices(const ForkPlan& plan, const State& state, Seat seat, const Actions& legal) noexcept
      : plan_(plan), view_(state, seat), legal_(legal) {}

  Action of(std::uint8_t strategy) noexcept {
    if (legal_.size() == 1) return legal_[0];
    if ((known_ >> strategy & 1) == 0) {
      known_ |= std::uint64_t{1} << strategy;
      actions_[strategy] = strategy::decide(plan_.strategies[strategy], view_, legal_);
    }
    return actions_[strategy];
  }

  Action of(const Arm& arm, bool first) noexcept {
    if (!first || !arm.first) return of(arm.then);
    if (legal_.size() == 1) return legal_[0];
    return strategy::first_action(*arm.first, plan_.strategies[arm.then], view_, legal_);
  }

 private:
  const ForkPlan& plan_;
  View view_;
  const Actions& legal_;
  std::uint64_t known_ = 0;
  std::array<Action, 64> actions_;
};

ForkWorker::ForkWorker(const ForkPlan& plan)
    : plan_(plan), layout_{plan.arms.size(), plan.pairs.size()} {}

void ForkWorker::begin() {
  spots_.clear();
  main_.clear();
  for (auto& hero : heroes_) {
    hero.cells.clear();
    hero.fitting = 0;
    hero.cell = -1;
  }
}

int ForkWorker::cell_of(Reader& reader) const noexcept {
  for (const auto& condition : plan_.where) {
    if (!condition.holds(reader)) return -1;
  }
  int cell = 0;
  for (const auto& axis : plan_.axes) {
    const int bin = axis.bin(reader);
    if (bin < 0) return -1;
    cell = cell * static_cast<int>(axis.bins.size()) + bin;
  }
  return cell;
}

/// The cell of the spot to fork here, or -1.
int ForkWorker::pick(const State& state, Seat seat, const Actions& legal) {
  if (!may_be_spot(state, seat, legal)) return -1;
  Hero& hero = heroes_[seat];
  if (plan_.pick == Pick::kFirst && hero.fitting > 0) return -1;
  Reader reader{View(state, seat)};
  for (const auto& condition : plan_.spot) {
    if (!condition.holds(reader)) return -1;
  }
  ++hero.fitting;
  if (plan_.pick == Pick::kUniform) {
    // Reservoir: the m-th takes the place with probability 1 / m.
    wall::Address lane = state.address;
    lane.seat = seat;
    lane.decision = state.seats[seat].decisions;
    lane.use = wall::Use::kStudy;
    if (hero.fitting == 1 || wall::Stream(lane).below(hero.fitting) == 0) {
      hero.cell = cell_of(reader);
      if (hero.cell >= 0) hero.kept = state;
    }
    return -1;
  }
  const int cell = cell_of(reader);
  if (cell < 0) return -1;
  if (plan_.pick == Pick::kFirstInCell) {
    if (std::find(hero.cells.begin(), hero.cells.end(), cell) != hero.cells.end()) return -1;
    hero.cells.push_back(cell);
  }
  return cell;
}

void ForkWorker::add_spot(const State& state, Seat seat, int cell, std::int64_t weight,
                          Riders& riders) {
  const auto number = static_cast<std::uint16_t>(spots_.size());
  Spot& spot = spots_.emplace_back();
  spot.hero = seat;
  spot.cell = cell;
  spot.before = state.standing.scores[seat];
  spot.weight = weight;
  for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
    riders.push_back({number, static_cast<std::uint8_t>(a), true});
  }
}

/// Parts with the seat's riders that would not take `action`: each group that agrees on another
/// one goes on in a copy of the state. States are deterministic, so arms that choose alike have
/// one future, and playing it once changes nothing.
void ForkWorker::split(const State& state, Seat seat, Action action, Choices& choices,
                       Riders& riders) {
  Riders leaving;
  std::vector<Action> taken;
  std::size_t stay = 0;
  for (Rider rider : riders) {
    if (spots_[rider.spot].hero == seat) {
      const Action own = choices.of(plan_.arms[rider.arm], rider.first);
      rider.first = false;
      if (own != action) {
        leaving.push_back(rider);
        taken.push_back(own);
        continue;
      }
    }
    riders[stay++] = rider;
  }
  riders.resize(stay);

  play::NoEvents sink;
  for (std::size_t i = 0; i < leaving.size(); ++i) {
    if (leaving[i].arm == kGone) continue;
    Riders group;
    for (std::size_t j = i; j < leaving.size(); ++j) {
      if (leaving[j].arm != kGone && taken[j] == taken[i]) {
        group.push_back(leaving[j]);
        leaving[j].arm = kGone;
      }
    }
    State copy = state;
    play::step(copy, seat, taken[i], sink);
    follow(copy, group);
  }
}

/// Plays a fork to its end. All its riders have the same hero; the first one leads.
void ForkWorker::follow(State& state, Riders& riders) {
  const Seat hero = spots_[riders[0].spot].hero;
  play::NoEvents sink;
  Actions legal;
  while (!state.over()) {
    const Seat seat = asked(state);
    play::legal(state, seat, legal);
    assert(!legal.empty());
    Choices choices(plan_, state, seat, legal);
    Action action;
    if (seat != hero) {
      action = choices.of(plan_.base);
    } else {
      action = choices.of(plan_.arms[riders[0].arm], riders[0].first);
      if (riders.size() > 1) {
        split(state, seat, action, choices, riders);
      } else {
        riders[0].first = false;
      }
    }
    play::step(state, seat, action, sink);
  }
  finish(state, riders);
}

void ForkWorker::finish(const State& state, const Riders& riders) {
  const play::Result& result = state.result;
  for (const Rider& rider : riders) {
    Spot& spot = spots_[rider.spot];
    const Seat hero = spot.hero;
    ArmEnd& end = spot.ends[rider.arm];
    end = {};
    end.value = (state.standing.scores[hero] - spot.before) / kPointUnit;
    assert(end.value * kPointUnit == state.standing.scores[hero] - spot.before);
    const bool won = (result.winners >> hero & 1) != 0;
    switch (result.outcome) {
      case settle::Outcome::kTsumo:
      case settle::Outcome::kRon:
        if (won) {
          end.what = Layout::kWin;
          end.tsumo = result.outcome == settle::Outcome::kTsumo;
          end.points = result.hand_points[hero] / kPointUnit;
        } else if (result.outcome == settle::Outcome::kTsumo) {
          end.what = Layout::kOtherTsumo;
        } else if (result.payer == hero) {
          end.what = Layout::kDealIn;
          for (int s = 0; s < state.players(); ++s) {
            if ((result.winners >> s & 1) != 0) {
              end.points += result.hand_points[static_cast<std::size_t>(s)] / kPointUnit;
            }
          }
        } else {
          end.what = Layout::kLateral;
        }
        break;
      case settle::Outcome::kExhaustive:
      case settle::Outcome::kNagashi:
        end.what = (result.tenpai >> hero & 1) != 0 ? Layout::kDrawTenpai : Layout::kDrawNoten;
        break;
      default:
        end.what = Layout::kAbort;
    }
  }
}

/// Adds the round's spots to the tally, the round being the cluster.
void ForkWorker::close(Tally& tally) {
  const std::size_t pairs = plan_.pairs.size();
  const std::size_t stride = 1 + pairs;
  touched_.clear();
  sums_.clear();
  for (const Spot& spot : spots_) {
    std::int64_t* cell = tally.cells.data() + static_cast<std::size_t>(spot.cell) * layout_.size();
    const std::int64_t w = spot.weight;
    add(cell[Layout::kSpots], 1);
    for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
      std::int64_t* arm = cell + layout_.arm(a);
      const ArmEnd& end = spot.ends[a];
      add(arm[Layout::kValue], product(w, end.value));
      add(arm[end.what], w);
      if (end.tsumo) add(arm[Layout::kTsumo], w);
      if (end.what == Layout::kWin) add(arm[Layout::kWinPoints], product(w, end.points));
      if (end.what == Layout::kDealIn) add(arm[Layout::kDealInPoints], product(w, end.points));
    }
    const auto found = std::find(touched_.begin(), touched_.end(), spot.cell);
    const auto at = static_cast<std::size_t>(found - touched_.begin());
    if (found == touched_.end()) {
      touched_.push_back(spot.cell);
      sums_.resize(touched_.size() * stride, 0);
    }
    std::int64_t* sums = sums_.data() + at * stride;
    add(sums[0], w);
    for (std::size_t p = 0; p < pairs; ++p) {
      const auto [a, b] = plan_.pairs[p];
      add(sums[1 + p], product(w, spot.ends[a].value - spot.ends[b].value));
    }
  }
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::int64_t* cell =
        tally.cells.data() + static_cast<std::size_t>(touched_[i]) * layout_.size();
    const std::int64_t* sums = sums_.data() + i * stride;
    const std::int64_t n = sums[0];
    add(cell[Layout::kRounds], 1);
    add(cell[Layout::kN], n);
    add(cell[Layout::kN2], product(n, n));
    for (std::size_t p = 0; p < pairs; ++p) {
      std::int64_t* pair = cell + layout_.pair(p);
      const std::int64_t d = sums[1 + p];
      add(pair[Layout::kD], d);
      add(pair[Layout::kD2], product(d, d));
      add(pair[Layout::kDn], product(d, n));
    }
  }
  tally.spots += spots_.size();
  ++tally.rounds;
}

/// Forks the spots kept for the end of the round (uniform).
void ForkWorker::fork_kept() {
  for (int s = 0; s < plan_.rules.players; ++s) {
    Hero& hero = heroes_[static_cast<std::size_t>(s)];
    if (hero.cell < 0) continue;
    Riders riders;
    add_spot(hero.kept, static_cast<Seat>(s), hero.cell, hero.fitting, riders);
    State copy = hero.kept;
    follow(copy, riders);
  }
}

settle::Next ForkWorker::round(const wall::Address& address, const settle::Standing& standing,
                               Tally& tally) {
  begin();
  State state;
  play::NoEvents sink;
  play::start(state, plan_.rules, wall::uniform(plan_.rules, address), address, standing, sink);
  Actions legal;
  while (!state.over()) {
    const Seat seat = asked(state);
    play::legal(state, seat, legal);
    assert(!legal.empty());
    const int cell = pick(state, seat, legal);
    if (cell >= 0) add_spot(state, seat, cell, 1, main_);
    Choices choices(plan_, state, seat, legal);
    const Action action = choices.of(plan_.base);
    // Arms that do what the base does ride along with it.
    if (!main_.empty()) split(state, seat, action, choices, main_);
    play::step(state, seat, action, sink);
  }
  finish(state, main_);
  fork_kept();
  close(tally);
  return play::next_round(state);
}

bool ForkWorker::replay(const wall::Wall& wall, const wall::Address& address,
                        const settle::Standing& standing, const std::vector<Recorded>& script,
                        Tally& tally) {
  begin();
  State state;
  play::NoEvents sink;
  play::start(state, plan_.rules, wall, address, standing, sink);
  Actions legal;
  for (const auto& [seat, action] : script) {
    if (state.over() || (play::waiting(state) >> seat & 1) == 0) return false;
    play::legal(state, seat, legal);
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) return false;
    const int cell = pick(state, seat, legal);
    if (cell >= 0) {
      // After the spot everybody follows the strategies, so nothing is shared with the record.
      Riders riders;
      add_spot(state, seat, cell, 1, riders);
      State copy = state;
      follow(copy, riders);
    }
    play::step(state, seat, action, sink);
  }
  if (!state.over()) return false;
  fork_kept();
  close(tally);
  return true;
}

}  // namespace oshihiki::study
