"""The parts of a recipe as values: its sources, its perturbations and its two protocols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from builders.perturbation_table import PERTURBATION_TABLE
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
MOST_SEEDS: Final = 1000


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
