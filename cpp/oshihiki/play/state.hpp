#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "oshihiki/base/hand.hpp"
#include "oshihiki/base/meld.hpp"
#include "oshihiki/play/action.hpp"
#include "oshihiki/rules/rules.hpp"
#include "oshihiki/score/score.hpp"
#include "oshihiki/settle/match.hpp"
#include "oshihiki/settle/payments.hpp"
#include "oshihiki/wall/wall.hpp"

namespace oshihiki::play {

/// A discard in a river, 16 bits: tile 0..6, tsumogiri 7, declared riichi 8, called away 9.
struct Discard {
  std::uint16_t code = 0;
  constexpr Tile tile() const noexcept {
    return Tile::from_code(static_cast<std::uint8_t>(code & 0x7F));
  }
  constexpr bool tsumogiri() const noexcept { return (code & 0x80) != 0; }
  constexpr bool riichi() const noexcept { return (code & 0x100) != 0; }
  constexpr bool called() const noexcept { return (code & 0x200) != 0; }
  friend constexpr bool operator==(Discard, Discard) noexcept = default;
};

inline constexpr std::size_t kRiverMax = 40;
using River = FixedVector<Discard, kRiverMax>;

enum class Phase : std::uint8_t {
  kTurn,     ///< `turn` holds 3n+2 tiles after a draw and chooses
  kCalled,   ///< `turn` has called and must discard
  kDiscard,  ///< others answer the discard `offered`
  kKan,      ///< others may rob the kan of `offered`
  kKita,     ///< others may ron the North set aside
  kShow,     ///< tenpai players show or hide (where they may choose)
  kOver
};
/// Whether the seat `turn` holds 3n+2 tiles and is asked.
constexpr bool in_turn(Phase phase) noexcept {
  return phase == Phase::kTurn || phase == Phase::kCalled;
}

enum class Riichi : std::uint8_t { kNo, kDeclared, kYes };

/// What the shanten of the 3n+1 tiles a seat held last is at least. It follows from the hand and
/// only saves looking, so that it takes no part in equality; 0 is always right, and is what who
/// gives a seat another hand must set.
struct AtLeast {
  std::int8_t shanten = 0;
  friend constexpr bool operator==(AtLeast, AtLeast) noexcept { return true; }
};

struct SeatState {
  Hand hand;
  Melds melds;
  River river;
  AtLeast at_least;
  KindSet waits = 0;      ///< of the 3n+1 tiles held after the last discard
  KindSet discarded = 0;  ///< kinds in the river, called-away ones included
  KindSet passed = 0;  ///< kinds nobody won on since this seat's last discard; in riichi, since it
  std::uint16_t decisions = 0;  ///< decisions asked so far in this round
  Riichi riichi = Riichi::kNo;
  bool double_riichi = false;
  bool ippatsu = false;
  bool furiten_pass = false;    ///< temporary furiten
  bool furiten_riichi = false;  ///< passed in riichi: until the end of the round
  bool nagashi = true;          ///< every discard a terminal or honour, none called
  std::uint8_t kita = 0;
  std::uint8_t kans = 0;
  std::uint8_t riichi_at = 0;  ///< index in the river of the declaration tile
  settle::Pao pao;
  settle::Pao pao_second;  ///< another yakuman fed by another seat
  friend bool operator==(const SeatState&, const SeatState&) noexcept = default;
};

/// Round results a caller may want; filled when the phase is kOver.
struct Result {
  settle::Outcome outcome = settle::Outcome::kNone;
  std::uint8_t winners = 0;                           ///< bit per seat
  std::uint8_t tenpai = 0;                            ///< bit per seat, at an exhaustive draw
  Seat payer = kNoSeat;                               ///< who dealt in, or whose chombo it is
  std::array<score::Score, kMaxSeats> scores{};       ///< of the winners
  std::array<std::int32_t, kMaxSeats> hand_points{};  ///< winners: without counters and deposits
  settle::Points delta{};  ///< the settlement, riichi deposits not among it
  friend bool operator==(const Result&, const Result&) noexcept = default;
};

/// A round at one moment, all of it. Trivially copyable: a fork is a copy, undo is keeping one.
/// `rules` must outlive it and is not part of equality.
struct State {
  const rules::Rules* rules = nullptr;
  wall::Address address;  ///< key, match, round, redeal; the lanes add seat and decision
  wall::Wall wall;
  settle::Standing standing;  ///< scores and deposits as they are now
  std::array<SeatState, kMaxSeats> seats{};
  Counts visible;  ///< tiles everybody sees: rivers, melds, kita, indicators

  std::uint8_t live_next = 0;     ///< index of the next draw, plus one (draws go downwards)
  std::uint8_t replaced = 0;      ///< replacement tiles taken
  std::uint8_t indicators = 0;    ///< turned over
  std::uint8_t pending_dora = 0;  ///< kan indicators to turn over at the next discard
  std::uint8_t pending_late = 0;  ///< kan indicators to turn over when the next discard has passed
  std::uint8_t kans = 0;          ///< declared by all
  Phase phase = Phase::kOver;
  Seat turn = 0;
  Tile drawn;                  ///< the turn's last drawn tile; none after a call
  Tile offered;                ///< the tile others answer to
  bool replacement = false;    ///< drawn came from the dead wall
  bool after_kan = false;      ///< the discard that follows was made after a kan's replacement
  bool first_go = true;        ///< no call, kan or kita so far
  std::uint8_t waiting = 0;    ///< bit per seat still to answer
  std::uint8_t could_ron = 0;  ///< bit per seat offered a ron on `offered`
  std::uint8_t shape = 0;      ///< bit per seat for which `offered` completes a shape
  KindSet forbidden = 0;       ///< kuikae: kinds the turn may not discard now
  ActionType kan_type = ActionType::ankan;  ///< of the kan being answered
  std::array<Action, kMaxSeats> answers{};
  Result result;
  friend bool operator==(const State&, const State&) noexcept = default;

  bool over() const noexcept { return phase == Phase::kOver; }
  int players() const noexcept { return rules->players; }
  /// Draws left in the live wall.
  int live_left() const noexcept { return live_next - (wall::Wall::kDead + replaced); }
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 2048);

/// Equal in everything; the rules by value, not by where they lie.
bool same(const State& a, const State& b) noexcept;
std::uint64_t hash(const State& state) noexcept;

}  // namespace oshihiki::play
