"""Who is called what. The words are lists (data/contempt.json); what makes them contempt is the sentence: "she is a …",
"such a …", "you …", "put up with a …". What somebody feels, fears or thinks of themselves, what they were called, what
was said and is regretted, and what is said of a thing is none of it: those parts are covered before anything is looked for.
Sarcasm is its own list: praise for harm, pity with an "oh", titles nobody has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from meetwithoutfear import data
from meetwithoutfear.domain.safety import german
from meetwithoutfear.domain.safety.reading import sentences

LISTS = json.loads(data.read_text("contempt.json"))
ENGLISH, GERMAN = LISTS["english"], LISTS["german"]


def one_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


def plain(words: Iterable[str]) -> list[str]:
    """As a sentence is read: no hyphens."""
    return [word.replace("-", " ").replace("'", " ") for word in words]


NOUN = one_of({form for word in plain(ENGLISH["nouns"]) for form in (word, f"{word}s")})
THING = one_of(ENGLISH["things"])
ADJECTIVE = one_of(plain(ENGLISH["adjectives"]))
INTENSE = one_of({*plain(ENGLISH["intensifiers"]), *plain(ENGLISH["adjectives"])}) + "(?: ,)?"
PERSON = r"(?:person|man|woman|guy|human|human being|mother|father|wife|husband|parent|partner|friend|boss|people|boy|girl|individual|creature|child|daughter|son|brother|sister|lady|old man)"
END = r"(?=$| ,| and\b| or\b| but\b| when\b| that\b| if\b| enough| sometimes| again| because| lately| as (?:usual|always|ever)| about (?:it|this|money)| in (?:this|that|the|bed|every|your|his|her)\b| at\b| it (?:hurts|is)| for\b| of (?:you|him|her)\b| too\b| most\b| with (?:me|money)\b)"
SAID_OF_A_PERSON = rf"(?:(?:{INTENSE} ){{0,4}}{NOUN}(?! of a\b)\b|(?:{INTENSE} ){{0,3}}{THING}\b(?! of the\b)|(?:{INTENSE} ){{0,3}}{ADJECTIVE}(?:{END}|(?: {INTENSE}){{0,2}} {PERSON}\b)|an? (?:{INTENSE} ){{0,3}}{ADJECTIVE} \w+)"
BE = r"(?:are|were|is|was|be|being|been|remain|remains|became|become|becomes|(?:act|acts|acting|behave|behaves|look|looks|sound|sounds) like|turned into|sound|sounds|act|acts)"
GAP = r"(?:(?!(?:not|no|never|neither|nor|hardly|far|than|of|to|for|with|from|about|at|by|like|as|afraid|scared|tired|sick|i|me|my|we|it|that|who|when|if|feeling|called|treated|(?!being\b)\w+ing|anything)\b)[\w,]+ ){0,5}?"
THEM = rf"(?:he|she|they|you|u|all of (?:you|them)|who|(?:my|your|our|the|his|her|their|this|that) (?:\w+ )?{PERSON}|(?:my|your|our|his|her) (?:\w+ )?(?:family|cousin|uncle|aunt|colleague|manager|neighbour|neighbor|flatmate|roommate|cofounder|founder|mother in law|in laws|ex|team))"
NOBODY = r"(?<!\bi )(?<!\bit )(?<!\bthis )(?<!\bthat )(?<!\bthere )(?<!\bwhat )(?<!\bwhich )(?<!\blife )(?<!\bi who )(?<!\beverything )(?<!\bhere )"

FRAMES = re.compile(
    "|".join(
        [
            rf"\b{THEM}(?: all| both| two| guys| people| really| always| just| have| has| had| will| would| can| must| may| might| could| truly| simply| still| only| do| both)* {BE} {GAP}{SAID_OF_A_PERSON}",
            rf"\b(?:are|is|were|was) (?:you|he|she|they) {GAP}{SAID_OF_A_PERSON}",
            rf"\b(?:(?:stop|stopped|stops|quit|keep|keeps|always|for) being|do not be|(?:anyone|anybody|someone|somebody|you|he|she|person) be) (?:such an? |so |an? |that |this )?{SAID_OF_A_PERSON}",
            rf"(?<!\bi )(?<!\bit )(?<!\bthis )(?<!\blife )(?<!\bwork )\b(?:can|could) be (?:so|such an?|that) {SAID_OF_A_PERSON}",
            rf"\byour (?:an?|such an?|so|just an?) {GAP}{SAID_OF_A_PERSON}",
            rf"\byou (?:{INTENSE} ){{1,4}}{THING}\b",
            rf"\byou (?:two |both |all )?(?:{INTENSE} ){{0,4}}{NOUN}(?! (?:around|out|me|him|us|them|yourself|the)\b)\b",
            rf"{NOBODY}\b(?:is|was) (?:{GAP})(?:an?|the|such an?|one|nothing but an?|just an?|both an?) (?:{INTENSE} ){{0,4}}{NOUN}\b",
            rf"{NOBODY}\b(?:is|was) (?:{INTENSE} ){{0,3}}{ADJECTIVE}(?: {INTENSE}){{0,2}} {PERSON}\b",
            rf"{NOBODY}\b(?:is|was) (?:{INTENSE} ){{0,3}}(?:pathetic|worthless|spineless|heartless|narcissistic|gutless|brainless|selfish|manipulative|two faced|deceitful|conceited|arrogant|lazy and \w+){END}",
            rf"\bwhat (?:an? )?(?:{INTENSE} ){{0,4}}(?:{NOUN}|joke)\b(?! i\b)|\bsuch an? (?:{INTENSE} ){{0,4}}{NOUN}\b|\b(?:that|this|these|those) (?:{INTENSE} ){{1,4}}{NOUN}\b|\b(?:that|those|these) {NOUN}(?=$| ,| who| of| at| next)|\bwhat (?:kind|sort) of (?:an? )?(?:{INTENSE} ){{0,3}}{NOUN}\b|\bonly an? (?:{INTENSE} ){{0,3}}{NOUN}\b",
            rf"\b(?:with|by|to|at|from|of|raised|married|marry|trust|trusted|hired|dated|dating|love|loved|tolerate|surrounded by|bunch of) (?:an? |such an? |two |these |those |the biggest |a bunch of )?(?:{INTENSE} ){{0,4}}{NOUN}\b(?<!the rat)(?! (?:for|of) me\b)",
            rf"(?:^|, |listen |look |hey |stop it )(?:you )?(?:{INTENSE} ){{0,3}}{NOUN}(?=$| ,)",
            rf"\b(?:find|think|consider) (?:you|him|her|them) (?:to be )?(?:{INTENSE} ){{0,3}}(?:{NOUN}|{THING}|{ADJECTIVE})\b",
            rf"\b{ADJECTIVE} (?:is|was) what (?:you|he|she|they) (?:are|is)|\bhow (?:{ADJECTIVE}) (?:you|he|she|they) (?:are|is|can be)\b",
            rf"\bnothing but (?:an? )?(?:{INTENSE} ){{0,3}}(?:{NOUN}|{THING})\b",
        ]
    )
)  # fmt: skip
PHRASES = re.compile(r"(?<!\w)(?:" + "|".join(ENGLISH["phrases"]) + r")")
SARCASM = re.compile(r"(?<!\w)(?:" + "|".join(ENGLISH["sarcasm"]) + r")(?!\w)")

LIKE_YOU = re.compile(
    rf"\bas (?:{ADJECTIVE}|fake|false|cold|ugly|empty|rotten|low) as (?:you|him|her|them)(?=$| ,| and| are| is)|\b(?:someone|somebody|a person|a man|a woman) (?:as|so|that) {ADJECTIVE}\b"
)
AS_EVER = re.compile(r" ,? ?as (?:usual|always|ever) ,? ?")
# What somebody lives through or was told, up to where the clause ends.
REST = r"(?:(?!, |but\b|because\b|since\b|so you are\b|and you are\b)[\w,§]+ ?){0,40}"
THINKS = r"(?:feel|feels|felt|feeling|think|thinks|thinking|thought|believe|believes|believed|worry|worries|worried|fear|fears|feared|wonder|wonders|wondered|imagine|imagines|hear|hears|heard|say|says|said|saying|tell|tells|told|call|calls|called|see|sees|saw|consider|considers|find|finds|found|take|takes|took|want|wants|wanted|wish|wishes|wished|hate|hates|hated|expect|expects|treat|treats|treated|suspect|suspects|assume|assumes|need|needs|needed|know|knows|knew|remember|remembers|ask|asks|asked)"
COVERED = re.compile(
    "|".join(
        [
            rf"\b(?P<subject>(?!(?:i|who|no|not|to|what|or|and|the|a|an|please|can|could|do|did|does|would|should|will|am|is|are|was|were|have|had|may|might|must|never|just|still|really|honestly|even|everyone|hard|also|always|{NOUN})\b)\w+) (?:(?:may|might|must|could|would|will|probably|maybe|perhaps|often|always|still|also|just|really|sometimes|do|did|does|not|never|have|has|had|then|now|both|only|secretly|even|already|all|are|is|were|was) ){{0,4}}{THINKS}\b {REST}",
            rf"\b(?:afraid|scared|ashamed|worried|terrified|fear|fears|fearing|dread|frightened) {REST}",
            r"\bi (?:have |had |just |also |only |really |once |even |wrongly |should not have |never should have )*(?:said|told|called|thought|believed|shouted|yelled|screamed|treated|saw|felt|used to \w+|made) " + REST,
            r"\bi (?:do|did|would|could|will|am|was|have|had) (?:not|never) (?:\w+ ){0,3}?(?:think|thought|say|said|saying|mean|meant|believe|call|called|calling|want|see|find|feel|hate|consider) " + REST,
            r"\bi never (?:\w+ )?(?:thought|said|meant|believed|called|wanted|felt|found|hated) " + REST,
            rf"\bi (?:am|was|have been|had been|can be|feel|felt|act|acted|acting|behave|behaved|look|looked|sound|sounded|became|must have been|may be|might be|could be|may have been|know i am|know i was)(?: (?!(?:of|your|with|by|to|at|you|him|her|his|nothing)\b)\w+){{0,4}}? (?:{NOUN}|{THING}|{ADJECTIVE})\b",
            rf"\b(?:me|myself|i am|i was) (?:(?!(?:of|your|with|by|to|at|you|him|her|his|nothing|are|is)\b)\w+ ){{0,4}}?(?:{NOUN}|{THING}|{ADJECTIVE})\b",
            r"\b(?:calling|call|called|calls|naming|named) (?:me|you|him|her|us|them|it|your \w+|my \w+|each other) " + REST,
            r"\b(?:make|makes|made|making) (?:you|him|her|them|me|us) (?:feel|look|sound|seem|out|think|believe|into) " + REST,
            r"\b(?:treat|treats|treated|treating|seen|labelled|labeled|taken|mistaken|accused|portrayed) (?:\w+ ){0,3}(?:like|as|for|of) " + REST,
            r"\b(?:as if|as though|whether|if) " + REST,
            r"\b(?:want|wants|wanted|wish|wishes|wished|would like|would love) (?:me|us) to " + REST,
            r"(?<!\bstop )(?<!\bstopped )(?<!\bstops )(?<!\bquit )(?<!\bkeep )(?<!\bnot )\b(?:being|be|become|becoming) (?:called|treated|seen|an?|the) " + REST,
            r"\b(?:your|his|her|the) (?:fear|feeling|worry|shame|impression) " + REST,
            rf"\b(?:your|the) (?:\w+ )?(?:boss|landlord|landlady|manager|supervisor|colleagues?|coworkers?|neighbou?rs?|teacher|customers?|clients?|client|doctor|system|company|bank|office|school|job|world|weather|car|house|dishwasher|situation|rule|rules|whole thing|meeting|fight|argument|idea|commute|traffic|landlords|insurance) (?:is|was|are|were) {REST}",
            r"\bi (?:\w+ )?(?:act|acted|behave|behaved|look|looked|sound|sounded|seem|seemed) " + REST,
            r"\bthe fact that " + REST,
            r"\bnot (?:that|because|as if) i " + REST,
            r"\bin (?:your|his|her|their|my|our) eyes " + REST,
        ]
    )
)  # fmt: skip

G_NOUN, G_ADJECTIVE = one_of(GERMAN["nouns"]), one_of(GERMAN["adjectives"]) + r"(?:e[rsnm]?)?"
G_INTENSE = rf"(?:{one_of(GERMAN['intensifiers'])}|{G_ADJECTIVE})"
G_END = r"(?=$| und\b| oder\b| aber\b| wenn\b| dass\b| weil\b| geworden| bist\b| ist\b| wie\b)"
G_SAID = rf"(?:(?:{G_INTENSE} ){{0,5}}{G_NOUN}\b|(?:{G_INTENSE} ){{0,4}}{G_ADJECTIVE}{G_END})"
G_THEM = r"(?:du|er|sie|ihr|(?:mein|dein|unser|der|sein)e? (?:\w+ )?(?:mann|frau|bruder|schwester|vater|mutter|chef|chefin|kollege|kollegin|freund|freundin|nachbar|mitbewohner|mitbewohnerin|sohn|tochter|ex|schwiegermutter|familie))"
G_FRAMES = re.compile(
    "|".join(
        [
            rf"\b{G_THEM} (?:bist|ist|sind|seid|warst|war|bleibst|bleibt|wirst) (?:(?!nicht\b|kein|nie\b|ich\b|wie\b|als\b)\w+ ){{0,4}}?{G_SAID}",
            rf"\b(?:bist|ist) (?:du|er|sie) (?:(?!nicht\b|kein|nie\b|ich\b)\w+ ){{0,4}}?{G_SAID}",
            rf"(?<!\bich )(?<!\bes )(?<!\bdas )(?<!\bdies )\b(?:ist|war) (?:{G_INTENSE} ){{0,2}}ein(?:e|es)? (?:{G_INTENSE} ){{0,4}}{G_NOUN}\b",
            rf"\b(?:weil|dass|wenn|ob|da) {G_THEM} (?:(?!nicht\b|kein|nie\b|dich\b|sich\b)\w+ ){{0,3}}?{G_SAID} (?:bist|ist|sind|seid|warst|war)\b",
            rf"\bwie (?:\w+ )?{G_ADJECTIVE} (?:du|er|sie|ihr) (?:\w+ )?(?:bist|ist|seid|sein)\b",
            rf"\b(?:du|ihr|sie) (?:{G_INTENSE} ){{0,4}}{G_NOUN}\b",
            rf"\b(?:was fuer|so|solch|mit|von|bei|auf) ein(?:e|en|em|er)? (?:{G_INTENSE} ){{0,4}}{G_NOUN}\b|\b(?:dies|jen)e[rsnm]? (?:{G_INTENSE} ){{0,4}}{G_NOUN}\b",
            rf"\bich (?:finde|halte) (?:dich|ihn|sie|euch) (?:(?!nicht\b|kein)\w+ ){{0,3}}?(?:{G_NOUN}|{G_ADJECTIVE})\b",
            rf"^(?:{G_INTENSE} ){{0,3}}{G_NOUN}$",
        ]
    )
)  # fmt: skip
G_PHRASES = re.compile(r"\b(?:" + "|".join([*GERMAN["phrases"], *GERMAN["sarcasm"]]) + r")(?!\w)")
G_REST = r"(?:(?!weil\b|aber\b|denn\b)\w+ ?){0,40}"
G_COVERED = re.compile(
    "|".join(
        [
            rf"\b(?:du|er|sie|wir|man|alle|ihr) (?:\w+ ){{0,2}}?(?:fuehlst|fuehlt|denkst|denkt|glaubst|glaubt|meinst|meint|findest|findet|haeltst|haelt|befuerchtest|befuerchtet|sagst|sagt|willst|will|moechtest|moechte|hasst|hoerst|hoert) {G_REST}",
            rf"\b(?:fuehlst|fuehlt|denkst|glaubst|findest|haeltst|haelt) (?:du|er|sie) {G_REST}",
            rf"\b(?:angst|sorge|als ob|als waerst|als waere|ob|ich war|ich bin|ich habe|ich hab|ich kam|ich komme|habe ich|war ich|bin ich|fuehle ich) {G_REST}",
            r"^.*\b(?:genannt|nannte|beschimpft|gefuehlt|bezeichnet|vorgekommen|gesagt|gedacht)\b.*$",
        ]
    )
)  # fmt: skip


def is_contempt(text: str) -> bool:
    english = list(sentences(text, keep_fillers=True))
    if any(SARCASM.search(line) or LIKE_YOU.search(line) or has_insult(line) for line in english):
        return True
    return any(has_german_insult(line) for line in german.read(text))


def has_insult(line: str) -> bool:
    covered = COVERED.sub(lambda found: f"{found['subject'] or ''} § ", AS_EVER.sub(" ", line))
    return bool(FRAMES.search(covered) or PHRASES.search(covered))


def has_german_insult(line: str) -> bool:
    covered = G_COVERED.sub("§ ", line)
    return bool(G_FRAMES.search(covered) or G_PHRASES.search(covered))
