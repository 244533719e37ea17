#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "oshihiki/base/error.hpp"
#include "oshihiki/play/view_record.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/blocks.hpp"
#include "oshihiki/study/position.hpp"
#include "oshihiki/study/race.hpp"
#include "oshihiki/study/replay.hpp"
#include "play.hpp"

namespace oshihiki::bindings {
namespace {

using study::ForkBlocks;
using study::ForkPlan;

using Intervals = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Asked = std::vector<std::pair<std::string, Intervals>>;  // feature, intervals

study::Feature feature_named(const std::string& name) {
  const auto& all = study::features();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == name) return static_cast<study::Feature>(i);
  }
  throw StudyError("study: there is no feature '" + name + "'");
}

std::vector<study::Interval> intervals_of(const Intervals& given) {
  std::vector<study::Interval> out;
  for (const auto& [from, to] : given) out.push_back({from, to});
  return out;
}

std::vector<study::Condition> conditions_of(const Asked& given) {
  std::vector<study::Condition> out;
  for (const auto& [name, any] : given) out.push_back({feature_named(name), intervals_of(any)});
  return out;
}

study::Pick pick_named(const std::string& name) {
  if (name == "first") return study::Pick::kFirst;
  if (name == "first_in_cell") return study::Pick::kFirstInCell;
  if (name == "uniform") return study::Pick::kUniform;
  if (name == "every") return study::Pick::kEvery;
  throw StudyError("study: pick is '" + name +
                   "'; allowed are first, first_in_cell, uniform, every");
}

using StandingTuple =
    std::tuple<std::vector<std::int32_t>, std::uint8_t, std::uint8_t, std::uint16_t, std::uint16_t>;

settle::Standing standing_of(const StandingTuple& given, int players) {
  const auto& [scores, wind, dealer, honba, deposits] = given;
  if (static_cast<int>(scores.size()) != players) {
    throw StudyError("study: " + std::to_string(scores.size()) + " scores for " +
                     std::to_string(players) + " players");
  }
  settle::Standing s;
  for (std::size_t i = 0; i < scores.size(); ++i) s.scores[i] = scores[i];
  s.wind = wind;
  s.dealer = dealer;
  s.honba = honba;
  s.deposits = deposits;
  return s;
}

std::shared_ptr<ForkPlan> make_plan(
    const rules::Rules& rules, std::uint64_t key, const std::optional<StandingTuple>& standing,
    const std::vector<std::string>& strategies, std::uint8_t base, const Asked& spot,
    const Asked& where, const std::string& pick,
    const std::vector<std::tuple<std::string, std::optional<std::string>, std::uint8_t>>& arms,
    const std::vector<std::pair<std::uint8_t, std::uint8_t>>& pairs, const Asked& axes,
    const std::vector<std::int16_t>& deals, bool calls) {
  auto plan = std::make_shared<ForkPlan>();
  plan->rules = rules;
  plan->key = key;
  if (standing) plan->standing = standing_of(*standing, rules.players);
  for (const auto& text : strategies) plan->strategies.push_back(strategy::parse(text));
  plan->base = base;
  plan->calls = calls;
  plan->spot = conditions_of(spot);
  plan->where = conditions_of(where);
  plan->pick = pick_named(pick);
  for (const auto& [name, first, then] : arms) {
    study::Arm arm{name, std::nullopt, then};
    if (first) arm.first = strategy::first_named(*first);
    plan->arms.push_back(std::move(arm));
  }
  plan->pairs = pairs;
  for (const auto& [name, bins] : axes) {
    plan->axes.push_back({feature_named(name), intervals_of(bins)});
  }
  plan->deals = deals;
  plan->check();
  return plan;
}

py::bytes bytes_of(const std::vector<std::int64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int64_t)};
}

/// The plan with a predicate written in Python; it is called with the GIL, one thread at a time.
std::shared_ptr<ForkPlan> with_predicate(const ForkPlan& self, const py::function& function) {
  auto plan = std::make_shared<ForkPlan>(self);
  // Shared, so that copies of the plan need no GIL.
  const std::shared_ptr<py::function> held(new py::function(function), [](py::function* f) {
    const py::gil_scoped_acquire gil;
    delete f;
  });
  plan->predicate = [held](const play::View& view, study::Reader& reader) {
    play::ViewRecord record;
    play::pack(view, record);
    std::array<std::int32_t, study::kFeatures> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = reader.value(static_cast<study::Feature>(i));
    }
    const py::gil_scoped_acquire gil;
    return (*held)(py::bytes(reinterpret_cast<const char*>(&record), sizeof(record)), values)
        .cast<bool>();
  };
  return plan;
}

py::list advance(ForkBlocks& self, int threads, double seconds) {
  std::vector<ForkBlocks::Finished> finished;
  {
    const py::gil_scoped_release free;
    finished = self.advance(threads, seconds);
  }
  py::list out;
  for (const auto& f : finished) {
    out.append(py::make_tuple(f.block, f.tally.rounds, f.tally.spots, f.tally.cells, f.tally.steps,
                              bytes_of(f.tally.rows)));
  }
  return out;
}

/// (wall tile codes, match, round, standing, [(seat, action code)])
using RecordedRound = std::tuple<std::vector<std::uint8_t>, std::uint64_t, std::uint32_t,
                                 StandingTuple, std::vector<std::pair<Seat, std::uint16_t>>>;

py::tuple replay(const ForkPlan& plan, const std::vector<RecordedRound>& given, int threads) {
  std::vector<study::RealRound> rounds;
  rounds.reserve(given.size());
  for (const auto& [tiles, match, number, standing, script] : given) {
    study::RealRound r;
    std::vector<Tile> wall;
    for (const auto code : tiles) wall.push_back(Tile::from_code(code));
    r.wall = wall::given(plan.rules, wall);
    r.address.key = plan.key;
    r.address.match = match;
    r.address.round = number;
    r.standing = standing_of(standing, plan.rules.players);
    for (const auto& [seat, code] : script)
      r.script.push_back({seat, play::Action::from_code(code)});
    rounds.push_back(std::move(r));
  }
  study::Replayed out;
  {
    const py::gil_scoped_release free;
    out = study::replay(plan, rounds, threads);
  }
  return py::make_tuple(out.tally.rounds, out.tally.spots, out.tally.cells, out.failed,
                        bytes_of(out.tally.rows));
}

using study::Position;

using NextWorth = std::array<std::array<std::int32_t, 3>, 2>;

void set_next(study::Measure& measure, const NextWorth& next) {
  measure.kind = study::Measure::Kind::kNext;
  measure.next = next;
}

void set_placement(study::Measure& measure, const std::vector<std::int32_t>& rewards,
                   const std::vector<std::uint16_t>& above, int players) {
  if (static_cast<int>(rewards.size()) != players) {
    throw StudyError("study: " + std::to_string(rewards.size()) + " rewards for " +
                     std::to_string(players) + " places");
  }
  measure.kind = study::Measure::Kind::kPlacement;
  std::copy(rewards.begin(), rewards.end(), measure.rewards.begin());
  measure.above = above;
}

std::shared_ptr<Position> make_position(const RoundHandle& round, Seat hero,
                                        const std::string& sampling, const std::string& others,
                                        const std::vector<std::string>& then, std::uint64_t key,
                                        const std::optional<NextWorth>& next,
                                        const std::vector<std::int32_t>& rewards,
                                        const std::vector<std::uint16_t>& above) {
  if (sampling != "uniform" && sampling != "tenpai") {
    throw StudyError("study: sampling is '" + sampling + "'; allowed are uniform, tenpai");
  }
  const auto how = sampling == "uniform" ? study::Sampling::kUniform : study::Sampling::kTenpai;
  study::Measure measure;
  if (next) set_next(measure, *next);
  if (!above.empty()) set_placement(measure, rewards, above, round.state.players());
  std::vector<strategy::Strategy> thens;
  for (const auto& text : then) thens.push_back(strategy::parse(text));
  return std::make_shared<Position>(round.state, hero, how, strategy::parse(others),
                                    std::move(thens), key, measure);
}

py::tuple play_position(const Position& self, std::uint64_t first, std::uint64_t last,
                        std::uint64_t wanted, int threads) {
  Position::Tally tally;
  {
    const py::gil_scoped_release free;
    tally = self.play(first, last, wanted, threads);
  }
  return py::make_tuple(tally.worlds, tally.sums, tally.products);
}

/// How often each kind is among the waits of drawn hands, and how often a hand holds it.
py::tuple tenpai_sample(const std::vector<std::uint8_t>& unseen, int size, std::uint64_t without,
                        std::uint64_t key, std::int64_t draws) {
  if (unseen.size() != kKinds) throw StudyError("study: counts of 34 kinds are needed");
  Counts counts;
  std::copy(unseen.begin(), unseen.end(), counts.n.begin());
  std::vector<std::int64_t> waits(kKinds, 0), held(kKinds, 0);
  std::uint64_t total = 0;
  {
    const py::gil_scoped_release free;
    const study::TenpaiHands hands(counts, size);
    total = hands.total();
    wall::Address lane;
    lane.key = key;
    lane.use = wall::Use::kHands;
    wall::Stream stream(lane);
    for (std::int64_t i = 0; i < draws; ++i) {
      const Counts hand = hands.draw(stream, without);
      for_each_kind(agari::waits(hand, SuitKeys::of(hand), size), [&](Kind k) { ++waits[k]; });
      for (Kind k = 0; k < kKinds; ++k) held[k] += hand[k];
    }
  }
  return py::make_tuple(total, waits, held);
}

py::list feature_rows() {
  py::list rows;
  for (const auto& f : study::features()) {
    const char* type = f.type == study::FeatureType::kNumber  ? "number"
                       : f.type == study::FeatureType::kTruth ? "truth"
                                                              : "labels";
    rows.append(py::make_tuple(f.name, type, f.labels, f.sentence));
  }
  return rows;
}

py::dict feature_values(const RoundHandle& h, int seat) {
  const auto phase = h.state.phase;
  const bool asked = seat >= 0 && seat < h.state.players() && (h.state.waiting >> seat & 1) != 0;
  if (!asked || phase > play::Phase::kDiscard) {
    throw StudyError("study: seat " + std::to_string(seat) +
                     " neither has to discard now nor may answer a discard");
  }
  study::Reader reader{play::View(h.state, static_cast<Seat>(seat))};
  py::dict values;
  for (std::size_t i = 0; i < study::kFeatures; ++i) {
    values[py::str(std::string(study::features()[i].name))] =
        reader.value(static_cast<study::Feature>(i));
  }
  return values;
}

std::uint16_t first_action_of(const RoundHandle& h, int seat, const std::string& first,
                              const std::string& then) {
  if (seat < 0 || seat >= h.state.players() || (h.state.waiting >> seat & 1) == 0) {
    throw StudyError("study: seat " + std::to_string(seat) + " is not asked now");
  }
  play::Actions legal;
  play::legal(h.state, static_cast<Seat>(seat), legal);
  return strategy::first_action(strategy::first_named(first), strategy::parse(then),
                                play::View(h.state, static_cast<Seat>(seat)), legal)
      .code;
}

py::list first_names() {
  py::list names;
  for (int i = 0; i <= static_cast<int>(strategy::First::kPass); ++i) {
    names.append(py::str(std::string(strategy::name_of(static_cast<strategy::First>(i)))));
  }
  return names;
}

}  // namespace

void bind_study(py::module_& m) {
  py::class_<ForkPlan, std::shared_ptr<ForkPlan>>(m, "ForkPlan", "A fork study, ready to run.")
      .def(py::init(&make_plan), py::kw_only(), py::arg("rules"), py::arg("key"),
           py::arg("standing"), py::arg("strategies"), py::arg("base"), py::arg("spot"),
           py::arg("where"), py::arg("pick"), py::arg("arms"), py::arg("pairs"), py::arg("axes"),
           py::arg("deals") = std::vector<std::int16_t>(), py::arg("calls") = false)
      .def(
          "with_deals",
          [](const ForkPlan& self, const std::vector<std::int16_t>& deals,
             std::int64_t most_spots) {
            auto plan = std::make_shared<ForkPlan>(self);
            plan->deals = deals;
            plan->most_spots = most_spots;
            plan->check();
            return plan;
          },
          py::arg("deals"), py::arg("most_spots") = 0,
          "The same plan with numbers of worlds by cell.")
      .def(
          "with_play_on",
          [](const ForkPlan& self, std::uint32_t one_of) {
            auto plan = std::make_shared<ForkPlan>(self);
            plan->play_on = one_of;
            plan->check();
            return plan;
          },
          py::arg("one_of"), "The same plan, with the matches of one spot in so many played on.")
      .def(
          "with_next",
          [](const ForkPlan& self, const NextWorth& next) {
            auto plan = std::make_shared<ForkPlan>(self);
            set_next(plan->measure, next);
            plan->check();
            return plan;
          },
          py::arg("next"), "The same plan, with what the next round brings.")
      .def(
          "with_placement",
          [](const ForkPlan& self, const std::vector<std::int32_t>& rewards,
             const std::vector<std::uint16_t>& above) {
            auto plan = std::make_shared<ForkPlan>(self);
            set_placement(plan->measure, rewards, above, self.rules.players);
            plan->check();
            return plan;
          },
          py::arg("rewards"), py::arg("above"), "The same plan, by the final place.")
      .def(
          "placement",
          [](const ForkPlan& self, const StandingTuple& standing, Seat hero) {
            if (self.measure.above.empty() || hero >= self.rules.players) {
              throw StudyError("study: no placement model, or no such seat");
            }
            return self.measure.placement(standing_of(standing, self.rules.players), hero,
                                          self.rules.players);
          },
          py::arg("standing"), py::arg("hero"), "Mean reward of a seat before a round, points.")
      .def("with_predicate", &with_predicate, py::arg("predicate"),
           "The same plan; spots are also asked predicate(packed view, features).")
      .def(
          "with_rows",
          [](const ForkPlan& self) {
            auto plan = std::make_shared<ForkPlan>(self);
            plan->rows = true;
            return plan;
          },
          "The same plan; a row of each spot is kept.")
      .def_readonly("deals", &ForkPlan::deals)
      .def_readonly("rows", &ForkPlan::rows)
      .def_property_readonly("row_fields", &ForkPlan::row_fields)
      .def_property_readonly("cells", &ForkPlan::cells)
      .def_property_readonly("fields", &ForkPlan::fields);
  py::class_<ForkBlocks>(m, "ForkBlocks", "Plays blocks of a fork study.")
      .def(py::init([](const ForkPlan& plan) { return ForkBlocks(plan); }), py::arg("plan"))
      .def("want", &ForkBlocks::want, py::arg("first"), py::arg("last"))
      .def("advance", &advance, py::arg("threads"), py::arg("seconds"))
      .def_property_readonly("idle", &ForkBlocks::idle)
      .def_property_readonly("rounds_begun", &ForkBlocks::rounds_begun)
      .def_property_readonly("spots_begun", &ForkBlocks::spots_begun);
  py::class_<Position, std::shared_ptr<Position>>(m, "StudyPosition", "One public position.")
      .def(py::init(&make_position), py::kw_only(), py::arg("round"), py::arg("hero"),
           py::arg("sampling"), py::arg("others"), py::arg("then"), py::arg("key"),
           py::arg("next") = py::none(), py::arg("rewards") = std::vector<std::int32_t>(),
           py::arg("above") = std::vector<std::uint16_t>())
      .def_property_readonly("actions",
                             [](const Position& self) {
                               std::vector<std::uint16_t> codes;
                               for (const auto a : self.actions()) codes.push_back(a.code);
                               return codes;
                             })
      .def("play", &play_position, py::arg("first"), py::arg("last"), py::arg("wanted"),
           py::arg("threads"))
      .def(
          "world",
          [](const Position& self, std::uint64_t number) { return hands_of(self.world(number)); },
          py::arg("number"), "The concealed hands of a world, tile codes by seat.");
  m.def("study_tenpai_sample", &tenpai_sample, py::arg("unseen"), py::arg("size"),
        py::arg("without"), py::arg("key"), py::arg("draws"),
        "(sets of tiles, waits, tiles held) of tenpai hands drawn from unseen tiles, by kind.");
  m.def("study_replay", &replay, py::arg("plan"), py::arg("rounds"), py::arg("threads"),
        "(rounds, spots, tallies, numbers of the rounds that could not be replayed, rows)");
  m.def(
      "study_strategy", [](const std::string& t) { return strategy::text(strategy::parse(t)); },
      py::arg("text"), "The one way to write that strategy; raises StrategyError.");
  m.def("study_firsts", &first_names, "Names of the first actions.");
  m.def("study_first_action", &first_action_of, py::arg("round"), py::arg("seat"), py::arg("first"),
        py::arg("then"), "The code of an arm's first action.");
  m.def("study_feature_values", &feature_values, py::arg("round"), py::arg("seat"),
        "Every feature of a seat that must discard, by name; labels as their position.");
  m.def("study_features", &feature_rows, "(name, type, labels, sentence) of every feature.");
  m.def(
      "study_race",
      [](std::uint64_t key, std::uint32_t unseen, std::uint32_t wait_a, std::uint32_t wait_b,
         std::uint32_t rounds, std::uint64_t first, std::uint64_t last, int threads) {
        const py::gil_scoped_release free;
        return study::race({key, unseen, wait_a, wait_b, rounds}, first, last, threads);
      },
      py::kw_only(), py::arg("key"), py::arg("unseen"), py::arg("wait_a"), py::arg("wait_b"),
      py::arg("rounds"), py::arg("first"), py::arg("last"), py::arg("threads"),
      "How often trials end as tsumo A, ron A, tsumo B, ron B, draw.");
  m.attr("STUDY_LEADS") = study::Measure::kLeads;
  m.attr("STUDY_BLOCK_ROUNDS") = study::kBlockRounds;
  m.attr("STUDY_ENGINE") = study::kEngine;
}

}  // namespace oshihiki::bindings
