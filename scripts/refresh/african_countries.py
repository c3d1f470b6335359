"""The 54 countries of Africa, with the codes and names that the sources of names use."""

from __future__ import annotations

# The ISO 3166 code and the GEC code of each country, by its short name. GEC codes are the country
# codes of the United States government, after which The World Factbook names its files.
CODES = {
    "Algeria": "DZ ag", "Angola": "AO ao", "Benin": "BJ bn", "Botswana": "BW bc",
    "Burkina Faso": "BF uv", "Burundi": "BI by", "Cameroon": "CM cm", "Cape Verde": "CV cv",
    "Central African Republic": "CF ct", "Chad": "TD cd", "Comoros": "KM cn", "Congo": "CG cf",
    "Democratic Republic of the Congo": "CD cg", "Djibouti": "DJ dj", "Egypt": "EG eg",
    "Equatorial Guinea": "GQ ek", "Eritrea": "ER er", "Eswatini": "SZ wz", "Ethiopia": "ET et",
    "Gabon": "GA gb", "Gambia": "GM ga", "Ghana": "GH gh", "Guinea": "GN gv",
    "Guinea-Bissau": "GW pu", "Ivory Coast": "CI iv", "Kenya": "KE ke", "Lesotho": "LS lt",
    "Liberia": "LR li", "Libya": "LY ly", "Madagascar": "MG ma", "Malawi": "MW mi",
    "Mali": "ML ml", "Mauritania": "MR mr", "Mauritius": "MU mp", "Morocco": "MA mo",
    "Mozambique": "MZ mz", "Namibia": "NA wa", "Niger": "NE ng", "Nigeria": "NG ni",
    "Rwanda": "RW rw", "Sao Tome and Principe": "ST tp", "Senegal": "SN sg", "Seychelles": "SC se",
    "Sierra Leone": "SL sl", "Somalia": "SO so", "South Africa": "ZA sf", "South Sudan": "SS od",
    "Sudan": "SD su", "Tanzania": "TZ tz", "Togo": "TG to", "Tunisia": "TN ts", "Uganda": "UG ug",
    "Zambia": "ZM za", "Zimbabwe": "ZW zi",
}  # fmt: skip
ISO = {country: code.split()[0] for country, code in CODES.items()}
GEC = {country: code.split()[1] for country, code in CODES.items()}
BY_ISO = {code: country for country, code in ISO.items()}
# How a country is written after "of" in the name of an institution, if not by its short name.
OF = {
    "Central African Republic": "the Central African Republic", "Comoros": "the Comoros",
    "Congo": "the Republic of the Congo", "Gambia": "the Gambia",
    "Democratic Republic of the Congo": "the Democratic Republic of the Congo",
    "Seychelles": "the Seychelles",
}  # fmt: skip
