"""A Chinese set from file to verified release: names in characters, no blanks, one script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from builders import Options, TypedSpan, build, verify
from builders.errors import FixInputError
from builders.releases.recipe import Recipe
from name_collections import store

NAMES = {
    "王小明": "PERSON", "王小": "PERSON", "秘鲁": "COUNTRY", "秘魯": "COUNTRY", "利马": "CITY",
    "韩国": "COUNTRY", "大海报社": "ORG",
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


def test_entity_renaming_leaves_names_without_blanks_out(tmp_path: Path) -> None:
    recipe = """
name = "zh"
version = "1.0.0"
title = "Chinese"
licence = "CC0-1.0"
[[sources]]
name = "ZH"
format = "cmrc"
[entity_renaming]
sources = ["ZH"]
types = ["PER"]
[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""
    (tmp_path / "zh.toml").write_text(recipe, encoding="utf-8")
    qas = [{"query_id": "1", "query_text": "谁？", "answers": ["王小明"]}]
    document = [{"context_id": "P", "context_text": "王小明来了。", "qas": qas}]
    (tmp_path / "zh.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    with pytest.raises(FixInputError, match="a script without blanks"):
        build(
            tmp_path / "zh.toml", tmp_path / "out", Options(recognizer=Listed()),
            sources={"ZH": tmp_path / "zh.json"},
        )  # fmt: skip
