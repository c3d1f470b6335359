"""The very queries, through SPARQLWrapper, against a SPARQL engine on loopback."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pyoxigraph
import pytest

from name_collections import store
from name_collections.errors import FixDownloadError, FixNamesFileError, RetryDownloadError
from name_collections.harvest.wikidata import query
from name_collections.harvesting import HarvestOptions, harvest
from name_collections.sparql import Endpoint

GRAPH = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
wd:Q114 wdt:P31 wd:Q3624078 ; wdt:P30 wd:Q15 ; rdfs:label "Kenya"@en, "Kenia"@de ;
  wdt:P1549 "Kenyan"@en, "Kenianer"@de .
wd:Q1033 wdt:P31 wd:Q3624078 ; wdt:P30 wd:Q15 ; rdfs:label "Nigeria"@en ; wdt:P1549 "Nigerian"@en .
wd:Q999 wdt:P31 wd:Q3624078 ; wdt:P30 wd:Q15 ; rdfs:label "Zanzibar Republic"@en ;
  wdt:P576 "1964" .
wd:Q142 wdt:P31 wd:Q3624078 ; wdt:P30 wd:Q46 ; rdfs:label "France"@en .
wd:Q1549591 wdt:P279 wd:Q515 .
wd:Q3870 wdt:P31 wd:Q1549591 ; wdt:P17 wd:Q114 ; rdfs:label "Nairobi"@en .
wd:Q158183 wdt:P31 wd:Q515 ; wdt:P17 wd:Q114 ; rdfs:label "Kisumu"@en .
wd:Q8673 wdt:P31 wd:Q515 ; wdt:P17 wd:Q1033 ; rdfs:label "Lagos, Nigeria"@en .
wd:Q77777 wdt:P31 wd:Q515 ; wdt:P17 wd:Q114 ; rdfs:label "Nairobis"@sw .
wd:Q88888 wdt:P31 wd:Q515 ; wdt:P17 wd:Q114 ; rdfs:label "Q88888"@en .
wd:Q46809 wdt:P31 wd:Q5 ; wdt:P19 wd:Q3870 ; wdt:P21 wd:Q6581072 ;
  rdfs:label "Wangari Muta Maathai"@en ; wdt:P735 wd:Q1 ; wdt:P734 wd:Q2 .
wd:Q1 rdfs:label "Wangari"@en . wd:Q2 rdfs:label "Maathai"@mul, "Maatai"@fr .
wd:Q46810 wdt:P31 wd:Q5 ; wdt:P19 wd:Q158183 ; rdfs:label "Tom Mboya"@mul, "Tom M'Boya"@fr .
wd:Q46811 wdt:P31 wd:Q5 ; wdt:P19 wd:Q8673 ; wdt:P21 wd:Q6581097 ;
  rdfs:label "Abidemi"@en ; wdt:P735 wd:Q3, wd:Q4 .
wd:Q3 rdfs:label "Abidemi"@en . wd:Q4 rdfs:label "Abi"@en .
wd:Q7296 wdt:P31 wd:Q8502 ; wdt:P17 wd:Q114 ; rdfs:label "Mount Kenya"@en .
wd:Q5505 wdt:P31 wd:Q23397 ; wdt:P17 wd:Q114, wd:Q1033 ; rdfs:label "Lake Turkana"@en .
wd:Q1000 wdt:P31 wd:Q3918 ; wdt:P17 wd:Q1033 ; rdfs:label "University of Ibadan"@en .
"""


@pytest.fixture(scope="module")
def graph():
    found = pyoxigraph.Store()
    found.load(GRAPH.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return found


def engine(graph, answer):
    def respond(request):
        text = request.body.decode() if request.method == "POST" else urlsplit(request.path).query
        found = graph.query(parse_qs(text)["query"][0])
        body = found.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
        return answer(body, 200, {"Content-Type": "application/sparql-results+json"})

    return respond


def run(loopback, tmp_path, slept, name="wikidata-africa"):
    return harvest(
        name,
        out=tmp_path / "names",
        cache=tmp_path / "cache",
        retrieved="2026-01-01",
        options=HarvestOptions(
            endpoint=f"{loopback.url}/sparql", contact="a@b.c", sleep=slept.append
        ),
    )


def test_all_six_categories_arrive_with_their_countries(loopback, graph, answer, tmp_path, slept):
    loopback.answers = [engine(graph, answer)]
    report = run(loopback, tmp_path, slept)
    out = tmp_path / "names"

    def pairs(collection, span_type):
        names = store.load(collection, out).names
        return {(n.text, n.country) for n in names if n.span_type == span_type}

    assert pairs("african-countries", "COUNTRY") == {("Kenya", "Kenya"), ("Nigeria", "Nigeria")}
    assert pairs("african-nationalities", "NATIONALITY") == {
        ("Kenyan", "Kenya"),
        ("Nigerian", "Nigeria"),
    }
    assert pairs("african-cities", "CITY") == {
        ("Nairobi", "Kenya"),
        ("Kisumu", "Kenya"),
        ("Lagos", "Nigeria"),
    }
    assert pairs("african-persons", "PERSON") == {
        ("Muta Maathai", "Kenya"),
        ("Tom Mboya", "Kenya"),
        ("Abidemi", "Nigeria"),
    }
    assert pairs("african-persons", "LAST") == {("Maathai", "Kenya"), ("Mboya", "Kenya")}
    assert ("Mount Kenya", "Kenya") in pairs("african-locations", "LOCATION")
    assert pairs("african-organizations", "ORGANIZATION") == {("University of Ibadan", "Nigeria")}
    assert pairs("african", "FIRST_FEMALE") == {("Wangari", "Kenya")}
    assert pairs("african", "FIRST_MALE") == {("Abi", "Nigeria")}
    assert report.dropped["item without an English label"] == 1
    assert report.dropped["item seen before"] == 2  # a second given name, a lake of two countries


def test_given_names_without_a_stated_gender_are_not_guessed(
    loopback, graph, answer, tmp_path, slept
):
    loopback.answers = [engine(graph, answer)]
    run(loopback, tmp_path, slept, "african-persons")
    persons = {n.text: n.gender for n in store.load("african-persons", tmp_path / "names").names}
    assert persons["Tom Mboya"] == ""
    assert persons["Muta Maathai"] == "female"


def test_provenance_holds_endpoint_licence_query_and_digest(
    loopback, graph, answer, tmp_path, slept
):
    loopback.answers = [engine(graph, answer)]
    run(loopback, tmp_path, slept)
    (entry,) = store.load("african-cities", tmp_path / "names").provenance
    assert (entry.url, entry.licence) == (f"{loopback.url}/sparql", "CC0-1.0")
    assert "wdt:P31/wdt:P279* wd:Q515" in entry.query
    assert len(entry.sha256) == 64
    assert entry.retrieved == "2026-01-01"


def test_manners(loopback, graph, answer, tmp_path, slept):
    loopback.answers = [engine(graph, answer)]
    run(loopback, tmp_path, slept)
    assert all("a@b.c" in r.headers["User-Agent"] for r in loopback.requests)
    assert len(slept) == len(loopback.requests)  # a pause after every query
    assert {r.method for r in loopback.requests} == {"POST"}  # no query is too long for an address


def test_one_query_a_country_and_category(loopback, graph, answer, tmp_path, slept):
    loopback.answers = [engine(graph, answer)]
    run(loopback, tmp_path, slept)
    assert len(loopback.requests) == 1 + 2 * 5


def test_pages_put_together_are_the_whole(loopback, graph, answer, slept):
    loopback.answers = [engine(graph, answer)]
    whole = Endpoint(f"{loopback.url}/sparql", sleep=slept.append)
    small = Endpoint(f"{loopback.url}/sparql", page=1, sleep=slept.append)
    for category in ("city", "person", "location"):
        one = [row for page in whole.pages(category, "Q114") for row in page]
        many = [row for page in small.pages(category, "Q114") for row in page]
        assert one == many
        assert len(one) > 1


def test_a_page_begins_after_the_last_item_of_the_one_before(loopback, graph, answer, slept):
    loopback.answers = [engine(graph, answer)]
    pages = list(Endpoint(f"{loopback.url}/sparql", page=1, sleep=slept.append).pages("country"))
    assert [row["label"] for page in pages for row in page] == ["Nigeria", "Kenya"]
    asked = [parse_qs(request.body.decode())["query"][0] for request in loopback.requests]
    assert 'FILTER(STR(?item) > "http://www.wikidata.org/entity/Q1033")' in asked[1]
    assert not any("OFFSET" in text for text in asked)


def slow_over(items, graph, answer, category):
    """Answer as the service does that gives up a category's queries for more than `items`."""
    right = engine(graph, answer)

    def respond(request):
        text = parse_qs(request.body.decode())["query"][0]
        size = int(text.rpartition("LIMIT ")[2].split()[0])
        if category in text and size > items:
            return answer(b"java.util.concurrent.TimeoutException", 500)
        return right(request)

    return respond


def test_a_query_that_times_out_is_asked_for_smaller_pages(loopback, graph, answer, slept):
    loopback.answers = [slow_over(500, graph, answer, "wdt:P19")]
    endpoint = Endpoint(f"{loopback.url}/sparql", sleep=slept.append)
    assert {row["label"] for page in endpoint.pages("person", "Q114") for row in page} == {
        "Wangari Muta Maathai",
        "Tom Mboya",
    }
    assert len(loopback.requests) == 2 + 1


def test_a_query_that_times_out_however_small_is_left_out_counted_and_asked_again_later(
    loopback, graph, answer, tmp_path, slept
):
    loopback.answers = [slow_over(0, graph, answer, "wdt:P19")]
    report = run(loopback, tmp_path, slept)
    assert report.dropped["query timed out: person of Kenya"] == 1
    assert report.dropped["query timed out: person of Nigeria"] == 1
    cities = store.load("african-cities", tmp_path / "names").pool("CITY")
    assert set(cities) == {"Nairobi", "Kisumu", "Lagos"}
    loopback.requests.clear()
    loopback.answers = [engine(graph, answer)]
    assert "query timed out: person of Kenya" not in run(loopback, tmp_path, slept).dropped
    assert len(loopback.requests) == 2


@pytest.mark.parametrize("name", ["wikidata-africa", "french"])
def test_wikimedia_is_asked_nothing_without_a_contact(name, tmp_path, monkeypatch):
    import httpx

    def asked(request):
        raise AssertionError(request.url)

    monkeypatch.delenv("RENAMER_CONTACT", raising=False)
    options = HarvestOptions(transport=httpx.MockTransport(asked))
    with pytest.raises(FixNamesFileError, match=f"{name}: .*--contact"):
        harvest(name, out=tmp_path, cache=tmp_path, retrieved="2026-01-01", options=options)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_harvest_asks_only_for_what_is_missing(
    loopback, graph, answer, tmp_path, slept
):
    right = engine(graph, answer)
    loopback.answers = [right] * 5 + [answer(b"", 503)]
    with pytest.raises(RetryDownloadError, match="what is finished is kept"):
        run(loopback, tmp_path, slept)
    assert not (tmp_path / "names").exists()
    before = len(loopback.requests)
    loopback.answers = [right]
    run(loopback, tmp_path, slept)
    assert len(loopback.requests) - before == 11 - 5
    assert len(store.load("african-countries", tmp_path / "names").names) == 2


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 429, "headers": {"Retry-After": "7"}},
        {"status": 503, "headers": {"Retry-After": "7"}},
        {"status": 500},
        {"status": 504},
        {"body": b'{"head": {"vars": ["item"]}, "results": {"bindings": [{"item": '},
        {"body": b"<!DOCTYPE html><html><h1>Server error</h1></html>"},
        {"body": b""},
        {"body": b'{"results": {"bindings": {"item": 3}}}'},
        {"body": b"{}" * 50, "cut": 10},
    ],
    ids=["429", "503", "500", "504", "truncated", "html", "nothing", "shape", "cut"],
)
def test_faults_pass_when_the_service_recovers(loopback, graph, answer, tmp_path, slept, fault):
    loopback.answers = [answer(**fault), engine(graph, answer)]
    run(loopback, tmp_path, slept)
    first = 7.0 if fault.get("headers") else 2.0
    assert slept[0] == first
    assert len(store.load("african-countries", tmp_path / "names").names) == 2


def test_a_service_that_does_not_recover_ends_in_one_line(loopback, answer, tmp_path, slept):
    loopback.answers = [answer(b"<html>Error</html>")]
    with pytest.raises(RetryDownloadError, match="web page") as caught:
        run(loopback, tmp_path, slept)
    assert "\n" not in str(caught.value)
    assert slept == [2.0, 4.0, 8.0, 16.0, 32.0]


def test_a_timeout_is_tried_again(loopback, answer, slept):
    import threading

    release = threading.Event()

    def hang(request):
        release.wait(5)
        return answer(b"late")

    loopback.answers = [hang, answer(b'{"results": {"bindings": []}}')]
    endpoint = Endpoint(f"{loopback.url}/sparql", timeout=1, sleep=slept.append)
    assert endpoint.ask(query("country")) == []
    release.set()
    assert slept == [2.0]


def test_an_endpoint_that_knows_no_africa_is_said_and_asked_again(
    loopback, graph, answer, tmp_path, slept
):
    loopback.answers = [answer(b'{"results": {"bindings": []}}')]
    with pytest.raises(FixDownloadError, match="no country of Africa"):
        run(loopback, tmp_path, slept)
    loopback.answers = [engine(graph, answer)]
    run(loopback, tmp_path, slept)


@pytest.mark.parametrize(("status", "words"), [(400, "refused"), (404, "no SPARQL"), (403, "403")])
def test_a_refusal_is_not_tried_again(loopback, answer, slept, status, words):
    loopback.answers = [answer(b"no", status)]
    with pytest.raises(FixDownloadError, match=words):
        Endpoint(f"{loopback.url}/sparql", sleep=slept.append).ask(query("country"))
    assert slept == []


def test_saved_results_can_be_given_as_input(tmp_path):
    folder = tmp_path / "saved"
    folder.mkdir()
    rows = [
        {"item": "http://www.wikidata.org/entity/Q3870", "label": "Nairobi", "country": "Kenya"}
    ]
    (folder / "city-kenya.json").write_text(json.dumps(rows))
    (folder / "notes.txt").write_text("mine")
    report = harvest(
        "wikidata-africa",
        out=tmp_path / "names",
        cache=tmp_path / "cache",
        retrieved="2026-01-01",
        inputs=[folder],
    )
    assert report.dropped == {"not a saved result": 1}
    found = store.load("african-cities", tmp_path / "names")
    assert found.pool("CITY") == ("Nairobi",)
    assert (found.provenance[0].url, found.provenance[0].query) == ("file:saved", "")


def test_a_folder_without_results_is_one_line(tmp_path):
    (tmp_path / "city.json").write_text("[]")
    with pytest.raises(FixNamesFileError, match="no names found"):
        harvest(
            "wikidata-africa",
            out=tmp_path / "names",
            cache=tmp_path,
            retrieved="2026-01-01",
            inputs=[tmp_path / "city.json"],
        )
    assert not (tmp_path / "names").exists()


def test_only_items_can_be_put_into_a_query():
    with pytest.raises(ValueError, match="not an item"):
        query("city", "Q1 } DROP ALL #")
