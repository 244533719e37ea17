#include "oshihiki/score/input.hpp"

#include <array>

#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/wall/wall.hpp"

namespace oshihiki::score {
namespace {

constexpr int kFlags = 14;
constexpr std::array<const char*, kFlags> kNames = {
    "tsumo",  "riichi", "double_riichi", "ippatsu", "rinshan", "chankan",        "haitei",
    "houtei", "tenhou", "chiihou",       "renhou",  "kanfuri", "tsubame_gaeshi", "parenchan"};

/// Pairs of circumstances that cannot both be.
struct Conflict {
  Flag a;
  Flag b;
  const char* why;
};
constexpr std::array kConflicts = {
    Conflict{Flag::kRiichi, Flag::kDoubleRiichi, "a double riichi replaces the riichi"},
    Conflict{Flag::kIppatsu, Flag::kRinshan, "a kan ends ippatsu"},
    Conflict{Flag::kHoutei, Flag::kChankan, "the last discard is no added kan"},
    Conflict{Flag::kTenhou, Flag::kChiihou, "the first is the dealer's, the second another's"},
    Conflict{Flag::kTenhou, Flag::kRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kTenhou, Flag::kDoubleRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kChiihou, Flag::kRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kChiihou, Flag::kDoubleRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kRenhou, Flag::kRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kRenhou, Flag::kDoubleRiichi, "there is no riichi before the first draw"},
    Conflict{Flag::kTenhou, Flag::kRinshan, "a kan ends the first go-around"},
    Conflict{Flag::kChiihou, Flag::kRinshan, "a kan ends the first go-around"},
    Conflict{Flag::kTenhou, Flag::kHaitei, "the first draw is not the last"},
    Conflict{Flag::kChiihou, Flag::kHaitei, "the first draw is not the last"},
    Conflict{Flag::kRenhou, Flag::kHoutei, "the first go-around has no last discard"},
    Conflict{Flag::kRenhou, Flag::kChankan, "a kan ends the first go-around"},
};
constexpr std::array kNeedTsumo = {Flag::kRinshan, Flag::kHaitei, Flag::kTenhou, Flag::kChiihou};
constexpr std::array kNeedRon = {Flag::kChankan, Flag::kHoutei, Flag::kRenhou, Flag::kKanfuri,
                                 Flag::kTsubame};

[[noreturn]] void refuse(const std::string& text) { throw HandError(text); }

std::string name(Flag f) { return name_of(f); }

void check_flags(const Claim& c, const rules::Rules& rules) {
  const auto has = [&](Flag f) { return (c.flags & bit(f)) != 0; };
  const bool riichi = has(Flag::kRiichi) || has(Flag::kDoubleRiichi);
  for (const auto& conflict : kConflicts) {
    if (has(conflict.a) && has(conflict.b)) {
      refuse(name(conflict.a) + " with " + name(conflict.b) + ": " + conflict.why);
    }
  }
  for (const Flag f : kNeedTsumo) {
    if (has(f) && !has(Flag::kTsumo)) refuse(name(f) + " without tsumo: it is a win by self-draw");
  }
  for (const Flag f : kNeedRon) {
    if (has(f) && has(Flag::kTsumo)) refuse(name(f) + " with tsumo: it is a win by ron");
  }
  if (has(Flag::kHaitei) && has(Flag::kRinshan) && !rules.haitei_rinshan) {
    refuse("haitei with rinshan: under these rules a replacement tile is not the last tile");
  }
  if (riichi && !is_closed(c.melds)) {
    refuse(name(has(Flag::kRiichi) ? Flag::kRiichi : Flag::kDoubleRiichi) +
           " with an open meld: riichi needs a closed hand");
  }
  if (has(Flag::kIppatsu) && !riichi) refuse("ippatsu without riichi or double_riichi");
  if (!c.ura.empty() && !riichi) refuse("ura without riichi: ura dora are for riichi hands");
  const bool dealer = c.seat_wind == kEast;
  if (has(Flag::kTenhou) && !dealer)
    refuse("tenhou with seat_wind other than E: it is the dealer's");
  if (has(Flag::kChiihou) && dealer) refuse("chiihou with seat_wind E: the dealer's is tenhou");
  if (has(Flag::kRenhou) && dealer) refuse("renhou with seat_wind E: the dealer draws first");
  if (has(Flag::kEighthDealerWin) && !dealer) {
    refuse("parenchan with seat_wind other than E: it is the dealer's");
  }
  for (const Flag f : {Flag::kTenhou, Flag::kChiihou, Flag::kRenhou}) {
    if (has(f) && (!c.melds.empty() || c.kita > 0)) {
      refuse(name(f) + " with a meld: nothing has been called before it");
    }
  }
  if (has(Flag::kRinshan) && c.kita == 0) {
    bool kan = false;
    for (const auto& m : c.melds) kan = kan || is_kan(m.type);
    if (!kan) refuse("rinshan without a kan: a replacement tile follows a kan");
  }
}

void check_kita(const Claim& c, const rules::Rules& rules) {
  if (c.kita == 0) return;
  if (!rules.kita) refuse("kita = " + std::to_string(c.kita) + ": these rules have no kita");
  if (c.kita > 4) refuse("kita = " + std::to_string(c.kita) + ": there are four Norths");
}

void check_sanma(const Claim& c, const Counts& all, const rules::Rules& rules) {
  if (rules.players != 3) return;
  for (Kind k = 1; k < 8; ++k) {
    if (all[k] != 0) {
      throw TileError(format_tile(Tile(k)) + ": three players play without 2m to 8m");
    }
  }
  if (c.seat_wind == kNorth) refuse("seat_wind N: with three players the seats are E, S and W");
}

void check_chi(const Claim& c, const rules::Rules& rules) {
  if (rules.chi) return;
  for (const auto& m : c.melds) {
    if (m.type == MeldType::kChi) refuse(format_meld(m) + ": these rules have no chi");
  }
}

void add(Counts& counts, Kind kind, int n, const char* where) {
  counts[kind] = static_cast<std::uint8_t>(counts[kind] + n);
  if (counts[kind] > kCopies) {
    throw TileError(std::string("a fifth ") + format_tile(Tile(kind)) + " in " + where +
                    ": there are four of each tile");
  }
}

int count_dora(const FixedVector<Tile, 5>& indicators, const Counts& all, int players) {
  int n = 0;
  for (const Tile t : indicators) n += all[wall::dora_of(t.kind(), players)];
  return n;
}

}  // namespace

const char* name_of(Flag flag) noexcept { return kNames[static_cast<std::size_t>(flag)]; }

Win make_win(const Claim& c, const rules::Rules& rules) {
  const int size = static_cast<int>(c.hand.size());
  const int needed = 13 - 3 * static_cast<int>(c.melds.size());
  if (size != needed) {
    refuse("hand has " + std::to_string(size) + " tiles beside " + std::to_string(c.melds.size()) +
           " melds: without the winning tile it has 13, less three for each meld (" +
           std::to_string(needed) + " here)");
  }
  Win win;
  Counts reds;
  for (const Tile t : c.hand) {
    add(win.closed, t.kind(), 1, "hand");
    win.keys.add(t.kind());
    reds[t.kind()] = static_cast<std::uint8_t>(reds[t.kind()] + t.red());
  }
  add(win.closed, c.win.kind(), 1, "hand and winning tile");
  win.keys.add(c.win.kind());
  reds[c.win.kind()] = static_cast<std::uint8_t>(reds[c.win.kind()] + c.win.red());
  Counts all = win.closed;
  for (const auto& m : c.melds) {
    if (m.type == MeldType::kChi) {
      for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<Kind>(m.kind + i);
        add(all, k, 1, "hand and melds");
        reds[k] = static_cast<std::uint8_t>(reds[k] + (m.red_positions >> i & 1));
      }
    } else {
      add(all, m.kind, m.tiles(), "hand and melds");
      reds[m.kind] = static_cast<std::uint8_t>(reds[m.kind] + m.reds);
    }
  }
  check_flags(c, rules);
  check_kita(c, rules);
  if (c.kita > 0) add(all, kNorth, c.kita, "hand, melds and kita");
  if ((c.flags & bit(Flag::kChankan)) != 0 && all[c.win.kind()] != 1) {
    refuse("chankan on " + format_tile(Tile(c.win.kind())) +
           " with that tile held: the robbed kan has the other three");
  }
  Counts seen = all;
  for (const Tile t : c.dora) add(seen, t.kind(), 1, "hand, melds and indicators");
  for (const Tile t : c.ura) add(seen, t.kind(), 1, "hand, melds and indicators");
  check_sanma(c, seen, rules);
  check_chi(c, rules);

  win.melds = c.melds;
  win.winning = c.win.kind();
  win.seat_wind = c.seat_wind;
  win.round_wind = c.round_wind;
  win.flags = c.flags;
  win.honba = c.honba;
  win.dora = static_cast<std::uint8_t>(count_dora(c.dora, all, rules.players));
  if (rules.ura) win.ura = static_cast<std::uint8_t>(count_dora(c.ura, all, rules.players));
  win.kita = c.kita;
  for (Kind k = 0; k < kKinds; ++k) {
    if (reds[k] == 0 || rules.reds[k] == 0) continue;  // a red tile is plain without a rule for it
    if (reds[k] > rules.reds[k]) {
      throw TileError(std::to_string(reds[k]) + " red " + format_tile(Tile(k)) +
                      ": these rules have " + std::to_string(rules.reds[k]));
    }
    win.aka = static_cast<std::uint8_t>(win.aka + reds[k]);
  }
  return win;
}

Payments payments(const Score& score, bool tsumo, bool dealer, int honba, int deposits,
                  const rules::Rules& rules) noexcept {
  Payments p;
  if (score.status != Status::kWin) return p;
  p.deposits = 1000 * deposits;
  if (!tsumo) {
    p.from_discarder = ron_points(score.base, dealer) + honba * rules.honba_ron;
    return p;
  }
  const std::int32_t counters = honba * rules.honba_tsumo;
  p.others = rules.players - (dealer ? 1 : 2);
  p.from_others = tsumo_points(score.base, dealer, false, rules) + counters;
  if (!dealer) p.from_dealer = tsumo_points(score.base, false, true, rules) + counters;
  return p;
}

}  // namespace oshihiki::score
