#pragma once

#include <array>
#include <cstddef>
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

/// The name of the profile that rules came from, for people to read: it takes no part in equality
/// or hash. Longer names are cut.
struct ProfileName {
  std::array<char, 64> text{};

  void assign(std::string_view name) noexcept {
    text.fill('\0');
    for (std::size_t i = 0; i < name.size() && i + 1 < text.size(); ++i) text[i] = name[i];
  }
  std::string_view view() const noexcept { return std::string_view(text.data()); }
  friend constexpr bool operator==(const ProfileName&, const ProfileName&) noexcept { return true; }
};

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

  ProfileName profile;

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
  std::string_view type;  ///< bool, int, enum, list, tiles or names
  std::string allowed;    ///< for messages and documentation
  std::string_view sentence;
  Value fallback;  ///< the value of `Rules{}`
};

/// All rules, in the order of the table.
const std::vector<Field>& fields();
/// What is known of one local yaku, from its line in local_yaku.def.
struct LocalYakuInfo {
  std::string_view name;
  int closed_han;
  int open_han;  ///< 0: closed hands only
  std::string_view sentence;
};
const std::vector<LocalYakuInfo>& local_yaku_table();

/// Throws RulesError naming the closest rule when there is none of that name.
Value get(const Rules& rules, std::string_view name);
/// A value as TOML writes it.
std::string to_text(const Value& value);
/// Throws RulesError naming the key, the value and what is allowed.
void set(Rules& rules, std::string_view name, const Value& value);

/// Refuses a profile that contradicts itself (sanma with chi, more reds than copies, ...).
void check_consistent(const Rules& rules);

/// The same for equal rules, on every platform; the profile's name takes no part.
std::uint64_t hash(const Rules& rules) noexcept;

}  // namespace oshihiki::rules
