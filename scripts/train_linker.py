"""Train the weights of the entity linker on annotated text, and measure the linker.

    python scripts/train_linker.py --docred docred.jsonl.gz --squad squad_gold.jsonl.gz \\
        --texts squad2-dev-excerpt.json xquad-en-17.json --out builders/spans/linker_weights.json

The files of --docred and --squad have a text with its annotated mentions and entities in each JSON
line. The files of --texts have the texts of the annotations in scripts/recognizer, in SQuAD's form.
The split "heldout" of DocRED, every third passage of squad_gold and the part "final" of the
annotations are not used for training, but to measure the linker. Invented passages
(linker_examples.txt) cover cases that are rare in the corpora: titles, families and rulers. The
names in them are marked by brackets, with their types and entities: ⟦Ada Holm|PERSON|holm⟧. The
script needs scipy.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from recognizer.gold import ANNOTATIONS, texts_by_digest
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from builders.spans.coreference import Cluster, Coreference, LinkingWeights
from builders.spans.linking import link_field, link_passage
from builders.spans.relations import Features
from builders.types import EntityType, TypedSpan

FEWEST = 8
"""How often a feature of one kind of organization (": party") must occur to get a weight."""
PENALTY = 0.3
# Entities count as equally good for a name if their odds differ at most by a factor of e ** 0.4, or
# about 1.5.
MARGIN = 0.4
EXAMPLES = Path(__file__).with_name("linker_examples.txt")
WRONG: dict[str, EntityType] = {"ORG": "PERSON", "PERSON": "CITY"}
KINDS = {"PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP"}
Marks = Mapping[TypedSpan, Hashable]
"""Maps each name in a text to its entity."""


class Case(NamedTuple):
    """A training case for the linker: a name that refers to one of several entities, or to none."""

    candidates: Sequence[Features]
    """The features of each entity that the name may refer to."""
    right: int | None
    """The index of the correct entity, or None if no candidate is correct."""


class Document(NamedTuple):
    """A passage and its questions, with the annotated names in each text and their entities."""

    text: str
    marks: Marks
    questions: tuple[tuple[str, Marks], ...]
    is_heldout: bool


def main() -> None:
    """Train the weights, measure the linker on held-out documents, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docred", type=Path, required=True)
    parser.add_argument("--squad", type=Path, required=True)
    parser.add_argument("--texts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    articles = list(docred(args.docred))
    passages = [one._replace(is_heldout=n % 3 == 2) for n, one in enumerate(squad(args.squad))]
    known = {one.text for one in passages}
    passages += [one for one in annotated(args.texts) if one.text not in known]
    seen = [one for one in (*articles, *passages) if not one.is_heldout]
    written = 4 * [*bracketed(EXAMPLES)]
    learned, bias = learn([case for one in (*seen, *written) for case in cases(one)])
    figures = {
        name: measured([one for one in documents if one.is_heldout], learned, bias)
        for name, documents in (("docred", articles), ("passages with questions", passages))
    }
    record = {"figures": figures, "bias": bias, "margin": MARGIN, "weights": learned}
    args.out.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


def cases(document: Document) -> Iterator[Case]:
    """Yield the training cases for the names in a passage and in its questions.

    For some names in questions there is a second case with a wrong type, because recognizers make
    such errors.
    """
    reader = _Gold(document.text, document.marks)
    reader.read(sorted(document.marks, key=lambda span: span.start))
    yield from reader.cases
    for text, marks in document.questions:
        for n, (span, entity) in enumerate(marks.items()):
            # Recognizers get the types of some names in questions wrong.
            types = (span.type, WRONG.get(span.type, "ORG")) if n % 4 == 0 else (span.type,)
            for type_ in types:
                yield reader.case(reader.candidates(text[span.start : span.end], type_), entity)


class _Gold(Coreference):
    """Links the names in a passage as annotated, and records a training case for each name."""

    def __init__(self, text: str, marks: Marks) -> None:
        super().__init__(text)
        self.marks = marks
        self.entity: dict[Cluster, Hashable] = {}
        self.cases: list[Case] = []

    def case(self, candidates: Sequence[tuple[Features, Cluster]], entity: Hashable) -> Case:
        """Return a case with the features of the candidates and the index of the correct one.

        The index is None if no candidate is the annotated `entity`.
        """
        right = [n for n, (_, one) in enumerate(candidates) if self.entity.get(one) == entity]
        return Case([features for features, _ in candidates], right[0] if right else None)

    def _add(self, surface: str, type_: Any, spans: Sequence[TypedSpan]) -> None:
        entity = Counter(self.marks[span] for span in spans).most_common(1)[0][0]
        self.cases.append(self.case(self.candidates(surface, type_, spans[0]), entity))
        own = next((c for c, known in self.entity.items() if known == entity), None)
        if own is None:
            own = self.start(surface, type_)
            self.entity[own] = entity
        self.own(own, surface, type_, spans)


def learn(seen: Iterable[Case]) -> tuple[dict[str, float], float]:
    """Return the weights and bias of a conditional logit model, fitted to the cases.

    "No candidate is correct" is one more choice, whose score is fixed at 0.
    """
    known = [case for case in seen if case.candidates]
    counts = Counter(name for case in known for one in case.candidates for name in one)
    names = sorted(name for name, n in counts.items() if n >= (FEWEST if ": " in name else 1))
    at = {name: n for n, name in enumerate(names)}
    rows = [(n, one) for n, case in enumerate(known) for one in case.candidates]
    cells = [(row, at[name]) for row, (_, one) in enumerate(rows) for name in one if name in at]
    matrix = csr_matrix(
        (np.ones(len(cells)), tuple(zip(*cells, strict=True))), (len(rows), len(names))
    )
    group = np.array([n for n, _ in rows])
    right = np.array([n == case.right for case in known for n in range(len(case.candidates))])

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        scores = matrix @ parameters[:-1] + parameters[-1]
        odds = np.exp(scores)
        total = 1.0 + np.bincount(group, odds)
        wrong = odds / total[group] - right
        value = np.log(total).sum() - scores[right].sum() + PENALTY * parameters @ parameters
        slope = np.append(matrix.T @ wrong, wrong.sum()) + 2 * PENALTY * parameters
        return value, slope

    found = minimize(loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B").x
    learned = {name: round(float(w), 3) for name, w in zip(names, found, strict=False)}
    return learned, round(float(found[-1]), 3)


def measured(
    documents: Iterable[Document], learned: Mapping[str, float], bias: float
) -> dict[str, float]:
    """Link the annotated names of some documents, and return B-cubed and pairwise scores."""
    weights = LinkingWeights(learned, bias, MARGIN)
    return figures([(tied(one, weights), gold(one)) for one in documents if one.marks])


def gold(document: Document) -> dict[Hashable, Hashable]:
    """Map each name in a document to its annotated entity.

    A name is given as (number of the question, or -1 for the passage, start, end).
    """
    found: dict[Hashable, Hashable] = {(-1, s.start, s.end): e for s, e in document.marks.items()}
    for n, (_, marks) in enumerate(document.questions):
        found.update(((n, s.start, s.end), entity) for s, entity in marks.items())
    return found


def tied(document: Document, weights: LinkingWeights) -> dict[Hashable, Hashable]:
    """Map each name in a document to the entity that the linker assigns to it.

    A name is given as in `gold`: (number of the question, or -1 for the passage, start,
    end). A name that is not linked counts as an entity by itself.
    """
    passage = link_passage(
        document.text, sorted(document.marks, key=lambda s: s.start), weights=weights
    )
    found: dict[Hashable, Hashable] = {(-1, m.start, m.end): m.entity for m in passage.mentions}
    for n, (text, marks) in enumerate(document.questions):
        mentions, _ = link_field(passage, "question", text, sorted(marks, key=lambda s: s.start))
        found.update(((n, m.start, m.end), m.entity) for m in mentions)
    return {key: found.get(key, key) for key in gold(document)}


def figures(
    pairs: Sequence[tuple[Mapping[Hashable, Hashable], Mapping[Hashable, Hashable]]],
) -> dict[str, float]:
    """Return B-cubed (Bagga and Baldwin 1998) and pairwise precision, recall and F1 in percent.

    Each item of `pairs` stands for a document. It has two mappings of the names to entities: those
    that the linker assigned, and those that are annotated.
    """
    precision = recall = names = both = found = right = 0.0
    for system, truth in pairs:
        ours, theirs = _groups(system), _groups(truth)
        for name in truth:
            shared = len(ours[system[name]] & theirs[truth[name]])
            precision += shared / len(ours[system[name]])
            recall += shared / len(theirs[truth[name]])
        names += len(truth)
        both += _pairs(Counter((system[name], truth[name]) for name in truth).values())
        found += _pairs(map(len, ours.values()))
        right += _pairs(map(len, theirs.values()))
    cubed, pairwise = (precision / names, recall / names), (both / found, both / right)
    return {
        "names": names,
        **{f"b_cubed_{k}": v for k, v in _prf(*cubed).items()},
        **{f"pairwise_{k}": v for k, v in _prf(*pairwise).items()},
    }


def _prf(precision: float, recall: float) -> dict[str, float]:
    f1 = 2 * precision * recall / (precision + recall)
    return {k: round(100 * v, 2) for k, v in (("p", precision), ("r", recall), ("f1", f1))}


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _groups(names: Mapping[Hashable, Hashable]) -> dict[Hashable, set[Hashable]]:
    found: dict[Hashable, set[Hashable]] = defaultdict(set)
    for name, entity in names.items():
        found[entity].add(name)
    return found


def docred(path: Path) -> Iterator[Document]:
    """Yield the articles of DocRED, a corpus with annotated entities, as passages.

    The sentences of an article are joined by spaces.
    """
    texts: dict[str, str] = {}
    marks: dict[str, dict[TypedSpan, Hashable]] = {}
    heldout: dict[str, bool] = {}
    for record in _records(path):
        doc = record["doc"]
        before = f"{texts[doc]} " if doc in texts else ""
        texts[doc] = before + record["text"]
        links = {(start, end): entity for start, end, entity in record["links"]}
        for start, end, type_ in record["ents"]:
            if (start, end) in links:
                span = TypedSpan(start + len(before), end + len(before), type_)
                people = type_ == "NORP"  # A people is not the same entity as its country.
                marks.setdefault(doc, {})[span] = links[start, end], people
        heldout[doc] = record["split"] == "heldout"
    for doc, text in texts.items():
        yield Document(text, marks.get(doc, {}), (), heldout[doc])


def squad(path: Path) -> Iterator[Document]:
    """Yield the passages of an annotated SQuAD file, with their questions."""
    fields: dict[str, list[tuple[str, str, Marks]]] = {}
    for record in _records(path):
        own = record["field"], record["text"], _marks(record["mentions"])
        fields.setdefault(record["doc"], []).append(own)
    for read in fields.values():
        questions = tuple((text, marks) for name, text, marks in read if name == "question")
        for name, text, marks in read:
            if name == "context":
                yield Document(text, marks, questions, is_heldout=False)


def annotated(files: Iterable[Path]) -> Iterator[Document]:
    """Yield the annotated passages of files of SQuAD JSON, with their questions.

    If several annotators annotated a passage, the first annotation is used.
    """
    texts = texts_by_digest(files)
    done = set[str]()
    for record in _records(ANNOTATIONS):
        marked = [
            (field["field"], texts.get(field["text"], ""), _marks(field["mentions"]))
            for field in record["fields"]
        ]
        passages = ((text, marks) for name, text, marks in marked if name == "context")
        questions = tuple(
            (text, marks) for name, text, marks in marked if name not in {"title", "context"}
        )
        for text, marks in passages:
            if text and text not in done:
                done.add(text)
                yield Document(text, marks, questions, record["part"] == "final")


def _marks(mentions: Iterable[Mapping[str, Any]]) -> Marks:
    return {
        TypedSpan(m["start"], m["end"], m["type"]): m["entity"]
        for m in mentions
        if m["type"] in KINDS and not m.get("inside")
    }


def bracketed(path: Path) -> Iterator[Document]:
    """Yield the passages of a file that marks names by brackets, with their questions.

    The file has lines of the forms `P: …` (passage) and `Q0: …` (question). An example of a marked
    name is ⟦Ada Holm|PERSON|holm⟧.
    """
    passage: tuple[str, Marks] | None = None
    questions: list[tuple[str, Marks]] = []
    for line in (*path.read_text(encoding="utf-8").splitlines(), "P: "):
        head, _, body = line.partition(": ")
        if head == "P":
            if passage is not None:
                yield Document(*passage, tuple(questions), is_heldout=False)
            passage, questions = _unbracketed(body), []
        elif head[:1] == "Q" and head[1:].isdigit():
            questions.append(_unbracketed(body))


def _unbracketed(line: str) -> tuple[str, Marks]:
    """Return a line without the marks of names, and a mapping of its names to their entities.

    Names inside another name are left out.
    """
    text, at = "", 0
    starts: list[int] = []
    marks: dict[TypedSpan, Hashable] = {}
    while at < len(line):
        if line[at] == "⟦":
            starts.append(len(text))
        elif line[at] == "|" and starts:
            end = line.index("⟧", at)
            type_, entity, *_ = line[at + 1 : end].split("|")
            start = starts.pop()
            inner = [span for span in marks if span.start >= start]
            if type_ in KINDS:
                for span in inner:
                    del marks[span]
                marks[TypedSpan(start, len(text), type_)] = entity  # type: ignore[arg-type]
            at = end
        else:
            text += line[at]
        at += 1
    return text, marks


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


if __name__ == "__main__":
    main()
