#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace oshihiki::bindings {

namespace py = pybind11;

// One function a stage; module.cpp calls them in the order of the data.
void bind_errors(py::module_& m);
void bind_rules(py::module_& m);
void bind_wall(py::module_& m);
void bind_agari(py::module_& m);
void bind_score(py::module_& m);
void bind_settle(py::module_& m);
void bind_play(py::module_& m);
void bind_follow(py::module_& m);
void bind_strategy(py::module_& m);
void bind_study(py::module_& m);
void bind_simulate(py::module_& m);
void bind_flight(py::module_& m);
void bind_census(py::module_& m);
void bind_chains(py::module_& m);
void bind_random(py::module_& m);

}  // namespace oshihiki::bindings
