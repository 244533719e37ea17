"""A row for every spot, as Parquet, for those who fit models of their own.

Columns, in this order. Where it was: ``block``, ``match``, ``number`` (the round within the match;
with real logs ``match`` numbers the rounds), ``seat``, ``decision`` (of that seat in the round);
``oshihiki trace`` prints that round of a self-played study. What it counts: ``weight``,
``worlds``, and ``cell_<axis>``, the labels of its cell. What the order of the wall did: ``race_*``,
six numbers that are zero on the average whatever the hands (below). What was to be seen: every
feature by its name. What came of it, for each arm: ``value_<arm>``, the mean over the spot's worlds
in points; ``variance_<arm>``, that of a single world around it, from re-deals (null with one
world); ``dealt_<arm>`` and ``end_<arm>``, value and end in the dealt world; ``wins_<arm>``,
``deal_ins_<arm>``, ``ronned_<arm>`` (by the first tile), in how many worlds. For each pair:
``difference_<pair>`` and ``variance_<pair>`` likewise.

The race: from the spot on nobody calls, the hero and the opponents in riichi discard what they
draw, all others do nothing. ``race_hero_draws``, ``race_threat_feeds``, ``race_threat_draws`` and
``race_hero_feeds``: the first to come is that the hero draws a tile he accepts after his best
discard, a threat draws and discards one, a threat draws a tile of its wait, the hero draws and
discards one; ``race_threat_alone`` and ``race_hero_alone`` look at one side only. Each is 1 if it
so happened in the dealt wall, less its exact chance over the orders of the unseen tiles: a control
variate for ``dealt_<arm>``.

Rows are in the order of blocks, and in a block in the order of play, so that the file is the same
however the run was cut. While a run is under way rows lie beside its shards, in ``rows/``; at its
end those of the blocks that count are joined in ``rows.parquet``.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study.cell import OUTCOMES
from oshihiki.study.features import features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.store import Shard, write_file

__all__ = ["NAME", "Rows"]

NAME = "rows.parquet"

_ENDS = (OUTCOMES[0], "", *OUTCOMES[1:])  # the core's order; a tsumo is among the wins


class Rows:
    """Writes the rows of a study's folder."""

    def __init__(self, spec: Spec, id: str, folder: Path) -> None:
        import pyarrow as pa

        self._names = spec.plan.row_fields
        self._race = [name for name in self._names if name.startswith("race.")]
        self._arms = spec.arms
        self._pairs = [f"{a}-{b}" for a, b in spec.pairs]
        self._scale = 100 if spec.identity["measure"] == "points" else 1
        self._features = features()
        self._axes = {axis.feature: axis.labels for axis in spec.axes}
        self._keys = spec.keys()
        self._folder = folder
        self._parts = folder / "rows"
        label = pa.dictionary(pa.int16(), pa.string())
        types = {"number": pa.int32(), "truth": pa.bool_(), "labels": label}
        columns: list[tuple[str, Any]] = [("block", pa.int64()), ("match", pa.int64())]
        columns += [(name, pa.int32()) for name in ("number", "seat", "decision")]
        columns += [("weight", pa.int64()), ("worlds", pa.int32())]
        columns += [(f"cell_{axis}", label) for axis in self._axes]
        columns += [(name.replace(".", "_"), pa.float64()) for name in self._race]
        columns += [(name, types[f.type]) for name, f in self._features.items()]
        for arm in self._arms:
            columns += [(f"{x}_{arm}", pa.float64()) for x in ("value", "variance", "dealt")]
            columns.append((f"end_{arm}", label))
            columns += [(f"{x}_{arm}", pa.int32()) for x in ("wins", "deal_ins", "ronned")]
        columns += [
            (f"{x}_{p}", pa.float64()) for p in self._pairs for x in ("difference", "variance")
        ]
        if len({name for name, _ in columns}) < len(columns):
            raise StudyError("rows: an arm or a pair has the name of another column")
        self.schema = pa.schema(columns, metadata={"oshihiki.study.id": id})

    # Parts

    def has(self, shard: Shard) -> bool:
        """Whether the rows of a stored range are there."""
        return self._part(shard.first, shard.last).is_file()

    def _part(self, first: int, last: int) -> Path:
        return self._parts / f"{first:09d}-{last:09d}.parquet"

    def write(self, first: int, last: int, blocks: Sequence[bytes]) -> None:
        """Store the rows of a range of blocks, each as the core gave them."""
        self._parts.mkdir(exist_ok=True)
        sink = io.BytesIO()
        self._write(sink, map(self.table, range(first, last), blocks))
        write_file(self._part(first, last), sink.getvalue())

    def _write(self, sink: Any, tables: Iterable[Any]) -> None:
        import pyarrow.parquet as pq

        with pq.ParquetWriter(sink, self.schema, compression="zstd") as writer:
            for table in tables:
                writer.write_table(table)

    def join(self, way: Sequence[Shard]) -> Path:
        """Make ``rows.parquet`` of the parts of these ranges, a row group a block."""
        target = self._folder / NAME
        temporary = target.with_name(f".{NAME}.{os.getpid()}.tmp")
        with temporary.open("wb") as file:
            self._write(file, self._groups(way))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        return target

    def _groups(self, way: Sequence[Shard]) -> Iterator[Any]:
        import pyarrow.parquet as pq

        for shard in way:
            with pq.ParquetFile(self._part(shard.first, shard.last)) as part:
                for group in range(part.num_row_groups):
                    yield part.read_row_group(group).cast(self.schema)

    # Columns

    def table(self, block: int, numbers: bytes) -> Any:
        """The core's numbers of one block as a table."""
        import numpy as np
        import pyarrow as pa

        rows = np.frombuffer(numbers, np.int64).reshape(-1, len(self._names))
        of = {name: rows[:, i] for i, name in enumerate(self._names)}
        worlds = of["worlds"]
        out: dict[str, Any] = {"block": np.full(len(rows), block)}

        def labels(codes: Any, names: Sequence[str]) -> Any:
            return pa.DictionaryArray.from_arrays(
                pa.array(codes.astype(np.int16)), pa.array(names, pa.string())
            )

        def variance(squares: Any, sums: Any) -> Any:
            single = worlds < 2
            below = np.where(single, 1, worlds * (worlds - 1))
            return pa.array(
                (squares * worlds - sums * sums) * (self._scale**2) / below, mask=single
            )

        for name in ("match", "number", "seat", "decision", "weight", "worlds"):
            out[name] = of[name]
        for axis, names in self._axes.items():
            at = np.array([names.index(key[axis]) for key in self._keys], np.int16)
            out[f"cell_{axis}"] = labels(at[of["cell"]], names)
        for name in self._race:
            out[name.replace(".", "_")] = of[name] / 2.0**16
        for name, feature in self._features.items():
            if feature.type == "labels":
                out[name] = labels(of[name], feature.labels)
            else:
                out[name] = of[name].astype(bool) if feature.type == "truth" else of[name]
        for arm in self._arms:
            own = {name[len(arm) + 5 :]: of[name] for name in of if name.startswith(f"arm.{arm}.")}
            out[f"value_{arm}"] = own["value"] * self._scale / worlds
            out[f"variance_{arm}"] = variance(own["squares"], own["value"])
            out[f"dealt_{arm}"] = own["dealt"] * float(self._scale)
            out[f"end_{arm}"] = labels(own["end"], _ENDS)
            for name in ("wins", "deal_ins", "ronned"):
                out[f"{name}_{arm}"] = own[name]
        for pair in self._pairs:
            a, b = next((a, b) for a in self._arms for b in self._arms if f"{a}-{b}" == pair)
            sums = of[f"arm.{a}.value"] - of[f"arm.{b}.value"]
            out[f"difference_{pair}"] = sums * self._scale / worlds
            out[f"variance_{pair}"] = variance(of[f"pair.{pair}.squares"], sums)
        arrays = [pa.array(out[field.name]).cast(field.type) for field in self.schema]
        return pa.Table.from_arrays(arrays, schema=self.schema)
