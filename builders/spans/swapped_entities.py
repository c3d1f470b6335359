"""EntSwap: which entities of an instance change, and as what (Siro and Ajayi 2023, section 4.1)."""

from __future__ import annotations

from typing import Final

from builders.text import fold_key
from builders.type_table import SWAPPED
from builders.types import Entity, SwapType

# Add a religion, its adherents or a party: NORP counts them, but they are no nationality.
_NOT_NATIONAL: Final[frozenset[str]] = frozenset({
    "anglican", "baha'i", "baptist", "buddhist", "calvinist", "catholic", "christian", "communist",
    "confucian", "conservative", "daoist", "democrat", "democratic", "evangelical", "fascist",
    "hindu", "huguenot", "islamic", "islamist", "jain", "jew", "jewish", "judeo-christian",
    "labour", "lutheran", "maoist", "marxist", "methodist", "mormon", "moslem", "muslim", "nazi",
    "islam", "shia islam", "sunni islam", "christianity", "judaism", "hinduism", "buddhism",
    "sikhism", "orthodox", "pagan", "pentecostal", "presbyterian", "protestant", "puritan",
    "quaker",
    "republican", "roman catholic", "salafi", "shia", "shiite", "shi'a", "shi'ite", "sikh",
    "socialist", "stalinist", "sufi", "sunni", "taoist", "tory", "trotskyist", "wahhabi", "whig",
    "zionist", "zoroastrian", "western", "latin", "asian", "european", "african",
    "bolshevik", "federalist", "jacobin", "kafir", "liberal", "loyalist", "menshevik",
    "nationalist", "progressive", "royalist",
})  # fmt: skip

# Add an adjective made of a person's name: a recognizer takes it for a people's.
_OF_PERSONS: Final[frozenset[str]] = frozenset({
    "abelian", "aristotelian", "bayesian", "boolean", "carolingian", "cartesian", "churchillian",
    "confucian", "copernican", "darwinian", "dickensian", "edwardian", "einsteinian",
    "elizabethan", "epicurean", "euclidean", "eulerian", "faustian", "freudian", "galilean",
    "gaullist", "gaussian", "hamiltonian", "hegelian", "hippocratic", "hobbesian", "jacksonian",
    "jacobean", "jeffersonian", "jungian", "kafkaesque", "kantian", "keplerian", "keynesian",
    "lagrangian", "leninist", "linnaean", "machiavellian", "malthusian", "markovian",
    "mendelian", "merovingian", "mosaic", "napoleonic", "newtonian", "nietzschean", "orwellian",
    "oedipal", "peronist", "platonic", "platonist", "promethean", "ptolemaic", "pythagorean",
    "rabelaisian", "reaganite", "riemannian", "shakespearean", "shakespearian", "socratic",
    "thatcherite", "thomist", "tolkienian", "victorian", "voltairean", "wagnerian", "wilsonian",
})  # fmt: skip

# Add a word that tells a part of the world and is no place of its own when it stands alone.
_DIRECTIONS: Final[frozenset[str]] = frozenset(
    {"east", "north", "northeast", "northwest", "occident", "orient", "south", "southeast",
     "southwest", "west"}
)  # fmt: skip

NO_ENTITY: Final = "no entity of the types renamed"


def swap_type(entity: Entity) -> SwapType | None:
    """Return the type whose collection an entity's new name comes from; None where it stays.

    States count as locations. Religions, parties, the peoples of continents and what is called
    after a person are no nationalities; a place that could not be told from others has no type
    and stays, and so does what is written in small letters, and the East alone: they are no names.
    """
    if entity.name.islower():
        return None
    if fold_key(entity.name) in _DIRECTIONS:
        return None
    kind = SWAPPED.get(entity.type)
    if kind == "NATIONALITY" and not _is_national(fold_key(entity.name)):
        return None
    return kind


def _is_national(key: str) -> bool:
    """Return whether a name of many, or an adjective, is a people's; in the plural as well."""
    return not {key, key.removesuffix("s")} & (_NOT_NATIONAL | _OF_PERSONS)
