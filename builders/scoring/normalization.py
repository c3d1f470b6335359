"""What scorers hold for the same answer: one normalization each, as its official script has it.

- `words`: SQuAD 1.1, SQuAD 2.0 and MRQA. Lower case, the 32 marks of ASCII gone, the words a, an
  and the gone, blanks squeezed. Marks beyond ASCII stay: ’ is not '.
- `lenient_words`: Unicode forms, case, accents and all marks folded; articles stay where nothing
  else is left. What is lost under `words` and not here is spelling.
- `chars`: Tang et al. 2021 as the paper describes it: no blanks, no punctuation, no symbols.
- `official_chars`: DuReader_robust's own script: lower case, its list of marks gone, blanks kept.
"""

from __future__ import annotations

import re
import string
import unicodedata
from functools import lru_cache
from typing import Final

from builders.text import fold_text

_ARTICLES: Final = re.compile(r"\b(a|an|the)\b")
_ASCII_MARKS: Final = str.maketrans("", "", string.punctuation)
_DASHES: Final = re.compile("[-_/]+")
_QUOTES: Final = frozenset("`´¨^~+|<>=$")
# The marks that DuReader_robust's script removes. Its entry of two dots is compared with single
# characters and so never removed; it has no full stop, hyphen, "!" or "?" of ASCII.
_OFFICIAL_CHARS: Final = str.maketrans("", "", ":_`，。：？！()“”；’《》·、,「」（）－～『』|")


def words(text: str) -> str:
    """Return a text as the scripts of SQuAD and MRQA compare it."""
    text = text.lower().translate(_ASCII_MARKS)
    return " ".join(_ARTICLES.sub(" ", text).split())


class _Marks(dict[int, str]):
    """Unicode punctuation and quotation marks as nothing, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        mark = unicodedata.category(char)[0] == "P" or char in _QUOTES
        self[code] = kept = "" if mark else char
        return kept


_MARKS: Final = _Marks()


def lenient_words(text: str) -> str:
    """Return a text without case, accents and marks; hyphens and slashes part words."""
    folded = fold_text(unicodedata.normalize("NFKC", text))
    plain = " ".join(_DASHES.sub(" ", folded).translate(_MARKS).split())
    return " ".join(_ARTICLES.sub(" ", plain).split()) or plain


@lru_cache(maxsize=65536)
def _is_content(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char)[0] not in "PS"


def chars(text: str) -> str:
    """Return a text without blanks, punctuation (P*) and symbols (S*)."""
    return "".join(filter(_is_content, text))


def official_chars(text: str) -> str:
    """Return a text as DuReader_robust's script compares it."""
    return text.lower().translate(_OFFICIAL_CHARS)
