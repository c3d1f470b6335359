"""The reader gives names the probabilities that spaCy acts on, on its own path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.training import Example

from builders.recognizers.bundled.gazetteer import Gazetteer
from builders.recognizers.bundled.gazetteer_embed import ARCHITECTURE
from builders.recognizers.bundled.load import MODEL, load_members
from builders.recognizers.bundled.observed import LABELS
from builders.recognizers.bundled.reader import Reader

PROSE = """
Maria Kowalska saw King Otto II of the Republic in New York City , and the Danes who won 1998
( NASA ) ? O'Neil's Danish Bank don't river Thames U.S. Saint-Denis İstanbul Ünï .
"""
WORDS = [*PROSE.split(), "\n", "\t", ""]


def texts(count: int, seed: int) -> list[str]:
    """Return texts of random words: short and long ones, and some without any."""
    rng = random.Random(seed)
    lengths = [rng.choice((0, 1, 2, 3, 8, 30, 120)) for _ in range(count)]
    return ["", " ", *(" ".join(rng.choices(WORDS, k=length)) for length in lengths)]


def check_members(pipeline: Language, given: list[str]) -> int:
    """Hold each member alone against spaCy; return the number of names that were compared.

    A name with a probability above one half is one whose every action is the most probable: spaCy
    takes it, unless another name goes on where it starts. What may start at a token excludes each
    other.
    """
    reader, compared = Reader.of(pipeline), 0
    for name, member in zip(pipeline.pipe_names, reader.members, strict=True):
        docs = [pipeline.get_pipe(name)(pipeline.make_doc(text)) for text in given]
        alone = replace(reader, members=(member,))
        for doc, seen in zip(docs, alone.read(given), strict=True):
            assert list(seen.words) == [token.text for token in doc]
            found = {(e.start, e.end, e.label_) for e in doc.ents}
            inside = {at for start, end, _ in found for at in range(start + 1, end)}
            likely = [
                (first, last, LABELS[n], chance)
                for first, last, row in zip(seen.firsts, seen.lasts, seen.chances, strict=True)
                for n, chance in enumerate(row)
            ]
            sure = {(a, b, label) for a, b, label, chance in likely if chance > 0.5}
            assert {one for one in sure if one[0] not in inside} <= found
            compared += len(sure)
            for at in range(len(doc)):
                assert sum(chance for a, _, _, chance in likely if a == at) <= 1.001
    return compared


@pytest.fixture(scope="module")
def shipped() -> Language:
    return load_members(MODEL)


def test_the_shipped_members_are_read_as_spacy_reads_them(shipped: Language) -> None:
    assert check_members(shipped, texts(60, seed=1)) > 100


def test_no_text_changes_what_is_observed_in_another(shipped: Language) -> None:
    given = texts(40, seed=2)
    reader = Reader.of(shipped)
    for together, text in zip(reader.read(given), given, strict=True):
        (alone,) = reader.read([text])
        assert np.array_equal(together.firsts, alone.firsts)
        assert np.array_equal(together.lasts, alone.lasts)
        assert np.allclose(together.chances, alone.chances, atol=1e-4)


def untrained(members: int, *, pieces: int, depth: int, window: int) -> Language:
    """Return a pipeline of other sizes; its weights are random, so that it finds much."""
    spacy.util.fix_random_seed(1)
    pipeline = spacy.blank("en")
    lists = Gazetteer.build(
        {"first": ["maria"], "city": ["istanbul"]}, {"city": [("new", "york", "city")]}
    )
    for number in range(members):
        embed = {
            "@architectures": ARCHITECTURE, "width": 16, "attrs": ["NORM", "SHAPE"],
            "rows": [50, 20], "class_rows": 20, "cluster_rows": 10, "pieces": pieces,
        }  # fmt: skip
        encode = {
            "@architectures": "spacy.MaxoutWindowEncoder.v2", "width": 16, "depth": depth,
            "window_size": window, "maxout_pieces": pieces,
        }  # fmt: skip
        tok2vec = {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode}
        model = {
            "@architectures": "spacy.TransitionBasedParser.v2", "state_type": "ner",
            "extra_state_tokens": False, "hidden_width": 8, "maxout_pieces": pieces,
            "use_upper": False, "tok2vec": tok2vec,
        }  # fmt: skip
        component = pipeline.add_pipe("ner", name=f"ner{number}", config={"model": model})
        for label in LABELS[:3]:
            component.add_label(label)
    pipeline.initialize(lambda: examples(pipeline))
    for _, component in pipeline.pipeline:
        for layer in component.model.walk() if hasattr(component, "model") else ():
            if layer.name == "renamer_extract":
                layer.attrs["gazetteer"] = lists
    return pipeline


def examples(pipeline: Language) -> Iterator[Example]:
    for label in LABELS[:3]:
        yield Example.from_dict(
            pipeline.make_doc("Maria saw New York ."),
            {"entities": [(0, 5, label), (10, 18, label)]},
        )


@pytest.mark.parametrize(
    ("members", "pieces", "depth", "window"),
    [(1, 2, 1, 1), (3, 3, 2, 1), (2, 2, 1, 2), (2, 2, 2, 1)],
)
def test_members_of_other_sizes_are_read_as_spacy_reads_them(
    members: int, pieces: int, depth: int, window: int
) -> None:
    pipeline = untrained(members, pieces=pieces, depth=depth, window=window)
    check_members(pipeline, texts(60, seed=3))
