"""Draw the figures of a scorecard as SVG: drops with their intervals, and scores of single names.

drops-em.svg, drops-f1.svg                bars by dataset and perturbation, 95% intervals
drops-by-length.svg                       EM drops for short, middle and long new names
names-popularity.svg, names-polarity.svg  one dot per name (Yan et al. 2022, section 4.2)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from builders.cards.svg import drawing, element, label
from builders.scoring.prediction_records import METRICS, Record, of_main_scorer
from builders.scoring.scorecard import Scorecard
from builders.scoring.single_names import FACTORS, Factor, NameScore

_BAR_COLOUR, _DOT_COLOUR, _WHISKER, _GRID = "#7db1e3", "#0a5eb0", "#1f2328", "#d0d7de"
_WIDTH: Final = 790
_LEFT: Final = 300
_PLOT: Final = 400
_LINE: Final = 22
_TOP: Final = 50
_HEIGHT: Final = 300
_TICKS: Final = 5
_DOT: Final = 6
_LONGEST: Final = 40


def figures(card: Scorecard, names: Sequence[NameScore] = ()) -> dict[str, str]:
    """Return a mapping from file name to SVG text, for every figure for which there are data.

    `names` are the scores of single names, if the scorecard is that of a study of single names.
    """
    drops = of_main_scorer(card.drops)
    found = {f"drops-{metric}.svg": _drops(drops, metric) for metric in METRICS if drops}
    lengths = [{**each, "config": f"{each['config']} {each['tercile']}"}
               for each in of_main_scorer(card.lengths)]  # fmt: skip
    if lengths:
        found["drops-by-length.svg"] = _drops(lengths, "em", " by length of the new names")
    if names:
        found |= {f"names-{factor}.svg": _names(names, factor) for factor in FACTORS}
    return found


class _Axis:
    """A linear scale from values to positions along an axis.

    The scale is widened so that it begins and ends with a tick, and ticks are at round numbers.
    """

    def __init__(self, low: float, high: float, start: float, length: float) -> None:
        step = _step((high - low) / _TICKS)
        self.low, self.high = step * math.floor(low / step), step * math.ceil(high / step)
        self._start, self._length, self._tick = start, length, step

    def at(self, value: float) -> float:
        """Return the position on the axis at which a value is drawn."""
        return self._start + self._length * (value - self.low) / (self.high - self.low)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Yield the position and the text of every tick."""
        for number in range(round((self.high - self.low) / self._tick) + 1):
            value = self.low + number * self._tick
            yield self.at(value), f"{value:.10g}".replace("-", "−")


def _step(about: float) -> float:
    """Return the smallest number that is 1, 2 or 5 times a power of ten and at least `about`."""
    power = 10.0 ** math.floor(math.log10(max(about, 1e-6)))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= about)


def _drops(drops: Sequence[Record], metric: str, by: str = "") -> str:
    lows = [each[f"low_{metric}"] for each in drops] + [each[f"drop_{metric}"] for each in drops]
    highs = [each[f"high_{metric}"] for each in drops] + lows
    ends = [each for each in (*lows, *highs) if each is not None]
    axis = _Axis(min(0, *ends), max(0.1, *ends), _LEFT, _PLOT)
    title = f"Drop in {metric.upper()} after renaming{by}, in points"
    parts = [label(20, 30, title, size=16, bold=True)]
    bottom = _TOP + _LINE * len(drops) + 10
    for x, text in axis.ticks():
        parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=bottom, stroke=_GRID))
        parts.append(label(x - 4 * len(text), bottom + 18, text, size=11, faint=True))
    for line, drop in enumerate(drops):
        parts += _drop(drop, metric, axis, float(_TOP + _LINE * (line + 1)))
    alt = f"Bar chart. {title}: " + "; ".join(_said(each, metric) for each in drops)
    return drawing(_WIDTH, round(bottom) + 34, title, alt, parts)


def _drop(drop: Record, metric: str, axis: _Axis, y: float) -> Iterator[str]:
    value, low, high = (drop[f"{key}_{metric}"] for key in ("drop", "low", "high"))
    left, right = sorted((axis.at(0), axis.at(value)))
    yield label(_LEFT - 10, y, _cut(drop["config"]), end=True)
    yield element("rect", x=left, y=y - 12, width=max(right - left, 1.0), height=12,
                  fill=_BAR_COLOUR)  # fmt: skip
    end = right
    if low is not None:
        first, end = axis.at(low), max(right, axis.at(high))
        yield element("line", x1=first, x2=axis.at(high), y1=y - 6, y2=y - 6, stroke=_WHISKER,
                      stroke_width=2)  # fmt: skip
        for x in (first, axis.at(high)):
            yield element("line", x1=x, x2=x, y1=y - 10, y2=y - 2, stroke=_WHISKER, stroke_width=2)
    yield label(end + 8, y - 1, f"{value:.1f}".replace("-", "−"), size=11)


def _said(drop: Record, metric: str) -> str:
    low, high = drop[f"low_{metric}"], drop[f"high_{metric}"]
    bounds = "" if low is None else f" ({low:.1f} to {high:.1f})"
    return f"{drop['config']} {drop[f'drop_{metric}']:.1f}{bounds}"


def _names(names: Sequence[NameScore], factor: Factor) -> str:
    """Return an SVG scatter plot of EM against the popularity or polarity of names.

    The polarity of a name is how unequally men and women have it. There is one dot per name. The
    horizontal scale is logarithmic, and names with an infinite value
    are at its right end.
    """
    points = [(getattr(each, factor), each.em) for each in names]
    known = [math.log10(max(x, 1.0)) for x, _ in points if math.isfinite(x)] or [0.0]
    across = _Axis(min(known), max(*known, min(known) + 1), 70, _WIDTH - 170)
    ems = [y for _, y in points]
    up = _Axis(min(ems), max(*ems, min(ems) + 1), _TOP + _HEIGHT, -_HEIGHT)
    title = f"EM by the {factor} of the first name, a dot a name"
    parts = [label(20, 30, title, size=16, bold=True)]
    for y, text in up.ticks():
        parts.append(element("line", x1=70, x2=_WIDTH - 40, y1=y, y2=y, stroke=_GRID))
        parts.append(label(60, y + 4, text, size=11, end=True, faint=True))
    bottom = _TOP + _HEIGHT + 20
    for power in range(math.ceil(across.low), math.floor(across.high) + 1):
        parts.append(label(across.at(power) - 6, bottom, f"{10**power:,}", size=11, faint=True))
    infinite = sum(math.isinf(x) for x, _ in points)
    if infinite:
        parts.append(label(_WIDTH - 70, bottom, "∞", size=11, faint=True))
    for x, y in points:
        place = across.at(math.log10(max(x, 1.0))) if math.isfinite(x) else _WIDTH - 65.0
        parts.append(element("rect", x=place - _DOT / 2, y=up.at(y) - _DOT / 2, width=_DOT,
                             height=_DOT, rx=3, fill=_DOT_COLOUR))  # fmt: skip
    alt = (f"Scatter plot of {len(points)} names: EM from {min(ems):.1f} to {max(ems):.1f}, "
           f"{infinite} of them of infinite {factor}.")  # fmt: skip
    return drawing(_WIDTH, bottom + 20, title, alt, parts)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
