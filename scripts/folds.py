"""Trains the forests for cross-validation, one per fold of the annotated articles.

A forest (of decision trees) selects the names among the candidates that the other models of the
bundled recognizer find. Each forest is trained without the articles of its fold, and is evaluated
only on these. The other models, whose outputs are the features of the forest, are never trained on
the annotated passages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recognizer.gold import Instance
from train_evidence import Table, joined, tables, train, training_instances

from builders.recognizers.bundled.forest import Forest
from builders.recognizers.bundled.reader import Reader

FOLDS: Final = 6


def article(instance: Instance) -> str:
    """Return the name of the article that contains the passage of an instance."""
    return instance.document.partition("#")[0]


@dataclass(frozen=True, slots=True)
class Folds:
    """The forests for cross-validation, each trained on all data except one fold of articles."""

    number: dict[str, int]
    """The fold of each article."""
    forests: tuple[Forest, ...]
    """The forest for each fold, which is not trained on the articles of the fold."""

    def forest(self, instance: Instance) -> Forest:
        """Return a forest that was not trained on the article of an instance.

        For a held-out article, which is in no fold, this is the first forest.
        """
        return self.forests[self.number.get(article(instance), 0)]


@dataclass(frozen=True, slots=True)
class Material:
    """The training data of the forests, which is read once and used for several forests."""

    parts: Sequence[tuple[str, Table]]
    """For each instance, the name of its article and the training rows of its candidates.

    The name is empty for documents of corpora, which belong to no fold.
    """

    @classmethod
    def read(cls, reader: Reader, corpora: Path, squad: Sequence[Path]) -> Material:
        """Read the training data from the corpora and from annotated SQuAD files."""
        instances = list(training_instances(corpora, squad))
        names = [
            article(one) if one.texts[1:] and one.source != "written" else ""
            for one, _ in instances
        ]
        return cls(list(zip(names, tables(reader, instances), strict=True)))

    def folds(self, without: Sequence[str] = ()) -> Folds:
        """Train one forest per fold, with the features in the groups `without` set to 0."""
        articles = sorted({name for name, _ in self.parts if name})
        number = {name: at % FOLDS for at, name in enumerate(articles)}
        return Folds(
            number,
            tuple(
                self._forest((n for n in articles if number[n] == fold), without)
                for fold in range(FOLDS)
            ),
        )

    def forest(self, without: Sequence[str] = ()) -> Forest:
        """Train a forest on all data, with the features in the groups `without` set to 0."""
        return self._forest((), without)

    def _forest(self, left_out: Iterable[str], without: Sequence[str]) -> Forest:
        names = frozenset(left_out)
        return train(*joined(table for name, table in self.parts if name not in names), without)
