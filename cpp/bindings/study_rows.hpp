#pragma once

#include "bind.hpp"
#include "oshihiki/play/text.hpp"
#include "oshihiki/study/census.hpp"
#include "oshihiki/study/simulate.hpp"

// What simulations counted, as Python has it.

namespace oshihiki::bindings {

py::dict census_dict(const study::Census& census);

template <class T>
inline py::list numbers(const T& values, int count) {
  py::list list;
  for (int i = 0; i < count; ++i) list.append(values[static_cast<std::size_t>(i)]);
  return list;
}

inline py::list rates_of(const study::Rates& rates) {
  py::list list;
  for (const auto& r : rates) list.append(py::make_tuple(r.y, r.x, r.yy, r.yx, r.xx));
  return list;
}

inline py::dict tally_of(const study::MatchTally& tally, int players) {
  py::dict d;
  d["matches"] = tally.matches;
  d["rounds"] = tally.rounds;
  d["decisions"] = tally.decisions;
  d["extra_winners"] = tally.extra_winners;
  d["signature"] = tally.signature;
  d["all"] = rates_of(tally.all);
  py::list seats, ranks;
  for (int s = 0; s < players; ++s) {
    seats.append(rates_of(tally.seats[static_cast<std::size_t>(s)]));
    ranks.append(numbers(tally.ranks[static_cast<std::size_t>(s)], players));
  }
  d["seats"] = seats;
  d["ranks"] = ranks;
  return d;
}

inline py::list seats_in(unsigned mask) {
  py::list seats;
  for (int s = 0; s < kMaxSeats; ++s) {
    if ((mask >> s & 1u) != 0) seats.append(s);
  }
  return seats;
}

inline py::dict row_of(const study::RoundRow& r, int players) {
  py::dict d;
  d["match"] = r.match;
  d["round"] = r.round;
  d["redeal"] = r.redeal;
  d["wind"] = r.wind;
  d["dealer"] = r.dealer;
  d["honba"] = r.honba;
  d["deposits"] = r.deposits;
  d["outcome"] = std::string(play::name(r.outcome));
  d["winners"] = seats_in(r.winners);
  d["payer"] = r.payer == kNoSeat ? py::object(py::none()) : py::object(py::int_(r.payer));
  d["tenpai"] = seats_in(r.tenpai);
  d["riichi"] = seats_in(r.riichi);
  d["called"] = seats_in(r.called);
  d["decisions"] = r.decisions;
  d["points"] = numbers(r.points, players);
  d["delta"] = numbers(r.delta, players);
  d["scores"] = numbers(r.scores, players);
  return d;
}

inline py::dict row_of(const study::MatchRow& m, int players) {
  py::dict d;
  d["match"] = m.match;
  d["rounds"] = m.rounds;
  d["scores"] = numbers(m.placement.scores, players);
  d["rank"] = numbers(m.placement.rank, players);
  d["result"] = numbers(m.placement.result, players);
  return d;
}

/// (matches done, tally, rounds, matches)
inline py::tuple to_python(const study::Simulated& done, int players) {
  py::list rounds, matches;
  for (const auto& r : done.rounds) rounds.append(row_of(r, players));
  for (const auto& m : done.matches) matches.append(row_of(m, players));
  return py::make_tuple(done.done, tally_of(done.tally, players), rounds, matches);
}

}  // namespace oshihiki::bindings
