"""A whole line in small: two source files, a recognizer that reads a word list, names, a recipe."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.types import EntityType, TypedSpan
from name_collections import store
from name_collections.name import Name, Provenance

FOUND: dict[str, EntityType] = {
    "Martha Claes": "PERSON", "Hendrik Claes": "PERSON", "Claes": "PERSON", "Martha": "PERSON",
    "Hendrik": "PERSON", "Robert Nilsson": "PERSON", "Nilsson": "PERSON", "Robert": "PERSON",
    "Maria Anna Weber": "PERSON", "Linda Quist": "PERSON", "Ostrava Glass": "ORG",
    "Ostrava": "CITY", "Sweden": "COUNTRY", "Swedish": "NORP", "Swedes": "NORP",
    "New Ostrava": "CITY", "Gothenburg": "CITY", "Bohemia": "STATE", "Zephyrine Institute": "ORG",
}  # fmt: skip

_PATTERN = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, FOUND), key=len, reverse=True)) + r")\b"
)


@dataclass(frozen=True)
class WordList:
    """Finds the names of FOUND, the longest first: a recognizer of one's own."""

    fingerprint: str = "word list 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            yield tuple(
                TypedSpan(match.start(), match.end(), FOUND[match.group()])
                for match in _PATTERN.finditer(text)
            )


RECOGNIZER = WordList()

PASSAGES = (
    (
        "Clocks",
        "Martha Claes keeps the clocks of Ostrava. Claes learned it from Hendrik Claes, a "
        "Swede by birth. Martha's shop is in Gothenburg.",
        (
            ("Who keeps the clocks of Ostrava?", "Martha Claes"),
            ("Whom did Martha Claes learn it from?", "Hendrik Claes"),
            ("Where is the shop of Claes?", "Gothenburg"),
            ("What does Martha keep?", "the clocks"),
        ),
    ),
    (
        "Glass",
        "Ostrava Glass was founded by Robert Nilsson in Bohemia. Nilsson's firm sells to Sweden "
        "and to the Zephyrine Institute. The Swedes love it.",
        (
            ("Who founded Ostrava Glass?", "Robert Nilsson"),
            ("Which firm did Robert Nilsson found?", "Ostrava Glass"),
            ("Which country does Nilsson's firm sell to?", "Sweden"),
            ("In which region was it founded?", "Bohemia"),
        ),
    ),
    (
        "Weather",
        "Maria Anna Weber measures rain in Sweden. Linda Quist measures wind. The Swedish crown "
        "pays them both.",
        (
            ("Who measures rain?", "Maria Anna Weber"),
            ("Who measures wind?", "Linda Quist"),
            ("Who pays Linda Quist?", "The Swedish crown"),
        ),
    ),
)


def squad(drop: str = "", faulty: bool = False) -> dict[str, Any]:
    """Return the document of SQuAD 2.0; `drop` leaves one question out."""
    articles = []
    for title, context, asked in PASSAGES:
        qas: list[dict[str, Any]] = [
            {
                "id": f"{title}-{n}", "question": question, "is_impossible": False,
                "answers": [{"text": answer, "answer_start": context.index(answer)}],
            }
            for n, (question, answer) in enumerate(asked)
        ]  # fmt: skip
        qas.append({
            "id": f"{title}-no", "question": f"Why is Linda Quist in {title}?", "answers": [],
            "is_impossible": True, "plausible_answers": [
                {"text": context.split()[0], "answer_start": 0}
            ],
        })  # fmt: skip
        if faulty:
            answer = {"text": "clock", "answer_start": 99_999}
            question = {"question": "?", "answers": [answer], "is_impossible": False}
            qas.append({"id": f"{title}-bad", **question})
        kept = [qa for qa in qas if qa["id"] != drop]
        articles.append({"title": title, "paragraphs": [{"context": context, "qas": kept}]})
    return {"version": "v2.0", "data": articles}


def mrqa(drop: str = "") -> str:
    """Return the lines of an MRQA file over the same passages."""
    lines: list[dict[str, Any]] = [{"header": {"dataset": "Tiny", "split": "dev"}}]
    for title, context, asked in PASSAGES:
        qas = []
        for n, (question, answer) in enumerate(asked):
            start = context.index(answer)
            span = [start, start + len(answer) - 1]
            qas.append({
                "qid": f"m-{title}-{n}", "question": question, "answers": [answer, f"old {answer}"],
                "detected_answers": [{"text": answer, "char_spans": [span]}],
            })  # fmt: skip
        kept = [qa for qa in qas if qa["qid"] != drop]
        lines.append({"context": f"[TLE] {context}".removeprefix("[TLE] "), "qas": kept})
    return "".join(json.dumps(line) + "\n" for line in lines)


NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "places": {
        "COUNTRY": ("Sweden", "Kenya", "Peru", "Nepal"),
        "STATE": ("Bohemia", "Assam", "Jalisco"),
        "CITY": ("Ostrava", "Gothenburg", "Quito", "Dakar", "Lima"),
        "NATIONALITY": ("Swedish", "Swede"),
    },
    "people": {
        "FIRST_MALE": ("Arthur", "Ralph", "Simon", "Edgar"),
        "FIRST_FEMALE": ("Paula", "Sophie", "Ruth", "Nora"),
        "FIRST_NEUTRAL": ("Robin", "Kim", "Sasha"),
        "LAST": ("Holm", "Brandt", "Mercado", "Iversen", "Dufour"),
        "NNP": ("Meridian", "Halcyon", "Tarquin"),
    },
    "african": {
        "PERSON": ("Ama Badu", "Kofi Annor", "Zola Dube", "Ngozi Eze", "Lindiwe Moyo"),
        "COUNTRY": ("Kenya", "Benin", "Togo"),
        "CITY": ("Accra", "Dakar", "Kumasi", "Lagos"),
        "LOCATION": ("Lake Tana", "Volta", "Kalahari"),
        "ORGANIZATION": ("Volta Mills", "Sahel Trust", "Kwame Institute"),
        "NATIONALITY": ("Kenyan", "Beninese", "Togolese"),
    },
}
COUNTRY_OF = {
    "Kenyan": "Kenya", "Beninese": "Benin", "Togolese": "Togo", "Swedish": "Sweden",
    "Swede": "Sweden",
}  # fmt: skip

NAMED = "tiny_line:RECOGNIZER"
"""What builds of the recipe are given as their recognizer."""

RECIPE = """
name = "tiny"
version = "1.0.0"
title = "A tiny release"
licence = "CC-BY-4.0"

[[sources]]
name = "TinyMRQA"
format = "mrqa"
licence = "CC-BY-4.0"
attribution = "Written for these tests"

[[sources]]
name = "TinySQuAD"
format = "squad"
licence = "CC-BY-4.0"
attribution = "Written for these tests"

[entity_renaming]
sources = ["TinyMRQA", "TinySQuAD"]
types = ["PER", "ORG", "GPE", "MIX"]
seeds = 2

[entity_renaming.perturbations.InDistName]
kind = "in-distribution"

[entity_renaming.perturbations.DBName]
kind = "collections"
collections = ["people", "places"]

[entity_renaming.perturbations.RandStr]
kind = "random-string"

[entity_renaming.perturbations.Paula]
kind = "fixed-name"
types = ["PER"]
fixed = { FIRST_FEMALE = "Paula", FIRST_MALE = "Ralph" }

[entswap]
source = "TinySQuAD"
config = "TinySwap"

[entswap.collections]
PERSON = ["african"]
COUNTRY = ["african"]
CITY = ["african"]
LOCATION = ["african"]
ORGANIZATION = ["african"]
NATIONALITY = ["african"]
"""


@dataclass(frozen=True)
class Tiny:
    """The files of a tiny line in one folder."""

    folder: Path

    @property
    def squad(self) -> Path:
        return self.folder / "tiny.json"

    @property
    def mrqa(self) -> Path:
        return self.folder / "tiny.jsonl"

    @property
    def recipe(self) -> Path:
        return self.folder / "tiny.toml"

    @property
    def names(self) -> Path:
        return self.folder / "names"

    @property
    def sources(self) -> dict[str, Path]:
        return {"TinyMRQA": self.mrqa, "TinySQuAD": self.squad}


def write_tiny(
    folder: Path, *, drop: tuple[str, ...] = (), faulty: bool = False, recipe: str = RECIPE
) -> Tiny:
    """Write sources, collections and recipe; `drop` leaves a SQuAD or an MRQA question out."""
    tiny = Tiny(folder)
    folder.mkdir(parents=True, exist_ok=True)
    squad_drop = next((name for name in drop if not name.startswith("m-")), "")
    mrqa_drop = next((name for name in drop if name.startswith("m-")), "")
    tiny.squad.write_text(json.dumps(squad(squad_drop, faulty)), encoding="utf-8")
    tiny.mrqa.write_text(mrqa(mrqa_drop), encoding="utf-8")
    tiny.recipe.write_text(recipe, encoding="utf-8")
    write_names(tiny.names)
    return tiny


def write_names(folder: Path) -> None:
    """Write the collections."""
    origin = Provenance("https://example.org/names", "CC0-1.0", "2026-01-01", "0" * 64)
    for collection, by_type in NAMES.items():
        names = [
            Name(text, span_type, country=COUNTRY_OF.get(text, ""))
            for span_type, texts in by_type.items()
            for text in texts
        ]
        store.save(store.make(collection, names, [origin]), folder)
