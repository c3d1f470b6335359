"""The actions by which spaCy's entity recognizer marks names, and their scores.

At each token the recognizer scores the allowed actions. Outside a name, these are to skip the
token, to begin a name, and to mark a name of one word; inside a name, to continue and to end it.
Scores outside names depend on one token only, so they are computed for all tokens at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from spacy.pipeline import EntityRecognizer

from builders.recognizers.bundled.network import Flags, Floats, Numbers, weights_of

# The tokens on which the score of an action depends: the current token, the first token of the open
# name, and the token before the current one.
_HERE, _FIRST, _BEFORE = range(3)
_ON, _END = range(2)  # Actions inside a name: continue (preferred if scores are equal), end.


@dataclass(frozen=True, slots=True)
class Affine:
    """A linear layer: its weights and biases. The output for a vector has the shape of `bias`."""

    weights: Floats
    bias: Floats

    def __call__(self, vectors: Floats) -> Floats:
        """Return the outputs of the linear layer for each vector."""
        outputs: Floats = (vectors @ self.weights).reshape(len(vectors), *self.bias.shape)
        outputs += self.bias
        return outputs


@dataclass(frozen=True, slots=True)
class Likely:
    """Spans of tokens that may be names, each with the index of its label and its probability."""

    starts: Numbers
    ends: Numbers
    labels: Numbers
    chances: Floats


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions by which a recognizer marks names, and the layers that score the actions.

    The score of an action is the maximum of several outputs of a layer.
    """

    labels: tuple[str, ...]
    outside: Affine
    """The layer that scores the actions outside names."""
    begins: Flags
    """Which of the actions outside names begin a name."""
    units: Flags
    """Which of the actions outside names mark a name of one word."""
    label_of: Numbers
    """The index of the label for each of the actions outside names, or -1 if it has none."""
    inside: Affine
    """The layer that scores the two actions inside a name, to continue and to end it.

    Its outputs have an index each for the token that they depend on (_HERE, _FIRST or _BEFORE), for
    the output of which the maximum is taken, for the action and for the label.
    """

    @classmethod
    def of(cls, recognizer: EntityRecognizer) -> Actions:
        """Take the weights from the last two layers of a recognizer, which compute the scores."""
        moves = recognizer.moves
        names = [moves.get_class_name(number) for number in range(moves.n_moves)]
        labels = [name[2:] for name in names if name.startswith("B-")]
        outside = [name for name in names if name == "O" or (name[0] in "BU" and name[2:])]
        weights, biases, missing = _last_layers(recognizer)
        chosen = [names.index(name) for name in outside]
        followed = [names.index(f"{action}-{label}") for action in "IL" for label in labels]
        no_name = biases[_HERE] + missing[_FIRST] + missing[_BEFORE]
        width = weights.shape[-1]
        return cls(
            labels=tuple(labels),
            outside=Affine(
                weights[_HERE, chosen].transpose(2, 1, 0).reshape(width, -1),
                no_name[chosen].T,
            ),
            begins=np.array([name[0] == "B" for name in outside]),
            units=np.array([name[0] == "U" for name in outside]),
            label_of=np.array([labels.index(name[2:]) if name[2:] else -1 for name in outside]),
            inside=Affine(
                weights[:, followed].transpose(3, 0, 2, 1).reshape(width, -1),
                biases[:, followed].transpose(0, 2, 1).reshape(3, -1, 2, len(labels)),
            ),
        )

    def likely(self, vectors: Floats, lengths: Numbers, spaces: Flags, least: float) -> Likely:
        """Return every span that is a name with a probability of at least `least`.

        The probability of a span is the product of the probabilities of the actions that mark
        it, assuming that no earlier name includes its first token. The probabilities of actions
        are the softmax of their scores, as in training. `lengths` has the number of tokens of
        each text, and `spaces` says which tokens are white space.
        """
        last = np.zeros(len(vectors), np.bool_)
        last[np.cumsum(lengths)[lengths > 0] - 1] = True
        first = _softmax(self._allowed(vectors, last, spaces))
        inside = self.inside(vectors)
        at, action = np.nonzero((first >= least) & self.units)
        found = [(at, at + 1, self.label_of[action], first[at, action])]
        starts, action = np.nonzero((first >= least) & self.begins)
        labels, chances = self.label_of[action], first[starts, action]
        here = starts + 1
        while starts.size:
            scores = (
                inside[here, _HERE, :, :, labels]
                + inside[starts, _FIRST, :, :, labels]
                + inside[here - 1, _BEFORE, :, :, labels]
            ).max(axis=1)
            scores[last[here], _ON] = -np.inf
            steps = _softmax(scores)
            ended = chances * steps[:, _END]
            kept = ended >= least
            found.append((starts[kept], here[kept] + 1, labels[kept], ended[kept]))
            chances = chances * steps[:, _ON]
            going = chances >= least
            starts, labels, chances = starts[going], labels[going], chances[going]
            here = here[going] + 1
        columns = (np.concatenate(column) for column in zip(*found, strict=True))
        return Likely(*columns)

    def _allowed(self, vectors: Floats, last: Flags, spaces: Flags) -> Floats:
        """Return, for each token, the scores of the actions that may be taken outside names.

        An action that is not allowed has the score -inf: white space cannot begin a name, and
        the last token of a text cannot begin a name of several tokens.
        """
        scores: Floats = self.outside(vectors).max(axis=1)
        scores[np.ix_(spaces, self.begins | self.units)] = -np.inf
        scores[np.ix_(last, self.begins)] = -np.inf
        return scores


def _last_layers(recognizer: EntityRecognizer) -> tuple[Floats, Floats, Floats]:
    """Combine the last two layers into one, and return its weights, biases and padding.

    The padding is used in place of the output for a missing token. The first three axes of
    each array are the token on which a score depends (see _HERE), the action, and the
    maxout piece. The score of an action is the maximum over its pieces.
    """
    linear = recognizer.model.get_ref("tok2vec").layers[-1]
    lower = recognizer.model.get_ref("lower")
    weights = weights_of(lower, "W")  # token, action, piece, input
    biases: Floats = weights @ weights_of(linear, "b")
    biases[_HERE] += weights_of(lower, "b")
    return weights @ weights_of(linear, "W"), biases, weights_of(lower, "pad")[0]


def _softmax(scores: Floats) -> Floats:
    """Return the softmax of each row of scores."""
    raised: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    raised /= raised.sum(axis=1, keepdims=True)
    return raised
