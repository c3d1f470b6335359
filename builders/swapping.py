"""The function behind `renamer swap`.

It renames the instances of a file. Each instance lists the names to replace and their new names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from builders.errors import Fault, FixManyError
from builders.names import AGES, SUFFIXES, bare, is_numeral
from builders.progress import Reporter, Silent
from builders.sources.row_formats import listed_answers
from builders.spans.known_entities import find_known
from builders.stages.finding import Finder, RecognizerChoice, Setup, make_finder
from builders.stages.jsonl import Jsonl, Malformed, read_jsonl, write_jsonl, write_line
from builders.stages.prepare import other_fields, with_passage
from builders.swap.new_names import SourceName
from builders.swap.swap_records import SwapRequest, parse_line, swap, to_line
from builders.text import fold_text, occurs_in
from builders.types import ENTITY_TYPES, Beside, Entity, Example, Mention, Row, TypedSpan

_BATCH = 256
Found = Mapping[str, Sequence[TypedSpan]]
"""The spans that a recognizer found in each text."""
_POSSESSIVE = re.compile(r"['’]s?\b")
_NEAR = 24
_EPITHET = re.compile(r" the [A-Z]\w+")
_SWAP_TO_ENTITY = {"ORGANIZATION": "ORG", "NATIONALITY": "NORP", "LOCATION": "LOC"}


@dataclass(frozen=True, slots=True)
class Swapped:
    """The result of renaming a file."""

    rows: int
    """The number of rows."""
    changed: int
    """The number of changed rows."""
    missing: tuple[Missing, ...]
    """Each name that an instance asks to rename but that was not found in it."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that was to be renamed, but that could not be found in the instance."""

    instance: str
    """The id of the instance."""
    name: str


def swap_file(
    source: Path,
    target: Path,
    recognizer: RecognizerChoice = "bundled",
    reporter: Reporter | None = None,
) -> Swapped:
    """Rename the instance in every line of a JSONL file, and write the renamed rows to `target`.

    The source may also be gzipped, or any other file of rows (see builders.sources.row_formats).
    The path `-` stands for standard input or output. Raises FixManyError with all faults of the
    file before anything is written. The target is written whole or not at all.
    """
    written = changed = 0
    missing: list[Missing] = []
    with write_jsonl(target) as file, read_jsonl(source) as lines:
        _check(lines)
        progress = (reporter or Silent()).stage("Renaming", lines.size())
        for request, row in _swapped(_requests(lines), recognizer):
            write_line(file, to_line(row))
            written += 1
            changed += row.changed
            missing += _missing(request, row)
            progress(1)
    return Swapped(written, changed, tuple(missing))


def _missing(request: SwapRequest, row: Row) -> Iterator[Missing]:
    """Yield the names that a request asks to rename, but that could not be found.

    These are names of entities that were not renamed, because no text contains the name or because
    the request gives mentions, but none of the entity.
    """
    renamed = {edit.entity for edit in row.edits}
    idle = [source for source, _ in request.renames if source.entity not in renamed]
    texts = _fields(request.example) if idle else ()
    held = "|".join(_folded(text) for _, text in texts)
    given = request.mentions
    mentioned = None if given is None else {mention.entity for mention in given}
    for source in idle:
        unmentioned = mentioned is not None and source.entity not in mentioned
        if unmentioned or not occurs_in(held, _folded(source.full)):
            yield Missing(request.example.id, source.full)


def _folded(text: str) -> str:
    """Return what builders.text.fold_key returns, without a cache, because passages are long."""
    return " ".join(fold_text(text).split())


def _swapped(
    requests: Iterable[SwapRequest], recognizer: RecognizerChoice
) -> Iterator[tuple[SwapRequest, Row]]:
    """Yield each request with its renamed row, in order.

    The recognizer is loaded only if a request does not give its own mentions.
    """
    finder: Finder | None = None
    batch: list[SwapRequest] = []
    for request in requests:
        if request.mentions is None and finder is None:
            finder = make_finder(Setup(recognizer))
        batch.append(request)
        if len(batch) == _BATCH:
            yield from _swap_batch(batch, finder)
            batch = []
    yield from _swap_batch(batch, finder)


def _swap_batch(
    batch: Sequence[SwapRequest], finder: Finder | None
) -> Iterator[tuple[SwapRequest, Row]]:
    unread = [request.example for request in batch if request.mentions is None]
    passages = finder.find((one.context for one in unread), misc=True) if finder is not None else {}
    texts = chain.from_iterable(map(_beside, unread))
    read = finder.find_with_passages(texts, misc=True) if finder is not None else {}
    for request in batch:
        example = request.example
        found = {text.text: read.get(text, ()) for text in _beside(example)}
        found[example.context] = passages.get(example.context, ())
        yield request, swap(request, _mentions(request, found))


def _beside(example: Example) -> Iterator[Beside]:
    for field, text in other_fields(example):
        if text:
            yield with_passage(example.context, field, text)


def _mentions(request: SwapRequest, found: Found) -> tuple[Mention, ...]:
    """Return the mentions that a request gives, or else the mentions that are found for its names.

    `found` has the spans that a recognizer found. If the request gives mentions, but none in an
    answer without an offset, the names to rename are searched for in this answer without the help
    of a recognizer.
    """
    if request.mentions is None:
        return _sought(request, found)
    marked = {mention.field for mention in request.mentions}
    loose = {name for name, _ in _fields(request.example)} - {"context", "question", "title"}
    if loose <= marked:
        return request.mentions
    sought = (m for m in _sought(request, {}) if m.field in loose - marked)
    return (*request.mentions, *sought)


def _sought(request: SwapRequest, found: Found) -> tuple[Mention, ...]:
    entities = {source.entity: _entity(source) for source, _ in request.renames}
    fields = tuple(_fields(request.example))
    texts = dict(fields)
    mentions = find_known(fields, tuple(entities.values()), found)
    own = _suffixes(texts, mentions, entities)
    return tuple(m for m in mentions if not _is_namesake(texts[m.field], m, own.get(m.entity, "")))


def _fields(example: Example) -> Iterator[tuple[str, str]]:
    yield "context", example.context
    yield from other_fields(example)


def _suffixes(
    texts: Mapping[str, str], mentions: Sequence[Mention], entities: Mapping[str, Entity]
) -> Mapping[str, str]:
    """Map the id of each mentioned entity to its suffix or epithet (Jr., the Bold), or to "".

    The suffix or epithet is taken from the name of the entity, or else a suffix is taken from the
    first mention that has one.
    """
    found: dict[str, str] = {}
    for mention in mentions:
        entity = entities.get(mention.entity)
        if entity is not None and not found.get(entity.id):
            named = _epithet(entity) or _suffix(entity.name.split())
            found[entity.id] = named or _suffix_of(texts[mention.field], mention)
    return found


def _is_namesake(text: str, mention: Mention, suffix: str) -> bool:
    """Return whether a mention means another person of the same name, as its suffix shows.

    For example, Walter Finch Sr. is not the person whose `suffix` is "jr".
    """
    if suffix.startswith("the "):  # Ivan the Mild is not Ivan the Bold.
        epithet = _EPITHET.match(text, mention.end)
        return epithet is not None and epithet[0].strip() != suffix
    told = _suffix_of(text, mention)
    return bool(told and suffix) and told != suffix


def _epithet(entity: Entity) -> str:
    """Return the epithet in a ruler's name, such as "the Bold", or an empty string."""
    name, _, told = entity.name.rpartition(" the ")
    if entity.type != "PERSON" or not name or not told[:1].isupper() or bare(told) in AGES:
        return ""
    return f"the {told}"


def _suffix_of(text: str, mention: Mention) -> str:
    """Return the suffix, such as Jr. or III, at the end of a mention or directly after it.

    The suffix is folded, for example "jr". Returns an empty string if there is none.
    """
    own = _suffix(text[mention.start : mention.end].split())
    behind = _POSSESSIVE.sub("", text[mention.end : mention.end + _NEAR])
    return own or _suffix_before(behind.split(maxsplit=2)[:2])


def _suffix(words: Sequence[str]) -> str:
    """Return the last word of a name, folded, if it is a suffix (Jr., III, the Elder), or ""."""
    last = bare(words[-1]) if words else ""
    numeral = len(words) > 0 and is_numeral(words[-1])
    return last if last in SUFFIXES or numeral or _tells_age(words[-2:]) else ""


def _suffix_before(words: Sequence[str]) -> str:
    return _suffix(words if _tells_age(words) else words[:1])


def _tells_age(words: Sequence[str]) -> bool:
    return len(words) == 2 and words[0] == "the" and bare(words[1]) in AGES


def _entity(source: SourceName) -> Entity:
    kind = _SWAP_TO_ENTITY.get(source.type, source.type)
    known = kind if kind in ENTITY_TYPES else "LOC"
    return Entity(
        source.entity,
        known,
        source.full,
        source.first,
        source.last,
        source.aliases,
    )


def _parsed(record: object, where: str) -> SwapRequest | tuple[Fault, ...]:
    return parse_line(listed_answers(record) if isinstance(record, dict) else record, where)


def _requests(lines: Jsonl) -> Iterator[SwapRequest]:
    for where, record in lines.records():
        request = _parsed(record, where)
        if isinstance(request, SwapRequest):
            yield request


def _check(lines: Jsonl) -> None:
    """Raise FixManyError with all faults of a file, if it has any."""
    faults: list[Fault] = []
    for where, record in lines.records():
        if isinstance(record, Malformed):
            faults.append(Fault(where, "", str(record)))
            continue
        request = _parsed(record, where)
        if not isinstance(request, SwapRequest):
            faults.extend(request)
    if faults:
        raise FixManyError(lines.name, faults)
