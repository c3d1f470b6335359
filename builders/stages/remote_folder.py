"""The folder of a plan in a store that machines reach by URL, such as S3 (through fsspec).

Each machine works in a local folder. The inputs of a task are fetched when they are needed. Its
results are uploaded; the file that marks the task as finished comes last. A store shows a file
whole or not at all. The finished release is uploaded file by file, with SHA256SUMS last, and then
the plan is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from builders.errors import ChooseFolderError, FixInputError, InstallError, RetryLaterError
from builders.stages.journal import JOURNAL, RELEASE
from builders.stages.shard_files import atomic_path
from builders.stages.write import MANIFEST, PLAN, SUMS, WORK

KEY: Final = f"{JOURNAL}/key"
_EXTRAS: Final = {"s3": "s3", "s3a": "s3"}
_Result = TypeVar("_Result")


def is_url(place: Path | str) -> bool:
    """Return whether a location is the URL of a store, not a local folder."""
    return isinstance(place, str) and "://" in place and urlsplit(place).scheme != "file"


def folder_of(place: Path | str) -> Path:
    """Return the local folder that a path or a file:// URL names."""
    if isinstance(place, str) and place.startswith("file://"):
        return Path(urlsplit(place).path)
    return Path(place)


class RemoteFolder:
    """The folder at `url` in a remote store; the local folder `root` has copies of some files.

    fsspec opens the store and finds credentials in its configuration or the environment. Raises
    InstallError if fsspec or a package that it needs is not installed, and ChooseFolderError if the
    URL cannot be opened.
    """

    def __init__(self, url: str, root: Path) -> None:
        self.url = url.rstrip("/")
        self.root = root
        scheme = urlsplit(url).scheme
        try:
            from fsspec.core import url_to_fs

            # Other machines write to the store meanwhile, so cached listings would be outdated.
            self._store, self._base = url_to_fs(self.url, use_listings_cache=False)
        except ImportError as error:
            package = f"'entity-renamer[{_EXTRAS[scheme]}]'" if scheme in _EXTRAS else str(error)
            raise InstallError(f"{url}: cannot be opened; run pip install {package}") from None
        except (ValueError, OSError) as error:
            raise ChooseFolderError(f"{url}: {_line(error)}; choose another folder") from None

    def has(self, name: str) -> bool:
        """Return whether the store has the file `name`, a path relative to the folder."""
        return bool(self._ask(name, lambda: self._store.isfile(self._place(name))))

    def fetch(self, path: Path) -> Path:
        """Fetch the file `path`, which is below `root`, unless it is there already; return `path`.

        If the store has no such file either, the file is still missing afterwards. Raises
        FixInputError if a path to fetch contains "..".
        """
        if not path.exists():
            name = path.relative_to(self.root).as_posix()
            if ".." in path.parts:
                raise FixInputError(f"{self.url}: {name!r:.80} is no path inside a plan")
            if self.has(name):
                with atomic_path(path) as partial:
                    place = self._place(name)
                    self._ask(name, lambda: self._store.get_file(place, str(partial)))
        return path

    def put(self, paths: Iterable[Path], below: Path | None = None) -> None:
        """Upload local files in the given order.

        The path of a file in the store is its path relative to `below`, by default to `root`.
        """
        for path in paths:
            name = path.relative_to(below or self.root).as_posix()
            self._ask(name, lambda: self._store.put_file(str(path), self._place(name)))  # noqa: B023

    def fetch_plan(self) -> bool:
        """Fetch the plan and return True, or return False if there is a finished release.

        If the command `finish` was killed after it had uploaded the release, what is left of the
        build is removed. Raises ChooseFolderError if there is neither a plan nor a release.
        """
        if self.has(PLAN):
            for name in (KEY, PLAN):
                self.fetch(self.root / name)
            (self.root / RELEASE).mkdir(exist_ok=True)
            return True
        if not self.has(SUMS):
            raise ChooseFolderError(
                f"{self.url}: holds no plan; make one with renamer plan RECIPE --out {self.url}"
            )
        self._drop_plan()
        return False

    def check_free(self) -> None:
        """Raise ChooseFolderError if the store has a release in the folder."""
        if self.has(MANIFEST):
            raise ChooseFolderError(f"{self.url}: holds a release already; choose another folder")

    def put_plan(self) -> None:
        """Upload the plan in `root`, unless the store has it already.

        Raises ChooseFolderError if the store has another plan.
        """
        key = (self.root / KEY).read_text(encoding="utf-8")
        if self.has(PLAN):
            found = self._ask(KEY, lambda: self._store.cat_file(self._place(KEY)))
            if found.decode("utf-8", "replace") != key:
                raise ChooseFolderError(f"{self.url}: holds another plan; choose another folder")
            return
        self.put(sorted((self.root / WORK).rglob("*.arrow")))
        self.put([self.root / KEY, self.root / PLAN])

    def put_release(self, release: Path) -> None:
        """Upload the finished release from a local folder, then remove the plan from the store."""
        last = (release / MANIFEST, release / SUMS)
        files = sorted(path for path in release.rglob("*") if path.is_file() and path not in last)
        self.put([*files, *last], release)
        self._drop_plan()

    def _drop_plan(self) -> None:
        """Remove the plan and the results of its tasks from the store, beginning with plan.json."""
        for name in (PLAN, WORK, JOURNAL, RELEASE):
            place = self._place(name)
            if self._ask(name, lambda: self._store.exists(place)):  # noqa: B023
                self._ask(name, lambda: self._store.rm(place, recursive=True))  # noqa: B023

    def _place(self, name: str) -> str:
        return f"{self._base}/{name}"

    def _ask(self, name: str, ask: Callable[[], _Result]) -> Any:
        """Call `ask`, which sends the store a request about the file `name`, and return its result.

        Exceptions of the store become ChooseFolderError or RetryLaterError.
        """
        try:
            return ask()
        except PermissionError as error:
            raise ChooseFolderError(f"{self.url}/{name}: {_line(error)}") from None
        except FileNotFoundError as error:
            raise ChooseFolderError(f"{self.url}/{name}: not there ({_line(error)})") from None
        except Exception as error:  # Every kind of store has its own exceptions.
            raise RetryLaterError(
                f"{self.url}/{name}: {type(error).__name__}: {_line(error)}; run the command again"
            ) from None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
