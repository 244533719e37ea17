#include "oshihiki/study/position.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>
#include <utility>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/study/crew.hpp"
#include "oshihiki/study/unseen.hpp"

namespace oshihiki::study {
namespace {

using play::Action;
using play::ActionType;
using play::State;

constexpr std::array<unsigned, 5> kFactorial = {1, 1, 2, 6, 24};

/// C(n, k) for the copies of a kind.
unsigned ways(unsigned n, unsigned k) noexcept {
  return k > n ? 0 : kFactorial[n] / (kFactorial[k] * kFactorial[n - k]);
}

void add(std::int64_t& sum, std::int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) {
    throw StudyError("study: a tally does not fit 64 bits");
  }
}

/// The tiles of a hand, plain before red.
void take_all(const Hand& hand, std::vector<Tile>& out) {
  for_each_kind(hand.present, [&](Kind k) {
    for (int i = 0; i < hand.counts[k]; ++i) {
      out.emplace_back(k, i >= hand.counts[k] - hand.reds[k]);
    }
  });
}

}  // namespace

Position::Position(const State& state, Seat hero, Sampling sampling, strategy::Strategy others,
                   std::vector<strategy::Strategy> thens, std::uint64_t key, const Measure& measure)
    : rules_(*state.rules),
      state_(state),
      hero_(hero),
      sampling_(sampling),
      others_(others),
      thens_(std::move(thens)),
      key_(key),
      measure_(measure) {
  state_.rules = &rules_;
  measure_.check();
  const auto phase = state.phase;
  answers_ =
      phase == play::Phase::kDiscard || phase == play::Phase::kKan || phase == play::Phase::kKita;
  if (answers_) play::ask_again(state_);
  const bool asked = answers_ || in_turn(phase);
  if (hero >= state.players() || !asked || (play::waiting(state_) >> hero & 1) == 0) {
    throw StudyError("study: seat " + std::to_string(hero) +
                     " has nothing to decide in this position");
  }
  for (int s = 0; s < state.players() && measure_.kind == Measure::Kind::kPoints; ++s) {
    if (state.standing.scores[static_cast<std::size_t>(s)] % kPointUnit != 0) {
      throw StudyError("study: a score that is not in hundreds");
    }
  }
  play::Actions legal;
  play::legal(state_, hero, legal);
  for (const Action a : legal) {
    const bool again = std::any_of(actions_.begin(), actions_.end(), [&](Action b) {
      return a.type() == b.type() && a.tile() == b.tile() && a.position() == b.position() &&
             a.reds() == b.reds();
    });
    if (!again) actions_.insert(actions_.end(), std::max<std::size_t>(1, thens_.size()), a);
  }
  constexpr std::size_t kMost = 64;  // bits of `wanted`
  if (thens_.empty() || actions_.size() > kMost) {
    throw StudyError("study: " + std::to_string(actions_.size()) + " actions, each with " +
                     std::to_string(thens_.size()) +
                     " ways to go on; allowed are one way or more, and 64 in all");
  }
  places_ = unseen_places(state_);
  for (const auto place : places_) hidden_.push_back(state_.wall.tiles[place]);
  Counts unseen;
  for (int s = 0; s < state.players(); ++s) {
    if (s != hero) take_all(state_.seats[static_cast<std::size_t>(s)].hand, hidden_);
  }
  // Who holds what, and where the wall has it, must not show in the worlds.
  std::sort(hidden_.begin(), hidden_.end(), [](Tile a, Tile b) { return a.code < b.code; });
  for (const Tile t : hidden_) ++unseen[t.kind()];
  if (sampling_ != Sampling::kTenpai) return;
  for (int s = 0; s < state.players(); ++s) {
    const auto& seat = state_.seats[static_cast<std::size_t>(s)];
    if (s == hero || seat.riichi == play::Riichi::kNo) continue;
    in_riichi_.push_back(static_cast<Seat>(s));
    std::shared_ptr<TenpaiHands> same;  // hands of one size are drawn from one table
    for (std::size_t i = 0; i + 1 < in_riichi_.size(); ++i) {
      if (state_.seats[in_riichi_[i]].hand.size == seat.hand.size) same = ready_[i];
    }
    ready_.push_back(same ? same : std::make_shared<TenpaiHands>(unseen, seat.hand.size));
  }
}

State Position::world(std::uint64_t number) const {
  wall::Address lane = state_.address;
  lane.key = key_;
  lane.match = number;
  lane.seat = hero_;
  lane.use = wall::Use::kHands;
  wall::Stream stream(lane);
  State out = state_;
  std::vector<Tile> pool = hidden_;
  wall::shuffle(pool.data(), static_cast<std::uint32_t>(pool.size()), stream);

  // Hands in riichi, together: each alone out of all that is unseen, kept with the probability
  // that makes sets of tiles of them equally likely.
  std::vector<Counts> ready(in_riichi_.size());
  while (!in_riichi_.empty()) {
    Counts left;
    for (const Tile t : hidden_) ++left[t.kind()];
    const Counts all = left;
    double keep = 1;
    for (std::size_t i = 0; i < ready.size(); ++i) {
      const auto& seat = state_.seats[in_riichi_[i]];
      ready[i] = ready_[i]->draw(stream, seat.discarded | seat.passed);
      for (Kind k = 0; k < kKinds; ++k) {
        const unsigned n = ready[i][k];
        if (n == 0) continue;
        keep = keep * ways(left[k], n) / ways(all[k], n);
        left[k] = static_cast<std::uint8_t>(left[k] - std::min<unsigned>(left[k], n));
      }
    }
    if (keep == 1) break;
    const double u = static_cast<double>(stream.next() >> 11) * 0x1p-53;
    if (u < keep) break;
  }

  for (int s = 0; s < state_.players(); ++s) {
    if (s != hero_) out.seats[static_cast<std::size_t>(s)].hand = Hand();
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    // The pool is in random order, so the first copies of a kind are any of them.
    for (Kind k = 0; k < kKinds; ++k) {
      for (int copy = 0; copy < ready[i][k]; ++copy) {
        const auto at =
            std::find_if(pool.begin(), pool.end(), [&](Tile t) { return t.kind() == k; });
        out.seats[in_riichi_[i]].hand.add(*at);
        pool.erase(at);
      }
    }
  }
  for (int s = 0; s < state_.players(); ++s) {
    if (s == hero_) continue;
    auto& seat = out.seats[static_cast<std::size_t>(s)];
    const int size = state_.seats[static_cast<std::size_t>(s)].hand.size;
    while (seat.hand.size < size) {
      seat.hand.add(pool.back());
      pool.pop_back();
    }
    seat.waits = agari::waits(seat.hand);
    seat.at_least = {};
    const bool missed = (seat.waits & seat.passed) != 0;
    const bool riichi = seat.riichi != play::Riichi::kNo;
    seat.furiten_riichi = riichi && missed;
    seat.furiten_pass = missed;
  }
  for (std::size_t i = 0; i < places_.size(); ++i) out.wall.tiles[places_[i]] = pool[i];
  out.address.key = key_;
  out.address.match = number;
  if (answers_) play::ask_again(out);
  return out;
}

const TenpaiHands* Position::tenpai_hands(Seat seat) const noexcept {
  for (std::size_t i = 0; i < in_riichi_.size(); ++i) {
    if (in_riichi_[i] == seat) return ready_[i].get();
  }
  return nullptr;
}

Position::Tally Position::no_worlds() const {
  Tally empty;
  empty.sums.assign(actions_.size() * Tally::kFields, 0);
  empty.products.assign(actions_.size() * actions_.size(), 0);
  return empty;
}

void Position::play_world(const State& start, std::uint64_t wanted, Tally& tally, Values& values,
                          const strategy::ReadHands* read) const {
  const std::size_t n = actions_.size();
  play::NoEvents sink;
  play::Actions legal;
  for (std::size_t a = 0; a < n; ++a) {
    if ((wanted >> a & 1) == 0) continue;
    strategy::Strategy then = thens_[a % thens_.size()];
    then.read = read;
    State state = start;
    play::step(state, hero_, actions_[a], sink);
    bool asked_again = false;
    while (!state.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
      play::legal(state, seat, legal);
      asked_again = asked_again || seat == hero_;
      const play::View view(state, seat);
      const Action action = legal.size() == 1
                                ? legal[0]
                                : strategy::decide(seat == hero_ ? then : others_, view, legal);
      play::step(state, seat, action, sink);
    }
    const play::Result& result = state.result;
    const std::int64_t value = measure_.value(state, hero_, state_.standing.scores[hero_]);
    values[a] = value;
    std::int64_t* sums = tally.sums.data() + a * Tally::kFields;
    add(sums[Tally::kValue], value);
    std::size_t what = Tally::kAbort;
    switch (result.outcome) {
      case settle::Outcome::kTsumo:
      case settle::Outcome::kRon:
        if ((result.winners >> hero_ & 1) != 0) {
          what = Tally::kWin;
          sums[Tally::kTsumo] += result.outcome == settle::Outcome::kTsumo ? 1 : 0;
          sums[Tally::kWinPoints] += result.hand_points[hero_] / measure_.unit();
        } else if (result.outcome == settle::Outcome::kTsumo) {
          what = Tally::kOtherTsumo;
        } else if (result.payer == hero_) {
          what = Tally::kDealIn;
          for (int s = 0; s < state.players(); ++s) {
            if ((result.winners >> s & 1) != 0) {
              sums[Tally::kDealInPoints] +=
                  result.hand_points[static_cast<std::size_t>(s)] / measure_.unit();
            }
          }
          if (!asked_again) {
            ++sums[Tally::kRonned];
            sums[Tally::kRonnedValue] += value;
          }
        } else {
          what = Tally::kLateral;
        }
        break;
      case settle::Outcome::kExhaustive:
      case settle::Outcome::kNagashi:
        what = (result.tenpai >> hero_ & 1) != 0 ? Tally::kDrawTenpai : Tally::kDrawNoten;
        break;
      default:
        break;
    }
    ++sums[what];
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) add(tally.products[a * n + b], values[a] * values[b]);
  }
  ++tally.worlds;
}

void Position::Tally::add(const Tally& other) {
  worlds += other.worlds;
  for (std::size_t i = 0; i < sums.size(); ++i) study::add(sums[i], other.sums[i]);
  for (std::size_t i = 0; i < products.size(); ++i) study::add(products[i], other.products[i]);
}

Position::Tally Position::play(std::uint64_t first, std::uint64_t last, std::uint64_t wanted,
                               int threads) const {
  const Tally empty = no_worlds();
  Tally out = empty;
  std::atomic<std::uint64_t> next = first;
  std::mutex mutex;
  crew(threads, [&](int, const std::atomic<bool>& failed) {
    Tally mine = empty;
    for (std::uint64_t i = next++; i < last && !failed; i = next++) {
      Values values{};
      play_world(world(i), wanted, mine, values);
    }
    const std::lock_guard lock(mutex);
    out.add(mine);
  });
  return out;
}

}  // namespace oshihiki::study
