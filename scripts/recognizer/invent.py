"""Generates names of kinds that are rare in training texts, from templates and word lists."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

# A template for a name has a weight and a text, in which each {list} is replaced by a random word
# of that list. Text before a bar is put before the name, but is not a part of the name.
Template = tuple[int, str]

ONE_WORD_PERSON: Final[tuple[Template, ...]] = (
    (45, "{last}"), (30, "{first}"), (4, "{first} {numeral}"), (4, "{ruler} |{first} {numeral}"),
    (2, "{ruler} |{first}"), (3, "{first} the {byname}"), (2, "{first} of {city}"),
    (3, "{first}-{joint}-{first}"), (3, "{article}-{last}"), (2, "{first}-{first}"),
    (2, "{city}"),
)  # fmt: skip
PERSON: Final[tuple[Template, ...]] = (
    (58, "{first} {last}"), (9, "{first} {initial}. {last}"), (6, "{initial}. {last}"),
    (2, "{initial}. {initial}. {last}"), (4, "{first} {last}-{last}"),
    (3, "{first} {particle} {last}"), (2, "{first} {article}-{last}"),
    (2, "{first} {first}-{joint}-{first}"), (2, "{first}-{first} {last}"),
    (3, "{first} {numeral}"), (3, "{ruler} |{first} {numeral}"), (3, "{first} the {byname}"),
    (2, "{first} of {city}"), (1, "{first} {last} Jr."),
)  # fmt: skip
ORG: Final[tuple[Template, ...]] = (
    (16, "{city} {body}"), (8, "{body} of {city}"), (6, "the |{body} of {city}"),
    (10, "{last} {body}"), (3, "{demonym} {body}"), (3, "the |{demonym} {body}"),
    (3, "National {body} of {city}"), (2, "{city} and {city} {body}"), (4, "{last} and {last}"),
    (4, "{last} & {last}"), (4, "{last} {body}, Inc."), (4, "{last} Inc."), (3, "{last} Ltd"),
    (2, "{city} {last} {body}"), (2, "{demonym} {last} {body}"), (7, "the |{body}"),
    (4, "the |{body} of {topic}"), (3, "{city} {body} of {topic}"), (2, "{city} {topic} {body}"),
    (3, "the |{demonym} {body} of {topic}"), (2, "{topic} {body}"), (2, "{demonym} {topic} {body}"),
    (2, "the |National {topic} {body}"), (2, "the |{body} for {topic} and {topic}"),
    (2, "International {topic} {body}"), (2, "the |{body} of {topic} and {topic}"),
    (3, "the |{cause} Party"), (3, "{cause} Party of {city}"), (2, "the |{demonym} {cause} Party"),
    (2, "the |{cause} {cause} Party"), (4, "{last} {trade}"), (3, "{city} {trade}"),
    (2, "{demonym} {trade}"), (4, "{last}"), (3, "{city} {team}"), (1, "{city} F.C."),
)  # fmt: skip
ACRONYM: Final[tuple[Template, ...]] = (
    (5, "{letter}{letter}{letter}"), (4, "{letter}{letter}{letter}{letter}"),
    (2, "{letter}{letter}{letter}{letter}{letter}"), (1, "{letter}{letter}"),
)  # fmt: skip
GPE: Final[tuple[Template, ...]] = (
    (85, "{city}"), (3, "{city} {realm}"), (4, "{realm} of {city}"), (3, "{demonym} {realm}"),
    (3, "{demonym} Republic"), (2, "Republic of {city}"),
)  # fmt: skip
LOC: Final[tuple[Template, ...]] = (
    (30, "{city} {landmark}"), (12, "{last} {landmark}"), (20, "{landmark_before} {city}"),
    (12, "{demonym} {landmark}"), (8, "{side} {city}"),
)  # fmt: skip
NORP: Final[tuple[Template, ...]] = (
    (45, "{demonym}"), (20, "{people}"), (30, "{place}{ending}"), (5, "{place}"),
)  # fmt: skip

SPELLED_OUT: Final[Mapping[str, tuple[str, ...]]] = {
    "ruler": (
        "King", "Queen", "Emperor", "Empress", "Pope", "Prince", "Sultan", "Duke", "Count",
        "Tsar", "Earl", "Bishop", "Sir", "king", "queen", "emperor", "pope", "duke", "count",
    ),
    "joint": ("ul", "ud", "al", "el", "ur", "e"),
    "article": ("al", "Al", "el", "El", "ad", "as"),
    "ending": ("an", "ian", "ese", "i", "ite", "ish", "n"),
    "side": ("Northern", "Southern", "Eastern", "Western", "North", "South", "East", "West"),
    "letter": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Inventor:
    """A generator of random names from templates such as "{first} {last}".

    `pools` maps each word in braces to the list of words that may take its place.
    """

    pools: Mapping[str, Sequence[str]]

    def __call__(self, old: str, label: str, rng: random.Random) -> tuple[str, str]:
        """Return the text to put before a new name, and the new name.

        The text is a title, an article or empty. The new name has the type `label` and resembles
        the name `old` in form. For example, an acronym is replaced by an acronym.
        """
        templates = _templates(old, label)
        weights = [weight for weight, _ in templates]
        template = rng.choices(templates, weights)[0][1]
        lead, _, name = self._fill(template, rng).rpartition("|")
        if label == "NORP" and old.endswith("s") and not name.endswith(("s", "ese", "ish", "men")):
            name += "s"
        return lead, name

    def _fill(self, template: str, rng: random.Random) -> str:
        parts = template.replace("}", "{").split("{")
        return "".join(
            self._word(part, rng) if index % 2 else part for index, part in enumerate(parts)
        )

    def _word(self, name: str, rng: random.Random) -> str:
        special: dict[str, Callable[[], str]] = {
            "initial": lambda: rng.choice(self.pools["first"])[0],
            "place": lambda: _stem(rng.choice(self.pools["city"])),
        }
        if name in special:
            return special[name]()
        return rng.choice(SPELLED_OUT[name] if name in SPELLED_OUT else self.pools[name])


def _templates(old: str, label: str) -> Sequence[Template]:
    if label == "PERSON":
        return PERSON if " " in old else ONE_WORD_PERSON
    if label == "ORG" and old.isalpha() and old.isupper():
        return ACRONYM
    return {"ORG": ORG, "GPE": GPE, "LOC": LOC, "NORP": NORP}[label]


def _stem(place: str) -> str:
    first = place.split(maxsplit=1)[0].split("-", maxsplit=1)[0]
    return first.rstrip("aeiouy") if len(first) > 4 else first
