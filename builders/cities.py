"""Towns that no gazetteer of today tells apart: tables alone.

Ground floor. Keys are those of `builders.places.alias_key`.
"""

from __future__ import annotations

from typing import Final

# Add a city that is spoken of more than the state, province or district of the same name.
CITY_FIRST: Final[frozenset[str]] = frozenset({
    "cape town", "johannesburg", "lyon", "marseille", "rotterdam", "amsterdam",
    "new york", "washington", "delhi", "chandigarh", "mexico city", "quebec city", "london",
    "manchester", "birmingham", "liverpool", "leeds", "bristol", "edinburgh", "glasgow", "belfast",
    "dublin", "paris", "berlin", "hamburg", "bremen", "vienna", "salzburg", "zurich", "geneva",
    "basel", "bern", "brussels", "antwerp", "liege", "madrid", "barcelona", "seville", "valencia",
    "granada", "cordoba", "lisbon", "porto", "rome", "milan", "naples", "turin", "venice",
    "florence", "genoa", "bologna", "palermo", "athens", "sofia", "bucharest", "budapest",
    "belgrade", "zagreb", "prague", "warsaw", "vilnius", "riga", "tallinn", "minsk", "moscow",
    "saint petersburg", "oslo", "stockholm", "copenhagen", "helsinki", "istanbul", "ankara",
    "izmir", "jerusalem", "damascus", "aleppo", "baghdad", "basra", "mosul", "tehran", "isfahan",
    "cairo", "alexandria", "algiers", "tunis", "tripoli", "casablanca", "nairobi", "lagos",
    "accra", "dakar", "kinshasa", "khartoum", "addis ababa", "beijing", "shanghai", "tianjin",
    "chongqing", "tokyo", "kyoto", "osaka", "hiroshima", "nagasaki", "seoul", "busan", "bangkok",
    "hanoi", "manila", "jakarta", "kathmandu", "dhaka", "karachi", "lahore", "islamabad", "kabul",
    "kandahar", "herat", "sao paulo", "rio de janeiro", "buenos aires", "santiago", "lima",
    "cusco", "quito", "bogota", "caracas", "montevideo", "asuncion", "la paz", "havana",
    "guatemala city", "panama city", "san jose", "nice", "york",
})  # fmt: skip
# Add a city that bears another name today, or none.
PAST_CITIES: Final[frozenset[str]] = frozenset({
    "constantinople", "babylon", "nineveh", "troy", "pompeii", "persepolis", "leningrad",
    "petrograd", "stalingrad", "saigon", "peking", "nanking", "canton", "edo", "bombay",
    "calcutta", "madras", "rangoon", "batavia", "konigsberg", "danzig", "breslau", "pressburg",
    "smyrna", "antioch", "ephesus", "tenochtitlan", "angkor", "kiev", "karakorum", "samarra",
    "new amsterdam", "leopoldville", "christiania", "dc", "washington, dc",
})  # fmt: skip
# Add a city that everybody knows, and that hardly anybody or anything else is called.
WELL_KNOWN: Final[frozenset[str]] = frozenset({
    "amsterdam", "ankara", "antwerp", "athens", "baghdad", "baltimore", "bangalore", "bangkok",
    "barcelona", "basra", "beijing", "beirut", "belfast", "belgrade", "berlin", "bogota",
    "bologna", "bombay", "boston", "brisbane", "brussels", "bucharest", "budapest",
    "buenos aires", "cairo", "calcutta", "cape town", "caracas", "casablanca", "chennai",
    "chicago", "cincinnati", "cologne", "constantinople", "copenhagen", "damascus", "danzig",
    "delhi", "detroit", "dresden", "dublin", "edinburgh", "frankfurt", "geneva", "genoa",
    "glasgow", "hanoi", "havana", "helsinki", "hiroshima", "istanbul", "jakarta", "jerusalem",
    "johannesburg", "kabul", "karachi", "kathmandu", "khartoum", "kiev", "kinshasa", "krakow",
    "kuala lumpur", "kyoto", "lahore", "las vegas", "leipzig", "leningrad", "lisbon", "liverpool",
    "london", "los angeles", "madras", "madrid", "manchester", "manila", "marseille",
    "marseilles", "mecca", "melbourne", "mexico city", "miami", "milwaukee", "minneapolis",
    "montreal", "moscow", "mosul", "mumbai", "munich", "nagasaki", "nairobi", "naples",
    "new orleans", "new york city", "nuremberg", "osaka", "oslo", "ottawa", "palermo", "paris",
    "peking", "philadelphia", "pittsburgh", "prague", "pyongyang", "rangoon", "rio de janeiro",
    "rome", "rotterdam", "saigon", "saint petersburg", "salzburg", "san diego", "san francisco",
    "santa fe", "sao paulo", "sarajevo", "seattle", "seoul", "seville", "shanghai", "stalingrad",
    "st louis", "st petersburg", "stockholm", "strasbourg", "stuttgart", "taipei", "tallinn",
    "tashkent", "tbilisi", "tehran", "tel aviv", "tokyo", "toronto", "turin", "vancouver",
    "venice", "vienna", "vilnius", "warsaw", "zagreb", "zurich",
})  # fmt: skip
# Add a town by the country it lies in that a gazetteer of today has under another name, or has
# as a state, a district or not at all.
CALLED_OTHERWISE: Final[dict[str, tuple[str, ...]]] = {
    "Afghanistan": ("mazar-i-sharif",),
    "Argentina": ("san carlos de bariloche",),
    "Armenia": ("leninakan",),
    "Austria": ("klagenfurt", "vindobona"),
    "Bangladesh": ("dacca",),
    "Belarus": ("brest-litovsk", "gomel", "grodno", "mogilev"),
    "Belgium": ("ghent", "louvain", "ypres"),
    "Bulgaria": ("philippopolis", "serdica"),
    "Cambodia": ("angkor thom",),
    "China": (
        "amoy", "khanbaliq", "mukden", "port arthur", "tientsin", "tsingtao", "xanadu",
    ),
    "Croatia": ("dubrovnik", "fiume", "salona", "spalato"),
    "Czech Republic": ("plzen", "theresienstadt"),
    "Democratic Republic of the Congo": ("elisabethville", "stanleyville"),
    "Egypt": ("abydos", "amarna", "karnak", "nekhen", "pelusium", "thebes"),
    "Estonia": ("dorpat", "reval"),
    "Ethiopia": ("axum",),
    "France": (
        "aix-la-chapelle", "boulogne", "lutetia", "massilia", "rheims",
    ),
    "Georgia": ("tiflis",),
    "Germany": ("frankfurt", "nuremberg", "ratisbon"),
    "Ghana": ("kumasi",),
    "Greece": (
        "actium", "canea", "candia", "eleusis", "heraklion", "knossos", "mycenae", "nicopolis",
        "patras", "pharsalus", "plataea", "salonica", "thessalonica",
    ),
    "Hungary": ("aquincum", "pest"),
    "India": (
        "allahabad", "bangalore", "baroda", "benares", "calicut", "cawnpore", "cochin", "imphal",
        "mangalore", "mysore", "pataliputra", "pondicherry", "poona", "simla", "tanjore",
        "trichy", "trivandrum", "vijayanagara", "vishakhapatnam",
    ),
    "Iran": ("ecbatana", "teheran"),
    "Iraq": (
        "ctesiphon", "eridu", "fallujah", "lagash", "nimrud", "nippur", "seleucia", "uruk",
    ),
    "Italy": (
        "alba longa", "aquileia", "cumae", "herculaneum", "mediolanum", "ostia", "padua",
        "paestum", "tarentum", "trent", "veii",
    ),
    "Japan": ("nara",),
    "Kazakhstan": ("alma-ata", "nur-sultan"),
    "Lithuania": ("kovno", "memel", "vilna", "wilno"),
    "Luxembourg": ("luxembourg city",),
    "Madagascar": ("antananarivo",),
    "Malaysia": ("malacca",),
    "Mauritania": ("nouakchott",),
    "Mexico": ("acapulco", "chichen itza", "teotihuacan"),
    "Moldova": ("kishinev",),
    "Montenegro": ("cattaro",),
    "Morocco": ("fez", "mogador", "tangiers", "volubilis"),
    "Mozambique": ("lourenco marques", "sofala"),
    "Myanmar": ("naypyidaw",),
    "Netherlands": ("den haag", "leyden", "s-hertogenbosch"),
    "Pakistan": ("harappa", "lyallpur", "mohenjo-daro", "taxila"),
    "Peru": ("cuzco", "machu picchu"),
    "Philippines": ("cebu",),
    "Poland": ("auschwitz", "cracow", "lodz", "posen", "stettin", "thorn"),
    "Portugal": ("oporto",),
    "Russia": (
        "arkhangelsk", "nizhny novgorod", "rostov", "suzdal", "sverdlovsk", "tsaritsyn",
        "veliky novgorod",
    ),
    "Saudi Arabia": ("taif",),
    "Serbia": ("naissus", "singidunum", "sirmium"),
    "South Korea": ("inchon", "kwangju", "kyongju", "pusan", "taegu", "taejon"),
    "Spain": ("guernica", "saragossa"),
    "Sudan": ("kerma", "meroe"),
    "Switzerland": ("basle", "st gallen"),
    "Syria": ("ebla", "raqqa", "ugarit"),
    "Tanzania": ("kilwa",),
    "Thailand": ("ayutthaya",),
    "Tunisia": ("carthage", "utica"),
    "Turkey": (
        "adrianople", "aphrodisias", "chalcedon", "colossae", "edessa", "edirne", "galata",
        "gallipoli", "halicarnassus", "hattusa", "iconium", "konya", "laodicea", "malatya",
        "miletus", "nicaea", "nicomedia", "pergamon", "pergamum", "trabzon", "trebizond",
    ),
    "Ukraine": (
        "chernobyl", "dnipropetrovsk", "kharkov", "lemberg", "lvov", "lwow", "zaporizhzhia",
    ),
    "United Kingdom": ("eboracum", "londinium", "verulamium"),
    "United States": ("cahokia", "st paul"),
    "Uzbekistan": ("khiva",),
    "Vietnam": ("thang long",),
    "Yemen": ("mocha", "sana'a"),
}  # fmt: skip
# Add a country, by its key, whose provinces are called after their chief towns.
PROVINCES_OF_TOWNS: Final = frozenset(
    {"algeria", "bulgaria", "syria", "thailand", "tunisia", "turkey"}
)
