"""Measure the bundled recognizer on gold mentions (`make quality`).

    python scripts/quality.py [--corpora FOLDER] [--gold FILE] [--squad FILE ...]
    python scripts/quality.py ... --without repeats     # the gain from a group of features

The bundled recognizer consists of several NER models (its members), which find candidates, and a
forest, which selects the names among the candidates. In annotated passages of SQuAD and XQuAD, the
names are selected by a forest that was not trained on the article of the passage (one forest per
fold of articles). The members were not trained on any of these articles. Held-out corpora and the
passages of --gold (a JSON Lines file of gold mentions) are read by the recognizer as shipped.

The script prints precision, recall and F1 by type for every set of passages, separately for
passages and questions, and for the members alone and the whole recognizer. Each F1 has a 95%
interval (bootstrap over documents). The exit status is 1 if the whole recognizer's F1 for all types
together is below the interval of the stored baseline in any set. --write stores the figures as the
new baseline. --without also measures forests that are trained without a group of features.

Passages of --squad and --gold, and held-out documents annotated anew, are scored leniently, because
some errors do not matter for renaming. Only outermost mentions count. A leading article or
personal title can be included or left out, and missing an optional mention is not an error.
Every type that the annotation accepts is correct, events and works of art are ignored, and all
types of places count as one. Held-out corpora are scored strictly.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from folds import Folds, Material
from recognizer.gold import (
    Gold,
    GoldText,
    Instance,
    annotated,
    annotated_heldout,
    corpus_instances,
    gold_public,
)
from recognizer.wordlists import words
from rich.console import Console
from rich.table import Table
from train_evidence import read_instance

from builders.recognizers.bundled.decoding import decode
from builders.recognizers.bundled.features import GROUPS, ScoredText
from builders.recognizers.bundled.forest import EVENT, TYPES, Forest
from builders.recognizers.bundled.load import MODEL, ChoiceSettings, load_reader
from builders.recognizers.bundled.observed import LABELS
from builders.recognizers.trim import trimmed
from builders.types import PLACE_TYPES, TypedSpan

BASELINE: Final = Path(__file__).parent / "recognizer" / "quality.json"
CORPORA: Final = ("crossner", "wikigold", "docred")
ANNOTATED: Final = (
    ("docred, annotated anew", "docred", "A"), ("docred, forty more", "docred", "C"),
    ("docred, another forty", "docred", "D"), ("docred, another sixty", "docred", "F"),
    ("wikigold, annotated anew", "wikigold", "H"),
    ("crossner, annotated anew", "crossner", "H"),
)  # fmt: skip
"""Sets of held-out documents that were annotated anew: title, corpus and annotator."""
RESAMPLES: Final = 1_000
# Without the forest, a candidate is a name if its probabilities from the NER models sum to at least
# this.
ALONE: Final = 0.5
Counts = dict[str, tuple[int, int, int]]
"""The numbers of correct, spurious and missed mentions, by type."""
Span = tuple[int, int]

_FORGIVEN: Final = re.compile(
    r"(?:(?:the|a|an|" + "|".join(map(re.escape, sorted(words("title")))) + r")\.? )+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of recognized names, in percent."""

    f1: float
    low: float
    """The lower end of the 95% interval of F1."""
    high: float
    """The upper end of the 95% interval of F1."""
    precision: float
    recall: float
    mentions: int
    """The number of gold mentions that count."""


def merged(label: str) -> str:
    """Return the type as lenient scoring compares it, which is PLACE for all types of places."""
    return "PLACE" if label in PLACE_TYPES else label


def coarse(label: str) -> str:
    """Return the type of a mention for strict scoring, which uses the coarser types of corpora.

    The types of countries, states and cities become GPE. Other types are unchanged.
    """
    return "GPE" if label in {"COUNTRY", "STATE", "CITY"} else label


def core(text: str, start: int, end: int) -> Span:
    """Return the span without leading articles and titles ("Dr."), unless nothing is left."""
    match = _FORGIVEN.match(text, start, end)
    return (match.end(), end) if match and match.end() < end else (start, end)


def count_leniently(text: GoldText, found: Sequence[TypedSpan]) -> Counts:
    """Count correct, spurious and missed mentions by type, leniently.

    An article or personal title at the start does not matter, every type that the annotation
    accepts is correct, and optional mentions do not count as missed. Spans inside the name of an
    event or a work do not count as spurious.
    """
    guesses = {core(text.text, s.start, s.end): merged(s.type) for s in found}
    tally = _Tally()
    used = set[Span]()
    for name in text.names:
        if name.type == "MISC":
            continue
        span = core(text.text, name.start, name.end)
        accepted = {merged(t) for t in (name.type, *name.accepted)}
        if guesses.get(span) in accepted:
            used.add(span)
            tally.add(merged(name.type), right=1)
        elif not name.optional:
            tally.add(merged(name.type), missed=1)
    for span, kind in guesses.items():
        if span not in used and not any(_excuses(text.text, one, span) for one in text.names):
            tally.add(kind, spurious=1)
    return tally.counts


def _excuses(text: str, name: Gold, span: Span) -> bool:
    inside = name.type == "MISC" and name.start <= span[0] and span[1] <= name.end
    return inside or (name.optional and core(text, name.start, name.end) == span)


def count_strictly(text: GoldText, found: Sequence[TypedSpan]) -> Counts:
    """Count correct, spurious and missed mentions by type. Span and type must match exactly."""
    gold = {(n.start, n.end, coarse(n.type)) for n in text.names if n.type != "MISC"}
    guesses = {(s.start, s.end, coarse(s.type)) for s in found}
    tally = _Tally()
    for _, _, kind in gold & guesses:
        tally.add(kind, right=1)
    for _, _, kind in guesses - gold:
        tally.add(kind, spurious=1)
    for _, _, kind in gold - guesses:
        tally.add(kind, missed=1)
    return tally.counts


class _Tally:
    def __init__(self) -> None:
        self.counts: Counts = {}

    def add(self, kind: str, right: int = 0, spurious: int = 0, missed: int = 0) -> None:
        a, b, c = self.counts.get(kind, (0, 0, 0))
        self.counts[kind] = a + right, b + spurious, c + missed


def scores(documents: Sequence[Counts]) -> dict[str, Score]:
    """Return the score of every type, and of all types together under the key "all".

    The intervals come from a bootstrap over the documents.
    """
    types = sorted({kind for counts in documents for kind in counts})
    draws = np.random.default_rng(0).integers(len(documents), size=(RESAMPLES, len(documents)))
    found = {}
    for kind in [*types, "all"]:
        rows = np.array([_of(counts, kind) for counts in documents], float)
        low, high = np.percentile(_f1(rows[draws].sum(axis=1)), [2.5, 97.5])
        right, spurious, missed = rows.sum(axis=0)
        found[kind] = Score(
            float(_f1(rows.sum(axis=0))), float(low), float(high),
            100 * right / max(right + spurious, 1), 100 * right / max(right + missed, 1),
            int(right + missed),
        )  # fmt: skip
    return found


def _of(counts: Counts, kind: str) -> tuple[int, ...]:
    if kind != "all":
        return counts.get(kind, (0, 0, 0))
    return tuple(map(sum, zip(*counts.values(), strict=True))) or (0, 0, 0)


def _f1(sums: Any) -> Any:
    right, spurious, missed = np.moveaxis(sums, -1, 0)
    return 200 * right / np.maximum(2 * right + spurious + missed, 1)


@dataclass(frozen=True, slots=True)
class Set:
    """Instances that are scored together."""

    name: str
    instances: list[Instance]
    by_article: bool = False
    """Whether names are selected by a forest that was not trained on the instance's article."""
    strictly: bool = False
    """Whether only exact matches count as correct."""


def sets(arguments: argparse.Namespace) -> Iterator[Set]:
    """Yield the sets of instances whose files were given on the command line."""
    by_source: dict[str, list[Instance]] = {}
    for instance in annotated(arguments.squad):
        by_source.setdefault(instance.source, []).append(instance)
    for source, instances in by_source.items():
        yield Set(f"{source}, by article", instances, by_article=True)
    if arguments.gold:
        yield Set("gold_public (known ground)", list(gold_public(arguments.gold)))
    if arguments.corpora:
        for title, corpus, annotator in ANNOTATED:
            found = annotated_heldout(arguments.corpora, corpus, annotator)
            yield Set(title, list(found))
    for name in CORPORA if arguments.corpora else ():
        found = list(corpus_instances(arguments.corpora, "heldout", [name]))
        yield Set(f"{name} held out", found, strictly=True)


Names = Callable[[Instance, ScoredText], Iterable[TypedSpan]]


@dataclass(frozen=True, slots=True)
class Whole:
    """Uses a forest to select the names among the candidates, as the whole recognizer does."""

    weights: ChoiceSettings
    forest: Forest
    """The forest that is used if there are no `folds`."""
    folds: Folds | None = None
    """Forests for cross-validation. The forest not trained on the instance's article is used."""

    def __call__(self, instance: Instance, found: ScoredText) -> Iterator[TypedSpan]:
        """Yield the names selected among the candidates that were found in a text."""
        forest = self.folds.forest(instance) if self.folds else self.forest
        for choice in self.weights.chosen(found, forest(found.table)):
            if choice.type != EVENT:
                start, end = found.observed.bounds(found.spans[choice.number])
                yield TypedSpan(start, end, choice.type, choice.chance)  # type: ignore[arg-type]


def alone(instance: Instance, found: ScoredText) -> Iterator[TypedSpan]:
    """Yield the names that the members (the NER models) find without the forest."""
    del instance
    chances = np.zeros((len(found.spans), len(TYPES) + 1))
    order = [TYPES.index(label) for label in LABELS]
    chances[:, order] = found.table[:, : len(LABELS)]
    total = chances.sum(axis=1, keepdims=True)
    chances[:, -1:] = np.where(total > 0, (1 - ALONE) / ALONE * chances.max(axis=1, keepdims=True)
                               / np.maximum(total, 1e-9) * (1 - total), 1)  # fmt: skip
    for choice in decode(found.spans, chances, 0.0):
        if choice.type == EVENT:
            continue
        start, end = found.observed.bounds(found.spans[choice.number])
        yield TypedSpan(start, end, choice.type)  # type: ignore[arg-type]


def measure(
    read: Sequence[tuple[Instance, Sequence[tuple[GoldText, ScoredText]]]],
    names: Names,
    *,
    strictly: bool,
) -> dict[str, dict[str, Score]]:
    """Return the scores for passages and for questions, by type of mention.

    `read` has each instance with its texts, and for each text the candidates found in it.
    `names` is a function that selects the names among these candidates. With `strictly`,
    only exact matches count as correct.
    """
    count = count_strictly if strictly else count_leniently
    kinds: dict[str, list[Counts]] = {}
    for instance, texts in read:
        for text, found in texts:
            counts = count(text, trimmed(text.text, names(instance, found)))
            kinds.setdefault(text.kind, []).append(counts)
    return {kind: scores(found) for kind, found in kinds.items() if kind != "title"}


def main() -> int:
    """Parse the command line, measure, and compare with the baseline."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--squad", type=Path, nargs="*", default=[])
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--without", choices=[*GROUPS], nargs="*", default=[])
    parser.add_argument("--write", action="store_true", help="keep the figures as the baseline")
    arguments = parser.parse_args()
    reader = load_reader(arguments.model)
    weights = ChoiceSettings.load(arguments.model)
    columns: dict[str, tuple[Forest, Folds | None]] = {
        "whole": (Forest.load(arguments.model / "forest.npz"), None)
    }
    if arguments.corpora and (arguments.squad or arguments.without):
        material = Material.read(reader, arguments.corpora, arguments.squad)
        columns["whole"] = (columns["whole"][0], material.folds())
        for group in arguments.without:
            columns[f"without {group}"] = material.forest([group]), material.folds([group])
    figures: dict[str, Any] = {}
    for one in sets(arguments):
        read = [(each, list(read_instance(reader, each))) for each in one.instances]
        choosers: dict[str, Names] = {"members": alone}
        for column, (forest, folds) in columns.items():
            choosers[column] = Whole(weights, forest, folds if one.by_article else None)
        results = {
            column: measure(read, names, strictly=one.strictly)
            for column, names in choosers.items()
        }
        for kind, by_type in results["whole"].items():
            title = f"{one.name}, {kind}s"
            _print(title, {column: found[kind] for column, found in results.items()})
            all_ = by_type["all"]
            figures[title] = {"f1": all_.f1, "low": all_.low, "high": all_.high}
    if arguments.write:
        BASELINE.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    return _compare(figures)


def _print(title: str, columns: dict[str, dict[str, Score]]) -> None:
    table = Table("type", "mentions", *columns, title=title)
    for kind, score in columns["whole"].items():
        cells = []
        for found in columns.values():
            one = found.get(kind)
            cells.append("" if one is None else f"P {one.precision:.1f} R {one.recall:.1f} "
                         f"F1 {one.f1:.1f} [{one.low:.1f}, {one.high:.1f}]")  # fmt: skip
        table.add_row(kind, str(score.mentions), *cells)
    Console(width=max(100, 40 * (1 + len(columns)))).print(table)


def _compare(figures: dict[str, Any]) -> int:
    """Print the scores below the interval of the stored baseline.

    Return 1 if there are any such scores, and 0 otherwise.
    """
    known = json.loads(BASELINE.read_text("utf-8")) if BASELINE.is_file() else {}
    worse = [n for n, one in figures.items() if n in known and one["f1"] < known[n]["low"]]
    for name in worse:
        print(f"worse: {name}: F1 {figures[name]['f1']:.1f}, was {known[name]['f1']:.1f}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
