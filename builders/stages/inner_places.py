"""The countries, states, cities and peoples in names that stay, such as Cape Town Opera.

An organization of a kind for which there are no new names is still called after the new city. A
building or another place of such a kind gets a new name before the words for the kind (Holm Hall).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from builders.articles import is_noun
from builders.countries import HOME_COUNTRIES
from builders.given_names import gender_of, is_mostly_last_name, is_personal
from builders.names import PARTICLES, is_numeral
from builders.perturbations.swap_entities import OTHER, SwapEntity
from builders.places import country_key
from builders.spans.aliases import singular_people
from builders.spans.knowledge import DIRECTIONS
from builders.spans.missed_mentions import HYPHENS
from builders.stages.event_names import is_whole_name
from builders.stages.homes import Homes
from builders.text import fold_key
from builders.types import Entity, EntityType
from name_collections.kinds import UNIQUE, kinds

_LONGEST: Final = 3
_SHORTEST: Final = 4
"""The most words and the least letters of a place's name that is looked for."""
_JOINS: Final = frozenset({"&", "and"})


def places_inside(
    item: SwapEntity, homes: Homes, is_word: Callable[[str], bool]
) -> tuple[list[Entity], Entity | None]:
    """Return the known places in the name of an entity that stays, and its namesake if not known.

    The namesake is a city, which need not exist: Hammerstein, for Hammerstein Ballroom. A place
    that tells no kind with names or buildings (the Indian subcontinent) is not called after
    countries or peoples.
    """
    name, is_place = item.entity.name, item.swap_type == "LOCATION"
    places = list(inner_places(name, homes, is_word))
    if places:
        is_clear = not is_place or item.kind not in {"", OTHER}
        return [one for one in places if is_clear or one.type in {"CITY", "STATE"}], None
    is_place |= fold_key(name).rpartition(" ")[2] in kinds("LOCATION").words
    own = own_part(name, is_word) if is_place else ""
    if not own or own == name:
        return [], None
    land = country_key(own)
    if land in homes.lands:
        return [Entity(f"COUNTRY:{land}", "COUNTRY", own)], None  # Upper Canada
    return [], Entity(f"CITY:{fold_key(own)}", "CITY", own)


def inner_places(name: str, homes: Homes, is_word: Callable[[str], bool]) -> Iterator[Entity]:
    """Yield the known places and peoples in a name of several words, as entities.

    Words that are also English words or personal names (the Warren Commission) are left out, except
    for countries and states after "of". So is a people after "of" (Organization of American
    States). A name without an English word yields nothing. `is_word` says whether a folded word is
    English.
    """
    words = name.split()
    if not any(is_word(fold_key(word)) for word in words if len(word) >= _SHORTEST):
        return
    parts = sorted(combinations(range(len(words) + 1), 2), key=lambda part: part[0] - part[1])
    taken: set[int] = set()
    for start, end in parts:
        part, at = " ".join(words[start:end]), len(" ".join(words[:start])) + (start > 0)
        if end - start > _LONGEST or part == name or taken.intersection(range(start, end)):
            continue
        kind = _place_type(part, homes, is_word, after_of=words[max(0, start - 1)] == "of")
        if kind and (not start or is_whole_name(name, at, at + len(part), kind, is_word)):
            taken.update(range(start, end))
            found = singular_people(part) if kind == "NORP" else part
            key = country_key(found) if kind == "COUNTRY" else fold_key(found)
            yield Entity(f"{kind}:{key}", kind, found)


def _place_type(
    part: str, homes: Homes, is_word: Callable[[str], bool], *, after_of: bool
) -> EntityType | None:
    """Return the type of a place or people that some words of a name are, or None."""
    key = fold_key(part)
    if not part[:1].isupper() or key in DIRECTIONS or len(part) < _SHORTEST:
        return None
    if homes.country_of_people(part):
        return None if after_of else "NORP"
    if is_word(key) or is_word(key.removesuffix("s")):
        return None
    land, is_one = country_key(part), " " not in part
    kind: EntityType | None = None
    if land in homes.lands or land in HOME_COUNTRIES:
        kind = "COUNTRY"
    elif ("STATE", key) in homes.places:
        kind = "STATE"
    elif ("CITY", key) in homes.places:
        # There are towns called Rugby, Jesus and National Park.
        is_word_or_name = is_one and (is_noun(key) or is_personal(part))
        is_other = is_word_or_name or key in kinds("LOCATION").phrases
        return None if is_other else "CITY"
    return kind if after_of or not (is_one and is_personal(part)) else None


def settled(
    entity: Entity, homes: Homes, is_word: Callable[[str], bool], *, is_around: bool = False
) -> Entity:
    """Return a country, state or city of unclear type as one of these or as another place.

    It is a state if it is listed as one (so is a place of unknown kind, Flanders), if its name
    tells it, or if the text says that other places are in it (`is_around`), and else a city. If a
    part of its name is English (South Hylton) or it is of another kind (the Rhine), it is another
    place. It stays of unclear type if it is the only one of its kind (Jupiter), if its name has
    English words beside that of a known place, or is in another script.
    """
    kind = kinds("LOCATION").of(entity.name)
    is_listed = ("STATE", fold_key(entity.name)) in homes.places
    if entity.type == "LOC" and not kind and is_listed:
        return replace(entity, type="STATE")
    if entity.type != "GPE" or kind == UNIQUE or not fold_key(entity.name).isascii():
        return entity
    part = own_part(entity.name, is_word)
    if not part or any(inner_places(entity.name, homes, is_word)):
        return entity
    if part != entity.name or kind not in {"", "state"}:
        return replace(entity, type="LOC")
    return replace(entity, type="STATE" if kind or is_listed or is_around else "CITY")


def own_part(name: str, is_word: Callable[[str], bool]) -> str:
    """Return the words of a place's name that are not English: Hammerstein in Hammerstein Ballroom.

    All words may be such words. Returns an empty string if there are none, if English words are
    between them, or if they are an acronym, the name of a well-known place (Middle Rhine), or one
    of a pair (Tyne and Wear), or may be less than the whole name of a person (Van Gogh Hall).
    `is_word` says whether a folded word is English.
    """
    words = name.split()
    own = [at for at, word in enumerate(words) if not _is_general(word, is_word)]
    part = words[own[0] : own[-1] + 1] if own else []
    is_whole = len(part) == len(words)
    if not part or len(part) > len(own) or not (part[0][0].isupper() and part[-1][0].isupper()):
        return ""
    rest = (*words[: own[0]], *words[own[-1] + 1 :])
    if own[0] and _is_given_name(words[own[0] - 1]):
        return ""
    is_acronym = any(word.isupper() and len(word) > 1 for word in part)
    if is_acronym or max(map(len, part)) < _SHORTEST or any(_may_belong(w, is_word) for w in rest):
        return ""
    found = " ".join(part).removesuffix("'s").removesuffix("’s")
    is_pair = any(hyphen in found for hyphen in HYPHENS)
    return found if is_whole or not (is_pair or kinds("LOCATION").of(found)) else ""


def _is_general(word: str, is_word: Callable[[str], bool]) -> bool:
    """Return whether a word is English, or tells the kind of a place (Coliseum)."""
    key = fold_key(word.removesuffix("'s").removesuffix("’s"))
    if not any(map(str.isalpha, word)):
        return False
    # Maria, Carlos and Laver are nouns, too.
    is_common = is_word(key) or (is_noun(key) and not is_personal(word))
    return is_common or key in kinds("LOCATION").words


def _may_belong(word: str, is_word: Callable[[str], bool]) -> bool:
    """Return whether a word beside a name may be a part of it: a last name, a number, "van"."""
    key = fold_key(word)
    is_clear = is_word(key) or key in kinds("LOCATION").words
    is_joined = word in _JOINS or key in PARTICLES or is_numeral(word)
    return is_joined or (not is_clear and is_mostly_last_name(word))


def _is_given_name(word: str) -> bool:
    """Return whether a word before a name is a given name, English or not: Bill in Bill Keene."""
    return bool(gender_of(word)) and fold_key(word) not in kinds("LOCATION").words
