#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/play/text.hpp"
#include "oshihiki/play/win.hpp"
#include "oshihiki/study/simulate.hpp"
#include "play.hpp"

namespace oshihiki::bindings {
namespace {

using study::MatchTally;
using study::Simulation;

template <class T>
py::list numbers(const T& values, int count) {
  py::list list;
  for (int i = 0; i < count; ++i) list.append(values[static_cast<std::size_t>(i)]);
  return list;
}

py::list rates_of(const study::Rates& rates) {
  py::list list;
  for (const auto& r : rates) list.append(py::make_tuple(r.y, r.x, r.yy, r.yx, r.xx));
  return list;
}

py::dict tally_of(const MatchTally& tally, int players) {
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

py::list seats_in(unsigned mask) {
  py::list seats;
  for (int s = 0; s < kMaxSeats; ++s) {
    if ((mask >> s & 1u) != 0) seats.append(s);
  }
  return seats;
}

py::dict row_of(const study::RoundRow& r, int players) {
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

py::dict row_of(const study::MatchRow& m, int players) {
  py::dict d;
  d["match"] = m.match;
  d["rounds"] = m.rounds;
  d["scores"] = numbers(m.placement.scores, players);
  d["rank"] = numbers(m.placement.rank, players);
  d["result"] = numbers(m.placement.result, players);
  return d;
}

py::tuple run(const rules::Rules& rules, const std::vector<strategy::Strategy>& strategies,
              std::uint64_t key, std::uint64_t first, std::uint64_t most, int threads,
              double seconds, bool rows) {
  play::check_playable(rules);
  if (static_cast<int>(strategies.size()) != rules.players) {
    throw Error(std::to_string(strategies.size()) + " strategies for " +
                std::to_string(rules.players) + " players");
  }
  if (threads < 1 || threads > 1024) {
    throw Error("threads = " + std::to_string(threads) + "; allowed are 1 to 1024");
  }
  Simulation simulation;
  simulation.rules = rules;
  simulation.key = key;
  simulation.rows = rows;
  for (std::size_t s = 0; s < strategies.size(); ++s) simulation.strategies[s] = strategies[s];
  study::Simulated done;
  {
    py::gil_scoped_release released;
    done = study::simulate(simulation, first, most, threads, seconds);
  }
  py::list rounds, matches;
  for (const auto& r : done.rounds) rounds.append(row_of(r, rules.players));
  for (const auto& m : done.matches) matches.append(row_of(m, rules.players));
  return py::make_tuple(done.done, tally_of(done.tally, rules.players), rounds, matches);
}

/// What a built-in strategy answers for a seat that is asked.
std::uint16_t decide(const RoundHandle& round, int seat, const strategy::Strategy& strategy) {
  play::Actions legal;
  if (seat >= 0 && seat < round.state.players()) {
    play::legal(round.state, static_cast<Seat>(seat), legal);
  }
  if (legal.empty()) throw Error("seat " + std::to_string(seat) + " is not asked now");
  return strategy::decide(strategy, play::View(round.state, static_cast<Seat>(seat)), legal).code;
}

/// The win a seat may declare now, and the tile it is on.
std::pair<score::Win, Tile> possible_win(const play::State& state, int winner) {
  play::Actions legal;
  if (winner >= 0 && winner < state.players()) {
    play::legal(state, static_cast<Seat>(winner), legal);
  }
  for (const auto action : legal) {
    const bool tsumo = action.type() == play::ActionType::tsumo;
    if (!tsumo && action.type() != play::ActionType::ron) continue;
    const Tile tile = tsumo ? state.drawn : state.offered;
    return {play::win_on(state, static_cast<Seat>(winner), tile), tile};
  }
  throw Error("seat " + std::to_string(winner) + " cannot win now");
}

/// The arguments of oh.score for the win a seat may declare now.
py::dict win_arguments(const RoundHandle& round, int winner) {
  const play::State& state = round.state;
  const auto [win, winning] = possible_win(state, winner);
  const bool tsumo = win.has(score::Flag::kTsumo);
  const auto& me = state.seats[static_cast<std::size_t>(winner)];
  Hand hand = me.hand;
  if (tsumo) hand.remove(winning);
  std::vector<Tile> tiles;
  for (Kind k = 0; k < kKinds; ++k) {
    for (int i = 0; i < hand.counts[k]; ++i) {
      tiles.emplace_back(k, i >= hand.counts[k] - hand.reds[k]);
    }
  }
  py::list melds, dora, ura;
  for (const auto& meld : me.melds) melds.append(format_meld(meld));
  const bool riichi = me.riichi != play::Riichi::kNo;
  for (int i = 0; i < state.indicators; ++i) {
    const auto tile = [&](int at) {
      return format_tile(state.wall.tiles[static_cast<std::size_t>(at)]);
    };
    dora.append(tile(state.wall.dora_at(i)));
    if (riichi && state.rules->ura && (i == 0 || state.rules->kan_ura)) {
      ura.append(tile(state.wall.ura_at(i)));
    }
  }
  py::dict d;
  d["hand"] = format_tiles(tiles);
  d["win"] = format_tile(winning);
  d["melds"] = melds;
  d["seat_wind"] = std::string(1, "ESWN"[win.seat_wind - kEast]);
  d["round_wind"] = std::string(1, "ESWN"[win.round_wind - kEast]);
  d["dora"] = dora;
  d["ura"] = ura;
  d["kita"] = me.kita;
  using score::Flag;
  const score::Win& how = win;  // structured bindings cannot be captured
  const auto flag = [&d, &how](const char* name, Flag f) { d[name] = how.has(f); };
  flag("tsumo", Flag::kTsumo);
  flag("riichi", Flag::kRiichi);
  flag("double_riichi", Flag::kDoubleRiichi);
  flag("ippatsu", Flag::kIppatsu);
  flag("rinshan", Flag::kRinshan);
  flag("chankan", Flag::kChankan);
  flag("haitei", Flag::kHaitei);
  flag("houtei", Flag::kHoutei);
  flag("tenhou", Flag::kTenhou);
  flag("chiihou", Flag::kChiihou);
  flag("renhou", Flag::kRenhou);
  return d;
}

}  // namespace

void bind_simulate(py::module_& m) {
  m.def("decide", &decide, py::arg("round"), py::arg("seat"), py::arg("strategy"));
  m.def("win_arguments", &win_arguments, py::arg("round"), py::arg("seat"));
  m.def("simulate_matches", &run, py::arg("rules"), py::arg("strategies"), py::arg("key"),
        py::arg("first"), py::arg("most"), py::arg("threads"), py::arg("seconds"), py::arg("rows"),
        "(matches done, tally, rounds, matches) of up to `most` matches from number `first`; no "
        "match is begun after `seconds`.");
}

}  // namespace oshihiki::bindings
