"""Read and write files of predictions.

    PREDICTIONS/<config>/<split>.json[l][.gz]     the predictions for a split of a config
    PREDICTIONS/<config>/<split>.null_odds.json   no-answer scores {id: number}, optional
    PREDICTIONS/about.json                        the release and the model, written by `predict`

A file has one of these formats:

    {id: text}                                              SQuAD
    {id: [{"text", "probability", …}, …]}                   n-best: the most probable text is scored
    {"id", "prediction_text"[, "start"][, "no_answer_probability"][, "candidates"]}    JSONL

All faults of a file are reported together.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import FixInputError
from builders.scoring.predictions import (
    LONGEST,
    Candidate,
    Faults,
    Prediction,
    PredictionTable,
    Reader,
    SplitPredictions,
)

_LARGEST: Final = 2 << 30
_NAMED: Final = 3


def read_predictions(path: Path, ids: pa.Array | None = None) -> PredictionTable:
    """Read a file of predictions, and return the predictions as a table.

    With `ids`, the table has exactly these ids, in this order. The text for an id without a
    prediction is then null. Raises FixManyError listing the faults: a value that is
    not a string or number as required, an id that is repeated or not among `ids`, or a text that is
    too long. Raises FixInputError if the file cannot be read.
    """
    faults = Faults(str(path))
    text = _text_of(path)
    lines = path.name.removesuffix(".gz").endswith(".jsonl")
    found = list(_from_lines(text, faults) if lines else _from_object(text, path, faults))
    found = _without_repeats(found, faults)
    odds = _null_odds(path, faults)
    if odds is not None:
        found = [_with_odds(each, odds) for each in found]
    table = PredictionTable.of(found)
    if ids is not None:
        check_known(table.ids, ids, faults)
        faults.check()
        return table.aligned(ids)
    faults.check()
    return table


def _text_of(path: Path) -> str:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FixInputError(f"{path}: cannot be read: {reason}") from None
    if len(data) > _LARGEST:
        raise FixInputError(f"{path}: larger than {_LARGEST >> 30} GiB; split it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path}: byte {error.start} is not UTF-8") from None


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object as pairs, in which repeated keys can be noticed."""


def _parsed(text: str, where: str, faults: Faults) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        faults.add(where, f"column {error.colno}", f"not JSON: {error.msg}")
    except (ValueError, RecursionError):
        faults.add(where, "JSON", "nested too deeply, or with a number that is too long")
    return None


def _from_object(text: str, path: Path, faults: Faults) -> Iterator[Prediction]:
    pairs = _parsed(text, "the file", faults)
    if pairs is None:
        faults.check()
    if not isinstance(pairs, _Pairs):
        raise FixInputError(f"{path}: expected an object of ids and texts, {{id: text}}")
    for id_, value in pairs:
        where = f"id {id_!r:.80}"
        if isinstance(value, str):
            if _is_text(id_, where, "id", faults) and _is_text(value, where, "text", faults):
                yield Prediction(id_, value)
        elif isinstance(value, list) and not isinstance(value, _Pairs) and value:
            candidates = _candidates(value, where, faults)
            if candidates and _is_text(id_, where, "id", faults):
                best = max(candidates, key=lambda each: each.probability)
                yield Prediction(id_, best.text, best.start, None, candidates)
        else:
            faults.add(where, "text", f"expected a text, found {_kind(value)}")


def _from_lines(text: str, faults: Faults) -> Iterator[Prediction]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"line {number:,}"
        value = _parsed(line, where, faults)
        if value is None:
            continue
        if not isinstance(value, _Pairs):
            faults.add(where, "line", f"expected an object, found {_kind(value)}")
            continue
        made = prediction_of(dict(value), where, faults)
        if made is not None:
            yield made


def prediction_of(value: Mapping[str, Any], where: str, faults: Faults) -> Prediction | None:
    """Return the prediction that a JSON object (`value`) contains, or None if it is malformed.

    Every fault is added to `faults`, with `where` as the place of the object in the message.
    """
    id_, text = value.get("id"), value.get("prediction_text", value.get("prediction"))
    right = [
        _is_text(id_, where, "id", faults),
        _is_text(text, where, "prediction_text", faults),
    ]
    start = value.get("start")
    if start is not None and (type(start) is not int or not 0 <= start < 2**31):
        faults.add(where, "start", f"expected an offset, found {_kind(start)}")
        right.append(False)
    odds = value.get("no_answer_probability")
    if odds is not None and not _is_number(odds):
        faults.add(where, "no_answer_probability", f"expected a number, found {_kind(odds)}")
        right.append(False)
    candidates = _candidates(value.get("candidates") or [], where, faults)
    if not all(right) or candidates is None:
        return None
    return Prediction(str(id_), str(text), start, None if odds is None else float(odds), candidates)


def _candidates(values: Any, where: str, faults: Faults) -> tuple[Candidate, ...] | None:
    found = []
    for value in values if isinstance(values, list) else [values]:
        item = dict(value) if isinstance(value, (_Pairs, Mapping)) else {}
        text, probability, start = item.get("text"), item.get("probability"), item.get("start")
        if not _is_text(text, where, "candidates: text", faults):
            return None
        if not isinstance(probability, (int, float)) or not _is_number(probability):
            faults.add(where, "candidates: probability", "expected a number")
            return None
        place = start if type(start) is int else None
        found.append(Candidate(str(text), float(probability), place))
    return tuple(found)


def _is_text(value: Any, where: str, field: str, faults: Faults) -> bool:
    if not isinstance(value, str):
        faults.add(where, field, f"expected a text, found {_kind(value)}")
        return False
    if len(value) > LONGEST:
        faults.add(where, field, f"longer than {LONGEST:,} characters")
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        faults.add(where, field, "holds half a surrogate pair, which is no character")
        return False
    return True


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


_KINDS: Final[dict[type, str]] = {
    type(None): "nothing", bool: "true or false", str: "a text", int: "a number",
    _Pairs: "an object", list: "a list", dict: "an object",
}  # fmt: skip


def _kind(value: Any) -> str:
    if isinstance(value, float):
        return "a number" if math.isfinite(value) else "a number that is none (NaN or Infinity)"
    return _KINDS.get(type(value), type(value).__name__)


def _without_repeats(found: list[Prediction], faults: Faults) -> list[Prediction]:
    by_id: dict[str, Prediction] = {}
    for each in found:
        if each.id in by_id:
            faults.add(f"id {each.id!r:.80}", "id", "is there twice")
        by_id.setdefault(each.id, each)
    return list(by_id.values())


def check_known(found: pa.Array, ids: pa.Array, faults: Faults) -> None:
    """Record a fault if some of the ids in `found` are not among `ids`, the ids of the split."""
    unknown = found.filter(pc.invert(pc.is_in(found, value_set=ids)))
    if not len(unknown):
        return
    named = ", ".join(f"{each!r:.60}" for each in unknown.slice(0, _NAMED).to_pylist())
    if len(unknown) == len(found):
        message = "none is an id of this split: predictions for another release, config or split?"
    else:
        message = "not ids of this split"
    faults.add(f"{len(unknown):,} ids", f"id, such as {named}", message)


def null_odds_path(path: Path) -> Path:
    """Return the path of the file with the no-answer scores for a file of predictions."""
    base = path.name.removesuffix(".gz").rpartition(".")[0]
    return path.with_name(f"{base}.null_odds.json")


def _null_odds(path: Path, faults: Faults) -> dict[str, float] | None:
    place = null_odds_path(path)
    if not place.is_file():
        return None
    pairs = _parsed(_text_of(place), place.name, faults)
    if not isinstance(pairs, _Pairs):
        faults.add(place.name, "the file", "expected an object of ids and numbers")
        return {}
    for id_, value in pairs:
        if not _is_number(value):
            faults.add(place.name, f"id {id_!r:.80}", f"expected a number, found {_kind(value)}")
    return {id_: float(value) for id_, value in pairs if _is_number(value)}


def _with_odds(each: Prediction, odds: Mapping[str, float]) -> Prediction:
    return Prediction(each.id, each.text, each.start, odds.get(each.id), each.candidates)


def given_predictions(
    texts: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> tuple[SplitPredictions, ...]:
    """Return predictions that are given in memory, as {config: {split: {id: text}}}.

    There is one result per split. Its predictions are checked only when its `read` is called.
    """
    return tuple(
        SplitPredictions(config, split, partial(_given, f"{config}/{split}", answers))
        for config, splits in texts.items()
        for split, answers in splits.items()
    )


def _given(where: str, answers: Mapping[str, str], ids: pa.Array) -> PredictionTable:
    faults = Faults(where)
    made = [
        prediction_of({"id": id_, "prediction_text": text}, f"id {id_!r:.80}", faults)
        for id_, text in answers.items()
    ]
    table = PredictionTable.of(each for each in made if each is not None)
    check_known(table.ids, ids, faults)
    faults.check()
    return table.aligned(ids)


def text_of_predictions(predictions: Iterable[Prediction]) -> str:
    """Return predictions as JSONL that `read_predictions` can read."""
    return "".join(json.dumps(_line(each), ensure_ascii=False) + "\n" for each in predictions)


def _line(each: Prediction) -> dict[str, Any]:
    line: dict[str, Any] = {"id": each.id, "prediction_text": each.text}
    if each.start is not None:
        line["start"] = each.start
    if each.no_answer is not None:
        line["no_answer_probability"] = each.no_answer
    if each.candidates:
        line["candidates"] = [
            {"text": one.text, "probability": one.probability}
            | ({} if one.start is None else {"start": one.start})
            for one in each.candidates
        ]
    return line


def find_predictions(
    folder: Path, configs: Mapping[str, Iterable[str]]
) -> tuple[SplitPredictions, ...]:
    """Return the predictions in a folder, with one result per file, sorted by config and split.

    The files are named <config>/<split>.json or .jsonl. `configs` maps each config of the release
    to its splits. Raises FixManyError listing the folders and files that match no
    config or split, and FixInputError if there are no predictions.
    """
    if not folder.is_dir():
        raise FixInputError(f"{folder}: not a folder; expected <config>/<split>.json in it")
    faults = Faults(str(folder))
    found: dict[tuple[str, str], Path] = {}
    for place in sorted(folder.iterdir()):
        if place.is_dir() and not place.name.startswith("."):
            _find_splits(place, configs, found, faults)
    faults.check()
    if not found:
        raise FixInputError(f"{folder}: holds no predictions; expected <config>/<split>.json")
    return tuple(
        SplitPredictions(config, split, _reader(path))
        for (config, split), path in sorted(found.items())
    )


def _reader(path: Path) -> Reader:
    return lambda ids: read_predictions(path, ids)


def _find_splits(
    place: Path,
    configs: Mapping[str, Iterable[str]],
    found: dict[tuple[str, str], Path],
    faults: Faults,
) -> None:
    if place.name not in configs:
        faults.add(place.name, "config", "the release has no config of this name")
        return
    splits = set(configs[place.name])
    for path in sorted(place.iterdir()):
        split, _, ending = path.name.removesuffix(".gz").rpartition(".")
        if path.name.startswith(".") or path.name.endswith(".null_odds.json"):
            continue
        if ending not in ("json", "jsonl") or split not in splits:
            faults.add(f"{place.name}/{path.name}", "split",
                       f"expected SPLIT.json or .jsonl of {', '.join(sorted(splits))}")  # fmt: skip
        elif (place.name, split) in found:
            faults.add(f"{place.name}/{path.name}", "split",
                       f"is there twice, as {found[place.name, split].name} too")  # fmt: skip
        else:
            found[place.name, split] = path
