"""A cache on disk of the names found in texts, so that a recognizer reads each text only once.

Each recognizer has its own folder, named by a digest of its fingerprint. The folder has shards:
Parquet files that are written to a temporary path, moved into place and never changed. Several
builds can share the folder, and a killed build resumes where it stopped. A shard has a row per
text: the digest of the text, and starts, ends, types and scores of its spans. The name of a shard
is the digest of its bytes and of the fingerprint. A shard that was changed, or comes from
elsewhere, is ignored, and its texts are recognized again.

The cache keeps in memory which shard has each text (twelve bytes per text), and the spans of the
latest texts.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from builders.digest_map import DigestMap
from builders.errors import FreeSpaceError
from builders.types import Beside, Progress, Recognizer, TypedSpan

SHARD: Final = 512
"""The number of texts in a shard. A killed build loses the results of at most so many texts."""

_ROOM: Final = 4096
"""The number of texts whose results may stay in memory from one call to the next.

If there are more and they are on disk, the next call first drops them from memory.
"""

_PATIENCE: Final = 4096  # The most known texts in a row before their results are yielded.

_FORMAT: Final = 2
"""The version of the shard format. Increase it if the columns change."""

_SCHEMA: Final = pa.schema([
    ("text", pa.binary(16)),
    ("start", pa.list_(pa.int32())),
    ("end", pa.list_(pa.int32())),
    ("type", pa.list_(pa.string())),
    ("score", pa.list_(pa.float32())),
])  # fmt: skip

Spans = tuple[TypedSpan, ...]
_Text = TypeVar("_Text", str, Beside)


def default_folder() -> Path:
    """Return the folder for recognized texts under the Hugging Face cache."""
    from huggingface_hub import cached_assets_path

    return cached_assets_path(library_name="entity-renamer", namespace="recognized")


class CachedRecognizer:
    """A recognizer with a cache, so that it reads each distinct text only once.

    With `folder`, the results are kept there for later builds. `progress` is called once for each
    text, whether the text was in the cache or not.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._recognizer = recognizer
        self._progress = progress
        self._store = _Store(folder, recognizer.fingerprint)

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the recognizer, because a cache does not change its results."""
        return self._recognizer.fingerprint

    def recognize(self, texts: Iterable[str]) -> Iterator[Spans]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        yield from self._recognized(_Run(self._recognizer.recognize, self._store), texts)

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[Spans]:
        """Yield the typed spans of each text that belongs to a passage, such as a question.

        The recognizer takes the passage into account if it can. Otherwise, it reads each text
        alone.
        """
        beside = getattr(self._recognizer, "recognize_beside", None)
        if beside is None:
            yield from self.recognize(text.text for text in texts)
        else:
            yield from self._recognized(_Run(beside, self._store), texts)

    def _recognized(self, run: _Run[_Text], texts: Iterable[_Text]) -> Iterator[Spans]:
        self._store.refresh()
        try:
            for spans in run.spans(texts):
                if self._progress is not None:
                    self._progress(1)
                yield spans
        finally:
            self._store.flush()


class _Run(Generic[_Text]):
    """One pass over texts that gives the recognizer only the texts that are not in the cache."""

    def __init__(
        self, recognize: Callable[[Iterable[_Text]], Iterator[Spans]], store: _Store
    ) -> None:
        self.recognize: Callable[[Iterable[_Text]], Iterator[Spans]] = recognize
        self.store = store
        self.waiting: deque[bytes] = deque()
        self.asked: deque[bytes] = deque()
        self.in_hand: set[bytes] = set()

    def spans(self, texts: Iterable[_Text]) -> Iterator[Spans]:
        stream = iter(texts)
        for text in stream:
            key = digest(text)
            if key in self.store:
                yield self.store.get(key)
            else:
                yield from self._read(chain([text], stream))

    def _read(self, texts: Iterator[_Text]) -> Iterator[Spans]:
        for spans in self.recognize(self._unknown(texts)):
            key = self.asked.popleft()
            self.in_hand.discard(key)
            self.store.add(key, spans)
            yield from self._done()
        yield from self._done()

    def _unknown(self, texts: Iterator[_Text]) -> Iterator[_Text]:
        """Yield the texts that are not in the cache; the recognizer reads them.

        Stop after many texts in a row that are in the cache, so that the caller can yield the
        results of these texts.
        """
        known = 0
        for text in texts:
            key = digest(text)
            self.waiting.append(key)
            if key not in self.in_hand and key not in self.store:
                self.in_hand.add(key)
                self.asked.append(key)
                known = 0
                yield text
            else:
                known += 1
                if known >= _PATIENCE:
                    return

    def _done(self) -> Iterator[Spans]:
        while self.waiting and self.waiting[0] in self.store:
            yield self.store.get(self.waiting.popleft())


def digest(text: str | Beside) -> bytes:
    """Return a 16-byte digest of a text or, for a Beside, of its passage, text and kind.

    The kind says whether the text is a passage, a title or a question.
    """
    parts = (text,) if isinstance(text, str) else text
    hasher = blake2b(digest_size=16)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        hasher.update(len(encoded).to_bytes(8, "big") + encoded)
    return hasher.digest()


class _Store:
    """The spans found in texts, which are stored in the files of a folder or only in memory."""

    def __init__(self, folder: Path | None, fingerprint: str) -> None:
        kind = f"{_FORMAT}\n{fingerprint}".encode("utf-8", "surrogatepass")
        self.seal = blake2b(kind).digest()
        name = blake2b(kind, digest_size=12).hexdigest()
        self.folder = folder / name if folder is not None else None
        self.known: dict[bytes, tuple[tuple[int, int, str, float], ...]] = {}
        self.new: list[bytes] = []
        self.shards: list[str] = []
        self.names: set[str] = set()
        self.places = DigestMap()
        self.since = 0

    def refresh(self) -> None:
        """Look for new files of other processes, and drop spans from memory if there are many."""
        if self.folder is None:
            return
        if len(self.known) > _ROOM:
            self.flush()
            self.known.clear()
        # Looking for new shards lists the folder, so it is done only when the number of texts has
        # doubled.
        if self.since >= len(self.places):
            self.since = 0
            for path in sorted(self.folder.glob("*.parquet")):
                if path.name not in self.names:
                    self._place(path.name, self._columns(path.name, ["text"]).get("text", ()))

    def __contains__(self, key: bytes) -> bool:
        if key not in self.known:
            number = self.places.get(_short(key))
            if number is not None:
                self._load(self.shards[number])
        return key in self.known

    def get(self, key: bytes) -> Spans:
        return tuple(TypedSpan(*span) for span in self.known[key])  # type: ignore[arg-type]

    def add(self, key: bytes, spans: Spans) -> None:
        self.known[key] = tuple((s.start, s.end, s.type, s.score) for s in spans)
        self.new.append(key)
        self.since += 1
        if len(self.new) >= SHARD:
            self.flush()

    def flush(self) -> None:
        """Write the spans that are not on disk yet to a new file, if there is a folder."""
        new, self.new = self.new, []
        if self.folder is None or not new:
            return
        rows = [(key, self.known[key]) for key in sorted(new)]
        table = pa.table(
            {
                "text": [key for key, _ in rows],
                "start": [[span[0] for span in spans] for _, spans in rows],
                "end": [[span[1] for span in spans] for _, spans in rows],
                "type": [[span[2] for span in spans] for _, spans in rows],
                "score": [[span[3] for span in spans] for _, spans in rows],
            },
            schema=_SCHEMA,
        )
        buffer = BytesIO()
        pq.write_table(table, buffer, compression="zstd")
        path = self.folder / self._name(buffer.getvalue())
        if not path.is_dir():  # A file is in the way; the texts will be recognized again.
            _write_whole(buffer.getvalue(), path)
        self._place(path.name, new)

    def _name(self, shard: bytes) -> str:
        return f"{blake2b(shard, digest_size=24, key=self.seal).hexdigest()}.parquet"

    def _place(self, name: str, keys: Iterable[bytes]) -> None:
        """Record that the shard file `name` has the texts with these digests."""
        self.names.add(name)
        self.shards.append(name)
        for key in keys:
            self.places.add(_short(key), len(self.shards) - 1)

    def _load(self, name: str) -> None:
        columns = self._columns(name)
        if columns:
            fields = ("start", "end", "type", "score")
            rows = zip(*(columns[field] for field in fields), strict=True)
            for key, spans in zip(columns["text"], rows, strict=True):
                self.known[key] = tuple(zip(*spans, strict=True))

    def _columns(self, name: str, wanted: list[str] | None = None) -> dict[str, Any]:
        """Return the columns of a shard, or no columns if it was changed or cannot be read."""
        assert self.folder is not None
        path = self.folder / name
        try:
            shard = path.read_bytes() if path.is_file() else b""
        except OSError:
            return {}
        if self._name(shard) != name:
            return {}
        # A thread of pq.read_table that still holds a Python file at exit aborts the process.
        with pq.ParquetFile(pa.BufferReader(shard)) as file:
            columns: dict[str, Any] = file.read(wanted, use_threads=False).to_pydict()
        return columns


def _short(key: bytes) -> int:
    return int.from_bytes(key[:8], "big")


def _write_whole(shard: bytes, path: Path) -> None:
    beside = path.with_name(f".{uuid4().hex}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(shard)
        os.replace(beside, path)  # noqa: PTH105  atomic on every platform
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise FreeSpaceError(
            f"{path.parent}: recognized texts cannot be kept there ({error.strerror}); free space "
            "or choose another folder with --cache"
        ) from error
