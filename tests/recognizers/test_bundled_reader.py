"""The reader finds what spaCy finds with the same pipeline, on its own path."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import spacy
from spacy.language import Language
from spacy.training import Example

from builders.recognizers.bundled.gazetteer import Gazetteer
from builders.recognizers.bundled.gazetteer_embed import ARCHITECTURE, share_gazetteer
from builders.recognizers.bundled.load import MODEL, load_bundled
from builders.recognizers.bundled.ops import set_precision
from builders.recognizers.bundled.reader import Reader
from builders.recognizers.bundled.vote import BALLOT, COUNT
from builders.recognizers.trim import trimmed

PROSE = """
Maria Kowalska saw King Otto II of the Republic in New York City , and the Danes who won 1998
( NASA ) ? O'Neil's Danish Bank don't river Thames U.S. Saint-Denis İstanbul Ünï .
"""
WORDS = [*PROSE.split(), "\n", "\t", ""]
LABELS = ("PERSON", "ORG", "GPE")


def texts(count: int, seed: int) -> list[str]:
    """Return texts of random words: short and long ones, and some without any."""
    rng = random.Random(seed)
    lengths = [rng.choice((0, 1, 2, 3, 8, 30, 120)) for _ in range(count)]
    return ["", " ", *(" ".join(rng.choices(WORDS, k=length)) for length in lengths)]


def read(pipeline: Language, given: list[str]) -> list[list[tuple[int, int, str]]]:
    found = Reader.of(pipeline).read(given)
    return [[(span.start, span.end, span.type) for span in spans] for spans in found]


def piped(pipeline: Language, given: list[str]) -> list[list[tuple[int, int, str]]]:
    docs = pipeline.pipe(given, batch_size=50)
    return [[(e.start_char, e.end_char, e.label_) for e in doc.ents] for doc in docs]


@pytest.fixture(scope="module")
def shipped() -> Language:
    pipeline = spacy.load(MODEL)
    share_gazetteer(pipeline)
    set_precision(pipeline, "float32")
    return pipeline


def test_the_shipped_model_is_read_as_spacy_reads_it(shipped: Language) -> None:
    given = texts(120, seed=1)
    found = read(shipped, given)
    assert found == piped(shipped, given)
    assert sum(map(len, found)) > 100


def test_the_recognizer_loads_the_pipeline_as_spacy_does(shipped: Language) -> None:
    given = texts(120, seed=4)
    found = Reader.of(shipped).read(given)
    assert list(load_bundled().recognize(given)) == [
        trimmed(text, spans) for text, spans in zip(given, found, strict=True)
    ]


def test_no_text_changes_what_is_found_in_another(shipped: Language) -> None:
    given = texts(40, seed=2)
    reader = Reader.of(shipped)
    assert reader.read(given) == [spans for text in given for spans in reader.read([text])]


def untrained(members: int, needed: int, *, pieces: int, depth: int, window: int) -> Language:
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
        for label in LABELS:
            component.add_label(label)
        pipeline.add_pipe(BALLOT, name=f"ballot{number}")
    pipeline.add_pipe(COUNT, config={"needed": needed})
    pipeline.initialize(lambda: examples(pipeline))
    for _, component in pipeline.pipeline:
        for layer in component.model.walk() if hasattr(component, "model") else ():
            if layer.name == "renamer_extract":
                layer.attrs["gazetteer"] = lists
    return pipeline


def examples(pipeline: Language) -> Iterator[Example]:
    for label in LABELS:
        yield Example.from_dict(
            pipeline.make_doc("Maria saw New York ."),
            {"entities": [(0, 5, label), (10, 18, label)]},
        )


@pytest.mark.parametrize(
    ("members", "needed", "pieces", "depth", "window"),
    [(1, 1, 2, 1, 1), (3, 2, 3, 2, 1), (3, 2, 2, 1, 2), (3, 1, 2, 2, 1), (4, 2, 2, 1, 1)],
)
def test_models_of_other_sizes_are_read_as_spacy_reads_them(
    members: int, needed: int, pieces: int, depth: int, window: int
) -> None:
    pipeline = untrained(members, needed, pieces=pieces, depth=depth, window=window)
    given = texts(60, seed=3)
    found = read(pipeline, given)
    assert found == piped(pipeline, given)
    assert sum(map(len, found)) > 5
