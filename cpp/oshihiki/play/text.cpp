#include "oshihiki/play/text.hpp"

#include <array>
#include <vector>

#include "oshihiki/base/text.hpp"

namespace oshihiki::play {
namespace {

constexpr std::array kActionNames = {
#define PLAY_ACTION(name, sentence) std::string_view{#name},
#include "oshihiki/play/table.def"
#undef PLAY_ACTION
};
constexpr std::array kEventNames = {
#define PLAY_EVENT(name, sentence) std::string_view{#name},
#include "oshihiki/play/table.def"
#undef PLAY_EVENT
};
constexpr std::array<std::string_view, 11> kOutcomeNames = {
    "none",       "tsumo",       "ron",       "exhaustive", "nagashi", "nine_terminals",
    "four_winds", "four_riichi", "four_kans", "triple_ron", "chombo"};

}  // namespace

std::string_view name(ActionType type) noexcept {
  const auto i = static_cast<std::size_t>(type);
  return i < kActionNames.size() ? kActionNames[i] : "unknown";
}

std::string_view name(EventType type) noexcept {
  const auto i = static_cast<std::size_t>(type);
  return i < kEventNames.size() ? kEventNames[i] : "unknown";
}

std::string_view name(settle::Outcome outcome) noexcept {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

std::string to_text(Action action) {
  const Tile tile = action.tile();
  std::string out(name(action.type()));
  if (tile.none()) return out;
  const Kind kind = tile.kind();
  std::vector<Tile> own;
  switch (action.type()) {
    case ActionType::chi: {
      unsigned used = 0;
      for (unsigned i = 0; i < 3; ++i) {
        if (i == action.position()) continue;
        own.emplace_back(static_cast<Kind>(kind - action.position() + i),
                         (action.reds() >> used & 1) != 0);
        ++used;
      }
      return out + " " + format_tile(tile) + "(" + format_tiles(own) + ")";
    }
    case ActionType::pon:
      for (unsigned i = 0; i < 2; ++i) own.emplace_back(kind, i < action.reds());
      return out + " " + format_tile(tile) + "(" + format_tiles(own) + ")";
    default:
      break;
  }
  out += " " + format_tile(tile);
  if (action.tsumogiri()) out += " tsumogiri";
  return out;
}

std::string to_text(const Hand& hand, Tile drawn) {
  Hand rest = hand;
  if (!drawn.none()) rest.remove(drawn);
  std::vector<Tile> tiles;
  for_each_kind(rest.present, [&](Kind kind) {
    // Red tiles sort before plain ones of their kind: 0 reads as the five it is.
    for (int i = 0; i < rest.counts[kind]; ++i) tiles.emplace_back(kind, i < rest.reds[kind]);
  });
  std::string out = format_tiles(tiles);
  if (!drawn.none()) out += " " + format_tile(drawn);
  return out;
}

std::string moment(const State& state, Seat seat) {
  constexpr std::string_view kWinds = "ESWN";
  const auto& st = state.standing;
  return std::string(1, kWinds[st.wind % 4]) + std::to_string(st.dealer + 1) + "." +
         std::to_string(st.honba) + ", seat " + std::to_string(seat) + ", own turn " +
         std::to_string(state.seats[seat].river.size() + 1) + ", " +
         std::to_string(state.live_left()) + " live tiles";
}

}  // namespace oshihiki::play
