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
"""MISC (CoNLL 2003) is the name of an event, a work or a thing, which is kept whole."""
ENTITY_TYPES: Final[tuple[EntityType, ...]] = (
    "PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP",
)  # fmt: skip
PLACE_TYPES: Final[frozenset[str]] = frozenset({"GPE", "COUNTRY", "STATE", "CITY", "LOC"})

RenamingType = Literal[
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST",
    "NNP", "RARE", "COUNTRY", "STATE", "CITY", "PERSON",
]  # fmt: skip
"""Span types of entity renaming (Yan et al. 2022, table 1).

PERSON is the whole name of a person in a script without spaces, where nothing separates surname
and given name.
"""

SwapType = Literal["PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY"]
"""Span types of EntSwap (Siro and Ajayi 2023, section 4)."""

SWAP_TYPES: Final[tuple[SwapType, ...]] = (
    "PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip

SpanType = RenamingType | SwapType


class Value:
    """The base of the value types, pickled by fields, which makes loading many times faster."""

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        """Return the class and its fields in the order of the constructor."""
        return type(self), _fields(self.__slots__)(self)


@lru_cache(maxsize=64)
def _fields(names: tuple[str, ...]) -> Callable[[Value], tuple[object, ...]]:
    """Return a function that returns the fields of a value as a tuple."""
    return attrgetter(*names)


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """An answer text and its offset in the passage, or None for an answer without an offset."""

    text: str
    start: int | None


@dataclass(frozen=True, slots=True)
class Example(Value):
    """An instance of a reading-comprehension dataset, as in its source file.

    `answers` are spans of the passage in the source's order, with repeats. `gold_answers` is the
    list that scorers compare with: for MRQA the official list (with aliases that do not occur in
    the passage), for SQuAD the distinct answer texts, empty for an unanswerable question.
    """

    id: str
    dataset: str
    title: str
    question: str
    context: str
    answers: tuple[Answer, ...]
    gold_answers: tuple[str, ...]
    plausible_answers: tuple[Answer, ...] = ()
    is_impossible: bool = False


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
    """A cue for a name (or, with a negative weight, against it) and its value."""

    cue: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Mention(Value):
    """A name in a field, with the entity that it refers to.

    `field` is context, question, title, answer:<n>, plausible:<n> or gold:<n>. `score` is the
    probability that the recognizer gives.
    """

    field: str
    start: int
    end: int
    type: EntityType
    entity: str
    score: float = dataclasses.field(default=1.0, compare=False)


@dataclass(frozen=True, slots=True)
class Entity(Value):
    """A person, organization, place or nationality in a passage, with its names there.

    `name` is the fullest name. `first` and `last` are the parts by which a person may be called,
    or empty. `aliases` are other names of the entity (U.S. for the United States). `id` is the
    same in every run, because it depends only on the type and the name. `gender` is that of a
    person if a title or the first name shows it, otherwise empty.
    """

    id: str
    type: EntityType
    name: str
    first: str = ""
    last: str = ""
    aliases: tuple[str, ...] = ()
    gender: Literal["male", "female", ""] = ""

    @property
    def is_family(self) -> bool:
        """Return whether the entity is everybody with a last name: the Holms."""
        return self.type == "PERSON" and not self.first and self.last == self.name != ""


NamedIn = Literal["answer", "question"]
LoneName = Literal["first", "last"]
"""The part of a name that a person's name of one word counts as."""


@dataclass(frozen=True, slots=True)
class Subset:
    """Which entities of an instance are renamed: those in the answer, or those in the question."""

    named_in: NamedIn = "answer"
    lone: LoneName = "first"


ANSWERS: Final = Subset()
"""The subset of Yan et al. (2022): the entities of gold answers."""


@dataclass(frozen=True, slots=True)
class PerturbableSpan(Value):
    """A part of an entity's name that can be renamed; the type decides the source of new names.

    `article` says whether the passage writes a country with the article (the UK), or is None if
    this is unclear.
    """

    entity: str
    span_type: SpanType
    surface: str
    article: bool | None = None


@dataclass(frozen=True, slots=True)
class Renaming(Value):
    """A perturbable span and its new name."""

    span: PerturbableSpan
    new_name: str


@dataclass(frozen=True, slots=True)
class Edit(Value):
    """A change: source[start:end] == old becomes new.

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
"""The reasons why the words of a renamed name are kept elsewhere in the row.

They refer to another entity, are part of a longer name that is kept, or are an English word that
is not a name here.
"""


@dataclass(frozen=True, slots=True)
class Kept(Value):
    """A kept mention: some of its words are a name that is renamed elsewhere in the row.

    Offsets are those in the SOURCE text of `field`. Kept mentions do not overlap edits.
    """

    field: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Row(Value):
    """A renamed instance and the edits that made it from its source instance.

    Edits of `answer:<n>`, `plausible:<n>` and `gold:<n>` apply only to that text; answers with an
    offset are the same slices of the passage as before. `gold:<n>` edits exist only if the gold
    answers are a list of their own (MRQA). Otherwise the gold answers are the distinct answer
    texts, in the source row and in the renamed row.
    """

    example: Example
    edits: tuple[Edit, ...] = ()
    kept: tuple[Kept, ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether anything was renamed."""
        return bool(self.edits)


TextKind = Literal["passage", "title", "question"]
"""The role of a text in its instance; an answer without an offset is read like a title."""


class Beside(NamedTuple):
    """A text that belongs to a passage and is read with the names of the passage."""

    passage: str
    text: str
    kind: TextKind = "question"


class Recognizer(Protocol):
    """A recognizer of names in texts: the interface of all recognizers."""

    @property
    def fingerprint(self) -> str:
        """One line naming the library, model, version and settings; part of every cache key."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""


class ContextRecognizer(Recognizer, Protocol):
    """A recognizer that can read a question together with its passage."""

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the typed spans of each text in order, without those of the passages."""


Progress = Callable[[int], None]
"""A function that is called with the number of items done since the last call."""
