#include "tile_input.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <string>
#include <string_view>

#include "oshihiki/base/error.hpp"
#include "oshihiki/base/text.hpp"

namespace oshihiki::bindings {
namespace {

std::string type_name(PyObject* o) { return Py_TYPE(o)->tp_name; }

[[noreturn]] void wrong_type(const char* what, PyObject* given) {
  throw py::type_error(std::string(what) + ": " + type_name(given) +
                       " given; tiles are text ('123m406p'), 34 counts, 136-ids or mjai names");
}

[[noreturn]] void fifth_copy(const char* what, Kind kind, long n) {
  throw TileError(std::string(what) + ": " + std::to_string(n) + " copies of " +
                  format_tile(Tile(kind)) + "; a kind has four");
}

/// Collects the tiles in order.
class ListSink {
 public:
  ListSink(TileList& list, const char* what) : list_(list), what_(what) { list_.clear(); }
  void tile(Tile t) {
    if (++seen_[t.kind()] > kCopies) fifth_copy(what_, t.kind(), seen_[t.kind()]);
    list_.push_back(t);
  }
  void counts(const Counts& all) {
    for (Kind k = 0; k < kKinds; ++k) {
      for (int i = 0; i < all[k]; ++i) tile(Tile(k));
    }
  }

 private:
  TileList& list_;
  const char* what_;
  Counts seen_;
};

/// Collects counts and keys.
class CountsSink {
 public:
  explicit CountsSink(HandCounts& hand) : hand_(hand) { hand_ = HandCounts{}; }
  void tile(Tile t) {
    const Kind k = t.kind();
    if (++hand_.counts[k] > kCopies) fifth_copy("hand", k, hand_.counts[k]);
    hand_.keys.add(k);
    ++hand_.size;
  }
  void counts(const Counts& all) {
    hand_.counts = all;
    hand_.keys = SuitKeys{};
    for (std::size_t i = kKinds; i-- > 0;) {
      auto& key = hand_.keys.key[i / 9];
      key = key * 5 + all.n[i];
    }
    hand_.size = all.total();
  }

 private:
  HandCounts& hand_;
};

/// Reads plain text (digits before m, p, s, z); false at anything else, which parse_tiles then
/// reads or names.
template <class Sink>
bool read_plain_text(const char* text, Py_ssize_t size, Sink& sink) {
  Py_ssize_t from = 0;
  for (Py_ssize_t i = 0; i < size; ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') continue;
    int base;
    switch (c) {
      case 'm':
        base = 0;
        break;
      case 'p':
        base = 9;
        break;
      case 's':
        base = 18;
        break;
      case 'z':
        base = 27;
        break;
      default:
        return false;
    }
    if (from == i) return false;
    for (; from < i; ++from) {
      const int digit = text[from] - '0';
      if (base == 27 && (digit == 0 || digit > 7)) return false;
      sink.tile(digit == 0 ? Tile(static_cast<Kind>(base + 4), true)
                           : Tile(static_cast<Kind>(base + digit - 1)));
    }
    ++from;
  }
  return from == size;
}

std::string_view utf8(PyObject* text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (data == nullptr) throw py::error_already_set();
  return {data, static_cast<std::size_t>(size)};
}

template <class MakeSink>
void read_text(PyObject* given, const MakeSink& make_sink) {
  const auto text = utf8(given);
  {
    auto sink = make_sink();
    if (read_plain_text(text.data(), static_cast<Py_ssize_t>(text.size()), sink)) return;
  }
  auto sink = make_sink();
  for (const Tile t : parse_tiles(text)) sink.tile(t);
}

/// One mjai name, or tile text of one tile.
Tile read_name(PyObject* name) {
  const auto text = utf8(name);
  if (text.size() == 1) {
    constexpr std::string_view kHonours = "ESWNPFC";
    const auto at = kHonours.find(text[0]);
    if (at != std::string_view::npos) return Tile(static_cast<Kind>(kEast + at));
  }
  if (text.size() >= 2 && text[0] >= '1' && text[0] <= '9') {
    const auto suit = std::string_view("mps").find(text[1]);
    const bool red = text.size() == 3 && text[2] == 'r';
    if (suit != std::string_view::npos && (text.size() == 2 || red)) {
      return Tile(static_cast<Kind>(suit * 9 + static_cast<std::size_t>(text[0] - '1')), red);
    }
  }
  return parse_tile(text);
}

/// Reads integers: 34 of them are counts, else they are ids.
template <class Sink>
class Integers {
 public:
  Integers(const char* what, Py_ssize_t size, bool red_ids, Sink& sink)
      : what_(what), counts_(size == kKinds), red_ids_(red_ids), sink_(sink) {}

  void take(Py_ssize_t i, long long value) {
    if (counts_) {
      const auto kind = static_cast<Kind>(i);
      if (value < 0) {
        throw TileError(std::string(what_) + ": count " + std::to_string(value) + " of " +
                        format_tile(Tile(kind)) + "; counts are 0 to 4");
      }
      if (value > kCopies) fifth_copy(what_, kind, static_cast<long>(value));
      read_[kind] = static_cast<std::uint8_t>(value);
      if (i + 1 == kKinds) sink_.counts(read_);
      return;
    }
    if (value < 0 || value >= kMaxTiles) {
      throw TileError(std::string(what_) + ": id " + std::to_string(value) + " at position " +
                      std::to_string(i + 1) + "; ids are 0 to 135, and 34 numbers are counts");
    }
    const auto id = static_cast<std::size_t>(value);
    if (seen_.test(id)) {
      throw TileError(std::string(what_) + ": id " + std::to_string(value) +
                      " is there twice; each of the 136 tiles exists once");
    }
    seen_.set(id);
    const bool red = red_ids_ && (id == 16 || id == 52 || id == 88);
    sink_.tile(Tile(static_cast<Kind>(id / 4), red));
  }

 private:
  const char* what_;
  bool counts_;
  bool red_ids_;
  Sink& sink_;
  std::bitset<kMaxTiles> seen_;
  Counts read_;
};

/// The value of an integer object; out of range gives a value that is refused later.
long long integer(PyObject* item, const char* what, Py_ssize_t i) {
  if (PyBool_Check(item) || (!PyLong_Check(item) && !PyIndex_Check(item))) {
    throw py::type_error(std::string(what) + ": " + type_name(item) + " at position " +
                         std::to_string(i + 1) + "; expected integers or names of tiles");
  }
  int overflow = 0;
  if (PyLong_Check(item)) return PyLong_AsLongLongAndOverflow(item, &overflow) - overflow;
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(item));
  if (!index) throw py::error_already_set();
  return PyLong_AsLongLongAndOverflow(index.ptr(), &overflow) - overflow;
}

template <class Sink>
void read_items(PyObject* const* items, Py_ssize_t size, const char* what, bool red_ids,
                Sink& sink) {
  if (size > kMaxTiles) {
    throw TileError(std::string(what) + ": " + std::to_string(size) + " tiles; a set has 136");
  }
  if (size > 0 && PyUnicode_Check(items[0])) {
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (!PyUnicode_Check(items[i])) {
        throw py::type_error(std::string(what) + ": " + type_name(items[i]) + " at position " +
                             std::to_string(i + 1) + " among names of tiles");
      }
      sink.tile(read_name(items[i]));
    }
    return;
  }
  Integers<Sink> integers(what, size, red_ids, sink);
  for (Py_ssize_t i = 0; i < size; ++i) integers.take(i, integer(items[i], what, i));
}

class Buffer {
 public:
  explicit Buffer(PyObject* given) {
    if (PyObject_GetBuffer(given, &view_, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
      throw py::error_already_set();
    }
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  const Py_buffer& view() const { return view_; }

  /// The letter of the elements' type in native byte order, or 0.
  char code() const {
    const char* f = view_.format == nullptr ? "B" : view_.format;
    if (*f == '@' || *f == '=') ++f;
    return f[0] != 0 && f[1] == 0 ? f[0] : '\0';
  }
  template <class T>
  long long at(Py_ssize_t i) const {
    T value;
    std::memcpy(&value, static_cast<const char*>(view_.buf) + i * view_.strides[0], sizeof(T));
    // Anything that does not fit is no count and no id, and -1 is refused by both.
    if (static_cast<unsigned long long>(value) > 1'000'000) return -1;
    return static_cast<long long>(value);
  }

 private:
  Py_buffer view_;
};

/// Reads an array of integers; false when its elements are not numbers.
template <class Sink>
bool read_buffer(PyObject* given, const char* what, bool red_ids, Sink& sink) {
  const Buffer buffer(given);
  const auto& view = buffer.view();
  if (view.ndim != 1) {
    std::string shape;
    for (int i = 0; i < view.ndim; ++i) {
      shape += (i == 0 ? "" : ", ") + std::to_string(view.shape[i]);
    }
    throw HandError(std::string(what) + ": an array of shape (" + shape +
                    "); one hand is an array of 34 counts or of ids in one dimension, and the "
                    "batch functions take (n, 34)");
  }
  const auto size = view.shape[0];
  if (size > kMaxTiles) {
    throw TileError(std::string(what) + ": " + std::to_string(size) + " tiles; a set has 136");
  }
  Integers<Sink> integers(what, size, red_ids, sink);
  const auto each = [&]<class T>(T) {
    for (Py_ssize_t i = 0; i < size; ++i) integers.take(i, buffer.at<T>(i));
    return true;
  };
  switch (buffer.code()) {
    case 'b':
      return each(static_cast<signed char>(0));
    case 'B':
      return each(static_cast<unsigned char>(0));
    case 'h':
      return each(short{0});
    case 'H':
      return each(static_cast<unsigned short>(0));
    case 'i':
      return each(int{0});
    case 'I':
      return each(0u);
    case 'l':
      return each(0l);
    case 'L':
      return each(0ul);
    case 'q':
      return each(0ll);
    case 'Q':
      return each(0ull);
    case '?':
    case 'e':
    case 'f':
    case 'd':
    case 'g':
      throw py::type_error(std::string(what) + ": an array of " +
                           (buffer.code() == '?' ? "booleans" : "floats") +
                           "; counts and ids are integers");
    default:
      return false;
  }
}

template <class MakeSink>
void read(PyObject* given, const char* what, bool red_ids, const MakeSink& make_sink) {
  if (PyUnicode_Check(given)) {
    read_text(given, make_sink);
    return;
  }
  auto sink = make_sink();
  if (PyList_CheckExact(given)) {
    // Reading an item can run Python code that changes the list: the items are held by a tuple
    // unless all of them are plain.
    const auto size = PyList_GET_SIZE(given);
#ifdef Py_GIL_DISABLED
    bool plain = false;
#else
    bool plain = true;
#endif
    for (Py_ssize_t i = 0; i < size; ++i) {
      auto* item = PyList_GET_ITEM(given, i);
      plain = plain && (PyLong_CheckExact(item) || PyUnicode_CheckExact(item));
    }
    if (plain) {
      read_items(reinterpret_cast<PyListObject*>(given)->ob_item, size, what, red_ids, sink);
      return;
    }
  }
  if (PyBytes_Check(given) || PyByteArray_Check(given) || PyDict_Check(given) ||
      PyAnySet_Check(given)) {
    wrong_type(what, given);
  }
  if (PyObject_CheckBuffer(given) && read_buffer(given, what, red_ids, sink)) return;
  if (!PySequence_Check(given)) wrong_type(what, given);
  const auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(given));
  if (!items) throw py::error_already_set();
  read_items(reinterpret_cast<PyTupleObject*>(items.ptr())->ob_item, PyTuple_GET_SIZE(items.ptr()),
             what, red_ids, sink);
}

}  // namespace

void read_tiles(PyObject* given, const char* what, TileList& out, bool red_ids) {
  read(given, what, red_ids, [&] { return ListSink(out, what); });
}

void read_hand(PyObject* given, HandCounts& out) {
  read(given, "hand", false, [&] { return CountsSink(out); });
  if (out.size > 14 || out.size % 3 == 0) {
    throw HandError("hand: " + std::to_string(out.size) +
                    " tiles; a hand has 13 or 14 concealed tiles, less three for each meld");
  }
}

Tile read_tile(PyObject* given, const char* what, bool red_ids) {
  TileList tiles;
  if (PyLong_Check(given) && !PyBool_Check(given)) {
    ListSink sink(tiles, what);
    read_items(&given, 1, what, red_ids, sink);
  } else if (PyUnicode_Check(given)) {
    return read_name(given);
  } else {
    read_tiles(given, what, tiles, red_ids);
  }
  if (tiles.size() != 1) {
    throw TileError(std::string(what) + ": expected one tile, got " + std::to_string(tiles.size()));
  }
  return tiles[0];
}

void read_melds(PyObject* given, Melds& out) {
  out.clear();
  const auto add = [&](std::string_view text) {
    if (out.size() == 4) throw HandError("melds: more than four");
    out.push_back(parse_meld(text));
  };
  if (PyUnicode_Check(given)) {
    auto text = utf8(given);
    while (true) {
      const auto from = text.find_first_not_of(' ');
      if (from == std::string_view::npos) return;
      text.remove_prefix(from);
      const auto to = std::min(text.find(' '), text.size());
      add(text.substr(0, to));
      text.remove_prefix(to);
    }
  }
  if (!PySequence_Check(given) || PyBytes_Check(given)) {
    throw py::type_error("melds: " + type_name(given) +
                         " given; melds are texts such as 'pon:555z' in a list");
  }
  const auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(given));
  if (!items) throw py::error_already_set();
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
    auto* item = PyTuple_GET_ITEM(items.ptr(), i);
    if (!PyUnicode_Check(item)) {
      throw py::type_error("melds: " + type_name(item) + " at position " + std::to_string(i + 1) +
                           "; a meld is a text such as 'pon:555z'");
    }
    add(utf8(item));
  }
}

PyObject* kind_text(Kind kind) {
  static const auto texts = [] {
    std::array<PyObject*, kKinds> out{};
    for (Kind k = 0; k < kKinds; ++k) {
      out[k] = PyUnicode_InternFromString(format_tile(Tile(k)).c_str());
    }
    return out;
  }();
  return texts[kind];
}

}  // namespace oshihiki::bindings
