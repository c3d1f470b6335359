"""Count which cities and countries a dataset names, by region of the world.

The counts correspond to section 3 of Siro and Ajayi 2023. Figure 1 there shows the 14 most frequent
cities and countries, 90% of them European or American. Table 1 has the numbers of mentions by type.
Names are recognized in the distinct passages, and nothing is renamed. The regions come from the
gazetteer in this package; the paper takes them from Wikidata. All names of a country (US, United
States) are counted together.
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
"""A function that takes passages and returns the names found in each passage."""

_KEYS: Final[dict[str, Callable[[str], str]]] = {"CITY": alias_key, "COUNTRY": country_key}
_AT_ONCE: Final = 256
PUBLISHED_PASSAGES: Final[dict[int, Mapping[str, int]]] = {
    19_035: SWAPPED_TRAINING_ENTITIES, 1_204: SWAPPED_ENTITIES,
}  # fmt: skip
"""The paper's table 1 for the training set and the development set of SQuAD 2.0.

The keys are the numbers of passages of the two sets.
"""


def named_places(passages: Iterable[str], find: Find, regions: Regions) -> Record:
    """Return how often names of each type are mentioned, and the regions of cities and countries.

    The result has these keys:

    - `passages`: the number of distinct passages.
    - `types`: a record for each type, with `mentions` and `published`. The latter is the number in
      Siro and Ajayi 2023, or None if the passages are not theirs.
    - `places`: a record for CITY and one for COUNTRY. Each has `mentions`, `names` (the number of
      different places), `top` (the 14 most frequent names, each with `mentions` and `region`) and
      `regions`. The latter has a record for each region: the number of `mentions`, how many of the
      14 names are in it (`top`), and both in percent (`share` and `top_share`).
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
    """Return how often the places of one type and their regions are mentioned.

    The docstring of `named_places` describes the record, under `places`. `kind` is CITY or COUNTRY.
    `names` has an entry for each place: how often each spelling of its name occurs.
    """
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
