"""Build reading-comprehension benchmarks whose people, places and organizations are renamed."""

from typing import Final

__version__: Final = "0.1.0"
