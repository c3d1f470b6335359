"""What speaks for a name being an organization's."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from builders.given_names import is_first_name
from builders.names import EVENT_HEADS
from builders.spans.answer_context import Seen, answer_names
from builders.spans.expected_answer_type import BODY_NOUNS
from builders.spans.knowledge import DESIGNATORS
from builders.text import fold_key

# Add what is said of an organization before or after its name, and hardly ever of a thing.
_ORGANIZATION_BEFORE: Final = re.compile(
    r"\b(?:(?:company|companies|firm|firms|bank|newspaper|manufacturers?|publisher|broadcaster|"
    r"airline|retailer|band|organi[sz]ation|agency|charity|conglomerate|carmaker|automaker|"
    r"subsidiary|(?:chairman|founder|co-founder|member|employee|shareholder|ceo)s?\s+of|"
    r"(?:companies|firms|manufacturers|organi[sz]ations|networks|clubs|teams)\s+(?:such\s+as|"
    r"like|including)|employed\s+by|acquired\s+by|owned\s+by|operated\s+by|run\s+by|"
    r"manufactured\s+by|published\s+by|sponsored\s+by|broadcast\s+(?:by|on)|signed\s+(?:with|by|to)|"
    r"work(?:s|ed|ing)?\s+(?:for|at))\s+(?:the\s+)?)$",
    re.IGNORECASE,
)
_ORGANIZATION_AFTER: Final = re.compile(
    r"(?:['’]s?\s+(?:chairman|founder|headquarters|employees|members|shareholders|subsidiary|"
    r"ceo|board|parent company|customers|products|offices|factory|plant|headquarter)\b|"
    r"\s+(?:announced|proclaimed|acquired|hired|employs|employed|sued|launched|manufactures|"
    r"manufactured|owns|operates|merged|headquarters|executives?|employees|engineers|"
    r"subsidiary)\b|"
    rf"(?:,|\s+(?:is|was))\s+an?\s+(?:[\w-]+\s+){{0,2}}(?:{BODY_NOUNS})\b)",
    re.IGNORECASE,
)
_CASE_BEFORE: Final = re.compile(r"\bvs?\.?\s+$")
_CASE_AFTER: Final = re.compile(r"\s+vs?\.?\s")
_PREPOSITION: Final = re.compile(r"\s+(?:of|for|in|at|to|from|with|and)\s")
_AFTER_PREPOSITION: Final = re.compile(r"\s(?:of|for|in|at|from)\s(?:the\s)?$")
_FAR_AFTER: Final = 60
# Add a word that makes a name of capitalized words something else: a case, a treaty, a theory,
# a date.
_NO_ORGANIZATION: Final[frozenset[str]] = frozenset({
    "act", "agreement", "amendment", "award", "case", "charter", "class", "code", "constitution",
    "convention", "cup", "declaration", "directive", "doctrine", "effect", "equation", "law",
    "mark", "prize", "principle", "programme", "program", "protocol", "report", "statute",
    "theorem", "theory", "treaty", "type", "v", "v.", "vs", "january", "february", "april", "june",
    "july", "september", "october", "november", "december", "bowl", "trophy", "medal", "stadium",
    "bridge", "river", "tower", "street", "day",
})  # fmt: skip

# Add an organization that everybody knows by one name or by letters, and that is no person, place
# or thing of the same name.
_FAMOUS: Final[frozenset[str]] = frozenset({
    # bodies
    "nato", "un", "unesco", "unicef", "who", "imf", "opec", "wto", "eu", "ec", "eec", "asean",
    "oecd", "interpol", "plo", "ira", "eta", "hamas", "hezbollah", "al-qaeda", "al qaeda",
    "taliban", "isis", "isil", "kgb", "cia", "fbi", "nsa", "nasa", "esa", "noaa", "fda", "epa",
    "fcc", "sec", "irs", "dea", "usaf", "raf", "ss", "ncaa", "nba", "nfl", "nhl", "mlb", "afl",
    "fifa", "uefa", "ioc", "fia", "nascar", "wwe", "naacp", "aclu", "aarp", "peta", "greenpeace",
    "gestapo", "luftwaffe", "wehrmacht", "bundesbank", "bundestag", "knesset", "duma", "darpa",
    "arpa", "cern", "nsf", "nih", "cdc", "ieee", "acm", "ietf", "itu", "mossad", "mi5", "mi6",
    "sinn fein", "likud", "solidarnosc", "comintern", "cominform", "mensa", "opus dei",
    # broadcasters and papers
    "bbc", "itv", "nbc", "abc", "cbs", "cnn", "espn", "hbo", "mtv", "pbs", "npr", "cbc", "nhk",
    "al jazeera", "reuters", "bloomberg", "netflix", "hulu", "univision", "telemundo", "bskyb",
    "billboard", "forbes", "newsweek", "vogue", "playboy", "pitchfork", "rolling stone", "le monde",
    "le figaro", "der spiegel", "pravda", "izvestia", "tass", "xinhua", "viacom", "nielsen",
    # firms
    "ibm", "ge", "gm", "at&t", "hp", "amd", "nec", "sap", "emi", "rca", "gte", "mci", "dec", "3m",
    "bp", "bmw", "kfc", "ups", "dhl", "tnt", "ubs", "hsbc", "rbs", "ing", "aig", "pwc", "kpmg",
    "basf", "saab", "fiat", "skf", "abb", "lg", "tcl", "htc", "zte", "kpn", "bt", "icl", "itt",
    "google", "microsoft", "facebook", "twitter", "yahoo", "ebay", "paypal", "intel", "nvidia",
    "qualcomm", "motorola", "nokia", "ericsson", "samsung", "hyundai", "kia", "toyota", "honda",
    "nissan", "mazda", "mitsubishi", "subaru", "suzuki", "isuzu", "lexus", "acura", "yamaha",
    "kawasaki", "sony", "panasonic", "toshiba", "hitachi", "fujitsu", "sharp", "canon", "nikon",
    "olympus", "fujifilm", "nintendo", "sega", "atari", "capcom", "konami", "namco", "bandai",
    "activision", "ubisoft", "mattel", "hasbro", "lego", "adidas", "nike", "reebok", "ikea", "h&m",
    "zara", "gucci", "prada", "volkswagen", "porsche", "audi", "opel", "daimler", "mercedes-benz",
    "chrysler", "chevrolet", "pontiac", "cadillac", "buick", "renault", "peugeot", "citroën",
    "citroen", "michelin", "ferrari", "lamborghini", "volvo", "scania", "rolls-royce",
    "boeing", "airbus", "lockheed", "northrop", "grumman", "raytheon", "bombardier", "embraer",
    "aeroflot", "lufthansa", "qantas", "siemens", "bayer", "thyssenkrupp", "krupp", "bosch",
    "philips", "unilever", "nestlé", "nestle", "danone", "heineken", "carlsberg", "guinness",
    "pepsico", "pepsi", "coca-cola", "starbucks", "mcdonald's", "walmart", "tesco", "sainsbury's",
    "exxon", "exxonmobil", "chevron", "texaco", "aramco", "gazprom", "rosneft", "petrobras",
    "pfizer", "merck", "novartis", "roche", "glaxosmithkline", "astrazeneca", "monsanto", "dupont",
    "xerox", "kodak", "polaroid", "verizon", "vodafone", "comcast", "enron", "alcoa", "citigroup",
    "citibank", "goldman sachs", "jpmorgan", "barclays", "santander", "mastercard", "visa",
    "pixar", "dreamworks", "lucasfilm", "paramount", "miramax", "disney", "sotheby's",
    "christie's", "huawei", "alibaba", "tencent", "lenovo", "infosys", "tata", "wipro",
    # schools and teams
    "harvard", "yale", "mit", "caltech", "ucla", "usc", "stanford", "eton", "juilliard", "sorbonne",
    "juventus", "bayern munich", "real madrid", "manchester united", "chelsea f.c.", "benfica",
})  # fmt: skip
# Of these, words that are names of letters alone, or that mean something else in small letters.
_IN_CAPITALS: Final = frozenset({"who", "un", "ss", "sec", "ing", "dec", "sap", "isis", "eta"})
# Of these, names that a founder, a place or a thing bears as well: a person need not be a firm.
_EPONYMS: Final = frozenset({
    "porsche", "ferrari", "merck", "krupp", "bosch", "roche", "siemens", "honda", "suzuki", "kia",
    "daimler", "renault", "peugeot", "guinness", "disney", "chrysler", "pontiac", "chevrolet",
    "buick", "stanford", "harvard", "yale", "eton", "santander", "olympus", "nielsen", "bayer",
    "tata", "boeing", "lockheed", "northrop", "grumman", "opel", "michelin", "dupont", "philips",
    "nestle", "lamborghini", "heineken", "carlsberg", "cadillac", "bloomberg", "prada", "gucci",
    "zara", "visa", "sharp", "canon", "hitachi", "paramount", "subaru", "isis", "xerox", "rolls",
    "forbes", "juilliard", "reuters", "barclays", "citroen", "mazda", "nike", "vogue", "sorbonne",
})  # fmt: skip


def is_famous(name: str) -> bool:
    """Return whether a name is that of an organization that everybody knows by it."""
    key = fold_key(name)
    return key in _FOLDED and (key not in _IN_CAPITALS or name.isupper())


_FOLDED: Final = frozenset(map(fold_key, _FAMOUS))


def is_organization(seen: Seen) -> bool:
    """Return whether something besides the recognizer says that an entity is an organization."""
    name, question = seen.entity.name, seen.example.question
    words = [fold_key(word).strip(".,") for word in name.split()]
    if any(word in EVENT_HEADS or word in _NO_ORGANIZATION for word in words) or _is_cut(seen):
        return False
    # What a question names is not what it asks for.
    named = re.search(rf"\b{re.escape(name)}\b", question) is not None
    if not named and seen.asked.body:
        return True
    around = seen.around(_FAR_AFTER)
    if around and all(_is_party_of_a_case(before, after) for before, after in around):
        return False
    if seen.asked.who and _is_called_like_person(seen):
        return False
    designated = len(words) > 1 and any(word in DESIGNATORS for word in words)
    acts = not named and name.isupper() and seen.asked.who
    if designated or acts or is_famous(name) or _is_team(seen):
        return True
    return not seen.asked.place and any(
        _ORGANIZATION_BEFORE.search(before) or _ORGANIZATION_AFTER.match(after)
        for before, after in around
    )


def _is_cut(seen: Seen) -> bool:
    """Return whether answers end before a preposition in the name, or begin after one.

    Then the name was taken too far, or names what the answer is a part of.
    """
    text, cut = seen.example.context, False
    for start, end, m in seen.answered():
        if start <= m.start and m.end <= end:
            return False
        if m.start <= start and end <= m.end:
            cut = cut or _PREPOSITION.match(text, end, m.end) is not None
            cut = cut or _AFTER_PREPOSITION.search(text, m.start, start) is not None
    return cut


def _is_called_like_person(seen: Seen) -> bool:
    """Return whether an answer is one word of a firm's name that is a surname: its founder's."""
    inside = f" {seen.entity.name} "
    return any(
        name != seen.entity.name and f" {name} " in inside and seen.knowledge.is_surname(name)
        for answer in seen.example.answers
        for name in answer_names(answer.text)
    )


def _is_team(seen: Seen) -> bool:
    """Return whether a name is a place's and a plural: "Boston Celtics"."""
    head, _, last = seen.entity.name.rpartition(" ")
    plural = last[:1].isupper() and last.endswith("s") and not last.endswith("ss")
    return bool(head) and plural and seen.knowledge.place_type(head) in {"STATE", "CITY"}


def _is_party_of_a_case(before: str, after: str) -> bool:
    return bool(_CASE_BEFORE.search(before) or _CASE_AFTER.match(after))


# Add a designator that persons bear as a name, or that is no noun.
_NAMES_TOO: Final = frozenset({
    "church", "house", "post", "guard", "books", "trust", "the", "international", "united", "order",
})  # fmt: skip


def looks_like_body(seen: Seen) -> bool:
    """Return whether a name's own words are an organization's, whatever a recognizer says."""
    name = seen.entity.name
    if is_famous(name) and fold_key(name) not in _EPONYMS:
        return True
    return (_is_designated(name) or _is_team(seen)) and not is_first_name(name.split()[0])


@lru_cache(maxsize=8192)
def _is_designated(name: str) -> bool:
    """Return whether a name of several words has one that organizations bear and persons do not."""
    words = [fold_key(word).strip(".,") for word in name.split()]
    return len(words) > 1 and not (DESIGNATORS - _NAMES_TOO).isdisjoint(words)
