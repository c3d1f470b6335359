"""Measure how probable an answer entity must be to have the type that it seems to have.

    python scripts/answer_types.py --corpora FOLDER --squad dev-v2.0.json xquad.en.json

An answer entity is an entity with a mention in a gold answer. For each type and threshold, the
script prints how many answer entities have a probability of at least the threshold, and what
percentage of these have the annotated type: once with the probability of the mention alone, and
once, for names that are the whole answer, together with the probability that the question asks for
this type. The weights of both are fitted and printed, too. The names in a passage are selected by a
forest (the last stage of the bundled recognizer) that was not trained on the passage's article.
Besides the files, annotated documents of DocRED are read, with the questions about them. The chosen
thresholds and weights are stored in builders/spans/thresholds.toml.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from folds import Folds, Material
from logistic import fitted
from quality import Whole, core
from recognizer.gold import (
    GoldText,
    Instance,
    annotated,
    annotated_heldout,
    heldout_questions,
    squad_gold,
)
from rich.console import Console
from rich.table import Table
from train_evidence import read_instance

from builders.asked import asked_chance
from builders.atlas import PlaceIndex
from builders.recognizers.bundled.load import MODEL, ChoiceSettings, load_reader
from builders.recognizers.bundled.reader import Reader
from builders.recognizers.trim import trimmed
from builders.spans.answer_entities import (
    ANSWER_ENTITY_TYPES,
    answer_entities,
    answer_score,
    is_whole,
)
from builders.spans.linking import link_passage
from builders.spans.thresholds import logit
from builders.stages.ingredients import PLACES, collection
from builders.type_table import ANSWERED, AnswerEntityType
from builders.types import Answer, Example, Mention, TypedSpan

THRESHOLDS: Final = (0.0, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.95)
PENALTY: Final = 0.05
ANNOTATORS: Final = ("A", "C", "D", "F")
"""The annotators whose held-out documents are read; no two of them annotated the same."""


class Judged(NamedTuple):
    """An entity in a gold answer."""

    kind: AnswerEntityType
    score: float
    """The highest probability of its mentions in gold answers."""
    asked: float | None
    """The probability that the question asks for this type, or None if that is unknown."""
    is_whole: bool
    """Whether its name is the whole answer."""
    is_right: bool
    """Whether the annotators gave this type to all its mentions in gold answers."""


def questions(files: Iterable[Path]) -> dict[str, list[Example]]:
    """Map the text of each passage in some SQuAD files to its answerable questions."""
    found: dict[str, list[Example]] = {}
    for path in files:
        for article in json.loads(path.read_text("utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                for question in paragraph["qas"]:
                    answers = tuple(
                        Answer(one["text"], one["answer_start"]) for one in question["answers"]
                    )
                    if answers:
                        example = Example(
                            question["id"], "SQuAD", article["title"], question["question"],
                            paragraph["context"], answers, tuple({a.text for a in answers}),
                        )  # fmt: skip
                        found.setdefault(example.context, []).append(example)
    return found


def judged(
    text: GoldText, spans: Sequence[TypedSpan], asked: Iterable[Example]
) -> Iterator[Judged]:
    """Yield the type of each recognized entity in gold answers, its score, and if it is right.

    The type is right if the annotators gave or accepted it for all mentions of the entity
    in the gold answers of a question. The score is the highest score of these mentions.
    `text` is a passage with its annotated names, `spans` are the names recognized in the
    passage, and `asked` are the questions about the passage.
    """
    gold = {core(text.text, name.start, name.end): name for name in text.names}
    passage = link_passage(text.text, spans)

    def is_right(mention: Mention, kind: str) -> bool:
        name = gold.get(core(text.text, mention.start, mention.end))
        return name is not None and kind in {ANSWERED.get(t) for t in (name.type, *name.accepted)}  # type: ignore[call-overload]

    for example in asked:
        for entity in answer_entities(example, passage.mentions, passage.entities):
            kind = ANSWERED.get(entity.type)
            if kind is not None:
                own = [m for m in passage.mentions if m.entity == entity.id]
                held = [m for m in own if answer_score(example, [m]) > 0]
                yield Judged(
                    kind, answer_score(example, own), asked_chance(example.question, kind),
                    is_whole(example, own), all(is_right(m, kind) for m in held),
                )  # fmt: skip


def passages(
    reader: Reader, folds: Folds, instances: Iterable[Instance]
) -> Iterator[tuple[GoldText, tuple[TypedSpan, ...]]]:
    """Yield every annotated passage once, with the names that the recognizer finds in it."""
    whole = Whole(replace(ChoiceSettings.load(MODEL), least={}), folds.forests[0], folds)
    places = PlaceIndex.of(collection(PLACES, None).names)
    done = set[str]()
    for instance in instances:
        text, found = next(iter(read_instance(reader, instance)))
        if text.kind == "passage" and text.text not in done:
            done.add(text.text)
            spans = trimmed(text.text, whole(instance, found))
            yield text, tuple(places.resolve(text.text, spans))


def main() -> None:
    """Parse the command line and print a table: a row per threshold, a column per type."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--squad", type=Path, nargs="+", required=True)
    arguments = parser.parse_args()
    reader = load_reader(MODEL)
    folds = Material.read(reader, arguments.corpora, arguments.squad).folds()
    instances = [*squad_gold(arguments.corpora), *annotated(arguments.squad)]
    asked = questions(arguments.squad)
    for annotator in ANNOTATORS:
        instances += annotated_heldout(arguments.corpora, "docred", annotator)
        for example in heldout_questions(arguments.corpora, "docred", annotator):
            asked.setdefault(example.context, []).append(example)
    read = [(t, s) for t, s in passages(reader, folds, instances) if t.text in asked]
    total = sum(len(asked[text.text]) for text, _ in read)
    found = [one for text, spans in read for one in judged(text, spans, asked[text.text])]
    console = Console(width=100)
    console.print(
        curve(f"{total} answerable questions: mentions alone", found, lambda one: one.score)
    )
    whole = [one for one in found if one.is_whole and one.asked is not None]
    weights = fitted(
        np.array([features(one) for one in whole]),
        np.array([one.is_right for one in whole]),
        PENALTY,
    )

    def chance(one: Judged) -> float:
        return float(1.0 / (1.0 + np.exp(-np.dot(features(one), weights))))

    console.print(curve("names that are whole answers: with the question", whole, chance))
    mention, question, *bias = weights.tolist()
    console.print(f"mention {mention:.2f}, question {question:.2f}")
    for kind, own in zip(ANSWER_ENTITY_TYPES, (*bias[:-1], 0.0), strict=True):
        console.print(f"bias of {kind}: {bias[-1] + own:.2f}")


def features(one: Judged) -> list[float]:
    """Return the features of the regression that decides about names that are whole answers."""
    kinds = [float(one.kind == kind) for kind in ANSWER_ENTITY_TYPES[:-1]]
    return [logit(one.score), logit(one.asked or 0.5, least=0.001), *kinds, 1.0]


def curve(title: str, found: Iterable[Judged], chance: Callable[[Judged], float]) -> Table:
    """Return a table: how many entities of each type reach a threshold, and how many are right."""
    table = Table("at least", *ANSWER_ENTITY_TYPES, title=title)
    chances = [(one, chance(one)) for one in found]
    for least in THRESHOLDS:
        cells = []
        for kind in ANSWER_ENTITY_TYPES:
            kept = [one.is_right for one, its in chances if one.kind == kind and its >= least]
            cells.append(f"{len(kept)} kept, {100 * sum(kept) / max(len(kept), 1):.1f}% right")
        table.add_row(f"{least:.2f}", *cells)
    return table


if __name__ == "__main__":
    main()
