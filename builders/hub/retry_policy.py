"""Repeat requests to the Hub after temporary failures, and explain its refusals to the user."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from huggingface_hub.errors import HfHubHTTPError

from builders.errors import (
    FixAccessError,
    FixInputError,
    FreeSpaceError,
    RenamerError,
    RetryLaterError,
)

T = TypeVar("T")

# The base class of the errors raised by the HTTP library that huggingface_hub uses.
_HTTP_ERROR: Final[type[BaseException]] = HfHubHTTPError.__bases__[0]
# HTTP statuses after which a request is repeated. After 409 and 412, another change came first;
# `settle` then calls `found` before it repeats the request.
_PASSING: Final = frozenset({408, 409, 412, 425, 429, 500, 502, 503, 504})
_TOKEN: Final = re.compile(r"hf_\w+|(?<=[Bb]earer )\S+")
_LOGIN: Final = "log in with `hf auth login` or set HF_TOKEN"

# HTTP statuses of refusals, each with the error to raise and the remedy in its message.
_REFUSALS: Final[dict[int, tuple[type[RenamerError], str]]] = {
    400: (FixInputError, "correct what it names and run the command again"),
    401: (FixAccessError, f"{_LOGIN}, and check the name of the repository"),
    403: (FixAccessError, "use a token that may write to this repository"),
    404: (FixAccessError, f"check the name; for a private repository {_LOGIN}"),
    413: (FixInputError, "the files are larger than it takes; make smaller Parquet files"),
    422: (FixInputError, "correct what it names and run the command again"),
}


@dataclass(frozen=True, slots=True)
class Patience:
    """A retry policy: how often a request is tried, and how long to wait in between.

    Waits are in seconds and double from `first_wait` up to `longest_wait`. `sleep` is the function
    that waits.
    """

    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def waits(self) -> Iterator[float]:
        """Yield the seconds to wait after each attempt except the last one."""
        wait = self.first_wait
        for _ in range(self.attempts - 1):
            yield min(wait, self.longest_wait)
            wait *= 2

    def ask(self, doing: str, call: Callable[[], T]) -> T:
        """Return the result of `call`, which is repeated after temporary failures.

        `call` must change nothing, or have no further effect if it is repeated. `doing`
        describes the call in error messages, for example "committing to my-org/data". Raises a
        RenamerError if the last attempt fails, or after a failure that is not temporary.
        """
        return self.settle(doing, call, lambda error: None)

    def settle(
        self, doing: str, call: Callable[[], T], found: Callable[[Exception], T | None]
    ) -> T:
        """Return the result of a call that may take effect even if it raises an error.

        `call` is repeated after temporary failures, as in `ask`. After every failure, `found` is
        called with the error. It must return the result of the call if the call took effect, return
        None if nothing happened, or raise an error if the call can never succeed.
        """
        for wait in (*self.waits(), None):
            try:
                return call()
            except Exception as error:
                done = found(error)
                if done is not None:
                    return done
                if wait is None or not is_passing(error):
                    raise explained(error, doing) from error
                self.sleep(max(wait, min(asked_wait(error), self.longest_wait)))
        raise AssertionError("waits() ends, and the last attempt returns or raises")


def status_of(error: BaseException) -> int:
    """Return the HTTP status of an error, or of an error that caused it, or 0 if there is none."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, HfHubHTTPError):
            return int(cause.response.status_code)
        cause = cause.__cause__
    return 0


def is_passing(error: BaseException) -> bool:
    """Return whether an error is temporary, so that the same request may succeed later."""
    status = status_of(error)
    return status in _PASSING if status else _is_transport(error)


def asked_wait(error: BaseException) -> float:
    """Return how many seconds the server asked to wait, according to an error, or 0."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, HfHubHTTPError):
            text = cause.response.headers.get("Retry-After", "")
            return float(text) if text.isdigit() else 0.0
        cause = cause.__cause__
    return 0.0


def explained(error: BaseException, doing: str) -> RenamerError:
    """Return an error as a RenamerError with a message of one line, to be shown to the user.

    `doing` says what failed. A RenamerError is returned unchanged.
    """
    if isinstance(error, RenamerError):
        return error
    status = status_of(error)
    if status in _REFUSALS:
        kind, remedy = _REFUSALS[status]
        return kind(f"{doing}: the Hub answered {status}: {_reason(error)}; {remedy}")
    if status:
        again = "run the command again later; it goes on where it stopped"
        return RetryLaterError(f"{doing}: the Hub answered {status}: {_reason(error)}; {again}")
    if _is_transport(error):
        again = "check the network and run the command again; it goes on where it stopped"
        return RetryLaterError(f"{doing}: the connection failed ({_reason(error)}); {again}")
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EACCES}:
        return FreeSpaceError(f"{doing}: {error.filename}: {error.strerror}")
    return FixInputError(f"{doing}: {_reason(error)}")


def redacted(text: str) -> str:
    """Return a text as one line of at most 300 characters, without access tokens.

    Control characters become spaces.
    """
    plain = "".join(char if char.isprintable() else " " for char in text)
    return _TOKEN.sub("***", " ".join(plain.split()))[:300]


def _is_transport(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, (_HTTP_ERROR, ConnectionError, TimeoutError)):
            return True
        cause = cause.__cause__
    return False


def _reason(error: BaseException) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, HfHubHTTPError):
            header = cause.response.headers.get("X-Error-Message", "")
            return redacted(cause.server_message or header or "no reason given")
        cause = cause.__cause__
    return redacted(str(error) or type(error).__name__)
