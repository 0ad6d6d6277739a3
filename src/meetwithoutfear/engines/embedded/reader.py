"""Everything the embedded engine can read out of words and make of them, in one place.

Plain functions of plain values. Nothing here waits, writes, logs or remembers; thread.py puts it to work.
Without weights it still works, from its word lists and the members' chips, and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meetwithoutfear.engines.embedded.coach import CoachInput, coach, word_feedback
from meetwithoutfear.engines.embedded.danger import check_by_meaning
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.encoder import load_encoder
from meetwithoutfear.engines.embedded.gap import GapInput, analyse
from meetwithoutfear.engines.embedded.ground import InCommon, find_common
from meetwithoutfear.engines.embedded.heard import chips_for_statement, names_a_feeling, ranked_feelings
from meetwithoutfear.engines.embedded.idea import Refined, refine
from meetwithoutfear.engines.embedded.keeping import Kept, keep
from meetwithoutfear.engines.embedded.library import LibrarySearch
from meetwithoutfear.engines.embedded.needs import ProposedNeed, extract_needs
from meetwithoutfear.engines.embedded.perspective import Informed, informed, perspective
from meetwithoutfear.engines.embedded.reflect import journal, witness
from meetwithoutfear.engines.embedded.repair import Ideas, repair
from meetwithoutfear.engines.embedded.share import ShareDraft, ShareInput, suggest_share
from meetwithoutfear.engines.embedded.trained import load_trained
from meetwithoutfear.engines.embedded.turns import load_coach_head, read_turn
from meetwithoutfear.engines.embedded.underneath import underneath

if TYPE_CHECKING:
    from pathlib import Path

    from meetwithoutfear.domain.discretion.turns import Part
    from meetwithoutfear.domain.gap import GapAnalysis
    from meetwithoutfear.domain.safety import SafetyFinding
    from meetwithoutfear.engines.embedded.talk import Reply, Talk
    from meetwithoutfear.prompts.common_ground import SharedNeed

WITHOUT_WEIGHTS = "The language weights are missing: only feelings that are named are recognised."


class Reader:
    def __init__(self, weights: Path | None = None) -> None:
        trained = load_trained()
        self._encoder = load_encoder(weights)
        self._detector = Detector(trained.head, self._encoder)
        self.library = LibrarySearch(self._encoder)
        self._danger = trained.danger
        self._coach = load_coach_head()
        self._scale = trained.scale

    @property
    def degraded(self) -> str | None:
        """What it lacks, in words for the operator; None when it is whole."""
        return None if self._encoder else WITHOUT_WEIGHTS

    def check_safety(self, text: str) -> SafetyFinding | None:
        return check_by_meaning(self._danger, self._encoder, text)

    def witness(self, talk: Talk) -> Reply:
        return witness(self._detector, talk)

    def perspective(self, talk: Talk) -> Reply:
        return perspective(self._detector, talk)

    def informed(self, talk: Talk, known: Informed) -> Reply:
        return informed(self._detector, talk, known)

    def journal(self, talk: Talk) -> Reply:
        return journal(self._detector, talk)

    def coach(self, given: CoachInput) -> Reply:
        return coach(given, lambda text: self.read_turn(text, given.talk.partner))

    def read_turn(self, text: str, partner: str = "") -> tuple[Part, ...]:
        return read_turn(self._coach, self._encoder, text, partner)

    def word_feedback(self, notes: str, partner: str = "") -> str | None:
        return word_feedback(notes, partner)

    def ranked_feelings(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        return ranked_feelings(self._detector, texts)

    def keep(self, own: tuple[str, ...], summary: str | None, facts: tuple[str, ...]) -> Kept:
        return keep(self._detector, own, summary, facts)

    def chips_for_statement(self, statement: str) -> tuple[str, ...]:
        return chips_for_statement(self._detector, statement)

    def names_a_feeling(self, statement: str) -> bool:
        return names_a_feeling(statement)

    def analyse_gap(self, given: GapInput) -> GapAnalysis:
        return analyse(self._detector, self._scale, given)

    def feelings_in(self, text: str) -> tuple[str, ...]:
        """The feelings a shared text itself names: all that the other's guide may know of it."""
        return tuple(self._detector.read(text).named)

    def suggest_share(self, given: ShareInput) -> ShareDraft | None:
        return suggest_share(self._detector, given)

    def underneath(self, talk: Talk, listed: tuple[str, ...] = ()) -> Reply:
        return underneath(self._detector, talk, listed)

    def repair(self, talk: Talk, ideas: Ideas) -> Reply:
        return repair(self._detector, talk, ideas)

    def extract_needs(self, texts: tuple[str, ...], kept: tuple[str, ...] = ()) -> tuple[ProposedNeed, ...]:
        return extract_needs(self._detector, texts, kept)

    def find_common(
        self, ours: tuple[SharedNeed, ...], theirs: tuple[SharedNeed, ...]
    ) -> tuple[InCommon, ...]:
        return find_common(self._encoder, ours, theirs)

    def refine(self, description: str, duration: str | None) -> Refined:
        return refine(description, duration)
