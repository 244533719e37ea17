#include "oshihiki/study/features.hpp"

#include <algorithm>
#include <bit>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/score/score.hpp"
#include "oshihiki/strategy/attack.hpp"
#include "oshihiki/strategy/danger.hpp"
#include "oshihiki/strategy/turn.hpp"

namespace oshihiki::study {
namespace {

using play::View;

template <class F>
void for_each_opponent(const View& view, F&& f) {
  for (int s = 0; s < view.players(); ++s) {
    if (s != view.seat()) f(static_cast<Seat>(s));
  }
}
template <class F>
void for_each_riichi(const View& view, F&& f) {
  for_each_opponent(view, [&](Seat s) {
    if (view.in_riichi(s)) f(s);
  });
}

int count_open(const Melds& melds) noexcept {
  int n = 0;
  for (const auto& m : melds) n += m.open() ? 1 : 0;
  return n;
}

/// How many han one tile of each kind is worth as dora.
std::array<std::uint8_t, kKinds> dora_worth(const View& view) noexcept {
  std::array<std::uint8_t, kKinds> worth{};
  for (int i = 0; i < view.indicators(); ++i) {
    ++worth[wall::dora_of(view.indicator(i).kind(), view.players())];
  }
  return worth;
}

struct DoraHeld {
  int dora = 0;
  int aka = 0;
};
DoraHeld dora_held(const View& view, const Hand& hand, const Melds& melds) noexcept {
  const auto worth = dora_worth(view);
  DoraHeld held;
  for_each_kind(hand.present, [&](Kind k) {
    held.dora += hand.counts[k] * worth[k];
    held.aka += hand.reds[k];
  });
  for (const auto& m : melds) {
    held.aka += m.reds;
    if (m.type == MeldType::kChi) {
      for (int i = 0; i < 3; ++i) held.dora += worth[static_cast<std::size_t>(m.kind + i)];
    } else {
      held.dora += m.tiles() * worth[m.kind];
    }
  }
  held.dora += view.kita(view.seat()) * worth[kNorth];
  return held;
}

/// Two kinds three apart in a suit.
bool has_suji_pair(KindSet set) noexcept {
  constexpr KindSet kLow = [] {
    KindSet low = 0;
    for (Kind k = 0; k < kEast; ++k) {
      if (rank_of(k) < 6) low |= kind_bit(k);
    }
    return low;
  }();
  return (set & (set >> 3) & kLow) != 0;
}

/// What is left by the best discard, or accepted where none is due.
Reader::Best best_of(const View& view, const Hand& hand) noexcept {
  const auto count = [&](KindSet kinds) {
    int tiles = 0;
    for_each_kind(kinds, [&](Kind a) { tiles += view.unseen(a); });
    return tiles;
  };
  if (hand.size % 3 == 1) {
    const KindSet kinds = agari::accepted(hand.counts, hand.keys, hand.size).kinds;
    return {kKinds, kinds, count(kinds)};
  }
  Reader::Best best;
  agari::Discards out;
  agari::discards(hand.counts, hand.keys, hand.size, out);
  bool any = false;
  for_each_kind(out.best, [&](Kind k) {
    const KindSet kinds = out.after[k].kinds;
    const int tiles = count(kinds);
    if (!any || tiles > best.tiles) {
      best = {k, kinds, tiles};
      any = true;
    }
  });
  return best;
}

/// Hand points of the cheapest ron of a tenpai hand after its best discard.
std::int32_t cheapest_ron(const View& view, const Hand& hand, const Melds& melds,
                          const Reader::Best& best, bool riichi) noexcept {
  const auto worth = dora_worth(view);
  const DoraHeld held = dora_held(view, hand, melds);

  score::Win win;
  win.melds = melds;
  win.seat_wind = view.seat_wind(view.seat());
  win.round_wind = view.round_wind();
  win.honba = static_cast<std::uint16_t>(view.honba());
  win.kita = static_cast<std::uint8_t>(view.kita(view.seat()));
  if (riichi && is_closed(win.melds)) win.flags |= score::bit(score::Flag::kRiichi);
  int dora = held.dora, aka = held.aka;
  Counts closed = hand.counts;
  if (best.discard < kKinds) {
    // A plain tile is discarded where there is one.
    aka -= hand.counts[best.discard] == hand.reds[best.discard] ? 1 : 0;
    dora -= worth[best.discard];
    --closed[best.discard];
  }
  win.aka = static_cast<std::uint8_t>(aka);

  std::int32_t least = 0;
  for_each_kind(best.accepted, [&](Kind k) {
    win.closed = closed;
    ++win.closed[k];
    win.keys = SuitKeys::of(win.closed);
    win.winning = k;
    win.dora = static_cast<std::uint8_t>(dora + worth[k]);
    const score::Score s = score::score(win, view.rules());
    if (s.status != score::Status::kWin) return;
    const std::int32_t points = score::ron_points(s.base, win.dealer());
    if (least == 0 || points < least) least = points;
  });
  return least;
}

// One function a feature, by the names of features.def.

std::int32_t turn(Reader& r) noexcept { return r.view().own_turn(); }

std::int32_t riichi_opponents(Reader& r) noexcept {
  std::int32_t n = 0;
  for_each_riichi(r.view(), [&](Seat) { ++n; });
  return n;
}

std::int32_t ippatsu_live(Reader& r) noexcept {
  bool live = false;
  for_each_riichi(r.view(), [&](Seat s) { live = live || r.view().ippatsu_live(s); });
  return live ? 1 : 0;
}

std::int32_t dealer(Reader& r) noexcept {
  const View& view = r.view();
  if (view.dealer() == view.seat()) return 1;
  return view.in_riichi(view.dealer()) ? 2 : 0;
}

std::int32_t wind(Reader& r) noexcept { return r.view().seat_wind(r.view().seat()) - kEast; }
std::int32_t round(Reader& r) noexcept {
  return (r.view().round_wind() - kEast) * 4 + r.view().dealer();
}
std::int32_t honba(Reader& r) noexcept { return r.view().honba(); }
std::int32_t deposits(Reader& r) noexcept { return r.view().deposits(); }
std::int32_t live_left(Reader& r) noexcept { return r.view().live_left(); }
std::int32_t draws_left(Reader& r) noexcept { return r.view().live_left() / r.view().players(); }
std::int32_t score(Reader& r) noexcept { return r.view().score(r.view().seat()); }

std::int32_t rank(Reader& r) noexcept {
  const View& view = r.view();
  const Seat me = view.seat();
  std::int32_t place = 1;
  for_each_opponent(view, [&](Seat s) {
    if (view.score(s) > view.score(me) || (view.score(s) == view.score(me) && s < me)) ++place;
  });
  return place;
}

std::int32_t lead(Reader& r) noexcept {
  const View& view = r.view();
  bool any = false;
  std::int32_t most = 0;
  for_each_opponent(view, [&](Seat s) {
    if (!any || view.score(s) > most) most = view.score(s);
    any = true;
  });
  return view.score(view.seat()) - most;
}

std::int32_t open_melds(Reader& r) noexcept { return count_open(r.view().melds(r.view().seat())); }
std::int32_t open(Reader& r) noexcept { return open_melds(r) > 0 ? 1 : 0; }

std::int32_t opponent_melds(Reader& r) noexcept {
  std::int32_t most = 0;
  for_each_opponent(r.view(),
                    [&](Seat s) { most = std::max(most, count_open(r.view().melds(s))); });
  return most;
}

/// An open hand that everybody can see is worth something or of one suit.
struct OpenHand {
  int han = 0;
  bool one_suit = false;
  bool threatens() const noexcept { return han >= 2 || one_suit; }
};
OpenHand open_hand(const View& view, Seat seat) noexcept {
  OpenHand out;
  const Melds& melds = view.melds(seat);
  const int open = count_open(melds);
  if (open == 0) return out;
  const auto worth = dora_worth(view);
  KindSet kinds = 0;
  out.han = view.kita(seat) * (1 + worth[kNorth]);
  for (const auto& m : melds) {
    out.han += m.reds;
    if (m.type == MeldType::kChi) {
      for (int i = 0; i < 3; ++i) out.han += worth[static_cast<std::size_t>(m.kind + i)];
      kinds |= KindSet{7} << m.kind;
    } else {
      out.han += m.tiles() * worth[m.kind] + (is_dragon(m.kind) ? 1 : 0) +
                 (m.kind == view.round_wind() ? 1 : 0) + (m.kind == view.seat_wind(seat) ? 1 : 0);
      kinds |= kind_bit(m.kind);
    }
  }
  for (int suit = 0; suit < 3; ++suit) {
    const bool inside = (kinds & ~(strategy::suit_kinds(suit) | strategy::suit_kinds(3))) == 0;
    out.one_suit = out.one_suit || (open >= 2 && inside);
  }
  return out;
}
template <class F>
void for_each_open_hand(const View& view, F&& f) {
  for_each_opponent(view, [&](Seat s) {
    if (!view.in_riichi(s)) f(open_hand(view, s));
  });
}

std::int32_t open_value(Reader& r) noexcept {
  std::int32_t most = 0;
  for_each_open_hand(r.view(), [&](OpenHand h) { most = std::max(most, h.han); });
  return most;
}
std::int32_t one_suit_opponents(Reader& r) noexcept {
  std::int32_t n = 0;
  for_each_open_hand(r.view(), [&](OpenHand h) { n += h.one_suit ? 1 : 0; });
  return n;
}
std::int32_t open_threats(const View& view) noexcept {
  std::int32_t n = 0;
  for_each_open_hand(view, [&](OpenHand h) { n += h.threatens() ? 1 : 0; });
  return n;
}
std::int32_t threats(Reader& r) noexcept { return riichi_opponents(r) + open_threats(r.view()); }
std::int32_t threat(Reader& r) noexcept {
  const std::int32_t riichi = riichi_opponents(r);
  if (riichi >= 2) return 4;
  const bool open = open_threats(r.view()) > 0;
  return riichi == 1 ? (open ? 3 : 2) : (open ? 1 : 0);
}

std::int32_t riichi_turn(Reader& r) noexcept {
  std::int32_t first = 0;
  for_each_riichi(r.view(), [&](Seat s) {
    const std::int32_t at = r.view().riichi_at(s) + 1;
    if (first == 0 || at < first) first = at;
  });
  return first;
}

std::int32_t since_riichi(Reader& r) noexcept {
  std::int32_t least = -1;
  for_each_riichi(r.view(), [&](Seat s) {
    const auto since =
        static_cast<std::int32_t>(r.view().river(s).size()) - r.view().riichi_at(s) - 1;
    if (least < 0 || since < least) least = since;
  });
  return std::max(least, 0);
}

std::int32_t dora(Reader& r) noexcept {
  const View& view = r.view();
  const DoraHeld held = dora_held(view, view.hand(), view.melds(view.seat()));
  return held.dora + held.aka + r.view().kita(r.view().seat());
}

std::int32_t safe_tiles(Reader& r) noexcept {
  KindSet safe = kAllKinds;
  for_each_riichi(r.view(), [&](Seat s) { safe &= r.view().genbutsu(s); });
  std::int32_t n = 0;
  for_each_kind(safe & r.view().hand().present, [&](Kind k) { n += r.view().hand().counts[k]; });
  return n;
}

std::int32_t suji_passed(Reader& r) noexcept {
  std::int32_t least = -1;
  for_each_riichi(r.view(), [&](Seat s) {
    const KindSet safe = r.view().genbutsu(s);
    std::int32_t n = 0;
    for (Kind k = 0; k < kEast; ++k) {
      if (rank_of(k) < 6 && (contains(safe, k) || contains(safe, static_cast<Kind>(k + 3)))) ++n;
    }
    if (least < 0 || n < least) least = n;
  });
  return std::max(least, 0);
}

std::int32_t shanten(Reader& r) noexcept { return r.shanten(); }
std::int32_t accepted_kinds(Reader& r) noexcept { return std::popcount(r.best().accepted); }
std::int32_t accepted_tiles(Reader& r) noexcept { return r.best().tiles; }

std::int32_t wait(Reader& r) noexcept {
  if (r.shanten() != 0) return 0;
  const KindSet kinds = r.best().accepted;
  const int n = std::popcount(kinds);
  if (n >= 3) return 2;
  if (n == 2) return has_suji_pair(kinds) ? 1 : 3;
  if (n == 0) return 0;
  return is_honour(static_cast<Kind>(std::countr_zero(kinds))) ? 5 : 4;
}

std::int32_t hand(Reader& r) noexcept {
  switch (r.shanten()) {
    case 0: {
      const KindSet kinds = r.best().accepted;
      const bool good = has_suji_pair(kinds) || std::popcount(kinds) >= 3 || r.best().tiles >= 6;
      return good ? 0 : 1;
    }
    case 1:
      return dora(r) >= 2 ? 2 : 3;
    default:
      return 4;
  }
}

std::int32_t pushed(Reader& r) noexcept {
  const strategy::Sight sight(r.view());
  const Kind kind = r.best().discard;
  if (kind == kKinds) return 0;
  std::int32_t label = 0;
  std::uint32_t most = 0;
  for_each_riichi(r.view(), [&](Seat s) {
    const auto found = strategy::classify(sight, s, kind);
    if (!found) return;
    const std::uint32_t chance = strategy::danger(sight, {s, true, 256, 0, nullptr}, kind);
    if (label == 0 || chance > most) {
      label = 1 + static_cast<std::int32_t>(found->tile);
      most = chance;
    }
  });
  return label;
}
std::int32_t danger(Reader& r) noexcept {
  const strategy::Sight sight(r.view());
  if (r.best().discard == kKinds) return 0;
  const auto all = strategy::threats(r.view(), strategy::Strategy());
  const auto chance = strategy::risk(sight, all, r.best().discard).chance;
  return static_cast<std::int32_t>((std::uint64_t{chance} * 1000 + 32768) / 65536);
}
std::int32_t safest_shanten(Reader& r) noexcept {
  const Hand& hand = r.view().hand();
  if (hand.size % 3 == 1) return r.shanten();
  const strategy::Sight sight(r.view());
  const strategy::Risks risks(sight, strategy::threats(r.view(), strategy::Strategy()));
  const Kind kind = strategy::safest(sight, risks, hand.present);
  agari::Discards found;
  agari::shanten_after(hand.counts, hand.keys, hand.size, found);
  return std::max<std::int32_t>(0, found.after[kind].shanten);
}

std::int32_t own_value(Reader& r, bool riichi) noexcept {
  if (r.shanten() != 0) return 0;
  const View& view = r.view();
  return cheapest_ron(view, view.hand(), view.melds(view.seat()), r.best(), riichi);
}
std::int32_t value(Reader& r) noexcept { return own_value(r, true); }
std::int32_t value_damaten(Reader& r) noexcept { return own_value(r, false); }

std::int32_t calls(Reader& r) noexcept {
  const auto& call = r.call();
  return (call.chi ? 1 : 0) + (call.pon ? 2 : 0);
}
std::int32_t called_shanten(Reader& r) noexcept { return r.call().shanten; }
std::int32_t called_nearer(Reader& r) noexcept { return r.call().shanten < r.shanten() ? 1 : 0; }
std::int32_t called_value(Reader& r) noexcept {
  const auto& call = r.call();
  if (call.melds.empty() || call.shanten != 0) return 0;
  return cheapest_ron(r.view(), call.hand, call.melds, best_of(r.view(), call.hand), false);
}
std::int32_t called_yaku(Reader& r) noexcept {
  const auto& call = r.call();
  if (call.melds.empty()) return 0;
  strategy::Sight sight(r.view());
  sight.hand = &call.hand;
  sight.melds = &call.melds;
  sight.closed = is_closed(call.melds);
  return strategy::open_plan_in_reach(sight) ? 1 : 0;
}
std::int32_t called_yakuhai(Reader& r) noexcept {
  const View& view = r.view();
  if (!r.call().pon) return 0;
  const Kind kind = view.offered().kind();
  const bool yakuhai =
      is_dragon(kind) || kind == view.round_wind() || kind == view.seat_wind(view.seat());
  return yakuhai ? 1 : 0;
}
std::int32_t called_dora(Reader& r) noexcept {
  if (!r.answers()) return 0;
  const Tile tile = r.view().offered();
  return dora_worth(r.view())[tile.kind()] + (tile.red() ? 1 : 0);
}

using Function = std::int32_t (*)(Reader&) noexcept;
constexpr std::array<Function, kFeatures> kFunctions = {
#define STUDY_NUMBER(name, sentence) &name,
#define STUDY_TRUTH(name, sentence) &name,
#define STUDY_LABELS(name, labels, sentence) &name,
#include "oshihiki/study/features.def"
};

constexpr std::array<FeatureInfo, kFeatures> kInfo = {{
#define STUDY_NUMBER(name, sentence) {#name, FeatureType::kNumber, "", sentence},
#define STUDY_TRUTH(name, sentence) {#name, FeatureType::kTruth, "", sentence},
#define STUDY_LABELS(name, labels, sentence) {#name, FeatureType::kLabels, labels, sentence},
#include "oshihiki/study/features.def"
}};

}  // namespace

const std::array<FeatureInfo, kFeatures>& features() { return kInfo; }

std::int32_t Reader::value(Feature feature) noexcept {
  return kFunctions[static_cast<std::size_t>(feature)](*this);
}

int Reader::shanten() noexcept {
  if (shanten_ == kUnknown) {
    // A complete hand without a yaku counts as tenpai: it must discard.
    shanten_ = std::max(0, agari::shanten(view_.hand()));
  }
  return shanten_;
}

const Reader::Best& Reader::best() noexcept {
  if (has_best_) return best_;
  has_best_ = true;
  best_ = best_of(view_, view_.hand());
  return best_;
}

const Reader::Call& Reader::call() noexcept {
  if (has_call_) return call_;
  has_call_ = true;
  call_.shanten = shanten();
  const Seat me = view_.seat();
  if (view_.phase() != play::Phase::kDiscard || view_.in_riichi(me) || view_.live_left() == 0) {
    return call_;
  }
  const Tile tile = view_.offered();
  int most = -1;
  const auto look = [&](play::Action action) {
    Hand hand = view_.hand();
    const Meld meld =
        play::meld_of(view_.hand(), action, view_.turn(), [&](Tile own) { hand.remove(own); });
    const int shanten = std::max(0, agari::shanten(hand));
    const int tiles = best_of(view_, hand).tiles;
    if (most >= 0 && (shanten > call_.shanten || (shanten == call_.shanten && tiles <= most))) {
      return;
    }
    most = tiles;
    call_.shanten = shanten;
    call_.hand = hand;
    call_.melds = view_.melds(me);
    call_.melds.push_back(meld);
  };
  const Hand& own = view_.hand();
  const Kind kind = tile.kind();
  if (own.counts[kind] >= 2) {
    call_.pon = true;
    const int plain = own.counts[kind] - own.reds[kind];
    look({play::ActionType::pon, tile, false, 0, static_cast<unsigned>(std::max(0, 2 - plain))});
  }
  if (!view_.rules().chi || next_seat(view_.turn(), view_.players()) != me || is_honour(kind)) {
    return call_;
  }
  for (unsigned position = 0; position < 3; ++position) {
    const int low = rank_of(kind) - static_cast<int>(position);
    if (low < 0 || low > 6) continue;
    std::array<Kind, 2> two{};
    std::size_t n = 0;
    for (unsigned i = 0; i < 3; ++i) {
      if (i != position) two[n++] = static_cast<Kind>(kind - position + i);
    }
    if (own.counts[two[0]] == 0 || own.counts[two[1]] == 0) continue;
    call_.chi = true;
    unsigned reds = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      if (own.counts[two[i]] == own.reds[two[i]]) reds |= 1u << i;
    }
    look({play::ActionType::chi, tile, false, position, reds});
  }
  return call_;
}

}  // namespace oshihiki::study
