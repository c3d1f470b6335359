"""`renamer push`: publishes a release folder as a version on the Hugging Face Hub."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.markup import escape

from builders.cli.console import Bars, out
from builders.cli.released import check, quiet_client
from builders.errors import ChooseKnownError, FixInputError
from builders.scratch import scratch_folder

if TYPE_CHECKING:
    from builders.hub.push import Outcome
    from builders.hub.push_plan import PushPlan

_LISTED = 10
_WIDTH = 200
_SAID: dict[Outcome, str] = {
    "planned": "nothing was changed: this was a dry run",
    "pushed": "committed and tagged",
    "tagged": "was committed before; tagged now",
    "done already": "is published already, with this very content",
}


def push(
    folder: Annotated[Path, typer.Argument(help="The release folder.")],
    repo: Annotated[str, typer.Option(metavar="ORG/NAME", help="The dataset repository.")],
    tag: Annotated[
        str, typer.Option(metavar="vX.Y.Z", help="The release's own version, to be sure of it.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change.")] = False,
    private: Annotated[
        bool | None, typer.Option("--private/--public", help="Who may read a new repository.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Overwrite files edited by hand on the Hub.")
    ] = False,
    edits_only: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE", help="Publish the rows of a source as edits alone."),
    ] = None,
    in_full: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE", help="Publish its rows in full despite its licence."),
    ] = None,
) -> None:
    """Verify a release and publish it with one commit and one tag; safe to run again at any time.

    If the licence of a source is unknown or does not permit publication, only the edits of its rows
    are published. `renamer apply` applies these edits to a copy of the source. The access token is
    that of `hf auth login`, or HF_TOKEN.

    Example: renamer push renamed-squad-1.0.0 --repo my-org/renamed-squad --tag v1.0.0 --dry-run
    """
    from builders.hub.push import PushOptions
    from builders.hub.push import push as push_release
    from builders.stages.edits_only import is_edits_only, needed_sources

    quiet_client()
    console = out()
    options = PushOptions(private=private, dry_run=dry_run, replace=replace)
    check(folder)
    with published_form(folder, edits_only or (), in_full or ()) as release, Bars() as bars:
        for name in needed_sources(release) if is_edits_only(release) else ():
            console.print(f"{escape(name)}: published as edits, without its texts", soft_wrap=True)
        pushed = push_release(
            release, repo, tag,
            verify=check if release != folder else lambda _: None,
            options=options,
            show=lambda plan: show_plan(plan, console),
            reporter=bars,
        )  # fmt: skip
    console.print(f"{repo}@{pushed.tag}: {_SAID[pushed.outcome]}", soft_wrap=True)


@contextmanager
def published_form(
    folder: Path, edits_only: Collection[str], in_full: Collection[str]
) -> Iterator[Path]:
    """Yield the folder to publish: the release, or a temporary copy with edits in place of rows.

    The copy has edits in place of rows for the sources named in `edits_only` and for those whose
    licence does not allow publication, but not for those named in `in_full`. Raises
    ChooseKnownError for a source that the release lacks, and FixInputError if a release that
    already has edits in place of some rows would have to lose the texts of another source, too.
    """
    from builders.releases.release_reading import read_manifest
    from builders.stages.edits_only import (
        is_edits_only,
        needed_sources,
        withheld_by_licence,
        withhold,
    )
    from builders.stages.ingredients import regions

    manifest = read_manifest(folder)
    known = {source.name for source in manifest.sources}
    for name in (*edits_only, *in_full):
        if name not in known:
            raise ChooseKnownError("source", name, known)
    withheld = {*withheld_by_licence(manifest), *edits_only} - set(in_full)
    if is_edits_only(folder):
        left = withheld - set(needed_sources(folder))
        if left:
            raise FixInputError(
                f"{folder}: holds the texts of {', '.join(sorted(left))} in full; push the full "
                "release it was made from, or allow it with --in-full"
            )
        withheld = set()
    if not withheld:
        yield folder
        return
    with scratch_folder() as place:
        target = place / folder.absolute().name
        yield withhold(folder, target, withheld, regions=regions(None))


def show_plan(plan: PushPlan, console: Console) -> None:
    """Print the files, bytes and configs that a push changes, and the version that they require."""
    from builders.hub.versions import parse_version
    from builders.releases.quoting import escaped

    def say(text: str) -> None:
        console.print(escape(text), soft_wrap=True)

    lines = [
        *(f"+ {file.path} ({decimal(file.size)})" for file in plan.added),
        *(f"~ {file.path} ({decimal(file.size)})" for file in plan.changed),
        *(f"- {escaped(path, _WIDTH)}" for path in plan.removed),
    ]
    for line in lines[:_LISTED]:
        say(line)
    if len(lines) > _LISTED:
        say(f"  and {len(lines) - _LISTED:,} more files")
    say(
        f"files: {len(plan.added):,} added, {len(plan.changed):,} changed, "
        f"{len(plan.removed):,} removed; {decimal(plan.bytes)} to upload"
    )
    for what, names in (("added", plan.configs_added), ("removed", plan.configs_removed)):
        if names:
            say(f"configs {what}: {len(names):,} ({_first(names)})")
    if plan.foreign:
        say(f"changed by hand on the Hub: {_first(plan.foreign)}")
    before = f"; the latest is {plan.latest}" if plan.latest else ""
    say(f"published as {plan.tag}{before}")
    if plan.suggested and plan.suggested > parse_version(plan.tag):
        say(f"what changed since {plan.latest} is worth {plan.suggested}: see the recipe's version")


def _first(names: Sequence[str]) -> str:
    """Return the first few names, joined by commas.

    Control characters are escaped, because names from the Hub are not trusted.
    """
    from builders.releases.quoting import escaped

    rest = ", ..." if len(names) > _LISTED else ""
    return ", ".join(escaped(name, _WIDTH) for name in names[:_LISTED]) + rest
