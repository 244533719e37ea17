#include "oshihiki/rules/rules.hpp"

#include <doctest/doctest.h>

#include <set>

#include "oshihiki/base/error.hpp"

using namespace oshihiki;
using rules::Rules;
using rules::Value;

namespace {

std::string message(auto&& f) {
  try {
    f();
  } catch (const RulesError& error) {
    return error.what();
  }
  return {};
}

/// Another allowed value than the one a rule has.
Value other(const rules::Field& field, const Value& value) {
  if (field.type == "bool") return !std::get<bool>(value);
  if (field.type == "list") return std::vector<std::int64_t>{1, 2, 3, 4};
  if (field.type == "tiles") return std::string("3rm7r7rp");
  if (field.type == "names") return std::vector<std::string>{"daisharin", "parenchan"};
  if (field.type == "int") {
    // Every range has a neighbour of its default on one side.
    const std::int64_t number = std::get<std::int64_t>(value);
    Rules scratch;
    for (const std::int64_t near : {number + 1, number - 1}) {
      if (message([&] { rules::set(scratch, field.name, near); }).empty()) return near;
    }
  }
  const std::string names = field.allowed.substr(std::string("one of ").size());
  const std::string first = names.substr(0, names.find(','));
  if (first != std::get<std::string>(value)) return first;
  const std::string rest = names.substr(names.find(',') + 2);
  return rest.substr(0, rest.find(','));
}

}  // namespace

TEST_CASE("every rule can be set, read back, and counts in equality and hash") {
  std::set<std::string_view> names;
  for (const rules::Field& field : rules::fields()) {
    CAPTURE(field.name);
    CHECK(names.insert(field.name).second);
    CHECK(field.sentence.ends_with('.'));
    Rules changed;
    CHECK(rules::get(changed, field.name) == field.fallback);
    const Value value = other(field, field.fallback);
    rules::set(changed, field.name, value);
    CHECK(rules::get(changed, field.name) == value);
    CHECK(changed != Rules{});
    CHECK(rules::hash(changed) != rules::hash(Rules{}));
    rules::set(changed, field.name, field.fallback);
    CHECK(changed == Rules{});
    CHECK(rules::hash(changed) == rules::hash(Rules{}));
  }
  CHECK(names.size() > 80);
}

TEST_CASE("the profile's name is for display only") {
  Rules named;
  named.profile.assign("tenhou");
  CHECK(named.profile.view() == "tenhou");
  CHECK(named == Rules{});
  CHECK(rules::hash(named) == rules::hash(Rules{}));
  named.profile.assign(std::string(500, 'x'));
  CHECK(named.profile.view() == std::string(63, 'x'));
}

TEST_CASE("a refused value is named with what is allowed") {
  Rules r;
  CHECK(message([&] { rules::set(r, "start", std::int64_t{-1}); }) ==
        "start = -1 is not allowed: a whole number from 0 to 1000000");
  CHECK(message([&] { rules::set(r, "kuitan", std::int64_t{1}); }) ==
        "kuitan = 1 is not allowed: true or false");
  CHECK(message([&] { rules::set(r, "ties", std::string("both")); }) ==
        "ties = \"both\" is not allowed: one of seat_order, shared");
  CHECK(message([&] { rules::set(r, "reds", std::string("5m")); }).find("reds = \"5m\"") == 0);
  CHECK(message([&] { rules::set(r, "reds", std::string("0m4x")); }).find("'x'") !=
        std::string::npos);
  CHECK(message([&] { rules::set(r, "kuitann", true); }) ==
        "there is no rule 'kuitann'; the closest is 'kuitan'");
  CHECK(message([&] { (void)rules::get(r, "uma_knd"); }) ==
        "there is no rule 'uma_knd'; the closest is 'uma_kind'");
  CHECK(r == Rules{});
}

TEST_CASE("rules that contradict each other are refused") {
  CHECK(message([] { rules::check_consistent(Rules{}); }).empty());
  const auto refused = [](auto&& change, std::string_view part) {
    Rules r;
    change(r);
    const std::string text = message([&] { rules::check_consistent(r); });
    CAPTURE(text);
    return text.find(part) != std::string::npos;
  };
  CHECK(refused([](Rules& r) { r.players = 3; }, "chi"));
  const auto sanma = [](Rules& r) {
    r.players = 3;
    r.chi = false;
    r.kita = true;
    r.replacement_tiles = 8;
    r.uma = {20000, 0, -20000, 0};
    r.noten_pool = 2000;
  };
  Rules three;
  sanma(three);
  CHECK(message([&] { rules::check_consistent(three); }).empty());
  CHECK(refused(
      [&](Rules& r) {
        sanma(r);
        r.reds[4] = 1;
      },
      "0m"));
  CHECK(refused(
      [&](Rules& r) {
        sanma(r);
        r.uma_kind = rules::UmaKind::floating;
      },
      "floating"));
  CHECK(refused(
      [&](Rules& r) {
        sanma(r);
        r.uma = {20000, 0, -10000, -10000};
      },
      "fourth"));
  CHECK(refused(
      [&](Rules& r) {
        sanma(r);
        r.replacement_tiles = 4;
      },
      "replacement_tiles"));
  CHECK(refused(
      [](Rules& r) {
        r.kita = true;
        r.replacement_tiles = 8;
      },
      "kita"));
  CHECK(refused([](Rules& r) { r.replacement_tiles = 8; }, "replacement_tiles"));
  CHECK(refused([](Rules& r) { r.replacement_tiles = 6; }, "replacement_tiles"));
  CHECK(refused([](Rules& r) { r.reds[4] = 5; }, "reds"));
  CHECK(refused([](Rules& r) { r.double_wind_fu = 3; }, "double_wind_fu"));
  CHECK(refused([](Rules& r) { r.start = 25050; }, "hundreds"));
  CHECK(refused([](Rules& r) { r.noten_pool = 2000; }, "noten_pool"));
  CHECK(refused([](Rules& r) { r.uma[3] = 0; }, "adds up"));
  CHECK(refused([](Rules& r) { r.multiple_ron = rules::MultipleRon::all; }, "triple_ron"));
}
