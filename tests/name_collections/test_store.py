from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from name_collections import store
from name_collections.collection import Name, NameCollection, Provenance
from name_collections.columns import Columns
from name_collections.errors import ChooseKnownNameError, FixNamesFileError, NamesError
from name_collections.lexicon import Lexicon, Word
from name_collections.name import SPAN_TYPES

SOURCE = Provenance("https://example.org/names", "CC0-1.0", "2026-01-01", "ab" * 32)
NAMES = (
    Name("Wanjiru", "FIRST_FEMALE", 3.0, "female", "african", "Kenya", "", 0.0, 3.0),
    Name("Otieno", "LAST", country="Kenya"),
    Name("Otieno", "LAST", country="Uganda"),
    Name("Hope", "FIRST_FEMALE", gender="female", risky="common word"),
    Name("Émile", "FIRST_MALE", 2.5, "male", "french", male=2.5),
)

texts = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
written = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co", "Zl", "Zp")), min_size=1, max_size=12
).filter(str.strip)
names = st.builds(
    Name,
    written,
    st.sampled_from(SPAN_TYPES),
    st.floats(0, 1e9),
    st.sampled_from(("male", "female", "neutral", "")),
    texts,
    texts,
    st.sampled_from(("", "common word")),
    st.floats(0, 1e9),
    st.floats(0, 1e9),
)


def made(found=NAMES, name="mine"):
    return store.make(name, found, [SOURCE])


def test_what_is_saved_is_what_is_loaded(tmp_path):
    store.save(made(), tmp_path)
    loaded = store.load("mine", tmp_path)
    assert tuple(loaded.names) == tuple(sorted(NAMES))
    assert loaded == made()
    assert loaded.digest == made().digest == store.digest(NAMES)
    assert loaded.provenance == (SOURCE,)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine.json", "mine.parquet"]


@settings(max_examples=25, deadline=None)
@given(st.lists(names, max_size=8))
def test_any_names_survive_columns_and_order_does_not_matter(found):
    forward, backward = made(found), made(found[::-1])
    assert tuple(forward.names) == tuple(sorted(set(found)))
    assert forward.digest == backward.digest
    assert Columns.of(found) == tuple(found)
    assert [Columns.of(found)[i] for i in range(len(found))] == found


def test_a_digest_sees_every_field_and_not_the_date():
    for field, value in (
        ("text", "x"), ("span_type", "CITY"), ("weight", 7.0), ("gender", "male"),
        ("culture", "x"), ("country", "x"), ("risky", "x"), ("male", 1.0), ("female", 9.0),
    ):  # fmt: skip
        changed = (replace(NAMES[0], **{field: value}), *NAMES[1:])
        assert made(changed).digest != made().digest
    later = store.make("mine", NAMES, [replace(SOURCE, retrieved="2027-01-01")])
    assert later.digest == made().digest


def test_the_same_names_give_the_same_bytes(tmp_path):
    store.save(made(), tmp_path / "a")
    store.save(made(NAMES[::-1]), tmp_path / "b")
    for name in ("mine.parquet", "mine.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_pools_are_distinct_sorted_and_without_risky_names():
    found = made()
    assert found.pool("LAST") == ("Otieno",)
    assert found.pool("FIRST_FEMALE") == ("Wanjiru",)
    assert found.pool("FIRST_FEMALE", risky=True) == ("Hope", "Wanjiru")
    assert found.pool("FIRST_MALE", culture="french") == ("Émile",)
    assert found.pool("FIRST_MALE", culture="african") == ()
    assert found.pool("LAST", country="Uganda") == ("Otieno",)
    assert found.pool("CITY") == ()


def test_weights_go_with_the_pool_and_are_summed():
    found = made()
    assert found.weights("LAST") == (2.0,)
    assert found.weights("FIRST_FEMALE", risky=True) == (1.0, 3.0)
    assert len(found.weights("FIRST_MALE")) == len(found.pool("FIRST_MALE"))


def test_countries_of_a_name():
    assert made().countries("LAST") == {"Otieno": ("Kenya", "Uganda")}
    assert made().countries("FIRST_MALE") == {"Émile": ()}


def test_a_plain_tuple_of_names_works_like_a_loaded_one():
    plain = NameCollection("mine", NAMES, (SOURCE,))
    assert plain.pool("LAST") == made().pool("LAST")
    assert plain.names[0].text == "Wanjiru"


def test_a_harvested_collection_wins_over_the_embedded_one(tmp_path):
    assert "Adrien" in store.load("french", tmp_path).pool("FIRST_MALE")
    store.save(made(name="french"), tmp_path)
    assert store.load("french", tmp_path).pool("FIRST_MALE") == ("Émile",)
    assert "Adrien" in store.load("french").pool("FIRST_MALE")


def test_an_unknown_collection_is_answered_with_the_known_ones(tmp_path):
    store.save(made(), tmp_path)
    with pytest.raises(ChooseKnownNameError, match=r"unknown collection 'martian'; known:.*mine"):
        store.load("martian", tmp_path)
    assert "mine" not in store.known()
    assert {"mine", "us-names", "places"} <= set(store.known(tmp_path))


def test_an_unknown_span_type_is_refused():
    with pytest.raises(ChooseKnownNameError, match="span type 'PLANET'"):
        made([Name("Mars", "PLANET")])


@pytest.mark.parametrize("cut", [0, 4, 200, -10])
def test_a_damaged_file_is_one_line(tmp_path, cut):
    path = store.save(made(), tmp_path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(FixNamesFileError, match="differs from its manifest"):
        store.load("mine", tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 99}', '{"format": 1}'])
def test_a_damaged_manifest_is_one_line(tmp_path, text):
    path = store.save(made(), tmp_path)
    path.with_suffix(".json").write_text(text)
    with pytest.raises(FixNamesFileError, match=r"mine\.json"):
        store.load("mine", tmp_path)


def test_a_missing_manifest_is_one_line(tmp_path):
    path = store.save(made(), tmp_path)
    path.with_suffix(".json").unlink()
    with pytest.raises(FixNamesFileError, match="missing"):
        store.load("mine", tmp_path)


def test_a_file_of_another_shape_is_one_line(tmp_path):
    path = store.save(made(), tmp_path)
    path.write_bytes(b"PAR1")
    manifest = json.loads(path.with_suffix(".json").read_text())
    import hashlib

    manifest["file_sha256"] = hashlib.sha256(b"PAR1").hexdigest()
    path.with_suffix(".json").write_text(json.dumps(manifest))
    with pytest.raises(FixNamesFileError, match="not a collection"):
        store.load("mine", tmp_path)


def test_an_unwritable_folder_is_one_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NamesError, match="cannot be written"):
        store.save(made(), tmp_path / "file")


def test_an_empty_collection_is_a_collection(tmp_path):
    store.save(made([]), tmp_path)
    assert len(store.load("mine", tmp_path).names) == 0
    assert store.load("mine", tmp_path).pool("LAST") == ()


def test_a_lexicon_is_saved_found_and_refused(tmp_path):
    words = {"will": Word(1, 10, "will"), "ibm": Word(10, 10, "IBM"), "nine": Word(9, 10, "Nine")}
    path = Lexicon(words).save(tmp_path / "lexicon" / "english.parquet")
    for where in (path, tmp_path):
        found = Lexicon.load(where)
        assert found.words == words
        assert found.is_proper("IBM") and not found.is_common("IBM")
        assert found.is_common("NINE")
        assert not found.is_known("yacht"), "a lexicon of one's own is taken as it is"
    assert len(Lexicon.load(tmp_path / "lexicon").words) > 20_000  # no lexicon there: embedded
    path.write_bytes(b"nonsense")
    with pytest.raises(FixNamesFileError, match="not a lexicon"):
        Lexicon.load(path)
    with pytest.raises(FixNamesFileError, match="no such folder of names or lexicon"):
        Lexicon.load(tmp_path / "none.parquet")


@pytest.mark.parametrize(
    "text", ["", " ", "\u00a0", "A\x00", "\x1b[2J", "A\nB", "A\u200bB", "\u202eA"]
)
def test_a_name_that_nobody_can_write_is_refused_when_a_collection_is_made(text: str) -> None:
    with pytest.raises(FixNamesFileError) as refused:
        store.make("welsh", [Name("Emrys", "FIRST_MALE"), Name(text, "LAST")], [SOURCE])
    assert "collection welsh: 1 of the names" in str(refused.value)
    assert ascii(text) in str(refused.value)
