"""Reads texts with the members of the bundled pipeline and lets them vote.

What it finds is what the pipeline itself would find with `pipeline.pipe`, which is slow: spaCy
reads every text once a member, scores every action at every token, and looks up what members
have in common for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, cast

import numpy as np
from spacy.language import Language
from spacy.pipeline import EntityRecognizer
from spacy.tokens import Doc

from builders.recognizers.bundled.actions import Actions, Names
from builders.recognizers.bundled.gazetteer_embed import extract_layer
from builders.recognizers.bundled.network import Embedding, Encoder, Layer, Numbers
from builders.recognizers.bundled.tokens import Tokens
from builders.recognizers.bundled.vote import Count, Vote, elect
from builders.types import EntityType, TypedSpan

# Tokens whose numbers fit into the nearest memory of a processor.
_AT_ONCE: Final = 600


@dataclass(frozen=True, slots=True)
class Member:
    """One entity recognizer."""

    embedding: Embedding
    encoder: Encoder
    actions: Actions

    @classmethod
    def of(cls, recognizer: EntityRecognizer) -> Member:
        """Take the weights out of a component."""
        embed, encode = recognizer.model.get_ref("tok2vec").layers[0].layers
        return cls(Embedding.of(embed), Encoder.of(encode), Actions.of(recognizer))

    def votes(self, tokens: Tokens) -> Iterator[list[Vote]]:
        """Yield for each text the names that this member finds."""
        vectors = self.embedding(tokens.features)
        for part in tokens.parts(_AT_ONCE):
            seen = self.encoder(vectors[part.kinds], part.lengths)
            yield from self._of_texts(self.actions(seen, part.lengths, part.spaces), part.lengths)

    def _of_texts(self, names: Names, lengths: Numbers) -> Iterator[list[Vote]]:
        """Yield the names of each text, counted from its own first token."""
        texts = np.cumsum(lengths) - lengths
        labels = self.actions.labels
        found = list(
            zip(names.starts.tolist(), names.ends.tolist(), names.labels.tolist(), strict=True)
        )
        bounds = [*np.searchsorted(names.starts, texts).tolist(), len(found)]
        for text, (low, high) in zip(texts.tolist(), pairwise(bounds), strict=True):
            yield [(start - text, end - text, labels[n]) for start, end, n in found[low:high]]


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads: a tokenizer, the layer that looks tokens up, and members.

    `needed` is the number of votes that a name needs.
    """

    tokenizer: Callable[[str], Doc]
    extract: Layer
    members: tuple[Member, ...]
    needed: int

    @classmethod
    def of(cls, pipeline: Language) -> Reader:
        """Take the weights out of a pipeline whose members look up the same of tokens."""
        components = [component for _, component in pipeline.pipeline]
        recognizers = [found for found in components if isinstance(found, EntityRecognizer)]
        (count,) = (found for found in components if isinstance(found, Count))
        members = tuple(Member.of(recognizer) for recognizer in recognizers)
        return cls(pipeline.tokenizer, extract_layer(recognizers[0].model), members, count.needed)

    def read(self, texts: Sequence[str]) -> list[list[TypedSpan]]:
        """Return the names in each of the texts, of which there is at least one."""
        docs = [self.tokenizer(text) for text in texts]
        tokens = Tokens.of(docs, self.extract)
        return [
            [_span(doc, *vote) for vote in elect(votes, self.needed)]
            for doc, votes in zip(docs, self._votes(tokens), strict=True)
        ]

    def _votes(self, tokens: Tokens) -> list[list[Vote]]:
        """Return the votes on each text that decide.

        Where so many members as a name needs agree on all names of a text, no other is asked: as
        they are the most of all, what the others find could neither be elected nor change a type.
        """
        ballots: list[list[list[Vote]]] = [[] for _ in tokens.lengths]
        asked = list(range(len(ballots)))
        for number, member in enumerate(self.members, start=1):
            for text, votes in zip(asked, member.votes(tokens.some(asked)), strict=True):
                ballots[text].append(votes)
            if number == self.needed > len(self.members) / 2:
                asked = [text for text in asked if any(a != b for a, b in pairwise(ballots[text]))]
            if not asked:
                break
        return [list(chain.from_iterable(given)) for given in ballots]


def _span(doc: Doc, start: int, end: int, label: str) -> TypedSpan:
    last = doc[end - 1]
    return TypedSpan(doc[start].idx, last.idx + len(last), cast("EntityType", label))
