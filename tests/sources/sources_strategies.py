"""Random examples, and the files that hold them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from builders.types import Answer, Example

# Letters whose length changes with case, marks, scripts that run the other way, emoji, markers.
_PIECES = st.sampled_from([
    "Ada", "İzmir", "straße", "O'Neill", "e\u0301", "東京", "שלום", "😀", "\u200d", "[TLE]",
    "[SEP]", "the", "U.S.", "\r\n", "\t", '"', "\\", "\u2028", "\x85", "{", "}", "\x00",
])  # fmt: skip
_LETTERS = st.text(
    st.characters(exclude_categories=["Cs"], max_codepoint=0x1FFFF), min_size=1, max_size=8
)
TEXTS = (
    st.lists(_PIECES | _LETTERS, min_size=1, max_size=12)
    .map(" ".join)
    .filter(lambda text: bool(text) and not text.isspace())
)
TITLES = st.just("") | TEXTS


@st.composite
def answers_in(draw: st.DrawFn, context: str, *, least: int) -> tuple[Answer, ...]:
    """Draw spans of a passage; they may repeat and overlap."""
    spans = draw(
        st.lists(st.tuples(*[st.integers(0, len(context))] * 2), min_size=least, max_size=4)
    )
    slices = [(min(span), max(span)) for span in spans]
    found = [Answer(context[a:b], a) for a, b in slices if context[a:b].strip()]
    if len(found) < least:
        first = next(index for index, char in enumerate(context) if not char.isspace())
        found = [Answer(context[first:], first)]
    return tuple(found)


@st.composite
def squad_examples(draw: st.DrawFn) -> list[Example]:
    """Draw examples as a SQuAD 2.0 file may hold them."""
    found: list[Example] = []
    for _ in range(draw(st.integers(1, 3))):
        title, context = draw(TITLES), draw(TEXTS)
        for _ in range(draw(st.integers(1, 3))):
            impossible = draw(st.booleans())
            answers = () if impossible else draw(answers_in(context, least=1))
            found.append(
                Example(
                    id=f"q{len(found)}",
                    dataset="D",
                    title=title,
                    question=draw(TEXTS),
                    context=context,
                    answers=answers,
                    gold_answers=tuple(dict.fromkeys(answer.text for answer in answers)),
                    plausible_answers=draw(answers_in(context, least=0)) if impossible else (),
                    is_impossible=impossible,
                )
            )
    return found


@st.composite
def mrqa_examples(draw: st.DrawFn) -> list[Example]:
    """Draw examples as an MRQA file may hold them, aliases included."""
    found: list[Example] = []
    for _ in range(draw(st.integers(1, 3))):
        context = draw(TEXTS)
        for _ in range(draw(st.integers(1, 3))):
            found.append(
                Example(
                    id=f"q{len(found)}",
                    dataset="D",
                    title="",
                    question=draw(TEXTS),
                    context=context,
                    answers=draw(answers_in(context, least=1)),
                    gold_answers=tuple(draw(st.lists(TEXTS, min_size=1, max_size=3))),
                )
            )
    return found


def squad_document(**changes: Any) -> dict[str, Any]:
    """Return a sound SQuAD 2.0 document of one question, with fields of the question changed."""
    question = {
        "id": "q1",
        "question": "Who lives in Rome?",
        "answers": [{"text": "Ada", "answer_start": 0}],
        "is_impossible": False,
    }
    question = {key: value for key, value in {**question, **changes}.items() if value is not ...}
    paragraph = {"context": "Ada lives in Rome.", "qas": [question]}
    return {"version": "v2.0", "data": [{"title": "Rome", "paragraphs": [paragraph]}]}


def mrqa_record(**changes: Any) -> dict[str, Any]:
    """Return a sound MRQA passage of one question, with fields of the question changed."""
    question = {
        "qid": "q1",
        "question": "Who lives in Rome?",
        "detected_answers": [{"text": "Ada", "char_spans": [[0, 2]], "token_spans": [[0, 0]]}],
        "answers": ["Ada", "Ada Lovelace"],
    }
    question = {key: value for key, value in {**question, **changes}.items() if value is not ...}
    return {"context": "Ada lives in Rome.", "context_tokens": [["Ada", 0]], "qas": [question]}


def mrqa_text(*records: object) -> str:
    """Return an MRQA file of these passages."""
    lines = [{"header": {"dataset": "D", "split": "dev"}}, *records]
    return "".join(f"{json.dumps(line)}\n" for line in lines)
