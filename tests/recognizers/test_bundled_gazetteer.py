from __future__ import annotations

import numpy as np
import pytest
import spacy
from spacy.strings import get_string_id

from builders.recognizers.bundled.gazetteer import PHRASE_CLASSES, WORD_CLASSES, Gazetteer
from builders.recognizers.bundled.gazetteer_embed import gazetteer_embed


def classes(gazetteer: Gazetteer, *texts: list[str]) -> list[set[str]]:
    names = [
        *WORD_CLASSES,
        *(f"B-{p}" for p in PHRASE_CLASSES),
        *(f"I-{p}" for p in PHRASE_CLASSES),
    ]
    hashes = [get_string_id(word) for text in texts for word in text]
    lengths = np.array([len(text) for text in texts])
    bits = gazetteer.of_texts(np.array(hashes, dtype=np.uint64), lengths)
    return [{n for i, n in enumerate(names) if int(b) >> i & 1} for b in bits]


@pytest.fixture
def gazetteer() -> Gazetteer:
    return Gazetteer.build(
        {"first": ["ann", "paris"], "city": ["paris"]},
        {"city": [("new", "york"), ("york", "of", "the", "sea")], "state": [("new", "york")]},
        {"Ann": 7, "ann": 9},
    )


def clusters(gazetteer: Gazetteer, words: list[str]) -> list[int]:
    hashes = np.array([get_string_id(word) for word in words], dtype=np.uint64)
    return [int(cluster) for cluster in gazetteer.clusters[hashes]]


def test_a_word_has_the_classes_of_its_lists(gazetteer: Gazetteer) -> None:
    assert classes(gazetteer, ["ann", "saw", "paris"]) == [{"first"}, set(), {"first", "city"}]


def test_phrases_mark_their_first_and_later_tokens(gazetteer: Gazetteer) -> None:
    found = classes(gazetteer, ["in", "new", "york", "of", "the", "sea"])
    assert found == [
        set(),
        {"B-city", "B-state"},
        {"B-city", "I-city", "I-state"},
        {"I-city"},
        {"I-city"},
        {"I-city"},
    ]


def test_no_phrase_is_in_two_texts(gazetteer: Gazetteer) -> None:
    found = classes(gazetteer, ["in", "new"], ["york", "of"], [], ["new", "york"])
    assert found == [set(), set(), set(), set(), {"B-city", "B-state"}, {"I-city", "I-state"}]


@pytest.mark.parametrize("words", [[], ["york"], ["new"]])
def test_texts_shorter_than_a_phrase(gazetteer: Gazetteer, words: list[str]) -> None:
    assert classes(gazetteer, words) == [set() for _ in words]


def test_bytes_give_the_same_gazetteer_back(gazetteer: Gazetteer) -> None:
    again = Gazetteer.from_bytes(gazetteer.to_bytes())
    words = ["ann", "new", "york", "of", "the", "sea"]
    assert classes(again, words) == classes(gazetteer, words)
    assert clusters(again, ["Ann", "York"]) == clusters(gazetteer, ["Ann", "York"])


def test_clusters_heed_case_and_leave_other_words_out(gazetteer: Gazetteer) -> None:
    assert clusters(gazetteer, ["Ann", "ann", "York"]) == [7, 9, 0]


def test_a_model_carries_its_gazetteer(gazetteer: Gazetteer, tmp_path) -> None:
    path = tmp_path / "lists.npz"
    path.write_bytes(gazetteer.to_bytes())
    settings = {"width": 8, "attrs": ["NORM", "SHAPE"], "rows": [50, 20], "class_rows": 20,
                "cluster_rows": 20}  # fmt: skip
    doc = spacy.blank("en")("Ann saw New York")
    model = gazetteer_embed(**settings, gazetteer=str(path))
    model.initialize(X=[doc])
    path.unlink()
    loaded = gazetteer_embed(**settings, gazetteer=None).from_bytes(model.to_bytes())
    assert np.array_equal(loaded.predict([doc])[0], model.predict([doc])[0])
    assert np.abs(model.predict([doc])[0]).sum() > 0


def test_texts_of_a_batch_are_embedded_as_each_alone() -> None:
    pipeline = spacy.blank("en")
    docs = [pipeline(text) for text in ("Ann saw New York", "Paris")]
    model = gazetteer_embed(8, ["NORM", "SHAPE"], [50, 20], 20, 20)
    model.initialize(X=docs)
    for together, doc in zip(model.predict(docs), docs, strict=True):
        assert np.array_equal(together, model.predict([doc])[0])


def test_as_many_rows_as_attributes() -> None:
    with pytest.raises(ValueError, match="1 and 2"):
        gazetteer_embed(8, ["NORM", "SHAPE"], [50], 20, 20)
