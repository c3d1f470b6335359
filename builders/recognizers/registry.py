"""The recognizers that can be chosen by name.

bundled             the one that comes with the package
spacy:NAME          an installed spaCy pipeline, or the folder of one (./FOLDER or absolute)
jiagu               a recognizer of Chinese names, offline but not accurate; it needs pip install
                    'entity-renamer[zh]'
stanza:LANGUAGE     a Stanza model; stanza:LANGUAGE@FOLDER looks for it in FOLDER
MODULE:ATTRIBUTE    a recognizer of your own, or a function or class that makes one; the module is
                    looked for in the current folder, too

In a recipe, only the first four are allowed, without a folder, because a recipe must not bring code
that is run.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, Literal, TypeAlias

from builders.errors import ChooseKnownError
from builders.recognizer_table import NAMED, RECOGNIZER_TABLE
from builders.recognizers.custom import guarded, load_own
from builders.types import Recognizer

DEFAULT: Final = "bundled"

Policy = Literal["keep", "rename"]
"""Whether names inside the names of events and works are kept, or found like others."""

Load: TypeAlias = Callable[[str, Policy], Recognizer]
"""A function that loads a recognizer, given the argument after the colon of its name."""


KNOWN: Final = (*NAMED, "MODULE:ATTRIBUTE")


def get(name: str | Recognizer, *, events: Policy = "keep") -> Recognizer:
    """Return the recognizer with this name; a recognizer object is returned with checks added.

    `events` says whether the bundled recognizer finds names inside the names of events and works;
    it has no effect on other recognizers. Raises ChooseKnownError for an unknown name, InstallError
    for a missing model or extra, FixRecognizerError for an invalid recognizer of the user.
    """
    if not isinstance(name, str):
        return guarded(name)
    kind, _, argument = name.partition(":")
    row = RECOGNIZER_TABLE.get(kind)
    if row is None and argument:
        return load_own(kind, argument, KNOWN)
    if row is None or bool(argument) != bool(row.argument):
        raise ChooseKnownError("recognizer", name, KNOWN)
    module, _, function = row.load.partition(":")
    # Imported only when needed, because the libraries of recognizers are slow to import.
    load: Load = getattr(import_module(f"builders.recognizers.{module}"), function)
    return load(argument, events)
