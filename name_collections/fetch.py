"""Downloads files with integrity checks, and resumes broken downloads.

All downloads over HTTP go through this module, except SPARQL queries. The transport
(`httpx.BaseTransport`) and the sleep between attempts are parameters, so tests need neither a
network nor a clock.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import httpx

from name_collections.errors import FixDownloadError, NamesError, RetryDownloadError

USER_AGENT: Final = "entity-renamer/0.1 (builds renamed benchmarks; {contact})"
CONTACT: Final = "RENAMER_CONTACT"
"""The environment variable with the contact address that is sent to servers."""

ATTEMPTS: Final = 5
MAX_BYTES: Final = 4 << 30
LONGEST_WAIT: Final = 120.0
_BLOCK: Final = 1 << 18
_RETRIED: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_REFUSED: Final = frozenset({401, 403, 407, 451})
_HTML: Final = re.compile(rb"^\s*(?:<!doctype html|<html|<head)", re.IGNORECASE)
_WALL: Final = re.compile(
    rb"log ?in|sign ?in|password|captcha|access denied|are you (?:a )?(?:human|robot)|"
    rb"cloudflare|forbidden|blocked|enable javascript",
    re.IGNORECASE,
)

Sleep = Callable[[float], None]
Progress = Callable[[int], None]


class _RetryError(Exception):
    """A failure after which another attempt may succeed.

    `wait` is the delay before the next attempt in seconds, or None for the usual delay.
    """

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait = wait


def fetch(
    url: str,
    *,
    folder: Path,
    name: str = "",
    sha256: str = "",
    md5: str = "",
    html: bool = False,
    transport: httpx.BaseTransport | None = None,
    max_bytes: int = MAX_BYTES,
    timeout: float = 60.0,
    attempts: int = ATTEMPTS,
    progress: Progress | None = None,
    contact: str = "",
    sleep: Sleep = time.sleep,
) -> Path:
    """Download `url` into `folder` and return the path of the file.

    A file that is already there with the expected digest is not downloaded again, and an
    interrupted download is resumed. Set `html` if the expected file is a web page. Raises
    FixDownloadError if the file is wrong or too large, or if the server refuses to send it,
    RetryDownloadError if the network or the server fails, and NamesError if the folder cannot be
    written.
    """
    target = folder / (name or _file_name(url))
    wanted = _Wanted(url, target, sha256.lower(), md5.lower(), html, max_bytes)
    try:
        if target.exists() and wanted.has_digest and not wanted.fault(target):
            return target
        folder.mkdir(parents=True, exist_ok=True)
        with httpx.Client(
            transport=transport,
            timeout=timeout,
            follow_redirects=True,
            headers={"User-Agent": user_agent(contact), "Accept-Encoding": "identity"},
        ) as client:
            return _persist(client, wanted, progress, attempts, sleep)
    except FixDownloadError:
        wanted.forget()
        raise
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise FixDownloadError(f"{url}: not an address to download from ({error})") from None
    except OSError as error:
        raise NamesError(f"{folder}: cannot be written ({error.strerror})") from error


def _persist(
    client: httpx.Client,
    wanted: _Wanted,
    progress: Progress | None,
    attempts: int,
    sleep: Sleep,
) -> Path:
    reason = "no attempt"
    for attempt in range(attempts):
        wait = 2.0**attempt
        try:
            return _download(client, wanted, progress)
        except _RetryError as again:
            reason = again.reason
            wait = wait if again.wait is None else again.wait
        except httpx.UnsupportedProtocol:
            raise
        except httpx.HTTPError as error:
            reason = f"{type(error).__name__}: {error}".rstrip(": ")
        if attempt + 1 < attempts:
            sleep(min(wait, LONGEST_WAIT))
    raise RetryDownloadError(f"{wanted.url}: {reason} ({attempts} attempts); run it again")


def user_agent(contact: str = "") -> str:
    """Return the User-Agent header of requests.

    It contains a contact address if one is known, because many services require one.
    """
    return USER_AGENT.format(contact=contact_of(contact) or "no contact given")


def contact_of(contact: str = "") -> str:
    """Return the given contact address, or else the one in the environment.

    The environment variable is RENAMER_CONTACT. Returns an empty string if there is neither.
    """
    return contact or os.environ.get(CONTACT, "")


@dataclass(frozen=True, slots=True)
class _Wanted:
    url: str
    target: Path
    sha256: str
    md5: str
    html: bool
    max_bytes: int

    @property
    def has_digest(self) -> bool:
        return bool(self.sha256 or self.md5)

    @property
    def part(self) -> Path:
        return self.target.with_name(f".{self.target.name}.part")

    @property
    def validator(self) -> Path:
        """Return the path of the file that stores the ETag (a version mark) of a partial download.

        With the ETag, the server can tell whether the file has changed. If so, the download starts
        again from the beginning.
        """
        return self.target.with_name(f".{self.target.name}.etag")

    def forget(self) -> None:
        """Remove the partial download."""
        self.part.unlink(missing_ok=True)
        self.validator.unlink(missing_ok=True)

    def fault(self, path: Path) -> str:
        """Return how a file's digest differs from the expected digest, or an empty string."""
        for kind, expected in (("sha256", self.sha256), ("md5", self.md5)):
            if expected and (found := file_digest(path, kind)) != expected:
                return f"{kind} is {found}, expected {expected}"
        return ""


def file_digest(path: Path, kind: str = "sha256") -> str:
    """Return the hexadecimal digest of a file, read in blocks."""
    hasher = hashlib.new(kind, usedforsecurity=False)
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            hasher.update(block)
    return hasher.hexdigest()


def _file_name(url: str) -> str:
    try:
        name = Path(unquote(urlsplit(url).path)).name
    except ValueError as error:
        raise FixDownloadError(f"{url}: not an address to download from ({error})") from None
    return re.sub(r"[^\w.+-]", "_", name).lstrip(".") or "download"


def retry_after(value: str, now: Callable[[], float] = time.time) -> float | None:
    """Return the delay in seconds from a Retry-After header (a number or a date).

    Returns None if the header is neither.
    """
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now())
    except (TypeError, ValueError):
        return None


def _download(client: httpx.Client, wanted: _Wanted, progress: Progress | None) -> Path:
    headers = _resume(wanted)
    done = wanted.part.stat().st_size if headers else 0
    with client.stream("GET", wanted.url, headers=headers) as response:
        encoded = response.headers.get("Content-Encoding", "identity") != "identity"
        if response.status_code == 416 or (response.status_code == 206 and encoded):
            wanted.forget()
            raise _RetryError("the part downloaded before does not fit", 0.0)
        _check_status(response, wanted)
        done = done if response.status_code == 206 else 0
        wanted.validator.write_text(response.headers.get("ETag", ""), encoding="utf-8")
        expected = None if encoded else _expected(response, done)
        if expected is not None and expected > wanted.max_bytes:
            raise FixDownloadError(f"{wanted.url}: {expected} bytes, more than {wanted.max_bytes}")
        size = _receive(response.iter_bytes(_BLOCK), wanted, done, progress)
    if expected is not None and size < expected:
        raise _RetryError(f"broke off after {size} of {expected} bytes", 0.0)
    if fault := wanted.fault(wanted.part):
        raise FixDownloadError(f"{wanted.url}: {fault}; the file changed or was damaged")
    wanted.part.replace(wanted.target)
    wanted.forget()
    return wanted.target


def _resume(wanted: _Wanted) -> dict[str, str]:
    """Return headers that request the rest of a partial file.

    Returns an empty dictionary if there is no download that can be resumed.
    """
    if not wanted.part.exists() or not wanted.validator.exists() or not wanted.part.stat().st_size:
        return {}
    etag = wanted.validator.read_text(encoding="utf-8")
    headers = {"Range": f"bytes={wanted.part.stat().st_size}-"}
    return headers | ({"If-Range": etag} if etag and not etag.startswith("W/") else {})


def _check_status(response: httpx.Response, wanted: _Wanted) -> None:
    status = response.status_code
    if status in _RETRIED:
        raise _RetryError(f"HTTP {status}", retry_after(response.headers.get("Retry-After", "")))
    if status in _REFUSED:
        raise FixDownloadError(
            f"{wanted.url}: HTTP {status}, the server refuses; download the file in a browser "
            "and pass it with --input"
        )
    if status >= 400:
        raise FixDownloadError(f"{wanted.url}: HTTP {status}; check the address")


def _expected(response: httpx.Response, done: int) -> int | None:
    """Return the size of the whole file in bytes, or None if the server does not state it.

    `done` is the number of bytes that were downloaded before.
    """
    length = response.headers.get("Content-Length", "")
    return done + int(length) if length.isdigit() else None


def _receive(blocks: Iterator[bytes], wanted: _Wanted, done: int, progress: Progress | None) -> int:
    """Append the response body to the partial file and return the size of the file so far."""
    size = done
    with wanted.part.open("ab" if done else "wb") as stream:
        for block in blocks:
            if not size and not wanted.html and (fault := page_fault(block)):
                raise FixDownloadError(f"{wanted.url}: {fault}")
            size += len(block)
            if size > wanted.max_bytes:
                raise FixDownloadError(f"{wanted.url}: more than {wanted.max_bytes} bytes")
            stream.write(block)
            if progress:
                progress(len(block))
    return size


def page_fault(head: bytes) -> str:
    """Return a message if the first bytes of a file show that it is a web page, or else ""."""
    head = head[:4096].removeprefix(b"\xef\xbb\xbf")
    if not _HTML.match(head):
        return ""
    kind = "a login or block page" if _WALL.search(head) else "a web page"
    return f"{kind} instead of the file; download it in a browser and pass it with --input"
