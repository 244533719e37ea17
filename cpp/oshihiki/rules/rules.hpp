#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "oshihiki/base/tile.hpp"

namespace oshihiki::rules {

#define RULE_ENUM_TYPE(type, ...) enum class type : std::uint8_t { __VA_ARGS__ };
#include "oshihiki/rules/enums.def"
#undef RULE_ENUM_TYPE

enum class LocalYaku : std::uint8_t {
#define LOCAL_YAKU(name, closed, open, sentence) name,
#include "oshihiki/rules/local_yaku.def"
#undef LOCAL_YAKU
  kCount
};

using List4 = std::array<std::int32_t, 4>;

/// Every house rule, flat. The fields are the lines of rules.def; the defaults are Tenhou's.
struct Rules {
#define RULE_STRIP(...) __VA_ARGS__
#define RULE_BOOL(group, name, fallback, sentence) bool name = fallback;
#define RULE_INT(group, name, fallback, lowest, highest, sentence) std::int32_t name = fallback;
#define RULE_ENUM(group, name, type, fallback, sentence) type name = type::fallback;
#define RULE_LIST(group, name, fallback, lowest, highest, sentence) \
  List4 name = {RULE_STRIP fallback};
#define RULE_TILES(group, name, sentence) std::array<std::uint8_t, kKinds> name{};
#define RULE_LOCAL(group, name, sentence) std::uint32_t name = 0;
#include "oshihiki/rules/rules.def"
#undef RULE_BOOL
#undef RULE_INT
#undef RULE_ENUM
#undef RULE_LIST
#undef RULE_TILES
#undef RULE_LOCAL
#undef RULE_STRIP

  bool local(LocalYaku yaku) const noexcept {
    return (local_yaku >> static_cast<unsigned>(yaku) & 1u) != 0;
  }
  friend bool operator==(const Rules&, const Rules&) noexcept = default;
};

/// A rule's value as it is written: truth, whole number, name, four numbers, or names.
using Value = std::variant<bool, std::int64_t, std::string, std::vector<std::int64_t>,
                           std::vector<std::string>>;

/// What is known of one rule, from its line in the table.
struct Field {
  std::string_view group;
  std::string_view name;
  std::string_view type;      ///< bool, int, enum, list, tiles or names
  std::string allowed;        ///< for messages and documentation
  std::string_view sentence;
};

const std::vector<Field>& fields();

Value get(const Rules& rules, std::string_view name);
/// Throws RulesError naming the key, the value and what is allowed.
void set(Rules& rules, std::string_view name, const Value& value);

/// Refuses a profile that contradicts itself (sanma with chi, more reds than copies, ...).
void check_consistent(const Rules& rules);

std::uint64_t hash(const Rules& rules) noexcept;

}  // namespace oshihiki::rules
