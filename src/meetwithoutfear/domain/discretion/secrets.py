"""What somebody called a secret, promised to keep, or asked to leave out. Told by its grammar: who keeps it, and from whom.

What the partner keeps from somebody ("you keep secrets from me") is a grievance and may be said; so is what somebody tells the
partner that they have kept from them ("I kept this from you")."""

from __future__ import annotations

import re

from meetwithoutfear.domain.discretion.german import LEFT_OUT_GERMAN, SECRET_GERMAN
from meetwithoutfear.domain.discretion.reading import plain_words, straight

SAY = r"(?:tell|say|share|mention|talk|speak|write|reveal|disclose|repeat|pass|breathe|spread|let)"
THEM = r"(?:him|her|them|it|that|this|anyone|anybody|everyone|nobody|a soul|{name}|my [\w-]+|his [\w-]+|her [\w-]+)"
SOMEBODY = r"(?:he|she|they|{name}|my [\w-]+|his [\w-]+|her [\w-]+|nobody|anyone|everyone)"
SECRETS = (
    # A promise of silence; one that says nothing more points at what was said before.
    (
        rf"\b(?:i|we)(?: have| had)? (?:promised|swore|sworn|vowed|gave (?:{THEM} )?(?:my|our) word|made (?:{THEM} )?a promise|pledged)\b"
        r"(?! you\b)(?:(?: \S+){0,8}? (?:not|never|silence|silent|secret|nobody|anyone|anybody|quiet|keep|between|confidential)\b"
        r"|(?: (?:him|her|them|that|it|{name}|my [\w-]+|his [\w-]+|her [\w-]+))?(?: ,.*)?$)"
    ),
    (
        r"\b(?:asked|told|begged|made|wants|wanted|trusted|warned|swore) me (?:not to|to keep|to never|never to|to promise|to swear|promise|swear|"
        r"with (?:it|this|that|a secret)|in (?:strict )?(?:confidence|private|secret))\b(?!.*\bfrom me\b)"
    ),
    r"\b(?:in (?:strict )?confidence|confidential|confidentially|confided|off the record|sworn to|under the seal)\b",
    r"(?<!no )\bsecrets?\b(?!.*\bfrom (?:me|you|us|each other)\b)",
    r"\bnever told (?:anyone|anybody|a soul) (?:about|this|that|it|,)|\bhave not told (?:anyone|anybody|a soul|{name}|him|her|them) (?:about|this|that|it)\b",
    r"\b(?:secrecy|lips are sealed|only (?:one|person) (?:who knows|i have told|i told|that knows)|only you (?:know|and i know)|in trust|under four eyes)\b",
    r"\b(?:not|never) (?:be )?(?:supposed|allowed|meant|permitted|free|at liberty) to (?:talk|tell|say|speak|share|know|mention|reveal)\b",
    r"\b(?:it|this|that|what \w+ \w+ me|which) (?:\w+ ){0,2}?(?:must|may|can|should|could|would|does|did|to|ever)?(?: not| never)? ?(?:gets?|got|comes?|came|leaks?|leaked|leave|getting) (?:out|around|back to|this room)\b",
    r"\b(?:if|when|in case|before|so that) (?:he|she|they|{name}|anyone|somebody|my [\w-]+) (?:ever )?(?:finds?|found) out\b|\b(?:must|may|can|should|to|let|could|will)(?: not| never)? (?:\w+ )?(?:find|found) out\b|\bif (?:he|she|they|{name}) (?:ever )?knew\b(?! how\b| what it\b)",
    r"\b(?:can|could|will|would|must|do)(?: not| never) (?:betray|break|pass|give away|let on|let slip|repeat|give (?:it|that|this) away)\b(?!.*\byou\b)|\bnot to be passed on\b",
    r"\b(?:owe|bound|sworn) (?:\w+ )?(?:my |to )?silence\b|\b(?:has|have) not told (?:anyone|anybody|him|her|them|{name})\b|\b(?:hiding|hid|hidden|hide|keeping) (?:\w+ )?(?:\w+ )?from (?:him|her|them|{name})\b",
    r"\b(?:is|it is|that is) for (?!me\b|you\b|us\b)\w+ to tell\b|\bnobody (?:\w+ )?(?:is supposed|must|may|in the \w+ knows|can|should)\b|\bwants? to (?:tell|announce) \w+ (?:himself|herself|themselves)\b|\b(?:not|never) (?:reach|get back to) (?:him|her|them|{name})\b",
    r"\bfor (?:your (?:ears|eyes)|you (?:alone|and me|and nobody))\b|^(?:but |and |well , |so )*between (?:you and me|us|ourselves|the two of us) ,|\bmade a promise to\b|\bshould not be (?:telling|saying)\b|\b(?:agreed|have|had) (?:\w+ )?not to (?:talk|tell|speak|say)\b",
    r"\bsecretly (?:told|gave|asked|showed|admitted|confessed)\b",
    (
        rf"\b(?:do not|never|must not|may not|should not|can not|not allowed to|not supposed to|not to|better not|nobody must|rather not) "
        rf"(?:ever )?tell {THEM}(?!.*\b(?:to me|from me)\b)"
    ),
    (
        r"\b(?:nobody|no one|not a soul|hardly anyone)(?: else)? (?:knows|knew|should know|must know|may know|can know|is supposed to know|"
        r"was told|has been told)(?: (?:about|this|that|it|of|yet|except|but|apart|,)\b|$)"
    ),
    (
        rf"\b{SOMEBODY} (?:must not|should not|can not|may not|must never|should never|is not to|are not to|is not supposed to|is not allowed to|"
        r"had better not|will not want|would not want) (?:ever )?(?:know|find out|learn|hear|see|get to know|read|anyone|me)\b(?! me\b| how\b| what it)"
    ),
    r"\b(?:not mine to|not my (?:story|secret|news|business|place|thing) to|not for me to|not up to me to) (?:tell|share|say)\b",
    (
        rf"\b(?:keep|keeps|keeping|stays?|staying|kept) (?:{THEM} |all |strictly )+(?:to (?:myself|yourself|ourselves)|between (?:us|you and me|him|her|them|the two)|"
        r"private|quiet|secret|hidden|under wraps|in here|with me)\b(?!.*\bfrom (?:me|you)\b)"
    ),
    r"\b(?:this|that|it|all|strictly|this is|that is|it is|stays|just|remains) (?:is |stays |remains )?between (?:us|you and me|him and me|her and me)\b",
    r"\bwithout (?:him|her|them|{name}) (?:knowing|finding out)\b|\bbehind (?:his|her|their|{name}'s) back\b(?=.*\bi\b)|\bi\b.*\bbehind (?:his|her|their) back\b",
    rf"\b{SOMEBODY} (?:does|do|did) not know (?:about|of) (?!me\b|us\b)|\b{SOMEBODY} (?:has|have|had) no idea (?:about|of|that i)\b",
)
ABOUT = r"(?:about|of|on|regarding|concerning)"
TEXT_PART = r"(?:part|bit|thing|stuff|sentence|line|words?|story|name|detail|details|paragraph|piece|topic|subject|point|mention|whole)"
NOT_ME = r"(?!(?:me|us|my (?:feelings|side|opinion|needs)|our (?:feelings|side))\b)"
LEFT_OUT = (
    rf"\b(?:leave|keep|take|cut|edit|get|rule) {NOT_ME}(?:\S+ ){{1,6}}?out\b(?! of (?:your|my life|our))",
    rf"\b(?:leave|take|cut|edit) out {NOT_ME}",
    r"\b(?:remove|delete|drop|omit|erase|skip|exclude) (?!(?:it|me|us|you|him|her|by|off|out|dead|everything for)\b(?! \w+ (?:part|bit|thing)\b))\w",
    r"\b(?:scratch|strike|cut|lose) (?:the|that|this|those|these|any|all|everything|anything|what|(?:my|his|her|their) \w+)\b(?! (?:crap|act|short|down)\b)(?=.*\b(?:part|bit|thing|stuff|sentence|line|words?|story|name|about)\b)",
    r"\bnot want (?:him|her|them|{name}|anyone|my [\w-]+) to (?:know|read|see|hear|find out|learn|be told)\b(?! (?:how|what it|me|us)\b)",
    r"\b(?:has|have) no place (?:in|here)\b|\bno (?:names|details|mention)\b|\b(?:get rid of|cross out|avoid) (?!me\b|us\b|it\b|you\b)\w|\bnot (?:meant )?for (?:his|her|their) (?:eyes|ears)\b|\b(?:part|bit|thing|line|sentence|word|name)\b.* (?:is not (?:meant )?for (?:him|her|them)|stays with me|gone|must go|has to go)\b|^(?:no )?that is not for (?:him|her|them|partner)\b",
    r"\b(?:not|without|never) (?:to )?(?:bring|drag|pull)(?:ing)? (?:\S+ ){0,3}?(?:up|into (?:it|this|that))\b(?!.*\byou\b)|\bnot want (?:\S+ ){1,4}?(?:mentioned|in (?:it|there|this)|named|included)\b|\b(?:prefer|like|want) it without\b|\bkept out\b",
    (
        rf"\b(?:not|never|do not|without|avoid|no need to|stop|nothing to) (?:mention|mentioning|name|naming|include|including|bring up|bringing up|bring|write|"
        rf"say|tell|put|talk|speak|refer|touch|go into|add|use|using|reference|reveal|disclose|discuss|share|sharing) "
        rf"(?:(?:anything|something|a word|that|to|in|on|into|her|him|them|it|any|the|word) )*{ABOUT}\b(?!.* (?:to|with) (?:me|you)\b)"
    ),
    r"\b(?:do not|please not|never) (?:mention|include|name|bring up|use|put|add|reference|refer to|write|reveal|disclose|touch on|go into)\b(?!.*\b(?:me|us|you|your)\b)",
    rf"\b(?:nothing|not a word|no word|no words|no mention|not anything|nothing more|no details?|no names?) {ABOUT}\b(?! (?:me|us|you)\b)",
    (
        r"\b(?:should|must|shall|can|may|will|does|do|needs?|has|have) (?:not|to stay|to be kept|to remain|stay|be kept|remain|be left)(?: to)?(?: stay| be| go| appear| come)? ?"
        r"(?:in (?:there|it|this|the (?:text|message|draft))|out|out of (?:it|this|there)|mentioned|included|left out|in|come up|appear|unsaid|unmentioned|named)\b"
    ),
    r"\b(?:stays|remains) out\b|\b(?:does|do) not belong (?:in|there|here)\b",
    rf"\b{SOMEBODY} (?:(?:does|do|did) not (?:need|have|deserve)(?: to)?|need not|should not|must not) (?:know|hear|read|see|learn|find out)\b(?! (?:how|what it|me)\b)",
    r"\bnone of (?:his|her|their|{name}'s|anyone's) business\b|\bnot (?:his|her|their|{name}'s) business\b",
    rf"^(?:\S+ ){{0,3}}?(?:not|without|minus|except|everything but|all but|no) (?:the|that|this|my|his|her|any|a|{{name}})?(?: \S+){{0,4}}? {TEXT_PART}s?\b",
    r"^(?:please )?without (?:the|that|this|his|her|any|{name}|naming|mentioning)\b(?!.*\byou\b)(?!.*\b(?:i|me) )",
)
# "you" does it, or it is done to "me": then it is said to the partner.
GRIEVANCE = re.compile(
    r"\byou (?:\w+ ){0,3}?(?:leave|left|keep|kept|take|tell|told|promised|swore|hide|hid|lied|never|always|do not|did not|cut|skip|drop|share|are)\b"
    r"|\bfrom me\b|\b(?:leave|leaving|left|leaves|cut|cutting|shut|shutting|keep|keeping) me out\b|\bdo not tell me\b"
    r"|\bto my face\b"
)
ASKED_POLITELY = re.compile(
    r"^(?:(?:okay|and|but|so|please|,) )*(?:can|could|would|will|may) (?:you|we|i) (?:please )?"
)
NAME_PLACE = "{name}"
ANY_NAME = r"(?!(?:me|you|us|i|we|it|how|what)\b)[a-zäöüß-]+"
POINTS_BACK = re.compile(r"\b(?:that|this|it|him|her|them|what|which|so)\b|^\S+(?: \S+){0,6}$")


def compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns).replace(NAME_PLACE, ANY_NAME))


SECRET, LEAVE_OUT = compiled(SECRETS), compiled(LEFT_OUT)


def is_secret(sentence: str) -> bool:
    words = plain_words(sentence)
    if SECRET_GERMAN.search(straight(sentence).lower()):
        return True
    return bool(SECRET.search(words)) and not GRIEVANCE.search(words)


def asks_to_leave_out(sentence: str) -> bool:
    words = ASKED_POLITELY.sub("", plain_words(sentence))
    if LEFT_OUT_GERMAN.search(straight(sentence).lower()):
        return True
    return bool(LEAVE_OUT.search(words)) and not GRIEVANCE.search(words)


def points_back(sentence: str) -> bool:
    """The secret itself stands in a neighbouring sentence."""
    return bool(POINTS_BACK.search(plain_words(sentence)))
