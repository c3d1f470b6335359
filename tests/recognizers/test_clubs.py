from __future__ import annotations

from dataclasses import replace

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.line.finding import Setup, make_finder
from builders.recognizers.rules.clubs import with_clubs
from builders.recognizers.rules.consistency import make_consistent
from builders.recognizers.rules.towns_alone import with_towns_alone

LAND = frozenset({"zorbia"})
PLACES = PlaceIndex(
    frozenset({"zorbia", "quenland"}),
    {"ohio": frozenset({"united states"}), "garvona": LAND},
    {"garvona": LAND, "geltmouth": LAND, "paul": LAND, "milltown": frozenset({"united states"})},
)


@pytest.mark.parametrize(
    "line",
    [
        # Letters before and behind a name.
        "He left [FC Otterby](ORG) for [1. FC Varn](ORG) and [Varn-Ost IF](ORG).",
        "[Garvona SV](ORG) drew.",
        "A year at [NK Geltmouth](ORG), then at [SC Geltmouth](ORG).",
        "At last [Otterby FC](ORG) rose.",
        "They walked to [FK Otterby Stadium](LOC).",
        "The FC Hall and NK HALL burned, and so did IF The.",
        "Two schools of Milltown SC are closed.",
        # Initials of a person are no club's letters.
        "The chief, [KK Paul](PERSON), named him.",
        "The chief, [KK Nandor](PERSON), named him.",
        "The striker of [KK Nandor](ORG) scored.",
        # A word beside its town.
        "Both [Dynamo Garvona](ORG) and [Geltmouth Rovers](ORG) played on; Real life went on.",
        "[Sparta](GPE) and Inter Otterby were far.",
        # Who plays.
        "They beat [Otterby](ORG) 2-1 and lost 0–3 to [Garvona](ORG).",
        "[Garvona](ORG) beat [Geltmouth](ORG) 2-1.",
        "[Garvona](ORG) won 2-0 against [Varn](ORG).",
        "[Quenland](GPE) beat [Zorbia](GPE) 2-1, and [Ohio](GPE) won 3-2.",
        "[Holm](PERSON) beat [Strom](PERSON) 6-4, 6-3.",
        "[Ada Holm](PERSON) beat [Strom](PERSON) 84-37 in the vote.",
        "[Ada Holm](PERSON) beat [Ida Strom](PERSON) 2-1.",
        "[Ida Strom](PERSON) rose. [Ada Holm](PERSON) beat [Strom](PERSON) 2-1.",
        "They beat [Quens](NORP) 2-1.",
        # Whom one plays for.
        "A defender, she played for [Garvona](ORG), [Geltmouth](ORG) and later [Varn](ORG).",
        "A defender, she played for [Garvona](ORG) in [Geltmouth](GPE).",
        "A defender, she played for [Zorbia](GPE) and [Geltmouth](GPE).",
        "She played for [Garvona](GPE) on the fiddle.",
        "On tour:\n[Garvona](ORG) 2-0 [Otterby](ORG)\nIt rained.",
    ],
)
def test_clubs_are_organizations(line: str) -> None:
    text, gold = marked(line)
    assert mark(text, with_clubs(text, gold, PLACES)) == line
    towns = [
        replace(span, type="GPE") if span.type == "ORG" else span
        for span in gold
        if span.type != "ORG" or " " not in text[span.start : span.end]
    ]
    assert mark(text, with_clubs(text, towns, PLACES)) == line


@pytest.mark.parametrize(
    ("line", "is_club"),
    [
        ("They beat [Otterby](PERSON) 2-1.", True),
        ("A striker of [KK Nandor](PERSON) scored.", True),
        ("They beat [Otterby](PERSON) 84-37.", False),
        ("In this league they beat [Otterby](PERSON) 84-37.", True),
        ("[Otterby](PERSON) won 52-48 in the vote.", False),
        ("A defender, he played for [Otterby](PERSON).", True),
    ],
)
def test_who_was_taken_for_a_person_and_plays_is_a_club(line: str, *, is_club: bool) -> None:
    text, spans = marked(line)
    told = line.replace("(PERSON)", "(ORG)") if is_club else line
    assert mark(text, with_clubs(text, spans, PLACES)) == told


def test_a_longer_name_of_a_body_stays() -> None:
    text, spans = marked("The [Friends of FC Otterby](ORG) met.")
    assert tuple(with_clubs(text, spans, PLACES)) == spans


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("[Garvona](GPE), [Zorbia](GPE)", "[Garvona](PERSON), [Zorbia](GPE)"),
        ("1998. [Garvona](GPE), [Zorbia](GPE). Ada", "1998. Garvona, Zorbia. Ada"),
        ("Held at:\n[Garvona](GPE), [Zorbia](GPE)\n", "Held at:\n[Garvona, Zorbia](ORG)\n"),
        ("[Otterby](PERSON), [Zorbia](GPE)", "[Otterby](PERSON), [Zorbia](GPE)"),
        ("[Garvona](PERSON), [Quenland](GPE)", "[Garvona](PERSON), [Quenland](GPE)"),
        ("[Garvona](PERSON), Zorbia and Ada", "[Garvona](PERSON), Zorbia and Ada"),
    ],
)
def test_a_town_and_its_land_alone_are_places(line: str, wrong: str) -> None:
    text, spans = marked(wrong)
    assert mark(text, with_towns_alone(text, spans, PLACES)) == line


def test_an_honour_before_a_numeral_is_part_of_the_name() -> None:
    text = "The Orlan Khan IV built it."
    assert mark(text, make_consistent(text, [], places=PLACES)) == (
        "The [Orlan Khan IV](PERSON) built it."
    )


def test_clubs_and_cells_are_read_by_the_recognizer_that_comes_along() -> None:
    text = "The winger left Bremer SV in 1998. They beat Porto 3-1 in the final."
    cell = "<Td> Nancy , France </Td>"
    found = make_finder(Setup()).find([text, cell])
    assert [text[span.start : span.end] for span in found[text] if span.type == "ORG"] == [
        "Bremer SV", "Porto",
    ]  # fmt: skip
    assert [(cell[span.start : span.end], span.type) for span in found[cell]] == [
        ("Nancy", "CITY"), ("France", "COUNTRY"),
    ]  # fmt: skip
