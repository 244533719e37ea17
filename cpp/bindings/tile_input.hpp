#pragma once

#include <optional>

#include "bind.hpp"
#include "oshihiki/base/counts.hpp"
#include "oshihiki/base/fixed_vector.hpp"
#include "oshihiki/base/meld.hpp"
#include "oshihiki/base/tile.hpp"

// The one door through which tiles come in from Python. An argument is
//   text          "123m406p789s11z" (0: the red five)
//   34 integers   how many of each kind (list, tuple, array)
//   integers      136-ids, tile i is a copy of kind i / 4; 16, 52, 88 are the red fives
//   names         mjai's ("5mr", "E", "P") or tile text of one tile each

namespace oshihiki::bindings {

using TileList = FixedVector<Tile, kMaxTiles>;

/// Reads tiles; `what` names the argument in errors. Throws TileError, or a Python TypeError for
/// what is none of the above (floats and booleans too). Five copies of a kind are refused, red
/// ids are read as red when `red_ids` is set.
void read_tiles(PyObject* given, const char* what, TileList& out, bool red_ids = true);

/// The counts of a concealed hand, without regard to red tiles: what shanten needs.
struct HandCounts {
  Counts counts;
  SuitKeys keys;
  int size = 0;
};

/// Reads a concealed hand in any of the forms. Throws TileError as read_tiles does, HandError
/// when no hand of that many tiles exists (3n+1 or 3n+2, up to 14).
void read_hand(PyObject* given, HandCounts& out);

/// Reads exactly one tile, in any of the forms but counts; one integer is an id.
Tile read_tile(PyObject* given, const char* what, bool red_ids = true);

/// Reads melds: text with spaces between them, or a sequence of texts. Throws HandError.
void read_melds(PyObject* given, Melds& out);

/// The text of a kind ("1m" to "7z") as a Python string, borrowed and kept for good.
PyObject* kind_text(Kind kind);

}  // namespace oshihiki::bindings
