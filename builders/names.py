"""What names are made of: titles, particles, suffixes, numerals and words that are no names.

Ground floor: tables and the small questions asked of them, shared by recognition and linking.
Everything is compared folded (`builders.text.fold_key`), without full stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from builders.text import fold_key

Gender = Literal["male", "female", ""]

# Add a word that stands before a person's name, is no part of it, and tells the bearer's gender.
GENDERED_TITLES: Final[dict[str, Gender]] = {
    **dict.fromkeys((
        "mr", "mister", "sir", "lord", "king", "prince", "duke", "baron", "emperor", "earl",
        "viscount", "marquess", "marquis", "tsar", "czar", "sultan", "shah", "pope", "brother",
        "father", "uncle", "don", "monsieur", "herr", "signor", "senor", "caliph", "abbot",
        "prophet",
    ), "male"),
    **dict.fromkeys((
        "mrs", "ms", "miss", "mme", "mlle", "madame", "mademoiselle", "lady", "dame", "queen",
        "princess", "duchess", "baroness", "empress", "countess", "viscountess", "tsarina",
        "sister", "mother", "aunt", "dona", "frau", "signora", "senora", "abbess",
    ), "female"),
}  # fmt: skip

# Add a word that stands before a person's name and tells an office, a rank or a degree.
NEUTRAL_TITLES: Final[frozenset[str]] = frozenset({
    "dr", "doctor", "prof", "professor", "president", "chancellor", "governor", "gov", "senator",
    "sen", "representative", "rep", "congressman", "congresswoman", "minister", "premier",
    "secretary", "mayor", "ambassador", "judge", "justice", "general", "gen", "colonel", "col",
    "major", "maj", "captain", "capt", "lieutenant", "lt", "sergeant", "sgt", "corporal", "cpl",
    "private", "pvt", "admiral", "adm", "commander", "cmdr", "marshal", "commodore", "brigadier",
    "bishop", "archbishop", "cardinal", "reverend", "rev", "fr", "saint", "count", "chief",
    "imam", "ayatollah", "sheikh", "mullah", "rabbi", "khan", "emir", "hon", "honorable",
    "honourable", "coach", "officer", "detective", "inspector", "nurse", "st", "archduke",
    "archduchess", "chairman", "director", "vice", "prime", "crown", "grand", "rear", "field",
    "former", "late", "messrs", "mx", "attorney", "deputy", "elector", "khagan", "pharaoh",
    "dowager", "doge", "khedive", "maharaja", "maharajah", "nawab", "negus", "rajah", "ras",
    "stadtholder", "voivode", "sheriff", "constable",
})  # fmt: skip

# Add a word that may continue a title but never begins one ("Vice President", "Prime Minister").
_TITLE_STARTERS: Final = frozenset(
    {"vice", "prime", "crown", "grand", "rear", "field", "former", "late", "deputy"}
)
_NAMES_TOO: Final = frozenset({"khan", "major", "don", "earl", "duke", "dame", "chief", "judge"})

# Add a word that stands between a given name and a surname and belongs to the surname.
PARTICLES: Final[frozenset[str]] = frozenset({
    "de", "da", "di", "del", "della", "dello", "dei", "der", "den", "van", "von", "vom", "zu",
    "zum", "zur", "ten", "ter", "te", "la", "le", "du", "des", "dos", "das", "do", "bin", "ibn",
    "bint", "ben", "al", "el", "af", "av", "ap", "ul", "ur", "und", "y", "st", "d'", "san",
})  # fmt: skip

# The Arabic article as it is written before a hyphen: al-Banna may be called Banna.
ARABIC_ARTICLES: Final = frozenset({"al", "el", "ad", "an", "ar", "as", "ash", "at", "az"})

# Add a word after a surname that tells father from son, or a degree.
SUFFIXES: Final[frozenset[str]] = frozenset(
    {"jr", "junior", "sr", "senior", "esq", "phd", "md", "mp", "qc", "kc"}
)
GENERATIONS: Final[dict[str, str]] = {"junior": "jr", "senior": "sr"}

# Add two given names that rulers bear together: the numeral after them is regnal, not a suffix.
_DOUBLE_REGNAL: Final = frozenset({
    "john paul", "victor emmanuel", "frederick william", "friedrich wilhelm", "charles albert",
    "franz joseph", "franz josef", "francis joseph", "gustav adolf", "gustaf adolf",
    "charles emmanuel", "ivan asen", "ibrahim pasha", "carl gustaf", "charles edward",
})  # fmt: skip

# Add a word that is a given name, surname or country, and far more often no name at all.
COMMON_WORDS: Final[frozenset[str]] = frozenset({
    "art", "ash", "august", "baker", "ball", "bank", "banks", "barber", "bell", "bill", "bird",
    "bishop", "black", "bond", "book", "booth", "brook", "brooks", "brown", "buck", "bull",
    "bush", "butler", "butter", "carpenter", "carter", "case", "cash", "castle", "chad", "chance",
    "chase", "china", "church", "clay", "cliff", "cole", "cook", "cooper", "corn", "cotton",
    "cross", "dale", "dawn", "day", "dean", "dick", "dollar", "drew", "drake", "earl", "early",
    "east", "english", "eve", "faith", "farmer", "field", "fields", "fisher", "flower", "ford",
    "forest", "foster", "fox", "frank", "french", "gene", "glass", "gold", "good", "grace",
    "grant", "gray", "green", "grey", "guy", "hall", "hand", "hardy", "hart", "harry", "hawk",
    "hay", "head", "heath", "hill", "holiday", "holly", "holmes", "hood", "hope", "house",
    "hunt", "hunter", "iris", "ivy", "jack", "jay", "jersey", "jet", "joy", "judge", "june",
    "king", "knight", "lake", "lamb", "lance", "land", "lane", "large", "law", "lee", "light",
    "lily", "little", "long", "lord", "love", "low", "major", "mark", "marsh", "mason", "may",
    "mercy", "mill", "miller", "mills", "moon", "moore", "moss", "nation", "new", "nice",
    "noble", "north", "norm", "olive", "page", "park", "parker", "parks", "pat", "patience",
    "penny", "piper", "pole", "poles", "polish", "pool", "pope", "porter", "post", "potter",
    "pound", "power", "price", "prince", "rain", "ram", "ray", "reading", "reed", "rich", "ring",
    "river", "rivers", "rob", "robin", "rock", "roman", "root", "rose", "ruby", "rush", "sage",
    "sandy", "savage", "self", "sharp", "shepherd", "singer", "sky", "small", "smith", "snow",
    "south", "spring", "star", "stern", "stone", "strange", "street", "strong", "sue", "summer",
    "swift", "tailor", "taylor", "thai", "town", "turkey", "turner", "union", "us", "van",
    "victor", "violet", "wade", "walker", "wall", "ward", "waters", "watt", "way", "webb",
    "weaver", "wells", "west", "white", "wild", "will", "winter", "wise", "wolf", "wood",
    "woods", "york", "young", "court", "commission", "council", "congress", "parliament",
    "state", "states", "league", "party", "guinea", "georgia", "merit", "can", "am",
})  # fmt: skip

# Add a word that opens a question or a sentence: before a name it is no part of that name.
OPENERS: Final[frozenset[str]] = frozenset({
    "a", "about", "after", "all", "also", "although", "am", "an", "and", "are", "as", "at",
    "because", "before", "besides", "both", "but", "by", "can", "could", "did", "do", "does",
    "during", "each", "for", "from", "had", "has", "have", "he", "her", "hers", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "may", "might", "must", "name", "near", "no",
    "not", "of", "on", "once", "only", "or", "our", "over", "shall", "she", "should", "since",
    "so", "some", "than", "that", "the", "their", "then", "there", "these", "they", "this",
    "those", "though", "to", "under", "unlike", "until", "upon", "was", "we", "were", "what",
    "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with",
    "within", "without", "would", "you", "your", "according", "give", "like", "tell", "list",
    "against", "between", "among", "ask", "other", "more", "most",
})  # fmt: skip

_ROMAN: Final = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})$")
_INITIAL: Final = re.compile(r"[^\W\d_](?:\.|$)")
_GLUED_INITIALS: Final = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])")


def bare(word: str) -> str:
    """Return a word folded, without the full stops and commas around it."""
    return fold_key(word).strip(".,;:")


@lru_cache(maxsize=65536)
def without_particles(last: str) -> str:
    """Return a surname without the particles before it: Hoek of van der Hoek, Banna of al-Banna."""
    words = last.split()
    while len(words) > 1 and bare(words[0]) in PARTICLES:
        del words[0]
    article, _, rest = last.partition("-")
    if len(words) == 1 and rest and article.casefold() in ARABIC_ARTICLES:
        return rest
    return " ".join(words)


def is_title(word: str) -> bool:
    """Return whether a word is a title or an honorific (Mr., Dr., King, President)."""
    key = bare(word)
    return key in GENDERED_TITLES or key in NEUTRAL_TITLES


def title_gender(word: str) -> Gender:
    """Return the gender that a title tells, empty where it tells none."""
    return GENDERED_TITLES.get(bare(word), "")


def is_numeral(word: str) -> bool:
    """Return whether a word is a Roman numeral up to 39, as rulers bear (I, VII, XIV)."""
    return bool(word) and _ROMAN.match(word.rstrip(".,")) is not None


def is_initial(word: str) -> bool:
    """Return whether a word is one letter, with or without a full stop."""
    return _INITIAL.fullmatch(word) is not None


def is_double_regnal(words: Iterable[str]) -> bool:
    """Return whether rulers bear these given names together (John Paul, Victor Emmanuel)."""
    return " ".join(map(bare, words)) in _DOUBLE_REGNAL


@lru_cache(maxsize=65536)
def name_words(surface: str) -> tuple[str, ...]:
    """Split a name at spaces and underscores, and initials that stand glued (H.T. Walsh)."""
    spaced = _GLUED_INITIALS.sub(" ", surface.replace("_", " "))
    return tuple(word for word in spaced.split() if word.strip(",;"))


def title_length(words: tuple[str, ...]) -> int:
    """Return how many words at the start of a name are titles; at least one word remains.

    A word that is a name as well (Duke, Earl, Khan) counts as a title only where two or more
    words follow, and none does before a suffix: King Jr.
    """
    length = 0
    while words and bare(words[-1]) in SUFFIXES:
        words = words[:-1]
    while length < len(words) - 1 and is_title(words[length]):
        if len(words) == 2 and bare(words[0]) in _NAMES_TOO:
            break
        length += 1
    while length and bare(words[length - 1]) in _TITLE_STARTERS:
        length -= 1
    return length


# Add a word that makes "<word> of X" another name than X: an event, a treaty, a body, a work.
HEADS_OF: Final[frozenset[str]] = frozenset({
    "treaty", "battle", "siege", "peace", "congress", "council", "university", "bank", "college",
    "museum", "institute", "academy", "school", "church", "cathedral", "bishop", "archbishop",
    "conference", "convention", "declaration", "edict", "fall", "sack", "massacre", "statute",
    "house", "tower", "palace", "port", "gulf", "bay", "cape", "isle", "isles", "island", "sea",
    "strait", "assembly", "ministry", "order", "diocese", "exhibition", "campaign", "invasion",
    "merchant", "history", "encyclopedia", "union", "act", "acts", "league", "association",
    "organization", "society", "club", "parliament", "accord", "accords", "pact", "truce",
})  # fmt: skip

# Add a word that makes "X <word>" another name than X.
HEADS_AFTER: Final[frozenset[str]] = frozenset({
    "university", "college", "school", "institute", "academy", "museum", "hotel", "hospital",
    "bank", "river", "lake", "sea", "ocean", "bay", "gulf", "basin", "island", "islands",
    "street", "avenue", "road", "square", "bridge", "airport", "station", "stadium", "park",
    "tower", "palace", "castle", "cathedral", "church", "abbey", "treaty", "act", "war", "wars",
    "agreement", "accord", "accords", "convention", "conference", "protocol", "declaration",
    "prize", "award", "cup", "times", "post", "herald", "tribune", "journal", "news", "company",
    "corporation", "inc", "ltd", "foundation", "society", "association", "league", "club",
    "orchestra", "festival", "revolution", "crisis", "strait", "peninsula", "valley", "mountains",
    "county", "railway", "line", "press", "house", "hall", "library", "theatre", "theater",
    "conquest", "scale", "law", "theorem", "effect", "syndrome", "disease", "rebellion",
    "tapestry", "doctrine", "restoration", "standard",
})  # fmt: skip

# Add a word that makes "<word> X" another place than X.
PLACE_MODIFIERS: Final[frozenset[str]] = frozenset({
    "new", "north", "south", "east", "west", "northern", "southern", "eastern", "western",
    "central", "upper", "lower", "greater", "great", "old", "saint", "st", "san", "santa", "fort",
    "port", "mount", "lake", "cape", "los", "las", "el", "la", "le", "northeast", "northwest",
    "southeast", "southwest", "inner", "outer", "latin", "royal", "hotel", "university",
})  # fmt: skip


# Add a word that makes "X <word>" an event, whatever X is.
EVENT_HEADS: Final[frozenset[str]] = frozenset({
    "war", "wars", "treaty", "act", "revolution", "rebellion", "crisis", "conflict", "accord",
    "accords", "agreement", "protocol", "declaration", "conference", "convention", "conquest",
    "invasion", "campaign", "uprising", "revolt", "massacre", "pact", "truce", "armistice",
    "intifada", "exhibition", "exposition", "olympics", "marathon", "biennale",
})  # fmt: skip

MONTHS: Final[frozenset[str]] = frozenset({
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
})  # fmt: skip
DAYS: Final[frozenset[str]] = frozenset({
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
})  # fmt: skip

# Add a word that makes a name an organization's when it begins or ends it.
ORG_WORDS: Final[frozenset[str]] = frozenset({
    "university", "college", "institute", "academy", "school", "company", "corporation", "inc",
    "ltd", "corp", "committee", "commission", "council", "ministry", "department", "agency",
    "association", "society", "foundation", "federation", "league", "party", "bank", "church",
    "parliament", "senate", "congress", "court", "army", "navy", "club", "orchestra", "museum",
    "union", "organization", "organisation", "bureau", "board", "airlines", "railway", "press",
})  # fmt: skip
