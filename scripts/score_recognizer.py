"""Score recognizers on gold mentions and on held-out sentences.

    python scripts/score_recognizer.py --gold gold.jsonl --corpora FOLDER [--recognizer NAME]

Each recognizer is scored alone and followed by the pass that makes a text's names consistent.

Gold mentions are scored as a renaming tool needs them: outer mentions only, a leading "the" or
title more or less forgiven, optional mentions never missed, alternative types accepted, MISC left
out, and all places one type. Held-out sentences are scored strictly, span and type.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recognizer.corpora import read_corpora
from recognizer.wordlists import words

from builders.atlas import PlaceIndex
from builders.line.ingredients import PLACES, collection, spelling
from builders.recognizers import table as recognizers
from builders.recognizers.bundled.load import load_bundled
from builders.recognizers.plain import PlainRecognizer
from builders.recognizers.rules.consistency import ConsistentRecognizer
from builders.recognizers.shouted import CalmRecognizer
from builders.types import PLACE_TYPES, Recognizer, TypedSpan

START, END = "<!-- scores: start -->", "<!-- scores: end -->"
Typed = tuple[int, int, str]
_FORGIVEN = re.compile(
    r"(?:(?:the|a|an|" + "|".join(map(re.escape, sorted(words("title")))) + r")\.? )+",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Tally:
    """Right, spurious and missed mentions by type, and which they were."""

    right: Counter[str] = field(default_factory=Counter)
    spurious: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[tuple[str, float, float, float, int]]:
        """Yield type, precision, recall, F1 (percent) and gold count; the last row is all."""
        types = sorted(set(self.right) | set(self.missed) | set(self.spurious))
        for name in [*types, "all"]:
            picked = types if name == "all" else [name]
            right, spurious, missed = (
                sum(counts[t] for t in picked)
                for counts in (self.right, self.spurious, self.missed)
            )
            precision = 100 * right / max(right + spurious, 1)
            recall = 100 * right / max(right + missed, 1)
            f1 = 2 * precision * recall / max(precision + recall, 1e-9)
            yield name, precision, recall, f1, right + missed


def merged(label: str) -> str:
    """Return the type that is scored: places are one."""
    return "PLACE" if label in PLACE_TYPES else label


def coarse(label: str) -> str:
    """Return the type with which corpora mark a settled place."""
    return "GPE" if label in {"COUNTRY", "STATE", "CITY"} else label


def core(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without leading article and titles, unless nothing would be left."""
    match = _FORGIVEN.match(text, start, end)
    return (match.end(), end) if match and match.end() < end else (start, end)


def score_mentions(
    text: str, gold: Sequence[dict[str, Any]], found: Sequence[TypedSpan], tally: Tally
) -> None:
    """Count the mentions of one text into `tally`."""
    outer = [m for m in gold if not m.get("inside") and m["type"] != "MISC"]
    bait = [m for m in gold if m["type"] == "MISC"]
    guesses = {core(text, s.start, s.end): s for s in found}
    used = set()
    for mention in outer:
        span = core(text, mention["start"], mention["end"])
        accepted = {merged(t) for t in (mention["type"], *mention.get("alt_types", ()))}
        guess = guesses.get(span)
        kind = merged(mention["type"])
        if guess is not None and merged(guess.type) in accepted:
            used.add(span)
            tally.right[kind] += 1
        elif not mention.get("optional"):
            tally.missed[kind] += 1
            got = [f"{text[g.start:g.end]}/{g.type}" for s, g in guesses.items()
                   if s[0] < span[1] and span[0] < s[1]]  # fmt: skip
            tally.faults.append(f"missed {kind} {mention['text']!r} found {got}")
    for span, guess in guesses.items():
        if span not in used and not _excused(text, span, guess, gold, bait):
            tally.spurious[merged(guess.type)] += 1
            tally.faults.append(f"spurious {guess.type} {text[guess.start : guess.end]!r}")


def _excused(
    text: str, span: tuple[int, int], guess: TypedSpan, gold: Sequence[dict[str, Any]],
    bait: Sequence[dict[str, Any]],
) -> bool:  # fmt: skip
    """Tell whether a guess outside the outer mentions is no fault.

    A name inside a MISC mention (`Rome` in `Treaty of Rome`) is right where the gold has it
    nested there with that type, and one equal to an alternative type of the MISC mention is too.
    """
    for mention in gold:
        if core(text, mention["start"], mention["end"]) != span:
            continue
        types = {merged(t) for t in (mention["type"], *mention.get("alt_types", ()))}
        within = any(b["start"] <= mention["start"] and mention["end"] <= b["end"] for b in bait)
        if merged(guess.type) in types and (within or mention.get("optional")):
            return True
    return False


def gold_fields(row: dict[str, Any], *, answers: bool) -> Iterator[tuple[str, str, Any]]:
    """Yield field kind, text and mentions of a gold paragraph."""
    yield "title", row["title"]["text"], row["title"]["mentions"]
    yield "context", row["text"], row["mentions"]
    for question in row["questions"]:
        yield "question", question["question"], question["mentions"]
    if answers:
        for answer in row["answers"]:
            yield "answer", answer["text"], answer["mentions"]


Recognize = Callable[[Sequence[str]], Iterable[Sequence[TypedSpan]]]


def score_gold(path: Path, recognize: Recognize) -> dict[str, Tally]:
    """Score every field kind of a gold file and, as `all`, contexts, questions and titles."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    fields = [f for row in rows for f in gold_fields(row, answers=False)]
    tallies = {kind: Tally() for kind in ("title", "context", "question", "all")}
    found = recognize([text for _, text, _ in fields])
    for (kind, text, mentions), spans in zip(fields, found, strict=True):
        score_mentions(text, mentions, spans, tallies[kind])
        score_mentions(text, mentions, spans, tallies["all"])
    return tallies


def score_heldout(folder: Path, recognize: Recognize, *, places: bool) -> dict[str, Tally]:
    """Score held-out sentences by corpus, strictly; `places` makes GPE and LOC one type."""
    sentences = [s for s in read_corpora(folder, ("crossner", "wikigold")) if s.heldout]
    tallies = {name: Tally() for name in ("crossner", "wikigold")}
    found = recognize([s.text for s in sentences])
    for sentence, spans in zip(sentences, found, strict=True):
        as_is = merged if places else coarse
        gold: set[Typed] = {(s, e, as_is(t)) for s, e, t in sentence.spans}
        guesses: set[Typed] = {(s.start, s.end, as_is(s.type)) for s in spans}
        tally = tallies[sentence.corpus]
        tally.right.update(t for _, _, t in gold & guesses)
        tally.spurious.update(t for _, _, t in guesses - gold)
        tally.missed.update(t for _, _, t in gold - guesses)
    return tallies


def table(title: str, columns: Sequence[tuple[str, Tally]]) -> str:
    """Return a Markdown table: a row a type, and precision, recall and F1 for each tally."""
    rows = [{name: numbers for name, *numbers in tally.rows()} for _, tally in columns]
    types = list(dict.fromkeys(name for row in rows for name in row))
    lines = [
        f"| {title} | mentions | " + " | ".join(f"{name} P / R / F1" for name, _ in columns) + " |",
        "|---" * (2 + len(columns)) + "|",
    ]
    for name in sorted(types, key=lambda name: (name == "all", name)):
        cells = [
            f"{row[name][0]:.1f} / {row[name][1]:.1f} / **{row[name][2]:.1f}**"
            if name in row
            else ""
            for row in rows
        ]
        lines.append(f"| {name} | {rows[0].get(name, [0] * 4)[3]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write_card(path: Path, tables: str) -> None:
    """Put the tables between the card's markers; the prose around them is kept."""
    card = path.read_text("utf-8")
    head, rest = card.split(START)
    tail = rest.split(END)[1]
    path.write_text(f"{head}{START}\n{tables}\n{END}{tail}", "utf-8")


def main() -> None:
    """Parse the command line, print the tables, and write them to the card on demand."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gold", type=Path, help="gold mentions of paragraphs, JSON lines")
    parser.add_argument("--corpora", type=Path, help="folder of the converted corpora")
    parser.add_argument(
        "--recognizer", default="bundled", help="a name, as in renamer --recognizer"
    )
    parser.add_argument("--model", type=Path, help="score the bundled recognizer in this folder")
    parser.add_argument("--faults", action="store_true", help="list every fault on gold mentions")
    parser.add_argument("--card", type=Path, help="write the tables into this model card")
    arguments = parser.parse_args()
    recognizer: Recognizer = (
        load_bundled(folder=arguments.model)
        if arguments.model
        else recognizers.get(arguments.recognizer)
    )
    places = PlaceIndex.of(collection(PLACES, None).names)
    passes = {
        "alone": recognizer,
        "made consistent": PlainRecognizer(
            CalmRecognizer(ConsistentRecognizer(recognizer, places=places), spelling)
        ),
    }
    tables = []
    if arguments.gold:
        scores = {name: score_gold(arguments.gold, r.recognize) for name, r in passes.items()}
        for kind in ("all", "context", "question"):
            columns = [(name, tallies[kind]) for name, tallies in scores.items()]
            tables.append(table(f"gold mentions, {kind}", columns))
        if arguments.faults:
            for name, tallies in scores.items():
                print(f"{name}:", *sorted(tallies["all"].faults), sep="\n  ")
    if arguments.corpora:
        for merged in (False, True):
            held = {n: score_heldout(arguments.corpora, r.recognize, places=merged)
                    for n, r in passes.items()}  # fmt: skip
            for corpus in ("crossner", "wikigold"):
                title = f"{corpus}, held out{', places merged' if merged else ''}"
                tables.append(table(title, [(name, tally[corpus]) for name, tally in held.items()]))
    text = "\n\n".join([f"`{recognizer.fingerprint}`", *tables])
    print(text)
    if arguments.card:
        write_card(arguments.card, text)


if __name__ == "__main__":
    main()
