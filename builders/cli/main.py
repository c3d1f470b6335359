"""The command `renamer`: its verbs, such as build, and the handling of errors.

Errors become a message, usually of one line, and an exit status. The exit status is 0 if the
command is done, and 1 if it found a fault in the data that it checks. It is 2 for bad usage, bad
input and all other errors, 130 if the command was interrupted, and 143 if it was terminated. There
is no traceback, unless the environment variable RENAMER_TRACEBACK is set.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, get_args

import typer
from typer.core import TyperGroup

from builders import __version__
from builders.errors import FixInputError, FixManyError, FixManyKeysError, RenamerError, on_one_line
from name_collections.errors import NamesError

# To add a verb, add a file to this folder with a function of the verb's name, and a row here.
VERBS: Final[dict[str, str]] = {
    "build": "builders.cli.build:build",
    "plan": "builders.cli.plan:plan",
    "work": "builders.cli.work:work",
    "finish": "builders.cli.finish:finish",
    "verify": "builders.cli.verify:verify",
    "show": "builders.cli.show:show",
    "recognize": "builders.cli.recognize:recognize",
    "swap": "builders.cli.swap:swap",
    "labelled": "builders.cli.labelled:labelled",
    "names": "builders.cli.names:names",
    "harvest": "builders.cli.harvest:harvest",
    "predict": "builders.cli.predict:predict",
    "score": "builders.cli.score:score",
    "probe": "builders.cli.probe:probe",
    "experiment": "builders.cli.experiment:experiment",
    "audit": "builders.cli.audit:audit",
    "export": "builders.cli.export:export",
    "apply": "builders.cli.apply:apply",
    "push": "builders.cli.push:push",
    "pull": "builders.cli.pull:pull",
    "reproduce": "builders.cli.reproduce:reproduce",
    "diff": "builders.cli.diff:diff",
    "leaderboard": "builders.cli.leaderboard:leaderboard",
}


class _LazyVerbs(TyperGroup):
    """The verbs (build, verify, ...), of which only the one that is used is imported.

    Large libraries are imported inside the functions of a verb. Therefore help and completion do
    not wait for them.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # typer compares a misspelled verb with the keys of this mapping.
        self.commands: Any = dict.fromkeys(VERBS)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the verbs in the order of the table `VERBS`."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the click command that runs a verb, or None for an unknown verb."""
        del ctx
        return _command(cmd_name) if cmd_name in VERBS else None


def _command(verb: str) -> Any:
    module, _, name = VERBS[verb].partition(":")
    function: Callable[..., Any] | typer.Typer = getattr(import_module(module), name)
    if isinstance(function, typer.Typer):
        group = typer.main.get_command(function)
        group.name = verb
        return _in_capitals(group)
    single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    single.command(verb)(function)
    return _in_capitals(typer.main.get_command(single))


def _in_capitals(command: Any) -> Any:
    """Return a command whose help shows placeholders in capitals: RELEASE, PATH, NAME=PATH."""
    for below in getattr(command, "commands", {}).values():
        _in_capitals(below)
    for one in getattr(command, "params", ()):
        if not hasattr(one, "is_flag"):
            one.metavar = one.metavar or one.name.upper()
        elif not one.is_flag:
            # Newer versions of typer have type descriptors, and show them in lower case (<str>).
            kind = getattr(getattr(one, "type_descriptor", None), "annotation", None)
            one.metavar = one.metavar or _PLACEHOLDERS.get(next(iter(get_args(kind)), kind))
    return command


_PLACEHOLDERS: Final[dict[Any, str]] = {
    str: "TEXT", Path: "PATH", int: "INTEGER", float: "FLOAT",
}  # fmt: skip
_MAY_BE_EMPTY: Final = {"--contact", "--find", "--id", "--only", "--source", "--split", "--type"}
_ENDS_EMPTY: Final = re.compile(r"--[\w-]+=$")
_INTERRUPTED: Final = ("interrupted", 130)
_TRACEBACK: Final = "RENAMER_TRACEBACK"
# The environment variable that a shell sets to ask for completions.
_COMPLETION: Final = "_RENAMER_COMPLETE"
# The base class of all usage errors, which typer does not export.
_UsageError: Final[type[Any]] = typer.BadParameter.__bases__[0]

app = typer.Typer(
    cls=_LazyVerbs,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"renamer {__version__}")
        raise typer.Exit


@app.callback()
def _renamer(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Build reading-comprehension benchmarks with renamed entities, and publish them.

    Start with `renamer build demo --out demo-release`.
    """
    del version


def _run() -> NoReturn:
    """Run the command line without handling errors."""
    command = typer.main.get_command(app)
    _check_filled(sys.argv[1:])
    with command.make_context("renamer", sys.argv[1:]) as context:
        command.invoke(context)
    raise SystemExit(0)


def _check_filled(arguments: Sequence[str]) -> None:
    """Raise FixInputError for an option with an empty value, as from an unset shell variable.

    An empty path would mean the current folder. The options in _MAY_BE_EMPTY are not checked.
    """
    for option, value in zip(arguments, [*arguments, None][1:], strict=True):
        empty = option[:-1] if _ENDS_EMPTY.match(option) else option if value == "" else ""
        if empty.startswith("--") and empty not in _MAY_BE_EMPTY:
            raise FixInputError(f"{empty}: is empty (a variable that is not set?); give a value")


class _Terminated(KeyboardInterrupt):
    """Raised when the process receives SIGTERM, a request to stop like Ctrl-C."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Raise _Terminated at the first SIGTERM in the `with` block; a second one ends the process."""

    def end(*_: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _line(error: Exception) -> str:
    """Return the message for an error: one line, or several if a file has several faults."""
    if isinstance(error, _UsageError):
        return _usage(error)
    if isinstance(error, (FixManyError, FixManyKeysError)):
        return str(error)
    if isinstance(error, (RenamerError, NamesError)):
        return on_one_line(str(error))
    if isinstance(error, OSError) and error.filename and error.strerror:
        return on_one_line(f"{os.fsdecode(error.filename)}: {error.strerror}; choose another path")
    if isinstance(error, MemoryError):
        return (
            "out of memory; run the command again (a build resumes) with fewer --jobs, with less "
            "of it at once (--only), or on smaller files"
        )
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return (
        f"a fault of renamer itself, not of your input: {what[:300]}; please report "
        f"it with the command ({_TRACEBACK}=1 shows where)"
    )


def _usage(error: Any) -> str:
    """Return the message for an option or argument that is missing or wrong, on one line.

    The message is empty if the command line has no verb, because the help was already printed then.
    """
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message}; see {error.ctx.command_path} --help" if message and error.ctx else message


def _write_nowhere() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _drop_unwritten() -> None:
    """Discard buffered output that cannot be written, because the disk is full, for example.

    Otherwise Python would try to write the output again at exit, and print an error.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _write_nowhere()


def _escape_unencodable() -> None:
    """Make standard output escape characters that its encoding lacks, which file names may contain.

    Otherwise printing such characters would fail after all work is done. Standard error escapes
    them already.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command line, and exit; for an error, print its message and exit with status 2."""
    if _COMPLETION in os.environ:
        app()
    _escape_unencodable()
    # numpy multiplies small matrices here, for which threads cost processor time and save little.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with _terminable():
            _run()
    except typer.Exit as left:
        _drop_unwritten()
        raise SystemExit(left.exit_code) from None
    except BrokenPipeError:
        # The reader of the pipe has exited: discard the output, and the error at exit as well.
        _write_nowhere()
        raise SystemExit(0) from None
    except (KeyboardInterrupt, typer.Abort) as stopped:
        what, status = ("terminated", 143) if isinstance(stopped, _Terminated) else _INTERRUPTED
        sys.stderr.write(f"renamer: {what}; run the same command again to resume\n")
        raise SystemExit(status) from None
    except Exception as error:
        if os.environ.get(_TRACEBACK) and not isinstance(error, _UsageError):
            raise
        if line := _line(error):
            typer.echo(f"renamer: {line}", err=True)
        _drop_unwritten()
        raise SystemExit(2) from None
