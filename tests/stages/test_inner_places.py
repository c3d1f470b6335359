"""Countries, states and cities inside names of events, organizations and buildings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Literal

import pytest
from test_worlds_of_passages import Marked

from builders import build, verify
from builders.pipeline import Options
from builders.releases.rows import read_rows

TYPES: Final = {
    "Cape Town Opera": "ORG", "Muslim Association of Britain": "ORG",
    "Ulster Unionist Party": "ORG", "Perth Arena": "LOC", "Warren Commission": "ORG",
    "Scottish Executive": "ORG", "Persian Gulf": "LOC", "Hizb Bavaria": "ORG",
    "South Africa": "COUNTRY", "Rugby Football Union": "ORG", "Church of England": "ORG",
    "Organization of American States": "ORG", "Indian subcontinent": "LOC",
    "New York": "CITY", "New York Arena": "LOC",
    "Hammerstein Ballroom": "LOC", "Nassau Coliseum": "ORG", "Rod Laver Arena": "LOC",
    "Middle Rhine": "LOC", "Upper Canada": "LOC", "Tyne and Wear": "LOC", "Acme Records": "ORG",
    "Leitrim-Sligo": "GPE", "Qara Khitai": "GPE", "South Hylton": "GPE", "Song dynasty": "GPE",
    "Jupiter": "GPE", "Rhine": "GPE", "Van Gogh Hall": "LOC", "Juan Carlos II Bridge": "LOC",
    "Orion Nebula": "LOC", "Hadrian's Wall": "LOC", "Hammerstein Street": "LOC",
    "Colony of Singapore": "GPE", "Ἀχίλλειον": "GPE", "Achílleion": "GPE", "Cardiff North": "LOC",
}  # fmt: skip
ORGANIZATIONS: Final = {
    "South Africa has the Cape Town Opera.": r"(?!South Africa).+ has the (?!Cape Town).+ Opera\.",
    "The Muslim Association of Britain met.": r"The Muslim Association of (?!Britain).+ met\.",
    "The Ulster Unionist Party won.": r"The (?!Ulster).+ Unionist Party won\.",
    "The Scottish Executive met.": r"The (?!Scottish).+ Executive met\.",
    "The Perth Arena is full.": r"The (?!Perth).+ Arena is full\.",
    "The Warren Commission met.": r"The Warren Commission met\.",
    "The Persian Gulf is warm.": r"The Persian Gulf is warm\.",
    "The Hizb Bavaria met.": r"The Hizb Bavaria met\.",
    "The Rugby Football Union met.": r"The Rugby Football Union met\.",
    "The Church of England met.": r"The Church of England met\.",
    "The Organization of American States met.": r"The Organization of American States met\.",
    "The Indian subcontinent is large.": r"The Indian subcontinent is large\.",
    "The New York Arena is in New York.": r"The (?!New York)(.+) Arena is in \1\.",
    "He sang in Hammerstein Ballroom.": r"He sang in (?!Hammerstein).+ Ballroom\.",
    "He sang in the Nassau Coliseum.": r"He sang in the (?!Nassau).+ Coliseum\.",
    "He sang in Rod Laver Arena.": r"He sang in (?!.*(?:Rod|Laver)).+ Arena\.",
    "He sang in Van Gogh Hall.": r"He sang in Van Gogh Hall\.",
    "He came to Juan Carlos II Bridge.": r"He came to Juan Carlos II Bridge\.",
    "He came to Hadrian's Wall.": r"He came to (?!Hadrian).+'s Wall\.",
    "He came to Hammerstein Street.": r"He came to (?!Hammerstein).+ Street\.",
    "He saw the Orion Nebula.": r"He saw the Orion Nebula\.",
    "He flew to Jupiter.": r"He flew to Jupiter\.",
    "He came to Rhine.": r"He came to (?!Rhine)(?:.+)\.",
    "He came to Middle Rhine.": r"He came to Middle Rhine\.",
    "He came to Upper Canada.": r"He came to Upper (?!Canada).+\.",
    "He came to Tyne and Wear.": r"He came to Tyne and Wear\.",
    "He sang for Acme Records.": r"He sang for Acme Records\.",
    "He came to Leitrim-Sligo.": r"He came to (?!.*(?:Leitrim|Sligo)).+\.",
    "He came to the Qara Khitai.": r"He came to the Qara Khitai\.",
    "He came to South Hylton.": r"He came to South (?!Hylton).+\.",
    "He came to Song dynasty.": r"He came to Song dynasty\.",
    "He came to Colony of Singapore.": r"He came to Colony of Singapore\.",
    "They built Achílleion (Ἀχίλλειον).": r"They built (?!Achílleion).+ \(Ἀχίλλειον\)\.",
    "He came to Cardiff North.": r"He came to (?!Cardiff).+ North\.",
}
EVENTS: Final = {
    "It won the 2012 Quebec general election.": r"It won the 2012 (?!Quebec).+ general election\.",
    "It won the 2001 Fijian general election.": r"It won the 2001 (?!Fijian).+ general election\.",
    "It follows the Central African Republic general election.":
        r"It follows the Central African Republic general election\.",
    "It saw the 2004 Indian Ocean earthquake and tsunami.":
        r"It saw the 2004 Indian Ocean earthquake and tsunami\.",
    "He won the 1996 United States Senate election in Georgia.":
        r"He won the 1996 (?!United States).+ Senate election in Georgia\.",
    "It won the Trinidad and Tobago general election.":
        r"It won the Trinidad and Tobago general election\.",
    "The Treaty of Lisbon was signed in December.": r"The Treaty of Lisbon was signed .+",
}  # fmt: skip
TITLES: Final = {
    "National_Sammarinese_Alliance": ("The Sammarinese won.", r"National_(.+)_Alliance"),
    "Union_of_Independent_Kenyans": ("The Kenyan party won.", r"Union_of_Independent_(.+)s"),
    "Jordan_River": ("Jordan Hart sued.", r"(Jordan)_River"),
    "Ann_Zetkin": ("He saw Zetkin Ballroom.", r"[^_]+_(.+)"),
    "Unionist_Party_(South_Africa)":
        ("The South African saw the Union of South Africa.", r"Unionist_Party_\((.+)\)"),
    "2003_Croatian_parliamentary_election":
        ("The Croatian won.", r"2003_(.+)_parliamentary_election"),
}  # fmt: skip
IN_TITLES: Final = {
    "Sammarinese": "NORP", "Kenyan": "NORP", "Croatian": "NORP", "South Africa": "COUNTRY",
    "South African": "NORP", "National Sammarinese Alliance": "ORG",
    "Union of Independent Kenyans": "ORG",
    "Jordan Hart": "PERSON", "Ann Zetkin": "PERSON", "Zetkin Ballroom": "LOC",
    "Unionist Party": "ORG", "Union of South Africa": "ORG",
}  # fmt: skip


def test_titles_follow_the_countries_and_peoples_of_their_passages(tmp_path: Path) -> None:
    rows = [
        {"id": title, "title": title, "context": text, "question": "Who?",
         "answers": {"text": [], "answer_start": []}}
        for title, (text, _) in TITLES.items()
    ]  # fmt: skip
    options = Options(recognizer=Marked(IN_TITLES), cache=tmp_path / "cache")
    made = build("afrisquad2", tmp_path / "made", options, sources={"SQuAD2": rows})
    assert verify(made).findings == ()
    (file,) = made.rglob("AfriSQuAD2.parquet")
    for row in read_rows(file):
        text, wanted = TITLES[row.example.id]
        new = re.fullmatch(wanted, row.example.title)
        assert new is not None, row.example.title
        assert new[1].replace("_", " ") in row.example.context, row.example
        assert (row.example.context == text) == (new[1] == "Jordan")


@pytest.mark.parametrize("kind", ["GPE", "ORG", "PERSON", "CITY"])
def test_questions_call_a_namesake_of_a_hall_as_the_passage_does(
    tmp_path: Path, kind: Literal["GPE", "ORG", "PERSON", "CITY"]
) -> None:
    rows = [
        {"id": "a", "title": "", "context": "He sang in Hammerstein Ballroom.",
         "question": "Who is Hammerstein?", "answers": {"text": [], "answer_start": []}}
    ]  # fmt: skip
    recognizer = Marked({"Hammerstein Ballroom": "LOC", "Hammerstein": kind})
    options = Options(recognizer=recognizer, cache=tmp_path / "cache")
    made = build("afrisquad2", tmp_path / "made", options, sources={"SQuAD2": rows})
    assert verify(made).findings == ()
    (row,) = read_rows(made / "data" / "AfriSQuAD2" / "AfriSQuAD2.parquet")
    new = re.fullmatch(r"He sang in (?!Hammerstein)(.+) Ballroom\.", row.example.context)
    assert new is not None, row.example.context
    assert row.example.question == f"Who is {new[1]}?"


@pytest.mark.parametrize("recognizer", [Marked(TYPES), "bundled"], ids=["names", "events"])
def test_places_in_names_that_stay_are_renamed(
    tmp_path: Path, recognizer: Marked | Literal["bundled"]
) -> None:
    passages = EVENTS if recognizer == "bundled" else ORGANIZATIONS
    rows = [
        {"id": str(n), "title": "", "context": text, "question": "Who?",
         "answers": {"text": [], "answer_start": []}}
        for n, text in enumerate(passages)
    ]  # fmt: skip
    options = Options(recognizer=recognizer, cache=tmp_path / "cache")
    made = build("afrisquad2", tmp_path / "made", options, sources={"SQuAD2": rows})
    assert verify(made).findings == ()
    (file,) = made.rglob("AfriSQuAD2.parquet")
    new = {row.example.id: row.example.context for row in read_rows(file)}
    for number, wanted in enumerate(passages.values()):
        assert re.fullmatch(wanted, new[str(number)]), new[str(number)]
