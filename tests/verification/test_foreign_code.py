"""What comes with a recipe, a release, a names folder or the current folder is never run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from release_samples import change_manifest, write_release
from tiny_line import NAMED, RECIPE, Tiny, write_tiny

from builders.cli.main import main
from builders.errors import FixRecipeError
from builders.recognizers.registry import get
from builders.releases.recipe import Recipe, recipe_digest
from builders.stages.write import sums_text
from builders.verification.verify import verify

SCRIPT = "loading/entity_renamed_mrqa.py"
RAN = "ran"
FOREIGN = [
    "evil:x", "evil:make", "os:system", "os.path:join", "evil", "evil.sub:x", ":x", "evil:",
    "spacy:evil", "spacy:./en_evil", "spacy:en_evil/", "spacy:blank:evil", "spacy:../en_evil",
    "spacy:pip", "stanza:en@evil", "stanza:../evil", "stanza:", "spacy:", "bundled:evil",
    "bundled\\nevil:x", " bundled", "builders.recognizers.custom:load_own", "Spacy:en_evil",
]  # fmt: skip
STANDARD = ("multiprocessing", "signal", "struct", "threading", "selectors", "tempfile", "builders")


def plant(folder: Path, *names: str) -> Path:
    """Put modules and a spaCy pipeline into a folder that leave a trace when they are run."""
    folder.mkdir(parents=True, exist_ok=True)
    trace = f"open({str(folder.parent / RAN)!r}, 'a').write(__name__)\ndef make(): {RAN}\nx = make"
    for name in names or ("evil", "en_evil"):
        (folder / f"{name}.py").write_text(trace)
    info = folder / "en_evil-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: en_evil\nVersion: 1.0\n")
    return folder


def with_recognizer(name: str, recipe: str = RECIPE) -> str:
    return recipe.replace('version = "1.0.0"', f'version = "1.0.0"\nrecognizer = "{name}"')


def said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> str:
    """Run a command that must be refused; return its message."""
    monkeypatch.setattr(sys, "argv", ["renamer", *map(str, words)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    return capsys.readouterr().err


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return write_tiny(tmp_path / "tiny")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder in which hostile modules lie."""
    folder = plant(tmp_path / "here")
    monkeypatch.chdir(folder)
    yield folder
    assert not (tmp_path / RAN).exists()
    assert not {"evil", "en_evil"} & sys.modules.keys()


@pytest.mark.parametrize("name", FOREIGN)
def test_a_recipe_names_no_code(
    name: str, tiny: Tiny, here: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (here / "r.toml").write_text(with_recognizer(name))
    told = said(monkeypatch, capsys, "build", "r.toml", "--out", "out", "--names", tiny.names)
    assert told.startswith("renamer: r.toml:4: recognizer: must be bundled, jiagu, spacy:NAME, ")
    assert "--recognizer" in told
    assert not (here / "out").exists()


@pytest.mark.parametrize("name", FOREIGN)
def test_a_manifest_names_no_code(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    release = write_release(here / "release")

    def poison(manifest: dict) -> None:
        recipe = manifest["recipe"]
        head, _, tail = recipe["text"].partition("\n[")
        recipe["text"] = f'recognizer = "{name}"\n{head}\n[{tail}'
        recipe["digest"] = recipe_digest(recipe["text"])

    change_manifest(release, poison)
    for words in (["reproduce", release], ["verify", release, "--source", "Books=x"]):
        assert "recognizer: must be bundled, " in said(monkeypatch, capsys, *words)


def test_a_folder_of_names_offers_no_code(
    tiny: Tiny, tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    plant(tiny.names)
    tiny.recipe.write_text(with_recognizer("evil:x"))
    words = ["build", tiny.recipe, "--out", "out", "--names", tiny.names]
    assert "recognizer: must be" in said(monkeypatch, capsys, *words)
    tiny.recipe.write_text(RECIPE)
    words += [f"--source={name}={path}" for name, path in tiny.sources.items()]
    assert "no module 'evil'" not in said(monkeypatch, capsys, *words, "--recognizer", "spacy:evil")
    assert not (tiny.names.parent / RAN).exists()


@pytest.mark.parametrize("name", ["en_evil", "evil"])
def test_a_name_alone_is_no_folder_of_a_pipeline(name: str, here: Path) -> None:
    (here / name).mkdir()
    with pytest.raises(Exception, match=r"is not installed; .*as \./FOLDER"):
        get(f"spacy:{name}")


def test_recipes_may_name_what_is_installed() -> None:
    for name in ("bundled", "spacy:en_core_web_sm", "spacy:en_core_web_trf", "stanza:en",
                 "stanza:zh-hans"):  # fmt: skip
        assert Recipe.parse(with_recognizer(name)).recognizer == name
    with pytest.raises(FixRecipeError):
        Recipe.parse(with_recognizer(NAMED))


BUILD = "from builders.cli.main import main; main()"


def test_processes_take_no_module_from_the_current_folder(tmp_path: Path, tiny: Tiny) -> None:
    here = plant(tmp_path / "here", *STANDARD)
    given = [f"--source={name}={path}" for name, path in tiny.sources.items()]
    words = [
        "build", tiny.recipe, "--out", "out", "--names", tiny.names, *given, "--jobs", "2",
        "--cache", "cache", "--only", "TinyMRQA/PER/RandStr/*", "--recognizer", NAMED,
    ]  # fmt: skip
    # As the installed command is started: the current folder is none that modules come from.
    start = f"import sys; sys.path = [p for p in sys.path if p]; {BUILD}"
    places = [str(Path(__file__).parents[1]), *(path for path in sys.path if path)]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(places), "RENAMER_RECOGNIZER": "evil:x",
        "RECOGNIZER": "evil:x", "SPACY_MODEL": "evil",
    }  # fmt: skip
    launcher = tmp_path / "renamer.py"
    launcher.write_text(f"if __name__ == '__main__':\n    {start}\n")
    ended = subprocess.run(
        [sys.executable, launcher, *map(str, words)], cwd=here, env=environment, timeout=120,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert not (tmp_path / RAN).exists()
    assert (here / "out" / "manifest.json").is_file()


class TestScripts:
    """The loading script is the package's own, and no other file of a release can be run."""

    @pytest.fixture
    def release(self, tmp_path: Path) -> Path:
        return write_release(tmp_path / "release")

    def told(self, release: Path) -> list[tuple[str, str]]:
        (release / "SHA256SUMS").write_text(sums_text(release))
        return [(finding.file, finding.message) for finding in verify(release).findings]

    def test_another_script_is_told(self, release: Path) -> None:
        assert self.told(release) == []
        script = release / SCRIPT
        script.write_text(script.read_text() + "\nprint('hello')\n")
        [(file, message)] = self.told(release)
        assert file == SCRIPT
        assert "not the loading script" in message

    def test_a_script_that_is_missing_is_told(self, release: Path) -> None:
        (release / SCRIPT).unlink()
        assert (SCRIPT, "is missing") in self.told(release)

    @pytest.mark.parametrize(
        "name",
        ["evil.py", "loading/evil.py", "loading/entity_renamed_mrqa.pyc", "setup.sh", "figures.js",
         "conftest.py", "harness/task.pkl"],
    )  # fmt: skip
    def test_other_files_are_told(self, release: Path, name: str) -> None:
        (release / name).parent.mkdir(exist_ok=True)
        (release / name).write_text("print('hello')")
        assert [file for file, _ in self.told(release)] == [name]


def test_the_manifest_is_no_place_for_other_keys(tmp_path: Path) -> None:
    release = write_release(tmp_path / "release")
    change_manifest(release, lambda manifest: manifest.update(loader="evil:x"))
    assert any("unknown key 'loader'" in str(finding) for finding in verify(release).findings)
    assert json.loads((release / "manifest.json").read_text())["loader"] == "evil:x"
