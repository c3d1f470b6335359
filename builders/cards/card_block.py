"""Read the YAML block of a card that may be malicious, in time and memory linear in its length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]

from builders.errors import FixInputError

_BLOCK: Final = re.compile(r"---\r?\n(.*?)\r?\n---\r?\n", re.DOTALL)
_LONGEST: Final = 8 * 2**20
_DEEPEST: Final = 40

_INT: Final = "tag:yaml.org,2002:int"
_FLOAT: Final = "tag:yaml.org,2002:float"
# YAML 1.1 numbers, except two forms that take quadratic time to parse: digits of unlimited length
# and base 60 (`1:30:00`). These are read as strings, which do not equal any number.
_NUMBERS: Final = {
    _INT: re.compile(
        r"[-+]?(0|[1-9][0-9_]{0,17}|0[0-7_]{1,20}|0b[01_]{1,60}|0x[0-9a-fA-F_]{1,15})"
    ),
    _FLOAT: re.compile(
        r"[-+]?([0-9][0-9_]{0,17}\.[0-9_]{0,30}([eE][-+][0-9]{1,3})?|\.[0-9][0-9_]{0,30}"
        r"([eE][-+][0-9]{1,3})?|\.(inf|Inf|INF))|\.(nan|NaN|NAN)"
    ),
}
_KEPT: Final = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "timestamp")}


def card_data(text: str) -> Mapping[str, Any]:
    """Return the YAML block of a card; raise FixInputError if it is invalid or refused.

    Deep nesting, tags and merge keys are refused. Clients expand merge keys, which can make the
    data grow exponentially.
    """
    match = _BLOCK.match(text)
    if not match:
        raise FixInputError("has no YAML block")
    block = match.group(1)
    if len(block) > _LONGEST:
        raise FixInputError(f"its YAML block is larger than {_LONGEST} characters")
    try:
        _check_events(block)
        data = yaml.load(block, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise FixInputError(f"its YAML block cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise FixInputError("its YAML block is not a mapping")
    return data


def _check_events(block: str) -> None:
    """Raise FixInputError if a YAML block has deep nesting, tags or merge keys.

    Only the parser's stream of events is read, so no data are built from a refused block.
    """
    depth = 0
    for event in yaml.parse(block, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise FixInputError("its YAML block is nested too deeply")
        if getattr(event, "tag", None) is not None:
            raise FixInputError("its YAML block holds tags, which a card does not need")
        if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and event.implicit[0]:
            raise FixInputError("its YAML block holds merge keys, which a card does not need")


def _loader() -> Any:
    """Return a YAML loader (libyaml's if available) that reads few types of scalars.

    These are null, booleans, timestamps and numbers of limited length; all else is text.
    """
    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    resolvers = {
        first: [
            (tag, _whole(_NUMBERS[tag]) if tag in _NUMBERS else pattern)
            for tag, pattern in rows
            if tag in _NUMBERS or tag in _KEPT
        ]
        for first, rows in base.yaml_implicit_resolvers.items()
    }
    return type("_CardLoader", (base,), {"yaml_implicit_resolvers": resolvers})


def _whole(pattern: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern.pattern})$")


_LOADER: Final = _loader()
