"""Write the embedded demo sources from the texts in scripts/demo_sources/.

    python scripts/make_demo_sources.py

An authoring file is plain text. A passage is one line; what follows it belongs to it:

    # Title_Of_An_Article        for the passages after it
    ? A question about the passage?
    = an answer                  its first occurrence as a whole word; `= text @2`: its second
    ~ a plausible answer         for a question that has none
    + an alias                   an official answer that the passage need not hold

In an MRQA source an answer without a number stands for all its occurrences, as distant
supervision has it. Offsets and ids are computed; the same texts give the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from builders.sources.demo import demo_path
from builders.sources.squad_export import to_mrqa, to_squad
from builders.text import is_whole
from builders.types import Answer, Example

TEXTS = Path(__file__).parent / "demo_sources"
_NUMBERED = re.compile(r"(.+) @([1-9]\d*)")


@dataclass
class Draft:
    """A question as it is written down, with the line it begins on."""

    line: int
    title: str
    context: str
    question: str
    answers: list[str] = field(default_factory=list)
    plausible: list[str] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)


def drafts(path: Path) -> Iterator[Draft]:
    """Read an authoring file."""
    title = context = ""
    draft: Draft | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        mark, _, text = line.partition(" ")
        if mark == "?":
            if draft:
                yield draft
            draft = Draft(number, title, context, text)
        elif mark in {"=", "~", "+"} and draft:
            {"=": draft.answers, "~": draft.plausible, "+": draft.aliases}[mark].append(text)
        elif line:
            if draft:
                yield draft
            draft = None
            title, context = (text, "") if mark == "#" else (title, line)
    if draft:
        yield draft


def occurrences(context: str, text: str) -> list[Answer]:
    """Return every place where the passage has this text as whole words."""
    starts = [match.start() for match in re.finditer(re.escape(text), context)]
    return [Answer(text, at) for at in starts if is_whole(context, at, at + len(text))]


def place(context: str, written: str, *, every: bool) -> list[Answer]:
    """Find a written answer in its passage; empty if it is not there."""
    if numbered := _NUMBERED.fullmatch(written):
        nth = int(numbered[2])
        return occurrences(context, numbered[1])[nth - 1 : nth]
    found = occurrences(context, written)
    return found if every else found[:1]


def examples(name: str, dataset: str, *, every: bool) -> list[Example]:
    """Turn an authoring file into examples."""
    return [_example(draft, name, dataset, every=every) for draft in drafts(TEXTS / f"{name}.txt")]


def _example(draft: Draft, name: str, dataset: str, *, every: bool) -> Example:
    def placed(texts: Iterable[str]) -> tuple[Answer, ...]:
        found = {text: place(draft.context, text, every=every) for text in texts}
        if lost := [text for text, answers in found.items() if not answers]:
            raise SystemExit(f"{name}.txt:{draft.line}: not in the passage: {', '.join(lost)}")
        return tuple(answer for text in texts for answer in found[text])

    answers, plausible = placed(draft.answers), placed(draft.plausible)
    if bool(answers) == bool(plausible):
        raise SystemExit(f"{name}.txt:{draft.line}: give answers or plausible answers")
    key = f"{name}|{draft.title}|{draft.context}|{draft.question}"
    return Example(
        id=blake2b(key.encode(), digest_size=12).hexdigest(),
        dataset=dataset,
        title=draft.title,
        question=draft.question,
        context=draft.context,
        answers=answers,
        gold_answers=tuple(dict.fromkeys([*(a.text for a in answers), *draft.aliases])),
        plausible_answers=plausible,
        is_impossible=not answers,
    )


def squad() -> str:
    """Return the SQuAD 2.0 source."""
    document = to_squad(examples("harbour-towns", "HarbourTowns", every=False))
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def mrqa() -> str:
    """Return the MRQA source."""
    name = "EveningCourier"
    lines = to_mrqa(examples("evening-courier", name, every=True), name)
    return "".join(f"{line}\n" for line in lines)


SOURCES: dict[str, Callable[[], str]] = {"squad": squad, "mrqa": mrqa}


def main() -> None:
    """Write all sources."""
    for name, make in SOURCES.items():
        path = demo_path(name)
        path.write_text(make(), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
