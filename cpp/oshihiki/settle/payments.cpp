#include "oshihiki/settle/payments.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace oshihiki::settle {
namespace {

using rules::Rules;

constexpr std::int32_t kMangan = 2000;
constexpr std::int32_t kStick = 1000;

constexpr bool has(unsigned seats, Seat s) noexcept { return (seats >> s & 1u) != 0; }

// One payment between two seats.
void move(Points& delta, Seat from, Seat to, std::int32_t points) noexcept {
  delta[from] -= points;
  delta[to] += points;
}

// A tsumo of that many base points: each other seat's share.
void share_tsumo(Points& delta, Seat winner, std::int32_t base, Seat dealer,
                 const Rules& rules) noexcept {
  for (Seat s = 0; s < rules.players; ++s) {
    if (s == winner) continue;
    move(delta, s, winner, score::tsumo_points(base, winner == dealer, s == dealer, rules));
  }
}

// The same, paid by one seat alone.
void pay_whole_tsumo(Points& delta, Seat payer, Seat winner, std::int32_t base, Seat dealer,
                     const Rules& rules) noexcept {
  Points shares{};
  share_tsumo(shares, winner, base, dealer, rules);
  move(delta, payer, winner, shares[winner]);
}

// A claim's base points by who answers for them: up to two responsible seats, and the rest.
struct Parts {
  std::array<Seat, 2> seat = {kNoSeat, kNoSeat};
  std::array<std::int32_t, 2> base{};
  std::int32_t rest = 0;
  bool any() const noexcept { return seat[0] != kNoSeat || seat[1] != kNoSeat; }
};

Parts split_by_pao(const Claim& claim, bool tsumo, const Rules& rules) noexcept {
  Parts parts;
  parts.rest = claim.score.base;
  const auto counts = [&](const Pao& pao) {
    return pao.seat != kNoSeat && pao.seat != claim.winner && pao.units > 0;
  };
  if (tsumo && claim.pao.seat != kNoSeat && claim.pao.units == 0) {  // a daiminkan's feeder
    parts.seat[0] = claim.pao.seat;
    parts.base[0] = parts.rest;
    parts.rest = 0;
    return parts;
  }
  const int yakuman = claim.score.yakuman;
  if (yakuman == 0) return parts;
  const std::int32_t unit = claim.score.base / yakuman;
  const std::array<Pao, 2> fed = {claim.pao, claim.pao_second};
  for (std::size_t i = 2; i-- > 0;) {
    if (!counts(fed[i])) continue;
    parts.seat[i] = fed[i].seat;
    const bool whole =
        rules.pao_scope == rules::PaoScope::whole_hand && (i == 0 || !counts(fed[0]));
    parts.base[i] = whole ? parts.rest : std::min(parts.rest, unit * fed[i].units);
    parts.rest -= parts.base[i];
  }
  return parts;
}

// The counters of a ron.
void pay_honba(Points& delta, Seat winner, Seat discarder, Seat responsible, int honba,
               const Rules& rules) noexcept {
  const std::int32_t points = honba * rules.honba_ron;
  if (responsible == kNoSeat || responsible == discarder) {
    move(delta, discarder, winner, points);
    return;
  }
  std::int32_t shared = 0;  // the responsible seat's part
  switch (rules.pao_honba) {
    case rules::PaoHonba::pao_player:
      shared = points;
      break;
    case rules::PaoHonba::discarder:
      shared = 0;
      break;
    case rules::PaoHonba::split:
      shared = score::round_up_100(points / 2);
      break;
  }
  move(delta, responsible, winner, shared);
  move(delta, discarder, winner, points - shared);
}

}  // namespace

Points pay_tsumo(const Claim& claim, const Standing& standing, const Rules& rules) noexcept {
  Points delta{};
  const Seat winner = claim.winner;
  const Parts parts = split_by_pao(claim, true, rules);
  const std::int32_t honba = standing.honba * rules.honba_tsumo;
  if (parts.rest > 0) share_tsumo(delta, winner, parts.rest, standing.dealer, rules);
  for (std::size_t i = 0; i < 2; ++i) {
    if (parts.seat[i] == kNoSeat) continue;
    pay_whole_tsumo(delta, parts.seat[i], winner, parts.base[i], standing.dealer, rules);
  }
  if (parts.any()) {
    const Seat responsible = parts.seat[parts.seat[0] != kNoSeat ? 0 : 1];
    move(delta, responsible, winner, honba * (rules.players - 1));
  } else {
    for (Seat s = 0; s < rules.players; ++s) {
      if (s != winner) move(delta, s, winner, honba);
    }
  }
  delta[winner] += standing.deposits * kStick;
  return delta;
}

Points pay_ron(const Claim* claims, int count, Seat discarder, const Standing& standing,
               unsigned own_sticks, const Rules& rules) noexcept {
  assert(count >= 1 && count < rules.players);
  Points delta{};
  int sticks = standing.deposits;
  for (int i = 0; i < count; ++i) {
    const Claim& claim = claims[i];
    assert(claim.winner != discarder);
    const bool dealer = claim.winner == standing.dealer;
    const Parts parts = split_by_pao(claim, false, rules);
    // Full price by part, so that a hand without pao is rounded once as a whole.
    std::int32_t by_discarder = score::ron_points(parts.rest, dealer);
    for (std::size_t p = 0; p < 2; ++p) {
      const std::int32_t points = score::ron_points(parts.base[p], dealer);
      if (parts.seat[p] == kNoSeat || parts.seat[p] == discarder) {
        by_discarder += points;
      } else {
        move(delta, parts.seat[p], claim.winner, points / 2);
        by_discarder += points - points / 2;
      }
    }
    move(delta, discarder, claim.winner, by_discarder);
    if (i == 0 || rules.multiple_ron_honba == rules::HonbaTo::each) {
      const Seat responsible = parts.seat[parts.seat[0] != kNoSeat ? 0 : 1];
      pay_honba(delta, claim.winner, discarder, responsible, standing.honba, rules);
    }
    if (rules.multiple_ron_deposits == rules::DepositsTo::own_first && count > 1 && sticks > 0 &&
        has(own_sticks, claim.winner)) {
      delta[claim.winner] += kStick;
      --sticks;
    }
  }
  delta[claims[0].winner] += sticks * kStick;
  return delta;
}

Points pay_noten(unsigned tenpai, const Rules& rules) noexcept {
  Points delta{};
  const int ready = std::popcount(tenpai);
  const int others = rules.players - ready;
  if (ready == 0 || others == 0) return delta;
  const std::int32_t pays = rules.noten_pool / others;
  const std::int32_t total = pays * others;
  std::int32_t left = total % ready;  // nothing with the usual pools
  for (Seat s = 0; s < rules.players; ++s) {
    if (has(tenpai, s)) {
      delta[s] = total / ready + left;
      left = 0;
    } else {
      delta[s] = -pays;
    }
  }
  return delta;
}

Points pay_nagashi(unsigned seats, const Standing& standing, const Rules& rules) noexcept {
  Points delta{};
  bool first = rules.nagashi == rules::Nagashi::win;
  for (int i = 0; i < rules.players; ++i) {
    const auto winner = static_cast<Seat>((standing.dealer + i) % rules.players);
    if (!has(seats, winner)) continue;
    share_tsumo(delta, winner, kMangan, standing.dealer, rules);
    if (!first) continue;
    first = false;
    for (Seat s = 0; s < rules.players; ++s) {
      if (s != winner) move(delta, s, winner, standing.honba * rules.honba_tsumo);
    }
    delta[winner] += standing.deposits * kStick;
  }
  return delta;
}

Points pay_chombo(Seat offender, const Standing& standing, const Rules& rules) noexcept {
  // A mangan tsumo the other way round.
  Points delta{};
  share_tsumo(delta, offender, kMangan, standing.dealer, rules);
  for (auto& points : delta) points = -points;
  return delta;
}

}  // namespace oshihiki::settle
