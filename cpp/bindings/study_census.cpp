#include "oshihiki/base/error.hpp"
#include "oshihiki/study/census.hpp"
#include "study_rows.hpp"

namespace oshihiki::bindings {
namespace {

using study::Census;

py::tuple ratio(const study::Ratio& r) { return py::make_tuple(r.y, r.x, r.yy, r.yx, r.xx); }

py::list by_turn(const study::ByTurn& turns) {
  py::list list;
  for (const auto& r : turns) list.append(ratio(r));
  return list;
}

py::tuple simulate(const rules::Rules& rules, const std::vector<strategy::Strategy>& strategies,
                   std::uint64_t key, std::uint64_t first, std::uint64_t most, int threads,
                   double seconds, study::RoundMask mask) {
  play::check_playable(rules);
  if (static_cast<int>(strategies.size()) != rules.players) {
    throw Error(std::to_string(strategies.size()) + " strategies for " +
                std::to_string(rules.players) + " players");
  }
  study::Simulation simulation;
  simulation.rules = rules;
  simulation.key = key;
  for (std::size_t s = 0; s < strategies.size(); ++s) simulation.strategies[s] = strategies[s];
  study::Counted counted;
  {
    py::gil_scoped_release released;
    counted = study::census_of(simulation, first, most, threads, seconds, mask);
  }
  return py::make_tuple(counted.done, census_dict(counted.census));
}

/// (wall tile codes, (scores, wind, dealer, honba, deposits), [(seat, action code)])
using Recorded = std::tuple<
    std::vector<std::uint8_t>,
    std::tuple<std::vector<std::int32_t>, std::uint8_t, Seat, std::uint16_t, std::uint16_t>,
    std::vector<std::pair<Seat, std::uint16_t>>>;

py::tuple recorded(const rules::Rules& rules, const std::vector<Recorded>& given,
                   study::RoundMask mask) {
  play::check_playable(rules);
  std::vector<study::CensusRound> rounds;
  for (const auto& [tiles, standing, script] : given) {
    study::CensusRound round;
    std::vector<Tile> wall;
    for (const auto code : tiles) wall.push_back(Tile::from_code(code));
    round.wall = wall::given(rules, wall);
    const auto& [scores, wind, dealer, honba, deposits] = standing;
    if (scores.size() != static_cast<std::size_t>(rules.players) || wind > 3 ||
        dealer >= rules.players) {
      throw Error("census: a standing that does not fit the rules");
    }
    for (std::size_t i = 0; i < scores.size(); ++i) round.standing.scores[i] = scores[i];
    round.standing.wind = wind;
    round.standing.dealer = dealer;
    round.standing.honba = honba;
    round.standing.deposits = deposits;
    for (const auto& [seat, code] : script) {
      if (seat >= rules.players) throw Error("census: seat " + std::to_string(seat));
      round.script.emplace_back(seat, play::Action::from_code(code));
    }
    rounds.push_back(std::move(round));
  }
  Census census;
  std::size_t failed = 0;
  {
    py::gil_scoped_release released;
    failed = study::census_of(rules, rounds, mask, census);
  }
  return py::make_tuple(failed, census_dict(census));
}

}  // namespace

py::dict census_dict(const Census& census) {
  py::dict rates, turns, first_riichi, danger, thin, out;
  static constexpr const char* kRateNames[] = {"win",  "deal_in",     "draw",     "riichi",
                                               "call", "tsumo_share", "mean_win", "mean_deal_in"};
  for (std::size_t i = 0; i < std::size(kRateNames); ++i) {
    rates[kRateNames[i]] = ratio(census.rates[i]);
  }
  std::size_t at = 0;
#define CENSUS_RATE(name, unit, sentence) rates[#name] = ratio(census.more[at++]);
#include "oshihiki/study/census.def"
  at = 0;
#define CENSUS_TURNS(name, sentence) turns[#name] = by_turn(census.turns[at++]);
#include "oshihiki/study/census.def"
  for (std::size_t i = 0; i < study::kWaitClasses; ++i) {
    const auto name = study::name_of(static_cast<study::WaitClass>(i));
    first_riichi[py::str(std::string(name))] = by_turn(census.first_riichi[i]);
  }
  for (std::size_t i = 0; i < strategy::kTileClasses; ++i) {
    const py::str name(std::string(strategy::name_of(static_cast<strategy::TileClass>(i))));
    danger[name] = by_turn(census.danger[0][i]);
    thin[name] = by_turn(census.danger[1][i]);
  }
  out["matches"] = census.matches;
  out["rounds"] = census.rounds;
  out["rates"] = rates;
  out["turns"] = turns;
  out["first_riichi"] = first_riichi;
  out["danger"] = danger;
  out["thin"] = thin;
  return out;
}

void bind_census(py::module_& m) {
  py::list lines;
#define CENSUS_RATE(name, unit, sentence) lines.append(py::make_tuple(#name, #unit, sentence));
#define CENSUS_TURNS(name, sentence) lines.append(py::make_tuple(#name, "turns", sentence));
#include "oshihiki/study/census.def"
  m.attr("CENSUS") = py::tuple(lines);
  m.def("census_simulate", &simulate, py::arg("rules"), py::arg("strategies"), py::arg("key"),
        py::arg("first"), py::arg("most"), py::arg("threads"), py::arg("seconds"), py::arg("mask"),
        "(matches done, census)");
  m.def("census_recorded", &recorded, py::arg("rules"), py::arg("rounds"), py::arg("mask"),
        "(rounds that could not be followed, census) of one log");
}

}  // namespace oshihiki::bindings
