"""The measures of CoNLL-2012 on the example that Pradhan et al. (2014) work by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.errors import FixInputError, FixManyError, InstallError
from builders.labelled.coreference import coreference_scores, read_clusters

LETTERS = "abcdefghi"
GOLD = ["abc", "defg"]
PREDICTED = ["ab", "cd", "fghi"]


def conll(path: Path, clusters: list[str], documents: int = 1) -> Path:
    """Write a token a letter; those of one cluster corefer."""
    of = {letter: n for n, cluster in enumerate(clusters) for letter in cluster}
    lines: list[str] = []
    for document in range(documents):
        lines.append(f"#begin document (d{document}); part 000")
        lines += [
            f"d{document} 0 {n} {letter} - ({of[letter]})"
            if letter in of
            else f"d 0 {n} {letter} - -"
            for n, letter in enumerate(LETTERS)
        ]
        lines += ["", "#end document"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("documents", [1, 3])
def test_the_worked_example(tmp_path: Path, documents: int) -> None:
    pytest.importorskip("scorch")
    gold = conll(tmp_path / "gold", GOLD, documents)
    found = coreference_scores(conll(tmp_path / "predicted", PREDICTED, documents), gold)
    # Links: 2 of 5 both ways. B-cubed: (4/3 + 1/3 + 1/4 + 1) / 7 and (2 + 1/2 + 1/2 + 1) / 8.
    # CEAF-e: abc-ab 0.8 and defg-fghi 0.5, of 2 and of 3 clusters.
    assert (found.muc.recall, found.muc.precision) == pytest.approx((0.4, 0.4))
    assert (found.b_cubed.recall, found.b_cubed.precision) == pytest.approx((35 / 84, 0.5))
    assert (found.ceaf_e.recall, found.ceaf_e.precision) == pytest.approx((0.65, 1.3 / 3))
    assert found.average == pytest.approx((0.4 + 5 / 11 + 0.52) / 3)


def test_only_the_clusters_of_a_renamed_entity(tmp_path: Path) -> None:
    pytest.importorskip("scorch")
    gold = conll(tmp_path / "gold", GOLD)
    predicted = conll(tmp_path / "predicted", PREDICTED)
    found = coreference_scores(predicted, gold, only=lambda cluster: (0, 0, 0) in cluster)
    # abc against ab and cd: two links of which one is found, and two predicted.
    assert (found.muc.recall, found.muc.precision) == pytest.approx((0.5, 0.5))


def test_mentions_of_several_tokens_and_within_each_other(tmp_path: Path) -> None:
    path = tmp_path / "gold"
    path.write_text("d 0 0 the (0|(1)\nd 0 1 ship 0)\nd 0 2 she (0)\n#end document\n")
    clusters, tokens = read_clusters(path)
    assert sorted(map(sorted, clusters)) == [[(0, 0, 0)], [(0, 0, 1), (0, 2, 2)]]
    assert tokens == [3, 0]


def test_brackets_that_do_not_match_are_reported_together(tmp_path: Path) -> None:
    path = tmp_path / "gold"
    path.write_text("d 0 0 the (0\nd 0 1 ship 1)\n#end document\n")
    with pytest.raises(FixManyError, match=r"1\) was not opened") as refused:
        read_clusters(path)
    assert "(0 is not closed in its document" in str(refused.value)


def test_other_texts_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("scorch")
    gold, predicted = conll(tmp_path / "gold", GOLD), tmp_path / "predicted"
    predicted.write_text("d 0 0 a (0)\n#end document\n")
    with pytest.raises(FixInputError, match="tokens a document"):
        coreference_scores(predicted, gold)


def test_the_extra_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scorch", None)
    gold = conll(tmp_path / "gold", GOLD)
    with pytest.raises(InstallError, match=r"pip install 'entity-renamer\[labelled\]'"):
        coreference_scores(gold, gold)
