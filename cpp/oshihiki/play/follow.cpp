#include "oshihiki/play/follow.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/play/legal.hpp"
#include "oshihiki/play/text.hpp"

namespace oshihiki::play {
namespace {

constexpr std::size_t kNowhere = kMaxTiles;

bool answering(const State& s) noexcept {
  return s.phase == Phase::kDiscard || s.phase == Phase::kKan || s.phase == Phase::kKita;
}

/// Where the dealt tiles of a seat lie in a wall of that size, in the order they are taken.
std::vector<std::size_t> dealt_at(std::size_t size, int players, Seat dealer, Seat seat) {
  std::vector<std::size_t> out;
  std::size_t at = size;
  for (const int n : {4, 4, 4, 1}) {
    Seat taker = dealer;
    for (int i = 0; i < players; ++i, taker = next_seat(taker, players)) {
      for (int k = 0; k < n; ++k) {
        --at;
        if (taker == seat) out.push_back(at);
      }
    }
  }
  return out;
}

int count_of(const std::vector<Tile>& tiles, Tile tile) noexcept {
  return static_cast<int>(std::count(tiles.begin(), tiles.end(), tile));
}

int held(const Hand& hand, Tile tile) noexcept {
  const Kind k = tile.kind();
  return tile.red() ? hand.reds[k] : hand.counts[k] - hand.reds[k];
}

/// Some tile of the hand beyond those that stay.
Tile spare(const Hand& hand, const std::vector<Tile>& keep) noexcept {
  for (Kind k = kKinds; k-- > 0;) {
    for (const bool red : {false, true}) {
      const Tile tile(k, red);
      if (held(hand, tile) > count_of(keep, tile)) return tile;
    }
  }
  return kNoTile;
}

}  // namespace

Follow::Follow(const rules::Rules& rules, const wall::Address& address,
               const settle::Standing& standing, Seat seat, const std::vector<Tile>& hand,
               Tile indicator)
    : rules_(rules), seat_(seat), indicators_{indicator} {
  if (hand.size() != 13) {
    throw Error("follow: " + std::to_string(hand.size()) + " tiles dealt; a hand has 13");
  }
  wall::Wall wall = wall::sorted(rules_);
  std::vector<Tile> rest(wall.tiles.begin(), wall.tiles.begin() + wall.size);
  std::vector<Tile> known = hand;
  known.push_back(indicator);
  for (const Tile tile : known) {
    const auto found = std::find(rest.begin(), rest.end(), tile);
    if (found == rest.end()) {
      throw Error("follow: the tiles dealt have more " + format_tile(tile) + " than there are");
    }
    rest.erase(found);
  }
  const auto mine = dealt_at(wall.size, rules_.players, standing.dealer, seat);
  std::vector<bool> set(wall.size, false);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    wall.tiles[mine[i]] = hand[i];
    set[mine[i]] = true;
  }
  const auto shown = static_cast<std::size_t>(wall.dora_at(0));
  wall.tiles[shown] = indicator;
  set[shown] = true;
  for (std::size_t i = 0; i < wall.size; ++i) {
    if (set[i]) continue;
    wall.tiles[i] = rest.back();
    rest.pop_back();
  }
  NoEvents nobody;
  start(state_, rules_, wall, address, standing, nobody);
  before_ = state_;
}

void Follow::impossible(Seat seat, const char* what) const {
  throw Error("follow: seat " + std::to_string(seat) + ": " + what + " cannot be (" +
              moment(state_, state_.turn) + ")");
}

bool Follow::hidden_in_wall(std::size_t at) const noexcept {
  const wall::Wall& wall = state_.wall;
  if (at >= state_.live_next) return false;
  for (int i = 0; i < state_.replaced; ++i) {
    if (at == static_cast<std::size_t>(wall::Wall::replacement_at(i))) return false;
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(indicators_.size(), state_.indicators); ++i) {
    if (at == static_cast<std::size_t>(wall.dora_at(static_cast<int>(i)))) return false;
  }
  return true;
}

bool Follow::exchange(Tile wanted, Tile instead, Seat holder, std::size_t not_at) {
  for (std::size_t at = 0; at < state_.live_next; ++at) {
    if (at == not_at || state_.wall.tiles[at] != wanted || !hidden_in_wall(at)) continue;
    state_.wall.tiles[at] = instead;
    return true;
  }
  // Whose turn it is comes last: what that seat was heard to do must stay possible.
  for (int i = 1; i <= state_.players(); ++i) {
    const auto s = static_cast<Seat>((state_.turn + i) % state_.players());
    if (s == seat_ || s == holder) continue;
    Hand& hand = state_.seats[s].hand;
    const int stays = s == state_.turn && last_.tile() == wanted ? 1
                      : s == protected_seat_                     ? count_of(protected_, wanted)
                                                                 : 0;
    if (held(hand, wanted) <= stays) continue;
    hand.remove(wanted);
    hand.add(instead);
    state_.seats[s].at_least = {};  // what was found of another hand
    if (state_.turn == s && state_.drawn == wanted && !hand.has(wanted)) state_.drawn = instead;
    return true;
  }
  return false;
}

/// Gives a hidden hand those tiles.
void Follow::hold(Seat seat, const std::vector<Tile>& tiles) {
  if (seat == seat_) {
    for (const Tile tile : tiles) {
      if (held(state_.seats[seat].hand, tile) < count_of(tiles, tile)) {
        impossible(seat, "tiles it does not hold");
      }
    }
    return;
  }
  Hand& hand = state_.seats[seat].hand;
  state_.seats[seat].at_least = {};
  for (const Tile tile : tiles) {
    while (held(hand, tile) < count_of(tiles, tile)) {
      const Tile out = spare(hand, tiles);
      if (out.none()) impossible(seat, "more tiles than it holds");
      hand.remove(out);
      if (!exchange(tile, out, seat, kNowhere)) {
        hand.add(out);
        impossible(seat, "a tile of which all copies are seen");
      }
      hand.add(tile);
      if (state_.turn == seat && state_.drawn == out && !hand.has(out)) state_.drawn = tile;
    }
  }
}

/// Gives a hidden hand those tiles and 13 more or less that wait for one kind: groups and a
/// single tile, none of them in the suit of `apart` (a quad's kind in riichi must not change the
/// wait).
void Follow::make_ready(Seat seat, const std::vector<Tile>& tiles, Kind apart) {
  Hand& hand = state_.seats[seat].hand;
  const int groups = (static_cast<int>(hand.size) - static_cast<int>(tiles.size()) - 1) / 3;
  // How many hidden tiles of each kind there are, those of this hand among them.
  Counts free;
  const auto count = [&](Tile tile) { ++free[tile.kind()]; };
  for (std::size_t at = 0; at < state_.live_next; ++at) {
    if (hidden_in_wall(at)) count(state_.wall.tiles[at]);
  }
  for (Seat s = 0; s < state_.players(); ++s) {
    if (s == seat_) continue;
    const Hand& other = state_.seats[s].hand;
    for (Kind k = 0; k < kKinds; ++k)
      free[k] = static_cast<std::uint8_t>(free[k] + other.counts[k]);
  }
  for (const Tile tile : tiles) --free[tile.kind()];
  for (const Tile tile : protected_) --free[tile.kind()];
  std::vector<Kind> kinds;
  const auto usable = [&](Kind k) {
    return k != apart && (is_honour(k) || is_honour(apart) || suit_of(k) != suit_of(apart));
  };
  int made = 0;
  for (Kind k = 0; k < kEast && made < groups; ++k) {
    while (made < groups && rank_of(k) <= 6 && usable(k) && free[k] > 0 &&
           free[static_cast<Kind>(k + 1)] > 0 && free[static_cast<Kind>(k + 2)] > 0) {
      for (Kind i = 0; i < 3; ++i) {
        kinds.push_back(static_cast<Kind>(k + i));
        --free[static_cast<Kind>(k + i)];
      }
      ++made;
    }
  }
  for (Kind k = 0; k < kKinds && made < groups; ++k) {
    if (!usable(k) || free[k] < 3) continue;
    kinds.insert(kinds.end(), 3, k);
    free[k] = static_cast<std::uint8_t>(free[k] - 3);
    ++made;
  }
  if (made < groups) impossible(seat, "a ready hand");
  // The single tile waits for its own kind, of which it must not hold all.
  Kind single = kKinds;
  for (Kind k = kKinds; k-- > 0 && single == kKinds;) {
    if (usable(k) && free[k] > 0 && std::count(kinds.begin(), kinds.end(), k) == 0) single = k;
  }
  if (single == kKinds) impossible(seat, "a ready hand");
  kinds.push_back(single);
  // Kinds to tiles: whichever copies are hidden.
  std::vector<Tile> all = tiles;
  for (const Kind k : kinds) {
    int plain = 0, red = 0;
    for (const Tile t : all) {
      if (t.kind() == k) ++(t.red() ? red : plain);
    }
    int hidden_plain = -count_of(protected_, Tile(k));
    for (std::size_t at = 0; at < state_.live_next; ++at) {
      hidden_plain += hidden_in_wall(at) && state_.wall.tiles[at] == Tile(k);
    }
    for (Seat s = 0; s < state_.players(); ++s) {
      if (s != seat_) hidden_plain += held(state_.seats[s].hand, Tile(k));
    }
    all.emplace_back(k, hidden_plain <= plain);
  }
  hold(seat, all);
}

void Follow::set_drawn(Seat seat, Tile tile) {
  if (state_.drawn == tile) return;
  Hand& hand = state_.seats[seat].hand;
  if (state_.seats[seat].riichi != Riichi::kYes && hand.has(tile)) {
    state_.drawn = tile;
    return;
  }
  state_.seats[seat].at_least = {};
  // The tile drawn changes, not the rest of the hand: in riichi that is ready.
  const Tile now = state_.drawn;
  hand.remove(now);
  const bool found = exchange(tile, now, seat, kNowhere);
  hand.add(found ? tile : now);
  if (!hand.has(tile)) impossible(seat, "a tile of which all copies are seen");
  state_.drawn = tile;
}

void Follow::put_indicators() {
  for (std::size_t i = 0; i < indicators_.size(); ++i) {
    const auto at = static_cast<std::size_t>(state_.wall.dora_at(static_cast<int>(i)));
    const Tile now = state_.wall.tiles[at];
    if (now == indicators_[i]) continue;
    if (!exchange(indicators_[i], now, kNoSeat, at)) {
      impossible(state_.turn, "an indicator of which all copies are seen");
    }
    state_.wall.tiles[at] = indicators_[i];
    if (i < state_.indicators) {
      --state_.visible[now.kind()];
      ++state_.visible[indicators_[i].kind()];
    }
  }
}

void Follow::pass_until_turn_of(Seat seat) {
  NoEvents nobody;
  while (answering(state_) && !state_.over()) {
    step(state_, static_cast<Seat>(std::countr_zero(unsigned{state_.waiting})), Action::pass(),
         nobody);
  }
  put_indicators();
  if (state_.over() || state_.turn != seat || state_.phase > Phase::kCalled) {
    impossible(seat, "its turn");
  }
}

void Follow::take(Seat seat, Action action) {
  // Hidden hands may have been made others.
  for (Seat s = 0; s < state_.players(); ++s) {
    if (s != seat_) state_.seats[s].at_least = {};
  }
  if (!is_legal(state_, seat, action)) {
    throw Error("follow: seat " + std::to_string(seat) + ": " + to_text(action) +
                " is not legal (" + moment(state_, seat) + ", holding " +
                to_text(state_.seats[seat].hand, state_.drawn) + ")");
  }
  NoEvents nobody;
  step(state_, seat, action, nobody);
  put_indicators();
}

void Follow::draw(Seat seat, Tile tile) {
  pass_until_turn_of(seat);
  if (state_.phase != Phase::kTurn) impossible(seat, "a draw");
  if (tile.none() || seat != seat_) return;
  if (state_.drawn == tile) return;
  Hand& hand = state_.seats[seat].hand;
  const Tile now = state_.drawn;
  hand.remove(now);
  if (!exchange(tile, now, kNoSeat, kNowhere)) {
    hand.add(now);
    impossible(seat, "a tile of which all copies are seen");
  }
  hand.add(tile);
  state_.drawn = tile;
}

/// Gives a hidden hand a tile beside those of a call that it may discard after it.
void Follow::leave_discard(Seat seat, std::vector<Tile>& own, KindSet forbidden) {
  Hand& hand = state_.seats[seat].hand;
  Hand rest = hand;
  for (const Tile tile : own) rest.remove(tile);
  if ((rest.present & ~forbidden) != 0) return;
  const Tile out = spare(hand, own);
  state_.seats[seat].at_least = {};
  hand.remove(out);
  for (Kind k = 0; k < kKinds; ++k) {
    if (contains(forbidden, k) || !exchange(Tile(k), out, seat, kNowhere)) continue;
    hand.add(Tile(k));
    own.emplace_back(k);
    return;
  }
  hand.add(out);
}

/// Makes a hidden hand one that can discard so.
void Follow::prepare(Seat seat, Action action) {
  state_.seats[seat].at_least = {};
  if (is_legal(state_, seat, action)) return;
  const Tile tile = action.tile();
  if (action.type() == ActionType::riichi) {
    make_ready(seat, {tile}, kKinds - 1);
  } else if (!action.tsumogiri()) {
    hold(seat, {tile});
  }
  if (action.tsumogiri()) {
    set_drawn(seat, tile);
  } else if (state_.drawn == tile && held(state_.seats[seat].hand, tile) == 1) {
    // It drew something else.
    state_.drawn = spare(state_.seats[seat].hand, {tile});
  }
}

void Follow::discard(Seat seat, Tile tile, bool tsumogiri, bool riichi) {
  pass_until_turn_of(seat);
  last_ = Action(ActionType::pass, kNoTile);
  const Action action(riichi ? ActionType::riichi : ActionType::discard, tile, tsumogiri);
  if (seat != seat_) prepare(seat, action);
  before_ = state_;
  last_ = action;
  take(seat, last_);
}

void Follow::call(Seat seat, Action action) {
  if (last_.tile().none() || action.tile() != last_.tile() || before_.turn == seat) {
    impossible(seat, "a call");
  }
  // Back to before the discard, so that the hand can be one that calls it.
  state_ = before_;
  put_indicators();
  const Kind kind = action.tile().kind();
  std::vector<Tile> own;
  if (seat == seat_) {
    // Its tiles are known.
  } else if (action.type() == ActionType::daiminkan) {
    int reds = rules_.reds[kind] - action.tile().red();
    for (int i = 0; i < 3; ++i) own.emplace_back(kind, reds-- > 0);
  } else {
    // Plain and red tiles enough for meld_of to take those that the action names.
    Hand hand;
    const auto give = [&](Tile tile) { own.push_back(tile); };
    meld_of(hand, action, before_.turn, give);
  }
  hold(seat, own);
  if (seat != seat_ && action.type() != ActionType::daiminkan) {
    leave_discard(seat, own, forbidden_after(rules_, action));
  }
  NoEvents nobody;
  const Seat from = state_.turn;
  // The discard must still be possible; what the caller needs stays with it.
  protected_seat_ = seat;
  protected_ = own;
  if (from != seat_) prepare(from, last_);
  protected_seat_ = kNoSeat;
  protected_.clear();
  take(from, last_);
  while (answering(state_) && state_.phase == Phase::kDiscard && state_.turn == from &&
         state_.waiting != 0) {
    const auto asked = static_cast<Seat>(std::countr_zero(unsigned{state_.waiting}));
    if (asked == seat && !is_legal(state_, seat, action)) impossible(seat, "that call");
    step(state_, asked, asked == seat ? action : Action::pass(), nobody);
  }
  put_indicators();
  last_ = Action(ActionType::pass, kNoTile);
  if (state_.seats[seat].melds.size() == before_.seats[seat].melds.size()) {
    impossible(seat, "that call");
  }
}

void Follow::declare(Seat seat, Action action) {
  pass_until_turn_of(seat);
  last_ = Action(ActionType::pass, kNoTile);
  const Kind kind = action.tile().kind();
  if (seat != seat_) {
    if (action.type() == ActionType::ankan) {
      std::vector<Tile> four;
      for (int i = 0; i < kCopies; ++i) four.emplace_back(kind, i < rules_.reds[kind]);
      SeatState& me = state_.seats[seat];
      if (me.riichi == Riichi::kYes) {
        make_ready(seat, four, kind);
        state_.drawn = four.back();
        Hand waiting = me.hand;
        waiting.remove(four.back());
        me.waits = agari::waits(waiting);
      } else {
        hold(seat, four);
      }
    } else if (state_.seats[seat].riichi == Riichi::kYes) {
      set_drawn(seat, action.tile());
    } else {
      hold(seat, {action.tile()});
    }
  }
  take(seat, action);
}

void Follow::dora(Tile tile) {
  indicators_.push_back(tile);
  put_indicators();
}

}  // namespace oshihiki::play
