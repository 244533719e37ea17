#include "bind.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/settle/match.hpp"
#include "oshihiki/settle/payments.hpp"

namespace oshihiki::bindings {
namespace {

using rules::Rules;
using settle::Points;
using settle::Standing;

py::tuple to_tuple(const Points& points, int players) {
  py::tuple row(players);
  for (int s = 0; s < players; ++s)
    row[static_cast<std::size_t>(s)] = points[static_cast<std::size_t>(s)];
  return row;
}

Seat seat_in(int given, const Rules& rules, const char* what) {
  if (given < 0 || given >= rules.players) {
    throw Error(std::string(what) + " is seat " + std::to_string(given) + "; allowed are 0 to " +
                std::to_string(rules.players - 1));
  }
  return static_cast<Seat>(given);
}

unsigned mask_of(const std::vector<int>& seats, const Rules& rules, const char* what) {
  unsigned mask = 0;
  for (const int s : seats) mask |= 1u << seat_in(s, rules, what);
  return mask;
}

// (winner, base points, yakuman, pao seat or None, units, second pao seat or None, units)
using ClaimRow = std::tuple<int, int, int, std::optional<int>, int, std::optional<int>, int>;

settle::Claim claim_of(const ClaimRow& row, const Rules& rules) {
  const auto& [winner, base, yakuman, pao, units, second, second_units] = row;
  settle::Claim claim;
  claim.winner = seat_in(winner, rules, "the winner");
  if (base <= 0)
    throw Error("a win of " + std::to_string(base) + " base points; more than 0 needed");
  const auto small = [](int given, const char* what) {
    if (given < 0 || given > 13) {
      throw Error(std::string(what) + " is " + std::to_string(given) + "; allowed are 0 to 13");
    }
    return static_cast<std::uint8_t>(given);
  };
  const auto responsible = [&](const std::optional<int>& seat, int fed) {
    settle::Pao pao;
    if (!seat) return pao;
    pao.seat = seat_in(*seat, rules, "the responsible player");
    if (pao.seat == claim.winner) throw Error("the responsible player is the winner");
    pao.units = small(fed, "the number of yakuman fed");
    return pao;
  };
  claim.score.status = score::Status::kWin;
  claim.score.base = base;
  claim.score.yakuman = small(yakuman, "the number of yakuman");
  claim.pao = responsible(pao, units);
  claim.pao_second = responsible(second, second_units);
  return claim;
}

Standing make_standing(const std::vector<int>& scores, int wind, int dealer, int honba,
                       int deposits, int dealer_wins) {
  if (scores.size() < 3 || scores.size() > kMaxSeats) {
    throw Error(std::to_string(scores.size()) + " scores; three or four players play");
  }
  const auto within = [](int given, int most, const char* what) {
    if (given < 0 || given > most) {
      throw Error(std::string(what) + " = " + std::to_string(given) + "; allowed are 0 to " +
                  std::to_string(most));
    }
    return given;
  };
  Standing standing;
  for (std::size_t s = 0; s < scores.size(); ++s) standing.scores[s] = scores[s];
  standing.wind = static_cast<std::uint8_t>(within(wind, 3, "wind"));
  standing.dealer =
      static_cast<Seat>(within(dealer, static_cast<int>(scores.size()) - 1, "dealer"));
  standing.honba = static_cast<std::uint16_t>(within(honba, 10000, "honba"));
  standing.deposits = static_cast<std::uint16_t>(within(deposits, 10000, "deposits"));
  standing.dealer_wins = static_cast<std::uint16_t>(within(dealer_wins, 10000, "dealer_wins"));
  return standing;
}

settle::Outcome outcome_of(const std::string& name) {
  using settle::Outcome;
  static const std::vector<std::pair<std::string, Outcome>> kNames = {
      {"tsumo", Outcome::kTsumo},
      {"ron", Outcome::kRon},
      {"exhaustive", Outcome::kExhaustive},
      {"nagashi", Outcome::kNagashi},
      {"nine_terminals", Outcome::kNineTerminals},
      {"four_winds", Outcome::kFourWinds},
      {"four_riichi", Outcome::kFourRiichi},
      {"four_kans", Outcome::kFourKans},
      {"triple_ron", Outcome::kTripleRon},
      {"chombo", Outcome::kChombo}};
  std::string allowed;
  for (const auto& [text, outcome] : kNames) {
    if (text == name) return outcome;
    allowed += (allowed.empty() ? "" : ", ") + text;
  }
  throw Error("outcome '" + name + "'; allowed are " + allowed);
}

}  // namespace

void bind_settle(py::module_& m) {
  py::class_<Standing>(m, "Standing", "Where a match stands when a round begins.")
      .def(py::init(&make_standing), py::arg("scores"), py::kw_only(), py::arg("wind") = 0,
           py::arg("dealer") = 0, py::arg("honba") = 0, py::arg("deposits") = 0,
           py::arg("dealer_wins") = 0)
      .def_property_readonly("scores", [](const Standing& s) { return to_tuple(s.scores, 4); })
      .def_readonly("wind", &Standing::wind)
      .def_readonly("dealer", &Standing::dealer)
      .def_readonly("honba", &Standing::honba)
      .def_readonly("deposits", &Standing::deposits)
      .def_readonly("dealer_wins", &Standing::dealer_wins)
      .def(
          "__eq__", [](const Standing& a, const Standing& b) { return a == b; }, py::is_operator());

  m.def("settle_start", &settle::start_of_match, py::arg("rules"));
  m.def(
      "settle_tsumo",
      [](const ClaimRow& claim, const Standing& standing, const Rules& rules) {
        return to_tuple(settle::pay_tsumo(claim_of(claim, rules), standing, rules), rules.players);
      },
      py::arg("claim"), py::arg("standing"), py::arg("rules"));
  m.def(
      "settle_ron",
      [](const std::vector<ClaimRow>& rows, int discarder, const Standing& standing,
         const std::vector<int>& own_sticks, const Rules& rules) {
        const Seat from = seat_in(discarder, rules, "the discarder");
        if (rows.empty() || static_cast<int>(rows.size()) >= rules.players) {
          throw Error(std::to_string(rows.size()) + " winners on one discard; allowed are 1 to " +
                      std::to_string(rules.players - 1));
        }
        std::vector<settle::Claim> claims;
        int before = 0;
        for (const auto& row : rows) {
          claims.push_back(claim_of(row, rules));
          const Seat winner = claims.back().winner;
          const int distance = seat_distance(from, winner, rules.players);
          if (distance <= before) {
            throw Error("winner " + std::to_string(winner) +
                        " stands out of order; winners go in turn order from the discarder, seat " +
                        std::to_string(from));
          }
          before = distance;
        }
        return to_tuple(
            settle::pay_ron(claims.data(), static_cast<int>(claims.size()), from, standing,
                            mask_of(own_sticks, rules, "an own stick"), rules),
            rules.players);
      },
      py::arg("claims"), py::arg("discarder"), py::arg("standing"), py::arg("own_sticks"),
      py::arg("rules"));
  m.def(
      "settle_noten",
      [](const std::vector<int>& tenpai, const Rules& rules) {
        return to_tuple(settle::pay_noten(mask_of(tenpai, rules, "a tenpai player"), rules),
                        rules.players);
      },
      py::arg("tenpai"), py::arg("rules"));
  m.def(
      "settle_nagashi",
      [](const std::vector<int>& seats, const Standing& standing, const Rules& rules) {
        return to_tuple(
            settle::pay_nagashi(mask_of(seats, rules, "a nagashi player"), standing, rules),
            rules.players);
      },
      py::arg("seats"), py::arg("standing"), py::arg("rules"));
  m.def(
      "settle_chombo",
      [](int offender, const Standing& standing, const Rules& rules) {
        return to_tuple(
            settle::pay_chombo(seat_in(offender, rules, "the offender"), standing, rules),
            rules.players);
      },
      py::arg("offender"), py::arg("standing"), py::arg("rules"));
  m.def(
      "settle_next",
      [](const Standing& after, const std::string& outcome, const std::vector<int>& winners,
         const std::vector<int>& tenpai, const Rules& rules) -> std::optional<Standing> {
        settle::RoundEnd end;
        end.outcome = outcome_of(outcome);
        end.winners = mask_of(winners, rules, "a winner");
        end.tenpai = mask_of(tenpai, rules, "a tenpai player");
        const settle::Next next = settle::next_round(after, end, rules);
        if (next.over) return std::nullopt;
        return next.standing;
      },
      py::arg("after"), py::arg("outcome"), py::arg("winners"), py::arg("tenpai"),
      py::arg("rules"));
  m.def(
      "settle_place",
      [](const Standing& end, const std::vector<int>& chombos, const Rules& rules) {
        std::array<std::uint16_t, kMaxSeats> counts{};
        if (chombos.size() > counts.size()) {
          throw Error(std::to_string(chombos.size()) + " numbers of chombos; at most 4");
        }
        for (std::size_t s = 0; s < chombos.size(); ++s) {
          if (chombos[s] < 0 || chombos[s] > 1000) {
            throw Error(std::to_string(chombos[s]) + " chombos; allowed are 0 to 1000");
          }
          counts[s] = static_cast<std::uint16_t>(chombos[s]);
        }
        const settle::Placement p = settle::place(end, counts, rules);
        Points ranks{};
        for (std::size_t s = 0; s < ranks.size(); ++s) ranks[s] = p.rank[s];
        return py::make_tuple(to_tuple(p.scores, rules.players), to_tuple(ranks, rules.players),
                              to_tuple(p.result, rules.players));
      },
      py::arg("end"), py::arg("chombos"), py::arg("rules"));
}

}  // namespace oshihiki::bindings
