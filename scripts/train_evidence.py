"""Train the forest that scores the candidate names of the bundled recognizer.

    python scripts/train_evidence.py --corpora FOLDER --squad dev-v2.0.json xquad.en.json \\
        --members MODEL

The candidates are found by the members, the NER models of the recognizer. The forest is trained on
texts on which no member is trained (the role `evidence` in recognizer/corpora.py), and on annotated
passages of SQuAD and XQuAD with their questions. Writes forest.npz and evidence.toml into MODEL.
Training needs LightGBM (`pip install 'entity-renamer[train]'`), but using the forest needs only
numpy. Repeated runs with the same versions on the same machine give the same bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from recognizer.gold import (
    GoldText,
    Instance,
    annotated,
    corpus_instances,
    squad_gold,
    written_instances,
)

from builders.recognizers.bundled.features import COLUMNS, GROUPS, ScoredText, read
from builders.recognizers.bundled.forest import TYPES, Forest
from builders.recognizers.bundled.load import load_reader
from builders.recognizers.bundled.reader import Reader

CORPORA: Final = ("crossner", "wikigold", "docred", "uner_pud")
COARSE: Final = {"COUNTRY": "GPE", "STATE": "GPE", "CITY": "GPE"}
# SQuAD passages weigh more, because they are few and their annotation convention is the target.
SQUAD_WEIGHT: Final = 4.0
OPTIONAL_WEIGHT: Final = 0.3
ROUNDS: Final = 180
SETTINGS: Final[dict[str, Any]] = {
    "objective": "multiclass", "num_class": len(TYPES) + 1, "learning_rate": 0.1,
    "num_leaves": 16, "max_depth": 8, "min_data_in_leaf": 30, "feature_fraction": 0.4,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5.0, "verbose": -1, "num_threads": 1,
    "seed": 1, "deterministic": True,
}  # fmt: skip
# Chosen on articles on which the forest was not trained. The thresholds favor precision, because a
# wrong organization or person does more harm than a missed organization or person.
WEIGHTS: Final = """\
# Added to the log odds of every candidate before the names of a text are chosen.
bias = 0.6

# The probability that a name must have somewhere in its text.
[least]
PERSON = 0.35
ORG = 0.35
"""


def read_instance(reader: Reader, instance: Instance) -> Iterator[tuple[GoldText, ScoredText]]:
    """Yield each text of an instance with the candidates for names that the recognizer finds."""
    observed = reader.read([text.text for text in instance.texts])
    passage = None
    for text, one in zip(instance.texts, observed, strict=True):
        found = read(one, text.kind, passage)
        passage = passage or found.memory
        yield text, found


def classes(text: GoldText, found: ScoredText) -> tuple[np.ndarray, np.ndarray]:
    """Return two arrays: the class of each candidate (for most, "no name") and its weight."""
    gold = {(name.start, name.end): name for name in text.names}
    labels = np.full(len(found.spans), len(TYPES))
    weights = np.ones(len(found.spans))
    for at, span in enumerate(found.spans):
        name = gold.get(found.observed.bounds(span))
        if name is not None:
            labels[at] = TYPES.index(COARSE.get(name.type, name.type))
            weights[at] = OPTIONAL_WEIGHT if name.optional else 1.0
    return labels, weights


Table = tuple[np.ndarray, np.ndarray, np.ndarray]
"""The features, classes and weights of candidates for names, with one row per candidate."""


def tables(reader: Reader, instances: Iterable[tuple[Instance, float]]) -> Iterator[Table]:
    """Yield the training `Table` of each instance: features, classes and weights of candidates.

    The weights of the candidates are multiplied by the weight of the instance.
    """
    for instance, weight in instances:
        texts = [(text, found) for text, found in read_instance(reader, instance) if found.spans]
        judged = [classes(text, found) for text, found in texts]
        yield joined(
            (found.table, labels, weights * weight)
            for (_, found), (labels, weights) in zip(texts, judged, strict=True)
        )


def joined(parts: Iterable[Table]) -> Table:
    """Return some tables joined into one, or an empty table if there are none."""
    none = np.zeros((0, len(COLUMNS)), np.float32), np.zeros(0), np.zeros(0)
    table, labels, weights = zip(none, *parts, strict=True)
    return np.concatenate(table), np.concatenate(labels), np.concatenate(weights)


def train(
    table: np.ndarray, labels: np.ndarray, weights: np.ndarray, without: Sequence[str] = ()
) -> Forest:
    """Train a forest on a `Table`, with the features in the groups `without` set to 0."""
    import lightgbm  # needed only for training

    left = {column for group in without for column in GROUPS[group]}
    silent = [column in left for column in COLUMNS]
    table = np.where(silent, np.float32(0), table) if left else table
    data = lightgbm.Dataset(table, labels, weight=weights)
    return packed(lightgbm.train(SETTINGS, data, ROUNDS).dump_model())


def packed(model: dict[str, Any]) -> Forest:
    """Convert the dump of a LightGBM model (its JSON form) to a forest."""
    columns: list[int] = []
    limits: list[float] = []
    left: list[int] = []
    right: list[int] = []
    values: list[float] = []
    deepest = 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(columns)
        is_leaf = "split_feature" not in node
        columns.append(0 if is_leaf else node["split_feature"])
        # Values up to the limit go left, so rounding to float32 must not lower the limit.
        limits.append(0.0 if is_leaf else _not_below(node["threshold"]))
        values.append(node["leaf_value" if is_leaf else "internal_value"])
        left.append(at)
        right.append(at)
        if not is_leaf:
            left[at] = add(node["left_child"], depth + 1)
            right[at] = add(node["right_child"], depth + 1)
        return at

    roots = [add(tree["tree_structure"], 0) for tree in model["tree_info"]]
    return Forest(
        np.array(columns, np.int16), np.array(limits, np.float32), np.array(left, np.int32),
        np.array(right, np.int32), np.array(values, np.float32), np.array(roots, np.int32),
        np.arange(len(roots), dtype=np.int16) % (len(TYPES) + 1), deepest,
    )  # fmt: skip


def _not_below(limit: float) -> float:
    rounded = np.float32(limit)
    return float(rounded if rounded >= limit else np.nextafter(rounded, np.float32(np.inf)))


def training_instances(corpora: Path, squad: Sequence[Path]) -> Iterator[tuple[Instance, float]]:
    """Yield the instances on which the forest is trained, with their weights."""
    yield from ((one, 1.0) for one in corpus_instances(corpora, "evidence", CORPORA))
    yield from ((one, 1.0) for one in written_instances())
    yield from ((one, SQUAD_WEIGHT) for one in squad_gold(corpora))
    yield from ((one, SQUAD_WEIGHT) for one in annotated(squad))


def main() -> None:
    """Parse the command line, train, and write the forest into the folder of the NER models."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--squad", type=Path, nargs="+", required=True)
    parser.add_argument("--members", type=Path, required=True, help="a model's folder")
    arguments = parser.parse_args()
    reader = load_reader(arguments.members)
    instances = training_instances(arguments.corpora, arguments.squad)
    train(*joined(tables(reader, instances))).save(arguments.members / "forest.npz")
    (arguments.members / "evidence.toml").write_text(WEIGHTS)


if __name__ == "__main__":
    main()
