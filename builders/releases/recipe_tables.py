"""Reading the tables of a recipe: every key is checked, and all faults are reported together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, cast

from builders.perturbation_table import PERTURBATION_TABLE
from builders.releases.keys import Keys, shown
from builders.releases.recipe_specs import (
    ANSWER_TYPES,
    LONE,
    MOST_SEEDS,
    NAMED_IN,
    PERTURBATION_KINDS,
    RENAMING_TYPES,
    SCOPES,
    SOURCE_FORMATS,
    AnswerType,
    EntityRenaming,
    EntSwap,
    PerturbationSpec,
    Picked,
    Scope,
    SourceSpec,
)
from builders.types import ANSWERS, SWAP_TYPES, LoneName, NamedIn, RenamingType, Subset, SwapType

# Names become parts of paths and of config names, and those of datasets also become names of
# splits. The Hub, Windows and `datasets` all accept letters, digits and underscores. Dashes
# separate the parts of config names.
_WORD: Final = re.compile(r"[A-Za-z0-9_]{1,64}")
_WORDS: Final = "letters, digits and _, at most 64"
_RESERVED: Final = re.compile(r"(?i)original|validation|all|seed\d+|manifest|con|prn|aux|nul")


def matching_text(
    keys: Keys, key: str, pattern: re.Pattern[str], what: str, default: str = ""
) -> str:
    """Return the text at a key; record a fault if it does not match `pattern`.

    `what` describes the pattern in the message. If the key is missing, `default` is returned.
    Without a default, a missing key is a fault.
    """
    value = keys.text(key, default) if default else keys.text(key)
    if keys.is_sound(key) and not pattern.fullmatch(value):
        keys.fault(key, f"must be {what}, is {shown(value)}")
    return value


def read_date(keys: Keys, key: str) -> str:
    """Return the date at a key (YYYY-MM-DD), or an empty string if the key is missing.

    Records a fault if the text is not a date.
    """
    value = keys.text(key, "")
    try:
        if value:
            date.fromisoformat(value)
    except ValueError:
        keys.fault(key, f"must be a date such as 2026-11-20, is {shown(value)}")
    return value


def filled_text(keys: Keys, key: str) -> str:
    """Return the text at a key; record a fault if the text is empty or missing."""
    value = keys.text(key)
    if keys.is_sound(key) and not value.strip():
        keys.fault(key, "must not be empty")
    return value


def read_source(keys: Keys) -> SourceSpec:
    """Read one of the tables [[sources]] of a recipe, and record the faults in it."""
    source = SourceSpec(
        name=matching_text(keys, "name", _WORD, _WORDS),
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


def read_renaming(keys: Keys) -> EntityRenaming:
    """Read the table [entity_renaming] of a recipe, and record the faults in it."""
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
            keys.flag("worlds", default=False),
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
        model=filled_text(keys, "model"),
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


def read_entswap(keys: Keys) -> EntSwap:
    """Read the table [entswap] of a recipe, and record the faults in it."""
    table = keys.table("collections")
    collections = tuple(
        (cast(SwapType, swap_type), names) for swap_type, names in table.named_texts()
    )
    entswap = EntSwap(
        source=keys.text("source"),
        collections=collections,
        config=matching_text(keys, "config", _WORD, _WORDS, "AfriSQuAD2"),
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


def check_sources(
    keys: Keys,
    sources: Sequence[SourceSpec],
    renaming: EntityRenaming | None,
    entswap: EntSwap | None,
) -> None:
    """Record the faults in the names of a recipe's source datasets, and in their use.

    The two methods of renaming, entity renaming and EntSwap, must together use every source of the
    recipe, and no other source.
    """
    if keys.is_sound("sources") and not sources:
        keys.fault("sources", "is missing: a recipe needs a [[sources]] table")
    if renaming is None and entswap is None:
        keys.fault("", "has neither [entity_renaming] nor [entswap]: nothing would be built")
    tables = keys.tables("sources")
    names: dict[str, str] = {}
    for source, table in zip(sources, tables, strict=True):
        if table.is_sound("name") and source.name.lower() in names:
            table.fault("name", f"{source.name!r} is the name of two sources")
        names[source.name.lower()] = source.name
    if entswap and entswap.config.lower() in names:
        keys.table("entswap").fault("config", f"{entswap.config!r} is the name of a source too")
    if tables and all(table.is_sound("name") for table in tables):
        asked = (
            [("entity_renaming", "sources", name) for name in renaming.sources] if renaming else []
        )
        asked += [("entswap", "source", entswap.source)] if entswap else []
        _check_uses(keys, [source.name for source in sources], asked)


def _check_uses(keys: Keys, names: Sequence[str], asked: Sequence[tuple[str, str, str]]) -> None:
    """Record a fault for each source that is used but does not exist, or exists but is not used.

    `names` are the names of the existing sources. `asked` has a tuple for each use of a source: the
    table and the key of the recipe in which its name occurs, and the name. An example is
    ("entswap", "source", "AfriSQuAD2").
    """
    renaming, entswap = keys.table("entity_renaming"), keys.table("entswap")
    for table, key, name in asked:
        if name not in names and (name or keys.table(table).is_sound(key)):
            keys.table(table).fault(key, f"unknown {shown(name)}; known: {', '.join(names)}")
    if not asked or not renaming.is_sound("sources") or not entswap.is_sound("source"):
        return
    used = {name for _, _, name in asked}
    for source_name, source in zip(names, keys.tables("sources"), strict=True):
        if source_name not in used:
            source.fault("name", f"{source_name!r} is used by no protocol")
