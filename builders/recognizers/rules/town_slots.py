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
from builders.recognizers.rules.near import Near, is_borne
from builders.recognizers.rules.town_behind import is_of_land, is_told_behind

_REACH: Final = 48
_LONG: Final = 4  # So many words are no town's name.
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
# Add what is done at a town, or stands there, and at a firm or a school as well.
_FOUNDED: Final = re.compile(
    r"\b(?:built|college|erected|factory|mission|opened|school|university)"
    r"(?:[ \u00a0]in[ \u00a0]\d{4})?[ \u00a0]at[ \u00a0]$"
)
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
_RAZED: Final = r"(?:bombard|garrison|loot|pillag|plunder|raz|recaptur|shell|storm)(?:ed|ing)"
_BORN: Final = r"born[ \u00a0](?:in|on)[ \u00a0][\w ,]{3,20}[ \u00a0](?:at|near)"
TOWNS: Final = re.compile(
    rf"\b(?:{_AT}|{_OF}|{_FOR}|{_NAMED}|{_NEAR}|{_RAZED}|{_BORN})[ \u00a0]({CAPITALS})(?!['’-])\b"
)
"""Towns that stand where towns do."""
# Add what is called a town before its name, whatever it was taken for.
_TOWN_OF: Final = re.compile(
    r"\b(?:city|citadel|fortress|harbou?r|port|town|village)[ \u00a0]of[ \u00a0]$"
)
# Add who looks or speaks at somebody.
_AIMED: Final = re.compile(
    r"\b(?:aimed|anger|angry|annoyed|barked|directed|fired|furious|glanced?|glancing|good|"
    r"laugh(?:ed|ing|s)?|look(?:ed|ing|s)?|luck|mad|pissed|point(?:ed|ing|s)?|scream(?:ed|ing|s)?|"
    r"shot|shout(?:ed|ing|s)?|smil(?:ed|ing)|star(?:ed|ing)|swore|threw|throwing|upset|"
    r"yell(?:ed|ing|s)?)[ \u00a0]at[ \u00a0]$"
)
# Add who works or learns at a firm or a school.
_EMPLOYED: Final = re.compile(
    r"\b(?:analysts?|apprentice(?:d|ship)?|careers?|chemists?|clerks?|colleagues?|degree|designers?|"
    r"directors?|editors?|educated|employed|employees?|engineers?|executives?|internship|jobs?|"
    r"lectur(?:ed|ers?)|managers?|partners?|play(?:ed|ers?|ing)|posts?|professors?|research(?:ers?)?|"
    r"scientists?|students?|stud(?:ied|ying)|taught|teach(?:ers?|ing)|time|work(?:ed|ers?|ing|s)?|"
    r"years?)[ \u00a0]at[ \u00a0]$"
)
_GONE: Final = re.compile(
    r"\b(?:banished|came|coming|deported|drove|evacuated|exiled|expelled|flew|goes|going|gone|"
    r"hailed|hails|"
    r"journeyed|marched|moved|originated|relocated|returned|returning|rode|settled|sailed|shipped|"
    r"travell?ed|walked|went)[ \u00a0](?:[a-z]+[ \u00a0])?(?:to|from)[ \u00a0]$"
)
_TO_ANOTHER: Final = re.compile(rf"[ \u00a0]to[ \u00a0]{CAPITALS}(?!['’])")
_OPENS: Final = re.compile(r"(?:^|[.!?]['\"”’)]?[ \u00a0]|\n)(?:At|From|In)[ \u00a0]$")
_GOES_ON: Final = re.compile(r"[ \u00a0](?:he|it|she|the|they|this|we)\b")
# Add what is had or put in a firm or a person.
_HELD: Final = re.compile(
    r"\b(?:belie(?:f|ve[ds]?)|confid(?:ed|ence)|faith|holdings?|interests?|invest(?:ed|ing|ments?|s)?|"
    r"shares?|stakes?|stocks?|trust(?:ed)?)[ \u00a0]in[ \u00a0]$"
)
_NO_TOWN_AFTER: Final = re.compile(r"['’][sS]\b|['’](?=[ \u00a0][a-z])|[-–]\w|[ \u00a0]vs?\b")


def is_in_town_slot(near: Near) -> bool:
    """Tell whether a name stands where a town's does, and can be a town's."""
    neighbour = before(near.text, near.span.start)
    if neighbour.gap == "-":
        return False
    slot = _SLOTS.get(neighbour.word)
    if slot is None and neighbour.word[:1].islower():
        slot = _after_verb
    told = (slot is not None and slot(near)) or is_told_behind(near) or _is_nobody(near)
    return told and _can_be_town(near)


def _is_nobody(near: Near) -> bool:
    """Tell whether everybody knows a city of that name, and hardly anybody who is called so."""
    key = alias_key(near.surface)
    known = near.span.type == "PERSON" and near.places.is_nothing_but_city(key)
    return known and not gender_of(near.surface)


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
        return near.is_listed_town()
    return len(words) < _LONG and not is_borne(near.text, near.surface)


def _at(near: Near) -> bool:
    if near.ahead(_AT_TOWN, _REACH):
        return True
    free = near.is_listed_town() or not is_first_name(near.surface)
    if near.ahead(_FOUNDED, _REACH):
        unknown = near.span.type in {"LOC", "PERSON"} and free and near.behind(_ENDS)
        return near.is_rather_town() or unknown
    if near.span.type != "PERSON" or not free:
        return False
    return not near.ahead(_AIMED, _REACH) and not near.ahead(_EMPLOYED, _REACH)


def _opening(near: Near) -> bool:
    """Tell whether a sentence begins "At X he" or "From X the"."""
    return near.is_rather_town() and near.ahead(_OPENS) and near.behind(_GOES_ON)


def _at_opening(near: Near) -> bool:
    """Tell whether a sentence begins "At X he"; a body that bears a town's name may be a school."""
    return near.span.type == "PERSON" and _opening(near)


def _in(near: Near) -> bool:
    """Tell whether it is a town that is nearby, or that a museum or a meeting is in."""
    if near.ahead(_NEARBY):
        return True
    town = near.span.type == "ORG" or (near.span.type == "PERSON" and near.behind(_ENDS))
    return town and near.is_rather_town() and not near.ahead(_HELD)


def _of(near: Near) -> bool:
    if near.span.type == "LOC":
        return near.ahead(_TOWN_OF)
    return " " not in near.surface and _is_unknown(near) and near.ahead(_OF_TOWN)


def _goal(near: Near) -> bool:
    """Tell whether somebody goes there, comes from there or goes from there to a third place."""
    if near.span.type != "LOC" and not gender_of(near.surface) and is_of_land(near):
        return True
    goes = near.span.type != "LOC" and near.ahead(_GONE, _REACH)
    between = near.span.type == "PERSON" and near.behind(_TO_ANOTHER)
    return goes and (near.is_rather_town() or (between and not is_first_name(near.surface)))


def _for(near: Near) -> bool:
    return near.span.type != "LOC" and _is_unknown(near) and near.ahead(_SEAT_FOR, _REACH)


def _nearby(near: Near) -> bool:
    return _is_unknown(near) and near.ahead(_NEARBY)


def _outside(near: Near) -> bool:
    return _is_unknown(near) and near.behind(_ENDS)


def _is_unknown(near: Near) -> bool:
    return near.is_listed_town() or not gender_of(near.surface)


def _after_verb(near: Near) -> bool:
    """Tell whether something is done to it that is done to towns."""
    famous = near.places.is_famous_city(alias_key(near.surface))
    if (near.span.type == "ORG" and not famous) or not near.behind(_ENDS):
        return False
    return near.ahead(_NAMED_TOWN, _REACH) or (near.span.type != "LOC" and _is_taken(near))


def _is_taken(near: Near) -> bool:
    if near.ahead(_DONE):
        return not is_first_name(near.surface)
    if near.is_rather_town():
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
