#pragma once

#include <array>
#include <cstdint>

#include "oshihiki/play/state.hpp"
#include "oshihiki/study/features.hpp"

namespace oshihiki::study {

/// What the order of the wall does to a spot, by a simple race whose chances are known exactly:
/// from here on nobody calls, the hero and the opponents in riichi discard what they draw, all
/// others do nothing. Given the hands every order of the unseen tiles is equally likely, so each
/// number less its chance is zero on the average, spot by spot, whatever the hands; taking
/// multiples of them off a value leaves its mean as it is and removes luck of the draws.
class RaceControl {
 public:
  enum Ending : std::size_t {
    kHeroDraws,    ///< the hero draws what he accepts first of all
    kThreatFeeds,  ///< a threat draws and discards it first
    kThreatDraws,  ///< a threat draws a tile of its wait first
    kHeroFeeds,    ///< the hero draws and discards such a tile first
    kThreatAlone,  ///< some threat draws its wait, had the hero no part in it
    kHeroAlone,    ///< the hero draws what he accepts, had the threats no part in it
    kCount
  };
  static constexpr std::size_t kControls = kCount;
  static constexpr std::array<const char*, kControls> kNames = {
      "hero_draws", "threat_feeds", "threat_draws", "hero_feeds", "threat_alone", "hero_alone"};
  static constexpr std::int32_t kOne = 1 << 16;
  using Values = std::array<std::int32_t, kControls>;

  /// At a spot: the hero must discard.
  RaceControl(const play::State& state, Seat hero, Reader& reader) noexcept;

  /// In the world of `state`, which may be a re-deal of the spot's: happened less its chance, in
  /// parts of kOne.
  Values operator()(const play::State& state) const noexcept;

 private:
  Seat hero_;
  std::uint8_t riichi_ = 0;  ///< bit per seat
  KindSet wanted_ = 0;       ///< by the hero
  std::array<KindSet, kMaxSeats> waits_{};
  Values chance_{};
};

}  // namespace oshihiki::study
