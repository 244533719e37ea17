#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "oshihiki/play/follow.hpp"
#include "oshihiki/play/text.hpp"
#include "oshihiki/play/win.hpp"
#include "oshihiki/strategy/habit.hpp"
#include "oshihiki/strategy/temper.hpp"
#include "oshihiki/study/simulate.hpp"
#include "play.hpp"
#include "study_rows.hpp"

namespace oshihiki::bindings {
namespace {

using study::Simulation;

py::tuple run(const rules::Rules& rules, const std::vector<strategy::Strategy>& strategies,
              std::uint64_t key, std::uint64_t first, std::uint64_t most, int threads,
              double seconds, bool rows, bool own_queues) {
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
  if (own_queues) simulation.draws = study::Draws::kOwnQueues;
  for (std::size_t s = 0; s < strategies.size(); ++s) simulation.strategies[s] = strategies[s];
  study::Simulated done;
  {
    py::gil_scoped_release released;
    done = study::simulate(simulation, first, most, threads, seconds);
  }
  return to_python(done, rules.players);
}

/// What a seat that is asked may do.
play::Actions asked(const RoundHandle& round, int seat) {
  play::Actions legal;
  if (seat >= 0 && seat < round.state.players()) {
    play::legal(round.state, static_cast<Seat>(seat), legal);
  }
  if (legal.empty()) throw Error("seat " + std::to_string(seat) + " is not asked now");
  return legal;
}

/// What a built-in strategy answers for a seat that is asked.
std::uint16_t decide(const RoundHandle& round, int seat, const strategy::Strategy& strategy) {
  const play::Actions legal = asked(round, seat);
  return strategy::decide(strategy, play::View(round.state, static_cast<Seat>(seat)), legal).code;
}

/// What it may do, and what each action is worth to a built-in strategy, in 1/256 points.
std::pair<std::vector<std::uint16_t>, strategy::Weighed> weighed_of(
    const RoundHandle& round, int seat, const strategy::Strategy& strategy) {
  const play::Actions legal = asked(round, seat);
  strategy::Weighed weighed;
  strategy::weigh(strategy, play::View(round.state, static_cast<Seat>(seat)), legal, weighed);
  std::vector<std::uint16_t> codes;
  for (const auto a : legal) codes.push_back(a.code);
  return {codes, weighed};
}

std::pair<std::int64_t, std::vector<std::tuple<std::uint16_t, std::int64_t, std::int64_t>>>
action_worths(const RoundHandle& round, int seat, const strategy::Strategy& strategy) {
  const auto [codes, weighed] = weighed_of(round, seat, strategy);
  std::vector<std::tuple<std::uint16_t, std::int64_t, std::int64_t>> out;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    out.emplace_back(codes[i], weighed.worth[i], weighed.lean[i]);
  }
  return {weighed.sharpness, out};
}

/// The kind of decision, and what can be said of each legal action (strategy/habit.hpp).
std::pair<int, std::vector<std::vector<int>>> action_traits(const RoundHandle& round, int seat) {
  const play::Actions legal = asked(round, seat);
  const play::View view(round.state, static_cast<Seat>(seat));
  const strategy::Habit habit(view, legal);
  std::vector<std::vector<int>> out;
  for (const auto a : legal) {
    const auto traits = habit.traits(a);
    out.emplace_back(traits.begin(), traits.end());
  }
  return {static_cast<int>(habit.situation()), out};
}

strategy::Temper temper_of(std::int64_t temperature, std::int32_t lapse) {
  if (temperature < strategy::Temper::kLeast || temperature > strategy::Temper::kMost) {
    throw StrategyError("a temperature of " + std::to_string(temperature) +
                        "/256 points; allowed are 1/256 to 4294967296 points");
  }
  if (lapse < 0 || lapse > 65536) {
    throw StrategyError("a lapse of " + std::to_string(lapse) + "/65536; allowed are 0 to 1");
  }
  return {temperature, lapse};
}

std::vector<std::pair<std::uint16_t, std::int64_t>> action_surprises(
    const RoundHandle& round, int seat, const strategy::Strategy& strategy,
    std::int64_t temperature, std::int32_t lapse) {
  const auto [codes, weighed] = weighed_of(round, seat, strategy);
  strategy::Surprises surprise;
  strategy::surprises(weighed, temper_of(temperature, lapse), surprise);
  std::vector<std::pair<std::uint16_t, std::int64_t>> out;
  for (std::size_t i = 0; i < codes.size(); ++i) out.emplace_back(codes[i], surprise[i]);
  return out;
}

std::uint16_t decide_softly(const RoundHandle& round, int seat, const strategy::Strategy& strategy,
                            std::int64_t temperature, std::int32_t lapse) {
  const play::Actions legal = asked(round, seat);
  const play::View view(round.state, static_cast<Seat>(seat));
  return strategy::decide_softly(strategy, temper_of(temperature, lapse), view, legal).code;
}

/// The same for a seat that follows a round it does not see all of.
std::uint16_t decide_following(const play::Follow& follow, const strategy::Strategy& strategy) {
  play::Actions legal;
  play::legal(follow.state(), follow.seat(), legal);
  if (legal.empty()) throw Error("the seat is not asked now");
  return strategy::decide(strategy, play::View(follow.state(), follow.seat()), legal).code;
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
  m.def("action_worths", &action_worths, py::arg("round"), py::arg("seat"), py::arg("strategy"),
        "How much worth counts, in 1/256, and (action, worth in 1/256 points, binary logarithm of "
        "what habit makes of it in 1/65536) of every legal action.");
  m.attr("HABIT_TRAITS") = strategy::trait::kCount;
  m.def("action_traits", &action_traits, py::arg("round"), py::arg("seat"),
        "The kind of decision and the traits of every legal action: row and columns of habit.def.");
  m.def("action_surprises", &action_surprises, py::arg("round"), py::arg("seat"),
        py::arg("strategy"), py::arg("temperature"), py::arg("lapse") = 0,
        "(action, minus the binary logarithm of its chance in 1/65536) at a temperature in 1/256 "
        "points and a lapse in 1/65536.");
  m.def("decide_softly", &decide_softly, py::arg("round"), py::arg("seat"), py::arg("strategy"),
        py::arg("temperature"), py::arg("lapse") = 0, "An action drawn by these chances.");
  m.def("decide_following", &decide_following, py::arg("follow"), py::arg("strategy"));
  m.def("win_arguments", &win_arguments, py::arg("round"), py::arg("seat"));
  m.def("simulate_matches", &run, py::arg("rules"), py::arg("strategies"), py::arg("key"),
        py::arg("first"), py::arg("most"), py::arg("threads"), py::arg("seconds"), py::arg("rows"),
        py::arg("own_queues") = false,
        "(matches done, tally, rounds, matches) of up to `most` matches from number `first`; no "
        "match is begun after `seconds`.");
}

}  // namespace oshihiki::bindings
