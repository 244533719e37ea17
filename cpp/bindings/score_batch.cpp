#include <string>
#include <utility>
#include <vector>

#include "numpy_io.hpp"
#include "oshihiki/base/error.hpp"
#include "oshihiki/score/batch.hpp"
#include "score.hpp"

namespace oshihiki::bindings {
namespace {

/// Hands to be scored together, and why the bad ones are bad.
struct HandBatch {
  std::vector<score::BatchRow> rows;
  std::vector<std::pair<std::size_t, std::string>> errors;

  void add_bad(const std::string& why) {
    errors.emplace_back(rows.size(), why);
    score::BatchRow row;
    row.bad = true;
    rows.push_back(row);
  }
  void add(const score::Claim& claim) {
    try {
      rows.push_back(score::make_row(claim));
    } catch (const Error& e) {
      add_bad(e.what());
    }
  }
};

constexpr std::uint8_t kNone = 255;
constexpr std::uint16_t kNoMeld = 0xFFFF;

/// Columns as Python made them: shapes and types are right, values are not yet checked.
struct Columns {
  py::array_t<std::uint8_t> hands, win, seat, round, dora, ura, aka, kita;
  py::array_t<std::uint16_t> melds, honba, deposits;
  py::array_t<std::uint32_t> flags;
};

void check_code(unsigned code, const char* what) {
  if ((code & 0x3F) >= kKinds || code > 0x7F) {
    throw TileError(std::string(what) + ": tile code " + std::to_string(code) +
                    "; a code is a kind 0 to 33, plus 64 when red");
  }
}

score::Claim claim_of_row(const Columns& c, py::ssize_t i) {
  score::Claim claim;
  for (Kind k = 0; k < kKinds; ++k) {
    const int n = c.hands.at(i, k);
    if (n > kCopies) {
      throw TileError("hand: " + std::to_string(n) + " copies; there are four of each tile");
    }
    for (int j = 0; j < n; ++j) {
      if (claim.hand.size() == claim.hand.capacity())
        throw HandError("hand has more than 14 tiles");
      claim.hand.push_back(Tile(k));
    }
  }
  check_code(c.win.at(i), "win");
  claim.win = Tile::from_code(c.win.at(i));
  for (py::ssize_t j = 0; j < 4; ++j) {
    const unsigned code = c.melds.at(i, j);
    if (code == kNoMeld) continue;
    Meld meld;
    const unsigned type = code >> 6;
    meld.kind = static_cast<Kind>(code & 0x3F);
    if (type > 4 || meld.kind >= kKinds ||
        (type == 0 && (is_honour(meld.kind) || rank_of(meld.kind) > 6))) {
      throw HandError("melds: " + std::to_string(code) +
                      " is no meld; a code is the lowest kind plus 64 times the type (chi 0, "
                      "pon 1, daiminkan 2, kakan 3, ankan 4), -1 for none");
    }
    meld.type = static_cast<MeldType>(type);
    claim.melds.push_back(meld);
  }
  if (c.seat.at(i) > 3 || c.round.at(i) > 3) throw HandError("winds are 0 to 3 (E S W N)");
  claim.seat_wind = static_cast<Kind>(kEast + c.seat.at(i));
  claim.round_wind = static_cast<Kind>(kEast + c.round.at(i));
  claim.flags = c.flags.at(i);
  for (py::ssize_t j = 0; j < 5; ++j) {
    if (c.dora.at(i, j) != kNone) {
      check_code(c.dora.at(i, j), "dora");
      claim.dora.push_back(Tile::from_code(c.dora.at(i, j)));
    }
    if (c.ura.at(i, j) != kNone) {
      check_code(c.ura.at(i, j), "ura");
      claim.ura.push_back(Tile::from_code(c.ura.at(i, j)));
    }
  }
  claim.kita = c.kita.at(i);
  claim.honba = c.honba.at(i);
  claim.deposits = c.deposits.at(i);
  return claim;
}

HandBatch from_columns(const Columns& c) {
  HandBatch batch;
  const auto n = c.hands.shape(0);
  batch.rows.reserve(static_cast<std::size_t>(n));
  const py::gil_scoped_release free;
  for (py::ssize_t i = 0; i < n; ++i) {
    try {
      batch.add(claim_of_row(c, i));
      batch.rows.back().uncoloured_aka = c.aka.at(i);
    } catch (const Error& e) {
      batch.add_bad(e.what());
    }
  }
  return batch;
}

py::object score_batch(const HandBatch& batch, const py::object& rules_given, int threads) {
  if (threads < 1 || threads > 1024) {
    throw HandError("threads = " + std::to_string(threads) + ": from 1 to 1024");
  }
  // At the first batch: it loads numpy.
  static const bool known = [] {
    PYBIND11_NUMPY_DTYPE(score::BatchScore, status, han, fu, yakuman, yaku, dora, aka, ura, kita,
                         limit, ron, tsumo, total);
    return true;
  }();
  static_cast<void>(known);
  const auto rules_object = rules_of(rules_given.ptr());
  const auto& rules = rules_object.cast<const rules::Rules&>();
  auto out = new_array<score::BatchScore>({static_cast<py::ssize_t>(batch.rows.size())});
  auto* data = out.mutable_data();
  {
    const py::gil_scoped_release free;
    score::score_rows(batch.rows.data(), batch.rows.size(), rules, data, threads);
  }
  return std::move(out);
}

}  // namespace

void bind_score_batch(py::module_& m) {
  py::class_<HandBatch>(m, "Hands", "Hands to be scored together.")
      .def(py::init<>())
      .def("__len__", [](const HandBatch& b) { return b.rows.size(); })
      .def(
          "add",
          [](HandBatch& b, const py::dict& arguments) {
            try {
              b.add(claim_of(arguments));
            } catch (const Error& e) {
              b.add_bad(e.what());
            } catch (const py::type_error& e) {
              b.add_bad(e.what());
            } catch (py::error_already_set& e) {
              if (!e.matches(PyExc_Exception)) throw;
              b.add_bad(py::str(e.value()));
            }
          },
          py::arg("arguments"))
      .def("add_bad", &HandBatch::add_bad, py::arg("why"))
      .def_property_readonly("errors", [](const HandBatch& b) {
        py::dict out;
        for (const auto& [row, why] : b.errors) out[py::int_(row)] = why;
        return out;
      });
  m.def(
      "hands_from_columns",
      [](const py::dict& d) {
        Columns c;
        c.hands = d["hands"].cast<decltype(c.hands)>();
        c.win = d["win"].cast<decltype(c.win)>();
        c.seat = d["seat_wind"].cast<decltype(c.seat)>();
        c.round = d["round_wind"].cast<decltype(c.round)>();
        c.dora = d["dora"].cast<decltype(c.dora)>();
        c.ura = d["ura"].cast<decltype(c.ura)>();
        c.aka = d["aka"].cast<decltype(c.aka)>();
        c.kita = d["kita"].cast<decltype(c.kita)>();
        c.melds = d["melds"].cast<decltype(c.melds)>();
        c.honba = d["honba"].cast<decltype(c.honba)>();
        c.deposits = d["deposits"].cast<decltype(c.deposits)>();
        c.flags = d["flags"].cast<decltype(c.flags)>();
        return from_columns(c);
      },
      py::arg("columns"));
  m.def("score_batch", &score_batch, py::arg("batch"), py::arg("rules"), py::arg("threads"));
}

}  // namespace oshihiki::bindings
