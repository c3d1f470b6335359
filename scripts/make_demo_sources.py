"""Write the package's demonstration datasets from the texts in scripts/demo_sources/.

    python scripts/make_demo_sources.py

Each text there is an authoring file. A passage is one line, followed by its questions and answers:

    # Title_Of_An_Article        title of the following passages
    ? A question about the passage?
    = an answer                  first occurrence as a whole word; `= text @2`: second occurrence
    ~ a plausible answer         for an unanswerable question
    + an alias                   an accepted answer that need not occur in the passage

In the MRQA dataset, as usual with distant supervision, an answer without a number refers to all its
occurrences. Offsets and ids are computed. The same texts always give the same output bytes.
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
    """A question as written in an authoring file, with the number of its first line."""

    line: int
    title: str
    context: str
    question: str
    answers: list[str] = field(default_factory=list)
    plausible: list[str] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)


def drafts(path: Path) -> Iterator[Draft]:
    """Yield the questions of an authoring file, each with its passage and answers as written."""
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
    """Return all places in a passage where a text occurs as whole words."""
    starts = [match.start() for match in re.finditer(re.escape(text), context)]
    return [Answer(text, at) for at in starts if is_whole(context, at, at + len(text))]


def place(context: str, written: str, *, every: bool) -> list[Answer]:
    """Return the places in a passage to which an answer refers.

    `written` is the answer as an authoring file has it. For example, `text @2` stands for
    the second occurrence of the text. Without a number, the first occurrence is returned,
    or all occurrences if `every` is true. The result is empty if there is no such place.
    """
    if numbered := _NUMBERED.fullmatch(written):
        nth = int(numbered[2])
        return occurrences(context, numbered[1])[nth - 1 : nth]
    found = occurrences(context, written)
    return found if every else found[:1]


def examples(name: str, dataset: str, *, every: bool) -> list[Example]:
    """Return the examples of the authoring file called `name`, for a dataset called `dataset`.

    If `every` is true, an answer without a number refers to all its occurrences. Raises SystemExit
    if an answer is not in its passage, or if a question has both answers and plausible answers or
    has none.
    """
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
    """Return the demonstration dataset in SQuAD 2.0 format, as JSON text."""
    document = to_squad(examples("harbour-towns", "HarbourTowns", every=False))
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def mrqa() -> str:
    """Return the demonstration dataset in MRQA format, as JSON Lines."""
    name = "EveningCourier"
    lines = to_mrqa(examples("evening-courier", name, every=True), name)
    return "".join(f"{line}\n" for line in lines)


SOURCES: dict[str, Callable[[], str]] = {"squad": squad, "mrqa": mrqa}


def main() -> None:
    """Write all demonstration datasets, and print their paths."""
    for name, make in SOURCES.items():
        path = demo_path(name)
        path.write_text(make(), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
