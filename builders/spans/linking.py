"""Names of a passage tied to entities, and the same entities found in other fields.

Everything here is pure. Entity ids derive from type and folded name alone, so that a passage
gives the same ids in each run, whatever questions are asked about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import OPENERS, without_particles
from builders.spans.aliases import acronyms, is_acronym, is_short_form, name_key, org_words
from builders.spans.forms import FormIndex, Found
from builders.spans.people import tie_people
from builders.spans.persons import is_one_person, parse_person
from builders.spans.refuted import is_part_of_longer, is_refuted
from builders.spans.spelling import is_misspelt
from builders.spans.things import tie_things
from builders.text import fold_key
from builders.types import PLACE_TYPES, Entity, EntityType, Mention, TypedSpan


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage's names and who or what bears them.

    `mentions` (field context) are sorted and never overlap. `undecided` are names left alone,
    each with its reason; their entity is not among `entities`.
    """

    context: str
    mentions: tuple[Mention, ...]
    entities: Mapping[str, Entity]
    undecided: tuple[tuple[Mention, str], ...] = ()
    forms: FormIndex = field(default_factory=FormIndex, repr=False, compare=False)
    """The forms by which the entities are found in other fields."""


def link_passage(
    context: str, spans: Sequence[TypedSpan], places: PlaceIndex | None = None
) -> Passage:
    """Tie the names that a recognizer found in a passage to entities.

    Spans that lie inside others are left out: the outer name wins. With `places`, GPE becomes
    COUNTRY, STATE or CITY where the passage and the index settle it.
    """
    outer = outermost(spans)
    if places is not None:
        outer = places.resolve(context, outer)
    passage, surfaces = _tied(context, outer)
    return replace(passage, forms=FormIndex.of(context, passage.entities.values(), surfaces))


def _tied(
    context: str, outer: Sequence[TypedSpan]
) -> tuple[Passage, Mapping[str, tuple[str, ...]]]:
    """Tie names that do not overlap; no other field will be searched for their forms."""
    people = tie_people(context, [span for span in outer if span.type == "PERSON"])
    things = tie_things(context, [span for span in outer if span.type != "PERSON"])
    owner = {**people.owner, **things.owner}
    entities = dict(sorted({**people.entities, **things.entities}.items()))
    mentions, undecided = [], []
    for span in outer:
        if span in owner:
            entity = entities[owner[span]]
            mentions.append(Mention("context", span.start, span.end, entity.type, entity.id))
        else:
            mention = Mention("context", span.start, span.end, span.type, "")
            undecided.append((mention, people.undecided[span]))
    surfaces = {**people.surfaces, **things.surfaces}
    return Passage(context, tuple(mentions), entities, tuple(undecided)), surfaces


def outermost(spans: Iterable[TypedSpan]) -> tuple[TypedSpan, ...]:
    """Return the spans that lie in no other one, sorted; of two that cross, the longer one."""
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
    passage: Passage, field_name: str, text: str, spans: Sequence[TypedSpan] = ()
) -> tuple[tuple[Mention, ...], tuple[Entity, ...]]:
    """Find the passage's entities in another text, and the entities that occur there only.

    What the passage has as well and does not take for a name is none in the other text either.
    `spans` is what a recognizer found in `text`; the passage's entities are found without it as
    well. Returns the mentions, sorted, and the entities that the passage does not have.
    """
    outer = tuple(s for s in outermost(spans) if not _are_two_known(passage, text, s))
    owned = list(_spelled_out(passage, text))
    left = [s for s in outer if not any(_overlap(s, own) for own, _ in owned)]
    for found in passage.forms.find(text):
        if any(_overlap(found, own) for own, _ in owned):
            continue
        over = [span for span in outer if _overlap(span, found)]
        if any(_is_wider(text, span, found) for span in over):
            continue
        left = [span for span in left if span not in over]
        if _is_part_of_longer(passage, text, found):
            continue
        entity = _entity_of(passage, found, over)
        if entity is not None:
            owned.append((TypedSpan(found.start, found.end, entity.type), entity))
    new: list[TypedSpan] = []
    for span in left:
        known = (
            _known_name(passage, text, span)
            or _known_bare(passage, text, span)
            or _known_part(passage, text, span)
        )
        if known is None:
            if not is_refuted(passage.context, passage.mentions, field_name, text, span):
                new.append(span)
        else:
            owned.append(known)
    fresh = _tied(text, outermost(new))[0] if new else _NOTHING
    mentions = [Mention(field_name, s.start, s.end, e.type, e.id) for s, e in owned]
    mentions += [Mention(field_name, m.start, m.end, m.type, m.entity) for m in fresh.mentions]
    mentions.sort(key=lambda mention: mention.start)
    added = tuple(e for key, e in fresh.entities.items() if key not in passage.entities)
    return tuple(mentions), added


def _is_part_of_longer(passage: Passage, text: str, found: Found) -> bool:
    bearers = {form.entity for form in found.forms}
    mentions = (mention for mention in passage.mentions if mention.entity in bearers)
    return is_part_of_longer(passage.context, mentions, text, found.start, found.end)


def _overlap(one: TypedSpan | Found, other: TypedSpan | Found) -> bool:
    return one.start < other.end and other.start < one.end


def _are_two_known(passage: Passage, text: str, span: TypedSpan) -> bool:
    """Tell whether a recognizer joined two names of the passage: "Holm and Quist".

    They are persons, or of the kind that it says; a firm may bear the names of two persons.
    """
    halves = text[span.start : span.end].split(" and ")
    kinds = {"PERSON", _kind(span.type)}
    return len(halves) == _TWO and all(
        any(
            found.end - found.start == len(half)
            and all(_kind(form.type) in kinds for form in found.forms)
            for found in passage.forms.find(half)
        )
        for half in halves
    )


def _spelled_out(passage: Passage, text: str) -> Iterator[tuple[TypedSpan, Entity]]:
    """Yield what an acronym of the passage stands for: "European Union", where it has "EU"."""
    done = 0
    for entity in passage.entities.values():
        if entity.type != "ORG" or not entity.name.isupper() or not is_acronym(entity.name):
            continue
        for found in _expansion(entity.name).finditer(text):
            near = _CAPITAL_BEFORE.search(text, 0, found.start())
            if found.start() >= done and (near is None or fold_key(near.group(1)) in OPENERS):
                yield TypedSpan(found.start(), found.end(), "ORG"), entity
                done = found.end()


@lru_cache(maxsize=1024)
def _expansion(acronym: str) -> re.Pattern[str]:
    """Return a pattern of words in a row that begin with the letters of an acronym."""
    small = r"[ _](?:(?:of|for|on|in|the)[ _]){0,2}"
    words = small.join(f"{letter}[a-z]+" for letter in acronym if letter.isalpha())
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])")


_TWO: Final = 2
_CAPITAL_BEFORE: Final = re.compile(r"(?<![^\W_])([A-Z][^\W_]*)[ _]$")
_NOTHING: Final = Passage("", (), {})


def _is_wider(text: str, span: TypedSpan, found: Found) -> bool:
    """Tell whether a recognizer saw a longer name; in small letters it sees no name's end."""
    longer = span.end - span.start > found.end - found.start
    return longer and not text[span.start : span.end].islower()


def _kind(type_: EntityType) -> str:
    return "PLACE" if type_ in PLACE_TYPES else type_


def _entity_of(passage: Passage, found: Found, over: Sequence[TypedSpan]) -> Entity | None:
    """Return the one entity that a match is of; a recognizer's type tells namesakes apart."""
    ids = sorted({form.entity for form in found.forms})
    if len(ids) > 1 and over:
        types = {_kind(span.type) for span in over}
        exact = [i for i in ids if passage.entities[i].type in {span.type for span in over}]
        ids = (
            exact
            if len(exact) == 1
            else [i for i in ids if _kind(passage.entities[i].type) in types] or ids
        )
    if len(ids) > 1:
        ids = _called_so(passage, found, ids)
    return passage.entities[ids[0]] if len(ids) == 1 else None


def _called_so(passage: Passage, found: Found, ids: Sequence[str]) -> list[str]:
    """Return who of several persons the passage itself calls by just this form."""
    if any(passage.entities[identity].type != "PERSON" for identity in ids):
        return []
    words = {" ".join(form.words) for form in found.forms}
    text = passage.context
    called = {
        mention.entity
        for mention in passage.mentions
        if mention.entity in ids and fold_key(text[mention.start : mention.end]) in words
    }
    return sorted(called)


def _known_name(passage: Passage, text: str, span: TypedSpan) -> tuple[TypedSpan, Entity] | None:
    """Return a recognizer's span and the passage's entity that it is another name of."""
    surface = text[span.start : span.end]
    same = [e for e in passage.entities.values() if _kind(e.type) == _kind(span.type)]
    fits = [entity for entity in same if _is_name_of(surface, entity)]
    key, everything = fold_key(surface), passage.entities.values()
    # One letter wrong says more than a recognizer does of a word that it cannot know.
    fits = fits or [e for e in same if _is_misspelt(key, e)]
    fits = fits or [e for e in everything if " " not in key and _is_misspelt(key, e)]
    return (span, fits[0]) if len(fits) == 1 else None


def _is_misspelt(key: str, entity: Entity) -> bool:
    """Tell whether a folded name, or what it is the possessive of, is the entity's misspelt."""
    known = [fold_key(name) for name in _names(entity)]
    return any(is_misspelt(key, name) or is_misspelt(key.removesuffix("s"), name) for name in known)


def _known_bare(passage: Passage, text: str, span: TypedSpan) -> tuple[TypedSpan, Entity] | None:
    """Return whose surname a single name is without its particle: Gelt of Ada de Gelt."""
    surface = text[span.start : span.end]
    if span.type != "PERSON" or " " in surface:
        return None
    fits = [
        entity
        for entity in passage.entities.values()
        if entity.type == "PERSON" and entity.last and without_particles(entity.last) == surface
    ]
    return (span, fits[0]) if len(fits) == 1 else None


def _known_part(passage: Passage, text: str, span: TypedSpan) -> tuple[TypedSpan, Entity] | None:
    """Return the part of a person's name that the passage has, and who bears it there.

    The passage says "Klein", the question "Marta Klein": of that name only Klein is known.
    """
    if span.type != "PERSON":
        return None
    name = parse_person(text[span.start : span.end])
    at_end = TypedSpan(span.end - len(name.last), span.end, "PERSON")
    at_start = TypedSpan(span.start, span.start + len(name.first), "PERSON")
    for part, place in ((name.last, at_end), (name.first, at_start)):
        known = passage.entities.get(f"PERSON:{fold_key(part)}")
        if known is not None and text[place.start : place.end] == part:
            return place, known
    return None


def _names(entity: Entity) -> tuple[str, ...]:
    return (entity.name, entity.first, entity.last, *entity.aliases)


def _is_name_of(surface: str, entity: Entity) -> bool:
    if entity.type == "PERSON":
        name, known = parse_person(surface), parse_person(entity.name)
        return min(len(name.words), len(known.words)) > 1 and is_one_person(name, known)
    if name_key(entity.type, surface) == entity.id.partition(":")[2]:
        return True
    if entity.type != "ORG":
        return False
    if is_acronym(surface):
        return fold_key(surface).replace(".", "") in acronyms(entity.name)
    return is_short_form(org_words(surface), org_words(entity.name))
