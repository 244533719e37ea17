#include "oshihiki/study/hands.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"

using namespace oshihiki;
using namespace oshihiki::study;

namespace {

KindSet waits_of(const Counts& hand, int size) {
  return agari::waits(hand, SuitKeys::of(hand), size);
}

/// Every set of `size` tiles by trying all of them: weight by counts, of the tenpai ones.
void every_hand(const Counts& unseen, int size, Kind from, std::uint64_t weight, Counts& hand,
                std::map<std::array<std::uint8_t, kKinds>, std::uint64_t>& out) {
  constexpr std::array<std::array<unsigned, 5>, 5> kWays = {
      {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}}};
  const int left = size - hand.total();
  if (left == 0) {
    if (waits_of(hand, size) != 0) out[hand.n] = weight;
    return;
  }
  for (Kind k = from; k < kKinds; ++k) {
    for (int n = 1; n <= left && n <= unseen[k]; ++n) {
      hand[k] = static_cast<std::uint8_t>(n);
      every_hand(unseen, size, static_cast<Kind>(k + 1), weight * kWays[unseen[k]][hand[k]], hand,
                 out);
    }
    hand[k] = 0;
  }
}

wall::Stream stream_of(std::uint64_t key) {
  wall::Address lane;
  lane.key = key;
  lane.use = wall::Use::kHands;
  return wall::Stream(lane);
}

}  // namespace

TEST_CASE("hands: four tiles, against every hand there is") {
  Counts unseen;
  for (const Kind k : {0, 1, 2, 3, 4, 9, 10, 12, 27, 28}) unseen[static_cast<Kind>(k)] = 3;
  unseen[5] = 1;
  unseen[11] = 4;
  unseen[29] = 2;
  std::map<std::array<std::uint8_t, kKinds>, std::uint64_t> all;
  Counts hand;
  every_hand(unseen, 4, 0, 1, hand, all);
  std::uint64_t total = 0;
  for (const auto& [counts, weight] : all) total += weight;
  const TenpaiHands hands(unseen, 4);
  CHECK(hands.total() == total);

  // Drawn as often as they weigh: chi-square over sets.
  std::map<std::array<std::uint8_t, kKinds>, std::uint64_t> drawn;
  constexpr int kDraws = 200000;
  auto stream = stream_of(1);
  for (int i = 0; i < kDraws; ++i) ++drawn[hands.draw(stream, 0).n];
  double chi = 0;
  for (const auto& [counts, weight] : all) {
    const double expected = kDraws * static_cast<double>(weight) / static_cast<double>(total);
    const double d = static_cast<double>(drawn[counts]) - expected;
    chi += d * d / expected;
  }
  CHECK(drawn.size() == all.size());
  const double n = static_cast<double>(all.size() - 1);
  CHECK(std::abs(chi - n) < 4 * std::sqrt(2 * n));
}

TEST_CASE("hands: seven tiles in a small world") {
  Counts unseen;
  for (Kind k = 0; k < 5; ++k) unseen[k] = 2;
  unseen[20] = 3;
  unseen[21] = 1;
  unseen[31] = 4;
  std::map<std::array<std::uint8_t, kKinds>, std::uint64_t> all;
  Counts hand;
  every_hand(unseen, 7, 0, 1, hand, all);
  std::uint64_t total = 0;
  for (const auto& [counts, weight] : all) total += weight;
  CHECK(TenpaiHands(unseen, 7).total() == total);
}

TEST_CASE("hands: thirteen tiles of every form, waits kept from") {
  Counts unseen;
  for (Kind k = 0; k < kKinds; ++k) unseen[k] = is_honour(k) || k % 9 == 0 || k % 9 == 8 ? 3 : 1;
  const TenpaiHands hands(unseen, 13);
  auto stream = stream_of(2);
  int orphans = 0, pairs = 0;
  for (int i = 0; i < 20000; ++i) {
    const Counts hand = hands.draw(stream, kind_bit(0));
    CHECK(hand.total() == 13);
    const KindSet waits = waits_of(hand, 13);
    CHECK(waits != 0);
    CHECK(!contains(waits, 0));
    int held = 0, twos = 0;
    for (Kind k = 0; k < kKinds; ++k) {
      CHECK(hand[k] <= unseen[k]);
      held += hand[k] > 0;
      twos += hand[k] == 2;
    }
    orphans += held >= 12;
    pairs += twos == 6;
  }
  CHECK(orphans > 0);
  CHECK(pairs > 0);
}

TEST_CASE("hands: what cannot be is refused") {
  Counts unseen;
  CHECK_THROWS_AS(TenpaiHands(unseen, 5), StudyError);
  const TenpaiHands none(unseen, 4);
  CHECK(none.total() == 0);
  auto stream = stream_of(3);
  CHECK_THROWS_AS(none.draw(stream, 0), StudyError);
  unseen[0] = 4;
  const TenpaiHands one(unseen, 1);
  CHECK(one.total() == 4);
  CHECK(one.draw(stream, 0)[0] == 1);
  CHECK_THROWS_AS(one.draw(stream, kind_bit(0)), StudyError);
}
