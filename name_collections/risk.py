"""Finds names that are too risky to be new names. They are kept, but flagged and not sampled.

A name is risky if a reader or a string match could confuse it with something else. For example, it
is a common word (Will, May), a name of another type (Jordan or Georgia as first names), or a
database entry that passages do not use (an administrative label, a name in brackets).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from name_collections.lexicon import Lexicon
from name_collections.name import Name

PEOPLE: Final = frozenset({"FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "PERSON"})

# Names that are common words, but are too rare in the treebanks to be recognized as such. Add a
# lower-case word if `renamer names show` prints a name that reads as a common word.
COMMON_WORDS: Final = frozenset({
    "will", "may", "hope", "rose", "art", "drew", "mark", "grace", "joy", "faith", "bill", "frank",
    "rich", "dawn", "summer", "autumn", "lily", "ivy", "ruby", "pearl", "amber", "olive", "violet",
    "daisy", "iris", "heather", "holly", "jade", "ginger", "april", "june", "august", "chance",
    "chase", "hunter", "mason", "carter", "cooper", "baker", "king", "prince", "duke", "earl",
    "dean", "page", "sterling", "major", "rusty", "buddy", "sunny", "star", "angel", "melody",
    "harmony", "charity", "mercy", "patience", "prudence", "honor", "justice", "liberty", "love",
    "precious", "destiny", "serenity", "brook", "brooke", "cliff", "dale", "glen",
    "heath", "lane", "penny", "robin", "sandy", "sky", "stone", "storm", "wade", "ward", "gene",
    "don", "jack", "pat", "sue", "rob", "skip", "chuck", "guy", "dot", "bud", "sonny", "blessing",
    "gift", "innocent", "godswill", "success", "wisdom", "prosper", "princess",
    "queen", "fortune", "beauty", "happy", "lovely", "marvelous", "comfort", "gladness",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "pierce",
    "miles", "lance", "bishop", "pope", "abbot", "deacon", "rain", "snow", "winter", "frost",
})  # fmt: skip

# Words of administrative labels, which passages do not use in the name of a city or state.
_ADMINISTRATIVE: Final = re.compile(
    r"\b(powiat|arrondissement|municipality|municipio|commune|district|distrito|distretto|"
    r"province|provincia|prov[ií]ncia|county|okrug|oblast|rayon|raion|governorate|region|"
    r"prefecture|canton|cant[oó]n|department|departamento|d[eé]partement|territory|regency|"
    r"landkreis|kreis|stadtkreis|bezirk|politischer|gmina|concelho|condado|comarca|comt[eé]|"
    r"ilçesi|merkez|sub-?district|kabupaten|kota|kecamatan|urban|rural|zone|quarter|barrio|"
    r"barangay|colonia|fraccionamiento|ejido|estate|estates|village|township|borough|suburb|"
    r"subdivision|census|reservation|cdp|airport|station|camp|area|division|parish|"
    r"metropolitan|autonomous|special|administrative|capital|federal|national|republic|"
    r"constituency|daira|wilaya|cercle|sous-pr[eé]fecture|circonscription|"
    r"island|islands|isle|center|centre|central|city|town|ward|heights|"
    r"opština|obshtina|općina|judet|judetul|comuna|ora[sșş](?:ul)?|megye|kraj|okres|szabad|"
    r"huyện|srŏk|amphoe|mueang|muang|khet|kommune|bashkia|mis[’']krada|kerület|vald|linn|miestas|"
    r"vingtaine|quartier|shire|council|regional|cantonment|agency|armed forces|afb|base|barracks|"
    r"housing|colony|railway|siding|junction|road|street|avenue|boulevard|mall|acres|sector|"
    r"secci[oó]n|zona|unidad|residencial|conjunto|poblado|poblaci[oó]n|congregaci[oó]n|parque|"
    r"rancher[ií]a|finca|hacienda|estaci[oó]n|esta[cç][aã]o|gare|centro|cereso|aeropuerto|"
    r"primer[oa]?|segund[oa]|tercer[oa]?|n[uú]mero)\b|"
    r"[- ](?:gun|gu|shi|ku|si|machi|mura|dong|myeon|eup)$",
    re.IGNORECASE,
)
# A town name that starts with an office or rank comes from a person's name and reads like it.
_RANKS: Final = re.compile(
    r"(?:almirante|capit[aá]n|comandante|coronel|do[uc]tor|general|governador|gobernador|"
    r"ingeniero|intendente|major|mariscal|presidente|senador|senator|teniente) ",
    re.IGNORECASE,
)
_SHORTENED: Final = frozenset({"St", "Ste", "Mt", "Ft"})
_DIRECTIONS: Final = frozenset({
    "north", "northern", "south", "southern", "east", "eastern", "west", "western", "nord", "sud",
    "est", "ouest", "norte", "sur", "sul", "este", "oeste", "oriental", "occidental",
})  # fmt: skip
_SMALL_WORDS: Final = re.compile(r"\b(of|and|the|in|on|at|under|near|y|e|und|et|am|an der)\b")
_SAFE_ENDINGS: Final = re.compile(r"^\w+ (City|Town|Island)$")
_TITLES: Final = frozenset({
    "mr", "mrs", "ms", "dr", "st", "sr", "jr", "prof", "gov", "sen", "rep", "gen", "capt", "lt",
    "col", "sgt", "rev", "hon", "pres", "inc", "ltd", "corp", "co", "llc", "dept", "univ",
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thurs", "fri", "sat", "sun",
    "christmas", "xmas", "easter", "thanksgiving", "halloween", "wwi", "wwii", "internet",
    "english", "www", "http", "abbot", "bishop", "captain", "cardinal", "colonel", "congressman",
    "dame", "duchess", "duke", "earl", "governor", "lieutenant", "madame", "mayor", "monsieur",
    "pope", "professor", "reverend", "senator", "sergeant",
})  # fmt: skip
# Lower-case words that occur within many names but are not a name by themselves.
_PARTICLES: Final = frozenset({
    "abdel", "abdul", "abu", "al", "bin", "da", "dar", "de", "del", "der", "des", "di", "dos", "du",
    "el", "ibn", "la", "las", "le", "les", "los", "saint", "sainte", "san", "sankt", "santa",
    "santo", "sao", "são", "sri", "van", "von",
})  # fmt: skip
# Matches words run together ("BooleanType") and two upper-case letters before a lower-case letter
# ("PCs", "CGreen"), but not names with one inner upper-case letter (McCoy, PayPal, YouTube).
_RUN_TOGETHER: Final = re.compile(r"[a-z][A-Z]\w*[a-z][A-Z]|[A-Z]{2}[a-z]")
_HYPHENED: Final = re.compile(r"[A-Z-]+-[A-Z-]+|.*-[a-z]")


_OFFICES: Final = frozenset({
    "chief", "doctor", "dr", "emir", "general", "imam", "king", "president", "prince", "princess",
    "queen", "sheikh", "sultan",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReferenceNames:
    """Reference words and names in lower case, used to decide whether a name is risky."""

    lexicon: Lexicon
    places: frozenset[str] = frozenset()
    """Countries, nationalities, well-known states, capitals and large cities."""
    countries: frozenset[str] = frozenset()
    """Countries and nationalities."""
    people: frozenset[str] = frozenset()
    """The most frequent first and last names."""

    def is_common(self, text: str) -> bool:
        """Return whether a name consists of one common English word."""
        word = text.lower()
        if word in COMMON_WORDS:
            return True
        found = self.lexicon.words.get(word)
        if found is None or found.is_proper:
            return False
        often = found.total - found.proper >= 2 and found.proper < 0.8 * found.total
        return often or 2 * found.proper <= found.total


def flag(names: Iterable[Name], reference_names: ReferenceNames) -> list[Name]:
    """Return copies of the names whose `risky` is set by the rules for their span type."""
    return [replace(name, risky=reason(name, reference_names)) for name in names]


def reason(name: Name, reference_names: ReferenceNames) -> str:
    """Return why a name is risky, or an empty string if it is safe."""
    if name.span_type in PEOPLE:
        return _person(name.text, reference_names)
    rule = _RULES.get(name.span_type)
    return rule(name.text, reference_names) if rule else ""


def _person(text: str, reference_names: ReferenceNames) -> str:
    if len(text) < 2:
        return "one letter"
    if not is_latin(text):
        return "not in Latin letters"
    if reference_names.is_common(text):
        return "common word"
    first, *others = text.split()
    if others and (first.lower() in _OFFICES or any(map(_is_letter, [first, *others]))):
        return "title or initial"
    return "name of a place or people" if text.lower() in reference_names.places else ""


def _is_letter(word: str) -> bool:
    return len(word.rstrip(".")) == 1


def _place(text: str, reference_names: ReferenceNames) -> str:
    if fault := _shape(text):
        return fault
    if reference_names.is_common(text):
        return "common word"
    if text.lower() in reference_names.countries:
        return "name of a country or people"
    return "name of a person" if text.lower() in reference_names.people else ""


def _state(text: str, reference_names: ReferenceNames) -> str:
    if fault := _shape(text):
        return fault
    if reference_names.is_common(text) or text.lower() in _DIRECTIONS:
        return "common word"
    return "name of a country or people" if text.lower() in reference_names.countries else ""


def _country(text: str, reference_names: ReferenceNames) -> str:
    del reference_names
    odd = re.search(r"[(),.]|\bS\.A\.R|Territory|Territories|Minor Outlying|Antarctica", text)
    return "label of a database" if odd else ""


def _noun(text: str, reference_names: ReferenceNames) -> str:
    word = text.lower()
    if word.rstrip(".").removeprefix("mid-") in _TITLES or word in _OFFICES:
        return "title, day or month"
    if not re.fullmatch(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text) or not is_latin(text):
        return "not a plain word"
    if not text[0].isupper():
        return "usually in lower case"
    if len(text) < 3 or not re.search(r"[aeiouyáéíóúäöüâêô]", text.lower()):
        return "abbreviation"
    people = {word, word.removesuffix("s")} & reference_names.countries
    return "name of a country or people" if people else _not_whole_name(text)


def _not_whole_name(text: str) -> str:
    """Return why a word cannot be one complete name, or an empty string if it can."""
    if any(map(_RUN_TOGETHER.search, re.split(r"['’-]", text))):
        return "words run together"
    piece = text.lower() in _PARTICLES or _HYPHENED.fullmatch(text)
    return "piece of a name" if piece else ""


def _organization(text: str, reference_names: ReferenceNames) -> str:
    return "common word" if reference_names.is_common(text) else ""


# Rules for the span types other than people. A rule returns why a name is risky, or an empty
# string. Names of a span type without a rule are never risky.
_RULES: Final[dict[str, Callable[[str, ReferenceNames], str]]] = {
    "CITY": _place,
    "STATE": _state,
    "COUNTRY": _country,
    "NNP": _noun,
    "ORGANIZATION": _organization,
    "LOCATION": _organization,
}


def _shape(text: str) -> str:
    """Return why a place name is risky because of its form, or an empty string if it is not.

    For example, it has brackets or more than three words.
    """
    if not is_latin(text):
        return "not in Latin letters"
    if re.search(r"[^\w\s'’ʻʼ.-]|\d|_", text) or "--" in text or " - " in text:
        return "brackets, digits or signs"
    if not text[:1].isupper() or (text.isupper() and len(text) > 1):
        return "casing"
    if len(text) < 3 or len(text) > 30 or len(text.split()) > 3:
        return "length"
    return _label(text)


def _label(text: str) -> str:
    """Return why the words of a place name make it risky, or an empty string if they do not."""
    if any(map(_is_piece, text.split())):
        return "initial or abbreviation"
    if _RANKS.match(text):
        return "called after a person"
    if text.startswith("The "):
        return "article"
    if _ADMINISTRATIVE.search(text) and not _SAFE_ENDINGS.match(text):
        return "label of a division"
    return "label of a division" if _SMALL_WORDS.search(text) else ""


def _is_piece(word: str) -> bool:
    """Return whether a word is in upper case or abbreviated, or ends in an apostrophe."""
    bare = word.rstrip(".")
    return (
        bare.isupper()
        or ("." in word and bare not in _SHORTENED)
        or word.endswith(("'", "’", "ʻ", "ʼ"))
    )


def is_latin(text: str) -> bool:
    """Return whether all letters of the text are Latin."""
    return all(
        unicodedata.name(char, "").startswith("LATIN") for char in text if char.isalpha()
    ) or all(char.isascii() for char in text)
