"""What the guide says when something has happened, in fixed sentences; those of the exchange stand beside it. They never
name the partner, so nothing of a person stays in them when they leave."""

from __future__ import annotations

WELCOME = (
    "Welcome. This room is yours alone: whatever you write here stays between you and me, until you yourself decide to "
    "share something. Before we begin there is one short promise to read."
)
SIGNED = (
    "Thank you for your promise. From here on you go at your own pace. What has been happening, as you have lived it? Begin "
    "wherever you like."
)
HEARD = (
    "Thank you for telling me. Now comes something that takes some courage: to imagine what this may be like from the other "
    "side. You need not agree with it. When you think of your partner in all this, what do you think they may be feeling?"
)
FINISHED_ALONE = (
    "You have ended this on your own, after a long silence, and that is a decision one may make. What you have "
    "written stays with you. If you like, we can look back together for a little: what did you see in all this "
    "that you want to keep?"
)
PARTNER_FINISHED = "This session has come to its end. Everything you have written here stays with you."
UNDERSTOOD = (
    "Both of you have now looked at the other's guess and said how it is for you. That part is done, for both. "
    "Next comes what lies under it all: what each of you needs."
)
PARTNER_JOINED = (
    "Your partner has joined. Each of you has a room of your own; neither can look into the other's."
)
NEEDS_REVEALED = (
    "Both of you have shared what you need. You can look at the two lists side by side now. Nobody has to answer for "
    "a need; it is enough to see it."
)
GROUND_FOUND = (
    "I have looked at what both of you shared. There is something that stands on both lists. See whether you find "
    "yourself in it; what you both say yes to is what you stand on together."
)
NO_GROUND_FOUND = (
    "I have looked at what both of you shared, and I found nothing that stands on both lists. That happens, and it is "
    "no failure. You can put something into words yourself, or simply say that you see each other's needs."
)
GROUND_REACHED = (
    "There is something you both stand on. From here on it is about one small thing you could try. Write down ideas, as "
    "many or as few as you like; your partner sees none of them before you are both ready, and then not whose they are."
)
POOL_RELEASED = (
    "Both of you were ready: the ideas lie open now, mixed with some of mine, and none says whose it is. Put those you "
    "could live with in your order, best first. Nobody will see your order."
)
OVERLAP_FOUND = "Both of you have ranked, and your lists meet. You can see where."
OVERLAP_MISSED = (
    "Both of you have ranked, and no idea stands on both lists. Nothing is lost: you can both add new ideas, "
    "perhaps smaller ones, and look again."
)
POOL_REOPENED = "The pool is open again for new ideas. What you ranked before counts no longer."
AGREEMENT_PROPOSED = "Your partner has put an agreement into words. You can say yes, change it, or let it go."
AGREEMENT_REACHED = (
    "You have agreed on something to try. When you both feel that this is it for now, either of you can end "
    "here."
)
AGREEMENT_DROPPED = "The proposal was let go. You can make another one whenever you like."
RESOLVED = "You have come to the end of this, with something to try. I wish you both a curious time with it."
CLOSED = (
    "Both of you have asked to end here, without an agreement. That is a respected end: what you have understood of "
    "each other stays. Your needs and what you shared can still be read here."
)
CLOSE_ASKED = "Your partner would like to end here without an agreement. If you would, too, say so; if not, you can go on."
LOOK_BACK = "Today is the day to look back on what you agreed to try. How did it go?"
