#include "oshihiki/strategy/chance.hpp"

namespace oshihiki::strategy {
namespace {

// Chances in 1/65536 during one go-around.
constexpr std::uint32_t kOne = 65536;
constexpr std::uint32_t per_mille(std::uint32_t n) noexcept { return n * kOne / 1000; }

struct Hazards {
  std::uint32_t tsumo;    ///< an opponent wins by tsumo
  std::uint32_t lateral;  ///< an opponent wins from another
  std::uint32_t deal_in;  ///< an opponent wins from a hand that pushes on
};

/// What ends the round from outside, with so many own draws left (18: the first).
constexpr Hazards hazards(Air air, int draws) noexcept {
  if (air == Air::kThreat) return {per_mille(52), per_mille(26), per_mille(46)};
  if (air == Air::kTwo) return {per_mille(80), per_mille(50), per_mille(75)};
  // Nobody is ready at first; more and more are later.
  const auto t = static_cast<std::uint32_t>(kMostDraws - draws);  // turns gone
  const std::uint32_t ready = std::min<std::uint32_t>(t * 6, 60);
  return {per_mille(ready * 55 / 100), per_mille(ready * 45 / 100), per_mille(ready * 40 / 100)};
}

/// Tiles the seat does not see when it has so many draws left.
constexpr std::uint32_t unseen_tiles(int draws) noexcept {
  return static_cast<std::uint32_t>(4 * draws + 52);
}

/// Accepted tiles of the next better hand, on the average.
constexpr std::array<int, kFarthest> kUsual = {5, 15, 24, 34, 44};

/// Per cent of the accepted tiles that bring a hand on, closed and open, by shanten; an open hand's
/// count what it may call more than once. Measured by playing: what hands of each shanten won
/// against what this table promised, and how near open hands come to tenpai against those of logs.
constexpr std::array<std::array<std::uint32_t, kFarthest>, 2> kUseful = {
    {{100, 92, 76, 74, 80}, {100, 82, 54, 47, 37}}};

constexpr std::uint32_t part(std::uint32_t chance, std::uint32_t of) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{chance} * of + kOne / 2) / kOne);
}

struct Wide {
  std::uint32_t win = 0, ready = 0, deal_in = 0, tsumo = 0;
};

constexpr Ending narrow(const Wide& w) noexcept {
  const auto cut = [](std::uint32_t v) {
    return static_cast<std::uint16_t>(std::min<std::uint32_t>(v, kOne - 1));
  };
  return {cut(w.win), cut(w.ready), cut(w.deal_in), cut(w.tsumo)};
}

constexpr Wide widen(const Ending& e) noexcept {
  return {e.win, e.ready, e.deal_in, e.tsumo_against};
}

Endings make_endings() noexcept {
  Endings table;
  for (std::size_t air = 0; air < 3; ++air) {
    for (std::size_t open = 0; open < 2; ++open) {
      auto& by_draws = table.of[air][open];
      for (int d = 0; d <= kMostDraws; ++d) {
        const Hazards h = hazards(static_cast<Air>(air), d);
        for (int s = 0; s < kFarthest; ++s) {
          Ending& best =
              table.best[air][open][static_cast<std::size_t>(d)][static_cast<std::size_t>(s)];
          best = {0, 0, kOne - 1, kOne - 1};
          for (int u = 0; u < kMostAccepted; ++u) {
            auto& cell = by_draws[static_cast<std::size_t>(d)][static_cast<std::size_t>(s)]
                                 [static_cast<std::size_t>(u)];
            if (d == 0) {
              cell.ready = s == 0 ? static_cast<std::uint16_t>(kOne - 1) : std::uint16_t{0};
              best = cell;
              continue;
            }
            const auto& later = by_draws[static_cast<std::size_t>(d - 1)];
            const std::uint32_t per_tile = kOne / unseen_tiles(d);
            const auto copies = static_cast<std::uint32_t>(u);
            Wide out;
            // The own draw or call first: a win at tenpai (own draws and others' discards), one
            // step otherwise (own draws; open hands also by calling).
            std::uint32_t step = per_tile * copies;
            if (s == 0) {
              step = u == 0
                         ? 0
                         : per_tile * (copies * 3 / 2) + (air == 0 ? per_mille(18) : per_mille(12));
            } else {
              // Part of what a hand accepts is folded, called away or of no use to its yaku.
              step = step * kUseful[open][static_cast<std::size_t>(s)] / 100;
            }
            step = std::min(step, kOne * 9 / 10);
            const std::uint32_t stay = kOne - step;
            Wide next;
            if (s == 0) {
              out.win = step;
            } else {
              const auto better = static_cast<std::size_t>(s - 1);
              const Wide up = widen(later[better][static_cast<std::size_t>(kUsual[better])]);
              next.win = part(step, up.win);
              next.ready = part(step, up.ready);
              next.deal_in = part(step, up.deal_in);
              next.tsumo = part(step, up.tsumo);
            }
            const Wide same =
                widen(later[static_cast<std::size_t>(s)][static_cast<std::size_t>(u)]);
            next.win += part(stay, same.win);
            next.ready += part(stay, same.ready);
            next.deal_in += part(stay, same.deal_in);
            next.tsumo += part(stay, same.tsumo);
            // What the others end comes on what is still undecided.
            const std::uint32_t undecided = s == 0 ? stay : kOne;
            const std::uint32_t ends = h.tsumo + h.lateral + h.deal_in;
            const std::uint32_t goes_on = kOne - ends;
            out.win += part(goes_on, next.win);
            out.ready += part(goes_on, next.ready);
            out.deal_in += part(undecided, h.deal_in) + part(goes_on, next.deal_in);
            out.tsumo += part(undecided, h.tsumo) + part(goes_on, next.tsumo);
            cell = narrow(out);
            best = {std::max(best.win, cell.win), std::max(best.ready, cell.ready),
                    std::min(best.deal_in, cell.deal_in),
                    std::min(best.tsumo_against, cell.tsumo_against)};
          }
        }
      }
    }
    for (int d = 1; d <= kMostDraws; ++d) {
      const Hazards h = hazards(static_cast<Air>(air), d);
      const Wide later = widen(table.folded[air][static_cast<std::size_t>(d - 1)]);
      const std::uint32_t goes_on = kOne - h.tsumo - h.lateral;
      Wide out;
      out.tsumo = h.tsumo + part(goes_on, later.tsumo);
      table.folded[air][static_cast<std::size_t>(d)] = narrow(out);
    }
  }
  return table;
}

}  // namespace

// Made when the library loads (under a millisecond): too much for the compiler's own arithmetic.
const Endings kEndings = make_endings();

}  // namespace oshihiki::strategy
