#include "bind.hpp"

namespace oshihiki::bindings {

void bind_settle(py::module_&) {}

}  // namespace oshihiki::bindings
