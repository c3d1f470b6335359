"""The harness files of a release, run by the real harnesses, offline.

`make test-harness` runs these in an environment that has the harnesses.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "releases")]

from loopback_hub import loopback_hub
from release_samples import source, write_release

from builders.verification.verify import verify

pytest.importorskip("lm_eval", reason="lm-eval is in an environment of its own")
pytest.importorskip("inspect_ai", reason="inspect-ai is in an environment of its own")
pytestmark = pytest.mark.slow

GROUP = "sample_books_per_french"
SEEDS = tuple(f"{GROUP}_seed{seed}" for seed in range(2))


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(tmp_path_factory.mktemp("harnesses") / "release")


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run_lm_eval(release: Path, out: Path, *options: str) -> dict[str, Any]:
    """Run the tasks of a release; return the results and, by task, the samples."""
    tasks = release / "harness" / "lm-eval"
    command = [Path(sys.executable).with_name("lm-eval"), "run", "--include_path", tasks,
               "--output_path", out, "--log_samples", *options]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(next(out.rglob("results_*.json")).read_text())
    found["samples"] = {
        path.name.removeprefix("samples_").rpartition("_")[0]: [
            json.loads(line) for line in path.read_text().splitlines()
        ]
        for path in out.rglob("samples_*.jsonl")
    }
    return found


def test_lm_eval_runs_a_group_over_seeds(release: Path, tmp_path: Path) -> None:
    found = run_lm_eval(
        release, tmp_path / "out", "--model", "dummy", "--tasks", f"{GROUP},sample_afri"
    )
    swapped = {"sample_afri_original", "sample_afri_afri"}
    assert set(found["samples"]) == {*SEEDS, "sample_books_per_original", *swapped}
    assert found["configs"][SEEDS[1]]["metadata"]["file"] == "data/Books/PER/French/seed1.parquet"
    pooled = found["results"][f"{GROUP}::{GROUP}_seeds"]
    assert (pooled["exact,none"], pooled["f1,none"], pooled["sample_len"]) == (0, 0, 14)
    for samples in found["samples"].values():
        assert [sample["doc"]["id"] for sample in samples] == [f"q{n:04}" for n in range(7)]
    prompt = found["samples"][SEEDS[0]][0]["arguments"]["gen_args_0"]["arg_0"]
    assert "Ines Novak opened a bakery" in prompt
    assert "unanswerable" not in prompt
    swap = found["samples"]["sample_afri_afri"]
    assert "write: unanswerable" in swap[2]["arguments"]["gen_args_0"]["arg_0"]
    assert [sample["target"] for sample in swap[:3]] == ["Ines Novak"] * 2 + ["unanswerable"]
    assert verify(release).ok


def test_lm_eval_scores_a_local_model(release: Path, tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model")
    found = run_lm_eval(
        release, tmp_path / "out", "--model", "hf", "--model_args", f"pretrained={model}",
        "--tasks", SEEDS[0], "--limit", "3", "--device", "cpu",
    )  # fmt: skip
    samples = found["samples"][SEEDS[0]]
    assert len(samples) == 3
    result = found["results"][SEEDS[0]]
    for metric in ("exact", "f1"):
        assert result[f"{metric},none"] == mean(sample[metric] for sample in samples)


def tiny_model(folder: Path) -> Path:
    """Write a random GPT-2 with a tokenizer of bytes: it answers, though nothing of sense."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: n for n, letter in enumerate(["<end>", *letters])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="<end>", pad_token="<end>", model_max_length=1024
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=len(vocabulary), n_positions=1024, n_embd=16, n_layer=1, n_head=2,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A model that gives these answers in turn, and counts no tokens: that asks the network."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def model(*answers: str) -> Any:
        outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
        for output in outputs:
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return get_model("mockllm/model", custom_outputs=outputs)

    return model


def test_inspect_scores_as_squad_and_clusters_by_source_passage(
    release: Path, tmp_path: Path, answering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inspect_ai import eval as evaluate

    monkeypatch.chdir(release)
    answers = ["Ines Novak", "the Novak!", "unanswerable", "Novak, the baker", "a b", "", "Novak"]
    (log,) = evaluate(
        "harness/inspect/renamed.py", model=answering(*answers),
        task_args={"config": "Books-PER-French", "split": "seed0"}, log_dir=str(tmp_path / "logs"),
        max_connections=1, max_samples=1, display="none",
    )  # fmt: skip
    assert log.status == "success", log.error
    assert [sample.id for sample in log.samples] == [f"q{n:04}" for n in range(7)]
    values = [sample.scores["squad"].value for sample in log.samples]
    assert [value["exact"] for value in values] == [1, 0, 0, 1, 0, 0, 0]
    assert [round(value["f1"], 3) for value in values] == [1, 0.667, 0, 1, 0, 0, 0.667]
    metrics = {score.name: score.metrics for score in log.results.scores}
    assert metrics["exact"]["mean"].value == pytest.approx(2 / 7)
    assert metrics["exact"]["stderr"].value > 0
    assert [sample.metadata["passage"] for sample in log.samples] == source_passages()
    assert verify(release).ok


def source_passages() -> list[str]:
    from hashlib import sha256

    texts = [source(number, listed=True).context for number in range(7)]
    return [sha256(text.encode()).hexdigest()[:16] for text in texts]


def test_inspect_runs_every_task_of_eval_yaml_from_the_hub(
    release: Path, tmp_path: Path, hub_of: str
) -> None:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("hub_tasks_child.py"), tmp_path / "logs"],
        env=os.environ | {"HF_ENDPOINT": hub_of, "HF_HUB_OFFLINE": "0", "HF_DATASETS_OFFLINE": "0",
                          "HF_HUB_DISABLE_XET": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert [row["status"] for row in found] == ["success"] * 6
    swapped, original, renamed = found[1], found[2], found[3]
    assert swapped["targets"][:3] == ["Ines Novak", "Ines Novak", ""]
    assert set(original["targets"]) == {"Marta Klein"}
    assert set(renamed["targets"]) == {"Ines Novak"}
    assert "Passage: [DOC] In year 0 Ines Novak" in renamed["prompt"]
    assert [row["exact"] for row in (original, renamed)] == [0, 1]


@pytest.fixture
def hub_of(release: Path) -> Iterator[str]:
    """The address of a Hub that has the release as org/sample."""
    with loopback_hub() as hub:
        hub.create("org/sample")
        files = {
            path.relative_to(release).as_posix(): path.read_bytes()
            for path in release.rglob("*") if path.is_file()
        }  # fmt: skip
        hub.commit_by_other("org/sample", files)
        yield hub.url


def test_tasks_load_from_the_hub_where_the_rows_are_not_beside_them(
    release: Path, tmp_path: Path, hub_of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / "alone"
    shutil.copytree(release / "harness", alone / "harness")
    for name, value in {
        "RENAMER_REPO": "org/sample", "HF_ENDPOINT": hub_of, "HF_HUB_OFFLINE": "0",
        "HF_HUB_DISABLE_XET": "1",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    found = run_lm_eval(alone, tmp_path / "out", "--model", "dummy", "--tasks", SEEDS[1])
    assert len(found["samples"][SEEDS[1]]) == 7
