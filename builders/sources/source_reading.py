"""The examples of a source, which is checked for faults before the first example is yielded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from builders.errors import Fault, FixManyError
from builders.sources.opening import UnreadableError
from builders.types import Example


@dataclass(frozen=True, slots=True)
class Rejected:
    """Faulty questions of a source: their faults and their number."""

    faults: tuple[Fault, ...]
    questions: int


Item = Example | Rejected
Scan = Callable[[], Iterator[Item]]
"""A function that reads a source from its beginning; it may raise UnreadableError."""


class Reading(Iterable[Example]):
    """The examples of one source, in order. A `Reading` can be iterated several times.

    Before the first example, the whole source is checked. If there are faults, FixManyError is
    raised with all of them. With `skip_faulty`, faulty questions are left out instead, but a file
    that cannot be read to its end or has no valid question is still an error.

    `scan` reads the source, and `streams` says whether only a part of the source is in memory at a
    time. The check sets these attributes:

    - `skipped`: the faults that were skipped
    - `left_out`: the number of faulty questions
    - `questions`: the number of valid questions
    - `answerable`: the number of valid questions that have an answer
    """

    def __init__(self, name: str, scan: Scan, *, skip_faulty: bool, streams: bool) -> None:
        self.name = name
        self.skipped: tuple[Fault, ...] = ()
        self.left_out = self.questions = self.answerable = 0
        self._scan = scan
        self._skip_faulty = skip_faulty
        self._streams = streams
        self._checked = False

    def check(self) -> None:
        """Read everything once. Raises FixManyError if the source is faulty."""
        for _ in self._examined():
            pass

    def __iter__(self) -> Iterator[Example]:
        if not self._streams:
            # The parsed file is in memory anyway, so its examples are kept for the second pass.
            yield from list(self._examined())
            return
        if not self._checked:
            self.check()
        try:
            for item in self._scan():
                if isinstance(item, Example):
                    yield item
                elif not self._skip_faulty:
                    raise FixManyError(self.name, item.faults)
        except UnreadableError as error:
            raise FixManyError(self.name, error.faults) from None

    def _examined(self) -> Iterator[Example]:
        """Read the whole source once, and yield the valid examples.

        Raises FixManyError at the end if there are faults and either `skip_faulty` is not set or no
        question is valid, and earlier if the source cannot be read further.
        """
        faults: list[Fault] = []
        sound = left_out = answerable = 0
        try:
            for item in self._scan():
                if isinstance(item, Example):
                    sound += 1
                    answerable += not item.is_impossible
                    yield item
                else:
                    faults.extend(item.faults)
                    left_out += item.questions
        except UnreadableError as error:
            raise FixManyError(self.name, [*faults, *error.faults]) from None
        if not sound and not faults:
            faults.append(Fault("file", "questions", "holds no question at all"))
        if faults and not (self._skip_faulty and sound):
            raise FixManyError(self.name, faults)
        self.skipped, self.left_out, self._checked = tuple(faults), left_out, True
        self.questions, self.answerable = sound, answerable
