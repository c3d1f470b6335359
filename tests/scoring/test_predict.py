"""Models asked by every door: each question once, gold answers never sent, killed runs go on."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import (
    ChooseFolderError,
    ChooseKnownError,
    FixAccessError,
    FixInputError,
    RetryLaterError,
)
from builders.releases.release_reading import read_manifest, rows_of, split_path
from builders.scoring.predicting import Question, predict
from builders.scoring.predictions import Candidate, Prediction
from builders.scoring.predictors.command import CommandModel
from builders.scoring.predictors.endpoint import EndpointModel, EndpointSettings
from builders.scoring.release_scoring import score

PER = "DemoSQuAD2-PER-French"
ORG = "DemoSQuAD2-ORG-DBName"


class FirstWord:
    """Answers with the first word of the passage; `stop` ends it as a kill would."""

    fingerprint = "first word 1"

    def __init__(self, stop: int | None = None) -> None:
        self.asked: list[Question] = []
        self._stop = stop

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        for question in questions:
            if self._stop is not None and len(self.asked) >= self._stop:
                raise KeyboardInterrupt
            self.asked.append(question)
            yield Prediction(question.id, question.context.split()[0])


def test_each_question_is_asked_once_and_predictions_are_scored(
    release: Path, tmp_path: Path
) -> None:
    model = FirstWord()
    done = predict(release, tmp_path / "out", model, configs=["DemoSQuAD2-PER-*"])
    texts = {(each.title, each.context, each.question) for each in model.asked}
    assert len(texts) == len(model.asked) == done.asked == done.questions < done.predictions
    assert not (tmp_path / "out" / ORG).exists()
    card = score(release, tmp_path / "out")
    assert not card.warnings
    assert {each["config"] for each in card.drops} >= {PER, "DemoSQuAD2-PER-RandStr"}
    path = split_path(read_manifest(release), PER, "seed1")
    texts_of = json.loads((tmp_path / "out" / PER / "seed1.json").read_text())
    for row in rows_of(release, path):
        assert texts_of[row.example.id] == row.example.context.split()[0]


def test_a_killed_run_goes_on_and_ends_in_the_same_bytes(release: Path, tmp_path: Path) -> None:
    whole = FirstWord()
    predict(release, tmp_path / "whole", whole, configs=[ORG])
    killed = FirstWord(stop=7)
    with pytest.raises(KeyboardInterrupt):
        predict(release, tmp_path / "out", killed, configs=[ORG])
    assert not (tmp_path / "out" / ORG).exists()
    (answers,) = (tmp_path / "out" / ".answers").iterdir()
    answers.write_bytes(answers.read_bytes()[:-5])  # a line torn by the kill
    again = FirstWord()
    done = predict(release, tmp_path / "out", again, configs=[ORG])
    assert len(again.asked) == done.asked == len(whole.asked) - 6
    for place in (tmp_path / "whole" / ORG).iterdir():
        assert (tmp_path / "out" / ORG / place.name).read_bytes() == place.read_bytes()
    assert predict(release, tmp_path / "out", FirstWord(), configs=[ORG]).asked == 0


def test_another_model_needs_another_folder(release: Path, tmp_path: Path) -> None:
    predict(release, tmp_path, FirstWord(), configs=[ORG])
    other = FirstWord()
    other.fingerprint = "first word 2"
    with pytest.raises(ChooseFolderError, match="of another model"):
        predict(release, tmp_path, other, configs=[ORG])
    with pytest.raises(ChooseKnownError, match="unknown config 'Nowhere'"):
        predict(release, tmp_path, FirstWord(), configs=["Nowhere"])


def test_what_a_model_says_besides_is_kept(release: Path, tmp_path: Path) -> None:
    class Sure(FirstWord):
        fingerprint = "sure"

        def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
            for each in questions:
                text = each.context[:4]
                best = (Candidate(text, 0.75, 0), Candidate("x", 0.25))
                yield Prediction(each.id, text, 0, 0.125, best)

    predict(release, tmp_path, Sure(), configs=["AfriDemo"])
    row = score(release, tmp_path).rows[0]
    assert row["best_em"] == pytest.approx(100 * row["noans_n"] / row["n"])


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (["a", "a"], "answered already"),
        (["zzz"], "'zzz', which was not asked"),
        ([], "questions were not answered"),
    ],
)
def test_models_that_do_not_answer_as_they_should(
    release: Path, tmp_path: Path, answers: list[str], fault: str
) -> None:
    class Bad(FirstWord):
        def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
            for each in answers:
                yield Prediction(questions[0].id if each == "a" else each, "x")

    with pytest.raises(FixInputError, match=fault):
        predict(release, tmp_path, Bad(), configs=[ORG])


PROGRAM = """
import json, sys
lines = [json.loads(line) for line in sys.stdin]
assert all(sorted(line) == ["context", "id", "question", "title"] for line in lines)
for line in reversed(lines):
    print(json.dumps({"id": line["id"], "prediction_text": line["context"].split()[0]}))
"""


def program(tmp_path: Path, text: str) -> str:
    place = tmp_path / "model.py"
    place.write_text(text)
    return f"{sys.executable} {place}"


def test_a_command(release: Path, tmp_path: Path) -> None:
    arguments = ["predict", str(release), "--config", ORG, "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, [*arguments, "--command", program(tmp_path, PROGRAM)])
    assert result.exit_code == 0, result.output
    predict(release, tmp_path / "same", FirstWord(), configs=[ORG])
    for place in (tmp_path / "same" / ORG).iterdir():
        assert (tmp_path / "out" / ORG / place.name).read_bytes() == place.read_bytes()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import sys; sys.exit('out of memory')", "exit status 1: out of memory"),
        ("print('hello')", "output line 1: expected a JSON object"),
        ("print('{\"id\": 3}')", "id: expected a text, found a number"),
        ("import time; time.sleep(60)", "printed nothing for 0.5 seconds"),
        ("", "questions were not answered"),
    ],
)
def test_commands_that_fail(release: Path, tmp_path: Path, text: str, fault: str) -> None:
    model = CommandModel(program(tmp_path, text), timeout=0.5)
    if "time" not in text:
        model = CommandModel(program(tmp_path, text))
    with pytest.raises(FixInputError, match=fault):
        predict(release, tmp_path / "out", model, configs=[ORG])
    assert not (tmp_path / "out" / "about.json").exists()


def test_commands_that_are_none() -> None:
    for command in ("", "'"):
        with pytest.raises(FixInputError):
            CommandModel(command)
    with pytest.raises(FixInputError, match="No such file"):
        list(CommandModel("no-such-command-here").predict([Question("a", "", "b", "c")]))


class _Endpoint(BaseHTTPRequestHandler):
    requests: list[dict[str, Any]]
    trouble: list[tuple[int, dict[str, str]]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.trouble:
            status, headers = self.trouble.pop()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            return
        self.requests.append(body | {"key": self.headers["Authorization"]})
        text = body["messages"][0]["content"]
        answer = text.partition("Passage: ")[2].split()[0]
        said = {"message": {"content": f' "{answer}"\nfor'}, "finish_reason": "stop"}
        data = json.dumps({"choices": [said], "usage": {"total_tokens": 3}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[tuple[str, type[_Endpoint]]]:
    handler = type("Handler", (_Endpoint,), {"requests": [], "trouble": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", handler
    server.shutdown()
    server.server_close()


def test_an_endpoint(release: Path, tmp_path: Path, endpoint: tuple[str, type[_Endpoint]]) -> None:
    base, handler = endpoint
    handler.trouble = [(503, {}), (429, {"Retry-After": "7"})]
    waits: list[float] = []
    model = EndpointModel(
        base, EndpointSettings("m"), key="s3cret", concurrency=1, sleep=waits.append
    )
    done = predict(release, tmp_path / "out", model, configs=[ORG])
    assert waits == [7, 4]
    assert len(handler.requests) == done.asked
    first = handler.requests[0]
    assert (first["temperature"], first["max_tokens"], first["key"]) == (0, 32, "Bearer s3cret")
    assert "Answer the question" in first["messages"][0]["content"]
    about = json.loads((tmp_path / "out" / "about.json").read_text())
    assert "{context}" in about["settings"]["prompt"]
    assert about["usage"] == {"total_tokens": 3 * done.asked}
    assert about["finish_reason"] == {"stop": done.asked}
    idle = EndpointModel(base, EndpointSettings("m"), key="s3cret", concurrency=1)
    assert predict(release, tmp_path / "out", idle, configs=[ORG]).asked == 0
    assert json.loads((tmp_path / "out" / "about.json").read_text()) == about
    everything = [place.read_bytes() for place in (tmp_path / "out").rglob("*") if place.is_file()]
    assert b"s3cret" not in b"".join(everything)
    predict(release, tmp_path / "same", FirstWord(), configs=[ORG])
    for place in (tmp_path / "same" / ORG).iterdir():
        assert (tmp_path / "out" / ORG / place.name).read_bytes() == place.read_bytes()


def test_a_prompt_is_filled_once(endpoint: tuple[str, type[_Endpoint]]) -> None:
    base, handler = endpoint
    model = EndpointModel(base, EndpointSettings("m", "Passage: {context} {question}"))
    list(model.predict([Question("1", "t", "{question} {x}", "why {context}")]))
    sent = handler.requests[0]["messages"][0]["content"]
    assert sent == "Passage: {question} {x} why {context}"


@pytest.mark.parametrize(
    ("status", "error"),
    [(401, FixAccessError), (404, FixInputError), (500, RetryLaterError)],
)
def test_endpoints_that_refuse(
    endpoint: tuple[str, type[_Endpoint]], status: int, error: type[Exception]
) -> None:
    base, handler = endpoint
    handler.trouble = [(status, {})] * 20
    model = EndpointModel(base, EndpointSettings("m"), key="s3cret", sleep=lambda seconds: None)
    with pytest.raises(error) as raised:
        list(model.predict([Question("1", "t", "c", "q")]))
    assert "s3cret" not in str(raised.value)
    assert "\n" not in str(raised.value)


def test_answers_of_a_chat_are_cleaned(endpoint: tuple[str, type[_Endpoint]]) -> None:
    base, _ = endpoint
    model = EndpointModel(base, EndpointSettings("m", "Passage: {context}"))
    (found,) = model.predict([Question("1", "", "Unanswerable.", "")])
    assert found.text == ""


def test_an_object_of_python(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_model.py").write_text(
        "from builders.scoring.predictions import Prediction\n"
        "class M:\n"
        "    fingerprint = 'mine'\n"
        "    def predict(self, questions):\n"
        "        return [Prediction(each.id, '') for each in questions]\n"
        "m = M()\n"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["predict", str(release), "--config", ORG, "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, [*arguments, "--python", "own_model:m"])
    assert result.exit_code == 0, result.output
    for bad in ("own_model:n", "nowhere:m", "json:dumps"):
        with pytest.raises(FixInputError, match=f"--python {bad}"):
            CliRunner().invoke(app, [*arguments, "--python", bad], catch_exceptions=False)
