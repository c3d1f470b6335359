"""Asks a SPARQL endpoint politely, page by page and country by country, and saves what it says.

One request at a time, with a pause between two; a User-Agent that says who asks; POST for long
queries; Retry-After obeyed on 429 and 503, exponential backoff otherwise. A finished country is
a file, and is not asked again.
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
from urllib.parse import quote

from SPARQLWrapper import GET, JSON, POST, SPARQLExceptions, SPARQLWrapper

from name_collections.errors import FixDownloadError, NamesError, RetryDownloadError
from name_collections.fetch import LONGEST_WAIT, Sleep, page_fault, retry_after, user_agent
from name_collections.files import write_whole
from name_collections.harvest.wikidata import PAGE, query

ATTEMPTS: Final = 6
PAUSE: Final = 1.0
LONG_QUERY: Final = 600
"""Characters of an encoded query beyond which it is posted."""
_RETRIED: Final = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A SPARQL service and the manners to be kept with it."""

    url: str
    contact: str = ""
    timeout: int = 70
    attempts: int = ATTEMPTS
    pause: float = PAUSE
    page: int = PAGE
    sleep: Sleep = time.sleep

    def ask(self, text: str) -> list[dict[str, str]]:
        """Return the rows of a SELECT query as flat texts."""
        reason = "no attempt"
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
                wait = retry_after(error.headers.get("Retry-After") or "")
            except (OSError, http.client.HTTPException, SPARQLExceptions.SPARQLWrapperException,
                    _DamagedError) as error:  # fmt: skip
                reason = _line(error)
            if attempt + 1 < self.attempts:
                self.sleep(min(2.0 ** (attempt + 1) if wait is None else wait, LONGEST_WAIT))
        raise RetryDownloadError(
            f"{self.url}: {reason} ({self.attempts} attempts); run it again, "
            "what is finished is kept"
        )

    def _send(self, text: str) -> bytes:
        client = SPARQLWrapper(self.url, agent=user_agent(self.contact))
        client.setMethod(POST if len(quote(text)) > LONG_QUERY else GET)
        client.setReturnFormat(JSON)
        client.setTimeout(self.timeout)
        client.setQuery(text)
        response = client.query().response
        try:
            return bytes(response.read())
        finally:
            response.close()

    def pages(self, category: str, country: str = "") -> Iterator[list[dict[str, str]]]:
        """Yield the pages of a category's query until one is not full."""
        offset = 0
        while True:
            rows = self.ask(query(category, country, offset, self.page))
            yield rows
            offset += len(rows)
            if len(rows) < self.page:
                return
            self.sleep(self.pause)


class _DamagedError(Exception):
    """An answer that is not the JSON of results."""


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
class _Keeper:
    """Saves the rows of a query under its category and country; asks only once."""

    endpoint: Endpoint
    folder: Path
    report: Callable[[str], None] | None

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
    report: Callable[[str], None] | None = None,
) -> list[Path]:
    """Ask every category of every African country; return the files of rows, one each.

    `report` is told the name of each file as it is finished.
    """
    folder = folder / sha256(endpoint.url.encode()).hexdigest()[:12]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _gathered(_Keeper(endpoint, folder, report), categories)
    except OSError as error:
        raise NamesError(f"{folder}: cannot be written ({error})") from error


def _gathered(keeper: _Keeper, categories: tuple[str, ...]) -> list[Path]:
    countries = keeper.save("country")
    lands = {str(row["item"]): str(row["label"]) for row in json.loads(countries.read_bytes())}
    if not lands:
        countries.unlink()
        raise FixDownloadError(f"{keeper.endpoint.url}: knows no country of Africa; another one?")
    found = [countries]
    for item, label in lands.items():
        wanted = [category for category in categories if category != "country"]
        found += [keeper.save(each, item.rpartition("/")[2], label) for each in wanted]
    return found
