"""The collator with a real fast tokenizer, and a tiny model that learns from its batches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builders.training.collator import MaskingCollator, tokens_of
from builders.training.masking import IGNORED, MASKINGS, Masking

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
TEXT = "Ada Holm flew to Lima in May ."
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "Ada", "Ho", "##lm", "flew", "to", "Li",
         "##ma", "in", "May", "."]  # fmt: skip


@pytest.fixture(name="tokenizer")
def _tokenizer(tmp_path: Path) -> Any:
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    return transformers.BertTokenizerFast(vocab=str(tmp_path / "vocab.txt"), do_lower_case=False)


def test_entities_are_whole_tokens_and_what_is_cut_is_dropped(tokenizer: Any) -> None:
    read = tokens_of(tokenizer, TEXT, [(0, 8), (17, 21), (17, 20)], longest=64)
    assert read.entities == ((1, 4), (6, 8))
    assert read.words[0] is read.words[-1] is None
    assert read.words[2] == read.words[3]
    cut = tokens_of(tokenizer, TEXT, [(0, 8), (17, 21)], longest=8)
    assert cut.entities == ((1, 4),)


@pytest.mark.slow
@pytest.mark.parametrize("masking", MASKINGS)
def test_a_tiny_model_learns_in_fifty_steps(tokenizer: Any, masking: Masking) -> None:
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=64,
    )  # fmt: skip
    model = transformers.BertForMaskedLM(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    short = tokens_of(tokenizer, "Ada flew .", [(0, 3)], longest=64)
    data = [tokens_of(tokenizer, TEXT, [(0, 8), (17, 21)], longest=64), short] * 8
    collate = MaskingCollator(tokenizer, masking, fill=True)
    losses = []
    for collate.epoch in range(50):
        batch = collate(data)
        assert batch["input_ids"].shape == batch["labels"].shape
        assert (batch["labels"][batch["attention_mask"] == 0] == IGNORED).all()
        if (batch["labels"] == IGNORED).all():
            continue
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    assert sum(losses[-10:]) < 0.8 * sum(losses[:10])
