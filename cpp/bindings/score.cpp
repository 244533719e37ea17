#include "bind.hpp"

namespace oshihiki::bindings {

void bind_score(py::module_&) {}

}  // namespace oshihiki::bindings
