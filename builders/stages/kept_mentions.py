"""Finding the places where a name stays in a row although the name is renamed elsewhere in it.

For example, "Paris" stays in "Paris Hilton" if the city of Paris is renamed. Each place is listed
with the reason. A `Change` is an edit whose new text is not known yet, because new names are chosen
later.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.stages.wholeness import is_common_noun, is_plain
from builders.swap.slots import Change, Field, MaybeKept, SurfaceForm
from builders.swap.template import Template
from builders.text import fold_key, has_multi_letter_word, is_currency, names_in
from builders.types import Kept, KeptReason, Mention

_OTHER: Final[KeptReason] = "another referent"
_LONGER: Final[KeptReason] = "part of a longer name"
_PLAIN: Final[KeptReason] = "plain word"

_OPENING: Final = " \t\n\"“‘'(["
_ENDS: Final = ("", ".", "!", "?", ":")
"""The characters that may precede a sentence, without quotation marks, brackets and spaces.

The empty string stands for the start of the text.
"""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place in a text with a name that is not renamed there, but elsewhere in the row."""

    start: int
    end: int
    renamed: tuple[int, ...]
    """The indices (in the template's `changes`) of the changes that replace this name elsewhere."""
    over: tuple[int, ...]
    """The indices of the changes that overlap the occurrence."""


def with_kept(
    template: Template,
    mentions: Mapping[str, Sequence[Mention]],
    named: Container[str],
    is_word: Callable[[str], bool],
    repeats: Repeats | None = None,
    *,
    follow: Container[str] = (),
) -> tuple[Template, Mapping[str, str]]:
    """Find the places where names stay although they are renamed elsewhere in the row.

    Returns `template` with these places in `kept`, and the ids of half-renamed entities, each with
    a reason. An entity is half renamed if one of its old names would remain in a place where it
    must be changed. `named` has the ids of the entities to rename, and `is_word` says whether a
    word is English. `repeats` is the result of `Repeats.of` for the passage, if another question
    about the passage has made it. `follow` has the ids of entities whose new names the passage has
    in other new names.
    """
    kept: list[MaybeKept] = []
    half: dict[str, str] = {}
    changes = template.changes[: len(template.context.slots)]
    of_passage = {change.entity for change in changes}
    repeats = repeats or Repeats.of(template.context, changes, template.surface_forms)
    for field, found in _occurrences(template, repeats):
        of_field: list[MaybeKept] = []
        text, own = field_text(template, field), mentions.get(field, ())
        for one in found:
            if field == "context":
                # If a question says "Pittsburgh" for the Pittsburgh Steelers, a new name in the
                # question alone would not match the passage.
                renamed = {template.changes[at].entity for at in one.renamed} - of_passage
                half |= {each: CLOSE_READINGS for each in renamed if each not in follow}
            changed = [template.changes[at] for at in one.renamed]
            may_be_noun = field == "context" and not any(each.old.islower() for each in changed)
            reason, span = _reason(text, one, own, named, is_word, may_be_noun=may_be_noun)
            if span is None:
                half |= {change.entity: reason for change in changed}
            else:
                of_field.append(MaybeKept(Kept(field, *span, reason), one.renamed, one.over))
        kept += _joined(of_field)
    return (replace(template, kept=tuple(kept)) if kept else template), half


def field_text(template: Template, field: str) -> str:
    """Return the source text of the field `field` of an instance (for example, "question")."""
    return next(cut.text for cut in (template.context, *template.texts) if cut.name == field)


class _Numbered(NamedTuple):
    """An edit whose new name is not chosen yet, with its index and that of its old name."""

    number: int
    """The index of the change in the template's `changes`."""
    change: Change
    source: int
    """The index of the old name in the template's `sources`."""


class _Span(NamedTuple):
    """A place in a text where a name occurs, and the planned edits that overlap the place."""

    start: int
    end: int
    over: tuple[_Numbered, ...]

    def is_covered(self, named: Iterable[_Numbered]) -> bool:
        """Return whether the name at this place is renamed by the edits that overlap the place.

        `named` has the edits that rename the name in the row. Each old name that they replace
        must also be replaced by an edit that overlaps this place. Different written forms of an
        old name, such as upper case, count as the same old name.
        """
        sources = {one.source for one in self.over}
        return all(one.source in sources for one in named)


_Names = Mapping[str, tuple[_Numbered, ...]]
"""The changes that replace each old name, by the folded name."""
_Spans = Mapping[str, Sequence[_Span]]
"""The occurrences of names in a text, by the folded name."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The names that are renamed in a passage, and all places where they occur in the passage."""

    changes: Sequence[_Numbered]
    names: _Names
    spans: _Spans
    """All occurrences of the names."""
    loose: _Spans
    """The occurrences in which the changes do not rename the name."""

    @classmethod
    def of(
        cls, context: Field, changes: Sequence[Change], surface_forms: Sequence[SurfaceForm]
    ) -> Repeats:
        """Find all occurrences in a passage of the names that are to be renamed in it.

        `changes` are the planned edits of the passage, whose new texts are not chosen yet.
        """
        numbered = _numbered(changes, surface_forms)
        names = _by_name(numbered)
        spans = _spans(context.text, names, numbered)
        loose = {
            key: [one for one in own if not one.is_covered(names[key])]
            for key, own in spans.items()
        }
        return cls(numbered, names, spans, loose)


def _numbered(
    changes: Sequence[Change], surface_forms: Sequence[SurfaceForm], first: int = 0
) -> list[_Numbered]:
    return [
        _Numbered(number, change, surface_forms[change.surface_form].source)
        for number, change in enumerate(changes, first)
    ]


def _by_name(changes: Iterable[_Numbered]) -> _Names:
    found: dict[str, list[_Numbered]] = {}
    for one in changes:
        found.setdefault(fold_key(one.change.old), []).append(one)
    return {key: tuple(own) for key, own in found.items() if has_multi_letter_word(key)}


def _spans(text: str, names: Iterable[str], changes: Sequence[_Numbered]) -> _Spans:
    """Find names in a text; return their places by name, each with the edits that overlap it."""
    found: dict[str, list[_Span]] = {}
    for key, (start, end) in names_in(text, names):
        over = (one for one in changes if one.change.start < end and start < one.change.end)
        found.setdefault(key, []).append(_Span(start, end, tuple(over)))
    return found


def _occurrences(
    template: Template, repeats: Repeats
) -> Iterator[tuple[str, Sequence[Occurrence]]]:
    """Yield each field in which renamed names also occur without being renamed.

    Each field comes with the places where these names occur.
    """
    first = len(template.context.slots)
    others = _numbered(template.changes[first : template.slots], template.surface_forms, first)
    more = _by_name(others)
    names = {**repeats.names}
    names.update((key, (*names.get(key, ()), *own)) for key, own in more.items())
    again = {key: repeats.spans[key] for key in more if key in repeats.spans}
    new = _spans(
        template.context.text, [key for key in more if key not in repeats.names], repeats.changes
    )
    of_field: dict[str, _Spans] = {"context": {**repeats.loose, **again, **new}}
    for cut in template.texts:
        own = [one for one in others if one.change.field == cut.name]
        of_field[cut.name] = _spans(cut.text, names, own)
    for field, spans in of_field.items():
        # An occurrence is not kept if a change renames the same name there, in any written form.
        found = [
            Occurrence(
                one.start,
                one.end,
                tuple(each.number for each in names[key]),
                tuple(each.number for each in one.over),
            )
            for key, own in spans.items()
            for one in own
            if not one.is_covered(names[key])
        ]
        if found:
            yield field, found


def _reason(
    text: str,
    one: Occurrence,
    mentions: Iterable[Mention],
    named: Container[str],
    is_word: Callable[[str], bool],
    *,
    may_be_noun: bool,
) -> tuple[str, tuple[int, int] | None]:
    """Return why a name can stay at the place `one` of a text, and the span that stays.

    The span is longer than the name if the name is part of the longer name of an entity
    that is not renamed. If the name cannot stay, the span is None, and the reason is the
    one for which its entity is not renamed at all. `named` has the ids of the entities to
    rename. With `may_be_noun`, a word in lower case counts as a common noun and not as the
    name.
    """
    here = (one.start, one.end)
    around = [m for m in mentions if m.start < one.end and one.start < m.end]
    for mention in around:
        whole = mention.start <= one.start and one.end <= mention.end
        longer = whole and (mention.start, mention.end) != here
        if mention.entity and (mention.entity not in named or one.over):
            span = (mention.start, mention.end) if longer and mention.entity not in named else here
            return (_LONGER if longer else _OTHER), span
    if may_be_noun and not around and is_common_noun(text, *here):
        return _PLAIN, here
    if _is_written_plain(text, one) and is_plain(
        fold_key(text[one.start : one.end]).split(), is_word
    ):
        return _PLAIN, here
    return (CLOSE_READINGS if around and not all(m.entity for m in around) else HALF_NAMED), None


def _is_written_plain(text: str, one: Occurrence) -> bool:
    """Return whether an occurrence of a name is written as an ordinary word would be.

    It is if it has no capital letter, if it is a capitalized word at the start of a
    sentence, or if it has the letters of a currency (the US in "US$3").
    """
    surface = text[one.start : one.end]
    before = text[: one.start].rstrip(_OPENING)
    opens = surface[1:].islower() and before[-1:] in _ENDS
    return not any(map(str.isupper, surface)) or opens or is_currency(text, one.end)


def _joined(kept: Iterable[MaybeKept]) -> Iterator[MaybeKept]:
    """Yield the places of a field where names stay, in order, and merge duplicates.

    Two places are duplicates if they have the same span and are overlapped by the same
    edits.
    """
    found: dict[tuple[int, int, tuple[int, ...]], MaybeKept] = {}
    for one in kept:
        key = (one.kept.start, one.kept.end, one.over)
        before = found.get(key, one)
        renamed = tuple(sorted({*before.renamed, *one.renamed}))
        found[key] = before._replace(renamed=renamed)
    yield from sorted(found.values(), key=lambda one: (one.kept.start, one.kept.end))
