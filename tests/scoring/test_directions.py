"""From which gender and culture to which: by hand, and in the scores of a biased model."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from stub_models import WRONG, reader, write_predictions

from builders.given_names import gender_of
from builders.scoring.directions import DIRECTIONS, by_direction
from builders.scoring.release_scoring import score
from builders.types import Row

FRENCH = "DemoSQuAD2-PER-French"


@pytest.mark.parametrize(
    ("by", "old", "new", "direction"),
    [
        ("gender", "Mary", "Priscilla", "female -> female"),
        ("gender", "Mary Holm", "John", "female -> male"),
        ("gender", "John", "Qfycsrv", "male -> unknown"),
        ("culture", "Qfycsrv", "Mwero", "unknown -> African"),
        ("culture", "Qfycsrv", "Geoffroy Qfycsrv", "unknown -> French"),
        ("culture", "", "Qfycsrv", "unknown -> unknown"),
    ],
)
def test_directions_by_hand(by: str, old: str, new: str, direction: str) -> None:
    _, classes = DIRECTIONS[by]
    ((found, mask),) = by_direction(classes(pa.array([old])), classes(pa.array([new])))
    assert (found, mask.tolist()) == (direction, [True])


def of_women(row: Row, source: Row) -> str:
    """Fail where a woman of the passage has a new name."""
    del source
    women = {each.new.split()[0] for each in row.edits if each.type.startswith("FIRST")}
    return WRONG if any(gender_of(name) == "female" for name in women) else reader(row, row)


def test_a_bias_shows_in_its_direction_alone(release: Path, tmp_path: Path) -> None:
    card = score(release, write_predictions(release, tmp_path, of_women, (FRENCH,)))
    found = {each["group"]: each for each in card.groups
             if each["by"] == "gender" and each["scorer"] == "squad"}  # fmt: skip
    lost, kept = found["female -> female"], found["male -> male"]
    assert lost["perturbed_em"] == 0
    assert kept["drop_em"] < lost["drop_em"]
    cultures = {each["group"] for each in card.groups if each["by"] == "culture"}
    assert all(group.endswith(("French", "several", "unknown")) for group in cultures)
