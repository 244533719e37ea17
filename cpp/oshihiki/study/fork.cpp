#include "oshihiki/study/fork.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/play_on.hpp"
#include "oshihiki/study/unseen.hpp"

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

/// A decision at which the hero may call another's discard and cannot win on it.
bool may_be_call(const State& state, const Actions& legal) noexcept {
  if (state.phase != play::Phase::kDiscard) return false;
  bool call = false;
  for (const Action a : legal) {
    if (a.type() == ActionType::ron) return false;
    call = call || a.type() != ActionType::pass;
  }
  return call;
}

/// A decision at which the hero must discard, is not in riichi and cannot win on this draw.
bool may_be_spot(const State& state, Seat seat, const Actions& legal) noexcept {
  if (state.turn != seat) return false;
  if (!in_turn(state.phase)) return false;
  if (state.seats[seat].riichi != play::Riichi::kNo) return false;
  return std::none_of(legal.begin(), legal.end(),
                      [](Action a) { return a.type() == ActionType::tsumo; });
}

constexpr std::size_t kOfArm = 4;  // sums of an arm in close()

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

ForkWorker::ForkWorker(const ForkPlan& plan) : plan_(plan), layout_(plan.layout()) {}

void ForkWorker::begin() {
  spots_.clear();
  main_.clear();
  met_.clear();
  steps_ = 0;
  dealt_ = true;
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

/// Whether a spot that fits is forked, and not left out to save time.
bool ForkWorker::kept(const State& state, Seat seat, int cell, const Tally& tally) {
  const std::int64_t* sums = tally.cells.data() + static_cast<std::size_t>(cell) * layout_.size();
  met_.push_back(cell);
  if (plan_.most_spots > 0 && sums[Layout::kSpots] >= plan_.most_spots) return false;
  const std::uint32_t one_of = plan_.one_of(cell);
  if (one_of == 1) return true;
  wall::Address lane = state.address;
  lane.seat = seat;
  lane.decision = state.seats[seat].decisions;
  lane.use = wall::Use::kStudy;
  wall::Stream stream(lane);
  stream.next();  // that was for the choice among a hero's spots
  return stream.below(one_of) == 0;
}

/// The cell of the spot to fork here, or -1.
int ForkWorker::pick(const State& state, Seat seat, const Actions& legal, const Tally& tally) {
  if (plan_.calls ? !may_be_call(state, legal) : !may_be_spot(state, seat, legal)) return -1;
  Hero& hero = heroes_[seat];
  if (plan_.pick == Pick::kFirst && hero.fitting > 0) return -1;
  Reader reader{View(state, seat)};
  for (const auto& condition : plan_.spot) {
    if (!condition.holds(reader)) return -1;
  }
  if (plan_.predicate && !plan_.predicate(reader.view(), reader)) return -1;
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
  return kept(state, seat, cell, tally) ? cell : -1;
}

void ForkWorker::add_spot(const State& state, Seat seat, int cell, std::int64_t weight,
                          Riders& riders) {
  const auto number = static_cast<std::uint16_t>(spots_.size());
  Spot& spot = spots_.emplace_back();
  spot.hero = seat;
  spot.cell = cell;
  spot.before = state.standing.scores[seat];
  spot.decisions = state.seats[seat].decisions;
  spot.weight = weight;
  spot.checked = plan_.play_on > 0 && to_be_played_on(plan_, state, seat);
  if (plan_.rows) {
    Reader reader{View(state, seat)};
    for (std::size_t f = 0; f < kFeatures; ++f) {
      spot.features.push_back(reader.value(static_cast<Feature>(f)));
    }
    spot.control = RaceControl(state, seat, reader)(state);
    spot.squared.assign(plan_.pairs.size(), 0);
  }
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
    ++steps_;
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
    ++steps_;
  }
  finish(state, riders);
}

void ForkWorker::finish(const State& state, const Riders& riders) {
  const play::Result& result = state.result;
  std::optional<PlayedOn> played_on;
  for (const Rider& rider : riders) {
    Spot& spot = spots_[rider.spot];
    const Seat hero = spot.hero;
    ArmEnd& end = spot.ends[rider.arm];
    const std::int32_t value = plan_.measure.value(state, hero, spot.before);
    end.value += value;
    end.last = value;
    if (dealt_) end.first = value;
    if (dealt_ && spot.checked) {
      if (!played_on) played_on.emplace(plan_, state);
      end.came = played_on->value(hero, spot.before) - value;
    }
    const bool won = (result.winners >> hero & 1) != 0;
    std::size_t what = Layout::kAbort;
    switch (result.outcome) {
      case settle::Outcome::kTsumo:
      case settle::Outcome::kRon:
        if (won) {
          what = Layout::kWin;
          if (result.outcome == settle::Outcome::kTsumo) {
            ++end.times[Layout::kTsumo - Layout::kWin];
          }
          end.win_points += result.hand_points[hero] / plan_.measure.unit();
        } else if (result.outcome == settle::Outcome::kTsumo) {
          what = Layout::kOtherTsumo;
        } else if (result.payer == hero) {
          what = Layout::kDealIn;
          for (int s = 0; s < state.players(); ++s) {
            if ((result.winners >> s & 1) != 0) {
              end.deal_in_points +=
                  result.hand_points[static_cast<std::size_t>(s)] / plan_.measure.unit();
            }
          }
          // Nothing was asked of the hero after his first action: its tile was ronned.
          if (state.seats[hero].decisions == spot.decisions + 1) {
            ++end.ronned;
            end.ronned_value += value;
          }
        } else {
          what = Layout::kLateral;
        }
        break;
      case settle::Outcome::kExhaustive:
      case settle::Outcome::kNagashi:
        what = (result.tenpai >> hero & 1) != 0 ? Layout::kDrawTenpai : Layout::kDrawNoten;
        break;
      default:
        break;
    }
    if (dealt_) end.dealt_end = static_cast<std::uint8_t>(what - Layout::kWin);
    ++end.times[what - Layout::kWin];
    end.values[what - Layout::kWin] += value;
  }
}

/// Plays the spot, as it stands in `state`, through the re-deals of its unseen wall. Given the
/// hands and all that has happened every order of the tiles nobody has seen is equally likely.
/// Worlds come in groups of eight: one shuffle, turned round by eighths, so that a tile that
/// lies early in one lies late in others; each of them alone is still uniform. The dealt order
/// is the first group's shuffle.
void ForkWorker::re_deals(const State& state, std::uint16_t number) {
  const int cell = spots_[number].cell;
  const int deals = plan_.worlds(cell);
  if (deals == 1) return;
  constexpr int kGroup = 8;
  const std::vector<std::uint8_t> places = unseen_places(state);
  const std::size_t n = places.size();
  std::array<Tile, kMaxTiles> order{};
  for (std::size_t i = 0; i < n; ++i) order[i] = state.wall.tiles[places[i]];

  const std::uint64_t before = steps_;
  dealt_ = false;
  for (int world = 1; world < deals; ++world) {
    const int turned = world % kGroup;
    if (turned == 0) {
      wall::Address lane = state.address;
      lane.seat = spots_[number].hero;
      lane.decision = spots_[number].decisions;
      lane.redeal += static_cast<std::uint32_t>(world);
      lane.use = wall::Use::kReDeal;
      wall::Stream stream(lane);
      wall::shuffle(order.data(), static_cast<std::uint32_t>(n), stream);
    }
    const int group = std::min(kGroup, deals - (world - turned));
    const std::size_t shift =
        n * static_cast<std::size_t>(turned) / static_cast<std::size_t>(group);
    State copy = state;
    for (std::size_t i = 0; i < n; ++i) copy.wall.tiles[places[i]] = order[(i + shift) % n];
    copy.address.redeal += static_cast<std::uint32_t>(world);
    Riders riders;
    for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
      riders.push_back({number, static_cast<std::uint8_t>(a), true});
    }
    follow(copy, riders);
    if (plan_.rows) note_world(spots_[number]);
  }
  dealt_ = true;
  spots_[number].re_steps = static_cast<std::int64_t>(steps_ - before);
  steps_ = before;
}

/// Adds the round's spots to the tally, the round being the cluster.
void ForkWorker::close(Tally& tally) {
  // Sums over the spots of a round in one cell: n, weight; of each arm V, Q, L, F (the dealt
  // world's value).
  const std::size_t stride = 2 + kOfArm * plan_.arms.size();
  for (const int cell : met_) {
    add(tally.cells[static_cast<std::size_t>(cell) * layout_.size() + Layout::kMet], 1);
  }
  touched_.clear();
  sums_.clear();
  for (const Spot& spot : spots_) {
    std::int64_t* cell = tally.cells.data() + static_cast<std::size_t>(spot.cell) * layout_.size();
    const auto found = std::find(touched_.begin(), touched_.end(), spot.cell);
    const auto at = static_cast<std::size_t>(found - touched_.begin());
    if (found == touched_.end()) {
      touched_.push_back(spot.cell);
      sums_.resize(touched_.size() * stride, 0);
    }
    std::int64_t* sums = sums_.data() + at * stride;
    const std::int64_t w = spot.weight;
    add(cell[Layout::kSpots], 1);
    add(cell[Layout::kSteps], spot.re_steps);
    add(sums[0], product(w, plan_.worlds(spot.cell)));
    add(sums[1], w);
    for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
      std::int64_t* arm = cell + layout_.arm(a);
      const ArmEnd& end = spot.ends[a];
      for (std::size_t e = 0; e < kEnds; ++e) {
        add(arm[Layout::kWin + e], product(w, end.times[e]));
        if (Layout::kWin + e == Layout::kTsumo) continue;
        const std::size_t field = Layout::kWinValue + e - (Layout::kWin + e > Layout::kTsumo);
        add(arm[field], product(w, end.values[e]));
      }
      add(arm[Layout::kWinPoints], product(w, end.win_points));
      add(arm[Layout::kDealInPoints], product(w, end.deal_in_points));
      std::int64_t* own = sums + 2 + kOfArm * a;
      add(own[0], product(w, end.value));
      add(own[1], product(w, end.ronned));
      add(own[2], product(w, end.ronned_value));
      add(own[3], product(w, end.first));
    }
  }
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::int64_t* cell =
        tally.cells.data() + static_cast<std::size_t>(touched_[i]) * layout_.size();
    const std::int64_t* sums = sums_.data() + i * stride;
    const std::int64_t n = sums[0];
    const std::int64_t weight = sums[1];
    add(cell[Layout::kRounds], 1);
    add(cell[Layout::kN], n);
    add(cell[Layout::kN2], product(n, n));
    add(cell[Layout::kWeight], weight);
    add(cell[Layout::kWeight2], product(weight, weight));
    for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
      std::int64_t* arm = cell + layout_.arm(a);
      const std::int64_t* own = sums + 2 + kOfArm * a;
      const std::int64_t v = own[0], q = own[1], l = own[2], first = own[3];
      add(arm[Layout::kValue], v);
      add(arm[Layout::kRonned], q);
      add(arm[Layout::kRonnedValue], l);
      add(arm[Layout::kV2], product(v, v));
      add(arm[Layout::kVn], product(v, n));
      add(arm[Layout::kFirst], first);
      add(arm[Layout::kFirst2], product(first, first));
      add(arm[Layout::kFirstN], product(first, weight));
      if (q == 0) continue;
      add(arm[Layout::kQ2], product(q, q));
      add(arm[Layout::kQn], product(q, n));
      add(arm[Layout::kQl], product(q, l));
      add(arm[Layout::kQv], product(q, v));
      add(arm[Layout::kL2], product(l, l));
      add(arm[Layout::kLn], product(l, n));
      add(arm[Layout::kLv], product(l, v));
    }
    for (std::size_t p = 0; p < plan_.pairs.size(); ++p) {
      std::int64_t* pair = cell + layout_.pair(p);
      const std::int64_t* a = sums + 2 + kOfArm * plan_.pairs[p].first;
      const std::int64_t* b = sums + 2 + kOfArm * plan_.pairs[p].second;
      const std::int64_t d = a[0] - b[0];
      const std::int64_t first = a[3] - b[3];
      add(pair[Layout::kD], d);
      add(pair[Layout::kD2], product(d, d));
      add(pair[Layout::kDn], product(d, n));
      add(pair[Layout::kQf], product(a[1], b[0]));
      add(pair[Layout::kLf], product(a[2], b[0]));
      add(pair[Layout::kFirstD2], product(first, first));
      add(pair[Layout::kFirstDn], product(first, weight));
    }
  }
  if (plan_.play_on > 0) close_played_on(tally, stride);
  if (plan_.rows) add_rows(tally);
  tally.spots += spots_.size();
  tally.steps += steps_;
  ++tally.rounds;
}

/// Adds what matches that were played on said of the model. `sums_` holds the round's cells.
void ForkWorker::close_played_on(Tally& tally, std::size_t stride) {
  const std::size_t arms = plan_.arms.size();
  const auto add_value = [](std::int64_t* field, std::int64_t b, std::int64_t c) {
    add(field[Layout::kOnB], b);
    add(field[Layout::kOnB2], product(b, b));
    add(field[Layout::kOnBC], product(b, c));
  };
  const auto add_all = [](std::int64_t* field, std::int64_t b, std::int64_t c) {
    add(field[Layout::kOnAllB2], product(b, b));
    add(field[Layout::kOnAllBC], product(b, c));
  };
  std::int64_t all_c = 0;
  std::array<std::int64_t, kMaxArms> all_b{};
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::int64_t c = 0;
    std::array<std::int64_t, kMaxArms> b{};
    for (const Spot& spot : spots_) {
      if (!spot.checked || spot.cell != touched_[i]) continue;
      c += spot.weight;
      for (std::size_t a = 0; a < arms; ++a) b[a] += product(spot.weight, spot.ends[a].came);
    }
    if (c == 0) continue;
    std::int64_t* cell =
        tally.cells.data() + static_cast<std::size_t>(touched_[i]) * layout_.size();
    const std::int64_t* sums = sums_.data() + i * stride;
    add(cell[layout_.on() + Layout::kOnRounds], 1);
    add(cell[layout_.on() + Layout::kOnC], c);
    add(cell[layout_.on() + Layout::kOnC2], product(c, c));
    add(cell[layout_.on() + Layout::kOnNC], product(sums[0], c));
    for (std::size_t a = 0; a < arms; ++a) add_value(cell + layout_.on_arm(a), b[a], c);
    for (std::size_t p = 0; p < plan_.pairs.size(); ++p) {
      const auto [x, y] = plan_.pairs[p];
      std::int64_t* pair = cell + layout_.on_pair(p);
      const std::int64_t d = sums[2 + kOfArm * x] - sums[2 + kOfArm * y];
      add_value(pair, b[x] - b[y], c);
      add(pair[Layout::kOnDB], product(d, b[x] - b[y]));
      add(pair[Layout::kOnDC], product(d, c));
      add(pair[Layout::kOnNB], product(sums[0], b[x] - b[y]));
    }
    all_c += c;
    for (std::size_t a = 0; a < arms; ++a) all_b[a] += b[a];
  }
  if (all_c == 0) return;
  std::int64_t* cell =
      tally.cells.data() + static_cast<std::size_t>(touched_.front()) * layout_.size();
  add(cell[layout_.on() + Layout::kOnAllRounds], 1);
  add(cell[layout_.on() + Layout::kOnAllC2], product(all_c, all_c));
  for (std::size_t a = 0; a < arms; ++a) add_all(cell + layout_.on_arm(a), all_b[a], all_c);
  for (std::size_t p = 0; p < plan_.pairs.size(); ++p) {
    const auto [x, y] = plan_.pairs[p];
    add_all(cell + layout_.on_pair(p), all_b[x] - all_b[y], all_c);
  }
}

/// Forks the spots kept for the end of the round (uniform).
void ForkWorker::fork_kept(const Tally& tally) {
  for (int s = 0; s < plan_.rules.players; ++s) {
    Hero& hero = heroes_[static_cast<std::size_t>(s)];
    if (hero.cell < 0 || !kept(hero.kept, static_cast<Seat>(s), hero.cell, tally)) continue;
    Riders riders;
    add_spot(hero.kept, static_cast<Seat>(s), hero.cell, hero.fitting, riders);
    const std::uint16_t number = riders.front().spot;
    State copy = hero.kept;
    follow(copy, riders);
    re_deals(hero.kept, number);
  }
}

settle::Next ForkWorker::round(const wall::Address& address, const settle::Standing& standing,
                               Tally& tally) {
  begin();
  address_ = address;
  State state;
  play::NoEvents sink;
  play::start(state, plan_.rules, wall::uniform(plan_.rules, address), address, standing, sink);
  Actions legal;
  while (!state.over()) {
    const Seat seat = asked(state);
    play::legal(state, seat, legal);
    assert(!legal.empty());
    const int cell = pick(state, seat, legal, tally);
    if (cell >= 0) {
      add_spot(state, seat, cell, 1, main_);
      re_deals(state, main_.back().spot);
    }
    Choices choices(plan_, state, seat, legal);
    const Action action = choices.of(plan_.base);
    // Arms that do what the base does ride along with it.
    if (!main_.empty()) split(state, seat, action, choices, main_);
    play::step(state, seat, action, sink);
    ++steps_;
  }
  finish(state, main_);
  fork_kept(tally);
  close(tally);
  return play::next_round(state);
}

bool ForkWorker::replay(const wall::Wall& wall, const wall::Address& address,
                        const settle::Standing& standing, const std::vector<Recorded>& script,
                        Tally& tally) {
  begin();
  address_ = address;
  State state;
  play::NoEvents sink;
  play::start(state, plan_.rules, wall, address, standing, sink);
  Actions legal;
  for (const auto& [seat, action] : script) {
    if (state.over() || (play::waiting(state) >> seat & 1) == 0) return false;
    play::legal(state, seat, legal);
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) return false;
    const int cell = pick(state, seat, legal, tally);
    if (cell >= 0) {
      // After the spot everybody follows the strategies, so nothing is shared with the record.
      Riders riders;
      add_spot(state, seat, cell, 1, riders);
      const std::uint16_t number = riders.front().spot;
      State copy = state;
      follow(copy, riders);
      re_deals(state, number);
    }
    play::step(state, seat, action, sink);
    ++steps_;
  }
  if (!state.over()) return false;
  fork_kept(tally);
  close(tally);
  return true;
}

}  // namespace oshihiki::study
