"""The collections and options by which EntSwap draws names (Siro and Ajayi 2023, section 4)."""

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


@lru_cache(maxsize=16)
def _in_traditional(pool: Pool) -> Pool:
    weights = {traditional(name): weight for name, weight in pool.weights().items()}
    return Pool.of(weights, weighted=bool(pool.cumulative))


@dataclass(frozen=True, slots=True)
class SwapNames:
    """The collections and options by which new names for the entities of a passage are drawn.

    `nationalities` gives the nationalities of each country in the pools: with `pair`, a country and
    its nationality are drawn together (Peru and Peruvian become Kenya and Kenyan). With
    `keep_gender`, the new name of a person has the gender of the old first name; `genders` gives
    the gender of names whose collection states it. With `keep_article`, a country that the passage
    writes with the article becomes another such country, by the official name if necessary:
    `official` gives the official names with an article. A people whose name has the article and no
    plural ending (the French) becomes one of `same_plural` (the Togolese), if possible. With
    `keep_kind`, an organization or a place gets a name of the same kind: `kinds` has the pools, and
    an entity whose kind has no pool keeps its name. An organization that is also called by an
    acronym gets a name with an acronym, if one is free. With `keep_script`, a text in traditional
    characters gets names in such characters. If `given` and `last` are set, first names (by gender,
    "" for unknown) and last names are drawn separately; if there are full names too, only for
    persons whose name in Chinese characters is a foreign one (约翰·史密斯). With a `world`, related
    names are drawn together: a country before everything that belongs to it.
    """

    pools: Mapping[SwapType, Pool]
    nationalities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pair: bool = False
    match_words: bool = False
    keep_gender: bool = False
    genders: Mapping[str, Gender] = field(default_factory=dict)
    keep_article: bool = False
    official: Mapping[str, str] = field(default_factory=dict)
    same_plural: frozenset[str] = frozenset()
    keep_kind: bool = False
    keep_script: bool = False
    kinds: Mapping[SwapType, Mapping[str, Pool]] = field(default_factory=dict)
    given: Mapping[Gender, Pool] = field(default_factory=dict)
    last: Pool | None = None
    world: World | None = None

    def for_text(self, text: str) -> SwapNames:
        """Return the names for a text.

        With `keep_script`, they are in traditional characters if the text is.
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
        """Return whether the first and last names of a person of this name are drawn separately."""
        has_full = bool(self.pools.get("PERSON", _NO_NAMES).names)
        return self.last is not None and (not has_full or is_transliterated(name))

    def pool_of(self, item: SwapEntity) -> Pool | None:
        """Return the pool for an entity, or None if its type or kind has no pool."""
        if self.keep_kind and item.swap_type in self.kinds:
            return self.kinds[item.swap_type].get(item.kind)
        return self.pools.get(item.swap_type)

    def stays(self, item: SwapEntity) -> bool:
        """Return whether an entity keeps its name: it is unique, or its kind has no pool."""
        has_kinds = item.swap_type in self.kinds
        return self.keep_kind and (item.unique or (has_kinds and self.pool_of(item) is None))
