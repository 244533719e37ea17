#include "oshihiki/agari/batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "oshihiki/agari/lookup.hpp"
#include "oshihiki/agari/row.hpp"

namespace oshihiki::agari {
namespace {

struct Row {
  Counts counts;
  SuitKeys keys;
  int size = 0;
};

/// Reads a row; false when a count is above four or there are more than 14 tiles.
bool read(const std::uint8_t* row, Row& out) noexcept {
  RowErrors errors;
  RowSums sums;
  read_row(row, out.keys, sums, errors.high());
  std::memcpy(out.counts.n.data(), row, kKinds);
  out.size = static_cast<int>(tiles_of_row(sums));
  return !errors.any() && out.size <= 14;
}

/// What is no distance: joined by `or`, it is more than any.
constexpr std::uint8_t kNever = 0x40;
/// A number of tiles that no hand has.
constexpr std::uint8_t kNoHand = 0x80;

/// Groups to make by number of tiles; kNever is set where chiitoi and kokushi are out of reach.
constexpr auto kShape = [] {
  std::array<std::uint8_t, 256> out{};
  out.fill(kNoHand);
  for (std::size_t size = 1; size <= 14; ++size) {
    if (size % 3 != 0) out[size] = static_cast<std::uint8_t>(size / 3 + (size < 13 ? kNever : 0));
  }
  return out;
}();

/// Shanten plus one of chiitoi by kinds_of_row, of kokushi by yaochu_of_row.
constexpr auto kChiitoi = [] {
  std::array<std::uint8_t, 256> out{};
  for (std::size_t kinds = 0; kinds < 16; ++kinds) {
    for (std::size_t pairs = 0; pairs <= 7 && pairs <= kinds && kinds + pairs < 16; ++pairs) {
      out[kinds + 16 * (kinds + pairs)] =
          static_cast<std::uint8_t>(7 - pairs + (kinds < 7 ? 7 - kinds : 0));
    }
  }
  return out;
}();
constexpr auto kKokushi = [] {
  std::array<std::uint8_t, 512> out{};
  for (std::size_t kinds = 0; kinds <= 13; ++kinds) {
    for (std::size_t pairs = 0; pairs <= kinds; ++pairs) {
      out[kinds + 16 * (kinds + pairs)] =
          static_cast<std::uint8_t>(14 - kinds - (pairs > 0 ? 1 : 0));
    }
  }
  return out;
}();

/// Rows are taken in a block at a time: first their keys, then all the look-ups, so that many
/// reads of the tables are on their way at once.
constexpr std::size_t kBlock = 64;

template <Form F>
std::size_t shanten_rows(const std::uint8_t* rows, std::size_t n, std::int8_t* out) noexcept {
  const auto& t = tables();
  SuitKeys keys[kBlock];
  RowSums sums[kBlock];
  for (std::size_t done = 0; done < n;) {
    const std::size_t block = std::min(kBlock, n - done);
    RowErrors errors;
    const std::uint8_t* row = rows + done * kKinds;
    for (std::size_t i = 0; i < block; ++i)
      read_row(row + i * kKinds, keys[i], sums[i], errors.high());
    unsigned shapes = 0;
    for (std::size_t i = 0; i < block; ++i) shapes |= kShape[tiles_of_row(sums[i])];
    constexpr unsigned kWrong =
        F == Form::kChiitoi || F == Form::kKokushi ? kNoHand | kNever : kNoHand;
    if (errors.any() || (shapes & kWrong) != 0) {
      if (block == 1) return done;
      // The rows before the bad one are still answered.
      std::size_t good = 0;
      while (good < block && shanten_rows<F>(row + good * kKinds, 1, out + done + good) == 1)
        ++good;
      return done + good;
    }
    for (std::size_t i = 0; i < block; ++i) {
      const auto& key = keys[i].key;
      const auto shape = kShape[tiles_of_row(sums[i])];
      unsigned best;
      if constexpr (F == Form::kChiitoi) {
        best = kChiitoi[kinds_of_row(sums[i])];
      } else if constexpr (F == Form::kKokushi) {
        best = kKokushi[yaochu_of_row(sums[i])];
      } else {
        const auto low = t.pair[t.number[key[0]]][t.number[key[1]]];
        const auto high = t.pair[t.number[key[2]]][t.honour[key[3]]];
        best = t.missing[shape & 7][low][high];
        if constexpr (F == Form::kBest) {
          const unsigned special =
              std::min(kChiitoi[kinds_of_row(sums[i])], kKokushi[yaochu_of_row(sums[i])]);
          best = std::min(best, special | (shape & kNever));
        }
      }
      out[done + i] = static_cast<std::int8_t>(best - 1);
    }
    done += block;
  }
  return n;
}

}  // namespace

std::size_t shanten_batch(const std::uint8_t* rows, std::size_t n, Form form,
                          std::int8_t* out) noexcept {
  switch (form) {
    case Form::kStandard:
      return shanten_rows<Form::kStandard>(rows, n, out);
    case Form::kChiitoi:
      return shanten_rows<Form::kChiitoi>(rows, n, out);
    case Form::kKokushi:
      return shanten_rows<Form::kKokushi>(rows, n, out);
    case Form::kBest:
      break;
  }
  return shanten_rows<Form::kBest>(rows, n, out);
}

std::size_t ukeire_batch(const std::uint8_t* rows, const std::uint8_t* visible, std::size_t n,
                         std::int8_t* shanten, std::uint8_t* unseen) noexcept {
  Row row;
  for (std::size_t i = 0; i < n; ++i) {
    if (!read(rows + i * kKinds, row) || row.size % 3 != 1) return i;
    const auto a = accepted(row.counts, row.keys, row.size);
    shanten[i] = a.shanten;
    auto* line = unseen + i * kKinds;
    std::memset(line, 0, kKinds);
    for_each_kind(a.kinds, [&](Kind k) {
      const int seen = row.counts[k] + (visible == nullptr ? 0 : visible[i * kKinds + k]);
      line[k] = static_cast<std::uint8_t>(std::max(0, kCopies - seen));
    });
  }
  return n;
}

std::size_t discards_batch(const std::uint8_t* rows, const std::uint8_t* visible, std::size_t n,
                           std::int8_t* shanten, std::uint8_t* unseen) noexcept {
  Row row;
  Discards found;
  for (std::size_t i = 0; i < n; ++i) {
    if (!read(rows + i * kKinds, row) || row.size % 3 != 2) return i;
    discards(row.counts, row.keys, row.size, found);
    // Kinds of which at least one, two, three, four copies are unseen: copies are counted by sets.
    Counts seen = row.counts;
    if (visible != nullptr) {
      for (Kind k = 0; k < kKinds; ++k) {
        seen[k] =
            static_cast<std::uint8_t>(std::min<int>(kCopies, seen[k] + visible[i * kKinds + k]));
      }
    }
    std::array<KindSet, kCopies> left;
    for (int copies = 0; copies < kCopies; ++copies) {
      left[static_cast<std::size_t>(copies)] = kAllKinds & ~kinds_above(seen, kCopies - 1 - copies);
    }
    auto* const away = shanten + i * kKinds;
    auto* const line = unseen + i * kKinds;
    std::memset(away, kNoDiscard, kKinds);
    std::memset(line, 0, kKinds);
    for_each_kind(kinds_above(row.counts, 0), [&](Kind k) {
      away[k] = found.after[k].shanten;
      int copies = 0;
      for (const KindSet set : left) copies += std::popcount(found.after[k].kinds & set);
      line[k] = static_cast<std::uint8_t>(copies);
    });
  }
  return n;
}

std::size_t waits_batch(const std::uint8_t* rows, std::size_t n, std::uint8_t* out) noexcept {
  Row row;
  for (std::size_t i = 0; i < n; ++i) {
    if (!read(rows + i * kKinds, row) || row.size % 3 != 1) return i;
    auto* line = out + i * kKinds;
    std::memset(line, 0, kKinds);
    for_each_kind(waits(row.counts, row.keys, row.size), [&](Kind k) { line[k] = 1; });
  }
  return n;
}

}  // namespace oshihiki::agari
