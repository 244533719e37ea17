#include "oshihiki/study/past.hpp"

#include <string>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/unseen.hpp"

namespace oshihiki::study {
namespace {

using play::Action;
using play::ActionType;
using play::EventType;
using play::State;

/// Tiles of `before` that are not in `after`.
template <class F>
void for_each_given(const Hand& before, const Hand& after, F&& f) {
  for_each_kind(before.present, [&](Kind k) {
    const int reds = before.reds[k] - after.reds[k];
    const int plain = (before.counts[k] - before.reds[k]) - (after.counts[k] - after.reds[k]);
    for (int i = 0; i < plain; ++i) f(Tile(k));
    for (int i = 0; i < reds; ++i) f(Tile(k, true));
  });
}

}  // namespace

Past::Past(const State& now, const std::vector<play::Event>& events, Seat hero)
    : rules_(*now.rules), now_(now), hero_(hero), standing_(now.standing) {
  now_.rules = &rules_;
  if (events.empty()) {
    throw StudyError(
        "study: sampling by likelihood needs the round from its deal on; this one was made from a "
        "state and does not tell how it came to it");
  }
  for (const auto& e : events) {
    switch (e.type) {
      case EventType::discard:
      case EventType::ankan:
      case EventType::kakan:
      case EventType::kita:
        script_.push_back({e.seat, e.action, false});
        break;
      case EventType::chi:
      case EventType::pon:
      case EventType::daiminkan:
        script_.push_back({e.seat, e.action, true});
        break;
      case EventType::deposit:
        standing_.scores[e.seat] -= e.value;
        --standing_.deposits;
        break;
      default:
        break;
    }
  }
  find_slots();
}

void Past::find_slots() {
  // The deal.
  int next = now_.wall.size;
  const auto take = [&](Seat seat, int n, std::uint8_t gained) {
    for (int i = 0; i < n; ++i) {
      const auto place = static_cast<std::uint8_t>(--next);
      if (seat != hero_) of_seat_[seat].push_back({place, seat, gained});
    }
  };
  const int players = now_.players();
  for (const int n : {4, 4, 4, 1}) {
    Seat seat = standing_.dealer;
    for (int i = 0; i < players; ++i, seat = next_seat(seat, players)) take(seat, n, 0);
  }
  // The draws, by playing it as it was.
  std::array<std::uint8_t, kMaxSeats> draws{};
  State state;
  play::NoEvents nobody;
  play::start(state, rules_, now_.wall, now_.address, standing_, nobody);
  int live = state.live_next;
  int replaced = 0;
  const auto drawn = [&](Seat seat, int place) {
    ++draws[seat];
    if (seat != hero_) {
      of_seat_[seat].push_back({static_cast<std::uint8_t>(place), seat, draws[seat]});
    }
  };
  drawn(standing_.dealer, live);
  std::size_t at = 0;
  const auto require = [&](bool possible) {
    if (possible) return;
    throw StudyError("study: the events of the round do not lead to this position (step " +
                     std::to_string(at) + ")");
  };
  // What a seat gave by one step, and the draw that followed.
  const auto note = [&](const Step& step, const Hand& held, Tile was_drawn, std::uint8_t turns) {
    const bool more = state.replaced > replaced;
    const bool discard =
        step.action.type() == ActionType::discard || step.action.type() == ActionType::riichi;
    if (step.seat == hero_) {
      // Known.
    } else if (discard && step.action.tsumogiri()) {
      of_seat_[step.seat].pop_back();  // known
    } else {
      Hand left = state.seats[step.seat].hand;
      if (more && state.turn == step.seat) left.remove(state.drawn);
      const bool from_hand = discard && !was_drawn.none();
      const auto before = static_cast<std::uint8_t>(from_hand ? turns : turns + 1);
      for_each_given(held, left, [&](Tile t) { given_[step.seat].push_back({t, before}); });
    }
  };
  const auto next_draw = [&] {
    if (state.replaced > replaced) {
      replaced = state.replaced;
      drawn(state.turn, wall::Wall::replacement_at(replaced - 1));
    } else if (state.live_next < live) {
      live = state.live_next;
      drawn(state.turn, live);
    }
  };
  while (!arrived(state, at)) {
    require(!state.over() && state.phase != play::Phase::kShow);
    const Step* step = at < script_.size() ? &script_[at] : nullptr;
    if (in_turn(state.phase)) {
      require(step != nullptr && step->seat == state.turn && !step->call &&
              play::is_legal(state, step->seat, step->action));
      const Hand held = state.seats[step->seat].hand;
      const Tile was_drawn = state.drawn;
      play::step(state, step->seat, step->action, nobody);
      note(*step, held, was_drawn, draws[step->seat]);
      ++at;
    } else {
      const bool call = step != nullptr && step->call;
      const unsigned waiting = play::waiting(state);
      require(!call || ((waiting >> step->seat & 1) != 0 &&
                        play::is_legal(state, step->seat, step->action)));
      const Hand held = call ? state.seats[step->seat].hand : Hand();
      for (int s = 0; s < players; ++s) {
        if ((waiting >> s & 1) == 0) continue;
        const auto seat = static_cast<Seat>(s);
        play::step(state, seat, call && step->seat == seat ? step->action : Action::pass(), nobody);
      }
      if (call) {
        note(*step, held, kNoTile, draws[step->seat]);
        ++at;
      }
    }
    next_draw();
  }
  for (const auto& own : of_seat_) slots_.insert(slots_.end(), own.begin(), own.end());
  held_ = slots_.size();
  for (const auto place : unseen_places(now_)) slots_.push_back({place, kNoSeat, 0});
}

bool Past::had(const wall::Wall& wall, Seat seat, Tile tile) const noexcept {
  int wanted = 0;
  for (const Given& g : given_[seat]) {
    if (!(g.tile == tile)) continue;
    ++wanted;
    int gained = 0;
    for (const Slot& slot : of_seat_[seat]) {
      gained += slot.gained < g.before && wall.tiles[slot.place] == tile;
    }
    if (gained < wanted) return false;
  }
  return true;
}

}  // namespace oshihiki::study
