"""The form in which a mention gives a name (part, plural, case, separators).

A mention is analysed once (`analyse`), and new names are written in its form (`write`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from builders.names import without_particles
from builders.swap.inflection import (
    SHORT_ACRONYM,
    Casing,
    apply_casing,
    casing_of,
    is_short_acronym,
    pluralize,
    plurals,
)
from builders.swap.new_names import NewName, SourceName
from builders.swap.offsets import boundaries
from builders.text import fold, fold_key, is_whole

_NAME_WORD: Final = re.compile(r"[^\s_]+")
_SEPARATORS: Final = re.compile(r"[\s_]+")
_GIVEN: Final = re.compile(r"[^\W\d_]\.|[^\s.]+")
_MONOGRAM: Final = re.compile(r"[^\W\d_](?:\.? ?[^\W\d_])+\.?")
_QUOTED: Final = re.compile(r"[\"“‘'(]([^\W\d_]+)[\"”’')]")
_FIRST_INITIAL: Final = re.compile(r"([^\W\d_]\.?)[\s_]+\S")
_MISSPELT: Final = 0.7
# A word next to a first or last name is the misspelt other name only if longer and more similar.
_LONG: Final = 4
_NEARLY: Final = 0.8


class Part(Enum):
    """The part of a name that a mention consists of."""

    FULL = "full"
    FIRST = "first"
    LAST = "last"
    BARE_LAST = "last without its particles"
    FIRST_LAST = "first and last"
    INVERTED = "last, first"
    INITIALS = "initials"
    MONOGRAM = "monogram"
    ALIAS = "alias"


class Piece(NamedTuple):
    """Words full[start:end] of a name that are not its first or last name, as in [Lake] Tana."""

    source: SourceName
    start: int
    end: int


class Form(NamedTuple):
    """The form of a mention, from which the same form of another name can be written.

    `alias` is the alternative name in the source, for Part.ALIAS. For Part.INITIALS, `given` has
    an "i" (initial) or "w" (word) per given name, and ends in "…" if the mention has all given
    names; `stopped` and `spaced` say whether the initials have full stops and spaces between
    them. `small_ending` marks an upper-case plural with a lower-case ending (the HOLTs).
    `inverted` says that the last name comes first (Walsh, H. T.). A `piece` is replaced by the
    corresponding words of the new name, or by the part that `part` gives if no words correspond.
    """

    part: Part
    type: str
    plural: bool = False
    casing: Casing = Casing.AS_GIVEN
    separator: str = " "
    alias: str = ""
    given: str = "i"
    stopped: bool = True
    spaced: bool = True
    small_ending: bool = False
    inverted: bool = False
    piece: Piece | None = None

    @property
    def is_plain(self) -> bool:
        """Return whether the form is the unchanged full name."""
        unchanged = not self.plural and self.casing is Casing.AS_GIVEN and self.separator == " "
        return self.part is Part.FULL and unchanged and not self.inverted and self.piece is None


@dataclass(frozen=True, slots=True)
class Located:
    """A form that covers [start, end) of the surface of a mention."""

    start: int
    end: int
    form: Form


@lru_cache(maxsize=8192)
def analyse(surface: str, source: SourceName) -> Located | None:
    """Return the form of `source` that a mention has, or None if the mention cannot be edited.

    The form may cover only a part of the surface, because an honorific or a possessive ending
    stays. A surface without a known form is treated as the most similar part of the name, or as
    the full name. If it is in another script than the name, however, None is returned.
    """
    blanks = len(surface) - len(surface.lstrip())
    if surface != surface.strip():
        located = analyse(surface.strip(), source)
        return located and Located(located.start + blanks, located.end + blanks, located.form)
    form = _whole_form(surface, source) or _inverted(surface, source) or _piece(surface, source)
    if form is not None:
        return Located(0, len(surface), form)
    inner = _inner_form(surface, source)
    if inner is not None:
        return inner
    if _script(surface) != _script(source.full):
        return None
    end = _without_possessive(surface)
    part, name = _closest_part(surface[:end], source)
    short = is_short_acronym(name, source.type)
    casing = casing_of(surface[:end], name, is_acronym=short)
    casing = Casing.AS_GIVEN if _is_acronym(surface, name) else casing
    return Located(0, end, Form(part, source.type, casing=casing, separator=_separator(surface)))


@lru_cache(maxsize=8192)
def analyse_part(surface: str, source: SourceName) -> Located | None:
    """Find a perturbable span inside a mention: unchanged, in the plural, or as an initial."""
    form = _whole_form(surface, source)
    if form is not None:
        return Located(0, len(surface), form)
    return _inner_form(surface, source) or _leading_initial(surface, source)


def nickname(surface: str, source: SourceName, done: int) -> Located | None:
    """Find a nickname in quotation marks after index `done`, as [Bill] in William "Bill" Tate."""
    quoted = _QUOTED.search(surface, done)
    if quoted is None or quoted[1] not in (source.full, *source.aliases):
        return None
    part = Part.FULL if quoted[1] == source.full else Part.ALIAS
    return Located(*quoted.span(1), Form(part, source.type, alias=quoted[1]))


def _leading_initial(surface: str, source: SourceName) -> Located | None:
    """Find the initial of an abbreviated first name, as [R.] in R. Marx for Richard Marx."""
    match = _FIRST_INITIAL.match(surface)
    if match is None or not source.type.startswith("FIRST"):
        return None
    if fold_key(match[1])[:1] != fold_key(source.full)[:1]:
        return None
    return Located(0, len(match[1]), Form(Part.INITIALS, source.type,
                                          stopped=match[1].endswith(".")))  # fmt: skip


def write(form: Form, new: NewName) -> str:
    """Write a new name in the given form."""
    text = (form.piece and _write_piece(form.piece, new)) or _PART_WRITERS[form.part](form, new)
    if form.inverted and new.last and text.endswith(f" {new.last}"):
        text = f"{new.last}, {text.removesuffix(new.last).rstrip()}"
    if form.plural and not form.small_ending:
        text = pluralize(text, form.type)
    if form.casing is Casing.SURNAME:
        text = _with_capitalized_surname(text, new.last)
    elif form.casing is not Casing.AS_GIVEN:
        text = apply_casing(text, form.casing)
    if form.plural and form.small_ending:
        text = pluralize(text, form.type)
    if form.separator != " ":
        text = text.replace(" ", form.separator)
    return text


def _with_capitalized_surname(text: str, last: str) -> str:
    """Write only the surname in upper case (Henri DUVAL III)."""
    if not last:
        return text
    before, surname, after = text.rpartition(last)
    return before + surname.upper() + after


def _write_initials(form: Form, new: NewName) -> str:
    ways = form.given.removesuffix("…")
    names = new.given if form.given.endswith("…") else new.given[: len(ways)]
    ways = ways.ljust(len(names), ways[-1])
    stop, between = "." if form.stopped else "", " " if form.spaced else ""
    text = ""
    for at, (way, name) in enumerate(zip(ways, names, strict=False)):
        glued = way == "i" and at and ways[at - 1] == "i"
        text += (between if glued else " ") + (name[0] + stop if way == "i" else name)
    return f"{text} {new.last}".strip()


def _write_piece(piece: Piece, new: NewName) -> str:
    """Return the words of a new name that correspond to a piece.

    Returns an empty string if no words or all words correspond.
    """
    source = piece.source
    parts = [(old, name) for old, name in ((source.last, new.last), (source.first, new.first))
             if old and name]  # fmt: skip
    by_words = source.by_words and source.type == "PERSON"
    pairs = boundaries(source.full, new.full, parts, by_words=by_words)
    low = max(pair for pair in pairs if pair[0] <= piece.start)[1]
    high = min(pair for pair in pairs if pair[0] >= piece.end)[1]
    return "" if high - low == len(new.full) else new.full[low:high]


def _write_monogram(form: Form, new: NewName) -> str:
    """Write the initials of a name, without those of particles ("JKM", "J.K.M.")."""
    words = new.full.split()
    letters = [word[0] for word in words if word[0].isupper()] or [word[0] for word in words]
    stop = "." if form.stopped else ""
    return (" " if form.spaced else "").join(letter + stop for letter in letters)


_PART_WRITERS: Final[Mapping[Part, Callable[[Form, NewName], str]]] = {
    Part.FULL: lambda form, new: new.full,
    Part.FIRST: lambda form, new: new.first or new.full,
    Part.LAST: lambda form, new: new.last or new.full,
    Part.BARE_LAST: lambda form, new: without_particles(new.last) or new.full,
    Part.FIRST_LAST: lambda form, new: f"{new.first} {new.last}".strip() or new.full,
    Part.INVERTED: lambda form, new: f"{new.last}, {new.first}" if new.last else new.full,
    Part.INITIALS: _write_initials,
    Part.MONOGRAM: _write_monogram,
    Part.ALIAS: lambda form, new: (new.aliases or {}).get(form.alias, new.full),
}


def _whole_form(surface: str, source: SourceName) -> Form | None:
    for alias in source.aliases:
        if surface == alias:
            return Form(Part.ALIAS, source.type, alias=alias)
    key = fold_key(surface)
    separator = _separator(surface)
    for part, name, alias in _named_parts(source):
        plain = fold_key(name)
        short = is_short_acronym(alias or source.full, source.type)
        if key == plain:
            casing = casing_of(surface, name, source.last, is_acronym=short)
            return Form(part, source.type, False, casing, separator, alias)
        if key in plurals(plain):
            casing = casing_of(surface[: len(name)], name, is_acronym=short)
            small = casing is Casing.UPPER and surface[-1:].islower()
            return Form(part, source.type, True, casing, separator, alias, small_ending=small)
    return _initials(surface, source, separator) or _monogram(surface, source, separator)


def _inverted(surface: str, source: SourceName) -> Form | None:
    """Recognize "Walsh, H. T." and "Walsh, Henry Tobias" as Henry Tobias Walsh."""
    last, comma, given = surface.partition(", ")
    if not comma or not source.last or fold_key(last) != fold_key(source.last):
        return None
    form = _whole_form(f"{given} {last}", source)
    return form and form._replace(inverted=True)


def _piece(surface: str, source: SourceName) -> Form | None:
    """Recognize some words of a name: "Rufus" of "Joseph Rufus Okafor", "Tana" of "Lake Tana"."""
    key, full = fold_key(surface), source.full
    words = [match.span() for match in _NAME_WORD.finditer(full)]
    size = len(key.split())
    for first in range(len(words) - size + 1) if 0 < size < len(words) else ():
        start, end = words[first][0], words[first + size - 1][1]
        if fold_key(full[start:end]) == key:
            part, _ = _closest_part(surface, source)
            short = is_short_acronym(full, source.type)
            casing = casing_of(surface, full[start:end], is_acronym=short)
            piece = Piece(source, start, end)
            return Form(part, source.type, False, casing, _separator(surface), piece=piece)
    return None


def _named_parts(source: SourceName) -> Iterator[tuple[Part, str, str]]:
    yield Part.FULL, source.full, ""
    for alias in source.aliases:
        yield Part.ALIAS, alias, alias
    if source.last:
        yield Part.LAST, source.last, ""
        bare_last = without_particles(source.last)
        if bare_last != source.last:
            yield Part.BARE_LAST, bare_last, ""
    if source.first:
        yield Part.FIRST, source.first, ""
    if source.first and source.last:
        yield Part.FIRST_LAST, f"{source.first} {source.last}", ""
        yield Part.INVERTED, f"{source.last}, {source.first}", ""


def _initials(surface: str, source: SourceName, separator: str) -> Form | None:
    """Recognize "H. T. Walsh", "H.T.Walsh", "H Walsh" or "Henry T. Walsh" as Henry Tobias Walsh."""
    folded, last = fold_key(surface), fold_key(source.last)
    given = fold_key(source.full).removesuffix(last).split()
    tight = folded.endswith(f".{last}")
    if not last or not (tight or folded.endswith(f" {last}")) or not given:
        return None
    head = folded.removesuffix(last).strip()
    pieces = _GIVEN.findall(head)
    if _are_glued(head, given, surface):
        pieces = list(head)
    ways = "".join(map(_way, pieces, given))
    if len(ways) < len(pieces) or len(pieces) > len(given) or "i" not in ways or "?" in ways:
        return None
    spaced = len(pieces) == 1 or " " in head
    shape = ways + ("…" if len(pieces) == len(given) else "")
    short = is_short_acronym(source.full, source.type)
    casing = casing_of(surface, source.full, is_acronym=short)
    return Form(Part.INITIALS, source.type, False, casing,
                "" if tight else separator, "", shape, "." in head, spaced)  # fmt: skip


def _are_glued(head: str, given: Sequence[str], surface: str) -> bool:
    """Return whether initials have neither full stops nor spaces: "HT Walsh", "ht walsh"."""
    if not head.isalpha() or not 1 < len(head) <= len(given):
        return False
    return surface[: len(head)].isupper() or (surface.islower() and len(head) == len(given))


def _way(piece: str, given: str) -> str:
    """Return "i" for the initial of a given name, "w" for the whole name, or "?" for neither."""
    letter = piece.removesuffix(".")
    if len(letter) == 1:
        return "i" if given.startswith(letter) else "?"
    return "w" if piece == given else "?"


def _monogram(surface: str, source: SourceName, separator: str) -> Form | None:
    """Recognize "JKM", "J.K.M." or "J. K. M." as John Kevin Malloy."""
    if not source.last or not surface.isupper() or not _MONOGRAM.fullmatch(surface):
        return None
    letters = [char for char in fold_key(surface) if char.isalpha()]
    if letters != [word[0] for word in fold_key(source.full).split()]:
        return None
    return Form(Part.MONOGRAM, source.type, separator=separator, stopped="." in surface,
                spaced=" " in surface)  # fmt: skip


def _inner_form(surface: str, source: SourceName) -> Located | None:
    """Find the longest part of the name inside the surface, as in Dr. [Amara Okafor], [Klein]'s."""
    folded = fold(surface)
    names = {fold_key(name) for _, name, _ in _named_parts(source)}
    for name in sorted(names - {""}, key=lambda name: (-len(name), name)):
        for candidate in (*plurals(name), name):
            for at, to in _occurrences(folded.text, candidate):
                start, end = folded.source_span(at, to)
                if not is_whole(surface, start, end) or (start, end) == (0, len(surface)):
                    continue
                form = _whole_form(surface[start:end], source)
                if form is not None and not _leaves_a_part(folded.text, source, form.part):
                    return Located(start, end, form)
    return None


def _occurrences(folded: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of a folded name in a folded text, even with several spaces between words."""
    if "  " in folded and " " in name:
        pattern = " +".join(map(re.escape, name.split(" ")))
        yield from (match.span() for match in re.finditer(pattern, folded))
        return
    at = folded.find(name)
    while at >= 0:
        yield at, at + len(name)
        at = folded.find(name, at + 1)


def _leaves_a_part(folded_surface: str, source: SourceName, part: Part) -> bool:
    """Return whether changing only the first or last name would leave the other in the surface.

    The other name may be misspelt ("Isabela" Gruen for Isabella Gruen) or half of a double name.
    """
    if part not in (Part.FIRST, Part.LAST, Part.BARE_LAST):
        return False
    other = fold_key(source.last if part is Part.FIRST else source.first)
    return any(
        word in (other, *other.split("-"))
        or (len(word) >= _LONG and _likeness(word, other) >= _NEARLY)
        for word in folded_surface.split()
    )


def _closest_part(surface: str, source: SourceName) -> tuple[Part, str]:
    """Return the part of the name that a mention without a known form probably is, with its text.

    A mention at the start or end of the full name is the first or last name ("Minh" for Trần Văn
    Minh). Any other mention may be a misspelling ("Issac").
    """
    named = [(Part.FULL, source.full), (Part.LAST, source.last), (Part.FIRST, source.first)]
    key = fold_key(surface)
    if source.last and f" {fold_key(source.full)}".endswith(f" {key}"):
        return named[1]
    if source.first and f"{fold_key(source.full)} ".startswith(f"{key} "):
        return named[2]

    best = max(named, key=lambda item: _likeness(key, item[1]))
    return best if _likeness(key, best[1]) >= _MISSPELT else named[0]


def _likeness(key: str, name: str) -> float:
    """Return the similarity of a folded text and a name, from 0 to 1 (equal)."""
    return SequenceMatcher(None, key, fold_key(name), autojunk=False).ratio()


def _is_acronym(surface: str, name: str) -> bool:
    """Return whether a surface is an acronym of a name, and not the name in capitals.

    This is so if its letters are the initials of the name, or if it is short and unlike the name
    ("U.S.", "UK").
    """
    key = fold_key(surface)
    letters = "".join(char for char in key if char.isalpha())
    if len(letters) > 1 and letters == "".join(word[0] for word in fold_key(name).split()):
        return True
    few = surface.isupper() and " " not in key and len(letters) <= SHORT_ACRONYM
    return few and _likeness(key, name) < _MISSPELT


def _without_possessive(surface: str) -> int:
    """Return the end of the surface without a possessive ending."""
    folded = fold(surface)
    for ending in ("'s", "'"):
        if folded.text.endswith(ending) and len(folded.text) > len(ending):
            return folded.starts[-len(ending)]
    return len(surface)


def _separator(surface: str) -> str:
    """Return the separator between the words of a surface (an underscore in titles)."""
    found = set(_SEPARATORS.findall(surface.strip()))
    return found.pop() if len(found) == 1 and found != {" "} and _one_char(found) else " "


def _one_char(found: set[str]) -> bool:
    return all(len(separator) == 1 and separator not in "\r\n" for separator in found)


@lru_cache(maxsize=4096)
def _script(text: str) -> str:
    """Return the script of the first letter: the first word of the letter's Unicode name."""
    for char in text:
        if unicodedata.category(char)[0] == "L":
            return unicodedata.name(char, "?").split()[0]
    return ""
