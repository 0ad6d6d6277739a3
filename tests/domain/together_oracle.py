"""A second telling of the last two stages, written from their specification alone. It imports nothing of the package, so
that comparing the two can find a mistake in either. It answers `ok`, `same` (nothing came of it), `NOT_FOUND` or `no`."""

from typing import Any
from uuid import UUID

PARTNER = {"INVITER": "INVITEE", "INVITEE": "INVITER"}
MOST_NEEDS, MOST_GROUND, MOST_IDEAS, FEWEST_OF_THE_LIBRARY = 20, 20, 12, 3
GATHERS, WORDS = {"COLLECTING", "NEGOTIATING"}, {"REVEALING", "NEGOTIATING", "AGREED"}


class TogetherOracle:
    def __init__(self) -> None:
        self.needs: dict[str, dict[UUID, dict[str, Any]]] = {who: {} for who in PARTNER}
        self.ground: dict[UUID, dict[str, Any]] = {}
        self.pool: dict[UUID, dict[str, Any]] = {}
        self.library: set[UUID] = set()
        self.due_from_library = 0
        self.rankings: dict[tuple[int, str], tuple[UUID, ...]] = {}
        self.agreements: dict[UUID, dict[str, Any]] = {}
        self.ledger: list[list[object]] = []
        self.status, self.phase, self.round = "ACTIVE", "", 1
        self.proposal: UUID | None = None
        self.shared, self.ready, self.closing = set[str](), set[str](), set[str]()
        self.paused, self.care = set[str](), set[str]()
        self.revealed = self.compared = self.opened = self.ranked = self.agreed = self.scheduled = False

    def do(self, name: str, who: str, **how: Any) -> str:
        answer = str(getattr(self, name)(who, **how))
        if not self.paused and self.shared == set(PARTNER):
            self.revealed = True
        waits = self.paused or self.proposal or self.phase not in GATHERS
        if not waits and self.ready == set(PARTNER):
            self._release()
        return answer

    def _release(self) -> None:
        """Everything hidden, at once, with at least as many ideas of the library as of the members' own."""
        hidden = [idea for idea in self.pool.values() if idea["round"] is None]
        own = sum(idea["own_words"] for idea in hidden)
        self.due_from_library = max(FEWEST_OF_THE_LIBRARY, own) - (len(hidden) - own)
        for idea in hidden:
            idea["round"] = self.round
        self.phase, self.opened = "RANKING", True

    def learn_library(self, laid_open: set[UUID]) -> None:
        """Which ideas of the library lie open is not told by the rules; when they come, and how many at least, is."""
        new, self.library = laid_open - self.library, laid_open
        assert not new or self.due_from_library is not None
        assert self.phase == "RANKING" or not new, "the library is laid open with the pool alone"
        assert len(new) >= self.due_from_library, "too few ideas of the library"
        self.due_from_library = 0

    def _grant(self, who: str, target: str, which: UUID) -> None:
        self.ledger.append([who, target, which, "given"])

    def _see(self, who: str, target: str, which: UUID | None = None) -> None:
        """The other one has seen what `who` has shared."""
        for entry in self.ledger:
            if entry[:2] == [who, target] and which in {None, entry[2]} and entry[3] == "given":
                entry[3] = "seen"

    def _revoke(self, who: str, target: str, which: UUID) -> None:
        for entry in self.ledger:
            if entry[:3] == [who, target, which]:
                entry[3] = "revoked"

    def pause(self, who: str) -> str:
        return enter(self.paused, who)

    def resume(self, who: str) -> str:
        return leave(self.paused, who)

    def take_care(self, who: str) -> str:
        return enter(self.care, who)

    def go_on(self, who: str) -> str:
        return leave(self.care, who)

    def _list_is_open(self, who: str) -> bool:
        return not self.phase and who not in self.shared

    def add_needs(self, who: str, ids: tuple[UUID, ...], *, confirmed: bool) -> str:
        if not self._list_is_open(who) or len(self.needs[who]) + len(ids) > MOST_NEEDS:
            return "no"
        self.needs[who] |= {need: {"confirmed": confirmed, "shared": False} for need in ids}
        return "ok"

    def reword_need(self, who: str, which: UUID) -> str:
        if not self._list_is_open(who):
            return "no"
        return "ok" if which in self.needs[who] else "NOT_FOUND"

    def remove_need(self, who: str, which: UUID) -> str:
        answer = self.reword_need(who, which)
        if answer == "ok":
            del self.needs[who][which]
        return answer

    def confirm_need(self, who: str, which: UUID, *, yes: bool) -> str:
        answer = self.reword_need(who, which)
        if answer == "ok":
            self.needs[who][which]["confirmed"] = yes
        return answer

    def share_needs(self, who: str, ids: tuple[UUID, ...]) -> str:
        mine = self.needs[who]
        if not set(ids) <= set(mine):
            return "NOT_FOUND"
        if not ids or not all(mine[each]["confirmed"] for each in ids):
            return "no"
        if who in self.shared and all(mine[each]["shared"] for each in ids):
            return "same"
        if not self._list_is_open(who) or who in self.paused | self.care:
            return "no"
        for each in ids:
            mine[each]["shared"] = True
            self._grant(who, "NEED", each)
        return enter(self.shared, who)

    def withdraw_need(self, who: str, which: UUID) -> str:
        """Before it was seen it comes back, and the last one opens the list again; what was seen is left out."""
        mine = self.needs[who]
        if which not in mine or not mine[which]["shared"]:
            return "same"
        mine[which]["shared"] = False
        if not self.revealed and not any(need["shared"] for need in mine.values()):
            self.shared.discard(who)
        return "ok"

    def find_ground(self, _who: str, ids: tuple[UUID, ...]) -> str:
        if self.compared or self.status != "ACTIVE":
            return "same"
        self.ground |= {which: {"by": None, "yes": set()} for which in ids}
        self.compared = True
        return "ok"

    def propose_ground(self, who: str, which: UUID) -> str:
        if (
            self.phase
            or not self.revealed
            or len(self.ground) >= MOST_GROUND
            or who in self.paused | self.care
        ):
            return "no"
        self.ground[which] = {"by": who, "yes": {who}}
        self._grant(who, "COMMON_GROUND", which)
        self._see(PARTNER[who], "NEED")
        return "ok"

    def confirm_ground(self, who: str, said: dict[UUID, bool]) -> str:
        """Both by the same item: then the last stage opens."""
        if not set(said) <= set(self.ground):
            return "NOT_FOUND"
        if self.phase or all((who in self.ground[each]["yes"]) == yes for each, yes in said.items()):
            return "same"
        if who in self.care:
            return "no"
        for each, yes in said.items():
            (enter if yes else leave)(self.ground[each]["yes"], who)
            if yes:
                self._see(PARTNER[who], "COMMON_GROUND", each)
                self._see(PARTNER[who], "NEED")
        if any(len(item["yes"]) == len(PARTNER) for item in self.ground.values()):
            self.phase = "COLLECTING"
        return "ok"

    def withdraw_ground(self, who: str, which: UUID) -> str:
        item = self.ground.get(which, {"by": None})
        if self.phase or item["by"] != who or PARTNER[who] in item["yes"]:
            return "same"
        del self.ground[which]
        return "ok"

    def _hidden(self, who: str) -> list[UUID]:
        return [each for each, idea in self.pool.items() if idea["owner"] == who and idea["round"] is None]

    def _open(self) -> set[UUID]:
        theirs = {each for each, idea in self.pool.items() if idea["round"] and not idea["withdrawn"]}
        return theirs | self.library

    def _may_change_ideas(self, who: str) -> bool:
        return self.phase in GATHERS and who not in self.ready

    def add_ideas(self, who: str, ids: tuple[UUID, ...], *, own_words: bool) -> str:
        if not self._may_change_ideas(who) or len(self._hidden(who)) + len(ids) > MOST_IDEAS:
            return "no"
        new = {"owner": who, "own_words": own_words, "round": None, "withdrawn": False}
        self.pool |= {which: dict(new) for which in ids}
        return "ok"

    def reword_idea(self, who: str, which: UUID) -> str:
        """A suggestion in the member's words is theirs."""
        answer = self.remove_idea(who, which, gone=False)
        if answer == "ok":
            self.pool[which]["own_words"] = True
        return answer

    def remove_idea(self, who: str, which: UUID, *, gone: bool = True) -> str:
        if not self.phase:
            return "no"
        if which not in self._hidden(who):
            return "NOT_FOUND"
        if not self._may_change_ideas(who):
            return "no"
        if gone:
            del self.pool[which]
        return "ok"

    def be_ready(self, who: str) -> str:
        if who in self.ready:
            return "same"
        if self.phase not in GATHERS or who in self.paused | self.care:
            return "no"
        for each in self._hidden(who):
            if self.pool[each]["own_words"]:
                self._grant(who, "STRATEGY_PROPOSAL", each)
        return enter(self.ready, who)

    def reopen(self, who: str) -> str:
        if self.phase in GATHERS:
            for each in self._hidden(who) if who in self.ready else ():
                self._revoke(who, "STRATEGY_PROPOSAL", each)
            return leave(self.ready, who)
        if self.proposal or self.phase not in {"RANKING", "REVEALING"}:
            return "no"
        return self._begin_round()

    def _begin_round(self) -> str:
        self.phase, self.round = "NEGOTIATING", self.round + 1
        self.ready.clear()
        return "ok"

    def withdraw_idea(self, who: str, which: UUID) -> str:
        """Hidden, it takes the readiness with it; what is being ranked stays until it has been."""
        if not self.phase:
            return "no"
        idea = self.pool.get(which, {"owner": None})
        if idea["owner"] != who or idea["withdrawn"]:
            return "same"
        if idea["round"] is None:
            return self.reopen(who) if self.phase in GATHERS else "same"
        if self.phase == "RANKING":
            return "same"
        idea["withdrawn"] = True
        return "ok"

    def rank(self, who: str, ids: tuple[UUID, ...]) -> str:
        if self.phase != "RANKING" or len(set(ids)) < len(ids) or not set(ids) <= self._open():
            return "no"
        if who in self.care:
            return "no"
        self.rankings[self.round, who] = ids
        self._see(PARTNER[who], "STRATEGY_PROPOSAL")
        theirs = self.rankings.get((self.round, PARTNER[who]))
        if theirs is not None:
            self.ranked, self.phase = True, "REVEALING"
            if not set(ids) & set(theirs):
                self._begin_round()
        return "ok"

    def propose(self, who: str, which: UUID, words: str, strategy: UUID | None, *, day: bool) -> str:
        if self.proposal or not self.ranked or self.phase not in WORDS or self.status != "ACTIVE":
            return "no"
        if who in self.paused | self.care or (strategy and strategy not in self._open()):
            return "no"
        new = {"status": "PROPOSED", "version": 1, "check": 1, "said": {}}
        self.agreements[which] = {**new, "by": who, "words": words, "day": day, "yes": {who}}
        return self._ask(who, which)

    def _ask(self, who: str, which: UUID) -> str:
        self.proposal = which
        self.closing.discard(who)
        self._grant(who, "AGREEMENT", which)
        return "ok"

    def modify(self, who: str, which: UUID, words: str) -> str:
        if which not in self.agreements:
            return "NOT_FOUND"
        known = self.agreements[which]
        if (known["by"], known["words"]) == (who, words):
            return "same"
        if which != self.proposal or who in self.paused | self.care:
            return "no"
        known |= {"by": who, "words": words, "yes": {who}, "version": known["version"] + 1}
        self._see(PARTNER[who], "AGREEMENT", which)
        return self._ask(who, which)

    def agree(self, who: str, which: UUID) -> str:
        if which not in self.agreements:
            return "NOT_FOUND"
        known = self.agreements[which]
        if who in known["yes"]:
            return "same"
        if which != self.proposal or who in self.care:
            return "no"
        known |= {"status": "AGREED", "yes": set(PARTNER)}
        self.phase, self.proposal, self.agreed = "AGREED", None, True
        self.scheduled |= known["day"]
        self.closing.clear()
        self._grant(who, "AGREEMENT", which)
        for each in PARTNER:
            self._see(each, "AGREEMENT", which)
        return "ok"

    def drop(self, who: str, which: UUID) -> str:
        if which not in self.agreements:
            return "NOT_FOUND"
        known = self.agreements[which]
        if known["status"] == "ABANDONED":
            return "same"
        if which != self.proposal:
            return "no"
        known["status"], self.proposal = "ABANDONED", None
        if known["by"] != who:
            self._see(PARTNER[who], "AGREEMENT", which)
        return "ok"

    def withdraw_agreement(self, who: str, which: UUID) -> str:
        if not self.phase:
            return "no"
        is_own = which == self.proposal and self.agreements[which]["by"] == who
        return self.drop(who, which) if is_own else "same"

    def resolve(self, who: str) -> str:
        if self.status == "RESOLVED":
            return "same"
        if self.phase != "AGREED" or who in self.care:
            return "no"
        self.status = "RESOLVED"
        for known in self.agreements.values():
            known["status"] = "IN_PROGRESS" if known["status"] == "AGREED" else known["status"]
        if self.proposal:
            self.drop(who, self.proposal)
        return "ok"

    def ask_to_close(self, who: str) -> str:
        if who in self.closing:
            return "same"
        if self.phase in {"", "AGREED"}:
            return "no"
        enter(self.closing, who)
        if self.closing == set(PARTNER):
            self.status = "ENDED"
        return "ok"

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
            self._grant(who, "CHECK_IN", which)
        if len(known["said"]) == len(PARTNER):
            wishes = set(known["said"].values())
            known["status"] = "ABANDONED" if "ABANDON" in wishes else "COMPLETED"
            if "ABANDON" not in wishes and "EXTEND" in wishes:
                known |= {"status": "IN_PROGRESS", "check": known["check"] + 1, "said": {}}
        return "ok"

    def snapshot(self) -> dict[str, object]:
        kept = ("status", "version", "by", "yes", "check", "said")
        return {
            "status": self.status,
            "phase": self.phase,
            "round": self.round,
            "proposal": self.proposal,
            "closing": self.closing,
            "ground": {each: item["yes"] for each, item in self.ground.items()},
            "agreements": {each: {name: a[name] for name in kept} for each, a in self.agreements.items()},
            "ledger": self.ledger,
            **{who: self._of(who) for who in PARTNER},
        }

    def _of(self, who: str) -> dict[str, object]:
        theirs = self.needs[PARTNER[who]]
        return {
            "needs": self.needs[who],
            "sees needs": {each for each in theirs if self.revealed and theirs[each]["shared"]},
            "sees ideas": self._open() | set(self._hidden(who)),
            "gates": {gate for gate, passed in self._gates(who).items() if passed},
        }

    def _gates(self, who: str) -> dict[str, bool]:
        return {
            "needsConfirmed": any(need["confirmed"] for need in self.needs[who].values()),
            "needsShared": who in self.shared,
            "needsRevealed": self.revealed,
            "commonGroundConfirmed": any(who in item["yes"] for item in self.ground.values()),
            "commonGroundReached": bool(self.phase),
            "strategiesSubmitted": who in self.ready,
            "rankingsSubmitted": (self.round, who) in self.rankings,
            "proposalsCreated": self.opened,
            "proposalsRanked": self.ranked,
            "overlapIdentified": self.ranked,
            "agreementReached": self.agreed,
            "followUpScheduled": self.scheduled,
            "resolved": self.status == "RESOLVED",
        }


def enter(group: set[str], who: str) -> str:
    if who in group:
        return "same"
    group.add(who)
    return "ok"


def leave(group: set[str], who: str) -> str:
    if who not in group:
        return "same"
    group.remove(who)
    return "ok"
