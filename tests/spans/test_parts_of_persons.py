"""The parts of a person's name, and which names can be those of one person."""

from __future__ import annotations

import pytest

from builders.spans.persons import first_name_variants, is_one_person, parse_person


@pytest.mark.parametrize(
    ("name", "given", "last", "suffix", "tail", "first"),
    [
        ("Ada Holm", ("Ada",), "Holm", "", "", "Ada"),
        ("Ada", (), "Ada", "", "", ""),
        ("Dr. Ada Holm", ("Ada",), "Holm", "", "", "Ada"),
        ("A. Holm", ("A.",), "Holm", "", "", ""),
        ("Ada Marie Holm", ("Ada", "Marie"), "Holm", "", "", "Ada"),
        ("Piet van der Hoek", ("Piet",), "van der Hoek", "", "", "Piet"),
        ("van der Hoek", (), "van der Hoek", "", "", ""),
        ("Van Morrison", (), "Van Morrison", "", "", ""),
        ("Al Gore", ("Al",), "Gore", "", "", "Al"),
        ("Vincent Van Gogh", ("Vincent",), "Van Gogh", "", "", "Vincent"),
        ("Ada Holm Jr.", ("Ada",), "Holm", "jr", "", "Ada"),
        ("Ada Holm, Jr.", ("Ada",), "Holm", "jr", "", "Ada"),
        ("Holm Jr.", (), "Holm", "jr", "", ""),
        ("Ada Holm Senior", ("Ada",), "Holm", "sr", "", "Ada"),
        ("Ada Holm III", ("Ada",), "Holm", "iii", "", "Ada"),
        ("Ada Holm I", ("Ada", "Holm"), "I", "", "", "Ada"),
        ("Otto III", ("Otto",), "", "", "iii", "Otto"),
        ("Otto I", ("Otto",), "", "", "i", "Otto"),
        ("John Paul II", ("John", "Paul"), "", "", "ii", "John"),
        ("John Paul I", ("John", "Paul"), "", "", "i", "John"),
        ("Otto the Great", ("Otto",), "", "", "the great", "Otto"),
        ("Otto of Arva", ("Otto",), "", "", "of arva", "Otto"),
        ("Otto the", ("Otto",), "the", "", "", "Otto"),
        ("Henry I. Walsh", ("Henry", "I."), "Walsh", "", "", "Henry"),
        ("Otto VII Holm", ("Otto",), "", "", "vii holm", "Otto"),
        ('"Ada" Holm', ("Ada",), "Holm", "", "", "Ada"),
    ],
)  # fmt: skip
def test_a_name_has_given_names_a_last_name_or_a_byname(
    name: str, given: tuple[str, ...], last: str, suffix: str, tail: str, first: str
) -> None:
    parsed = parse_person(name)
    alone = not given
    assert (parsed.given, parsed.suffix, parsed.tail) == (given, suffix, tail)
    assert parsed.last == ("" if alone else last)
    assert parsed.first == first


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Ada Holm", "ada holm"), ("ADA HOLM", "ada holm"), ("Jean-Luc Marr", "jean luc marr"),
        ("Ada Holm Jr.", "ada holm jr"), ("Dr. Ada Holm", "ada holm"), ("H. G. Kell", "h g kell"),
        ("H.G. Kell", "h g kell"), ("Ada - Holm", "ada holm"), ("...", "..."), ("", ""),
    ],
)  # fmt: skip
def test_all_spellings_of_a_name_have_one_key(name: str, key: str) -> None:
    assert parse_person(name).key == key


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ada Holm", "Ada Holm", True),
        ("Ada Holm", "Bo Holm", False),
        ("Ada Holm", "Ada Reed", False),
        ("Ada Marie Holm", "Ada Holm", True),
        ("Ada Marie Holm", "Ada Marie", True),
        ("Ada Marie Holm", "Marie Holm", True),
        ("Ada Marie Holm", "Lina Marie Holm", False),
        ("Ada Marie Holm", "Ada Lina Holm", False),
        ("Ada M. Holm", "Ada Marie Holm", True),
        ("Ada L. Holm", "Ada Marie Holm", False),
        ("A. Holm", "Ada Holm", True),
        ("B. Holm", "Ada Holm", False),
        ("J. R. Holm", "John Ronald Holm", True),
        ("J. R. Holm", "John Ronald Kurt Holm", True),
        ("J. K. R. Holm", "John Ronald Kurt Holm", False),
        ("Bill Reed", "William Reed", True),
        ("Tom Reed", "William Reed", False),
        ("Ada Holm Jr.", "Ada Holm", True),
        ("Ada Holm Jr.", "Ada Holm Sr.", False),
        ("Ada Marie Holm Jr.", "Ada Holm Jr.", True),
        ("Ada Marie Holm Jr.", "Ada Holm Sr.", False),
        ("Otto III", "Otto II", False),
        ("Otto the Great", "Otto the Great", True),
        ("Otto the Great of Arva", "Otto the Great", True),
        ("Otto the Great", "Otto the Great of Arva", True),
        ("Otto the Great", "Otto the Bald", False),
        ("Otto III", "Otto Holm", False),
        ("Otto Holm", "Otto III", False),
        ("Juan Reyes Vega", "Reyes Vega", True),
        ("Juan Reyes Vega", "Juan Reyes", True),
        ("Juan Reyes Vega", "Juan Vega", True),
        ("Juan Reyes Vega", "Carlos Vega", False),
        ("Ada de Holm", "Ada de Holm", True),
    ],
)
def test_two_names_can_be_those_of_one_person(one: str, other: str, *, same: bool) -> None:
    assert is_one_person(parse_person(one), parse_person(other)) is same
    assert is_one_person(parse_person(other), parse_person(one)) is same


def test_the_variants_of_a_first_name_do_not_include_it() -> None:
    assert "Bill" in first_name_variants("William") and "William" not in first_name_variants(
        "William"
    )
    assert "William" in first_name_variants("Bill") and "Bill" not in first_name_variants("Bill")
    assert first_name_variants("Zorb") == ()
