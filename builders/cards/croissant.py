"""Croissant metadata for a release (MLCommons, version 1.0): files, digests and fields.

The Croissant file that the Hub generates covers at most a hundred configs. A release can have more
configs, so every release contains a Croissant file of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from builders.cards.licences import licence_of
from builders.errors import FixRecipeError
from builders.releases.manifest import FileRecord, Manifest
from builders.releases.recipe import Recipe

_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

_CITE: Final = (
    "Yan et al. (2022): On the Robustness of Reading Comprehension Models to Entity Renaming, "
    "NAACL; Siro and Ajayi (2023): Evaluating the Robustness of Machine Reading Comprehension "
    "Models to Low Resource Entity Renaming, AfricaNLP; and the sources, as README.md names them"
)

_EDIT_LEAVES: Final = (
    ("field", "sc:Text"), ("start", "sc:Integer"), ("end", "sc:Integer"), ("old", "sc:Text"),
    ("new", "sc:Text"), ("type", "sc:Text"), ("entity", "sc:Text"),
)  # fmt: skip
_KEPT_LEAVES: Final = (
    ("field", "sc:Text"), ("start", "sc:Integer"), ("end", "sc:Integer"), ("reason", "sc:Text"),
)  # fmt: skip
_ANSWER_LEAVES: Final = (("text", "sc:Text"), ("answer_start", "sc:Integer"))
# The columns of builders.releases.rows.SCHEMA: name, type (or fields of a struct), is a list.
_COLUMNS: Final[tuple[tuple[str, str | tuple[tuple[str, str], ...], bool], ...]] = (
    ("id", "sc:Text", False),
    ("title", "sc:Text", False),
    ("context", "sc:Text", False),
    ("question", "sc:Text", False),
    ("answers", _ANSWER_LEAVES, False),
    ("gold_answers", "sc:Text", True),
    ("answer", "sc:Text", False),
    ("plausible_answers", _ANSWER_LEAVES, False),
    ("edits", _EDIT_LEAVES, True),
    ("kept", _KEPT_LEAVES, True),
    ("changed", "sc:Boolean", False),
)
# The columns of edits-only files (builders.releases.edits_rows.SCHEMA).
_EDITS_COLUMNS: Final = (
    ("id", "sc:Text", False),
    ("source", "sc:Text", False),
    ("answer_starts", "sc:Integer", True),
    ("plausible_starts", "sc:Integer", True),
    ("edits", _EDIT_LEAVES, True),
    ("kept", _KEPT_LEAVES, True),
    ("changed", "sc:Boolean", False),
)


def croissant(manifest: Manifest, edits: Mapping[str, FileRecord] | None = None) -> str:
    """Return the text of croissant.json, with a record set for each file of the release.

    Some data files may be published only as edits. `edits` maps the path of each such data
    file to the record of its file of edits.
    """
    whole = [(edits or {}).get(record.path, record) for record in manifest.files]
    files = [part for record in whole for part in record.files()]
    recipe = manifest.recipe
    data = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": recipe.name,
        "description": f"{recipe.title}. Reading comprehension with renamed entities.",
        "version": recipe.version,
        "citeAs": _CITE,
        "license": licence_of(manifest) or recipe.licence or "unknown",
        **_published(recipe.text),
        "isLiveDataset": False,
        "distribution": [_file(record) for record in files],
        "recordSet": [_record_set(record) for record in files],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _published(recipe: str) -> dict[str, str]:
    """Return {"datePublished": date} if a recipe (as TOML text) gives the date, or else {}.

    The current date is never used, because a build must always give the same files.
    """
    try:
        published = Recipe.parse(recipe).published
    except FixRecipeError:
        published = ""
    return {"datePublished": published} if published else {}


def _file(record: FileRecord) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": record.path,
        "name": record.path,
        "contentUrl": record.path,
        "contentSize": f"{record.bytes} B",
        "encodingFormat": "application/x-parquet",
        "sha256": record.sha256,
    }


def _record_set(record: FileRecord) -> dict[str, Any]:
    name = record.path.removeprefix("data/").removesuffix(".parquet")
    columns = _COLUMNS if record.path.startswith("data/") else _EDITS_COLUMNS
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": {"@id": f"{name}/id"},
        "field": [_field(name, record.path, *column) for column in columns],
    }


def _field(
    record_set: str, path: str, name: str, kind: str | tuple[tuple[str, str], ...], repeated: bool
) -> dict[str, Any]:
    field: dict[str, Any] = {"@type": "cr:Field", "@id": f"{record_set}/{name}", "name": name}
    source = {"fileObject": {"@id": path}, "extract": {"column": name}}
    if isinstance(kind, str):
        return {**field, "dataType": kind, "repeated": repeated, "source": source}
    field["repeated"] = repeated
    field["subField"] = [
        {
            "@type": "cr:Field",
            "@id": f"{record_set}/{name}/{leaf}",
            "name": leaf,
            "dataType": leaf_kind,
            "repeated": not repeated,
            "source": {**source, "transform": {"jsonPath": leaf}},
        }
        for leaf, leaf_kind in kind
    ]
    return field
