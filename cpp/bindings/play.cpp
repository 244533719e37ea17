#include "bind.hpp"

namespace oshihiki::bindings {

void bind_play(py::module_&) {}

}  // namespace oshihiki::bindings
