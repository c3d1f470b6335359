"""Check that undoing the renaming turns every gold answer of a release into the original one.

    python scripts/check_mapping.py RELEASE

The script takes each gold answer of each row as a prediction and, as scoring does, reverses the
row's edits in it. The result must equal the gold answer before renaming, which is known by undoing
all edits of the row. If several gold answers of a row were renamed to the same text, any of their
originals counts as correct. The exit status is 1 if any result differs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from builders.releases.manifest import Manifest
from builders.releases.release_reading import gold_of, read_manifest, rows_of
from builders.releases.undo import undo
from builders.scoring.metrics import SCORERS
from builders.scoring.predictions import Prediction, PredictionTable
from builders.scoring.scored import AnswerNumbers, MappedRow, OriginalRows, SplitScorer, read_subset

Outcome = tuple[str, str, bool]
"""The check of one gold answer: the file, the id of the row, and whether the answer is right.

It is right if reversing the row's edits in it gives the original gold answer.
"""


def outcomes(release: Path) -> Iterator[Outcome]:
    """Check each gold answer of a release.

    Yield its file, the id of its row, and whether reversing the edits gives the original answer.
    """
    manifest = read_manifest(release)
    for record in manifest.originals:
        subset = read_subset(release, record.original)
        most = max((len(row.example.gold_answers) for row in rows_of(release, record.path)),
                   default=0)  # fmt: skip
        for number in range(most):
            yield from _of_number(release, manifest, record.path, subset, number)


def _of_number(
    release: Path, manifest: Manifest, path: str, subset: OriginalRows, number: int
) -> Iterator[Outcome]:
    golds = (row.example.gold_answers for row in rows_of(release, path))
    texts = [each[number] if number < len(each) else "" for each in golds]
    table = PredictionTable.of(map(Prediction, subset.ids.to_pylist(), texts))
    seen: list[MappedRow] = []
    scorer = SplitScorer(
        release, [SCORERS["lenient"]], AnswerNumbers(SCORERS["squad"]), seen.append
    )
    scorer.score(path, subset, table.aligned)
    gold = gold_of(manifest, path)
    for each in seen:
        news = each.row.example.gold_answers
        if number >= len(news):
            continue
        source = undo(each.row, gold=gold)
        pairs = list(zip(news, source.gold_answers, strict=False))
        if gold == "answers":
            # Renaming can merge distinct texts ("U.S" and "U.S.") or split one ("Israel") into two.
            answers = zip(each.row.example.answers, source.answers, strict=True)
            pairs = [(new.text, old.text) for new, old in answers]
        same = {old for new, old in pairs if new == news[number]}
        yield path, each.row.example.id, each.mapped in same


def main() -> None:
    """Check that undoing the edits turns each gold answer of a release into the original.

    Print how many gold answers fail, and the file and row id of the first ten. The exit
    status is 1 if any fail.
    """
    found = list(outcomes(Path(sys.argv[1])))
    wrong = [(path, id_) for path, id_, right in found if not right]
    print(f"{len(found):,} gold answers, {len(wrong):,} do not map back")
    for path, id_ in wrong[:10]:
        print(f"{path}: {id_}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
