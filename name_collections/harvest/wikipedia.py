"""Lists of the articles in Wikipedia categories, downloaded through the API."""

from __future__ import annotations

from urllib.parse import urlencode

from name_collections.harvest.source import Download

LICENCE = "CC-BY-SA-4.0"


def category(title: str) -> Download:
    """Return a `Download` of a list of all articles in a category, in a stable order."""
    query = urlencode({
        "action": "query", "list": "categorymembers", "cmtitle": f"Category:{title}",
        "cmtype": "page", "cmlimit": "500", "cmsort": "sortkey", "format": "json",
        "formatversion": "2",
    })  # fmt: skip
    return Download(
        f"https://en.wikipedia.org/w/api.php?{query}",
        f"{title}.json",
        follow="cmcontinue",
        licence=LICENCE,
    )
