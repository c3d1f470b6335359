"""The value types that pass through the pipeline: frozen, with tuples instead of lists.

Offsets are code points of their field; ends are exclusive.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal, NamedTuple, Protocol, get_args

EntityType = Literal["PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP", "MISC"]
"""MISC, as CoNLL 2003 calls it, is the name of an event, a work or a thing: it stays, whole."""
ENTITY_TYPES: Final[tuple[EntityType, ...]] = (
    "PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP",
)  # fmt: skip
PLACE_TYPES: Final[frozenset[str]] = frozenset({"GPE", "COUNTRY", "STATE", "CITY", "LOC"})

RenamingType = Literal[
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST",
    "NNP", "RARE", "COUNTRY", "STATE", "CITY", "PERSON",
]  # fmt: skip
"""Span types of entity renaming (Yan et al. 2022, table 1).

PERSON is the whole name of somebody in a script without blanks, where nothing parts surname and
given name.
"""

SwapType = Literal["PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY"]
"""Span types of EntSwap (Siro and Ajayi 2023, section 4)."""

SWAP_TYPES: Final[tuple[SwapType, ...]] = (
    "PERSON", "COUNTRY", "CITY", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip

SpanType = RenamingType | SwapType


class Value:
    """Base of the values below: pickled by their fields, which is many times faster to load."""

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        """Return the class and its fields, in the order of its constructor."""
        return type(self), _fields(self.__slots__)(self)


@lru_cache(maxsize=64)
def _fields(names: tuple[str, ...]) -> Callable[[Value], tuple[object, ...]]:
    """Return what takes the fields of a value, of which there are several."""
    return attrgetter(*names)


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """An answer text and where it starts in the passage; None where it has no offset."""

    text: str
    start: int | None


@dataclass(frozen=True, slots=True)
class Example(Value):
    """One instance of a reading-comprehension dataset, as its source file gives it.

    `answers` are spans of the passage, in the source's order, repeats kept. `gold_answers` is
    what scorers compare with: for MRQA the official list (aliases that do not occur in the
    passage included), for SQuAD the distinct answer texts, empty when unanswerable.
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
    """What a recognizer finds in one text: text[start:end] is a name of this type.

    `score` is the probability that the recognizer gives it, 1 where it gives none.
    """

    start: int
    end: int
    type: EntityType
    score: float = dataclasses.field(default=1.0, compare=False)


@dataclass(frozen=True, slots=True)
class Reason(Value):
    """A cue that spoke for a name (or, with a negative weight, against it) and what it read."""

    cue: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Mention(Value):
    """A name in a field, tied to the entity it refers to.

    `field` is context, question, title, answer:<n>, plausible:<n> or gold:<n>. `score` is the
    probability that the recognizer gave the name.
    """

    field: str
    start: int
    end: int
    type: EntityType
    entity: str
    score: float = dataclasses.field(default=1.0, compare=False)


@dataclass(frozen=True, slots=True)
class Entity(Value):
    """Somebody or something that a passage mentions, with its names there.

    `name` is the fullest name. `first` and `last` are the parts of a person's name by which
    the person may be called alone, empty where there is none. `aliases` are other names of the
    same entity (U.S. for the United States). `id` is the same in every run: it is derived from
    the type and the name alone. `gender` is that of a person whose title or first name tells it.
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
        """Return whether it is everybody with a last name: the Holms."""
        return self.type == "PERSON" and not self.first and self.last == self.name != ""


NamedIn = Literal["answer", "question"]
LoneName = Literal["first", "last"]
"""What a person's name of one word is taken for."""


@dataclass(frozen=True, slots=True)
class Subset:
    """Which entities of an instance are renamed: those that its answer or its question names."""

    named_in: NamedIn = "answer"
    lone: LoneName = "first"


ANSWERS: Final = Subset()
"""The subset of Yan et al. (2022): the entities of gold answers."""


@dataclass(frozen=True, slots=True)
class PerturbableSpan(Value):
    """A part of an entity's name that can be renamed: its type decides where names come from.

    `article` tells of a country whether the passage calls it with the article (the UK), None
    where the passage does not tell.
    """

    entity: str
    span_type: SpanType
    surface: str
    article: bool | None = None


@dataclass(frozen=True, slots=True)
class Renaming(Value):
    """A perturbable span and the name drawn for it."""

    span: PerturbableSpan
    new_name: str


@dataclass(frozen=True, slots=True)
class Edit(Value):
    """One change: source[start:end] == old becomes new.

    Offsets are those of the SOURCE text of `field`; the edits of a field are sorted and never
    overlap. `type` is a span type and `entity` the id of the entity renamed.
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
"""Why words that are a renamed name elsewhere stay: they mean somebody or something else here,
stand in a longer name that stays, or are a word of English as well and not read as a name."""


@dataclass(frozen=True, slots=True)
class Kept(Value):
    """A mention that stays though its words, or some of them, are a name renamed in this row.

    Offsets are those of the SOURCE text of `field`; kept mentions overlap no edits.
    """

    field: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Row(Value):
    """A renamed instance and the edits that made it out of its source instance.

    Edits of `answer:<n>`, `plausible:<n>` and `gold:<n>` apply to that text alone; answers that
    have an offset are the same slices of the passage as before. `gold:<n>` edits exist only
    where the gold answers are a list of their own (MRQA); elsewhere the gold answers are the
    distinct answer texts, of the source row as of the renamed one.
    """

    example: Example
    edits: tuple[Edit, ...] = ()
    kept: tuple[Kept, ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether anything was renamed."""
        return bool(self.edits)


TextKind = Literal["passage", "title", "question"]
"""What a text is of its instance; an answer without an offset is read as a title is."""


class Beside(NamedTuple):
    """A text that belongs to a passage, and is read with what the passage knows of names."""

    passage: str
    text: str
    kind: TextKind = "question"


class Recognizer(Protocol):
    """Finds names in texts: the seam where every recognizer plugs in."""

    @property
    def fingerprint(self) -> str:
        """One line that names library, model, version and settings: part of every cache key."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""


class ContextRecognizer(Recognizer, Protocol):
    """A recognizer that reads a question better for knowing its passage."""

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the typed spans of each text in order; the passage's own are not given."""


Progress = Callable[[int], None]
"""Called with the number of items done since the last call."""
