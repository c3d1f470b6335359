"""New names for the spans of an instance, and the names that it already holds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.draws import Key, Stem, encoded
from builders.perturbations.entity_renaming import (
    NO_NAME,
    NOT_SUBSTITUTED,
    distinct_names,
    draw_names,
)
from builders.perturbations.kinds import KINDS
from builders.perturbations.name_sources import Ingredients, NameSource
from builders.perturbations.pools import Pool
from builders.perturbations.reserved_names import ReservedNames, first_word, first_words, word_key
from builders.types import Answer, Example, PerturbableSpan

NAMES = ("Ada", "Bo", "Cid", "Dot", "Eve")
NOTHING = ReservedNames(())


def spans(*given_: tuple[str, str, str]) -> list[PerturbableSpan]:
    return [PerturbableSpan(entity, kind, surface) for entity, kind, surface in given_]  # type: ignore[arg-type]


def collections(*names: str, span_type: str = "LAST", match_words: bool = False) -> NameSource:
    pool = Pool.of(dict.fromkeys(names, 1.0), weighted=False)
    return KINDS["collections"](Ingredients({span_type: pool}, match_words=match_words))


def renamed(
    source: NameSource, held: ReservedNames, *given_: tuple[str, str, str], key: int = 0
) -> tuple[list[str], tuple[str, ...]]:
    return draw(spans(*given_), source, held, ("tiny", key))


def draw(
    renamed_spans: list[PerturbableSpan], source: NameSource, held: ReservedNames, key: Key
) -> tuple[list[str], tuple[str, ...]]:
    """Return the new name of each span that gets one, and the reasons why others get none."""
    names = distinct_names(renamed_spans)
    keys = [(*key, span.span_type, span.surface) for span in names]
    found, reasons = draw_names(names, source, held, keys)
    new = {(span.span_type, span.surface): name for span, name in zip(names, found, strict=True)}
    each = (new[span.span_type, span.surface] for span in renamed_spans)
    return [name for name in each if name is not None], reasons


@given(st.lists(st.text(max_size=12)))
def test_the_first_words_of_many_names_are_those_of_each(names: list[str]) -> None:
    assert first_words(names) == [first_word(word_key(name)).strip() for name in names]


class TestReservedNames:
    @pytest.mark.parametrize(
        ("text", "candidate", "held"),
        [
            ("an ally of the UK", "United Kingdom", True),
            ("an ally of the U.K. then", "Great Britain", True),
            ("Burma fell", "Myanmar", True),
            ("they told us", "United States", False),
            ("THEY TOLD US", "United States", False),
            ("The US told them", "U.S.", True),
            ("aid from the US.", "America", True),
            ("The US told them", "US", True),
            ("it cost US$30", "United States", False),
            ("the U.S. told us", "United States", True),
            ("an ally of the UK", "United States", False),
        ],
    )
    def test_a_country_is_held_under_all_its_names(
        self, text: str, candidate: str, held: bool
    ) -> None:
        assert (candidate in ReservedNames([text])) is held

    @pytest.mark.parametrize(
        ("one", "other"), [("Holland", "Netherlands"), ("US", "United States"), ("USA", "US")]
    )
    def test_a_country_is_given_once_whatever_it_is_called(self, one: str, other: str) -> None:
        taken, given_ = ReservedNames(()), ReservedNames(())
        taken.take(one)
        assert given_.take_free(one)
        assert not taken.take_free(other)
        assert not given_.take_free(other)

    @pytest.mark.parametrize(
        ("text", "name", "is_held"),
        [
            ("Anna went", "Anna", True),
            ("Anna went", "anna", True),
            ("Annabel went", "Anna", False),
            ("Joanna went", "Anna", False),
            ("Anna's hat", "Anna", True),
            ("pre-Anna times", "Anna", True),
            ("Anna", "Ann", False),
            ("Zoe\u0308 and", "Zoë", True),
            ("Zoe and", "Zoë", True),
            ("New  York\nCity", "new york", True),
            ("New_York", "New York", True),
            ("York, New", "New York", False),
            ("O’Neil", "O'Neil", True),
            ("Jean Luc", "Jean-Luc", True),
            ("Straße", "strasse", True),
            ("Ｌｉｍａ", "Lima", True),
            ("", "Lima", False),
        ],
    )
    def test_a_name_is_held_where_it_stands_as_whole_words(
        self, text: str, name: str, is_held: bool
    ) -> None:
        assert (name in ReservedNames([text])) is is_held

    def test_no_name_reaches_from_one_text_into_the_next(self) -> None:
        held = ReservedNames(["ends in New", "York begins"])
        assert "New York" not in held
        assert "York" in held

    def test_every_field_of_an_instance_counts(self) -> None:
        example = Example(
            "1", "d", "Tit", "Que?", "Con", (Answer("Ans", None),), ("Gol",), (Answer("Pla", None),)
        )
        held = ReservedNames.of_example(example)
        assert all(name in held for name in ("Tit", "Que", "Con", "Ans", "Gol", "Pla"))
        assert "Other" not in held

    def test_what_is_taken_in_a_copy_is_not_taken_here(self) -> None:
        held = ReservedNames(["x"])
        copy = held.copy()
        copy.take("Ada Bo")
        assert "ada bo" in copy
        assert "Ada Bo" not in held


def test_one_surface_has_one_name_and_two_have_two() -> None:
    news, reasons = renamed(
        collections(*NAMES), NOTHING,
        ("e1", "LAST", "Holm"), ("e2", "LAST", "Holm"), ("e3", "LAST", "Berg"),
    )  # fmt: skip
    assert news[0] == news[1] != news[2]
    assert reasons == ()


def test_one_surface_of_two_types_has_two_names() -> None:
    pools = {kind: Pool.of(dict.fromkeys(NAMES, 1.0), weighted=False) for kind in ("LAST", "CITY")}
    source = KINDS["collections"](Ingredients(pools))
    for key in range(30):
        news, _ = renamed(source, NOTHING, ("a", "LAST", "Lima"), ("b", "CITY", "Lima"), key=key)
        assert len(set(news)) == 2


def test_a_name_that_the_instance_holds_is_never_drawn() -> None:
    held = ReservedNames(["ADA and Bo's hat", "cid"])
    for key in range(40):
        news, _ = renamed(collections(*NAMES), held, ("e", "LAST", "Holm"), key=key)
        assert news[0] in ("Dot", "Eve")


def test_a_span_for_which_no_name_is_free_is_left_alone_with_a_reason() -> None:
    news, reasons = renamed(
        collections("Ada"), NOTHING, ("e", "LAST", "Holm"), ("f", "LAST", "Berg")
    )
    assert news == ["Ada"]
    assert reasons == (NO_NAME,)


def test_a_type_without_pool_is_left_alone_with_a_reason() -> None:
    news, reasons = renamed(collections("Ada"), NOTHING, ("e", "RARE", "Zy"), ("e", "LAST", "Holm"))
    assert news == ["Ada"]
    assert reasons == (NOT_SUBSTITUTED,)


def test_a_name_is_never_its_own_new_name() -> None:
    news, reasons = renamed(collections("Holm"), NOTHING, ("e", "LAST", "Holm"))
    assert (news, reasons) == ([], (NO_NAME,))


def test_names_of_as_many_words() -> None:
    source = collections("Ada", "Ada Bo", "Ada Bo Cid", span_type="CITY", match_words=True)
    for surface, wanted in (("Lima", "Ada"), ("New Lima", "Ada Bo")):
        assert renamed(source, NOTHING, ("e", "CITY", surface))[0] == [wanted]


@given(st.permutations(["Holm", "Berg", "Lund"]), st.integers(0, 50))
def test_a_name_depends_on_its_own_key_unless_another_took_it(order: list[str], key: int) -> None:
    """With a large pool nobody takes a name away: order changes nothing."""
    pool = collections(*(f"{a}{b}" for a in NAMES for b in NAMES for _ in range(3)))
    alone = {name: renamed(pool, NOTHING, ("e", "LAST", name), key=key)[0][0] for name in order}
    if len(set(alone.values())) < len(order):
        return
    together, _ = renamed(pool, NOTHING, *(("e", "LAST", name) for name in order), key=key)
    assert together == [alone[name] for name in order]


LANDS = ("Gambia", "Kenya", "Netherlands", "Togo")


def land(surface: str, article: bool | None) -> PerturbableSpan:
    return PerturbableSpan("e", "COUNTRY", surface, article)


@pytest.mark.parametrize("kind", ["collections", "in-distribution"])
@pytest.mark.parametrize(
    ("article", "wanted"),
    [
        (True, {"Gambia", "Netherlands"}),
        (False, {"Kenya", "Togo"}),
        (None, {"Gambia", "Kenya", "Netherlands", "Togo"}),
    ],
)
def test_countries_keep_their_article(kind: str, article: bool | None, wanted: set[str]) -> None:
    others = [land(name, None) for name in LANDS]
    pools = {"COUNTRY": Pool(LANDS)}
    source = KINDS[kind](Ingredients(pools, others, keep_article=True))
    new = {draw([land("Zorb", article)], source, NOTHING, (key,))[0][0] for key in range(40)}
    assert new == wanted
    every = draw([land(f"Zorb {n}", article) for n in range(4)], source, NOTHING, ("k",))[0]
    assert set(every[: len(wanted)]) == wanted
    assert len(set(every)) == 4  # the others where none is left
    free = KINDS[kind](Ingredients(pools, others))
    drawn = {draw([land("Zorb", article)], free, NOTHING, (key,))[0][0] for key in range(40)}
    assert drawn == set(LANDS)


POOLS = {
    "COUNTRY": Pool(LANDS),
    "LAST": Pool(("Ada", "Bo", "Cid")),
    "CITY": Pool(tuple(f"Lima {n}" for n in range(700))),
    "STATE": Pool(()),
}
OWN = spans(
    ("a", "LAST", "Holm"), ("b", "LAST", "Berg"), ("c", "CITY", "Lima"),
    *(("d", "COUNTRY", name) for name in LANDS),
)  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        KINDS["collections"](Ingredients(POOLS)),
        KINDS["collections"](Ingredients(POOLS, match_words=True)),
        KINDS["collections"](Ingredients({"LAST": Pool.of({"A": 1, "B": 9}, weighted=True)})),
        KINDS["collections"](Ingredients(POOLS, keep_article=True)),
        KINDS["in-distribution"](Ingredients({}, in_distribution=OWN)),
        KINDS["in-distribution"](Ingredients({}, in_distribution=OWN, keep_article=True)),
        KINDS["random-string"](Ingredients({})),
        KINDS["random-string"](Ingredients({}, keep_article=True)),
        KINDS["fixed-name"](Ingredients({}, fixed={"CITY": "Ada"})),
    ],
)
@given(
    st.lists(st.tuples(st.sampled_from(["LAST", "CITY", "STATE", "NNP"]), st.text()), max_size=5),
    st.lists(st.sampled_from([True, False, None]), max_size=3),
    st.integers(0, 9),
)
def test_first_candidates_drawn_at_once_are_those_drawn_alone(
    source: NameSource, given_: list[tuple[str, str]], articles: list[bool | None], seed: int
) -> None:
    named = spans(*(("e", kind, surface) for kind, surface in given_))
    named += [land(f"Zorb {n}", article) for n, article in enumerate(articles)]
    named += [land(f"the Zorb {n}", article) for n, article in enumerate(articles)]
    stem = Stem(("tiny", seed))
    key_ends = [encoded((span.span_type, span.surface)) for span in named]
    alone = [
        next(source.candidates(span, (stem, rest)) or iter(()), "")
        for span, rest in zip(named, key_ends, strict=True)
    ]
    draw = source.firsts(named, key_ends)
    assert [list(draw(stem)) for _ in range(2)] == [alone, alone]


class TestKinds:
    def test_random_strings_are_for_every_type(self) -> None:
        news, reasons = renamed(
            KINDS["random-string"](Ingredients({})), NOTHING,
            ("e", "RARE", "Zyx"), ("f", "LAST", "O'Neil"), ("g", "NNP", "BMW"),
        )  # fmt: skip
        assert reasons == ()
        assert [len(new) for new in news] == [3, 6, 3]
        assert news[1][1] == "'"
        assert news[2].isupper()

    @pytest.mark.parametrize(("keeps", "kept"), [(True, ["the Gambia"]), (False, [])])
    def test_a_random_string_keeps_an_article(self, keeps: bool, kept: list[str]) -> None:
        source = KINDS["random-string"](Ingredients({}, keep_article=keeps))
        names = ["the Gambia", "The Gambia", "theatre"]
        news, _ = renamed(source, NOTHING, *(("e", "COUNTRY", name) for name in names))
        assert [name for name, new in zip(names, news, strict=True) if new[:4] == name[:4]] == kept
        assert [*map(len, news)] == [*map(len, names)]

    def test_a_surface_without_letters_has_no_random_string(self) -> None:
        source = KINDS["random-string"](Ingredients({}))
        assert renamed(source, NOTHING, ("e", "RARE", "1984")) == ([], (NO_NAME,))

    def test_a_fixed_name_for_the_types_it_is_given_for(self) -> None:
        source = KINDS["fixed-name"](Ingredients({}, fixed={"LAST": "Ada"}))
        news, reasons = renamed(source, NOTHING, ("e", "LAST", "Holm"), ("e", "CITY", "Lima"))
        assert news == ["Ada"]
        assert reasons == (NOT_SUBSTITUTED,)
        assert renamed(source, ReservedNames(["ada"]), ("e", "LAST", "Holm")) == ([], (NO_NAME,))

    def test_in_distribution_names_are_the_spans_of_the_test_set(self) -> None:
        own = spans(("a", "LAST", "Holm"), ("b", "LAST", "Berg"), ("c", "CITY", "Lima"))
        source = KINDS["in-distribution"](Ingredients({}, in_distribution=own))
        assert renamed(source, NOTHING, ("a", "LAST", "Holm"))[0] == ["Berg"]
        assert renamed(source, NOTHING, ("c", "CITY", "Lima")) == ([], (NO_NAME,))
        assert renamed(source, NOTHING, ("d", "STATE", "Assam")) == ([], (NOT_SUBSTITUTED,))

    def test_a_generator_of_spans_will_do(self) -> None:
        def generated() -> Iterable[PerturbableSpan]:
            yield from spans(("a", "LAST", "Holm"), ("b", "LAST", "Berg"))

        source = KINDS["in-distribution"](Ingredients({}, in_distribution=generated()))
        assert renamed(source, NOTHING, ("a", "LAST", "Holm"))[0] == ["Berg"]
