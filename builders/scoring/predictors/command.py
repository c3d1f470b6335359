"""A command that serves as a model: it reads questions and prints predictions, both as JSONL.

Each line of standard input is {"id", "title", "context", "question"}. Each line of standard output,
in any order, is {"id", "prediction_text"}, with further optional keys that
builders.scoring.prediction_files describes. The command is not run through a shell.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread, Timer
from typing import Any, Final

from builders.errors import FixInputError, on_one_line
from builders.scoring.predicting import Question
from builders.scoring.prediction_files import prediction_of
from builders.scoring.predictions import Faults, Prediction

_TAIL: Final = 3


class CommandModel:
    """A model that runs a command once for each batch of questions.

    `timeout` is the number of seconds without output after which the command is killed.
    """

    def __init__(self, command: str, *, timeout: float = 600.0) -> None:
        self._command = command
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise FixInputError(f"--command: {error}") from None
        if not self._words:
            raise FixInputError("--command: is empty")
        self._timeout = timeout

    @property
    def fingerprint(self) -> str:
        """Return a line with the command, which identifies the model."""
        return f"command {self._command}"

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        """Run the command, and yield predictions as it prints them.

        Raises FixInputError if the command cannot be run, fails, prints nothing for too long, or
        prints something other than predictions.
        """
        try:
            process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise FixInputError(
                f"--command {self._words[0]}: {error.strerror}; check the command"
            ) from None
        assert process.stdin and process.stdout and process.stderr
        tail: deque[bytes] = deque(maxlen=_TAIL)
        threads = [
            Thread(target=_feed, args=(process.stdin, questions), daemon=True),
            Thread(target=tail.extend, args=(process.stderr,), daemon=True),
        ]
        for thread in threads:
            thread.start()
        silent = _OutputTimeout(process, self._timeout)
        try:
            yield from self._read(process, silent)
            status = process.wait()
        finally:
            silent.end()
            process.kill()
            process.wait()
            for thread in threads:
                thread.join()
            for stream in (process.stdout, process.stderr):
                stream.close()
        last = on_one_line(b" ".join(line.strip() for line in tail).decode(errors="replace"))
        if silent.over:
            raise FixInputError(
                f"{self.fingerprint}: printed nothing for {self._timeout:g} seconds; "
                f"give it longer with --timeout{': ' if last else ''}{last:.300}"
            )
        if status:
            raise FixInputError(f"{self.fingerprint}: exit status {status}: {last:.300}")

    def _read(
        self, process: subprocess.Popen[bytes], silent: _OutputTimeout
    ) -> Iterator[Prediction]:
        faults = Faults(self.fingerprint)
        for number, line in enumerate(process.stdout or (), 1):
            silent.heard()
            if not line.strip():
                continue
            where = f"output line {number:,}"
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            if not isinstance(value, dict):
                faults.add(where, "", f"expected a JSON object, found {line[:60]!r}")
                faults.check()
            made = prediction_of(value or {}, where, faults)
            faults.check()
            if made is not None:
                yield made


def _feed(stream: Any, questions: Sequence[Question]) -> None:
    # A command may exit before it has read all its input; its exit status says why.
    with suppress(OSError), stream:
        for each in questions:
            line = {"id": each.id, "title": each.title, "context": each.context,
                    "question": each.question}  # fmt: skip
            stream.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


class _OutputTimeout:
    """A timer that kills a process if it prints nothing for `timeout` seconds.

    `over` says whether this has happened.
    """

    def __init__(self, process: subprocess.Popen[bytes], timeout: float) -> None:
        self._process = process
        self._timeout = timeout
        self.over = False
        self._timer: Timer | None = None
        self.heard()

    def heard(self) -> None:
        """Restart the timer, because the process has printed something."""
        self.end()
        self._timer = Timer(self._timeout, self._give_up)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _give_up(self) -> None:
        self.over = True
        self._process.kill()
