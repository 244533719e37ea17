#include "oshihiki/strategy/params.hpp"

#include <array>
#include <charconv>

#include "oshihiki/base/error.hpp"

namespace oshihiki::strategy {
namespace {

constexpr std::array<std::string_view, kStrategies> kNames = {"random", "tsumogiri", "efficient",
                                                              "balanced"};
constexpr std::array<std::string_view, 9> kFirstNames = {
    "attack", "safest", "mawashi", "push_to", "riichi", "damaten", "kan", "call", "pass"};
/// Fold and Declare share their values and the order of them.
constexpr std::array<std::string_view, 3> kChoices = {"never", "auto", "always"};

std::string joined(const auto& names) {
  std::string out;
  for (const std::string_view n : names) {
    if (!out.empty()) out += ", ";
    out += n;
  }
  return out;
}

bool read_by(std::string_view strategies, Player player) noexcept {
  return strategies.find(name_of(player)) != std::string_view::npos;
}

std::string shown(const Value& value) {
  if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
  return std::get<std::string>(value);
}

[[noreturn]] void refuse(Player player, std::string_view name, const Value& value,
                         std::string_view allowed) {
  throw StrategyError("strategy '" + std::string(name_of(player)) + "': parameter '" +
                      std::string(name) + "' cannot be " + shown(value) +
                      "; allowed: " + std::string(allowed));
}

template <class Choice>
void set_choice(Player player, std::string_view name, Choice& field, const Value& value) {
  if (const auto* s = std::get_if<std::string>(&value)) {
    for (std::size_t i = 0; i < kChoices.size(); ++i) {
      if (*s == kChoices[i]) {
        field = static_cast<Choice>(i);
        return;
      }
    }
  }
  refuse(player, name, value, joined(kChoices));
}

std::string range(std::int64_t lowest, std::int64_t highest) {
  return "whole numbers from " + std::to_string(lowest) + " to " + std::to_string(highest);
}

void set_int(Player player, std::string_view name, std::int32_t& field, const Value& value,
             std::int64_t lowest, std::int64_t highest) {
  const auto* i = std::get_if<std::int64_t>(&value);
  if (i == nullptr || *i < lowest || *i > highest) {
    refuse(player, name, value, range(lowest, highest));
  }
  field = static_cast<std::int32_t>(*i);
}

void set_bool(Player player, std::string_view name, bool& field, const Value& value) {
  const auto* b = std::get_if<bool>(&value);
  if (b == nullptr) refuse(player, name, value, "true, false");
  field = *b;
}

template <class Choice>
std::string choice_name(Choice choice) {
  return std::string(kChoices[static_cast<std::size_t>(choice)]);
}

[[noreturn]] void unknown(Player player, std::string_view name) {
  std::string known;
  for (const auto& p : parameters(player)) {
    if (!known.empty()) known += ", ";
    known += p.name;
  }
  throw StrategyError("strategy '" + std::string(name_of(player)) + "' has no parameter '" +
                      std::string(name) + "'; it has " +
                      (known.empty() ? std::string("none") : known));
}

/// A value as it stands in a text: whole numbers and truth values are told by their look.
Value read_value(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return std::string(text);
}

}  // namespace

std::string_view name_of(Player player) noexcept {
  return kNames[static_cast<std::size_t>(player)];
}

Player player_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Player>(i);
  }
  throw StrategyError("no strategy is named '" + std::string(name) + "'; there are " +
                      joined(kNames));
}

std::string_view name_of(First first) noexcept {
  return kFirstNames[static_cast<std::size_t>(first)];
}

First first_named(std::string_view name) {
  for (std::size_t i = 0; i < kFirstNames.size(); ++i) {
    if (kFirstNames[i] == name) return static_cast<First>(i);
  }
  throw StrategyError("no first action is named '" + std::string(name) + "'; there are " +
                      joined(kFirstNames));
}

std::vector<Parameter> parameters(Player player) {
  std::vector<Parameter> out;
  const Strategy fresh;
#define STRATEGY_CHOICE(strategies, name, type, fallback, sentence)                        \
  if (read_by(strategies, player)) {                                                       \
    out.push_back({#name, "choice", joined(kChoices), choice_name(fresh.name), sentence}); \
  }
#define STRATEGY_INT(strategies, name, fallback, lowest, highest, sentence)                    \
  if (read_by(strategies, player)) {                                                           \
    out.push_back({#name, "int", range(lowest, highest), std::int64_t{fresh.name}, sentence}); \
  }
#define STRATEGY_BOOL(strategies, name, fallback, sentence)              \
  if (read_by(strategies, player)) {                                     \
    out.push_back({#name, "bool", "true, false", fresh.name, sentence}); \
  }
#include "oshihiki/strategy/params.def"
#undef STRATEGY_CHOICE
#undef STRATEGY_INT
#undef STRATEGY_BOOL
  return out;
}

Value get(const Strategy& strategy, std::string_view key) {
#define STRATEGY_CHOICE(strategies, name, type, fallback, sentence) \
  if (key == #name && read_by(strategies, strategy.player)) return choice_name(strategy.name);
#define STRATEGY_INT(strategies, name, fallback, lowest, highest, sentence) \
  if (key == #name && read_by(strategies, strategy.player)) return std::int64_t{strategy.name};
#define STRATEGY_BOOL(strategies, name, fallback, sentence) \
  if (key == #name && read_by(strategies, strategy.player)) return strategy.name;
#include "oshihiki/strategy/params.def"
#undef STRATEGY_CHOICE
#undef STRATEGY_INT
#undef STRATEGY_BOOL
  unknown(strategy.player, key);
}

void set(Strategy& strategy, std::string_view key, const Value& value) {
#define STRATEGY_CHOICE(strategies, name, type, fallback, sentence) \
  if (key == #name && read_by(strategies, strategy.player)) {       \
    set_choice(strategy.player, key, strategy.name, value);         \
    return;                                                         \
  }
#define STRATEGY_INT(strategies, name, fallback, lowest, highest, sentence) \
  if (key == #name && read_by(strategies, strategy.player)) {               \
    set_int(strategy.player, key, strategy.name, value, lowest, highest);   \
    return;                                                                 \
  }
#define STRATEGY_BOOL(strategies, name, fallback, sentence)   \
  if (key == #name && read_by(strategies, strategy.player)) { \
    set_bool(strategy.player, key, strategy.name, value);     \
    return;                                                   \
  }
#include "oshihiki/strategy/params.def"
#undef STRATEGY_CHOICE
#undef STRATEGY_INT
#undef STRATEGY_BOOL
  unknown(strategy.player, key);
}

Strategy parse(std::string_view given) {
  const auto colon = given.find(':');
  Strategy out;
  out.player = player_named(given.substr(0, colon));
  if (colon == std::string_view::npos) return out;
  std::string_view rest = given.substr(colon + 1);
  while (true) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto equals = item.find('=');
    if (equals == std::string_view::npos) {
      throw StrategyError("strategy '" + std::string(given) + "': '" + std::string(item) +
                          "' is not name=value; written as balanced:fold=never,push=120");
    }
    set(out, item.substr(0, equals), read_value(item.substr(equals + 1)));
    if (comma == std::string_view::npos) return out;
    rest = rest.substr(comma + 1);
  }
}

std::string text(const Strategy& strategy) {
  std::string out(name_of(strategy.player));
  char before = ':';
  for (const auto& p : parameters(strategy.player)) {
    const Value value = get(strategy, p.name);
    if (value == p.fallback) continue;
    out += before;
    out += std::string(p.name) + "=" + shown(value);
    before = ',';
  }
  return out;
}

std::uint64_t hash(const Strategy& strategy) noexcept {
  // FNV-1a over the fields, as whole numbers.
  std::uint64_t h = 0xCBF29CE484222325u;
  const auto mix = [&](std::uint64_t v) { h = (h ^ v) * 0x100000001B3u; };
  mix(static_cast<std::uint64_t>(strategy.player));
#define STRATEGY_CHOICE(strategies, name, type, fallback, sentence) \
  mix(static_cast<std::uint64_t>(strategy.name));
#define STRATEGY_INT(strategies, name, fallback, lowest, highest, sentence) \
  mix(static_cast<std::uint64_t>(strategy.name));
#define STRATEGY_BOOL(strategies, name, fallback, sentence) mix(strategy.name ? 1u : 0u);
#include "oshihiki/strategy/params.def"
#undef STRATEGY_CHOICE
#undef STRATEGY_INT
#undef STRATEGY_BOOL
  return h;
}

}  // namespace oshihiki::strategy
