"""The section of a card on the changes since the last version."""

from __future__ import annotations

from collections import Counter
from typing import Final

from builders.cards.card_tables import markdown, render
from builders.releases.diff import FileDiff, ReleaseDiff, State

_SAID: Final[dict[State, str]] = {
    "added": "added",
    "removed": "removed",
    "rows differ": "with other rows",
    "same rows": "with the same rows in other bytes",
    "same bytes": "as they were",
}
GENERATED: Final = "<!-- generated from manifest.json: begin -->"
_HEAD: Final = "## Changes"
_NEXT: Final = "\n## "
_LISTED: Final = 40
_SHORT: Final = 60


def changes_section(found: ReleaseDiff, before: str = "") -> str:
    """Return the section of a card on changes, as Markdown.

    `before` is the version that the release is compared with, or empty if that is unknown.
    """
    states = Counter(file.state for file in found.files)
    counts = [f"{_files(states[state])} {said}" for state, said in _SAID.items() if states[state]]
    since = f"Since version {markdown(before)}" if before else "Since the last version"
    parts = [_HEAD, f"{since}: {', '.join(counts) or 'no files'}."]
    if found.ingredients:
        rows = tuple(
            (markdown(part.what), _short(part.before), _short(part.after))
            for part in found.ingredients
        )
        parts += ["What went into it differs:", render((("what", "before", "now"), *rows))]
    touched = [file for file in found.files if file.state not in {"same bytes", "same rows"}]
    if touched:
        rows = tuple(map(_file, touched[:_LISTED]))
        parts += ["Files, and rows by cause:", render((("file", "state", "rows"), *rows))]
    if len(touched) > _LISTED:
        parts.append(f"And {len(touched) - _LISTED:,} more files; `renamer diff` lists them all.")
    return "\n\n".join(parts) + "\n"


def changes_of(card: str) -> str:
    """Return the section on changes that a card contains, or an empty string if it has none."""
    _, _, generated = card.partition(f"\n{GENERATED}")
    _, found, rest = generated.partition(f"\n{_HEAD}\n")
    return f"{_HEAD}\n{rest.partition(_NEXT)[0].rstrip()}\n" if found else ""


def _files(count: int) -> str:
    return f"{count:,} file{'s' if count != 1 else ''}"


def _file(file: FileDiff) -> tuple[str, str, str]:
    counts = ", ".join(f"{cause}: {count:,}" for cause, count in file.counts)
    return markdown(file.path), file.state, counts


def _short(text: str) -> str:
    return markdown(text if len(text) <= _SHORT else text[: _SHORT - 1] + "…") or "(none)"
