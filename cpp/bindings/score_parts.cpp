#include <string>
#include <utility>
#include <vector>

#include "oshihiki/base/error.hpp"
#include "score.hpp"

namespace oshihiki::bindings {
namespace {

std::uint8_t small(int value, const char* what) {
  if (value < 0 || value > 255) {
    throw HandError(std::string(what) + " " + std::to_string(value) + " is not 0 to 255");
  }
  return static_cast<std::uint8_t>(value);
}

/// A win in numbers whose circumstances the caller has checked and whose dora he has counted, for
/// layers that stand in for other packages. Winds above 33 are nobody's.
Scored score_parts(const std::vector<int>& closed, const std::vector<std::pair<int, int>>& melds,
                   int winning, int seat_wind, int round_wind, std::uint32_t flags, int dora,
                   int aka, int ura, const py::object& rules_object) {
  Scored s;
  s.rules_object = rules_object;
  s.rules = rules_object.cast<const rules::Rules*>();
  std::size_t size = 3 * melds.size();
  for (Kind k = 0; k < kKinds; ++k) {
    const int n = closed.at(k);
    if (n < 0 || n > kCopies) throw TileError("a count of " + std::to_string(n) + " is not 0 to 4");
    size += static_cast<std::size_t>(n);
    s.win.closed[k] = static_cast<std::uint8_t>(n);
  }
  if (melds.size() > 4 || size != 14) {
    throw HandError("a complete hand has 14 tiles, a kan counted as three, not " +
                    std::to_string(size));
  }
  s.win.keys = SuitKeys::of(s.win.closed);
  for (const auto& [type, kind] : melds) {
    if (type < 0 || type > 4 || kind < 0 || kind >= kKinds ||
        (type == 0 && (kind >= kEast || kind % 9 > 6))) {
      throw HandError("no meld of type " + std::to_string(type) + " and kind " +
                      std::to_string(kind));
    }
    Meld meld;
    meld.type = static_cast<MeldType>(type);
    meld.kind = static_cast<Kind>(kind);
    s.win.melds.push_back(meld);
  }
  if (winning < 0 || winning >= kKinds || s.win.closed[static_cast<Kind>(winning)] == 0) {
    throw HandError("the winning tile is not among the concealed tiles");
  }
  if (seat_wind > 63 || round_wind > 63) throw HandError("winds are below 64");
  s.win.winning = static_cast<Kind>(winning);
  s.win.seat_wind = small(seat_wind, "seat wind");
  s.win.round_wind = small(round_wind, "round wind");
  s.win.flags = flags;
  s.win.dora = small(dora, "dora");
  s.win.aka = small(aka, "aka");
  s.win.ura = small(ura, "ura");
  s.best = score::evaluate(s.win, *s.rules);
  s.payments =
      score::payments(s.best.score, s.win.has(score::Flag::kTsumo), s.win.dealer(), 0, 0, *s.rules);
  return s;
}

/// (limit, what each payer gives): by the discarder, or by the dealer (None if he wins) and each
/// other.
py::tuple hand_points(int han, int fu, bool tsumo, bool dealer, const py::object& rules_given) {
  if (han < 1 || han > 255) throw HandError("han " + std::to_string(han) + " is not 1 to 255");
  if (fu != 25 && (fu < 20 || fu > 170 || fu % 10 != 0)) {
    throw HandError("fu " + std::to_string(fu) + " is not 25 nor one of 20, 30, 40 up to 170");
  }
  const py::object rules_object = rules_of(rules_given.ptr());
  const auto& rules = *rules_object.cast<const rules::Rules*>();
  const auto base = score::base_points(han, fu, rules);
  const py::str limit{std::string(score::name_of(base.limit))};
  if (!tsumo) return py::make_tuple(limit, py::make_tuple(score::ron_points(base.points, dealer)));
  py::object from_dealer = py::none();
  if (!dealer) from_dealer = py::int_(score::tsumo_points(base.points, false, true, rules));
  return py::make_tuple(
      limit, py::make_tuple(from_dealer, score::tsumo_points(base.points, dealer, false, rules)));
}

}  // namespace

void bind_score_parts(py::module_& m) {
  m.def("score_parts", &score_parts);
  m.def("hand_points", &hand_points);
}

}  // namespace oshihiki::bindings
