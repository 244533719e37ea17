#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/strategy.hpp"
#include "oshihiki/study/hands.hpp"
#include "oshihiki/study/plan.hpp"

namespace oshihiki::study {

/// How the tiles that the hero does not see are drawn.
enum class Sampling : std::uint8_t {
  kUniform,  ///< every order of them equally likely
  kTenpai    ///< hands in riichi are tenpai and wait for nothing safe against them; else the same
};

/// One public position: what each of the hero's actions is worth over the hidden worlds.
class Position {
 public:
  /// The hero must be asked: for his discard, or what he does with the tile of another. What
  /// others have answered already counts as not said. Of discards of equal tiles one is kept.
  /// Opponents go on by `others`, the hero after his action by each of `thens`: with t of them
  /// every action stands t times in `actions`, side by side in their order. Throws StudyError.
  Position(const play::State& state, Seat hero, Sampling sampling, strategy::Strategy others,
           std::vector<strategy::Strategy> thens, std::uint64_t key, const Measure& measure = {});

  const std::vector<play::Action>& actions() const noexcept { return actions_; }

  /// Sums over worlds: of an action from kWin on as in Layout::Arm. Points and values are in units
  /// of the measure.
  struct Tally {
    enum Field : std::size_t {
      kValue,
      kWin,
      kTsumo,
      kDealIn,
      kOtherTsumo,
      kLateral,
      kDrawTenpai,
      kDrawNoten,
      kAbort,
      kWinPoints,
      kDealInPoints,
      kRonned,
      kRonnedValue,
      kFields
    };
    std::int64_t worlds = 0;
    std::vector<std::int64_t> sums;      ///< action after action, kFields each
    std::vector<std::int64_t> products;  ///< of the values of any two actions, row after row
    void add(const Tally& other);
  };

  /// Plays the worlds first .. last - 1 of those actions that are wanted (bit per action; all
  /// others stay 0). A world is a function of the position, the key and its number.
  Tally play(std::uint64_t first, std::uint64_t last, std::uint64_t wanted, int threads) const;

  /// Hidden tiles drawn anew: the state of world `number`.
  play::State world(std::uint64_t number) const;

  Tally no_worlds() const;
  /// Plays the wanted actions through one world; `values` (zeros) receives what each brought. The
  /// hero goes on by hands in riichi as read, if they are given.
  using Values = std::array<std::int64_t, 64>;
  void play_world(const play::State& world, std::uint64_t wanted, Tally& tally, Values& values,
                  const strategy::ReadHands* read = nullptr) const;

  Seat hero() const noexcept { return hero_; }
  std::uint64_t key() const noexcept { return key_; }
  const strategy::Strategy& others() const noexcept { return others_; }
  const play::State& state() const noexcept { return state_; }
  /// The places of the wall that nobody has seen.
  const std::vector<std::uint8_t>& unseen() const noexcept { return places_; }
  /// The tenpai hands a seat may hold; none unless it is in riichi and worlds are drawn so.
  const TenpaiHands* tenpai_hands(Seat seat) const noexcept;

 private:
  rules::Rules rules_;
  play::State state_;
  Seat hero_;
  Sampling sampling_;
  strategy::Strategy others_;
  std::vector<strategy::Strategy> thens_;
  std::uint64_t key_;
  Measure measure_;
  bool answers_ = false;  ///< the hero answers another's tile
  std::vector<play::Action> actions_;
  std::vector<Tile> hidden_;                         ///< all tiles the hero does not see
  std::vector<std::uint8_t> places_;                 ///< of the wall that nobody has seen
  std::vector<Seat> in_riichi_;                      ///< whose hands are drawn tenpai
  std::vector<std::shared_ptr<TenpaiHands>> ready_;  ///< of those seats
};

}  // namespace oshihiki::study
