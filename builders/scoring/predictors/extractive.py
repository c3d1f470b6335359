"""A transformers question-answering model, which reads a long passage in overlapping windows.

The answer is decoded here, because the question-answering pipeline is no longer part of
transformers. As in Devlin et al. 2019, section 4.3, the score of the best span of at most
`max_answer` tokens in all windows is compared with the no-answer score. The latter is the score of
the first token ([CLS]) as a span, in the window in which it is lowest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from builders.errors import FixInputError, InstallError
from builders.scoring.predicting import Question
from builders.scoring.predictions import Candidate, Prediction

_BATCH: Final = 16


@dataclass(frozen=True, slots=True)
class Windows:
    """Settings for reading a passage in windows and for choosing the answer."""

    max_length: int = 384
    """The maximum number of tokens of a window, with the question."""
    stride: int = 128
    """The number of tokens by which neighbouring windows overlap."""
    max_answer: int = 30
    """The maximum number of tokens of an answer."""
    max_question: int = 64
    """The maximum number of tokens of a question; the rest of a longer question is cut off."""
    best: int = 10
    """The number of candidate answers to keep."""
    null_margin: float | None = None
    """How much higher than the best span's score the no-answer score must be to give no answer.

    With None, the model always gives an answer.
    """


class ExtractiveModel:
    """A question-answering model with its tokenizer, loaded from a local folder or from the Hub.

    With `online`, a model that is not on this computer is downloaded from the Hub. No code that
    comes with the model is run: remote code and pickled weights are refused.
    """

    def __init__(self, name: str, windows: Windows | None = None, *, online: bool = False) -> None:
        try:
            import torch
            from transformers import AutoModelForQuestionAnswering, AutoTokenizer
        except ImportError:
            raise InstallError(
                "--model needs transformers and torch: pip install 'entity-renamer[models]'"
            ) from None
        self._windows = windows or Windows()
        self._torch: Any = torch
        safe = {"local_files_only": not online, "trust_remote_code": False}
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(name, use_fast=True, **safe)
            self._model: Any = AutoModelForQuestionAnswering.from_pretrained(
                name, use_safetensors=True, **safe
            )
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())[:200]
            raise FixInputError(f"--model {name}: cannot be loaded: {reason}") from None
        self._model.eval()
        self._name = name
        self._digest = _digest_of(self._model)

    @property
    def fingerprint(self) -> str:
        """Return a line with the digest of the model's weights and the window settings."""
        fields = " ".join(f"{name}={value}" for name, value in asdict(self._windows).items())
        return f"transformers {self._digest} {fields}"

    @property
    def about(self) -> Mapping[str, Any]:
        """Return the name of the model and the window settings, for about.json."""
        return {"name": self._name, "windows": asdict(self._windows)}

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        """Yield one prediction per question."""
        for start in range(0, len(questions), _BATCH):
            yield from self._batch(questions[start : start + _BATCH])

    def _batch(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        windows = self._windows
        longest = getattr(self._model.config, "max_position_embeddings", windows.max_length)
        room = min(windows.max_length, longest)
        encoded = self._tokenizer(
            [self._cut(each.question.strip(), room) for each in questions],
            [each.context for each in questions],
            truncation="only_second", max_length=room,
            stride=min(windows.stride, room // 4), padding=True,
            return_overflowing_tokens=True, return_offsets_mapping=True, return_tensors="pt",
        )  # fmt: skip
        owners = encoded.pop("overflow_to_sample_mapping").tolist()
        offsets = encoded.pop("offset_mapping").tolist()
        with self._torch.inference_mode():
            made = self._model(**encoded)
        starts, ends = made.start_logits.tolist(), made.end_logits.tolist()
        spans: list[list[tuple[float, int, int]]] = [[] for _ in questions]
        nulls = [math.inf] * len(questions)
        for row, owner in enumerate(owners):
            inside = [kind == 1 for kind in encoded.sequence_ids(row)]
            nulls[owner] = min(nulls[owner], starts[row][0] + ends[row][0])
            spans[owner] += _best(starts[row], ends[row], inside, offsets[row], windows)
        for question, found, null in zip(questions, spans, nulls, strict=True):
            yield self._decoded(question, found, null)

    def _cut(self, question: str, room: int) -> str:
        """Return the start of a question, short enough that a window has room for the passage.

        `room` is the number of tokens of a window.
        """
        places = self._tokenizer(question, add_special_tokens=False, return_offsets_mapping=True)
        ends = [end for _, end in places["offset_mapping"]]
        most = min(self._windows.max_question, room // 2)
        return question if len(ends) <= most else question[: ends[most - 1]]

    def _decoded(
        self, question: Question, spans: list[tuple[float, int, int]], null: float
    ) -> Prediction:
        distinct: dict[tuple[int, int], float] = {}
        for score, start, end in spans:
            distinct[start, end] = max(score, distinct.get((start, end), -math.inf))
        ranked = sorted(distinct.items(), key=lambda each: (-each[1], each[0]))
        ranked = ranked[: self._windows.best]
        if not ranked:
            return Prediction(question.id, "", None, 1.0)
        top = max(ranked[0][1], null)
        weights = [math.exp(score - top) for _, score in ranked]
        total = sum(weights) + math.exp(null - top)
        candidates = tuple(
            Candidate(question.context[start:end], weight / total, start)
            for ((start, end), _), weight in zip(ranked, weights, strict=True)
        )
        no_answer = math.exp(null - top) / total
        margin = self._windows.null_margin
        if margin is not None and null - ranked[0][1] > margin:
            return Prediction(question.id, "", None, no_answer, candidates)
        return Prediction(
            question.id, candidates[0].text, candidates[0].start, no_answer, candidates
        )


def _best(
    starts: Sequence[float],
    ends: Sequence[float],
    inside: Sequence[bool],
    offsets: Sequence[Sequence[int]],
    windows: Windows,
) -> list[tuple[float, int, int]]:
    """Return the best spans of a window as (score, start, end), with offsets in the passage.

    `windows` are the settings. The other arguments have one entry per token: `starts` and `ends`
    are the scores of spans that start or end with the token, `inside` marks the tokens of the
    passage, and `offsets` has the start and end of each token in its text.
    """
    places = [at for at, within in enumerate(inside) if within and offsets[at][0] < offsets[at][1]]
    first = sorted(places, key=lambda at: -starts[at])[: windows.best]
    last = sorted(places, key=lambda at: -ends[at])[: windows.best]
    found = [
        (starts[start] + ends[end], offsets[start][0], offsets[end][1])
        for start in first
        for end in last
        if start <= end < start + windows.max_answer
    ]
    return sorted(found, reverse=True)[: windows.best]


def _digest_of(model: Any) -> str:
    """Return a digest of a model's weights, which identifies the model.

    The name of the model is not enough, because a folder may be overwritten with other weights.
    """
    from hashlib import sha256

    digest = sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]
