"""The licence of a release: that of its rows, where they all have one."""

from __future__ import annotations

from typing import Final

from builders.releases.manifest import Manifest

_NONE: Final = frozenset({"", "other", "unknown", "mixed"})


def licence_of(manifest: Manifest) -> str:
    """Return the licence that the rows of all sources have, empty where they differ.

    A source whose licence nobody stated is under that of the recipe.
    """
    found = {source.licence or manifest.recipe.licence for source in manifest.sources}
    licence = found.pop() if len(found) == 1 else ""
    return "" if licence.lower() in _NONE else licence
