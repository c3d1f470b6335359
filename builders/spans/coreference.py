"""Coreference of names: every name of a text is assigned to the entity with the best score.

Full names are assigned before shorter names. A pair of a name and an entity has features, which
come from builders.spans.relations. If the name is only a first or last name, the words around it
give further features. The weights of the features were learned from annotated text and are stored
with this module. If two entities have similar scores, the name is assigned to neither.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final

from builders.given_names import gender_of
from builders.lexicon.tables import table, words
from builders.names import Gender, bare, is_title, title_gender
from builders.spans.aliases import is_acronym
from builders.spans.persons import parse_person
from builders.spans.relations import NOTHING, Features, block_keys, kind_of, relations, singulars
from builders.text import fold_key
from builders.types import EntityType, TypedSpan

_CUES: Final = {name: re.compile(cue) for name, cue in table("linking")["cues"].items()}
_BEFORE_SURNAMES: Final = words("linking", "before_surnames")
_RULERS: Final = words("linking", "rulers")
_WORD_BEFORE: Final = re.compile(r"([^\W\d_][\w.]*)[ \u00a0]$")
_SPELT_LIKE_A_PLACE: Final = frozenset({"PLACE spelling"})
_INTRODUCED: Final = frozenset({"ORG in brackets"})
_CLOSING: Final = frozenset(");,")
_REACH: Final = 48  # The number of characters before a name that are read.


@dataclass(frozen=True, slots=True)
class LinkingWeights:
    """The learned weights by which a pair of a name and an entity is scored, in logits.

    `weights` has the weight of each feature, and `bias` is added to every score. Entities whose
    scores are within `margin` of the best score count as equally good.
    """

    weights: Mapping[str, float]
    bias: float
    margin: float
    _scores: dict[Features, float] = field(default_factory=dict, repr=False, compare=False)

    def score(self, features: Features) -> float:
        """Return the score of a pair of a name and an entity, as a logit, from its features."""
        known = self._scores.get(features)
        if known is None:
            # Summed in sorted order, so that rounding is the same in every process.
            told = (self.weights.get(feature, 0.0) for feature in sorted(features))
            known = self._scores[features] = self.bias + sum(told)
        return known

    def best_clusters(self, scored: Iterable[tuple[Features, Cluster]]) -> list[Cluster]:
        """Return the entities whose scores are within `margin` of the best score.

        `scored` has the entities to which a name may belong. If the name more probably belongs to a
        new entity, the list is empty.
        """
        found = [(self.score(features), cluster) for features, cluster in scored]
        if sum(exp(value) for value, _ in found) <= 1.0:
            return []
        best = max(value for value, _ in found)
        return [cluster for value, cluster in found if value >= best - self.margin]


@lru_cache(maxsize=1)
def learned_weights() -> LinkingWeights:
    """Return the weights in linker_weights.json, which is read only once."""
    text = files("builders.spans").joinpath("linker_weights.json").read_text(encoding="utf-8")
    read = json.loads(text)
    return LinkingWeights(read["weights"], read["bias"], read["margin"])


@dataclass(slots=True, eq=False)
class Cluster:
    """An entity of a text, to which names are assigned while the text is read."""

    name: str
    """The name with which the entity began, which is its fullest name."""
    type: EntityType
    names: dict[str, EntityType] = field(default_factory=dict)
    """All names of the entity, each with the type that was recognized."""
    spans: list[TypedSpan] = field(default_factory=list)
    titles: set[str] = field(default_factory=set)
    """The titles directly before its mentions, such as "dr"."""
    titles_of_whole: set[str] = field(default_factory=set)
    """Those of the titles that stand before more than a first or last name."""
    is_family: bool = False
    """Whether the entity is a whole family, as in "the Joneses"."""
    id: str = ""
    """The id of the entity, empty until the whole text is read."""

    @property
    def start(self) -> int:
        """Return the offset of the entity's first mention."""
        return min(span.start for span in self.spans)

    def related(self, name: str, type_: EntityType) -> Features:
        """Return all features of the pairs that a name forms with the names of this entity."""
        found = NOTHING
        for other, other_type in self.names.items():
            found |= relations(name, type_, other, other_type)
        return found

    def gender(self) -> Gender:
        """Return the gender that a title or the given name shows, or "" if neither shows it.

        A title before a first or last name alone counts only if the given name shows no gender: in
        a text about Alan Turing, Mrs. Turing is another person.
        """
        first = parse_person(self.name).first.partition("-")[0]
        told = (
            *map(title_gender, sorted(self.titles_of_whole)),
            gender_of(first) if first else "",
            *map(title_gender, sorted(self.titles)),
        )
        return next(filter(None, told), "")


class Coreference:
    """The entities of one text (`clusters`), to which the names in the text are assigned.

    `undecided` has the names that were not assigned, each with the entities that it may belong to.
    `is_place` returns whether a name is that of a known place. Of two known places, neither is a
    misspelling of the other (Ireland and Iceland).
    """

    def __init__(
        self,
        text: str,
        weights: LinkingWeights | None = None,
        is_place: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.text = text
        self.weights = weights or learned_weights()
        self.is_place = is_place
        self.clusters: list[Cluster] = []
        self.undecided: dict[TypedSpan, list[Cluster]] = {}
        self._without_the: set[str] = set()
        self._by_key: dict[str, list[Cluster]] = {}

    def read(self, spans: Sequence[TypedSpan]) -> None:
        """Assign the names at the given spans to entities, the fuller names first.

        The spans must not overlap.
        """
        names: dict[tuple[str, EntityType], list[TypedSpan]] = {}
        for span in spans:
            names.setdefault((self.text[span.start : span.end], span.type), []).append(span)
        fuller = [name for name in names if not _is_single(*name)]
        for surface, type_ in sorted(fuller, key=lambda name: _fullness(*name)):
            self._add(surface, type_, names[surface, type_])
        lone = [(span, *name) for name in names if _is_single(*name) for span in names[name]]
        self._without_the.update(name for span, name, _ in lone if not self._follows_the(span))
        for span, surface, type_ in sorted(lone, key=lambda one: one[0].start):
            self._add(surface, type_, [span])

    def candidates(
        self, surface: str, type_: EntityType, span: TypedSpan | None = None
    ) -> list[tuple[Features, Cluster]]:
        """Return the entities that a name may belong to, each with the features of the pair.

        `span` is the place of the name. It is None if the name is in another text than the
        entities, such as a question.
        """
        keys = block_keys(surface, type_)
        near = dict.fromkeys(c for key in keys for c in self._by_key.get(key, ()))
        found = [(features, c) for c in near if (features := c.related(surface, type_))]
        found = [(f, c) for f, c in found if not self._are_two_places(surface, f, c)]
        if span is None:
            found = list(_counted_shorts(found))
            return [(f | {f"{feature} asked" for feature in f}, c) for f, c in found]
        found = [(f, c) for f, c in found if _are_alike(type_, c.type)]
        if _is_single(surface, type_):
            return list(self._in_context(found, span))
        if type_ == "PERSON":
            return found
        return list(self._with_introduced(self._as_short(_counted_shorts(found), span), span))

    def _are_two_places(self, surface: str, features: Features, cluster: Cluster) -> bool:
        """Return whether a name and an entity are two places whose names are only spelt alike."""
        spelt = features == _SPELT_LIKE_A_PLACE and self.is_place(surface)
        return spelt and all(map(self.is_place, cluster.names))

    def best_clusters(
        self, surface: str, type_: EntityType, span: TypedSpan | None = None
    ) -> list[Cluster]:
        """Return the entities to which a name most probably belongs.

        There are several if their scores are similar, and none if the entity is probably new.
        """
        return self.weights.best_clusters(self.candidates(surface, type_, span))

    def _add(self, surface: str, type_: EntityType, spans: Sequence[TypedSpan]) -> None:
        best = self.best_clusters(surface, type_, spans[0])
        if _is_single(surface, type_):
            if len(best) > 1 and _share_last(best, surface):
                best = [self._family(surface)]  # The surname is that of all of them.
            else:
                best = self._plural(surface, spans[0], best)
        if len(best) > 1:
            self.undecided.update(dict.fromkeys(spans, best))
            return
        self.own(best[0] if best else self.start(surface, type_), surface, type_, spans)

    def start(self, surface: str, type_: EntityType, *, is_family: bool = False) -> Cluster:
        """Add a new entity with this name and type, and return it."""
        cluster = Cluster(surface, type_, is_family=is_family)
        self.clusters.append(cluster)
        return cluster

    def own(
        self, cluster: Cluster, surface: str, type_: EntityType, spans: Iterable[TypedSpan]
    ) -> None:
        """Assign a name and its occurrences (`spans`) to an entity."""
        if surface not in cluster.names:
            cluster.names[surface] = type_
            for key in () if cluster.is_family else block_keys(surface, type_):
                self._by_key.setdefault(key, []).append(cluster)
        for span in spans:
            cluster.spans.append(span)
            title = self._word_before(span.start)
            if is_title(title):
                cluster.titles.add(bare(title))
                if not _is_single(surface, type_):
                    cluster.titles_of_whole.add(bare(title))

    def _plural(self, surface: str, span: TypedSpan, best: list[Cluster]) -> list[Cluster]:
        """Return the family that a surname in the plural denotes ("the Joneses").

        For other names, return `best`, the entities to which the name most probably belongs. A name
        that the text also has alone and without "the" is a plural only if its singular is the
        surname of a person in the text. For example, "Kuznets" in "the Kuznets curve" is no plural
        if the text also has "Kuznets" alone, and nobody named Kuznet.
        """
        if not self._follows_the(span) or not surface[:1].isupper():
            return best
        known = {fold_key(parse_person(cluster.name).last) for cluster in self.clusters}
        singular = [s for s in singulars(surface) if fold_key(s) in known]
        if not singular and surface not in self._without_the:
            singular = [*singulars(surface)]
        if best and (_share_last(best, surface) or any(surface in c.names for c in best)):
            return best
        return [self._family(singular[0])] if singular else best

    def _family(self, singular: str) -> Cluster:
        key = fold_key(singular)
        known = (c for c in self.clusters if c.is_family and fold_key(c.name) == key)
        return next(known, None) or self.start(singular, "PERSON", is_family=True)

    def _as_short(
        self, found: Iterable[tuple[Features, Cluster]], span: TypedSpan
    ) -> Iterator[tuple[Features, Cluster]]:
        """Yield the pairs in `found`, with more features if the name is a short form.

        These features say whether "the" precedes the name, and whether the entity was named before.
        """
        after_the = self._follows_the(span)
        for features, cluster in found:
            if _is_short(features):
                told = "before" if cluster.spans and cluster.start < span.start else "later"
                features |= {f"short of one told of {told}"}
                if after_the:
                    features |= {"short after an article"}
            yield features, cluster

    def _with_introduced(
        self, found: Iterable[tuple[Features, Cluster]], span: TypedSpan
    ) -> Iterator[tuple[Features, Cluster]]:
        """Yield the pairs in `found`, and one more if the name is an acronym in brackets.

        It stands there behind the name of an organization: the Socialist Party (PSI).
        """
        owner = self._introduced(span)
        for features, cluster in found:
            yield features | _INTRODUCED if cluster is owner else features, cluster
            owner = None if cluster is owner else owner
        if owner is not None:
            yield _INTRODUCED, owner

    def _introduced(self, span: TypedSpan) -> Cluster | None:
        """Return the organization whose acronym in brackets the name at `span` is, or None."""
        text = self.text
        if span.type != "ORG" or not is_acronym(text[span.start : span.end]):
            return None
        if (
            text[max(0, span.start - 2) : span.start] != " ("
            or text[span.end : span.end + 1] not in _CLOSING
        ):
            return None
        before = (c for c in self.clusters if any(s.end == span.start - 2 for s in c.spans))
        return next((cluster for cluster in before if cluster.type == "ORG"), None)

    def _in_context(
        self, found: Sequence[tuple[Features, Cluster]], span: TypedSpan
    ) -> Iterator[tuple[Features, Cluster]]:
        """Yield the entities in `found` with more features, taken from the words around a name.

        `found` has entities to which the name may belong, each with the features of this pair
        of name and entity. The name is only a first or last name of a person.
        """
        before = self.text[max(0, span.start - _REACH) : span.start]
        title = self._word_before(span.start)
        title = bare(title) if is_title(title) else ""
        told = [c for _, c in found if c.spans and c.start < span.start]
        latest = max(told, key=lambda c: _last_before(c, span.start), default=None)
        for features, cluster in found:
            around = set(self._around(features, cluster, span, before, title))
            if told == [cluster]:
                around.add("only one told of")
            elif cluster is latest:
                around.add("told of last")
            yield features | {f"PERSON {feature}" for feature in around}, cluster

    def _around(
        self, features: Features, cluster: Cluster, span: TypedSpan, before: str, title: str
    ) -> Iterator[str]:
        name = parse_person(cluster.name)
        if not (name.last or name.tail) or not cluster.spans:
            return
        is_last = any(" last" in feature for feature in features)
        if span.start < cluster.start:
            yield "told of later"
            if name.tail or " " in name.last:
                yield "told apart later"
        if title:
            yield from self._by_title(cluster, title, is_last=is_last)
        if name.last and not is_last and _CUES["introduced_before"].search(before):
            yield "introduced"
        start = cluster.start
        if _CUES["relative_before"].search(self.text, max(0, start - _REACH), start):
            yield "a relative"
        opens = not self.text[:start].strip(' \u00a0"“')
        if opens and _CUES["life_after"].match(self.text, start + len(cluster.name)):
            yield "whose life is told"

    @staticmethod
    def _by_title(cluster: Cluster, title: str, *, is_last: bool) -> Iterator[str]:
        gender = title_gender(title)
        if gender and cluster.gender():
            yield "title of its gender" if gender == cluster.gender() else "other gender"
        if title in cluster.titles:
            yield "same title"
        elif title in _RULERS and not is_last and parse_person(cluster.name).last:
            yield "ruler's title"
        if title in _BEFORE_SURNAMES and not is_last:
            yield "title before a surname"

    def _follows_the(self, span: TypedSpan) -> bool:
        return self._word_before(span.start).casefold() == "the"

    def _word_before(self, start: int) -> str:
        match = _WORD_BEFORE.search(self.text[max(0, start - _REACH) : start])
        return match.group(1) if match else ""


def _last_before(cluster: Cluster, start: int) -> int:
    return max(span.start for span in cluster.spans if span.start < start)


def _is_single(surface: str, type_: EntityType) -> bool:
    """Return whether a name is only a first or last name of a person.

    For such a name, the words around it are used as features.
    """
    if type_ != "PERSON":
        return False
    name = parse_person(surface)
    return not (name.last or name.tail)


def _is_short(features: Features) -> bool:
    return any(" short" in feature for feature in features)


def _counted_shorts(
    found: Sequence[tuple[Features, Cluster]],
) -> Iterator[tuple[Features, Cluster]]:
    """Yield the pairs in `found`, each with whether the name may be short for several entities."""
    shorts = sum(_is_short(features) for features, _ in found)
    for features, cluster in found:
        is_short = _is_short(features)
        yield features | {f"one of {min(shorts, 2)} shorts"} if is_short else features, cluster


def _are_alike(one: EntityType, other: EntityType) -> bool:
    """Return whether two names of these types in one text may belong to the same entity."""
    return one == other or (kind_of(one) == kind_of(other) and "GPE" in {one, other})


def _share_last(clusters: Iterable[Cluster], surface: str) -> bool:
    key = fold_key(surface)
    return all(fold_key(parse_person(cluster.name).last) == key for cluster in clusters)


@lru_cache(maxsize=65536)
def _fullness(surface: str, type_: EntityType) -> tuple[bool, int, int, str]:
    """Return a sort key for names: fuller names come first, and places of unclear type last."""
    size = len(parse_person(surface).key) if type_ == "PERSON" else len(surface.split())
    return (
        type_ == "GPE",
        -size,
        -len(surface),
        surface,
    )
