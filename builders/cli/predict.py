"""`renamer predict`: asks a model all questions of a release, and writes its predictions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars, count, out
from builders.cli.model_options import (
    CommandOption,
    EndpointOption,
    ModelOption,
    NameOption,
    PromptOption,
    PythonOption,
    model_of,
)
from builders.cli.released import release_at


def predict(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    to: Annotated[Path, typer.Option("--out", help="The folder of predictions to write.")],
    config: Annotated[
        list[str] | None, typer.Option(help="A config, or a pattern of them; may be repeated.")
    ] = None,
    model: ModelOption = None,
    endpoint: EndpointOption = None,
    name: NameOption = "default",
    prompt: PromptOption = None,
    command: CommandOption = None,
    python: PythonOption = None,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Requests at a time.")] = 8,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds a command may be silent.")] = 600,
    online: Annotated[bool, typer.Option(help="Let --model download from the Hub.")] = False,
    abstain: Annotated[
        float | None,
        typer.Option(help="How far the no-answer score must exceed the best answer's (--model)."),
    ] = None,
) -> None:
    """Ask a model every distinct passage and question of a release once, and write its predictions.

    A run that was killed resumes when the command is run again. Gold answers and edits are never
    sent to the model. The key of an endpoint is read from RENAMER_API_KEY.

    Example: renamer predict release --config AfriSQuAD2 --model my-bert --out predictions
    """
    from builders.scoring.predicting import predict as predict_release

    asked = model_of(
        model=model, endpoint=endpoint, command=command, python=python, name=name, prompt=prompt,
        concurrency=concurrency, timeout=timeout, online=online, abstain=abstain,
    )  # fmt: skip
    with release_at(release) as folder, Bars() as bars:
        done = predict_release(folder, to, asked, configs=config or (), reporter=bars)
    out().print(
        f"{count(done.predictions, 'prediction')} of {count(done.questions, 'question')} "
        f"({done.asked:,} asked now) in {to}",
        soft_wrap=True,
    )
