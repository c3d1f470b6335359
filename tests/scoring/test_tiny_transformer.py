"""A transformer that is trained here goes the whole way, from `predict` to a leaderboard's page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError
from builders.releases.release_reading import read_manifest, rows_of, split_path
from builders.scoring.predicting import Question, predict
from builders.scoring.predictors.extractive import ExtractiveModel, Windows
from builders.scoring.release_scoring import score
from builders.scoring.scorecard import Scorecard
from builders.types import Row

torch: Any = pytest.importorskip("torch")
transformers: Any = pytest.importorskip("transformers")
tokenizers: Any = pytest.importorskip("tokenizers")
pytestmark = pytest.mark.slow

CONFIG = "DemoSQuAD2-MIX-DBName"
WINDOWS = Windows(max_length=160, stride=32)
STEPS = 60


def rows(release: Path, config: str, split: str) -> list[Row]:
    return list(rows_of(release, split_path(read_manifest(release), config, split)))


@pytest.fixture(scope="module")
def folders(release: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folders of a model before and after it was trained on the original rows."""
    place = tmp_path_factory.mktemp("models")
    original = rows(release, CONFIG, "original")
    tokenizer = word_tokenizer(original)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), hidden_size=48, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=96, max_position_embeddings=WINDOWS.max_length,
    )  # fmt: skip
    model = transformers.BertForQuestionAnswering(config)
    for name in ("untrained", "trained"):
        if name == "trained":
            train(model, tokenizer, original)
        model.save_pretrained(place / name)
        tokenizer.save_pretrained(place / name)
    return place / "untrained", place / "trained"


def word_tokenizer(known: list[Row]) -> Any:
    """Return a tokenizer whose vocabulary is the words of some rows."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    texts = [text for row in known for text in (row.example.context, row.example.question)]
    made.train_from_iterator(texts, tokenizers.trainers.WordLevelTrainer(special_tokens=special))
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )  # fmt: skip
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]", mask_token="[MASK]",
    )  # fmt: skip


def train(model: Any, tokenizer: Any, known: list[Row]) -> None:
    """Learn the first answers by heart; the loss must fall by half."""
    inputs = tokenizer(
        [row.example.question for row in known], [row.example.context for row in known],
        truncation="only_second", max_length=WINDOWS.max_length, padding=True,
        return_offsets_mapping=True, return_tensors="pt",
    )  # fmt: skip
    offsets = inputs.pop("offset_mapping").tolist()
    starts, ends = [], []
    for at, row in enumerate(known):
        answer = row.example.answers[0]
        first, last = answer.start, answer.start + len(answer.text)
        inside = [place for place, kind in enumerate(inputs.sequence_ids(at)) if kind == 1
                  and first <= offsets[at][place][0] < last]  # fmt: skip
        starts.append(inside[0] if inside else 0)
        ends.append(inside[-1] if inside else 0)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    draws = torch.Generator().manual_seed(0)
    losses = []
    for _ in range(STEPS):
        some = torch.randperm(len(known), generator=draws)[:16]
        batch = {name: values[some] for name, values in inputs.items()}
        loss = model(
            **batch, start_positions=torch.tensor(starts)[some],
            end_positions=torch.tensor(ends)[some],
        ).loss  # fmt: skip
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


def test_a_trained_model_goes_the_whole_way(
    release: Path, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    results, site = tmp_path / "results", tmp_path / "site"
    cards: list[Scorecard] = []
    for folder in folders:
        out = results / folder.name / "predictions"
        done = predict(release, out, ExtractiveModel(str(folder), WINDOWS), configs=[CONFIG])
        assert done.asked == done.questions
        cards.append(score(release, out))
        (out.parent / "meta.json").write_text(json.dumps({"name": f"Tiny, {folder.name}"}))
    untrained, trained = (card.drops[0] for card in cards)
    assert trained["original_em"] > untrained["original_em"] + 20
    assert trained["low_em"] > 0  # it knows names by heart, and nothing else
    for command in (["check", str(results), "--release", str(release)],
                    ["build", str(results), "--out", str(site)]):  # fmt: skip
        result = CliRunner().invoke(app, ["leaderboard", *command])
        assert result.exit_code == 0, result.output
    page = (site / "index.html").read_text(encoding="utf-8")
    assert page.index("Tiny, trained") < page.index("Tiny, untrained")
    assert "reproduced" in page


def test_spans_are_of_the_passage_and_probabilities_add_up(
    release: Path, folders: tuple[Path, Path]
) -> None:
    model = ExtractiveModel(str(folders[1]), WINDOWS)
    known = rows(release, "AfriDemo", "original")[:20]
    asked = [Question(str(n), "", row.example.context, row.example.question)
             for n, row in enumerate(known)]  # fmt: skip
    for found, question in zip(model.predict(asked), asked, strict=True):
        assert found.start is not None
        assert question.context.startswith(found.text, found.start)
        assert found.text == found.candidates[0].text
        total = sum(each.probability for each in found.candidates) + (found.no_answer or 0)
        assert total == pytest.approx(1)


def test_a_question_without_end_and_an_empty_passage(folders: tuple[Path, Path]) -> None:
    model = ExtractiveModel(str(folders[1]), WINDOWS)
    asked = [Question("long", "", "Ada flew to Lima.", "Who flew? " * 500),
             Question("empty", "", "", "Who flew?")]  # fmt: skip
    found = list(model.predict(asked))
    assert [each.id for each in found] == ["long", "empty"]
    assert found[0].text in asked[0].context
    assert found[1].text == ""


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match="cannot be loaded"):
        ExtractiveModel(str(tmp_path / "nowhere"))
