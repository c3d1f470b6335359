"""Where the name of a town stands, and hardly anything else's: "surrendered at X", "burned X".

What a recognizer took a name for matters little there: nobody surrenders at a firm, and no person
is razed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from builders.given_names import gender_of, is_first_name
from builders.lands import PHYSICAL_WORDS
from builders.names import HEADS_AFTER, MONTHS, OPENERS, ORG_WORDS, bare, is_numeral
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS, after, before
from builders.recognizers.rules.near import Near

_REACH: Final = 48
# Add what happens at a town: to be at a firm or a school is something else.
_HAPPENS: Final = (
    "anchored|assembled|beheaded|buried|camped|captured|crowned|defeated|died|disembarked|docked|"
    "drowned|embarked|encamped|executed|fell|fought|halted|hanged|imprisoned|interned|killed|"
    "landed|landing|massacred|mustered|perished|quartered|settled|shipwrecked|stayed|surrendered|"
    "wintered|wounded"
)
# Add what stands, lies or is fought at a town.
_LIES: Final = (
    "abbey|army|base|battle|bridge|camp|capital|castle|cathedral|convent|council|court|defeat|diet|"
    "falls|fleet|forces|fort|fortress|garrison|harbou?r|house|ironworks|kilns?|massacre|mills?|"
    "mines?|mint|monastery|mosque|palace|parliament|quarry|residence|ruins|shipyards?|shrines?|"
    "synod|temple|tomb|troops|uprising|victory|wharf"
)
_AT: Final = rf"(?:(?:{_HAPPENS})(?:[ \u00a0][a-z]+)?|{_LIES}|killed[ \u00a0][a-z]+)[ \u00a0]at"
_AT_TOWN: Final = re.compile(rf"\b{_AT}[ \u00a0]$")
# Add who or what is of a town.
_OF: Final = (
    r"(?:bombardment|burghers|citizens|curate|garrison|gates|headmaster|inhabitants|mint|native|"
    r"outskirts|parson|rector|ruins|streets|townspeople|vicar|walls)[ \u00a0]of"
)
_OF_TOWN: Final = re.compile(rf"\b{_OF}[ \u00a0]$")
# Add what is done to towns, and to persons hardly ever.
_DONE_TO: Final = (
    "bombard|burn|fortif|garrison|loot|pillag|plunder|ravag|raz|recaptur|reoccup|sack|shell|storm"
)
_DONE: Final = re.compile(
    rf"\b(?:(?:{_DONE_TO})(?:ed|ied|t|ing|ying)|retook|retaken|retaking|overran)[ \u00a0]$"
)
# Add what is done to towns and to persons alike.
_TAKEN: Final = re.compile(
    r"\b(?:captured|capturing|destroyed|entered|entering|left|leaving|occupied|reached|reaching|"
    r"recovered|recovering|regained|seized|seizing|took|taking|visited|visiting)[ \u00a0]$"
)
# Add of these what is hardly ever done to a person at a time that is told.
_REACHED: Final = re.compile(r"\b(?:entered|entering|reached|reaching|took|taking)[ \u00a0]$")
_WHEN: Final = re.compile(
    rf"[ \u00a0](?:the[ \u00a0](?:following|next|same)[ \u00a0]|(?:in|on)[ \u00a0](?:\d|"
    rf"(?i:{'|'.join(sorted(MONTHS))})\b))"
)
_ENDS: Final = re.compile(
    r"[.,;)]|$|[ \u00a0](?:about|after|again|and|around|as|at|before|but|by|during|for|from|in|"
    r"into|on|or|soon|the[ \u00a0](?:following|next|same)|then|through|to|under|until|when|where|"
    r"which|while|with)\b"
)
# Add what is chosen for a town.
_FOR: Final = (
    r"(?:(?:elected|returned)[ \u00a0](?:[a-z]+[ \u00a0]){0,3}|deputy[ \u00a0]|member[ \u00a0]|"
    r"MP[ \u00a0])for"
)
_SEAT_FOR: Final = re.compile(rf"\b{_FOR}[ \u00a0]$")
_NAMED: Final = (
    r"(?:capital|city|port|settlement|town|village)(?:[ \u00a0][a-z]+){0,3}[ \u00a0]"
    r"(?:re)?(?:christened|named)"
)
_NAMED_TOWN: Final = re.compile(rf"\b{_NAMED}[ \u00a0]$")
_NEAR: Final = r"(?:at|from|in|of|to)[ \u00a0]nearby"
_NEARBY: Final = re.compile(rf"\b{_NEAR}[ \u00a0]$")
_BORN: Final = r"born[ \u00a0](?:in|on)[ \u00a0][\w ,]{3,20}[ \u00a0](?:at|near)"
TOWNS: Final = re.compile(
    rf"\b(?:{_AT}|{_OF}|{_FOR}|{_NAMED}|{_NEAR}|{_BORN})[ \u00a0]({CAPITALS})(?!['’-])\b"
)
"""Towns that stand where towns do."""
# Add what is called a town before its name, whatever it was taken for.
_TOWN_OF: Final = re.compile(
    r"\b(?:city|citadel|fortress|harbou?r|port|town|village)[ \u00a0]of[ \u00a0]$"
)
# What is built upon a river or a hill.
_FOUNDED: Final = re.compile(r"\b(?:built|established|founded|laid out)[ \u00a0]$")
_ON_WATER: Final = re.compile(
    rf"[ \u00a0](?:at the mouth of|beside|near|on(?: the banks of| the shores? of)?)"
    rf"[ \u00a0](?:the[ \u00a0])?{CAPITALS}"
)
# "Zorb, today's Quell", "Zorb, now Quell in Peru": a town by its name of today.
_TODAY: Final = re.compile(
    rf",[ \u00a0](?:(modern|present-day|today['’]s)|now|today)[ \u00a0]({CAPITALS})(?=[.,;)]|( in ))"
)
# "Zorb, in Holmshire, where": by the land it lies in.
_IN_LAND: Final = re.compile(
    rf",[ \u00a0]in[ \u00a0]({CAPITALS})(?:[.;)]|,[ \u00a0](?:and|as|but|by|from|near|on|or|to|"
    r"where|which|with)\b)"
)
_OF_LAND: Final = re.compile(rf"[ \u00a0]in[ \u00a0]({CAPITALS})")
# Add who looks or speaks at somebody.
_AIMED: Final = re.compile(
    r"\b(?:aimed|anger|angry|annoyed|barked|directed|fired|furious|glanced?|glancing|good|job|"
    r"jobs|laugh(?:ed|ing|s)?|look(?:ed|ing|s)?|luck|mad|pissed|point(?:ed|ing|s)?|scream(?:ed|ing|s)?|"
    r"shot|shout(?:ed|ing|s)?|smil(?:ed|ing)|star(?:ed|ing)|swore|time|threw|throwing|upset|"
    r"work(?:ed|ing|s)?|years?|yell(?:ed|ing|s)?)[ \u00a0]at[ \u00a0]$"
)
_GONE: Final = re.compile(
    r"\b(?:banished|came|coming|deported|drove|evacuated|exiled|expelled|flew|going|hailed|hails|"
    r"journeyed|marched|moved|originated|relocated|returned|returning|rode|settled|sailed|shipped|"
    r"travell?ed|walked|went)[ \u00a0](?:[a-z]+[ \u00a0])?(?:to|from)[ \u00a0]$"
)
_TO_ANOTHER: Final = re.compile(rf"[ \u00a0]to[ \u00a0]{CAPITALS}(?!['’])")
_OPENS: Final = re.compile(r"(?:^|[.!?]['\"”’)]?[ \u00a0]|\n)(?:At|From|In)[ \u00a0]$")
_GOES_ON: Final = re.compile(r"[ \u00a0](?:he|it|she|the|they|this|we)\b")
_NO_TOWN_AFTER: Final = re.compile(r"['’][sS]\b|['’](?=[ \u00a0][a-z])|[-–]\w|[ \u00a0]vs?\b")


def is_in_town_slot(near: Near) -> bool:
    """Tell whether a name stands where a town's does, and can be a town's."""
    neighbour = before(near.text, near.span.start)
    if neighbour.gap == "-":
        return False
    slot = _SLOTS.get(neighbour.word)
    if slot is None and neighbour.word[:1].islower():
        slot = _after_verb
    told = (slot is not None and slot(near)) or _becomes(near) or _is_told_where(near)
    return told and _can_be_town(near)


def _can_be_town(near: Near) -> bool:
    """Tell whether a name has neither the words of a body, a person or a mountain nor a bearer."""
    following = after(near.text, near.span.end)
    longer = following.is_capital and following.key not in OPENERS
    if longer or near.behind(_NO_TOWN_AFTER) or near.surface.isupper():
        return False
    words = near.surface.split()
    keys = {bare(word) for word in words}
    if keys & (ORG_WORDS | HEADS_AFTER | PHYSICAL_WORDS) or is_numeral(words[-1]):
        return False
    if len(words) > 1 and (near.span.type == "ORG" or is_first_name(words[0])):
        return is_listed(near)
    return len(words) < _LONG and not is_borne(near.text, near.surface)


_LONG: Final = 4


def is_listed(near: Near) -> bool:
    """Tell whether the lists have a town of that name."""
    key = alias_key(near.surface)
    return near.places.is_listed_city(key) or near.places.is_famous_city(key)


def is_borne(text: str, surface: str) -> bool:
    """Tell whether somebody bears a name in the text: "Ada Zorb" after which Zorb is she."""
    bearers = re.finditer(rf"\b([^\W\d_]+)[ \u00a0]{re.escape(surface)}\b", text)
    return any(found[1][:1].isupper() and is_first_name(found[1]) for found in bearers)


def _is_rather_town(near: Near) -> bool:
    """Tell whether the lists have a name as a town's, and nobody is called so."""
    known = near.places.is_nothing_but_city(alias_key(near.surface))
    return known or (is_listed(near) and not gender_of(near.surface))


def _at(near: Near) -> bool:
    if near.ahead(_AT_TOWN, _REACH):
        return True
    free = is_listed(near) or not is_first_name(near.surface)
    return near.span.type == "PERSON" and free and not near.ahead(_AIMED, _REACH)


def _opening(near: Near) -> bool:
    """Tell whether a sentence begins "At X he" or "From X the"."""
    return _is_rather_town(near) and near.ahead(_OPENS) and near.behind(_GOES_ON)


def _at_opening(near: Near) -> bool:
    """Tell whether a sentence begins "At X he"; a body that bears a town's name may be a school."""
    return near.span.type == "PERSON" and _opening(near)


def _in(near: Near) -> bool:
    """Tell whether it is a town that is nearby, or that a museum or a meeting is in."""
    town = near.span.type == "ORG" or (near.span.type == "PERSON" and near.behind(_ENDS))
    return near.ahead(_NEARBY) or (town and _is_rather_town(near))


def _of(near: Near) -> bool:
    if near.span.type == "LOC" or " " in near.surface:
        return near.span.type == "LOC" and near.ahead(_TOWN_OF)
    return near.span.type != "LOC" and _is_unknown(near) and near.ahead(_OF_TOWN)


def _goal(near: Near) -> bool:
    """Tell whether somebody goes there, comes from there or goes from there to a third place."""
    if near.span.type != "LOC" and not gender_of(near.surface) and _lies_in(near, _OF_LAND):
        return True
    goes = near.span.type != "LOC" and near.ahead(_GONE, _REACH)
    between = near.span.type == "PERSON" and near.behind(_TO_ANOTHER)
    return goes and (_is_rather_town(near) or (between and not is_first_name(near.surface)))


def _for(near: Near) -> bool:
    return near.span.type != "LOC" and _is_unknown(near) and near.ahead(_SEAT_FOR, _REACH)


def _nearby(near: Near) -> bool:
    return _is_unknown(near) and near.ahead(_NEARBY)


def _outside(near: Near) -> bool:
    return _is_unknown(near) and near.behind(_ENDS)


def _is_unknown(near: Near) -> bool:
    return is_listed(near) or not gender_of(near.surface)


# Add what becomes of towns, and of persons who bear no known town's name.
_BECOMES: Final = re.compile(
    r"[ \u00a0](?:capitulated|fell|surrendered|was[ \u00a0](?:again[ \u00a0])?"
    r"(?:besieged|bombarded|bombed|burned|captured|fortified|occupied|razed|rebuilt|recaptured|retaken|sacked|stormed|"
    r"taken|walled))[ \u00a0](?:at|by|down|during|in|on|to)\b"
)


def _is_told_where(near: Near) -> bool:
    """Tell whether a text tells where a town lies, or what it is called today."""
    if near.span.type == "LOC" or (" " in near.surface and near.span.type == "ORG"):
        return False
    if _is_called_today(near) or (near.ahead(_FOUNDED) and near.behind(_ON_WATER)):
        return True
    if near.span.type == "PERSON" and not gender_of(near.surface):
        return _lies_in(near, _IN_LAND)
    return False


def _is_called_today(near: Near) -> bool:
    today = _TODAY.match(near.text, near.span.end)
    if today is None:
        return False
    surely = today[1] is not None or today[3] is not None
    return surely or near.places.is_listed_city(alias_key(today[2]))


def _lies_in(near: Near, pattern: re.Pattern[str]) -> bool:
    land = pattern.match(near.text, near.span.end)
    key = alias_key(land[1]) if land else ""
    if not key or near.places.is_famous_city(key):
        return False
    return bool(near.places.state_owners(key)) or near.places.is_region(key)


def _becomes(near: Near) -> bool:
    """Tell whether "X fell in 1544" is said of a town."""
    return near.span.type == "PERSON" and _is_rather_town(near) and near.behind(_BECOMES)


def _after_verb(near: Near) -> bool:
    """Tell whether something is done to it that is done to towns."""
    famous = near.places.is_famous_city(alias_key(near.surface))
    if (near.span.type == "ORG" and not famous) or not near.behind(_ENDS):
        return False
    return near.ahead(_NAMED_TOWN, _REACH) or (near.span.type != "LOC" and _is_taken(near))


def _is_taken(near: Near) -> bool:
    if near.ahead(_DONE):
        return not is_first_name(near.surface)
    if _is_rather_town(near):
        return near.ahead(_TAKEN)
    unknown = not is_first_name(near.surface) and near.behind(_WHEN)
    return unknown and near.ahead(_REACHED)


_SLOTS: Final[dict[str, Callable[[Near], bool]]] = {
    "at": _at,
    "At": _at_opening,
    "From": _opening,
    "In": _opening,
    "in": _in,
    "of": _of,
    "to": _goal,
    "from": _goal,
    "for": _for,
    "nearby": _nearby,
    "outside": _outside,
}
