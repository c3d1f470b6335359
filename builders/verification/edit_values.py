"""Checks of the values of edits: the type, the entity and the characters of the new name.

While row_check compares a row with its source, the checks here need only the edits of the row. They
find values that somebody changed after the release was built.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from builders.releases.layout import ReleaseFile
from builders.releases.packed_strings import distinct, rows_of
from builders.releases.quoting import shown
from builders.releases.row_blocks import BlockEdits
from builders.spans.aliases import org_words
from builders.text import fold_key, has_unspaced, spaced
from builders.types import ENTITY_TYPES, Edit, RenamingType, SwapType

_FIRST: Final = ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL")
_PLACES: Final = ("COUNTRY", "STATE", "CITY")
# Span types by answer type (Yan et al. 2022, table 1): an organization is named by a word of its
# own or by a place. A people may change with its country.
_RENAMING: Final[Mapping[str, frozenset[str]]] = {
    "PER": frozenset({*_FIRST, "LAST", "PERSON"}),
    "ORG": frozenset({"NNP", "RARE", *_PLACES, "NATIONALITY"}),
    "GPE": frozenset({*_PLACES, "NATIONALITY"}),
    "MIX": frozenset({*_FIRST, "LAST", "PERSON", "NNP", "RARE", *_PLACES, "NATIONALITY"}),
}
_PERSON: Final[frozenset[RenamingType | SwapType]] = frozenset(
    {"PERSON", "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST"}
)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Invisible characters, and characters that change how others are displayed."""
_FILLER: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that Unicode counts as letters or marks although they are invisible."""
_ANSWERS: Final = ("answer:", "plausible:")
_CALLED_OTHERWISE: Final = ("COUNTRY:", "NORP:", "GPE:")
_WORD: Final = re.compile(r"\w+")


def types_of(file: ReleaseFile) -> frozenset[str]:
    """Return the span types that the edits of a file may have."""
    return _RENAMING.get(file.type, frozenset()) if file.type else frozenset(file.swap_types)


def unseen(text: str) -> str:
    """Return the first character of a text that is invisible, or whitespace other than a space.

    Returns an empty string if there is none.
    """
    return next((char for char in text if char != " " and _is_unseen(char)), "")


def _is_unseen(char: str) -> bool:
    blank = not char.isprintable() or char.isspace()
    return blank or unicodedata.category(char) in _UNSEEN or bool(_FILLER.match(char))


def edit_broken(edit: Edit, types: frozenset[str]) -> Iterator[str]:
    """Yield a message for each fault of an edit.

    `types` are the span types that are allowed in the file of the edit.
    """
    where = f"{edit.field}: {shown(edit.old)}"
    if edit.type not in types:
        yield f"{where}: type {shown(edit.type)} is none of this file: {', '.join(sorted(types))}"
    elif edit.type == "PERSON" and "LAST" in types and not has_unspaced(edit.old):
        yield f"{where}: only in scripts without spaces is a whole name one PERSON"
    if not _is_entity(edit.entity):
        yield f"{where}: {shown(edit.entity)} is no entity (TYPE:name)"
    elif edit.entity.startswith("PERSON:") != (edit.type in _PERSON):
        yield f"{where}: {shown(edit.entity)} cannot be renamed as a {shown(edit.type)}"
    odd = unseen(edit.new)
    if odd and odd not in edit.old:
        yield f"{where}: its new name {shown(edit.new)} holds U+{ord(odd):04X}"
    elif _is_decomposed(edit.new) and not _is_decomposed(edit.old):
        yield f"{where}: its new name {shown(edit.new)} is not in Unicode's form NFC"


def _is_decomposed(text: str) -> bool:
    return not unicodedata.is_normalized("NFC", text)


def entities_broken(edits: Sequence[Edit]) -> Iterator[str]:
    """Yield a message for each old name in a row that does not fit the entity of its edit.

    An old name fits an entity if it shares a word with the entity's name or could be its acronym.
    An old name that does not fit is only reported if the entity has no edit with a fitting name, or
    if the same old name fits another entity that the row renames. Countries and peoples are not
    checked, because their names need not share a word. For example, the UK is also called Britain.
    Neither are names in answers, which may be cut anywhere: an answer may be the "Japan" in
    "Japanese Party". They are checked in the passage.
    """
    whole = (edit for edit in edits if not edit.field.startswith(_ANSWERS))
    called = {(edit.entity, edit.old): is_name_of(edit.entity, edit.old) for edit in whole}
    named = {entity for (entity, _), by_name in called.items() if by_name}
    others = {old for (_, old), by_name in called.items() if by_name}
    for (entity, old), by_name in called.items():
        if by_name or entity.startswith(_CALLED_OTHERWISE):
            continue
        if old in others:
            yield f"{shown(old)} is an edit of {shown(entity)}, and of an entity of that name"
        elif entity not in named:
            yield f"{shown(old)} is no name of {shown(entity)}"


@lru_cache(maxsize=1 << 16)
def is_name_of(entity: str, old: str) -> bool:
    """Return whether a name shares a word with the name of an entity, or could be its acronym.

    `entity` is the id of the entity (TYPE:name).
    """
    kind, _, name = entity.partition(":")
    words, spelt = set(_stems(name)), {*_stems(old), *_stems(old.replace(".", ""))}
    if kind == "ORG":  # The id has one spelling of each word: Labour, and not Labor.
        spelt.update(word.rstrip("s") for word in org_words(old))
    letters = set(old.replace(".", "").casefold())
    acronym = letters <= {word[0] for word in words if word}
    return acronym or not words.isdisjoint(spelt)


def _stems(text: str) -> list[str]:
    return [word.rstrip("s") for word in _WORD.findall(spaced(fold_key(text.replace("_", " "))))]


def suspicious_rows(edits: BlockEdits, types: Sequence[frozenset[str]]) -> list[int]:
    """Return the indices of the rows of a block whose edits might be faulty.

    The block has the same number of rows from each of several files, one file after the other.
    `types` has the span types that are allowed in each of these files.
    """
    if not len(edits):
        return []
    rows = rows_of(edits.ends)
    part = rows * len(types) // (len(edits.ends) - 1)
    kinds, kind = edits.types.coded()
    entities, entity = edits.entities.coded()
    news, new = edits.news.coded()
    olds, old = edits.olds.coded()
    known = np.array([[name in each for name in kinds] for each in types])
    persons = np.array([name.startswith("PERSON:") for name in entities])
    fits = known[part, kind] & np.array(list(map(_is_entity, entities)))[entity]
    fits &= np.array(list(map(_is_plain, news)))[new]
    fits &= persons[entity] == np.array([name in _PERSON for name in kinds])[kind]
    in_parts = np.array(["LAST" in each for each in types])[part]
    whole = in_parts & np.array([name == "PERSON" for name in kinds])[kind]
    fits &= ~whole | np.array(list(map(has_unspaced, olds)))[old]
    pairs = entity * len(olds) + old
    once = distinct(pairs)
    called = [is_name_of(entities[pair // len(olds)], olds[pair % len(olds)]) for pair in once]
    fits &= np.array(called)[np.searchsorted(once, pairs)]
    return [int(row) for row in distinct(rows[~fits])]


def _is_entity(entity: str) -> bool:
    kind, _, name = entity.partition(":")
    return kind in ENTITY_TYPES and bool(name.strip()) and not unseen(name)


def _is_plain(name: str) -> bool:
    return (name.isascii() and name.isprintable()) or not (unseen(name) or _is_decomposed(name))
