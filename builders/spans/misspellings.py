"""A check for names with one wrong letter, which are common in questions."""

from __future__ import annotations

_SHORTEST = 5  # Shorter names are too close to each other: Iran and Iraq.


def is_misspelt(one: str, other: str) -> bool:
    """Return whether two folded names differ by one inner letter: "issac" and "isaac".

    The letter is additional, missing, wrong, or swapped with the next one. Both names must have at
    least five letters. Their first and last letters must agree, because a name with another ending
    is another word ("Russia" and "Russian").
    """
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST or short == long:
        return False
    if short[0] != long[0] or short[-1] != long[-1]:
        return False
    pairs = enumerate(zip(short, long, strict=False))
    at = next((index for index, (a, b) in pairs if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[:at] + short[at + 1] + short[at] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long
