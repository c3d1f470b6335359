"""Trains models for extractive question answering, for train_maskings.py and train_remedies.py.

Without a checkpoint, the models are tiny transformers, trained from scratch on texts that are made
from the sentence patterns in small_texts.toml.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import (
    AutoModelForMaskedLM,
    AutoModelForQuestionAnswering,
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    BertForQuestionAnswering,
    BertTokenizerFast,
)

from builders.stages.ingredients import pool
from builders.toml_file import read_toml
from builders.types import Answer, Example

PIECES = 300


def small_texts(dataset: str) -> list[Example]:
    """Return questions about short generated passages, with a person or city as the answer."""
    table = read_toml(Path(__file__).with_name("small_texts.toml"))
    draws = random.Random(0)
    pools = {
        what: draws.sample(pool(what, (table[group],), None, weighted=False).names, table["names"])
        for what, group in (("FIRST_MALE", "people"), ("LAST", "people"), ("CITY", "cities"))
    }
    made = (_passage(table, pools, draws, f"{dataset}-{n}", dataset)
            for n in range(table["passages"]))  # fmt: skip
    return list(chain.from_iterable(made))


def _passage(
    table: Mapping[str, Any], pools: Mapping[str, Sequence[str]], draws: random.Random, key: str,
    dataset: str,
) -> Iterator[Example]:  # fmt: skip
    size = table["sentences"]
    first, last, cities = (draws.sample(names, size) for names in pools.values())
    people = map(" ".join, zip(first, last, strict=True))
    things = draws.sample(table["things"], size)
    named = [dict(zip(("person", "city", "thing"), words, strict=True))
             for words in zip(people, cities, things, strict=True)]  # fmt: skip
    facts = draws.sample(table["facts"], size)
    context = " ".join(
        fact["sentence"].format(**own) for fact, own in zip(facts, named, strict=True)
    )
    asked = draws.randrange(size)
    for what, question in facts[asked]["questions"].items():
        answer = named[asked][what]
        yield Example(
            id=f"{key}-{what}", dataset=dataset, title="", context=context,
            question=question.format(**named[asked]),
            answers=(Answer(answer, context.index(answer)),), gold_answers=(answer,),
        )  # fmt: skip


@dataclass(frozen=True)
class Start:
    """The tokenizer and the pretrained model, if any, that the models of a comparison share."""

    tokenizer: Any
    longest: int
    """The maximum number of tokens of a question with its passage."""
    checkpoint: Path | None = None
    """The folder of a pretrained model, or None for tiny models without pretraining."""

    @classmethod
    def at(cls, checkpoint: Path | None, texts: Sequence[str], longest: int, folder: Path) -> Start:
        """Return the starting point for a checkpoint, or for tiny models if `checkpoint` is None.

        For tiny models, a tokenizer is trained on the texts and saved in `folder`.
        """
        if checkpoint is not None:
            return cls(AutoTokenizer.from_pretrained(str(checkpoint)), longest, checkpoint)
        letters = (f"{letter} a{letter}" for letter in string.ascii_letters)
        pieces = BertWordPieceTokenizer(lowercase=False)
        pieces.train_from_iterator([*texts, *letters], vocab_size=PIECES, show_progress=False)
        pieces.save_model(str(folder))
        vocabulary = str(folder / "vocab.txt")
        return cls(BertTokenizerFast(vocab=vocabulary, do_lower_case=False), longest)

    def masked_model(self, seed: int) -> Any:
        """Return a masked language model to pretrain: the checkpoint or, without it, a new one."""
        return self._model(BertForMaskedLM, AutoModelForMaskedLM, self.checkpoint, seed)

    def reader(self, pretrained: Path | None, seed: int) -> Any:
        """Return a question-answering model that is to be fine-tuned.

        Its layers come from the folder `pretrained`, or else from the checkpoint. If there is
        neither, they are new.
        """
        found = pretrained or self.checkpoint
        return self._model(BertForQuestionAnswering, AutoModelForQuestionAnswering, found, seed)

    def _model(self, tiny: Any, saved: Any, folder: Path | None, seed: int) -> Any:
        torch.manual_seed(seed)
        if folder is not None:
            return saved.from_pretrained(str(folder))
        return tiny(
            BertConfig(
                vocab_size=len(self.tokenizer), hidden_size=64, num_hidden_layers=2,
                num_attention_heads=4, intermediate_size=128, max_position_embeddings=self.longest,
                hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
            )
        )  # fmt: skip

    def save(self, model: Any, folder: Path) -> Path:
        """Write a model with its tokenizer to a folder, and return the folder."""
        model.save_pretrained(str(folder))
        self.tokenizer.save_pretrained(str(folder))
        return folder


@dataclass(frozen=True)
class Teaching:
    """The settings of fine-tuning with AdamW. The learning rate falls linearly from `rate` to 0.

    See Yan et al. 2022, appendix B.
    """

    steps: int
    rate: float
    batch: int


def fine_tuned(
    start: Start, examples: Sequence[Example], teaching: Teaching, *,
    pretrained: Path | None = None, seed: int = 0,
) -> Any:  # fmt: skip
    """Return a model fine-tuned on the questions and answers of some examples."""
    model = start.reader(pretrained, seed)
    encoded = start.tokenizer(
        [each.question for each in examples], [each.context for each in examples],
        truncation="only_second", max_length=start.longest, padding=True,
        return_offsets_mapping=True, return_tensors="pt",
    )  # fmt: skip
    offsets = encoded.pop("offset_mapping").tolist()
    bounds = [_bounds(encoded.sequence_ids(at), offsets[at], each)
              for at, each in enumerate(examples)]  # fmt: skip
    starts, ends = (torch.tensor(each) for each in zip(*bounds, strict=True))
    optimizer = torch.optim.AdamW(model.parameters(), lr=teaching.rate)
    falling = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, teaching.steps)
    draws = torch.Generator().manual_seed(seed)
    model.train()
    for _ in range(teaching.steps):
        rows = torch.randint(len(examples), (teaching.batch,), generator=draws)
        learn(
            optimizer,
            model(
                **{name: values[rows] for name, values in encoded.items()},
                start_positions=starts[rows],
                end_positions=ends[rows],
            ).loss,
        )
        falling.step()
    return model.eval()


def learn(optimizer: Any, loss: Any) -> None:
    """Take one optimizer step on a loss."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def _bounds(
    kinds: Sequence[int | None], offsets: Sequence[tuple[int, int]], example: Example
) -> tuple[int, int]:
    """Return the indexes of the first and the last token of the answer.

    They are (0, 0) if the question has no answer or the answer was cut off. For each token, `kinds`
    says which text it belongs to (1 for the passage), and `offsets` has its start and end there.
    """
    if not example.answers or example.answers[0].start is None:
        return 0, 0
    first = example.answers[0].start
    last = first + len(example.answers[0].text)
    inside = [place for place, (low, high) in enumerate(offsets)
              if kinds[place] == 1 and first < high and low < last]  # fmt: skip
    return (inside[0], inside[-1]) if inside else (0, 0)
