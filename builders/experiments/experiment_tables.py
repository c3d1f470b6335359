"""Tables of experiment results, for the terminal."""

from __future__ import annotations

from builders.cards.figures import TOP
from builders.scoring.prediction_records import Record
from builders.scoring.tables import Table, between, made_table, number


def trigger_table(found: Record) -> Table:
    """Return the table of the names that lower a model's F1 most.

    It has the drops in F1 on the rows that were used to search for such names, and on other rows.
    """
    rows = [
        (each["name"], f"{each['weight']:.3f}", *_drop(each["drop"]), *_drop(each["held_out_drop"]))
        for each in found["top"]
    ]
    rows.append(("together", "", *_drop(found["drop"]), *_drop(found["held_out_drop"])))
    return made_table(
        f"{found['dataset']}: names after {found['iterations']} iterations, drop of F1",
        ("name", "weight", "searched rows", "95%", "other rows", "95%"),
        rows,
        f"Of {found['names']:,} names. The drop on the rows that a name was searched on is high "
        "partly by luck; the one on other rows counts.",
    )


def _drop(estimate: Record) -> tuple[str, str]:
    return number(estimate["mean"]), between(estimate["low"], estimate["high"])


def resemble_table(cell: Record) -> Table:
    """Return the table of a model's F1 without and with RESEMBLE, for one perturbation.

    RESEMBLE combines a model's answer with its answers for copies of the passage that have
    well-known names (Balasubramanian et al. 2020; this is their table 5). If the results include a
    model that was trained on renamed data, it is the last line.
    """
    return made_table(
        f"{cell['config']}: {cell['n']:,} rows, {cell['renamings']} renamings, F1",
        ("system", "original", "worst", "best", "random (sd)", "own worst", "own best", "gain on "
         "worst", "95%"),
        (
            (each["system"], number(each["original"]), number(each["worst"]), number(each["best"]),
             f"{number(each['random'])} ({number(each['random_sd'], 2)})",
             number(each["own_worst"]), number(each["own_best"]), number(each["gain"]),
             between(each["gain_low"], each["gain_high"]))
            for each in cell["systems"]
        ),
        f"Fitted on {cell['validation_n']:,} other rows. Worst and best were found for the model, "
        "own worst and own best for the system of the line.",
    )  # fmt: skip


def sensitivity_tables(found: Record) -> list[Table]:
    """Return two tables of how often paraphrases are answered differently from their question.

    One table is by class of paraphrase, such as the same words in another order. The other is by
    the similarity of paraphrase and question.
    """
    wholes = [("all", found["dpr"]), *found["classes"].items()]
    related = found["spearman"]
    return [
        made_table(
            "Paraphrases answered otherwise than their original (DPR)",
            ("class", "pairs", "DPR, %", "95%"),
            ((name, each["n"], number(each["share"]), between(each["low"], each["high"]))
             for name, each in wholes),
            "WR: the same words in another order; RF: other function words; other: for a reader.",
        ),
        made_table(
            "DPR by similarity of question and paraphrase",
            ("from", "to", "pairs", "DPR, %", "95%"),
            ((each["from"], each["to"], each["n"], number(each["share"]),
              between(each["low"], each["high"])) for each in found["buckets"] if each["n"]),
            f"Spearman {number(related['value'], 2)} "
            f"{between(related['low'], related['high'])}: the paper's is negative.",
        ),
    ]  # fmt: skip


def trap_table(found: Record) -> Table:
    """Return a table of a model's F1 by the similarity of question and trap.

    A trap is a wrong name that the question suggests (Tang et al. 2021, figure 2).
    """
    related = found["spearman"]
    return made_table(
        f"F1 ({found['scorer']}) by similarity of question and trap",
        ("from", "to", "n", "F1", "95%"),
        ((each["low"], each["high"], each["n"], number(each["f1"]),
          between(each["f1_low"], each["f1_high"])) for each in found["buckets"] if each["n"]),
        f"Spearman {number(related['value'], 2)} {between(related['low'], related['high'])}. Of "
        f"{found['wrong']:,} wrong answers {found['trapped_n']:,} are the trap.",
    )  # fmt: skip


def domain_table(found: Record) -> Table:
    """Return the table of scores by domain.

    The last line has the in-domain minus the out-of-domain scores.
    """
    rows = [
        (each["domain"], "in" if each["inside"] else "out", each["n"], *_scores(each))
        for each in found["domains"]
    ]
    rows.append(("in less out", "", "", *_scores(found["gap"])))
    return made_table("Scores by domain", ("domain", "", "n", "EM", "95%", "F1", "95%"), rows,
                      f"{found['unlabelled']:,} questions have no domain.")  # fmt: skip


def _scores(record: Record) -> tuple[str, ...]:
    return tuple(
        cell
        for metric in ("em", "f1")
        for cell in (
            number(record[metric]),
            between(record[f"low_{metric}"], record[f"high_{metric}"]),
        )
    )


def place_tables(found: Record) -> list[Table]:
    """Return tables of the most frequent places, of regions of the world, and of entity types.

    The tables say how often each is mentioned in a dataset, as in figure 1 and table 1 of Siro and
    Ajayi 2023.
    """
    tables = [_frequent_places(each) for each in found["places"]]
    regions = [
        (each["type"], one["region"], one["mentions"], number(one["share"]), one["top"],
         number(one["top_share"]))
        for each in found["places"] for one in each["regions"]
    ]  # fmt: skip
    types = [
        (each["type"], each["mentions"], each["published"] or "",
         f"{each['mentions'] / max(found['passages'], 1):.2f}")
        for each in found["types"]
    ]  # fmt: skip
    return [
        *tables,
        made_table(
            "Places by region of the world",
            ("type", "region", "mentions", "%", f"of the top {TOP}", "%"), regions,
            f"In the paper 90% of the top {TOP} are European or American, by Wikidata.",
        ),
        made_table("Mentions in passages", ("type", "mentions", "paper", "per passage"), types,
                   f"{found['passages']:,} distinct passages."),
    ]  # fmt: skip


def _frequent_places(found: Record) -> Table:
    return made_table(
        f"Most frequent names, {found['type']}",
        ("name", "mentions", "region"),
        ((each["name"], each["mentions"], each["region"]) for each in found["top"]),
        f"Of {found['names']:,} names with {found['mentions']:,} mentions.",
    )
