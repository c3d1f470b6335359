"""The invariants 1 to 4, which compare a renamed row with its source instance.

This module checks one row at a time, which is slow. Therefore, builders.verification.screen finds
the rows that might break an invariant, and only these are checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from builders.articles import takes_article
from builders.errors import FixInputError
from builders.names import is_initial
from builders.places import country_key, country_names
from builders.releases.quoting import shown
from builders.releases.undo import Gold, by_field, distinct, undo
from builders.spans.aliases import is_acronym
from builders.text import fold, is_boundary, is_whole, is_word_char, normalized_for_scoring
from builders.types import Answer, Edit, Example, Row
from builders.verification.kept_check import left_broken

Broken = tuple[int, str]
"""The number of a broken invariant, and a description of the fault."""

# Answers are excluded, because a part of a name may have another case than the whole name.
_TEXT_FIELDS: Final = frozenset({"context", "question", "title"})
_SHORT: Final = 4
"""The most letters of an acronym that is the only name of an organization."""
_COUNTRY_AND_PEOPLE: Final = {"COUNTRY", "NATIONALITY"}
_WORD: Final = re.compile(r"[^\W_]+")
_POSSESSIVES: Final = ("'s", "’s")
_APOSTROPHES: Final = ("'", "’")


Lands = Callable[[str], Collection[str]]
"""A function that returns the possible countries of a folded name of a country or people.

The city, state or region of a people such as the Bavarians counts as its country. The result is
empty for other names.
"""


def no_lands(name: str) -> Collection[str]:
    """Return no country, for rows in which related names do not stay related."""
    del name
    return ()


def broken_in_row(
    source: Example,
    row: Row,
    *,
    gold: Gold,
    distinct_names: bool = True,
    lands: Lands = no_lands,
) -> Iterator[Broken]:
    """Yield the faults of a renamed row: its violations of invariants 1 to 4.

    builders.verification.findings lists the invariants. `source` is the source instance of the row.
    `gold` says whether the gold answers are a separate list ("list") or the distinct answer texts
    ("answers"). With `distinct_names`, new names must not occur in the source (see names_broken).
    `lands` knows the countries of peoples.
    """
    yield from _answers_broken(source, row.example, gold)
    yield from _undo_broken(source, row, gold)
    yield from names_broken(row.edits, source, distinct_names=distinct_names, lands=lands)
    yield from _edges_broken(source, row)
    yield from capitals_broken(row.edits)
    yield from left_broken(source, row)


def broken_in_original(row: Row, gold: Gold) -> Iterator[Broken]:
    """Yield the faults of a row of an original file, which must not have any edits.

    `gold` says whether the gold answers are a separate list ("list") or the distinct answer texts
    ("answers").
    """
    if row.edits:
        yield 2, "an original row has edits"
    if row.kept:
        yield 3, "an original row has kept mentions, and renames nothing"
    yield from _answers_broken(row.example, row.example, gold)


def _answers_broken(source: Example, renamed: Example, gold: Gold) -> Iterator[Broken]:
    if renamed.id != source.id:
        yield 1, f"the id is not the source's, {shown(source.id)}"
    for kind, old, new in (
        ("answers", source.answers, renamed.answers),
        ("plausible_answers", source.plausible_answers, renamed.plausible_answers),
    ):
        if len(new) != len(old):
            yield 1, f"{kind}: {len(new)} where the source has {len(old)}"
        yield from _places_broken(kind, new, renamed.context)
    if len(renamed.gold_answers) != len(source.gold_answers) and gold == "list":
        yield (
            1,
            (
                f"gold_answers: {len(renamed.gold_answers)} where the source has "
                f"{len(source.gold_answers)}"
            ),
        )
    if gold == "answers" and renamed.gold_answers != distinct(a.text for a in renamed.answers):
        yield 1, "gold_answers are not the distinct answer texts"


def _places_broken(kind: str, answers: Sequence[Answer], context: str) -> Iterator[Broken]:
    for index, answer in enumerate(answers):
        start = answer.start
        if start is not None and (start < 0 or not context.startswith(answer.text, start)):
            yield 1, f"{kind}[{index}]: {shown(answer.text)} does not stand at {start}"


def _undo_broken(source: Example, row: Row, gold: Gold) -> Iterator[Broken]:
    try:
        undone = undo(row, gold=gold)
    except FixInputError as error:
        yield 2, str(error)
        return
    for field in ("title", "question", "context", "answers", "gold_answers", "plausible_answers"):
        if getattr(undone, field) != getattr(source, field):
            yield 2, f"{field}: undoing the edits does not give the source back"


def _slices(source: Example) -> frozenset[str]:
    """Return the fields whose texts are slices of the passage.

    These are the answers and plausible answers with an offset, and the gold answers that equal one
    of the answers with an offset.
    """
    listed = (("answer", source.answers), ("plausible", source.plausible_answers))
    fields = {f"{kind}:{n}" for kind, answers in listed for n, answer in enumerate(answers)
              if answer.start is not None}  # fmt: skip
    texts = {answer.text for answer in source.answers if answer.start is not None}
    gold = {f"gold:{n}" for n, text in enumerate(source.gold_answers) if text in texts}
    return frozenset(fields | gold)


def names_broken(
    edits: Sequence[Edit], source: Example, *, distinct_names: bool, lands: Lands = no_lands
) -> Iterator[Broken]:
    """Yield the violations of invariant 3 by the names of a row.

    The invariant requires the following.

    - An old name of an entity has one new name in all fields, in upper case as in lower case. A
      country may also have that of its people: "a U.S. senator of the U.S.".
    - A new name differs from the old name.
    - Two different names have different new names, unless both belong to one entity, or both are
      names of one country or its people: "a U.S. senator" becomes "a Kenyan senator". A name that
      two entities share joins their names.
    - With `distinct_names`, a new name does not occur in the source, and no new name of an entity
      contains a new name of another entity.

    Fields that are slices of the passage, such as answers, are not checked, because the names in
    them are checked in the passage.
    """
    slices = _slices(source)
    news: dict[tuple[str, str], str] = {}
    bearers: dict[str, set[tuple[str, str]]] = {}
    types = {(edit.entity, folded(edit.old)): edit.type for edit in edits}
    for edit in edits:
        old, new = folded(edit.old), folded(edit.new)
        if not holds_word(old) or edit.field in slices:
            continue
        first = news.setdefault((edit.entity, old), new)
        if first != new and not (
            edit.type == "COUNTRY" and _are_land_and_people(first, new, lands)
        ):
            yield 3, f"{shown(edit.old)} has several new names, {shown(edit.new)} among them"
        if new == old:
            yield 3, f"{shown(edit.old)} was renamed to itself"
        bearers.setdefault(new, set()).add((edit.entity, old))
    yield from _shared_names_broken(bearers, types, lands)
    if distinct_names and bearers:
        yield from _similar_names_broken(bearers, types, lands)
        held = folded_example(source)
        for new in bearers:
            if holds_name(held, new):
                yield 3, f"the new name {shown(new)} is one that the source holds already"


_Bearer = tuple[str, str]
"""An entity and one of its old names, folded."""


def _shared_names_broken(
    bearers: Mapping[str, Collection[_Bearer]], types: Mapping[_Bearer, str], lands: Lands
) -> Iterator[Broken]:
    """Yield the new names that names of different entities share without a reason.

    Names have a reason to share a new name if they belong to one entity, if they are equal, if both
    belong to one country or place or its people, or if there are such reasons from name to name.
    """
    for new, all_bearers in bearers.items():
        first, *rest = sorted(all_bearers)
        reached, left = [first], rest
        for one in reached:
            near = [other for other in left if _are_related(one, other, types, lands)]
            reached += near
            left = [other for other in left if other not in near]
        if left:
            yield 3, f"{shown(left[0][1])} and another name both became {shown(new)}"


def _are_related(one: _Bearer, other: _Bearer, types: Mapping[_Bearer, str], lands: Lands) -> bool:
    if one[0] == other[0] or one[1] == other[1]:
        return True
    kinds = {types[one], types[other]}
    is_pair = kinds <= _COUNTRY_AND_PEOPLE or "NATIONALITY" in kinds
    return is_pair and not set(lands(one[1])).isdisjoint(lands(other[1]))


def _similar_names_broken(
    bearers: Mapping[str, Collection[tuple[str, str]]],
    types: Mapping[tuple[str, str], str],
    lands: Lands,
) -> Iterator[Broken]:
    """Yield new names that scorers normalize to an empty text, and pairs that are too similar.

    `bearers` maps each new name to the entities that have it, with their old names. Two new names
    are compared only if the old names of their entities have no word in common. For example, the
    new names of Kano State and Kano, or of two persons called Khan, are not compared. The new names
    of a country and a nationality are not compared, either, nor that of Americans with that of the
    U.S. Army, which becomes the Kenyan Army. `types` has the span type of each old name of an
    entity.
    """
    for new in bearers:
        if not normalized_for_scoring(new) and not is_initial(new):
            yield 3, f"the new name {shown(new)} is nothing to a scorer"
    words: dict[str, set[str]] = {}
    olds: dict[str, set[str]] = {}
    for entity, old in chain.from_iterable(bearers.values()):
        # The U.S. Senate has a word in common with the United States.
        is_country = types[entity, old] == "COUNTRY"
        # So has the University of Sicily with Sicilians.
        others = country_names(country_key(old)) if is_country else lands(old)
        names = (old, *others) if types[entity, old] in _COUNTRY_AND_PEOPLE else (old,)
        words.setdefault(entity, set()).update(*(_WORD.findall(folded(name)) for name in names))
        olds.setdefault(entity, set()).add(old)
    for one, other in combinations(bearers, 2):
        pairs = product(bearers[one], bearers[other]) if are_too_similar(one, other) else ()
        if any(
            words[entity].isdisjoint(words[another])
            # For example, Gabonese Republic contains Gabonese.
            and {types[entity, old], types[another, other_old]} != _COUNTRY_AND_PEOPLE
            and not _opens_with_land(olds[entity], olds[another], lands)
            and not _opens_with_land(olds[another], olds[entity], lands)
            for (entity, old), (another, other_old) in pairs
        ):
            yield 3, f"the new names {shown(one)} and {shown(other)} are too near to each other"


def _opens_with_land(longer: Collection[str], land: Collection[str], lands: Lands) -> bool:
    """Return whether a name begins with that of a country or its people (U.S. Army).

    `longer` are the names of one entity, and `land` those of a country or people, such as
    "American". All are folded.
    """
    known = set(chain.from_iterable(map(lands, land)))
    openings = (
        name[: space.start()] for name in longer if known for space in re.finditer(" ", name)
    )
    return any(not known.isdisjoint(lands(opening)) for opening in openings)


def _are_land_and_people(one: str, other: str, lands: Lands) -> bool:
    """Return whether two folded names are those of a country and of its people."""
    same = set(lands(one)) & set(lands(other))
    # The key of a people's name is not that of its country.
    are_lands = [country_key(name) in same or takes_article(name) for name in (one, other)]
    return bool(same) and are_lands.count(True) == 1


@lru_cache(maxsize=65536)
def are_too_similar(one: str, other: str) -> bool:
    """Return whether one name contains the other, or scorers normalize both to the same text.

    The names must be folded before (see `folded`).
    """
    return (
        holds_name(one, other)
        or holds_name(other, one)
        or normalized_for_scoring(one) == normalized_for_scoring(other)
    )


def _edges_broken(source: Example, row: Row) -> Iterator[Broken]:
    for field, edits in by_field(row.edits).items():
        old_text, new_text = _text_of(source, field), _text_of(row.example, field)
        if old_text is None or new_text is None:
            continue
        shift = 0
        for edit in edits:
            start = edit.start + shift
            end = start + len(edit.new)
            if not is_whole(old_text, edit.start, edit.end):
                yield 4, f"{field}: {shown(edit.old)} at {edit.start} cuts a word of the source"
            elif not is_whole(new_text, start, end):
                yield 4, f"{field}: {shown(edit.new)} at {start} runs into a word"
            if field in _TEXT_FIELDS and not keeps_form(edit.old, edit.new):
                yield (
                    4,
                    (
                        f"{field}: {shown(edit.new)} does not keep the casing or the possessive of "
                        f"{shown(edit.old)}"
                    ),
                )
            shift += len(edit.new) - len(edit.old)


def capitals_broken(edits: Sequence[Edit]) -> Iterator[Broken]:
    """Yield a fault for each edit that gives a name in upper case a new name in another case.

    For example, LIMA must not become Kano. This violates invariant 4. An acronym is always in upper
    case, but its new name need not be. Therefore, a name in upper case is only checked if the row
    also renames the same name in another case. The acronym of an organization or country is never
    checked, because some questions have it in another case, too (Eu for EU).
    """
    otherwise = {(edit.entity, folded(edit.old)) for edit in edits if not edit.old.isupper()}
    for edit in edits:
        if (
            edit.field in _TEXT_FIELDS
            and len(edit.old) > 1
            and edit.old.isupper()
            and not _is_short_name(edit)
            and (edit.entity, folded(edit.old)) in otherwise
            and any(char.islower() for char in edit.new)
        ):
            yield 4, f"{edit.field}: {shown(edit.new)} is not in capitals like {shown(edit.old)}"


def _is_short_name(edit: Edit) -> bool:
    """Return whether an edit replaces the acronym of an organization or country."""
    if edit.type == "COUNTRY":
        return edit.old in country_names(country_key(edit.old))
    is_short = " " in edit.entity or len(edit.old) <= _SHORT
    return edit.type == "ORGANIZATION" and is_short and is_acronym(edit.old)


def _text_of(example: Example, field: str) -> str | None:
    kind, _, number = field.partition(":")
    if not number:
        return str(getattr(example, kind)) if kind in {"context", "question", "title"} else None
    texts = {
        "answer": [answer.text for answer in example.answers],
        "plausible": [answer.text for answer in example.plausible_answers],
        "gold": list(example.gold_answers),
    }.get(kind, [])
    index = int(number) if number.isdecimal() else len(texts)
    return texts[index] if index < len(texts) else None


def keeps_form(old: str, new: str) -> bool:
    """Return whether the name `new` keeps the case and the possessive ending of the name `old`.

    A lower-case name has to stay in lower case, a capitalized name must not become lower case, and
    a possessive has to stay a possessive. A name in upper case need not stay in upper case here,
    because `capitals_broken` checks this.
    """
    if old.endswith(_POSSESSIVES) and not new.endswith(_POSSESSIVES + _APOSTROPHES):
        return False
    if new[:1].isupper() and not old.islower():
        return True  # the usual case
    if not any(char.isupper() or char.islower() for char in new):
        return True
    if old.islower():
        return not any(char.isupper() for char in new)
    return not old[:1].isupper() or any(char.isupper() for char in new)


class _FoldTable(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = value = fold(chr(code)).text
        return value


_FOLDS: Final = _FoldTable()


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """Return a text in lower case without diacritics (its fold_key, see builders.text).

    The result is cached.
    """
    return fold_text(text)


def fold_text(text: str) -> str:
    """Return a text in lower case without diacritics (its fold_key, see builders.text).

    The function `folded` returns the same text, but caches its results.
    """
    return " ".join(text.translate(_FOLDS).split())


def folded_fields(source: Example) -> str:
    """Return the texts of an instance except the passage as one string, joined by "|".

    The texts are folded to lower case without diacritics (see `folded`), and duplicates are left
    out.
    """
    texts = [source.question, source.title, *source.gold_answers]
    texts += [answer.text for answer in (*source.answers, *source.plausible_answers)]
    return "|".join(map(fold_text, dict.fromkeys(texts)))


def folded_example(source: Example) -> str:
    """Return all texts of an instance as one string, joined by "|".

    The texts are folded to lower case without diacritics (see `folded`).
    """
    return f"{fold_text(source.context)}|{folded_fields(source)}"


@lru_cache(maxsize=65536)
def holds_word(text: str) -> bool:
    """Return whether a text has a letter, a digit or another word character.

    The old text of an edit has none if the edit only replaces the apostrophe of a possessive.
    """
    return any(map(is_word_char, text))


def holds_name(held: str, name: str) -> bool:
    """Return whether the folded text `held` has the folded name as whole words (see `folded`)."""
    at = held.find(name)
    while at >= 0:
        if is_boundary(held, at) and is_boundary(held, at + len(name)):
            return True
        at = held.find(name, at + 1)
    return False
