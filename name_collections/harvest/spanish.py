"""Spanish names: given names by gender and surnames, from the national statistics institute."""

from __future__ import annotations

from name_collections.harvest.people import of_culture
from name_collections.harvest.source import Source

SOURCE = Source(
    name="spanish",
    help="Spanish names: male_names.csv, female_names.csv, surnames.csv, or ESGiven*.json",
    licence="as stated by the file (INE, Instituto Nacional de Estadística)",
    attribution="Instituto Nacional de Estadística, frequencies of names and surnames",
    collections={"*": "spanish"},
    parse=of_culture("spanish"),
    needs_input="Kaggle (migalpha/spanish-names) and data.world (axtscz/spanish-first-name) want "
    "a login; download the files in a browser and pass them with --input",
)
