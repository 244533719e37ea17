#include "bind.hpp"

namespace oshihiki::bindings {

void bind_agari(py::module_&) {}

}  // namespace oshihiki::bindings
