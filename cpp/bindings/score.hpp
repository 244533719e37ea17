#pragma once

#include "bind.hpp"
#include "oshihiki/score/explain.hpp"
#include "oshihiki/score/input.hpp"

namespace oshihiki::bindings {

/// A scored hand as Python holds it: what was asked, under which rules, and the answer.
struct Scored {
  score::Win win;
  score::Best best;
  score::Payments payments;
  py::object rules_object;  ///< keeps `rules` alive
  const rules::Rules* rules = nullptr;

  const score::Score& score() const noexcept { return best.score; }
};

/// The rules that a Python argument names: a Rules, a profile's name or a path; none is tenhou.
py::object rules_of(PyObject* given);

/// The claim that keyword arguments of oh.score make, in a dict; `rules` is not read.
score::Claim claim_of(const py::dict& arguments);

void bind_score_batch(py::module_& m);
void bind_score_parts(py::module_& m);

}  // namespace oshihiki::bindings
