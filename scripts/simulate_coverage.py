"""How often a nominal 95% interval of a drop holds the true drop, by simulation.

    python scripts/simulate_coverage.py

Passages have one to eight questions with a difficulty in common; every question is answered once
unrenamed and under five seeds. The interval of builders.scoring (clustered by passage, seeds
averaged inside the question) should hold the truth in 93 to 97% of the runs; beside it stand what
is often done instead: questions taken for independent, and five seeds for five times the rows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from builders.scoring.metrics import Floats, Integers
from builders.scoring.uncertainty import Estimate, clustered

RUNS = 4000
SEEDS = 5
MEAN_BEFORE, DROP = 0.8, 0.15
WITHIN = (0.93, 0.97)


@dataclass(frozen=True, slots=True)
class World:
    """One draw of a benchmark and a model: before (n), after (seeds, n), passage of each (n)."""

    before: Floats
    after: Floats
    clusters: Integers


def draw(random: np.random.Generator, passages: int) -> World:
    """Draw right and wrong answers, alike within passages and within questions."""
    clusters = np.repeat(np.arange(passages), random.integers(1, 9, passages))
    passage = random.normal(0, 0.15, passages)[clusters]
    fragile = random.normal(0, 0.15, passages)[clusters]
    question = random.normal(0, 0.1, len(clusters))
    right = np.clip(MEAN_BEFORE + passage + question, 0, 1)
    renamed = np.clip(MEAN_BEFORE - DROP + passage + question + fragile, 0, 1)
    before = random.random(len(clusters)) < right
    after = random.random((SEEDS, len(clusters))) < renamed
    return World(before.astype(float), after.astype(float), clusters)


def by_passage(world: World) -> Estimate:
    """Return what builders.scoring reports."""
    return clustered(world.before - world.after.mean(axis=0), world.clusters)


def by_question(world: World) -> Estimate:
    """Take questions for independent."""
    return clustered(world.before - world.after.mean(axis=0), np.arange(len(world.before)))


def pooled(world: World) -> Estimate:
    """Take every seed's rows for rows of their own."""
    drops = (world.before - world.after).ravel()
    return clustered(drops, np.arange(len(drops)))


WAYS: dict[str, Callable[[World], Estimate]] = {
    "by passage": by_passage, "by question": by_question, "seeds pooled": pooled,
}  # fmt: skip


def true_drop(random: np.random.Generator) -> float:
    """Return the drop of a world without end: passages weigh by their questions."""
    worlds = [draw(random, 20_000) for _ in range(20)]
    drops = [float((w.before - w.after.mean(axis=0)).sum()) for w in worlds]
    return sum(drops) / sum(len(world.before) for world in worlds)


def coverage(passages: int, runs: int = RUNS) -> dict[str, float]:
    """Return the share of runs whose interval holds the truth, by way."""
    random = np.random.Generator(np.random.PCG64(passages))
    truth = true_drop(random)
    held = dict.fromkeys(WAYS, 0)
    for _ in range(runs):
        world = draw(random, passages)
        for name, way in WAYS.items():
            interval = way(world).interval
            held[name] += interval is not None and interval.holds(truth)
    return {name: count / runs for name, count in held.items()}


def main() -> int:
    """Print coverage for 20, 50 and 200 passages; 1 where ours leaves its bounds."""
    right = True
    print(f"{'passages':>8}  " + "  ".join(f"{name:>12}" for name in WAYS))
    for passages in (20, 50, 200):
        found = coverage(passages)
        right &= WITHIN[0] <= found["by passage"] <= WITHIN[1]
        print(f"{passages:>8}  " + "  ".join(f"{found[name]:>12.3f}" for name in WAYS))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
