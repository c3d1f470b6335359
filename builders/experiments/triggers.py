"""Universal triggers: names that lower a model's score in any row, if there are such names.

The search is algorithm 2 of Balasubramanian et al. 2020. Every name has a Beta distribution for how
harmful it is, and its weight is the mean of that distribution. Each iteration draws B names by
weight, without replacement, and B rows uniformly, and scores these rows with each of these names.
For a name, w is the share of rows that score worse than before renaming, and u the share that score
better. With x = max(0, w - u), the alpha of the name's distribution increases by x B and its beta
by (1 - x) B. The search ends after 100 iterations, or earlier if the ten names with the highest
weights have not changed for 20 iterations and all of them have been drawn. Names that were never
drawn still have the prior's weight and are not reported.

The paper leaves some points open: it uses the weights of names for rows too, although names and
rows differ in number, and gives neither the number of iterations nor what happens if u > w.

The highest weights are partly due to chance (the winner's curse). Therefore rows are first split at
random: the search uses one part, and drops are reported on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.draws import Stem, digest, encoded, numbers
from builders.errors import FixInputError
from builders.scoring.metrics import Floats, Integers, Mask
from builders.scoring.uncertainty import Estimate, clustered

TOP: Final = 10
_UNIT: Final = 2.0**-53

Ask = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
"""A function from names and row ids to the scores (0 to 1) of the rows renamed to each name."""


@dataclass(frozen=True, slots=True)
class TriggerRow:
    """A row in which a name can be replaced."""

    id: str
    cluster: int
    """An integer that identifies the row's passage."""
    score: float
    """The score of the row before renaming, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search for names that lower a model's score."""

    batch: int = 50
    """The number of names, and of rows, drawn per iteration."""
    iterations: int = 100
    """The maximum number of iterations."""
    unchanged: int = 20
    """The search ends when the ten most harmful names stay the same for this many iterations."""
    prior: tuple[float, float] = (1.0, 1.0)
    """Alpha and beta of each name's Beta prior."""
    held_out: float = 0.5
    """The share of passages that the search does not use."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise FixInputError for settings out of range."""
        if min(self.batch, self.iterations, self.unchanged) < 1 or min(self.prior) <= 0:
            raise FixInputError("batch, iterations and unchanged are at least 1, priors above 0")
        if not 0 < self.held_out < 1:
            raise FixInputError(f"held out: {self.held_out:g}; expected a share between 0 and 1")


@dataclass(frozen=True, slots=True)
class Trigger:
    """A name that lowers a model's score."""

    name: str
    weight: float
    """How harmful the name is, from 0 to 1."""
    drop: Estimate
    """The mean drop of scores on the rows of the search."""
    held_out_drop: Estimate
    """The mean drop of scores on rows that the search did not use."""


@dataclass(frozen=True, slots=True)
class FoundTriggers:
    """The result of a search for names that lower a model's score."""

    top: tuple[Trigger, ...]
    """The names with the highest weights, most harmful first."""
    drop: Estimate
    """The mean drop over these names and the rows of the search."""
    held_out_drop: Estimate
    """The mean drop over these names and the rows that the search did not use."""
    weights: dict[str, float]
    """How harmful each candidate name is, from 0 to 1."""
    iterations: int


@dataclass(frozen=True, slots=True)
class Posterior:
    """The Beta distributions of how harmful names are, as arrays with one element per name."""

    alpha: Floats
    beta: Floats

    @property
    def weights(self) -> Floats:
        """Return how harmful each name is expected to be: the mean of its Beta distribution."""
        return self.alpha / (self.alpha + self.beta)

    def after(self, drawn: Integers, worse: Floats, better: Floats, batch: int) -> Posterior:
        """Return the distributions after `batch` more rows were scored with each of some names.

        `drawn` are the indices of these names. `worse` and `better` are, for each of these names,
        the fractions of the rows that score worse or better than before renaming.
        """
        harm = np.maximum(0.0, worse - better)
        alpha, beta = self.alpha.copy(), self.beta.copy()
        alpha[drawn] += harm * batch
        beta[drawn] += (1.0 - harm) * batch
        return Posterior(alpha, beta)


def most_calls(search: Search, names: int, rows: int) -> int:
    """Return the maximum number of predictions that a search needs.

    `names` and `rows` are counts. The predictions for all rows with the most harmful names, which
    the report needs, are included.
    """
    in_search = min(search.batch, names) * min(search.batch, rows) * search.iterations
    return in_search + min(TOP, names) * rows


def top_k(weights: Floats, keys: Sequence[bytes], stem: Stem, size: int) -> Integers:
    """Draw `size` indices by weight, without replacement, with the Gumbel top-k trick.

    The indices with the largest log(weight) + Gumbel noise are drawn. This has the same
    distribution as sequential draws by renormalized weights (Kool et al. 2019). The noise
    of an index depends only on a hash of `stem` followed by the key of this index.
    Therefore the order of the keys does not affect what is drawn.
    """
    uniform = ((numbers(stem.digest(key) for key in keys)[:, 0] >> np.uint64(11)) + 0.5) * _UNIT
    perturbed = np.log(weights) - np.log(-np.log(uniform))
    return np.argsort(-perturbed, kind="stable")[:size].astype(np.int64)


def split_rows(
    rows: Sequence[TriggerRow], search: Search
) -> tuple[list[TriggerRow], list[TriggerRow]]:
    """Return rows to search on and held-out rows, split at random by passage.

    Raises FixInputError if either part would be empty.
    """
    limit = int(search.held_out * 2**32)
    parts: tuple[list[TriggerRow], list[TriggerRow]] = ([], [])
    for row in rows:
        drawn = int.from_bytes(digest(("held out", search.seed, row.cluster))[:4], "big")
        parts[drawn < limit].append(row)
    if not all(parts):
        raise FixInputError(f"{len(rows)} rows are too few passages to hold some out")
    return parts


def find_triggers(
    names: Sequence[str], rows: Sequence[TriggerRow], ask: Ask, search: Search | None = None
) -> FoundTriggers:
    """Search for names that lower scores, and measure how much they do so on held-out rows.

    `ask` returns the scores of rows after renaming to each of some names. Raises FixInputError if
    there are no names, repeated names, or too few passages.
    """
    search = search or Search()
    ordered = sorted(set(names))
    if not ordered or len(ordered) != len(names):
        raise FixInputError("names: expected some, each once")
    seen, held_out = split_rows(sorted(rows, key=lambda row: row.id), search)
    posterior, tried, iterations = _searched(ordered, seen, ask, search)
    weights = posterior.weights
    best = [ordered[place] for place in _top(np.where(tried, weights, 0.0)) if tried[place]]
    drops, kept = _drops(best, seen, ask), _drops(best, held_out, ask)
    by_name = dict(zip(ordered, weights.tolist(), strict=True))
    return FoundTriggers(
        tuple(
            Trigger(name, by_name[name], _estimate(drop, seen), _estimate(held, held_out))
            for name, drop, held in zip(best, drops, kept, strict=True)
        ),
        _estimate(drops.mean(axis=0), seen),
        _estimate(kept.mean(axis=0), held_out),
        by_name,
        iterations,
    )  # fmt: skip


def _searched(
    names: Sequence[str], rows: Sequence[TriggerRow], ask: Ask, search: Search
) -> tuple[Posterior, Mask, int]:
    tried = np.zeros(len(names), bool)
    posterior = Posterior(*(np.full(len(names), prior) for prior in search.prior))
    name_keys = [encoded((name,)) for name in names]
    row_keys = [encoded((row.id,)) for row in rows]
    even = np.ones(len(rows))
    top, since = _top(posterior.weights), 0
    for iteration in range(search.iterations):
        stems = [Stem((what, search.seed, iteration)) for what in ("name", "row")]
        drawn = top_k(posterior.weights, name_keys, stems[0], search.batch)
        batch = [rows[at] for at in top_k(even, row_keys, stems[1], search.batch)]
        changes = _drops([names[place] for place in drawn], batch, ask)
        worse, better = (changes > 0).mean(axis=1), (changes < 0).mean(axis=1)
        posterior = posterior.after(drawn, worse, better, len(batch))
        tried[drawn] = True
        before, top = top, _top(posterior.weights)
        since = since + 1 if top == before and tried[top].all() else 0
        if since >= search.unchanged:
            return posterior, tried, iteration + 1
    return posterior, tried, search.iterations


def _top(weights: Floats) -> list[int]:
    """Return the indices of the ten highest weights, highest first; ties keep their order."""
    found: list[int] = np.argsort(-weights, kind="stable")[:TOP].tolist()
    return found


def _drops(names: Sequence[str], rows: Sequence[TriggerRow], ask: Ask) -> Floats:
    """Return how much lower each row scores with each name, as an array of shape (names, rows)."""
    found = ask(names, [row.id for row in rows])
    for name, scores in zip(names, found, strict=True):
        if len(scores) != len(rows) or not np.isfinite(scores).all():
            raise FixInputError(f"{name}: expected {len(rows)} scores, one a row")
    before = np.array([row.score for row in rows])
    drops: Floats = before - np.array(found, np.float64)
    return drops


def _estimate(drops: Floats, rows: Sequence[TriggerRow]) -> Estimate:
    _, clusters = np.unique([row.cluster for row in rows], return_inverse=True)
    return clustered(drops, clusters)
