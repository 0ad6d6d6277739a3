"""Truthful answers to what people ask the write coach: who reads this, what is kept, what happens then."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meetwithoutfear.domain.discretion.reading import plain_words
from meetwithoutfear.domain.discretion.turns import Part, PartKind
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

CALM = 3
THEM = r"(?:he|she|they|him|her|them|anyone|anybody|someone|somebody|everyone|people|others|the other|my \w+|partner)"
TOPICS = {
    "declined": r"\b(?:know|told|learn|notice|see|find out|notified|hear)\b.*\b(?:declined?|said no|say no|refused?|not share|was asked|did not|you helped|help)\b|\bif i (?:say no|decline|do not|refuse)\b",
    "partner_said": rf"\bwhat (?:did|does|has|have|is|was) {THEM} (?:say|said|write|written|wrote|tell|told|think|answer|share|shared|guess)|\b(?:did|has|have) {THEM} (?:\w+ )?(?:say|said|share|shared|answer|answered|ask|asked|written|write|read)\b|\bwhat .* (?:wrote|told|said) (?:about|to) (?:me|you)\b|\bcan you see what\b",
    "kept": r"\b(?:sav\w+|stor\w+|kept|keep|record\w*|delete\w*|remember|copy|logged|secure|safe|saving|memory|gone)\b",
    "who_reads": rf"\bwho\b|\b(?:see|sees|read|reads|gets?|receives?|visible|private|public|anonymous|secret|know|screenshot|read along|shown?)\b|\bwill {THEM}\b|\bdoes {THEM}\b.*\b(?:this|chat|name|it)\b|\b(?:where does (?:this|it) go|notified|e-?mail)\b",
    "take_back": r"\b(?:take (?:it|this|that) back|undo|change (?:it|this|that)|withdraw|unsend|final|later|afterwards|edit it)\b",
    "must": r"\b(?:have to|must|need to|obliged|required|supposed to|forced|allowed|may i (?:not|stop)|stop any ?time|okay to say no|what if i|rules)\b",
    "next": r"\b(?:next|then|happens?|after(?:wards)?|when (?:is|does|will)|how does (?:this|it|that) work|what is (?:this|the point|the use)|expire|how long do i have|why (?:was|am|are|do|did|should|this|me)|what does .* mean|wait)\b",
    "length": r"\b(?:how long (?:should|can|may|must)|how many|how much|characters|limit|words|too long|too short|length)\b",
    "about_coach": r"\b(?:are you|who are you|what are you|do you (?:speak|understand|know|remember|store|think|even)|real person|human|bot|ai)\b",
    "sounds": r"\b(?:too|okay|ok|good|right|sound|sounds|enough|fair|unfair|harsh|better|kind|hurt|misunderstood|take it|understand|react|normal|polite|which (?:of|one))\b",
    "what_to_write": r"\b(?:what (?:should|can|do|could|would|shall) (?:i|you)|how (?:should|do|can|could|would|honest|shall)|should i|where (?:do|should) i (?:start|begin)|first sentence|start)\b",
}
COMPILED = {topic: re.compile(pattern) for topic, pattern in TOPICS.items()}
WHY_THEM = re.compile(
    rf"^(?:why|how|when|can|could|does|do|is|are|will|would)\b.*\b(?:{THEM}|you)\b.*\b(?:me|us|my)\b"
)

# What "you" did to "me" was hardly the coach.
BETWEEN_THEM = re.compile(
    r"\byou\b(?! (?:\w+ )?(?:ask|asking|suggest|write|help|tell|telling|read|see|keep|store|save|think|show)\b).*\b(?:me|us|our)\b"
)


def answer_to(question: str, talk: Talk) -> str:
    words = plain_words(question)
    name = talk.partner.lower()
    words = re.sub(rf"\b{re.escape(name)}\b", "partner", words)
    found = next((topic for topic, pattern in COMPILED.items() if pattern.search(words)), None)
    if (found in {None, "sounds"} and WHY_THEM.search(words)) or BETWEEN_THEM.search(words):
        found = "to_partner"
    bank = phrases()["coach_answers"]
    return fresh(bank[found or "other"], talk)


def german_answer(talk: Talk, parts: Sequence[Part]) -> Reply:
    """The basic forms are answered; what is none of them stays exactly as it was written."""
    kinds = [part.kind for part in parts]
    bank = phrases()["coach_german"]
    for kind in (PartKind.SECRET, PartKind.LEAVE_OUT, PartKind.REFUSAL, PartKind.QUESTION, PartKind.ORDER):
        if kind in kinds:
            return Reply(fresh(bank[kind], talk), "COACH", CALM, "read a little")
    return Reply(fresh(bank["content"], talk), "COACH", CALM, "as written", content=talk.message.strip())
