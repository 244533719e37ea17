#include "oshihiki/score/score.hpp"

#include <doctest/doctest.h>

#include <string>

#include "oshihiki/base/text.hpp"

using namespace oshihiki;
using score::Flag;
using score::Yaku;

namespace {

score::Win make(const std::string& hand, const std::string& win_tile, score::Flags flags = 0,
                std::initializer_list<const char*> melds = {}) {
  score::Win win;
  for (const auto t : parse_tiles(hand + win_tile)) ++win.closed[t.kind()];
  win.keys = SuitKeys::of(win.closed);
  for (const auto* m : melds) win.melds.push_back(parse_meld(m));
  win.winning = parse_tile(win_tile).kind();
  win.flags = flags;
  return win;
}

}  // namespace

TEST_CASE("readings: points decide, then han") {
  const rules::Rules rules;
  const auto s = score::score(make("111222333m7899p", "9p", bit(Flag::kRiichi)), rules);
  CHECK(s.status == score::Status::kWin);
  CHECK(s.han == 6);
  CHECK(s.fu == 30);
  CHECK(s.base == 3000);
  CHECK(s.has(Yaku::pinfu));
  CHECK(s.has(Yaku::junchan));
}

TEST_CASE("special shapes") {
  const rules::Rules rules;
  CHECK(score::score(make("19m19p19s1234567z", "1m"), rules).has(Yaku::kokushi_13));
  CHECK(score::score(make("1112345678999m", "5m"), rules).has(Yaku::junsei_chuuren));
  const auto pairs = score::score(make("1122m3355p7788s4z", "4z"), rules);
  CHECK(pairs.fu == 25);
  CHECK(pairs.base == 400);
  CHECK(score::score(make("1111m3355p7788s4z", "4z"), rules).status == score::Status::kNotComplete);
}

TEST_CASE("a win without yaku, and the two-han minimum without dora") {
  rules::Rules rules;
  auto win = make("345p68s88m234p", "7s", 0, {"chi:789m"});
  CHECK(score::score(win, rules).status == score::Status::kNoYaku);
  CHECK_FALSE(score::may_win(win, rules));
  win.flags = bit(Flag::kChankan);
  win.dora = 3;
  CHECK(score::may_win(win, rules));
  rules.two_han_honba = 5;
  win.honba = 5;
  CHECK(score::score(win, rules).status == score::Status::kBelowMinimum);
  CHECK_FALSE(score::may_win(win, rules));
  win.honba = 4;
  CHECK(score::score(win, rules).han == 4);
}

TEST_CASE("tsumo payments of the absent fourth player") {
  rules::Rules rules;
  rules.players = 3;
  CHECK(score::tsumo_points(2000, false, true, rules) == 4000);
  CHECK(score::tsumo_points(2000, false, false, rules) == 2000);
  rules.tsumo_loss = rules::TsumoLoss::bisect;
  CHECK(score::tsumo_points(2000, false, true, rules) == 5000);
  CHECK(score::tsumo_points(2000, false, false, rules) == 3000);
  CHECK(score::tsumo_points(2000, true, false, rules) == 6000);
  CHECK(score::tsumo_points(240, false, false, rules) == 500);  // 300 + 150, rounded up
  rules.tsumo_loss = rules::TsumoLoss::full;
  CHECK(score::tsumo_points(3000, true, false, rules) == 9000);
  CHECK(score::tsumo_points(2000, false, true, rules) +
            score::tsumo_points(2000, false, false, rules) >=
        8000);
}
