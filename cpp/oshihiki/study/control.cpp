#include "oshihiki/study/control.hpp"

#include "oshihiki/study/unseen.hpp"

namespace oshihiki::study {
namespace {

/// Chance that one of `k` of `n` tiles comes first at one of `draws` places, and that any does:
/// the sum over places, in parts of 2^32.
class FirstHit {
 public:
  FirstHit(std::uint64_t k, std::uint64_t n) noexcept : k_(k), n_(n) {}
  /// Of the next place.
  std::uint64_t next() noexcept {
    if (k_ == 0 || n_ == 0) return 0;
    const std::uint64_t hit = none_ * k_ / n_;
    none_ -= hit;
    --n_;
    return hit;
  }

 private:
  std::uint64_t k_;
  std::uint64_t n_;
  std::uint64_t none_ = std::uint64_t{1} << 32;
};

}  // namespace

RaceControl::RaceControl(const play::State& state, Seat hero, Reader& reader) noexcept
    : hero_(hero), wanted_(reader.best().accepted) {
  KindSet all = 0;
  for (int i = 0; i < state.players(); ++i) {
    const auto s = static_cast<Seat>(i);
    if (s == hero || state.seats[s].riichi == play::Riichi::kNo) continue;
    riichi_ = static_cast<std::uint8_t>(riichi_ | 1u << s);
    waits_[s] = state.seats[s].waits;
    all |= waits_[s];
  }
  const auto places = unseen_places(state);
  const std::uint64_t n = places.size();
  std::uint64_t any = 0, wanted = 0, feeds = 0, alone = 0;
  std::array<std::uint64_t, kMaxSeats> own{}, given{};
  for (const auto place : places) {
    const Kind k = state.wall.tiles[place].kind();
    const bool for_hero = contains(wanted_, k);
    const bool for_threat = contains(all, k);
    any += for_hero || for_threat;
    wanted += for_hero;
    alone += for_threat;
    feeds += for_threat && !for_hero;
    for (std::size_t s = 0; s < kMaxSeats; ++s) {
      if ((riichi_ >> s & 1) == 0) continue;
      own[s] += contains(waits_[s], k);
      given[s] += for_hero && !contains(waits_[s], k);
    }
  }
  // A threat draws a tile that only another threat waits for: the race ends there as well, as no
  // ending counted here.
  FirstHit race(any, n), threat(alone, n), mine(wanted, n);
  std::array<std::uint64_t, kControls> sum{};
  Seat seat = hero;
  for (int i = 0; i < state.live_left(); ++i) {
    seat = static_cast<Seat>((seat + 1) % state.players());
    if (seat == hero) {
      const std::uint64_t hit = race.next();
      if (any > 0) {
        sum[kHeroDraws] += hit * wanted / any;
        sum[kHeroFeeds] += hit * feeds / any;
      }
      sum[kHeroAlone] += mine.next();
    } else if ((riichi_ >> seat & 1) != 0) {
      const std::uint64_t hit = race.next();
      if (any > 0) {
        sum[kThreatDraws] += hit * own[seat] / any;
        sum[kThreatFeeds] += hit * given[seat] / any;
      }
      const std::uint64_t first = threat.next();
      if (alone > 0) sum[kThreatAlone] += first * own[seat] / alone;
    }
  }
  for (std::size_t c = 0; c < kControls; ++c) {
    chance_[c] = static_cast<std::int32_t>((sum[c] + (1u << 15)) >> 16);
  }
}

RaceControl::Values RaceControl::operator()(const play::State& state) const noexcept {
  Values out{};
  KindSet all = 0;
  for (const KindSet w : waits_) all |= w;
  bool race = true, threat = true, mine = true;
  Seat seat = hero_;
  int place = state.live_next;
  for (int i = 0; i < state.live_left() && (race || threat || mine); ++i) {
    seat = static_cast<Seat>((seat + 1) % state.players());
    const Kind k = state.wall.tiles[static_cast<std::size_t>(--place)].kind();
    const bool for_hero = contains(wanted_, k);
    const bool for_threat = contains(all, k);
    if (seat == hero_) {
      if (race && (for_hero || for_threat)) {
        out[for_hero ? kHeroDraws : kHeroFeeds] += kOne;
        race = false;
      }
      if (mine && for_hero) {
        out[kHeroAlone] += kOne;
        mine = false;
      }
    } else if ((riichi_ >> seat & 1) != 0) {
      const bool own = contains(waits_[seat], k);
      if (race && (for_hero || for_threat)) {
        if (own) {
          out[kThreatDraws] += kOne;
        } else if (for_hero) {
          out[kThreatFeeds] += kOne;
        }
        race = false;
      }
      if (threat && for_threat) {
        if (own) out[kThreatAlone] += kOne;
        threat = false;
      }
    }
  }
  for (std::size_t c = 0; c < kControls; ++c) out[c] -= chance_[c];
  return out;
}

}  // namespace oshihiki::study
