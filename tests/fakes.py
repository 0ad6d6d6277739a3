"""The only fakes: the clock and the engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from meetwithoutfear.engines.engine import CallOutcome, EngineError
from meetwithoutfear.prompts import tasks
from meetwithoutfear.prompts.prompt import ChatPrompt, Task, Unacceptable
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask


class FakeClock:
    """Stands still until a test moves it, and then tells whoever goes by it: nobody has to wait for their next look."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
        self.tells: list[Callable[[], None]] = []

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **units: float) -> None:
        self.time += timedelta(**units)
        for tell in self.tells:
            tell()


class ScriptedEngine:
    """Says what a test has written for it, and shows what it was asked."""

    name = "scripted"

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.says: list[str] = []
        self.answers: list[Callable[[Any], Any]] = []
        self.is_down = False
        self.holds = False
        """While it holds, it has said its first word and not yet the second."""
        self.word = "I hear you."
        self.finds: list[str] = []
        """What the next analyses come to: "good", "near" or "gaps"; good when nothing is written here."""
        self.judges: Callable[[GapTask], str] = self._next_finding
        """Or what an analysis comes to, by what it is about."""
        self.suggests: str | dict[str, str] | None = None
        """What could be shared, by anybody or by name; nothing: no suggestion can be drafted."""
        self.refines: str | None = None
        """How it would word any idea; nothing: it is fine as it is."""

    async def stream(self, prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        self.asked.append(prompt)
        if self.is_down:
            raise EngineError(CallOutcome.UNAVAILABLE)
        for piece in (self.says.pop(0) if self.says else self.word).split(" "):
            yield f"{piece} "
            while self.holds:
                await asyncio.sleep(0.01)

    async def answer(self, prompt: Task[Any]) -> Any:
        self.asked.append(prompt)
        while self.holds:
            await asyncio.sleep(0.01)
        if self.is_down:
            raise EngineError(CallOutcome.UNAVAILABLE)
        if self.answers:
            try:
                return self.answers.pop(0)(prompt)
            except Unacceptable:
                raise EngineError(CallOutcome.RUBBISH) from None
        if isinstance(prompt, GapTask):
            return prompt.parse(finding(self.judges(prompt)))
        if isinstance(prompt, ShareTask) and self.suggests:
            words = self.suggests if isinstance(self.suggests, str) else self.suggests[prompt.subject]
            return prompt.parse({"suggestion": words})
        if isinstance(prompt, tasks.NeedsTask):
            return prompt.parse(heard_needs(prompt))
        if isinstance(prompt, tasks.CommonGroundTask):
            return prompt.parse(shared_ground(prompt))
        if isinstance(prompt, tasks.IdeaTask):
            return prompt.parse({"refined": self.refines, "reason": "It is clearer so."})
        raise EngineError(CallOutcome.UNAVAILABLE)

    def _next_finding(self, _prompt: GapTask) -> str:
        return self.finds.pop(0) if self.finds else "good"

    def analyses(self) -> list[GapTask]:
        """All it was asked for so far, but for those that only look for a hint: they see what was shared meanwhile."""
        return [prompt for prompt in self.asked if isinstance(prompt, GapTask)]

    async def close(self) -> None:
        pass


def heard_needs(prompt: tasks.NeedsTask) -> dict[str, Any]:
    """As many as there are messages, each with one of them under it."""
    found = [
        {
            "need": need,
            "category": category,
            "description": "Your own words point to it.",
            "evidence": [message],
            "confidence": 0.8,
        }
        for (need, category), message in zip(NEEDS, prompt.messages, strict=False)
        if need not in prompt.kept
    ]
    return {"needs": found}


NEEDS = (("to be heard", "CONNECTION"), ("rest", "AUTONOMY"), ("to share the load", "FAIRNESS"))


def shared_ground(prompt: tasks.CommonGroundTask) -> dict[str, Any]:
    """What stands on both lists in the same words."""
    pairs = [
        (need, number, theirs)
        for number, need in enumerate(prompt.ours, 1)
        for theirs, other in enumerate(prompt.theirs, 1)
        if need.need == other.need
    ]
    return {
        "items": [
            {
                "need": need.need,
                "category": need.category,
                "description": "Both of you have said it.",
                "ours": ours,
                "theirs": theirs,
            }
            for need, ours, theirs in pairs
        ]
    }


def finding(kind: str) -> dict[str, Any]:
    """An analysis as a model would have put it into the form."""
    score, severity, action, missed = {
        "good": (90, "none", "PROCEED", []),
        "near": (70, "minor", "OFFER_OPTIONAL", []),
        "gaps": (40, "moderate", "OFFER_SHARING", ["loneliness"]),
    }[kind]
    return {
        "stance": "affirmed",
        "alignment_score": score,
        "alignment_summary": "A summary for nobody's eyes.",
        "correctly_identified": [],
        "gap_severity": severity,
        "gap_summary": "A gap for nobody's eyes.",
        "missed_feelings": missed,
        "misattributions": [],
        "recommended_action": action,
        "rationale": "A reason for nobody's eyes.",
        "sharing_would_help": bool(missed),
        "area_hint": "being heard" if missed else None,
        "guidance_type": "explore_deeper_feelings" if missed else None,
        "prompt_seed": "what might be underneath" if missed else None,
        "confidence": "high",
    }


def shown(prompt: Any) -> str:
    """Everything an engine gets to see of a prompt: its repr keeps people's words to itself."""
    rendered = prompt.render()
    return "\n".join([rendered.static, rendered.dynamic, *(turn.text for turn in rendered.turns)])
