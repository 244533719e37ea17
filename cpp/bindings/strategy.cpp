#include "bind.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/strategy/params.hpp"

namespace oshihiki::bindings {
namespace {

using strategy::Strategy;

py::object to_python(const strategy::Value& value) {
  return std::visit([](const auto& v) -> py::object { return py::cast(v); }, value);
}

strategy::Value from_python(const std::string& name, const py::handle& given) {
  if (PyBool_Check(given.ptr())) return given.cast<bool>();
  if (PyLong_Check(given.ptr())) return given.cast<std::int64_t>();
  if (py::isinstance<py::str>(given)) return given.cast<std::string>();
  throw StrategyError(name + " = " + py::repr(given).cast<std::string>() +
                      " is not allowed: a parameter is true or false, a whole number or a name");
}

Strategy make(const std::string& text, const py::kwargs& changes) {
  Strategy s = strategy::parse(text);
  for (const auto& [key, value] : changes) {
    const auto name = key.cast<std::string>();
    strategy::set(s, name, from_python(name, value));
  }
  return s;
}

py::dict to_dict(const Strategy& s) {
  py::dict dict;
  dict["name"] = std::string(strategy::name_of(s.player));
  for (const auto& p : strategy::parameters(s.player)) {
    dict[py::str(std::string(p.name))] = to_python(strategy::get(s, p.name));
  }
  return dict;
}

py::list describe(const std::string& name) {
  py::list list;
  for (const auto& p : strategy::parameters(strategy::player_named(name))) {
    list.append(py::make_tuple(std::string(p.name), std::string(p.type), p.allowed,
                               to_python(p.fallback), std::string(p.sentence)));
  }
  return list;
}

}  // namespace

void bind_strategy(py::module_& m) {
  py::class_<Strategy>(m, "Strategy", "A built-in strategy with its parameters.")
      .def(py::init(&make), py::arg("text"))
      .def_property_readonly(
          "name", [](const Strategy& s) { return std::string(strategy::name_of(s.player)); })
      .def("get", [](const Strategy& s,
                     const std::string& name) { return to_python(strategy::get(s, name)); })
      .def("to_dict", &to_dict)
      .def("__str__", [](const Strategy& s) { return strategy::text(s); })
      .def("__repr__", [](const Strategy& s) { return "Strategy('" + strategy::text(s) + "')"; })
      .def(
          "__eq__", [](const Strategy& a, const Strategy& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Strategy& s) { return strategy::hash(s); })
      .def(
          py::pickle([](const Strategy& s) { return py::make_tuple(strategy::text(s)); },
                     [](const py::tuple& t) { return strategy::parse(t[0].cast<std::string>()); }));
  py::list names;
  for (int i = 0; i < strategy::kStrategies; ++i) {
    names.append(std::string(strategy::name_of(static_cast<strategy::Player>(i))));
  }
  m.attr("STRATEGIES") = py::tuple(names);
  m.def("strategy_parameters", &describe, py::arg("name"));
}

}  // namespace oshihiki::bindings
