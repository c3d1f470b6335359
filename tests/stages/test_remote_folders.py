"""Builds that machines share in a store: S3, and what else fsspec reaches by a URL."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tiny_line import NAMED, Tiny, write_tiny
from typer.testing import CliRunner

from builders import pipeline
from builders.cli.main import app
from builders.errors import ChooseFolderError, FixInputError, InstallError, RetryLaterError
from builders.pipeline import Options
from builders.releases.recipe import Recipe
from builders.stages import plan as plans
from builders.stages.remote_folder import RemoteFolder

fsspec = pytest.importorskip("fsspec")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def options(tiny: Tiny) -> Options:
    return Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED
    )


@pytest.fixture(scope="module")
def sums(tiny: Tiny, options: Options) -> str:
    """The sums of an ordinary build."""
    release = pipeline.build(Recipe.read(tiny.recipe), tiny.folder / "release", options)
    return (release / "SHA256SUMS").read_text()


@pytest.fixture
def memory() -> Iterator[str]:
    """The URL of a folder in a store that lives in this process."""
    yield "memory://shared/plan"
    fsspec.filesystem("memory").store.clear()


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The URL of a bucket of an S3 server of ours."""
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        fsspec.filesystem("s3").mkdir("shared")
        yield "s3://shared"
    server.stop()


def fetched(url: str) -> dict[str, bytes]:
    """Return the files of a folder in a store."""
    store, base = fsspec.core.url_to_fs(url)
    store.invalidate_cache()
    return {path.removeprefix(base).lstrip("/"): store.cat_file(path) for path in store.find(base)}


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a passage each, and parts of two of them."""
    monkeypatch.setattr(plans, "PART", 6)
    monkeypatch.setattr("builders.stages.prepare.chunks.__defaults__", (1,))


def whatever(tiny: Tiny, options: Options, url: str, order: tuple[int, ...]) -> dict[str, bytes]:
    pipeline.plan(Recipe.read(tiny.recipe), url, options)
    assert "plan.json" in fetched(url)
    done = [pipeline.work(url, rank, 3, NAMED) for rank in order]
    assert all(done[:1]), "the first worker found nothing to do"
    assert not any(done[1:]), "a worker did what another had done"
    assert pipeline.finish(url, NAMED) == url
    return fetched(url)


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("order", [(), (2, 0, 2)])
def test_the_release_is_that_of_a_build(
    tiny: Tiny, options: Options, sums: str, memory: str, order: tuple[int, ...]
) -> None:
    files = whatever(tiny, options, memory, order)
    assert files["SHA256SUMS"].decode() == sums
    assert {line[66:] for line in sums.splitlines()} == files.keys() - {"SHA256SUMS"}
    assert pipeline.work(memory, 0, 1, NAMED) == 0
    assert pipeline.finish(memory, NAMED) == memory


@pytest.mark.slow
@pytest.mark.usefixtures("in_parts")
def test_on_s3_too(tiny: Tiny, options: Options, sums: str, s3: str) -> None:
    assert whatever(tiny, options, f"{s3}/plan", (1, 0))["SHA256SUMS"].decode() == sums


@pytest.mark.slow
def test_processes_that_share_a_bucket(
    tiny: Tiny, options: Options, sums: str, s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    url = f"{s3}/processes"
    pipeline.plan(Recipe.read(tiny.recipe), url, options)
    pipeline.finish(url, NAMED, Options(jobs=2))
    assert fetched(url)["SHA256SUMS"].decode() == sums


def test_a_lost_result_is_made_again(tiny: Tiny, options: Options, sums: str, memory: str) -> None:
    pipeline.plan(Recipe.read(tiny.recipe), memory, options)
    pipeline.work(memory, 0, 1, NAMED)
    store = fsspec.filesystem("memory")
    for lost in (
        *store.glob("/shared/plan/journal/*.json")[:4],
        *store.glob("/shared/plan/work/reduce/*"),
    ):
        store.rm(lost)
    pipeline.finish(memory, NAMED)
    assert fetched(memory)["SHA256SUMS"].decode() == sums


def test_a_place_that_is_taken_or_empty_is_refused(
    tiny: Tiny, options: Options, memory: str
) -> None:
    with pytest.raises(ChooseFolderError, match="holds no plan"):
        pipeline.work(memory, 0, 1, NAMED)
    pipeline.plan(Recipe.read(tiny.recipe), memory, options)
    pipeline.plan(Recipe.read(tiny.recipe), memory, options)
    other = Options(**{**_fields(options), "seeds": 1})
    with pytest.raises(ChooseFolderError, match="another plan"):
        pipeline.plan(Recipe.read(tiny.recipe), memory, other)
    pipeline.finish(memory, NAMED)
    with pytest.raises(ChooseFolderError, match="holds a release"):
        pipeline.plan(Recipe.read(tiny.recipe), memory, options)


def _fields(options: Options) -> dict[str, object]:
    return {name: getattr(options, name) for name in options.__slots__}


def test_a_store_that_nobody_knows_or_that_fails_is_one_line(
    tmp_path: Path, memory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ChooseFolderError, match="nosuch"):
        RemoteFolder("nosuch://a/b", tmp_path)
    monkeypatch.setitem(sys.modules, "s3fs", None)
    fsspec.config.conf.clear()
    with pytest.raises(InstallError, match=r"entity-renamer\[s3\]"):
        RemoteFolder("s3://nowhere/b", tmp_path)
    folder = RemoteFolder(memory, tmp_path)

    def fail(*_: object) -> None:
        raise TimeoutError("no answer")

    monkeypatch.setattr(type(folder._store), "isfile", fail)
    with pytest.raises(RetryLaterError, match="no answer"):
        folder.has("plan.json")
    done = CliRunner().invoke(app, ["work", memory])
    assert done.exit_code != 0


def test_a_plan_writes_nothing_outside_of_its_folder(tmp_path: Path, memory: str) -> None:
    fsspec.filesystem("memory").pipe("/shared/evil.txt", b"evil")
    folder = RemoteFolder(memory, tmp_path / "plan")
    with pytest.raises(FixInputError, match="no path inside a plan"):
        folder.fetch(tmp_path / "plan" / ".." / "evil.txt")
    assert not (tmp_path / "evil.txt").exists()


def test_a_file_url_is_a_folder(tiny: Tiny, options: Options, sums: str, tmp_path: Path) -> None:
    url = f"file://{tmp_path}/out"
    pipeline.plan(Recipe.read(tiny.recipe), url, options)
    pipeline.finish(url, NAMED)
    assert (tmp_path / "out" / "SHA256SUMS").read_text() == sums
