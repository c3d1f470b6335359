"""The acronym of a new name: what stands where the passage calls an organization by one."""

from __future__ import annotations

import re
from typing import Final

_WORD_BEGINNING: Final = re.compile(r"(?<![^\W_])(?<!['’])[^\W\d_]")
_LONGEST: Final = 6


def acronym_of(name: str) -> str:
    """Return the capitals that begin a name's words: BRS for the Bank of Rio Seco.

    Empty where there are fewer than two or more than six, and where the name is in capitals.
    """
    letters = "".join(filter(str.isupper, _WORD_BEGINNING.findall(name)))
    return letters if 2 <= len(letters) <= _LONGEST and not name.isupper() else ""
