"""Checks of left-out.parquet against the manifest, the rows of the files and the sources.

This file of a release lists the instances that were left out or left unchanged, with the reasons.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import FixInputError, RenamerError
from builders.releases.left_out import LEFT_OUT, LeftOut, left_out_batches
from builders.releases.manifest import Manifest
from builders.releases.quoting import shown
from builders.releases.release_reading import MANIFEST, batches_of
from builders.verification.findings import Findings
from builders.verification.group_check import SourceIndex
from builders.verification.release_contents import Contents

_BATCH: Final = 1 << 14


def check_left_out(
    folder: Path,
    contents: Contents,
    types: Mapping[str, str],
    sources: Mapping[str, SourceIndex],
    findings: Findings,
) -> None:
    """Report contradictions between left-out.parquet and the manifest, data files or sources.

    `types` has the answer type of each file that the recipe makes, by path. `sources` has the
    source datasets that the user gave, by name. Nothing is checked if the manifest or its counts of
    left-out and unchanged instances were found to be faulty, because more faults would only follow
    from these.
    """
    if any(finding.file == MANIFEST or finding.invariant == 6 for finding in findings.kept):
        return
    counts: Counter[tuple[str, str, str]] = Counter()
    ids: defaultdict[tuple[str, str], list[pa.Array]] = defaultdict(list)
    known = {entry.path: entry.source for entry in contents.manifest.originals}
    try:
        for batch in left_out_batches(folder):
            for row in map(LeftOut, *(column.to_pylist() for column in batch.columns)):
                counts[row.path, row.kind, row.reason] += 1
                if row.type != types.get(row.path, row.type):
                    message = f"{shown(row.type)} is not the type of {shown(row.path)}"
                    findings.add(LEFT_OUT, row.id, 6, message)
                source = sources.get(known.get(row.path, ""))
                if source is not None and not source.has(row.id):
                    findings.add(LEFT_OUT, row.id, 6, "no instance of the source has this id")
            _gather(batch, ids)
    except FixInputError as error:
        findings.add(LEFT_OUT, "", 6, str(error).removeprefix(f"{folder / LEFT_OUT}: "))
        return
    _compare_counts(contents.manifest, counts, findings)
    for (path, kind), chunks in ids.items():
        if path in contents.data - contents.withheld:
            _compare_rows(folder, path, kind, pa.chunked_array(chunks, pa.string()), findings)


def _gather(batch: pa.RecordBatch, ids: defaultdict[tuple[str, str], list[pa.Array]]) -> None:
    """Add the ids of a batch of left-out.parquet to `ids`.

    The keys of `ids` are the path of a data file and what happened to the instances in it
    ("left-out" or "unchanged").
    """
    table = pa.Table.from_batches([batch])
    places = table.group_by(["path", "kind"]).aggregate([("id", "list")])
    columns = (places.column(name).to_pylist() for name in ("path", "kind", "id_list"))
    for path, kind, own in zip(*columns, strict=True):
        ids[path, kind].append(pa.array(own, pa.string()))


def _compare_counts(
    manifest: Manifest, counts: Mapping[tuple[str, str, str], int], findings: Findings
) -> None:
    said = Counter[tuple[str, str, str]]()
    for reason in manifest.reasons:
        said[reason.path, reason.kind, reason.reason] += reason.count
    for key in sorted(said.keys() | counts.keys()):
        if said[key] != counts.get(key, 0):
            path, kind, why = key
            findings.add(
                LEFT_OUT, "", 6,
                f"{counts.get(key, 0)} instances are {shown(kind)} of {shown(path)} because of "
                f"{shown(why)}, the manifest counts {said[key]}",
            )  # fmt: skip


def _compare_rows(
    folder: Path, path: str, kind: str, ids: pa.ChunkedArray, findings: Findings
) -> None:
    """Compare the rows of the data file `path` with the ids that left-out.parquet lists for it.

    `kind` says whether the file should lack these rows ("left-out") or contain them "unchanged".
    """
    for entry in pc.value_counts(ids):
        if entry["counts"].as_py() > 1:
            message = f"is named more than once for {shown(path)}"
            findings.add(LEFT_OUT, entry["values"].as_py(), 6, message)
    try:
        rows = [(batch.column("id"), batch.column("changed"))
                for batch in batches_of(folder, path, ["id", "changed"], _BATCH)]  # fmt: skip
    except RenamerError:
        return  # reported when its rows are read
    present = pa.chunked_array([row_ids for row_ids, _ in rows], pa.string())
    if kind == "left-out":
        for row_id in ids.filter(pc.is_in(ids, value_set=present)).to_pylist():
            findings.add(LEFT_OUT, row_id, 6, f"is left out of {shown(path)}, which has it")
        return
    changed = pa.chunked_array([each for _, each in rows], pa.bool_())
    same = present.filter(pc.invert(changed))
    for one, other, message in (
        (same, ids, f"is unchanged in {shown(path)} without a reason"),
        (ids, same, f"is given as unchanged in {shown(path)}, where it is not"),
    ):
        for row_id in one.filter(pc.invert(pc.is_in(one, value_set=other))).to_pylist():
            findings.add(LEFT_OUT, row_id, 6, message)
