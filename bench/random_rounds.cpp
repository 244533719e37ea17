// Random rounds under one rule set, every invariant checked after each step; `random_rounds.py`
// runs it for every profile.
//
//   random_rounds ROUNDS KEY [RULE=VALUE ...]
//
// Prints rounds, decisions, outcomes and actions as one line of JSON; exit 1 and the address of
// the moment when an invariant does not hold.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "play/random_play.hpp"

using namespace oshihiki;

namespace {

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (!text.empty() && from <= text.size()) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

rules::Value value_of(std::string_view type, const std::string& text) {
  if (type == "bool") return text == "true";
  if (type == "int") return std::int64_t{std::stoll(text)};
  if (type == "names") return parts_of(text);
  if (type == "list") {
    std::vector<std::int64_t> numbers;
    for (const auto& part : parts_of(text)) numbers.push_back(std::stoll(part));
    return numbers;
  }
  return text;
}

rules::Rules rules_of(int argc, char** argv) {
  rules::Rules rules;
  for (int i = 3; i < argc; ++i) {
    const std::string given = argv[i];
    const std::size_t equals = given.find('=');
    const std::string name = given.substr(0, equals);
    for (const auto& field : rules::fields()) {
      if (field.name != name) continue;
      rules::set(rules, name, value_of(field.type, given.substr(equals + 1)));
    }
  }
  play::check_playable(rules);
  return rules;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "random_rounds ROUNDS KEY [RULE=VALUE ...]\n");
    return 2;
  }
  try {
    const rules::Rules rules = rules_of(argc, argv);
    play::testing::Tally tally;
    play::testing::play_matches(rules, std::strtoull(argv[2], nullptr, 10), std::atoi(argv[1]),
                                true, tally);
    std::printf("{\"rounds\": %lld, \"decisions\": %lld, \"outcomes\": {",
                static_cast<long long>(tally.rounds), static_cast<long long>(tally.decisions));
    for (std::size_t i = 1; i < tally.outcomes.size(); ++i) {
      const auto name = play::name(static_cast<settle::Outcome>(i));
      std::printf("%s\"%.*s\": %lld", i == 1 ? "" : ", ", static_cast<int>(name.size()),
                  name.data(), static_cast<long long>(tally.outcomes[i]));
    }
    std::printf("}, \"actions\": {");
    for (std::size_t i = 0; i < tally.actions.size(); ++i) {
      const auto name = play::name(static_cast<play::ActionType>(i));
      std::printf("%s\"%.*s\": %lld", i == 0 ? "" : ", ", static_cast<int>(name.size()),
                  name.data(), static_cast<long long>(tally.actions[i]));
    }
    std::printf("}}\n");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
