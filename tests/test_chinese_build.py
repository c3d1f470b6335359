"""A Chinese set from file to verified release: names in characters, no blanks, one script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from builders import Options, TypedSpan, build, verify
from builders.cli.main import app
from builders.errors import FixInputError
from builders.releases.recipe import Recipe
from name_collections import store

NAMES = {
    "王小明": "PERSON", "王小": "PERSON", "秘鲁": "COUNTRY", "秘魯": "COUNTRY", "利马": "CITY",
    "韩国": "COUNTRY", "大海报社": "ORG", "利马大学": "ORG", "约翰·史密斯": "PERSON",
    "史密斯": "PERSON", "玛丽·史密斯": "PERSON", "戴维斯": "PERSON",
}  # fmt: skip
RECIPE = """
name = "zh"
version = "1.0.0"
title = "Chinese"
licence = "CC0-1.0"
[[sources]]
name = "ZH"
format = "cmrc"
[entswap]
source = "ZH"
config = "Renamed"
types = ["PERSON", "COUNTRY", "CITY", "ORGANIZATION"]
leave_one_out = false
{more}
[entswap.collections]
PERSON = ["chinese-characters"]
COUNTRY = ["chinese-characters"]
CITY = ["chinese-characters"]
ORGANIZATION = ["chinese-characters"]
"""


class Listed:
    """Finds the longest listed name at every place."""

    fingerprint = "listed names 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            yield tuple(self._spans(text))

    def _spans(self, text: str) -> Iterator[TypedSpan]:
        at = 0
        while at < len(text):
            here = [name for name in NAMES if text.startswith(name, at)]
            name = max(here, key=len, default="")
            if name:
                yield TypedSpan(at, at + len(name), NAMES[name])  # type: ignore[arg-type]
            at += len(name) or 1


def rows(tmp_path: Path, context: str, question: str, answer: str, more: str = "") -> list[dict]:
    (tmp_path / "zh.toml").write_text(RECIPE.format(more=more), encoding="utf-8")
    qa = {"id": "1", "question": question, "answers": [{"text": answer, "answer_start": 0}]}
    document = {"data": [{"paragraphs": [{"context": context, "qas": [qa]}]}]}
    source = tmp_path / "zh.json"
    source.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    out = tmp_path / "out"
    build(tmp_path / "zh.toml", out, Options(recognizer=Listed()), sources={"ZH": source})
    assert verify(out, sources={"ZH": source}).ok
    return pq.read_table(out / "data" / "Renamed" / "Renamed.parquet").to_pylist()


def test_names_inside_a_run_of_characters_get_names_in_characters(tmp_path: Path) -> None:
    (row,) = rows(
        tmp_path, "王小明生于秘鲁利马，王小明去过韩国Nexon。", "王小明生于哪里？", "秘鲁利马"
    )
    new = {edit["old"]: edit["new"] for edit in row["edits"] if edit["field"] == "context"}
    assert set(new) == {"王小明", "秘鲁", "利马", "韩国"}
    names = store.load("chinese-characters")
    assert new["王小明"] in names.pool("PERSON")
    assert {new["秘鲁"], new["韩国"]} <= set(names.pool("COUNTRY"))
    assert new["利马"] in names.pool("CITY")
    assert row["context"] == (
        f"{new['王小明']}生于{new['秘鲁']}{new['利马']}，{new['王小明']}去过{new['韩国']}Nexon。"
    )
    assert row["question"] == f"{new['王小明']}生于哪里？"
    assert row["answers"]["text"] == [new["秘鲁"] + new["利马"]]


def test_foreign_persons_get_a_first_and_a_last_name_in_characters(tmp_path: Path) -> None:
    (row,) = rows(
        tmp_path, "约翰·史密斯和玛丽·史密斯说，史密斯认识王小明和戴维斯。", "谁认识王小明？",
        "史密斯", "keep_gender = true",
    )  # fmt: skip
    new = {edit["old"]: edit["new"] for edit in row["edits"]}
    names = store.load("chinese-characters")
    first, last = new["约翰·史密斯"].split("·")
    assert first in names.pool("FIRST_MALE") and last in names.pool("LAST")
    second, family = new["玛丽·史密斯"].split("·")
    assert second in names.pool("FIRST_FEMALE") and family == last == new["史密斯"]
    assert new["戴维斯"] in names.pool("LAST")
    assert new["王小明"] in names.pool("PERSON")
    assert row["context"].startswith(f"{first}·{last}和{second}·{last}说，{last}认识")


def test_an_organization_becomes_one_that_ends_alike(tmp_path: Path) -> None:
    context = "利马大学和大海报社。"
    (row,) = rows(tmp_path, context, "谁？", "利马大学", "keep_kind = true")
    (edit,) = (each for each in row["edits"] if each["field"] == "context")
    assert edit["old"] == "利马大学" and edit["new"].endswith("大学")
    assert row["context"] == context.replace("利马大学", edit["new"])


def test_an_answer_that_cuts_a_name_goes_with_it(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, "大海报社说话。", "谁？", "大海")
    assert row["changed"]
    assert row["context"].startswith(row["answers"]["text"][0])


def test_names_keep_the_script_of_their_text(tmp_path: Path) -> None:
    opencc = pytest.importorskip("opencc")
    context = "過去他們說秘魯這個國家很遠，後來才知道。"
    (row,) = rows(tmp_path, context, "秘魯遠嗎？", "秘魯", "keep_script = true")
    new = row["answers"]["text"][0]
    simple = opencc.OpenCC("t2s").convert(new)
    assert simple in store.load("chinese-characters").pool("COUNTRY")
    assert new == opencc.OpenCC("s2t").convert(simple)


def test_a_recipe_may_name_jiagu(tmp_path: Path) -> None:
    path = tmp_path / "zh.toml"
    path.write_text('recognizer = "jiagu"' + RECIPE.format(more=""), encoding="utf-8")
    assert Recipe.read(path).recognizer == "jiagu"


SHIPPED = Recipe.read("cmrc2018").text.replace("keep_script = true", "")
CONTEXT = "王小明生于秘鲁利马。大海报社说王小明去过韩国。"
QUESTIONS = {
    "person": ("谁生于秘鲁？", "王小明"),
    "city": ("王小明生于哪个城市？", "利马"),
    "firm": ("谁说王小明去过韩国？", "大海报社"),
    "surname": ("谁生于秘鲁？", "王"),
}


def shipped(tmp_path: Path) -> tuple[Path, Path]:
    """Build the shipped recipe of one passage; return the release and its source."""
    qas = [{"query_id": id_, "query_text": question, "answers": [answer]}
           for id_, (question, answer) in QUESTIONS.items()]  # fmt: skip
    source = tmp_path / "zh.json"
    document = [{"context_id": "P", "context_text": CONTEXT, "qas": qas}]
    source.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    out = tmp_path / "release"
    options = Options({"CMRC2018": source}, recognizer=Listed(), seeds=2)
    build(Recipe.parse(SHIPPED), out, options)
    return out, source


def test_entity_renaming_renames_persons_and_places_whole(tmp_path: Path) -> None:
    out, source = shipped(tmp_path)
    assert verify(out, sources={"CMRC2018": source}).ok
    names = store.load("chinese-characters")
    folder = out / "data" / "CMRC2018"
    (person,) = pq.read_table(folder / "PER" / "DBName" / "seed0.parquet").to_pylist()
    assert person["id"] == "person"
    new = person["answers"]["text"][0]
    assert new in names.pool("PERSON")
    assert person["context"] == CONTEXT.replace("王小明", new)
    (city,) = pq.read_table(folder / "GPE" / "DBName" / "seed0.parquet").to_pylist()
    assert city["answers"]["text"][0] in names.pool("CITY")
    assert city["context"] == CONTEXT.replace("利马", city["answers"]["text"][0])


def test_entity_renaming_renames_foreign_persons_part_by_part(tmp_path: Path) -> None:
    context = "约翰·史密斯生于秘鲁。史密斯去过韩国。"
    source = tmp_path / "zh.json"
    questions = (("full", "谁生于秘鲁？", "约翰·史密斯"), ("last", "谁去过韩国？", "史密斯"))
    qas = [{"query_id": id_, "query_text": question, "answers": [answer]}
           for id_, question, answer in questions]  # fmt: skip
    document = [{"context_id": "P", "context_text": context, "qas": qas}]
    source.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    out = tmp_path / "release"
    options = Options({"CMRC2018": source}, recognizer=Listed(), seeds=1, only="*/PER/DBName/*")
    build(Recipe.parse(SHIPPED), out, options)
    assert verify(out, sources={"CMRC2018": source}).ok
    path = out / "data" / "CMRC2018" / "PER" / "DBName" / "seed0.parquet"
    names = store.load("chinese-characters")
    for row in pq.read_table(path).to_pylist():
        new = {(edit["old"], edit["type"]): edit["new"] for edit in row["edits"]}
        first, last = new["约翰", "FIRST_MALE"], new["史密斯", "LAST"]
        assert first in names.pool("FIRST_MALE") and last in names.pool("LAST")
        assert row["context"] == f"{first}·{last}生于秘鲁。{last}去过韩国。"


def test_an_organization_without_blanks_is_left_out_of_entity_renaming(tmp_path: Path) -> None:
    text = SHIPPED[: SHIPPED.index("[entswap]")].replace('"PER", "GPE"', '"ORG"')
    text = text.replace('collections = ["chinese-characters"]', 'collections = ["proper-nouns"]')
    (tmp_path / "zh.json").write_text(
        json.dumps([{"context_id": "P", "context_text": CONTEXT, "qas": [
            {"query_id": "1", "query_text": "谁？", "answers": ["大海报社"]}]}]), encoding="utf-8",
    )  # fmt: skip
    with pytest.raises(FixInputError, match="a script without blanks"):
        build(
            Recipe.parse(text), tmp_path / "out",
            Options({"CMRC2018": tmp_path / "zh.json"}, recognizer=Listed()),
        )  # fmt: skip


def test_it_is_scored_by_characters_from_the_command_line(tmp_path: Path) -> None:
    out, _ = shipped(tmp_path)
    for config, split in (("RenamedCMRC", "original"), ("RenamedCMRC", "validation")):
        rows = load_dataset_rows(out, config, split)
        answers = {row["id"]: row["gold_answers"][0][:2] for row in rows}
        path = tmp_path / "model" / config / f"{split}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")
    card = tmp_path / "card.json"
    done = CliRunner().invoke(app, [
        "score", str(out), str(tmp_path / "model"), "--scorer", "char-official",
        "--scorer", "char-paper", "--json", str(card),
    ])  # fmt: skip
    assert done.exit_code == 0, done.output
    scores = {
        (each["split"], each["scorer"]): each for each in json.loads(card.read_text())["rows"]
    }
    before = scores["original", "char-paper"]
    # Two characters of three, of two, of four, and the one there is.
    assert before["f1"] == pytest.approx(100 * (0.8 + 1 + 2 / 3 + 1) / 4)
    assert scores["validation", "char-official"]["n"] == len(QUESTIONS)


def load_dataset_rows(release: Path, config: str, split: str) -> list[dict]:
    name = "Original" if split == "original" else config
    return pq.read_table(release / "data" / config / f"{name}.parquet").to_pylist()
