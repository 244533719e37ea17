#include "oshihiki/agari/decompose.hpp"

#include <doctest/doctest.h>

#include <string>

#include "oshihiki/base/text.hpp"

using namespace oshihiki;

namespace {

Counts counts_of(const std::string& text) {
  Counts counts;
  for (const auto t : parse_tiles(text)) ++counts[t.kind()];
  return counts;
}

std::size_t number_of_readings(const std::string& text) {
  const auto counts = counts_of(text);
  return agari::readings(counts, counts.total()).size();
}

bool always(const std::string& hand, Kind kind) {
  const auto counts = counts_of(hand);
  return agari::always_triplet(counts, SuitKeys::of(counts), counts.total(), kind);
}

}  // namespace

TEST_CASE("readings of complete hands") {
  CHECK(number_of_readings("111222333m78999p") == 2);
  CHECK(number_of_readings("11123444m") == 2);
  CHECK(number_of_readings("112233m445566p77s") == 2);  // two twin runs, seven pairs
  CHECK(number_of_readings("19m19p19s12345677z") == 1);
  CHECK(number_of_readings("1111m33557788s44z") == 0);
  CHECK(number_of_readings("11z") == 1);
  CHECK(number_of_readings("12z") == 0);
}

TEST_CASE("all complete suits are found, and nothing else") {
  // Counts of all sets of at most 14 tiles of a suit, against a search written plainly.
  struct Search {
    static bool groups(std::array<int, 9>& n, int from) {
      while (from < 9 && n[static_cast<std::size_t>(from)] == 0) ++from;
      if (from == 9) return true;
      auto& c = n[static_cast<std::size_t>(from)];
      bool found = false;
      if (c >= 3) {
        c -= 3;
        found = groups(n, from);
        c += 3;
      }
      if (!found && from < 7 && n[static_cast<std::size_t>(from) + 1] > 0 &&
          n[static_cast<std::size_t>(from) + 2] > 0) {
        for (std::size_t i = 0; i < 3; ++i) --n[static_cast<std::size_t>(from) + i];
        found = groups(n, from);
        for (std::size_t i = 0; i < 3; ++i) ++n[static_cast<std::size_t>(from) + i];
      }
      return found;
    }
  };
  std::size_t complete = 0;
  std::size_t wrong = 0;
  std::array<int, 9> n{};
  const auto visit = [&](auto&& self, std::size_t rank, int left, std::uint32_t key) -> void {
    if (rank == 9) {
      const int total = 14 - left;
      bool expected = false;
      if (total % 3 == 0) expected = Search::groups(n, 0);
      if (total % 3 == 2) {
        for (auto& c : n) {
          if (c < 2) continue;
          c -= 2;
          expected = expected || Search::groups(n, 0);
          c += 2;
        }
      }
      complete += expected ? 1 : 0;
      wrong += (agari::suit_slot(key) != agari::kEmptySlot) != expected ? 1 : 0;
      return;
    }
    for (int c = 0; c <= 4 && c <= left; ++c) {
      n[rank] = c;
      self(self, rank + 1, left - c, key + static_cast<std::uint32_t>(c) * kPow5[rank]);
    }
    n[rank] = 0;
  };
  visit(visit, 0, 14, 0);
  CHECK(wrong == 0);
  CHECK(complete == 21743);
}

TEST_CASE("a triplet in every reading of every wait") {
  CHECK(always("3335666s555777z", 31));        // white
  CHECK_FALSE(always("3335666s555777z", 20));  // 3s may be 345 with the pair 33
  CHECK_FALSE(always("3335666s555777z", 23));  // 6s
  CHECK(always("111m456p78s11z", 0));
  CHECK_FALSE(always("1111m456p78s11z9s", 0));  // four held
}
