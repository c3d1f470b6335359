"""The value types of the pipeline: frozen, with tuples instead of lists.

Offsets are code points in their field, and ends are exclusive.
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
    """The base class of the value types; pickles hold only the fields, which makes loading fast."""

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        """Return the class and the values of the fields, in the order of the constructor."""
        return type(self), _fields(self.__slots__)(self)


@lru_cache(maxsize=64)
def _fields(names: tuple[str, ...]) -> Callable[[Value], tuple[object, ...]]:
    """Return a function that returns the fields of a value as a tuple."""
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
    """A span that a recognizer found: text[start:end] is a name of this type.

    `score` is its probability, or 1 for a recognizer without probabilities.
    """

    start: int
    end: int
    type: EntityType
    score: float = dataclasses.field(default=1.0, compare=False)


@dataclass(frozen=True, slots=True)
class Reason(Value):
    """A feature of a text (cue) by which a recognizer decided, its value, and its weight.

    A positive weight speaks for the recognized name, and a negative weight against it.
    """

    cue: str
    value: float
    weight: float


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
    """The first name by which a person may be called, or empty."""
    last: str = ""
    """The last name by which a person may be called, or empty."""
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
    """Which entities of an instance are renamed: those in the answer, or those in the question.

    `lone` says whether a person's name of one word is renamed as a first name, as a last name, or
    as the more frequent of the two.
    """

    named_in: NamedIn = "answer"
    lone: LoneName = "first"


ANSWERS: Final = Subset()
"""The subset of Yan et al. (2022): the entities of gold answers."""


@dataclass(frozen=True, slots=True)
class PerturbableSpan(Value):
    """A part of an entity's name that can be renamed, with its text (`surface`).

    The type decides where the new name comes from. `article` says whether the passage writes a
    country with the article (the UK), or is None if this is unclear.
    """

    entity: str
    span_type: SpanType
    surface: str
    article: bool | None = None


@dataclass(frozen=True, slots=True)
class Edit(Value):
    """A change of a field: the text source[start:end], which equals `old`, becomes `new`.

    Offsets are those in the SOURCE text of `field`. The edits of a field are sorted and never
    overlap. `type` is a span type, and `entity` is the id of the renamed entity.
    """

    field: str
    start: int
    end: int
    old: str
    new: str
    type: str
    entity: str


KeptReason = Literal["another referent", "part of a longer name", "plain word"]
KEPT_REASONS: Final[tuple[KeptReason, ...]] = get_args(KeptReason)
"""The reasons why the words of a renamed name are kept in another place of the row.

There, the words refer to another entity, are part of a longer name that is kept, or are an English
word that is not a name.
"""


@dataclass(frozen=True, slots=True)
class Kept(Value):
    """A place where words stay although the same words are a renamed name elsewhere in the row.

    Offsets are those in the SOURCE text of `field`. Such places do not overlap edits.
    """

    field: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Row(Value):
    """A renamed instance and the edits that made it from its source instance.

    Each edit changes one field. An answer has edits of its own (`answer:<n>`), even if it is a part
    of the passage. Gold answers have edits (`gold:<n>`) only in datasets with a separate list of
    them, such as MRQA. In other datasets the gold answers are the distinct answer texts of a row.
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
    """A question, title or answer, and its passage, which helps to recognize names in the text."""

    passage: str
    text: str
    kind: TextKind = "question"


class Recognizer(Protocol):
    """A recognizer of names in texts: the interface of all recognizers."""

    @property
    def fingerprint(self) -> str:
        """A line of text with the library, model, version and settings; a part of cache keys."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""


class ContextRecognizer(Recognizer, Protocol):
    """A recognizer that can read a question together with its passage."""

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans, without those of its passage."""


Progress = Callable[[int], None]
"""A function that is called with the number of items done since the last call."""
