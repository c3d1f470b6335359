"""Recognizers by name.

bundled             the one that comes with the package
spacy:NAME          an installed spaCy pipeline, or the folder of one (./FOLDER or absolute)
jiagu               Chinese, after pip install 'entity-renamer[zh]': offline, and weak
stanza:LANGUAGE     a Stanza model; stanza:LANGUAGE@FOLDER looks for it in FOLDER
MODULE:ATTRIBUTE    a recognizer of your own, or a function or class that makes one; the module is
                    looked for in the current folder, too

A recipe may name the first four alone, and no folder: what it brings is never run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from builders.errors import ChooseKnownError
from builders.recognizers.custom import guarded, load_own
from builders.types import Recognizer

DEFAULT: Final = "bundled"

Policy = Literal["keep", "rename"]
"""Names inside the names of events and works: kept as they are, or found like others."""


def _bundled(argument: str, events: Policy) -> Recognizer:
    from builders.recognizers.bundled.load import load_bundled

    if argument:
        raise ChooseKnownError("recognizer", f"bundled:{argument}", KNOWN)
    return load_bundled(events=events, misc=True)


def _spacy(argument: str, events: Policy) -> Recognizer:
    from builders.recognizers.spacy_pipeline import load_spacy

    return load_spacy(argument)


def _stanza(argument: str, events: Policy) -> Recognizer:
    from builders.recognizers.stanza_pipeline import load_stanza

    language, _, folder = argument.partition("@")
    return load_stanza(language, Path(folder) if folder else None)


def _jiagu(argument: str, events: Policy) -> Recognizer:
    from builders.recognizers.jiagu_tagger import load_jiagu

    if argument:
        raise ChooseKnownError("recognizer", f"jiagu:{argument}", KNOWN)
    return load_jiagu()


# Add a recognizer: its name before the colon, and what loads it; the import stays inside, so
# that nobody pays for a library that is not used. List it above and in KNOWN.
_LOADERS: Final[dict[str, Callable[[str, Policy], Recognizer]]] = {
    "bundled": _bundled,
    "spacy": _spacy,
    "stanza": _stanza,
    "jiagu": _jiagu,
}
_ALONE: Final = frozenset({"bundled", "jiagu"})
KNOWN: Final = ("bundled", "jiagu", "spacy:NAME", "stanza:LANGUAGE", "MODULE:ATTRIBUTE")


def get(name: str | Recognizer, *, events: Policy = "keep") -> Recognizer:
    """Return the recognizer with this name; an object of the user's and its spans are checked.

    `events` says what becomes of names inside the names of events and works; other recognizers
    than the bundled one decide that for themselves.
    Raises ChooseKnownError for an unknown name, InstallError for a missing model or extra,
    FixRecognizerError for one of the user's that cannot be had or is none.
    """
    if not isinstance(name, str):
        return guarded(name)
    kind, _, argument = name.partition(":")
    if kind in _LOADERS:
        if kind not in _ALONE and not argument:
            raise ChooseKnownError("recognizer", name, KNOWN)
        return _LOADERS[kind](argument, events)
    if argument:
        return load_own(kind, argument, KNOWN)
    raise ChooseKnownError("recognizer", name, KNOWN)
