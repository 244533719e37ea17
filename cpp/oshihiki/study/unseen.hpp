#pragma once

#include <cstdint>
#include <vector>

#include "oshihiki/play/state.hpp"

namespace oshihiki::study {

/// The places of the wall whose tile nobody has seen, ascending: all that is not drawn, without
/// the replacement tiles taken and the indicators turned over.
inline std::vector<std::uint8_t> unseen_places(const play::State& state) {
  std::uint64_t known = 0;  // all lie among the dead wall's first 64
  for (int i = 0; i < state.replaced; ++i) {
    known |= std::uint64_t{1} << wall::Wall::replacement_at(i);
  }
  for (int i = 0; i < state.indicators; ++i) known |= std::uint64_t{1} << state.wall.dora_at(i);
  std::vector<std::uint8_t> out;
  for (int i = 0; i < state.live_next; ++i) {
    if (i >= 64 || (known >> i & 1) == 0) out.push_back(static_cast<std::uint8_t>(i));
  }
  return out;
}

}  // namespace oshihiki::study
