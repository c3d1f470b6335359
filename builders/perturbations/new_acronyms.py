"""The acronym of a new name, for passages that also call an organization by its acronym."""

from __future__ import annotations

import re
from typing import Final

_WORD_BEGINNING: Final = re.compile(r"(?<![^\W_])(?<!['’])[^\W\d_]")
_LONGEST: Final = 6


def acronym_of(name: str) -> str:
    """Return the initial capitals of the words of a name: "BRS" for "Bank of Rio Seco".

    Returns an empty string if there are fewer than two or more than six capitals, or if the name
    is in upper case.
    """
    letters = "".join(filter(str.isupper, _WORD_BEGINNING.findall(name)))
    return letters if 2 <= len(letters) <= _LONGEST and not name.isupper() else ""
