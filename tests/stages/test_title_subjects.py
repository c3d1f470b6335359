"""A title with the full name of a person, or of a town, tells whom or what the passage means."""

import re
from collections.abc import Iterable, Iterator

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_names import SwapNames
from builders.stages.finding import Finder
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.types import SWAP_TYPES, Example, TypedSpan
from builders.verification.row_check import broken_in_row


class Readings:
    """Reads full names, the surname Holm at the beginning of a text, and towns.

    After some words, it takes Holm for something else, with the score in `SCORES`.
    """

    fingerprint = "readings"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            found = re.finditer(
                r"(?P<PERSON>(?:Ada|Bo|Eva) Holm|^Holm)|(?P<CITY>Arva upon Lune|^Arva)"
                r"|(?<=by )(?P<ORG>Holm)|(?<=in )(?P<MISC>Holm)|(?<=to )(?P<LOC>Holm)"
                r"|(?<=with )(?P<NORP>Holm)|(?<=the )(?P<STATE>Holm)",
                text,
            )
            yield tuple(
                TypedSpan(*one.span(), kind, SCORES.get(kind, 1.0))  # type: ignore[arg-type]
                for one in found
                if (kind := one.lastgroup or "")
            )


SCORES = {"ORG": 0.89, "MISC": 0.4, "LOC": 0.95, "NORP": 0.4, "STATE": 0.4}


def swapped(
    title: str, context: str, *others: str, persons: tuple[str, ...] = ("Siti Bello",)
) -> tuple[str, str]:
    """Return the new title and passage; the passage has questions under other titles as well."""
    examples = [
        Example(str(n), "d", one, "Who flew?", context, (), ())
        for n, one in enumerate((title, *others))
    ]
    prepared = Preparer(Finder(Readings())).prepare(examples)
    names = PassageNames(
        SwapNames({"PERSON": Pool(persons), "CITY": Pool(("Jinja",))}),
        Homes(),
        ("k",),
        "passage",
    )
    for example, one in zip(examples, swappable(prepared, names), strict=True):
        made = one.template.render(one.variant(SWAP_TYPES))
        assert list(broken_in_row(example, made, gold="answers")) == []
        if example.id == "0":
            found = made.example.title, made.example.context
    return found


def test_a_lone_surname_is_the_persons_in_the_title() -> None:
    assert swapped("Ada_Holm", "Holm flew.") == ("Siti_Bello", "Bello flew.")


def test_the_surname_is_found_where_the_recognizer_missed_it() -> None:
    assert swapped("Ada_Holm", "In May Holm flew.") == ("Siti_Bello", "In May Bello flew.")


@pytest.mark.parametrize("context", ["It flew by Holm.", "It flew in Holm."])
def test_the_surname_is_the_persons_whatever_the_recognizer_took_it_for(context: str) -> None:
    assert swapped("Ada_Holm", context) == ("Siti_Bello", context.replace("Holm", "Bello"))
    assert swapped("Flying", context) == ("Flying", context)
    title, passage = swapped(context[:-1].replace(" ", "_"), "Ada Holm flew.")
    assert (title, passage) == (context[:-1].replace(" ", "_").replace("Holm", "Bello"),
                                "Siti Bello flew.")  # fmt: skip


@pytest.mark.parametrize(
    "context",
    ["It flew to Holm.", "It flew with Holm.", "It flew to the Holm."],
    ids=["a sure place", "a people", "after the article"],
)
def test_a_surname_that_is_probably_something_else_is_not_the_persons(context: str) -> None:
    assert "Bello" not in swapped("Ada_Holm", context)[1]


@pytest.mark.parametrize("title", ["Holm", "Flying", ""])
def test_other_titles_tell_nothing(title: str) -> None:
    assert swapped(title, "In May Holm flew.") == (title, "In May Holm flew.")


def test_each_title_is_read_with_its_own_passage() -> None:
    context = "In May Holm flew."
    assert swapped("Flying", context, "Ada_Holm") == ("Flying", context)
    assert swapped("Ada_Holm", context, "Flying") == ("Siti_Bello", "In May Bello flew.")


@pytest.mark.parametrize(
    "context", ["Arva grew.", "In May Arva grew.", "All of Arva upon Lune grew."]
)
def test_a_town_of_a_title_is_one_town_with_and_without_its_addition(context: str) -> None:
    renamed = context.replace("Arva upon Lune", "Jinja").replace("Arva", "Jinja")
    assert swapped("Arva_upon_Lune", context) == ("Jinja", renamed)


def test_a_surname_that_several_persons_share_is_their_familys() -> None:
    context, persons = "Now Ada Holm saw Eva Holm.", ("Musa Bello", "Siti Sarr")
    title, passage = swapped("about_Holm_sisters", context, persons=persons)
    found = re.fullmatch(r"Now \w+ (\w+) saw \w+ (\w+)\.", passage)
    assert found is not None and found[1] == found[2] != "Holm"
    assert title == f"about_{found[1]}_sisters"
    assert swapped("about_Holm_Sisters", context, persons=persons)[0] == "about_Holm_Sisters"
