#include "bind.hpp"

namespace oshihiki::bindings {

void bind_rules(py::module_&) {}

}  // namespace oshihiki::bindings
