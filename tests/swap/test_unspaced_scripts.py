"""Names in scripts without blanks between words: what is marked there bounds itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marked import request

from builders.perturbations.reserved_names import ReservedNames, clash
from builders.releases.packed_strings import cuts_word
from builders.swap.swap_records import swap
from builders.text import is_boundary, is_one_word, words
from builders.verification.row_check import are_too_similar, holds_name

HAN = "王小明去北京大学"


def case(context: str, renames: dict[str, str], answer: str = "", **more: str) -> dict[str, Any]:
    return {
        "name": "1", "context": context, "answers": [answer] if answer else [],
        "renames": [
            {"entity": entity, "type": "CITY", "source": source, "target": target}
            for entity, (source, target) in
            ((entity, pair.split(">")) for entity, pair in renames.items())
        ], **more,
    }  # fmt: skip


def test_a_given_mention_inside_a_run_of_characters_is_renamed() -> None:
    row = swap(
        (
            one := request(
                case(
                    "昨天{w|王小明}去了学校。",
                    {"w": "王小明>赵丽"},
                    "王小明",
                    question="{w|王小明}去了哪里？",
                )
            )
        ),
        one.mentions or (),
    )
    assert row.example.context == "昨天赵丽去了学校。"
    assert row.example.question == "赵丽去了哪里？"
    assert row.example.answers[0].text == "赵丽"
    assert row.example.answers[0].start == 2


def test_names_that_touch_are_both_renamed() -> None:
    one = request(
        case("他生于{c|秘鲁}{t|利马}市", {"c": "秘鲁>肯尼亚", "t": "利马>蒙巴萨"}, "秘鲁利马")
    )
    row = swap(one, one.mentions or ())
    assert row.example.context == "他生于肯尼亚蒙巴萨市"
    assert row.example.answers[0].text == "肯尼亚蒙巴萨"


def test_a_name_beside_letters_of_another_script_is_renamed() -> None:
    one = request(case("由{k|韩国}Nexon开发", {"k": "韩国>肯尼亚"}))
    assert swap(one, one.mentions or ()).example.context == "由肯尼亚Nexon开发"


def test_a_mention_never_parts_a_letter_from_its_mark() -> None:
    one = request(case("ไป{p|กรุงเก}่า", {"p": "กรุงเก>ลพบุรี"}))
    assert not swap(one, one.mentions or ()).changed


@pytest.mark.parametrize(
    ("text", "at", "wanted"),
    [
        ("王小明", 1, True), ("韩国Nexon", 2, True), ("Nexon", 2, False), ("2008年", 4, True),
        ("ก่า", 1, False), ("カタカナ", 2, True), ("한국어", 1, False),
    ],
)  # fmt: skip
def test_boundaries_of_words(text: str, at: int, wanted: bool) -> None:
    assert is_boundary(text, at) is wanted


@given(st.text(alphabet="ab1王明々ก่ำé́-。 ", min_size=2, max_size=12))
def test_arrays_cut_words_where_texts_do(text: str) -> None:
    import numpy as np

    data = np.frombuffer(text.encode(), np.uint8)
    places = [len(text[:at].encode()) for at in range(1, len(text))]
    cut = cuts_word(data, np.array(places))
    assert cut.tolist() == [not is_boundary(text, at) for at in range(1, len(text))]


@given(st.text(alphabet="ab1王明々。 ", max_size=12))
def test_words_begin_and_end_at_boundaries(text: str) -> None:
    for start, end in words(text):
        assert is_boundary(text, start)
        assert is_boundary(text, end)


def test_a_name_is_held_wherever_its_characters_stand() -> None:
    held = ReservedNames([HAN])
    assert "北京" in held
    assert "北大" not in held
    assert holds_name(HAN, "北京")


def test_names_of_which_one_holds_the_other_clash() -> None:
    assert clash("王小", "王小明")
    assert are_too_similar("王小", "王小明")
    assert not clash("王小", "小王明")
    assert not is_one_word("王小")


def test_a_new_name_of_another_script_never_runs_into_letters() -> None:
    one = request(case("由{k|韩国}Nexon和{k|韩国}人开发", {"k": "韩国>Kenya"}))
    assert swap(one, one.mentions or ()).example.context == "由韩国Nexon和Kenya人开发"
