#include "oshihiki/study/chains.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/crew.hpp"

namespace oshihiki::study {

Chains::Chains(const Position& position, const Past& past, const Reading& reading, const Pace& pace,
               int chains, bool from_truth)
    : position_(position), pace_(pace) {
  for (int i = 0; i < chains; ++i) {
    chains_.push_back(std::make_unique<Chain>(position, past, reading,
                                              static_cast<std::uint64_t>(i), from_truth));
  }
  read_.resize(chains_.size());
  hands_.resize(chains_.size());
}

ChainState Chains::look(std::size_t chain, std::uint64_t number, std::uint64_t wanted,
                        Position::Tally& tally) const {
  const play::State& at = chains_[chain]->state();
  ChainState out;
  out.surprise = chains_[chain]->surprise();
  const Seat hero = position_.hero();
  KindSet ronned = 0;
  for (int s = 0; s < at.players(); ++s) {
    const auto& seat = at.seats[static_cast<std::size_t>(s)];
    if (s == hero || seat.waits == 0) continue;
    ++out.tenpai;
    out.waits[static_cast<std::size_t>(s)] = seat.waits;
    if (!play::furiten(seat)) ronned |= seat.waits;
  }
  for (const Seat riichi : chains_[chain]->in_riichi()) {
    const auto& seat = at.seats[riichi];
    out.read.push_back(play::furiten(seat) ? strategy::ReadHands::kNothing : seat.waits);
  }
  out.dangerous = std::popcount(ronned & at.seats[hero].hand.present);
  const auto& unseen = position_.unseen();
  out.values.assign(position_.actions().size(), 0);
  wall::Stream stream(lane_of(position_, number, static_cast<std::uint32_t>(chain) + 1));
  std::vector<Tile> tiles;
  for (const auto place : unseen) tiles.push_back(at.wall.tiles[place]);
  for (std::uint32_t i = 0; i < pace_.redeals && wanted != 0; ++i) {
    wall::shuffle(tiles.data(), static_cast<std::uint32_t>(tiles.size()), stream);
    play::State world = at;
    for (std::size_t j = 0; j < unseen.size(); ++j) world.wall.tiles[unseen[j]] = tiles[j];
    world.address.key = position_.key();
    world.address.match = (number * chains_.size() + chain) * pace_.redeals + i;
    Position::Values values{};
    position_.play_world(world, wanted, tally, values, pace_.reads ? &hands_[chain] : nullptr);
    for (std::size_t a = 0; a < out.values.size(); ++a) out.values[a] += values[a];
  }
  return out;
}

void Chains::gather() {
  if (!pace_.reads) return;
  // Of more than that every so manieth tells as much in less time.
  constexpr std::uint64_t kMostStates = 256;
  const std::uint64_t known = std::bit_floor(states_);
  const std::uint64_t apart = std::max<std::uint64_t>(1, known / kMostStates);
  const auto& seats = chains_[0]->in_riichi();
  for (std::size_t c = 0; c < chains_.size(); ++c) {
    // A chain's own states are like the one that is played.
    for (std::size_t j = 0; j < seats.size(); ++j) {
      auto& hands = hands_[c].waits[seats[j]];
      hands.clear();
      for (std::size_t other = 0; other < chains_.size(); ++other) {
        for (std::uint64_t i = 0; i < known && other != c; i += apart) {
          hands.push_back(read_[other][i * seats.size() + j]);
        }
      }
    }
  }
}

std::vector<std::vector<ChainState>> Chains::advance(std::uint64_t states, std::uint64_t wanted,
                                                     int threads, Position::Tally& tally) {
  std::vector<std::vector<ChainState>> out(chains_.size());
  tally = position_.no_worlds();
  std::mutex mutex;
  for (const std::uint64_t end = states_ + states; states_ < end;) {
    const std::uint64_t to = std::min(end, std::max<std::uint64_t>(1, std::bit_floor(states_) * 2));
    std::atomic<std::size_t> next = 0;
    crew(threads, [&](int, const std::atomic<bool>& failed) {
      Position::Tally mine = position_.no_worlds();
      for (std::size_t c = next++; c < chains_.size() && !failed; c = next++) {
        for (std::uint64_t i = states_; i < to; ++i) {
          chains_[c]->advance(i == 0 ? pace_.burn_in : pace_.thin);
          out[c].push_back(look(c, i, wanted, mine));
          const auto& read = out[c].back().read;
          read_[c].insert(read_[c].end(), read.begin(), read.end());
        }
      }
      const std::lock_guard lock(mutex);
      tally.add(mine);
    });
    states_ = to;
    if (std::has_single_bit(states_)) gather();
  }
  return out;
}

Chain::Steps Chains::steps() const noexcept {
  Chain::Steps all;
  for (const auto& chain : chains_) {
    all.all += chain->steps().all;
    all.taken += chain->steps().taken;
  }
  return all;
}

std::vector<Chain::Stand> Chains::stands() const {
  std::vector<Chain::Stand> out;
  for (const auto& chain : chains_) out.push_back(chain->stand());
  return out;
}

void Chains::go_to(std::uint64_t states, const std::vector<Chain::Stand>& stands,
                   const std::vector<std::vector<KindSet>>& read) {
  if (stands.size() != chains_.size() || read.size() != chains_.size()) {
    throw StudyError("study: " + std::to_string(stands.size()) + " stands and " +
                     std::to_string(read.size()) + " chains' waits for " +
                     std::to_string(chains_.size()) + " chains");
  }
  for (std::size_t i = 0; i < stands.size(); ++i) {
    if (read[i].size() != states * readable()) {
      throw StudyError("study: a chain that read " + std::to_string(read[i].size()) + " waits in " +
                       std::to_string(states) + " states of " + std::to_string(readable()) +
                       " hands in riichi");
    }
    chains_[i]->go_to(stands[i]);
  }
  read_ = read;
  states_ = states;
  gather();
}

}  // namespace oshihiki::study
