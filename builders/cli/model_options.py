"""The options that select a model, and the function that makes the model that they select."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, cast

import typer

from builders.errors import FixInputError

if TYPE_CHECKING:
    from builders.scoring.predicting import Model

_KEY = "RENAMER_API_KEY"

ModelOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--model", help="The folder of a transformers question-answering model."),
]
EndpointOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--endpoint", help="The base URL of an OpenAI-compatible endpoint."),
]
NameOption: TypeAlias = Annotated[
    str, typer.Option("--name", help="The model's name at the endpoint.")
]
PromptOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--prompt", help="A file with {title}, {context} and {question} in it."),
]
CommandOption: TypeAlias = Annotated[
    str | None, typer.Option("--command", help="A command that reads and prints JSONL.")
]
PythonOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--python", help="module:attribute, an object with fingerprint and predict."),
]


def model_of(
    *,
    model: str | None = None,
    endpoint: str | None = None,
    command: str | None = None,
    python: str | None = None,
    name: str = "default",
    prompt: Path | None = None,
    concurrency: int = 8,
    timeout: float = 600,
    online: bool = False,
    abstain: float | None = None,
) -> Model:
    """Return the model that the options select.

    Raises FixInputError unless exactly one of `model`, `endpoint`, `command` and `python` is given.
    """
    options = {"--model": model, "--endpoint": endpoint, "--command": command, "--python": python}
    given = [option for option, value in options.items() if value is not None]
    if len(given) != 1:
        raise FixInputError(f"give one of {', '.join(options)}, not {len(given)} of them")
    if endpoint is not None:
        return _endpoint(endpoint, name, prompt, concurrency)
    if command is not None:
        from builders.scoring.predictors.command import CommandModel

        return CommandModel(command, timeout=timeout)
    if model is not None:
        from builders.scoring.predictors.extractive import ExtractiveModel, Windows

        return ExtractiveModel(model, Windows(null_margin=abstain), online=online)
    return _object(python or "")


def _endpoint(base: str, name: str, prompt: Path | None, concurrency: int) -> Model:
    from builders.scoring.predictors.endpoint import PROMPT, EndpointModel, EndpointSettings

    text = prompt.read_text(encoding="utf-8") if prompt is not None else PROMPT
    if "{context}" not in text or "{question}" not in text:
        raise FixInputError(f"{prompt}: expected {{context}} and {{question}} in the prompt")
    key = os.environ.get(_KEY, "")
    return EndpointModel(base, EndpointSettings(name, text), key=key, concurrency=concurrency)


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
