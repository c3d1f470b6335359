"""Build reading-comprehension benchmarks whose people, places and organizations are renamed.

The package exports the commands of `renamer` as functions, and the types that they take and return.
Each of these names is imported when it is first used.
"""

from importlib import import_module
from typing import Any, Final

__version__: Final = "0.1.0"

# Public names and where they are defined; __init__.pyi says the same to type checkers.
_PUBLIC: Final = {
    "build": "api",
    "plan": "api",
    "work": "api",
    "finish": "api",
    "verify": "api",
    "recognize": "api",
    "swap_rows": "api",
    "export": "api",
    "push": "api",
    "pull": "api",
    "reproduce": "api",
    "diff": "api",
    "apply": "api",
    "predict": "api",
    "score": "api",
    "probe": "api",
    "probe_model": "api",
    "rename_labelled": "api",
    "score_labelled": "api",
    "audit_sample": "api",
    "audit_score": "api",
    "audit_keep": "api",
    "audit_check": "api",
    "Options": "pipeline",
    "Recipe": "releases.recipe",
    "Report": "verification.findings",
    "ReleaseDiff": "releases.diff",
    "Prediction": "scoring.predictions",
    "Probe": "experiments.probe",
    "Scorecard": "scoring.scorecard",
    "Recognizer": "types",
    "TypedSpan": "types",
    "RenamerError": "errors",
}
__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
