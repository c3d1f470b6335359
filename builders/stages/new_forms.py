"""The forms of an entity's old name in the texts, and the new form for each of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import takewhile
from typing import Final

from builders.perturbations.swap_entities import EntityName
from builders.perturbations.swapped_types import swap_type
from builders.perturbations.worlds import with_place_head
from builders.place_stems import place_stem
from builders.places import alias_key, country_key, country_names
from builders.spans.aliases import is_acronym, singular_people
from builders.stages.passage_articles import Articles
from builders.swap.new_names import NewName, SourceName, adjacent_letters
from builders.text import fold_key, occurs_in
from builders.types import Entity
from name_collections.kinds import kinds

_PLACES: Final = ("CITY", "LOCATION")


def is_in_short(name: str, alias: str) -> bool:
    """Return whether a name of an organization is the acronym of a longer one."""
    return is_acronym(alias) and " " in name and alias not in name.split()


def source_names(entities: Iterable[Entity]) -> dict[str, list[SourceName]]:
    """Return the old names of the entities that EntSwap renames, by entity id."""
    names: dict[str, list[SourceName]] = {}
    for entity in entities:
        kind = swap_type(entity)
        if kind is not None:
            # Other names of a person are recognized as parts of the full name.
            aliases = entity.aliases if kind != "PERSON" else ()
            full = entity.name
            if kind == "COUNTRY":
                # "U.S." is another name of the United States, not an upper-case form of the name.
                known = country_names(country_key(full))
                aliases = tuple(dict.fromkeys((*aliases, *(n for n in known if n.isupper()))))
            if kind == "NATIONALITY":
                full = singular_people(full)
                aliases = tuple(dict.fromkeys(map(singular_people, aliases)))
            source = SourceName(entity.id, kind, full, entity.first, entity.last, aliases)
            names[entity.id] = [
                source._replace(by_words=kind == "PERSON", beside=adjacent_letters([full]))
            ]
    return names


def new_name(
    person: EntityName, source: SourceName, articles: Articles, taken: Container[str] = ()
) -> NewName:
    """Return the new names that replace the old names (`source`) of an entity.

    `person` is the new name of the entity, which need not be a person. A country gets a new
    name for each of its old names: one with the article (the Republic of Kenya) if the text
    writes the old name with the article, and otherwise the short name (Kenya). Where the text
    uses it as an adjective ("a U.S. senator"), that of its people (Kenyan) replaces it. The
    acronym of an organization is replaced by the acronym of the new name. "City of" stays
    before the name of a place. `taken` has the new names of all entities.
    """
    if source.type == "ORGANIZATION":
        parts = {alias: _part(alias, source.full, person.full) for alias in source.aliases}
        acronyms = (alias for alias in source.aliases if is_in_short(source.full, alias))
        short = dict.fromkeys(acronyms, person.acronym)
        aliases = {alias: new for alias, new in (*parts.items(), *short.items()) if new}
        return NewName(person.full, aliases=aliases)
    if source.type in _PLACES:
        names = (source.full, *source.aliases)
        heads = {name: with_place_head(_in_short(person.full, source.full, name, taken), name)
                 for name in names}  # fmt: skip
        return NewName(heads.pop(source.full), aliases=heads)
    if not person.definite and not person.people:
        return NewName(person.full, person.first, person.last)

    def new(name: str) -> str:
        return (articles.get(alias_key(name)) and person.definite) or person.full

    aliases = {alias: new(alias) for alias in source.aliases}
    return NewName(new(source.full), aliases=aliases, adjective=person.people)


def _part(alias: str, old: str, new: str) -> str:
    """Return the new short form of an organization's name that is renamed in part, or "".

    If the Liberal Party of Canada becomes that of Kenya, the Liberals stay. If Boston University
    becomes Kano University, Boston becomes Kano.
    """
    olds, news = old.split(), new.split()
    before = _shared(olds, news)
    after = min(_shared(olds[::-1], news[::-1]), len(olds) - before, len(news) - before)
    if not before + after:
        return ""
    changed = " ".join(olds[before : len(olds) - after])
    if occurs_in(alias, changed):
        return alias.replace(changed, " ".join(news[before : len(news) - after]))
    rest = {
        fold_key(word).removesuffix("s") for word in (*olds[:before], *olds[len(olds) - after :])
    }
    words = {fold_key(word).removesuffix("s") for word in alias.split()}
    return alias if words <= rest else ""


def _shared(words: Sequence[str], others: Sequence[str]) -> int:
    """Return the number of words with which both begin."""
    pairs = zip(words, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _in_short(new: str, old: str, alias: str, taken: Container[str]) -> str:
    """Return the new name of a place, without the words for its kind where the text omits them.

    Aarhus Municipality is also called Aarhus. `alias` is the name in the text. The new name stays
    whole if its short form is the new name of another entity, one of `taken`.
    """
    words = kinds("LOCATION").words
    ends_alike = new.rsplit(maxsplit=1)[-1] == old.rsplit(maxsplit=1)[-1]
    is_short = ends_alike and alias == place_stem(old, words)
    short = place_stem(new, words) if is_short else ""
    return short if short and short not in taken else new
