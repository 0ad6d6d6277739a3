"""A second telling of Stage 3, written from its specification alone. It imports nothing of the package, so that comparing
the two can find a mistake in either. It answers `ok`, `same` (nothing came of it), `NOT_FOUND` or `no`."""

from typing import Any
from uuid import UUID

PARTNER = {"INVITER": "INVITEE", "INVITEE": "INVITER"}
BOTH = set(PARTNER)
MOST_NEEDS, MOST_GROUND = 20, 20
SWITCHES = {
    "pause": ("paused", True),
    "resume": ("paused", False),
    "take_care": ("care", True),
    "go_on": ("care", False),
}
Things = dict[UUID, dict[str, Any]]


class NeedsOracle:
    def __init__(self) -> None:
        self.needs: dict[str, Things] = {who: {} for who in PARTNER}
        self.ground = Things()
        self.ledger: list[list[object]] = []
        self.status, self.phase = "ACTIVE", ""
        self.shared, self.paused, self.care, self.reached = set[str](), set[str](), set[str](), set[str]()

    def do(self, name: str, who: str, **how: Any) -> str:
        if name in SWITCHES:
            group, into = SWITCHES[name]
            answer = switch(getattr(self, group), who, into=into)
        else:
            answer = str(getattr(self, name)(who, **how))
        self.follow()
        return answer

    def follow(self) -> None:
        """What comes by itself: the two lists side by side."""
        if not self.paused and self.shared == BOTH:
            self.reached |= {"needsRevealed"}

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

    def of(self, who: str) -> dict[str, object]:
        mine, theirs = self.needs[who], self.needs[PARTNER[who]]
        seen = (
            {each for each in theirs if theirs[each]["shared"]} if "needsRevealed" in self.reached else set()
        )
        return {"needs": mine, "sees needs": seen}

    def gates(self, who: str) -> dict[str, bool]:
        return {
            "needsConfirmed": any(need["confirmed"] for need in self.needs[who].values()),
            "needsShared": who in self.shared,
            "commonGroundConfirmed": any(who in item["yes"] for item in self.ground.values()),
            "commonGroundReached": bool(self.phase),
        }


def switch(group: set[str], who: str, *, into: bool) -> str:
    if (who in group) is into:
        return "same"
    (group.add if into else group.remove)(who)
    return "ok"
