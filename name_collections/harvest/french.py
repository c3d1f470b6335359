"""French names: the national file of given names, and surnames from Wikipedia."""

from __future__ import annotations

from name_collections.harvest.people import of_culture
from name_collections.harvest.source import Download, Source
from name_collections.harvest.wikipedia import category

SOURCE = Source(
    name="french",
    help="given names of France since 1900 by sex, and French-language surnames",
    licence="Licence Ouverte 2.0 (INSEE)",
    attribution="INSEE, Fichier des prénoms; Wikipedia, Category:French-language surnames",
    collections={"*": "french"},
    downloads=(
        Download(
            "https://www.insee.fr/fr/statistiques/fichier/2540004/nat2021_csv.zip",
            "nat2021_csv.zip",
        ),
        category("French-language surnames"),
    ),
    parse=of_culture("french"),
)
