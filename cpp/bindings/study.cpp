#include "bind.hpp"

namespace oshihiki::bindings {

void bind_study(py::module_&) {}

}  // namespace oshihiki::bindings
