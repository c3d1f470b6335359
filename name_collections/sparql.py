"""Queries a SPARQL endpoint country by country and page by page, and saves the results.

Requests are sent one at a time, with a pause after each query and a User-Agent that names the
client. After a failure, the delay in the Retry-After header is obeyed, and without this header the
delay doubles with each attempt. Each result is saved to a file and is not requested again. A query
that times out is repeated with smaller pages. If it still times out, it is skipped and counted.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from SPARQLWrapper import JSON, POST, SPARQLExceptions, SPARQLWrapper

from name_collections.errors import FixDownloadError, NamesError, RetryDownloadError
from name_collections.fetch import LONGEST_WAIT, Sleep, page_fault, retry_after, user_agent
from name_collections.files import write_whole
from name_collections.harvest.source import Tally
from name_collections.harvest.wikidata import PAGE, query

ATTEMPTS: Final = 6
PAUSE: Final = 1.0
_TIMEOUTS: Final = 2
"""The number of timeouts of one query before it is repeated with a smaller page."""
_SPLIT: Final = 4
_SMALLEST_PAGE: Final = 100
_GATEWAY_TIMEOUT: Final = 504
_RETRIED: Final = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A SPARQL service, and the limits that are obeyed when it is queried."""

    url: str
    contact: str = ""
    """The contact address that is sent to the service, or empty."""
    timeout: int = 70
    """The time limit of a request in seconds."""
    attempts: int = ATTEMPTS
    """How often a query is sent before it counts as failed."""
    pause: float = PAUSE
    """The seconds to wait after a query."""
    page: int = PAGE
    """The number of items that are requested at once."""
    sleep: Sleep = time.sleep
    """The function that waits for a number of seconds."""

    def ask(self, text: str) -> list[dict[str, str]]:
        """Return the result rows of a SELECT query, as dictionaries of strings.

        Raises FixDownloadError if the service refuses the query, and RetryDownloadError if all
        attempts fail or two of them time out.
        """
        reason = "no attempt"
        timeouts = 0
        for attempt in range(self.attempts):
            wait: float | None = None
            try:
                return _rows(self._send(text))
            except SPARQLExceptions.QueryBadFormed as error:
                raise FixDownloadError(f"{self.url}: query refused ({_line(error)})") from None
            except (SPARQLExceptions.Unauthorized, SPARQLExceptions.EndPointNotFound):
                raise FixDownloadError(f"{self.url}: no SPARQL endpoint there, or closed") from None
            except urllib.error.HTTPError as error:
                if error.code not in _RETRIED:
                    raise FixDownloadError(f"{self.url}: HTTP {error.code}") from None
                reason = f"HTTP {error.code}"
                timeouts += error.code == _GATEWAY_TIMEOUT
                wait = retry_after(error.headers.get("Retry-After") or "")
            except (OSError, http.client.HTTPException, SPARQLExceptions.SPARQLWrapperException,
                    _DamagedError) as error:  # fmt: skip
                reason = _line(error)
                timeouts += _is_timeout(error)
            if timeouts == _TIMEOUTS:
                raise _TimedOutError(f"{self.url}: {reason} ({timeouts} times); run it again")
            if attempt + 1 < self.attempts:
                self.sleep(min(2.0 ** (attempt + 1) if wait is None else wait, LONGEST_WAIT))
        raise RetryDownloadError(
            f"{self.url}: {reason} ({self.attempts} attempts); run it again, "
            "what is finished is kept"
        )

    def _send(self, text: str) -> bytes:
        client = SPARQLWrapper(self.url, agent=user_agent(self.contact))
        client.setMethod(POST)
        client.setReturnFormat(JSON)
        client.setTimeout(self.timeout)
        client.setQuery(text)
        response = client.query().response
        try:
            return bytes(response.read())
        finally:
            response.close()

    def pages(self, category: str, country: str = "") -> Iterator[list[dict[str, str]]]:
        """Yield the result rows for a category of names, page by page, until a page is not full.

        `country` is the Wikidata item of a country (Q114), or empty. A page that times out is
        requested again with fewer items. Raises RetryDownloadError if even the smallest page times
        out or all attempts fail, and FixDownloadError if the service refuses the query.
        """
        after, size = "", self.page
        while True:
            try:
                rows = self.ask(query(category, country, after, size))
            except _TimedOutError:
                size //= _SPLIT
                if size < _SMALLEST_PAGE:
                    raise
                self.sleep(self.pause)
                continue
            yield rows
            items = {row["item"] for row in rows}
            if len(items) < size:
                return
            after = max(items).rpartition("/")[2]
            self.sleep(self.pause)


class _TimedOutError(RetryDownloadError):
    """A query that repeatedly exceeded the time limit of the service."""


def _is_timeout(error: Exception) -> bool:
    """Return whether the client or service timed out. Wikidata may report this as HTTP 500."""
    causes = (error, getattr(error, "reason", None))
    return any(isinstance(e, TimeoutError) for e in causes) or "TimeoutException" in str(error)


class _DamagedError(Exception):
    """A response that is not a JSON document with query results."""


def _line(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return " ".join(text.split())[:200]


def _rows(data: bytes) -> list[dict[str, str]]:
    if fault := page_fault(data):
        raise _DamagedError(fault)
    try:
        bindings = json.loads(data)["results"]["bindings"]
        return [{key: str(cell["value"]) for key, cell in row.items()} for row in bindings]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _DamagedError(f"truncated or damaged results ({type(error).__name__})") from None


@dataclass(frozen=True, slots=True)
class _ResultFiles:
    """Saves the query results for a category and country as a file, unless the file exists."""

    endpoint: Endpoint
    folder: Path
    report: Callable[[str], None] | None
    tally: Tally

    def save(self, category: str, item: str = "", country: str = "") -> Path:
        path = self.folder / (f"{category}-{item}.json" if item else f"{category}.json")
        if not path.exists():
            rows: list[dict[str, Any]] = []
            for page in self.endpoint.pages(category, item):
                rows.extend(row | ({"country": country} if country else {}) for row in page)
            write_whole(path, json.dumps(rows, ensure_ascii=False, indent=0).encode())
            self.endpoint.sleep(self.endpoint.pause)
        if self.report:
            self.report(path.name)
        return path


def gather(
    endpoint: Endpoint,
    categories: tuple[str, ...],
    folder: Path,
    tally: Tally,
    report: Callable[[str], None] | None = None,
) -> list[Path]:
    """Query every category for every African country and return the result files.

    There is one file per category and country, after a file with the countries. `report` is called
    with the name of each finished file. `tally` counts the queries that timed out and were skipped.
    They are sent again when the harvest is rerun.
    """
    folder = folder / sha256(endpoint.url.encode()).hexdigest()[:12]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _gathered(_ResultFiles(endpoint, folder, report, tally), categories)
    except OSError as error:
        raise NamesError(f"{folder}: cannot be written ({error})") from error


def _gathered(files: _ResultFiles, categories: tuple[str, ...]) -> list[Path]:
    countries = files.save("country")
    countries_by_item = {
        str(row["item"]): str(row["label"]) for row in json.loads(countries.read_bytes())
    }
    if not countries_by_item:
        countries.unlink()
        raise FixDownloadError(f"{files.endpoint.url}: knows no country of Africa; another one?")
    found = [countries]
    for item, label in countries_by_item.items():
        for category in categories:
            if category == "country":
                continue
            try:
                found.append(files.save(category, item.rpartition("/")[2], label))
            except _TimedOutError:
                files.tally.drop(f"query timed out: {category} of {label}")
    return found
