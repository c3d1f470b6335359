"""Each distinct text is recognized once, on disk for good, and two builds can share a folder."""

import os
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import FreeSpaceError
from builders.recognizers import cache
from builders.recognizers.cache import CachedRecognizer
from builders.types import TypedSpan


class Counting:
    """Finds the first letter of each text, and remembers what it was asked."""

    def __init__(self, fingerprint: str = "counting 1") -> None:
        self.fingerprint = fingerprint
        self.asked: list[str] = []

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            self.asked.append(text)
            yield (TypedSpan(0, 1, "PERSON"),) if text else ()


def found(recognizer: CachedRecognizer, texts: Iterable[str]) -> list[int]:
    return [len(spans) for spans in recognizer.recognize(texts)]


def test_each_distinct_text_is_asked_once_and_answered_in_order() -> None:
    inner = Counting()
    assert found(CachedRecognizer(inner), ["a", "", "a", "b", "b", "a"]) == [1, 0, 1, 1, 1, 1]
    assert inner.asked == ["a", "", "b"]


def test_what_was_recognized_stays_on_disk(tmp_path: Path) -> None:
    first = list(CachedRecognizer(Counting(), tmp_path).recognize(["a", "\ud800", "c"]))
    again = Counting()
    assert list(CachedRecognizer(again, tmp_path).recognize(["c", "a", "\ud800"])) == first
    assert again.asked == []


def test_another_fingerprint_has_results_of_its_own(tmp_path: Path) -> None:
    found(CachedRecognizer(Counting("one"), tmp_path), ["a"])
    other = Counting("two")
    found(CachedRecognizer(other, tmp_path), ["a"])
    assert other.asked == ["a"]


def test_a_stopped_run_keeps_what_it_has(tmp_path: Path) -> None:
    run = CachedRecognizer(Counting(), tmp_path).recognize(["a", "b", "c"])
    next(run)
    next(run)
    run.close()
    rest = Counting()
    found(CachedRecognizer(rest, tmp_path), ["a", "b", "c"])
    assert rest.asked == ["c"]


def test_a_killed_run_loses_no_whole_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SHARD", 2)
    run = CachedRecognizer(Counting(), tmp_path).recognize(["a", "b", "c"])
    for _ in range(3):
        next(run)
    rest = Counting()  # The first run is still alive: nothing was flushed by its end.
    found(CachedRecognizer(rest, tmp_path), ["a", "b", "c"])
    assert rest.asked == ["c"]


def test_two_builds_share_a_folder(tmp_path: Path) -> None:
    one, two = Counting(), Counting()
    both = CachedRecognizer(one, tmp_path), CachedRecognizer(two, tmp_path)
    runs = [recognizer.recognize(["a", "b", "c"]) for recognizer in both]
    for _ in range(3):
        assert {len(next(run)) for run in runs} == {1}
    for run in runs:
        run.close()
    found(both[0], ["d"])
    found(both[1], ["d", "a"])
    assert two.asked == ["a", "b", "c"]
    assert not list(tmp_path.rglob("*.part"))


def test_what_memory_lets_go_of_is_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(CachedRecognizer(Counting(), tmp_path), [*"ijklmnopqrstuvwxyz"])
    monkeypatch.setattr(cache, "_ROOM", 2)
    inner = Counting()
    cached = CachedRecognizer(inner, tmp_path)
    for text in (*"abcdefgh", *"hgfedcba"):
        assert found(cached, [text]) == [1]
    assert inner.asked == [*"abcdefgh"]


def test_a_broken_shard_is_read_anew(tmp_path: Path) -> None:
    found(CachedRecognizer(Counting(), tmp_path), ["a"])
    [shard] = tmp_path.rglob("*.parquet")
    shard.write_bytes(b"PAR1 cut off")
    again = Counting()
    assert found(CachedRecognizer(again, tmp_path), ["a"]) == [1]
    assert again.asked == ["a"]


def test_an_unwritable_folder_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    with pytest.raises(FreeSpaceError, match="--cache"):
        found(CachedRecognizer(Counting(), file), ["a"])


def test_progress_counts_every_text(tmp_path: Path) -> None:
    done: list[int] = []
    found(CachedRecognizer(Counting(), tmp_path, done.append), ["a", "a", "b"])
    assert sum(done) == 3


def test_known_texts_do_not_wait_for_unknown_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_PATIENCE", 3)
    taken: list[str] = []

    def stream() -> Iterator[str]:
        for text in ["a", "b", *["a"] * 50]:
            taken.append(text)
            yield text

    recognizer = CachedRecognizer(Counting())
    run = recognizer.recognize(stream())
    ahead = []
    for number, _ in enumerate(run, start=1):
        ahead.append(len(taken) - number)
    assert max(ahead) <= 5


@given(st.lists(st.sampled_from("abcdefg"), max_size=30), st.integers(1, 4), st.integers(1, 4))
def test_answers_are_those_of_the_recognizer(texts: list[str], shard: int, patience: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "SHARD", shard)
        patch.setattr(cache, "_PATIENCE", patience)
        inner = Counting()
        cached = CachedRecognizer(inner)
        wanted = list(Counting().recognize(texts))
        assert list(cached.recognize(texts)) == wanted
        assert list(cached.recognize(reversed(texts))) == wanted
        assert sorted(inner.asked) == sorted(set(texts))


# -- caches that somebody or a bad disk has changed ------------------------------------------------

TEXTS = [f"{letter}{number} went to town" for number in range(8) for letter in "ABC"]


def rows(change: Callable[[dict[str, list], random.Random], object]) -> Callable[..., None]:
    """Change the rows of a shard, which stays a file that can be read."""

    def mutate(shard: Path, chance: random.Random) -> None:
        table = pq.read_table(shard)
        columns = table.to_pydict()
        change(columns, chance)
        pq.write_table(pa.table(columns, schema=table.schema), shard)

    return mutate


def _shift(columns: dict[str, list], chance: random.Random) -> None:
    at = chance.randrange(len(columns["start"]))
    columns["start"][at] = [start + chance.choice((-5, 1, 900)) for start in columns["start"][at]]


def _lengthen(columns: dict[str, list], chance: random.Random) -> None:
    at = chance.randrange(len(columns["end"]))
    columns["end"][at] = [end + chance.choice((1, 4000)) for end in columns["end"][at]]


def _empty(columns: dict[str, list], chance: random.Random) -> None:
    at = chance.randrange(len(columns["start"]))
    for name in ("start", "end", "type"):
        columns[name][at] = []


def _retype(columns: dict[str, list], chance: random.Random) -> None:
    at = chance.randrange(len(columns["type"]))
    columns["type"][at] = [
        chance.choice(("CITY", "ORG", "DRAGON", "")) for _ in columns["type"][at]
    ]


def _null(columns: dict[str, list], chance: random.Random) -> None:
    columns[chance.choice(list(columns))][chance.randrange(len(columns["text"]))] = None


def _exchange(columns: dict[str, list], chance: random.Random) -> None:
    one, other = chance.sample(range(len(columns["text"])), 2)
    keys = columns["text"]
    keys[one], keys[other] = keys[other], keys[one]
    columns["type"][one] = ["CITY"] * len(columns["type"][one])


def _uneven(columns: dict[str, list], chance: random.Random) -> None:
    columns["type"][chance.randrange(len(columns["type"]))] *= 2


def _flip(shard: Path, chance: random.Random) -> None:
    data = bytearray(shard.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    shard.write_bytes(data)


def _cut(shard: Path, chance: random.Random) -> None:
    shard.write_bytes(shard.read_bytes()[: chance.randrange(200)])


def _foreign(shard: Path, chance: random.Random) -> None:
    """Put in the shard of a recognizer that finds nothing."""
    del chance

    class Blind(Counting):
        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            yield from (() for _ in texts)

    elsewhere = shard.parents[1] / "elsewhere"
    list(CachedRecognizer(Blind("blind"), elsewhere).recognize(TEXTS))
    for found in elsewhere.rglob("*.parquet"):
        shutil.copy(found, shard.parent / found.name)
        shutil.copy(found, shard)
    shutil.rmtree(elsewhere)


def _other_columns(shard: Path, chance: random.Random) -> None:
    table = pq.read_table(shard)
    pq.write_table(table.drop_columns(chance.choice(table.column_names)), shard)


def _folder(shard: Path, chance: random.Random) -> None:
    del chance
    shard.unlink()
    shard.mkdir()


def _pipe(shard: Path, chance: random.Random) -> None:
    del chance
    shard.unlink()
    os.mkfifo(shard)


def _renamed(shard: Path, chance: random.Random) -> None:
    rows(_empty)(shard, chance)
    shard.rename(shard.with_name(f"{chance.randrange(16**24):024x}.parquet"))


MUTATIONS = [
    *map(rows, (_shift, _lengthen, _empty, _retype, _null, _exchange, _uneven)),
    _flip, _cut, _foreign, _other_columns, _folder, _pipe, _renamed,
]  # fmt: skip


def test_two_hundred_changed_caches_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SHARD", 8)
    wanted = list(Counting().recognize(TEXTS))
    sound = tmp_path / "sound"
    assert list(CachedRecognizer(Counting(), sound).recognize(TEXTS)) == wanted
    for number in range(210):
        chance = random.Random(number)
        folder = Path(shutil.copytree(sound, tmp_path / str(number)))
        shards = sorted(folder.rglob("*.parquet"))
        MUTATIONS[number % len(MUTATIONS)](chance.choice(shards), chance)
        anew = Counting()
        assert list(CachedRecognizer(anew, folder).recognize(TEXTS)) == wanted, number
        assert len(anew.asked) == 8, number  # those of the changed shard, and no others
        again = Counting()
        assert list(CachedRecognizer(again, folder).recognize(TEXTS)) == wanted, number
        shutil.rmtree(folder)
