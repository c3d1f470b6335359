"""Reads lists of names in CSV, JSON and HTML files.

Every reader yields rows as dictionaries with lower-case keys. The rows of a list of bare names
have the single key "name". The rows for links in an HTML page have the single key "title".
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Final

from name_collections.errors import FixNamesFileError
from name_collections.harvest.source import RawFile, Tally, lines, stem

Row = Mapping[str, str]
MAX_WHOLE: Final = 64 << 20
"""The maximum size in bytes of a JSON or HTML list of names. Real lists have a few megabytes."""


def rows(file: RawFile, tally: Tally) -> Iterator[Row]:
    """Yield the rows of a list of names. The suffix of the file name determines the format.

    If the format is not CSV, JSON or HTML, the file is counted as dropped in `tally`.
    """
    suffix = stem(file.name).rpartition(".")[2]
    if suffix in {"csv", "tsv", "txt"}:
        yield from _csv(file, tally)
    elif suffix == "json":
        yield from _json(_whole(file), tally)
    elif suffix in {"html", "htm"}:
        yield from _html(_whole(file))
    else:
        tally.drop("not a CSV, JSON or HTML file")


def _whole(file: RawFile) -> str:
    data = file.stream.read(MAX_WHOLE + 1)
    if len(data) > MAX_WHOLE:
        raise FixNamesFileError(f"{file.name}: larger than a list of names can be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FixNamesFileError(f"{file.name}: not UTF-8 ({error.reason})") from None


def _csv(file: RawFile, tally: Tally) -> Iterator[Row]:
    header: list[str] = []
    delimiter = ","
    for line in lines(file.stream, tally):
        if not line.strip():
            continue
        if not header:
            delimiter = max(";\t,", key=line.count)
            header = [field.strip().lower() for field in _fields(line, delimiter)]
            if not _is_header(header):
                yield {"name": line.strip()}
                header = ["name"] if len(header) == 1 else header
            continue
        fields = _fields(line, delimiter)
        if len(fields) != len(header):
            tally.read += 1
            tally.drop("not a row")
            continue
        yield dict(zip(header, fields, strict=True))


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


_HEADERS: Final = frozenset({
    "name", "names", "first_name", "firstname", "given_name", "givenname", "preusuel", "prenom",
    "surname", "surnames", "last_name", "lastname", "family_name", "caste", "apellido", "nombre",
    "character", "nom", "last name", "first name", "term",
})  # fmt: skip
_TITLE: Final = frozenset({"title"})


def _is_header(fields: list[str]) -> bool:
    return bool(set(fields) & _HEADERS)


def _json(text: str, tally: Tally) -> Iterator[Row]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        tally.drop("damaged JSON")
        return
    found = _listed(value)
    if found is None:
        tally.drop("JSON file that is no list of names")
        return
    yield from found


def _listed(value: object) -> list[Row] | None:
    """Return the rows of a JSON value that lists names, or None for any other value.

    Accepted values are a list of strings, a list of objects with a key for the name (such as
    "surname"), an object that maps names to counts, an object whose values are lists or objects of
    these kinds, and a MediaWiki API response that lists the members of a category.
    """
    if not isinstance(value, dict):
        return _of_list(value)
    if isinstance(query := value.get("query"), dict):
        return _of_list(query.get("categorymembers"), _TITLE)
    if (counts := _of_counts(value)) is not None:
        return counts
    parts = [_of_counts(part) if isinstance(part, dict) else _of_list(part)
             for part in value.values() if isinstance(part, (dict, list))]  # fmt: skip
    if not parts or None in parts:
        return None
    return [row for part in parts if part for row in part]


def _of_list(value: object, columns: frozenset[str] = _HEADERS) -> list[Row] | None:
    if not isinstance(value, list):
        return None
    rows = [_of_item(item, columns) for item in value]
    found = [row for row in rows if row is not None]
    return found if len(found) == len(rows) else None


def _of_item(item: object, columns: frozenset[str]) -> Row | None:
    if isinstance(item, str):
        return {"name": item}
    if not isinstance(item, dict) or any(
        isinstance(field, (dict, list)) for field in item.values()
    ):
        return None
    row = {str(key).lower(): str(field) for key, field in item.items() if field is not None}
    return row if columns & {str(key).lower() for key in item} else None


def _of_counts(value: Mapping[str, object]) -> list[Row] | None:
    if not value or not all(type(count) in (int, float) for count in value.values()):
        return None
    return [{"name": name, "count": str(count)} for name, count in value.items()]


def _html(text: str) -> Iterator[Row]:
    """Yield the titles of the wiki articles that a page links to, and the rows of its tables.

    If the page lists the members of a wiki category, other links are ignored.
    """
    page = _Page()
    page.feed(text)
    page.close()
    yield from ({"title": title} for title in page.members or page.titles)
    yield from page.cells


class _Page(HTMLParser):
    """An HTML parser that collects links to wiki articles, and the rows of tables.

    `members` are the titles of articles linked in the lists of a category page. `titles` are the
    titles of all other linked articles. `cells` are the rows of tables that have a header.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.titles: list[str] = []
        self.members: list[str] = []
        self._depth = 0
        self.cells: list[Row] = []
        self._header: list[str] = []
        self._row: list[str] | None = None
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a" and (found.get("href") or "").startswith("/wiki/") and found.get("title"):
            (self.members if self._depth else self.titles).append(str(found["title"]))
        elif tag == "div" and (self._depth or "mw-category" in (found.get("class") or "")):
            self._depth += 1
        elif tag == "tr":
            self._row = []
        elif tag in {"td", "th"} and self._row is not None:
            self._cell = []

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self._cell is not None and self._row is not None:
            self._row.append(" ".join("".join(self._cell).split()))
            self._cell = None
        elif tag == "div" and self._depth:
            self._depth -= 1
        elif tag == "tr" and self._row is not None:
            self._end_row(self._row)
            self._row = None

    def _end_row(self, row: list[str]) -> None:
        lowered = [cell.lower() for cell in row]
        if _is_header(lowered):
            self._header = lowered
        elif self._header and len(row) == len(self._header):
            self.cells.append(dict(zip(self._header, row, strict=True)))
