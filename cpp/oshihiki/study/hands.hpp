#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oshihiki/base/counts.hpp"
#include "oshihiki/wall/philox.hpp"

namespace oshihiki::study {

/// Draws concealed hands that are tenpai, every set of unseen tiles equally likely: a hand of h_k
/// tiles of each kind out of u_k unseen has weight prod C(u_k, h_k). Exact, by counting the parts
/// of a hand suit by suit: in a tenpai hand of 3n+1 tiles no tile is spare, so each suit is
/// complete or lacks one tile, and its size says which parts of the hand it can be.
class TenpaiHands {
 public:
  /// `size` concealed tiles (1, 4, 7, 10, 13) out of `unseen`.
  TenpaiHands(const Counts& unseen, int size);

  /// Sets of tiles from which a draw starts: those in the standard form, and with 13 tiles those
  /// in seven pairs and thirteen orphans (a hand that is of two forms counts twice here, once in
  /// the draws).
  std::uint64_t total() const noexcept { return total_; }

  /// One hand that waits for something, but not for any of `without`. Throws StudyError when none
  /// is found.
  Counts draw(wall::Stream& stream, KindSet without) const;

 private:
  struct Part {
    std::uint64_t below = 0;  ///< weight of the parts before it
    std::uint32_t key = 0;    ///< counts in base 5
  };
  /// Parts of one suit that are alike: as many tiles, and the same use in a hand.
  struct Group {
    std::uint64_t weight = 0;
    std::vector<Part> parts;
  };
  /// Use of a part: complete groups; with a pair too; lacking one tile to groups; to groups and
  /// a pair. Of two tiles more than groups the second and third may hold both.
  enum Use : std::size_t { kComplete, kPaired, kLacks, kEither, kLacksPaired, kUses };
  struct Shape {
    std::uint64_t below = 0;
    std::array<std::uint8_t, 4> group{};  ///< size * kUses + use, by suit
  };

  void enumerate(std::size_t suit);
  void combine(std::size_t suit, int left, int pairs, int lacks, std::uint64_t weight,
               Shape& shape);
  void count_pairs();
  void count_orphans();
  Counts standard(std::uint64_t at, wall::Stream& stream) const noexcept;
  Counts seven_pairs(std::uint64_t at) const noexcept;
  Counts orphans(std::uint64_t at) const noexcept;

  Counts unseen_;
  int size_;
  std::array<std::array<Group, 14 * kUses>, 4> groups_;
  std::vector<Shape> shapes_;
  std::uint64_t standard_ = 0, pairs_ = 0, orphans_ = 0, total_ = 0;
  /// Ways to take p pairs and s singles from the kinds k and after, by k, p, s.
  std::array<std::array<std::array<std::uint64_t, 2>, 7>, kKinds + 1> pair_ways_{};
};

}  // namespace oshihiki::study
