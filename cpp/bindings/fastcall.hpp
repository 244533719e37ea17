#pragma once

#include <array>
#include <cstddef>

#include "bind.hpp"

// Functions called once a hand skip pybind11's own casting of arguments, which costs more than
// the work: they are METH_FASTCALL functions that read their arguments themselves.

namespace oshihiki::bindings {

/// The parameters of a function: names in order, how many may be given by position, and how
/// many must be given. Make one as a function-local static (it holds Python strings).
template <std::size_t N>
class Signature {
 public:
  Signature(const char* function, const std::array<const char*, N>& names, std::size_t positional,
            std::size_t required)
      : function_(function), positional_(positional), required_(required) {
    for (std::size_t i = 0; i < N; ++i) names_[i] = PyUnicode_InternFromString(names[i]);
  }

  /// The arguments by parameter, borrowed; null where none was given.
  std::array<PyObject*, N> bind(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) const {
    std::array<PyObject*, N> out{};
    const auto given = static_cast<std::size_t>(nargs);
    if (given > positional_) {
      throw py::type_error(std::string(function_) + "() takes at most " +
                           std::to_string(positional_) + " arguments by position, " +
                           std::to_string(given) + " were given");
    }
    for (std::size_t i = 0; i < given; ++i) out[i] = args[i];
    if (kwnames != nullptr) {
      const auto n = PyTuple_GET_SIZE(kwnames);
      for (Py_ssize_t i = 0; i < n; ++i) {
        const auto at = find(PyTuple_GET_ITEM(kwnames, i));
        if (out[at] != nullptr) {
          throw py::type_error(std::string(function_) + "() got '" + name(at) + "' twice");
        }
        out[at] = args[nargs + i];
      }
    }
    for (std::size_t i = 0; i < required_; ++i) {
      if (out[i] == nullptr) {
        throw py::type_error(std::string(function_) + "() needs '" + name(i) + "'");
      }
    }
    return out;
  }

 private:
  std::string name(std::size_t i) const { return py::cast<std::string>(py::handle(names_[i])); }
  std::size_t find(PyObject* key) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (names_[i] == key) return i;
    }
    for (std::size_t i = 0; i < N; ++i) {
      if (PyUnicode_Compare(names_[i], key) == 0) return i;
    }
    throw py::type_error(std::string(function_) + "() has no parameter '" +
                         py::cast<std::string>(py::handle(key)) + "'");
  }

  const char* function_;
  std::size_t positional_;
  std::size_t required_;
  std::array<PyObject*, N> names_;
};

using FastBody = PyObject* (*)(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);

/// Calls the body and turns C++ exceptions into Python ones.
template <FastBody Body>
PyObject* fast_entry(PyObject*, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  try {
    return Body(args, nargs, kwnames);
  } catch (py::error_already_set& e) {
    e.restore();
  } catch (...) {
    py::detail::try_translate_exceptions();
  }
  return nullptr;
}

/// Adds such a function. `doc` begins with "name($module, ...)\n--\n\n", from which Python makes
/// its signature; `home` is the public module that it says it belongs to.
template <FastBody Body>
void add_fast_function(py::module_& m, const char* home, const char* name, const char* doc) {
  static PyMethodDef def{};
  def.ml_name = name;
  def.ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&fast_entry<Body>));
  def.ml_flags = METH_FASTCALL | METH_KEYWORDS;
  def.ml_doc = doc;
  const auto function =
      py::reinterpret_steal<py::object>(PyCFunction_NewEx(&def, m.ptr(), py::str(home).ptr()));
  if (!function) throw py::error_already_set();
  m.attr(name) = function;
}

}  // namespace oshihiki::bindings
