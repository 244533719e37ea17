#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/play/view.hpp"

namespace oshihiki::study {

/// What can be asked of a decision: the lines of features.def.
enum class Feature : std::uint8_t {
#define STUDY_NUMBER(name, sentence) name,
#define STUDY_TRUTH(name, sentence) name,
#define STUDY_LABELS(name, labels, sentence) name,
#include "oshihiki/study/features.def"
  kCount
};
inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::kCount);

enum class FeatureType : std::uint8_t { kNumber, kTruth, kLabels };

/// What is known of one feature, from its line in the table.
struct FeatureInfo {
  std::string_view name;
  FeatureType type = FeatureType::kNumber;
  std::string_view labels;  ///< separated by spaces; the value is the label's position
  std::string_view sentence;
};
const std::array<FeatureInfo, kFeatures>& features();

/// Reads the features of one decision: the hero must discard, or may call another's discard. What
/// several features share is found once.
class Reader {
 public:
  explicit Reader(const play::View& view) noexcept : view_(view) {}

  std::int32_t value(Feature feature) noexcept;

  const play::View& view() const noexcept { return view_; }
  /// After the best discard.
  int shanten() noexcept;
  /// What is left by the discard that keeps the shanten and accepts the most unseen tiles (the
  /// lowest kind of equals); where another's tile is answered, what the hand as it stands accepts.
  struct Best {
    Kind discard = 0;  ///< kKinds where none is due
    KindSet accepted = 0;
    int tiles = 0;
  };
  const Best& best() noexcept;
  /// Whether the hero answers another's tile.
  bool answers() const noexcept { return view_.phase() >= play::Phase::kDiscard; }
  /// The call that brings the hand nearest, of those the one whose best discard accepts most.
  struct Call {
    bool chi = false;  ///< what may be called at all
    bool pon = false;
    int shanten = 0;  ///< after it and the best discard
    Hand hand;        ///< with the tile to discard
    Melds melds;
  };
  const Call& call() noexcept;

 private:
  static constexpr int kUnknown = -9;
  play::View view_;
  int shanten_ = kUnknown;
  bool has_best_ = false;
  Best best_;
  bool has_call_ = false;
  Call call_;
};

/// Whole numbers from `from` to `to`, both included.
struct Interval {
  std::int32_t from = 0;
  std::int32_t to = 0;
  bool has(std::int32_t v) const noexcept { return v >= from && v <= to; }
  friend bool operator==(const Interval&, const Interval&) noexcept = default;
};

/// Holds when the feature lies in one of the intervals.
struct Condition {
  Feature feature = Feature::turn;
  std::vector<Interval> any;
  bool holds(Reader& reader) const noexcept {
    const std::int32_t v = reader.value(feature);
    for (const auto& i : any) {
      if (i.has(v)) return true;
    }
    return false;
  }
};

/// One axis of the cells: a bin each interval; bins do not overlap.
struct Axis {
  Feature feature = Feature::turn;
  std::vector<Interval> bins;
  /// Number of the bin, or -1.
  int bin(Reader& reader) const noexcept {
    const std::int32_t v = reader.value(feature);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (bins[i].has(v)) return static_cast<int>(i);
    }
    return -1;
  }
};

}  // namespace oshihiki::study
