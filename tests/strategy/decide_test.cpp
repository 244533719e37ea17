#include <algorithm>
#include <bit>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/play/round.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/strategy/turn.hpp"

using namespace oshihiki;
using namespace oshihiki::strategy;
using play::Action;
using play::Actions;
using play::ActionType;
using play::State;
using play::View;

namespace {

rules::Rules with_reds() {
  rules::Rules r;
  for (const Kind five : {Kind{4}, Kind{13}, Kind{22}}) r.reds[five] = 1;
  return r;
}

/// Plays rounds under the named strategies and shows every decision before it is taken.
template <class Seen>
void play_rounds(const rules::Rules& rules, const std::vector<std::string>& players, int rounds,
                 Seen&& seen) {
  std::vector<Strategy> strategies;
  for (const auto& p : players) strategies.push_back(parse(p));
  play::NoEvents nobody;
  Actions legal;
  for (int i = 0; i < rounds; ++i) {
    wall::Address address;
    address.key = 99;
    address.match = static_cast<std::uint64_t>(i);
    State state;
    play::start(state, rules, wall::uniform(rules, address), address, settle::start_of_match(rules),
                nobody);
    while (!state.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
      play::legal(state, seat, legal);
      const Strategy& player = strategies[(seat + static_cast<unsigned>(i)) % strategies.size()];
      const Action action = decide(player, View(state, seat), legal);
      seen(state, seat, player, legal, action);
      play::step(state, seat, action, nobody);
    }
  }
}

bool listed(const Actions& legal, Action action) {
  return std::find(legal.begin(), legal.end(), action) != legal.end();
}

/// The same public position with what the seat cannot see dealt anew.
State hidden_dealt_anew(const State& state, Seat seat, std::mt19937& rng) {
  State out = state;
  std::vector<Tile> hidden;
  const auto others = [&](auto&& f) {
    for (int s = 0; s < state.players(); ++s) {
      if (s != seat) f(out.seats[static_cast<std::size_t>(s)]);
    }
  };
  const auto is_shown = [&](int at) {
    for (int i = 0; i < state.indicators; ++i) {
      if (at == state.wall.dora_at(i)) return true;
    }
    return false;
  };
  others([&](play::SeatState& s) {
    for (Kind k = 0; k < kKinds; ++k) {
      for (int i = 0; i < s.hand.counts[k]; ++i) hidden.push_back(Tile(k, i < s.hand.reds[k]));
    }
  });
  for (int i = 0; i < state.live_next; ++i) {
    if (!is_shown(i)) hidden.push_back(out.wall.tiles[static_cast<std::size_t>(i)]);
  }
  std::shuffle(hidden.begin(), hidden.end(), rng);
  others([&](play::SeatState& s) {
    const int size = s.hand.size;
    s.hand = Hand{};
    for (int i = 0; i < size; ++i) {
      s.hand.add(hidden.back());
      hidden.pop_back();
    }
    s.waits = 0;
  });
  for (int i = 0; i < state.live_next; ++i) {
    if (is_shown(i)) continue;
    out.wall.tiles[static_cast<std::size_t>(i)] = hidden.back();
    hidden.pop_back();
  }
  return out;
}

const std::vector<std::string> kAll = {"balanced",
                                       "efficient",
                                       "balanced:fold=always",
                                       "random",
                                       "balanced:fold=never,riichi=always",
                                       "balanced:push_to=50,calls=200"};

}  // namespace

TEST_CASE("every decision is legal, repeatable, and depends on the view alone") {
  std::mt19937 rng(5);
  for (const int players : {4, 3}) {
    rules::Rules rules = with_reds();
    if (players == 3) {
      rules.players = 3;
      rules.chi = false;
      rules.kita = true;
      rules.replacement_tiles = 8;
      rules.reds[4] = 0;
      rules.noten_pool = 2000;
      rules.uma = {15000, 0, -15000, 0};
    }
    int compared = 0;
    play_rounds(rules, kAll, 120,
                [&](const State& state, Seat seat, const Strategy& player, const Actions& legal,
                    Action action) {
                  REQUIRE(listed(legal, action));
                  const View view(state, seat);
                  REQUIRE(decide(player, view, legal) == action);
                  if (legal.size() == 1) return;
                  const State other = hidden_dealt_anew(state, seat, rng);
                  REQUIRE(decide(player, View(other, seat), legal) == action);
                  ++compared;
                });
    CHECK(compared > 2000);
  }
}

TEST_CASE("a legal win is taken by every strategy but random") {
  int wins = 0;
  play_rounds(with_reds(), {"balanced", "efficient", "balanced:fold=always", "tsumogiri"}, 150,
              [&](const State&, Seat, const Strategy&, const Actions& legal, Action action) {
                for (const Action a : legal) {
                  if (a.type() != ActionType::ron && a.type() != ActionType::tsumo) continue;
                  ++wins;
                  CHECK(action == a);
                }
              });
  CHECK(wins > 20);
}

TEST_CASE("fold = always neither calls nor declares riichi; calls = 0 never calls") {
  play_rounds(with_reds(), {"balanced:fold=always", "balanced:calls=0", "balanced", "efficient"},
              150, [&](const State&, Seat, const Strategy& player, const Actions&, Action action) {
                const bool call = action.type() == ActionType::chi ||
                                  action.type() == ActionType::pon ||
                                  action.type() == ActionType::daiminkan;
                if (player.calls == 0) CHECK_FALSE(call);
                if (player.fold == Fold::kAlways) {
                  CHECK_FALSE(call);
                  CHECK(action.type() != ActionType::riichi);
                }
              });
}

TEST_CASE("against a riichi: betaori takes a tile of least danger, arms differ, riichi is obeyed") {
  int threatened = 0;
  int attack_is_not_safest = 0;
  int declared = 0;
  play_rounds(
      with_reds(), {"balanced"}, 250,
      [&](const State& state, Seat seat, const Strategy& player, const Actions& legal, Action) {
        const View view(state, seat);
        const Choices choices(legal);
        if (choices.discards == 0 || legal.size() == 1 || choices.has(ActionType::tsumo)) return;
        const Threats out = threats(view, player);
        if (out.riichi == 0) return;
        ++threatened;
        const Sight sight(view);
        const Risks risks(sight, out);
        const Action safe = first_action(First::kSafest, player, view, legal);
        const Action attack = first_action(First::kAttack, player, view, legal);
        REQUIRE(safe.type() == ActionType::discard);
        for_each_kind(choices.discards, [&](Kind k) {
          CHECK(risks.of[safe.tile().kind()].cost <= risks.of[k].cost);
        });
        attack_is_not_safest += attack.tile().kind() != safe.tile().kind();
        // A genbutsu costs nothing against that threat.
        for (const Threat& t : out.all) {
          for_each_kind(view.genbutsu(t.seat) & choices.discards,
                        [&](Kind k) { CHECK(danger(sight, t, k) == 0); });
        }
        if (choices.riichi != 0) {
          ++declared;
          CHECK(first_action(First::kRiichi, player, view, legal).type() == ActionType::riichi);
        }
        CHECK(first_action(First::kDamaten, player, view, legal).type() == ActionType::discard);
        // Mawashi keeps the shanten that can be kept.
        const Action mawashi = first_action(First::kMawashi, player, view, legal);
        Hand hand = view.hand();
        const int before = agari::shanten(hand);
        hand.remove(mawashi.tile());
        CHECK(agari::shanten(hand) == std::max(before, 0));
      });
  CHECK(threatened > 300);
  CHECK(attack_is_not_safest > threatened / 3);
  CHECK(declared > 3);
}

TEST_CASE("the fold parameter changes play: never deals in more often than auto, always least") {
  const auto deal_ins = [](const std::string& who) {
    int n = 0;
    const rules::Rules rules = with_reds();
    const std::vector<Strategy> seats = {parse(who), parse("balanced"), parse("balanced"),
                                         parse("balanced")};
    play::NoEvents nobody;
    Actions legal;
    for (int i = 0; i < 600; ++i) {
      wall::Address address;
      address.match = static_cast<std::uint64_t>(i);
      State state;
      play::start(state, rules, wall::uniform(rules, address), address,
                  settle::start_of_match(rules), nobody);
      while (!state.over()) {
        const auto seat = static_cast<Seat>(std::countr_zero(unsigned{play::waiting(state)}));
        play::legal(state, seat, legal);
        play::step(state, seat, decide(seats[seat], View(state, seat), legal), nobody);
      }
      n += state.result.outcome == settle::Outcome::kRon && state.result.payer == 0;
    }
    return n;
  };
  const int never = deal_ins("balanced:fold=never");
  const int automatic = deal_ins("balanced");
  const int always = deal_ins("balanced:fold=always");
  CHECK(never > automatic);
  CHECK(automatic > always);
}

TEST_CASE("danger falls from no suji over half suji to suji, and grows with the turn") {
  // Rows of the table itself: a wrong column would show here.
  play_rounds(
      with_reds(), {"balanced"}, 60,
      [&](const State& state, Seat seat, const Strategy& player, const Actions& legal, Action) {
        const View view(state, seat);
        const Threats out = threats(view, player);
        if (out.riichi != 1 || Choices(legal).discards == 0) return;
        const Sight sight(view);
        for (const Threat& t : out.all) {
          if (!t.riichi) continue;
          const KindSet safe = view.genbutsu(t.seat);
          for (int suit = 0; suit < 3; ++suit) {
            const auto at = [&](int rank) { return static_cast<Kind>(9 * suit + rank); };
            // 4 with 1 and 7 passed against 6 with neither 3 nor 9, where all are unseen.
            if (contains(safe, at(0)) && contains(safe, at(6)) && !contains(safe, at(3)) &&
                !contains(safe, at(2)) && !contains(safe, at(8)) && !contains(safe, at(5)) &&
                sight.unseen.of(at(3)) > 1 && sight.unseen.of(at(4)) > 1 &&
                sight.unseen.of(at(6)) > 1 && sight.unseen.of(at(7)) > 1) {
              CHECK(danger(sight, t, at(3)) < danger(sight, t, at(5)));
            }
          }
        }
      });
}

TEST_CASE("hands as read: those still possible count beside the table; a genbutsu is safe") {
  int seen = 0;
  play_rounds(
      with_reds(), {"balanced"}, 60,
      [&](const State& state, Seat seat, const Strategy& player, const Actions& legal, Action) {
        const View view(state, seat);
        const Threats plain = threats(view, player);
        if (plain.riichi != 1 || Choices(legal).discards == 0) return;
        const auto riichi = std::find_if(plain.all.begin(), plain.all.end(),
                                         [](const Threat& t) { return t.riichi; });
        const Sight sight(view);
        const KindSet safe = view.genbutsu(riichi->seat);
        const KindSet open = sight.unseen.any() & ~safe;
        if (std::popcount(open) < 2) return;
        ++seen;
        const auto in = static_cast<Kind>(std::countr_zero(open));
        const auto out = static_cast<Kind>(std::bit_width(open) - 1);
        ReadHands read;
        auto& waits = read.waits[riichi->seat];
        waits.assign(90, kind_bit(in));
        waits.insert(waits.end(), 10, ReadHands::kNothing);
        waits.insert(waits.end(), 50, kind_bit(out) | (safe & ~(safe - 1)));  // ruled out
        Strategy reader = player;
        reader.read = &read;
        const Threats known = threats(view, reader);
        for (const Threat& t : known.all) {
          if (t.seat != riichi->seat) {
            CHECK(t.read == nullptr);
            continue;
          }
          const auto expected = [&](Kind k, std::uint64_t wins) {
            return (wins * 65536 + std::uint64_t{200} * danger(sight, *riichi, k)) / (100 + 200);
          };
          CHECK(danger(sight, t, in) == expected(in, 90));
          CHECK(danger(sight, t, out) == expected(out, 0));
          for_each_kind(safe, [&](Kind k) { CHECK(danger(sight, t, k) == 0); });
        }
      });
  CHECK(seen > 50);
}

TEST_CASE("parameters: read, written, refused") {
  const Strategy s = parse("balanced:fold=never,push=120");
  CHECK(s.fold == Fold::kNever);
  CHECK(s.push == 120);
  CHECK(text(s) == "balanced:fold=never,push=120");
  CHECK(parse(text(s)) == s);
  CHECK(hash(s) != hash(parse("balanced")));
  CHECK(text(parse("balanced:fold=auto")) == "balanced");
  for (const char* wrong :
       {"strong", "balanced:", "balanced:fold", "balanced:fold=maybe", "balanced:push=-1",
        "balanced:push=2000", "random:fold=never", "balanced:placement=1", "balanced:fold=1"}) {
    CHECK_THROWS_AS(parse(wrong), StrategyError);
  }
}
