"""Read predictions from the logs of evaluation harnesses.

- lm-evaluation-harness: the folder given as `--output_path`, with the logs that `--log_samples`
  writes. The results file of a task names its config (`dataset_name`) and split (`test_split`).
- Inspect: log files (.eval or .json) of tasks that have the arguments `config` and `split`.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from builders.errors import FixInputError
from builders.scoring.prediction_files import check_known, prediction_of
from builders.scoring.predictions import Faults, Prediction, PredictionTable, SplitPredictions

_SAMPLES: Final = "samples_"
_RESULTS: Final = "results_"
_STAMP: Final = len("2026-01-01T00-00-00.000000")


def lm_eval_predictions(folder: Path) -> tuple[SplitPredictions, ...]:
    """Return the predictions in a folder of lm-evaluation-harness logs.

    If a task was run several times, only its last log counts. Raises FixInputError if the folder
    has no sample logs (samples_*.jsonl), or a sample log without a results file for its task.
    """
    tasks: dict[str, tuple[str, str]] = {}
    for place in sorted(folder.rglob(f"{_RESULTS}*.json")):
        for task, config in (_object(place).get("configs") or {}).items():
            if isinstance(config, dict):
                tasks[task] = str(config.get("dataset_name")), str(config.get("test_split"))
    found: dict[tuple[str, str], SplitPredictions] = {}
    for place in sorted(folder.rglob(f"{_SAMPLES}*.jsonl")):
        task = place.stem[len(_SAMPLES) : -_STAMP - 1]
        if task not in tasks:
            raise FixInputError(f"{place}: no results file beside it mentions task {task!r:.80}")
        config, split = tasks[task]
        found[config, split] = SplitPredictions(config, split, _reader(place, _lm_eval_lines))
    return _some(found, folder, "samples_*.jsonl; run lm-eval with --log_samples")


def inspect_predictions(place: Path) -> tuple[SplitPredictions, ...]:
    """Return the predictions in an Inspect log or in a folder of such logs.

    If a folder has several logs for the same config and split, the last one counts. Raises
    FixInputError if there is no log, or a log of a task without the arguments config and split.
    """
    logs = sorted(each for each in place.rglob("*") if each.suffix in (".eval", ".json"))
    found: dict[tuple[str, str], SplitPredictions] = {}
    for log in logs if place.is_dir() else [place]:
        head = _inspect_head(log)
        arguments = (head.get("eval") or {}).get("task_args") or {}
        config, split = arguments.get("config"), arguments.get("split")
        if not isinstance(config, str) or not isinstance(split, str):
            raise FixInputError(f"{log}: its task has no arguments config and split")
        found[config, split] = SplitPredictions(config, split, _reader(log, _inspect_samples))
    return _some(found, place, "logs of inspect")


Lines = Callable[[Path], Iterable[Mapping[str, Any]]]


def _reader(place: Path, lines: Lines) -> Callable[[pa.Array], PredictionTable]:
    def read(ids: pa.Array) -> PredictionTable:
        faults = Faults(str(place))
        made: dict[str, Prediction] = {}
        for number, line in enumerate(lines(place), 1):
            prediction = prediction_of(line, f"sample {number:,}", faults)
            if prediction is not None and prediction.id in made:
                faults.add(f"sample {number:,}", "id", f"{prediction.id!r:.80} is there twice")
            elif prediction is not None:
                made[prediction.id] = prediction
        table = PredictionTable.of(made.values())
        check_known(table.ids, ids, faults)
        faults.check()
        return table.aligned(ids)

    return read


def _lm_eval_lines(place: Path) -> Iterator[Mapping[str, Any]]:
    with place.open(encoding="utf-8") as stream:
        for line in stream:
            if line.strip():
                value = _parsed(line, place)
                text = value.get("filtered_resps")
                while isinstance(text, list) and text:
                    text = text[0]
                document = value.get("doc")
                id_ = document.get("id") if isinstance(document, dict) else None
                yield {"id": id_, "prediction_text": _answer(text)}


def _inspect_samples(place: Path) -> Iterator[Mapping[str, Any]]:
    for sample in _inspect_parts(place):
        output = sample.get("output")
        text = output.get("completion") if isinstance(output, dict) else None
        yield {"id": sample.get("id"), "prediction_text": _answer(text)}


def _answer(text: Any) -> Any:
    """Return the first line of a generated text, or "" if this line says "unanswerable".

    A value that is not a string is returned as it is.
    """
    if not isinstance(text, str):
        return text
    line = text.strip().partition("\n")[0].strip()
    return "" if line.strip(" .").lower() == "unanswerable" else line


def _inspect_head(place: Path) -> Mapping[str, Any]:
    if place.suffix != ".eval":
        return _object(place)
    return _member(place, "header.json")


def _inspect_parts(place: Path) -> Iterator[Mapping[str, Any]]:
    if place.suffix != ".eval":
        yield from _object(place).get("samples") or ()
        return
    with zipfile.ZipFile(place) as packed:
        names = sorted(name for name in packed.namelist() if name.startswith("samples/"))
    for name in names:
        yield _member(place, name)


def _member(place: Path, name: str) -> Mapping[str, Any]:
    try:
        with zipfile.ZipFile(place) as packed:
            return _parsed(packed.read(name).decode("utf-8", "replace"), place)
    except (KeyError, OSError, zipfile.BadZipFile, NotImplementedError) as error:
        raise FixInputError(
            f"{place}: cannot be read ({error}); write it as JSON: inspect log convert --to json"
        ) from None


def _object(place: Path) -> Mapping[str, Any]:
    try:
        return _parsed(place.read_text(encoding="utf-8"), place)
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{place}: cannot be read: {error}") from None


def _parsed(text: str, place: Path) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise FixInputError(f"{place}: holds what is not a JSON object")
    return value


def _some(
    found: Mapping[tuple[str, str], SplitPredictions], place: Path, expected: str
) -> tuple[SplitPredictions, ...]:
    if not found:
        raise FixInputError(f"{place}: expected {expected}")
    return tuple(found[key] for key in sorted(found))


def check_places(
    found: Iterable[SplitPredictions], configs: Mapping[str, Iterable[str]], place: Path
) -> None:
    """Raise FixManyError if predictions are for a config or split that the release does not have.

    `configs` maps each config of the release to its splits. `place` is the file or folder with the
    predictions, for the message.
    """
    faults = Faults(str(place))
    for each in found:
        if each.split not in configs.get(each.config, ()):
            faults.add(f"{each.config}/{each.split}", "config", "the release has no such split")
    faults.check()
