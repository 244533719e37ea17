#include "bind.hpp"

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
  using namespace oshihiki::bindings;
  m.doc() = "The C++ core of oshihiki; use the modules of the package.";
  m.attr("__version__") = OSHIHIKI_VERSION;
  bind_errors(m);
  bind_rules(m);
  bind_wall(m);
  bind_agari(m);
  bind_score(m);
  bind_settle(m);
  bind_play(m);
  bind_follow(m);
  bind_strategy(m);
  bind_study(m);
  bind_simulate(m);
  bind_flight(m);
  bind_census(m);
  bind_chains(m);
  bind_random(m);
}
