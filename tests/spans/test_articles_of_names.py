"""Which names a passage writes with an article."""

from __future__ import annotations

import pytest
from entity_marks import marked

from builders.spans.answer_entities import identify
from builders.spans.articles_of_names import (
    names_with_article,
    names_with_definite,
    names_with_indefinite,
    peoples_with_article,
)
from builders.spans.knowledge import Knowledge
from builders.types import Answer, Entity, EntityType, Example, Mention
from name_collections.lexicon import Lexicon
from name_collections.name import Name

LANDS = ("Gambia", "Kenya", "UK", "US")
KNOWLEDGE = Knowledge.of(
    [*(Name(land, "COUNTRY") for land in LANDS), Name("Hague", "CITY")], Lexicon({})
)


def articles(text: str, name: str, kind: EntityType = "COUNTRY") -> list[bool | None]:
    """Return what the country spans say of an entity, wherever a text has its name."""
    starts = [at for at in range(len(text)) if text.startswith(name, at)]
    mentions = [Mention("context", at, at + len(name), kind, "e") for at in starts]
    answers = (Answer(name, starts[0]),)
    asked = "Which country is it?" if kind == "COUNTRY" else "Which company is it?"
    example = Example("1", "d", "", asked, text, answers, (name,))
    found = identify(example, mentions, {"e": Entity("e", kind, name)}, KNOWLEDGE)
    return [span.article for span in found.of("MIX") if span.span_type == "COUNTRY"]


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("They left the Gambia.", "Gambia", True),
        ("They left The Gambia.", "Gambia", True),
        ("They left Kenya.", "Kenya", False),
        ("They met in the Kenya team.", "Kenya", None),
        ("They met in the Kenya team of Kenya.", "Kenya", False),
        ("They met US envoys.", "US", None),
        ("They met US envoys of the US.", "US", True),
        ("They met in the US senate.", "US", True),
        ("They chose UK, then UK, then the UK.", "UK", False),
        ("They chose UK, then the UK.", "UK", True),
        ("They chose Kenya, then the Kenya.", "Kenya", False),
        ("They bathe Kenya.", "Kenya", False),
    ],
)
def test_a_span_tells_whether_its_country_is_called_with_the_article(
    text: str, name: str, wanted: bool | None
) -> None:
    assert articles(text, name) == [wanted]


def test_other_names_of_a_country_tell_as_well() -> None:
    text = "They left the republic. The republic, for Kenya, fell."
    starts = [(text.index(name), name) for name in ("republic.", "republic,", "Kenya")]
    mentions = [
        Mention("context", at, at + len(name.rstrip(".,")), "COUNTRY", "e") for at, name in starts
    ]
    example = Example("1", "d", "", "Where?", text, (Answer("Kenya", starts[2][0]),), ("Kenya",))
    found = identify(example, mentions, {"e": Entity("e", "COUNTRY", "Kenya")}, KNOWLEDGE)
    assert [span.article for span in found.of("GPE")] == [True]


def test_a_shorter_name_of_a_body_tells_nothing() -> None:
    text = "It went to the Kenya Zorb Bank. In the end Zorb Bank fell."
    places = [(text.index("Kenya"), 15), (text.index("Zorb Bank fell"), 9)]
    mentions = [Mention("context", at, at + size, "ORG", "e") for at, size in places]
    answers = (Answer("Kenya Zorb Bank", places[0][0]),)
    example = Example("1", "d", "", "Which bank?", text, answers, ("Kenya Zorb Bank",))
    entities = {"e": Entity("e", "ORG", "Kenya Zorb Bank")}
    spans = identify(example, mentions, entities, KNOWLEDGE).of("ORG")
    assert {span.surface: span.article for span in spans}["Kenya"] is None


def test_what_is_no_country_has_no_say() -> None:
    text = "They left the Hague."
    mention = Mention("context", 14, 19, "CITY", "e")
    example = Example("1", "d", "", "Which city?", text, (Answer("Hague", 14),), ("Hague",))
    found = identify(example, [mention], {"e": Entity("e", "CITY", "Hague")}, KNOWLEDGE)
    assert [(span.span_type, span.article) for span in found.of("GPE")] == [("CITY", None)]


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        # Here the article is a part of what is replaced.
        ("It went to the Bank of the Gambia.", "Bank of the Gambia", False),
        ("It went to the Bank of Kenya.", "Bank of Kenya", False),
        ("It went to the Kenya Zorb Bank.", "Kenya Zorb Bank", None),
        ("Kenya Zorb Bank grew.", "Kenya Zorb Bank", False),
    ],
)
def test_in_the_name_of_a_body_its_own_words_tell(
    text: str, name: str, wanted: bool | None
) -> None:
    assert articles(text, name, "ORG") == [wanted]


def mentions_of(line: str) -> tuple[str, list[Mention]]:
    """Return the text of a marked line, and its names as mentions of one entity."""
    text, spans, _ = marked(line)
    return text, [Mention("context", one.start, one.end, one.type, "e") for one in spans]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("[Gambia](COUNTRY) borders [Senegal](COUNTRY).", {"gambia": False, "senegal": False}),
        ("The [Gambia](COUNTRY) borders [Senegal](COUNTRY).", {"gambia": True, "senegal": False}),
        ("He met a [US](COUNTRY) senator in the [US](COUNTRY) Senate.", {"us": False}),
        ("They lived in the northern [US](COUNTRY).", {"us": True}),
        ("They lived in the northern [Kenya](COUNTRY).", {"kenya": False}),
        ("The [US](COUNTRY) Senate met. It left the [US](COUNTRY).", {"us": True}),
        ("The [US](COUNTRY) charity helped.", {"us": False}),
        ("The [US](COUNTRY) won.", {"us": True}),
        ("The [Spain](COUNTRY) and [Italy](COUNTRY) games.", {"spain": False, "italy": False}),
        ("The [Spain](COUNTRY)-[Italy](COUNTRY) game.", {"spain": False, "italy": False}),
        ("The [Sudan](COUNTRY) and [Italy](COUNTRY).", {"sudan": True, "italy": False}),
        ("He left the [Sudan](COUNTRY) and came back.", {"sudan": True}),
        ("The [Sudan](COUNTRY) was poor.", {"sudan": True}),
        ("Of the\u00a0[Sudan](COUNTRY) they wrote.", {"sudan": True}),
        (
            "They left the [Sudan](COUNTRY) in May. The [Sudan](COUNTRY), once calm, was at war. "
            "[Sudan](COUNTRY) is large.",
            {"sudan": True},
        ),
        ("They left the [Sudan](COUNTRY). [Sudan](COUNTRY) is large.", {"sudan": False}),
        ("The [France](COUNTRY) squad won in the [France](COUNTRY) game.", {"france": False}),
        ("Lathe [France](COUNTRY) was sold.", {"france": False}),
    ],
)  # fmt: skip
def test_most_mentions_decide_whether_a_country_has_the_article(
    line: str, wanted: dict[str, bool]
) -> None:
    assert names_with_article(*mentions_of(line)) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("The [French](NORP) fleet sailed.", []),
        ("In 1812 the [French](NORP) marched on Moscow.", ["french"]),
        ("In 1812 the [French](NORP), and others, left.", ["french"]),
        ("Later, many [French](NORP) have left.", ["french"]),
        ("Later, many [French](NORP) ships left.", []),
        ("In 1812 the [Dutch](NORP) clearly lost.", ["dutch"]),
        ("In 1812 the [Dutch](NORP) family left.", []),
        ("He is [French](NORP) and I saw [French](NORP).", []),
        ("The wine was [French](NORP) and cheap.", []),
        ("In Florida the [Seminole](NORP) were not beaten.", ["seminole"]),
        ("In Asia he fought the [Mongols](NORP).", []),
        ("The [Seminole](NORP) chief was a [Seminole](NORP).", []),
    ],
)
def test_a_people_after_the_article_is_a_plural_unless_a_noun_may_follow(
    line: str, wanted: list[str]
) -> None:
    peoples = peoples_with_article(*mentions_of(line))
    assert peoples == dict.fromkeys(wanted, True)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("He left [Harvard](ORG) for the [Sorbonne](ORG).", {"harvard": False, "sorbonne": True}),
        ("The [Sorbonne](ORG) library burnt.", {}),
        ("[European Commission](ORG) officials spoke.", {"european commission": True}),
        ("The [Oxford University](ORG) library burnt.", {"oxford university": False}),
        ("The [Zorb Quist](ORG) library burnt.", {}),
        (
            "[Lima University](ORG) choirs sang at the [Lima University](ORG).",
            {"lima university": True},
        ),
        (
            "[Football Association](ORG), the first one, met, said a [Football Association](ORG) "
            "clerk.",
            {"football association": False},
        ),
    ],
)
def test_where_a_noun_may_follow_the_name_of_a_body_decides_on_the_article(
    line: str, wanted: dict[str, bool]
) -> None:
    assert names_with_definite(*mentions_of(line)) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A [Kenyan](NORP) beat an [Angolan](NORP).", {"kenyan": False, "angolan": True}),
        ("An\u00a0[Angolan](NORP) won.", {"angolan": True}),
        ("The [Kenyan](NORP) won.", {}),
        ("In Panama [Kenyan](NORP) runners beat Iran [Angolan](NORP) style.", {}),
    ],
)
def test_a_name_follows_a_or_an(line: str, wanted: dict[str, bool]) -> None:
    assert names_with_indefinite(*mentions_of(line)) == wanted
