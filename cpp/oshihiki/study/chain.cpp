#include "oshihiki/study/chain.hpp"

#include <algorithm>
#include <string>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"

namespace oshihiki::study {
namespace {

using play::Action;
using play::ActionType;
using play::State;

/// Parts of the round whose chances are compared one by one.
constexpr std::size_t kParts = 3;
constexpr int kStarts = 2000;  ///< worlds looked at for one to start from

/// Hash of what a seat's decision depends on and that differs between worlds.
std::uint64_t hand_hash(const State& state, Seat seat, const play::Actions& legal) noexcept {
  const auto& me = state.seats[seat];
  std::uint64_t h = 0xCBF29CE484222325u;
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
  };
  mix(me.hand.keys.key[0] | std::uint64_t{me.hand.keys.key[1]} << 32);
  mix(me.hand.keys.key[2] | std::uint64_t{me.hand.keys.key[3]} << 32);
  for_each_kind(me.hand.any_red, [&](Kind k) { mix(k | std::uint64_t{me.hand.reds[k]} << 8); });
  mix(me.waits);
  mix(legal.size() | std::uint64_t{state.turn == seat ? state.drawn.code : 0u} << 8 |
      std::uint64_t{play::furiten(me)} << 16);
  return h | 1;
}

}  // namespace

wall::Address lane_of(const Position& position, std::uint64_t number, std::uint32_t use) {
  wall::Address lane = position.state().address;
  lane.key = position.key();
  lane.match = number;
  lane.seat = position.hero();
  lane.decision = use;
  lane.use = wall::Use::kChain;
  return lane;
}

Chain::Chain(const Position& position, const Past& past, const Reading& reading,
             std::uint64_t number, bool from_truth)
    : position_(position),
      past_(past),
      reading_(reading),
      stream_(lane_of(position, number, 0)),
      wall_(past.now().wall) {
  owner_.fill(kNoSeat);
  for (std::size_t i = 0; i < past_.held(); ++i) {
    owner_[past_.slots()[i].place] = past_.slots()[i].seat;
  }
  for (auto& d : decisions_) d.assign(past_.moments(), {});
  tried_decisions_ = decisions_;
  for (int s = 0; s < past_.now().players(); ++s) {
    const auto seat = static_cast<Seat>(s);
    if (seat == past_.hero()) continue;
    opponents_.push_back(seat);
    if (position_.tenpai_hands(seat) != nullptr) riichi_.push_back(seat);
    for (std::size_t i = 0; i < past_.held(); ++i) {
      if (past_.slots()[i].seat == seat) places_[seat].push_back(past_.slots()[i].place);
    }
  }
  if (from_truth) {
    tried_ = wall_;
    if (begin()) return;
    throw StudyError("study: the round does not allow what was seen in it");
  }
  for (int i = 0; i < kStarts; ++i) {
    if (draw(number * kStarts + static_cast<std::uint64_t>(i)) && begin()) return;
  }
  throw StudyError("study: among " + std::to_string(kStarts) +
                   " drawn worlds none allows everything that was seen");
}

/// Hands as `tenpai` draws them; what a seat gave and what it keeps is put, at random, where it may
/// have come from.
bool Chain::draw(std::uint64_t number) {
  const State world = position_.world(number);
  tried_ = past_.now().wall;
  for (const auto place : position_.unseen()) tried_.tiles[place] = world.wall.tiles[place];
  for (int s = 0; s < past_.now().players(); ++s) {
    const auto seat = static_cast<Seat>(s);
    if (seat == past_.hero()) continue;
    std::vector<Past::Slot> free;
    for (std::size_t i = 0; i < past_.held(); ++i) {
      if (past_.slots()[i].seat == seat) free.push_back(past_.slots()[i]);
    }
    const auto put = [&](Tile tile, std::uint8_t before) {
      const auto may = std::partition(free.begin(), free.end(),
                                      [&](const Past::Slot& slot) { return slot.gained < before; });
      const auto n = static_cast<std::uint32_t>(may - free.begin());
      if (n == 0) return false;
      const auto at = free.begin() + stream_.below(n);
      tried_.tiles[at->place] = tile;
      free.erase(at);
      return true;
    };
    auto given = past_.given(seat);
    std::stable_sort(given.begin(), given.end(),
                     [](const auto& a, const auto& b) { return a.before < b.before; });
    for (const auto& g : given) {
      if (!put(g.tile, g.before)) return false;
    }
    const Hand& hand = world.seats[seat].hand;
    bool fits = true;
    for_each_kind(hand.present, [&](Kind k) {
      for (int i = 0; i < hand.counts[k]; ++i) {
        fits = fits && put(Tile(k, i >= hand.counts[k] - hand.reds[k]), 255);
      }
    });
    if (!fits) return false;
  }
  return true;
}

/// Makes `tried_` the present world, if everything that was seen can happen in it.
bool Chain::begin() {
  unsigned all = 0;
  for (int s = 0; s < past_.now().players(); ++s) {
    if (s != past_.hero()) all |= 1u << s;
  }
  if (!judge(all, 0, true)) return false;
  wall_ = tried_;
  state_ = tried_state_;
  decisions_ = tried_decisions_;
  of_seat_ = tried_of_seat_;
  surprise_ = 0;
  for (const auto s : of_seat_) surprise_ += s;
  return true;
}

/// Minus the binary logarithm of a number drawn uniformly from 0 to 1.
std::int64_t Chain::luck() noexcept {
  return (std::int64_t{32} << 16) - strategy::binary_log(std::uint64_t{stream_.next32()} + 1);
}

/// An exchange is taken part by part of the round, by the ratio of the chances of what was seen in
/// each: that leaves the same distribution unchanged as one ratio of all would, and most exchanges
/// fail before the round is played to its end.
bool Chain::judge(unsigned seats, std::int64_t favour, bool always) {
  for (std::size_t s = 0; s < kMaxSeats; ++s) {
    if ((seats >> s & 1) == 0) continue;
    std::fill(tried_decisions_[s].begin(), tried_decisions_[s].end(), Decision{});
    tried_of_seat_[s] = 0;
  }
  const strategy::Strategy& model = position_.others();
  const std::size_t part = past_.moments() / kParts + 1;
  std::size_t end = 0;     // of the part that is being played
  std::int64_t spare = 0;  // how much more surprise it may hold; it never holds less
  const auto begin_part = [&] {
    spare = 0;
    for (std::size_t s = 0; s < kMaxSeats; ++s) {
      if ((seats >> s & 1) == 0) continue;
      for (std::size_t m = end; m < std::min(end + part, past_.moments()); ++m) {
        spare += decisions_[s][m].surprise;
      }
    }
    end += part;
    spare += luck();
    if (end >= past_.moments()) spare += favour;
    return always || spare >= 0;
  };
  const bool possible = past_.replay(
      tried_, seats, tried_state_,
      [&](const State& state, const play::Actions& legal, const Past::Seen& seen) {
        while (end <= seen.moment) {
          if (!begin_part()) return false;
        }
        if (legal.size() == 1) return true;
        Decision& decision = tried_decisions_[seen.seat][seen.moment];
        decision.hand = hand_hash(state, seen.seat, legal);
        const Decision& present = decisions_[seen.seat][seen.moment];
        if (present.hand == decision.hand) {
          decision.surprise = present.surprise;
        } else {
          std::uint64_t which = 0;
          for (std::size_t i = 0; i < legal.size(); ++i) {
            const bool fits =
                legal[i] == seen.action || (seen.or_chi && legal[i].type() == ActionType::chi);
            which |= std::uint64_t{fits} << i;
          }
          strategy::Weighed weighed;
          strategy::weigh(model, play::View(state, seen.seat), legal, weighed);
          const std::int64_t surprise = strategy::surprise_of(weighed, reading_.temper, which);
          decision.surprise = surprise * reading_.trust / 65536;
        }
        tried_of_seat_[seen.seat] += decision.surprise;
        spare -= decision.surprise;
        return always || spare >= 0;
      });
  while (possible && end < past_.moments()) {
    if (!begin_part()) return false;
  }
  return possible;
}

Hand Chain::final_hand(Seat seat, const wall::Wall& wall) const {
  Hand hand;
  for (const auto place : places_[seat]) hand.add(wall.tiles[place]);
  for (const auto& g : past_.given(seat)) hand.remove(g.tile);
  return hand;
}

void Chain::kept(Seat seat, const wall::Wall& wall, std::vector<std::uint8_t>& places) const {
  places.clear();
  for (std::size_t i = 0; i < past_.held(); ++i) {
    if (past_.slots()[i].seat == seat) places.push_back(past_.slots()[i].place);
  }
  // Of equal tiles the one gained first was given.
  for (const auto& g : past_.given(seat)) {
    const auto at = std::find_if(places.begin(), places.end(),
                                 [&](std::uint8_t place) { return wall.tiles[place] == g.tile; });
    if (at != places.end()) places.erase(at);
  }
}

/// Takes the exchange with the chance that the ratio of the surprises gives.
bool Chain::attempt(const Swaps& swaps, std::int64_t favour) {
  tried_ = wall_;
  unsigned seats = 0;
  for (const Swap& swap : swaps) {
    std::swap(tried_.tiles[swap.a], tried_.tiles[swap.b]);
    for (const auto place : {swap.a, swap.b}) {
      if (owner_[place] != kNoSeat) seats |= 1u << owner_[place];
    }
  }
  bool changed = false;
  for (const Swap& swap : swaps) {
    for (const auto place : {swap.a, swap.b}) {
      if (tried_.tiles[place] == wall_.tiles[place]) continue;
      changed = true;
      const Seat seat = owner_[place];
      if (seat != kNoSeat && (!past_.had(tried_, seat, wall_.tiles[place]))) return false;
    }
  }
  if (!changed) return true;
  for (const Seat seat : riichi_) {
    if ((seats >> seat & 1) == 0) continue;
    const Hand hand = final_hand(seat, tried_);
    if (agari::shanten(hand) != 0) return false;
  }
  if (!judge(seats, favour, false)) return false;
  for (std::size_t s = 0; s < kMaxSeats; ++s) {
    if ((seats >> s & 1) == 0) continue;
    surprise_ += tried_of_seat_[s] - of_seat_[s];
    of_seat_[s] = tried_of_seat_[s];
    std::swap(decisions_[s], tried_decisions_[s]);
  }
  wall_ = tried_;
  state_ = tried_state_;
  ++steps_.taken;
  return true;
}

void Chain::exchange_any(int pairs) {
  const auto& slots = past_.slots();
  Swaps swaps;
  for (int i = 0; i < pairs; ++i) {
    const auto a = stream_.below(static_cast<std::uint32_t>(past_.held()));
    const auto b = stream_.below(static_cast<std::uint32_t>(slots.size()));
    swaps.push_back({slots[a].place, slots[b].place});
  }
  attempt(swaps);
}

/// When a seat got two of its tiles.
void Chain::exchange_own() {
  const auto& own =
      places_[opponents_[stream_.below(static_cast<std::uint32_t>(opponents_.size()))]];
  const auto size = static_cast<std::uint32_t>(own.size());
  Swaps swaps;
  const auto a = stream_.below(size);
  swaps.push_back({own[a], own[stream_.below(size)]});
  attempt(swaps);
}

void Chain::exchange_riichi(int pairs) {
  const Seat seat = riichi_[stream_.below(static_cast<std::uint32_t>(riichi_.size()))];
  const auto& own = places_[seat];
  const auto& slots = past_.slots();
  Swaps swaps;
  for (int i = 0; i < pairs; ++i) {
    const auto a = stream_.below(static_cast<std::uint32_t>(own.size()));
    const auto b = stream_.below(static_cast<std::uint32_t>(slots.size()));
    swaps.push_back({own[a], slots[b].place});
  }
  attempt(swaps);
}

namespace {

/// Two or three tiles that belong together, and how many such there are among counted tiles.
struct Block {
  FixedVector<Kind, 3> kinds;
};

/// Calls f(kinds, how many) for each kind of block.
template <class F>
void for_each_block(const Counts& n, int size, F&& f) {
  const auto choose = [](unsigned c, int k) -> std::uint64_t {
    return k == 2 ? c * (c - 1u) / 2 : c * (c - 1u) * (c - 2u) / 6;
  };
  for (Kind k = 0; k < kKinds; ++k) {
    if (n[k] == 0) continue;
    Block same;
    for (int i = 0; i < size; ++i) same.kinds.push_back(k);
    if (n[k] >= size) f(same, choose(n[k], size));
    if (is_honour(k)) continue;
    const int rank = rank_of(k);
    const auto at = [&](int up) -> std::uint64_t {
      return rank + up > 8 ? 0 : n[static_cast<Kind>(k + up)];
    };
    const auto with = [&](std::initializer_list<int> ups, std::uint64_t ways) {
      if (ways == 0) return;
      Block block;
      for (const int up : ups) block.kinds.push_back(static_cast<Kind>(k + up));
      f(block, ways);
    };
    if (size == 2) {
      with({0, 1}, n[k] * at(1));
      with({0, 2}, n[k] * at(2));
    } else {
      with({0, 1, 2}, n[k] * at(1) * at(2));
    }
  }
}

std::uint64_t blocks(const Counts& n, int size) {
  std::uint64_t sum = 0;
  for_each_block(n, size, [&](const Block&, std::uint64_t ways) { sum += ways; });
  return sum;
}

Counts counted(const wall::Wall& wall, const std::vector<std::uint8_t>& places) {
  Counts n;
  for (const auto place : places) ++n[wall.tiles[place].kind()];
  return n;
}

}  // namespace

/// Two or three tiles of a seat that belong together for as many such of the wall. There may be
/// more or fewer such afterwards, so that the way back is not as likely.
void Chain::exchange_block(int size) {
  const Seat seat = opponents_[stream_.below(static_cast<std::uint32_t>(opponents_.size()))];
  const auto draw = [&](const std::vector<std::uint8_t>& places, const Counts& n, std::uint64_t all,
                        FixedVector<std::uint8_t, 3>& out) {
    std::uint64_t at = stream_.below(static_cast<std::uint32_t>(all));
    Block chosen;
    bool found = false;
    for_each_block(n, size, [&](const Block& block, std::uint64_t ways) {
      if (found) return;
      if (at < ways) {
        chosen = block;
        found = true;
      } else {
        at -= ways;
      }
    });
    for (const Kind k : chosen.kinds) {
      FixedVector<std::uint8_t, 8> copies;
      for (const auto place : places) {
        if (wall_.tiles[place].kind() != k) continue;
        bool taken = false;
        for (const auto p : out) taken = taken || p == place;
        if (!taken) copies.push_back(place);
      }
      out.push_back(copies[stream_.below(static_cast<std::uint32_t>(copies.size()))]);
    }
  };
  FixedVector<std::uint8_t, 3> mine, theirs;
  Counts held = counted(wall_, places_[seat]);
  Counts unseen = counted(wall_, position_.unseen());
  const std::uint64_t ways_mine = blocks(held, size);
  const std::uint64_t ways_theirs = blocks(unseen, size);
  if (ways_mine == 0 || ways_theirs == 0) return;
  draw(places_[seat], held, ways_mine, mine);
  draw(position_.unseen(), unseen, ways_theirs, theirs);
  // Which of them goes where: any.
  wall::shuffle(theirs.begin(), static_cast<std::uint32_t>(theirs.size()), stream_);
  Swaps swaps;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    swaps.push_back({mine[i], theirs[i]});
    const Kind leaves = wall_.tiles[mine[i]].kind();
    const Kind comes = wall_.tiles[theirs[i]].kind();
    --held[leaves], ++held[comes];
    --unseen[comes], ++unseen[leaves];
  }
  const std::uint64_t back = blocks(held, size) * blocks(unseen, size);
  attempt(swaps, strategy::binary_log(ways_mine * ways_theirs) - strategy::binary_log(back));
}

/// A hand in riichi for any other tenpai hand of tiles that are hidden, each set of tiles equally
/// likely: what it loses goes where the other's tiles were.
void Chain::exchange_hand() {
  const Seat seat = riichi_[stream_.below(static_cast<std::uint32_t>(riichi_.size()))];
  std::vector<std::uint8_t> mine;
  kept(seat, wall_, mine);
  std::vector<std::vector<std::uint8_t>> theirs(kMaxSeats);
  std::vector<std::uint8_t> pool;
  for (int s = 0; s < past_.now().players(); ++s) {
    const auto other = static_cast<Seat>(s);
    if (other == past_.hero() || other == seat) continue;
    kept(other, wall_, theirs[other]);
    pool.insert(pool.end(), theirs[other].begin(), theirs[other].end());
  }
  pool.insert(pool.end(), position_.unseen().begin(), position_.unseen().end());
  const std::size_t own = mine.size();
  const auto counts = position_.tenpai_hands(seat)->draw(stream_, 0);
  // Which of the equal tiles: any, its own among them.
  std::vector<std::uint8_t> all = mine;
  all.insert(all.end(), pool.begin(), pool.end());
  std::vector<bool> wanted(256, false);
  for (Kind k = 0; k < kKinds; ++k) {
    if (counts[k] == 0) continue;
    FixedVector<std::uint8_t, 8> copies;
    for (const auto place : all) {
      if (wall_.tiles[place].kind() == k) copies.push_back(place);
    }
    for (std::size_t i = 0; i < counts[k]; ++i) {
      const auto j = i + stream_.below(static_cast<std::uint32_t>(copies.size() - i));
      std::swap(copies[i], copies[j]);
      wanted[copies[i]] = true;
    }
  }
  std::vector<std::uint8_t> leaving, coming;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_mine = i < own;
    if (is_mine && !wanted[all[i]]) leaving.push_back(all[i]);
    if (!is_mine && wanted[all[i]]) coming.push_back(all[i]);
  }
  if (leaving.size() != coming.size() || leaving.empty()) return;
  wall::shuffle(coming.data(), static_cast<std::uint32_t>(coming.size()), stream_);
  Swaps swaps;
  wall::Wall after = wall_;
  for (std::size_t i = 0; i < leaving.size(); ++i) {
    swaps.push_back({leaving[i], coming[i]});
    std::swap(after.tiles[leaving[i]], after.tiles[coming[i]]);
  }
  // The way back must be the same: the same places keep what is not given.
  std::vector<std::uint8_t> places;
  kept(seat, after, places);
  if (places != mine) return;
  for (int s = 0; s < past_.now().players(); ++s) {
    const auto other = static_cast<Seat>(s);
    if (other == past_.hero() || other == seat) continue;
    kept(other, after, places);
    if (places != theirs[other]) return;
  }
  attempt(swaps);
}

void Chain::advance(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    ++steps_.all;
    const std::uint32_t kind = stream_.below(64);
    if (kind < 22) {
      exchange_any(1);
    } else if (kind < 33) {
      exchange_own();
    } else if (kind < 45) {
      exchange_block(2);
    } else if (kind < 58) {
      exchange_block(3);
    } else if (riichi_.empty()) {
      exchange_any(2);
    } else if (kind == 63) {
      exchange_hand();
    } else {
      exchange_riichi(1 + static_cast<int>(kind % 2));
    }
  }
}

Chain::Stand Chain::stand() const {
  Stand out{{}, stream_.used(), steps_};
  for (int i = 0; i < wall_.size; ++i) {
    out.tiles.push_back(wall_.tiles[static_cast<std::size_t>(i)].code);
  }
  return out;
}

void Chain::go_to(const Stand& stand) {
  std::vector<bool> hidden(kMaxTiles, false);
  for (const auto& slot : past_.slots()) hidden[slot.place] = true;
  bool fits = stand.tiles.size() == wall_.size;
  tried_ = wall_;
  for (std::size_t i = 0; fits && i < stand.tiles.size(); ++i) {
    fits = hidden[i] || stand.tiles[i] == wall_.tiles[i].code;
    tried_.tiles[i].code = stand.tiles[i];
  }
  const auto sorted = [](wall::Wall wall) {
    std::sort(wall.tiles.begin(), wall.tiles.begin() + wall.size,
              [](Tile a, Tile b) { return a.code < b.code; });
    return wall.tiles;
  };
  if (!fits || sorted(tried_) != sorted(wall_) || !begin()) {
    throw StudyError("study: no chain of this position can stand where it is said to");
  }
  stream_.go_to(stand.random);
  steps_ = stand.steps;
}

}  // namespace oshihiki::study
