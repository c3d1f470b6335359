"""Whatever happened to a file, reading it ends in sound examples or in a list of faults."""

import copy
import gzip
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sources_strategies import mrqa_examples, mrqa_record, mrqa_text, squad_document, squad_examples

from builders.errors import FixManyError
from builders.sources.format_table import read
from builders.sources.squad_export import to_mrqa, to_squad
from builders.types import Example

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.sampled_from(["", " ", "\ud800", "Ada", "q1", "é"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


def outcome(data: bytes, name: str, *, skip_faulty: bool) -> list[Example]:
    """Read bytes as a source; check the examples, or that faults say where and what."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "source"
        path.write_bytes(data)
        reading = read(path, format=name, dataset="D", skip_faulty=skip_faulty)
        try:
            examples = list(reading)
        except FixManyError as error:
            assert error.faults
            assert all(f.where and f.field and f.message for f in error.faults)
            assert str(error).encode()
            return []
    assert examples
    assert bool(reading.skipped) == bool(reading.left_out)
    assert skip_faulty or not reading.skipped
    assert len({example.id for example in examples}) == len(examples)
    for example in examples:
        assert_sound(example)
    return examples


def assert_sound(example: Example) -> None:
    texts = (example.id, example.question, example.context, *example.gold_answers)
    assert all(text.strip() and text.encode() for text in texts)
    assert example.title.encode() or not example.title
    assert bool(example.answers) != example.is_impossible
    for answer in (*example.answers, *example.plausible_answers):
        assert answer.start is not None and answer.start >= 0 and answer.text
        assert example.context[answer.start :].startswith(answer.text)


def places(value: Any) -> list[tuple[Any, Any]]:
    """List (container, key) of everything in a decoded document."""
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return []
    return [(value, key) for key in keys] + [p for key in keys for p in places(value[key])]


@given(st.data(), JUNK, st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_field_of_any_type_anywhere(
    data: st.DataObject, junk: object, remove: bool, skip_faulty: bool
) -> None:
    name = data.draw(st.sampled_from(["squad", "mrqa"]))
    if name == "squad":
        document: Any = to_squad(data.draw(squad_examples()))
    else:
        document = [json.loads(line) for line in to_mrqa(data.draw(mrqa_examples()), "D")]
    container, key = data.draw(st.sampled_from(places(document)))
    if remove:
        del container[key]
    else:
        container[key] = junk
    text = (
        json.dumps(document)
        if name == "squad"
        else "\n".join(json.dumps(line) for line in document)
    )
    outcome(text.encode(), name, skip_faulty=skip_faulty)


def whole(name: str) -> bytes:
    if name == "squad":
        return json.dumps(squad_document(), ensure_ascii=False).encode()
    return mrqa_text(mrqa_record(), mrqa_record(qid="q2")).encode()


def test_every_truncation_is_refused() -> None:
    for name in ("squad", "mrqa"):
        for data in (whole(name), gzip.compress(whole(name))):
            assert outcome(data, name, skip_faulty=True)
            # A cut after a complete line of JSONL cannot be told from a shorter file.
            lengths = [n for n in range(len(data)) if name == "squad" or data[n - 1 : n] != b"\n"]
            for length in lengths:
                if name == "mrqa" and data[length : length + 1] == b"\n":
                    continue
                assert not outcome(data[:length], name, skip_faulty=True), (name, length)


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=300, deadline=None)
def test_bytes_changed_anywhere(dice: random.Random, zipped: bool) -> None:
    name = dice.choice(["squad", "mrqa"])
    data = bytearray(gzip.compress(whole(name)) if zipped else whole(name))
    for _ in range(dice.randint(1, 3)):
        action, at = dice.randrange(3), dice.randrange(len(data))
        if action == 0:
            data[at] = dice.randrange(256)
        elif action == 1:
            del data[at : at + dice.randint(1, 20)]
        else:
            data[at:at] = dice.randbytes(dice.randint(1, 4))
    outcome(bytes(data), name, skip_faulty=dice.random() < 0.5)


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_at_all(data: bytes) -> None:
    for name in ("squad", "mrqa"):
        outcome(data, name, skip_faulty=True)


def test_one_faulty_question_does_not_take_others_with_it() -> None:
    document = squad_document()
    qas = document["data"][0]["paragraphs"][0]["qas"]
    for number in range(2, 9):
        qas.append({**copy.deepcopy(qas[0]), "id": f"q{number}"})
    qas[3]["answers"][0]["answer_start"] = 1
    kept = outcome(json.dumps(document).encode(), "squad", skip_faulty=True)
    assert [example.id for example in kept] == ["q1", "q2", "q3", "q5", "q6", "q7", "q8"]
