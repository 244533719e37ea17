#include "oshihiki/study/flight.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>

#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {

Flight::Flight(const Simulation& simulation, const std::array<int, kMaxSeats>& groups,
               std::uint64_t first, std::uint64_t matches, std::size_t slots, bool events,
               const FlightRows& rows, RoundMask census)
    : simulation_(simulation),
      groups_(groups),
      next_(first),
      end_(first + matches),
      taken_(first),
      events_(events),
      rows_(rows),
      mask_(census),
      slots_(static_cast<std::size_t>(std::min<std::uint64_t>(slots, matches))) {
  asked_.reserve(slots_.size());
  if (census != 0) {
    for (Slot& slot : slots_) slot.census = std::make_unique<CensusCount>();
  }
}

template <class Work>
void Flight::in_parallel(std::size_t n, int threads, Work work) {
  // Slots are independent: which thread takes which chunk leaves no trace.
  constexpr std::size_t kChunk = 16;
  const std::size_t workers =
      std::min(static_cast<std::size_t>(std::max(threads, 1)), (n + kChunk - 1) / kChunk);
  if (workers <= 1) {
    work(std::size_t{0}, n, std::size_t{0});
    return;
  }
  std::atomic<std::size_t> taken{0};
  crew(static_cast<int>(workers), [&](int worker, const std::atomic<bool>& failed) {
    for (;;) {
      const std::size_t from = taken.fetch_add(kChunk);
      if (from >= n || failed) return;
      work(from, std::min(n, from + kChunk), static_cast<std::size_t>(worker));
    }
  });
}

void Flight::close_round(Slot& slot, Part& part) {
  slot.count.round(slot.state);
  if (slot.counts) slot.census->end(slot.state);
  if (simulation_.rows) slot.rounds.push_back(row_of(slot.state, slot.course.before));
  slot.course.close(slot.state);
  slot.status = Status::kDeal;
  if (!slot.course.over) return;
  const PlayedMatch played = slot.course.end(simulation_.rules);
  slot.count.finish(played, simulation_.rules.players, part.tally);
  if (mask_ != 0) slot.census->finish(simulation_.rules.players, part.census);
  if (simulation_.rows) {
    part.finished.push_back(
        {{slot.course.address.match, played.rounds, played.placement}, std::move(slot.rounds)});
    slot.rounds.clear();
  }
  slot.status = Status::kFree;
}

template <class Sink>
void Flight::step(Slot& slot, Seat seat, play::Action action, Sink& sink) noexcept {
  if (simulation_.draws == Draws::kOwnQueues) slot.queues.arrange(slot.state);
  if (slot.counts) slot.census->before(slot.state, seat, action);
  play::step(slot.state, seat, action, sink);
  if (slot.counts) slot.census->after(slot.state, seat, action);
}

template <class Sink>
void Flight::run(Slot& slot, Sink& sink, Part& part) {
  play::State& state = slot.state;
  if (slot.status == Status::kRoundOver) close_round(slot, part);
  while (slot.status != Status::kFree) {
    if (slot.status == Status::kDeal) {
      slot.events.events.clear();
      slot.course.deal(state, simulation_.rules, sink);
      if (simulation_.draws == Draws::kOwnQueues) slot.queues = play::Queues(state);
      slot.counts = in_mask(mask_, slot.course.before);
      if (slot.counts) slot.census->begin(state);
    } else if (slot.status == Status::kAnswered && slot.chombo) {
      slot.chombo = false;
      play::chombo(state, slot.seat, sink);
    } else if (slot.status == Status::kAnswered) {
      step(slot, slot.seat, slot.answer, sink);
    }
    while (!state.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
      play::legal(state, seat, slot.legal);
      if (groups_[seat] != kBuiltIn) {
        slot.seat = seat;
        slot.status = Status::kAsked;
        return;
      }
      const play::View view(state, seat);
      step(slot, seat, strategy::decide(simulation_.strategies[seat], view, slot.legal), sink);
    }
    if (events_) {
      slot.status = Status::kRoundOver;
      return;
    }
    close_round(slot, part);
  }
}

bool Flight::advance(int threads) {
  // Matches are given out here, in the order of the slots: the same ones on any threads.
  for (Slot& slot : slots_) {
    if (slot.status == Status::kAsked) slot.status = Status::kAnswered;
    if (slot.status != Status::kFree || next_ == end_) continue;
    slot.course = Course(simulation_.rules, simulation_.key, next_++);
    slot.status = Status::kDeal;
  }
  std::vector<Part> parts(static_cast<std::size_t>(std::max(threads, 1)));
  in_parallel(slots_.size(), threads, [&](std::size_t from, std::size_t to, std::size_t worker) {
    play::NoEvents nobody;
    for (std::size_t i = from; i < to; ++i) {
      if (events_) {
        run(slots_[i], slots_[i].events, parts[worker]);
      } else {
        run(slots_[i], nobody, parts[worker]);
      }
    }
  });
  for (Part& part : parts) {
    tally_.add(part.tally);
    if (mask_ != 0) census_.add(part.census);
    std::move(part.finished.begin(), part.finished.end(), std::back_inserter(finished_));
  }

  asked_.clear();
  ended_.clear();
  begins_.fill(0);
  longest_.fill(0);
  bool playing = next_ != end_;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    playing = playing || slot.status != Status::kFree;
    if (slot.status == Status::kRoundOver) ended_.push_back(static_cast<std::uint32_t>(i));
    if (slot.status == Status::kAsked) ++begins_[static_cast<std::size_t>(groups_[slot.seat]) + 1];
  }
  for (std::size_t g = 0; g < kGroups; ++g) begins_[g + 1] += begins_[g];
  asked_.resize(begins_[kGroups]);
  auto at = begins_;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.status != Status::kAsked) continue;
    const auto group = static_cast<std::size_t>(groups_[slot.seat]);
    asked_[at[group]++] = static_cast<std::uint32_t>(i);
    longest_[group] = std::max(longest_[group], slot.legal.size());
  }
  in_parallel(asked_.size(), threads, [&](std::size_t from, std::size_t to, std::size_t) {
    for (std::size_t row = from; row < to; ++row) pack(row);
  });
  return playing;
}

void Flight::pack(std::size_t row) noexcept {
  const Slot& slot = slots_[asked_[row]];
  play::pack(play::View(slot.state, slot.seat), rows_.views[row]);
  std::uint16_t* codes = rows_.codes + row * FlightRows::kWidth;
  std::size_t n = 0;
  for (const play::Action a : slot.legal) codes[n++] = a.code;
  rows_.sizes[row] = static_cast<std::uint8_t>(n);
  const std::size_t width = longest_[static_cast<std::size_t>(groups_[slot.seat])];
  std::fill(codes + n, codes + std::max(n, width), FlightRows::kNothing);
}

bool Flight::is_legal(std::size_t row, std::uint16_t code) const noexcept {
  const play::Actions& legal = slots_[asked_[row]].legal;
  return std::find(legal.begin(), legal.end(), play::Action::from_code(code)) != legal.end();
}

Simulated Flight::take(bool everything) {
  Simulated out;
  out.done = static_cast<std::uint64_t>(tally_.matches);
  out.tally = tally_;
  tally_ = MatchTally();
  std::sort(finished_.begin(), finished_.end(),
            [](const Finished& a, const Finished& b) { return a.match.match < b.match.match; });
  std::size_t given = 0;
  for (; given < finished_.size(); ++given) {
    Finished& f = finished_[given];
    if (!everything && f.match.match != taken_) break;
    taken_ = f.match.match + 1;
    out.matches.push_back(f.match);
    out.rounds.insert(out.rounds.end(), f.rounds.begin(), f.rounds.end());
  }
  finished_.erase(finished_.begin(), finished_.begin() + static_cast<std::ptrdiff_t>(given));
  if (everything) {
    for (Slot& slot : slots_) {
      out.rounds.insert(out.rounds.end(), slot.rounds.begin(), slot.rounds.end());
      slot.rounds.clear();
    }
    std::stable_sort(out.rounds.begin(), out.rounds.end(),
                     [](const RoundRow& a, const RoundRow& b) { return a.match < b.match; });
  }
  return out;
}

}  // namespace oshihiki::study
