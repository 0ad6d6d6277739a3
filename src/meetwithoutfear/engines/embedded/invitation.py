"""Help with an invitation: looks at what the member wrote, or offers a few plain words that accuse nobody."""

from __future__ import annotations

from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.intents import insult_in
from meetwithoutfear.engines.embedded.language import NOTICE, is_english
from meetwithoutfear.engines.embedded.share import BLAME
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases

MODE, CALM = "INVITING", 3


def help_to_invite(talk: Talk, draft: str | None) -> Reply:
    bank = phrases()["invitation"]
    if talk.message and not is_english(talk.message):
        return _reply(NOTICE, None)
    if draft and (hard := _hard_words(draft)):
        return _reply(fresh(bank["hard"], talk, x=hard), _without_hard_words(draft))
    if draft and len(draft) > INVITATION_MESSAGE_LIMIT:
        return _reply(fresh(bank["long"], talk), None)
    if draft:
        return _reply(fresh(bank["fine"], talk), None)
    return _reply(fresh(bank["offer"] if talk.message else bank["begin"], talk), _plain_words(talk))


def _reply(text: str, content: str | None) -> Reply:
    return Reply(text, MODE, CALM, "plain words, no reproach", content=content)


def _plain_words(talk: Talk) -> str:
    words: str = phrases()["invitation"]["message"]
    return words.replace("{partner}", talk.partner)


def _hard_words(text: str) -> str | None:
    """The sentence that may close the door before it is open."""
    return next((s.rstrip(" .!?") for s in sentences(plain(text)) if _is_hard(s)), None)


def _without_hard_words(text: str) -> str | None:
    return " ".join(s for s in sentences(plain(text)) if not _is_hard(s)) or None


def _is_hard(sentence: str) -> bool:
    return bool(crossing_check(sentence) or BLAME.search(sentence) or insult_in(sentence))
