#include "oshihiki/score/score.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "oshihiki/score/evaluate.hpp"

namespace oshihiki::score {
namespace {

using agari::Reading;
using agari::SuitReading;

constexpr KindSet kTerminals = [] {
  KindSet set = 0;
  for (Kind k = 0; k < kEast; ++k) set |= is_terminal(k) ? kind_bit(k) : 0;
  return set;
}();
constexpr KindSet kHonours = KindSet{0x7F} << kEast;
constexpr KindSet kGreens =
    kind_bit(19) | kind_bit(20) | kind_bit(21) | kind_bit(23) | kind_bit(25) | kind_bit(kGreen);
constexpr KindSet kSuit = 0x1FF;
constexpr KindSet kDragons = kind_bit(kWhite) | kind_bit(kGreen) | kind_bit(kRed);
constexpr KindSet kWinds = kHonours & ~kDragons;

// Han of standard yaku as bit planes: plane b holds the yaku whose han have bit b, so a mask's han
// are three population counts.
struct Planes {
  std::array<std::uint64_t, 3> closed{};
  std::array<std::uint64_t, 3> open{};
};
constexpr Planes kPlanes = [] {
  Planes p;
  const auto add = [](std::array<std::uint64_t, 3>& planes, Yaku y, unsigned han) {
    for (unsigned b = 0; b < 3; ++b) {
      if ((han >> b & 1) != 0) planes[b] |= bit(y);
    }
  };
#define YAKU(name, closed_han, open_han, ...) \
  add(p.closed, Yaku::name, closed_han);      \
  add(p.open, Yaku::name, open_han);
#define YAKUMAN(...)
#define BONUS(...)
#define LOCAL(...)
#include "oshihiki/score/yaku.def"
#undef YAKU
#undef YAKUMAN
#undef BONUS
#undef LOCAL
  return p;
}();

int han_of(std::uint64_t yaku, bool closed) noexcept {
  const auto& planes = closed ? kPlanes.closed : kPlanes.open;
  return std::popcount(yaku & planes[0]) + 2 * std::popcount(yaku & planes[1]) +
         4 * std::popcount(yaku & planes[2]);
}

template <class Part>
KindSet pick(const std::array<SuitReading, 4>& suits, Part part) noexcept {
  return KindSet{part(suits[0])} | KindSet{part(suits[1])} << 9 | KindSet{part(suits[2])} << 18 |
         KindSet{part(suits[3])} << 27;
}

KindSet kinds_of(const Counts& counts) noexcept {
  KindSet set = 0;
  for (Kind k = 0; k < kKinds; ++k) set |= counts[k] != 0 ? kind_bit(k) : 0;
  return set;
}

std::uint64_t if_set(bool condition, Yaku y) noexcept { return condition ? bit(y) : 0; }

/// Riichi, menzen tsumo and the other circumstances.
void add_circumstances(Situation& at) noexcept {
  const Win& win = at.win;
  const auto& rules = at.rules;
  const bool riichi = at.closed && (win.has(Flag::kRiichi) || win.has(Flag::kDoubleRiichi));
  at.yaku |= if_set(at.closed && at.tsumo, Yaku::menzen_tsumo);
  if (riichi) {
    at.yaku |= bit(win.has(Flag::kDoubleRiichi) ? Yaku::double_riichi : Yaku::riichi);
    at.yaku |= if_set(win.has(Flag::kIppatsu) && rules.ippatsu, Yaku::ippatsu);
  }
  constexpr Flags kRare =
      ~(bit(Flag::kTsumo) | bit(Flag::kRiichi) | bit(Flag::kDoubleRiichi) | bit(Flag::kIppatsu));
  if ((win.flags & kRare) == 0) return;
  at.yaku |= if_set(win.has(Flag::kRinshan), Yaku::rinshan);
  at.yaku |= if_set(win.has(Flag::kChankan), Yaku::chankan);
  at.yaku |= if_set(win.has(Flag::kHoutei), Yaku::houtei);
  at.yaku |= if_set(win.has(Flag::kHaitei) && (!win.has(Flag::kRinshan) || rules.haitei_rinshan),
                    Yaku::haitei);
  at.yakuman |= if_set(win.has(Flag::kTenhou), Yaku::tenhou);
  at.yakuman |= if_set(win.has(Flag::kChiihou), Yaku::chiihou);
  if (win.has(Flag::kRenhou)) {
    at.yaku |= if_set(rules.renhou == rules::Renhou::han5, Yaku::renhou);
    at.yakuman |= if_set(rules.renhou == rules::Renhou::yakuman, Yaku::renhou);
  }
}

void add_melds(Situation& at) noexcept {
  for (const auto& m : at.win.melds) {
    if (m.type == MeldType::kChi) {
      const auto suit = static_cast<std::size_t>(suit_of(m.kind));
      at.meld_runs[suit] |= 1u << rank_of(m.kind);
      at.kinds |= KindSet{7} << m.kind;
      at.closed = false;
      continue;
    }
    at.meld_triplets |= kind_bit(m.kind);
    int fu = is_terminal_or_honour(m.kind) ? 4 : 2;
    if (is_kan(m.type)) {
      ++at.kans;
      fu *= 4;
    }
    if (m.open()) {
      at.closed = false;
    } else {
      ++at.ankans;
      fu *= 2;
    }
    at.meld_fu += fu;
  }
  at.kinds |= at.meld_triplets;
}

/// Yaku and yakuman that depend only on which kinds are held.
void add_kinds(Situation& at) noexcept {
  const KindSet kinds = at.kinds;
  const auto& rules = at.rules;
  at.yaku |=
      if_set((kinds & kTerminalsAndHonours) == 0 && (at.closed || rules.kuitan), Yaku::tanyao);
  const int suits = ((kinds & kSuit) != 0 ? 1 : 0) + ((kinds & kSuit << 9) != 0 ? 1 : 0) +
                    ((kinds & kSuit << 18) != 0 ? 1 : 0);
  if (suits <= 1) {
    const bool honours = (kinds & kHonours) != 0;
    if (suits == 0) {
      at.yakuman |= bit(Yaku::tsuuiisou);
    } else {
      at.yaku |= bit(honours ? Yaku::honitsu : Yaku::chinitsu);
    }
    at.yakuman |=
        if_set((kinds & ~kGreens) == 0 && (!rules.ryuuiisou_hatsu || contains(kinds, kGreen)),
               Yaku::ryuuiisou);
  }
  if ((kinds & ~kTerminalsAndHonours) == 0) {
    at.yaku |= bit(Yaku::honroutou);
    at.yakuman |= if_set((kinds & ~kTerminals) == 0, Yaku::chinroutou);
  }
}

/// Nine gates: 1112345678999 of one suit and one more of it, no meld.
std::uint64_t chuuren(const Situation& at) noexcept {
  if (at.win.melds.size() != 0 || (at.yaku & bit(Yaku::chinitsu)) == 0) return 0;
  const Kind first = static_cast<Kind>(suit_of(at.win.winning) * 9);
  for (Kind r = 0; r < 9; ++r) {
    const int needed = r == 0 || r == 8 ? 3 : 1;
    if (at.win.closed[static_cast<Kind>(first + r)] < needed) return 0;
  }
  const int rank = rank_of(at.win.winning);
  const int needed = rank == 0 || rank == 8 ? 3 : 1;
  return bit(at.win.closed[at.win.winning] > needed ? Yaku::junsei_chuuren : Yaku::chuuren);
}

std::uint64_t doubled(const rules::Rules& rules) noexcept {
  return if_set(rules.double_kokushi_13, Yaku::kokushi_13) |
         if_set(rules.double_suuankou_tanki, Yaku::suuankou_tanki) |
         if_set(rules.double_junsei_chuuren, Yaku::junsei_chuuren) |
         if_set(rules.double_daisuushii, Yaku::daisuushii);
}

/// A reading's result, before it is compared.
struct Found {
  std::uint64_t yaku = 0;
  std::uint64_t yakuman = 0;
  int fu = 0;  ///< not yet rounded
};

void consider(const Situation& at, const ReadingView& reading, const Found& found,
              Best& best) noexcept {
  const auto& rules = at.rules;
  Local local;
  if (rules.local_yaku != 0) local = local_yaku(at, reading);
  Score s;
  s.status = Status::kWin;
  s.yaku[1] = local.bits;
  std::uint64_t rank = 0;
  if (found.yakuman != 0 || local.yakuman != 0) {
    int units = std::popcount(found.yakuman) + std::popcount(found.yakuman & doubled(rules)) +
                local.yakuman;
    if (rules.yakuman_cap != 0) units = std::min(units, static_cast<int>(rules.yakuman_cap));
    s.limit = Limit::kYakuman;
    s.yakuman = static_cast<std::uint8_t>(units);
    s.yaku[0] = found.yakuman;
    s.base = 8000 * units;
    rank = std::uint64_t{1} << 31;
    s.yaku[1] = local.yakuman_bits;
  } else {
    std::uint64_t yaku = found.yaku;
    if (local.without_iipeikou) yaku &= ~bit(Yaku::iipeikou);
    const int han = han_of(yaku, at.closed) + local.han;
    const int needed = rules.two_han_honba != 0 && at.win.honba >= rules.two_han_honba ? 2 : 1;
    if (han < needed) {
      if (best.score.status != Status::kWin) {
        best.score.status = han == 0 && best.score.status != Status::kBelowMinimum
                                ? Status::kNoYaku
                                : Status::kBelowMinimum;
      }
      return;
    }
    s.yaku[0] = yaku;
    s.dora = at.win.dora;
    s.aka = at.win.aka;
    s.kita = at.win.kita;
    if ((yaku & (bit(Yaku::riichi) | bit(Yaku::double_riichi))) != 0) s.ura = at.win.ura;
    s.han = static_cast<std::uint8_t>(han + s.dora + s.aka + s.ura + s.kita);
    const bool chiitoi = (yaku & bit(Yaku::chiitoitsu)) != 0;
    s.fu = static_cast<std::uint8_t>(chiitoi ? 25 : (found.fu + 9) / 10 * 10);
    if (s.fu == 20 && !at.closed && !at.tsumo && rules.open_pinfu_30) s.fu = 30;
    const Base base = base_points(s.han, s.fu, rules);
    s.base = base.points;
    s.limit = base.limit;
    rank = static_cast<std::uint64_t>(s.han) << 16 | static_cast<std::uint64_t>(s.fu) << 8;
  }
  rank |= static_cast<std::uint64_t>(s.base) << 32 | static_cast<std::uint64_t>(found.fu);
  if (rank <= best.rank) return;
  best.rank = rank;
  best.score = s;
  best.suits = reading.suits;
  best.shape = reading.shape;
  best.wait = reading.wait;
  best.fu_raw = found.fu;
}

/// Where the winning tile can stand in a suit's reading, as sets of ranks.
struct Waits {
  std::uint32_t ryanmen;
  std::uint32_t kanchan;
  std::uint32_t penchan;
};
Waits waits_of(std::uint32_t runs) noexcept {
  return {(runs & 0x3F) | (runs & 0x7E) << 2, runs << 1, (runs & 0x40) | (runs & 1) << 2};
}

void consider_standard(const Situation& at, ReadingView& reading, Best& best) noexcept {
  const Win& win = at.win;
  const auto& rules = at.rules;
  const auto& suits = reading.suits;
  const KindSet own_triplets = pick(suits, [](SuitReading r) { return r.triplets(); });
  const KindSet pair = pick(suits, [](SuitReading r) { return r.pair(); });
  const KindSet triplets = own_triplets | at.meld_triplets;
  const std::array<std::uint32_t, 3> runs = {suits[0].runs() | at.meld_runs[0],
                                             suits[1].runs() | at.meld_runs[1],
                                             suits[2].runs() | at.meld_runs[2]};
  const std::uint32_t any_run = runs[0] | runs[1] | runs[2];
  reading.triplets = triplets;

  Found found;
  found.yaku = at.yaku;
  found.yakuman = at.yakuman;

  // The pair.
  const KindSet seat = kind_bit(win.seat_wind);
  const KindSet round = kind_bit(win.round_wind);
  int pair_fu = 0;
  if ((pair & (kDragons | seat | round)) != 0) {
    pair_fu = (pair & seat & round) != 0 ? static_cast<int>(rules.double_wind_fu) : 2;
  }

  // The wait: of those the reading allows, pinfu's two-sided one is worth most, then those of 2 fu,
  // then a two-sided one, and a triplet finished by the winning tile the least.
  const auto suit = static_cast<std::size_t>(suit_of(win.winning));
  const auto rank = static_cast<unsigned>(rank_of(win.winning));
  const Waits waits = waits_of(suits[suit].runs());
  const bool ryanmen = (waits.ryanmen >> rank & 1) != 0;
  const bool pinfu =
      at.closed && triplets == 0 && pair_fu == 0 && ryanmen && (!at.tsumo || rules.pinfu_tsumo);
  int fu = 20 + at.meld_fu + pair_fu + 4 * std::popcount(own_triplets) +
           4 * std::popcount(own_triplets & kTerminalsAndHonours);
  int concealed = std::popcount(own_triplets) + at.ankans;
  if (pinfu) {
    reading.wait = Wait::kRyanmen;
    found.yaku |= bit(Yaku::pinfu);
  } else if ((pair & kind_bit(win.winning)) != 0) {
    reading.wait = Wait::kTanki;
    fu += 2;
  } else if ((waits.kanchan >> rank & 1) != 0) {
    reading.wait = Wait::kKanchan;
    fu += 2;
  } else if ((waits.penchan >> rank & 1) != 0) {
    reading.wait = Wait::kPenchan;
    fu += 2;
  } else if (ryanmen) {
    reading.wait = Wait::kRyanmen;
  } else {
    reading.wait = Wait::kShanpon;
    if (!at.tsumo) {
      --concealed;
      fu -= is_terminal_or_honour(win.winning) ? 4 : 2;
    }
  }
  if (at.tsumo) {
    if (!pinfu && (rules.rinshan_fu || !win.has(Flag::kRinshan))) fu += 2;
  } else if (at.closed) {
    fu += 10;
  }
  found.fu = fu;

  // Runs.
  if (any_run != 0) {
    if (at.closed) {
      const int twins =
          std::popcount(suits[0].double_runs()) + std::popcount(suits[1].double_runs()) +
          std::popcount(suits[2].double_runs()) +
          (suits[0].quadruple_run() || suits[1].quadruple_run() || suits[2].quadruple_run() ? 1
                                                                                            : 0);
      if (twins != 0) found.yaku |= bit(twins == 1 ? Yaku::iipeikou : Yaku::ryanpeikou);
    }
    found.yaku |= if_set((runs[0] & runs[1] & runs[2]) != 0, Yaku::sanshoku_doujun);
    constexpr std::uint32_t kStraight = 0b1001001;
    found.yaku |= if_set((runs[0] & kStraight) == kStraight || (runs[1] & kStraight) == kStraight ||
                             (runs[2] & kStraight) == kStraight,
                         Yaku::ittsuu);
    if ((any_run & 0x3E) == 0 && ((triplets | pair) & ~kTerminalsAndHonours) == 0) {
      found.yaku |= bit((at.kinds & kHonours) != 0 ? Yaku::chanta : Yaku::junchan);
    }
  } else {
    found.yaku |= bit(Yaku::toitoi);
  }

  // Triplets.
  if (triplets != 0) {
    found.yaku |=
        if_set(concealed == 3, Yaku::sanankou) | if_set(at.kans == 3, Yaku::sankantsu) |
        if_set((triplets & triplets >> 9 & triplets >> 18 & kSuit) != 0, Yaku::sanshoku_doukou);
    const KindSet honours = triplets & kHonours;
    if (honours != 0) {
      found.yaku |= (triplets >> kWhite & 7) << static_cast<unsigned>(Yaku::haku);
      found.yaku |= if_set((triplets & seat) != 0, Yaku::seat_wind) |
                    if_set((triplets & round) != 0, Yaku::round_wind);
      const int dragons = std::popcount(honours & kDragons);
      const int winds = std::popcount(honours & kWinds);
      found.yaku |= if_set(dragons == 2 && (pair & kDragons) != 0, Yaku::shousangen);
      found.yakuman |= if_set(dragons == 3, Yaku::daisangen) |
                       if_set(winds == 4, Yaku::daisuushii) |
                       if_set(winds == 3 && (pair & kWinds) != 0, Yaku::shousuushii);
    }
    if (concealed == 4) {
      found.yakuman |= bit(reading.wait == Wait::kTanki ? Yaku::suuankou_tanki : Yaku::suuankou);
    }
    found.yakuman |= if_set(at.kans == 4, Yaku::suukantsu);
  }
  consider(at, reading, found, best);
}

void consider_pairs(const Situation& at, Best& best) noexcept {
  ReadingView reading;
  reading.shape = Reading::Shape::kChiitoi;
  reading.wait = Wait::kTanki;
  consider(at, reading, {at.yaku | bit(Yaku::chiitoitsu), at.yakuman, 25}, best);
}

void consider_kokushi(const Situation& at, Best& best) noexcept {
  ReadingView reading;
  reading.shape = Reading::Shape::kKokushi;
  // At tenhou no tile is the last one: the thirteen waits are granted where they count twice.
  const bool thirteen =
      at.win.has(Flag::kTenhou) ? at.rules.double_kokushi_13 : at.win.closed[at.win.winning] == 2;
  reading.wait = thirteen ? Wait::kKokushi13 : Wait::kTanki;
  Found found;
  found.yakuman = (at.yakuman & (bit(Yaku::tenhou) | bit(Yaku::chiihou) | bit(Yaku::renhou))) |
                  bit(thirteen ? Yaku::kokushi_13 : Yaku::kokushi);
  consider(at, reading, found, best);
}

/// Renhou as a mangan: taken when the hand is worth less by itself.
void consider_renhou_mangan(const Situation& at, Best& best) noexcept {
  if (!at.win.has(Flag::kRenhou) || at.rules.renhou != rules::Renhou::mangan) return;
  if (best.score.status == Status::kNotComplete || best.score.base >= 2000) return;
  Score s;
  s.status = Status::kWin;
  s.limit = Limit::kMangan;
  s.han = 5;
  s.yaku[0] = bit(Yaku::renhou);
  s.base = 2000;
  best.score = s;
  best.fu_raw = 0;
}

}  // namespace

Best evaluate(const Win& win, const rules::Rules& rules) noexcept {
  Best best;
  agari::SuitSplit split;
  const bool standard = agari::split(win.closed, win.keys, split);
  const bool whole = win.melds.empty();
  if (!standard && !(whole && (agari::is_chiitoi(win.closed) || agari::is_kokushi(win.closed)))) {
    return best;
  }
  Situation at{.win = win, .rules = rules};
  at.tsumo = win.has(Flag::kTsumo);
  at.kinds =
      standard ? pick(split.suit, [](SuitReading r) { return r.ranks(); }) : kinds_of(win.closed);
  add_melds(at);
  add_circumstances(at);
  add_kinds(at);
  if (standard) {
    at.yakuman |= chuuren(at);
    ReadingView reading;
    reading.suits = split.suit;
    consider_standard(at, reading, best);
    for (const std::uint64_t* more = split.more; more != nullptr;) {
      reading.suits[static_cast<std::size_t>(split.several)].bits = *more;
      consider_standard(at, reading, best);
      more = (*more & agari::kLastReading) != 0 ? nullptr : more + 1;
    }
  } else if (agari::is_chiitoi(win.closed)) {
    // Seven pairs that are also groups and a pair are two twin runs, which are worth more.
    consider_pairs(at, best);
  } else {
    consider_kokushi(at, best);
  }
  consider_renhou_mangan(at, best);
  return best;
}

Score score(const Win& win, const rules::Rules& rules) noexcept {
  return evaluate(win, rules).score;
}

bool may_win(const Win& win, const rules::Rules& rules) noexcept {
  const bool two_han = rules.two_han_honba != 0 && win.honba >= rules.two_han_honba;
  constexpr Flags kAlways = bit(Flag::kRinshan) | bit(Flag::kChankan) | bit(Flag::kHoutei) |
                            bit(Flag::kTenhou) | bit(Flag::kChiihou);
  if (!two_han &&
      ((win.flags & kAlways) != 0 ||
       ((win.flags & (bit(Flag::kTsumo) | bit(Flag::kRiichi) | bit(Flag::kDoubleRiichi))) != 0 &&
        is_closed(win.melds)))) {
    return true;
  }
  return score(win, rules).status == Status::kWin;
}

}  // namespace oshihiki::score
