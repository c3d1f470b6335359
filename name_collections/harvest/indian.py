"""Romanized Indian names: lists of given names by gender, and surnames."""

from __future__ import annotations

from name_collections.harvest.people import of_culture
from name_collections.harvest.source import Download, Source

_GIST = "https://gist.githubusercontent.com/mbejda"
_TREE = "https://raw.githubusercontent.com/merishnaSuwal/indian_surnames_data/master"

SOURCE = Source(
    name="indian",
    help="Indian given names by gender and surnames (name,gender,race and caste tables)",
    licence="none stated (lists of names); surnames from Wiktionary, CC-BY-SA-4.0",
    attribution="mbejda, Indian names; merishnaSuwal, indian_surnames_data (Wiktionary)",
    collections={"*": "indian"},
    downloads=(
        Download(f"{_GIST}/7f86ca901fe41bc14a63/raw", "indian-male-names.csv"),
        Download(f"{_GIST}/9b93c7545c9dd93060bd/raw", "indian-female-names.csv"),
        Download(f"{_TREE}/indian_caste_data.csv", "indian_caste_data.csv"),
    ),
    parse=of_culture("indian"),
)
