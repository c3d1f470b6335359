"""A source as a sequence of examples: every fault is known before the first one is handed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from builders.errors import Fault, FixManyError
from builders.sources.opening import UnreadableError
from builders.types import Example


@dataclass(frozen=True, slots=True)
class Rejected:
    """What a reader could not take: its faults and how many questions are lost with it."""

    faults: tuple[Fault, ...]
    questions: int


Item = Example | Rejected
Scan = Callable[[], Iterator[Item]]
"""Reads a source from its beginning; raises UnreadableError where it cannot go on."""


class Reading(Iterable[Example]):
    """The examples of one source, in its order; may be iterated again and again.

    A first pass looks at everything. If it finds faults, FixManyError lists them all and no
    example comes out. With `skip_faulty` faulty questions are left out instead, but a file that
    cannot be read to its end, or has no sound question, is refused all the same.

    `skipped` (the faults), `left_out` (the number of questions), and `questions` and `answerable`
    (those that come out) are filled by that pass.
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
        """Read everything once; raise FixManyError if the source is not to be trusted."""
        for _ in self._examined():
            pass

    def __iter__(self) -> Iterator[Example]:
        if not self._streams:
            # The parsed file is in memory anyway: keep its examples and save the second pass.
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
        """Yield the sound examples of a first pass; raise at its end if they are refused."""
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
