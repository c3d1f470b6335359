"""Lands and words of places that no gazetteer of today tells apart: tables alone.

Ground floor. Keys are those of `builders.places.alias_key`.
"""

from __future__ import annotations

import re
from typing import Final

# Add a state that exists no more, or a country inside a kingdom: no gazetteer of today has it.
PAST_COUNTRIES: Final[frozenset[str]] = frozenset({
    "england", "scotland", "wales", "northern ireland", "soviet union", "yugoslavia",
    "czechoslovakia", "east germany", "west germany", "prussia", "austria-hungary",
    "habsburg monarchy", "persia", "byzantium", "rhodesia", "south vietnam", "north vietnam",
    "zaire", "siam", "ceylon", "burma", "gran colombia", "ottoman turkey", "kievan rus'",
    "kievan rus", "rus'", "muscovy", "piedmont-sardinia", "papal states", "confederate states",
    "confederate states of america", "confederacy", "republic of texas", "manchukuo",
    "upper volta", "dahomey", "gold coast", "nazi germany", "weimar republic", "third reich",
    "vichy france", "transjordan", "mandatory palestine", "british india", "korea", "joseon",
    "goryeo", "silla", "baekje", "tibet", "babylonia", "assyria", "carthage", "parthia", "media",
    "lydia", "urartu", "phrygia", "sumer", "akkad", "numidia", "mauretania", "kush", "aksum",
    "nubia", "songhai", "holy roman empire", "castile", "aragon", "navarre", "leon", "granada",
    "naples and sicily", "two sicilies", "novgorod", "ilkhanate", "golden horde", "mughal india",
    "champa", "annam", "tanganyika", "zanzibar", "biafra", "katanga", "transvaal",
    "orange free state", "cape colony", "new spain", "new france", "new netherland", "ruthenia",
    "wallachia", "moldavia", "saxony-weimar", "serbia and montenegro", "macedonia",
    "kingdom of jerusalem", "palestine", "kosovo", "polish-lithuanian commonwealth",
    "union of south africa",
})  # fmt: skip
# Of these, a name that is a region or a city as well needs more than its letters.
RARELY_PAST: Final[frozenset[str]] = frozenset({
    "media", "granada", "leon", "naples and sicily", "confederacy", "gold coast", "carthage",
    "navarre",
})  # fmt: skip

# Add a word that ends the name of a state, whatever comes before it.
STATE_ENDS: Final = frozenset({
    "empire", "kingdom", "republic", "caliphate", "sultanate", "khanate", "emirate",
    "principality", "duchy", "reich", "tsardom",
})  # fmt: skip

# Add what a state's name may begin with.
STATE_STARTS: Final = re.compile(
    r"(?:(?:arab|autonomous|cooperative|crown|democratic|federal|federative|first|grand|hashemite|"
    r"islamic|people's|second|socialist|soviet|third|united) )*"
    r"(?:kingdom|duchy|principality|sultanate|emirate|khanate|empire|republic) of (?:the )?"
)
# Add a word that ends the name of a part of a country.
PROVINCE_ENDS: Final = frozenset(
    {"province", "prefecture", "oblast", "governorate", "voivodeship", "krai", "canton", "state"}
)
# Add a word that says which time or part of a country is meant.
COUNTRY_MODIFIERS: Final = frozenset({
    "ancient", "medieval", "imperial",
    "napoleonic", "victorian", "modern", "colonial", "communist", "fascist", "tsarist",
    "occupied", "mainland", "northern", "southern", "western", "eastern",
    "central", "revolutionary",
})  # fmt: skip
# Add a country within a country: a gazetteer calls it a state.
HOME_COUNTRIES: Final = frozenset({"england", "scotland", "wales", "northern ireland"})
# Their peoples, whom no list of nations has.
HOME_PEOPLES: Final = {
    "english": "england", "scot": "scotland", "scotch": "scotland", "scottish": "scotland",
    "welsh": "wales", "northern irish": "northern ireland",
}  # fmt: skip

# Add a continent or a region that is neither country, state nor city.
REGIONS: Final[frozenset[str]] = frozenset({
    "africa", "antarctica", "asia", "europe", "north america", "south america", "latin america",
    "central america", "oceania", "australasia", "eurasia", "middle east", "near east", "far east",
    "balkans", "scandinavia", "caucasus", "siberia", "mesopotamia", "levant", "maghreb", "sahel",
    "sahara", "balkan peninsula", "iberia", "iberian peninsula", "anatolia", "asia minor",
    "southeast asia", "south asia", "east asia", "central asia", "western europe",
    "eastern europe", "central europe", "northern europe", "southern europe", "east africa",
    "west africa", "north africa", "sub-saharan africa", "southern africa", "caribbean",
    "west indies", "east indies", "polynesia", "melanesia", "arctic", "pacific", "atlantic",
    "mediterranean", "baltic", "black sea", "caspian", "alps", "himalayas", "andes", "pyrenees",
    "rockies", "appalachia", "midwest", "new england", "deep south", "west coast", "east coast",
    "great plains", "patagonia", "amazonia", "crimea", "dalmatia", "thrace", "thessaly",
    "flanders", "wallonia", "normandy", "brittany", "provence", "gascony", "aquitaine", "anjou",
    "swabia", "franconia", "silesia", "pomerania", "galicia", "transylvania", "manchuria",
    "kurdistan", "kashmir", "bengal", "deccan", "arabia", "arabian peninsula", "horn of africa",
    "indochina", "korean peninsula", "british isles", "low countries", "holy land", "gaul",
    "hispania", "gallia", "britannia", "germania", "dacia", "judea", "galilee", "golan heights",
    "sinai", "gaza strip", "west bank", "moravia", "bohemia", "burgundy", "savoy", "livonia",
    "courland", "bessarabia", "bukovina", "picardy", "languedoc", "lorraine", "alsace", "lapland",
    "karelia", "peloponnesus", "attica", "scania", "jutland", "frisia", "ulster", "munster",
    "leinster", "connacht", "darfur", "hejaz", "hijaz", "najd", "khorasan", "khurasan",
    "balochistan", "baluchistan", "turkestan", "malabar", "orient", "occident", "west",
    "wessex", "mercia", "east anglia", "midlands",
    "western world", "new world", "old world", "third world", "americas", "benelux",
    "silicon valley",
    # lands of antiquity
    "acarnania", "aeolis", "aetolia", "argolis", "baetica", "bactria", "bithynia", "boeotia",
    "bruttium", "caledonia", "cappadocia", "caria", "chaldea", "cilicia", "colchis", "commagene",
    "cyrenaica", "epirus", "etruria", "euboea", "galatia", "hibernia", "hyrcania", "illyria",
    "illyricum", "ionia", "judaea", "laconia", "latium", "lucania", "lusitania", "lycaonia",
    "lycia", "messenia", "moesia", "mysia", "noricum", "paphlagonia", "pamphylia", "pannonia",
    "peloponnese", "phocis", "phoenicia", "picenum", "pisidia", "pontus", "raetia", "samnium",
    "sogdiana", "tripolitania", "transoxiana", "troad",
    # islands that are no state or province of their own
    "aegina", "alderney", "anglesey", "azores", "borneo", "capri", "cephalonia", "chios", "corfu",
    "elba", "fuerteventura", "el hierro", "gotland", "gran canaria", "guadalcanal", "honshu",
    "ibiza", "iwo jima", "java", "kyushu", "la gomera", "lanzarote", "lesbos", "lindisfarne",
    "luzon", "madeira", "majorca", "mallorca", "maui", "menorca", "mindanao", "minorca", "naxos",
    "oahu", "rhodes", "sakhalin", "samos", "sark", "shikoku", "skye", "sulawesi", "sumatra",
    "tahiti", "tenerife", "tierra del fuego", "zakynthos",
})  # fmt: skip

# Add a county of Great Britain or Ireland: towns overseas bear its name, and gazetteers of today
# may have parts of it alone.
COUNTIES: Final[frozenset[str]] = frozenset({
    "aberdeenshire", "angus", "argyll", "ayrshire", "banffshire", "bedfordshire", "berkshire",
    "berwickshire", "buckinghamshire", "caithness", "cambridgeshire", "carmarthenshire",
    "cheshire", "cornwall", "cumberland", "cumbria", "denbighshire", "derbyshire",
    "devon", "dorset", "dumfriesshire", "dunbartonshire", "dyfed", "essex", "fife", "flintshire",
    "glamorgan", "gloucestershire", "gwent", "gwynedd", "hampshire", "herefordshire",
    "hertfordshire", "huntingdonshire", "inverness-shire", "kent", "kincardineshire",
    "lanarkshire", "lancashire", "leicestershire", "lincolnshire", "middlesex", "merseyside",
    "midlothian", "monmouthshire", "montgomeryshire", "morayshire", "norfolk", "northamptonshire",
    "northumberland", "northumbria", "nottinghamshire", "oxfordshire", "pembrokeshire",
    "perthshire", "powys", "radnorshire", "renfrewshire", "roxburghshire", "rutland",
    "selkirkshire", "shropshire", "somerset", "staffordshire", "stirlingshire", "suffolk",
    "surrey", "sussex", "sutherland", "warwickshire", "westmorland", "wigtownshire", "wiltshire",
    "worcestershire", "yorkshire",
})  # fmt: skip

# Add a word that makes a name one of nature or of a building: such a place is a LOC.
PHYSICAL_WORDS: Final = frozenset({
    "river", "lake", "sea", "ocean", "mountain", "mountains", "mount", "valley", "desert",
    "peninsula", "island", "islands", "isle", "bay", "gulf", "strait", "cape", "forest", "canal",
    "hills", "plateau", "basin", "coast", "reef", "falls", "canyon", "glacier", "volcano",
    "archipelago", "bridge", "tower", "airport", "station", "palace", "castle", "cathedral",
    "street", "avenue", "square", "park", "hall", "stadium", "abbey", "creek", "plain", "plains",
})  # fmt: skip

# Add a word that ends the name of a part of a country or of a town: such a place is a LOC.
AREA_ENDS: Final = frozenset({
    "area", "borough", "colony", "counties", "county", "district", "frontier", "neighborhood",
    "neighbourhood", "parish", "quarter", "region", "territories", "territory", "zone",
})  # fmt: skip
# Of a country's modifiers, those that say which part of it is meant.
DIRECTIONS: Final = frozenset({"northern", "southern", "western", "eastern", "central"})
# Add a word that makes a part of a country, a state or a region of its name.
AREA_STARTS: Final = frozenset({"inner", "lower", "outer", "upper"})
# Add a word that begins the names of towns, and of hardly any other place.
TOWN_STARTS: Final = frozenset({
    "bad", "ciudad", "den", "el", "fort", "kota", "la", "las", "le", "les", "los", "new", "nova",
    "novi", "novo", "nueva", "old", "ponta", "port", "porto", "puerto", "saint", "sainte", "san",
    "santa", "santo", "sao", "st", "stara", "vila", "villa",
})  # fmt: skip

USA: Final = "united states"
BRITAIN: Final = "united kingdom"
# Add the abbreviation of a state of the United States, or its postal code, folded.
STATE_SHORT: Final[frozenset[str]] = frozenset({
    "ala", "ariz", "ark", "calif", "colo", "conn", "del", "fla", "ill", "ind", "kans", "kan",
    "ky", "md", "mass", "mich", "minn", "miss", "mo", "mont", "neb", "nebr", "nev", "okla", "ore",
    "pa", "penn", "tenn", "tex", "vt", "va", "wash", "wis", "wisc", "wyo",
})  # fmt: skip
STATE_CODES: Final[frozenset[str]] = frozenset({
    "al", "ak", "az", "ar", "ca", "co", "ct", "de", "fl", "ga", "hi", "id", "il", "in", "ia",
    "ks", "ky", "la", "me", "md", "ma", "mi", "mn", "ms", "mo", "mt", "ne", "nv", "nh", "nj",
    "nm", "ny", "nc", "nd", "oh", "ok", "or", "pa", "ri", "sc", "sd", "tn", "tx", "ut", "vt",
    "va", "wa", "wv", "wi", "wy", "on", "qc", "bc", "ab", "nsw", "qld",
})  # fmt: skip

# Add a country whose states are spoken of more than towns of the same name.
FEDERAL: Final = frozenset({USA, "canada", "australia", "india"})
