#include "bind.hpp"

namespace oshihiki::bindings {

void bind_wall(py::module_&) {}

}  // namespace oshihiki::bindings
