"""A second telling of Stages 3 and 4 and of what comes after them, written from their specification alone. It imports
nothing of the package, so that comparing the two can find a mistake in either. It answers `ok`, `same` (nothing came of it),
`NOT_FOUND` or `no`."""

from typing import Any
from uuid import UUID

PARTNER = {"INVITER": "INVITEE", "INVITEE": "INVITER"}
BOTH = set(PARTNER)
MOST_NEEDS, MOST_GROUND = 20, 20
MOST_IDEAS, FEWEST_OF_THE_LIBRARY = 12, 3
GATHERS, WORDS = {"COLLECTING", "NEGOTIATING"}, {"REVEALING", "NEGOTIATING", "AGREED"}
SWITCHES = {
    "pause": ("paused", True),
    "resume": ("paused", False),
    "take_care": ("care", True),
    "go_on": ("care", False),
}
Things = dict[UUID, dict[str, Any]]


class TogetherOracle:
    def __init__(self) -> None:
        self.needs: dict[str, Things] = {who: {} for who in PARTNER}
        self.ground, self.pool, self.agreements = Things(), Things(), Things()
        self.library, self.due_from_library = set[UUID](), 0
        self.rankings: dict[tuple[int, str], tuple[UUID, ...]] = {}
        self.ledger: list[list[object]] = []
        self.status, self.phase, self.round = "ACTIVE", "", 1
        self.shared, self.paused, self.care, self.reached = set[str](), set[str](), set[str](), set[str]()
        self.ready, self.closing = set[str](), set[str]()
        self.proposal: UUID | None = None

    def do(self, name: str, who: str, **how: Any) -> str:
        if name in SWITCHES:
            group, into = SWITCHES[name]
            answer = switch(getattr(self, group), who, into=into)
        else:
            answer = str(getattr(self, name)(who, **how))
        self.follow()
        return answer

    def follow(self) -> None:
        """What comes by itself: the two lists side by side, and once both are ready the whole pool, at once; but nobody is
        hurried past a pause or a proposal."""
        if not self.paused and self.shared == BOTH:
            self.reached |= {"needsRevealed"}
        if self.phase in GATHERS and self.ready == BOTH and not self.paused and not self.proposal:
            hidden = [idea for idea in self.pool.values() if not idea["round"]]
            own = sum(idea["own_words"] for idea in hidden)
            self.due_from_library = max(FEWEST_OF_THE_LIBRARY, own) - (len(hidden) - own)
            for idea in hidden:
                idea["round"] = self.round
            self.phase, self.reached = "RANKING", self.reached | {"proposalsCreated"}

    def _enter(self, who: str, target: str, which: UUID | None, becomes: str) -> None:
        """A consent given, seen by the other one, or taken back."""
        if becomes == "given":
            self.ledger.append([who, target, which, becomes])
        for entry in self.ledger:
            is_meant = entry[:2] == [who, target] and which in {None, entry[2]}
            if is_meant and (becomes == "revoked" or entry[3] == "given"):
                entry[3] = becomes

    def _change_need(self, who: str, which: UUID) -> str:
        if self.phase or who in self.shared:
            return "no"
        return "ok" if which in self.needs[who] else "NOT_FOUND"

    def add_needs(self, who: str, ids: tuple[UUID, ...], *, confirmed: bool) -> str:
        if self.phase or who in self.shared or len(self.needs[who]) + len(ids) > MOST_NEEDS:
            return "no"
        self.needs[who] |= {need: {"confirmed": confirmed, "shared": False} for need in ids}
        return "ok"

    reword_need = _change_need

    def remove_need(self, who: str, which: UUID) -> str:
        answer = self._change_need(who, which)
        if answer == "ok":
            del self.needs[who][which]
        return answer

    def confirm_need(self, who: str, which: UUID, *, yes: bool) -> str:
        answer = self._change_need(who, which)
        if answer == "ok":
            self.needs[who][which]["confirmed"] = yes
        return answer

    def share_needs(self, who: str, ids: tuple[UUID, ...]) -> str:
        if not set(ids) <= set(self.needs[who]):
            return "NOT_FOUND"
        mine = [self.needs[who][each] for each in ids]
        if not mine or not all(need["confirmed"] for need in mine):
            return "no"
        if who in self.shared and all(need["shared"] for need in mine):
            return "same"
        if self.phase or who in self.shared | self.paused | self.care:
            return "no"
        for each in ids:
            self.needs[who][each]["shared"] = True
            self._enter(who, "NEED", each, "given")
        return switch(self.shared, who, into=True)

    def withdraw_need(self, who: str, which: UUID) -> str:
        """Before it was seen it comes back, and the last one opens the list again; what was seen is left out."""
        mine = self.needs[who]
        if which not in mine or not mine[which]["shared"]:
            return "same"
        mine[which]["shared"] = False
        if "needsRevealed" not in self.reached and not any(need["shared"] for need in mine.values()):
            self.shared.remove(who)
        return "ok"

    def find_ground(self, _who: str, ids: tuple[UUID, ...]) -> str:
        if "compared" in self.reached or self.status != "ACTIVE":
            return "same"
        self.ground |= {which: {"by": None, "yes": set()} for which in ids}
        self.reached |= {"compared"}
        return "ok"

    def propose_ground(self, who: str, which: UUID) -> str:
        is_time = not self.phase and "needsRevealed" in self.reached and len(self.ground) < MOST_GROUND
        if not is_time or who in self.paused | self.care:
            return "no"
        self.ground[which] = {"by": who, "yes": {who}}
        self._enter(who, "COMMON_GROUND", which, "given")
        self._enter(PARTNER[who], "NEED", None, "seen")
        return "ok"

    def confirm_ground(self, who: str, said: dict[UUID, bool]) -> str:
        """Both by the same item: then the last stage opens."""
        if self.phase or all((who in self.ground[each]["yes"]) == yes for each, yes in said.items()):
            return "same"
        if who in self.care:
            return "no"
        for each, yes in said.items():
            switch(self.ground[each]["yes"], who, into=yes)
            if yes:
                self._enter(PARTNER[who], "COMMON_GROUND", each, "seen")
                self._enter(PARTNER[who], "NEED", None, "seen")
        if any(item["yes"] == BOTH for item in self.ground.values()):
            self.phase = "COLLECTING"
        return "ok"

    def withdraw_ground(self, who: str, which: UUID) -> str:
        item = self.ground[which]
        if self.phase or item["by"] != who or PARTNER[who] in item["yes"]:
            return "same"
        del self.ground[which]
        return "ok"

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
        theirs = self.needs[PARTNER[who]] if "needsRevealed" in self.reached else {}
        own = {gate for gate, passed in self.gates(who).items() if passed}
        return {
            "needs": self.needs[who],
            "sees needs": {each for each in theirs if theirs[each]["shared"]},
            "sees ideas": self._open() | self._hidden(who),
            "gates": own | (self.reached - {"compared"}),
        }

    def gates(self, who: str) -> dict[str, bool]:
        return {
            "needsConfirmed": any(need["confirmed"] for need in self.needs[who].values()),
            "needsShared": who in self.shared,
            "commonGroundConfirmed": any(who in item["yes"] for item in self.ground.values()),
            "commonGroundReached": bool(self.phase),
            "strategiesSubmitted": who in self.ready,
            "rankingsSubmitted": (self.round, who) in self.rankings,
        }


def switch(group: set[str], who: str, *, into: bool) -> str:
    if (who in group) is into:
        return "same"
    (group.add if into else group.remove)(who)
    return "ok"
