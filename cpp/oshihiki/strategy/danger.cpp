#include "oshihiki/strategy/danger.hpp"

#include <algorithm>
#include <array>

namespace oshihiki::strategy {
namespace {

using enum TileClass;

constexpr std::array<std::array<std::uint16_t, kTileClasses>, kDangerTurns> kDanger = {{
#define DANGER(turn, ...) {__VA_ARGS__},
#include "oshihiki/strategy/danger.def"
#undef DANGER
}};

constexpr std::array<TileClass, 9> kWithoutSuji = {no_suji_19, no_suji_28, no_suji_37,
                                                   no_suji_46, no_suji_5,  no_suji_46,
                                                   no_suji_37, no_suji_28, no_suji_19};
constexpr std::array<TileClass, 9> kWithSuji = {suji_19,        suji_28,       suji_37,
                                                double_suji_46, double_suji_5, double_suji_46,
                                                suji_37,        suji_28,       suji_19};

/// Whether a two-sided wait on the kind from that side (-1 below, 1 above) can still be: the
/// other end has not passed, and the two tiles it needs are not all seen. `thin` is set when one
/// of them has a single copy left.
bool side_open(const Sight& sight, KindSet safe, Kind kind, int side, bool& thin) noexcept {
  const int rank = rank_of(kind) + 3 * side;
  if (rank < 0 || rank > 8) return false;
  const auto at = [&](int steps) { return static_cast<Kind>(kind + steps * side); };
  if (contains(safe, at(3))) return false;
  // The seat's own tiles count as seen: they cannot be in the other's hand.
  const int near = sight.unseen.of(at(1));
  const int far = sight.unseen.of(at(2));
  if (near == 0 || far == 0) return false;
  thin = thin || near == 1 || far == 1;
  return true;
}

TileClass honour_class(const Sight& sight, Seat seat, Kind kind, int unseen) noexcept {
  const bool yaku =
      is_dragon(kind) || kind == sight.round_wind || kind == sight.view.seat_wind(seat);
  const int at = 3 - std::clamp(unseen, 1, 3);
  return static_cast<TileClass>(static_cast<int>(yaku ? yakuhai_3 : guest_3) + at);
}

/// As many hands as read as the table of danger tells as much as. Hands that follow each other in a
/// chain are alike, so that it is more than the table would be worth beside hands drawn anew.
constexpr std::uint64_t kTableHands = 200;

/// An open hand less likely to be ready than this, in 1/256, is no threat.
constexpr std::int32_t kLikely = 128;
/// What a deal-in costs with three players, in tenths of what it costs with four: 8,742 points
/// against 5,206 in houou logs.
constexpr std::int32_t kThreePlayers = 17;

std::int32_t at_table_of(const play::View& view, std::int32_t loss) noexcept {
  return view.players() == 3 ? loss * kThreePlayers / 10 : loss;
}

struct OpenHand {
  std::int32_t certainty;
  std::int32_t loss;
};

/// How likely an open hand is ready, and what it may cost, from its melds.
OpenHand judge_open(const play::View& view, Seat seat) noexcept {
  const Melds& melds = view.melds(seat);
  int open = 0;
  int dora = view.kita(seat);
  int yakuhai = 0;
  KindSet kinds = 0;
  for (const Meld& m : melds) {
    open += m.open();
    dora += m.reds;
    kinds |= m.type == MeldType::kChi ? KindSet{7} << m.kind : kind_bit(m.kind);
    if (m.type != MeldType::kChi) {
      yakuhai +=
          is_dragon(m.kind) + (m.kind == view.round_wind()) + (m.kind == view.seat_wind(seat));
    }
  }
  if (open == 0) return {0, 0};
  for (int i = 0; i < view.indicators(); ++i) {
    dora += copies_in(melds, wall::dora_of(view.indicator(i).kind(), view.players()));
  }
  const int turn = static_cast<int>(view.river(seat).size());
  static constexpr std::array<std::array<int, 3>, 5> kReady = {
      {{0, 0, 0}, {0, 3, 72}, {8, 11, 170}, {80, 14, 235}, {250, 0, 250}}};
  const auto& by = kReady[static_cast<std::size_t>(open)];
  const std::int32_t certainty = std::min(by[0] + by[1] * turn, by[2]);
  int han = std::max(1, yakuhai) + dora;
  for (int suit = 0; suit < 3; ++suit) {
    if (open >= 2 && (kinds & ~(suit_kinds(suit) | kHonours)) == 0) {
      han += 2;  // looks like one suit
      break;
    }
  }
  // Hidden dora raise it by a part of a han.
  static constexpr std::array<std::int32_t, 8> kPoints = {1500, 2200, 3900,  6500,
                                                          8200, 9000, 12000, 13500};
  std::int32_t loss = kPoints[static_cast<std::size_t>(std::min(han, 7))];
  if (view.dealer() == seat) loss = loss * 3 / 2;
  return {certainty, at_table_of(view, loss)};
}

}  // namespace

Threats threats(const play::View& view, const Strategy& strategy) noexcept {
  Threats out;
  for (int i = 0; i < view.players(); ++i) {
    const Seat seat = static_cast<Seat>(i);
    if (seat == view.seat()) continue;
    if (view.in_riichi(seat)) {
      // Averages of deal-ins to a riichi; ippatsu live costs more.
      std::int32_t loss = at_table_of(view, view.dealer() == seat ? 8300 : 5700);
      if (view.ippatsu_live(seat)) loss = loss * 5 / 4;
      for (const Meld& m : view.melds(seat)) loss += is_kan(m.type) ? 2500 : 0;
      out.all.push_back({seat, true, 256, loss, nullptr});
      if (strategy.read != nullptr && !strategy.read->waits[seat].empty()) {
        out.all.back().read = &strategy.read->waits[seat];
      }
      ++out.riichi;
      continue;
    }
    if (view.melds(seat).empty()) continue;
    const OpenHand open = judge_open(view, seat);
    const std::int32_t certainty = std::min(open.certainty * strategy.fear / 100, 256);
    if (certainty >= kLikely) out.all.push_back({seat, false, certainty, open.loss, nullptr});
  }
  return out;
}

std::string_view name_of(TileClass tile) noexcept {
  static constexpr std::array<std::string_view, kTileClasses> kNames = {"no_suji_5",
                                                                        "no_suji_46",
                                                                        "no_suji_37",
                                                                        "no_suji_28",
                                                                        "no_suji_19",
                                                                        "half_suji_5",
                                                                        "half_suji_46_outer",
                                                                        "half_suji_46_inner",
                                                                        "suji_37",
                                                                        "suji_28",
                                                                        "suji_19",
                                                                        "double_suji_5",
                                                                        "double_suji_46",
                                                                        "yakuhai_3",
                                                                        "yakuhai_2",
                                                                        "yakuhai_1",
                                                                        "guest_3",
                                                                        "guest_2",
                                                                        "guest_1"};
  return kNames[static_cast<std::size_t>(tile)];
}

std::optional<Classified> classify(const Sight& sight, Seat seat, Kind kind) noexcept {
  const KindSet safe = sight.view.genbutsu(seat);
  if (contains(safe, kind)) return {};
  if (is_honour(kind)) {
    const int unseen = sight.unseen.of(kind);
    if (unseen == 0) return {};
    return Classified{honour_class(sight, seat, kind, unseen), false};
  }
  bool thin = false;
  const int rank = rank_of(kind);
  const auto at = static_cast<std::size_t>(rank);
  const bool below = side_open(sight, safe, kind, -1, thin);
  const bool above = side_open(sight, safe, kind, 1, thin);
  if (!below && !above) return Classified{kWithSuji[at], false};
  const bool middle = rank >= 3 && rank <= 5;
  if (!middle || below == above) return Classified{kWithoutSuji[at], thin};
  // The end that is closed: 1 or 9 for 4 and 6 is the outer one.
  const bool outer = (rank == 3 && !below) || (rank == 5 && !above);
  return Classified{rank == 4 ? half_suji_5
                    : outer   ? half_suji_46_outer
                              : half_suji_46_inner,
                    thin};
}

std::uint32_t danger(const Sight& sight, const Threat& threat, Kind kind) noexcept {
  const auto found = classify(sight, threat.seat, kind);
  if (!found) return 0;
  const auto& row = kDanger[danger_turn(sight.view.river(threat.seat).size())];
  std::uint32_t tenths = row[static_cast<std::size_t>(found->tile)];
  if (found->thin) tenths = tenths * 3 / 4;
  const std::uint32_t known = tenths * 65536u / 1000u;
  if (threat.read == nullptr) return known;
  // Of the hands as read those that nothing has ruled out since count, and the table as some more.
  const KindSet safe = sight.view.genbutsu(threat.seat);
  std::uint64_t hands = 0;
  std::uint64_t wins = 0;
  for (const KindSet waits : *threat.read) {
    const std::uint64_t possible = (waits & safe) == 0;
    hands += possible;
    wins += possible & waits >> kind;
  }
  return static_cast<std::uint32_t>((wins * 65536 + kTableHands * known) / (hands + kTableHands));
}

Risk risk(const Sight& sight, const Threats& all, Kind kind) noexcept {
  Risk out;
  for (const Threat& t : all.all) {
    const std::uint32_t chance =
        danger(sight, t, kind) * static_cast<std::uint32_t>(t.certainty) / 256u;
    std::int64_t loss = t.loss;
    if (sight.dora[kind] > 0) loss = loss * 8 / 5;
    out.cost += static_cast<std::int32_t>(chance * loss / 65536);
    out.chance += chance;
  }
  return out;
}

}  // namespace oshihiki::strategy
