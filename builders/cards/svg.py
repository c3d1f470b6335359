"""SVG drawings made of the few elements that a chart needs, without scripts or links.

`fault_of_drawing` accepts only these elements, so that a release cannot contain other drawings.
"""

from __future__ import annotations

import re
from typing import Final

from builders.releases.quoting import escaped

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
# To add an attribute that a chart needs, add it here. Never add one that runs, links or loads.
_NUMBER: Final = r"-?\d{1,5}(?:\.\d{1,3})?"
_ATTRIBUTES: Final[dict[str, str]] = {
    **dict.fromkeys(("x", "y", "x1", "x2", "y1", "y2", "width", "height", "rx"), _NUMBER),
    "viewBox": r"0 0 \d{1,5} \d{1,5}",
    "font-size": r"\d{1,2}",
    "font-weight": "bold",
    "font-family": r"[a-z, \-]{1,60}",
    "text-anchor": "end",
    "fill": "#[0-9a-f]{6}|none",
    "stroke": "#[0-9a-f]{6}",
    "stroke-width": r"\d",
    "role": "img",
    "id": "title|description",
    "aria-labelledby": "title description",
    "xmlns": re.escape(_NAMESPACE),
}
_ELEMENTS: Final = frozenset({"svg", "title", "desc", "rect", "line", "text"})
_LONGEST: Final = 1 << 20
_TAG: Final = re.compile(r'<(/?)([a-z]{1,8})((?: [a-zA-Z0-9-]{1,20}="[^"<>&]{0,80}")*)(/?)>')
_ATTRIBUTE: Final = re.compile(r' ([a-zA-Z0-9-]+)="([^"]*)"')
_TEXT: Final = re.compile(r"(?:[^<>&]|&amp;|&lt;|&gt;)*")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_WIDEST: Final = 4000
_INK, _FAINT = "#1f2328", "#59636e"


def element(tag: str, text: str = "", **attributes: str | float) -> str:
    """Return the text of an SVG element; `_` in attribute names is replaced by `-`."""
    head = "".join(f' {name.replace("_", "-")}="{_value(value)}"'
                   for name, value in attributes.items())  # fmt: skip
    return f"<{tag}{head}>{plain(text)}</{tag}>" if text else f"<{tag}{head}/>"


def label(
    x: float, y: float, text: str, *, size: int = 13, bold: bool = False, end: bool = False,
    faint: bool = False,
) -> str:  # fmt: skip
    """Return an SVG text element with its baseline at `y`.

    The text starts at `x`, or ends at `x` if `end` is true. `faint` text is grey.
    """
    attributes: dict[str, str | float] = {"x": float(x), "y": float(y), "font-size": size,
                                          "fill": _FAINT if faint else _INK}  # fmt: skip
    if bold:
        attributes["font-weight"] = "bold"
    if end:
        attributes["text-anchor"] = "end"
    return element("text", text, **attributes)


def drawing(width: int, height: int, title: str, description: str, parts: list[str]) -> str:
    """Return an SVG drawing of elements (`parts`) on a white background with a border.

    `title` and `description` are for screen readers.
    """
    head = (
        f'<svg xmlns="{_NAMESPACE}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="title description" '
        'font-family="system-ui, helvetica, arial, sans-serif" font-size="13">'
    )
    ground = element(
        "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8, fill="#ffffff",
        stroke="#d0d7de",
    )  # fmt: skip
    lines = [
        head,
        element("title", title, id="title"),
        element("desc", description, id="description"),
        ground,
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Return a text with markup and control characters escaped, and cut to a maximum length."""
    return "".join(_ENTITIES.get(char, char) for char in escaped(text, _WIDEST))


def fault_of_drawing(text: str) -> str:
    """Return why a text is not an SVG drawing of the kind made by this module, or "" if it is."""
    if len(text) > _LONGEST:
        return f"is larger than {_LONGEST} characters"
    at = 0
    open_tags: list[str] = []
    while at < len(text):
        match = _TAG.match(text, at)
        if match is None:
            end = _TEXT.match(text, at).end()  # type: ignore[union-attr]
            if end == at or (not open_tags and text[at:end].strip()):
                return "is not a plain drawing"
            at = end
            continue
        closing, tag, attributes, single = match.groups()
        fault = _fault_of_tag(tag, attributes)
        if fault:
            return fault
        if closing and (not open_tags or open_tags.pop() != tag):
            return "is not a plain drawing"
        if not closing and not single:
            open_tags.append(tag)
        at = match.end()
    return "is not a plain drawing" if open_tags or not text.startswith("<svg ") else ""


def _fault_of_tag(tag: str, attributes: str) -> str:
    if tag not in _ELEMENTS:
        return f"holds the element {tag!r}, which no drawing of a release has"
    for name, value in _ATTRIBUTE.findall(attributes):
        if name not in _ATTRIBUTES or not re.fullmatch(_ATTRIBUTES[name], value):
            return f"holds the attribute {name!r} with a value that no drawing of a release has"
    return ""


def _value(value: str | float) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
