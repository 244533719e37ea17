#include "oshihiki/score/batch.hpp"

#include <algorithm>
#include <thread>

#include "oshihiki/score/evaluate.hpp"
#include "oshihiki/wall/wall.hpp"

namespace oshihiki::score {
namespace {

/// Rules that allow whatever some rules allow.
rules::Rules lenient() {
  rules::Rules rules;
  rules.kita = true;
  rules.haitei_rinshan = true;
  rules.reds.fill(kCopies);
  return rules;
}

int count_dora(const FixedVector<Kind, 5>& indicators, const Win& win, int players) noexcept {
  int n = 0;
  for (const Kind indicator : indicators) {
    const Kind kind = wall::dora_of(indicator, players);
    n += win.closed[kind] + (kind == kNorth ? win.kita : 0);
    for (const auto& m : win.melds) n += m.kind == kind ? m.tiles() : 0;  // no chi in sanma
  }
  return n;
}

/// Fits a row to three players' rules; false when it is none of their hands.
bool fit_sanma(const BatchRow& row, Win& win) noexcept {
  for (Kind k = 1; k < 8; ++k) {
    if (win.closed[k] != 0) return false;
  }
  for (const auto& m : win.melds) {
    if (m.kind > 0 && m.kind < 8) return false;
  }
  const auto absent = [](Kind k) { return k > 0 && k < 8; };
  if (std::any_of(row.dora.begin(), row.dora.end(), absent) ||
      std::any_of(row.ura.begin(), row.ura.end(), absent) || win.seat_wind == kNorth) {
    return false;
  }
  win.dora = static_cast<std::uint8_t>(count_dora(row.dora, win, 3));
  win.ura = static_cast<std::uint8_t>(count_dora(row.ura, win, 3));
  return true;
}

/// Counts the red tiles that the rules have; false when there are more than those.
bool count_aka(const BatchRow& row, const rules::Rules& rules, bool any_red, Win& win) noexcept {
  int n = any_red ? row.uncoloured_aka : 0;
  for (std::size_t i = 0; i < row.reds.size(); ++i) {
    const Kind k = row.reds[i];
    if (rules.reds[k] == 0) continue;
    if (row.reds.size() > 1 && std::count(row.reds.begin(), row.reds.end(), k) > rules.reds[k]) {
      return false;
    }
    ++n;
  }
  win.aka = static_cast<std::uint8_t>(n);
  return true;
}

bool allowed(const BatchRow& row, const rules::Rules& rules) noexcept {
  const Win& win = row.win;
  if (win.kita != 0 && !rules.kita) return false;
  if (!rules.chi) {
    for (const auto& m : win.melds) {
      if (m.type == MeldType::kChi) return false;
    }
  }
  return !win.has(Flag::kHaitei) || !win.has(Flag::kRinshan) || rules.haitei_rinshan;
}

void score_range(const BatchRow* rows, std::size_t n, const rules::Rules& rules,
                 BatchScore* out) noexcept {
  const bool any_red =
      std::any_of(rules.reds.begin(), rules.reds.end(), [](auto r) { return r != 0; });
  for (std::size_t i = 0; i < n; ++i) {
    constexpr std::size_t kAhead = 6;
    if (i + kAhead < n) agari::prefetch(rows[i + kAhead].win.keys);
    const BatchRow& row = rows[i];
    BatchScore result;
    Win win = row.win;
    if (row.bad || !allowed(row, rules) || (rules.players == 3 && !fit_sanma(row, win)) ||
        !count_aka(row, rules, any_red, win)) {
      result.status = static_cast<std::uint8_t>(Status::kBadInput);
      out[i] = result;
      continue;
    }
    if (!rules.ura) win.ura = 0;
    const Score s = score(win, rules);
    result.status = static_cast<std::uint8_t>(s.status);
    if (s.status == Status::kWin) {
      result.yaku = s.yaku;
      result.han = s.han;
      result.fu = s.fu;
      result.yakuman = s.yakuman;
      result.dora = s.dora;
      result.aka = s.aka;
      result.ura = s.ura;
      result.kita = s.kita;
      result.limit = static_cast<std::uint8_t>(s.limit);
      const bool tsumo = win.has(Flag::kTsumo);
      const bool dealer = win.dealer();
      if (tsumo) {
        if (!dealer) result.tsumo[0] = tsumo_points(s.base, false, true, rules);
        result.tsumo[1] = tsumo_points(s.base, dealer, false, rules);
      } else {
        result.ron = ron_points(s.base, dealer);
      }
      result.total = payments(s, tsumo, dealer, win.honba, row.deposits, rules).total();
    }
    out[i] = result;
  }
}

}  // namespace

BatchRow make_row(const Claim& claim) {
  static const rules::Rules rules = lenient();
  BatchRow row;
  row.win = make_win(claim, rules);
  for (const Tile t : claim.dora) row.dora.push_back(t.kind());
  for (const Tile t : claim.ura) row.ura.push_back(t.kind());
  const auto red = [&](Tile t) {
    if (t.red()) row.reds.push_back(t.kind());
  };
  for (const Tile t : claim.hand) red(t);
  red(claim.win);
  for (const auto& m : claim.melds) {
    for (int i = 0; i < m.reds; ++i) {
      Kind kind = m.kind;
      if (m.type == MeldType::kChi) {
        int left = i;
        for (int at = 0; at < 3; ++at) {
          if ((m.red_positions >> at & 1) != 0 && left-- == 0) kind = static_cast<Kind>(kind + at);
        }
      }
      if (row.reds.size() < row.reds.capacity()) row.reds.push_back(kind);
    }
  }
  row.deposits = claim.deposits;
  return row;
}

void score_rows(const BatchRow* rows, std::size_t n, const rules::Rules& rules, BatchScore* out,
                int threads) {
  const auto parts = static_cast<std::size_t>(std::max(threads, 1));
  if (parts == 1 || n < 1024) {
    score_range(rows, n, rules, out);
    return;
  }
  std::vector<std::thread> workers;
  for (std::size_t p = 0; p < parts; ++p) {
    const std::size_t first = n * p / parts;
    const std::size_t last = n * (p + 1) / parts;
    workers.emplace_back(
        [=, &rules] { score_range(rows + first, last - first, rules, out + first); });
  }
  for (auto& worker : workers) worker.join();
}

}  // namespace oshihiki::score
