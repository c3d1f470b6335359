"""Random instances for the swap engine, built to be unkind, and what must hold of every row.

`world` draws one from a random.Random: Hypothesis gives it one that it can shrink, the long run
in scripts/long_properties.py a seeded one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from builders.names import is_initial
from builders.releases.undo import undo
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName, split_person
from builders.swap.template import Template
from builders.text import is_boundary, is_whole, is_word_char
from builders.types import Answer, Edit, Example, Mention, Row

PIECES = (
    "a", "S", "s", "x", "Z", "y", "é", "e\u0301", "\u0301", "İ", "ı", "ß", "ﬁ", "ö", "中", "文",
    "ח", "פה", "ا", "١", "7", "\u200b", "\u200d", "\ufeff", "\u2060",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467", "🇳🇬", "❤\ufe0f", "1\ufe0f\u20e3",
    " ", " ", " ", "  ", "\n", "\r\n", "\t",
    "\u00a0", "_", "'", "’", "‘", "-", "–", "/", ".", ". ", ",", "(", ")", "|", " the ", " of ",
    "'s ", "’s ", "' x", " s ", "Mr. ", "Dr ",
)  # fmt: skip

WORDS = (
    "Anna", "anna", "ANNA", "Klein", "Jones", "Reyes", "Ines", "In\u0303es", "Iñes", "O'Neil",
    "O’Neil", "Jean-Luc", "Smith-Ortega", "H.", "T.", "U.S.", "İpek", "Straße", "ﬁnn", "中文",
    "חיפה", "van", "der", "Hoek", "Holt", "Boutros", "Boutros-Ghali", "Peru", "Peruvian", "Jr.",
    "x", "I", "ß", "7", "1984", "Lake", "Sz", "\u200b", "\u0301", "'", "-", "McKay", "S.p.A.",
    "D.C.", "(Sr)", "🇳🇬", "\ufe0f", "es",
)  # fmt: skip

SPAN_TYPES = ("PERSON", "NATIONALITY", "CITY", "LAST", "FIRST_MALE", "ORGANIZATION", "NNP")


@dataclass(frozen=True)
class World:
    """An instance, what to rename in it, and new names by entity."""

    example: Example
    mentions: tuple[Mention, ...]
    names: dict[str, tuple[SourceName, ...]]
    news: tuple[dict[SourceName, NewName], ...]
    gold_is_listed: bool

    def template(self) -> Template:
        mentions = outermost(self.mentions)
        return locate(self.example, mentions, self.names, gold_is_listed=self.gold_is_listed)

    def rows(self) -> list[Row]:
        template = self.template()
        return [template.render([n.get(s) for s in template.sources]) for n in self.news]


@dataclass
class _Text:
    """A text in the making, with the mentions that were written into it."""

    text: str = ""
    spans: list[tuple[int, int, str]] = field(default_factory=list)


def world(rng: Random) -> World:
    """Draw an instance with its names."""
    sources = {f"e{n}": _source(rng, f"e{n}") for n in range(rng.randrange(1, 4))}
    names = {entity: _names(rng, source) for entity, source in sources.items()}
    news = tuple(_news(rng, names) for _ in range(2))
    texts = {name: _text(rng, sources) for name in ("context", "question", "title")}
    context = texts["context"].text
    answers = _answers(rng, texts["context"])
    plausible = _answers(rng, texts["context"]) if rng.random() < 0.3 else ()
    listed = rng.random() < 0.4
    gold = [answer.text for answer in answers]
    if listed:
        gold += [_text(rng, sources).text or "x" for _ in range(rng.randrange(3))]
    example = Example(
        "q", "d", texts["title"].text, texts["question"].text, context, answers,
        tuple(gold) if listed else tuple(dict.fromkeys(gold)), plausible, not answers,
    )  # fmt: skip
    mentions = [
        Mention(name, start, end, "PERSON", entity)
        for name, made in texts.items()
        for start, end, entity in made.spans
    ]
    mentions += _stray(rng, example, [*names, "unmapped"])
    rng.shuffle(mentions)
    return World(example, tuple(mentions), names, news, listed)


def _name(rng: Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.choice((1, 1, 2, 2, 2, 3))))


def _source(rng: Random, entity: str) -> SourceName:
    full = _name(rng)
    first, last = split_person(full) if rng.random() < 0.8 else ("", "")
    aliases = tuple(dict.fromkeys(_name(rng) for _ in range(rng.choice((0, 0, 0, 1, 2)))))
    return SourceName(entity, rng.choice(SPAN_TYPES), full, first, last, aliases)


def _names(rng: Random, source: SourceName) -> tuple[SourceName, ...]:
    """The whole name, or one or two perturbable spans of it."""
    if rng.random() < 0.7:
        return (source,)
    # An initial is no span.
    words = [word for word in dict.fromkeys(source.full.split()) if not is_initial(word)]
    kinds = ("FIRST_MALE", "LAST", "NNP")
    return tuple(
        SourceName(source.entity, kind, word, whole=False)
        for kind, word in zip(kinds, words, strict=False)
    )


def _news(rng: Random, names: dict[str, tuple[SourceName, ...]]) -> dict[SourceName, NewName]:
    news = {}
    for sources in names.values():
        for source in sources:
            if rng.random() < 0.15:
                continue
            full = _name(rng)
            first, last = split_person(full) if rng.random() < 0.7 else ("", "")
            aliases = {old: rng.choice((old, _name(rng))) for old in source.aliases}
            news[source] = NewName(full, first, last, aliases)
    return news


def _text(rng: Random, sources: dict[str, SourceName]) -> _Text:
    made = _Text()
    for _ in range(rng.randrange(8)):
        if rng.random() < 0.5:
            made.text += "".join(rng.choice(PIECES) for _ in range(rng.randrange(4)))
            continue
        source = sources[rng.choice(list(sources))]
        surface = _surface(rng, source)
        start = len(made.text)
        made.text += surface
        if rng.random() < 0.85:
            made.spans.append((start, len(made.text), source.entity))
        made.text += rng.choice((" ", " ", "", "'s ", "' a", "’ x", ".", "s", "-"))
    return made


def _surface(rng: Random, source: SourceName) -> str:
    parts = [source.full, source.first, source.last, *source.aliases]
    name = rng.choice([part for part in parts if part])
    ways = (
        name, name, name.upper(), name.lower(), name.title(), name + "s", name + "es",
        name + "'s", name + "’", name.replace(" ", "_"), name.replace(" ", "\n"), "Dr. " + name,
        name.replace(" ", "  "), "\u200b" + name, name[:1] + "\u200b" + name[1:],
        name.replace("'", "’"), name[:1] + ". " + name, name[1:] or name, f"{name} {name}",
        ". ".join(word[0] for word in name.split()) + ". " + (source.last or name),
    )  # fmt: skip
    return rng.choice(ways)


def _answers(rng: Random, made: _Text) -> tuple[Answer, ...]:
    """Answers at mentions, around them, across their edges and anywhere; some without offset."""
    answers: list[Answer] = []
    size = len(made.text)
    for _ in range(rng.randrange(4)):
        if not size:
            break
        if made.spans and rng.random() < 0.7:
            low, high, _ = rng.choice(made.spans)
            start = min(max(low + rng.choice((0, 0, 0, 1, 2, 5, -1, -3)), 0), size - 1)
            end = max(min(high + rng.choice((0, 0, 0, 1, 2, -1, -2, 4)), size), start + 1)
        else:
            start = rng.randrange(size)
            end = rng.randrange(start, size) + 1
        text = made.text[start:end]
        answers.append(Answer(text, start if rng.random() < 0.9 else None))
    if answers and rng.random() < 0.2:
        answers.append(answers[0])
    return tuple(answers)


def _stray(rng: Random, example: Example, entities: Sequence[str]) -> list[Mention]:
    """Mentions anywhere: inside words, nested, crossing, over zero-width characters."""
    texts = field_texts(example)
    stray = []
    for _ in range(rng.choice((0, 0, 1, 2))):
        name = rng.choice(list(texts))
        size = len(texts[name])
        if size:
            start = rng.randrange(size)
            end = min(size, start + rng.randrange(1, 12))
            stray.append(Mention(name, start, end, "PERSON", rng.choice(entities)))
    return stray


def field_texts(example: Example) -> dict[str, str]:
    """Every text of an instance that an edit can speak of."""
    texts = {"context": example.context, "question": example.question, "title": example.title}
    texts |= {f"answer:{n}": answer.text for n, answer in enumerate(example.answers)}
    texts |= {f"plausible:{n}": a.text for n, a in enumerate(example.plausible_answers)}
    return texts | {f"gold:{n}": text for n, text in enumerate(example.gold_answers)}


def broken(case: World, row: Row) -> list[str]:
    """Say what is wrong with a row of a world; empty where every invariant holds."""
    source, renamed = case.example, row.example
    wrong: list[str] = []
    if (renamed.id, renamed.dataset, renamed.is_impossible) != (
        source.id, source.dataset, source.is_impossible,
    ):  # fmt: skip
        wrong.append("id, dataset or is_impossible changed")
    for kind, old, new in (
        ("answers", source.answers, renamed.answers),
        ("plausible", source.plausible_answers, renamed.plausible_answers),
    ):
        if [a.start is None for a in old] != [a.start is None for a in new]:
            wrong.append(f"{kind}: another number, or offsets came or went")
        wrong += [
            f"{kind}: {answer.text!r} is not at {answer.start}"
            for answer in new
            if answer.start is not None
            and renamed.context[answer.start : answer.start + len(answer.text)] != answer.text
        ]
    if any(a.start is not None and a.start < 0 for a in renamed.answers):
        wrong.append("a negative offset")
    gold = "list" if case.gold_is_listed else "answers"
    if undo(row, gold=gold) != source:  # type: ignore[arg-type]
        wrong.append("undoing the edits does not give the source back")
    wrong += _edits_broken(source, row)
    return wrong


def _edits_broken(source: Example, row: Row) -> list[str]:
    wrong: list[str] = []
    olds, news = field_texts(source), field_texts(row.example)
    by_field: dict[str, list[Edit]] = {}
    for edit in row.edits:
        by_field.setdefault(edit.field, []).append(edit)
    told: dict[tuple[str, str], str] = {}
    for name, edits in by_field.items():
        old, new = olds[name], news[name]
        end = shift = 0
        rebuilt = ""
        for edit in edits:
            if not end <= edit.start < edit.end <= len(old):
                wrong.append(f"{name}: edits are not sorted or overlap: {edit}")
            if old[edit.start : edit.end] != edit.old:
                wrong.append(f"{name}: {edit.old!r} is not the source's")
            if not edit.new or edit.new == edit.old:
                wrong.append(f"{name}: {edit.old!r} became {edit.new!r}")
            rebuilt += old[end : edit.start] + edit.new
            end = edit.end
            at, to = edit.start + shift, edit.start + shift + len(edit.new)
            shift += len(edit.new) - len(edit.old)
            if not is_whole(old, edit.start, edit.end):
                wrong.append(f"{name}: {edit.old!r} cuts a word of the source")
            if not (_joins(new, at) and _joins(new, to)) and _wordy(edit.new):
                wrong.append(f"{name}: {edit.new!r} runs into a word of the result")
            whole_name = any(map(is_word_char, edit.old)) and name in ("context", "question")
            if whole_name and told.setdefault((edit.entity, edit.old), edit.new) != edit.new:
                wrong.append(f"{edit.old!r} has two new names")
        if rebuilt + old[end:] != new:
            wrong.append(f"{name}: something outside its edits changed")
    return wrong


def _joins(text: str, index: int) -> bool:
    return is_boundary(text, index)


def _wordy(name: str) -> bool:
    return is_word_char(name[0]) and is_word_char(name[-1])
