"""A second telling of Stage 4 and what comes after it, written from its specification alone, on top of that of Stage 3."""

from typing import Any
from uuid import UUID

from domain.needs_oracle import BOTH, PARTNER, NeedsOracle, Things, switch

MOST_IDEAS, FEWEST_OF_THE_LIBRARY = 12, 3
GATHERS, WORDS = {"COLLECTING", "NEGOTIATING"}, {"REVEALING", "NEGOTIATING", "AGREED"}


class TogetherOracle(NeedsOracle):
    def __init__(self) -> None:
        super().__init__()
        self.pool, self.agreements = Things(), Things()
        self.library, self.due_from_library = set[UUID](), 0
        self.rankings: dict[tuple[int, str], tuple[UUID, ...]] = {}
        self.round, self.ready, self.closing = 1, set[str](), set[str]()
        self.proposal: UUID | None = None

    def follow(self) -> None:
        """Once both are ready the whole pool, at once; but nobody is hurried past a pause or a proposal."""
        super().follow()
        if self.phase in GATHERS and self.ready == BOTH and not self.paused and not self.proposal:
            hidden = [idea for idea in self.pool.values() if not idea["round"]]
            own = sum(idea["own_words"] for idea in hidden)
            self.due_from_library = max(FEWEST_OF_THE_LIBRARY, own) - (len(hidden) - own)
            for idea in hidden:
                idea["round"] = self.round
            self.phase, self.reached = "RANKING", self.reached | {"proposalsCreated"}

    def learn_library(self, laid_open: set[UUID]) -> None:
        """Which ideas of the library lie open is not told by the rules; when they come, and how many at least, is."""
        new, self.library = laid_open - self.library, laid_open
        assert len(new) >= self.due_from_library, "at least as many as the members' own"
        assert not new or self.phase == "RANKING", "with the pool alone"
        self.due_from_library = 0

    def _hidden(self, who: str) -> set[UUID]:
        return {each for each, idea in self.pool.items() if idea["owner"] == who and not idea["round"]}

    def _open(self) -> set[UUID]:
        lies = {each for each, idea in self.pool.items() if idea["round"] and not idea["withdrawn"]}
        return lies | self.library

    def add_ideas(self, who: str, ids: tuple[UUID, ...], *, own_words: bool) -> str:
        is_full = len(self._hidden(who)) + len(ids) > MOST_IDEAS
        if self.phase not in GATHERS or who in self.ready or is_full:
            return "no"
        new = {"owner": who, "own_words": own_words, "round": 0, "withdrawn": False}
        self.pool |= {which: dict(new) for which in ids}
        return "ok"

    def _change_idea(self, who: str, which: UUID) -> str:
        if which not in self._hidden(who):
            return "NOT_FOUND"
        return "no" if self.phase not in GATHERS or who in self.ready else "ok"

    def reword_idea(self, who: str, which: UUID) -> str:
        """A suggestion in the member's words is theirs."""
        answer = self._change_idea(who, which)
        if answer == "ok":
            self.pool[which]["own_words"] = True
        return answer

    def remove_idea(self, who: str, which: UUID) -> str:
        answer = self._change_idea(who, which)
        if answer == "ok":
            del self.pool[which]
        return answer

    def be_ready(self, who: str) -> str:
        if who in self.ready:
            return "same"
        if self.phase not in GATHERS or who in self.paused | self.care:
            return "no"
        for each in self.pool:
            if each in self._hidden(who) and self.pool[each]["own_words"]:
                self._enter(who, "STRATEGY_PROPOSAL", each, "given")
        return switch(self.ready, who, into=True)

    def reopen(self, who: str) -> str:
        if self.phase in GATHERS:
            for each in self._hidden(who) if who in self.ready else ():
                self._enter(who, "STRATEGY_PROPOSAL", each, "revoked")
            return switch(self.ready, who, into=False)
        if self.proposal or self.phase not in {"RANKING", "REVEALING"}:
            return "no"
        return self._begin_round()

    def _begin_round(self) -> str:
        self.phase, self.round, self.ready = "NEGOTIATING", self.round + 1, set()
        return "ok"

    def withdraw_idea(self, who: str, which: UUID) -> str:
        """Hidden, it takes the readiness with it; what is being ranked stays until it has been."""
        idea = self.pool.get(which)
        if which in self._hidden(who) and self.phase in GATHERS:
            return self.reopen(who)
        if not idea or idea["owner"] != who or which not in self._open() or self.phase == "RANKING":
            return "same"
        idea["withdrawn"] = True
        return "ok"

    def rank(self, who: str, ids: tuple[UUID, ...]) -> str:
        is_fine = len(set(ids)) == len(ids) and set(ids) <= self._open()
        if self.phase != "RANKING" or not is_fine or who in self.care:
            return "no"
        self.rankings[self.round, who] = ids
        self._enter(PARTNER[who], "STRATEGY_PROPOSAL", None, "seen")
        theirs = self.rankings.get((self.round, PARTNER[who]))
        if theirs is not None:
            self.phase, self.reached = "REVEALING", self.reached | {"proposalsRanked", "overlapIdentified"}
            if not set(ids) & set(theirs):
                self._begin_round()
        return "ok"

    def propose(self, who: str, which: UUID, words: str, strategy: UUID | None, *, day: bool) -> str:
        is_time = "proposalsRanked" in self.reached and self.phase in WORDS and self.status == "ACTIVE"
        if (
            not is_time
            or self.proposal
            or who in self.paused | self.care
            or not {strategy} - {None} <= self._open()
        ):
            return "no"
        self.agreements[which] = {"status": "PROPOSED", "version": 0, "check": 1, "said": {}, "day": day}
        return self._word(who, which, words)

    def _word(self, who: str, which: UUID, words: str) -> str:
        known = self.agreements[which]
        known |= {"by": who, "words": words, "yes": {who}, "version": known["version"] + 1}
        self.proposal, self.closing = which, self.closing - {who}
        self._enter(PARTNER[who], "AGREEMENT", which, "seen")
        self._enter(who, "AGREEMENT", which, "given")
        return "ok"

    def modify(self, who: str, which: UUID, words: str) -> str:
        if (self.agreements[which]["by"], self.agreements[which]["words"]) == (who, words):
            return "same"
        return (
            "no"
            if which != self.proposal or who in self.paused | self.care
            else self._word(who, which, words)
        )

    def agree(self, who: str, which: UUID) -> str:
        known = self.agreements[which]
        if who in known["yes"]:
            return "same"
        if which != self.proposal or who in self.care:
            return "no"
        known |= {"status": "AGREED", "yes": set(BOTH)}
        self.phase, self.proposal, self.closing = "AGREED", None, set()
        self.reached |= {"agreementReached", "followUpScheduled"} if known["day"] else {"agreementReached"}
        self._enter(who, "AGREEMENT", which, "given")
        for each in PARTNER:
            self._enter(each, "AGREEMENT", which, "seen")
        return "ok"

    def drop(self, who: str, which: UUID) -> str:
        known = self.agreements[which]
        if known["status"] == "ABANDONED" or which != self.proposal:
            return "same" if known["status"] == "ABANDONED" else "no"
        known["status"], self.proposal = "ABANDONED", None
        if known["by"] != who:
            self._enter(PARTNER[who], "AGREEMENT", which, "seen")
        return "ok"

    def withdraw_agreement(self, who: str, which: UUID) -> str:
        is_own = which == self.proposal and self.agreements[which]["by"] == who
        return self.drop(who, which) if is_own else "same"

    def resolve(self, who: str) -> str:
        if self.status == "RESOLVED":
            return "same"
        if self.phase != "AGREED" or who in self.care:
            return "no"
        self.status, self.reached = "RESOLVED", self.reached | {"resolved"}
        for known in self.agreements.values():
            known["status"] = "IN_PROGRESS" if known["status"] == "AGREED" else known["status"]
        if self.proposal:
            self.drop(who, self.proposal)
        return "ok"

    def ask_to_close(self, who: str) -> str:
        if self.phase in {"", "AGREED"}:
            return "no"
        answer = switch(self.closing, who, into=True)
        self.status = "ENDED" if self.closing == BOTH else self.status
        return answer

    def follow_up(self, who: str, which: UUID, check: int) -> str:
        known = self.agreements[which]
        is_due = (known["status"], known["check"]) == ("IN_PROGRESS", check) and who not in known["said"]
        return "ok" if is_due else "same"

    def check_in(self, who: str, which: UUID, wish: str, *, shared: bool) -> str:
        known = self.agreements[which]
        if known["status"] != "IN_PROGRESS" or (shared and who in self.care):
            return "no"
        known["said"][who] = wish
        if shared:
            self._enter(who, "CHECK_IN", which, "given")
        wishes = set(known["said"].values()) if set(known["said"]) == BOTH else set()
        if wishes and wishes != {"COMPLETE"} and "ABANDON" not in wishes:
            known |= {"check": known["check"] + 1, "said": {}}
        elif wishes:
            known["status"] = "ABANDONED" if "ABANDON" in wishes else "COMPLETED"
        return "ok"

    def snapshot(self) -> dict[str, Any]:
        kept = ("status", "version", "by", "yes", "check", "said")
        alike = ("status", "phase", "round", "proposal", "closing", "ledger")
        return {
            **{name: getattr(self, name) for name in alike},
            "ground": {each: item["yes"] for each, item in self.ground.items()},
            "agreements": {each: {name: a[name] for name in kept} for each, a in self.agreements.items()},
            **{who: self.of(who) for who in PARTNER},
        }

    def of(self, who: str) -> dict[str, object]:
        own = {gate for gate, passed in self.gates(who).items() if passed}
        gates = own | (self.reached - {"compared"})
        return {**super().of(who), "sees ideas": self._open() | self._hidden(who), "gates": gates}

    def gates(self, who: str) -> dict[str, bool]:
        ranked = (self.round, who) in self.rankings
        return {**super().gates(who), "strategiesSubmitted": who in self.ready, "rankingsSubmitted": ranked}
