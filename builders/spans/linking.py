"""Linking: the names of a passage are assigned to entities, which are then found in other fields.

The id of an entity depends only on its type and its folded name. Therefore the entities of a
passage have the same ids in each run and for all questions about the passage.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from builders.given_names import is_first_name
from builders.spans.aliases import fullest, name_key, singular_nation
from builders.spans.coreference import Cluster, Coreference, LinkingWeights
from builders.spans.persons import parse_person
from builders.spans.relations import kind_of
from builders.spans.surface_forms import FormIndex, FoundForm
from builders.text import fold_key, occurrences, occurs_in
from builders.types import Entity, EntityType, Mention, TypedSpan


@dataclass(frozen=True, slots=True)
class LinkedPassage:
    """The mentions of a passage and their entities."""

    context: str
    """The text of the passage."""
    mentions: tuple[Mention, ...]
    """The mentions whose entity is known, sorted and without overlap. Their field is context."""
    entities: Mapping[str, Entity]
    """The entities by id."""
    undecided: tuple[tuple[Mention, str], ...] = ()
    """The mentions that may belong to several entities, each with a message that lists them."""
    coreference: Coreference | None = field(default=None, repr=False, compare=False)
    """The object that assigns names in other fields, such as the question, to the entities."""
    forms: FormIndex = field(default_factory=FormIndex, repr=False, compare=False)
    """The forms of the entities' names, by which the entities are found in other fields."""


def _never(_: str) -> bool:
    return False


def link_passage(
    context: str,
    spans: Sequence[TypedSpan],
    known: Iterable[Entity] = (),
    weights: LinkingWeights | None = None,
    is_place: Callable[[str], bool] = _never,
) -> LinkedPassage:
    """Assign the names that a recognizer found in a passage to entities.

    Spans inside other spans are ignored. The `known` entities keep their ids and names. They need
    not be mentioned in the passage. `is_place` returns whether a name is that of a known place.
    """
    outer = outermost(spans)
    read = Coreference(context, weights, is_place)
    given = {_seed(read, entity): entity for entity in known}
    read.read(outer)
    entities: dict[str, Entity] = {}
    surfaces: dict[str, tuple[str, ...]] = {}
    for cluster in read.clusters:
        entity = given.get(cluster) or _entity(cluster, context)
        cluster.id = entity.id
        entities.setdefault(entity.id, entity)
        surfaces[entity.id] = (*surfaces.get(entity.id, ()), *cluster.names)
    owner = {span: cluster.id for cluster in read.clusters for span in cluster.spans}
    mentions, undecided = [], []
    for span in outer:
        if span in owner:
            entity = entities[owner[span]]
            mentions.append(
                Mention("context", span.start, span.end, entity.type, entity.id, span.score)
            )
        else:
            reason = _fits_several(context[span.start : span.end], read.undecided[span])
            undecided.append((Mention("context", span.start, span.end, span.type, ""), reason))
    entities = dict(sorted(entities.items()))
    forms = FormIndex.of(context, entities.values(), surfaces)
    return LinkedPassage(context, tuple(mentions), entities, tuple(undecided), read, forms)


def _seed(read: Coreference, entity: Entity) -> Cluster:
    """Add an entity whose names are known before the text is read, and return its cluster."""
    cluster = read.start(entity.name, entity.type, is_family=entity.is_family)
    for name in dict.fromkeys((entity.name, *entity.aliases)):
        read.own(cluster, name, entity.type, ())
    return cluster


def _entity(cluster: Cluster, context: str) -> Entity:
    """Return the entity that a cluster becomes when all its mentions have been assigned to it."""
    spans = sorted(cluster.spans, key=lambda span: span.start)
    names = [*dict.fromkeys(context[span.start : span.end] for span in spans)]
    if cluster.type == "PERSON":
        return _person(cluster, names)
    key = name_key(cluster.type, cluster.name)
    if cluster.type == "NORP":
        names = [singular_nation(name) for name in names]
        name = min(names, key=lambda name: (fold_key(name) != key, name.isupper()))
    else:
        name = fullest(names)
    others = {fold_key(other): other for other in reversed(names)}
    others.pop(fold_key(name))
    aliases = tuple(sorted(others.values(), key=names.index))
    return Entity(f"{cluster.type}:{key}", cluster.type, name, aliases=aliases)


def _person(cluster: Cluster, names: Sequence[str]) -> Entity:
    name = parse_person(cluster.name)
    same = [one for one in names if fold_key(one) == fold_key(cluster.name)]
    written = next((one for one in same if not one.isupper()), cluster.name)
    if cluster.is_family:
        return Entity(f"PERSON:{name.key} family", "PERSON", written, "", written)
    parts = {fold_key(part) for part in (cluster.name, name.first, name.last)}
    aliases = tuple(one for one in names if fold_key(one) not in parts)
    own = parse_person(written)
    return Entity(
        f"PERSON:{name.key}", "PERSON", written, own.first, own.last, aliases, cluster.gender()
    )


def _fits_several(surface: str, clusters: Iterable[Cluster]) -> str:
    names = ", ".join(sorted(cluster.name for cluster in clusters))
    return f"{surface} can be several names of the passage: {names}"


def outermost(spans: Iterable[TypedSpan]) -> tuple[TypedSpan, ...]:
    """Return the spans that are not inside others, sorted.

    Of two spans that overlap in part, only the longer one is returned.
    """
    kept: list[TypedSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if span.start >= span.end:
            continue
        if kept and span.start < kept[-1].end:
            if span.end - span.start > kept[-1].end - kept[-1].start:
                kept[-1] = span
            continue
        kept.append(span)
    return tuple(kept)


def link_field(
    passage: LinkedPassage, field_name: str, text: str, spans: Sequence[TypedSpan] = ()
) -> tuple[tuple[Mention, ...], tuple[Entity, ...]]:
    """Find the passage's entities in another text, and the entities that occur only there.

    A word that occurs in the passage, but not as a name, is not a name in the other text either.
    `spans` are the names that a recognizer found in `text`. The passage's entities are found even
    without them. Returns the sorted mentions, and the entities that the passage does not have.
    """
    outer = [s for s in outermost(spans) if not _are_two_known(passage, text, s)]
    owned: list[tuple[TypedSpan, Entity]] = []
    for found in passage.forms.find(text):
        over = [span for span in outer if _overlap(span, found)]
        if any(_is_wider(text, span, found) for span in over):
            continue
        outer = [span for span in outer if span not in over]
        entity = _entity_of(passage, text, found, over)
        if entity is not None:
            owned.append((TypedSpan(found.start, found.end, entity.type), entity))
    new: list[TypedSpan] = []
    for span in outer:
        known = _known(passage, text, span)
        if known:
            owned += known if len(known) == 1 else ()
        elif not _is_refuted(passage, field_name, text, span):
            new.append(span)
    is_place = passage.coreference.is_place if passage.coreference else _never
    fresh = link_passage(text, new, is_place=is_place) if new else _NOTHING
    mentions = [Mention(field_name, s.start, s.end, e.type, e.id) for s, e in owned]
    mentions += [Mention(field_name, m.start, m.end, m.type, m.entity) for m in fresh.mentions]
    mentions.sort(key=lambda mention: mention.start)
    added = tuple(e for key, e in fresh.entities.items() if key not in passage.entities)
    return tuple(mentions), added


_NOTHING: Final = LinkedPassage("", (), {})


def _overlap(one: TypedSpan | FoundForm, other: TypedSpan | FoundForm) -> bool:
    return one.start < other.end and other.start < one.end


def _are_two_known(passage: LinkedPassage, text: str, span: TypedSpan) -> bool:
    """Return whether a recognized name joins two known names, as in "Holm and Quist".

    The names are known from the passage. Each must be that of a person or have the
    recognized type: a recognizer may take two persons for a company.
    """
    halves = text[span.start : span.end].split(" and ")
    kinds = {"PERSON", kind_of(span.type)}
    return len(halves) > 1 and all(
        any(
            found.end - found.start == len(half)
            and all(kind_of(form.type) in kinds for form in found.forms)
            for found in passage.forms.find(half)
        )
        for half in halves
    )


def _is_wider(text: str, span: TypedSpan, found: FoundForm) -> bool:
    """Return whether a recognized name is longer than a known name that overlaps it (`found`).

    Returns False if the recognized name is in lower case.
    """
    longer = span.end - span.start > found.end - found.start
    return longer and not text[span.start : span.end].islower()


def _entity_of(
    passage: LinkedPassage, text: str, found: FoundForm, over: Sequence[TypedSpan]
) -> Entity | None:
    """Return the entity to which a name found in a text belongs, or None if that is unclear.

    If several entities have the name, those with the type of a recognized span in `over` are
    preferred. These are the spans that overlap the name.
    """
    ids = sorted({form.entity for form in found.forms})
    seen = {span.type for span in over}
    same = [i for i in ids if passage.entities[i].type in seen]
    kinds = {kind_of(type_) for type_ in seen}
    ids = same or [i for i in ids if kind_of(passage.entities[i].type) in kinds] or ids
    types = {passage.entities[identity].type for identity in ids}
    if len({kind_of(type_) for type_ in types}) > 1:
        return None
    if len(ids) > 1:
        ids = _best(passage, text[found.start : found.end], types, ids)
    return passage.entities[ids[0]] if len(ids) == 1 else None


def _best(
    passage: LinkedPassage, surface: str, types: Iterable[EntityType], among: Container[str]
) -> list[str]:
    """Return the ids of the entities to which a name most probably belongs, out of `among`.

    There are several if their scores are similar.
    """
    if passage.coreference is None:
        return []
    scored = [
        (features, cluster)
        for type_ in sorted(types)
        for features, cluster in passage.coreference.candidates(surface, type_)
        if cluster.id in among and cluster.type == type_
    ]
    return [cluster.id for cluster in passage.coreference.weights.best_clusters(scored)]


def _known(passage: LinkedPassage, text: str, span: TypedSpan) -> list[tuple[TypedSpan, Entity]]:
    """Return the passage's entities to which a recognized name may belong.

    Each comes with the span of the known part of the name. For example, if the passage has "Klein"
    and the question "Marta Klein", the known part is "Klein".
    """
    if passage.coreference is None:
        return []
    surface = text[span.start : span.end]
    best = passage.coreference.best_clusters(surface, span.type)
    return [(_known_part(text, span, cluster), passage.entities[cluster.id]) for cluster in best]


def _known_part(text: str, span: TypedSpan, cluster: Cluster) -> TypedSpan:
    name = parse_person(text[span.start : span.end])
    if cluster.type != "PERSON" or not name.last or parse_person(cluster.name).last:
        return span
    for part, start in ((name.last, span.end - len(name.last)), (name.first, span.start)):
        place = TypedSpan(start, start + len(part), "PERSON")
        if part and fold_key(part) == fold_key(cluster.name) and text[start : place.end] == part:
            return place
    return span


def _is_refuted(passage: LinkedPassage, field_name: str, text: str, span: TypedSpan) -> bool:
    """Return whether the passage has the words of a recognized name, but not as a name.

    If a name were renamed in the question but kept in the passage, the question could no longer be
    answered. A word that the passage has in lower case is not a name in a title ("Force"), nor in a
    question ("Melatonin"). The exception is a person's given name ("Will") in a question, unless
    the question starts with it.
    """
    context, surface = passage.context, text[span.start : span.end].replace("_", " ")
    for start, end in occurrences(context, surface):
        if not any(m.start < end and start < m.end for m in passage.mentions):
            return True
    opens = not text[: span.start].strip()
    if span.type == "PERSON" and field_name != "title" and is_first_name(surface) and not opens:
        return False
    first, _, rest = surface.partition(" ")
    small = {surface.lower(), f"{first} {rest.lower()}"} if rest else {surface.lower()}
    return any(occurs_in(context, word) for word in small)
