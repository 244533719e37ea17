#include "oshihiki/study/crew.hpp"

#include <array>
#include <stdexcept>

#include <doctest/doctest.h>

using oshihiki::StudyError;
using oshihiki::study::crew;

TEST_CASE("a crew does every part once") {
  for (const int threads : {1, 2, 5}) {
    std::array<std::atomic<int>, 5> done{};
    crew(threads, [&](int part, const std::atomic<bool>& failed) {
      CHECK_FALSE(failed);
      ++done[static_cast<std::size_t>(part)];
    });
    for (int part = 0; part < 5; ++part) {
      CHECK(done[static_cast<std::size_t>(part)] == (part < threads ? 1 : 0));
    }
  }
}

TEST_CASE("what a part throws reaches the caller, and the others are told") {
  for (const int threads : {1, 3}) {
    std::atomic<int> told = 0;
    const auto work = [&](int part, const std::atomic<bool>& failed) {
      if (part == threads - 1) throw std::runtime_error("so it goes");
      while (!failed) std::this_thread::yield();
      ++told;
    };
    CHECK_THROWS_WITH_AS(crew(threads, work), "so it goes", std::runtime_error);
    CHECK(told == threads - 1);
  }
}

TEST_CASE("numbers of threads that are not allowed") {
  const auto nothing = [](int, const std::atomic<bool>&) { FAIL("not asked"); };
  for (const int threads : {0, -1, 1025}) {
    CHECK_THROWS_WITH_AS(
        crew(threads, nothing),
        ("study: threads is " + std::to_string(threads) + "; allowed are 1 to 1024").c_str(),
        StudyError);
  }
}
