from __future__ import annotations

from release_fixtures import cache, copied, sample

__all__ = ["cache", "copied", "sample"]
