"""Where the names of a dataset come from: its cities and countries by region of the world.

Siro and Ajayi 2023, section 3: figure 1 (the 14 most frequent cities and countries, 90% of them
European or American) and table 1 (mentions by type). Names are recognized in the distinct passages,
and nothing is renamed. Regions are those of the embedded gazetteer; the paper takes them from
Wikidata. All names of one country count as one (US, United States).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from builders.cards.figures import TOP
from builders.cards.papers import SWAPPED_ENTITIES, SWAPPED_TRAINING_ENTITIES
from builders.places import alias_key, country_key
from builders.regions import REGIONS, UNKNOWN, Regions
from builders.scoring.prediction_records import Record
from builders.type_table import SWAPPED
from builders.types import TypedSpan

Find = Callable[[Sequence[str]], Mapping[str, Sequence[TypedSpan]]]
"""A function from passages to the names in each of them."""

_KEYS: Final[dict[str, Callable[[str], str]]] = {"CITY": alias_key, "COUNTRY": country_key}
_AT_ONCE: Final = 256
PUBLISHED_PASSAGES: Final[dict[int, Mapping[str, int]]] = {
    19_035: SWAPPED_TRAINING_ENTITIES, 1_204: SWAPPED_ENTITIES,
}  # fmt: skip
"""The paper's table 1 by number of passages: SQuAD 2.0, training and development set."""


def named_places(passages: Iterable[str], find: Find, regions: Regions) -> Record:
    """Return the mentions of each type, and the cities and countries with their regions.

    `passages` is the number of distinct passages. `types` has a record per type with `mentions` and
    `published` (the paper's number, or None if the passages are not those of the paper). `places`
    has a record for CITY and one for COUNTRY, with `mentions`, `names`, `top` (the 14 most frequent
    names with `mentions` and `region`) and `regions`. A region has `mentions`, `top` (how many of
    the 14) and their shares in percent, `share` and `top_share`.
    """
    distinct = list(dict.fromkeys(passages))
    mentions: Counter[str] = Counter()
    forms: dict[str, defaultdict[str, Counter[str]]] = {kind: defaultdict(Counter)
                                                        for kind in _KEYS}  # fmt: skip
    for passage, span in _spans(distinct, find):
        kind = SWAPPED.get(span.type)
        if kind is None:
            continue
        mentions[kind] += 1
        if kind in _KEYS:
            name = passage[span.start : span.end]
            forms[kind][_KEYS[kind](name)][name] += 1
    papers = PUBLISHED_PASSAGES.get(len(distinct), {})
    return {
        "passages": len(distinct),
        "types": [{"type": kind, "mentions": mentions[kind], "published": papers.get(kind)}
                  for kind in SWAPPED_ENTITIES],
        "places": [_places(kind, forms[kind].values(), regions) for kind in _KEYS],
    }  # fmt: skip


def _spans(passages: Sequence[str], find: Find) -> Iterator[tuple[str, TypedSpan]]:
    waiting = iter(passages)
    while some := list(islice(waiting, _AT_ONCE)):
        found = find(some)
        yield from ((passage, span) for passage in some for span in found[passage])


def _places(kind: str, names: Iterable[Counter[str]], regions: Regions) -> Record:
    """Return the record of a type; `names` counts the spellings of each name."""
    ranked = sorted(
        ((min(forms, key=lambda form: (-forms[form], form)), forms.total()) for forms in names),
        key=lambda each: (-each[1], each[0]),
    )
    placed = [{"name": name, "mentions": count, "region": regions.of_name(kind, name)}
              for name, count in ranked]  # fmt: skip
    top = placed[:TOP]
    total = sum(count for _, count in ranked)
    return {"type": kind, "mentions": total, "names": len(ranked), "top": top,
            "regions": [each for region in (*REGIONS, UNKNOWN)
                        if (each := _region(region, placed, top))["mentions"]]}  # fmt: skip


def _region(region: str, placed: Sequence[Record], top: Sequence[Record]) -> Record:
    total = sum(each["mentions"] for each in placed)
    mentions = sum(each["mentions"] for each in placed if each["region"] == region)
    of_top = sum(each["region"] == region for each in top)
    return {"region": region, "mentions": mentions, "share": 100 * mentions / max(total, 1),
            "top": of_top, "top_share": 100 * of_top / max(len(top), 1)}  # fmt: skip
