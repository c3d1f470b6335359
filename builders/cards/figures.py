"""The figures of a card: charts of its counts, each with a text alternative.

figures/subset-sizes.svg     how many instances can be renamed, by dataset and answer type, as
                             shares of the dataset's questions, compared with the paper
figures/renamed-names.svg    names that EntSwap renamed, by type, as shares of all renamed names,
                             compared with the paper
figures/frequent-names.svg   the most frequent cities and countries with their regions, before
                             and after renaming (figure 1 of Siro and Ajayi 2023); a release with
                             several sources has one per source, such as frequent-names-SQuAD.svg
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from builders.cards.papers import PERTURBABLE, SWAPPED_ENTITIES, TEST_SETS, is_the_papers
from builders.cards.svg import drawing, element, label
from builders.cards.swapped_names import Counts, SwappedNames
from builders.regions import REGIONS, UNKNOWN, Regions
from builders.releases.layout import ORIGINAL, path_parts
from builders.releases.manifest import Manifest

FOLDER: Final = "figures"
TOP: Final = 14
"""The number of names per column in figure 1 of Siro and Ajayi 2023."""

PLACES: Final = (("COUNTRY", "countries"), ("CITY", "cities"))

_OURS, _PAPERS = "#0a5eb0", "#b35900"
_COLOURS: Final = {
    "Africa": "#c2410c", "Americas": "#0072b2", "Asia": "#8a3ab9", "Europe": "#00734f",
    "Oceania": "#8a6d00", UNKNOWN: "#8c959f",
}  # fmt: skip
_LINE: Final = 20
_LABEL: Final = 190
_BAR: Final = 190
_LENGTH: Final = 420
_MARGIN: Final = 20
_LONGEST: Final = 26
_SHOWN: Final = 4
_LEAST: Final = 0.005
_ALMOST_ALL: Final = 0.8


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: its path in the release, caption, text alternative and SVG text."""

    path: str
    caption: str
    alt: str
    svg: str


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """The name of a place in a figure, its number of mentions in passages, and its region."""

    name: str
    count: int
    region: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the figure of frequent names: the names before, or after, renaming."""

    places: tuple[PlaceCount, ...]
    """The most frequent names, the most frequent first."""
    shares: tuple[tuple[str, float], ...]
    """The regions with their shares of the mentions of all names, the largest first."""


def figures(
    manifest: Manifest,
    names: SwappedNames | None,
    places: Sequence[SwappedNames],
    regions: Regions,
) -> tuple[Figure, ...]:
    """Return the figures for the card of a release.

    `names` are the names that EntSwap (Siro and Ajayi 2023) renamed, or None for a release without
    EntSwap. `places` has one entry per source, with the countries and cities that were renamed.
    """
    drawn = [_subset_sizes(manifest)]
    if names is not None:
        drawn.append(_renamed_names(manifest, names))
    for each in places:
        drawn.append(_frequent_names(each, frequent_names_of(each, places), regions))
    return tuple(figure for figure in drawn if figure is not None)


def frequent_names_of(names: SwappedNames, places: Sequence[SwappedNames]) -> str:
    """Return the file name, without extension, of the figure of frequent names for one source.

    `names` are the renamed names of this source dataset, and `places` has an entry for every source
    dataset with such a figure. If there are several, the file name contains the source's name.
    """
    return "frequent-names" if len(places) == 1 else f"frequent-names-{names.source}"


def place_columns(names: SwappedNames, kind: str, regions: Regions) -> tuple[Column, Column]:
    """Return the columns of names before and after renaming; `kind` is COUNTRY or CITY."""
    return (
        _column(names.before.get(kind, ()), kind, regions),
        _column(names.after.get(kind, ()), kind, regions, drawn=True),
    )


def _column(counts: Counts, kind: str, regions: Regions, *, drawn: bool = False) -> Column:
    """Return one column of the figure of frequent names.

    `drawn` says whether the names are new names. If at least 80% of the new names are places in one
    region of the world, a name that places in several regions share is counted for that region.
    """
    home = ""
    if drawn and counts:
        found = Counter(regions.of_name(kind, name) for name, _ in counts)
        most = max(REGIONS, key=lambda region: found[region])
        home = most if found[most] >= _ALMOST_ALL * len(counts) else ""
    places = [PlaceCount(name, count, regions.of_name(kind, name, home)) for name, count in counts]
    total = sum(place.count for place in places)
    by_region = Counter[str]()
    for place in places:
        by_region[place.region] += place.count
    shares = tuple(
        (region, by_region[region] / total) for region in (*REGIONS, UNKNOWN) if by_region[region]
    )
    return Column(tuple(places[:TOP]), tuple(sorted(shares, key=lambda share: -share[1])))


# -- counts compared with the papers ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Bar:
    """A bar in a chart: a count in this release, and the same count in a paper."""

    label: str
    ours: int
    """The count in this release."""
    share: float
    """The count as a share of the total, from 0 to 1."""
    paper: int = 0
    """The count that the paper reports, or 0 if the paper does not report it."""
    papers_share: float = 0.0
    """The paper's count as a share of the paper's total."""


def _subset_sizes(manifest: Manifest) -> Figure | None:
    groups: dict[str, list[_Bar]] = {}
    questions = {source.name: source.questions for source in manifest.sources}
    for record in manifest.in_order():
        parts = path_parts(record.path)
        if parts.type and parts.perturbation == ORIGINAL:
            total = questions.get(parts.folder, 0)
            bar = _Bar(parts.type, record.rows, record.rows / max(total, 1))
            if is_the_papers(parts.folder, total):
                paper = PERTURBABLE[parts.folder].get(parts.type, 0)
                bar = replace(bar, paper=paper, papers_share=paper / TEST_SETS[parts.folder])
            groups.setdefault(parts.folder, []).append(bar)
    if not groups:
        return None
    title = "Perturbable instances by answer entity, as shares of a dataset's questions"
    return _bars("subset-sizes", title, "Yan et al. 2022, table 9", groups)


def _renamed_names(manifest: Manifest, names: SwappedNames) -> Figure | None:
    questions = {source.name: source.questions for source in manifest.sources}
    papers = SWAPPED_ENTITIES if is_the_papers(names.source, questions.get(names.source, 0)) else {}
    ours = {kind: names.mentions(kind) for kind in SWAPPED_ENTITIES}
    bars = [
        _Bar(kind, count, count / max(sum(ours.values()), 1), papers.get(kind, 0),
             papers.get(kind, 0) / max(sum(papers.values()), 1))
        for kind, count in ours.items()
    ]  # fmt: skip
    title = "Names renamed in the passages by type, as shares of all"
    return _bars("renamed-names", title, "Siro and Ajayi 2023, table 1", {names.source: bars})


def _bars(name: str, title: str, paper: str, groups: dict[str, list[_Bar]]) -> Figure:
    shares = (max(bar.share, bar.papers_share) for bars in groups.values() for bar in bars)
    most = max(shares, default=0) or 1
    beside = any(bar.paper for bars in groups.values() for bar in bars)
    parts = [label(_MARGIN, 30, title, size=16, bold=True)]
    parts += [_square(_MARGIN, 44, _OURS), label(_MARGIN + 16, 54, "this release", faint=True)]
    if beside:
        parts += [_square(_MARGIN + 130, 44, _PAPERS),
                  label(_MARGIN + 146, 54, f"in the paper ({paper})", faint=True)]  # fmt: skip
    y = 64.0
    for group, bars in groups.items():
        y += 22
        parts.append(label(_MARGIN, y, _cut(group), bold=True))
        for bar in bars:
            y += _LINE
            parts.append(label(_MARGIN + 120, y, bar.label, end=True))
            parts += _bar(y, _LENGTH * bar.share / most, _count(bar.ours, bar.share), _OURS)
            if bar.paper:
                y += 9
                said = _count(bar.paper, bar.papers_share)
                parts += _bar(y, _LENGTH * bar.papers_share / most, said, _PAPERS)
    said = "; ".join(
        f"{group}: " + ", ".join(_bar_text(bar) for bar in bars) for group, bars in groups.items()
    )
    alt = f"Bar chart. {title}: {said}"
    if beside:
        alt += f" (in brackets: {paper})"
    svg = drawing(700, round(y) + 20, title, alt, parts)
    return Figure(f"{FOLDER}/{name}.svg", title, alt, svg)


def _bar_text(bar: _Bar) -> str:
    ours = f"{bar.label} {_count(bar.ours, bar.share)}"
    return ours + (f" ({_count(bar.paper, bar.papers_share)})" if bar.paper else "")


def _count(count: int, share: float) -> str:
    return f"{count:,}, {share:.0%}"


def _bar(y: float, width: float, text: str, colour: str) -> list[str]:
    x, wide = _MARGIN + 130, max(width, 1.0)
    return [
        element("rect", x=x, y=y - 11, width=wide, height=7, fill=colour),
        label(x + wide + 6, y - 3, text, size=11),
    ]


# -- figure 1 --------------------------------------------------------------------------------------


def _frequent_names(names: SwappedNames, stem: str, regions: Regions) -> Figure | None:
    rows = [
        (what, place_columns(names, kind, regions))
        for kind, what in PLACES
        if names.before.get(kind)
    ]
    if not rows:
        return None
    wide = _LABEL + _BAR + 110
    whats = " and ".join(what for what, _ in rows)
    title = f"The most frequent {whats} of {_cut(names.source)}, and their regions"
    parts = [label(_MARGIN, 30, title, size=16, bold=True)]
    y = 40.0
    for what, pair in rows:
        heads = (f"Before: {what} of the source", f"After: {what} of the renamed passages")
        for place, (head, column) in enumerate(zip(heads, pair, strict=True)):
            parts += _panel(_MARGIN + place * wide, y, head, column)
        y += 60 + _LINE * max(len(column.places) for column in pair)
    alt = f"Bar charts. {title}. " + " ".join(_described(what, pair) for what, pair in rows)
    svg = drawing(2 * wide + _MARGIN, round(y) + 10, title, alt, parts)
    return Figure(f"{FOLDER}/{stem}.svg", title, alt, svg)


def _panel(x: float, y: float, head: str, column: Column) -> Iterator[str]:
    """Yield the SVG elements of a bar chart of the names in a column, headed by `head`.

    Its top left corner is at (x, y). Each line has a name, a bar, the count and the region. Bars
    are coloured by region.
    """
    yield label(x, y + 22, head, bold=True)
    yield label(x, y + 40, f"All mentions: {_shares(column)}", size=12, faint=True)
    most = max((place.count for place in column.places), default=1)
    for line, place in enumerate(column.places):
        at = y + 62 + _LINE * line
        width = max(_BAR * place.count / most, 1.0)
        yield label(x + _LABEL - 8, at, _cut(place.name), end=True)
        yield element("rect", x=x + _LABEL, y=at - 11, width=width, height=13,
                      fill=_COLOURS[place.region])  # fmt: skip
        region = "" if place.region == UNKNOWN else f" {place.region}"
        yield label(x + _LABEL + width + 6, at, f"{place.count:,}{region}", size=11)


def _shares(column: Column) -> str:
    """Return text such as "Europe 61%, Asia 20%, others 19%": each region's share of mentions.

    Small shares are added up as "others".
    """
    shown = [(region, share) for region, share in column.shares[:_SHOWN] if share >= _LEAST]
    rest = 1 - sum(share for _, share in shown)
    if rest >= _LEAST:
        shown.append(("others", rest))
    return ", ".join(f"{region} {share:.0%}" for region, share in shown)


def _described(what: str, pair: Sequence[Column]) -> str:
    before, after = (
        f"{', '.join(f'{place.name} {place.count:,}' for place in column.places[:3])}, "
        f"of all mentions {_shares(column)}"
        for column in pair
    )
    return f"{what.capitalize()} before: {before}; after: {after}."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _square(x: float, y: float, colour: str) -> str:
    return element("rect", x=x, y=y, width=10, height=10, fill=colour)
