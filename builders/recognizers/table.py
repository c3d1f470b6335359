"""Recognizers by name.

bundled             the one that comes with the package
spacy:NAME          an installed spaCy pipeline, or the path of one
stanza:LANGUAGE     a Stanza model; stanza:LANGUAGE@FOLDER looks for it in FOLDER
MODULE:ATTRIBUTE    a recognizer of your own, or a function or class that makes one
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError, FixInputError
from builders.types import Recognizer

DEFAULT: Final = "bundled"


def _bundled(argument: str, jobs: int) -> Recognizer:
    from builders.recognizers.bundled.load import load_bundled

    if argument:
        raise ChooseKnownError("recognizer", f"bundled:{argument}", KNOWN)
    return load_bundled(jobs)


def _spacy(argument: str, jobs: int) -> Recognizer:
    from builders.recognizers.spacy_pipeline import load_spacy

    return load_spacy(argument, jobs)


def _stanza(argument: str, jobs: int) -> Recognizer:
    from builders.recognizers.stanza_pipeline import load_stanza

    language, _, folder = argument.partition("@")
    return load_stanza(language, Path(folder) if folder else None)


# Add a recognizer: its name before the colon, and what loads it; the import stays inside, so
# that nobody pays for a library that is not used. List it above and in KNOWN.
_LOADERS: Final[dict[str, Callable[[str, int], Recognizer]]] = {
    "bundled": _bundled,
    "spacy": _spacy,
    "stanza": _stanza,
}
KNOWN: Final = ("bundled", "spacy:NAME", "stanza:LANGUAGE", "MODULE:ATTRIBUTE")


def get(name: str | Recognizer, *, jobs: int = 1) -> Recognizer:
    """Return the recognizer with this name; a recognizer is given back as it is.

    `jobs` is the number of processes that share the texts, where the recognizer can share them.
    Raises ChooseKnownError for an unknown name, InstallError for a missing model or extra.
    """
    if not isinstance(name, str):
        return name
    kind, _, argument = name.partition(":")
    if kind in _LOADERS:
        if kind != "bundled" and not argument:
            raise ChooseKnownError("recognizer", name, KNOWN)
        return _LOADERS[kind](argument, jobs)
    if argument:
        return _own(name, kind, argument)
    raise ChooseKnownError("recognizer", name, KNOWN)


def _own(name: str, module: str, attribute: str) -> Recognizer:
    """Return a user's own recognizer, called first if it is a function or a class."""
    try:
        found = getattr(import_module(module), attribute)
    except (ModuleNotFoundError, AttributeError, ValueError) as error:
        raise ChooseKnownError("recognizer", name, KNOWN) from error
    made = found() if callable(found) and not _is_recognizer(found) else found
    if not _is_recognizer(made):
        raise FixInputError(
            f"{name}: {type(made).__name__} is no recognizer; it needs a fingerprint and "
            "recognize(texts)"
        )
    return made  # type: ignore[no-any-return]


def _is_recognizer(thing: object) -> bool:
    return (
        not isinstance(thing, type)
        and callable(getattr(thing, "recognize", None))
        and isinstance(getattr(thing, "fingerprint", None), str)
    )
