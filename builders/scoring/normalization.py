"""Normalizations of answers before they are compared, most of them as in official scripts.

- `words`: SQuAD 1.1, SQuAD 2.0 and MRQA. Lower case, without the 32 ASCII punctuation marks and the
  articles a, an and the; whitespace is collapsed. Other punctuation is kept: ’ differs from '.
- `lenient_words`: as `words`, but also without accents and all other punctuation, and with variants
  of a Unicode character made equal. Articles are kept if nothing else is left. An answer that is
  right in this form and wrong in that of `words` differs from the gold answer only in spelling.
- `chars`: Tang et al. 2021 as the paper describes it: no whitespace, punctuation or symbols.
- `official_chars`: DuReader_robust's script: lower case, without its list of punctuation marks;
  spaces are kept.
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
# The punctuation marks that DuReader_robust's script removes. Its list also has an entry of two
# dots, which never equals a single character. ASCII ".", "-", "!" and "?" are not in its list.
_OFFICIAL_CHARS: Final = str.maketrans("", "", ":_`，。：？！()“”；’《》·、,「」（）－～『』|")


def words(text: str) -> str:
    """Return a text normalized as in the official scripts of SQuAD and MRQA.

    The result is in lower case, without ASCII punctuation and articles.
    """
    text = text.lower().translate(_ASCII_MARKS)
    return " ".join(_ARTICLES.sub(" ", text).split())


class _Marks(dict[int, str]):
    """A table for str.translate that deletes all Unicode punctuation, and symbols such as $ and ^.

    The entry for a character is made when the character is first looked up.
    """

    def __missing__(self, code: int) -> str:
        char = chr(code)
        mark = unicodedata.category(char)[0] == "P" or char in _QUOTES
        self[code] = kept = "" if mark else char
        return kept


_MARKS: Final = _Marks()


def lenient_words(text: str) -> str:
    """Return a text in lower case, without accents, punctuation and articles.

    Hyphens and slashes separate words. Articles are kept if nothing else is left.
    """
    folded = fold_text(unicodedata.normalize("NFKC", text))
    plain = " ".join(_DASHES.sub(" ", folded).translate(_MARKS).split())
    return " ".join(_ARTICLES.sub(" ", plain).split()) or plain


@lru_cache(maxsize=65536)
def _is_content(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char)[0] not in "PS"


def chars(text: str) -> str:
    """Return a text without whitespace, punctuation and symbols (Unicode categories P* and S*)."""
    return "".join(filter(_is_content, text))


def official_chars(text: str) -> str:
    """Return a text normalized as in DuReader_robust's script.

    The result is in lower case, without the punctuation marks that the script lists.
    """
    return text.lower().translate(_OFFICIAL_CHARS)
