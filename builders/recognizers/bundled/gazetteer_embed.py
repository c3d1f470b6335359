"""The layer of the bundled recognizer that embeds the forms and the word classes of tokens.

The layer is registered with spaCy, so that the config of a saved pipeline can refer to it by name.
The gazetteer, which has the classes of each word, is saved with the weights of the model. A trained
model therefore needs no other file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import (
    HashEmbed,
    Maxout,
    Model,
    Ragged,
    chain,
    concatenate,
    list2ragged,
    ragged2list,
    with_array,
)
from thinc.initializers import glorot_uniform_init
from thinc.model import deserialize_attr, serialize_attr
from thinc.types import Floats2d, Ints2d
from thinc.util import partial

from builders.recognizers.bundled.gazetteer import BIT_COUNT, Gazetteer, Hashes, bits_apart

ARCHITECTURE: Final = "renamer.GazetteerEmbed.v1"
_EXTRACT: Final = "renamer_extract"
_EMPTY: Final = Gazetteer.build({}, {})


@registry.architectures(ARCHITECTURE)  # type: ignore[untyped-decorator]
def gazetteer_embed(
    width: int,
    attrs: list[str],
    rows: list[int],
    class_rows: int,
    cluster_rows: int,
    *,
    pieces: int = 3,
    gazetteer: str | None = None,
) -> Model[list[Doc], list[Floats2d]]:
    """Return a layer that embeds each token as `width` numbers, from its form and word classes.

    Hash tables embed each attribute of a token in `attrs` (with as many rows as `rows` says), the
    bit set of its word classes as a whole (`class_rows` rows) and its word cluster (`cluster_rows`
    rows). A linear layer embeds each word class separately. A maxout layer with `pieces` pieces
    mixes these embeddings. `gazetteer` is the file of word classes that is read when a model is
    initialized; a trained model has its own copy.
    """
    if len(attrs) != len(rows):
        raise ValueError(f"as many rows as attributes are needed: {len(rows)} and {len(attrs)}")
    tables: list[Model[Any, Any]] = [
        HashEmbed(width, size, column=column, seed=8 + column)
        for column, size in enumerate([*rows, class_rows, cluster_rows])
    ]
    mixer = Maxout(width, width * (len(tables) + 1), nP=pieces, normalize=True)
    return chain(
        _extract(attrs, gazetteer),
        cast("Model[list[Ints2d], Ragged]", list2ragged()),
        with_array(concatenate(*tables, _class_embed(width, column=len(attrs)))),
        cast("Model[Ragged, Ragged]", with_array(mixer)),
        ragged2list(),
    )


def _extract(attrs: list[str], path: str | None) -> Model[list[Doc], list[Ints2d]]:
    """Return a layer that extracts the attributes, word classes and word cluster of each token.

    Each of these is a column of integers. `path` is the file of the gazetteer, or None for an empty
    gazetteer.
    """
    return Model(
        _EXTRACT,
        _extract_forward,
        init=partial(_extract_init, path),
        attrs={"columns": [*attrs, "LOWER", "ORTH"], "gazetteer": _EMPTY},
    )


def _extract_init(path: str | None, model: Model[Any, Any], X: Any = None, Y: Any = None) -> None:  # noqa: N803
    if path is not None:
        model.attrs["gazetteer"] = Gazetteer.from_bytes(Path(path).read_bytes())


def extract_layer(model: Model[Any, Any]) -> Model[list[Doc], list[Ints2d]]:
    """Return the layer of a recognizer's model that extracts the features of tokens."""
    return next(layer for layer in model.walk() if layer.name == _EXTRACT)


def share_gazetteer(pipeline: Language, *, keep_copies: bool = True) -> None:
    """Give every model of a pipeline the gazetteer of the first model.

    Without `keep_copies`, the other models get an empty gazetteer. A pipeline that is then saved
    has the gazetteer only once.
    """
    shared: Gazetteer | None = None
    for _, component in pipeline.pipeline:
        model: Model[Any, Any] | None = getattr(component, "model", None)
        for layer in model.walk() if model is not None else ():
            if layer.name == _EXTRACT:
                first = shared is None
                shared = shared or layer.attrs["gazetteer"]
                layer.attrs["gazetteer"] = shared if first or keep_copies else _EMPTY


@serialize_attr.register(Gazetteer)
def _serialize_gazetteer(_: Any, value: Gazetteer, name: str, model: Model[Any, Any]) -> bytes:
    return value.to_bytes()


@deserialize_attr.register(Gazetteer)
def _deserialize_gazetteer(_: Any, value: bytes, name: str, model: Model[Any, Any]) -> Gazetteer:
    return Gazetteer.from_bytes(value)


def _extract_forward(
    model: Model[list[Doc], list[Ints2d]], docs: list[Doc], is_train: bool
) -> tuple[list[Ints2d], Callable[[list[Ints2d]], list[Doc]]]:
    features = token_features(model, docs)
    ends = np.cumsum([len(doc) for doc in docs])[:-1]
    return [cast("Ints2d", rows) for rows in np.split(features, ends)], lambda _: []


def token_features(extract: Model[list[Doc], list[Ints2d]], docs: Sequence[Doc]) -> Hashes:
    """Return the features that the layer `extract` outputs: a row per token of all `docs`."""
    columns = extract.attrs["columns"]
    features = np.concatenate([doc.to_array(columns) for doc in docs])
    lists: Gazetteer = extract.attrs["gazetteer"]
    lengths = np.array([len(doc) for doc in docs])
    features[:, -2] = lists.of_texts(features[:, -2], lengths)
    features[:, -1] = lists.clusters[features[:, -1]]
    return features


def _class_embed(width: int, *, column: int) -> Model[Ints2d, Floats2d]:
    """Return a layer that embeds the bit sets in a column: it sums a learned vector per set bit."""
    return Model(
        "renamer_classes",
        _class_forward,
        init=_class_init,
        attrs={"column": column},
        dims={"nO": width, "nI": None},
        params={"W": None},
    )


def _class_init(model: Model[Any, Any], X: Any = None, Y: Any = None) -> None:  # noqa: N803
    shape = (model.get_dim("nO"), BIT_COUNT)
    model.set_param("W", glorot_uniform_init(model.ops, shape))


def _class_forward(
    model: Model[Ints2d, Floats2d],
    X: Ints2d,  # noqa: N803
    is_train: bool,
) -> tuple[Floats2d, Callable[[Floats2d], Ints2d]]:
    sets = cast("Any", X)[:, model.attrs["column"]]
    bits = cast("Floats2d", bits_apart(sets))
    output = model.ops.gemm(bits, cast("Floats2d", model.get_param("W")), trans2=True)

    def backprop(gradient: Floats2d) -> Ints2d:
        model.inc_grad("W", model.ops.gemm(gradient, bits, trans1=True))
        return cast("Ints2d", model.ops.alloc(X.shape, dtype=cast("Any", X).dtype))

    return output, backprop
