#include "oshihiki/base/text.hpp"

#include <algorithm>
#include <array>

#include "oshihiki/base/error.hpp"

namespace oshihiki {
namespace {

constexpr std::string_view kSuits = "mpsz";

struct MeldName {
  std::string_view name;
  MeldType type;
};
constexpr std::array<MeldName, 5> kMeldNames = {{{"chi", MeldType::kChi},
                                                 {"pon", MeldType::kPon},
                                                 {"daiminkan", MeldType::kDaiminkan},
                                                 {"kakan", MeldType::kKakan},
                                                 {"ankan", MeldType::kAnkan}}};

/// Bytes of the UTF-8 character that the text begins with; 0 when it is broken.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80               ? 1
                             : (first & 0xE0u) == 0xC0u ? 2
                             : (first & 0xF0u) == 0xE0u ? 3
                             : (first & 0xF8u) == 0xF0u ? 4
                                                        : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u) return 0;
  }
  return length;
}

/// Text for a message: control characters and broken UTF-8 are shown as \xNN.
std::string printable(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto length = std::max<std::size_t>(1, character_length(text.substr(i)));
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F || (length == 1 && c >= 0x80)) {
      out += "\\x";
      out += kHex[c >> 4];
      out += kHex[c & 15];
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  return out;
}

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

struct Pending {
  int digit;
  bool red;
  std::size_t at;
};

Tile make_tile(const Pending& p, std::size_t suit, std::string_view text) {
  const int rank = p.digit == 0 ? 5 : p.digit;
  const bool red = p.red || p.digit == 0;
  if (suit == 3 && (p.digit == 0 || p.digit > 7)) {
    throw TileError("no honour tile '" + std::to_string(p.digit) + "z' at position " +
                    std::to_string(p.at + 1) + " of " + quoted(text) +
                    ": honours are 1z to 7z (E S W N white green red)");
  }
  return Tile(static_cast<Kind>(suit * 9 + static_cast<std::size_t>(rank) - 1), red);
}

}  // namespace

std::vector<Tile> parse_tiles(std::string_view text) {
  std::vector<Tile> tiles;
  std::vector<Pending> pending;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c >= '0' && c <= '9') {
      pending.push_back({c - '0', false, i});
      continue;
    }
    if (c == 'r' && !pending.empty() && pending.back().at + 1 == i) {
      if (pending.back().digit == 0) {
        throw TileError("'0r' at position " + std::to_string(i) + " of " + quoted(text) +
                        ": 0 is already the red five");
      }
      pending.back().red = true;
      continue;
    }
    const auto suit = kSuits.find(c);
    if (suit == std::string_view::npos) {
      throw TileError(
          "unknown letter " +
          quoted(text.substr(i, std::max<std::size_t>(1, character_length(text.substr(i))))) +
          " at position " + std::to_string(i + 1) + " of " + quoted(text) +
          ": tiles are digits followed by m, p, s or z");
    }
    if (pending.empty()) {
      throw TileError("suit letter '" + std::string(1, c) + "' without digits at position " +
                      std::to_string(i + 1) + " of " + quoted(text));
    }
    for (const auto& p : pending) tiles.push_back(make_tile(p, suit, text));
    pending.clear();
  }
  if (!pending.empty()) {
    throw TileError("digits without a suit letter at position " +
                    std::to_string(pending.front().at + 1) + " of " + quoted(text) +
                    ": end them with m, p, s or z");
  }
  return tiles;
}

Tile parse_tile(std::string_view text) {
  const auto tiles = parse_tiles(text);
  if (tiles.size() != 1) {
    throw TileError("expected one tile, got " + std::to_string(tiles.size()) + " in " +
                    quoted(text));
  }
  return tiles.front();
}

std::string format_tiles(const std::vector<Tile>& tiles) {
  std::string out;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile t = tiles[i];
    const int rank = rank_of(t.kind()) + 1;
    if (t.red() && rank == 5 && !is_honour(t.kind())) {
      out += '0';
    } else {
      out += static_cast<char>('0' + rank);
      if (t.red()) out += 'r';
    }
    const int suit = suit_of(t.kind());
    if (i + 1 == tiles.size() || suit_of(tiles[i + 1].kind()) != suit) {
      out += kSuits[static_cast<std::size_t>(suit)];
    }
  }
  return out;
}

std::string format_tile(Tile tile) { return tile.none() ? "-" : format_tiles({tile}); }

Meld parse_meld(std::string_view text) {
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  const auto* entry = std::find_if(kMeldNames.begin(), kMeldNames.end(),
                                   [&](const MeldName& m) { return m.name == name; });
  if (colon == std::string_view::npos || entry == kMeldNames.end()) {
    throw HandError("not a meld: " + quoted(text) +
                    "; write chi:340m pon:555z daiminkan:1111p kakan:1111p or ankan:1111p");
  }
  auto tiles = parse_tiles(text.substr(colon + 1));
  std::stable_sort(tiles.begin(), tiles.end(), [](Tile a, Tile b) { return a.kind() < b.kind(); });
  Meld meld;
  meld.type = entry->type;
  if (static_cast<int>(tiles.size()) != meld.tiles()) {
    throw HandError("a " + std::string(name) + " has " + std::to_string(meld.tiles()) +
                    " tiles, got " + std::to_string(tiles.size()) + " in " + quoted(text));
  }
  const Kind first = tiles.front().kind();
  meld.kind = first;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Kind expected =
        static_cast<Kind>(meld.type == MeldType::kChi ? first + i : std::size_t{first});
    if (tiles[i].kind() != expected ||
        (meld.type == MeldType::kChi && (is_honour(first) || rank_of(first) > 6))) {
      throw HandError("not a " + std::string(name) + ": " + quoted(text) +
                      (meld.type == MeldType::kChi ? "; a chi is three tiles in a row of one suit"
                                                   : "; all its tiles must be the same"));
    }
    if (tiles[i].red()) {
      ++meld.reds;
      if (meld.type == MeldType::kChi) {
        meld.red_positions = static_cast<std::uint8_t>(meld.red_positions | 1u << i);
      }
    }
  }
  return meld;
}

std::string format_meld(const Meld& meld) {
  std::vector<Tile> tiles;
  for (int i = 0; i < meld.tiles(); ++i) {
    const bool chi = meld.type == MeldType::kChi;
    const bool red = chi ? (meld.red_positions >> i & 1) != 0 : i < meld.reds;
    tiles.emplace_back(static_cast<Kind>(chi ? meld.kind + i : meld.kind), red);
  }
  return std::string(kMeldNames[static_cast<std::size_t>(meld.type)].name) + ":" +
         format_tiles(tiles);
}

}  // namespace oshihiki
