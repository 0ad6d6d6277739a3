"""What the guide says of the exchange, in fixed sentences. They never name the partner, so nothing of a person stays in them
when they leave; they praise only what was found good; and waiting sounds the same whatever it is that has not come."""

from __future__ import annotations

from meetwithoutfear.domain.empathy.exchange import Reason, Verdict
from meetwithoutfear.domain.feelings import AreaHint

SENT = (
    "Thank you. I keep this safe and show it to nobody yet. It goes to your partner only when both of you have "
    "come this far, and then both see the other's words at the same moment. While you wait, your inner thoughts "
    "are a place just for you."
)
RESUBMITTED = (
    "Thank you for looking at it once more. I am comparing your new words with what I know; nothing of it is "
    "shown to anybody yet. Your inner thoughts are there for you in the meantime."
)
READY = {
    Reason.ALIGNED: (
        "I have looked at what you wrote, and I think it comes close to what your partner is living through. Now "
        "we wait until both of you are ready; then you see each other's words at the same moment."
    ),
    Reason.CLOSE: (
        "I have looked at what you wrote. Much of it seems to come near to what your partner is living through, "
        "and it can be shown as it is. Now we wait until both of you are ready."
    ),
    Reason.KEPT: (
        "Then it stays as it is: these are your words. Now we wait until both of you are ready to show them to "
        "each other."
    ),
    Reason.LAPSED: (
        "It has been quiet here for two weeks, so I leave your words as they were. They are shown when both of "
        "you are ready."
    ),
    Reason.UNANALYSED: (
        "Then it goes on as it is, without my having looked at it. Now we wait until both of you are ready."
    ),
    Reason.BREAKER: (
        "You have put real thought into this, from more than one side, and that is meaningful work. Your words "
        "stay as they are now. When both of you are ready, you see each other's words at the same moment."
    ),
}
NOTHING_MORE_ASKED = (
    "Thank you for all that you have been willing to share. Nothing more is asked of you here for now; we go on "
    "from what is there."
)
WAITING = (
    "I would like your partner to have a say before we go on, so we wait for them a little. There is nothing you "
    "need to do."
)
INVITED_TO_SHARE = (
    "Your partner is trying to imagine what this is like for you. There may be something that would help them, if"
    " you wanted to share it. You see every word before it goes, and you are free to leave it."
)
DECLINED = "That is quite all right. Nothing of it is shared, and your partner is not told of your answer."
EXPIRED = (
    "The invitation to share something more has run out by itself. Nothing was shared, and that is all right."
)
SHARED_INTRO = "Your partner has chosen to tell you something more about what this is like for them:"
REFLECT = (
    "Take your time with it. What do these words show you that you did not see before? When you are ready, you "
    "can put your guess into new words, or keep it as it is."
)
SHARED_BY_ME = "Thank you. These words, and nothing else, are now with your partner."
WITHDRAWN = (
    "Your statement is a draft again. Nobody has seen it, and nobody will unless you send it once more."
)
REVEAL_INTRO = (
    "Both of you have written what you imagine the other to be living through. Here are your partner's words "
    "about you:"
)
REVEAL_PROMPT = (
    "Take a moment with this. How is it for you? It may feel right, feel right in part, or miss the mark."
)
REVISED = "Thank you. Your new words are with your partner now."
NEW_WORDING = "Your partner has thought about what you said, and has put it into new words:"
STOOD_BY = "Then your words stay as they are. Your partner decides how it is for them."
LEFT_AS_IT_IS = "It has been quiet here for two weeks, so your words stay as they are. Your partner decides."
KEPT_AFTER_THE_REVEAL = (
    "Your partner has left their words as they were. You can still say how it is for you, or accept that a "
    "difference remains."
)
FEEDBACK_INTRO = "Your partner has told you how your words were for them:"
FEEDBACK_HELP = (
    "Hearing this may not be easy. You can put your guess into new words with it, in your own time, or keep it as"
    " it is."
)
FEEDBACK_SENT = "Thank you. Your words are with your partner now, who may put their guess into new words."
MISSED = (
    "Thank you for saying so. You can let your partner know how it is for you, or accept that a difference "
    "remains between you; you need not agree to go on."
)
JUDGED = "Thank you. That was yours to say."
JUST_MORE = "It may help your partner to hear a little more of what this is like for you."


def reason_for(area: AreaHint | None) -> str:
    """Why somebody is invited to share something more."""
    if area is None:
        return JUST_MORE
    return f"It may help your partner to hear a little more from you about this: {area}."


OUTCOMES = {
    Verdict.ACCURATE: "Your partner says that your words feel right.",
    Verdict.PARTIAL: "Your partner says that your words feel right in part.",
    Verdict.DIFFERENCE: "Your partner has looked at your words and goes on with you, with the difference that remains.",
}
