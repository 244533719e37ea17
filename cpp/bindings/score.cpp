#include "score.hpp"

#include <string>

#include "fastcall.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "tile_input.hpp"

namespace oshihiki::bindings {
namespace {

using score::Flag;
using score::Flags;

constexpr std::array kNames = {
    "hand",          "win",     "tsumo",          "melds",    "seat_wind", "round_wind", "riichi",
    "double_riichi", "ippatsu", "rinshan",        "chankan",  "haitei",    "houtei",     "tenhou",
    "chiihou",       "renhou",  "dora",           "ura",      "kita",      "honba",      "deposits",
    "rules",         "kanfuri", "tsubame_gaeshi", "parenchan"};
enum Parameter : std::size_t {
  kHand,
  kWin,
  kTsumo,
  kMelds,
  kSeatWind,
  kRoundWind,
  kRiichi,
  kDoubleRiichi,
  kIppatsu,
  kRinshan,
  kChankan,
  kHaitei,
  kHoutei,
  kTenhou,
  kChiihou,
  kRenhou,
  kDora,
  kUra,
  kKita,
  kHonba,
  kDeposits,
  kRules,
  kKanfuri,
  kTsubame,
  kParenchan,
  kParameters
};
static_assert(kNames.size() == kParameters);

struct FlagParameter {
  Parameter parameter;
  Flag flag;
};
constexpr std::array kFlagParameters = {FlagParameter{kTsumo, Flag::kTsumo},
                                        FlagParameter{kRiichi, Flag::kRiichi},
                                        FlagParameter{kDoubleRiichi, Flag::kDoubleRiichi},
                                        FlagParameter{kIppatsu, Flag::kIppatsu},
                                        FlagParameter{kRinshan, Flag::kRinshan},
                                        FlagParameter{kChankan, Flag::kChankan},
                                        FlagParameter{kHaitei, Flag::kHaitei},
                                        FlagParameter{kHoutei, Flag::kHoutei},
                                        FlagParameter{kTenhou, Flag::kTenhou},
                                        FlagParameter{kChiihou, Flag::kChiihou},
                                        FlagParameter{kRenhou, Flag::kRenhou},
                                        FlagParameter{kKanfuri, Flag::kKanfuri},
                                        FlagParameter{kTsubame, Flag::kTsubame},
                                        FlagParameter{kParenchan, Flag::kEighthDealerWin}};

bool read_flag(PyObject* given, const char* name) {
  if (given == Py_True) return true;
  if (given == Py_False) return false;
  throw py::type_error(std::string(name) + ": " + Py_TYPE(given)->tp_name +
                       " given; it is True or False");
}

Kind read_wind(PyObject* given, const char* name) {
  if (PyUnicode_Check(given) && PyUnicode_GET_LENGTH(given) == 1) {
    switch (PyUnicode_READ_CHAR(given, 0)) {
      case 'E':
        return kEast;
      case 'S':
        return kSouth;
      case 'W':
        return kWest;
      case 'N':
        return kNorth;
      default:
        break;
    }
  }
  throw HandError(std::string(name) + " = " + py::cast<std::string>(py::repr(py::handle(given))) +
                  ": a wind is 'E', 'S', 'W' or 'N'");
}

int read_number(PyObject* given, const char* name, int most) {
  if (PyBool_Check(given) || !PyIndex_Check(given)) {
    throw py::type_error(std::string(name) + ": " + Py_TYPE(given)->tp_name +
                         " given; it is a whole number");
  }
  const Py_ssize_t n = PyNumber_AsSsize_t(given, nullptr);
  if (n == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (n < 0 || n > most) {
    throw HandError(std::string(name) + " = " + std::to_string(n) + ": from 0 to " +
                    std::to_string(most));
  }
  return static_cast<int>(n);
}

template <std::size_t N>
void read_into(PyObject* given, const char* what, FixedVector<Tile, N>& out, const char* limit) {
  TileList tiles;
  read_tiles(given, what, tiles);
  if (tiles.size() > N) {
    throw HandError(std::string(what) + ": " + std::to_string(tiles.size()) + " tiles; " + limit);
  }
  for (const Tile t : tiles) out.push_back(t);
}

py::object text(std::string_view s) { return py::str(s.data(), s.size()); }

std::string tiles_of(Kind kind, int n) {
  std::vector<Tile> tiles(static_cast<std::size_t>(n), Tile(kind));
  return format_tiles(tiles);
}

std::string run_of(Kind kind) {
  return format_tiles(
      {Tile(kind), Tile(static_cast<Kind>(kind + 1)), Tile(static_cast<Kind>(kind + 2))});
}

/// The concealed groups, the pair, then the melds, as texts.
py::list reading_of(const Scored& s) {
  py::list out;
  if (s.score().status != score::Status::kWin) return out;
  const auto reading = score::reading_of(s.win, s.best);
  using Shape = agari::Reading::Shape;
  if (reading.shape == Shape::kStandard) {
    for (const Kind k : reading.runs) out.append(run_of(k));
    for (const Kind k : reading.triplets) out.append(tiles_of(k, 3));
    out.append(tiles_of(reading.pair, 2));
  } else {
    for (Kind k = 0; k < kKinds; ++k) {
      if (s.win.closed[k] != 0) out.append(tiles_of(k, s.win.closed[k]));
    }
  }
  for (Meld m : s.win.melds) {
    // A red tile is plain where the rules have none.
    if (m.type != MeldType::kChi && s.rules->reds[m.kind] == 0) m.reds = 0;
    for (int i = 0; i < 3 && m.type == MeldType::kChi; ++i) {
      if (s.rules->reds[static_cast<Kind>(m.kind + i)] == 0) {
        m.red_positions = static_cast<std::uint8_t>(m.red_positions & ~(1 << i));
      }
    }
    out.append(format_meld(m));
  }
  return out;
}

py::list yaku_of(const Scored& s) {
  py::list out;
  for (const auto& y : score::yaku_of(s.score(), is_closed(s.win.melds), *s.rules)) {
    out.append(py::make_tuple(text(y.name), y.han));
  }
  return out;
}

bool won(const Scored& s) { return s.score().status == score::Status::kWin; }

py::object ron_of(const Scored& s) {
  if (!won(s) || s.win.has(Flag::kTsumo)) return py::none();
  return py::int_(score::ron_points(s.score().base, s.win.dealer()));
}

py::object tsumo_of(const Scored& s) {
  if (!won(s) || !s.win.has(Flag::kTsumo)) return py::none();
  const bool dealer = s.win.dealer();
  const auto other = score::tsumo_points(s.score().base, dealer, false, *s.rules);
  if (dealer) return py::make_tuple(py::none(), other);
  return py::make_tuple(score::tsumo_points(s.score().base, false, true, *s.rules), other);
}

/// By payer: "discarder" for a ron, the seat winds for a tsumo.
py::dict payments_of(const Scored& s) {
  py::dict out;
  if (!won(s)) return out;
  if (!s.win.has(Flag::kTsumo)) {
    out["discarder"] = s.payments.from_discarder;
    return out;
  }
  constexpr const char* kWinds[] = {"E", "S", "W", "N"};
  for (int i = 0; i < s.rules->players; ++i) {
    const Kind wind = static_cast<Kind>(kEast + i);
    if (wind == s.win.seat_wind) continue;
    out[kWinds[i]] = wind == kEast ? s.payments.from_dealer : s.payments.from_others;
  }
  return out;
}

py::object total_of(const Scored& s) {
  return won(s) ? py::object(py::int_(s.payments.total())) : py::object(py::int_(0));
}

py::dict to_dict(const Scored& s) {
  py::dict out;
  const auto& score = s.score();
  out["is_win"] = won(s);
  out["reason"] = text(score::name_of(score.status));
  out["han"] = static_cast<int>(score.han);
  out["fu"] = static_cast<int>(score.fu);
  out["yakuman"] = static_cast<int>(score.yakuman);
  out["limit"] = text(score::name_of(score.limit));
  py::list yaku;
  for (const auto& y : score::yaku_of(score, is_closed(s.win.melds), *s.rules)) {
    py::list pair;
    pair.append(text(y.name));
    pair.append(y.han);
    yaku.append(pair);
  }
  out["yaku"] = yaku;
  out["ron"] = ron_of(s);
  const auto tsumo = tsumo_of(s);
  out["tsumo"] = tsumo.is_none() ? tsumo : py::object(py::list(tsumo));
  out["total"] = total_of(s);
  out["payments"] = payments_of(s);
  return out;
}

/// The same as JSON text, without making Python objects.
void append_json(const Scored& s, std::string& out) {
  const auto& score = s.score();
  const auto number = [&](long long n) { out += std::to_string(n); };
  out += won(s) ? "\"is_win\":true,\"reason\":\"" : "\"is_win\":false,\"reason\":\"";
  out += score::name_of(score.status);
  out += "\",\"han\":";
  number(score.han);
  out += ",\"fu\":";
  number(score.fu);
  out += ",\"yakuman\":";
  number(score.yakuman);
  out += ",\"limit\":\"";
  out += score::name_of(score.limit);
  out += "\",\"yaku\":[";
  bool first = true;
  for (const auto& y : score::yaku_of(score, is_closed(s.win.melds), *s.rules)) {
    out += first ? "[\"" : ",[\"";
    first = false;
    out += y.name;
    out += "\",";
    number(y.han);
    out += ']';
  }
  const bool tsumo = s.win.has(Flag::kTsumo);
  const bool dealer = s.win.dealer();
  out += "],\"ron\":";
  if (won(s) && !tsumo) {
    number(score::ron_points(score.base, dealer));
  } else {
    out += "null";
  }
  out += ",\"tsumo\":";
  if (won(s) && tsumo) {
    out += '[';
    if (dealer) {
      out += "null";
    } else {
      number(score::tsumo_points(score.base, false, true, *s.rules));
    }
    out += ',';
    number(score::tsumo_points(score.base, dealer, false, *s.rules));
    out += ']';
  } else {
    out += "null";
  }
  out += ",\"total\":";
  number(won(s) ? s.payments.total() : 0);
  out += ",\"payments\":{";
  if (won(s) && !tsumo) {
    out += "\"discarder\":";
    number(s.payments.from_discarder);
  } else if (won(s)) {
    constexpr const char* kWinds[] = {"E", "S", "W", "N"};
    bool any = false;
    for (int i = 0; i < s.rules->players; ++i) {
      if (kEast + i == s.win.seat_wind) continue;
      out += any ? ",\"" : "\"";
      any = true;
      out += kWinds[i];
      out += "\":";
      number(i == 0 ? s.payments.from_dealer : s.payments.from_others);
    }
  }
  out += '}';
}

py::list fu_lines(const Scored& s) {
  py::list out;
  for (const auto& line : score::fu_of(s.win, *s.rules, s.best)) {
    const bool group = line.from >= score::FuFrom::kTriplet && line.from <= score::FuFrom::kPair;
    const bool kan = line.from == score::FuFrom::kKan || line.from == score::FuFrom::kOpenKan;
    std::string tiles;
    if (group) tiles = tiles_of(line.kind, kan ? 4 : line.from == score::FuFrom::kPair ? 2 : 3);
    out.append(py::make_tuple(text(score::name_of(line.from)), tiles, line.fu));
  }
  return out;
}

std::string repr(const Scored& s) {
  if (!won(s)) return "<Score: no win, " + std::string(score::name_of(s.score().status)) + ">";
  const auto& score = s.score();
  std::string out = "<Score: ";
  if (score.yakuman > 0) {
    out += std::to_string(score.yakuman) + " yakuman";
  } else {
    out += std::to_string(score.han) + " han " + std::to_string(score.fu) + " fu";
    if (score.limit != score::Limit::kNone) out += ' ' + std::string(score::name_of(score.limit));
  }
  return out + ", " + std::to_string(s.payments.total()) + ">";
}

}  // namespace

py::object rules_of(PyObject* given) {
  // Python's object of the default is asked for once; others are cached by oshihiki.rules.
  static py::object* const load =
      new py::object(py::module_::import("oshihiki.rules").attr("load"));
  static py::object* const tenhou = new py::object((*load)("tenhou"));
  if (given == nullptr) return *tenhou;
  if (py::isinstance<rules::Rules>(py::handle(given))) {
    return py::reinterpret_borrow<py::object>(given);
  }
  return (*load)(py::handle(given));
}

namespace {

using Given = std::array<PyObject*, kParameters>;

score::Claim read_claim(const Given& given) {
  score::Claim claim;
  read_into(given[kHand], "hand", claim.hand,
            "without the winning tile it has 13, less three for each meld");
  claim.win = read_tile(given[kWin], "win");
  if (given[kMelds] != nullptr) read_melds(given[kMelds], claim.melds);
  if (given[kSeatWind] != nullptr) claim.seat_wind = read_wind(given[kSeatWind], "seat_wind");
  if (given[kRoundWind] != nullptr) claim.round_wind = read_wind(given[kRoundWind], "round_wind");
  for (const auto& f : kFlagParameters) {
    PyObject* flag = given[f.parameter];
    if (flag != nullptr && read_flag(flag, kNames[f.parameter])) claim.flags |= bit(f.flag);
  }
  constexpr const char* kFive = "there are at most five indicators";
  if (given[kDora] != nullptr) read_into(given[kDora], "dora", claim.dora, kFive);
  if (given[kUra] != nullptr) read_into(given[kUra], "ura", claim.ura, kFive);
  if (given[kKita] != nullptr) {
    claim.kita = static_cast<std::uint8_t>(read_number(given[kKita], "kita", 4));
  }
  if (given[kHonba] != nullptr) {
    claim.honba = static_cast<std::uint16_t>(read_number(given[kHonba], "honba", 10000));
  }
  if (given[kDeposits] != nullptr) {
    claim.deposits = static_cast<std::uint16_t>(read_number(given[kDeposits], "deposits", 10000));
  }
  return claim;
}

Scored score_given(const Given& given) {
  const auto claim = read_claim(given);
  Scored out;
  out.rules_object = rules_of(given[kRules]);
  out.rules = out.rules_object.cast<const rules::Rules*>();
  out.win = score::make_win(claim, *out.rules);
  out.best = score::evaluate(out.win, *out.rules);
  out.payments = score::payments(out.best.score, out.win.has(Flag::kTsumo), out.win.dealer(),
                                 claim.honba, claim.deposits, *out.rules);
  return out;
}

/// The parameters that a dict of keyword arguments gives.
Given given_in(const py::dict& arguments) {
  static PyObject* const index = [] {
    PyObject* places = PyDict_New();
    for (std::size_t i = 0; i < kParameters; ++i) {
      PyDict_SetItemString(places, kNames[i], PyLong_FromSize_t(i));
    }
    return places;
  }();
  Given given{};
  Py_ssize_t at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  while (PyDict_Next(arguments.ptr(), &at, &key, &value) != 0) {
    PyObject* place = PyDict_GetItemWithError(index, key);
    if (place == nullptr) {
      if (PyErr_Occurred() != nullptr) throw py::error_already_set();
      throw HandError("there is no argument " + py::cast<std::string>(py::repr(py::handle(key))) +
                      " of oshihiki.score");
    }
    given[static_cast<std::size_t>(PyLong_AsLong(place))] = value;
  }
  if (given[kHand] == nullptr) throw HandError("no 'hand'");
  if (given[kWin] == nullptr) throw HandError("no 'win'");
  return given;
}

}  // namespace

score::Claim claim_of(const py::dict& arguments) { return read_claim(given_in(arguments)); }

namespace {

PyObject* score_fast(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  static const Signature<kParameters> signature("score", kNames, 2, 2);
  return py::cast(score_given(signature.bind(args, nargs, kwnames))).release().ptr();
}

/// (arguments as a dict, what comes before: the id as JSON) -> a line of JSON.
py::bytes score_json(const py::dict& arguments, const py::object& id) {
  const auto s = score_given(given_in(arguments));
  std::string line = "{";
  if (!id.is_none()) {
    line += "\"id\":" + std::string(py::bytes(id)) + ",";
  }
  append_json(s, line);
  line += "}\n";
  return py::bytes(line);
}

constexpr const char* kScoreDoc =
    R"(score($module, hand, win, *, tsumo=False, melds=(), seat_wind='S', round_wind='E', riichi=False, double_riichi=False, ippatsu=False, rinshan=False, chankan=False, haitei=False, houtei=False, tenhou=False, chiihou=False, renhou=False, dora=(), ura=(), kita=0, honba=0, deposits=0, rules='tenhou', kanfuri=False, tsubame_gaeshi=False, parenchan=False)
--

Score a hand.

Parameters
----------
hand : tiles
    Concealed tiles without the winning tile, 13 less three for each meld: text
    (``"234m067p22789s55z"``), 34 counts, 136-ids or mjai names.
win : tile
    The winning tile.
tsumo : bool
    Won by self-draw.
melds : str or sequence of str
    ``"chi:340m pon:555z daiminkan:1111p kakan:1111p ankan:1111p"``, or a list of such texts.
seat_wind, round_wind : {'E', 'S', 'W', 'N'}
    The dealer's seat wind is E.
riichi, double_riichi, ippatsu, rinshan, chankan, haitei, houtei, tenhou, chiihou, renhou : bool
    Circumstances. What the rules do not know (ippatsu, renhou) is not counted.
dora, ura : tiles
    Indicators, not the dora themselves.
kita : int
    Norths set aside (three players).
honba, deposits : int
    Counters, and riichi sticks on the table.
rules : Rules, str or path
    House rules: a profile's name, a TOML file, or :class:`oshihiki.rules.Rules`.
kanfuri, tsubame_gaeshi, parenchan : bool
    Circumstances of the local yaku of these names; they count where the rules list them.

Returns
-------
Score
    For a hand that is no win `is_win` is false and `reason` says why: ``not_complete``,
    ``no_yaku`` or ``below_minimum``.

Raises
------
TileError
    Text that is no tile, or five copies of a kind over hand, melds and indicators.
HandError
    A wrong number of tiles, or circumstances that contradict each other or the rules.
RulesError
    An unknown profile.

Examples
--------
>>> import oshihiki as oh
>>> s = oh.score("234m067p22789s55z", "5z", riichi=True, dora="4p")
>>> s.han, s.fu, s.total
(4, 40, 8000)
>>> s.yaku
[('riichi', 1), ('haku', 1), ('dora', 1), ('aka_dora', 1)]
)";

}  // namespace

void bind_score(py::module_& m) {
  py::class_<Scored>(m, "Score", "A scored hand; made by oshihiki.score.")
      .def_property_readonly("is_win", &won, "Whether the hand may be won.")
      .def_property_readonly(
          "reason", [](const Scored& s) { return text(score::name_of(s.score().status)); },
          "Why it is no win: not_complete, no_yaku or below_minimum; else empty.")
      .def_property_readonly(
          "han", [](const Scored& s) { return static_cast<int>(s.score().han); },
          "Han, dora among them; 0 for a true yakuman.")
      .def_property_readonly(
          "fu", [](const Scored& s) { return static_cast<int>(s.score().fu); },
          "Fu, rounded; 0 for a true yakuman.")
      .def_property_readonly(
          "limit", [](const Scored& s) { return text(score::name_of(s.score().limit)); },
          "mangan to yakuman; else empty.")
      .def_property_readonly("yaku", &yaku_of,
                             "(name, han) of each yaku, then the dora; a yakuman's han are 13 "
                             "for each time it counts.")
      .def_property_readonly(
          "yakuman", [](const Scored& s) { return static_cast<int>(s.score().yakuman); },
          "How many yakuman add up; 0 for a counted yakuman.")
      .def_property_readonly("ron", &ron_of, "A ron's points without counters; None for a tsumo.")
      .def_property_readonly("tsumo", &tsumo_of,
                             "A tsumo's points (from the dealer, from each other) without "
                             "counters; the dealer's has None first; None for a ron.")
      .def_property_readonly("total", &total_of,
                             "What the winner gets, counters and deposits among it.")
      .def_property_readonly("payments", &payments_of,
                             "What each payer gives, counters among it: 'discarder', or the "
                             "seat winds.")
      .def_property_readonly("reading", &reading_of,
                             "The concealed groups and the pair as read, then the melds with their "
                             "red tiles.")
      .def_property_readonly(
          "wait",
          [](const Scored& s) { return won(s) ? text(score::name_of(s.best.wait)) : text(""); },
          "How the winning tile completes the reading: ryanmen, kanchan, penchan, tanki, "
          "shanpon or kokushi_13.")
      .def_property_readonly("fu_lines", &fu_lines,
                             "(from, tiles, fu) of each part of the fu; the parts add up to it.")
      .def("to_dict", &to_dict, "The score as a dict that JSON can hold.")
      .def(
          "explain",
          [](const py::object& self, const std::string& lang) {
            return py::module_::import("oshihiki.score").attr("explain")(self, lang);
          },
          py::arg("lang") = "en",
          "The reading, each yaku, each part of the fu, limit and payments as text; lang is en, "
          "ja or fr.")
      .def("__eq__",
           [](const Scored& a, const Scored& b) {
             return a.score() == b.score() && a.payments.total() == b.payments.total();
           })
      .def("__repr__", &repr);
  add_fast_function<&score_fast>(m, "oshihiki.score", "score", kScoreDoc);
  bind_score_batch(m);
  bind_score_parts(m);
  m.def("score_json", &score_json, py::arg("arguments"), py::arg("id"));
  // (bit, name, closed han, open han, Tenhou id, Mahjong Soul id, English, kanji, French) of what
  // has a bit in a mask.
  py::list with_bit;
  for (const auto& y : score::yaku_table()) {
    if (y.bit < 0) continue;
    with_bit.append(py::make_tuple(y.bit, text(y.name), y.closed_han, y.open_han, y.tenhou,
                                   y.mahjong_soul, text(y.english), text(y.kanji), text(y.french)));
  }
  m.attr("YAKU") = py::tuple(with_bit);
  m.def("yaku_rows", [] {
    py::list rows;
    for (const auto& y : score::yaku_table()) {
      rows.append(py::make_tuple(text(y.name), y.closed_han, y.open_han, y.tenhou, y.mahjong_soul,
                                 text(y.english), text(y.kanji), text(y.french), y.bit));
    }
    return rows;
  });
}

}  // namespace oshihiki::bindings
