"""The sentence of a training corpus, with its annotated names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Span = tuple[int, int, str]
Role = Literal["train", "evidence", "heldout"]
"""What a text is used for.

Texts with "train" train the NER models, and texts with "evidence" train the forest that selects
names among the candidates of these models. Texts with "heldout" train neither.
"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a corpus with its annotated names."""

    corpus: str
    text: str
    spans: tuple[Span, ...]
    """The names of persons, organizations, places and peoples, as (start, end, type)."""
    misc: tuple[tuple[int, int], ...]
    """The names of other types, such as events and works, as (start, end)."""
    role: Role
    document: str
    """The id of the document, which is the same for all of its sentences."""

    @property
    def heldout(self) -> bool:
        """Return whether the sentence is excluded from all training."""
        return self.role == "heldout"

    def with_events(self) -> Sentence:
        """Return the sentence with the names of other types as names of the type MISC."""
        events = [
            (start, end, "MISC")
            for start, end in self.misc
            if not any(low < end and start < high for low, high, _ in self.spans)
        ]
        return replace(self, spans=tuple(sorted([*self.spans, *events])))
