#include "oshihiki/agari/batch.hpp"

#include <algorithm>
#include <cstring>

#include "oshihiki/agari/lookup.hpp"

namespace oshihiki::agari {
namespace {

struct Row {
  Counts counts;
  SuitKeys keys;
  int size = 0;
};

/// Reads a row; false when a count is above four or there are more than 14 tiles.
bool read(const std::uint8_t* row, Row& out) noexcept {
  std::memcpy(out.counts.n.data(), row, kKinds);
  out.size = out.counts.total();
  if (out.size > 14 || *std::max_element(row, row + kKinds) > kCopies) return false;
  out.keys = SuitKeys::of(out.counts);
  return true;
}

}  // namespace

std::size_t shanten_batch(const std::uint8_t* rows, std::size_t n, Form form,
                          std::int8_t* out) noexcept {
  const int least = form == Form::kChiitoi || form == Form::kKokushi ? 13 : 1;
  Row row;
  for (std::size_t i = 0; i < n; ++i) {
    if (!read(rows + i * kKinds, row) || row.size % 3 == 0 || row.size < least) return i;
    out[i] = static_cast<std::int8_t>(shanten_of(row.counts, row.keys, row.size, form));
  }
  return n;
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
