#include "oshihiki/rules/rules.hpp"

#include "bind.hpp"
#include "oshihiki/base/error.hpp"

namespace oshihiki::bindings {
namespace {

using rules::Rules;
using rules::Value;

/// The written value of a Python object: bool, int, str, or a list of one of the last two.
Value to_value(const std::string& name, const py::handle& given) {
  const auto refuse = [&]() -> Value {
    throw RulesError(name + " = " + py::repr(given).cast<std::string>() +
                     " is not allowed: a rule is true or false, a whole number, text, or a list "
                     "of whole numbers or names");
  };
  const auto whole = [&](const py::handle& one) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(one.ptr(), &overflow);
    if (overflow != 0) refuse();
    return std::int64_t{number};
  };
  const auto is_whole = [](const py::handle& one) {
    return PyLong_Check(one.ptr()) && !PyBool_Check(one.ptr());
  };
  if (PyBool_Check(given.ptr())) return given.cast<bool>();
  if (is_whole(given)) return whole(given);
  if (py::isinstance<py::str>(given)) return given.cast<std::string>();
  if (!py::isinstance<py::list>(given) && !py::isinstance<py::tuple>(given)) return refuse();
  std::vector<std::int64_t> numbers;
  std::vector<std::string> names;
  for (const py::handle one : py::reinterpret_borrow<py::sequence>(given)) {
    if (is_whole(one)) {
      numbers.push_back(whole(one));
    } else if (py::isinstance<py::str>(one)) {
      names.push_back(one.cast<std::string>());
    } else {
      return refuse();
    }
  }
  if (!names.empty() && !numbers.empty()) return refuse();
  if (!names.empty()) return names;
  return numbers;
}

/// The Python object of a written value. Lists are tuples where they are attributes, so that
/// rules cannot be changed through them.
py::object to_python(const Value& value, bool tuples) {
  py::object object = std::visit([](const auto& v) -> py::object { return py::cast(v); }, value);
  if (tuples && py::isinstance<py::list>(object)) return py::tuple(object);
  return object;
}

void change(Rules& rules, const py::dict& values) {
  for (const auto& [key, value] : values) {
    const std::string name = py::str(key);
    rules::set(rules, name, to_value(name, value));
  }
}

Rules make(const py::dict& values, const std::string& profile) {
  Rules rules;
  change(rules, values);
  rules::check_consistent(rules);
  rules.profile.assign(profile);
  return rules;
}

Rules replace(const Rules& from, const py::kwargs& values) {
  Rules rules = from;
  change(rules, values);
  rules::check_consistent(rules);
  if (rules == from) return rules;
  // Shown as "tenhou, kuitan = false".
  std::string profile(from.profile.view());
  for (const auto& [key, value] : values) {
    const std::string name = py::str(key);
    profile += (profile.empty() ? "" : ", ") + name + " = " + rules::to_text(to_value(name, value));
  }
  rules.profile.assign(profile);
  return rules;
}

py::dict to_dict(const Rules& rules) {
  py::dict values;
  for (const rules::Field& field : rules::fields()) {
    values[py::str(std::string(field.name))] = to_python(rules::get(rules, field.name), false);
  }
  return values;
}

std::string repr(const Rules& rules) {
  std::string text = "Rules(";
  if (!rules.profile.view().empty()) return text + "'" + std::string(rules.profile.view()) + "')";
  const std::size_t empty = text.size();
  for (const rules::Field& field : rules::fields()) {
    const Value value = rules::get(rules, field.name);
    if (value == field.fallback) continue;
    if (text.size() > empty) text += ", ";
    text += std::string(field.name) + "=" + py::repr(to_python(value, false)).cast<std::string>();
  }
  return text + ")";
}

py::list field_rows() {
  py::list rows;
  for (const rules::Field& field : rules::fields()) {
    rows.append(py::make_tuple(field.name, field.group, field.type, to_python(field.fallback, true),
                               field.allowed, field.sentence));
  }
  return rows;
}

py::list local_yaku_rows() {
  py::list rows;
  for (const rules::LocalYakuInfo& yaku : rules::local_yaku_table()) {
    rows.append(py::make_tuple(yaku.name, yaku.closed_han, yaku.open_han, yaku.sentence));
  }
  return rows;
}

}  // namespace

void bind_rules(py::module_& m) {
  py::class_<Rules> bound(m, "Rules", "Every house rule of a game: an immutable value.");
  bound.def(py::init(&make), py::arg("values") = py::dict(), py::kw_only(),
            py::arg("profile") = std::string());
  for (const rules::Field& field : rules::fields()) {
    const std::string_view name = field.name;
    bound.def_property_readonly(
        std::string(name).c_str(),
        [name](const Rules& self) { return to_python(rules::get(self, name), true); },
        std::string(field.sentence).c_str());
  }
  bound
      .def_property_readonly(
          "profile", [](const Rules& self) { return std::string(self.profile.view()); },
          "The name of the profile these came from, for display only.")
      .def("replace", &replace, "The same rules with the given ones changed.")
      .def("to_dict", &to_dict, "Every rule by name, as written in TOML.")
      .def("__repr__", &repr)
      .def("__hash__",
           [](const Rules& self) { return static_cast<py::ssize_t>(rules::hash(self) >> 1); })
      .def(
          "__eq__", [](const Rules& self, const Rules& other) { return self == other; },
          py::is_operator())
      .def(py::pickle(
          [](const Rules& self) {
            return py::make_tuple(to_dict(self), std::string(self.profile.view()));
          },
          [](const py::tuple& state) {
            return make(state[0].cast<py::dict>(), state[1].cast<std::string>());
          }));
  m.def("rule_fields", &field_rows,
        "(name, group, type, default, allowed, sentence) of every rule.");
  m.def("local_yaku_table", &local_yaku_rows, "(name, closed han, open han, sentence).");
  m.def(
      "check_rule_name", [](const std::string& name) { rules::get(Rules{}, name); },
      py::arg("name"),
      "Raises RulesError naming the closest rule when there is none of that name.");
  m.def(
      "check_rule",
      [](const std::string& name, const py::object& value) {
        Rules rules;
        rules::set(rules, name, to_value(name, value));
      },
      py::arg("name"), py::arg("value"), "Raises RulesError when a rule cannot have that value.");
}

}  // namespace oshihiki::bindings
