// Makes the lookup tables of the agari stage at build time: make_tables DIR [--text]
//
// DIR/agari_tables.bin is an image of agari::Tables in the byte order of this machine; with
// --text, DIR/agari_tables.inc is the same as an initializer, for compilers that cannot take in
// a file.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oshihiki/agari/distance.hpp"
#include "oshihiki/agari/tables.hpp"
#include "oshihiki/base/counts.hpp"

namespace {

using namespace oshihiki;
using namespace oshihiki::agari;

constexpr int kMaxHand = 14;

/// Distances of every suit that a hand can hold, by key.
class Suits {
 public:
  Suits() {
    numbers(0, 0, 0, NumberScan());
    Distances nothing;
    nothing.fill(kFar);
    nothing[0] = 0;
    honours(0, 0, 0, nothing);
  }

  std::vector<std::pair<std::uint32_t, Distances>> number, honour;

 private:
  void numbers(int rank, int total, std::uint32_t key, const NumberScan& scan) {
    if (rank == 9) {
      number.emplace_back(key, scan.finish());
      return;
    }
    for (int n = 0; n <= kCopies && total + n <= kMaxHand; ++n) {
      numbers(rank + 1, total + n,
              key + static_cast<std::uint32_t>(n) * kPow5[static_cast<std::size_t>(rank)],
              scan.next(rank, n, kCopies));
    }
  }
  void honours(int rank, int total, std::uint32_t key, const Distances& so_far) {
    if (rank == 7) {
      honour.emplace_back(key, so_far);
      return;
    }
    for (int n = 0; n <= kCopies && total + n <= kMaxHand; ++n) {
      honours(rank + 1, total + n,
              key + static_cast<std::uint32_t>(n) * kPow5[static_cast<std::size_t>(rank)],
              merged(so_far, honour_distances(n, kCopies)));
    }
  }
};

/// Numbers different distances, those most often seen first, so that the rows of the later
/// tables that are read most lie together.
class Classes {
 public:
  void count(const Distances& d, std::uint64_t times) { seen_[d] += times; }

  void number(std::size_t expected, const char* what) {
    if (seen_.size() != expected) {
      throw std::logic_error(std::string(what) + ": " + std::to_string(seen_.size()) +
                             " classes, not " + std::to_string(expected));
    }
    for (const auto& [d, times] : seen_) list_.push_back(d);
    std::stable_sort(list_.begin(), list_.end(), [&](const Distances& a, const Distances& b) {
      return seen_.at(a) > seen_.at(b);
    });
    for (std::size_t i = 0; i < list_.size(); ++i) index_[list_[i]] = i;
  }
  std::uint8_t of(const Distances& d) const { return static_cast<std::uint8_t>(index_.at(d)); }
  const std::vector<Distances>& list() const { return list_; }
  std::uint64_t times(const Distances& d) const { return seen_.at(d); }

 private:
  std::map<Distances, std::uint64_t> seen_;
  std::map<Distances, std::size_t> index_;
  std::vector<Distances> list_;
};

std::unique_ptr<Tables> make() {
  const Suits suits;
  // How often a deal holds a key: the number of ways to choose its tiles.
  const auto ways = [](std::uint32_t key) {
    constexpr std::array<std::uint64_t, 5> kChoose = {1, 4, 6, 4, 1};
    std::uint64_t w = 1;
    for (; key != 0; key /= 5) w *= kChoose[key % 5];
    return w;
  };
  Classes suit;
  for (const auto& [key, d] : suits.number) suit.count(d, ways(key));
  for (const auto& [key, d] : suits.honour) suit.count(d, ways(key));
  suit.number(kSuitClasses, "suits");
  Classes group;
  for (const auto& a : suit.list()) {
    for (const auto& b : suit.list()) {
      group.count(merged(a, b), suit.times(a) / 1024 * (suit.times(b) / 1024) / 65536);
    }
  }
  group.number(kGroupClasses, "pairs of suits");

  auto t = std::make_unique<Tables>();
  std::memset(static_cast<void*>(t.get()), 0, sizeof(Tables));
  for (const auto& [key, d] : suits.number) t->number[key] = suit.of(d);
  for (const auto& [key, d] : suits.honour) t->honour[key] = suit.of(d);
  for (std::size_t a = 0; a < kSuitClasses; ++a) {
    for (std::size_t b = 0; b < kSuitClasses; ++b) {
      t->pair[a][b] = group.of(merged(suit.list()[a], suit.list()[b]));
    }
  }
  for (std::size_t a = 0; a < kGroupClasses; ++a) {
    const auto& x = group.list()[a];
    for (std::size_t b = 0; b < kSuitClasses; ++b) {
      t->triple[a][b] = group.of(merged(x, suit.list()[b]));  // no class is new: at() throws
    }
    for (std::size_t b = 0; b < kGroupClasses; ++b) {
      const auto both = merged(x, group.list()[b]);
      for (std::size_t n = 0; n < 5; ++n) t->missing[n][a][b] = both[2 * n + 1];
    }
    for (std::size_t b = 0; b < kSuitClasses; ++b) {
      const auto both = merged(x, suit.list()[b]);
      for (std::size_t n = 0; n < 5; ++n) t->fourth[n][a][b] = both[2 * n + 1];
    }
  }
  return t;
}

template <std::size_t N>
void write_bytes(std::FILE* f, const std::uint8_t (&a)[N]) {
  std::fputc('{', f);
  for (std::size_t i = 0; i < N; ++i) std::fprintf(f, i % 32 == 31 ? "%d,\n" : "%d,", a[i]);
  std::fputs("},\n", f);
}
template <class T, std::size_t N>
void write_bytes(std::FILE* f, const T (&a)[N]) {
  std::fputc('{', f);
  for (const auto& part : a) write_bytes(f, part);
  std::fputs("},\n", f);
}

void write_text(std::FILE* f, const Tables& t) {
  write_bytes(f, t.number);
  write_bytes(f, t.honour);
  write_bytes(f, t.pair);
  write_bytes(f, t.triple);
  write_bytes(f, t.missing);
  write_bytes(f, t.fourth);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw std::runtime_error("usage: make_tables DIR [--text]");
    const std::string dir = argv[1];
    const auto t = make();
    std::ofstream out(dir + "/agari_tables.bin", std::ios::binary);
    out.write(reinterpret_cast<const char*>(t.get()), sizeof(Tables));
    out.close();
    if (!out) throw std::runtime_error("cannot write " + dir + "/agari_tables.bin");
    if (argc > 2 && std::string_view(argv[2]) == "--text") {
      std::FILE* f = std::fopen((dir + "/agari_tables.inc").c_str(), "w");
      if (f == nullptr) throw std::runtime_error("cannot write " + dir + "/agari_tables.inc");
      write_text(f, *t);
      if (std::fclose(f) != 0) throw std::runtime_error("cannot write the text of the tables");
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "make_tables: %s\n", e.what());
    return 1;
  }
  return 0;
}
