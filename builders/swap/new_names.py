"""The names of an entity in the source, and its new names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from builders.names import PARTICLES, SUFFIXES, bare
from builders.text import UNSPACED, bounds_itself, is_joined

Letters = Literal["none", "unspaced", "any"]


class SourceName(NamedTuple):
    """The names of an entity in the source.

    `first` and `last` are the parts by which a person may be called; `aliases` are other written
    forms (U.S., USA). `type` is the span type that the edits of this entity get. A name that is not
    `whole` is one perturbable span of a longer name (Boston in Boston Celtics): it is searched for
    inside the mentions of the entity, the rest of which stays. If `by_words` is false, the new name
    was drawn at random and its words do not correspond to those of the old name. `beside` says
    which letters may stand directly next to the new names: "any" letters (if all new names are in
    scripts without spaces), only "unspaced" letters (of such scripts), or "none" (if a new name may
    begin with a combining mark).
    """

    entity: str
    type: str
    full: str
    first: str = ""
    last: str = ""
    aliases: tuple[str, ...] = ()
    whole: bool = True
    by_words: bool = True
    beside: Letters = "none"


class NewName(NamedTuple):
    """The new names of an entity, part by part; `aliases` maps old written forms to new ones."""

    full: str
    first: str = ""
    last: str = ""
    aliases: Mapping[str, str] | None = None

    @property
    def given(self) -> tuple[str, ...]:
        """The names before the last name."""
        if self.last and self.full.endswith(self.last):
            return tuple(self.full[: len(self.full) - len(self.last)].split())
        return tuple((self.first or self.full).split())


def adjacent_letters(names: Iterable[str]) -> Letters:
    """Return which letters may stand directly next to any of these names in a text.

    The result is "any" if all names are in scripts without spaces, "none" if a word of a name
    begins with a combining mark, and otherwise "unspaced": letters of scripts without spaces.
    """
    names = [name for name in names if name]
    if all(map(bounds_itself, names)):
        return "any"
    return "none" if any(map(_has_loose_mark, names)) else "unspaced"


@lru_cache(maxsize=4096)
def _has_loose_mark(name: str) -> bool:
    """Return whether a word of a name begins with a combining mark."""
    return any(
        is_joined(UNSPACED, char) and not is_joined(before, char)
        for before, char in pairwise(f" {name}")
    )


def split_person(name: str) -> tuple[str, str]:
    """Return first and last name, or empty strings for a name of one word.

    The first word is the first name (a hyphenated name is one word). The last word with its
    particles is the last name. Suffixes such as "Jr." belong to neither.
    """
    words = [word.rstrip(",") for word in name.replace("_", " ").split()]
    while len(words) > 1 and bare(words[-1]) in SUFFIXES:
        words.pop()
    if len(words) < 2 or words[0][:1].islower():
        return "", ""  # A surname alone may begin with a particle (van der Berg).
    at = len(words) - 1
    while at > 1 and bare(words[at - 1]) in PARTICLES:
        at -= 1
    return words[0], " ".join(words[at:])
