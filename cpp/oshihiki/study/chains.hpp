#pragma once

#include <memory>
#include <vector>

#include "oshihiki/study/chain.hpp"

namespace oshihiki::study {

/// What a chain tells at one of its states: the value of each action, summed over re-deals, and
/// numbers that show how well it moves.
struct ChainState {
  std::vector<std::int64_t> values;
  std::int64_t surprise = 0;
  std::int64_t tenpai = 0;     ///< opponents who are tenpai
  std::int64_t dangerous = 0;  ///< kinds of the hero's hand that somebody would ron
  std::array<KindSet, kMaxSeats> waits{};
  std::vector<KindSet> read;  ///< what hands in riichi may win on, by seat of those
};

/// Several chains of one position, moved on together.
class Chains {
 public:
  struct Pace {
    std::uint32_t burn_in = 0;  ///< steps before the first state
    std::uint32_t thin = 1;     ///< steps from state to state
    std::uint32_t redeals = 1;  ///< orders of the wall that each state is played with
    /// Whether the hero, when he goes on, reads the hands in riichi: by what they wait for in the
    /// states of the other chains so far, as of the last power of two of them.
    bool reads = false;
  };
  Chains(const Position& position, const Past& past, const Reading& reading, const Pace& pace,
         int chains, bool from_truth = false);

  /// The next states of every chain, chain after chain, and their tally of played worlds.
  std::vector<std::vector<ChainState>> advance(std::uint64_t states, std::uint64_t wanted,
                                               int threads, Position::Tally& tally);
  Chain::Steps steps() const noexcept;
  /// Where every chain stands; and chains that go on from there, after states in which they read
  /// these hands, state after state.
  std::vector<Chain::Stand> stands() const;
  void go_to(std::uint64_t states, const std::vector<Chain::Stand>& stands,
             const std::vector<std::vector<KindSet>>& read);
  /// Numbers of a state's `read`.
  std::size_t readable() const noexcept { return chains_[0]->in_riichi().size(); }
  const Chain& chain(std::size_t i) const { return *chains_[i]; }
  std::size_t size() const noexcept { return chains_.size(); }

 private:
  /// What each chain's hero reads after so many states.
  void gather();
  ChainState look(std::size_t chain, std::uint64_t number, std::uint64_t wanted,
                  Position::Tally& tally) const;

  const Position& position_;
  Pace pace_;
  std::vector<std::unique_ptr<Chain>> chains_;
  std::uint64_t states_ = 0;                ///< so far, of every chain
  std::vector<std::vector<KindSet>> read_;  ///< by chain, state after state
  std::vector<strategy::ReadHands> hands_;  ///< by chain
};

}  // namespace oshihiki::study
