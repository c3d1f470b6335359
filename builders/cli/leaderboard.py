"""`renamer leaderboard`: makes a static site of models' scores; checks and sends submissions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars, count, out
from builders.cli.released import quiet_client, release_at
from builders.errors import FixInputError

leaderboard = typer.Typer(no_args_is_help=True, help="Build and check a leaderboard.")

_Results = Annotated[Path, typer.Argument(help="The folder of submissions.")]


@leaderboard.command("build")
def build_site(
    results: _Results,
    site: Annotated[Path, typer.Option("--out", metavar="SITE", help="The folder to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a site.")] = False,
) -> None:
    """Write a static site: a table of models to sort and filter, a page per model, CSV and JSON.

    The site needs no network and no framework, and works as a static Space of the Hub. Each
    submission is a folder with meta.json, which describes the model, and scores.json, which
    `renamer score --json` writes.

    Example: renamer leaderboard build results --out site
    """
    from builders.leaderboard.comparisons import read_comparisons
    from builders.leaderboard.publish import write_site
    from builders.leaderboard.submissions import read_board, read_submissions

    submissions = read_submissions(results)
    compared = read_comparisons(results)
    write_site(read_board(results), submissions, site, compared, force=force)
    out().print(f"{site}: {count(len(submissions), 'submission')}", soft_wrap=True, markup=False)


@leaderboard.command("check")
def check_scores(
    results: _Results,
    release: Annotated[str, typer.Option(help="The release: a folder, or ORG/NAME@TAG.")],
) -> None:
    """Recompute scores from the predictions in submissions; compare them with the reported scores.

    Scores that agree are written to reproduced.json, which `build` prefers to reported scores.
    Comparisons of models on the same rows are written to comparisons.json, from which `build` ranks
    the models. Exit status 1 if a submission reports other scores, or has invalid predictions.

    Example: renamer leaderboard check results --release my-org/renamed-squad@v1.0.0
    """
    from builders.leaderboard.submission_checks import check_submissions

    with release_at(release) as folder, Bars() as bars:
        outcomes = check_submissions(results, folder, bars)
    console = out()
    for outcome in outcomes:
        line = f"{outcome.folder}: {outcome.name}: {outcome.verdict}"
        console.print(f"{line}: {outcome.reason}" if outcome.reason else line,
                      soft_wrap=True, markup=False)  # fmt: skip
        for remark in outcome.remarks:
            console.print(f"  look at it: {remark}", soft_wrap=True, markup=False)
    if not all(outcome.ok for outcome in outcomes):
        raise typer.Exit(1)


@leaderboard.command("submit")
def submit_scores(
    submission: Annotated[Path, typer.Argument(help="The folder of the submission.")],
    repo: Annotated[
        str, typer.Option(metavar="ORG/NAME", help="Dataset repository of the results.")
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be sent.")] = False,
) -> None:
    """Open a pull request with a submission on the dataset repository of a leaderboard.

    The folder of the submission has meta.json, and also predictions (predictions/CONFIG/SPLIT.json)
    or scores.json or both. A submission with an open pull request is not sent again. The access
    token is that of `hf auth login`, or HF_TOKEN.

    Example: renamer leaderboard submit my-model --repo my-org/results --dry-run
    """
    from builders.hub.proposal import propose
    from builders.leaderboard.parcel import parcel_of

    quiet_client()
    parcel = parcel_of(submission)
    console = out()
    if dry_run:
        for path in parcel.files:
            console.print(path, soft_wrap=True, markup=False)
        console.print("nothing was sent: this was a dry run")
        return
    made = propose(parcel.files, repo, parcel.title, parcel.meta.note)
    said = "opened" if made.new else "is open already"
    console.print(f"{made.url}: {said}", soft_wrap=True, markup=False)


@leaderboard.command("results")
def model_results(
    scores: Annotated[Path, typer.Argument(help="Output of `renamer score --json`.")],
    release: Annotated[str, typer.Option(metavar="ORG/NAME@TAG", help="The published release.")],
    to: Annotated[Path, typer.Option("--out", help="The file to write, .eval_results/NAME.yaml.")],
    source: Annotated[str, typer.Option(help="URL that shows how the results were produced.")] = "",
) -> None:
    """Write scores to a file for the model's repository, for its page and the Hub's tables.

    Each entry of the file belongs to a task in the release's eval.yaml. Commit the file to the
    model's repository.

    Example: renamer leaderboard results scores.json --release my-org/renamed@v1.0.0 --out my.yaml
    """
    from builders.hub.evaluation_tasks import published_tasks
    from builders.leaderboard.eval_results import eval_results
    from builders.leaderboard.results_reading import read_object
    from builders.releases.export import save

    repo, at, tag = release.rpartition("@")
    if not at or not tag:
        raise FixInputError(f"{release}: expected ORG/NAME@TAG, such as my-org/renamed@v1.0.0")
    if source and not source.startswith(("https://", "http://")):
        raise FixInputError(f"--source {source!r:.80}: expected an address, https://…")
    quiet_client()
    read = read_object(scores)
    text = eval_results(read, published_tasks(repo, tag), where=str(scores), source=source)
    save([text.removesuffix("\n")], to)
    tasks = count(text.count("task_id:"), "task")
    out().print(f"{to}: {tasks} of {repo}", soft_wrap=True, markup=False)
