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
    """The names by which the source text calls an entity that is to be renamed."""

    entity: str
    """The id of the entity."""
    type: str
    """The span type that the edits of the entity get."""
    full: str
    """The full name."""
    first: str = ""
    """The first name of a person, or empty."""
    last: str = ""
    """The last name of a person, or empty."""
    aliases: tuple[str, ...] = ()
    """Other names of the entity (U.S. and USA for the United States)."""
    whole: bool = True
    """Whether `full` is a whole name of the entity, and not just a part of its name.

    A part is searched for inside the mentions of the entity, and the other words of a mention stay.
    For example, only Boston in Boston Celtics may be renamed.
    """
    by_words: bool = True
    """Whether the words of the new name correspond to those of the old name in order."""
    beside: Letters = "none"
    """Which letters of the text may stand directly next to the new name (see adjacent_letters)."""


class NewName(NamedTuple):
    """The new names of an entity."""

    full: str
    first: str = ""
    """The first name, or empty if the new name has no such part."""
    last: str = ""
    """The last name, or empty if the new name has no such part."""
    aliases: Mapping[str, str] | None = None
    """New names for the other names of the entity in the source (U.S., for example)."""
    adjective: str = ""
    """The name to use where the source uses that of a country as an adjective, or empty."""

    @property
    def given(self) -> tuple[str, ...]:
        """The words of the full name before the last name, such as Mary Ann in Mary Ann Holm.

        If the full name does not end with a last name, these are the words of the first name.
        If there is no first name either, they are all words of the full name.
        """
        if self.last and self.full.endswith(self.last):
            return tuple(self.full[: len(self.full) - len(self.last)].split())
        return tuple((self.first or self.full).split())


def adjacent_letters(names: Iterable[str]) -> Letters:
    """Return which letters of a text may stand directly next to these names.

    The result is "any", "none", or "unspaced": only letters of scripts that are written
    without spaces, such as Chinese. It is "any" if all names begin and end with characters
    of such scripts. Otherwise it is "none" if a word of a name begins with a combining
    mark, and "unspaced" if no word does.
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
    """Return the first and the last name in the full name of a person.

    The first word is the first name. The last word, with the particles before it (van der Berg), is
    the last name. A hyphenated name is one word, and suffixes such as "Jr." belong to neither part.
    Both parts are empty if the name has only one word or begins with a lower-case word.
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
