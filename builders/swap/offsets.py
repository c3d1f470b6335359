"""Offsets in an old name and the corresponding offsets in the new name.

They are needed for answers that start or end inside a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.text import is_word_char

_WORD: Final = re.compile(r"[^\s_]+")


Boundary = tuple[int, int]
"""An offset in the old name, and the corresponding offset in the new name."""


def boundaries(
    old: str, new: str, parts: Sequence[tuple[str, str]] = (), *, by_words: bool = True
) -> tuple[Boundary, ...]:
    """Return pairs of corresponding offsets in an old and a new name, sorted.

    The starts and the ends of both names correspond. `parts` has pairs of a part of the old name
    and the corresponding part of the new name, for example the two last names. If both names have
    the same number of words, the words correspond in order, and so do equal punctuation marks with
    which these words begin or end. But if the numbers differ, if both names have a word in common
    at different positions, or if `by_words` is false, a word corresponds only if both names begin
    or end with it. An equal plural ending (-s or -es) corresponds as well.
    """
    pairs = {(0, 0), (len(old), len(new))}
    for old_part, new_part in parts:
        pairs |= _part_boundaries(old, new, old_part, new_part)
    old_words = [match.span() for match in _WORD.finditer(old)]
    new_words = [match.span() for match in _WORD.finditer(new)]
    paired = by_words and len(old_words) == len(new_words)
    if paired and not _shares_elsewhere(old, new, old_words, new_words):
        pairs |= {pair for a, b in zip(old_words, new_words, strict=True)
                  for pair in zip(a, b, strict=True)}  # fmt: skip
        pairs |= {(a - 1, b - 1) for (_, a), (_, b) in zip(old_words, new_words, strict=True)
                  if _share_mark(old[a - 1], new[b - 1])}  # fmt: skip
        pairs |= {(a + 1, b + 1) for (a, _), (b, _) in zip(old_words, new_words, strict=True)
                  if _share_mark(old[a], new[b])}  # fmt: skip
    else:
        pairs |= _shared_ends(old, new, old_words, new_words)
    for ending in ("es", "s") if by_words or len(old_words) == 1 else ():
        if _both_end(old, new, ending):
            pairs.add((len(old) - len(ending), len(new) - len(ending)))
            break
    return _monotone(sorted(pairs))


def _shares_elsewhere(
    old: str, new: str, old_words: list[tuple[int, int]], new_words: list[tuple[int, int]]
) -> bool:
    """Return whether a word of one name is also in the other name, but at another position.

    The words of such names, for example River Seine and Cross River, do not correspond in
    order.
    """
    before = [old[slice(*span)].casefold() for span in old_words]
    after = [new[slice(*span)].casefold() for span in new_words]
    return any(word in after and after[at] != word for at, word in enumerate(before))


def _share_mark(old: str, new: str) -> bool:
    """Return whether two characters are the same punctuation mark."""
    return old == new and not is_word_char(old)


def _part_boundaries(old: str, new: str, old_part: str, new_part: str) -> set[Boundary]:
    if _ends(old, old_part) and _ends(new, new_part):
        at, to = len(old) - len(old_part), len(new) - len(new_part)
        before = (len(old[:at].rstrip(" _")), len(new[:to].rstrip(" _")))
        return {(at, to), before}
    if _starts(old, old_part) and _starts(new, new_part):
        at, to = len(old_part), len(new_part)
        after = (len(old) - len(old[at:].lstrip(" _")), len(new) - len(new[to:].lstrip(" _")))
        return {(at, to), after}
    return set()


def _ends(name: str, part: str) -> bool:
    return bool(part) and name[-len(part) :].casefold() == part.casefold()


def _starts(name: str, part: str) -> bool:
    return bool(part) and name[: len(part)].casefold() == part.casefold()


def _shared_ends(
    old: str, new: str, old_words: list[tuple[int, int]], new_words: list[tuple[int, int]]
) -> set[Boundary]:
    """Return pairs of corresponding offsets for words that both names begin or end with.

    In Lake Tana and Lake Chad, for example, the word Lake corresponds.
    """
    pairs: set[Boundary] = set()
    shorter = min(len(old_words), len(new_words)) - 1
    for step, edge in ((1, 0), (-1, 1)):
        for index in range(shorter):
            a = old_words[::step][index]
            b = new_words[::step][index]
            if old[slice(*a)] != new[slice(*b)]:
                break
            pairs |= set(zip(a, b, strict=True))
            after = index + 1
            pairs.add((old_words[::step][after][edge], new_words[::step][after][edge]))
    return pairs


def _both_end(old: str, new: str, ending: str) -> bool:
    """Return whether both names have the given plural ending, such as "s" in Normans and Aremus."""
    return old.endswith(ending) and new.endswith(ending) and len(old) > len(ending) < len(new)


def _monotone(pairs: Sequence[Boundary]) -> tuple[Boundary, ...]:
    kept = [pairs[0]]
    last = pairs[-1]
    for pair in pairs[1:-1]:
        if kept[-1][0] < pair[0] < last[0] and kept[-1][1] < pair[1] < last[1]:
            kept.append(pair)
    return (*kept, last)
