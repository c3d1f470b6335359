"""How the names of made-up passages and questions are linked: tests/golden/coreference.jsonl.

Each line has a marked passage, its questions, and what was read: for each name the features of the
entities that it might belong to, then the entities and their mentions. The weights were learned for
these features; if a feature or a weight changes on purpose, write the lines again with

    REGENERATE_GOLDEN=1 pytest tests/spans/test_golden_coreference.py
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from entity_marks import marked

from builders.spans.coreference import Cluster, LinkingWeights, learned_weights
from builders.spans.linking import link_field, link_passage
from builders.spans.relations import Features
from builders.types import Entity, Mention

GOLDEN = Path(__file__).parents[1] / "golden" / "coreference.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


@dataclass(frozen=True)
class Recorded(LinkingWeights):
    """The learned weights, with a record of what they were asked to score."""

    asked: list[dict[str, str]] = field(default_factory=list)

    def best_clusters(self, scored: Iterable[tuple[Features, Cluster]]) -> list[Cluster]:
        """Score the entities, and note their features."""
        scored = list(scored)
        self.asked.append({c.name: "; ".join(sorted(features)) for features, c in scored})
        return super().best_clusters(scored)


def read(case: dict[str, Any]) -> dict[str, Any]:
    """Link a passage and its questions, and return all that is known afterwards."""
    learned = learned_weights()
    weights = Recorded(learned.weights, learned.bias, learned.margin)
    text, spans, _ = marked(case["passage"])
    passage = link_passage(text, spans, weights=weights)
    told: dict[str, Any] = {
        "entities": {key: _told(one) for key, one in passage.entities.items()},
        "mentions": _mentions(text, passage.mentions),
        "undecided": [reason for _, reason in passage.undecided],
        "linked": [],
    }
    for line in case.get("fields", ()):
        kind, _, body = line.partition(": ")
        text, spans, _ = marked(body)
        mentions, added = link_field(passage, kind, text, spans)
        told["linked"].append([_mentions(text, mentions), [one.id for one in added]])
    return {**told, "features": [each for each in weights.asked if any(each.values())]}


def _told(entity: Entity) -> list[str]:
    parts = (entity.name, entity.first, entity.last, entity.gender, *entity.aliases)
    return [*filter(None, parts), *["family"] * entity.is_family]


def _mentions(text: str, mentions: Iterable[Mention]) -> list[str]:
    return [f"{text[m.start : m.end]} @{m.start} = {m.entity}" for m in mentions]


def test_the_golden_file_is_up_to_date() -> None:
    if os.environ.get("REGENERATE_GOLDEN"):
        lines = [
            json.dumps({**case, **read(case)}, ensure_ascii=False, sort_keys=False)
            for case in CASES
        ]
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    assert len({case["about"] for case in CASES}) == len(CASES) > 20


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_names_are_linked_as_in_the_golden_file(case: dict[str, Any]) -> None:
    found = read(case)
    assert found["mentions"] == case["mentions"]
    assert {key: found[key] for key in found} == {key: case[key] for key in found}
