"""The data classes that the parts of this package exchange, such as examples, names and edits.

They are immutable. Offsets are counted in code points from the start of a text, and ends are
exclusive.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal, NamedTuple, Protocol, get_args

EntityType = Literal["PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP", "MISC"]
"""The types that recognizers give.

GPE is a country, state or city, if it is not known which. NORP is a nationality, religion or party.
MISC (CoNLL 2003) is the name of an event, a work or a thing, which is not renamed.
"""
ENTITY_TYPES: Final[tuple[EntityType, ...]] = (
    "PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP",
)  # fmt: skip
PLACE_TYPES: Final[frozenset[str]] = frozenset({"GPE", "COUNTRY", "STATE", "CITY", "LOC"})

RenamingType = Literal[
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST",
    "NNP", "RARE", "COUNTRY", "STATE", "CITY", "PERSON",
]  # fmt: skip
"""Span types of entity renaming (Yan et al. 2022, table 1).

NNP is a proper noun in the name of an organization, and RARE is a rare word in such a name. PERSON
is the whole name of a person in a script without spaces, where nothing separates surname and given
name.
"""

SwapType = Literal["PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY"]
"""Span types of EntSwap (Siro and Ajayi 2023, section 4)."""

SWAP_TYPES: Final[tuple[SwapType, ...]] = (
    "PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip

SpanType = RenamingType | SwapType


class Value:
    """The base class of the data classes in this module.

    A pickle of an object contains only the values of its fields, so that it is loaded fast.
    """

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        """Return the class and the values of the fields, in the order of the constructor."""
        return type(self), _fields(self.__slots__)(self)


@lru_cache(maxsize=64)
def _fields(names: tuple[str, ...]) -> Callable[[Value], tuple[object, ...]]:
    """Return a function that returns the fields `names` of an object as a tuple."""
    return attrgetter(*names)


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """An answer text and its offset in the passage, which is None if the source gives none."""

    text: str
    start: int | None


@dataclass(frozen=True, slots=True)
class Example(Value):
    """An instance of a reading-comprehension dataset, as in its source file."""

    id: str
    dataset: str
    title: str
    question: str
    context: str
    """The passage."""
    answers: tuple[Answer, ...]
    """The answers with their places in the passage, in the source's order, with repeats."""
    gold_answers: tuple[str, ...]
    """The texts with which scorers compare a prediction.

    For MRQA they are the official list, with aliases that do not occur in the passage. Otherwise
    they are the distinct texts of `answers`, none for an unanswerable question.
    """
    plausible_answers: tuple[Answer, ...] = ()
    """The plausible but wrong answers that SQuAD 2.0 gives for unanswerable questions."""
    is_impossible: bool = False
    """Whether the question cannot be answered from the passage."""


@dataclass(frozen=True, slots=True)
class TypedSpan(Value):
    """A name that a recognizer found in a text, with its type."""

    start: int
    end: int
    """The name is text[start:end]."""
    type: EntityType
    score: float = dataclasses.field(default=1.0, compare=False)
    """The probability of the name, or 1 if the recognizer gives no probabilities."""


@dataclass(frozen=True, slots=True)
class Reason(Value):
    """A feature of a text that spoke for or against a name when a recognizer decided."""

    cue: str
    """The name of the feature."""
    value: float
    """The value of the feature in this text."""
    weight: float
    """The influence of the feature: positive if it speaks for the name, negative if against."""


@dataclass(frozen=True, slots=True)
class Mention(Value):
    """A name in a field of an instance, with the id of the entity that it refers to."""

    field: str
    """One of context, question, title, answer:<n>, plausible:<n> or gold:<n>."""
    start: int
    end: int
    type: EntityType
    entity: str
    score: float = dataclasses.field(default=1.0, compare=False)
    """The probability that the recognizer gives."""


@dataclass(frozen=True, slots=True)
class Entity(Value):
    """A person, organization, place or nationality in a passage, with its names in the passage."""

    id: str
    """An id that depends only on the type and the name, and so is the same in every run."""
    type: EntityType
    name: str
    """The fullest name in the passage."""
    first: str = ""
    """The given name by which the passage can refer to a person, or empty."""
    last: str = ""
    """The surname by which the passage can refer to a person, or empty."""
    aliases: tuple[str, ...] = ()
    """Other names of the entity in the passage (U.S. for the United States)."""
    gender: Literal["male", "female", ""] = ""
    """The gender of a person if a title or the first name shows it, or empty."""

    @property
    def is_family(self) -> bool:
        """Return whether the entity is a whole family, as in "the Holms"."""
        return self.type == "PERSON" and not self.first and self.last == self.name != ""


NamedIn = Literal["answer", "question"]
LoneName = Literal["first", "last", "frequent"]
"""Whether a person's name of one word counts as a first name or as a last name.

With "frequent", it counts as what it more often is in the United States (Miller: a last name), or
as a first name if it is not known.
"""


@dataclass(frozen=True, slots=True)
class Subset:
    """The choice of the entities to rename: those in the answer, or those in the question."""

    named_in: NamedIn = "answer"
    """Whether the entities in the answer or those in the question are renamed."""
    lone: LoneName = "first"
    """Whether a person's name of one word is renamed as a first name or as a last name."""
    related: bool = False
    """Whether related names change, too: all names that contain the name of a renamed place, the
    people of a country, the last name of a person's relatives, and an organization's initials.
    """


ANSWERS: Final = Subset()
"""The subset of Yan et al. (2022): the entities of gold answers."""


@dataclass(frozen=True, slots=True)
class PerturbableSpan(Value):
    """A name of an entity, or a part of it such as a surname, that can be renamed."""

    entity: str
    """The id of the entity."""
    span_type: SpanType
    """The type that determines from which names the new name is drawn."""
    surface: str
    """The text of the name or part."""
    article: bool | None = None
    """Whether the passage writes the name of a country with the article (the UK).

    None if this is unclear.
    """
    country: str = ""
    """For a people that changes with its country, the text of the country's span."""


@dataclass(frozen=True, slots=True)
class Edit(Value):
    """The replacement of a name in a field: source[start:end], which equals `old`, becomes `new`.

    Here, `source` is the text of `field` before renaming. The edits of a field are sorted and
    never overlap.
    """

    field: str
    """One of context, question, title, answer:<n>, plausible:<n> or gold:<n>."""
    start: int
    end: int
    old: str
    new: str
    type: str
    """The span type of the old name."""
    entity: str
    """The id of the renamed entity."""


KeptReason = Literal["another referent", "part of a longer name", "plain word"]
KEPT_REASONS: Final[tuple[KeptReason, ...]] = get_args(KeptReason)
"""The reasons why the words of a renamed name are kept in another place of the row.

There, the words refer to another entity, are part of a longer name that is kept, or are an English
word that is not a name.
"""


@dataclass(frozen=True, slots=True)
class Kept(Value):
    """A place where words stay although the same words are a renamed name elsewhere in the row.

    For example, the verb "will" stays in a row in which the person Will is renamed. Offsets are
    those in the SOURCE text of `field`. Such places do not overlap edits.
    """

    field: str
    start: int
    end: int
    reason: str
    """One of KEPT_REASONS."""


@dataclass(frozen=True, slots=True)
class Row(Value):
    """A renamed instance, with the edits that made it and the places where a renamed name was kept.

    Each edit changes one field. An answer has edits of its own (`answer:<n>`), even if it is a part
    of the passage. Gold answers have edits (`gold:<n>`) only in datasets with a separate list of
    gold answers, such as MRQA. In other datasets the gold answers are the distinct answer texts of
    a row.
    """

    example: Example
    edits: tuple[Edit, ...] = ()
    kept: tuple[Kept, ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether anything was renamed."""
        return bool(self.edits)


TextKind = Literal["passage", "title", "question"]
"""The role of a text in its instance. For recognizers, an answer without an offset is a title."""


class Beside(NamedTuple):
    """A text in which names are to be recognized, and its passage, which helps to recognize them.

    The text is a question, title or answer. It can also be a passage. Then `passage` is empty.
    """

    passage: str
    text: str
    kind: TextKind = "question"


class Recognizer(Protocol):
    """A recognizer of names in texts: the interface of all recognizers."""

    @property
    def fingerprint(self) -> str:
        """Return a line of text with the library, the model, its version and the settings.

        The line is a part of the keys under which results are cached.
        """

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the names in each text, in the order of the texts.

        The names of a text are sorted and do not overlap.
        """


class ContextRecognizer(Recognizer, Protocol):
    """A recognizer that can take the passage into account when it reads a question."""

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the names in each text, in the order of the texts.

        The names of a text are sorted and do not overlap. The passage that comes with a text
        only helps to recognize the names in the text; its own names are not yielded.
        """


Progress = Callable[[int], None]
"""A function that is called with the number of items done since the last call."""
