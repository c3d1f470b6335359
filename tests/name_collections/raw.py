"""Small raw inputs in the real formats of every source: the fixtures of the parsers."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterable, Sequence

import openpyxl

YOB_1990 = (
    "Mary,F,8666\nJessica,F,46475\nJordan,F,3000\nMichael,M,65302\nJordan,M,14105\nTaylor,M,900\n"
)
YOB_1991 = "Mary,F,8000\r\nTaylor,F,1500\r\nMichael,M,60000\r\nWill,M,900\r\n"

CENSUS = """\
name,rank,count,prop100k,cum_prop100k,pctwhite,pctblack,pctapi,pctaian,pct2prace,pcthispanic
SMITH,1,2442977,828.19,828.19,70.9,23.11,0.5,0.89,2.19,2.4
MCCOY,327,103000,34.92,9000.1,70.2,24.0,0.5,0.9,2.2,2.2
OBRIEN,480,80000,27.12,11000.2,95.1,0.9,0.8,0.3,1.1,1.8
RICE,200,130000,44.07,7000.0,74.1,20.2,0.9,0.8,1.9,2.1
ALL OTHER NAMES,0,29312001,9936.97,100000.00,66.65,8.53,7.97,0.86,2.32,13.67
"""

CENSUS_2020 = (
    ("Frequently Occurring Last Names in the 2020 Census",),
    ("Note: counts contain noise",),
    ("LAST NAME", "RANK", "FREQUENCY (COUNT)", "PROPORTION PER 100,000 POPULATION"),
    ("SMITH", 1, 2369644, 792.79), ("MCCOY", 330, "105000", 35.1),
    ("OBRIEN", 490, 79000, 26.4), ("RICE", 210, 128000, 42.8),
    ("ALL OTHER NAMES", None, 36300000, 12144.5),
)  # fmt: skip

COUNTRIES = [
    {
        "id": 1, "name": "Kenya", "iso3": "KEN", "iso2": "KE", "capital": "Nairobi",
        "region": "Africa", "nationality": "Kenyan", "translations": {"de": "Kenia"},
    },
    {
        "id": 2, "name": "The Bahamas", "iso3": "BHS", "iso2": "BS", "capital": "Nassau",
        "region": "Americas", "nationality": "Bahamian", "translations": {},
    },
    {
        "id": 3, "name": "United Kingdom", "iso3": "GBR", "iso2": "GB", "capital": "London",
        "region": "Europe", "nationality": "British, UK", "translations": {},
    },
]  # fmt: skip
STATES = [
    {
        "id": 181, "name": "Baringo", "country_id": 113, "country_code": "KE",
        "country_name": "Kenya", "iso2": "01", "type": "county",
    },
    {"id": 182, "name": "", "country_id": 113, "country_code": "KE", "country_name": "Kenya"},
]  # fmt: skip
CITIES = [
    {
        "id": 1, "name": "Kabarnet", "state_id": 181, "state_code": "01",
        "state_name": "Baringo", "country_code": "KE", "country_name": "Kenya",
        "wikiDataId": "Q1",
    },
    {"id": 2, "name": "Nakuru\u200b", "state_id": 1, "country_code": "KE", "country_name": "Kenya"},
    {"id": 3, "name": "Sector 4", "state_id": 1, "country_code": "KE", "country_name": "Kenya"},
    {"id": 4, "name": "Nowhere", "state_id": 1, "country_code": "XX"},
]  # fmt: skip

MRG = """\

( (S
    (NP-SBJ
      (NP (NNP Pierre) (NNP Vinken) )
      (, ,)
      (ADJP (NP (CD 61) (NNS years) ) (JJ old) )
      (, ,) )
    (VP (MD will)
      (VP (VB join) (NP (DT the) (NN board) ) (-NONE- *-1) (-LRB- -LRB-) (CD 1\\/2) ) )
    (. .) ))
"""
POS = """\

======================================

[ Pierre/NNP Vinken/NNP ]
,/,
[ 61/CD years/NNS ]
old/JJ ,/, will/MD|NN join/VB
[ Pierre/NNP ]
"""
CONLLU = """\
# sent_id = 1
# text = Vinken's will and Will
1-2\tVinken's\t_\t_\t_\t_\t_\t_\t_\t_
1\tVinken\tVinken\tPROPN\tNNP\tNumber=Sing\t3\tnmod:poss\t_\t_
2\t's\t's\tPART\tPOS\t_\t1\tcase\t_\t_
3\twill\twill\tNOUN\tNN\t_\t0\troot\t_\t_
3.1\tgone\tgo\tVERB\tVBN\t_\t_\t_\t_\t_
4\tand\tand\tCCONJ\tCC\t_\t5\tcc\t_\t_
5\tWill\tWill\tPROPN\tNNP\t_\t3\tconj\t_\t_
6\tIBM\tIBM\tPROPN\t_\t_\t3\tconj\t_\t_

"""

INSEE = """\
sexe;preusuel;annais;nombre
1;_PRENOMS_RARES;1900;1249
1;ADRIEN;1901;300
2;CAMILLE;1990;900
1;CAMILLE;1990;600
2;ZOÉ;XXXX;21
"""
KAGGLE_FRENCH = "year,name,sex,count\n1900,Marie,F,48713\n1900,Jean,M,14097\n"
WIKI_JSON = json.dumps({
    "continue": {"cmcontinue": "page|2|3", "continue": "-||"},
    "query": {"categorymembers": [
        {"pageid": 1, "ns": 0, "title": "Dubois (surname)"},
        {"pageid": 2, "ns": 0, "title": "Lefèvre"},
        {"pageid": 3, "ns": 14, "title": "Category:Surnames of Norman origin"},
    ]},
})  # fmt: skip
WIKI_HTML = """<html><body><a href="/wiki/Arabic" title="Arabic">Arabic</a>
<div class="mw-category mw-category-columns"><div class="mw-category-group"><h3>H</h3><ul>
<li><a href="/wiki/Haddad" title="Haddad">Haddad</a></li>
<li><a href="/wiki/Najjar_(surname)" title="Najjar (surname)">Najjar</a></li>
<li><a href="/wiki/Category:X" title="Category:X">X</a></li></ul></div></div>
<div><a href="/wiki/Surname" title="Surname">Surname</a></div></body></html>"""
ARABIC = "Name,Gender\naaban,Male\nabd-al-aziz,Male\nفاطمة,Male\nmarudeen.,Male\n"
SPANISH_FIRST = "name,frequency,mean_age\nANTONIO,695488,56.3\nJOSE,595776,61.7\n"
SPANISH_LAST = (
    "surname,frequency_first,frequency_second,frequency_both\nGARCÍA,1462923,1478228,80543\n"
)
SPANISH_JSON = '["Abel", "Abraham", {"name": "Adán", "frequency": "12"}]'
INDIAN = """\
name,gender,race
barjraj,m,indian
ramdin verma,m,indian
sharat chandran,m,indian
,m,indian
"""
CASTE = "Surname\nAcharya\nAgarwal\n"
GIVEN = """\
character,pinyin,bihua,n.male,n.female
伟,wei3,6,5000,100
王,wang2,4,10,10
欧,ou1,8,1,1
阳,yang2,6,9,1
绿,lv4,11,1,4
永,yǒng,5,9,1
安,an1,6,9,1
奇,,8,1,1
"""
WHOLE_GIVEN = """\
name,n.male,n.female,beijing,others
伟,2825007,454481,48043,7410
永安,9000,100,10,1
卫,300,100,10,1
绿,10,4000,10,1
奇,10,10,1,1
"""
FAMILY = """\
surname,compound,initial,initial.rank,n.1930_2008,ppm.1930_2008
王,0,w,23,88465683,74861.8
欧阳,1,o,15,807920,683.6
龘,0,d,4,3,0.1
"""
WIKIDATA = json.dumps([
    {"item": "http://www.wikidata.org/entity/Q1", "label": "Wangari Muta Maathai",
     "gender": "http://www.wikidata.org/entity/Q6581072", "given": "Wangari",
     "family": "Maathai", "country": "Kenya"},
    {"item": "http://www.wikidata.org/entity/Q2", "label": "Q2", "country": "Kenya"},
])  # fmt: skip


def zipped(members: dict[str, str | bytes]) -> bytes:
    """Return a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def workbook(rows: Iterable[Sequence[object]]) -> bytes:
    """Return an Excel workbook with one sheet."""
    book, buffer = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(buffer)
    return buffer.getvalue()


def packed(value: object) -> bytes:
    """Return gzipped JSON."""
    return gzip.compress(json.dumps(value, ensure_ascii=False).encode(), mtime=0)


CENSUS_2010 = {"names.zip": zipped({"Names_2010Census.csv": CENSUS, "Names.xlsx": b"PK"})}

# One row a source: the files that it serves, by name.
RAW: dict[str, dict[str, bytes]] = {
    "ssa": {
        "names.zip": zipped(
            {"NationalReadMe.pdf": b"%PDF", "yob1990.txt": YOB_1990, "yob1991.txt": YOB_1991}
        )
    },
    "census": {"Names2020_LastNames_RaceHispanic.xlsx": workbook(CENSUS_2020)},
    "countries-states-cities": {
        "1-countries.json.gz": packed(COUNTRIES),
        "2-states.json.gz": packed(STATES),
        "3-cities.json.gz": packed(CITIES),
    },
    "wikidata-africa": {"person-Q114.json": WIKIDATA.encode()},
    "african-persons": {"person-Q114.json": WIKIDATA.encode()},
    "ptb": {"wsj_0001.mrg": MRG.encode(), "wsj_0002.pos": POS.encode()},
    "ud-english": {"en_ewt-ud-dev.conllu": CONLLU.encode()},
    "french": {
        "nat2021_csv.zip": zipped({"nat2021.csv": INSEE}),
        "national_names.csv": KAGGLE_FRENCH.encode(),
        "French-language surnames.json": WIKI_JSON.encode(),
    },
    "indian": {
        "indian-male-names.csv": INDIAN.encode(),
        "indian_caste_data.csv": CASTE.encode(),
    },
    "arabic": {"males_en.csv": ARABIC.encode(), "surnames.html": WIKI_HTML.encode()},
    "chinese": {
        "givenname.csv": GIVEN.encode(),
        "familyname.csv": FAMILY.encode(),
        "top1000name.prov.csv": WHOLE_GIVEN.encode(),
    },
    "spanish": {
        "male_names.csv": SPANISH_FIRST.encode(),
        "surnames.csv": SPANISH_LAST.encode(),
        "ESGivenFemale.json": SPANISH_JSON.encode(),
    },
}
