#include "oshihiki/study/plan.hpp"

#include "oshihiki/base/error.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/params.hpp"

namespace oshihiki::study {
namespace {

void need(bool fine, const std::string& text) {
  if (!fine) throw StudyError("study: " + text);
}

void check_hundreds(std::int64_t value, const char* what) {
  need(value % kPointUnit == 0,
       std::string(what) + " is " + std::to_string(value) + "; a study counts points in hundreds");
}

}  // namespace

void Measure::check() const {
  if (kind != Kind::kPlacement) return;
  need(above.size() == std::size_t{kFortunes} * kRoundsLeft * 3 * kLeads,
       "a placement model of " + std::to_string(above.size()) + " chances");
  for (const auto p : above) need(p <= kSure, "a chance of the placement model above 1");
  for (const auto r : rewards) {
    need(r >= -1000000 && r <= 1000000, "a reward beyond a million");
  }
}

void ForkPlan::check() const {
  play::check_playable(rules);
  check_hundreds(rules.start, "rules.start");
  check_hundreds(rules.honba_ron, "rules.honba_ron");
  check_hundreds(rules.honba_tsumo, "rules.honba_tsumo");
  if (standing) {
    for (const auto s : standing->scores) check_hundreds(s, "a score of the context");
    need(standing->dealer < rules.players, "context.round names a dealer the rules do not have");
  }
  need(!strategies.empty() && strategies.size() < 64, "between 1 and 63 strategies");
  need(base < strategies.size(), "no such base strategy");
  need(!arms.empty() && arms.size() <= kMaxArms,
       std::to_string(arms.size()) + " arms; allowed are 1 to " + std::to_string(kMaxArms));
  for (const auto& arm : arms) {
    need(arm.then < strategies.size(), "arm " + arm.name + ": no such strategy");
    if (!arm.first) continue;
    need(calls ? strategy::is_answer(*arm.first) : strategy::is_turn(*arm.first),
         "arm " + arm.name + ": first = \"" + std::string(strategy::name_of(*arm.first)) +
             "\" is nothing to do " + (calls ? "with another's discard" : "at the own discard"));
  }
  for (const auto& [a, b] : pairs)
    need(a < arms.size() && b < arms.size(), "a pair of no such arms");
  for (const auto& axis : axes) need(!axis.bins.empty(), "an axis without bins");
  need(cells() <= 20000, std::to_string(cells()) + " cells; allowed are 20,000");
  measure.check();
  need(play_on == 0 || measure.kind != Measure::Kind::kPoints,
       "points of the round are no model: there is nothing to play on for");
  need(deals.empty() || deals.size() == static_cast<std::size_t>(cells()),
       "as many numbers of deals as cells, or none");
  for (const auto m : deals) {
    need(m != 0 && m <= kMaxWorlds && m >= -1000,
         std::to_string(m) + " worlds of a spot; allowed are 1 to " + std::to_string(kMaxWorlds) +
             ", or -t for one spot of t");
  }
}

int ForkPlan::cells() const noexcept {
  std::size_t n = 1;
  for (const auto& axis : axes) n = n > 1000000 ? n : n * axis.bins.size();
  return static_cast<int>(n);
}

std::vector<std::string> ForkPlan::fields() const {
  std::vector<std::string> names = {"rounds", "n",       "n2",    "spots",
                                    "weight", "weight2", "steps", "met"};
  for (const auto& arm : arms) {
    for (const char* what : {"value",
                             "win",
                             "tsumo",
                             "deal_in",
                             "other_tsumo",
                             "lateral",
                             "draw_tenpai",
                             "draw_noten",
                             "abort",
                             "win_points",
                             "deal_in_points",
                             "win_value",
                             "deal_in_value",
                             "other_tsumo_value",
                             "lateral_value",
                             "draw_tenpai_value",
                             "draw_noten_value",
                             "abort_value",
                             "ronned",
                             "ronned_value",
                             "v2",
                             "vn",
                             "q2",
                             "qn",
                             "ql",
                             "qv",
                             "l2",
                             "ln",
                             "lv",
                             "first2",
                             "firstn",
                             "first"}) {
      names.push_back("arm." + arm.name + "." + what);
    }
  }
  for (const auto& [a, b] : pairs) {
    for (const char* what : {"d", "d2", "dn", "qf", "lf", "first_d2", "first_dn"}) {
      names.push_back("pair." + arms[a].name + "-" + arms[b].name + "." + what);
    }
  }
  if (play_on > 0) {
    for (const char* what : {"on_rounds", "on_c", "on_c2", "on_nc", "on_all_rounds", "on_all_c2"}) {
      names.push_back(what);
    }
    const auto values = {"on_b", "on_b2", "on_bc", "on_all_b2", "on_all_bc"};
    for (const auto& arm : arms) {
      for (const char* what : values) names.push_back("arm." + arm.name + "." + what);
    }
    for (const auto& [a, b] : pairs) {
      const std::string pair = "pair." + arms[a].name + "-" + arms[b].name + ".";
      for (const char* what : values) names.push_back(pair + what);
      for (const char* what : {"on_db", "on_dc", "on_nb"}) names.push_back(pair + what);
    }
  }
  return names;
}

std::vector<std::string> ForkPlan::row_fields() const {
  std::vector<std::string> names = {"match", "number", "seat",  "decision",
                                    "cell",  "weight", "worlds"};
  for (const char* name : RaceControl::kNames) names.push_back("race." + std::string(name));
  for (const auto& feature : features()) names.emplace_back(feature.name);
  for (const auto& arm : arms) {
    for (const char* what : {"value", "dealt", "end", "wins", "deal_ins", "ronned", "squares"}) {
      names.push_back("arm." + arm.name + "." + what);
    }
  }
  for (const auto& [a, b] : pairs) {
    names.push_back("pair." + arms[a].name + "-" + arms[b].name + ".squares");
  }
  return names;
}

void Tally::clear(const ForkPlan& plan) {
  rows.clear();
  rounds = 0;
  spots = 0;
  steps = 0;
  cells.assign(static_cast<std::size_t>(plan.cells()) * plan.layout().size(), 0);
}

void Tally::add(const Tally& other) {
  rounds += other.rounds;
  spots += other.spots;
  steps += other.steps;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    need(!__builtin_add_overflow(cells[i], other.cells[i], &cells[i]),
         "a tally does not fit 64 bits");
  }
  rows.insert(rows.end(), other.rows.begin(), other.rows.end());
}

}  // namespace oshihiki::study
