"""A real release, small and made without a recognizer: two sources, two perturbations each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builders.releases.edits_rows import EditsRow, example_digest, put_texts_in
from builders.releases.manifest import (
    ConfigRecord,
    Manifest,
    OriginalRecord,
    RecipeRecord,
    SourceRecord,
    SplitRecord,
)
from builders.releases.recipe import Recipe
from builders.releases.undo import Gold
from builders.stages.write import ReleaseFolder
from builders.types import Answer, Edit, Example, Row

RECIPE = """\
name = "tiny"
version = "1.0.0"
title = "A tiny release"
licence = "other"

[[sources]]
name = "Quads"
format = "squad"
licence = "CC-BY-SA-4.0"

[[sources]]
name = "Lists"
format = "mrqa"
licence = "{licence}"

[entity_renaming]
sources = ["Quads", "Lists"]
types = ["PER"]
seeds = 2

[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""
GOLD: Mapping[str, Gold] = {"Quads": "answers", "Lists": "list"}
SEEDS: tuple[Mapping[str, str], ...] = (
    {"Ann Lee": "Uqe Wob", "Ann": "Uqe", "Bo Chen": "Xi Tral", "B. Chen": "X. Tral"},
    {"Ann Lee": "Kej Pum", "Ann": "Kej", "Bo Chen": "Zo Brun", "B. Chen": "Z. Brun"},
)


def examples_of(source: str, count: int = 4) -> list[Example]:
    """Return the instances of a source."""
    made = []
    for number in range(count):
        context = (
            f"On day {number} Ann Lee met Bo Chen — in Zürich, at a café. "
            f"Ann thanked Bo Chen for the {number + 2} maps, and both went home."
        )
        starts = [match.start() for match in re.finditer("Bo Chen", context)]
        aliases = ("B. Chen",) if source == "Lists" else ()
        made.append(
            Example(
                id=f"{source}-{number}",
                dataset=source,
                title=f"Day {number}" if source == "Quads" else "",
                question=f"Whom did Ann Lee meet on day {number}?",
                context=context,
                answers=tuple(Answer("Bo Chen", start) for start in starts),
                gold_answers=("Bo Chen", *aliases),
            )
        )
    return made


def renamed(example: Example, names: Mapping[str, str], gold: Gold) -> Row:
    """Return the row in which names became others."""
    texts = {"context": example.context, "question": example.question, "title": example.title}
    texts |= {f"answer:{n}": answer.text for n, answer in enumerate(example.answers)}
    if gold == "list":
        texts |= {f"gold:{n}": text for n, text in enumerate(example.gold_answers)}
    edits = tuple(
        edit for name, text in texts.items() if text for edit in _edits(name, text, names)
    )
    shifts = [(e.end, len(e.new) - len(e.old)) for e in edits if e.field == "context"]
    starts = tuple(
        answer.start + sum(by for end, by in shifts if end <= answer.start)
        for answer in example.answers
        if answer.start is not None
    )
    row = EditsRow(example.id, example_digest(example), starts, (), edits)
    return put_texts_in(example, row, gold)


def _edits(name: str, text: str, names: Mapping[str, str]) -> Iterator[Edit]:
    pattern = "|".join(re.escape(old) for old in sorted(names, key=len, reverse=True))
    for match in re.finditer(rf"\b(?:{pattern})\b", text) if names else ():
        entity = "PERSON:bo chen" if "Chen" in match[0] else "PERSON:ann lee"
        yield Edit(name, match.start(), match.end(), match[0], names[match[0]], "LAST", entity)


@dataclass
class TinyRelease:
    """What is built; change a part before `build` to get another release."""

    examples: dict[str, list[Example]] = field(
        default_factory=lambda: {name: examples_of(name) for name in GOLD}
    )
    seeds: tuple[Mapping[str, str], ...] = SEEDS
    licence: str = "CC-BY-SA-3.0"
    recognizer: str = "none"
    version: str = "1.0.0"

    def build(self, out: Path) -> Path:
        """Write the release folder."""
        text = RECIPE.replace("{licence}", self.licence).replace("1.0.0", self.version)
        recipe = Recipe.parse(text)
        with ReleaseFolder.begin(out, force=False, key="tiny") as folder:
            originals = []
            for source, examples in self.examples.items():
                base = f"data/{source}/PER"
                with folder.write(f"{base}/Original.parquet") as writer:
                    writer.write([Row(example) for example in examples])
                originals.append(
                    OriginalRecord(f"{base}/Original.parquet", f"{base}/Original.parquet", source)
                )
                for seed, names in enumerate(self.seeds):
                    path = f"{base}/RandStr/seed{seed}.parquet"
                    with folder.write(path) as writer:
                        writer.write([renamed(e, names, GOLD[source]) for e in examples])
                    originals.append(OriginalRecord(path, f"{base}/Original.parquet", source))
            manifest = Manifest(
                recipe=RecipeRecord(
                    recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest, text
                ),
                package="1",
                engine="1",
                recognizer=self.recognizer,
                seeds=len(self.seeds),
                sources=tuple(self._sources(recipe)),
                collections=(),
                files=folder.records(),
                originals=tuple(originals),
                configs=tuple(self._configs()),
            )
            return folder.finish(manifest)

    def _sources(self, recipe: Recipe) -> Iterator[SourceRecord]:
        for name, examples in self.examples.items():
            count = len(examples)
            licence = recipe.source(name).licence
            yield SourceRecord(name, "5" * 64, count, count, GOLD[name], licence=licence)

    def _configs(self) -> Iterator[ConfigRecord]:
        rows = {name: len(examples) for name, examples in self.examples.items()}
        for name in self.examples:
            splits = [SplitRecord("original", f"data/{name}/PER/Original.parquet", rows[name])]
            splits += [
                SplitRecord(
                    f"seed{seed}", f"data/{name}/PER/RandStr/seed{seed}.parquet", rows[name]
                )
                for seed in range(len(self.seeds))
            ]
            yield ConfigRecord(f"{name}-PER-RandStr", "by-dataset", tuple(splits))
        splits = [
            SplitRecord(name, f"data/{name}/PER/Original.parquet", rows[name])
            for name in self.examples
        ]
        yield ConfigRecord("PER-Original", "by-seed", tuple(splits))
        for seed in range(len(self.seeds)):
            splits = [
                SplitRecord(name, f"data/{name}/PER/RandStr/seed{seed}.parquet", rows[name])
                for name in self.examples
            ]
            yield ConfigRecord(f"PER-RandStr-seed{seed}", "by-seed", tuple(splits))
