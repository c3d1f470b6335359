"""`renamer experiment`: the papers' further experiments on a model, with a command for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

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
from builders.cli.options import NamesOption, RecognizerOption, SourceOption, sources
from builders.cli.wide_tables import show_table
from builders.releases.recipe_specs import MOST_SEEDS

if TYPE_CHECKING:
    from builders.types import TypedSpan

experiment = typer.Typer(
    no_args_is_help=True, help="Run the papers' further experiments on a model."
)

_Recipe = Annotated[str, typer.Argument(help="A shipped recipe, or a TOML.")]
_Json = Annotated[
    Path | None, typer.Option("--json", help="JSON file with all figures, for scripts.")
]
_Scorer = Annotated[str, typer.Option(help="Scorer to use instead of the default one.")]
_Seed: TypeAlias = Annotated[int, typer.Option(min=0, help="Key of all random draws.")]


@experiment.command("triggers")
def triggers(
    recipe: _Recipe,
    model: ModelOption = None,
    endpoint: EndpointOption = None,
    name: NameOption = "default",
    prompt: PromptOption = None,
    command: CommandOption = None,
    python: PythonOption = None,
    source: SourceOption = None,
    dataset: Annotated[str, typer.Option(help="Only this source; a pattern.")] = "*",
    recognizer: RecognizerOption = None,
    names: NamesOption = None,
    collection: Annotated[
        str, typer.Option(help="The collection whose first names are tried.")
    ] = "us-names",
    most: Annotated[int, typer.Option(min=2, help="Number of most frequent names to try.")] = 5000,
    batch: Annotated[int, typer.Option(min=1, help="Names and rows per iteration.")] = 50,
    iterations: Annotated[int, typer.Option(min=1, help="The most iterations.")] = 100,
    seed: _Seed = 0,
    scorer: _Scorer = "",
    json_file: _Json = None,
) -> None:
    """Search for given names that lower a model's scores in any passage (universal triggers).

    Before the search, the largest possible number of questions to the model is printed. The drops
    in score are reported for the rows that the search used, and for other rows. The search is
    algorithm 2 of Balasubramanian et al. 2020.

    Example: renamer experiment triggers demo --command 'python my_model.py' --batch 20
    """
    from builders.experiments.experiment_tables import trigger_table
    from builders.experiments.trigger_search import search_model
    from builders.experiments.triggers import Search
    from builders.releases.export import save
    from builders.releases.recipe import Recipe
    from builders.scoring.subset_scoring import ScoringOptions
    from builders.stages.ingredients import frequent_first_names
    from builders.stages.renamings import RenamingOptions

    asked = model_of(
        model=model, endpoint=endpoint, command=command, python=python, name=name, prompt=prompt
    )
    with Bars() as bars:
        report = search_model(
            Recipe.read(recipe), asked, frequent_first_names(collection, most, names),
            search=Search(batch=batch, iterations=iterations, seed=seed),
            drawing=RenamingOptions(1, sources(source), recognizer, f"{dataset}/PER/*", names),
            options=ScoringOptions((scorer,) if scorer else ()), reporter=bars,
            tell=_print_cost,
        )  # fmt: skip
    if json_file is not None:
        save([report.to_json().removesuffix("\n")], json_file)
    for found in report.searches:
        show_table(out(), trigger_table(found))


def _print_cost(dataset: str, calls: int) -> None:
    typer.echo(f"{dataset}: asks the model at most {count(calls, 'question')}", err=True)


@experiment.command("resemble")
def resemble(
    recipe: _Recipe,
    model: ModelOption = None,
    endpoint: EndpointOption = None,
    name: NameOption = "default",
    prompt: PromptOption = None,
    command: CommandOption = None,
    python: PythonOption = None,
    source: SourceOption = None,
    only: Annotated[str, typer.Option(help="Only files that match, such as 'SQuAD/PER/*'.")] = "",
    recognizer: RecognizerOption = None,
    names: NamesOption = None,
    renamings: Annotated[
        int, typer.Option(min=1, max=MOST_SEEDS, help="Renamings to try per row.")
    ] = 10,
    confidence: Annotated[
        float, typer.Option(min=0, max=0.999, help="Lowest recognizer score of a person's name.")
    ] = 0.97,
    validation: Annotated[
        float, typer.Option(min=0.01, max=0.99, help="The share of passages to fit on.")
    ] = 0.3,
    normalize: Annotated[
        bool, typer.Option(help="Normalize the geometric mean (the paper does not).")
    ] = False,
    trained: Annotated[
        str | None,
        typer.Option(help="The model trained on renamed data, given as --model or --command is."),
    ] = None,
    seed: _Seed = 0,
    scorer: _Scorer = "",
    json_file: _Json = None,
) -> None:
    """Combine a model's answers with those for well-known names (RESEMBLE); score the worst cases.

    The method is that of Balasubramanian et al. 2020, section 5: the model also answers copies of
    each row in which a well-known name replaces the person's name. These names and the temperature
    of the probabilities are fitted on validation passages, and the scores are for the other
    passages. There are scores for the renamings that are worst for the model, and for those that
    are worst for RESEMBLE. If the model gives no probabilities, its most frequent answer is taken,
    and the table says so. With `--trained`, the table also has a model trained on renamed data.

    Example: renamer experiment resemble demo --model my-bert --renamings 20
    """
    from builders.experiments.experiment_tables import resemble_table
    from builders.experiments.resemble_model import ResembleSettings, resemble_model
    from builders.releases.export import save
    from builders.releases.recipe import Recipe
    from builders.scoring.subset_scoring import ScoringOptions
    from builders.stages.renamings import RenamingOptions

    asked = model_of(
        model=model, endpoint=endpoint, command=command, python=python, name=name, prompt=prompt
    )
    ways = {"model": model, "endpoint": endpoint, "command": command, "python": python}
    other = trained and model_of(
        name=name, prompt=prompt,
        **{way: trained for way, value in ways.items() if value is not None},  # type: ignore[arg-type]
    )  # fmt: skip
    with Bars() as bars:
        report = resemble_model(
            Recipe.read(recipe), asked, trained=other or None,
            drawing=RenamingOptions(
                renamings, sources(source), recognizer, only or "*/PER/*", names,
            ),
            settings=ResembleSettings((1, 3), confidence, validation, seed, normalize),
            options=ScoringOptions((scorer,) if scorer else ()), reporter=bars,
        )  # fmt: skip
    if json_file is not None:
        save([report.to_json().removesuffix("\n")], json_file)
    for cell in report.cells:
        show_table(out(), resemble_table(cell))


_File = Annotated[Path, typer.Argument(help="A file of questions.")]
_Predictions = Annotated[Path, typer.Argument(help="Predictions for it, {id: text}.")]
_Format = Annotated[str, typer.Option("--format", help="The file's format: squad, mrqa, rows.")]


@experiment.command("paraphrases")
def paraphrases(
    file: _File,
    predictions: _Predictions,
    form: _Format = "squad",
    groups: Annotated[
        Path | None, typer.Option(help="CSV with the original of each question: id,original.")
    ] = None,
    select: Annotated[
        Path | None,
        typer.Option(help="File for questions that change the model's answer."),
    ] = None,
    json_file: _Json = None,
) -> None:
    """Print how often a model answers paraphrases of a question differently.

    This share of paraphrases is the different prediction ratio, DPR (Tang et al. 2021, section
    3.3). One table gives it by class of paraphrase, such as the same words in another order, and
    one by the similarity of the two questions. Without --groups, questions with the same passage
    and the same answers count as paraphrases. The questions that `--select` writes are hard for
    this model by construction, and the file says so.

    Example: renamer experiment paraphrases questions.json predictions.json --json dpr.json
    """
    import json

    from builders.experiments import question_files as files
    from builders.experiments.experiment_tables import sensitivity_tables
    from builders.experiments.sensitivity import selection, sensitivity
    from builders.releases.export import save
    from builders.scoring.scorecard import canonical_json

    questions = files.read_questions(file, form)
    answers = files.read_answers(predictions, questions)
    originals = files.read_column(groups, "original", questions) if groups is not None else None
    grouped = files.groups_of(questions, originals)
    about = {"format": 1, **files.about(file, predictions)}
    found = sensitivity(grouped, answers)
    if select is not None:
        chosen = {**about, "selected_by": "a changed answer", "ids": selection(grouped, answers)}
        save([json.dumps(chosen, ensure_ascii=False, indent=1)], select)
    if json_file is not None:
        save([canonical_json({**about, **found}).removesuffix("\n")], json_file)
    for table in sensitivity_tables(found):
        show_table(out(), table)


@experiment.command("traps")
def traps(
    file: _File,
    predictions: Annotated[
        Path | None, typer.Argument(help="Predictions for it, {id: text}.")
    ] = None,
    form: _Format = "squad",
    recognizer: RecognizerOption = None,
    scorer: _Scorer = "",
    sheet: Annotated[
        Path | None, typer.Option(help="CSV for experts to write new questions in.")
    ] = None,
    json_file: _Json = None,
) -> None:
    """Find names that a question suggests but that are wrong; count how often a model chooses them.

    Without predictions, only the CSV file of `--sheet` is written, into which experts write new
    questions. The method is that of Tang et al. 2021, section 2.2 and figure 2.

    Example: renamer experiment traps dev-v1.1.json predictions.json --sheet traps.csv
    """
    from builders.errors import FixInputError
    from builders.experiments import question_files as files
    from builders.experiments import traps as trapping
    from builders.experiments.experiment_tables import trap_table
    from builders.recognizers.registry import DEFAULT
    from builders.releases.export import save
    from builders.scoring.csv_records import to_csv
    from builders.scoring.scorecard import canonical_json
    from builders.stages.finding import Setup, make_finder

    if predictions is None and sheet is None:
        raise FixInputError("give predictions, --sheet, or both")
    questions = [each for each in files.read_questions(file, form) if each.answers]
    names = make_finder(Setup(recognizer or DEFAULT)).find(each.context for each in questions)
    found = trapping.find_traps(questions, names)
    if sheet is not None:
        text = to_csv(trapping.sheet(questions, found))
        save([text.removesuffix("\n")], sheet)
        out().print(f"{count(len(found), 'question')} with a trap in {sheet}", soft_wrap=True)
    if predictions is None:
        return
    answers = files.read_answers(predictions, questions)
    chosen = files.chosen_scorer(scorer, questions)
    scores = files.scores_of_all(chosen, questions, answers)
    report = trapping.over_stability(questions, found, answers, chosen, scores)
    if json_file is not None:
        about = {"format": 1, **files.about(file, predictions)}
        save([canonical_json({**about, **report}).removesuffix("\n")], json_file)
    show_table(out(), trap_table(report))


@experiment.command("domains")
def domains(
    file: _File,
    predictions: _Predictions,
    labels: Annotated[Path, typer.Option("--domains", help="CSV with the columns id,domain.")],
    inside: Annotated[
        list[str], typer.Option("--in", help="A training domain of the model; may be repeated.")
    ],
    form: _Format = "squad",
    scorer: _Scorer = "",
    json_file: _Json = None,
) -> None:
    """Compare scores in the training domains of a model with scores in other domains.

    The comparison is that of Tang et al. 2021, section 3.5.

    Example: renamer experiment domains test.json predictions.json --domains domains.csv --in news
    """
    from builders.experiments import question_files as files
    from builders.experiments.domains import by_domain
    from builders.experiments.experiment_tables import domain_table
    from builders.releases.export import save
    from builders.scoring.scorecard import canonical_json

    questions = files.read_questions(file, form)
    answers = files.read_answers(predictions, questions)
    chosen = files.chosen_scorer(scorer, questions)
    of_each = files.read_column(labels, "domain", questions)
    found = by_domain(questions, of_each, inside, files.scores_of_all(chosen, questions, answers))
    if json_file is not None:
        about = {"format": 1, "scorer": chosen.name, **files.about(file, predictions)}
        save([canonical_json({**about, **found}).removesuffix("\n")], json_file)
    show_table(out(), domain_table(found))


@experiment.command("places")
def places(
    file: _File,
    form: _Format = "squad",
    recognizer: RecognizerOption = None,
    names: NamesOption = None,
    json_file: _Json = None,
) -> None:
    """Count the cities and countries that a dataset mentions, by region of the world.

    The tables are as in figure 1 and table 1 of Siro and Ajayi 2023, but for any file. The names in
    the passages of the file are recognized, and nothing is renamed.

    Example: renamer experiment places train-v2.0.json --json places.json
    """
    from builders.experiments import question_files as files
    from builders.experiments.experiment_tables import place_tables
    from builders.experiments.named_places import named_places
    from builders.recognizers.registry import DEFAULT
    from builders.releases.export import save
    from builders.scoring.scorecard import canonical_json
    from builders.stages.finding import Setup, make_finder
    from builders.stages.ingredients import regions

    questions = files.read_questions(file, form)
    finder = make_finder(Setup(recognizer or DEFAULT, names))
    with Bars() as bars:
        passages = list(dict.fromkeys(each.context for each in questions))
        progress = bars.stage("Recognizing", len(passages))

        def find(some: Sequence[str]) -> Mapping[str, Sequence[TypedSpan]]:
            found = finder.find(some)
            progress(len(some))
            return found

        report = named_places(passages, find, regions(names))
    if json_file is not None:
        about = {"format": 1, **files.about(file)}
        save([canonical_json({**about, **report}).removesuffix("\n")], json_file)
    for table in place_tables(report):
        show_table(out(), table)
