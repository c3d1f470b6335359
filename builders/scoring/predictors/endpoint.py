"""A model behind an OpenAI-compatible endpoint, asked with POST <URL>/chat/completions.

By default, decoding is greedy (temperature 0) with a fixed seed, and an answer ends with its first
line. Several requests run concurrently. A request that fails for a temporary reason, such as status
429 or 503, is sent again after a pause. The server can set the length of the pause by the header
Retry-After. The prompt is written to about.json, next to the predictions.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from typing import Any, Final

import httpx

from builders.errors import FixAccessError, FixInputError, RetryLaterError, on_one_line
from builders.scoring.predicting import Question
from builders.scoring.predictions import LONGEST, Prediction

PROMPT: Final = (
    "Answer the question with a span copied from the passage, and nothing else. "
    "If the passage holds no answer, write: unanswerable\n\n"
    "Title: {title}\nPassage: {context}\nQuestion: {question}\nAnswer:"
)
_FIELD: Final = re.compile(r"\{(?:title|context|question)\}")
_NO_ANSWER: Final = "unanswerable"
_PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_REFUSED: Final = frozenset({401, 403})
_ATTEMPTS: Final = 6
_LONGEST_WAIT: Final = 120.0


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """The settings of requests to an endpoint; they all belong to the model's `fingerprint`."""

    model: str
    prompt: str = PROMPT
    max_tokens: int = 32
    temperature: float = 0.0
    seed: int = 0
    stop: str = "\n"


class EndpointModel:
    """A model behind an OpenAI-compatible endpoint with the URL `base`.

    `key` is sent as a bearer token, and never written or shown. Up to `concurrency` requests run at
    the same time. Tests replace `transport`, which sends requests, and `sleep`, which waits.
    """

    def __init__(
        self,
        base: str,
        settings: EndpointSettings,
        *,
        key: str = "",
        concurrency: int = 8,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base = base.rstrip("/")
        self._settings = settings
        self._concurrency = concurrency
        self._sleep = sleep
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.Client(headers=headers, timeout=120, transport=transport)
        self._usage: dict[str, int] = {}
        self._finished: dict[str, int] = {}

    @property
    def fingerprint(self) -> str:
        """Return a line with the URL of the endpoint and all settings, among them the model."""
        fields = " ".join(f"{name}={value!r}" for name, value in asdict(self._settings).items())
        return f"endpoint {self._base} {fields}"

    @property
    def about(self) -> Mapping[str, Any]:
        """Return a description of the model for about.json: its URL, settings and counts.

        The counts are those of this run: how many tokens were used, and how often the endpoint gave
        each finish reason.
        """
        return {
            "endpoint": self._base,
            "settings": asdict(self._settings),
            "usage": dict(sorted(self._usage.items())),
            "finish_reason": dict(sorted(self._finished.items())),
        }

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        """Yield answers as they arrive, which may be in another order than the questions.

        Raises FixInputError or FixAccessError if the endpoint refuses a request or answers in an
        unknown format, and RetryLaterError if it fails repeatedly.
        """
        with ThreadPoolExecutor(self._concurrency) as pool:
            waiting: set[Future[Prediction]] = set()
            try:
                for question in questions:
                    waiting.add(pool.submit(self._ask, question))
                    if len(waiting) >= 2 * self._concurrency:
                        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                        yield from (each.result() for each in done)
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            finally:
                for each in waiting:
                    each.cancel()

    def _ask(self, question: Question) -> Prediction:
        settings = self._settings
        # str.format would fail on other braces in a user's prompt.
        texts = {"{title}": question.title, "{context}": question.context,
                 "{question}": question.question}  # fmt: skip
        body = {
            "model": settings.model,
            "messages": [{"role": "user", "content": _filled(settings.prompt, texts)}],
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "seed": settings.seed,
            "stop": [settings.stop],
        }
        value = self._post(body)
        try:
            choice = value["choices"][0]
            text = choice["message"]["content"] or ""
        except (KeyError, IndexError, TypeError):
            raise FixInputError(f"{self._base}: an answer without choices[0].message.content; "
                                "expected an OpenAI-compatible endpoint") from None  # fmt: skip
        self._count(value, choice)
        return Prediction(question.id, _cleaned(str(text)))

    def _count(self, value: Mapping[str, Any], choice: Mapping[str, Any]) -> None:
        reason = str(choice.get("finish_reason"))
        self._finished[reason] = self._finished.get(reason, 0) + 1
        for name, count in (value.get("usage") or {}).items():
            if isinstance(count, int):
                self._usage[name] = self._usage.get(name, 0) + count

    def _post(self, body: Mapping[str, Any]) -> Any:
        url = f"{self._base}/chat/completions"
        for attempt in range(1, _ATTEMPTS + 1):
            pause = min(2.0**attempt, _LONGEST_WAIT)
            try:
                response = self._client.post(url, json=body)
            except httpx.InvalidURL as error:
                raise FixInputError(f"--endpoint {self._base}: {error}") from None
            except httpx.HTTPError as error:
                trouble = str(error) or type(error).__name__
            else:
                if response.is_success:
                    return self._decoded(response)
                trouble = f"{response.status_code}: {response.text[:200]}"
                if response.status_code not in _PASSING:
                    kind = FixAccessError if response.status_code in _REFUSED else FixInputError
                    raise kind(f"{url} answered {on_one_line(trouble)}")
                pause = _asked_wait(response, pause)
            if attempt < _ATTEMPTS:
                self._sleep(pause)
        raise RetryLaterError(f"{url}: {on_one_line(trouble)}; run the command again, it goes on")

    def _decoded(self, response: httpx.Response) -> Any:
        try:
            return response.json()
        except ValueError:
            raise FixInputError(f"{self._base}: answered with what is not JSON") from None


def _filled(prompt: str, texts: Mapping[str, str]) -> str:
    """Return a prompt with its fields, such as {title}, replaced by the texts.

    All fields are replaced in one pass, so words in braces in a passage are kept.
    """
    return _FIELD.sub(lambda found: texts[found[0]], prompt)


def _asked_wait(response: httpx.Response, otherwise: float) -> float:
    text = response.headers.get("Retry-After", "")
    return min(float(text), _LONGEST_WAIT) if text.isdecimal() else otherwise


def _cleaned(text: str) -> str:
    """Return a chat model's answer as one line without quotes, or "" for "unanswerable"."""
    line = text.strip().partition("\n")[0].strip()
    if len(line) > 1 and line[0] == line[-1] and line[0] in "\"'":
        line = line[1:-1]
    plain = line.encode("utf-8", "replace").decode()[:LONGEST]
    return "" if plain.strip(" .").lower() == _NO_ANSWER else plain
