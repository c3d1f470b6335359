"""Scores by the length of the new names: terciles by hand, and a model that fails on long names."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stub_models import WRONG, reader, write_predictions
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError
from builders.scoring.edit_columns import EditColumns
from builders.scoring.metrics import Scores
from builders.scoring.name_lengths import TERCILES, RowLengths, by_tercile
from builders.scoring.name_measures import LETTERS, tokens_of
from builders.scoring.release_scoring import score
from builders.types import Row

CULTURES = ("DemoSQuAD2-PER-French", "DemoSQuAD2-PER-DBName")


def edit(field: str, new: str) -> dict[str, object]:
    return {"field": field, "start": 0, "end": 1, "old": "x", "new": new, "type": "", "entity": ""}


def test_a_row_is_as_long_as_its_names_on_average_each_once() -> None:
    edits = [
        [edit("context", "Ann"), edit("context", "Ann"), edit("question", "Anselm")],
        [edit("title", "Bartholomew")],
        [],
        [edit("context", "Léa")],
    ]
    lengths = EditColumns(pa.array(edits)).lengths(LETTERS.of)
    np.testing.assert_equal(lengths, [4.5, np.nan, np.nan, 3])


@given(st.lists(st.lists(st.integers(1, 9), min_size=6, max_size=6), min_size=1, max_size=3))
def test_every_renamed_row_is_in_one_tercile(lengths: list[list[int]]) -> None:
    rows = np.arange(6)
    scores = Scores(np.ones(6), np.ones(6))
    cells = [
        RowLengths(str(at), rows, np.array([each], float), {"squad": scores}, {"squad": [scores]})
        for at, each in enumerate(lengths)
    ]
    found = list(by_tercile(cells, "letters"))
    assert sum(each["n"] for each in found) == 6 * len(cells)
    bounds = [
        (min(part["shortest"] for part in parts), max(part["longest"] for part in parts))
        for name in TERCILES
        if (parts := [each for each in found if each["tercile"] == name])
    ]
    assert all(one[1] < other[0] for one, other in pairwise(bounds))


def test_a_fear_of_long_names_shows_in_the_long_tercile(release: Path, tmp_path: Path) -> None:
    def hasty(row: Row, source: Row) -> str:
        """Fail where the new names have more than seven letters on average."""
        edits = (each for each in row.edits if each.field in ("context", "question"))
        names = {each.new for each in edits}
        long = names and sum(map(len, names)) / len(names) > 7
        return WRONG if long else reader(row, source)

    folder = write_predictions(release, tmp_path / "hasty", hasty, CULTURES)
    card = score(release, folder)
    squad = [each for each in card.lengths if each["scorer"] == "squad"]
    assert {each["config"] for each in squad} == set(CULTURES)
    for part in squad:
        if part["shortest"] > 7:
            assert part["perturbed_em"] == 0
        elif part["longest"] <= 7:
            assert part["perturbed_em"] > 50
    assert any(part["shortest"] > 7 for part in squad)

    out = tmp_path / "tables"
    figures = tmp_path / "figures"
    result = CliRunner().invoke(app, ["score", str(release), str(folder), "--csv", str(out),
                                      "--figures", str(figures)])  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "By the length of the new names" in result.output
    lines = (out / "lengths.csv").read_text().splitlines()
    assert lines[0].startswith("config,scorer,tercile,unit,shortest,longest,n,")
    assert len(lines) == 1 + len(card.lengths)
    assert (out / "drops.csv").is_file()
    assert "DBName long" in (figures / "drops-by-length.svg").read_text()


def test_a_tokenizer_measures_names_in_its_tokens(release: Path, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    words = ["[UNK]", "a", "An", "##n", "##a", "Bo"]
    vocabulary = {word: at for at, word in enumerate(words)}
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.enable_truncation(2)
    made.save(str(tmp_path / "tokenizer.json"))
    measure = tokens_of(tmp_path)
    assert measure.of(pa.array(["Anna", "Bo", "Anna Bo", ""])).tolist() == [3, 1, 4, 0]

    folder = write_predictions(release, tmp_path / "predictions", reader, CULTURES)
    out = tmp_path / "scores.json"
    result = CliRunner().invoke(app, ["score", str(release), str(folder), "--json", str(out),
                                      "--tokenizer", str(tmp_path)])  # fmt: skip
    assert result.exit_code == 0, result.output
    assert {each["unit"] for each in json.loads(out.read_text())["lengths"]} == {"tokens"}


@pytest.mark.parametrize("content", [None, "{", "\x00", "[]"])
def test_what_is_no_tokenizer_is_refused_in_one_line(content: str | None, tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    place = tmp_path / "tokenizer.json"
    if content is not None:
        place.write_text(content)
    with pytest.raises(FixInputError, match=r"tokenizer\.json: ") as caught:
        tokens_of(place)
    assert "\n" not in str(caught.value)
