"""Locating the names to rename in all questions about a passage; the passage is searched once."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from builders.stages.kept_mentions import Repeats, with_kept
from builders.stages.prepared import Prepared
from builders.swap.locate import LocatedPassage, locate, locate_passage
from builders.swap.new_names import SourceName
from builders.swap.template import Template


@dataclass(frozen=True, slots=True)
class PassageLocator:
    """A locator of the names to rename in the instances (questions) of one passage.

    The passage is searched once for all instances in which the same entities of the passage are
    renamed.
    """

    is_word: Callable[[str], bool]
    """Whether a folded word is English."""
    passages: dict[frozenset[str], tuple[LocatedPassage, Repeats]] = field(default_factory=dict)
    """The located names of the passage, by the ids of the entities that are renamed."""

    def located(
        self,
        prepared: Prepared,
        sources: Mapping[str, list[SourceName]],
        follow: Container[str] = (),
    ) -> tuple[Template, Mapping[str, str]]:
        """Return the instance with its names located, and the entities that are not renamed.

        `sources` gives the names to rename for each entity id. An entity is not renamed if this
        would be possible only in some places. The second value maps the ids of such entities to
        the reasons. `follow` is as in `with_kept`.
        """
        half: dict[str, str] = {}
        while True:
            passage, repeats = self._passage(prepared, sources)
            template = locate(prepared.example, prepared.mentions, sources, passage=passage)
            known = repeats if template.context is passage.context else None
            template, more = with_kept(
                template, prepared.all_mentions(), sources, self.is_word, known, follow=follow
            )
            if not more:
                return template, half
            half |= more
            sources = {one: own for one, own in sources.items() if one not in half}

    def _passage(
        self, prepared: Prepared, sources: Mapping[str, list[SourceName]]
    ) -> tuple[LocatedPassage, Repeats]:
        mentions = prepared.mentions
        key = frozenset(one.entity for one in mentions["context"] if one.entity in sources)
        if key not in self.passages:
            passage = locate_passage(prepared.example.context, mentions, sources)
            repeats = Repeats.of(passage.context, passage.changes, tuple(passage.surface_forms))
            self.passages[key] = passage, repeats
        return self.passages[key]
