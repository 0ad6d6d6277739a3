"""What is about to be sent to the partner, read for threats, slurs and contempt. The guide points them out and offers other
words; the last word is the member's, except for threats, which are not delivered. To guess how the other feels
("you feel worthless") or to tell what one was called ("you called me a …") is none of these."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.safety.reading import sentences
from meetwithoutfear.domain.safety.rules import compiled
from meetwithoutfear.domain.safety.shields import one_of, shielded


class ConcernKind(StrEnum):
    """In the order in which they go first."""

    THREAT = "threat"
    SLUR = "slur"
    CONTEMPT = "contempt"


@dataclass(frozen=True)
class CrossingConcern:
    kind: ConcernKind

    @property
    def is_threat(self) -> bool:
        return self.kind is ConcernKind.THREAT


TOLD = compiled(
    r"\b(?:(?:not|never) (?:\w+ ){0,2}(?:think|thought|said|say|saying|believe|mean|meant|call|called)(?: that)? you (?:are|were)"
    r"|(?:feel|feels|felt|feeling|think|thinks|thought|believe|believed|worry|worried|fear|feared|afraid|told|telling|tells|wonder"
    r"|as if|like|whether|if|said|say|says|imagine|heard|hear|sorry)(?: to)?(?: that)? you (?:are|were|will|would)"
    r"|call(?:ed|s|ing)? (?:me|you|yourself|myself|him|her) (?:\w+ ){0,3}\w+"
    r"|(?:he|she|they|people|someone|mother|father) (?:\w+ )?(?:say|says|said|told me|told you|tells you)(?: that)? you (?:are|were))"
)
THREATS = one_of(
    r"""
    i (?:will|am going to|shall|swear i will|want to|could|would love to|promise i will|am about to)(?: \w+)? (?:kill|hurt|hit|beat|stab|shoot|strangle|choke|punch|slap|destroy|ruin|murder|harm|smash|poison|bury|attack|kick|burn|end|hunt|cut|finish|drown) you(?! (?:off|out|some|a|down gently|loose|short|at|to|up (?:on|about)|in (?:chess|tennis|the)|with (?:kindness|the (?:news|truth))|slack)\b)(?:r (?:face|head|life|car|house|things))?
    i (?:will|am going to|shall|swear i will|want to|could)(?: \w+)? (?:break|smash|burn|destroy|ruin|cut|slit|wreck|trash|kick|bash|slash|crush|torch|end)(?: \w+)? (?:down )?your (?:face|head|life|car|house|things|neck|legs|skull|throat|career|reputation|phone|jaw|teeth|tyres|tires|home|arms|fingers|nose|ass)
    i (?:will|am going to|shall|swear i will)(?: \w+)? make (?:you|your life) (?:pay(?! (?:half|rent|the|for (?:the|dinner|lunch|your))\b)|suffer|regret|sorry|bleed|hell|miserable|a misery|beg)
    (?:you will|you are going to|you would)(?: \w+)? (?:regret (?:this|it|that|ever|leaving|crossing|what)|be sorry(?! (?:to|that you missed|for (?:her|him|them))\b)|pay for (?:this|that|it|what)|suffer for|never see (?:the |your |our |my )?(?:children|son|daughter|baby|boys?|girls?|dog|cat) again|wish you (?:had never|were dead)|get hurt|end up (?:dead|in (?:the )?hospital)|get what is coming)
    (?:you are|you will be) (?:a )?dead(?: man| woman| meat)?$|you are (?:a )?dead (?:man|woman|meat)|watch your (?:back|step)|better (?:watch|be careful|sleep with|run|hide|lock)|sleep with one eye open|i know where you (?:live|work|park|sleep)|what is coming to you
    do not (?:make|force) me (?:to )?(?:hurt|hit|do something|come over|beat|slap)|or (?:else )?i will (?:\w+ )?(?:kill|hurt|hit|beat|slap|punch|smash|destroy|ruin|burn|tell everyone|make you|post|expose)
    i will(?: \w+)? (?:post|publish|leak|share|send|show)(?: \w+){0,3} (?:nudes|naked \w+|private photos|photos of you|pictures of you|videos of you|your (?:photos|pictures|messages|secrets?|videos|nudes)|your (?:boss|family|mother|parents|employer))
    i will(?: \w+)? (?:take|keep) the (?:children|baby|boys?|girls?)(?: \w+){0,3}? (?:from you|away|and you)|i will have you (?:deported|fired|locked|arrested|killed|beaten)
    if you (?:\w+ ){1,8}?,? ?(?:then )?i (?:will|am going to|swear i will)(?: \w+)? (?:kill|hurt|hit|beat|slap|punch|destroy|ruin|burn|smash|shoot|stab|hang|cut) (?:you|myself|him|her|them|your|everything|everyone|the (?:house|children|dog|cat))
    i (?:will|am going to|would)(?: \w+)? (?:kill|hurt|hang|shoot|cut) myself (?:if|unless|because of|and it is your)
    i (?:will|am going to|want to|swear i will)(?: \w+)? (?:kill|stab|shoot|murder|strangle|beat up|poison) (?:him|her|them|your (?:mother|father|sister|brother|new \w+|boyfriend|girlfriend|family|dog|cat|friends?|lover|children))
    (?:drop dead|i hope you die|hope you (?:get|die|rot|burn|suffer)|you deserve to (?:die|be (?:hit|beaten|hurt|shot|slapped))|i want you dead|i wish you were dead|kill yourself|go die|go and die|next time (?:i will|you will) (?:not be so lucky|hit|get))
    """
)
SLURS = one_of(
    r"""
    (?:bitch|bitches|cunts?|whores?|sluts?|faggots?|fags?|dykes?|trann(?:y|ies)|retards?|retarded|nigg(?:er|a)s?|kikes?|spics?|chinks?|gooks?|pakis?|wetbacks?|ragheads?|towelheads?|skanks?|twats?|spaz|mongoloid|subhuman|shemale)
    """
)
CONTEMPT = one_of(
    r"""
    (?:you are|you were|are you|you)(?: (?:,|such|being|a|an|the|such a|nothing but|always|complete|total|absolute|real|only|most|pretty|so|too|more than|lazy|selfish|little|stupid|fat|ugly|dumb|disgusting|pathetic)){0,4} (?:pathetic|disgusting|worthless|useless|stupid|idiot|idiotic|moron|loser|pig|coward|psycho|brat|scum|trash|garbage|filth|asshole|arsehole|jerk|dick|prick|bastard|imbecile|dumb|dumbass|parasite|leech|monster|insane|ridiculous|a joke|a failure|a disgrace|an embarrassment|a waste of (?:space|time|air|oxygen)|piece of (?:shit|crap|trash|garbage|work)|freak|fool|clown|crazy|deranged|narcissist|sociopath|psychopath|beneath me|good for nothing|incompetent|vile|repulsive|dimwit|halfwit|nutcase|airhead|pathological liar)
    you (?:disgust|sicken|repulse|bore|nauseate) me|you make me (?:sick|want to (?:vomit|puke|throw up))|i (?:hate|despise|loathe|detest) you|i (?:have|feel) (?:nothing but|only) contempt
    fuck (?:you|off)|screw you|piss off|go to hell|shut (?:up|your (?:mouth|face|trap))|get lost|up yours|burn in hell|rot in hell|to hell with you|eff off|sod off|bugger off
    you are (?:nothing(?: without me|$| to me| but)|dead to me|not worth|like your (?:mother|father)$|as \w+ as your (?:mother|father)|the worst (?:person|husband|wife|mother|father|partner|thing)|a terrible (?:mother|father|wife|husband|person)|a bad (?:mother|father))
    (?:nobody|who) (?:could|can|will|would) (?:ever )?(?:love|want|stand|put up with) (?:you|someone like you)|no wonder (?:\w+ ){1,4}(?:left|hates?|divorced|dumped|cannot stand) you|you will never amount|grow up(?:$| already|,)|even a child could|are you (?:too )?(?:stupid|dumb|deaf|blind)|how (?:stupid|dumb) (?:are|can) you|what an? (?:idiot|loser|joke|moron)|people like you|you and your (?:stupid|pathetic|ridiculous)
    """
)
ORDER: tuple[tuple[ConcernKind, re.Pattern[str]], ...] = (
    (ConcernKind.THREAT, THREATS),
    (ConcernKind.SLUR, SLURS),
    (ConcernKind.CONTEMPT, CONTEMPT),
)


def crossing_check(text: str) -> CrossingConcern | None:
    """The gravest concern about a text that is about to cross, or nothing."""
    lines = [TOLD.sub("§", shielded(sentence)) for sentence in sentences(text)]
    for kind, pattern in ORDER:
        if any(pattern.search(line) for line in lines):
            return CrossingConcern(kind)
    return None
