#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "oshihiki/play/view.hpp"

namespace oshihiki::play {

namespace detail {
template <class T, std::size_t Rows, std::size_t Columns>
struct FieldType {
  using type = std::array<std::array<T, Columns>, Rows>;
};
template <class T, std::size_t Rows>
struct FieldType<T, Rows, 0> {
  using type = std::array<T, Rows>;
};
template <class T>
struct FieldType<T, 0, 0> {
  using type = T;
};
}  // namespace detail

/// A view packed into one record, for plug-ins and files. The fields are the lines of table.def.
struct ViewRecord {
#define PLAY_VIEW(name, value, rows, columns, sentence) \
  detail::FieldType<value, rows, columns>::type name{};
#include "oshihiki/play/table.def"
#undef PLAY_VIEW
  friend bool operator==(const ViewRecord&, const ViewRecord&) noexcept = default;
};
static_assert(std::is_trivially_copyable_v<ViewRecord>);

void pack(const View& view, ViewRecord& out) noexcept;

}  // namespace oshihiki::play
