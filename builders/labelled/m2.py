"""Read and write grammatical corrections in M2 format (Dahlmeier and Ng 2012).

A line that begins with S is a sentence, and the lines after it that begin with A correct it:

S This are a sentence .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0

The two numbers of a correction are the indices of its first token and of the token after its last.
Single spaces separate tokens. If a new name has more or fewer tokens than the old name, the indices
of all later corrections shift. Names inside corrections are renamed as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Final

from builders.errors import Fault, FixManyError
from builders.labelled.labelled_text import LabelledPart, UnalignedError, example
from builders.types import Answer, Edit, Row

_CORRECTION: Final = re.compile(r"A (-?\d+) (-?\d+)\|\|\|([^|]*)\|\|\|(.*?)(\|\|\|.*)", re.DOTALL)
_NOTHING: Final = frozenset({"", "-NONE-"})
CUT_NAME: Final = "a correction begins or ends inside a name"


def read(text: str, path: str) -> Iterator[LabelledPart]:
    """Yield each sentence with its corrections. Raises FixManyError listing malformed lines."""
    lines = text.splitlines(keepends=True)
    if faults := list(_faults(lines)):
        raise FixManyError(path, faults)
    starts = [n for n, line in enumerate(lines) if line.startswith("S ")]
    yield LabelledPart("".join(lines[: starts[0]] if starts else lines))
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield _sentence(lines[start:end], start + 1)


def _faults(lines: Sequence[str]) -> Iterator[Fault]:
    size = -1
    for n, line in enumerate(lines, 1):
        if line.startswith("S "):
            size = len(line.rstrip("\r\n")[2:].split(" "))
        elif line.strip():
            found = _CORRECTION.fullmatch(line)
            if found is None or size < 0:
                yield Fault(f"line {n}", "", "expected S with a sentence, or A with its correction")
            elif max(int(found[1]), int(found[2])) > size:
                yield Fault(f"line {n}", "A", f"spans tokens of a sentence that has {size}")


def _sentence(lines: Sequence[str], number: int) -> LabelledPart:
    corrections = [found for line in lines[1:] if (found := _CORRECTION.fullmatch(line))]
    texts = tuple(Answer(one[4], None) for one in corrections if one[4] not in _NOTHING)
    gold = tuple(dict.fromkeys(answer.text for answer in texts))
    plain = example(number, lines[0].rstrip("\r\n")[2:])
    instance = replace(plain, answers=texts, gold_answers=gold, is_impossible=not texts)
    return LabelledPart("".join(lines), instance, partial(_write, lines, plain.context))


def _write(lines: Sequence[str], sentence: str, row: Row) -> str:
    new = row.example.context
    edits = [edit for edit in row.edits if edit.field == "context"]
    places = _token_places(sentence, new, edits)
    answers = iter(row.example.answers)
    written = [lines[0].replace(sentence, new, 1)]
    for line in lines[1:]:
        found = _CORRECTION.fullmatch(line)
        if found is None:
            written.append(line)
            continue
        text = found[4] if found[4] in _NOTHING else next(answers).text
        start, end = (_moved(int(found[n]), places) for n in (1, 2))
        written.append(f"A {start} {end}|||{found[3]}|||{text}{found[5]}")
    return "".join(written)


def _moved(place: int, places: Sequence[int | None]) -> int:
    if place < 0:
        return place  # A sentence without a correction has the line A -1 -1|||noop.
    moved = places[place]
    if moved is None:
        raise UnalignedError(CUT_NAME)
    return moved


def _token_places(old: str, new: str, edits: Sequence[Edit]) -> list[int | None]:
    """Return the index in the new sentence of each token of the old one.

    It is None for a token that starts inside a renamed name. The list ends with one more element,
    the number of tokens of the new sentence, for corrections at the end of the sentence.
    """
    tokens = old.split(" ")
    places: list[int | None] = []
    for at in (0, *accumulate(len(token) + 1 for token in tokens[:-1])):
        shift = sum(len(edit.new) - len(edit.old) for edit in edits if edit.end <= at)
        inside = any(edit.start < at < edit.end for edit in edits)
        places.append(None if inside else new[: at + shift].count(" "))
    return [*places, new.count(" ") + 1]
