"""Word lists of the gazetteer, from packages of the registry and short hand-made lists.

Sources: countrystatecity-countries (ODbL), gender-guesser's name dictionary (GFDL), names (US
Census, public domain), Faker (MIT), and counts of proper nouns in UD English EWT (CC BY-SA 4.0)
and GUM (CC BY 4.0). The hand-made lists hold general words only: no list was made by looking at
an evaluation text.
"""

from __future__ import annotations

import csv
import gzip
import importlib
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import spacy

from builders.recognizers.gazetteer import LONGEST_PHRASE, Gazetteer

Phrase = tuple[str, ...]

PARTICLES: Final = """
von van de der den del della di da dos das du la le el al bin ibn ben abu ter ten zu af y e
""".split()
TITLES: Final = """
mr mrs ms miss dr prof sir lady lord dame king queen prince princess emperor empress tsar czar
kaiser sultan shah caliph emir sheikh khan duke duchess earl count countess baron baroness viscount
marquis marquess archduke pope cardinal archbishop bishop abbot saint st rev reverend father
brother sister president premier chancellor minister secretary senator congressman congresswoman
representative governor mayor judge justice chief general colonel major captain lieutenant sergeant
corporal admiral commander marshal ambassador chairman director professor doctor coach ceo pharaoh
imam rabbi ayatollah maharaja raja judge attorney speaker mp
""".split()
BYNAMES: Final = """
great conqueror lion bold brave elder younger pious fair terrible wise strong fat bald short good
cruel magnificent lionheart confessor bastard unready navigator fearless hammer simple stout red
black blessed catholic just saint apostate baptist martyr victorious impaler
""".split()
CALENDAR: Final = """
january february march april may june july august september october november december jan feb mar
apr jun jul aug sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue
wed thu fri sat sun
""".split()
ORG_HEADS: Final = """
university college school institute academy faculty department ministry agency bureau commission
committee council board authority office court parliament senate congress assembly house
government party union federation confederation league association society organisation
organization foundation trust fund bank company corporation group holdings industries enterprises
systems technologies technology laboratories labs laboratory press records studios pictures
entertainment productions broadcasting network media news times post tribune herald gazette journal
magazine airlines airways railway railways railroad motors club team orchestra symphony
philharmonic choir band ensemble church army navy force forces guard police brigade regiment
division battalion corps squadron fleet front movement alliance coalition brotherhood order
brothers sons associates partners consortium exchange hospital clinic museum library gallery
observatory tribunal community communities network service services command center centre project
initiative fc afc united city rovers wanderers athletic
""".split()
ORG_SUFFIXES: Final = (
    "inc inc. corp corp. co co. ltd ltd. llc plc gmbh ag sa nv bv ab oy kg spa".split()
)
PLACE_HEADS: Final = """
river lake sea ocean gulf bay strait channel canal island islands isle isles peninsula cape coast
shore mountain mountains mount mt hill hills valley plateau plain plains desert forest basin delta
falls glacier volcano range ridge pass canyon park garden gardens square street st road avenue
boulevard lane drive bridge tower castle palace fort abbey cathedral temple mosque chapel monastery
airport station harbor harbour port dam county province state district region territory
prefecture governorate oblast canton parish borough township town city village municipality
neighborhood suburb kingdom empire republic emirate sultanate duchy principality colony
federation caliphate dynasty stadium arena theatre theater hall hotel building house beach reef
north south east west northern southern eastern western central upper lower
northeast northwest southeast southwest
""".split()
WORK_HEADS: Final = """
war wars battle siege revolution revolt rebellion uprising massacre crisis treaty act agreement
accord convention protocol pact declaration constitution amendment law bill charter directive
award awards prize medal cup championship championships tournament olympics games festival
conference summit election elections referendum symphony concerto opera album song single novel
book film movie series show poem play language languages theorem algorithm equation law effect
method model system protocol engine disease syndrome century era age period renaissance
enlightenment reformation crusade crusades campaign operation project day week month
""".split()
FAITHS: Final = """
christian christians christianity muslim muslims islamic islam islamist islamists jew jews jewish
judaism hindu hindus hinduism buddhist buddhists buddhism sikh sikhs sikhism jain jains taoist
confucian shinto catholic catholics protestant protestants orthodox anglican anglicans lutheran
lutherans calvinist calvinists methodist methodists baptist baptists presbyterian presbyterians
puritan puritans quaker quakers mormon mormons evangelical sunni sunnis shia shiite shiites sufi
sufis wahhabi salafi salafist jesuit jesuits franciscan dominican benedictine pagan pagans
zoroastrian zoroastrians republican republicans democrat democrats democratic conservative
conservatives liberal liberals labour tory tories whig whigs communist communists socialist
socialists marxist marxists fascist fascists nazi nazis bolshevik bolsheviks zionist zionists
""".split()
REGIONS: Final = """
africa america antarctica asia europe oceania australasia eurasia arctic antarctic atlantic pacific
indian mediterranean baltic adriatic aegean caspian caribbean scandinavia iberia balkans caucasus
siberia anatolia mesopotamia levant maghreb sahara sahel himalayas alps andes pyrenees carpathians
urals appalachians rockies amazon nile danube rhine volga ganges indus mekong yangtze mississippi
thames seine euphrates tigris congo niger zambezi melanesia micronesia polynesia patagonia
indochina manchuria crimea kashmir punjab bengal arabia benelux
""".split()
REGION_PHRASES: Final = """
middle east|far east|near east|north africa|west africa|east africa|south asia|southeast asia
central asia|east asia|western europe|eastern europe|central europe|northern europe
southern europe|north america|south america|latin america|central america|sub-saharan africa
black sea|red sea|north sea|dead sea|baltic sea|caspian sea|mediterranean sea|arabian sea
south china sea|indian ocean|pacific ocean|atlantic ocean|arctic ocean|persian gulf
gulf of mexico|asia minor|horn of africa|british isles|west indies|east indies|new england
great lakes|rocky mountains|arabian peninsula|iberian peninsula|balkan peninsula
""".replace("\n", "|").split("|")
# States of the past and short forms that a database of today's states does not hold.
MORE_COUNTRIES: Final = """
us|u.s.|u.s|usa|u.s.a.|uk|u.k.|uae|ussr|soviet union|america|united states|united kingdom|britain
great britain|england|scotland|wales|northern ireland|holland|burma|persia|siam|ceylon|prussia
yugoslavia|czechoslovakia|czech republic|east germany|west germany|ottoman empire|roman empire
holy roman empire|byzantine empire|russian empire|british empire|austria-hungary|austro-hungarian
empire|qing dynasty|ming dynasty|ivory coast|cape verde|swaziland|zaire|rhodesia|macedonia
turkey|bahamas|gambia|vatican|palestine|tibet|taiwan|hong kong|kosovo|north korea|south korea|korea
republic of ireland|people's republic of china|republic of china|russia|iran|syria|vietnam|laos
bolivia|venezuela|tanzania|moldova|brunei|congo
""".replace("\n", "|").split("|")
# Demonyms: singular or adjective; plurals are made by rule. Regular ones are derived as well.
DEMONYMS: Final = """
afghan albanian algerian american andorran angolan argentine argentinian armenian australian
austrian azerbaijani azeri bahamian bahraini bangladeshi barbadian basque bavarian belarusian
belgian belizean beninese bermudian bhutanese bolivian bosnian brazilian breton british briton
bulgarian burkinabe burmese burundian cambodian cameroonian canadian catalan chadian chilean
chinese colombian comorian congolese cornish corsican costa rican cretan croat croatian cuban
cypriot czech dane danish djiboutian dutch ecuadorian egyptian emirati english englishman
englishmen eritrean estonian ethiopian fijian filipino finn finnish flemish french frenchman
frenchmen frisian gabonese galician gambian georgian german ghanaian greek grenadian guatemalan
guinean guyanese haitian hawaiian honduran hungarian icelander icelandic indian indonesian iranian
iraqi irish irishman irishmen israeli italian ivorian jamaican japanese jordanian kazakh kenyan
korean kosovar kurd kurdish kuwaiti kyrgyz lao laotian latvian lebanese liberian libyan lithuanian
luxembourgish macedonian malagasy malawian malay malaysian maldivian malian maltese mauritanian
mauritian mexican moldovan monegasque mongol mongolian montenegrin moroccan mozambican namibian
nepalese nepali new zealander nicaraguan nigerian nigerien norwegian omani pakistani palestinian
panamanian paraguayan peruvian persian pole polish portuguese prussian puerto rican qatari romanian
russian rwandan salvadoran samoan saudi scot scots scotsman scotsmen scottish senegalese serb
serbian sicilian singaporean slovak slovakian slovene slovenian somali soviet spaniard spanish
sudanese surinamese swede swedish swiss syrian taiwanese tajik tanzanian texan thai tibetan togolese
tongan trinidadian tunisian turk turkish turkmen tyrolean ugandan ukrainian uruguayan uzbek
venezuelan vietnamese walloon welsh welshman welshmen yemeni yugoslav zambian zimbabwean
african asian european oceanian arab arabic arabian latin latino nordic scandinavian slav slavic
germanic celtic celt baltic balkan caucasian iberian caribbean polynesian roman ottoman aryan
persian babylonian assyrian phoenician hellenic hellenistic etruscan gaul goth frank saxon viking
viking mongol tatar cossack aztec inca maya mayan berber bedouin zulu hutu tutsi yoruba igbo hausa
tamil punjabi bengali gujarati sinhalese uyghur han manchu hebrew israelite gypsy romani inuit
cherokee navajo sioux apache
""".split()
NATIONS_IN_TWO_WORDS: Final = {"costa", "rican", "new", "zealander", "puerto"}
DEMONYM_ENDINGS: Final = ("n", "an", "ian", "ean", "ese", "ish", "i", "ite", "er", "ic")
STATE_ENDINGS: Final = ("n", "an", "ian", "ese")
FIRST_COMMON: Final = 2500
LAST_COMMON: Final = 4000
PLACE_PARTS_AT_LEAST: Final = 15
PROPER_AT_LEAST: Final = 0.9
COMMON_AT_MOST: Final = 0.1


def build_gazetteer(counts: Path) -> Gazetteer:
    """Build the gazetteer; `counts` is the table of proper-noun counts."""
    words: dict[str, set[str]] = {
        "particle": set(PARTICLES), "title": set(TITLES) | {f"{t}." for t in TITLES},
        "byname": set(BYNAMES), "numeral": set(_numerals(40)), "calendar": set(CALENDAR),
        "place_head": set(PLACE_HEADS), "org_head": set(ORG_HEADS),
        "org_suffix": set(ORG_SUFFIXES), "work_head": set(WORK_HEADS), "faith": set(FAITHS),
    }  # fmt: skip
    words["demonym"] = set(peoples() - set(FAITHS))
    words |= _person_words()
    words |= _counted_words(counts)
    places = _places()
    words |= _place_words(places, words["common"])
    words["demonym_derived"] = set(_derived(places)) - words["common"]
    phrases = {name: {p for p in found if len(p) > 1} for name, found in places.items()}
    return Gazetteer.build(words, {k: v for k, v in phrases.items() if k != "city_major"})


def _numerals(up_to: int) -> Iterator[str]:
    steps = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    for number in range(1, up_to + 1):
        rest, numeral = number, ""
        for value, sign in steps:
            numeral += sign * (rest // value)
            rest %= value
        yield numeral


def peoples() -> frozenset[str]:
    """Return the lower-cased demonyms, religions and parties of the lists, with plurals."""
    return frozenset(_plurals(set(DEMONYMS) - NATIONS_IN_TWO_WORDS)) | set(FAITHS)


def _plurals(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield word
        if not word.endswith(("ese", "ish", "sh", "ch", "s", "men")):
            yield f"{word}s"


def _person_words() -> dict[str, set[str]]:
    """First and last names, common ones apart, of US Census, gender-guesser and Faker."""
    base = Path(importlib.import_module("names").__file__ or "").parent
    firsts = [_census(base / f"dist.{sex}.first") for sex in ("male", "female")]
    lasts = _census(base / "dist.all.last")
    first = {name for ranked in firsts for name in ranked[:FIRST_COMMON]}
    first_rare = {name for ranked in firsts for name in ranked} | set(_gender_guesser())
    last, last_rare = set(lasts[:LAST_COMMON]), set(lasts)
    for provider in _faker_people():
        first_rare |= set(_faker_names(provider, "first_names"))
        last_rare |= set(_faker_names(provider, "last_names"))
    return {
        "first": first, "first_rare": first_rare - first, "last": last,
        "last_rare": last_rare - last,
    }  # fmt: skip


def _census(path: Path) -> list[str]:
    return [line.split()[0].lower() for line in path.read_text("ascii").splitlines() if line]


def _gender_guesser() -> Iterator[str]:
    package = Path(importlib.import_module("gender_guesser").__file__ or "").parent
    for line in (package / "data" / "nam_dict.txt").read_text("utf-8").splitlines():
        if line[:1] in "=#" or not line.strip():
            continue
        name = line[3:29].strip().lower()
        yield from {name.replace("+", ""), *name.split("+")}


def _faker_people() -> Iterator[object]:
    package = importlib.import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            yield importlib.import_module(f"faker.providers.person.{module.name}").Provider


def _faker_names(provider: object, kind: str) -> Iterator[str]:
    for attribute in dir(provider):
        names = getattr(provider, attribute)
        if attribute.startswith(kind) and isinstance(names, (tuple, list, dict)):
            for name in names:
                if isinstance(name, str) and re.fullmatch(r"[^\W\d_]{2,}", name):
                    yield name.lower()


def _counted_words(counts: Path) -> dict[str, set[str]]:
    """Words by how often they are tagged as proper nouns; rare ones are on no list."""
    found: dict[str, set[str]] = {"common": set(), "proper": set(), "mixed": set()}
    with gzip.open(counts, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            proper, total = int(row["nnp"]), int(row["total"])
            if total < 3 or not row["word"].isalpha():
                continue
            share = proper / total
            kind = "proper" if share >= PROPER_AT_LEAST else "mixed"
            found["common" if share <= COMMON_AT_MOST else kind].add(row["word"])
    return found


def _places() -> dict[str, set[Phrase]]:
    """Countries, states, cities and regions as lower-cased token tuples."""
    package = Path(importlib.import_module("countrystatecity_countries").__file__ or "").parent
    countries = json.loads((package / "data" / "countries.json").read_text("utf-8"))
    names: dict[str, set[str]] = {
        "country": {c["name"] for c in countries} | {n for n in MORE_COUNTRIES if n},
        "city_major": {c["capital"] for c in countries},
        "region": {c["subregion"] for c in countries} | set(REGIONS) | set(REGION_PHRASES),
        "state": set(), "city": set(),
    }  # fmt: skip
    for country in countries:
        for zone in country["timezones"]:
            names["city_major"].add(zone["zoneName"].rsplit("/")[-1].replace("_", " "))
    for path in sorted((package / "data" / "by-country").rglob("*.json")):
        kind = "state" if path.name == "states.json" else "city"
        names[kind] |= {entry["name"] for entry in json.loads(path.read_text("utf-8"))}
    names["state"] |= {_short_state(name) for name in names["state"]}
    tokenizer = spacy.blank("en").tokenizer
    return {
        kind: {
            phrase
            for name in found
            if 0 < len(phrase := tuple(t.lower_ for t in tokenizer(name))) <= LONGEST_PHRASE
        }
        for kind, found in names.items()
    }


def _short_state(name: str) -> str:
    return re.sub(
        r" (Province|State|Region|County|District|Governorate|Prefecture|Oblast|Department"
        r"|Municipality|Parish|Krai|Canton|Voivodeship)$",
        "",
        name,
    )


def _place_words(places: dict[str, set[Phrase]], common: set[str]) -> dict[str, set[str]]:
    parts = Counter(word for phrase in places["city"] if len(phrase) > 1 for word in phrase)
    words = {kind: {p[0] for p in found if len(p) == 1} for kind, found in places.items()}
    words["city"] -= common
    words["place_part"] = {
        word for word, n in parts.items() if n >= PLACE_PARTS_AT_LEAST and word.isalpha()
    } - common
    return words


def _derived(places: dict[str, set[Phrase]]) -> Iterator[str]:
    """Demonyms that regular endings would give to one-word countries, states and big cities."""
    for kind in ("country", "state", "region", "city_major"):
        endings = STATE_ENDINGS if kind == "state" else DEMONYM_ENDINGS
        for phrase in places[kind]:
            stem = phrase[0]
            if len(phrase) == 1 and len(stem) > 4 and stem.isalpha():
                stems = {stem, stem[:-1] if stem[-1] in "aeiouy" else stem}
                stems |= {stem[:-2]} if stem.endswith(("ia", "ea", "io")) else set()
                for base in stems:
                    for ending in endings:
                        yield from (base + ending, base + ending + "s")


def name_pools() -> dict[str, list[str]]:
    """Names as they are written, to put in the place of names in training texts."""
    base = Path(importlib.import_module("names").__file__ or "").parent
    package = Path(importlib.import_module("countrystatecity_countries").__file__ or "").parent
    firsts = [n for sex in ("male", "female") for n in _census(base / f"dist.{sex}.first")]
    firsts += sorted({n for n in _gender_guesser() if n.isalpha()})
    lasts = _census(base / "dist.all.last")[:20000]
    for provider in _faker_people():
        firsts += sorted(set(_faker_names(provider, "first_names")))
        lasts += sorted(set(_faker_names(provider, "last_names")))
    cities = {
        entry["name"]
        for path in sorted((package / "data" / "by-country").rglob("*.json"))
        for entry in json.loads(path.read_text("utf-8"))
    }
    latin = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'. -]{2,24}")
    return {
        "first": [n.title() for n in firsts if latin.fullmatch(n)],
        "last": [n.title() for n in lasts if latin.fullmatch(n)],
        "city": sorted(n for n in cities if latin.fullmatch(n) and n[0].isupper()),
        "demonym": sorted(w.title() for w in set(DEMONYMS) - NATIONS_IN_TWO_WORDS),
        "numeral": [n.upper() for n in _numerals(12)],
        "byname": [n.title() for n in BYNAMES],
    }
