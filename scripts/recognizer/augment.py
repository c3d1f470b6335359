"""Makes training texts for the recognizer: sentences with other names, joined into passages."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recognizer.invent import Inventor
from recognizer.sentence import Sentence, Span

Text = tuple[str, tuple[Span, ...]]
# Fraction of swapped names that are made from word lists. The others come from the corpora.
INVENTED: Final = {"PERSON": 0.5, "GPE": 0.4, "NORP": 0.5, "ORG": 0.35, "LOC": 0.4}
# Questions and statements with a type in brackets for each name, such as "Who founded [ORG]?"
SENTENCES: Final = Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()
# Corpora of edited text. Only names from these corpora are used in other sentences.
EDITED: Final = ("crossner", "wikigold", "gum", "docred", "uner_pud", "written")


@dataclass(frozen=True, slots=True)
class Swapper:
    """Replaces the names of a sentence by other names of the same type."""

    names: Mapping[str, Sequence[tuple[str, str]]]
    """The names from corpora by type, each after the text that precedes it ("the " or nothing)."""
    invent: Inventor

    @classmethod
    def of(cls, sentences: Iterable[Sentence], pools: Mapping[str, Sequence[str]]) -> Swapper:
        """Return a swapper that takes new names from `sentences` and makes others from `pools`.

        Names are taken only from corpora of edited text, once for each occurrence, and with "the "
        if that precedes the name there. `pools` are lists of words.
        """
        names: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for sentence in sentences:
            if sentence.corpus in EDITED:
                for start, end, label in sentence.spans:
                    has_article = sentence.text[:start].lower().endswith("the ")
                    names[label].append(("the " * has_article, sentence.text[start:end]))
        return cls(names, Inventor(pools))

    def __call__(self, sentence: Sentence, rng: random.Random, share: float) -> Text:
        """Return a copy of a sentence in which about a fraction `share` of its names is replaced.

        All occurrences of a name in the sentence are replaced by the same new name.
        """
        parts, spans, position, length = [], [], 0, 0
        chosen: dict[tuple[str, str], tuple[str, str]] = {}
        for start, end, label in sentence.spans:
            old = sentence.text[start:end]
            if (old, label) not in chosen:
                swapped = label in INVENTED and rng.random() < share
                chosen[old, label] = self._draw(old, label, rng) if swapped else ("", old)
            lead, new = chosen[old, label]
            gap = sentence.text[position:start]
            if not gap.lower().endswith("the "):
                gap += lead
            parts += [gap, new]
            length += len(gap)
            spans.append((length, length + len(new), label))
            length += len(new)
            position = end
        parts.append(sentence.text[position:])
        return "".join(parts), tuple(spans)

    def _draw(self, old: str, label: str, rng: random.Random) -> tuple[str, str]:
        """Return the text to put before the new name (such as "the "), and the new name."""
        if rng.random() < INVENTED[label]:
            return self.invent(old, label, rng)
        for _ in range(4):
            _, new = rng.choice(self.names[label])
            if label != "NORP" or old.endswith("s") == new.endswith("s"):
                return "", new
        return "", old

    def sentence(self, rng: random.Random) -> Text:
        """Return a random question or statement, made from a pattern like "Who founded [ORG]?".

        The types in brackets are replaced by names from the corpora or names made from word lists.
        """
        parts = rng.choice(SENTENCES).replace("]", "[").split("[")
        text, spans = "", []
        for index, part in enumerate(parts):
            if index % 2 == 0:
                text += part
                continue
            lead, name = rng.choice(self.names[part])
            if rng.random() < INVENTED[part]:
                lead, name = self.invent(name, part, rng)
            lead = "" if text.endswith("the ") else lead
            text += lead if text else lead.capitalize()
            spans.append((len(text), len(text) + len(name), part))
            text += name
        return text, tuple(spans)


def passages(texts: Iterable[Text], rng: random.Random, longest: int) -> Iterator[Text]:
    """Join the texts into passages, each of one to `longest` consecutive texts.

    Joined texts are better training data, because a recognizer usually reads paragraphs.
    """
    run: list[Text] = []
    size = rng.randint(1, longest)
    for text in texts:
        run.append(text)
        if len(run) == size:
            yield _join(run)
            run, size = [], rng.randint(1, longest)
    if run:
        yield _join(run)


def _join(run: Sequence[Text]) -> Text:
    spans: list[Span] = []
    text = ""
    for part, part_spans in run:
        text += " " if text else ""
        spans += [(len(text) + s, len(text) + e, label) for s, e, label in part_spans]
        text += part
    return text, tuple(spans)


def recase(text: Text, rng: random.Random, lower: float, upper: float) -> Text:
    """Return a text in lower case, in upper case or unchanged, at random.

    `lower` and `upper` are the probabilities of the two cases. A text whose length would change is
    left unchanged, because the offsets of its names would no longer be valid.
    """
    draw = rng.random()
    for limit, change in ((lower, str.lower), (lower + upper, str.upper)):
        if draw < limit:
            changed = change(text[0])
            return (changed, text[1]) if len(changed) == len(text[0]) else text
    return text
