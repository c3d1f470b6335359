"""Makes collections of names from a source: gets its files, parses them, and saves the names.

The files are downloaded, or the user gives them.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import httpx

from name_collections import store
from name_collections.archive import open_files
from name_collections.catalogue import source as find_source
from name_collections.collection import NameCollection
from name_collections.errors import FixNamesFileError
from name_collections.fetch import CONTACT, Progress, Sleep, contact_of, fetch, file_digest
from name_collections.files import write_whole
from name_collections.harvest.source import Download, Source, Tally, first_name
from name_collections.harvest.wikidata import ENDPOINT, query
from name_collections.lexicon import FILE as LEXICON_FILE
from name_collections.lexicon import Lexicon
from name_collections.name import Name, Provenance
from name_collections.reference_names import proper_nouns, reference_names
from name_collections.risk import flag

_WIKIMEDIA: Final = ("wikidata.org", "wikipedia.org", "wikimedia.org")
_MAX_PAGES: Final = 200
_PAGE: Final = re.compile(r"^\d{3}-")


@dataclass(frozen=True, slots=True)
class HarvestOptions:
    """The settings of a harvest: how it reaches the servers, and how it reports progress.

    The defaults access the real services.
    """

    transport: httpx.BaseTransport | None = None
    endpoint: str = ENDPOINT
    contact: str = ""
    """An e-mail address or web page that is sent to servers."""
    sleep: Sleep = time.sleep
    progress: Progress | None = None
    """Called with the number of bytes of each downloaded block."""
    report: Callable[[str], None] | None = None
    """Called with the name of each finished file."""


@dataclass(frozen=True, slots=True)
class HarvestReport:
    """What a harvest read, kept and dropped, and which files it wrote."""

    source: str
    """The name of the source."""
    files: tuple[Path, ...]
    """The files that were read."""
    read: int
    """The number of records in these files."""
    kept: dict[str, dict[str, int]]
    """The number of names per collection and span type."""
    dropped: dict[str, int]
    """The number of dropped records per reason."""
    written: tuple[Path, ...] = ()


def harvest(
    name: str,
    *,
    out: Path,
    cache: Path,
    retrieved: str,
    inputs: Sequence[Path] = (),
    options: HarvestOptions | None = None,
) -> HarvestReport:
    """Save the names of the source called `name` as collections in the folder `out`.

    The names are read from the files `inputs`, or else from files that are downloaded into `cache`.
    If a collection of the same name exists in `out`, or else in the package, its names of the same
    span types are replaced, and its other names are kept. `retrieved` is an ISO date for the
    provenance.
    """
    source = find_source(name)
    options = options or HarvestOptions()
    tally = Tally()
    files = list(inputs) or _gather(source, cache / source.name, options, tally)
    if source.parse is None:
        return _lexicon(source, files, tally, out, retrieved)
    found: dict[str, dict[tuple[str, ...], Name]] = {}
    for parsed in source.parse(open_files(files), tally):
        _join(found.setdefault(source.collection_of(parsed.span_type), {}), parsed)
    if not found:
        raise _no_names(files, tally)
    provenance = _provenance(source, files, retrieved, "" if inputs else options.endpoint)
    kept = {
        collection: dict(sorted(Counter(n.span_type for n in names.values()).items()))
        for collection, names in sorted(found.items())
    }
    made = [
        _merged(
            collection, flag(found.pop(collection).values(), reference_names()), out, provenance
        )
        for collection in kept
    ]
    written = [store.save(each, out, _counts(source, tally)) for each in made]
    return _report(source, files, tally, kept, written)


def _gather(source: Source, folder: Path, options: HarvestOptions, tally: Tally) -> list[Path]:
    if source.needs_input:
        raise FixNamesFileError(f"{source.name}: {source.needs_input}")
    _check_contact(source, options)
    if source.queries:
        from name_collections.sparql import Endpoint, gather  # slow to import, because of rdflib

        endpoint = Endpoint(options.endpoint, options.contact, sleep=options.sleep)
        return gather(endpoint, source.queries, folder, tally, options.report)
    return [path for download in source.downloads for path in _download(download, folder, options)]


def _check_contact(source: Source, options: HarvestOptions) -> None:
    """Raise FixNamesFileError if a Wikimedia server has to be asked without a contact address.

    Wikimedia answers scripts only if they name a contact address.
    """
    asked = [options.endpoint] if source.queries else [each.url for each in source.downloads]
    hosts = {httpx.URL(url).host for url in asked}
    if any(host.endswith(_WIKIMEDIA) for host in hosts) and not contact_of(options.contact):
        raise FixNamesFileError(
            f"{source.name}: Wikimedia answers scripts only if they name a contact; pass an e-mail "
            f"address or a page of yours with --contact, or set {CONTACT}"
        )


def _download(download: Download, folder: Path, options: HarvestOptions) -> Iterator[Path]:
    """Download a file, or all its pages if each page names the next page, and yield the paths."""
    url = download.url
    for page in range(_MAX_PAGES):
        name = download.file if not page else f"{page:03d}-{download.file}"
        path = fetch(
            url,
            folder=folder,
            name=name,
            html=download.html,
            transport=options.transport,
            sleep=options.sleep,
            progress=options.progress,
            contact=options.contact,
        )
        if options.report:
            options.report(name)
        yield path
        following = _next(path, download.follow) if download.follow else ""
        if not following:
            return
        url = str(httpx.URL(download.url).copy_merge_params({download.follow: following}))


def _next(path: Path, key: str) -> str:
    try:
        return str(json.loads(path.read_bytes())["continue"][key])
    except (ValueError, KeyError, TypeError):
        return ""


def _merged(
    collection: str, new: list[Name], out: Path, provenance: list[Provenance]
) -> NameCollection:
    """Return a collection with new names, and with its existing names of other span types.

    `collection` is the name of the collection, which is searched for in `out` and in the package.
    """
    replaced = {_group(name) for name in new}
    covers = ",".join(sorted(replaced))
    fresh = [replace(entry, covers=covers) for entry in provenance]
    if collection not in store.known(out):
        return store.make(collection, new, fresh)
    base = store.load(collection, out)
    rest = [name for name in base.names if _group(name) not in replaced]
    kept = _still_true(base.provenance, {_group(name) for name in rest})
    return store.make(collection, [*rest, *new], [*kept, *fresh])


def _still_true(provenance: Iterable[Provenance], groups: set[str]) -> Iterator[Provenance]:
    """Yield the provenance entries that apply to any of the span types in `groups`.

    The field `covers` of an entry lists the span types to which it applies, or is empty if
    it applies to all. In each yielded entry, this field lists only span types in `groups`.
    The type FIRST stands for first names of any gender.
    """
    for entry in provenance:
        covered = groups & set(entry.covers.split(",")) if entry.covers else groups
        if covered:
            yield replace(entry, covers=",".join(sorted(covered)))


def _group(name: Name) -> str:
    return "FIRST" if name.span_type.startswith("FIRST_") else name.span_type


def _join(found: dict[tuple[str, ...], Name], name: Name) -> None:
    """Add a name to `found`, or merge it with the equal name there.

    For a first name, the counts of men with the name are summed, and so are those of women.
    For any other name, the one in `found` stays as it is.
    """
    group = _group(name)
    gender = "" if group == "FIRST" else name.gender
    key = (name.text, group, name.culture, name.country, gender)
    other = found.get(key)
    found[key] = name if other is None else _sum(other, name)


def _sum(one: Name, other: Name) -> Name:
    if _group(one) != "FIRST":
        return one
    male, female = one.male + other.male, one.female + other.female
    return first_name(one.text, male, female, one.culture, one.country)


def _provenance(
    source: Source, files: Sequence[Path], retrieved: str, endpoint: str
) -> list[Provenance]:
    """Return one provenance entry per file, or a single entry for the results of queries."""
    if source.queries and endpoint:
        text = "\n".join(query(category, "Q0") for category in source.queries)
        digest = _digest_of(list(files))
        return [Provenance(endpoint, source.licence, retrieved, digest, text, source.attribution)]
    addresses = {download.file: download for download in source.downloads}
    found = []
    for path in files:
        download = addresses.get(_PAGE.sub("", path.name)) or addresses.get(path.name)
        url = download.url if download else f"file:{path.name}"
        licence = (download.licence if download else "") or source.licence
        found.append(
            Provenance(url, licence, retrieved, _digest_of([path]), "", source.attribution)
        )
    return found


def _digest_of(paths: list[Path]) -> str:
    """Return the SHA-256 of a single file, or of the list of digests and names of several files."""
    if len(paths) == 1 and paths[0].is_file():
        return file_digest(paths[0])
    hasher = hashlib.sha256()
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            hasher.update(f"{file_digest(file)}  {file.name}\n".encode())
    return hasher.hexdigest()


def _lexicon(
    source: Source, files: list[Path], tally: Tally, out: Path, retrieved: str
) -> HarvestReport:
    """Count the words in the files, and save a lexicon and a collection of its proper nouns."""
    words = source.count(open_files(files), tally) if source.count else {}
    if not words:
        raise _no_names(files, tally)
    lexicon = Lexicon(words)
    provenance = _provenance(source, files, retrieved, "")
    path = lexicon.save(out / LEXICON_FILE)
    manifest = {
        "format": store.FORMAT,
        "name": path.stem,
        "rows": len(words),
        "file_sha256": file_digest(path),
        "provenance": [asdict(entry) for entry in provenance],
        "harvest": _counts(source, tally),
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    write_whole(path.with_suffix(".json"), text.encode())
    made = store.make(
        "proper-nouns",
        proper_nouns(lexicon, replace(reference_names(), lexicon=lexicon)),
        provenance,
    )
    kept = {"proper-nouns": {"NNP": len(made.names)}, "lexicon": {"words": len(words)}}
    saved = store.save(made, out, _counts(source, tally))
    return _report(source, files, tally, kept, [saved, path])


def _no_names(files: Iterable[Path], tally: Tally) -> FixNamesFileError:
    why = ", ".join(f"{count} {reason}" for reason, count in tally.dropped.most_common(3))
    return FixNamesFileError(
        f"{', '.join(map(str, files))}: no names found"
        f"{f' (dropped: {why})' if why else ''}; is it the right file?"
    )


def _counts(source: Source, tally: Tally) -> dict[str, object]:
    return {"source": source.name, "read": tally.read, "dropped": _dropped(tally)}


def _dropped(tally: Tally) -> dict[str, int]:
    return dict(sorted(tally.dropped.items(), key=lambda pair: (-pair[1], pair[0])))


def _report(
    source: Source,
    files: Iterable[Path],
    tally: Tally,
    kept: dict[str, dict[str, int]],
    written: Iterable[Path],
) -> HarvestReport:
    return HarvestReport(
        source.name, tuple(files), tally.read, kept, _dropped(tally), tuple(written)
    )
