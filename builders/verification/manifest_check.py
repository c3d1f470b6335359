"""Checks of a manifest, key by key, against the recipe, whose text is a part of the manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from builders.errors import FixRecipeError
from builders.releases.layout import ReleaseFile, config_files, release_files
from builders.releases.manifest import Manifest, SourceRecord
from builders.releases.quoting import shown
from builders.releases.recipe import Recipe, recipe_digest
from builders.releases.recipe_specs import MOST_SEEDS
from builders.verification.edit_values import unseen

_DIGEST: Final = re.compile(r"(?!0{64})[0-9a-f]{64}")
_VERSION: Final = re.compile(r"\d+(\.\d+){0,3}([.+-]?[a-z0-9.]+)?")
_TYPED: Final = ("name", "version", "title", "licence")


def declared_files(manifest: Manifest) -> Mapping[str, ReleaseFile]:
    """Return the files that the recipe in the manifest makes, by path.

    Returns an empty mapping if the recipe cannot be parsed.
    """
    try:
        recipe = Recipe.parse(manifest.recipe.text)
    except FixRecipeError:
        return {}
    return {file.path: file for file in release_files(recipe, seeds=_seeds(manifest))}


def _seeds(manifest: Manifest) -> int:
    return min(max(manifest.seeds, 1), MOST_SEEDS)


def manifest_broken(manifest: Manifest) -> Iterator[str]:
    """Yield a message for each fault of a manifest, such as a value that contradicts the recipe.

    Each message begins with the key of the manifest that is at fault.
    """
    yield from _texts_broken(asdict(manifest), "")
    try:
        if recipe_digest(manifest.recipe.text) != manifest.recipe.digest:
            yield "recipe.digest: the recipe's digest is not that of its text"
            return
        recipe = Recipe.parse(manifest.recipe.text)
    except FixRecipeError as error:
        yield f"recipe.text: cannot be read: {str(error).splitlines()[0]}"
        return
    for key in _TYPED:
        said, written = getattr(manifest.recipe, key), getattr(recipe, key)
        if said != written:
            yield f"recipe.{key}: is {shown(said)}, but {shown(written)} in the recipe's text"
    for key in ("package", "engine"):
        if not _VERSION.fullmatch(getattr(manifest, key)):
            yield f"{key}: {shown(getattr(manifest, key))} is no version"
    if not manifest.recognizer.strip():
        yield "recognizer: is empty"
    if not manifest.distinct_names:
        yield "distinct_names: is false; a recipe draws no name that an instance has already"
    yield from _sources_broken(manifest, recipe)
    yield from _collections_broken(manifest, recipe)
    yield from _files_broken(manifest, recipe)


def _texts_broken(value: object, key: str) -> Iterator[str]:
    """Yield a message for each text of a manifest that has invisible characters.

    The text of the recipe is not checked. `key` is the key of `value` in the manifest.
    """
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _texts_broken(each, f"{key}.{name}" if key else name)
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(value):
            yield from _texts_broken(each, f"{key}[{index}]")
    elif isinstance(value, str) and key != "recipe.text" and (odd := _unseen(value)):
        yield f"{key}: {shown(value)} holds U+{ord(odd):04X}"


def _unseen(text: str) -> str:
    return unseen(" ".join(text.replace("\n", " ").split(" ")))


def _sources_broken(manifest: Manifest, recipe: Recipe) -> Iterator[str]:
    known = {source.name: source for source in recipe.sources}
    names = [source.name for source in manifest.sources]
    for number, source in enumerate(manifest.sources):
        key = f"sources[{number}]"
        if source.name not in known or names.count(source.name) > 1:
            yield f"{key}.name: {shown(source.name)} is no source of the recipe, or there twice"
            continue
        for name in ("licence", "attribution"):
            said, written = getattr(source, name), getattr(known[source.name], name)
            if said != written:
                yield f"{key}.{name}: is {shown(said)}, but {shown(written)} in the recipe's text"
        yield from _source_broken(source, key)
    for name in sorted({entry.source for entry in manifest.originals} - set(names)):
        yield f"sources: lacks {shown(name)}, which files come from"


def _source_broken(source: SourceRecord, key: str) -> Iterator[str]:
    if not _DIGEST.fullmatch(source.sha256):
        yield f"{key}.sha256: {shown(source.sha256)} is no digest of a file"
    if source.questions < 1:
        yield f"{key}.questions: is {source.questions}"
    if not 1 <= source.passages <= max(source.questions, 1):
        yield f"{key}.passages: is {source.passages} of {source.questions} questions"
    if source.skipped < 0:
        yield f"{key}.skipped: is {source.skipped}"


def _collections_broken(manifest: Manifest, recipe: Recipe) -> Iterator[str]:
    names = [collection.name for collection in manifest.collections]
    for name in sorted(recipe.collections - set(names)):
        yield f"collections: lacks {shown(name)}, which the recipe draws from"
    for number, collection in enumerate(manifest.collections):
        key = f"collections[{number}]"
        if names.count(collection.name) > 1:
            yield f"{key}.name: {shown(collection.name)} is there twice"
        if not _DIGEST.fullmatch(collection.digest):
            yield f"{key}.digest: {shown(collection.digest)} is no digest"
        if collection.names < 1:
            yield f"{key}.names: is {collection.names}"


def _files_broken(manifest: Manifest, recipe: Recipe) -> Iterator[str]:
    if manifest.seeds != _seeds(manifest) or (manifest.seeds > 1 and not recipe.entity_renaming):
        yield f"seeds: is {manifest.seeds}"
        return
    if not any(record.rows for record in manifest.files):
        yield "files: hold no rows; a release has some"
    made = {file.path: file for file in release_files(recipe, seeds=manifest.seeds)}
    paths = [record.path for record in manifest.files]
    for path in paths:
        if path not in made or paths.count(path) > 1:
            yield f"files: {shown(path)} is no file that the recipe makes, or there twice"
    if manifest.seeds > 1 and _complete(recipe, paths) not in {0, manifest.seeds}:
        yield f"seeds: is {manifest.seeds}, but the files are of {_complete(recipe, paths)}"
    for entry in manifest.originals:
        file = made.get(entry.path)
        if file and (entry.original, entry.source) != (file.original, file.dataset):
            yield f"originals: {shown(entry.path)} is not made from {shown(entry.original)}"
    yield from _reasons_broken(manifest)
    rows = {record.path: record.rows for record in manifest.files}
    there = [file for path, file in made.items() if path in rows and file.original in rows]
    yield from _configs_broken(manifest, there, rows)


def _reasons_broken(manifest: Manifest) -> Iterator[str]:
    paths = {record.path for record in manifest.files}
    for number, reason in enumerate(manifest.reasons):
        key = f"reasons[{number}]"
        if reason.count < 1 or not reason.reason.strip():
            yield f"{key}: {shown(reason.reason)}, {reason.count} times"
        if reason.path not in paths:
            yield f"{key}.path: {shown(reason.path)} is no file"


def _complete(recipe: Recipe, paths: list[str]) -> int:
    """Return the number of seeds for which the recipe makes exactly the files `paths`.

    Returns 0 if there is no such number.
    """
    seeds = [int(at[1]) for path in paths if (at := re.search(r"/seed(\d{1,4})\.parquet$", path))]
    most = min(max(seeds, default=-1) + 1, MOST_SEEDS)
    if not most:
        return 0
    return most if set(paths) == {f.path for f in release_files(recipe, seeds=most)} else 0


def _configs_broken(
    manifest: Manifest, files: list[ReleaseFile], rows: Mapping[str, int]
) -> Iterator[str]:
    wanted = {config.name: (config.kind, config.splits) for config in config_files(files, rows)}
    found = {
        config.name: (config.kind, tuple((split.name, split.path) for split in config.splits))
        for config in manifest.configs
    }
    for name in (*wanted, *(name for name in found if name not in wanted)):
        if wanted.get(name) != found.get(name):
            what = "is missing" if name not in found else "is not the config that the recipe makes"
            yield f"configs: {shown(name)} {what}"
    if list(wanted) != [config.name for config in manifest.configs] and wanted == found:
        yield "configs: stand in another order than the recipe makes them in, or twice"
