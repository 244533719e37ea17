#include "oshihiki/rules/rules.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"

// Each list of lines below is one reading of rules.def: the table is the only place that knows
// which rules there are.

namespace oshihiki::rules {
namespace {

// --- Named values ------------------------------------------------------------------------------

std::vector<std::string_view> split_names(std::string_view text) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    const auto comma = text.find(',');
    names.push_back(text.substr(0, comma));
    text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  return names;
}

template <class E>
struct Names;

#define RULE_ENUM_TYPE(type, ...)                                                   \
  template <>                                                                       \
  struct Names<type> {                                                              \
    static const std::vector<std::string_view>& all() {                             \
      static const std::vector<std::string_view> names = split_names(#__VA_ARGS__); \
      return names;                                                                 \
    }                                                                               \
  };
#include "oshihiki/rules/enums.def"
#undef RULE_ENUM_TYPE

template <class Range>
std::string join(const Range& names) {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

[[noreturn]] void unknown_rule(std::string_view name) {
  const auto& all = fields();
  const auto closest =
      std::min_element(all.begin(), all.end(), [&](const Field& a, const Field& b) {
        return edit_distance(name, a.name) < edit_distance(name, b.name);
      });
  throw RulesError("there is no rule '" + std::string(name) + "'; the closest is '" +
                   std::string(closest->name) + "'");
}

[[noreturn]] void refuse(std::string_view name, const Value& value, const std::string& allowed) {
  throw RulesError(std::string(name) + " = " + to_text(value) + " is not allowed: " + allowed);
}

// --- What is allowed ---------------------------------------------------------------------------

std::string allowed_range(std::int64_t lowest, std::int64_t highest) {
  return std::to_string(lowest) + " to " + std::to_string(highest);
}

std::string allowed_int(std::int64_t lowest, std::int64_t highest) {
  return "a whole number from " + allowed_range(lowest, highest);
}

std::string allowed_list(std::int64_t lowest, std::int64_t highest) {
  return "a list of four whole numbers from " + allowed_range(lowest, highest);
}

template <class E>
std::string allowed_enum() {
  return "one of " + join(Names<E>::all());
}

constexpr const char* kAllowedBool = "true or false";
constexpr const char* kAllowedTiles =
    "tile text of red tiles, such as \"0m0p0s\" (0 is the red five, 3rm a red 3m), at most four "
    "of a kind";

std::vector<std::string_view> local_names() {
  std::vector<std::string_view> names;
  for (const LocalYakuInfo& yaku : local_yaku_table()) names.push_back(yaku.name);
  return names;
}

std::string allowed_local() { return "a list of names among " + join(local_names()); }

// --- Between a field and its written value -----------------------------------------------------

Value written(bool value) { return value; }
Value written(std::int32_t value) { return std::int64_t{value}; }
Value written(const List4& value) { return std::vector<std::int64_t>(value.begin(), value.end()); }
template <class E>
Value written_enum(E value) {
  return std::string(Names<E>::all()[static_cast<std::size_t>(value)]);
}

Value written_tiles(const std::array<std::uint8_t, kKinds>& counts) {
  std::vector<Tile> tiles;
  for (Kind kind = 0; kind < kKinds; ++kind) {
    tiles.insert(tiles.end(), counts[kind], Tile(kind, true));
  }
  return format_tiles(tiles);
}

Value written_local(std::uint32_t set) {
  std::vector<std::string> names;
  const auto all = local_names();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((set >> i & 1u) != 0) names.emplace_back(all[i]);
  }
  return names;
}

void read_bool(bool& field, std::string_view name, const Value& value) {
  const bool* given = std::get_if<bool>(&value);
  if (given == nullptr) refuse(name, value, kAllowedBool);
  field = *given;
}

void read_int(std::int32_t& field, std::string_view name, std::int64_t lowest, std::int64_t highest,
              const Value& value) {
  const auto* given = std::get_if<std::int64_t>(&value);
  if (given == nullptr || *given < lowest || *given > highest) {
    refuse(name, value, allowed_int(lowest, highest));
  }
  field = static_cast<std::int32_t>(*given);
}

template <class E>
void read_enum(E& field, std::string_view name, const Value& value) {
  const auto& names = Names<E>::all();
  const auto* given = std::get_if<std::string>(&value);
  const auto found = given == nullptr ? names.end() : std::find(names.begin(), names.end(), *given);
  if (found == names.end()) refuse(name, value, allowed_enum<E>());
  field = static_cast<E>(found - names.begin());
}

void read_list(List4& field, std::string_view name, std::int64_t lowest, std::int64_t highest,
               const Value& value) {
  const auto* given = std::get_if<std::vector<std::int64_t>>(&value);
  const bool fits = given != nullptr && given->size() == field.size() &&
                    std::all_of(given->begin(), given->end(),
                                [&](std::int64_t v) { return v >= lowest && v <= highest; });
  if (!fits) refuse(name, value, allowed_list(lowest, highest));
  std::transform(given->begin(), given->end(), field.begin(),
                 [](std::int64_t v) { return static_cast<std::int32_t>(v); });
}

void read_tiles(std::array<std::uint8_t, kKinds>& field, std::string_view name,
                const Value& value) {
  const auto* given = std::get_if<std::string>(&value);
  if (given == nullptr) refuse(name, value, kAllowedTiles);
  std::vector<Tile> tiles;
  try {
    tiles = parse_tiles(*given);
  } catch (const TileError& error) {
    refuse(name, value, std::string(kAllowedTiles) + "; " + error.what());
  }
  std::array<std::uint8_t, kKinds> counts{};
  for (const Tile tile : tiles) {
    if (!tile.red() || ++counts[tile.kind()] > kCopies) refuse(name, value, kAllowedTiles);
  }
  field = counts;
}

void read_local(std::uint32_t& field, std::string_view name, const Value& value) {
  // An empty list has no element to tell its kind by.
  const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value);
  if (numbers != nullptr && numbers->empty()) {
    field = 0;
    return;
  }
  const auto* given = std::get_if<std::vector<std::string>>(&value);
  if (given == nullptr) refuse(name, value, allowed_local());
  std::uint32_t set = 0;
  const auto all = local_names();
  for (const std::string& one : *given) {
    const auto found = std::find(all.begin(), all.end(), one);
    if (found == all.end()) refuse(name, value, allowed_local());
    set |= 1u << static_cast<unsigned>(found - all.begin());
  }
  field = set;
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

// --- Consistency -------------------------------------------------------------------------------

[[noreturn]] void contradict(const std::string& text) { throw RulesError(text); }

void check_hundreds(std::string_view name, std::int64_t points) {
  if (points % 100 != 0) {
    contradict(std::string(name) + " = " + std::to_string(points) +
               " is not allowed: points are whole hundreds");
  }
}

void check_uma(std::string_view name, const List4& uma, int players) {
  for (const std::int32_t points : uma) check_hundreds(name, points);
  if (players == 3 && uma[3] != 0) {
    contradict(std::string(name) + " has a fourth value, " + std::to_string(uma[3]) +
               ", with players = 3: it must be 0");
  }
  const auto sum = std::accumulate(uma.begin(), uma.end(), std::int64_t{0});
  if (sum != 0) {
    contradict(std::string(name) + " = " + to_text(written(uma)) + " adds up to " +
               std::to_string(sum) + ": what some players get others must pay, so it must be 0");
  }
}

void check_points(const Rules& r) {
  check_hundreds("start", r.start);
  check_hundreds("return_points", r.return_points);
  check_hundreds("target", r.target);
  check_hundreds("oka", r.oka);
  check_hundreds("honba_ron", r.honba_ron);
  check_hundreds("honba_tsumo", r.honba_tsumo);
  check_hundreds("chombo_penalty", r.chombo_penalty);
  // One to three players share the pool, in whole hundreds.
  const int share = r.players == 3 ? 200 : 600;
  if (r.noten_pool % share != 0) {
    contradict("noten_pool = " + std::to_string(r.noten_pool) +
               " cannot be shared in whole hundreds: with players = " + std::to_string(r.players) +
               " it must be a multiple of " + std::to_string(share));
  }
  check_uma("uma", r.uma, r.players);
  if (r.uma_kind == UmaKind::floating) {
    if (r.players == 3) contradict("uma_kind = \"floating\" is for four players, not players = 3");
    check_uma("uma_one_above", r.uma_one_above, r.players);
    check_uma("uma_three_above", r.uma_three_above, r.players);
  }
}

void check_tiles(const Rules& r) {
  for (Kind kind = 0; kind < kKinds; ++kind) {
    if (r.reds[kind] > kCopies) {
      contradict("reds has " + std::to_string(r.reds[kind]) + " of " + format_tile(Tile(kind)) +
                 ": there are four of a kind");
    }
    const bool removed = r.players == 3 && kind >= 1 && kind <= 7;
    if (removed && r.reds[kind] != 0) {
      contradict("reds has " + format_tile(Tile(kind, true)) +
                 " with players = 3, which plays without 2m to 8m");
    }
  }
}

void check_sanma(const Rules& r) {
  if (r.players == 3 && r.chi) contradict("chi = true with players = 3: chi needs four players");
  if (r.kita && r.players != 3) {
    contradict("kita = true with players = " + std::to_string(r.players) + ": kita needs three");
  }
  if (r.replacement_tiles != 4 && r.replacement_tiles != 8) {
    contradict("replacement_tiles = " + std::to_string(r.replacement_tiles) +
               " is not allowed: 4, or 8 with kita");
  }
  if (r.kita != (r.replacement_tiles == 8)) {
    contradict("replacement_tiles = " + std::to_string(r.replacement_tiles) +
               (r.kita ? " with kita = true: four kans and four kita take 8"
                       : " with kita = false: four kans take 4"));
  }
}

}  // namespace

// --- The table ---------------------------------------------------------------------------------

std::string to_text(const Value& value) {
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(const std::string& v) const { return quoted(v); }
    std::string operator()(const std::vector<std::int64_t>& v) const {
      std::vector<std::string> parts;
      for (const std::int64_t one : v) parts.push_back(std::to_string(one));
      return "[" + join(parts) + "]";
    }
    std::string operator()(const std::vector<std::string>& v) const {
      std::vector<std::string> parts;
      for (const std::string& one : v) parts.push_back(quoted(one));
      return "[" + join(parts) + "]";
    }
  };
  return std::visit(Writer{}, value);
}

const std::vector<LocalYakuInfo>& local_yaku_table() {
  static const std::vector<LocalYakuInfo> table = {
#define LOCAL_YAKU(name, closed, open, sentence) {#name, closed, open, sentence},
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
  };
  return table;
}

const std::vector<Field>& fields() {
  static const std::vector<Field> table = [] {
    const Rules fallback;
    std::vector<Field> all;
#define RULE_BOOL(group, name, value, sentence) \
  all.push_back({#group, #name, "bool", kAllowedBool, sentence, written(fallback.name)});
#define RULE_INT(group, name, value, lowest, highest, sentence) \
  all.push_back(                                                \
      {#group, #name, "int", allowed_int(lowest, highest), sentence, written(fallback.name)});
#define RULE_ENUM(group, name, type, value, sentence) \
  all.push_back(                                      \
      {#group, #name, "enum", allowed_enum<type>(), sentence, written_enum(fallback.name)});
#define RULE_LIST(group, name, value, lowest, highest, sentence) \
  all.push_back(                                                 \
      {#group, #name, "list", allowed_list(lowest, highest), sentence, written(fallback.name)});
#define RULE_TILES(group, name, sentence) \
  all.push_back({#group, #name, "tiles", kAllowedTiles, sentence, written_tiles(fallback.name)});
#define RULE_LOCAL(group, name, sentence) \
  all.push_back({#group, #name, "names", allowed_local(), sentence, written_local(fallback.name)});
#include "oshihiki/rules/rules.def"
#undef RULE_BOOL
#undef RULE_INT
#undef RULE_ENUM
#undef RULE_LIST
#undef RULE_TILES
#undef RULE_LOCAL
    return all;
  }();
  return table;
}

Value get(const Rules& rules, std::string_view name) {
#define RULE_BOOL(group, field, value, sentence) \
  if (name == #field) return written(rules.field);
#define RULE_INT(group, field, value, lowest, highest, sentence) \
  if (name == #field) return written(rules.field);
#define RULE_ENUM(group, field, type, value, sentence) \
  if (name == #field) return written_enum(rules.field);
#define RULE_LIST(group, field, value, lowest, highest, sentence) \
  if (name == #field) return written(rules.field);
#define RULE_TILES(group, field, sentence) \
  if (name == #field) return written_tiles(rules.field);
#define RULE_LOCAL(group, field, sentence) \
  if (name == #field) return written_local(rules.field);
#include "oshihiki/rules/rules.def"
#undef RULE_BOOL
#undef RULE_INT
#undef RULE_ENUM
#undef RULE_LIST
#undef RULE_TILES
#undef RULE_LOCAL
  unknown_rule(name);
}

void set(Rules& rules, std::string_view name, const Value& value) {
#define RULE_BOOL(group, field, fallback, sentence) \
  if (name == #field) return read_bool(rules.field, name, value);
#define RULE_INT(group, field, fallback, lowest, highest, sentence) \
  if (name == #field) return read_int(rules.field, name, lowest, highest, value);
#define RULE_ENUM(group, field, type, fallback, sentence) \
  if (name == #field) return read_enum(rules.field, name, value);
#define RULE_LIST(group, field, fallback, lowest, highest, sentence) \
  if (name == #field) return read_list(rules.field, name, lowest, highest, value);
#define RULE_TILES(group, field, sentence) \
  if (name == #field) return read_tiles(rules.field, name, value);
#define RULE_LOCAL(group, field, sentence) \
  if (name == #field) return read_local(rules.field, name, value);
#include "oshihiki/rules/rules.def"
#undef RULE_BOOL
#undef RULE_INT
#undef RULE_ENUM
#undef RULE_LIST
#undef RULE_TILES
#undef RULE_LOCAL
  unknown_rule(name);
}

void check_consistent(const Rules& rules) {
  check_sanma(rules);
  check_tiles(rules);
  check_points(rules);
  if (rules.double_wind_fu == 3) {
    contradict("double_wind_fu = 3 is not allowed: 2 or 4");
  }
  if (rules.triple_ron && rules.multiple_ron == MultipleRon::all) {
    contradict("triple_ron = true with multiple_ron = \"all\": three rons are paid or abort");
  }
}

std::uint64_t hash(const Rules& rules) noexcept {
  // FNV-1a over the numbers of the fields in the order of the table.
  std::uint64_t state = 14695981039346656037u;
  const auto mix = [&](std::int64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      state ^= static_cast<std::uint64_t>(value) >> (8 * byte) & 0xFFu;
      state *= 1099511628211u;
    }
  };
#define RULE_BOOL(group, field, fallback, sentence) mix(rules.field ? 1 : 0);
#define RULE_INT(group, field, fallback, lowest, highest, sentence) mix(rules.field);
#define RULE_ENUM(group, field, type, fallback, sentence) \
  mix(static_cast<std::int64_t>(rules.field));
#define RULE_LIST(group, field, fallback, lowest, highest, sentence) \
  for (const auto one : rules.field) mix(one);
#define RULE_TILES(group, field, sentence) \
  for (const auto one : rules.field) mix(one);
#define RULE_LOCAL(group, field, sentence) mix(rules.field);
#include "oshihiki/rules/rules.def"
#undef RULE_BOOL
#undef RULE_INT
#undef RULE_ENUM
#undef RULE_LIST
#undef RULE_TILES
#undef RULE_LOCAL
  return state;
}

}  // namespace oshihiki::rules
