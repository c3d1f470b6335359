"""Peoples of history: their names are adjectives and plurals, and look like persons' names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from builders.names import OPENERS
from builders.recognizers.rules.context import after, before
from builders.text import fold_key
from builders.types import TypedSpan

# Add a people that is no nation of today, in its singular; an adjective of its own beside it.
_PEOPLES: Final = frozenset({
    "aborigine", "akkadian", "anglo-norman", "anglo-saxon", "apache", "aragonese", "aramaean",
    "ashanti", "assyrian", "athenian", "avar", "aymara", "aztec", "babylonian", "bantu", "bavarian",
    "bedouin", "berber", "breton", "briton", "bulgar", "burgundian", "byzantine", "canaanite",
    "carthaginian", "castilian", "catalan", "celt", "celtic", "cherokee", "comanche", "corinthian",
    "corsican", "cossack", "cree", "cretan", "cuman", "dacian", "elamite", "etruscan", "fleming",
    "flemish", "florentine", "frank", "frankish", "frisian", "fulani", "gaelic", "galatian", "gaul",
    "genoese", "goth", "gothic", "han", "hausa", "hellene", "hittite", "hun", "igbo", "illyrian",
    "inca", "inuit", "ionian", "iroquois", "israelite", "jurchen", "jute", "khazar", "khitan",
    "kikuyu", "lakota", "lombard", "lydian", "maasai", "magyar", "mamluk", "manchu", "maori",
    "mapuche", "maratha", "maya", "mayan", "mede", "milanese", "minoan", "mohawk", "mongol", "moor",
    "moorish", "mughal", "mycenaean", "navajo", "neapolitan", "norman", "norse", "norseman",
    "nubian", "ojibwe", "ostrogoth", "ottoman", "parthian", "pecheneg", "philistine", "phoenician",
    "pict", "pictish", "pisan", "polynesian", "prussian", "quechua", "rajput", "roman", "scotch",
    "ruthenian", "samaritan", "samnite", "saracen", "sarmatian", "saxon", "scythian", "seljuk",
    "sioux",
    "slav", "slavic", "spartan", "sumerian", "swabian", "tatar", "teuton", "teutonic", "theban",
    "thracian", "toltec", "tuareg", "turk",
    "turkic", "uyghur", "vandal", "varangian", "venetian", "viking",
    "visigoth", "walloon", "wend", "xhosa", "yoruba", "zulu",
})  # fmt: skip
# Of these, a name that persons or things bear as well: it needs more than its letters.
_NAMES_TOO: Final = frozenset({
    "apache", "avar", "breton", "briton", "cree", "fleming", "frank", "goth", "gothic", "han",
    "hun", "inca", "jute", "lombard", "maya", "mede", "mohawk", "moor", "norman", "pict", "roman",
    "samaritan", "saxon", "slav", "spartan", "vandal", "viking", "wend", "florentine", "hellene",
})  # fmt: skip
# Add a noun before which a people's name is an adjective.
_OF_PEOPLES: Final = frozenset({
    "abbot", "abbots", "baron", "barons", "bishop", "bishops", "counts", "noble", "priests",
    "adventurer", "adventurers", "ancestry", "architecture", "aristocracy", "armies", "army",
    "art", "artwork", "castle", "castles", "chieftain", "chieftains", "church", "churches",
    "conquerors", "conquest", "culture", "cultures", "customs", "descent", "dialect", "dialects",
    "domination", "duchy", "dukes", "dynasty", "edifices", "emperor", "emperors", "empire",
    "fleet", "force", "forces", "heritage", "identity", "invaders", "invasion", "invasions",
    "king", "kingdom", "kingdoms", "kings", "knight", "knights", "language", "languages", "law",
    "literature", "lords", "mercenaries", "merchants", "monks", "nobility", "nobles", "origin",
    "people", "peoples", "period", "population", "populations", "princes", "raiders", "raids",
    "religion", "rule", "ruler", "rulers", "settlement", "settlements", "settlers", "society",
    "soldiers", "speakers", "state", "style", "territories", "territory", "times", "tradition",
    "traditions", "traders", "tribe", "tribes", "troops", "warrior", "warriors", "wives", "women",
})  # fmt: skip
_WORD: Final = re.compile(r"\b[A-Z][a-z]+(?:-[A-Z][a-z]+)?\b")
_LANGUAGE_AGE: Final = re.compile(r"(?:Old|Middle|Modern|Early|Ancient)[ \u00a0]")
_ALONE: Final = frozenset({"named", "called", "who", "and", "or"})
_SHORT: Final = 4  # "Hans" is a person's name.


def is_people_name(word: str) -> bool:
    """Tell whether a word can name a people at all."""
    return fold_key(word) in _PEOPLES


def is_people(text: str, start: int, end: int) -> bool:
    """Tell whether a word is a people's name where it stands.

    "The Franks" are a people whoever else is called Frank; "Norman" is one before "castles".
    """
    surface = text[start:end]
    key = fold_key(surface)
    if key not in _PEOPLES and len(key) > _SHORT and key.removesuffix("s") in _PEOPLES:
        return surface[:1].isupper() and before(text, start).key not in {"mr", "mrs"}
    return key in _PEOPLES and (key not in _NAMES_TOO or _is_adjective(text, start, end))


def _is_adjective(text: str, start: int, end: int) -> bool:
    following = after(text, end)
    if following.gap and following.word in _OF_PEOPLES:
        return True
    if text[end : end + 1] in {'"', "”"} and after(text, end + 1).word in _OF_PEOPLES:
        return True
    alone = before(text, start).key in {"a", "an", "the"} and following.word in _ALONE
    return alone or re.search(rf"\b{text[start:end]}s\b(?!')", text) is not None


def announced_peoples(text: str, spans: Sequence[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield peoples that no span touches: plurals, and adjectives before small letters."""
    taken = [(span.start, span.end) for span in spans]
    for found in _WORD.finditer(text):
        start, end = found.span()
        following = after(text, end)
        goes_on = following.is_capital and following.key not in OPENERS
        near = before(text, start)
        in_name = near.gap == "-" or (near.is_capital and near.key not in OPENERS)
        if goes_on or in_name or not is_people(text, start, end):
            continue
        plural = fold_key(found.group()) not in _PEOPLES
        adjective = following.word.islower() and following.key not in OPENERS
        apart = all(end <= left or right <= start for left, right in taken)
        if apart and (plural or adjective):
            yield TypedSpan(start, end, "NORP")


def without_age(text: str, span: TypedSpan) -> TypedSpan:
    """Return the people of "Old Norse" alone, as the English are in "Old English"."""
    age = _LANGUAGE_AGE.match(text, span.start, span.end)
    if age and fold_key(text[age.end() : span.end]) in _PEOPLES:
        return TypedSpan(age.end(), span.end, "NORP")
    return span
