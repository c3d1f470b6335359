"""A transformer trained here goes through probe, RESEMBLE and triggers on the demonstration.

`make test-harness` runs this in an environment that has torch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from builders.cli.main import app
from builders.sources import format_table
from builders.sources.demo import demo_path
from builders.types import Example

torch = pytest.importorskip("torch", reason="torch is in an environment of its own")
transformers = pytest.importorskip("transformers", reason="so is transformers")
pytestmark = pytest.mark.slow

ROOM = 256
PER = "DemoMRQA/PER/DBName/*"


def vocabulary(examples: list[Example]) -> list[str]:
    """Return the words of the texts, and letters that any other word can be written with."""
    words = {word.lower().strip(".,?") for each in examples
             for word in f"{each.context} {each.question}".split()}  # fmt: skip
    letters = [chr(code) for code in range(33, 127)]
    pieces = [f"##{letter}" for letter in letters]
    return ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *pieces,
            *sorted(words - set(letters) - {""})]  # fmt: skip


def train(model: Any, tokenizer: Any, examples: list[Example], epochs: int) -> None:
    """Fit a model to the answers of some questions: it will know their names, and few others."""
    encoded = tokenizer(
        [each.question for each in examples], [each.context for each in examples],
        truncation="only_second", max_length=ROOM, padding=True, return_offsets_mapping=True,
        return_tensors="pt",
    )  # fmt: skip
    bounds = []
    for at, (example, offsets) in enumerate(
        zip(examples, encoded.pop("offset_mapping").tolist(), strict=True)
    ):
        start = example.answers[0].start or 0
        end = start + len(example.answers[0].text)
        kinds = encoded.sequence_ids(at)
        inside = [place for place, (low, high) in enumerate(offsets)
                  if kinds[place] == 1 and start < high and low < end]  # fmt: skip
        bounds.append((inside[0], inside[-1]) if inside else (0, 0))
    starts, ends = (torch.tensor(each) for each in zip(*bounds, strict=True))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for _ in range(epochs):
        for rows in torch.randperm(len(examples)).split(16):
            loss = model(
                **{name: values[rows] for name, values in encoded.items()},
                start_positions=starts[rows], end_positions=ends[rows],
            ).loss  # fmt: skip
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("transformer")
    examples = [
        each for each in format_table.read(demo_path("mrqa"), format="mrqa", dataset="DemoMRQA")
        if each.question.startswith("Who") and each.answers[0].start is not None
    ]  # fmt: skip
    words = vocabulary(examples)
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=ROOM, hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    made = transformers.BertForQuestionAnswering(config)
    tokenizer = transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt"))
    train(made, tokenizer, examples, epochs=30)
    made.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def run(folder: Path, *arguments: str) -> dict[str, Any]:
    """Run a verb, and return what it wrote."""
    place = folder / "found.json"
    result = CliRunner().invoke(app, [*arguments, "--json", str(place)], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return found


def test_probe(model: Path, tmp_path: Path) -> None:
    found = run(tmp_path, "probe", "demo", "--renamings", "8", "--only", PER,
                "--model", str(model))  # fmt: skip
    (cell,) = found["cells"]
    assert cell["original_f1"] > 60
    assert cell["worst_f1"] < cell["random_f1"] < cell["best_f1"]
    assert cell["random_f1"] < cell["original_f1"]
    assert 0 < cell["dpr"] < 100


def test_resemble(model: Path, tmp_path: Path) -> None:
    found = run(tmp_path, "experiment", "resemble", "demo", "--renamings", "5", "--only", PER,
                "--model", str(model))  # fmt: skip
    (cell,) = found["cells"]
    base, one, three = cell["systems"]
    assert (one["system"], three["system"]) == ("RESEMBLE, M = 1", "RESEMBLE, M = 3")
    assert base["worst"] <= base["own_worst"] <= base["random"]
    for each in cell["systems"]:
        assert each["own_worst"] <= each["worst"] and each["own_best"] >= each["best"]
        assert each["gain"] == pytest.approx(each["worst"] - base["worst"])


def test_triggers(model: Path, tmp_path: Path) -> None:
    found = run(tmp_path, "experiment", "triggers", "demo", "--dataset", "DemoMRQA", "--most", "40",
                "--batch", "8", "--iterations", "8", "--model", str(model))  # fmt: skip
    (search,) = found["searches"]
    assert len(search["top"]) == 10
    weights = [each["weight"] for each in search["top"]]
    assert weights == sorted(weights, reverse=True)
    assert search["held_out_drop"]["n"] < search["n"]
