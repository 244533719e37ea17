#include <algorithm>

#include "oshihiki/base/error.hpp"
#include "oshihiki/study/chains.hpp"
#include "play.hpp"

namespace oshihiki::bindings {
namespace {

using study::Chains;
using study::Position;

/// Chains and what they refer to.
class ChainsHandle {
 public:
  ChainsHandle(const std::shared_ptr<Position>& position, const RoundHandle& round,
               std::int64_t temperature, std::int32_t lapse, std::int32_t trust,
               std::uint32_t burn_in, std::uint32_t thin, std::uint32_t redeals, bool reads,
               int chains, bool from_truth)
      : position_(position),
        past_(position->state(), round.events.events, position->hero()),
        chains_(*position_, past_, {{temperature, lapse}, trust}, {burn_in, thin, redeals, reads},
                chains, from_truth) {}

  py::tuple advance(std::uint64_t states, std::uint64_t wanted, int threads) {
    Position::Tally tally;
    std::vector<std::vector<study::ChainState>> rows;
    {
      const py::gil_scoped_release free;
      rows = chains_.advance(states, wanted, threads, tally);
    }
    py::list out;
    for (const auto& chain : rows) {
      py::list list;
      for (const auto& s : chain) {
        list.append(py::make_tuple(s.values, s.surprise, s.tenpai, s.dangerous, s.waits, s.read));
      }
      out.append(list);
    }
    return py::make_tuple(py::make_tuple(tally.worlds, tally.sums, tally.products), out);
  }

  /// Concealed hands of all seats in the present world of a chain, tile codes.
  std::vector<std::vector<std::uint8_t>> hands(std::size_t chain) const {
    if (chain >= chains_.size()) throw py::index_error("no such chain");
    return hands_of(chains_.chain(chain).state());
  }

  /// Of each chain: random numbers used, steps, steps taken, the wall's tile codes.
  std::vector<std::vector<std::uint64_t>> stands() const {
    std::vector<std::vector<std::uint64_t>> out;
    for (const auto& s : chains_.stands()) {
      out.push_back({s.random, s.steps.all, s.steps.taken});
      out.back().insert(out.back().end(), s.tiles.begin(), s.tiles.end());
    }
    return out;
  }
  void go_to(std::uint64_t states, const std::vector<std::vector<std::uint64_t>>& stands,
             const std::vector<std::vector<KindSet>>& read) {
    std::vector<study::Chain::Stand> to;
    for (const auto& s : stands) {
      if (s.size() < 3) throw StudyError("study: a chain's stand is three numbers and a wall");
      study::Chain::Stand one{{}, s[0], {s[1], s[2]}};
      for (std::size_t i = 3; i < s.size(); ++i) {
        one.tiles.push_back(static_cast<std::uint8_t>(std::min<std::uint64_t>(s[i], 255)));
      }
      to.push_back(std::move(one));
    }
    chains_.go_to(states, to, read);
  }
  std::size_t readable() const noexcept { return chains_.readable(); }

  std::pair<std::uint64_t, std::uint64_t> counts() const {
    const auto steps = chains_.steps();
    return {steps.all, steps.taken};
  }

 private:
  std::shared_ptr<Position> position_;
  study::Past past_;
  Chains chains_;
};

/// How often each seat waits for each kind in those worlds.
std::vector<std::vector<std::int64_t>> waits_in_worlds(const Position& position,
                                                       std::uint64_t first, std::uint64_t last) {
  std::vector<std::vector<std::int64_t>> out(kMaxSeats, std::vector<std::int64_t>(kKinds, 0));
  const py::gil_scoped_release free;
  for (std::uint64_t i = first; i < last; ++i) {
    const play::State world = position.world(i);
    for (std::size_t s = 0; s < kMaxSeats; ++s) {
      for_each_kind(world.seats[s].waits, [&](Kind k) { ++out[s][k]; });
    }
  }
  return out;
}

}  // namespace

void bind_chains(py::module_& m) {
  py::class_<ChainsHandle>(m, "StudyChains", "Markov chains over the worlds of a position.")
      .def(
          py::init<const std::shared_ptr<Position>&, const RoundHandle&, std::int64_t, std::int32_t,
                   std::int32_t, std::uint32_t, std::uint32_t, std::uint32_t, bool, int, bool>(),
          py::kw_only(), py::arg("position"), py::arg("round"), py::arg("temperature"),
          py::arg("lapse"), py::arg("trust") = 65536, py::arg("burn_in"), py::arg("thin"),
          py::arg("redeals"), py::arg("reads") = false, py::arg("chains"),
          py::arg("from_truth") = false)
      .def("advance", &ChainsHandle::advance, py::arg("states"), py::arg("wanted"),
           py::arg("threads"),
           "(tally, by chain its next states as (values, surprise, tenpai, dangerous, waits, "
           "read))")
      .def("hands", &ChainsHandle::hands, py::arg("chain"),
           "The concealed hands of the present world of a chain, tile codes by seat.")
      .def_property_readonly("counts", &ChainsHandle::counts, "(steps, steps taken)")
      .def_property_readonly(
          "stands", &ChainsHandle::stands,
          "Where each chain stands: (random numbers used, steps, steps taken, tiles of the wall)")
      .def("go_to", &ChainsHandle::go_to, py::arg("states"), py::arg("stands"), py::arg("read"),
           "Go on from where chains of the same position and setting stood after so many states in "
           "which they read those hands.")
      .def_property_readonly("readable", &ChainsHandle::readable, "Numbers of a state's `read`.");
  m.def("study_waits", &waits_in_worlds, py::arg("position"), py::arg("first"), py::arg("last"),
        "By seat and kind, in how many of these worlds the seat waits for it.");
}

}  // namespace oshihiki::bindings
