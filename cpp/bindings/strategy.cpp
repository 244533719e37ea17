#include "bind.hpp"

namespace oshihiki::bindings {

void bind_strategy(py::module_&) {}

}  // namespace oshihiki::bindings
