"""The training scripts, on sentences of our own."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from recognizer.augment import SENTENCES, Swapper, passages, recase  # noqa: E402
from recognizer.corpora import CORPORA, corrected  # noqa: E402
from recognizer.invent import Inventor  # noqa: E402
from recognizer.sentence import Sentence  # noqa: E402

POOLS = {
    "first": ["Ann", "Li"], "last": ["Roe", "Doe"], "city": ["Ulm", "San Remo"],
    "demonym": ["Danish", "Swede"], "numeral": ["II"], "byname": ["Bold"], "particle": ["van"],
    "body": ["Bank"], "landmark": ["Bay"], "landmark_before": ["Gulf of"], "realm": ["Empire"],
    "people": ["Vandal"], "topic": ["Health"], "cause": ["Reform"], "trade": ["Steel"],
    "team": ["Rovers"],
}  # fmt: skip
TYPES = ("PERSON", "ORG", "GPE", "LOC", "NORP")


def sentence(marked: str, corpus: str = "wikigold") -> Sentence:
    """Read "[PERSON Ann] met [ORG the UN]" as a sentence with its names."""
    text, spans = "", []
    for number, part in enumerate(marked.replace("]", "[").split("[")):
        if number % 2:
            label, name = part.split(" ", 1)
            spans.append((len(text), len(text) + len(name), label))
            text += name
        else:
            text += part
    return Sentence(corpus, text, tuple(spans), (), "train", "one")


def names(text: str, spans: tuple[tuple[int, int, str], ...]) -> list[tuple[str, str]]:
    return [(label, text[start:end]) for start, end, label in spans]


@pytest.mark.parametrize(
    ("marked", "mended"),
    [
        ("We met [PERSON Mr. Roe] there.", [("PERSON", "Roe")]),
        ("[ORG The Hague Council] sat.", [("ORG", "Hague Council")]),
        ("[PERSON Duke Ellington] played.", [("PERSON", "Duke Ellington")]),
        ("[PERSON Otto II of Germany] fell.", [("PERSON", "Otto II"), ("GPE", "Germany")]),
        ("In the [LOC U. S.] it rained.", [("GPE", "U.S.")]),
        ("[ORG Wendy 's] is shut.", [("ORG", "Wendy")]),
        ("A Danish ship and Finns.", [("NORP", "Danish"), ("NORP", "Finns")]),
        ("He spoke English.", []),
    ],
)
def test_mending(marked: str, mended: list[tuple[str, str]]) -> None:
    done = corrected(sentence(marked))
    assert names(done.text, done.spans) == mended


def test_clipped_names_are_completed_in_the_corpus_that_clips_them() -> None:
    marked = "of the United [ORG Front] now"
    assert names(*_of(corrected(sentence(marked, "gum")))) == [("ORG", "United Front")]
    assert names(*_of(corrected(sentence(marked)))) == [("ORG", "Front")]


def _of(done: Sentence) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    return done.text, done.spans


@given(st.integers(), st.lists(st.sampled_from(TYPES), max_size=6))
def test_swapping_keeps_types_order_and_what_is_between(seed: int, labels: list[str]) -> None:
    original = sentence(" and ".join(f"[{label} Name{i}]" for i, label in enumerate(labels)) + ".")
    swapper = Swapper.of([original], POOLS)
    text, spans = swapper(original, random.Random(seed), 1.0)
    assert [label for _, _, label in spans] == labels
    position = 0
    for start, end, _ in spans:
        assert start >= position
        assert text[start:end].strip() == text[start:end] != ""
        position = end
    assert text.endswith(".")


def test_swapping_none_changes_nothing() -> None:
    original = sentence("[PERSON Ann] met [ORG the UN].")
    assert Swapper.of([original], POOLS)(original, random.Random(1), 0.0) == _of(original)


@pytest.mark.parametrize("label", TYPES)
@pytest.mark.parametrize("old", ["Old", "OLD", "Old Name", "Olds"])
def test_templates_only_name_known_lists(old: str, label: str) -> None:
    invent, rng = Inventor(POOLS), random.Random(7)
    for _ in range(300):
        lead, name = invent(old, label, rng)
        assert name
        assert name == name.strip()
        assert not set("{}|") & set(lead + name)
        assert lead == "" or lead.endswith(" ")


def test_made_sentences_fill_every_slot_with_a_name_of_its_type() -> None:
    original = sentence(
        "[PERSON Ann] met the [ORG Ulm Bank] of [GPE Ulm], [LOC Asia], [NORP Dane]."
    )
    swapper, rng = Swapper.of([original], POOLS), random.Random(3)
    seen = set()
    for _ in range(500):
        text, spans = swapper.sentence(rng)
        assert not set("[]{}|") & set(text)
        assert "the the " not in text.lower()
        seen |= {(label, text[start:end]) for start, end, label in spans}
        seen |= {"the" for start, *_ in spans if text[:start].lower().endswith("the ")}
    assert set(names(*_of(original))) <= seen
    assert "the" in seen, "a name that had an article keeps it"


def test_sentences_are_questions_and_statements_with_slots_of_known_types() -> None:
    slots = {part.partition("]")[0] for line in SENTENCES for part in line.split("[")[1:]}
    assert slots == set(TYPES)
    assert all(line.endswith(("?", ".")) for line in SENTENCES)
    assert len(set(SENTENCES)) == len(SENTENCES)


@given(st.integers(), st.integers(1, 5))
def test_passages_keep_every_name(seed: int, longest: int) -> None:
    texts = [_of(sentence(f"[PERSON Name{i}] came.")) for i in range(20)]
    joined = list(passages(texts, random.Random(seed), longest))
    found = [text[start:end] for text, spans in joined for start, end, _ in spans]
    assert found == [f"Name{i}" for i in range(20)]


def test_recasing_keeps_offsets() -> None:
    text = _of(sentence("[GPE İzmir] and [GPE Straße]."))
    for seed in range(20):
        recased, spans = recase(text, random.Random(seed), 0.4, 0.4)
        assert len(recased) == len(text[0])
        assert spans == text[1]


@pytest.mark.slow
def test_training_gives_a_recognizer(tmp_path: Path) -> None:
    from builders.recognizers.bundled.load import load_members, load_reader
    from builders.recognizers.bundled.observed import LABELS
    from builders.recognizers.bundled.reader import Reader

    corpora = tmp_path / "corpora"
    corpora.mkdir()
    marked = ["[PERSON Ann Roe] left [GPE Poland] for [ORG Ulm Bank] .", "It rained in [LOC Asia]."]
    rows = [
        {"text": s.text, "ents": s.spans, "misc": [], "split": "heldout" if i % 4 == 3 else "train"}
        for i, s in enumerate(sentence(m) for m in [*marked, "A [NORP Danish] ship."] * 40)
    ]
    for name in set(CORPORA) - {"written"}:
        with gzip.open(corpora / f"{name}.jsonl.gz", "wt") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    (corpora / "lists").mkdir()
    for name in ("country_demonyms.tsv", "ethnic_groups.tsv"):
        (corpora / "lists" / name).write_text("Ulmer\tmain\n")
    command = [
        sys.executable, str(SCRIPTS / "train_recognizer.py"), "--corpora", str(corpora),
        "--out", str(tmp_path / "out"), "--seeds", "1",
        "--set", "training.max_steps=40", "--set", "training.eval_frequency=40",
        "--set", 'corpora.train.copies={"wikigold": 3.0, "docred": 2.0}',
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    reader = Reader.of(load_members(tmp_path / "out" / "model"))
    (seen,) = reader.read([corrected(sentence(marked[0])).text])
    best = seen.chances[:, LABELS.index("PERSON")].argmax()
    assert seen.bounds((seen.firsts[best], seen.lasts[best])) == (0, 7)

    pytest.importorskip("torch")
    command = [
        sys.executable, str(SCRIPTS / "train_recurrent.py"), "--corpora", str(corpora),
        "--model", str(tmp_path / "out" / "model"), "--seeds", "7", "--steps", "3",
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    members = load_reader(tmp_path / "out" / "model").members
    assert [type(one).__name__ for one in members] == ["Member", "RecurrentMember"]
