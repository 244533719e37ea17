#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "oshihiki/agari/decompose.hpp"
#include "oshihiki/score/score.hpp"

// The scorer's inside: what score(), explain() and the local yaku share.
namespace oshihiki::score {

/// Where the winning tile went in the reading.
enum class Wait : std::uint8_t { kRyanmen, kKanchan, kPenchan, kTanki, kShanpon, kKokushi13 };

/// What is the same for every reading of a win.
struct Situation {
  const Win& win;
  const rules::Rules& rules;
  bool closed = true;
  bool tsumo = false;
  int kans = 0;
  int ankans = 0;
  int meld_fu = 0;
  KindSet meld_triplets = 0;  ///< pons and kans
  std::array<std::uint32_t, 3> meld_runs{};
  KindSet kinds = 0;       ///< held or melded
  std::uint64_t yaku = 0;  ///< circumstances, and yaku of the kinds alone
  std::uint64_t yakuman = 0;
};

/// A reading beside a situation.
struct ReadingView {
  agari::Reading::Shape shape = agari::Reading::Shape::kStandard;
  std::array<agari::SuitReading, 4> suits{};
  KindSet triplets = 0;  ///< melds among them
  Wait wait = Wait::kRyanmen;
};

/// Local yaku of a reading: bits of the second mask word, han of those that count han, yakuman.
struct Local {
  std::uint64_t bits = 0;
  std::uint64_t yakuman_bits = 0;
  int han = 0;
  int yakuman = 0;
  bool without_iipeikou = false;
};
Local local_yaku(const Situation& at, const ReadingView& reading) noexcept;

/// The reading chosen and its score.
struct Best {
  Score score;
  std::uint64_t rank = 0;  ///< points, then true yakuman, han, fu, fu before rounding
  std::array<agari::SuitReading, 4> suits{};
  agari::Reading::Shape shape = agari::Reading::Shape::kStandard;
  Wait wait = Wait::kRyanmen;
  int fu_raw = 0;  ///< before rounding
};
Best evaluate(const Win& win, const rules::Rules& rules) noexcept;

}  // namespace oshihiki::score
