"""Arithmetic of the bundled recognizer: weights are float16 on disk, and numpy multiplies them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

import numpy as np
from spacy.language import Language
from thinc.api import Model, NumpyOps


class MatmulOps(NumpyOps):  # type: ignore[misc]
    """thinc's array operations, with numpy's matrix product, which is faster than thinc's own."""

    name = "renamer_matmul"

    def gemm(
        self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False
    ) -> Any:
        """Return the product of x (transposed if `trans1`) and y (transposed if `trans2`)."""
        return np.dot(x.T if trans1 else x, y.T if trans2 else y, out=out)


def use_matmul(pipeline: Language) -> None:
    """Make every layer of a pipeline use numpy's matrix product."""
    ops = MatmulOps()
    for layer in _layers(pipeline):
        layer.ops = ops


def set_precision(pipeline: Language, dtype: Literal["float16", "float32"]) -> None:
    """Convert all weights to float16 for the disk, or to float32 for computing."""
    for layer in _layers(pipeline):
        for name in layer.param_names:
            if layer.has_param(name):
                weights = cast("Any", layer.get_param(name))
                layer.set_param(name, weights.astype(dtype))


def _layers(pipeline: Language) -> Iterator[Model[Any, Any]]:
    for _, component in pipeline.pipeline:
        model: Model[Any, Any] | None = getattr(component, "model", None)
        if model is not None:
            yield from model.walk()
