"""The regions of the world in which countries and cities lie.

The figures on the card of a release show places in the colours of their regions.

The regions are those of the United Nations' statistics (M49). Names are compared by
`builders.places.alias_key`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.places import alias_key, country_key
from name_collections.collection import Columns, Name

REGIONS: Final = ("Africa", "Americas", "Asia", "Europe", "Oceania")
UNKNOWN: Final = "not known"

# The countries of each region, including states that no longer exist. Add a country here.
_COUNTRIES: Final[dict[str, str]] = {
    "Africa": """
        Algeria; Angola; Benin; Botswana; British Indian Ocean Territory; Burkina Faso; Burundi;
        Cameroon; Cape Verde; Central African Republic; Chad; Comoros; Congo;
        Democratic Republic of the Congo; Djibouti; Egypt; Equatorial Guinea; Eritrea; Eswatini;
        Ethiopia; French Southern Territories; Gabon; Gambia; Ghana; Guinea; Guinea-Bissau;
        Ivory Coast; Kenya; Lesotho; Liberia; Libya; Madagascar; Malawi; Mali; Mauritania;
        Mauritius; Mayotte; Morocco; Mozambique; Namibia; Niger; Nigeria; Reunion; Réunion; Rwanda;
        Saint Helena; Sao Tome and Principe; São Tomé and Príncipe; Senegal; Seychelles;
        Sierra Leone; Somalia; South Africa; South Sudan; Sudan; Tanzania; Togo; Tunisia; Uganda;
        Western Sahara; Zambia; Zimbabwe; Abyssinia; Aksum; Biafra; Cape Colony; Carthage; Dahomey;
        Gold Coast; Katanga; Kush; Mauretania; Nubia; Numidia; Orange Free State; Rhodesia; Songhai;
        Tanganyika; Transvaal; Upper Volta; Zanzibar; Gabonese Republic; Togolese Republic;
        Tunisian Republic""",
    "Americas": """
        Anguilla; Antigua and Barbuda; Argentina; Aruba; Bahamas; Barbados; Belize; Bermuda;
        Bolivia; Bonaire, Sint Eustatius and Saba; Bouvet Island; Brazil; British Virgin Islands;
        Canada; Cayman Islands; Chile; Colombia; Costa Rica; Cuba; Curaçao; Dominica;
        Dominican Republic; Ecuador; El Salvador; Falkland Islands; French Guiana; Greenland;
        Grenada; Guadeloupe; Guatemala; Guyana; Haiti; Honduras; Jamaica; Martinique; Mexico;
        Montserrat; Nicaragua; Panama; Paraguay; Peru; Puerto Rico; Saint Kitts and Nevis;
        Saint Lucia; Saint Martin; Saint Pierre and Miquelon; Saint Vincent and the Grenadines;
        Saint-Barthelemy; Sint Maarten; South Georgia; Suriname; Trinidad and Tobago;
        Turks and Caicos Islands; United States; United States Virgin Islands; Uruguay; Venezuela;
        Confederacy; Confederate States; Confederate States of America; Gran Colombia; New France;
        New Netherland; New Spain; Republic of Texas""",
    "Asia": """
        Afghanistan; Armenia; Azerbaijan; Bahrain; Bangladesh; Bhutan; Brunei; Cambodia; China;
        Cyprus; Georgia; Hong Kong; India; Indonesia; Iran; Iraq; Israel; Japan; Jordan; Kazakhstan;
        Kuwait; Kyrgyzstan; Laos; Lebanon; Macau; Malaysia; Maldives; Mongolia; Myanmar; Nepal;
        North Korea; Oman; Pakistan; Palestine; Philippines; Qatar; Saudi Arabia; Singapore;
        South Korea; Sri Lanka; Syria; Taiwan; Tajikistan; Thailand; Timor-Leste; Turkey;
        Turkmenistan; United Arab Emirates; Uzbekistan; Vietnam; Yemen; Akkad; Annam; Assyria;
        Babylonia; Baekje; British India; Champa; Golden Horde; Goryeo; Ilkhanate; Joseon; Korea;
        Lydia; Manchukuo; Mandatory Palestine; Mesopotamia; Mughal Empire; North Vietnam;
        Ottoman Empire; Ottoman Turkey; Parthia; Phrygia; Qing China; Silla; South Vietnam; Sumer;
        Tibet; Transjordan; Urartu""",
    "Europe": """
        Albania; Andorra; Austria; Belarus; Belgium; Bosnia and Herzegovina; Bulgaria; Croatia;
        Czech Republic; Denmark; Estonia; Faroe Islands; Finland; France; Germany; Gibraltar;
        Greece; Guernsey; Hungary; Iceland; Ireland; Isle of Man; Italy; Jersey; Kosovo; Latvia;
        Liechtenstein; Lithuania; Luxembourg; Malta; Moldova; Monaco; Montenegro; Netherlands;
        North Macedonia; Norway; Poland; Portugal; Romania; Russia; San Marino; Serbia; Slovakia;
        Slovenia; Spain; Svalbard and Jan Mayen Islands; Sweden; Switzerland; Ukraine;
        United Kingdom; Vatican City; Åland Islands; Aragon; Austria-Hungary; Bavaria; Bohemia;
        Burgundy; Byzantine Empire; Byzantium; Castile; Czechoslovakia; East Germany; England;
        Frankish Empire; Habsburg Monarchy; Holy Roman Empire; Kievan Rus; Kievan Rus'; Macedonia;
        Moldavia; Muscovy; Navarre; Nazi Germany; Northern Ireland; Novgorod; Papal States;
        Piedmont-Sardinia; Prussia; Roman Empire; Russian Empire; Ruthenia; Savoy; Scotland;
        Serbia and Montenegro; Soviet Union; Third Reich; Two Sicilies; Vichy France; Wales;
        Wallachia; Weimar Republic; West Germany; Yugoslavia""",
    "Oceania": """
        American Samoa; Australia; Christmas Island; Cocos (Keeling) Islands; Cook Islands; Fiji;
        French Polynesia; Guam; Heard Island and McDonald Islands; Kiribati; Marshall Islands;
        Micronesia; Nauru; New Caledonia; New Zealand; Niue; Norfolk Island;
        Northern Mariana Islands; Palau; Papua New Guinea; Pitcairn Islands; Samoa; Solomon Islands;
        Tokelau; Tonga; Tuvalu; United States Minor Outlying Islands; Vanuatu;
        Wallis and Futuna Islands""",
}  # fmt: skip

# Cities that `Regions.of_name` would otherwise put into a wrong region or into none, because there
# are cities of that name elsewhere, or because no present-day gazetteer has the city. Add one here.
_CITIES: Final[dict[str, str]] = {
    "Africa": """
        Alexandria; Antananarivo; Bangui; Bissau; Carthage; Freetown; Hippo; Johannesburg; Lagos;
        Monrovia; Nouakchott; Rabat; Tripoli""",
    "Americas": """
        Albany; Asunción; Atlanta; Austin; Baltimore; Boston; Buenos Aires; Buffalo; Castries;
        Charlotte; Chicago; Cincinnati; Cleveland; Columbus; Concepción; Dallas; Denver; Detroit;
        Georgetown; Hamilton; Hartford; Havana; Houston; Indianapolis; Jacksonville; Kingston;
        Las Vegas; Lima; Los Angeles; Memphis; Miami; Milwaukee; Minneapolis; Montreal; Nashville;
        Nassau; New Orleans; New York; New York City; Newark; Orlando; Ottawa; Philadelphia;
        Phoenix; Pittsburgh; Portland; Providence; Québec; Richmond; Rio de Janeiro; Sacramento;
        Salt Lake City; San Antonio; San Diego; San Francisco; San Jose; San José; San Juan;
        San Salvador; Santiago; Santo Domingo; São Paulo; Seattle; St. Louis; Toronto; Vancouver;
        Washington; Washington, D.C.; Washington D.C.""",
    "Asia": """
        Antioch; Ashkelon; Babylon; Baghdad; Beirut; Bethlehem; Caesarea; Canton; Chalcedon;
        Constantinople; Damascus; Delhi; Edessa; Ephesus; Hebron; Hyderabad; Istanbul; Jakarta;
        Jericho; Jerusalem; Lahore; Madras; Malé; Manila; Manzikert; Mecca; Medina; Nazareth;
        Nicaea; Nicosia; Nineveh; Pergamon; Peking; Saigon; Samarkand; Shanghai; Sidon; Smyrna;
        Troy; Tyre""",
    "Europe": """
        Athens; Berlin; Birmingham; Brussels; Byzantium; Cologne; Corinth; Dublin; Florence; Geneva;
        Königsberg; Leningrad; London; Luxembourg; Manchester; Moscow; Munich; Naples; Oxford;
        Paris; Rome; Saint Petersburg; Sparta; St. Petersburg; Stalingrad; Venice; Vienna;
        Warsaw""",
    "Oceania": """
        Adelaide; Apia; Auckland; Brisbane; Canberra; Christchurch; Melbourne; Nouméa; Perth; Suva;
        Sydney; Wellington""",
}  # fmt: skip

# If cities in several regions have the same name, the first of these regions is chosen, because
# settlers named new cities after old ones.
_OLDEST_FIRST: Final = ("Europe", "Asia", "Africa", "Americas", "Oceania")


def _table(table: Mapping[str, str]) -> dict[str, str]:
    """Return the region of each name; `table` maps regions to names separated by semicolons."""
    return {
        " ".join(name.split()): region
        for region, names in table.items()
        for name in names.split(";")
    }


_BY_COUNTRY: Final = {country_key(name): region for name, region in _table(_COUNTRIES).items()}
_BY_CITY: Final = {alias_key(name): region for name, region in _table(_CITIES).items()}


# The words before the short name of a country in its official name, such as "Federal Republic of".
_FORM_OF_STATE: Final = re.compile(
    r"(?:[a-z' ]+ )?(?:republic|kingdom|state|union|commonwealth|sultanate|emirate|principality) "
    r"of (?:the )?"
)


def region_of_country(name: str) -> str:
    """Return the region of a country, given any of its names, or UNKNOWN."""
    key = country_key(name)
    short = country_key(_FORM_OF_STATE.sub("", key))
    return _BY_COUNTRY.get(key) or _BY_COUNTRY.get(short, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Regions:
    """A lookup of the regions in which countries and cities lie."""

    cities: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each name of cities, in lower case, all regions in which a gazetteer has such a city."""

    @classmethod
    def of(cls, names: Iterable[Name]) -> Regions:
        """Collect the regions of the cities among `names`; cities without a country are ignored."""
        countries: dict[str, frozenset[str]] = {}
        cities: dict[str, frozenset[str]] = {}
        towns = Columns.of(names).where({"span_type": "CITY"})
        for text, country in towns.fields("text", "country"):
            if not country:
                continue
            region = countries.get(country)
            if region is None:
                region = countries[country] = frozenset({region_of_country(country)})
            key = text.casefold()
            known = cities.get(key, region)
            cities[key] = region if known == region else known | region
        return cls(cities)

    def of_name(self, kind: str, name: str, home: str = "") -> str:
        """Return the region of a name of type `kind`, or UNKNOWN.

        Only the types COUNTRY and CITY have regions. If the gazetteer has a city of that name
        in the region `home`, the result is `home`. Otherwise a table of well-known cities
        decides, then the table of countries (for Singapore), and then the gazetteer. If the
        gazetteer has such cities in several regions, the result is the region in which the name
        is probably the oldest (see _OLDEST_FIRST). Callers set `home` to the region in which
        most of their places lie, or to "" if there is none.
        """
        if kind == "COUNTRY":
            return region_of_country(name)
        if kind != "CITY":
            return UNKNOWN
        found = self.cities.get(name.casefold(), frozenset())
        if home in found:
            return home
        known = _BY_CITY.get(alias_key(name)) or _BY_COUNTRY.get(country_key(name))
        return known or next((region for region in _OLDEST_FIRST if region in found), UNKNOWN)
