"""Romanized Arabic names: lists of given names by gender, and surnames from Wikipedia."""

from __future__ import annotations

from name_collections.harvest.people import of_culture
from name_collections.harvest.source import Download, Source
from name_collections.harvest.wikipedia import category

_TREE = "https://raw.githubusercontent.com/zakahmad/ArabicNameGenderFinder/master"

SOURCE = Source(
    name="arabic",
    help="romanized Arabic given names by gender, and Arabic-language surnames",
    licence="none stated (lists of names); surnames CC-BY-SA-4.0 (Wikipedia)",
    attribution="zakahmad, ArabicNameGenderFinder; Wikipedia, Category:Arabic-language surnames",
    collections={"*": "arabic"},
    downloads=(
        Download(f"{_TREE}/males_en.csv", "males_en.csv"),
        Download(f"{_TREE}/females_en.csv", "females_en.csv"),
        category("Arabic-language surnames"),
    ),
    parse=of_culture("arabic"),
)
