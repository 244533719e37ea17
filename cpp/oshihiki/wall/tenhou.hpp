#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "oshihiki/wall/wall.hpp"

namespace oshihiki::wall {

/// Tenhou's own generator, from the seed of a log's SHUFFLE tag. One object gives the walls of a
/// match's rounds one after another. Logs with the older seed (words in hexadecimal) have upper and
/// lower tile of the dead wall's stacks exchanged; the walls given here lie like all others.
class TenhouWalls {
 public:
  /// Throws LogError when the seed has neither known form.
  TenhouWalls(std::string_view seed, const rules::Rules& rules);
  ~TenhouWalls();
  TenhouWalls(TenhouWalls&&) noexcept;
  TenhouWalls& operator=(TenhouWalls&&) noexcept;

  struct Dealt {
    Wall wall;
    std::array<std::uint8_t, kMaxTiles> ids{};  ///< Tenhou's tile ids 0..135, beside wall.tiles
    std::array<std::uint8_t, 2> dice{};         ///< 1..6
  };
  Dealt next();

 private:
  struct Generator;
  std::unique_ptr<Generator> generator_;
  rules::Rules rules_;
};

}  // namespace oshihiki::wall
