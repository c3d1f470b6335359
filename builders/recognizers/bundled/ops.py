"""The precision of the bundled recognizer's weights: float16 on disk, and float32 in memory."""

from __future__ import annotations

from itertools import chain
from typing import Literal

from spacy.language import Language


def set_precision(pipeline: Language, dtype: Literal["float16", "float32"]) -> None:
    """Convert all weights to float16 for the disk, or to float32 for computing."""
    models = (getattr(component, "model", None) for _, component in pipeline.pipeline)
    for layer in chain.from_iterable(model.walk() for model in models if model is not None):
        for name in layer.param_names:
            if layer.has_param(name):
                layer.set_param(name, layer.get_param(name).astype(dtype))
