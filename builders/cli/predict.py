"""`renamer predict`: a model asked all questions of a release, by one of four doors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from builders.cli.console import Bars, count, out
from builders.cli.released import release_at
from builders.errors import FixInputError

if TYPE_CHECKING:
    from builders.scoring.predicting import Model

_KEY = "RENAMER_API_KEY"


def predict(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    to: Annotated[Path, typer.Option("--out", help="The folder of predictions to write.")],
    config: Annotated[
        list[str] | None, typer.Option(help="A config, or a pattern of them; may be repeated.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="The folder of a transformers question-answering model.")
    ] = None,
    endpoint: Annotated[
        str | None, typer.Option(help="The base URL of an OpenAI-compatible endpoint.")
    ] = None,
    name: Annotated[str, typer.Option(help="The model's name at the endpoint.")] = "default",
    prompt: Annotated[
        Path | None, typer.Option(help="A file with {title}, {context} and {question} in it.")
    ] = None,
    command: Annotated[
        str | None, typer.Option(help="A command that reads and prints JSONL.")
    ] = None,
    python: Annotated[
        str | None, typer.Option(help="module:attribute, an object with fingerprint and predict.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Requests at a time.")] = 8,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds a command may be silent.")] = 600,
    online: Annotated[bool, typer.Option(help="Let --model download from the Hub.")] = False,
    abstain: Annotated[
        float | None, typer.Option(help="How much better no answer must be for --model to say so.")
    ] = None,
) -> None:
    """Ask a model every distinct passage and question once; a run that is killed goes on.

    Gold answers and edits are never sent. The key of an endpoint is read from RENAMER_API_KEY.

    Example: renamer predict release --config AfriSQuAD2 --model my-bert --out predictions
    """
    from builders.scoring.predicting import predict as predict_release

    doors = {"--model": model, "--endpoint": endpoint, "--command": command, "--python": python}
    given = [door for door, value in doors.items() if value is not None]
    if len(given) != 1:
        raise FixInputError(f"give one of {', '.join(doors)}, not {len(given)} of them")
    asked: Model
    if endpoint is not None:
        asked = _endpoint(endpoint, name, prompt, concurrency)
    elif command is not None:
        from builders.scoring.predictors.command import CommandModel

        asked = CommandModel(command, timeout=timeout)
    elif model is not None:
        from builders.scoring.predictors.extractive import ExtractiveModel, Windows

        asked = ExtractiveModel(model, Windows(null_margin=abstain), online=online)
    else:
        asked = _object(python or "")
    with release_at(release) as folder, Bars() as bars:
        done = predict_release(
            folder, to, asked, configs=config or (), progress=bars.stage("Asking", None)
        )
    out().print(
        f"{count(done.predictions, 'prediction')} of {count(done.questions, 'question')} "
        f"({done.asked:,} asked now) in {to}",
        soft_wrap=True,
    )


def _endpoint(base: str, name: str, prompt: Path | None, concurrency: int) -> Model:
    from builders.scoring.predictors.endpoint import PROMPT, EndpointModel, Settings

    text = prompt.read_text(encoding="utf-8") if prompt is not None else PROMPT
    if "{context}" not in text or "{question}" not in text:
        raise FixInputError(f"{prompt}: expected {{context}} and {{question}} in the prompt")
    key = os.environ.get(_KEY, "")
    return EndpointModel(base, Settings(name, text), key=key, concurrency=concurrency)


def _object(path: str) -> Model:
    import importlib
    import sys

    from builders.scoring.predicting import Model

    module, _, attribute = path.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), attribute)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise FixInputError(f"--python {path}: cannot be loaded: {what:.200}") from None
    if not isinstance(getattr(found, "fingerprint", None), str) or not hasattr(found, "predict"):
        raise FixInputError(f"--python {path}: expected an object with fingerprint and predict")
    return cast(Model, found)
