"""A server on loopback that answers as a test says, and no waiting anywhere."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    """Send only so many bytes of the body, then hang up."""


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Responder = Callable[[Request], Answer]


class Loopback:
    """A server; `answers` are given in turn, the last one again and again."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers: list[Answer | Responder] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                request = Request(
                    self.command, self.path, dict(self.headers.items()), self.rfile.read(size)
                )
                outer.requests.append(request)
                turn = min(len(outer.requests), len(outer.answers)) - 1
                chosen = outer.answers[turn]
                answer = chosen if isinstance(chosen, Answer) else chosen(request)
                self.send_response(answer.status)
                for key, value in answer.headers.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body if answer.cut is None else answer.body[: answer.cut])
                if answer.cut is not None:
                    self.close_connection = True

            do_GET = do_POST = _serve  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    server = Loopback()
    yield server
    server.close()


@pytest.fixture
def slept() -> list[float]:
    """The waits that were asked for; pass `slept.append` as the sleep."""
    return []


@pytest.fixture(scope="session")
def answer() -> type[Answer]:
    return Answer
