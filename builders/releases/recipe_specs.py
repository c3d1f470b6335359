"""The values of a recipe: its sources, and the settings of its methods for renaming.

There are two methods: entity renaming (Yan et al. 2022) and EntSwap (Siro and Ajayi 2023).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from builders.perturbation_table import PERTURBATION_TABLE
from builders.source_table import SOURCE_TABLE
from builders.types import ANSWERS, SWAP_TYPES, LoneName, NamedIn, RenamingType, Subset, SwapType

AnswerType = Literal["PER", "ORG", "GPE", "MIX"]
Scope = Literal["passage", "article"]
Events = Literal["keep", "follow", "rename"]

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

    At most one of `url`, `embedded` and `hub_id` is set. If none is set, the user has to provide
    the file.
    """

    name: str
    format: str
    """The format of the file (see SOURCE_FORMATS)."""
    url: str = ""
    md5: str = ""
    sha256: str = ""
    embedded: str = ""
    """The name of a file that ships with the package."""
    hub_id: str = ""
    """The id of a dataset repository of the Hugging Face Hub (ORG/NAME)."""
    revision: str = ""
    """The revision of the Hub repository."""
    config: str = ""
    """The config of the Hub repository."""
    split: str = ""
    """The split of the config."""
    subset: str = ""
    """The name of one dataset in a Hub repository that contains several datasets (MRQA)."""
    licence: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class PerturbationSpec:
    """A perturbation: how new names are chosen, and for which answer types."""

    name: str
    kind: str
    """The way in which new names are chosen (see PERTURBATION_TABLE)."""
    collections: tuple[str, ...] = ()
    """The collections from which new names are drawn."""
    types: tuple[AnswerType, ...] = ()
    exclude: tuple[str, ...] = ()
    """Collections whose names are never used as new names."""
    fixed: tuple[tuple[RenamingType, str], ...] = ()
    """For the kind "fixed-name", the new name for each span type."""


CASES: Final = ("WN-worst", "WN-best")
"""The names of two selections of renamings, which are made by a model's predictions.

For each row, WN-worst has the renaming on which the model scores worst, and WN-best the renaming on
which the model scores best, as in Balasubramanian et al. 2020.
"""


@dataclass(frozen=True, slots=True)
class Picked:
    """A selection of renamings by a model's predictions.

    Each row was renamed several times. The release contains only the renaming on which the model
    scores worst and the one on which it scores best.
    """

    model: str
    """The name of the model."""
    predictions: str
    """The SHA-256 digest of the model's predictions."""
    renamings: int
    """The number of renamings of each row from which the two were selected."""


@dataclass(frozen=True, slots=True)
class EntityRenaming:
    """The settings of entity renaming (Yan et al. 2022), which renames the entities of answers.

    For each source, answer type, perturbation and seed there is one renamed file.
    """

    sources: tuple[str, ...]
    """The names of the source datasets."""
    types: tuple[AnswerType, ...]
    """The types of answers to rename; with MIX, all three types are renamed together."""
    perturbations: tuple[PerturbationSpec, ...]
    seeds: int = 5
    """The number of seeds."""
    match_words: bool = False
    """Whether a new name from a collection has as many words as the old name."""
    weighted: bool = False
    """Whether frequent names are drawn more often than rare names."""
    keep_article: bool = False
    """Whether a country with the article (the UK) preferably gets the name of another with it.

    A country without the article then preferably gets the name of another without it.
    """
    entities: Subset = ANSWERS
    """Which entities are renamed: those in the answer, or those in the question."""
    picked: Picked | None = None
    """The selection of renamings by a model's predictions, if there is one.

    Each perturbation then has one file per case (see CASES) instead of one file per seed.
    """


@dataclass(frozen=True, slots=True)
class EntSwap:
    """The settings of EntSwap (Siro and Ajayi 2023), which renames all entities of a passage."""

    source: str
    """The name of the source dataset."""
    collections: tuple[tuple[SwapType, tuple[str, ...]], ...]
    """For each type of entities, the collections from which their new names are drawn."""
    config: str = "AfriSQuAD2"
    """The name of the config in which all `types` are renamed."""
    types: tuple[SwapType, ...] = SWAP_TYPES
    """The types of entities that are renamed."""
    scope: Scope = "passage"
    """Whether an entity gets a new name for each passage, or the same name in a whole article."""
    leave_one_out: bool = True
    """Whether there are also configs in which all types but one are renamed."""
    match_words: bool = False
    """Whether a new name has as many words as the old name."""
    weighted: bool = False
    """Whether frequent names are drawn more often than rare names."""
    seed: int = 0
    """The seed of the new names."""
    pair_nationalities: bool = False
    """Whether a country and its nationality stay a pair (Peru, Peruvian become Kenya, Kenyan)."""
    keep_gender: bool = False
    """Whether the new name of a person has the gender of the old name."""
    keep_article: bool = False
    """Whether a name with the article (the UK) is preferably replaced by another with the article.

    The same holds for names without the article.
    """
    keep_kind: bool = False
    """Whether an organization or place gets a name of the same kind.

    For example, a river gets the name of another river.
    """
    keep_script: bool = False
    """Whether a text in traditional Chinese characters gets names in traditional characters."""
    worlds: bool = False
    """Whether related names stay related.

    For example, the capital of a country becomes the capital of the new country.
    """

    def collections_of(self, swap_type: SwapType) -> tuple[str, ...]:
        """Return the collections from which new names of the type `swap_type` are drawn."""
        return dict(self.collections)[swap_type]
