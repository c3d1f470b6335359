"""Files with the instances of a shard: Arrow files with a column of JSON for each field.

Other machines write into the folder of a plan, so reading a shard must never execute code. The
values are therefore built only from the type hints of the value types, and a file that does not
have the expected digest is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import uuid4

import pyarrow as pa

from builders.errors import FixInputError, RetryLaterError
from builders.releases.parquet import writing

_Value = TypeVar("_Value")
_Change = Callable[[Any], Any]
_COMPRESSED: Final = pa.ipc.IpcWriteOptions(compression="zstd")
_LISTS: Final = (tuple, Sequence)


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a unique temporary path for writing; the file is renamed to `path` at the end.

    If the `with` block ends with an error, the temporary file is removed.
    """
    partial = path.with_name(f"{path.name}.{uuid4().hex[:12]}.partial")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield partial
            os.replace(partial, path)  # noqa: PTH105 - atomic on every system
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON, atomically."""
    with atomic_path(path) as partial:
        partial.write_text(json.dumps(value, sort_keys=True), encoding="utf-8")


def read_json(path: Path) -> Any:
    """Return the value of a JSON file, or None if there is no complete file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def write_values(path: Path, values: Sequence[Any], kind: type) -> str:
    """Write values of the dataclass `kind`, one column per field; return the file's SHA-256."""
    columns = {
        name: pa.array([_text(change(getattr(value, name))) for value in values], pa.string())
        for name, change in _changes(kind)
    }
    sink = pa.BufferOutputStream()
    table = pa.table(columns)
    with pa.ipc.new_file(sink, table.schema, options=_COMPRESSED) as writer:
        writer.write_table(table)
    data = sink.getvalue()
    with atomic_path(path) as partial:
        partial.write_bytes(data)
    return sha256(data).hexdigest()


def read_values(path: Path, kind: type[_Value], digest: str) -> tuple[_Value, ...]:
    """Return the values of the dataclass `kind` in a file that `write_values` wrote.

    Values with an equal field share one object for the field. Raises RetryLaterError if the file is
    missing or does not have the given SHA-256, and FixInputError if it is not such a file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RetryLaterError(f"{path}: {error.strerror}; run the command again") from None
    if sha256(data).hexdigest() != digest:
        raise RetryLaterError(
            f"{path}: is damaged; remove it and run the command again: it is made anew"
        )
    try:
        table = pa.ipc.open_file(pa.BufferReader(data)).read_all()
        columns = [
            _shared(table.column(name).to_pylist(), change)
            for name, change in _restores(cast(Any, kind))
        ]
    except (pa.ArrowException, KeyError, TypeError, ValueError, RecursionError) as error:
        raise FixInputError(f"{path}: not a shard of this version: {error}") from None
    return tuple(kind(*row) for row in zip(*columns, strict=True))


def _text(plain: Any) -> str:
    return json.dumps(plain, separators=(",", ":"))


def _shared(texts: Sequence[str], change: _Change) -> list[Any]:
    known: dict[str, Any] = {}
    for text in texts:
        if text not in known:
            known[text] = change(json.loads(text))
    return [known[text] for text in texts]


@cache
def _changes(kind: Any) -> tuple[tuple[str, _Change], ...]:
    """Return the name of each field of a dataclass, with a function that prepares it for JSON."""
    hints = get_type_hints(kind)
    names: list[str] = [one.name for one in fields(kind)]
    return tuple((name, plain(hints[name])) for name in names)


@cache
def _restores(kind: Any) -> tuple[tuple[str, _Change], ...]:
    """Return the name of each field of a dataclass, with a function that restores it from JSON."""
    hints = get_type_hints(kind)
    names: list[str] = [one.name for one in fields(kind)]
    return tuple((name, restored(hints[name])) for name in names)


def _same(value: Any) -> Any:
    return value


@cache
def plain(hint: Any) -> _Change:
    """Return the function that turns values of a type into values that JSON can represent."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        parts = _changes(cast(Any, hint))
        return lambda value: [change(getattr(value, name)) for name, change in parts]
    if origin in _LISTS:
        item = plain(arguments[0])
        return list if item is _same else lambda value: [item(one) for one in value]
    if origin is Mapping:
        member = plain(arguments[1])
        if member is _same:
            return dict
        return lambda value: {key: member(one) for key, one in value.items()}
    if origin in {Union, UnionType} and (inner := _inner(arguments)) is not None:
        own = plain(inner)
        return lambda value: None if value is None else own(value)
    return _same


@cache
def restored(hint: Any) -> _Change:
    """Return the function that restores the original values from results of `plain(hint)`.

    `hint` is the type of these values.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        changes = [change for _, change in _restores(cast(Any, hint))]
        return lambda value: hint(  # type: ignore[operator]
            *[change(one) for change, one in zip(changes, value, strict=True)]
        )
    if origin in _LISTS:
        item = restored(arguments[0])
        return tuple if item is _same else lambda value: tuple(map(item, value))
    if origin is Mapping:
        member = restored(arguments[1])
        if member is _same:
            return dict
        return lambda value: {key: member(one) for key, one in value.items()}
    if origin in {Union, UnionType} and (inner := _inner(arguments)) is not None:
        own = restored(inner)
        return lambda value: None if value is None else own(value)
    return _same


def _inner(arguments: Sequence[Any]) -> Any:
    """Return T, given the arguments of the type `T | None`, which are T and NoneType.

    Returns None if T is a Literal, because its values need no conversion.
    """
    if any(get_origin(argument) is Literal for argument in arguments):
        return None
    return next((argument for argument in arguments if argument is not NoneType), None)
