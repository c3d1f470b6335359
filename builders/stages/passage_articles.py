"""The articles that the names of an instance have in its fields."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.aliases import singular_nation
from builders.spans.articles_of_names import (
    names_with_article,
    names_with_definite,
    names_with_indefinite,
    peoples_with_article,
)
from builders.stages.prepared import Prepared
from builders.swap.inflection import pluralize
from builders.text import fold_key
from builders.types import Mention

Articles = Mapping[str, bool]
"""Names (by `alias_key`) with the definite article or not; or folded names with "an" or "a"."""


@dataclass(frozen=True, slots=True)
class ArticlesOfNames:
    """The articles of the names of each entity.

    `definite` says which names of countries, organizations and places have the article, and has the
    names of peoples that are plurals without an ending (the French). `indefinite` has the names
    that follow "a" or "an".
    """

    definite: Mapping[str, Articles] = field(default_factory=dict)
    indefinite: Mapping[str, Articles] = field(default_factory=dict)

    @classmethod
    def read(
        cls, prepared: Prepared, fields: Sequence[str], named: Container[str] = ()
    ) -> ArticlesOfNames:
        """Read the articles in some fields of an instance.

        Of the entities in `named` (ids), whose new names are drawn already, only the articles of
        countries are read, because a country may have two new names, with and without an article.
        """
        example = prepared.example
        texts = {
            "title": example.title, "question": example.question, "context": example.context,
        }  # fmt: skip
        definite, indefinite = dict[str, dict[str, bool]](), dict[str, dict[str, bool]]()
        for field_ in fields:
            text, of_entities = texts[field_], dict[str, list[Mention]]()
            for mention in prepared.mentions.get(field_, ()):
                if mention.type != "COUNTRY" and mention.entity in named:
                    continue
                of_entities.setdefault(mention.entity, []).append(mention)
            for entity, mentions in of_entities.items():
                definite.setdefault(entity, {}).update(_definite(text, mentions))
                indefinite.setdefault(entity, {}).update(names_with_indefinite(text, mentions))
        return cls(*({e: names for e, names in found.items() if names}
                     for found in (definite, indefinite)))  # fmt: skip

    def before(self, others: ArticlesOfNames) -> ArticlesOfNames:
        """Merge with the articles in other fields; for a name in both, this one counts."""
        if not others.definite and not others.indefinite:
            return self
        return ArticlesOfNames(
            _merged(self.definite, others.definite), _merged(self.indefinite, others.indefinite)
        )


def _definite(text: str, mentions: Sequence[Mention]) -> dict[str, bool]:
    type_ = mentions[0].type
    alike = [one for one in mentions if one.type == type_]
    if type_ == "COUNTRY":
        return names_with_article(text, alike)
    if type_ == "NORP":
        return peoples_with_article(text, alike, _is_like_plural)
    return names_with_definite(text, alike) if type_ in {"ORG", "LOC"} else {}


def _is_like_plural(nationality: str) -> bool:
    """Return whether a singular (French, but not Mongols) is also the plural."""
    key = fold_key(nationality)
    return pluralize(nationality, "NATIONALITY") == nationality and singular_nation(key) == key


def _merged(
    first: Mapping[str, Articles], second: Mapping[str, Articles]
) -> Mapping[str, Articles]:
    return {
        entity: {**second.get(entity, {}), **first.get(entity, {})}
        for entity in {**second, **first}
    }
