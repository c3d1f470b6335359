"""Occurrences of a renamed name that stay unchanged, each with the reason."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.stages.wholeness import is_common_noun, is_plain
from builders.swap.slots import Change, MaybeKept
from builders.swap.template import Template
from builders.text import fold_key, is_currency, same_names, says_something
from builders.types import Kept, KeptReason, Mention

_OTHER: Final[KeptReason] = "another referent"
_LONGER: Final[KeptReason] = "part of a longer name"
_PLAIN: Final[KeptReason] = "plain word"

_OPENING: Final = " \t\n\"“‘'(["
_ENDS: Final = ("", ".", "!", "?", ":")
"""The characters that may precede a sentence, apart from quotation marks and brackets."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An occurrence of a name that the changes `renamed` replace; changes `over` overlap it."""

    start: int
    end: int
    renamed: tuple[int, ...]
    over: tuple[int, ...]


def with_kept(
    template: Template,
    mentions: Mapping[str, Sequence[Mention]],
    named: Container[str],
    is_word: Callable[[str], bool],
) -> tuple[Template, Mapping[str, str]]:
    """Return a template with its kept mentions, and the half-renamed entities with reasons.

    An entity is half renamed if an old name of it would remain where it must be changed.

    `named` are the entities whose names are searched for; `is_word` says whether a word is
    English.
    """
    kept: list[MaybeKept] = []
    half: dict[str, str] = {}
    of_passage = {change.entity for change in template.changes if change.field == "context"}
    for field, found in _occurrences(template):
        of_field: list[MaybeKept] = []
        text, own = field_text(template, field), mentions.get(field, ())
        for one in found:
            if field == "context":
                # If a question says "Pittsburgh" for the Pittsburgh Steelers, a new name in the
                # question alone would not match the passage.
                renamed = {template.changes[at].entity for at in one.renamed}
                half |= dict.fromkeys(renamed - of_passage, CLOSE_READINGS)
            changed = [template.changes[at] for at in one.renamed]
            reason, span = (
                _noun(text, one, own)
                if field == "context" and not any(change.old.islower() for change in changed)
                else None
            ) or _reason(text, one, own, named, is_word)
            if span is None:
                half |= {change.entity: reason for change in changed}
            else:
                of_field.append(MaybeKept(Kept(field, *span, reason), one.renamed, one.over))
        kept += _joined(of_field)
    return (replace(template, kept=tuple(kept)) if kept else template), half


def field_text(template: Template, field: str) -> str:
    """Return the text of a field, given by name."""
    return next(cut.text for cut in (template.context, *template.texts) if cut.name == field)


def _occurrences(template: Template) -> Iterator[tuple[str, list[Occurrence]]]:
    """Yield, by field, the occurrences of renamed names that may be kept."""
    names: dict[str, list[int]] = {}
    of_field: dict[str, list[tuple[int, Change]]] = {}
    own = {cut.name for cut in (template.context, *template.texts)}
    for at, change in enumerate(template.changes):
        if change.field in own:
            of_field.setdefault(change.field, []).append((at, change))
            key = fold_key(change.old)
            if says_something(key):
                names.setdefault(key, []).append(at)
    sources = {key: {template.writings[template.changes[at].writing].source for at in renamed}
               for key, renamed in names.items()}  # fmt: skip
    for cut in (template.context, *template.texts):
        found = []
        changes = of_field.get(cut.name, [])
        for key, renamed in names.items():
            for start, end in same_names(cut.text, key):
                over = [(at, one) for at, one in changes if one.start < end and start < one.end]
                # An occurrence is not kept if a change of the same name, in any form, covers it.
                if not sources[key] <= {template.writings[one.writing].source for _, one in over}:
                    numbers = tuple(at for at, _ in over)
                    found.append(Occurrence(start, end, tuple(renamed), numbers))
        if found:
            yield cut.name, found


def _reason(
    text: str,
    one: Occurrence,
    mentions: Iterable[Mention],
    named: Container[str],
    is_word: Callable[[str], bool],
) -> tuple[str, tuple[int, int] | None]:
    """Return why an occurrence is kept and the span that is kept, or None if it cannot be kept."""
    here = (one.start, one.end)
    around = [m for m in mentions if m.start < one.end and one.start < m.end]
    for mention in around:
        whole = mention.start <= one.start and one.end <= mention.end
        longer = whole and (mention.start, mention.end) != here
        if mention.entity and (mention.entity not in named or one.over):
            span = (mention.start, mention.end) if longer and mention.entity not in named else here
            return (_LONGER if longer else _OTHER), span
    if _is_written_plain(text, one) and is_plain(
        fold_key(text[one.start : one.end]).split(), is_word
    ):
        return _PLAIN, here
    return (CLOSE_READINGS if around and not all(m.entity for m in around) else HALF_NAMED), None


def _noun(
    text: str, one: Occurrence, mentions: Iterable[Mention]
) -> tuple[KeptReason, tuple[int, int]] | None:
    """Return the reason and the span if an occurrence is a common noun outside all mentions."""
    if any(m.start < one.end and one.start < m.end for m in mentions):
        return None
    return (_PLAIN, (one.start, one.end)) if is_common_noun(text, one.start, one.end) else None


def _is_written_plain(text: str, one: Occurrence) -> bool:
    """Return whether words are not written as a name: lower case, sentence start, or an amount."""
    surface = text[one.start : one.end]
    before = text[: one.start].rstrip(_OPENING)
    opens = surface[1:].islower() and before[-1:] in _ENDS
    return not any(map(str.isupper, surface)) or opens or is_currency(text, one.end)


def _joined(kept: Iterable[MaybeKept]) -> Iterator[MaybeKept]:
    """Yield the kept mentions of a field in order, and merge those with the same span."""
    found: dict[tuple[int, int, tuple[int, ...]], MaybeKept] = {}
    for one in kept:
        key = (one.kept.start, one.kept.end, one.over)
        before = found.get(key, one)
        renamed = tuple(sorted({*before.renamed, *one.renamed}))
        found[key] = before._replace(renamed=renamed)
    yield from sorted(found.values(), key=lambda one: (one.kept.start, one.kept.end))
