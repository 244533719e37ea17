#include "bind.hpp"
#include "fastcall.hpp"
#include "numpy_io.hpp"
#include "oshihiki/agari/batch.hpp"
#include "oshihiki/agari/limited.hpp"
#include "oshihiki/agari/shanten.hpp"
#include "oshihiki/agari/tables.hpp"
#include "oshihiki/agari/waits.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"
#include "tile_input.hpp"

namespace oshihiki::bindings {
namespace {

using agari::Accepted;
using agari::Form;

constexpr const char* kHome = "oshihiki.agari";

Form read_form(PyObject* given) {
  if (given == nullptr) return Form::kBest;
  if (!PyUnicode_Check(given)) {
    throw py::type_error(std::string("form: ") + Py_TYPE(given)->tp_name + " given, not a text");
  }
  constexpr std::pair<const char*, Form> kForms[] = {{"best", Form::kBest},
                                                     {"standard", Form::kStandard},
                                                     {"chiitoi", Form::kChiitoi},
                                                     {"kokushi", Form::kKokushi}};
  for (const auto& [name, form] : kForms) {
    if (PyUnicode_CompareWithASCIIString(given, name) == 0) return form;
  }
  throw HandError("form: '" + py::cast<std::string>(py::handle(given)) +
                  "'; it is best, standard, chiitoi or kokushi");
}

/// Concealed tiles, the melds beside them, and the convention of copies.
struct Question {
  HandCounts hand;
  Counts seen;           ///< copies that are not unseen: the hand, the melds, `visible`
  bool limited = false;  ///< the convention is another than the tables'
  Counts limits;
};

enum class Copies { kConcealed, kMelds, kAny };

Copies read_copies(PyObject* given) {
  if (given == nullptr || PyUnicode_CompareWithASCIIString(given, "concealed") == 0) {
    return Copies::kConcealed;
  }
  if (PyUnicode_CompareWithASCIIString(given, "melds") == 0) return Copies::kMelds;
  if (PyUnicode_CompareWithASCIIString(given, "any") == 0) return Copies::kAny;
  throw HandError("copies: '" + py::cast<std::string>(py::handle(given)) +
                  "'; it is concealed, melds or any");
}

/// What is rarely given: melds, visible tiles and another convention.
void read_rest(PyObject* melds_given, PyObject* copies_given, PyObject* visible, Question& q) {
  Melds melds;
  if (melds_given != nullptr) read_melds(melds_given, melds);
  if (copies_given != nullptr && !PyUnicode_Check(copies_given)) {
    throw py::type_error(std::string("copies: ") + Py_TYPE(copies_given)->tp_name +
                         " given, not a text");
  }
  const auto copies = read_copies(copies_given);
  q.seen = q.hand.counts;
  for (const auto& meld : melds) {
    for (int i = 0; i < meld.tiles(); ++i) {
      ++q.seen[static_cast<Kind>(meld.type == MeldType::kChi ? meld.kind + i : meld.kind)];
    }
  }
  for (Kind k = 0; k < kKinds; ++k) {
    if (q.seen[k] > kCopies) {
      throw TileError("hand and melds: " + std::to_string(q.seen[k]) + " copies of " +
                      format_tile(Tile(k)) + "; a kind has four");
    }
  }
  const int whole = q.hand.size + 3 * static_cast<int>(melds.size());
  if (melds.size() > 0 && whole != 13 && whole != 14) {
    throw HandError("hand: " + std::to_string(q.hand.size) + " tiles beside " +
                    std::to_string(melds.size()) + " melds; 13 or 14 less three for each meld");
  }
  if (copies == Copies::kMelds || copies == Copies::kAny) {
    q.limited = true;
    for (Kind k = 0; k < kKinds; ++k) {
      q.limits[k] = copies == Copies::kAny
                        ? agari::kNoLimit
                        : static_cast<std::uint8_t>(kCopies - q.seen[k] + q.hand.counts[k]);
    }
  }
  if (visible != nullptr && visible != Py_None) {
    TileList tiles;
    read_tiles(visible, "visible", tiles);
    for (const Tile t : tiles) {
      if (++q.seen[t.kind()] > kCopies) {
        throw TileError("hand, melds and visible: " + std::to_string(q.seen[t.kind()]) +
                        " copies of " + format_tile(Tile(t.kind())) + "; a kind has four");
      }
    }
  }
}

[[noreturn]] void wrong_size(int size, const char* why) {
  throw HandError("hand: " + std::to_string(size) + " tiles; " + why);
}

void check_form(const Question& q, Form form) {
  if ((form == Form::kChiitoi || form == Form::kKokushi) && q.hand.size < 13) {
    wrong_size(q.hand.size, "chiitoi and kokushi need 13 or 14 concealed tiles");
  }
}

void check_before_draw(const Question& q) {
  if (q.hand.size % 3 != 1) {
    wrong_size(q.hand.size,
               "waits and accepted tiles are those of a hand before its draw (13 tiles, less "
               "three for each meld); discards() answers after the draw");
  }
}

Accepted accepted(const Question& q) {
  if (q.limited) return agari::accepted_limited(q.hand.counts, q.hand.size, Form::kBest, q.limits);
  return agari::accepted(q.hand.counts, q.hand.keys, q.hand.size);
}

/// {kind: unseen copies} of accepted kinds; `total` is their sum.
py::object unseen_dict(KindSet kinds, const Counts& seen, long& total) {
  auto out = py::reinterpret_steal<py::object>(PyDict_New());
  if (!out) throw py::error_already_set();
  total = 0;
  for_each_kind(kinds, [&](Kind k) {
    const int n = std::max(0, kCopies - seen[k]);
    total += n;
    const auto value = py::reinterpret_steal<py::object>(PyLong_FromLong(n));
    if (PyDict_SetItem(out.ptr(), kind_text(k), value.ptr()) != 0) throw py::error_already_set();
  });
  return out;
}

PyObject* shanten(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  static const Signature<4> signature("shanten", {"hand", "form", "melds", "copies"}, 2, 1);
  const auto [hand, form_given, melds, copies] = signature.bind(args, nargs, kwnames);
  Question q;
  read_hand(hand, q.hand);
  const auto form = read_form(form_given);
  if (melds != nullptr || copies != nullptr) read_rest(melds, copies, nullptr, q);
  check_form(q, form);
  const int n = q.limited ? agari::shanten_limited(q.hand.counts, q.hand.size, form, q.limits)
                          : agari::shanten_of(q.hand.counts, q.hand.keys, q.hand.size, form);
  return PyLong_FromLong(n);
}

PyObject* waits(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  static const Signature<3> signature("waits", {"hand", "melds", "copies"}, 1, 1);
  const auto [hand, melds, copies] = signature.bind(args, nargs, kwnames);
  Question q;
  read_hand(hand, q.hand);
  if (melds != nullptr || copies != nullptr) read_rest(melds, copies, nullptr, q);
  check_before_draw(q);
  KindSet set = 0;
  if (q.limited) {
    const auto a = accepted(q);
    if (a.shanten == 0) set = a.kinds;
  } else {
    set = agari::waits(q.hand.counts, q.hand.keys, q.hand.size);
  }
  auto* list = PyList_New(std::popcount(set));
  if (list == nullptr) throw py::error_already_set();
  Py_ssize_t i = 0;
  for_each_kind(set, [&](Kind k) {
    auto* text = kind_text(k);
    Py_INCREF(text);
    PyList_SET_ITEM(list, i++, text);
  });
  return list;
}

PyObject* ukeire(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  static const Signature<4> signature("ukeire", {"hand", "visible", "melds", "copies"}, 1, 1);
  const auto [hand, visible, melds, copies] = signature.bind(args, nargs, kwnames);
  Question q;
  read_hand(hand, q.hand);
  read_rest(melds, copies, visible, q);
  check_before_draw(q);
  long total = 0;
  return unseen_dict(accepted(q).kinds, q.seen, total).release().ptr();
}

/// [(discard, shanten, total, {kind: unseen copies})], as the discards stand in the hand.
PyObject* discard_rows(PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  static const Signature<4> signature("discards", {"hand", "visible", "melds", "copies"}, 1, 1);
  const auto [hand, visible, melds, copies] = signature.bind(args, nargs, kwnames);
  Question q;
  read_hand(hand, q.hand);
  read_rest(melds, copies, visible, q);
  if (q.hand.size % 3 != 2) {
    wrong_size(q.hand.size, "a discard is made from 14 tiles, less three for each meld");
  }
  agari::Discards d;
  if (!q.limited) agari::discards(q.hand.counts, q.hand.keys, q.hand.size, d);
  py::list out;
  for (Kind k = 0; k < kKinds; ++k) {
    if (q.hand.counts[k] == 0) continue;
    if (q.limited) {
      auto left = q.hand.counts;
      --left[k];
      d.after[k] = agari::accepted_limited(left, q.hand.size - 1, Form::kBest, q.limits);
    }
    long total = 0;
    auto tiles = unseen_dict(d.after[k].kinds, q.seen, total);
    out.append(py::make_tuple(py::handle(kind_text(k)), static_cast<int>(d.after[k].shanten), total,
                              tiles));
  }
  return out.release().ptr();
}

[[noreturn]] void bad_row(const Rows& rows, std::size_t i, const char* allowed) {
  const auto* row = rows.data + i * kKinds;
  int size = 0;
  for (Kind k = 0; k < kKinds; ++k) {
    if (row[k] > kCopies) {
      throw TileError("row " + std::to_string(i) + ": " + std::to_string(row[k]) + " copies of " +
                      format_tile(Tile(k)) + "; a kind has four");
    }
    size += row[k];
  }
  throw HandError("row " + std::to_string(i) + ": " + std::to_string(size) + " tiles; " + allowed);
}

py::object shanten_batch(const py::handle& hands, const py::handle& form_given) {
  const auto form = read_form(form_given.ptr());
  const auto rows = read_rows(hands, "hands", kKinds);
  auto out = new_array<std::int8_t>({static_cast<py::ssize_t>(rows.n)});
  auto* data = out.mutable_data();
  std::size_t done;
  {
    const py::gil_scoped_release free;
    done = agari::shanten_batch(rows.data, rows.n, form, data);
  }
  if (done < rows.n) {
    bad_row(rows, done,
            form == Form::kChiitoi || form == Form::kKokushi
                ? "chiitoi and kokushi need 13 or 14"
                : "a hand has 13 or 14 concealed tiles, less three for each meld");
  }
  return std::move(out);
}

constexpr const char* kBeforeDraw = "a hand before its draw has 13, less three for each meld";

py::object waits_batch(const py::handle& hands) {
  const auto rows = read_rows(hands, "hands", kKinds);
  auto out = new_array<bool>({static_cast<py::ssize_t>(rows.n), kKinds});
  auto* data = reinterpret_cast<std::uint8_t*>(out.mutable_data());
  std::size_t done;
  {
    const py::gil_scoped_release free;
    done = agari::waits_batch(rows.data, rows.n, data);
  }
  if (done < rows.n) bad_row(rows, done, kBeforeDraw);
  return std::move(out);
}

using AcceptedBatch = std::size_t(const std::uint8_t*, const std::uint8_t*, std::size_t,
                                  std::int8_t*, std::uint8_t*) noexcept;

/// (shanten of that shape, unseen copies by kind) of hands beside what else is visible, or nothing.
py::object accepted_rows(const py::handle& hands, const py::handle& visible, AcceptedBatch* batch,
                         std::vector<py::ssize_t> shape, const char* allowed) {
  const auto rows = read_rows(hands, "hands", kKinds);
  Rows seen;
  if (!visible.is_none()) {
    seen = read_rows(visible, "visible", kKinds);
    if (seen.n != rows.n) {
      throw HandError("visible: " + std::to_string(seen.n) + " rows beside " +
                      std::to_string(rows.n) + " hands");
    }
  }
  shape.insert(shape.begin(), static_cast<py::ssize_t>(rows.n));
  auto shanten_out = new_array<std::int8_t>(shape);
  auto unseen = new_array<std::uint8_t>({static_cast<py::ssize_t>(rows.n), kKinds});
  auto* a = shanten_out.mutable_data();
  auto* b = unseen.mutable_data();
  std::size_t done;
  {
    const py::gil_scoped_release free;
    done = batch(rows.data, seen.data, rows.n, a, b);
  }
  if (done < rows.n) bad_row(rows, done, allowed);
  return py::make_tuple(shanten_out, unseen);
}

py::object ukeire_batch(const py::handle& hands, const py::handle& visible) {
  return accepted_rows(hands, visible, agari::ukeire_batch, {}, kBeforeDraw);
}

py::object discards_batch(const py::handle& hands, const py::handle& visible) {
  return accepted_rows(hands, visible, agari::discards_batch, {kKinds},
                       "a hand after its draw has 14, less three for each meld");
}

/// [(kind, red)] of tiles in any form, for tiles.py.
py::list read_tile_codes(const py::handle& given, const std::string& what, bool red_ids) {
  TileList tiles;
  read_tiles(given.ptr(), what.c_str(), tiles, red_ids);
  py::list out;
  for (const Tile t : tiles) out.append(static_cast<int>(t.code));
  return out;
}

std::string format_codes(const std::vector<int>& codes) {
  std::vector<Tile> tiles;
  for (const int code : codes) {
    const auto t = Tile::from_code(static_cast<std::uint8_t>(code & 0x7F));
    if (code < 0 || code > 0x7F || t.none()) {
      throw TileError("tile code " + std::to_string(code) +
                      "; a code is a kind 0 to 33, plus 64 when red");
    }
    tiles.push_back(t);
  }
  return format_tiles(tiles);
}

constexpr const char* kShantenDoc =
    R"(shanten($module, hand, form='best', *, melds=(), copies='concealed')
--

Distance of a hand to tenpai: -1 complete, 0 tenpai, 1 one tile away, and so on.

Parameters
----------
hand : tiles
    Concealed tiles: text (``"123m406p"``), 34 counts, 136-ids, or mjai names. 13 or 14 of them,
    less three for each meld.
form : {'best', 'standard', 'chiitoi', 'kokushi'}
    The form to complete; chiitoi and kokushi need 13 or 14 concealed tiles.
melds : sequence of str, optional
    Melds beside the hand (``["pon:555z"]``). They need not be given: the number of concealed
    tiles tells how many there are. Given, they are checked with the hand.
copies : {'concealed', 'melds', 'any'}
    What limits the copies of a kind. ``'concealed'`` (Tenhou, Mahjong Soul): four of the
    concealed tiles, so 1111m is not tenpai. ``'melds'`` (league rules): four with those in the
    melds. ``'any'``: no limit.

Returns
-------
int

Raises
------
TileError
    Text that is no tile, or five copies of a kind.
HandError
    No hand of that many tiles, or an unknown form.
TypeError
    Something that is no tiles, such as floats.

Examples
--------
>>> import oshihiki as oh
>>> oh.shanten("123m456p789s1122z")
0
>>> oh.shanten("13m456p789s11z"), oh.shanten("13m456p789s11z", melds=["ankan:2222m"], copies="melds")
(0, 1)
)";

constexpr const char* kWaitsDoc = R"(waits($module, hand, *, melds=(), copies='concealed')
--

The kinds that complete a hand, lowest first; none when it is not tenpai.

A kind of which four are concealed in the hand is never a wait.

Parameters
----------
hand : tiles
    Concealed tiles before the draw: 13, less three for each meld; forms as for `shanten`.
melds, copies
    As for `shanten`.

Returns
-------
list of str

Examples
--------
>>> import oshihiki as oh
>>> oh.waits("123m456p789s1122z")
['1z', '2z']
>>> oh.waits("8999m")
['7m', '8m']
)";

constexpr const char* kUkeireDoc =
    R"(ukeire($module, hand, *, visible=None, melds=(), copies='concealed')
--

The kinds that lower the shanten of a hand, with the number of copies that are unseen.

Parameters
----------
hand : tiles
    Concealed tiles before the draw: 13, less three for each meld; forms as for `shanten`.
visible : tiles, optional
    Tiles seen elsewhere (discards, others' melds, indicators), in any of the forms.
melds, copies
    As for `shanten`. Tiles of melds count as seen.

Returns
-------
dict of str to int
    Unseen copies (4 less those seen) by kind, lowest kind first; 0 where all are seen.

Examples
--------
>>> import oshihiki as oh
>>> oh.ukeire("5566m233799p444z")
{'2p': 3, '7p': 3}
>>> oh.ukeire("5566m233799p444z", visible="22p")
{'2p': 1, '7p': 3}
)";

}  // namespace

void bind_agari(py::module_& m) {
  add_fast_function<shanten>(m, kHome, "shanten", kShantenDoc);
  add_fast_function<waits>(m, kHome, "waits", kWaitsDoc);
  add_fast_function<ukeire>(m, kHome, "ukeire", kUkeireDoc);
  add_fast_function<discard_rows>(m, kHome, "discard_rows",
                                  "Rows of agari.discards, in the order of the kinds.");
  m.def("shanten_batch", &shanten_batch, py::arg("hands"), py::arg("form"));
  m.def("waits_batch", &waits_batch, py::arg("hands"));
  m.def("ukeire_batch", &ukeire_batch, py::arg("hands"), py::arg("visible"));
  m.def("discards_batch", &discards_batch, py::arg("hands"), py::arg("visible"));
  m.def("read_tiles", &read_tile_codes, py::arg("tiles"), py::arg("what"), py::arg("red_ids"));
  m.def("format_tiles", &format_codes, py::arg("codes"));
  m.attr("agari_tables_bytes") = sizeof(agari::Tables);
}

}  // namespace oshihiki::bindings
