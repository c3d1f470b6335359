"""The licence of a release, if all its source datasets have the same licence."""

from __future__ import annotations

from typing import Final

from builders.releases.manifest import Manifest

_NONE: Final = frozenset({"", "other", "unknown", "mixed"})


def licence_of(manifest: Manifest) -> str:
    """Return the common licence of all sources, or an empty string if there is none.

    There is none if the licences differ, or if the licence is unknown or a word such as "other". A
    source without a stated licence has the licence of the recipe.
    """
    found = {source.licence or manifest.recipe.licence for source in manifest.sources}
    licence = found.pop() if len(found) == 1 else ""
    return "" if licence.lower() in _NONE else licence
