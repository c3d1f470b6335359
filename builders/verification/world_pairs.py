"""What belongs together in the source stays together when renamed: from the edits alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from builders.places import country_key
from builders.releases.quoting import shown
from builders.types import Edit
from builders.verification.row_check import Broken, folded

_FIELDS = frozenset({"context", "question", "title"})


def worlds_broken(edits: Sequence[Edit], lands: Mapping[str, str]) -> Iterator[Broken]:
    """Yield nationalities that became another country's than their country did: invariant 3.

    `lands` gives the folded country of every name of a country or a people, folded too. A people
    whose country is not renamed in the row has nothing to agree with.
    """
    countries: dict[str, set[str]] = {}
    peoples: dict[str, set[tuple[str, str]]] = {}
    for edit in edits:
        if edit.field in _FIELDS and edit.type in {"COUNTRY", "NATIONALITY"}:
            old, new = _land(edit.old, lands), _land(edit.new, lands)
            if edit.type == "COUNTRY":
                countries.setdefault(old, set()).add(new)
            elif old and new:
                peoples.setdefault(old, set()).add((new, edit.new))
    for old, news in countries.items():
        for new, name in sorted(peoples.get(old, ())):
            # Of two names of one people one alone can be that of the new country.
            if new not in news and len(peoples[old]) == 1:
                yield 3, f"{shown(name)} does not belong to what {shown(old)} became"


def _land(name: str, lands: Mapping[str, str]) -> str:
    key = folded(name).removesuffix("'s").removesuffix("’s")
    found = lands.get(key) or lands.get(key.removesuffix("s")) or ""
    return country_key(found or key)


def rows_with_pairs(table: pa.Table) -> list[int]:
    """Return the rows with edits of a country and of a nationality."""
    lists = table.column("edits").combine_chunks()
    kinds = pc.struct_field(lists.flatten(), "type")
    rows = pc.list_parent_indices(lists)
    found = [
        set(rows.filter(pc.equal(kinds, kind)).to_pylist()) for kind in ("COUNTRY", "NATIONALITY")
    ]
    return sorted(found[0] & found[1])
