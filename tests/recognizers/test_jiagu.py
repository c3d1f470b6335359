"""Chinese: what jiagu's tags say, repeats of names, and the real models where installed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builders.errors import InstallError
from builders.recognizers.jiagu_tagger import JiaguRecognizer, load_jiagu
from builders.recognizers.registry import get

TRADITIONAL = str.maketrans("韓國門", "韩国门")


class Segmenter:
    """Parts a text at bars that it does not show."""

    def __init__(self, marked: str) -> None:
        self.tokens = marked.split("|")

    def seg(self, text: str, mode: str) -> list[str]:
        assert mode == "probe"
        assert text == "".join(self.tokens)
        return self.tokens


class Tagger:
    def __init__(self, tags: dict[str, str]) -> None:
        self.tags = tags

    def predict(self, tokens: Sequence[str]) -> list[str]:
        """Tag only the first of equal tokens, as a model may."""
        seen: set[str] = set()
        new = [token not in seen and not seen.add(token) for token in tokens]  # type: ignore[func-returns-value]
        return [self.tags.get(t, "O") if n else "O" for t, n in zip(tokens, new, strict=True)]


def found(marked: str, **tags: str) -> list[tuple[str, str]]:
    text = marked.replace("|", "")
    shown = marked.translate(TRADITIONAL)
    reader = JiaguRecognizer(Segmenter(shown), Tagger(tags), lambda t: t.translate(TRADITIONAL))
    (spans,) = reader.recognize([text])
    return [(text[span.start : span.end], span.type) for span in spans]


def test_neighbouring_tokens_are_one_name() -> None:
    tags = {"清": "B-ORG", "华": "I-ORG", "大学": "I-ORG", "在": "O", "北京市": "B-LOC"}
    assert found("清|华|大学|在|北京市", **tags) == [("清华大学", "ORG"), ("北京市", "CITY")]


def test_a_name_is_found_wherever_it_stands_as_whole_words() -> None:
    marked = "王小明|说|王|小明|不|是|王小明|的|小王小明"
    tags = {"王小明": "B-PER"}
    assert found(marked, **tags) == [("王小明", "PERSON")] * 3


def test_names_of_one_character_are_none() -> None:
    assert found("韩|来|了", 韩="B-LOC") == []


def test_a_name_ends_before_a_bracket_of_its_own_token() -> None:
    assert found("埃特 (州|去", **{"埃特 (州": "B-PER"}) == []
    assert found("约翰·史密斯|去", **{"约翰·史密斯": "B-PER"}) == [("约翰·史密斯", "PERSON")]


def test_traditional_characters_are_read_as_simplified_ones() -> None:
    assert found("韓國|的", 韩国="B-LOC") == [("韓國", "GPE")]


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jiagu", None)
    with pytest.raises(InstallError, match=r"pip install 'entity-renamer\[zh\]'"):
        load_jiagu()


def test_real_models_find_persons_and_countries() -> None:
    pytest.importorskip("jiagu")
    pytest.importorskip("opencc")
    text = "杨朝祥出生于台湾，后来在美国工作。"
    (spans,) = get("jiagu").recognize([text])
    names = {text[span.start : span.end]: span.type for span in spans}
    assert names["杨朝祥"] == "PERSON"
    assert names["美国"] == "GPE"
