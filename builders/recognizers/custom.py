"""Recognizers that a user wrote: loading such a recognizer by name, and checking its results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import tee
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from builders.errors import FixRecognizerError, RenamerError
from builders.types import ENTITY_TYPES, Recognizer, TypedSpan

_SHOWN: Final = 60
"""The number of characters of a text in a message."""
_NO_MORE: Final[Any] = object()
_FAULTS: Final = (Exception, SystemExit)
"""Errors in the user's code that are reported as its faults, including an attempt to exit."""


def load_own(module: str, attribute: str, known: Iterable[str] = ()) -> Recognizer:
    """Return the recognizer that MODULE:ATTRIBUTE names, with checks of its results.

    If the attribute is a function or class, it is called to make the recognizer. `known` are the
    names of the other recognizers, for the message if there is no such module. Raises
    FixRecognizerError if there is no such module, it cannot be imported or lacks the attribute, or
    if the attribute neither is nor makes a recognizer.
    """
    name = f"{module}:{attribute}"
    found = _attribute(name, _module(name, module, known), attribute)
    try:
        made = found() if callable(found) and not is_recognizer(found) else found
    except _FAULTS as error:
        raise FixRecognizerError(
            f"recognizer {name}: cannot be made: {_described(error)}"
        ) from error
    return guarded(made, name)


def guarded(thing: object, name: str = "") -> Recognizer:
    """Return a recognizer that checks the results of the user's recognizer `thing`.

    `name` is for messages. Raises FixRecognizerError for an object that is not a recognizer.
    """
    kind = type(thing).__name__
    try:
        fingerprint = _fingerprint(thing)
    except _FAULTS as error:
        raise FixRecognizerError(
            f"recognizer {name or kind}: cannot be asked what it is: {_described(error)}"
        ) from error
    if fingerprint is None:
        raise FixRecognizerError(
            f"{name or 'recognizer'}: {kind} is no recognizer; it needs a fingerprint and "
            "recognize(texts)"
        )
    return GuardedRecognizer(thing, name or kind, fingerprint)  # type: ignore[arg-type]


def is_recognizer(thing: object) -> bool:
    """Return whether an object has the attributes of a recognizer, and is not a class."""
    return _fingerprint(thing) is not None


def _fingerprint(thing: object) -> str | None:
    """Return the fingerprint of a recognizer, or None for another object."""
    if isinstance(thing, type) or not callable(getattr(thing, "recognize", None)):
        return None
    found = getattr(thing, "fingerprint", None)
    return found if isinstance(found, str) else None


def _module(name: str, module: str, known: Iterable[str]) -> ModuleType:
    try:
        return _import(module)
    except ModuleNotFoundError as error:
        if not _lacks(module, error):
            raise _not_imported(name, module, error) from error
        raise FixRecognizerError(
            f"recognizer {name}: there is no module {module!r}, neither installed nor in the "
            f"current folder; known: {', '.join(sorted(known))}"
        ) from error
    except _FAULTS as error:
        raise _not_imported(name, module, error) from error


def _import(module: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if not _lacks(module, error):
            raise
    with _current_folder_importable():
        return import_module(module)


def _lacks(module: str, error: ModuleNotFoundError) -> bool:
    """Return whether `error` says that `module` is missing, and not a module that it imports."""
    return error.name is not None and f"{module}.".startswith(f"{error.name}.")


@contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Make modules in the current folder importable, but prefer installed modules.

    The current folder stays importable after the block, because the imported module may import
    others later. After an error, this is undone, because a folder with the name of a missing
    package could otherwise be imported in place of the package.
    """
    try:
        here = str(Path.cwd())
    except OSError:  # There is no current folder any more.
        here = ""
    before = list(sys.path)
    if here not in before:
        sys.path.append(here)
    try:
        yield
    except BaseException:
        sys.path[:] = before
        raise


def _not_imported(name: str, module: str, error: BaseException) -> FixRecognizerError:
    return FixRecognizerError(
        f"recognizer {name}: module {module!r} cannot be imported: {_described(error)}"
    )


def _attribute(name: str, module: ModuleType, attribute: str) -> object:
    try:
        if hasattr(module, attribute):
            return getattr(module, attribute)
    except _FAULTS as error:
        raise FixRecognizerError(
            f"recognizer {name}: cannot be had: {_described(error)}"
        ) from error
    those = [key for key, value in vars(module).items() if _recognizes(value)]
    known = f"; it has {', '.join(sorted(those))}" if those else ""
    where = getattr(module, "__file__", None)
    if where is None and (folders := list(getattr(module, "__path__", ()))):
        raise FixRecognizerError(
            f"recognizer {name}: {module.__name__!r} is a folder ({folders[0]}) and no module; "
            f"name a module in it: {module.__name__}.MODULE:{attribute}"
        )
    where = where or "built in"
    raise FixRecognizerError(
        f"recognizer {name}: module {module.__name__!r} ({where}) has no {attribute!r}{known}"
    )


def _recognizes(value: object) -> bool:
    """Return whether a value has a method `recognize`, so that a message can suggest it."""
    try:
        return callable(getattr(value, "recognize", None))
    except _FAULTS:
        return False


@dataclass(frozen=True, slots=True)
class GuardedRecognizer:
    """A user's recognizer whose results are checked and sorted.

    The user's recognizer may give spans in any order, and spans that overlap.
    """

    recognizer: Recognizer
    name: str
    fingerprint: str
    """The recognizer's fingerprint, read once."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its spans; raise FixRecognizerError at the first fault."""
        source = _Texts(texts)
        mine, theirs = tee(source.read())
        number, text = 0, ""
        answers: Iterator[Any] | None = None
        for number, text in enumerate(mine, start=1):
            try:
                answers = iter(self.recognizer.recognize(theirs)) if answers is None else answers
                answer = next(answers, _NO_MORE)
                spans = () if answer is _NO_MORE else tuple(answer)
            except _FAULTS as error:
                self._failed(error, source, text)
            if answer is _NO_MORE:
                self._refuse(f"ended after {number - 1} of the texts; it owes each an answer", text)
            yield self._checked(text, spans)
        try:
            more = answers is not None and next(answers, _NO_MORE) is not _NO_MORE
        except _FAULTS as error:
            self._failed(error, source, text)
        if more:
            self._refuse(f"gave more answers than the {number} texts, the last of them", text)

    def _checked(self, text: str, spans: tuple[object, ...]) -> tuple[TypedSpan, ...]:
        for span in spans:
            fault = _fault(text, span)
            if fault:
                self._refuse(fault, text)
        return tuple(sorted(spans, key=_place))  # type: ignore[arg-type]

    def _failed(self, error: BaseException, source: _Texts, text: str) -> NoReturn:
        """Raise FixRecognizerError because the recognizer failed with `error`.

        Raises `error` instead if it is a RenamerError, an error of this package, or if reading the
        texts failed.
        """
        if isinstance(error, RenamerError) or source.failed:
            raise error
        self._refuse(f"failed ({_described(error)})", text, error)

    def _refuse(self, what: str, text: str, error: BaseException | None = None) -> NoReturn:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise FixRecognizerError(
            f"recognizer {self.name}: {what}, at the text {shown!r}"
        ) from error


class _Texts:
    """The texts for a recognizer, with a record of whether reading them failed."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts
        self.failed = False

    def read(self) -> Iterator[str]:
        try:
            yield from self._texts
        except Exception:
            self.failed = True
            raise


def _fault(text: str, span: object) -> str:
    """Return why a span cannot be used, or an empty string if it can."""
    if not isinstance(span, TypedSpan):
        return f"found {_short(span)}, which is no TypedSpan(start, end, type)"
    if not (isinstance(span.start, int) and isinstance(span.end, int)):
        return f"found {_short(span)}, whose bounds are no int"
    if not 0 <= span.start < span.end <= len(text):
        return f"found {_short(span)}, which marks nothing in a text of {len(text)} characters"
    if span.type not in ENTITY_TYPES:
        return f"found the type {_short(span.type)}, known: {', '.join(ENTITY_TYPES)}"
    return ""


def _place(span: TypedSpan) -> tuple[int, int]:
    return span.start, -span.end


def _described(error: BaseException) -> str:
    return _clipped(f"{type(error).__name__}: {_written(str, error)}")


def _short(thing: object) -> str:
    return _clipped(_written(repr, thing))


def _written(write: Callable[[object], str], thing: object) -> str:
    """Return the text that `write` (str or repr) makes of a user's object, in one line.

    If `write` fails, return the name of the object's type.
    """
    try:
        return " ".join(write(thing).split())
    except _FAULTS:
        return f"a {type(thing).__name__}"


def _clipped(text: str) -> str:
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"
