"""What is called after a place follows it: in EntSwap with worlds, through whole passages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.worlds import World
from builders.place_stems import is_plural, place_stem
from builders.stages.finding import Finder
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.types import SWAP_TYPES, EntityType, Example, SwapType, TypedSpan
from name_collections.kinds import kinds

RIVERS = Pool(("Gambia River", "Oti", "Volta River"))
WORDS: dict[SwapType, dict[str, str]] = {
    "LOCATION": {"river": "river", "creek": "river", "falls": "falls"}
}
WORLD = World()
AIRPORTS = Pool(("Kotoka Airport", "Moi Airport"))


def renamed(
    text: str, *, world: World | None = WORLD, rivers: Pool = RIVERS, **names: EntityType
) -> set[str]:
    """Return what a passage becomes under twelve keys."""
    types = {name.replace("_", " "): kind for name, kind in names.items()}
    ordered = sorted(map(re.escape, types), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(ordered)})(?!\w)")

    class Words:
        fingerprint = "words"

        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            for one in texts:
                yield tuple(TypedSpan(*m.span(), types[m[0]]) for m in pattern.finditer(one))

    kinds: dict[SwapType, dict[str, Pool]] = {"LOCATION": {"river": rivers, "airport": AIRPORTS}}
    found = SwapNames(
        {"CITY": Pool(("Accra", "Kano")), "LOCATION": rivers}, keep_kind=True, kinds=kinds,
        words=WORDS, world=world,
    )  # fmt: skip
    example = Example("1", "d", "", "Who?", text, (), ())
    (prepared,) = Preparer(Finder(Words())).prepare([example])
    made = set()
    for key in range(12):
        passages = PassageNames(
            found, Homes(), ("k", key), "passage", is_word=lambda w: w == "green"
        )
        (one,) = swappable([prepared], passages)
        made.add(one.template.render(one.variant(SWAP_TYPES)).example.context)
    return made


@pytest.mark.parametrize("text", ["{0} Creek has {0} Falls.", "{0} Falls are in {0} Creek."])
def test_what_has_the_stem_of_a_renamed_place_gets_the_new_stem(text: str) -> None:
    for new in renamed(text.format("Tundzha"), Tundzha_Creek="LOC", Tundzha_Falls="LOC"):
        (stem,) = (stem for stem in ("Gambia", "Oti", "Volta") if stem in new)
        assert new.count(stem) == 2 and f"{stem} Falls" in new and "Tundzha" not in new


def test_a_stem_that_is_a_word_is_none() -> None:
    found = renamed("Green River has Green Falls.", Green_River="LOC", Green_Falls="LOC")
    assert all(new.endswith(" has Green Falls.") for new in found)


def test_a_municipality_is_called_by_its_stem_still() -> None:
    text = "Aarhus Municipality is called Aarhus. Aarhus Falls."
    for new in renamed(text, Aarhus_Municipality="CITY", Aarhus="CITY", Aarhus_Falls="LOC"):
        assert re.fullmatch(r"(?:(Accra|Kano)(?: Municipality)?) is called \1\. \1 Falls\.", new)


def test_a_short_name_is_not_that_of_another_place() -> None:
    text = "Port Lavaca is near Lavaca Bay, called Lavaca."
    found = renamed(text, Port_Lavaca="CITY", Lavaca_Bay="LOC", Lavaca="LOC")
    assert found == {f"{new} is near {new} Bay, called {new} Bay." for new in ("Accra", "Kano")}


def test_a_short_name_is_never_empty() -> None:
    rivers = ("Shire River", "Eastern River")
    text = "Volta River is wide, and the Volta is long."
    found = renamed(text, rivers=Pool(rivers), Volta_River="LOC", Volta="LOC")
    assert found == {f"{new} is wide, and the {new} is long." for new in rivers}


def test_a_stem_that_stands_alone_and_stays_is_not_followed() -> None:
    for new in renamed("Bavaria grew. Bavaria River floods. Bavaria Falls.", Bavaria="GPE",
                       Bavaria_River="LOC", Bavaria_Falls="LOC"):  # fmt: skip
        assert new.startswith("Bavaria grew.") and new.endswith("Bavaria Falls.")


def test_what_is_called_after_a_place_that_stays_stays() -> None:
    text = "Lampedusa has Lampedusa Airport, and Linosa Airport."
    types: dict[str, EntityType] = {"Lampedusa": "LOC", "Lampedusa_Airport": "LOC",
                                    "Linosa_Airport": "LOC"}  # fmt: skip
    for new in renamed(text, **types):
        assert new.startswith("Lampedusa has Lampedusa Airport, and ")
        assert "Linosa" not in new


def test_alone_every_name_is_drawn_by_its_kind() -> None:
    text = "Lampedusa has Lampedusa Airport. Tundzha Creek has Tundzha Falls."
    types: dict[str, EntityType] = {"Lampedusa": "LOC", "Lampedusa_Airport": "LOC",
                                    "Tundzha_Creek": "LOC", "Tundzha_Falls": "LOC"}  # fmt: skip
    for new in renamed(text, world=None, **types):
        assert "Lampedusa Airport" not in new and new.endswith(" has Tundzha Falls.")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Tundzha River", "Tundzha"), ("Lake Tana", "Tana"), ("Salem City", "Salem"),
        ("Rio Grande River", "Grande"), ("Green Lake", ""), ("North River", ""), ("Tana", ""),
        ("River Lake", ""), ("Upper Green Lake", "Upper Green"),
    ],
)  # fmt: skip
def test_the_stem_of_a_place(name: str, stem: str) -> None:
    assert place_stem(name, {"lake", "river", "rio"}, lambda word: word == "green") == stem


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Rocky Mountains", True), ("Canary Islands", True), ("Mountains of the Moon", True),
        ("Mount Kenya", False), ("Lake Victoria", False), ("Los Angeles", False),
        ("Victoria Falls", False), ("Khyber Pass", False),
    ],
)  # fmt: skip
def test_the_word_for_its_kind_tells_whether_a_place_is_plural(name: str, plural: bool) -> None:
    assert is_plural(name, kinds("LOCATION").words) is plural
