"""Let several recognizers of one pipeline vote: a span stands if most of them find it.

The pipeline is a chain `ner_1, ballot, ner_2, ballot, ..., count`: each `ballot` takes the
entities of the recognizer before it off the text, so that the next one starts afresh, and
`count` sets those that won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc, Span

BALLOT: Final = "renamer_ballot"
COUNT: Final = "renamer_count"
_KEY: Final = "renamer_ballots"
Vote = tuple[int, int, str]


@Language.component(BALLOT)
def ballot(doc: Doc) -> Doc:
    """Move the entities of a text to its ballots."""
    votes: list[Vote] = doc.user_data.setdefault(_KEY, [])
    votes += [(entity.start, entity.end, entity.label_) for entity in doc.ents]
    doc.set_ents([], default="missing")
    return doc


@Language.factory(COUNT, default_config={"needed": 2})
def make_count(nlp: Language, name: str, needed: int) -> Count:
    """Return the component that counts; `needed` votes make an entity."""
    return Count(needed)


class Count:
    """Sets the entities that have votes enough."""

    def __init__(self, needed: int) -> None:
        self.needed = needed

    def __call__(self, doc: Doc) -> Doc:
        """Count the ballots of a text and take them off it."""
        votes = doc.user_data.pop(_KEY, [])
        doc.set_ents([Span(doc, *vote) for vote in elect(votes, self.needed)])
        return doc


def elect(votes: Sequence[Vote], needed: int) -> list[Vote]:
    """Return the spans with at least `needed` votes that no better one overlaps, in order.

    Better is more votes, then longer, then earlier. Recognizers that agree on a span but not on
    its type count together; the type is the one most often given, then the one first given.
    """
    types: dict[tuple[int, int], list[str]] = {}
    for start, end, label in votes:
        types.setdefault((start, end), []).append(label)
    elected: list[Vote] = []
    for start, end in sorted(types, key=lambda s: (-len(types[s]), s[0] - s[1], s)):
        labels = types[start, end]
        apart = all(end <= other[0] or other[1] <= start for other in elected)
        if len(labels) >= needed and apart:
            elected.append((start, end, Counter(labels).most_common(1)[0][0]))
    return sorted(elected)
