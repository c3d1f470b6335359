"""The articles (the, a, an) that stand before the names in the texts of an instance."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.articles_of_names import (
    names_with_article,
    names_with_definite,
    names_with_indefinite,
    peoples_with_article,
)
from builders.stages.prepared import Prepared
from builders.types import Mention

Articles = Mapping[str, bool]
"""Whether each name has the definite article, or "an" as its indefinite article.

In a mapping for the definite article, the keys are the `alias_key` of the names, and True says that
the name has the article. In a mapping for the indefinite article, the keys are the folded names.
True then says that the article is "an", and False that it is "a".
"""


@dataclass(frozen=True, slots=True)
class ArticlesOfNames:
    """The articles that a text has before the names of entities, by the id of the entity."""

    definite: Mapping[str, Articles] = field(default_factory=dict)
    """Whether names of countries, organizations and places have the article "the".

    Names of peoples are included only if they stand for the people without a plural ending (the
    French). Their value is True.
    """
    indefinite: Mapping[str, Articles] = field(default_factory=dict)
    """Whether names that follow an indefinite article follow "an" (True) or "a" (False)."""

    @classmethod
    def read(
        cls, prepared: Prepared, fields: Sequence[str], named: Container[str] = ()
    ) -> ArticlesOfNames:
        """Read the articles before names in some fields of an instance.

        `named` has the ids of entities whose new names are chosen already. These are left out
        unless they are countries: a country may have two new names, one with and one without
        the article.
        """
        example = prepared.example
        texts = {
            "title": example.title.replace("_", " "),
            "question": example.question,
            "context": example.context,
        }
        definite, indefinite = dict[str, dict[str, bool]](), dict[str, dict[str, bool]]()
        for field_ in fields:
            text, of_entities = texts[field_], dict[str, list[Mention]]()
            for mention in prepared.mentions.get(field_, ()):
                if mention.type != "COUNTRY" and mention.entity in named:
                    continue
                of_entities.setdefault(mention.entity, []).append(mention)
            for entity, mentions in of_entities.items():
                found = _definite(text, mentions)
                if field_ == "title":
                    # A title has no article before a name, whether texts have one or not.
                    found = {name: is_told for name, is_told in found.items() if is_told}
                definite.setdefault(entity, {}).update(found)
                indefinite.setdefault(entity, {}).update(names_with_indefinite(text, mentions))
        return cls(*({e: names for e, names in found.items() if names}
                     for found in (definite, indefinite)))  # fmt: skip

    def before(self, others: ArticlesOfNames) -> ArticlesOfNames:
        """Return the articles (the, a, an) in `self` and in `others` together.

        For a name that is in both, the article in `self` is returned.
        """
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
        return peoples_with_article(text, alike)
    return names_with_definite(text, alike) if type_ in {"ORG", "LOC", "STATE", "GPE"} else {}


def _merged(
    first: Mapping[str, Articles], second: Mapping[str, Articles]
) -> Mapping[str, Articles]:
    return {
        entity: {**second.get(entity, {}), **first.get(entity, {})}
        for entity in {**second, **first}
    }
