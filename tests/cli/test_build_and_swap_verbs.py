"""`renamer`, `renamer build` and `renamer swap` as a user meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from help_blocks import blocks
from tiny_line import NAMED, RECIPE, Tiny, write_tiny

from builders import __version__
from builders.cli.main import VERBS, main
from builders.cli.options import sources
from builders.cli.swap import swap
from builders.errors import FixInputError, FixRecognizerError
from builders.swapping import swap_file

Monkey = pytest.MonkeyPatch
Caught = pytest.CaptureFixture[str]

ROOT = str(Path(__file__).parents[2])
LINE = {
    "id": "1", "title": "", "context": "Lima has hills.", "question": "What has Lima?",
    "answers": [{"text": "hills", "answer_start": 9}],
    "renames": [{"entity": "l", "type": "CITY", "source": "Lima", "target": "Accra"}],
    "mentions": [{"entity": "l", "type": "CITY", "field": "context", "start": 0, "end": 4}],
}  # fmt: skip

BLIND = """
from builders.types import TypedSpan

class Blind:
    fingerprint = "blind 1"

    def recognize(self, texts):
        for text in texts:
            yield (TypedSpan(0, 9999, "PERSON"),)
"""


def run(monkeypatch: Monkey, *arguments: object) -> int:
    """Run the command line in this process; return its exit status."""
    monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
    try:
        main()
    except SystemExit as left:
        return int(left.code or 0)
    return 0


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return write_tiny(tmp_path / "tiny")


def build_arguments(tiny: Tiny, out: Path) -> list[object]:
    given = [f"--source={name}={path}" for name, path in tiny.sources.items()]
    return ["build", tiny.recipe, "--out", out, "--names", tiny.names, *given,
            "--recognizer", NAMED, "--cache", tiny.folder / "cache"]  # fmt: skip


def one_line(caught: Caught) -> str:
    """Return the one line on standard error; nothing else was printed."""
    captured = caught.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    assert captured.err.startswith("renamer: ")
    assert "Traceback" not in captured.err
    return captured.err


class TestBuild:
    def test_a_release_and_a_table_of_it(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        out = tmp_path / "out"
        assert run(monkeypatch, *build_arguments(tiny, out), "--only", "TinyMRQA/PER/*") == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        assert "A tiny release" in captured.out
        assert "TinyMRQA/PER/RandStr" in captured.out
        assert str(out) in captured.out.replace("\n", "")
        assert "\x1b" not in captured.out, "no colour where no terminal is"
        assert (out / "manifest.json").is_file()

    def test_seeds_jobs_and_force(self, tiny: Tiny, monkeypatch: Monkey, tmp_path: Path) -> None:
        arguments = [*build_arguments(tiny, tmp_path / "out"), "--only", "*/ORG/*", "--seeds", 1]
        assert run(monkeypatch, *arguments) == 0
        assert run(monkeypatch, *arguments) == 2
        assert run(monkeypatch, *arguments, "--force") == 0
        assert not list((tmp_path / "out").rglob("seed1.parquet"))

    def test_an_empty_pattern_is_refused(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        assert run(monkeypatch, *build_arguments(tiny, tmp_path / "out"), "--only", "") == 2
        assert "--only: an empty pattern fits no file" in one_line(capsys)
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_recognizer_in_the_current_folder(
        self, tiny: Tiny, monkeypatch: Monkey, tmp_path: Path, jobs: int
    ) -> None:
        module = f"lying_here_{jobs}"
        (tmp_path / f"{module}.py").write_text("from tiny_line import RECOGNIZER as mine")
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.chdir(tmp_path)
        arguments = [*build_arguments(tiny, tmp_path / "out"), "--only", "TinyMRQA/PER/RandStr/*"]
        assert run(monkeypatch, *arguments, "--recognizer", f"{module}:mine", "--jobs", jobs) == 0

    def test_a_recognizer_that_finds_what_no_text_holds(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        (tmp_path / "blind.py").write_text(BLIND)
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.chdir(tmp_path)
        arguments = [*build_arguments(tiny, tmp_path / "out"), "--recognizer", "blind:Blind"]
        assert run(monkeypatch, *arguments, "--jobs", 2) == 2
        told = one_line(capsys)
        assert "recognizer blind:Blind: found TypedSpan(start=0, end=9999" in told
        assert "Martha Claes keeps" in told
        monkeypatch.setenv("RENAMER_TRACEBACK", "1")
        with pytest.raises(FixRecognizerError):
            run(monkeypatch, *arguments)

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_recognizer_that_ends_the_program(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path, jobs: int
    ) -> None:
        module = f"leaving_{jobs}"
        leaving = BLIND.replace(
            "for text in texts:", "raise SystemExit(0)\n        for text in ():"
        )
        (tmp_path / f"{module}.py").write_text(leaving)
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.chdir(tmp_path)
        arguments = [*build_arguments(tiny, tmp_path / "out"), "--recognizer", f"{module}:Blind"]
        assert run(monkeypatch, *arguments, "--jobs", jobs) == 2
        assert f"recognizer {module}:Blind: failed (SystemExit: 0)" in one_line(capsys)

    @pytest.mark.parametrize(
        ("recipe", "wanted"),
        [
            (
                "demmo",
                "unknown recipe 'demmo'; known: PATH.toml, afrisquad2, afrisquad2-literal, "
                "cmrc2018, demo",
            ),
            ("gone.toml", "gone.toml: there is no such recipe file"),
        ],
    )
    def test_a_recipe_that_is_not_there(
        self, recipe: str, wanted: str, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        assert run(monkeypatch, "build", recipe, "--out", tmp_path / "out") == 2
        assert wanted in one_line(capsys)

    def test_a_recipe_with_a_fault_is_told_by_file_and_line(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        tiny = write_tiny(tmp_path / "tiny", recipe=RECIPE.replace("seeds = 2", "seedz = 2"))
        assert run(monkeypatch, *build_arguments(tiny, tmp_path / "out")) == 2
        line = RECIPE.split("seeds = 2")[0].count("\n") + 1
        assert f"tiny.toml:{line}: " in one_line(capsys)

    def test_an_output_folder_that_is_somebody_s(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "thesis.tex").write_text("mine")
        assert run(monkeypatch, *build_arguments(tiny, tmp_path / "out")) == 2
        assert "choose another --out" in one_line(capsys)

    @pytest.mark.parametrize("given", ["TinyMRQA", "=x", "TinyMRQA="])
    def test_a_source_that_is_no_pair(
        self, given: str, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        arguments = ["build", tiny.recipe, "--out", tmp_path / "out", "--source", given]
        assert run(monkeypatch, *arguments) == 2
        assert f"--source {given}: expected NAME=PATH" in one_line(capsys)

    def test_a_folder_is_no_source(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        given = f"--source=TinyMRQA={tiny.sources['TinyMRQA']}"
        arguments = build_arguments(tiny, tmp_path / "out")
        arguments[arguments.index(given)] = f"--source=TinyMRQA={tmp_path}"
        assert run(monkeypatch, *arguments) == 2
        assert "is not a regular file (source TinyMRQA)" in one_line(capsys)

    def test_all_faults_of_a_source_are_listed(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        tiny = write_tiny(tmp_path / "tiny", faulty=True)
        assert run(monkeypatch, *build_arguments(tiny, tmp_path / "out")) == 2
        captured = capsys.readouterr()
        assert captured.err.count("99999") == 3
        assert "tiny.json: 3 faults" in captured.err
        assert "Traceback" not in captured.err
        assert not (tmp_path / "out").exists()
        arguments = [*build_arguments(tiny, tmp_path / "out"), "--only", "*/ORG/RandStr/*"]
        assert run(monkeypatch, *arguments, "--skip-faulty") == 0


class TestSwap:
    def test_lines_in_lines_out(self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_text(json.dumps(LINE) + "\n", encoding="utf-8")
        assert run(monkeypatch, "swap", source, target) == 0
        assert capsys.readouterr().out == f"1 row, changed, in {target}\n"
        renamed = json.loads(target.read_text(encoding="utf-8"))
        assert renamed["context"] == "Accra has hills."
        assert renamed["answers"] == [{"text": "hills", "answer_start": 10}]

    def test_a_name_of_other_bytes_than_utf8_is_told_escaped(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / os.fsdecode(b"out\xff.jsonl")
        source.write_text(json.dumps(LINE) + "\n", encoding="utf-8")
        assert run(monkeypatch, "swap", source, target) == 0
        assert capsys.readouterr().out.endswith("out\\udcff.jsonl\n")
        assert target.exists()

    def test_what_changed_is_counted_and_what_is_nowhere_is_told(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rename = {**LINE["renames"][0], "source": "Rome"}  # type: ignore[dict-item, index]
        lines = [LINE, LINE, {**LINE, "id": "r", "renames": [rename], "mentions": []}]
        source.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        assert run(monkeypatch, "swap", source, target) == 0
        told = capsys.readouterr()
        assert told.out == f"3 rows, 2 of them changed, in {target}\n"
        assert told.err == (
            "renamer: warning: 1 rename of a name that is nowhere in its instance or has no "
            "mention, the first: 'Rome' in 'r'\n"
        )

    def test_standard_streams(self, tmp_path: Path) -> None:
        def swapped(data: str) -> subprocess.CompletedProcess[str]:
            code = "from builders.cli.main import main; main()"
            command = [sys.executable, "-c", code, "swap", "-", "-"]
            return subprocess.run(
                command, input=data, capture_output=True, encoding="utf-8", check=False,
                cwd=tmp_path, env={**os.environ, "PYTHONPATH": ROOT},
            )  # fmt: skip

        done = swapped(json.dumps(LINE) + "\n")
        assert json.loads(done.stdout)["context"] == "Accra has hills."
        assert done.stderr == "1 row, changed, in standard output\n"
        done = swapped(json.dumps(LINE) + "\n{\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert "standard input: line 2: not JSON: " in done.stderr
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("streams", "told"),
        [
            ("> /dev/full", "standard output: No space left on device; free some space and run ag"),
            (">&-", "standard output: is closed; name the file to write"),
            ("<&-", "standard input: is closed; name the file to read"),
        ],
    )
    def test_standard_streams_that_cannot_be_used(
        self, tmp_path: Path, streams: str, told: str
    ) -> None:
        code = "from builders.cli.main import main; main()"
        shell = ["sh", "-c", f'exec "$@" {streams}', "sh"]
        done = subprocess.run(
            [*shell, sys.executable, "-c", code, "swap", "-", "-"],
            input=json.dumps(LINE), capture_output=True, encoding="utf-8", check=False,
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": ROOT},
        )  # fmt: skip
        assert done.stderr.startswith(f"renamer: {told}")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)

    def test_an_empty_file(self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").touch()
        assert run(monkeypatch, "swap", tmp_path / "in.jsonl", tmp_path / "out.jsonl") == 0
        assert capsys.readouterr().out == f"0 rows in {tmp_path / 'out.jsonl'}\n"

    def test_the_lines_of_the_help_are_true(self, tmp_path: Path) -> None:
        line, wanted = (json.loads(block) for block in blocks(swap)[:2])
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_text(json.dumps(line), encoding="utf-8")
        swap_file(source, target)
        assert json.loads(target.read_text(encoding="utf-8")) == wanted

    def test_every_fault_is_told_with_its_line(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        bad = {**LINE, "question": 3, "renames": []}
        source.write_text(f"{json.dumps(LINE)}\n{json.dumps(bad)}\n{{\n", encoding="utf-8")
        assert run(monkeypatch, "swap", source, target) == 2
        told = capsys.readouterr().err
        assert "in.jsonl: 2 faults" in told
        assert "line 2: question: expected a text" in told
        assert "line 3: not JSON: " in told
        assert not target.exists()

    def test_a_file_that_is_not_there(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        assert run(monkeypatch, "swap", tmp_path / "gone.jsonl", tmp_path / "out.jsonl") == 2
        assert "gone.jsonl: does not exist" in one_line(capsys)

    def test_a_recognizer_that_nobody_knows(
        self, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        source = tmp_path / "in.jsonl"
        unread = {key: value for key, value in LINE.items() if key != "mentions"}
        source.write_text(json.dumps(unread) + "\n", encoding="utf-8")
        arguments = ["swap", source, tmp_path / "out.jsonl", "--recognizer", "nobody"]
        assert run(monkeypatch, *arguments) == 2
        assert "unknown recognizer 'nobody'; known: MODULE:ATTRIBUTE, bundled" in one_line(capsys)
        assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


class TestMain:
    def test_the_version(self, monkeypatch: Monkey, capsys: Caught) -> None:
        assert run(monkeypatch, "--version") == 0
        assert capsys.readouterr().out == f"renamer {__version__}\n"

    def test_help_names_every_verb(self, monkeypatch: Monkey, capsys: Caught) -> None:
        assert run(monkeypatch, "--help") == 0
        told = capsys.readouterr().out
        assert all(verb in told for verb in VERBS)

    @pytest.mark.parametrize(
        ("arguments", "what", "see"),
        [
            (["bild"], "'bild'", "renamer --help"),
            (["--nothing"], "--nothing", "renamer --help"),
            (["build"], "'recipe'", "renamer build --help"),
            (["build", "demo"], "'--out'", "renamer build --help"),
            (["build", "demo", "--out", "x", "--seeds", "0"], "'--seeds'", "renamer build --help"),
            (["names", "show"], "'name'", "renamer names show --help"),
        ],
    )
    def test_bad_usage_is_one_line_and_ends_with_2(
        self, arguments: list[str], what: str, see: str, monkeypatch: Monkey, capsys: Caught
    ) -> None:
        assert run(monkeypatch, *arguments) == 2
        told = one_line(capsys)
        assert what in told.lower(), "versions of typer differ in case"
        assert told.endswith(f"; see {see}\n")

    @pytest.mark.parametrize("arguments", [[], ["names"]])
    def test_without_a_verb_help_is_shown(
        self, arguments: list[str], monkeypatch: Monkey, capsys: Caught
    ) -> None:
        assert run(monkeypatch, *arguments) == 2
        captured = capsys.readouterr()
        assert "Usage" in captured.out + captured.err
        assert "renamer:" not in captured.err

    def test_a_misspelled_verb_gets_the_nearest(self, monkeypatch: Monkey, capsys: Caught) -> None:
        assert run(monkeypatch, "bild") == 2
        assert "Did you mean 'build'?; see" in one_line(capsys)

    @pytest.mark.parametrize("arguments", [[], *([verb] for verb in VERBS), ["names", "show"]])
    def test_help_waits_for_no_library(self, arguments: list[str]) -> None:
        code = (
            "import sys; from builders.cli.main import main\n"
            f"sys.argv = ['renamer', *{arguments}, '--help']\n"
            "try: main()\n"
            "except SystemExit as left: assert not left.code\n"
            "print({'spacy', 'pyarrow', 'numpy', 'datasets', 'huggingface_hub'} & set(sys.modules))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert done.stdout.endswith("set()\n"), done

    def test_completions_are_answered(self) -> None:
        asked = {
            "_RENAMER_COMPLETE": "complete_bash",
            "COMP_WORDS": "renamer bu",
            "COMP_CWORD": "1",
        }
        code = "import sys; from builders.cli.main import main; sys.argv[0] = 'renamer'; main()"
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **asked},
            capture_output=True,
            check=True,
        )
        assert done.stdout.split() == [b"build"]

    def test_an_interrupt_ends_with_130(
        self, tiny: Tiny, monkeypatch: Monkey, capsys: Caught, tmp_path: Path
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("builders.pipeline.build", interrupt)
        assert run(monkeypatch, *build_arguments(tiny, tmp_path / "out")) == 130
        assert one_line(capsys) == "renamer: interrupted; run the same command again to resume\n"

    def test_a_verb_is_loaded_only_when_it_is_asked_for(self) -> None:
        code = (
            "import sys; import builders.cli.main as m; "
            "sys.exit(any(name.split('.')[0] in {'spacy', 'datasets', 'pyarrow'} "
            "for name in sys.modules))"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    @pytest.mark.parametrize("arguments", [["--version"], ["names", "show", "spanish"]])
    def test_a_reader_that_goes_away_is_no_fault(self, arguments: list[str]) -> None:
        code = f"from builders.cli.main import main; import sys; sys.argv[1:] = {arguments}; main()"
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False
        )
        os.close(write)
        assert (done.returncode, done.stderr) == (0, b"")


def test_pairs_of_a_source_and_its_path() -> None:
    assert sources(None) == {}
    assert sources(["A=x=y.json", "B=z"]) == {"A": Path("x=y.json"), "B": Path("z")}
    with pytest.raises(FixInputError, match="given twice"):
        sources(["A=x", "A=y"])


@pytest.mark.parametrize("error", [MemoryError(), pa.ArrowMemoryError("malloc of size 1 failed")])
def test_a_command_that_is_out_of_memory_says_what_to_do(
    monkeypatch: Monkey, capsys: Caught, tmp_path: Path, error: Exception
) -> None:
    def exhausted(*given: object) -> None:
        raise error

    monkeypatch.setattr("builders.pipeline.build", exhausted)
    assert run(monkeypatch, "build", "demo", "--out", tmp_path / "out") == 2
    told = one_line(capsys)
    assert "out of memory" in told
    assert "fewer --jobs" in told
