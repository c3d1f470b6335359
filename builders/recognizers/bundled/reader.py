"""A reader of texts with all recognizers of the bundled ensemble, several times as fast as spaCy.

spaCy would read every text once per recognizer, score every action at every token, and compute
again for each recognizer the token features that all of them share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.pipeline import EntityRecognizer
from spacy.tokens import Doc

from builders.recognizers.bundled.actions import Actions, Likely
from builders.recognizers.bundled.gazetteer_embed import extract_layer
from builders.recognizers.bundled.network import Embedding, Encoder, Floats, Layer, Numbers
from builders.recognizers.bundled.observed import LABELS, LEAST, Observed
from builders.recognizers.bundled.recurrent import RecurrentMember
from builders.recognizers.bundled.token_vectors import TokenVectors
from builders.recognizers.bundled.tokens import Tokens

# The number of tokens processed at once, so that their data fit into the CPU cache.
_AT_ONCE: Final = 600
# Larger than the number of tokens of any text, so that a start and a length make one integer.
_LONGEST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Member:
    """One convolutional recognizer of the ensemble: the weights of its layers."""

    embedding: Embedding
    encoder: Encoder
    actions: Actions

    @classmethod
    def of(cls, recognizer: EntityRecognizer) -> Member:
        """Take the weights from an entity recognizer of a spaCy pipeline."""
        embed, encode = recognizer.model.get_ref("tok2vec").layers[0].layers
        return cls(Embedding.of(embed), Encoder.of(encode), Actions.of(recognizer))

    def likely(self, tokens: Tokens, vectors: Floats) -> Iterator[Likely]:
        """Yield the spans that may be names, for one batch of texts after another.

        `vectors` has the output of `embedding` for each distinct token. Starts and ends are indices
        into the sequence of the tokens of all texts.
        """
        order = np.array([LABELS.index(label) for label in self.actions.labels])
        done = 0
        for part in tokens.parts(_AT_ONCE):
            seen = self.encoder(vectors[part.kinds], part.lengths)
            found = self.actions.likely(seen, part.lengths, part.spaces, LEAST)
            yield Likely(found.starts + done, found.ends + done, order[found.labels], found.chances)
            done += len(part.kinds)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader that finds names in texts with all recognizers of an ensemble."""

    tokenizer: Callable[[str], Doc]
    """The tokenizer that all recognizers share."""
    extract: Layer
    """The layer that extracts the features of tokens, which all recognizers share."""
    members: tuple[Member | RecurrentMember, ...]
    """The recognizers of the ensemble."""
    vectors: TokenVectors = field(init=False)
    """The vectors of tokens, as each recognizer embeds them."""

    def __post_init__(self) -> None:
        """Start with no vectors."""
        found = TokenVectors.of(member.embedding for member in self.members)
        object.__setattr__(self, "vectors", found)

    @classmethod
    def of(cls, pipeline: Language, recurrent: Iterable[RecurrentMember] = ()) -> Reader:
        """Make a reader with the weights of a spaCy pipeline, and of recurrent recognizers.

        All recognizers must use the same token features.
        """
        components = [component for _, component in pipeline.pipeline]
        recognizers = [found for found in components if isinstance(found, EntityRecognizer)]
        extract = extract_layer(recognizers[0].model)
        members = tuple(Member.of(recognizer) for recognizer in recognizers)
        return cls(pipeline.tokenizer, extract, (*members, *recurrent))

    def read(self, texts: Sequence[str]) -> Iterator[Observed]:
        """Yield, for each text, the spans that any member of the ensemble finds.

        There must be at least one text.
        """
        docs = [self.tokenizer(text) for text in texts]
        tokens = Tokens.of(docs, self.extract)
        firsts, lasts, chances = self._chances(tokens)
        ends = np.cumsum(tokens.lengths)
        bounds = np.searchsorted(firsts, [0, *ends.tolist()])
        for n, (text, doc) in enumerate(zip(texts, docs, strict=True)):
            low, high = bounds[n], bounds[n + 1]
            origin = ends[n] - tokens.lengths[n]
            starts_and_sizes = doc.to_array(["IDX", "LENGTH"]).astype(np.intp)
            offsets = np.cumsum(starts_and_sizes, axis=1).tolist()
            yield Observed(
                text,
                [text[start:end] for start, end in offsets],
                [start for start, _ in offsets],
                tokens.classes[tokens.kinds[origin : ends[n]]],
                firsts[low:high] - origin,
                lasts[low:high] - origin,
                chances[low:high],
            )

    def _chances(self, tokens: Tokens) -> tuple[Numbers, Numbers, Floats]:
        """Return the starts, ends and label probabilities of all spans that a member finds, sorted.

        The probability of a label is the mean over the members of the ensemble.
        """
        pairs = zip(self.members, self.vectors(tokens), strict=True)
        found = list(chain.from_iterable(member.likely(tokens, own) for member, own in pairs))
        starts = np.concatenate([one.starts for one in found])
        lengths = np.concatenate([one.ends for one in found]) - starts
        keys, spans = np.unique(starts * _LONGEST + lengths, return_inverse=True)
        chances = np.zeros((len(keys), len(LABELS)), np.float32)
        labels = np.concatenate([one.labels for one in found])
        shares = np.concatenate([one.chances for one in found]) / np.float32(len(self.members))
        np.add.at(chances, (spans, labels), shares)
        return keys // _LONGEST, keys // _LONGEST + keys % _LONGEST, chances
