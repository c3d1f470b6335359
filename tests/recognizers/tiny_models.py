"""Tiny real models: a spaCy pipeline and Stanza models, trained on sentences written for this."""

from __future__ import annotations

import json
import logging
import random
import re
from pathlib import Path

# One sentence a line; names are marked [name](label).
_SENTENCES = """
[Marta Klein](PERSON) moved to [Oslo](GPE) in spring .
[Oslo](GPE) is a city in [Norway](GPE) .
The baker [Tomas Reyes](PERSON) works for [Harbor Foods](ORG) .
[Grace Obi](PERSON) studied law in [Accra](GPE) .
[Harbor Foods](ORG) sells bread in [Kenya](GPE) and [Ghana](GPE) .
A [Norwegian](NORP) ship left [Lagos](GPE) at noon .
The [Peruvian](NORP) painter [Ines Novak](PERSON) lives in [Lima](GPE) .
[Lena Ford](PERSON) joined the [Red Cross](ORG) in [Geneva](GPE) .
They sailed along the [Nile](LOC) for a week .
[Marta Klein](PERSON) met [Grace Obi](PERSON) near the [Nile](LOC) .
The [Red Cross](ORG) hired two [Kenyan](NORP) nurses .
[Ray Cole](PERSON) swam in the [Baltic](LOC) every summer .
Nobody in [Lima](GPE) had heard of [Ray Cole](PERSON) .
[Amara Okafor](PERSON) runs the [Delta Bank](ORG) .
The [Delta Bank](ORG) opened an office in [Oslo](GPE) .
[Kenya](GPE) sold tea to [Peru](GPE) .
In [Ghana](GPE) , [Tomas Reyes](PERSON) wrote a book .
The river [Volta](LOC) crosses [Ghana](GPE) .
[Norwegian](NORP) and [Peruvian](NORP) cooks met in [Accra](GPE) .
[Ines Novak](PERSON) painted the [Baltic](LOC) at dawn .
""".strip().splitlines()
_MARK = re.compile(r"\[([^\]]+)\]\((\w+)\)")

Tagged = list[tuple[str, str]]


def tagged_sentences() -> list[Tagged]:
    """Return the sentences as lists of word and label; the label is O outside names."""
    sentences = []
    for line in _SENTENCES:
        words: Tagged = []
        at = 0
        for mark in _MARK.finditer(line):
            words += [(word, "O") for word in line[at : mark.start()].split()]
            names = mark.group(1).split()
            words += [
                (word, ("B-" if i == 0 else "I-") + mark.group(2)) for i, word in enumerate(names)
            ]
            at = mark.end()
        words += [(word, "O") for word in line[at:].split()]
        sentences.append(words)
    return sentences


def train_spacy(folder: Path) -> Path:
    """Train a pipeline with a tagger that is not needed and a recognizer; save it to `folder`."""
    import spacy
    from spacy.tokens import Doc
    from spacy.training import Example, iob_to_biluo
    from spacy.util import fix_random_seed, minibatch

    fix_random_seed(7)
    nlp = spacy.blank("en")
    nlp.meta["name"] = "tiny"
    nlp.add_pipe("ner", config={"model": {
        "@architectures": "spacy.TransitionBasedParser.v2", "state_type": "ner",
        "extra_state_tokens": False, "hidden_width": 32, "maxout_pieces": 2, "use_upper": True,
        "tok2vec": {"@architectures": "spacy.HashEmbedCNN.v2", "pretrained_vectors": None,
                    "width": 32, "depth": 2, "embed_size": 500, "window_size": 1,
                    "maxout_pieces": 2, "subword_features": True},
    }})  # fmt: skip
    nlp.add_pipe("sentencizer")
    examples = []
    for words in tagged_sentences():
        doc = Doc(nlp.vocab, words=[word for word, _ in words])
        labels = iob_to_biluo([label for _, label in words])
        examples.append(Example.from_dict(doc, {"entities": labels}))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01
    shuffler = random.Random(7)
    for _ in range(40):
        shuffler.shuffle(examples)
        for batch in minibatch(examples, 4):
            nlp.update(batch, sgd=optimizer)
    nlp.to_disk(folder)
    return folder


def train_stanza(folder: Path) -> Path:
    """Train a tokenizer and a recognizer, saved to `folder` as a download would leave them."""
    import torch
    from stanza.models import ner_tagger, tokenizer

    torch.set_num_threads(1)  # The models are so small that threads only wait for each other.
    logging.getLogger("stanza").setLevel(logging.ERROR)
    work = folder / "work"
    work.mkdir(parents=True)
    text, labels = _characters()
    for name, content in (("text", text), ("labels", labels)):
        (work / name).write_text(content, encoding="utf-8")
    (work / "mwt.json").write_text("[]")
    (work / "dev.conllu").write_text(_conllu(), encoding="utf-8")
    tokenizer.main([
        "--txt_file", f"{work}/text", "--label_file", f"{work}/labels",
        "--dev_txt_file", f"{work}/text", "--dev_label_file", f"{work}/labels",
        "--dev_conll_gold", f"{work}/dev.conllu", "--conll_file", f"{work}/out.conllu",
        "--mwt_json_file", f"{work}/mwt.json", "--no_use_mwt", "--lang", "en",
        "--shorthand", "en_tiny", "--save_dir", f"{folder}/en/tokenize", "--save_name", "tiny.pt",
        "--steps", "300", "--eval_steps", "300", "--batch_size", "8", "--hidden_dim", "32",
    ])  # fmt: skip
    _write_bio(work / "ner.json")
    ner_tagger.main([
        "--train_file", f"{work}/ner.json", "--eval_file", f"{work}/ner.json",
        "--no_pretrain", "--shorthand", "en_tiny", "--mode", "train",
        "--save_dir", f"{folder}/en/ner", "--save_name", "tiny.pt", "--max_steps", "150",
        "--eval_interval", "150", "--hidden_dim", "32", "--char_hidden_dim", "16",
        "--word_emb_dim", "16", "--char_emb_dim", "16", "--batch_size", "8", "--optim", "adam",
        "--lr", "0.01", "--dropout", "0.1",
    ])  # fmt: skip
    resources = {"en": {
        "lang_name": "English",
        "tokenize": {"tiny": {}}, "ner": {"tiny": {}},
        "packages": {"default": {"tokenize": "tiny", "ner": "tiny"}},
    }}  # fmt: skip
    (folder / "resources.json").write_text(json.dumps(resources))
    return folder


def _characters() -> tuple[str, str]:
    """Return the text and a digit a character: 1 ends a word, 2 ends a sentence."""
    text, labels = [], []
    for words in tagged_sentences():
        line, marks = "", ""
        for at, (word, _) in enumerate(words):
            glued = at == 0 or word in {".", ","}
            line += word if glued else " " + word
            marks += "0" * (len(word) - glued) + "1"
        text.append(line)
        labels.append(marks[:-1] + "2")
    return "\n\n".join(text) + "\n\n", "\n\n".join(labels) + "\n\n"


def _conllu() -> str:
    rows = []
    for words in tagged_sentences():
        for at, (word, _) in enumerate(words, start=1):
            rows.append(f"{at}\t{word}\t_\t_\t_\t_\t{at - 1}\t{'root' if at == 1 else 'dep'}\t_\t_")
        rows.append("")
    return "\n".join(rows) + "\n"


def _write_bio(path: Path) -> None:
    from stanza.utils.datasets.ner.prepare_ner_file import process_dataset

    bio = path.with_suffix(".bio")
    lines = ["\n".join(f"{word}\t{label}" for word, label in words) for words in tagged_sentences()]
    bio.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    process_dataset(str(bio), str(path))
