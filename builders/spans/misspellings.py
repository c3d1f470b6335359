"""A check for names with one wrong letter, which are common in questions."""

from __future__ import annotations

_SHORTEST = 5  # Shorter names are too close to each other: Iran and Iraq.
_SHORTEST_WITH_END = 7  # Nor is Berger a misspelling of Bergen.
_VOWELS = frozenset("aeiouy")
_NUMERALS = frozenset("ivxlcdm")  # Henry IV is not a misspelling of Henry IX.


def is_misspelt(one: str, other: str) -> bool:
    """Return whether two folded names differ by one inner letter: "issac" and "isaac".

    The letter is additional, missing, wrong, or swapped with the next one. Both names must have at
    least five letters. Their first and last letters must agree, because a name with another ending
    is another word ("Russia" and "Russian", "Antonio" and "Antonia"). Only a consonant at the end
    of a name of at least seven letters may be another one: "schwabach" and "schwaback".
    """
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST or short == long:
        return False
    if len(short) == len(long) and short[:-1] == long[:-1]:
        ends, last = f"{short[-1]}{long[-1]}", {*short.split()[-1], *long.split()[-1]}
        is_long = len(short) >= _SHORTEST_WITH_END and not last <= _NUMERALS
        return is_long and ends.isalpha() and _VOWELS.isdisjoint(ends)
    if short[0] != long[0] or short[-1] != long[-1]:
        return False
    pairs = enumerate(zip(short, long, strict=False))
    at = next((index for index, (a, b) in pairs if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[:at] + short[at + 1] + short[at] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long
