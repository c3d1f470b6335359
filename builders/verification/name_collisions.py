"""A fast search for rows whose new names might be equal to each other or to names in the source.

All rows of a block are examined at once. The rows that are found are checked by row_check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, count
from math import prod
from operator import contains
from typing import Final

import numpy as np

from builders.releases.packed_strings import Mask, Places, distinct, rows_of
from builders.releases.row_blocks import BlockEdits
from builders.text import is_one_word, normalized_for_scoring
from builders.verification.row_check import (
    are_too_similar,
    folded,
    holds_name,
    holds_word,
    keeps_form,
)

_LARGEST_NUMBER: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Names:
    """The distinct renamings in each row of a block: an entity, an old name and a new name.

    The arrays have one element per renaming.
    """

    rows: Places
    entities: Places
    """The index of the entity among the distinct entities of the block."""
    olds: Places
    """The index of the old name in `folds`."""
    news: Places
    """The index of the new name in `folds`."""
    capitals: Mask
    """Whether the old name is in upper case."""
    lowered: Mask
    """Whether the new name has lower-case letters."""
    words: Mask
    """Whether the old name has word characters, and is not just an apostrophe."""
    folds: Sequence[str]
    """The distinct folded names."""


def names_faulty(edits: BlockEdits, held: Callable[[], Sequence[str]] | None) -> Mask:
    """Return, per row, whether its new names might break invariant 3 or 4.

    For example, a row might give two entities the same new name, have a new name that occurs in the
    source, or give a capitalized name a new name in lower case. `held` returns the folded texts of
    each source row, joined to one string. `held` is None if new names are allowed to occur in the
    source.
    """
    faulty = np.zeros(len(edits.ends) - 1, np.bool_)
    if not len(edits):
        return faulty
    names = _names(edits, faulty)
    if names is None:
        return ~faulty
    faulty[names.rows[names.words & (names.olds == names.news)]] = True
    _check_olds(names, faulty)
    _check_news(names, faulty)
    if held is not None:
        _check_held(names, held(), faulty)
        _check_near(names, faulty)
    return faulty


def _names(edits: BlockEdits, faulty: Mask) -> _Names | None:
    """Return the distinct renamings of a block: the row, entity, old and new name of each.

    Returns None if these have too many possible combinations to number them with 64 bits.
    The rows in which a new name does not keep the case or the possessive ending of the old
    name are marked in `faulty`.
    """
    olds, old_codes = edits.olds.coded()
    news, new_codes = edits.news.coded()
    entities, entity_codes = edits.entities.coded()
    sizes = (len(faulty), len(entities), len(olds), len(news))
    if prod(sizes) > _LARGEST_NUMBER:
        return None
    said = (rows_of(edits.ends), entity_codes, old_codes, new_codes)
    rows, entity_codes, old_codes, new_codes = np.unravel_index(
        distinct(np.ravel_multi_index(said, sizes)), sizes
    )
    faulty[rows[~_keep_form(olds, news, old_codes, new_codes)]] = True
    folds: dict[str, int] = {}
    old_folds = np.array([folds.setdefault(folded(old), len(folds)) for old in olds])
    new_folds = np.array([folds.setdefault(folded(new), len(folds)) for new in news])
    lowered = np.array([any(map(str.islower, new)) for new in news])
    return _Names(
        rows=rows,
        entities=entity_codes,
        olds=old_folds[old_codes],
        news=new_folds[new_codes],
        capitals=np.array([old.isupper() for old in olds])[old_codes],
        lowered=lowered[new_codes],
        words=np.array([holds_word(folded(old)) for old in olds])[old_codes],
        folds=list(folds),
    )


def _keep_form(
    olds: Sequence[str], news: Sequence[str], old_codes: Places, new_codes: Places
) -> Mask:
    """Return, per renaming, whether the new name keeps the form of the old name (see keeps_form).

    `old_codes` and `new_codes` have the indices of the old and the new names in `olds` and `news`.
    """
    pairs = old_codes * len(news) + new_codes
    once = distinct(pairs)
    kept = [keeps_form(olds[pair // len(news)], news[pair % len(news)]) for pair in once.tolist()]
    found: Mask = np.array(kept)[np.searchsorted(once, pairs)]
    return found


def _check_olds(names: _Names, faulty: Mask) -> None:
    """Mark in `faulty` the rows in which an old name of an entity has several new names.

    A row is also marked if a name in upper case has a new name that is not in upper case, although
    the row has the same name in another case, too. For example, LIMA must not become Kano in a row
    in which Lima becomes Kano.
    """
    key = (names.rows * (int(names.entities.max()) + 1) + names.entities) * len(names.folds)
    order, starts = _groups(key + names.olds)
    rows = names.rows[order[starts]]
    news = names.news[order]
    several = np.minimum.reduceat(news, starts) != np.maximum.reduceat(news, starts)
    several &= names.words[order[starts]]
    otherwise = np.logical_or.reduceat(~names.capitals[order], starts)
    lowered = np.logical_or.reduceat((names.capitals & names.lowered)[order], starts)
    faulty[rows[several | (otherwise & lowered)]] = True


def _check_news(names: _Names, faulty: Mask) -> None:
    """Mark in `faulty` the rows in which two entities with different names get the same name."""
    words = np.flatnonzero(names.words)
    if not len(words):
        return
    order, starts = _groups((names.rows * len(names.folds) + names.news)[words])
    order = words[order]
    several = np.ones(len(starts), np.bool_)
    for values in (names.olds[order], names.entities[order]):
        several &= np.minimum.reduceat(values, starts) != np.maximum.reduceat(values, starts)
    faulty[names.rows[order[starts]][several]] = True


def _check_held(names: _Names, held: Sequence[str], faulty: Mask) -> None:
    """Mark in `faulty` the rows in which a new name occurs in the source.

    `held` has the folded texts of each source row, joined to one string.
    """
    said = (names.rows * len(names.folds) + names.news)[names.words]
    rows, news = np.divmod(distinct(said), len(names.folds))
    texts = [held[row] for row in rows.tolist()]
    sought = [names.folds[new] for new in news.tolist()]
    for index in compress(count(), map(contains, texts, sought)):
        faulty[rows[index]] |= holds_name(texts[index], sought[index])


def _groups(keys: Places) -> tuple[Places, Places]:
    """Return the indices that sort the keys, and the position of the first of each distinct key."""
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    return order, np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))


def _check_near(names: _Names, faulty: Mask) -> None:
    """Mark in `faulty` the rows with two new names that are too similar.

    Two names are too similar if one contains the other or if scorers normalize both to the same
    text. Rows with a new name that scorers normalize to an empty string are marked, too.
    """
    bearers: dict[int, dict[str, int]] = {}
    words = np.flatnonzero(names.words)
    said = (names.rows[words], names.news[words], names.entities[words])
    for row, new, entity in zip(*(column.tolist() for column in said), strict=True):
        bearers.setdefault(row, {})[names.folds[new]] = entity
    for row, of_row in bearers.items():
        keys = {normalized_for_scoring(new) for new in of_row}
        long = [new for new in of_row if not is_one_word(new)]
        near = any(
            other in new
            and other != new
            and of_row[other] != of_row[new]
            and are_too_similar(new, other)
            for new in long
            for other in of_row
        )
        if near or len(keys) < len(of_row) or "" in keys:
            faulty[row] = True
