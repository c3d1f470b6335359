"""Forests that did not see the article they read: one a fold of the annotated articles.

What is measured with them is measured on articles from which no weight was learned. The members
that their columns come from never learn from annotated passages.
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
    """Return the article that a passage is from."""
    return instance.document.partition("#")[0]


@dataclass(frozen=True, slots=True)
class Folds:
    """A forest for every fold of articles, which it was not trained on."""

    number: dict[str, int]
    forests: tuple[Forest, ...]

    def forest(self, instance: Instance) -> Forest:
        """Return the forest that did not see the article of an instance."""
        return self.forests[self.number[article(instance)]]


@dataclass(frozen=True, slots=True)
class Material:
    """What forests are trained on: each instance's article, empty for corpora, and its table."""

    parts: Sequence[tuple[str, Table]]

    @classmethod
    def read(cls, reader: Reader, corpora: Path, squad: Sequence[Path]) -> Material:
        """Read all that is trained on, once however many forests are trained."""
        instances = list(training_instances(corpora, squad))
        names = [article(one) if one.texts[1:] else "" for one, _ in instances]
        return cls(list(zip(names, tables(reader, instances), strict=True)))

    def folds(self, without: Sequence[str] = ()) -> Folds:
        """Train one forest a fold; columns of the groups `without` tell them nothing."""
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
        """Train one forest on everything."""
        return self._forest((), without)

    def _forest(self, left_out: Iterable[str], without: Sequence[str]) -> Forest:
        names = frozenset(left_out)
        return train(*joined(table for name, table in self.parts if name not in names), without)
