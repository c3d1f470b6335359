"""Sources of candidates for the new name of a span: one source per kind of perturbation.

A source yields candidates for a span, or returns None if the perturbation does not rename spans of
this type. To add a kind of perturbation, see builders.perturbation_table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from operator import add, getitem
from typing import ClassVar, Final, Protocol

from builders.articles import takes_article
from builders.draws import Key, Remainders, Stem
from builders.perturbations.pools import Pool, Ring, first_random_strings, random_string
from builders.types import PerturbableSpan

_ARTICLE: Final = "the "
_NO_NAMES: Final = ("",)
_NO_RING: Final = Ring((), _NO_NAMES)


Firsts = Callable[[Stem], Iterable[str]]
"""A function that draws the first candidate for each of many spans (see `NameSource.firsts`).

Its argument is the part with which the keys of all spans begin.
"""


class NameSource(Protocol):
    """A source of candidates for the new name of a span; a key determines their order."""

    each_form: ClassVar[bool]
    """Whether the other forms of a name (US for United States) get new names of their own."""

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the candidates for a span, or None if spans of this type keep their name."""

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that draws the first candidate for each span, or "" if there is none.

        The function takes a stem, the part with which the keys of all spans begin. The key of a
        span is the stem followed by the span's element of `key_ends`. This is faster than calling
        `candidates` for each span, and the first candidate is nearly always the one that is used.
        """


@dataclass(frozen=True, slots=True)
class Ingredients:
    """The inputs from which name sources are made; each source uses those that it needs."""

    pools: Mapping[str, Pool]
    """The names to draw from, by span type."""
    in_distribution: Iterable[PerturbableSpan] = ()
    """The spans in the gold answers of the test set, whose names InDistName draws."""
    fixed: Mapping[str, str] | None = None
    """The new name for all spans of a type, by span type."""
    match_words: bool = False
    """Whether a new name has as many words as the old name."""
    keep_article: bool = False
    """Whether the new name of a country has the article (the UK) if and only if the old one has.

    A random string keeps the article of the old name.
    """


_NOTHING: Final = Ingredients({})
Draw = Callable[[PerturbableSpan, Key, Ingredients], Iterator[str] | None]


@dataclass(frozen=True, slots=True)
class DrawnNames:
    """A source of new names that calls the function `draw` for each span to be renamed.

    The function takes the span, the key of its random choices and the `Ingredients`, and
    returns the candidates for the new name.
    """

    each_form: ClassVar[bool] = False
    draw: Draw
    ingredients: Ingredients

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the candidates from `draw`, or None if spans of this type keep their name."""
        return self.draw(span, key, self.ingredients)

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that returns the first candidate for each span, or "" if it has none.

        The function calls `candidates` for one span after the other. For `key_ends` and the
        argument of the function, see `NameSource.firsts`.
        """

        def drawn(stem: Stem) -> Iterable[str]:
            offered = map(self.candidates, spans, [(stem, rest) for rest in key_ends])
            return [next(names, "") if names else "" for names in offered]

        return drawn


def drawn_by(draw: Draw) -> Callable[[Ingredients], NameSource]:
    """Return a function that makes a name source whose candidates come from `draw`."""
    return partial(DrawnNames, draw)


@dataclass(frozen=True, slots=True)
class CollectionNames:
    """The source for the perturbations that draw names from collections of names.

    In Yan et al. 2022 (section 3.2), these draw names from databases (DBName) or names of
    particular cultures.
    """

    each_form: ClassVar[bool] = False
    pools: Mapping[str, Pool]
    match_words: bool
    lands: Mapping[bool | None, Pool]
    """The countries that take the article (True) and the others (False), for `keep_article`."""

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Make the source from the pools of names in `ingredients`."""
        countries = ingredients.pools.get("COUNTRY", Pool(()))
        lands = _by_article(countries.names if ingredients.keep_article else ())
        pools = {article: countries.only(names) for article, names in lands.items()}
        return cls(ingredients.pools, ingredients.match_words, pools)

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the names from the pool for the span's type, or None if there is no pool."""
        pool = self.pools.get(span.span_type)
        if pool is None or not pool.names:
            return None
        fitting = self.lands.get(span.article)
        walk = chain(fitting.walk(key), pool.walk(key)) if fitting else pool.walk(key)
        if not self.match_words:
            return walk
        words = len(span.surface.split())
        return (name for name in walk if len(name.split()) == words)

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that draws each span's first candidate from the names for its type.

        For `key_ends` and the argument of the function, see `NameSource.firsts`.
        """
        if self.match_words or any(pool.cumulative for pool in self.pools.values()):
            return DrawnNames(lambda span, key, _: self.candidates(span, key), _NOTHING).firsts(
                spans, key_ends
            )
        pools = [self.lands.get(span.article, self.pools.get(span.span_type)) for span in spans]
        names = [(pool and pool.names) or _NO_NAMES for pool in pools]
        places = Remainders(list(map(len, names)))
        return lambda stem: map(getitem, names, places.of(stem.numbers(key_ends)))


def _by_article(countries: Iterable[str]) -> dict[bool | None, tuple[str, ...]]:
    """Return the countries in two groups: with "the" (the UK) at True, and the others at False."""
    found: dict[bool | None, list[str]] = {}
    for name in countries:
        found.setdefault(takes_article(name), []).append(name)
    return {article: tuple(names) for article, names in found.items()}


@lru_cache(maxsize=11)
def _ring(names: tuple[str, ...]) -> Ring:
    """Return a `Ring`, on which the hash of a key selects the name with the next hash.

    The result is cached, because all subsets of a dataset use it.
    """
    return Ring.of(names)


@dataclass(frozen=True, slots=True)
class InDistribution:
    """The source for the perturbation InDistName (Yan et al. 2022, section 3.2).

    Its names are those in the gold answers of the same test set.
    """

    each_form: ClassVar[bool] = False
    rings: Mapping[str, Ring]
    lands: Mapping[bool | None, Ring]
    """Rings of countries that take the article (True) and of others (False), for `keep_article`."""

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Make a source from the names in the gold answers, with one `Ring` per span type.

        The names on a ring are ordered by their hashes. A key draws the name that follows the
        hash of the key.
        """
        surfaces: dict[str, list[str]] = {}
        for span in ingredients.in_distribution:
            surfaces.setdefault(span.span_type, []).append(span.surface)
        rings = {span_type: _ring(tuple(names)) for span_type, names in surfaces.items()}
        lands = _by_article(surfaces.get("COUNTRY", ()) if ingredients.keep_article else ())
        return cls(rings, {article: _ring(names) for article, names in lands.items()})

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the names in gold answers that have the span's type, in the order of its `Ring`.

        `key` determines the point of the ring at which they begin. For a country, if
        `keep_article` is set, the names that are written with or without the article, as the
        old name is, come first. Returns None if no gold answer has a name of this type.
        """
        ring, fitting = self.rings.get(span.span_type), self.lands.get(span.article)
        if ring is None or fitting is None:
            return ring.walk(key) if ring else None
        return chain(fitting.walk(key), ring.walk(key))

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that draws the first candidate for each span.

        It is the name of the span's type that has the next hash after the hash of the span's
        key (see `Ring`).
        """
        types = [self.rings.get(span.span_type, _NO_RING) for span in spans]
        rings = [
            self.lands.get(span.article, ring) for span, ring in zip(spans, types, strict=True)
        ]
        points, names = [ring.points for ring in rings], [ring.round for ring in rings]

        def draw(stem: Stem) -> Iterable[str]:
            own: list[int] = stem.numbers(key_ends)[:, 0].tolist()
            return map(getitem, names, map(bisect_left, points, own))

        return draw


@dataclass(frozen=True, slots=True)
class RandomString:
    """The source for the perturbation RandStr (Yan et al. 2022, section 3.2).

    It makes random strings that have the length and case of the old name.
    """

    each_form: ClassVar[bool] = True
    keep_article: bool = False
    """Whether "the" in small letters at the beginning of a name (the Gambia) stays."""

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Make the source; random strings need no names."""
        return cls(ingredients.keep_article)

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Yield random strings; there is no limit to their number."""
        article, name = self._parts(span)
        return (article + new for new in random_string(name, key))

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that draws the first random string for each span.

        The function takes a stem, the part with which the keys of all spans begin. The key of a
        span is the stem followed by the span's element of `key_ends`.
        """
        articles, names = zip(*map(self._parts, spans), strict=True) if spans else ((), ())
        draw = first_random_strings(names, key_ends)
        return lambda stem: [*map(add, articles, draw(stem))]

    def _parts(self, span: PerturbableSpan) -> tuple[str, str]:
        """Return the article that stays, or an empty string, and the rest of a name."""
        keeps = self.keep_article and span.surface.startswith(_ARTICLE)
        size = len(_ARTICLE) if keeps else 0
        return span.surface[:size], span.surface[size:]


@dataclass(frozen=True, slots=True)
class FixedName:
    """A source that gives the same name to all spans of a type.

    It shows how a model's score depends on a particular name (Yan et al. 2022, section 4.2).
    """

    each_form: ClassVar[bool] = False
    fixed: Mapping[str, str]

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Make the source from the fixed names in `ingredients`."""
        return cls(ingredients.fixed or {})

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return only the fixed name for the span's type, or None if the type has no fixed name."""
        del key
        name = self.fixed.get(span.span_type)
        return iter((name,)) if name is not None else None

    def firsts(self, spans: Sequence[PerturbableSpan], key_ends: Sequence[bytes]) -> Firsts:
        """Return a function that returns the fixed name for each span, whatever its argument.

        The name is "" if the type of the span has no fixed name. `key_ends` is not used.
        """
        del key_ends
        names = [self.fixed.get(span.span_type, "") for span in spans]
        return lambda _: names
