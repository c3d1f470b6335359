"""Recipes: the description of a release in TOML, checked before anything is built.

    name = "demo"                     [[sources]]            one table per source dataset
    version = "1.0.0"                 [entity_renaming]      Yan et al. 2022
    title = "..."                     [entity_renaming.perturbations.<Name>]
    licence = "..."                   [entswap]              Siro and Ajayi 2023
    recognizer = "bundled"            [entswap.collections]
    published = "2026-11-20"

A published recipe is never edited. Changes are published as a recipe with a higher version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from builders.errors import ChooseKnownError, FixInputError, FixRecipeError, not_utf8
from builders.perturbation_table import PERTURBATION_TABLE
from builders.recognizer_table import IN_RECIPES, NAMED
from builders.releases.keys import KeyFaults, Keys, parse_toml, shown
from builders.source_table import SOURCE_TABLE
from builders.types import ANSWERS, SWAP_TYPES, LoneName, NamedIn, RenamingType, Subset, SwapType

AnswerType = Literal["PER", "ORG", "GPE", "MIX"]
Scope = Literal["passage", "article"]
Events = Literal["keep", "rename"]

SOURCE_FORMATS: Final = (
    *(name for name, row in SOURCE_TABLE.items() if row.in_recipes), "hub-squad", "hub-mrqa",
)  # fmt: skip
PERTURBATION_KINDS: Final = tuple(PERTURBATION_TABLE)
ANSWER_TYPES: Final[tuple[AnswerType, ...]] = get_args(AnswerType)
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
EVENTS: Final[tuple[Events, ...]] = get_args(Events)
NAMED_IN: Final[tuple[NamedIn, ...]] = get_args(NamedIn)
LONE: Final[tuple[LoneName, ...]] = get_args(LoneName)
RENAMING_TYPES: Final[tuple[RenamingType, ...]] = get_args(RenamingType)

_SHIPPED: Final = Path(__file__).parent / "recipes"
# Names become parts of paths and of config names, and those of datasets also become names of
# splits. The Hub, Windows and `datasets` all accept letters, digits and underscores. Dashes
# separate the parts of config names.
_WORD: Final = re.compile(r"[A-Za-z0-9_]{1,64}")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_WORDS: Final = "letters, digits and _, at most 64"
# A recipe may come with a release that is not trusted. Therefore, a recognizer in the user's own
# code or folder can only be given on the command line or in Python.
_RECOGNIZERS: Final = f"{', '.join(NAMED)}; give any other with --recognizer"
MOST_SEEDS: Final = 1000
_RESERVED: Final = re.compile(r"(?i)original|validation|all|seed\d+|manifest|con|prn|aux|nul")


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source dataset: the location of its file and how to read it.

    At most one of `url`, `embedded` (a file of the package) and `hub_id` is set. If none is set,
    the user has to provide the file. `revision`, `config` and `split` refer to `hub_id`. `subset`
    is the name of a dataset in a Hub repository that contains several datasets (MRQA).
    """

    name: str
    format: str
    url: str = ""
    md5: str = ""
    sha256: str = ""
    embedded: str = ""
    hub_id: str = ""
    revision: str = ""
    config: str = ""
    split: str = ""
    subset: str = ""
    licence: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class PerturbationSpec:
    """A perturbation: how new names are chosen, and for which answer types.

    Names in the collections of `exclude` are never drawn.
    """

    name: str
    kind: str
    collections: tuple[str, ...] = ()
    types: tuple[AnswerType, ...] = ()
    exclude: tuple[str, ...] = ()
    fixed: tuple[tuple[RenamingType, str], ...] = ()


CASES: Final = ("WN-worst", "WN-best")
"""The cases for which rows are selected by a model's predictions.

They are the worst and the best renaming of each row, as in Balasubramanian et al. 2020.
"""


@dataclass(frozen=True, slots=True)
class Picked:
    """A selection of rows by a model's predictions.

    Of `renamings` renamings of each row, the release contains those that the model scores worst
    and best on. `model` is the name of the model, `predictions` is the SHA-256 digest of its
    predictions.
    """

    model: str
    predictions: str
    renamings: int


@dataclass(frozen=True, slots=True)
class EntityRenaming:
    """The protocol of Yan et al. 2022: answer entities, several perturbations, several seeds.

    If `picked` is set, each perturbation has one file per case instead of one per seed.
    """

    sources: tuple[str, ...]
    types: tuple[AnswerType, ...]
    perturbations: tuple[PerturbationSpec, ...]
    seeds: int = 5
    match_words: bool = False
    weighted: bool = False
    keep_article: bool = False
    entities: Subset = ANSWERS
    picked: Picked | None = None


@dataclass(frozen=True, slots=True)
class EntSwap:
    """The protocol of Siro and Ajayi 2023: all entities of six types, with one new name each."""

    source: str
    collections: tuple[tuple[SwapType, tuple[str, ...]], ...]
    config: str = "AfriSQuAD2"
    types: tuple[SwapType, ...] = SWAP_TYPES
    scope: Scope = "passage"
    leave_one_out: bool = True
    match_words: bool = False
    weighted: bool = False
    seed: int = 0
    pair_nationalities: bool = False
    keep_gender: bool = False
    keep_article: bool = False
    keep_kind: bool = False
    keep_script: bool = False
    worlds: bool = False

    def collections_of(self, swap_type: SwapType) -> tuple[str, ...]:
        """Return the names of the collections from which new names of `swap_type` are drawn."""
        return dict(self.collections)[swap_type]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe: the description of the configs of a release.

    `text` is the text of the file. `digest` is the SHA-256 digest of its values, independent of
    comments and whitespace. `events` says whether names inside the names of events are renamed.
    `published` is the date of publication (YYYY-MM-DD), or an empty string if the file gives
    none.
    """

    name: str
    version: str
    title: str
    recognizer: str
    licence: str
    sources: tuple[SourceSpec, ...]
    entity_renaming: EntityRenaming | None
    entswap: EntSwap | None
    digest: str
    text: str
    events: Events = "keep"
    published: str = ""

    @classmethod
    def read(cls, name_or_path: str | Path) -> Recipe:
        """Read a TOML file, or the recipe of that name that ships with the package.

        Raises ChooseKnownError for an unknown name, and FixRecipeError for an invalid recipe
        (with all faults, each with its line and key).
        """
        path = _find(name_or_path)
        try:
            # Some editors add a byte order mark, which is not part of the text.
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            message = f"{not_utf8(error)}; save the file as UTF-8"
            raise FixInputError(f"{path}:{line}: {message}") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, path: str = "recipe", *, keys: type[Keys] = Keys) -> Recipe:
        """Parse a recipe.

        Errors name the file `path`; `keys` is the class that reads the tables of the recipe.
        """
        table = parse_toml(path, text)
        faults = KeyFaults(path, text)
        recipe = _recipe(keys(table, (), faults), text)
        faults.check()
        # A recipe without faults has no nesting or numbers too large to be written as JSON.
        return replace(recipe, digest=_digest(table))

    def source(self, name: str) -> SourceSpec:
        """Return the source dataset with a name; raise ChooseKnownError if there is none."""
        for source in self.sources:
            if source.name == name:
                return source
        raise ChooseKnownError("source", name, (source.name for source in self.sources))

    @property
    def collections(self) -> frozenset[str]:
        """Return the names of all collections of the perturbations and of EntSwap."""
        specs = self.entity_renaming.perturbations if self.entity_renaming else ()
        swapped = self.entswap.collections if self.entswap else ()
        drawn = ((*spec.collections, *spec.exclude) for spec in specs)
        lists = (*drawn, *(names for _, names in swapped))
        return frozenset(name for names in lists for name in names)


def shipped_recipes() -> tuple[str, ...]:
    """Return the names of the recipes that ship with the package, sorted."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def may_name(recognizer: str) -> bool:
    """Return whether a recipe may name a recognizer.

    Only recognizers that can be loaded without running third-party code are allowed.
    """
    return IN_RECIPES.fullmatch(recognizer) is not None


def recipe_digest(text: str) -> str:
    """Return the digest of a recipe's text; raise FixRecipeError if it is not TOML."""
    try:
        return _digest(parse_toml("recipe", text))
    except (RecursionError, ValueError):
        raise FixRecipeError("recipe", 1, "recipe", "nested too deeply to be one") from None


def _find(name_or_path: str | Path) -> Path:
    path = Path(name_or_path)
    try:
        there = path.is_file()
    except (
        OSError,
        ValueError,
    ):  # the path is too long or contains a NUL, so no such file can exist
        there = False
    if there:
        return path
    if path.suffix == ".toml":
        raise FixInputError(f"{path}: there is no such recipe file")
    if str(name_or_path) not in shipped_recipes():
        raise ChooseKnownError("recipe", str(name_or_path), (*shipped_recipes(), "PATH.toml"))
    return _SHIPPED / f"{name_or_path}.toml"


def _digest(table: dict[str, Any]) -> str:
    canonical = json.dumps(table, ensure_ascii=False, separators=(",", ":"), default=str)
    return sha256(canonical.encode()).hexdigest()


def _recipe(keys: Keys, text: str) -> Recipe:
    renaming = keys.table("entity_renaming")
    entswap = keys.table("entswap")
    recipe = Recipe(
        name=_matching(keys, "name", _NAME, "lower-case letters, digits, - and _, at most 64"),
        version=_matching(keys, "version", _VERSION, "MAJOR.MINOR.PATCH"),
        title=_filled(keys, "title"),
        recognizer=_matching(keys, "recognizer", IN_RECIPES, _RECOGNIZERS, "bundled"),
        licence=keys.text("licence", ""),
        sources=tuple(_source(table) for table in keys.tables("sources")),
        entity_renaming=_renaming(renaming) if "entity_renaming" in keys else None,
        entswap=_entswap(entswap) if "entswap" in keys else None,
        digest="",
        text=text,
        events=cast(Events, keys.choice("events", EVENTS, "keep")),
        published=_date(keys, "published"),
    )
    keys.close()
    _check_sources(keys, recipe)
    return recipe


def _matching(keys: Keys, key: str, pattern: re.Pattern[str], what: str, default: str = "") -> str:
    value = keys.text(key, default) if default else keys.text(key)
    if keys.is_sound(key) and not pattern.fullmatch(value):
        keys.fault(key, f"must be {what}, is {shown(value)}")
    return value


def _date(keys: Keys, key: str) -> str:
    value = keys.text(key, "")
    try:
        if value:
            date.fromisoformat(value)
    except ValueError:
        keys.fault(key, f"must be a date such as 2026-11-20, is {shown(value)}")
    return value


def _filled(keys: Keys, key: str) -> str:
    value = keys.text(key)
    if keys.is_sound(key) and not value.strip():
        keys.fault(key, "must not be empty")
    return value


def _source(keys: Keys) -> SourceSpec:
    source = SourceSpec(
        name=_matching(keys, "name", _WORD, _WORDS),
        format=keys.choice("format", SOURCE_FORMATS),
        url=keys.text("url", ""),
        md5=_hex(keys, "md5", 32),
        sha256=_hex(keys, "sha256", 64),
        embedded=keys.text("embedded", ""),
        hub_id=keys.text("hub_id", ""),
        revision=keys.text("revision", ""),
        config=keys.text("config", ""),
        split=keys.text("split", ""),
        subset=keys.text("subset", ""),
        licence=keys.text("licence", ""),
        attribution=keys.text("attribution", ""),
    )
    keys.close()
    if _RESERVED.fullmatch(source.name):
        keys.fault("name", f"{source.name!r} is reserved; choose another name")
    _check_place(keys, source)
    return source


def _hex(keys: Keys, key: str, length: int) -> str:
    value = keys.text(key, "").lower()
    if value and not re.fullmatch(rf"[0-9a-f]{{{length}}}", value):
        keys.fault(key, f"must be {length} hexadecimal digits")
    return value


def _check_place(keys: Keys, source: SourceSpec) -> None:
    places = [key for key in ("url", "embedded", "hub_id") if getattr(source, key)]
    for key in places[1:]:
        keys.fault(key, f"cannot stand beside {places[0]}: a source has one place")
    on_hub = source.format.startswith("hub-")
    if on_hub and (source.url or source.embedded):
        keys.fault("format", f"{source.format} is read with hub_id, not from a file")
    if source.hub_id and not on_hub:
        keys.fault("hub_id", "needs format hub-squad or hub-mrqa")
    if source.hub_id and not source.revision:
        keys.fault("hub_id", "needs a revision (a commit hash or a tag): datasets change")
    if source.hub_id and not source.split:
        keys.fault("hub_id", "needs a split")
    for key in ("revision", "config", "split", "subset"):
        if key in keys and not on_hub:
            keys.fault(key, "belongs to a source with format hub-squad or hub-mrqa")


def _renaming(keys: Keys) -> EntityRenaming:
    types = cast(tuple[AnswerType, ...], keys.choices("types", ANSWER_TYPES, ANSWER_TYPES))
    table = keys.table("perturbations")
    # If the types themselves are at fault, perturbations are checked against all answer types.
    known = types if types and keys.is_sound("types") else ANSWER_TYPES
    perturbations = tuple(_perturbation(name, entry, known) for name, entry in table.named_tables())
    renaming = EntityRenaming(
        sources=keys.texts("sources"),
        types=types,
        perturbations=perturbations,
        seeds=keys.count("seeds", 5, least=1, most=MOST_SEEDS),
        match_words=keys.flag("match_words", default=False),
        weighted=keys.flag("weighted", default=False),
        keep_article=keys.flag("keep_article", default=False),
        entities=Subset(
            cast(NamedIn, keys.choice("subset", NAMED_IN, ANSWERS.named_in)),
            cast(LoneName, keys.choice("lone", LONE, ANSWERS.lone)),
        ),
        picked=_picked(keys.table("picked")) if "picked" in keys else None,
    )
    keys.close()
    for key in ("sources", "types", "perturbations"):
        if keys.is_sound(key) and not getattr(renaming, key):
            keys.fault(key, "must not be empty")
    folded: dict[str, str] = {}
    for spec in perturbations:
        if folded.setdefault(spec.name.lower(), spec.name) != spec.name:
            table.fault(spec.name, f"differs from {folded[spec.name.lower()]!r} in case alone")
    return renaming


def _picked(keys: Keys) -> Picked:
    picked = Picked(
        model=_filled(keys, "model"),
        predictions=_hex(keys, "predictions", 64),
        renamings=keys.count("renamings", 1, least=1, most=MOST_SEEDS),
    )
    keys.close()
    return picked


def _perturbation(name: str, keys: Keys, types: tuple[AnswerType, ...]) -> PerturbationSpec:
    spec = PerturbationSpec(
        name=name,
        kind=keys.choice("kind", PERTURBATION_KINDS),
        collections=keys.texts("collections", ()),
        types=cast(tuple[AnswerType, ...], keys.choices("types", ANSWER_TYPES, types)),
        exclude=keys.texts("exclude", ()),
        fixed=_fixed(keys.table("fixed")),
    )
    keys.close()
    if not _WORD.fullmatch(name) or _RESERVED.fullmatch(name):
        keys.fault("", f"{shown(name)} cannot name a perturbation: {_WORDS}, not reserved")
    if keys.is_sound("types") and not spec.types:
        keys.fault("types", "must not be empty")
    for answer_type in spec.types:
        if answer_type not in types:
            keys.fault("types", f"{answer_type} is not among the types of [entity_renaming]")
    if not keys.is_sound("kind"):
        return spec
    for key in ("collections", "fixed"):
        needed = PERTURBATION_TABLE[spec.kind].needs == key
        if needed and keys.is_sound(key) and not getattr(spec, key):
            keys.fault(key, f"is missing: kind {spec.kind!r} needs it")
        if not needed and key in keys:
            kinds = (repr(kind) for kind, row in PERTURBATION_TABLE.items() if row.needs == key)
            keys.fault(key, f"belongs to kind {', '.join(kinds)}, not {spec.kind!r}")
    if spec.exclude and not spec.collections:
        keys.fault("exclude", "takes names from collections, and there are none")
    return spec


def _fixed(keys: Keys) -> tuple[tuple[RenamingType, str], ...]:
    pairs = []
    for span_type, name in keys.named_text():
        if span_type not in RENAMING_TYPES:
            keys.fault(span_type, f"unknown span type; known: {', '.join(RENAMING_TYPES)}")
        if keys.is_sound(span_type) and not name.strip():
            keys.fault(span_type, "must not be empty")
        pairs.append((cast(RenamingType, span_type), name))
    return tuple(pairs)


def _entswap(keys: Keys) -> EntSwap:
    table = keys.table("collections")
    collections = tuple(
        (cast(SwapType, swap_type), names) for swap_type, names in table.named_texts()
    )
    entswap = EntSwap(
        source=keys.text("source"),
        collections=collections,
        config=_matching(keys, "config", _WORD, _WORDS, "AfriSQuAD2"),
        types=cast(tuple[SwapType, ...], keys.choices("types", SWAP_TYPES, SWAP_TYPES)),
        scope=cast(Scope, keys.choice("scope", SCOPES, "passage")),
        leave_one_out=keys.flag("leave_one_out", default=True),
        match_words=keys.flag("match_words", default=False),
        weighted=keys.flag("weighted", default=False),
        seed=keys.count("seed", 0, least=0),
        pair_nationalities=keys.flag("pair_nationalities", default=False),
        keep_gender=keys.flag("keep_gender", default=False),
        keep_article=keys.flag("keep_article", default=False),
        keep_kind=keys.flag("keep_kind", default=False),
        keep_script=keys.flag("keep_script", default=False),
        worlds=keys.flag("worlds", default=False),
    )
    keys.close()
    if _RESERVED.fullmatch(entswap.config):
        keys.fault("config", f"{entswap.config!r} is reserved; choose another name")
    _check_entswap(keys, table, entswap)
    return entswap


def _check_entswap(keys: Keys, table: Keys, entswap: EntSwap) -> None:
    for swap_type, names in entswap.collections:
        if swap_type not in SWAP_TYPES:
            table.fault(swap_type, f"unknown type; known: {', '.join(SWAP_TYPES)}")
        elif table.is_sound(swap_type) and not names:
            table.fault(swap_type, "must not be empty")
    if keys.is_sound("types"):
        _check_swap_types(keys, table, entswap)


def _check_swap_types(keys: Keys, table: Keys, entswap: EntSwap) -> None:
    if not entswap.types:
        keys.fault("types", "must not be empty")
    if entswap.leave_one_out and len(entswap.types) == 1:
        keys.fault("leave_one_out", "needs two types or more: nothing would be renamed")
    for key in ("pair_nationalities", "worlds"):
        if getattr(entswap, key) and not {"COUNTRY", "NATIONALITY"} <= set(entswap.types):
            keys.fault(key, "needs COUNTRY and NATIONALITY among the types")
    given = dict(entswap.collections)
    for swap_type in given:
        if swap_type in SWAP_TYPES and swap_type not in entswap.types:
            table.fault(swap_type, "is not among the types of [entswap]")
    # An unknown type may be a misspelling of a missing one, which is then not reported as well.
    whole = keys.is_sound("collections") and given.keys() <= set(SWAP_TYPES)
    for swap_type in entswap.types if whole else ():
        if swap_type not in given:
            keys.fault("collections", f"lacks {swap_type}: where do its new names come from?")


def _check_sources(keys: Keys, recipe: Recipe) -> None:
    renaming, entswap = recipe.entity_renaming, recipe.entswap
    if keys.is_sound("sources") and not recipe.sources:
        keys.fault("sources", "is missing: a recipe needs a [[sources]] table")
    if renaming is None and entswap is None:
        keys.fault("", "has neither [entity_renaming] nor [entswap]: nothing would be built")
    tables = keys.tables("sources")
    names: dict[str, str] = {}
    for source, table in zip(recipe.sources, tables, strict=True):
        if table.is_sound("name") and source.name.lower() in names:
            table.fault("name", f"{source.name!r} is the name of two sources")
        names[source.name.lower()] = source.name
    if entswap and entswap.config.lower() in names:
        keys.table("entswap").fault("config", f"{entswap.config!r} is the name of a source too")
    if tables and all(table.is_sound("name") for table in tables):
        _check_uses(keys, recipe, tables)


def _check_uses(keys: Keys, recipe: Recipe, tables: Sequence[Keys]) -> None:
    """Check that every source named by a protocol exists, and that every source is used."""
    names = [source.name for source in recipe.sources]
    renaming, entswap = keys.table("entity_renaming"), keys.table("entswap")
    asked = [
        (renaming, "sources", name)
        for name in (recipe.entity_renaming.sources if recipe.entity_renaming else ())
    ]
    asked += [(entswap, "source", recipe.entswap.source)] if recipe.entswap else []
    for table, key, name in asked:
        if name not in names and (name or table.is_sound(key)):
            table.fault(key, f"unknown {shown(name)}; known: {', '.join(names)}")
    if not asked or not renaming.is_sound("sources") or not entswap.is_sound("source"):
        return
    used = {name for _, _, name in asked}
    for source_name, table in zip(names, tables, strict=True):
        if source_name not in used:
            table.fault("name", f"{source_name!r} is used by no protocol")
