#include <doctest/doctest.h>

#include "oshihiki/settle/match.hpp"
#include "oshihiki/settle/payments.hpp"

using namespace oshihiki;
using settle::Points;

namespace {

settle::Claim claim(Seat winner, std::int32_t base, std::uint8_t yakuman = 0) {
  settle::Claim c;
  c.winner = winner;
  c.score.base = base;
  c.score.yakuman = yakuman;
  return c;
}

std::int32_t sum(const Points& p) { return p[0] + p[1] + p[2] + p[3]; }

}  // namespace

TEST_CASE("a match starts even") {
  rules::Rules rules;
  CHECK(settle::start_of_match(rules).scores == Points{25000, 25000, 25000, 25000});
  rules.players = 3;
  rules.start = 35000;
  CHECK(settle::start_of_match(rules).scores == Points{35000, 35000, 35000, 0});
}

TEST_CASE("every payment conserves points") {
  rules::Rules rules;
  settle::Standing at = settle::start_of_match(rules);
  at.honba = 3;
  at.deposits = 2;
  for (const auto scope : {rules::PaoScope::whole_hand, rules::PaoScope::yakuman_only}) {
    rules.pao_scope = scope;
    for (const auto honba :
         {rules::PaoHonba::pao_player, rules::PaoHonba::discarder, rules::PaoHonba::split}) {
      rules.pao_honba = honba;
      for (at.dealer = 0; at.dealer < 4; ++at.dealer) {
        for (Seat winner = 0; winner < 4; ++winner) {
          for (Seat pao = 0; pao < 4; ++pao) {
            if (pao == winner) continue;
            auto c = claim(winner, 16000, 2);
            for (std::uint8_t units = 0; units < 4; ++units) {
              c.pao = {pao, units};
              CHECK(sum(settle::pay_tsumo(c, at, rules)) == 2000);
              for (Seat from = 0; from < 4; ++from) {
                if (from == winner) continue;
                const Points delta = settle::pay_ron(&c, 1, from, at, 0, rules);
                CHECK(sum(delta) == 2000);
                CHECK(delta[winner] == (winner == at.dealer ? 96000 : 64000) + 900 + 2000);
              }
            }
          }
        }
        for (unsigned tenpai = 0; tenpai < 16; ++tenpai) {
          CHECK(sum(settle::pay_noten(tenpai, rules)) == 0);
          CHECK(sum(settle::pay_nagashi(tenpai, at, rules)) == 0);
        }
        CHECK(sum(settle::pay_chombo(2, at, rules)) == 0);
      }
    }
  }
}

TEST_CASE("a pool that does not divide leaves nobody's points on the floor") {
  rules::Rules rules;
  rules.noten_pool = 1000;
  CHECK(settle::pay_noten(0b0001, rules) == Points{999, -333, -333, -333});
  CHECK(settle::pay_noten(0b0111, rules) == Points{334, 333, 333, -1000});
}
