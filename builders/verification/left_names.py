"""A fast search for rows that might rename a name in one place and leave it in another place.

All rows of a block are examined at once. The rows that are found are checked by kept_check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from builders.releases.packed_strings import (
    Mask,
    Places,
    cuts_word,
    distinct,
    offsets_of,
    ranges,
    rows_of,
)
from builders.releases.row_blocks import KINDS, WHOLE, RowBlock
from builders.releases.undo import Gold
from builders.text import fold_key, has_multi_letter_word, same_names
from builders.types import KEPT_REASONS
from builders.verification.edit_offsets import LocatedEdits, SourceTexts, placed

_GOLD = KINDS.index("gold")


class SourceNames:
    """The texts of a block of source rows in which old names are searched for.

    These texts are the passages, questions and titles, and each gold answer that does not
    equal an answer of its row. They are ordered by row.
    """

    def __init__(self, block: RowBlock, gold: Gold) -> None:
        self.rows = block.rows
        """The number of rows of the block."""
        self._distinct, codes = block.texts.coded()
        self.own_gold = _own_gold(block, codes) & (gold == "list")
        """Whether each gold answer of the block is one of these texts."""
        own = np.flatnonzero(self.own_gold)
        gold_rows = rows_of(block.ends[_GOLD])[own]
        rows = np.concatenate([*[np.arange(block.rows)] * len(WHOLE), gold_rows])
        order = np.argsort(rows, kind="stable")
        self.ends = offsets_of(np.bincount(rows, minlength=block.rows))
        """Row r has the texts from index ends[r] up to, but excluding, ends[r + 1]."""
        kinds = np.repeat([*range(len(WHOLE)), _GOLD], [*[block.rows] * len(WHOLE), len(own)])
        self.kinds = kinds[order]
        """The index of the field of each text in KINDS."""
        whole = np.zeros(len(WHOLE) * block.rows, np.int64)
        self.numbers = np.concatenate([whole, own - block.ends[_GOLD][gold_rows]])[order]
        """The number of each text among the texts of the same field and row."""
        texts = np.concatenate([np.arange(len(whole)), block.first[_GOLD] + own])
        self.codes = codes[texts][order]
        """The index of each text among the distinct texts."""
        self._places: dict[tuple[int, str], list[tuple[int, int]]] = {}

    def places(self, code: int, key: str) -> list[tuple[int, int]]:
        """Return the spans at which a name occurs in a text.

        `code` is the index of the text among the distinct texts, and `key` is the name in lower
        case without diacritics (its `fold_key`). The result is cached, because several rows can
        have the same passage.
        """
        found = self._places.get((code, key))
        if found is None:
            found = self._places[code, key] = list(same_names(self._distinct[code], key))
        return found


def _own_gold(block: RowBlock, codes: Places) -> Mask:
    """Return, per gold answer, whether it is not one of the answers of its row.

    `codes` has the index of each text of the block among the distinct texts.
    """
    answers, gold = KINDS.index("answer"), _GOLD
    pairs = [
        rows_of(block.ends[kind]) * (int(codes.max(initial=0)) + 1)
        + codes[block.first[kind] : block.first[kind + 1]]
        for kind in (answers, gold)
    ]
    return np.isin(pairs[1], pairs[0], invert=True)


def left_faulty(
    names: SourceNames, texts: SourceTexts, block: RowBlock, edits: LocatedEdits
) -> Mask:
    """Return, per row, whether a renamed name might remain or a kept mention is faulty.

    A name that is renamed in one place of a row is allowed to remain in another place only
    inside a kept mention (see Kept). `texts` has the source texts of the rows of `block`,
    and `edits` the edits of `block` with their places in `texts`. `names` has those source
    texts in which old names are searched for. If `block` has rows of several files, which
    were made from the same source rows, `texts` has these source rows once per file, but
    `names` has them only once.
    """
    faulty = np.zeros(block.rows, np.bool_)
    judged = _judged(names, texts, block.rows // max(names.rows, 1))
    kept = placed(texts, block.kept)
    reasons, codes = block.kept.reasons.coded()
    known = np.array([reason in KEPT_REASONS for reason in reasons], np.bool_)
    right = kept.fits & judged[np.minimum(kept.text, len(judged) - 1)] & known[codes][kept.index]
    faulty[kept.rows[~right]] = True
    if not right.all():
        kept = kept.taken(right)
    edit_starts, edit_ends = _everywhere(texts, edits.text, edits.start, edits.stop)
    starts, ends = _everywhere(texts, kept.text, kept.start, kept.stop)
    faulty[kept.rows[_over(edit_starts, edit_ends, starts, ends)]] = True
    faulty[kept.rows[_cut(texts, kept, starts) | _cut(texts, kept, ends)]] = True
    rows, text, start, end = _all_occurrences(names, texts, block, edits, judged)
    first, last = _everywhere(texts, text, start, end)
    left = ~_over(edit_starts, edit_ends, first, last) & ~_within(starts, ends, first, last)
    faulty[rows[left]] = True
    return faulty


def _judged(names: SourceNames, texts: SourceTexts, times: int) -> Mask:
    """Return, for each text, whether it is searched for old names (see SourceNames).

    `texts` has the rows of `names` several times (`times`), because a block may have the
    rows of several files.
    """
    judged = np.zeros(len(texts.texts), np.bool_)
    judged[: texts.firsts[len(WHOLE), 0] if len(texts.firsts[0]) else 0] = True
    if len(texts.firsts) > _GOLD and len(names.own_gold):
        judged[len(judged) - times * len(names.own_gold) :] = np.tile(names.own_gold, times)
    return judged


def _everywhere(
    texts: SourceTexts, text: Places, start: Places, end: Places
) -> tuple[Places, Places]:
    """Return the starts and the ends of spans as offsets in the concatenation of all texts.

    `text` has the index of the text of each span. `start` and `end` have the offsets of each span
    in this text.
    """
    return texts.offsets[text] + start, texts.offsets[text] + end


def _over(edit_starts: Places, edit_ends: Places, starts: Places, ends: Places) -> Mask:
    """Return, per span, whether it overlaps an edit.

    The edits are sorted and do not overlap each other.
    """
    if not len(edit_starts):
        return np.zeros(len(starts), np.bool_)
    before = np.searchsorted(edit_starts, ends) - 1
    over: Mask = (before >= 0) & (edit_ends[before] > starts)
    return over


def _within(kept_starts: Places, kept_ends: Places, starts: Places, ends: Places) -> Mask:
    """Return, per span, whether it lies within a kept mention.

    A kept mention is a place where the words of a renamed name stay.
    """
    if not len(kept_starts):
        return np.zeros(len(starts), np.bool_)
    order = np.argsort(kept_starts, kind="stable")
    reach = np.maximum.accumulate(kept_ends[order])
    before = np.searchsorted(kept_starts[order], starts, side="right") - 1
    within: Mask = (before >= 0) & (reach[before] >= ends)
    return within


def _cut(texts: SourceTexts, kept: LocatedEdits, places: Places) -> Mask:
    """Return, per kept mention (see Kept), whether its offset in `places` is inside a word.

    `places` has one offset of each kept mention, its start or its end. All offsets are counted in
    the concatenation of all texts.
    """
    found = np.zeros(len(places), np.bool_)
    first, last = texts.offsets[kept.text], texts.offsets[kept.text + 1]
    inside = np.flatnonzero((first < places) & (places < last))
    found[inside] = cuts_word(texts.texts.data, texts.points.bytes_of(places[inside]))
    return found


def _all_occurrences(
    names: SourceNames, texts: SourceTexts, block: RowBlock, edits: LocatedEdits, judged: Mask
) -> tuple[Places, Places, Places, Places]:
    """Return all occurrences of old names in the source texts of the rows that rename these names.

    The four arrays have the row, the index of the text, the start and the end of each occurrence.
    """
    olds, old = block.edits.olds.coded()
    keys: dict[str, int] = {}
    key_of = np.array([_key(keys, one) for one in olds], np.int64)
    mine = judged[edits.text]
    key, rows = key_of[old[edits.index[mine]]], edits.rows[mine]
    pairs = distinct((rows * max(len(keys), 1) + key)[key >= 0])
    rows, key = np.divmod(pairs, max(len(keys), 1))
    # The rows of the source block are repeated, but each name is searched for only once.
    own = rows % max(names.rows, 1)
    sizes = names.ends[own + 1] - names.ends[own]
    judged_text = ranges(names.ends[own], sizes)
    rows, key = np.repeat(rows, sizes), np.repeat(key, sizes)
    place, sizes = _places(names, names.codes[judged_text], key, list(keys))
    rows, judged_text = np.repeat(rows, sizes), np.repeat(judged_text, sizes)
    text = texts.firsts[names.kinds[judged_text], rows] + names.numbers[judged_text]
    return rows, text, place[:, 0], place[:, 1]


def _places(
    names: SourceNames, codes: Places, keys: Places, folds: Sequence[str]
) -> tuple[Places, Places]:
    """Return the spans at which names occur in texts, for pairs of a text and a name.

    Pair n has the text with the index `codes[n]` among the distinct texts, and the folded name
    `folds[keys[n]]`. The first array of the result has the spans of all pairs in order, and the
    second array has the number of spans of each pair.
    """
    pairs = codes * max(len(folds), 1) + keys
    once = distinct(pairs)
    found = [names.places(pair // len(folds), folds[pair % len(folds)]) for pair in once.tolist()]
    first = offsets_of(np.array([len(each) for each in found], np.int64))
    flat = np.array([place for each in found for place in each], np.int64).reshape(-1, 2)
    at = np.searchsorted(once, pairs)
    sizes = first[at + 1] - first[at]
    return flat[ranges(first[at], sizes)], sizes


def _key(keys: dict[str, int], old: str) -> int:
    """Return the index of a name in `keys`, which maps folded names to indices.

    If `keys` lacks the name, the name is added with the next index. Returns -1 for a name that has
    only single letters, because such names are not searched for.
    """
    key = _search_key(old)
    return keys.setdefault(key, len(keys)) if key else -1


@lru_cache(maxsize=1 << 16)
def _search_key(old: str) -> str:
    key = fold_key(old)
    return key if has_multi_letter_word(key) else ""
