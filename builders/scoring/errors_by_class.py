"""Count the errors after renaming by class (see builders.scoring.cases)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from builders.scoring.prediction_records import Record


def counted(cases: Iterable[Record]) -> list[Record]:
    """Return the number of predictions that became wrong, by config and error class."""
    counts = Counter((str(case["config"]), str(case["class"])) for case in cases if case["class"])
    totals = Counter(config for config, _ in counts.elements())
    return [
        {"config": config, "class": name, "n": n, "share": 100 * n / totals[config]}
        for (config, name), n in sorted(counts.items(), key=lambda each: (each[0][0], -each[1]))
    ]
