"""The form in which a mention writes a name: which part of it, plural, case and separators.

The form of a mention is determined once (`analyse`), and new names are written in this form
(`write`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from builders.given_names import is_first_name
from builders.lexicon.tables import words
from builders.names import PARTICLES, SUFFIXES, bare, is_numeral, is_title, without_particles
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
_BODIES: Final = words("words_of_names", "designators")
"""Words of organizations and places, which may be called after persons (Museum)."""
# A word next to a first or last name counts as the other one, misspelt, only if it has at least
# this many letters and this similarity.
_LONG: Final = 4
_NEARLY: Final = 0.75


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


class NamePiece(NamedTuple):
    """Some words of a name that are not its first or last name, such as Lake in Lake Tana.

    The words are source.full[start:end].
    """

    source: SourceName
    start: int
    end: int


class NameForm(NamedTuple):
    """The form in which a mention writes a name, and in which another name can be written."""

    part: Part
    """The part of the name that the mention consists of."""
    type: str
    """The span type of the name."""
    plural: bool = False
    casing: Casing = Casing.AS_GIVEN
    separator: str = " "
    """The character between the words."""
    alias: str = ""
    """For Part.ALIAS, the alternative name that the mention writes."""
    given: str = "i"
    """For Part.INITIALS, how each given name is written: "i" for an initial, "w" for a word.

    A final "…" says that the mention has all given names.
    """
    stopped: bool = True
    """Whether initials have full stops."""
    spaced: bool = True
    """Whether initials have spaces between them."""
    small_ending: bool = False
    """Whether a plural in upper case has a lower-case ending (the HOLTs)."""
    inverted: bool = False
    """Whether the last name comes first (Walsh, H. T.)."""
    adjective: bool = False
    """Whether the mention is a country that is used as an adjective (a U.S. senator)."""
    piece: NamePiece | None = None
    """The words of the name that the mention consists of, if these are not its first or last name.

    The new text has the corresponding words of the new name, or its `part` if no words correspond.
    """

    @property
    def is_plain(self) -> bool:
        """Return whether the mention is the full name, written without any change."""
        unchanged = not self.plural and self.casing is Casing.AS_GIVEN and self.separator == " "
        whole = self.part is Part.FULL and not self.inverted and self.piece is None
        return whole and unchanged and not self.adjective


@dataclass(frozen=True, slots=True)
class LocatedForm:
    """A name found in a mention, with its form; `start` and `end` are its offsets in the mention.

    The name may be only a part of the mention, for example if the mention begins with an honorific.
    """

    start: int
    end: int
    form: NameForm


@lru_cache(maxsize=8192)
def analyse(surface: str, source: SourceName) -> LocatedForm | None:
    """Return the form in which a mention writes a name, and where the name is in the mention.

    `surface` is the text of the mention. An honorific or a possessive ending of the mention does
    not belong to the name. If the form is not a known one, the mention is treated as the most
    similar part of the name, or as the full name. But if the mention is also in another script than
    the name, the result is None, and the mention is not changed.
    """
    blanks = len(surface) - len(surface.lstrip())
    if surface != surface.strip():
        located = analyse(surface.strip(), source)
        return located and LocatedForm(located.start + blanks, located.end + blanks, located.form)
    form = _whole_form(surface, source) or _inverted(surface, source) or _piece(surface, source)
    if form is not None:
        return LocatedForm(0, len(surface), form)
    inner = _inner_form(surface, source)
    if inner is not None:
        return _with_more_names(surface, source, inner)
    if _script(surface) != _script(source.full):
        return None
    end = _without_possessive(surface)
    part, name = _closest_part(surface[:end], source)
    short = is_short_acronym(name, source.type)
    casing = casing_of(surface[:end], name, is_acronym=short)
    casing = Casing.AS_GIVEN if _is_acronym(surface, name) else casing
    return LocatedForm(
        0, end, NameForm(part, source.type, casing=casing, separator=_separator(surface))
    )


@lru_cache(maxsize=8192)
def analyse_part(surface: str, source: SourceName) -> LocatedForm | None:
    """Return where a mention contains a part of a longer name, such as a first name, and its form.

    `surface` is the text of the mention, and `source` has the part as its full name. The mention
    may have the part in another case or in the plural, or only the initial of a first name. Returns
    None if the mention does not contain the part.
    """
    form = _whole_form(surface, source)
    if form is not None:
        return LocatedForm(0, len(surface), form)
    return _inner_form(surface, source) or _leading_initial(surface, source)


def nickname(surface: str, source: SourceName, done: int) -> LocatedForm | None:
    """Return where a mention has a nickname in quotation marks, as in William "Bill" Tate.

    `surface` is the text of the mention, which is searched from offset `done` on. Returns None if
    it has no nickname that is a name in `source`.
    """
    quoted = _QUOTED.search(surface, done)
    if quoted is None or quoted[1] not in (source.full, *source.aliases):
        return None
    part = Part.FULL if quoted[1] == source.full else Part.ALIAS
    return LocatedForm(*quoted.span(1), NameForm(part, source.type, alias=quoted[1]))


def _leading_initial(surface: str, source: SourceName) -> LocatedForm | None:
    """Return where a mention begins with the initial of a first name ("R. Marx" for Richard).

    `surface` is the text of the mention. Returns None if it does not begin with the initial.
    """
    match = _FIRST_INITIAL.match(surface)
    if match is None or not source.type.startswith("FIRST"):
        return None
    if fold_key(match[1])[:1] != fold_key(source.full)[:1]:
        return None
    return LocatedForm(0, len(match[1]), NameForm(Part.INITIALS, source.type,
                                          stopped=match[1].endswith(".")))  # fmt: skip


def write(form: NameForm, new: NewName) -> str:
    """Return a new name written in the given form."""
    text = (form.piece and _write_piece(form.piece, new)) or _PART_WRITERS[form.part](form, new)
    if form.adjective:
        text = new.adjective or text
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
    """Return a name with only its surname in upper case (Henri DUVAL III)."""
    if not last:
        return text
    before, surname, after = text.rpartition(last)
    return before + surname.upper() + after


def _write_initials(form: NameForm, new: NewName) -> str:
    ways = form.given.removesuffix("…")
    names = new.given if form.given.endswith("…") else new.given[: len(ways)]
    ways = ways.ljust(len(names), ways[-1])
    stop, between = "." if form.stopped else "", " " if form.spaced else ""
    text = ""
    for at, (way, name) in enumerate(zip(ways, names, strict=False)):
        glued = way == "i" and at and ways[at - 1] == "i"
        text += (between if glued else " ") + (name[0] + stop if way == "i" else name)
    return f"{text} {new.last}".strip()


def _write_piece(piece: NamePiece, new: NewName) -> str:
    """Return the words of a new name that correspond to a piece of the old name.

    For example, if Lake Tana becomes Lake Chad, the piece Lake corresponds to Lake. Returns
    an empty string if no words of the new name correspond, or if all of them do.
    """
    source = piece.source
    parts = [(old, name) for old, name in ((source.last, new.last), (source.first, new.first))
             if old and name]  # fmt: skip
    by_words = source.by_words and source.type == "PERSON"
    pairs = boundaries(source.full, new.full, parts, by_words=by_words)
    low = max(pair for pair in pairs if pair[0] <= piece.start)[1]
    high = min(pair for pair in pairs if pair[0] >= piece.end)[1]
    return "" if high - low == len(new.full) else new.full[low:high]


def _write_monogram(form: NameForm, new: NewName) -> str:
    """Return the initials of all words of a name except its particles ("JKM", "J.K.M.")."""
    words = new.full.split()
    letters = [word[0] for word in words if word[0].isupper()] or [word[0] for word in words]
    stop = "." if form.stopped else ""
    return (" " if form.spaced else "").join(letter + stop for letter in letters)


_PART_WRITERS: Final[Mapping[Part, Callable[[NameForm, NewName], str]]] = {
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


def _whole_form(surface: str, source: SourceName) -> NameForm | None:
    for alias in source.aliases:
        if surface == alias:
            return NameForm(Part.ALIAS, source.type, alias=alias)
    key = fold_key(surface)
    separator = _separator(surface)
    for part, name, alias in _named_parts(source):
        plain = fold_key(name)
        short = is_short_acronym(alias or source.full, source.type)
        if key == plain:
            casing = casing_of(surface, name, source.last, is_acronym=short)
            return NameForm(part, source.type, False, casing, separator, alias)
        if key in plurals(plain):
            casing = casing_of(surface[: len(name)], name, is_acronym=short)
            small = casing is Casing.UPPER and surface[-1:].islower()
            return NameForm(part, source.type, True, casing, separator, alias, small_ending=small)
    return _initials(surface, source, separator) or _monogram(surface, source, separator)


def _inverted(surface: str, source: SourceName) -> NameForm | None:
    """Return the form of a mention such as "Walsh, H. T." for Henry Tobias Walsh.

    Returns None if the mention does not have the last name, a comma and then a form of the given
    names.
    """
    last, comma, given = surface.partition(", ")
    if not comma or not source.last or fold_key(last) != fold_key(source.last):
        return None
    form = _whole_form(f"{given} {last}", source)
    return form and form._replace(inverted=True)


def _piece(surface: str, source: SourceName) -> NameForm | None:
    """Return the form of a mention that has some adjacent words of the full name, or None.

    Examples are "Rufus" for Joseph Rufus Okafor and "Tana" for Lake Tana.
    """
    key, full = fold_key(surface), source.full
    words = [match.span() for match in _NAME_WORD.finditer(full)]
    size = len(key.split())
    for first in range(len(words) - size + 1) if 0 < size < len(words) else ():
        start, end = words[first][0], words[first + size - 1][1]
        if fold_key(full[start:end]) == key:
            part, _ = _closest_part(surface, source)
            short = is_short_acronym(full, source.type)
            casing = casing_of(surface, full[start:end], is_acronym=short)
            piece = NamePiece(source, start, end)
            return NameForm(part, source.type, False, casing, _separator(surface), piece=piece)
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


def _initials(surface: str, source: SourceName, separator: str) -> NameForm | None:
    """Return the form of a mention that has initials and the last name, or None.

    Examples are "H. T. Walsh", "H.T.Walsh", "H Walsh" and "Henry T. Walsh" for Henry Tobias Walsh.
    """
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
    return NameForm(Part.INITIALS, source.type, False, casing,
                "" if tight else separator, "", shape, "." in head, spaced)  # fmt: skip


def _are_glued(head: str, given: Sequence[str], surface: str) -> bool:
    """Return whether the initials of a mention have neither full stops nor spaces ("HT Walsh").

    `head` is the folded text before the last name, `given` are the folded given names, and
    `surface` is the text of the mention.
    """
    if not head.isalpha() or not 1 < len(head) <= len(given):
        return False
    return surface[: len(head)].isupper() or (surface.islower() and len(head) == len(given))


def _way(piece: str, given: str) -> str:
    """Return how a word of a mention writes a given name: "i" as an initial, "w" in full.

    Returns "?" if the word is neither the given name nor its initial.
    """
    letter = piece.removesuffix(".")
    if len(letter) == 1:
        return "i" if given.startswith(letter) else "?"
    return "w" if piece == given else "?"


def _monogram(surface: str, source: SourceName, separator: str) -> NameForm | None:
    """Return the form of a mention that has only the initials of all words of a name, or None.

    Examples are "JKM", "J.K.M." and "J. K. M." for John Kevin Malloy.
    """
    if not source.last or not surface.isupper() or not _MONOGRAM.fullmatch(surface):
        return None
    letters = [char for char in fold_key(surface) if char.isalpha()]
    if letters != [word[0] for word in fold_key(source.full).split()]:
        return None
    return NameForm(Part.MONOGRAM, source.type, separator=separator, stopped="." in surface,
                spaced=" " in surface)  # fmt: skip


def _inner_form(surface: str, source: SourceName) -> LocatedForm | None:
    """Return where a mention contains the name or a part of it among other characters.

    Examples are Amara Okafor in "Dr. Amara Okafor" and Klein in "Klein's". The longest part is
    used. Returns None if the mention contains no part of the name.
    """
    folded = fold(surface)
    names = {fold_key(name) for _, name, _ in _named_parts(source)}
    for name in sorted(names - {""}, key=lambda name: (-len(name), name)):
        for candidate in (*plurals(name), name):
            for at, to in _occurrences(folded.text, candidate):
                start, end = folded.source_span(at, to)
                if not is_whole(surface, start, end) or (start, end) == (0, len(surface)):
                    continue
                form = _whole_form(surface[start:end], source)
                if form is not None and not _leaves_a_part(surface, source, form.part):
                    return LocatedForm(start, end, form)
    return None


def _with_more_names(surface: str, source: SourceName, located: LocatedForm) -> LocatedForm:
    """Return a full name of a person with further surnames behind it (Ana Ruiz Vidal for Ana Ruiz).

    The rest of the mention is taken with it if all its words are capitalized or particles, except
    for suffixes (Jr.) and numerals.
    """
    end = _without_possessive(surface)
    rest = surface[located.end : end]
    if source.type != "PERSON" or located.form.part is not Part.FULL or not source.last:
        return located
    words = rest.split()
    names = [word for word in words if bare(word) not in PARTICLES]
    is_name = rest[:1] == " " and bool(names) and names[-1] == words[-1]
    if is_name and all(map(_is_surname, names)):
        return replace(located, end=end)
    return located


def _is_surname(word: str) -> bool:
    if bare(word) in SUFFIXES | _BODIES or is_numeral(word):
        return False
    return word[0].isupper() and all(char.isalpha() or char in "-'’" for char in word)


def _occurrences(folded: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the spans at which a folded name occurs in a folded text.

    The text may have several spaces between the words of the name.
    """
    if "  " in folded and " " in name:
        pattern = " +".join(map(re.escape, name.split(" ")))
        yield from (match.span() for match in re.finditer(pattern, folded))
        return
    at = folded.find(name)
    while at >= 0:
        yield at, at + len(name)
        at = folded.find(name, at + 1)


def _leaves_a_part(surface: str, source: SourceName, part: Part) -> bool:
    """Return whether renaming `part` would leave a person's other name in a mention.

    `part` is the part of the full name that was found in the mention. If it is the first
    name, the mention must not contain the last name as well, and vice versa. The other name
    may also be misspelt (Isabela for Isabella), be half of a double name or, beside the last name,
    be any given name (Christopher for Chris). If `part` is neither the first nor the last name, the
    result is False.
    """
    if part not in (Part.FIRST, Part.LAST, Part.BARE_LAST):
        return False
    words = surface.split()
    is_given = words[0].istitle() and is_first_name(words[0]) and not is_title(words[0])
    if part is not Part.FIRST and source.first and is_given:
        return True
    other = fold_key(source.last if part is Part.FIRST else source.first)
    return any(
        word in (other, *other.split("-"))
        or (len(word) >= _LONG and _likeness(word, other) >= _NEARLY)
        for word in fold_key(surface).split()
    )


def _closest_part(surface: str, source: SourceName) -> tuple[Part, str]:
    """Return which part of a name a mention without a known form probably is, and its text.

    If the full name begins with the mention, the part is the first name. If the full name ends with
    the mention, the part is the last name ("Minh" for Trần Văn Minh). Otherwise, it is the part of
    which the mention may be a misspelling ("Issac" for Isaac), or the full name if no part is
    similar.
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
    """Return whether a mention is an acronym of a name, and not the name in upper case.

    A mention is an acronym if its letters are the initials of the name, or if it is short, in upper
    case and not similar to the name ("U.S.", "UK").
    """
    key = fold_key(surface)
    letters = "".join(char for char in key if char.isalpha())
    if len(letters) > 1 and letters == "".join(word[0] for word in fold_key(name).split()):
        return True
    few = surface.isupper() and " " not in key and len(letters) <= SHORT_ACRONYM
    return few and _likeness(key, name) < _MISSPELT


def _without_possessive(surface: str) -> int:
    """Return the end offset of a mention without its possessive ending."""
    folded = fold(surface)
    for ending in ("'s", "'"):
        if folded.text.endswith(ending) and len(folded.text) > len(ending):
            return folded.starts[-len(ending)]
    return len(surface)


def _separator(surface: str) -> str:
    """Return the character between the words of a mention, such as an underscore in a title.

    Returns a space if there is no such character, or if there are several different characters.
    """
    found = set(_SEPARATORS.findall(surface.strip()))
    return found.pop() if len(found) == 1 and found != {" "} and _one_char(found) else " "


def _one_char(found: set[str]) -> bool:
    return all(len(separator) == 1 and separator not in "\r\n" for separator in found)


@lru_cache(maxsize=4096)
def _script(text: str) -> str:
    """Return the script of the first letter of a text, such as "LATIN", or "" without letters.

    The script is the first word of the letter's Unicode name.
    """
    for char in text:
        if unicodedata.category(char)[0] == "L":
            return unicodedata.name(char, "?").split()[0]
    return ""
