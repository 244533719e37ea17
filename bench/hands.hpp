#pragma once

#include <cstdint>
#include <vector>

#include "oshihiki/base/hand.hpp"
#include "oshihiki/score/score.hpp"

// Hands that benches work on: drawn from a seed, different from each other and in no order. (A
// short list that is repeated is learnt by the branch predictor.)

namespace oshihiki::bench {

/// splitmix64.
inline std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// `n` hands of `size` tiles of the kinds below `kinds`.
inline std::vector<Hand> deal(std::size_t n, int size, unsigned kinds = kKinds) {
  std::vector<Hand> out(n);
  std::uint64_t state = static_cast<std::uint64_t>(size) * 100 + kinds;
  for (auto& hand : out) {
    while (hand.size < size) {
      const auto k = static_cast<Kind>(next_random(state) % kinds);
      // A kind is taken as often as copies of it are left.
      if (next_random(state) % kCopies >= hand.counts[k]) hand.add(Tile(k));
    }
  }
  return out;
}

/// The rows of counts of hands, one after the other.
inline std::vector<std::uint8_t> rows_of(const std::vector<Hand>& from) {
  std::vector<std::uint8_t> rows;
  for (const auto& hand : from) {
    rows.insert(rows.end(), hand.counts.n.begin(), hand.counts.n.end());
  }
  return rows;
}

/// `n` complete hands of four groups and a pair: a third of them open, most closed ones in
/// riichi, ron and tsumo alike.
inline std::vector<score::Win> wins(std::size_t n) {
  using score::bit;
  using score::Flag;
  std::vector<score::Win> out;
  out.reserve(n);
  std::uint64_t state = 7;
  const auto below = [&](unsigned bound) {
    return static_cast<unsigned>(next_random(state) % bound);
  };
  while (out.size() < n) {
    score::Win win;
    Counts all;
    std::array<Kind, 14> tiles{};
    std::size_t held = 0;
    const bool open = below(3) == 0;
    bool fits = true;
    const auto take = [&](Kind kind, bool concealed) {
      if (++all[kind] > kCopies) fits = false;
      if (!concealed) return;
      ++win.closed[kind];
      win.keys.add(kind);
      tiles[held++] = kind;
    };
    for (int group = 0; group < 4; ++group) {
      const bool run = below(4) != 0;
      const bool called = open && (group == 0 || below(2) == 0) && group < 3;
      const auto kind = static_cast<Kind>(run ? below(3) * 9 + below(7) : below(kKinds));
      for (int i = 0; i < 3; ++i) take(static_cast<Kind>(run ? kind + i : kind), !called);
      if (!called) continue;
      Meld meld;
      meld.type = run ? MeldType::kChi : MeldType::kPon;
      meld.kind = kind;
      meld.called = Tile(kind);
      meld.from = 3;
      win.melds.push_back(meld);
    }
    const auto pair = static_cast<Kind>(below(kKinds));
    take(pair, true);
    take(pair, true);
    if (!fits) continue;
    win.winning = tiles[below(static_cast<unsigned>(held))];
    win.seat_wind = static_cast<Kind>(kEast + below(4));
    win.round_wind = static_cast<Kind>(kEast + below(2));
    if (below(5) < 2) win.flags |= bit(Flag::kTsumo);
    if (!open && below(4) != 0) win.flags |= bit(Flag::kRiichi);
    win.dora = static_cast<std::uint8_t>(below(3));
    win.aka = static_cast<std::uint8_t>(below(2));
    out.push_back(win);
  }
  return out;
}

}  // namespace oshihiki::bench
