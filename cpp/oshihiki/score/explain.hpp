#pragma once

#include <string_view>
#include <vector>

#include "oshihiki/score/evaluate.hpp"

// What a score is made of, for people and for records; nothing here is hot.
namespace oshihiki::score {

/// A line of yaku.def or rules/local_yaku.def.
struct YakuInfo {
  std::string_view name;
  int closed_han = 0;  ///< 13 for a yakuman
  int open_han = 0;
  int tenhou = -1;
  int mahjong_soul = -1;
  std::string_view english;
  std::string_view kanji;
  std::string_view french;
  int bit = -1;  ///< in the mask of two words; -1 for what is only counted (dora and the like)
};
const std::vector<YakuInfo>& yaku_table();

/// A yaku of a score, and its han there: 13 for each yakuman that it counts.
struct YakuHan {
  std::string_view name;
  int han = 0;
};
std::vector<YakuHan> yaku_of(const Score& score, bool closed, const rules::Rules& rules);

/// Where fu come from.
enum class FuFrom : std::uint8_t {
  kBase,
  kChiitoi,
  kClosedRon,
  kTsumo,
  kTriplet,
  kOpenTriplet,
  kKan,
  kOpenKan,
  kPair,
  kWait,
  kOpenPinfu,
  kRounding
};
struct FuLine {
  FuFrom from = FuFrom::kBase;
  Kind kind = 0;  ///< of a group or pair
  int fu = 0;
};
/// The lines add up to the score's fu; none for a yakuman or a renhou mangan.
std::vector<FuLine> fu_of(const Win& win, const rules::Rules& rules, const Best& best);

/// The concealed tiles as the score reads them; no groups for seven pairs and kokushi.
agari::Reading reading_of(const Win& win, const Best& best);

std::string_view name_of(FuFrom from) noexcept;
std::string_view name_of(Wait wait) noexcept;
std::string_view name_of(Limit limit) noexcept;
std::string_view name_of(Status status) noexcept;

}  // namespace oshihiki::score
