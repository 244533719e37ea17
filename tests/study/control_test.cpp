#include "oshihiki/study/control.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "oshihiki/play/round.hpp"
#include "oshihiki/settle/match.hpp"
#include "oshihiki/strategy/params.hpp"
#include "oshihiki/study/unseen.hpp"

using namespace oshihiki;
using namespace oshihiki::study;

TEST_CASE("the race of a spot is zero on the average over the orders of the unseen tiles") {
  const rules::Rules rules;
  const auto balanced = strategy::parse("balanced");
  play::NoEvents sink;
  int spots = 0;
  double most = 0;
  for (std::uint64_t match = 0; spots < 12; ++match) {
    wall::Address address;
    address.key = 11;
    address.match = match;
    play::State s;
    play::start(s, rules, wall::uniform(rules, address), address, settle::start_of_match(rules),
                sink);
    play::Actions legal;
    while (!s.over()) {
      const auto seat = static_cast<Seat>(std::countr_zero(play::waiting(s)));
      const play::View view(s, seat);
      Reader reader(view);
      const bool spot = s.phase == play::Phase::kTurn && s.turn == seat && !view.in_riichi(seat) &&
                        reader.value(Feature::riichi_opponents) > 0 && reader.shanten() <= 1;
      if (spot) {
        const RaceControl race(s, seat, reader);
        const auto places = unseen_places(s);
        std::vector<Tile> tiles;
        for (const auto p : places) tiles.push_back(s.wall.tiles[p]);
        wall::Address lane = address;
        lane.use = wall::Use::kReDeal;
        wall::Stream stream(lane);
        play::State world = s;
        constexpr int kTrials = 20000;
        std::array<double, RaceControl::kControls> sum{}, squares{};
        for (int t = 0; t < kTrials; ++t) {
          wall::shuffle(tiles.data(), static_cast<std::uint32_t>(tiles.size()), stream);
          for (std::size_t i = 0; i < tiles.size(); ++i) world.wall.tiles[places[i]] = tiles[i];
          const auto x = race(world);
          for (std::size_t c = 0; c < x.size(); ++c) {
            sum[c] += x[c];
            squares[c] += double(x[c]) * x[c];
          }
        }
        for (std::size_t c = 0; c < sum.size(); ++c) {
          // A chance of nothing is exactly that; else within 4.5 standard errors and rounding.
          const double error = 4.5 * std::sqrt(squares[c]) + kTrials;
          CAPTURE(c);
          CHECK(std::abs(sum[c]) < error);
          most = std::max(most, std::sqrt(squares[c] / kTrials));
        }
        ++spots;
        break;
      }
      play::legal(s, seat, legal);
      play::step(s, seat, strategy::decide(balanced, view, legal), sink);
    }
  }
  CHECK(most > 0.3 * RaceControl::kOne);  // it does tell wall from wall
}
