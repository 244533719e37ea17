#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "oshihiki/base/error.hpp"

// The only place where arrays from Python are checked, and where arrays for it are made.

namespace oshihiki::bindings {

inline std::string shape_text(const py::array& a) {
  std::string out = "(";
  for (py::ssize_t i = 0; i < a.ndim(); ++i) {
    out += (i == 0 ? "" : ", ") + std::to_string(a.shape(i));
  }
  return out + (a.ndim() == 1 ? ",)" : ")");
}

/// Rows of small counts; the array that holds them lives as long as this.
struct Rows {
  py::array_t<std::uint8_t, py::array::c_style> held;
  const std::uint8_t* data = nullptr;
  std::size_t n = 0;
};

/// Reads uint8[n, width], or other integers of that shape that fit (they are copied). Floats and
/// booleans are a TypeError, another shape a HandError.
inline Rows read_rows(const py::handle& given, const char* what, py::ssize_t width) {
  const auto any = py::array::ensure(given);
  if (!any) {
    PyErr_Clear();
    throw py::type_error(std::string(what) + ": expected an array of integers of shape (n, " +
                         std::to_string(width) + ")");
  }
  const char kind = any.dtype().kind();
  const bool nothing = any.size() == 0;
  if (kind != 'u' && kind != 'i' && !nothing) {
    throw py::type_error(std::string(what) + ": an array of " +
                         py::cast<std::string>(py::str(any.dtype())) +
                         "; expected integers, best uint8");
  }
  if (any.ndim() != 2 || any.shape(1) != width) {
    throw HandError(std::string(what) + ": an array of shape " + shape_text(any) +
                    "; expected (n, " + std::to_string(width) + ")");
  }
  if (!nothing && !any.dtype().is(py::dtype::of<std::uint8_t>()) &&
      !any.dtype().equal(py::dtype::of<std::uint8_t>())) {
    const auto low = any.attr("min")();
    const auto high = any.attr("max")();
    if (low < py::int_(0) || high > py::int_(255)) {
      const auto& bad = low < py::int_(0) ? low : high;
      throw HandError(std::string(what) + ": " + py::cast<std::string>(py::str(bad)) +
                      " is no count");
    }
  }
  Rows rows;
  rows.held = py::array_t<std::uint8_t, py::array::c_style>(
      any.attr("astype")("uint8", py::arg("order") = "C", py::arg("copy") = false));
  rows.data = rows.held.data();
  rows.n = static_cast<std::size_t>(rows.held.shape(0));
  return rows;
}

/// Memory of an array of exactly that type and at least `n` items, to be written to; the caller
/// keeps the array alive.
template <class T>
T* writable(const py::handle& given, const char* what, std::size_t n) {
  if (!py::isinstance<py::array_t<T, py::array::c_style>>(given)) {
    throw py::type_error(std::string(what) + ": an array of another type");
  }
  auto array = py::reinterpret_borrow<py::array_t<T, py::array::c_style>>(given);
  if (static_cast<std::size_t>(array.size()) < n) {
    throw Error(std::string(what) + ": " + std::to_string(array.size()) + " items; needs " +
                std::to_string(n));
  }
  return array.mutable_data();
}

/// A new array of that shape, not initialized.
template <class T>
py::array_t<T> new_array(std::vector<py::ssize_t> shape) {
  return py::array_t<T>(std::move(shape));
}

}  // namespace oshihiki::bindings
