#include "bind.hpp"
#include "oshihiki/base/error.hpp"

namespace oshihiki::bindings {
namespace {

// The classes live in oshihiki.errors, so that they can be raised from Python without the core;
// here each C++ kind is translated into its Python twin.
template <class E>
void translate(const char* name) {
  static std::string held = name;  // one per E
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const E& e) {
      const auto type = py::module_::import("oshihiki.errors").attr(held.c_str());
      py::set_error(type, e.what());
    }
  });
}

}  // namespace

void bind_errors(py::module_&) {
  // The last registered translator is tried first, so the root comes first.
  translate<Error>("Error");
  translate<TileError>("TileError");
  translate<HandError>("HandError");
  translate<RulesError>("RulesError");
  translate<IllegalActionError>("IllegalActionError");
  translate<LogError>("LogError");
  translate<StudyError>("StudyError");
  translate<StrategyError>("StrategyError");
}

}  // namespace oshihiki::bindings
