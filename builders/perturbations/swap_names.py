"""The new names that EntSwap can draw, and its options (Siro and Ajayi 2023, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from builders.given_names import is_transliterated
from builders.names import Gender
from builders.perturbations.chinese_script import is_traditional, traditional
from builders.perturbations.pools import Pool
from builders.perturbations.swap_entities import SwapEntity
from builders.perturbations.worlds import World
from builders.types import SwapType

_NO_NAMES: Final = Pool(())
_OF_ONE_COUNTRY: Final = frozenset({"army", "court", "parliament"})
"""The kinds of organizations of which each country has its own."""


@lru_cache(maxsize=16)
def _in_traditional(pool: Pool) -> Pool:
    weights = {traditional(name): weight for name, weight in pool.weights().items()}
    return Pool.of(weights, weighted=bool(pool.cumulative))


@dataclass(frozen=True, slots=True)
class SwapNames:
    """The new names that can be drawn for the entities of a passage, and options for the draws."""

    pools: Mapping[SwapType, Pool]
    """The names to draw from, by type of entity."""
    nationalities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The nationalities of each country in the pools."""
    pair: bool = False
    """Whether a country and its nationality stay a pair (Peru, Peruvian become Kenya, Kenyan)."""
    match_words: bool = False
    """Whether a new name has as many words as the old name."""
    keep_gender: bool = False
    """Whether the new name of a person has the gender of the old first name."""
    genders: Mapping[str, Gender] = field(default_factory=dict)
    """The genders of names whose collection states them."""
    keep_article: bool = False
    """Whether a country with the article (the UK) becomes another country with the article."""
    official: Mapping[str, str] = field(default_factory=dict)
    """The official names with an article (the Republic of Kenya), by country."""
    same_plural: frozenset[str] = frozenset()
    """Peoples whose plural has no ending (the Togolese), which replace such names (the French)."""
    keep_kind: bool = False
    """Whether an organization or place gets a name of its kind: a river the name of a river."""
    keep_script: bool = False
    """Whether a text in traditional Chinese characters gets names in traditional characters."""
    kinds: Mapping[SwapType, Mapping[str, Pool]] = field(default_factory=dict)
    """The pools for `keep_kind`, by the type and then the kind (such as river) of an entity."""
    words: Mapping[SwapType, Mapping[str, str]] = field(default_factory=dict)
    """The kinds that single words tell (county: state), by type, if a county stays a county."""
    wider_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Well-known places by the ends of their names (India: East India), which are other places."""
    staying: Mapping[SwapType, frozenset[str]] = field(default_factory=dict)
    """The kinds of which no names are drawn: the name of a party tells what it stands for."""
    given: Mapping[Gender, Pool] = field(default_factory=dict)
    """First names by gender ("" for any), if first and last names are drawn separately."""
    last: Pool | None = None
    """Last names, if first and last names are drawn separately.

    If there is also a pool of full names, they are drawn separately only for persons with a foreign
    name in Chinese characters (约翰·史密斯).
    """
    world: World | None = None
    """Which new names belong together, if related names stay related, or None.

    For example, the capital of a country then becomes the capital of the country's new name.
    """

    def for_text(self, text: str) -> SwapNames:
        """Return the names and options to use for a text.

        With `keep_script`, the names for a text in traditional Chinese characters are converted to
        traditional characters. In all other cases, the result is `self`.
        """
        if not self.keep_script or not is_traditional(text):
            return self
        pools = {swap_type: _in_traditional(pool) for swap_type, pool in self.pools.items()}
        kinds = {swap_type: {kind: _in_traditional(pool) for kind, pool in of_type.items()}
                 for swap_type, of_type in self.kinds.items()}  # fmt: skip
        given = {gender: _in_traditional(pool) for gender, pool in self.given.items()}
        last = self.last and _in_traditional(self.last)
        return replace(self, pools=pools, kinds=kinds, given=given, last=last)

    def are_apart(self, name: str) -> bool:
        """Return whether a person with this old name gets separately drawn first and last names."""
        has_full = bool(self.pools.get("PERSON", _NO_NAMES).names)
        return self.last is not None and (not has_full or is_transliterated(name))

    def pool_of(self, item: SwapEntity) -> Pool | None:
        """Return the names to draw from for an entity, or None if its type or kind has none."""
        if self.keep_kind and item.swap_type in self.kinds:
            return self.kinds[item.swap_type].get(item.kind)
        return self.pools.get(item.swap_type)

    def is_of_one_country(self, item: SwapEntity) -> bool:
        """Return whether an organization must be of the new country (a parliament), or stays."""
        of_country = item.swap_type == "ORGANIZATION" and item.kind in _OF_ONE_COUNTRY
        return self.world is not None and of_country

    def stays(self, item: SwapEntity) -> bool:
        """Return whether an entity keeps its name because no name of the same kind can replace it.

        If the option `keep_kind` is set, this holds for a unique entity (God), and for an entity of
        a kind (such as river) for which there are no new names.
        """
        has_kinds = item.swap_type in self.kinds
        return self.keep_kind and (item.unique or (has_kinds and self.pool_of(item) is None))
