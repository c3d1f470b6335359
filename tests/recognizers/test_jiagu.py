"""Chinese: what jiagu's tags say, repeats of names, and the real models where installed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builders.errors import InstallError
from builders.recognizers.chinese_names import Dictionary
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


class Speech:
    """Gives tokens the parts of speech that they are marked with; others are names of persons."""

    def __init__(self, parts: dict[str, str]) -> None:
        self.parts = parts

    def predict(self, tokens: Sequence[str]) -> list[str]:
        return [self.parts.get(token, "nh") for token in tokens]


class Words:
    """Cuts a text at bars that it does not show, as jieba would."""

    def __init__(self, marked: str) -> None:
        self.words = marked.split("|")

    def cut(self, text: str, *, HMM: bool) -> list[str]:  # noqa: N803
        """Cut a part of the text as the whole."""
        assert not HMM
        return [word for word in self.words if word in text]


KINDS = {"叶绿体": "n", "自行": "d", "主唱": "v", "宋州": "ns", "牛顿": "nr", "伏特": "nr",
         "英格兰": "ns"}  # fmt: skip


def found(
    marked: str, words: str = "", speech: dict[str, str] | None = None, **tags: str
) -> list[tuple[str, str]]:
    text = marked.replace("|", "")
    shown = marked.translate(TRADITIONAL)
    reader = JiaguRecognizer(
        Segmenter(shown), Tagger(tags), Speech(speech or {}), lambda t: t.translate(TRADITIONAL),
        Dictionary(Words(words or shown), KINDS),
    )  # fmt: skip
    (spans,) = reader.recognize([text])
    return [(text[span.start : span.end], span.type) for span in spans]


def test_neighbouring_tokens_are_one_name() -> None:
    tags = {"清": "B-ORG", "华": "I-ORG", "大学": "I-ORG", "在": "O", "北京市": "B-LOC"}
    assert found("清|华|大学|在|北京市", **tags) == [("清华大学", "ORG"), ("北京", "CITY")]


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


@pytest.mark.parametrize(
    ("marked", "words", "name", "is_found"),
    [
        ("潘自行|出资", "潘|自行|出资", "潘自行", False),  # an adverb is no given name
        ("罗马人|来", "罗马|人|来", "罗马人", False),
        ("李玫|莹|来", "李玫莹|来", "李玫", False),  # ends inside a word
        ("叶绿体|有", "", "叶绿体", False),  # a word of another kind
        ("神秘|来", "", "神秘", False),  # no surname
        ("艾纳香|属", "", "艾纳香", False),  # a genus
        ("克伦|-|乔西", "", "乔西", False),  # a part of a longer name
        ("牛顿|说", "", "牛顿", True),
        ("司马相如|说", "", "司马相如", True),
        ("郭子仪军|攻", "", "郭子仪军", False),  # too long for a surname of one character
    ],
)
def test_persons_are_held_against_a_dictionary(
    marked: str, words: str, name: str, is_found: bool
) -> None:
    expected = [(name, "PERSON")] if is_found else []
    assert found(marked, words, **{name: "B-PER"}) == expected


def test_a_foreign_name_loses_the_verb_behind_it() -> None:
    name = "巴里·吉布主唱"
    marked = f"{name}|《歌》"
    cut = "巴里|·|吉|布|主唱|《|歌|》"
    assert found(marked, cut, **{name: "B-PER"}) == [("巴里·吉布", "PERSON")]


def test_a_word_that_is_never_a_person_s_name_is_no_person() -> None:
    tags = {"伏特": "B-PER"}
    assert found("220|伏特|。", speech={"伏特": "q"}, **tags) == []
    assert found("220|伏特|。", **tags) == [("伏特", "PERSON")]


@pytest.mark.parametrize(
    ("marked", "words", "expected"),
    [
        ("李玫|莹|、|来", "李|玫|莹|、|来", "李玫莹"),
        ("李僧|惠|与|他", "李|僧|惠|与|他", "李僧惠"),
        ("于海|在|家", "于|海|在|家", "于海"),  # a function word follows
        ("于海|射门|了", "于|海|射门|了", "于海"),  # a word follows
        ("于海|、|来", "于|海|、|来", "于海"),
        ("吕志|兴|来|吕志兴|和|吕志兴|去", "吕|志|兴|来|吕|志|兴|和|吕|志|兴|去", "吕志兴"),
    ],
)
def test_a_given_name_of_two_characters_is_whole(marked: str, words: str, expected: str) -> None:
    name = marked.partition("|")[0]
    assert set(found(marked, words, **{name: "B-PER"})) == {(expected, "PERSON")}


@pytest.mark.parametrize(
    ("marked", "words", "expected"),
    [
        ("加州|费|雷斯诺县", "加州|费|雷|斯诺|县", []),
        ("在|雷斯诺县", "在|雷|斯诺|县", [("雷斯诺", "CITY")]),
        ("英格兰|雷斯诺县", "英格兰|雷|斯诺|县", [("雷斯诺", "CITY")]),  # a place beside a place
    ],
)
def test_a_piece_of_a_foreign_name_is_no_place(
    marked: str, words: str, expected: list[tuple[str, str]]
) -> None:
    assert found(marked, words, **{"雷斯诺县": "B-LOC"}) == expected


def test_who_is_born_in_it_tells_a_place_from_a_person() -> None:
    tags = {"牛顿": "B-PER"}
    assert found("生于|牛顿|。", **tags) == found("在|牛顿|等地", **tags) == []
    assert found("遇见|牛顿|。", **tags) == [("牛顿", "PERSON")]


def test_a_place_that_begins_a_longer_name_is_no_mention() -> None:
    tags = {"法国": "B-LOC"}
    assert found("法国|公开赛|。", **tags) == []
    assert found("法国|人|。", **tags) == [("法国", "GPE")]


def test_a_place_taken_for_a_person_is_a_place() -> None:
    assert found("宋州|人", **{"宋州": "B-PER"}) == [("宋州", "GPE")]


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jiagu", None)
    with pytest.raises(InstallError, match=r"pip install 'entity-renamer\[zh\]'"):
        load_jiagu()


def test_real_models_find_persons_and_countries() -> None:
    pytest.importorskip("jiagu")
    pytest.importorskip("jieba")
    pytest.importorskip("opencc")
    text = "杨朝祥出生于台湾，后来在美国工作。"
    (spans,) = get("jiagu").recognize([text])
    names = {text[span.start : span.end]: span.type for span in spans}
    assert names["杨朝祥"] == "PERSON"
    assert names["美国"] == "GPE"
