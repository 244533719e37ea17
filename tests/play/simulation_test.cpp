#include <doctest/doctest.h>

#include "random_play.hpp"

using namespace oshihiki;
using namespace oshihiki::play::testing;

TEST_CASE("random play under the default rules keeps every invariant") {
  rules::Rules r;
  r.reds[4] = r.reds[13] = r.reds[22] = 1;
  Tally tally;
  CHECK_NOTHROW(play_matches(r, 11, 60, true, tally));
  CHECK(tally.rounds == 60);
}

TEST_CASE("random play under random rules keeps every invariant") {
  std::mt19937_64 rng(5);
  Tally tally;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const rules::Rules r = random_rules(rng);
    CHECK_NOTHROW(play_matches(r, 100 + i, 8, true, tally));
  }
  CHECK(tally.rounds == 320);
  // The mixture reaches what is rare in ordinary play.
  CHECK(tally.actions[static_cast<std::size_t>(play::ActionType::kita)] > 0);
  CHECK(tally.actions[static_cast<std::size_t>(play::ActionType::ankan)] > 0);
  CHECK(tally.actions[static_cast<std::size_t>(play::ActionType::riichi)] > 0);
}
