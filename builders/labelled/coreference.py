"""The coreference scores of CoNLL-2012: MUC, B-cubed, CEAF-e and the mean (Pradhan et al. 2014).

The package scorch (extra `labelled`) computes the scores. All documents of a file are scored
together. Therefore a mention is identified by its document, first token and last token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import Fault, FixInputError, FixManyError, InstallError

Mention = tuple[int, int, int]
"""A mention: the index of its document, and those of its first and last token in the document."""


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Recall, precision and their harmonic mean (F1), from 0 to 1."""

    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class CoreferenceScores:
    """The three measures of the shared task CoNLL-2012, whose average F1 ranks its systems."""

    muc: PrecisionRecall
    b_cubed: PrecisionRecall
    ceaf_e: PrecisionRecall

    @property
    def average(self) -> float:
        """Return the mean of the three F1 scores."""
        return (self.muc.f1 + self.b_cubed.f1 + self.ceaf_e.f1) / 3


def coreference_scores(
    predicted: Path, gold: Path, only: Callable[[Set[Mention]], bool] = lambda cluster: True
) -> CoreferenceScores:
    """Score the clusters in the last column of a CoNLL-2012 file against those of a gold file.

    A cluster is a set of mentions of one entity. `only` returns whether a gold cluster is scored.
    For example, Balasubramanian et al. (2020, section 2.3) score only clusters that contain the
    renamed entity. If gold clusters are left out, only predicted clusters that share a mention with
    a scored gold cluster count.

    Raises InstallError if scorch is missing, FixManyError if brackets do not match, and
    FixInputError if a file cannot be read or the files have different numbers of tokens.
    """
    try:
        from scorch import scores
    except ImportError:
        raise InstallError(
            "scorch is not installed; run: pip install 'entity-renamer[labelled]'"
        ) from None
    key, tokens = read_clusters(gold)
    response, others = read_clusters(predicted)
    if tokens != others:
        raise FixInputError(f"{predicted}: has {others} tokens a document, {gold} has {tokens}")
    chosen = [cluster for cluster in key if only(cluster)]
    if len(chosen) < len(key):
        mentions = set().union(*chosen)
        response = [cluster for cluster in response if cluster & mentions]
    return CoreferenceScores(
        _measured(scores.muc, chosen, response),
        _measured(scores.b_cubed, chosen, response),
        _measured(scores.ceaf_e, chosen, response),
    )


def _measured(
    measure: Any, key: Sequence[Set[Mention]], response: Sequence[Set[Mention]]
) -> PrecisionRecall:
    recall, precision, f1 = measure(key, response)
    return PrecisionRecall(float(recall), float(precision), float(f1))


def read_clusters(path: Path) -> tuple[list[Set[Mention]], list[int]]:
    """Return the coreference clusters of a file, and the number of tokens of each document.

    Raises FixInputError if the file cannot be read, and FixManyError if brackets do not match.
    """
    lines = _lines(path)
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    reader.end(len(lines))
    if reader.faults:
        raise FixManyError(str(path), reader.faults)
    return [frozenset(mentions) for mentions in reader.clusters.values()], reader.tokens


def renamed_tokens(renamed: Path, original: Path) -> frozenset[tuple[int, int]]:
    """Return the tokens whose words differ between two CoNLL-2012 files.

    A token is given by the index of its document and its index in that document. Raises
    FixInputError if a file cannot be read or the documents differ in number or in length.
    """
    new, old = _words(renamed), _words(original)
    if [*map(len, new)] != [*map(len, old)]:
        raise FixInputError(f"{original}: does not have as many tokens a document as {renamed}")
    return frozenset(
        (document, token)
        for document, (words, before) in enumerate(zip(new, old, strict=True))
        for token, (word, was) in enumerate(zip(words, before, strict=True))
        if word != was
    )


def _words(path: Path) -> list[list[str]]:
    """Return the words of each document of a file."""
    documents: list[list[str]] = [[]]
    for line in _lines(path):
        if line.startswith("#end document"):
            documents.append([])
        elif line.strip() and not line.startswith("#"):
            documents[-1].append((line.split(maxsplit=4) + 4 * [""])[3])
    return documents


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{path}: cannot be read: {error}") from None


class _Reader:
    """Reads the lines of a CoNLL-2012 file, in which brackets mark the clusters of mentions."""

    def __init__(self) -> None:
        self.clusters: dict[tuple[int, str], set[Mention]] = {}
        self.tokens: list[int] = [0]
        self.faults: list[Fault] = []
        self._open: dict[str, list[int]] = {}

    def read(self, number: int, line: str) -> None:
        """Read the line with this number: a token, or the end of a document."""
        if line.startswith("#end document"):
            self.end(number)
            self.tokens.append(0)
        elif line.strip() and not line.startswith("#"):
            for kind, cluster in _marks(line.rsplit(maxsplit=1)[-1]):
                self._mark(number, kind, cluster)
            self.tokens[-1] += 1

    def _mark(self, number: int, kind: str, cluster: str) -> None:
        at, document = self.tokens[-1], len(self.tokens) - 1
        if kind == "(":
            self._open.setdefault(cluster, []).append(at)
        elif self._open.get(cluster):
            mention = document, self._open[cluster].pop(), at
            self.clusters.setdefault((document, cluster), set()).add(mention)
        else:
            self.faults.append(Fault(f"line {number}", "clusters", f"{cluster}) was not opened"))

    def end(self, number: int) -> None:
        """Record a fault for every bracket that is still open at the end of a document."""
        self.faults += [
            Fault(f"line {number}", "clusters", f"({cluster} is not closed in its document")
            for cluster, starts in self._open.items()
            if starts
        ]
        self._open = {}


def _marks(column: str) -> Iterator[tuple[str, str]]:
    """Yield each bracket of a token with the name of its cluster.

    For example, "(0)" gives ("(", "0") and (")", "0").
    """
    for part in column.split("|") if column not in {"-", "_", "*"} else ():
        cluster = part.strip("()")
        if part.startswith("("):
            yield "(", cluster
        if part.endswith(")"):
            yield ")", cluster
