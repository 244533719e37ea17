#pragma once

#include <cstdint>

#include "oshihiki/base/fixed_vector.hpp"

#include "oshihiki/base/tile.hpp"

namespace oshihiki::play {

enum class ActionType : std::uint8_t {
#define PLAY_ACTION(name, sentence) name,
#include "oshihiki/play/table.def"
#undef PLAY_ACTION
  kCount
};

/// One choice, in 16 bits: tile 0..6 (kind and red), type 7..10, tsumogiri 11, position of the
/// called tile in a chi 12..13, red tiles used 14..15.
struct Action {
  std::uint16_t code = 0;

  constexpr Action() noexcept = default;
  constexpr Action(ActionType type, Tile tile, bool tsumogiri = false, unsigned position = 0,
                   unsigned reds = 0) noexcept
      : code(static_cast<std::uint16_t>((tile.code & 0x7Fu) | static_cast<unsigned>(type) << 7 |
                                        (tsumogiri ? 1u << 11 : 0u) | position << 12 |
                                        reds << 14)) {}
  static constexpr Action from_code(std::uint16_t code) noexcept {
    Action a;
    a.code = code;
    return a;
  }
  static constexpr Action pass() noexcept { return Action(ActionType::pass, kNoTile); }

  constexpr ActionType type() const noexcept { return static_cast<ActionType>(code >> 7 & 0xF); }
  constexpr Tile tile() const noexcept {
    return Tile::from_code(static_cast<std::uint8_t>(code & 0x7F));
  }
  constexpr bool tsumogiri() const noexcept { return (code >> 11 & 1) != 0; }
  constexpr unsigned position() const noexcept { return code >> 12 & 3; }
  constexpr unsigned reds() const noexcept { return code >> 14 & 3; }
  friend constexpr bool operator==(Action, Action) noexcept = default;
};
static_assert(sizeof(Action) == 2);

/// All legal actions of one seat at one moment, in a fixed order: by type as in table.def, then
/// by kind, plain before red, from the hand before tsumogiri.
using Actions = FixedVector<Action, 64>;

}  // namespace oshihiki::play
