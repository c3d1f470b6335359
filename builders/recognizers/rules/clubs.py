"""Sports clubs: "FK Zorb", "Zorb SV", "Dynamo Zorb", and towns that play: "beat Zorb 2-1"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import USA
from builders.names import HEADS_AFTER, OPENERS, bare
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITAL, CAPITALS
from builders.types import TypedSpan

# Add the letters that stand before a club's name; of these, who knows them needs no game.
_BEFORE: Final = (
    "FC|FK|NK|KK|BK|IFK|IK|HNK|GNK|OFK|GKS|KRC|RCD|SSC|ACF|SV|TSV|FSV|TSG|VfB|VfL|VfR|AEK|AEL|"
    "CSKA|SpVgg"
)
_SURE: Final = frozenset(
    {"FC", "AFC", "RFC", "BSC", "IFK", "TSV", "VfB", "VfL", "VfR", "CSKA", "SpVgg"}
)
# Add letters that mean much else, and stand before a club's name if a town follows.
_BEFORE_TOWNS: Final = "AC|AFC|AS|CA|CD|CF|CS|RC|SC|SD|SK|UD|BV"
# Add letters that stand behind a club's name.
_BEHIND: Final = "FC|AFC|RFC|CF|SC|SV|FK|BK|IF|IFK|IK|SK|FF|BSC|FBK|CP"
# Add a word that a club begins with before the name of its town.
_FIRST: Final = (
    "Atl[ée]tico|Athletic|Beitar|Borussia|Deportivo|Dinamo|Dynamo|Eintracht|Fortuna|Hapoel|Inter|"
    "Lokomotiv|Maccabi|Olympique|Partizan|Racing|Rapid|Real|Slavia|Slovan|Sparta|Spartak|Sporting|"
    "Torpedo|Viktoria|Wydad|Zenit|Omonia|Raja|Stade"
)
# Add a word that a club ends with behind the name of its town.
_LAST: Final = "Albion|Athletic|Hotspur|Rovers|United|Wanderers"
_GAP: Final = "[ \u00a0]"
_NAME: Final = rf"{CAPITAL}(?:[ \u00a0-]{CAPITAL}){{0,2}}"
# None of the four patterns that follow finds a club in a text without these words.
_MAY_HAVE: Final = re.compile(rf"\b(?:{_BEFORE}|{_BEFORE_TOWNS}|{_BEHIND}|{_FIRST}|{_LAST})\b")
_LETTERED: Final = re.compile(rf"(?<![\w-])(?:1\.{_GAP})?({_BEFORE}){_GAP}({_NAME})")
_OF_TOWN: Final = re.compile(
    rf"(?<![\w-])(?:{_BEFORE_TOWNS}|{_FIRST}){_GAP}({CAPITAL})(?![ \u00a0-]{CAPITAL})"
)
_ENDED: Final = re.compile(rf"(?<![\w-])({_NAME}){_GAP}({_BEHIND})(?![\w-])")
_TOWN_ENDED: Final = re.compile(rf"(?<![\w-])({CAPITAL}){_GAP}(?:{_LAST})(?![\w-])")
_NO_OPENERS: Final = re.compile(
    rf"^(?:.*[ \u00a0])?(?i:{'|'.join(sorted(OPENERS))})(?:[ \u00a0]|$)"
)
# A game's score, which no second follows as in tennis.
_SCORE: Final = r"\d{1,2}[-–]\d{1,2}(?![\d-])(?!,?[ \u00a0]\d{1,2}[-–]\d)"
_MEETS: Final = (
    r"(?:beat|beating|defeat|defeated|defeating|thrashed|edged|drew[ \u00a0]with|lost[ \u00a0]to|"
    r"against|over|beaten[ \u00a0]by|losing[ \u00a0]to)"
)
_BEATEN: Final = re.compile(rf"\b{_MEETS}{_GAP}({CAPITALS}),?{_GAP}{_SCORE}")
_AFTER_SCORE: Final = re.compile(
    rf"\b(?:beaten|drew|lost|won){_GAP}{_SCORE}{_GAP}(?:against|at|by|to|with){_GAP}({CAPITALS})"
)
_LOSER: Final = re.compile(
    rf"{_GAP}(?:{_MEETS}{_GAP}(?:{CAPITALS},?{_GAP})?|(?:drew|lost|won){_GAP}){_SCORE}"
)
_RESULT: Final = re.compile(rf"^({CAPITALS}){_GAP}{_SCORE}{_GAP}({CAPITALS})$", re.MULTILINE)
# What is done for a club: "signed for Zorb", "on loan to Zorb".
_JOINED: Final = re.compile(
    r"\b(?:sign(?:ed|s|ing)?[ \u00a0]for|play(?:ed|s|ing)?[ \u00a0]for|"
    r"scor(?:ed|ing)[ \u00a0](?:[a-z]+[ \u00a0])?(?:for|against)|debut[ \u00a0](?:for|against)|"
    r"on[ \u00a0]loan[ \u00a0](?:to|from|at)|goals?[ \u00a0](?:for|against)|"
    r"appearances[ \u00a0]for|transfer(?:red)?[ \u00a0](?:to|from))[ \u00a0]"
)
_LISTED: Final = re.compile(r"(?:,|,?[ \u00a0]and)[ \u00a0](?:later[ \u00a0])?")
_GAMES: Final = re.compile(
    r"\b(?:clubs?|cup|derby|division|football(?:er)?|goals?|goalkeeper|league|midfielder|"
    r"penalt(?:y|ies)|season|soccer|striker|defender|winger)\b",
    re.IGNORECASE,
)
_SCORED: Final = re.compile(r"\d[-–]\d")
_FEW_GOALS: Final = re.compile(r"(?<![\d-])\d[-–]\d(?![\d-])")

Bounds = tuple[int, int]


def with_clubs(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Sequence[TypedSpan]:
    """Return the spans with clubs as organizations."""
    kept = list(spans)
    persons = [span for span in spans if span.type == "PERSON"]
    for start, end in _clubs(text, persons, places):
        if not any(span.start <= start and end <= span.end and span.type == "ORG" for span in kept):
            kept = [span for span in kept if span.end <= start or end <= span.start]
            kept.append(TypedSpan(start, end, "ORG"))
    for start, end in _teams(text, kept, places):
        kept = [span for span in kept if (span.start, span.end) != (start, end)]
        if all(span.end <= start or end <= span.start for span in kept):
            kept.append(TypedSpan(start, end, "ORG"))
    return sorted(kept, key=lambda span: span.start)


def _clubs(text: str, persons: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Bounds]:
    """Yield what is a club by its letters, or by a word beside its town."""
    if _MAY_HAVE.search(text) is None:
        return
    for found in _LETTERED.finditer(text):
        words = found.group(2).split()
        person = any(span.start <= found.start() < span.end for span in persons)
        club = _is_club(text, words, found.group(1), places, is_person=person)
        if club and bare(words[-1]) not in HEADS_AFTER:
            yield found.span()
    for found in (*_OF_TOWN.finditer(text), *_TOWN_ENDED.finditer(text)):
        if _is_town(found.group(1), places):
            yield found.span()
    for found in _ENDED.finditer(text):
        name = _NO_OPENERS.sub("", found.group(1))
        american = USA in places.cities.get(alias_key(name), ()) and found.group(2) == "SC"
        if name and not american:
            person = any(span.start < found.end() <= span.end for span in persons)
            if _is_club(text, name.split(), found.group(2), places, is_person=person):
                yield found.end(1) - len(name), found.end()


def _is_club(
    text: str, words: Sequence[str], letters: str, places: PlaceIndex, *, is_person: bool
) -> bool:
    """Tell whether letters beside a name are a club's, and no initials: "KK Zorb" may be both.

    The letters tell, or a game of the text, or the town; `is_person` is what was read there.
    """
    name = " ".join(words)
    if name.isupper() or any(bare(word) in OPENERS for word in words):
        return False
    if letters in _SURE or _GAMES.search(text):
        return True
    return not is_first_name(words[-1]) and (_is_town(name, places) or not is_person)


def _teams(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Bounds]:
    """Yield towns and single names that are a club's where they play."""
    scored = _SCORED.search(text) is not None
    if scored:
        told = [found.span(1) for rule in (_BEATEN, _AFTER_SCORE) for found in rule.finditer(text)]
        told += [found.span(group) for found in _RESULT.finditer(text) for group in (1, 2)]
        yield from (bounds for bounds in told if _is_team(text, bounds, spans, places))
    joined = {found.end() for found in _JOINED.finditer(text)}
    joins = joined if joined and _GAMES.search(text) else set()
    if not scored and not joins:
        return
    listed = -1
    for span in sorted(spans, key=lambda span: span.start):
        goes_on = listed >= 0 and _LISTED.fullmatch(text, listed, span.start) is not None
        for_club = goes_on or span.start in joins
        plays = for_club or (scored and _LOSER.match(text, span.end))
        is_team = plays and _is_team(text, (span.start, span.end), spans, places)
        listed = span.end if for_club and is_team else -1
        if is_team:
            yield span.start, span.end


def _is_team(text: str, bounds: Bounds, spans: Sequence[TypedSpan], places: PlaceIndex) -> bool:
    """Tell whether a name is no country's, no people's and no person's."""
    name = text[slice(*bounds)]
    types = {span.type for span in spans if (span.start, span.end) == bounds}
    key = alias_key(name)
    if "NORP" in types or places.is_country(key) or places.is_american_state(key):
        return False
    return "PERSON" not in types or not _is_person(text, name)


def _is_person(text: str, name: str) -> bool:
    """Tell whether whom a recognizer took for a person is one, and not a team that plays."""
    whole = re.search(rf"{CAPITAL}{_GAP}{re.escape(name)}\b", text) is not None
    game = _GAMES.search(text) or _FEW_GOALS.search(text)
    return " " in name or whole or game is None


def _is_town(name: str, places: PlaceIndex) -> bool:
    key = alias_key(name)
    return places.is_listed_city(key) or PlaceIndex.is_famous_city(key)
