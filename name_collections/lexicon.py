"""A lexicon of English words that distinguishes proper nouns, common words and rare words.

In Yan et al. (2022, section 3.1), a word is a proper noun if it is tagged NNP or NNPS more than 90%
of the time, and rare if it does not occur in their treebank. The embedded lexicon is counted from
openly licensed treebanks, which are smaller. Therefore, an ordinary dictionary word that they lack,
such as "yacht", does not count as rare. `renamer harvest ptb` and `renamer harvest ud-english`
write other lexicons in the same format.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from name_collections.errors import FixNamesFileError
from name_collections.files import write_whole

FILE: Final = Path("lexicon") / "english.parquet"
"""The path of the lexicon within a folder of harvested collections."""
EMBEDDED: Final = Path(__file__).parent / "data" / FILE
PLAIN_WORDS: Final = EMBEDDED.parent / "plain-words.txt.gz"
"""Dictionary words that are not names, one per line."""
GENERAL_WORDS: Final = EMBEDDED.parent / "general-words.txt.gz"
"""Rarer dictionary words, and some that are as often capitalized as not (zoological, senator)."""
NOUNS: Final = EMBEDDED.parent / "nouns.txt.gz"
"""Dictionary words that are nouns and nothing else, one per line."""
PROPER_SHARE: Final = 0.9
_MOSTLY: Final = 0.6
_SCHEMA: Final = pa.schema([
    ("word", pa.string()), ("proper", pa.int64()), ("total", pa.int64()), ("form", pa.string()),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """How often a word occurs in the treebanks, and how it is usually written."""

    proper: int
    """How often the word is tagged as a proper noun (NNP or NNPS)."""
    total: int
    """How often the word occurs in all."""
    form: str
    """The most frequent spelling, or empty if it is not recorded."""

    @property
    def is_proper(self) -> bool:
        """Return whether the word is a proper noun more than 90% of the time."""
        return self.proper > PROPER_SHARE * self.total


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The counts of English words in treebanks, and a list of ordinary dictionary words."""

    words: Mapping[str, Word]
    """The counts by word, in lower case."""
    plain: frozenset[str] = frozenset()
    """Dictionary words that are not names, in lower case. Not all of them have counts."""

    @classmethod
    def load(cls, path: Path | None = None) -> Lexicon:
        """Read a lexicon file, the lexicon in a folder of harvested names, or the embedded lexicon.

        The embedded lexicon is used if `path` is None or a folder without a lexicon. Raises
        FixNamesFileError if the file is missing or invalid.
        """
        if path is not None and path.is_dir():
            path = path / FILE if (path / FILE).exists() else None
        path = path or EMBEDDED
        try:
            table = pq.ParquetFile(BytesIO(path.read_bytes())).read(use_threads=False).cast(_SCHEMA)
        except FileNotFoundError:
            raise FixNamesFileError(f"{path}: no such folder of names or lexicon") from None
        except (pa.ArrowException, ValueError, OSError) as error:
            raise FixNamesFileError(f"{path}: not a lexicon ({error})") from error
        words, *fields = (table[name].to_pylist() for name in _SCHEMA.names)
        plain = _listed(PLAIN_WORDS) if path == EMBEDDED else frozenset[str]()
        return cls(dict(zip(words, map(Word, *fields), strict=True)), plain)

    def save(self, path: Path) -> Path:
        """Write the lexicon atomically, sorted by word, and return the path."""
        rows = sorted((key, word.proper, word.total, word.form) for key, word in self.words.items())
        table = pa.Table.from_pylist(
            [dict(zip(_SCHEMA.names, row, strict=True)) for row in rows], schema=_SCHEMA
        )
        buffer = BytesIO()
        pq.write_table(table, buffer, compression="zstd", compression_level=9)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, buffer.getvalue())
        return path

    def is_counted(self, word: str) -> bool:
        """Return whether the word occurs in the treebanks that were counted."""
        return word.lower() in self.words

    def is_known(self, word: str) -> bool:
        """Return whether the word occurs in the treebanks or in the list of dictionary words."""
        return word.lower() in self.words or word.lower() in self.plain

    def is_proper(self, word: str) -> bool:
        """Return whether the word is a proper noun more than 90% of the time."""
        found = self.words.get(word.lower())
        return found is not None and found.is_proper

    def is_common(self, word: str) -> bool:
        """Return whether the word is an ordinary word.

        A word of the treebanks is ordinary unless it is a proper noun, and any other word only if
        it is in the list of dictionary words.
        """
        found = self.words.get(word.lower())
        return word.lower() in self.plain if found is None else not found.is_proper

    def spelled(self, word: str) -> str:
        """Return the usual spelling of a word (NASA, Oslo, harbour), or "" if it is unknown."""
        key = word.lower()
        found = self.words.get(key)
        if found is not None and found.form not in {"", key}:
            return found.form
        if found is None or key in self.plain:
            return key if key in self.plain else ""
        return key.capitalize() if found.proper > _MOSTLY * found.total else key


def general_words() -> frozenset[str]:
    """Return the dictionary words that are not names, in lower case: the plain and the rarer ones.

    A treebank may lack such a word (zoological), or have it only in names of institutes
    (psychiatry), and so take it for rare or for a proper noun.
    """
    return _listed(PLAIN_WORDS) | _listed(GENERAL_WORDS)


@lru_cache(maxsize=1)
def nouns() -> frozenset[str]:
    """Return dictionary words that are nouns and nothing else, in lower case."""
    return _listed(NOUNS)


def _listed(path: Path) -> frozenset[str]:
    return frozenset(gzip.decompress(path.read_bytes()).decode().splitlines())
