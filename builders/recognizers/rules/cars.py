"""Models of cars, in a text that speaks of cars: they bear the names of towns and persons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.names import ORG_WORDS, bare
from builders.types import PLACE_TYPES, EntityType, TypedSpan

# Add a maker of cars whose name is no common first name or word.
_MAKERS: Final = frozenset({
    "acura",
    "alfa romeo", "audi", "bmw", "buick", "cadillac", "chevrolet", "chrysler", "citroen", "daewoo",
    "daihatsu",
    "datsun", "dodge", "ferrari", "fiat", "ford", "gmc", "honda", "hyundai", "infiniti", "isuzu",
    "jaguar", "jeep", "kia", "lamborghini", "lancia", "land rover", "lexus", "maserati", "mazda",
    "mercedes-benz", "mitsubishi", "nissan", "oldsmobile", "opel", "peugeot", "plymouth",
    "pontiac", "porsche", "renault", "rolls-royce", "saab", "seat", "skoda", "subaru", "suzuki",
    "toyota", "vauxhall", "volkswagen", "volvo",
})  # fmt: skip
# A text that names so many makers of cars speaks of cars.
_OF_CARS: Final = 2
# "The Toyota Zorb and Gelt": what is joined to a model by its maker's name is one as well.
_JOINED: Final = re.compile(r" (?:and|or) (?:the )?")
# Add a word that ends the name of a maker's firm or team.
_FIRMS: Final = ORG_WORDS | {
    "automobile", "automobiles", "credit", "europe", "finance", "financial", "group", "heritage",
    "motor", "motors", "plant", "racing", "sport", "team", "works",
}  # fmt: skip
_MODEL: Final = PLACE_TYPES | {"PERSON"}


def makers_of_cars(surfaces: Sequence[str]) -> set[str]:
    """Return the makers of cars that a text names alone, if it speaks of cars."""
    if not _is_of_cars(surfaces):
        return set()
    return {surface for surface in surfaces if bare(surface) in _MAKERS}


def cars(text: str, spans: Sequence[TypedSpan]) -> set[tuple[EntityType, str]]:
    """Return the types and names of models, if a text speaks of cars."""
    surfaces = [text[span.start : span.end] for span in spans]
    if not _is_of_cars(surfaces):
        return set()
    found: set[tuple[EntityType, str]] = set()
    end = -1  # Where the model before ends.
    for span, surface in zip(spans, surfaces, strict=True):
        joined = end > 0 and _JOINED.fullmatch(text, end, span.start) is not None
        is_car = span.type != "NORP" and _is_car(surface)
        if is_car or (joined and " " not in surface and span.type in _MODEL):
            found.add((span.type, surface))
        end = span.end if is_car else -1
    return found


def _is_of_cars(surfaces: Sequence[str]) -> bool:
    starts = {bare(surface).partition(" ")[0] for surface in surfaces}
    return len(starts & _MAKERS) >= _OF_CARS


def _is_car(surface: str) -> bool:
    maker, _, model = bare(surface).partition(" ")
    if not model or maker not in _MAKERS or model.startswith("and "):
        return False
    return bare(model.rpartition(" ")[2]) not in _FIRMS
