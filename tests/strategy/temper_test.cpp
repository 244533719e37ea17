#include "oshihiki/strategy/temper.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace oshihiki;
using namespace oshihiki::strategy;

TEST_CASE("temper: powers and logarithms in whole numbers") {
  CHECK(power_of_half(0) == std::uint64_t{1} << 31);
  CHECK(power_of_half(65536) == std::uint64_t{1} << 30);
  CHECK(power_of_half(UINT64_MAX) == 0);
  for (std::uint64_t x = 0; x < 12 * 65536; x += 97) {
    const double exact = std::exp2(31 - static_cast<double>(x) / 65536);
    CHECK(std::abs(static_cast<double>(power_of_half(x)) / exact - 1) < 3e-6);
    if (x > 0) CHECK(power_of_half(x) <= power_of_half(x - 1));
  }
  CHECK(binary_log(1) == 0);
  for (std::uint64_t x = 1; x < (std::uint64_t{1} << 62); x += x / 8 + 1) {
    const double exact = std::log2(static_cast<double>(x)) * 65536;
    CHECK(std::abs(static_cast<double>(binary_log(x)) - exact) < 1.01);
  }
}

TEST_CASE("temper: no action is impossible, and chances add up") {
  Weighed weighed;
  for (const std::int64_t w : {0, -1000, -40000, -1 << 30}) {
    weighed.worth.push_back(w);
    weighed.lean.push_back(0);
  }
  for (const std::int64_t temperature : {std::int64_t{1}, std::int64_t{5000}, Temper::kMost}) {
    for (const std::int32_t lapse : {0, 1000, 65536}) {
      Surprises s;
      surprises(weighed, {temperature, lapse}, s);
      double sum = 0;
      for (std::size_t i = 0; i < s.size(); ++i) {
        CHECK(s[i] >= 0);
        CHECK(s[i] <= kMostSurprise);
        if (i > 0) CHECK(s[i] >= s[i - 1]);
        sum += std::exp2(-static_cast<double>(s[i]) / 65536);
      }
      CHECK(std::abs(sum - 1) < 1e-4);
      if (lapse == 65536) CHECK(s[3] - s[0] <= 1);
    }
  }
}

TEST_CASE("temper: habit is what worth is not") {
  // Of the same worth: one taken four times as readily as another.
  Weighed weighed;
  for (const std::int64_t lean : {0, 2 * 65536, 65536}) {
    weighed.worth.push_back(-256);
    weighed.lean.push_back(lean);
  }
  for (const std::int64_t temperature : {std::int64_t{1}, Temper::kMost}) {
    Surprises s;
    surprises(weighed, {temperature, 0}, s);
    CHECK(s[0] - s[1] == 2 * 65536);
    CHECK(s[2] - s[1] == 65536);
  }
  // Worth a temperature more, of twice the sharpness: e squared times.
  weighed.worth[0] += 5000;
  weighed.sharpness = 512;
  Surprises s;
  surprises(weighed, {5000, 0}, s);
  CHECK(std::abs(static_cast<double>(s[2] - s[0]) / 65536 - (2 / std::log(2) - 1)) < 1e-3);
}
