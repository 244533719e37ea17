#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "oshihiki/strategy/strategy.hpp"

namespace oshihiki::strategy {

/// A parameter's value as it is written: truth, whole number or name.
using Value = std::variant<bool, std::int64_t, std::string>;

/// What is known of one parameter, from its line in params.def.
struct Parameter {
  std::string_view name;
  std::string_view type;  ///< bool, int or choice
  std::string allowed;    ///< for messages and documentation
  Value fallback;
  std::string_view sentence;
};

std::string_view name_of(Player player) noexcept;
/// Throws StrategyError naming the strategies there are.
Player player_named(std::string_view name);
/// The parameters that strategy reads.
std::vector<Parameter> parameters(Player player);

Value get(const Strategy& strategy, std::string_view name);
/// Throws StrategyError naming the key, the value and what is allowed.
void set(Strategy& strategy, std::string_view name, const Value& value);

/// "balanced", "balanced:fold=never,push=120". Throws StrategyError.
Strategy parse(std::string_view text);
/// What parse() reads back; only parameters that differ from their defaults are written.
std::string text(const Strategy& strategy);

First first_named(std::string_view name);
std::string_view name_of(First first) noexcept;

std::uint64_t hash(const Strategy& strategy) noexcept;

}  // namespace oshihiki::strategy
