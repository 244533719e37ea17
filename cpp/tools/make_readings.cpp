// Makes the table of suit readings (agari/decompose.cpp): make_readings FILE
//
// Every set of at most 14 tiles of one suit that is groups, or groups and a pair, has one slot of
// a perfect hash over its base-5 key. The slot is one word: the reading, where further readings
// stand, and the key it belongs to (the layout is written down in agari/suit_reading.hpp).

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "oshihiki/agari/suit_reading.hpp"

namespace {

using namespace oshihiki::agari;

struct Builder {
  std::map<std::uint32_t, std::vector<std::uint64_t>> by_key;
  int counts[9] = {};
  int runs[7] = {};
  std::uint32_t triplets = 0;

  void emit(int pair) {
    std::uint32_t key = 0;
    for (int r = 8; r >= 0; --r) {
      if (counts[r] > 4) return;
      key = key * 5 + static_cast<std::uint32_t>(counts[r]);
    }
    by_key[key].push_back(pack_reading(runs, triplets, pair));
  }

  // Groups 0..6 are runs by lowest rank, 7..15 triplets; taken in rising order.
  void groups(int from, int left, int pair) {
    emit(pair);
    if (left == 0) return;
    for (int g = from; g < 16; ++g) {
      if (g < 7) {
        ++runs[g];
        for (int i = 0; i < 3; ++i) ++counts[g + i];
        groups(g, left - 1, pair);
        for (int i = 0; i < 3; ++i) --counts[g + i];
        --runs[g];
      } else {
        triplets |= 1u << (g - 7);
        counts[g - 7] += 3;
        groups(g + 1, left - 1, pair);
        counts[g - 7] -= 3;
        triplets &= ~(1u << (g - 7));
      }
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Builder b;
  b.groups(0, 4, kNoPair);
  for (int p = 0; p < 9; ++p) {
    b.counts[p] += 2;
    b.groups(0, 4, p);
    b.counts[p] -= 2;
  }

  // Further readings stand one after another; the last of a hand is marked.
  std::vector<std::uint64_t> more = {0};  // offset 0 means none
  std::vector<std::pair<std::uint32_t, std::uint64_t>> entries;
  for (auto& [key, readings] : b.by_key) {
    std::uint64_t word = readings[0] | std::uint64_t{key} << kKeyShift;
    if (readings.size() > 1) {
      word |= std::uint64_t{more.size()} << kMoreShift;
      for (std::size_t i = 1; i < readings.size(); ++i) {
        more.push_back(readings[i] | (i + 1 == readings.size() ? kLastReading : 0));
      }
    }
    entries.emplace_back(key, word);
  }
  if (more.size() >> (64 - kMoreShift) != 0) return 3;

  // Displace the fullest buckets first.
  std::vector<std::vector<std::size_t>> buckets(kBuckets);
  for (std::size_t i = 0; i < entries.size(); ++i)
    buckets[bucket_of(entries[i].first)].push_back(i);
  std::vector<std::size_t> order(kBuckets);
  for (std::size_t i = 0; i < kBuckets; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return buckets[x].size() > buckets[y].size();
  });
  std::vector<std::uint16_t> displacement(kBuckets, 0);
  std::vector<std::uint64_t> slots(kSlots, kEmptySlot);
  for (const auto bucket : order) {
    std::uint32_t d = 0;
    for (; d < 65536; ++d) {
      std::vector<std::uint32_t> taken;
      bool fits = true;
      for (const auto i : buckets[bucket]) {
        const auto slot = slot_of(entries[i].first, static_cast<std::uint16_t>(d));
        if (slots[slot] != kEmptySlot ||
            std::find(taken.begin(), taken.end(), slot) != taken.end()) {
          fits = false;
          break;
        }
        taken.push_back(slot);
      }
      if (fits) break;
    }
    if (d == 65536) return 4;
    displacement[bucket] = static_cast<std::uint16_t>(d);
    for (const auto i : buckets[bucket]) {
      slots[slot_of(entries[i].first, static_cast<std::uint16_t>(d))] = entries[i].second;
    }
  }

  std::FILE* out = std::fopen(argv[1], "w");
  if (out == nullptr) return 5;
  const auto write = [&](const char* type, const char* name, const auto& values) {
    std::fprintf(out, "constexpr %s %s[%zu] = {", type, name, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::fprintf(out, "%s0x%llx,", i % 8 == 0 ? "\n" : "",
                   static_cast<unsigned long long>(values[i]));
    }
    std::fprintf(out, "};\n");
  };
  std::fprintf(out, "// %zu complete suits, %zu further readings. Made by make_readings.\n",
               entries.size(), more.size() - 1);
  write("std::uint16_t", "kDisplacement", displacement);
  write("std::uint64_t", "kSlotWords", slots);
  write("std::uint64_t", "kMoreWords", more);
  return std::fclose(out) == 0 ? 0 : 6;
}
