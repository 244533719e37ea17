// What a fork keeps of each spot when rows are asked for.

#include "oshihiki/study/fork.hpp"

namespace oshihiki::study {

/// A re-deal has been played with every arm: its squares.
void ForkWorker::note_world(Spot& spot) const {
  for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
    spot.ends[a].squares += spot.ends[a].last * spot.ends[a].last;
  }
  for (std::size_t p = 0; p < plan_.pairs.size(); ++p) {
    const auto [a, b] = plan_.pairs[p];
    const std::int64_t d = spot.ends[a].last - spot.ends[b].last;
    spot.squared[p] += d * d;
  }
}

void ForkWorker::add_rows(Tally& tally) const {
  const RowLayout layout{plan_.arms.size(), plan_.pairs.size()};
  for (const Spot& spot : spots_) {
    tally.rows.resize(tally.rows.size() + layout.size());
    std::int64_t* row = tally.rows.data() + tally.rows.size() - layout.size();
    row[RowLayout::kMatch] = static_cast<std::int64_t>(address_.match);
    row[RowLayout::kRound] = address_.round;
    row[RowLayout::kSeat] = spot.hero;
    row[RowLayout::kDecision] = spot.decisions;
    row[RowLayout::kCell] = spot.cell;
    row[RowLayout::kWeight] = spot.weight;
    row[RowLayout::kWorlds] = plan_.worlds(spot.cell);
    for (std::size_t c = 0; c < RaceControl::kControls; ++c) {
      row[RowLayout::kControl + c] = spot.control[c];
    }
    for (std::size_t f = 0; f < kFeatures; ++f) row[RowLayout::kFeature + f] = spot.features[f];
    for (std::size_t a = 0; a < plan_.arms.size(); ++a) {
      const ArmEnd& end = spot.ends[a];
      std::int64_t* own = row + layout.arm(a);
      own[RowLayout::kValue] = end.value;
      own[RowLayout::kDealt] = end.first;
      own[RowLayout::kEnd] = end.dealt_end;
      own[RowLayout::kWins] = end.times[Layout::kWin - Layout::kWin];
      own[RowLayout::kDealIns] = end.times[Layout::kDealIn - Layout::kWin];
      own[RowLayout::kRonned] = end.ronned;
      own[RowLayout::kSquares] = end.squares + end.first * end.first;
    }
    for (std::size_t p = 0; p < plan_.pairs.size(); ++p) {
      const auto [a, b] = plan_.pairs[p];
      const std::int64_t first = spot.ends[a].first - spot.ends[b].first;
      row[layout.pair(p) + RowLayout::kSquaredDifference] = spot.squared[p] + first * first;
    }
  }
}

}  // namespace oshihiki::study
