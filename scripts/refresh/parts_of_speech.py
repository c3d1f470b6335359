"""The words of WordNet by their parts of speech (Princeton University, WordNet licence)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

NUMERALS: Final = frozenset({
    "eight", "eleven", "first", "five", "four", "nine", "one", "ones", "second", "seven", "six",
    "ten", "three", "twelve", "two",
})  # fmt: skip
ENDINGS: Final = ("s", "es", "ed", "d", "ing")


class PartsOfSpeech(NamedTuple):
    """The words of WordNet, in lower case, by their parts of speech."""

    nouns: frozenset[str]
    adjectives: frozenset[str]
    others: frozenset[str]
    """Verbs and adverbs."""

    def is_noun(self, word: str) -> bool:
        """Return whether a word is a noun in the singular or plural."""
        one = word.removesuffix("s")
        singulars = {word, one, one.removesuffix("e"), re.sub("ie$", "y", one)}
        return not self.nouns.isdisjoint(singulars)

    def is_no_verb(self, word: str) -> bool:
        """Return whether a word is a noun or an adjective, and no form of a verb nor an adverb."""
        stems = {word, *(word.removesuffix(end) for end in ENDINGS)}
        stems |= {f"{stem}e" for stem in stems} | {re.sub(r"(.)\1$", r"\1", one) for one in stems}
        is_other = not self.others.isdisjoint(stems)
        return len(word) > 2 and not is_other and (word in self.adjectives or self.is_noun(word))


def parts_of_speech(folder: Path) -> PartsOfSpeech:
    """Return the words of WordNet, given the folder of its index files."""

    def words(part: str) -> frozenset[str]:
        lines = (folder / f"index.{part}").read_text("latin-1").splitlines()
        return frozenset(line.split()[0] for line in lines if not line.startswith(" "))

    return PartsOfSpeech(words("noun"), words("adj"), words("verb") | words("adv"))
