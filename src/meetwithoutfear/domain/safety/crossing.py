"""What is about to be sent to the partner, read for threats, slurs and contempt. The guide points them out and offers other
words; the last word is the member's, except for threats, which are not delivered. To guess how the other feels
("you feel worthless") or to tell what one was called ("you called me a …") is none of these."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from meetwithoutfear.domain.safety import german
from meetwithoutfear.domain.safety.contempt import is_contempt
from meetwithoutfear.domain.safety.masks import unmask
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
    i (?:will|am going to|shall|swear i will|want to|could|would love to|promise i will|am about to)(?: \w+)? (?:break|smash|burn|destroy|ruin|cut|slit|wreck|trash|kick|bash|slash|crush|torch|end|snap|rip|tear|punch|slap|knock|gouge|chop|stomp|bust|slice|rearrange)(?: \w+)?(?: (?:down|out|off|in|up|open|on))? your (?:\w+ )?(?:life|car|house|things|career|reputation|phone|tyres|tires|home|ass|arse|(?:face|head|neck|leg|skull|throat|jaw|arm|finger|nose|hand|rib|bone|knee|kneecap|wrist|ankle|shoulder|ear|eye|chin|lip|spine|tongue|gut|mouth)s?|teeth)\b(?! (?:about|with (?:love|kisses)|of the news))
    i (?:will|am going to|shall|swear i will)(?: \w+)? make (?:you|your life) (?:pay(?! (?:half|rent|the|for (?:the|dinner|lunch|your))\b)|suffer|regret|sorry|bleed|hell|miserable|a misery|beg)
    (?:you will|you are going to|you would)(?: \w+)? (?:regret (?:this|it|that|ever|leaving|crossing|what)|be sorry(?! (?:to|that you missed|for (?:her|him|them))\b)|pay for (?:this|that|it|what)|suffer for|never see (?:the |your |our |my )?(?:children|son|daughter|baby|boys?|girls?|dog|cat) again|wish you (?:had never|were dead)|get hurt|end up (?:dead|in (?:the )?hospital)|get what is coming)
    (?:you are|you will be) (?:a )?dead(?: man| woman| meat)?$|you are (?:a )?dead (?:man|woman|meat)|(?<!\bto )(?<!\bmust )(?<!\bi )watch your (?:back|step)|you (?:had |would |should )?better (?:watch|be careful|sleep with|run|hide|lock)|sleep with one eye open|i know where you (?:live|work|park|sleep)|what is coming to you
    do not (?:make|force) me (?:to )?(?:hurt|hit|do something|come over|beat|slap)|or (?:else )?i will (?:\w+ )?(?:kill|hurt|hit|beat|slap|punch|smash|destroy|ruin|burn|tell everyone|make you|post|expose)
    i will(?: \w+)? (?:post|publish|leak|share|send|show)(?: \w+){0,3} (?:nudes|naked \w+|private photos|photos of you|pictures of you|videos of you|your (?:photos|pictures|messages|secrets?|videos|nudes)|your (?:boss|family|mother|parents|employer))
    i will(?: \w+)? (?:take|keep) the (?:children|baby|boys?|girls?)(?: \w+){0,3}? (?:from you|away|and you)|i will have you (?:deported|fired|locked|arrested|killed|beaten)
    if you (?:\w+ ){1,8}?,? ?(?:then )?i (?:will|am going to|swear i will)(?: \w+)? (?:kill|hurt|hit|beat|slap|punch|destroy|ruin|burn|smash|shoot|stab|hang|cut) (?:you|myself|him|her|them|your|everything|everyone|the (?:house|children|dog|cat))
    i (?:will|am going to|would)(?: \w+)? (?:kill|hurt|hang|shoot|cut) myself (?:if|unless|because of|and it is your)
    i (?:will|am going to|want to|swear i will)(?: \w+)? (?:kill|stab|shoot|murder|strangle|beat up|poison) (?:him|her|them|your (?:mother|father|sister|brother|new \w+|boyfriend|girlfriend|family|dog|cat|friends?|lover|children))
    you (?:should|ought to|had better|better) be (?:very |really |so )?(?:scared|afraid|frightened|terrified|worried about what)(?=$| ,| of me| because| and| now)|^be (?:very )?afraid$|(?:had |would )?better watch (?:out|it|yourself)|i will make sure (?:that )?you (?:never|lose|regret|suffer|pay|do not)|i will finish you|i will get you|you have been warned|just you wait|wait and see what (?:i (?:will )?do|happens to)|(?:keep|carry|go) (?:going|on|it up|doing|pushing|talking|this up|that up)(?: \w+){0,4} and (?:you will )?(?:just )?see what (?:happens|i)|see what happens to you|i will (?:\w+ )?shut (?:it|you up|your mouth|that mouth)(?: up)?(?: for you)?
    (?:drop dead|i hope you die|hope you (?:get (?:what|hit|hurt|cancer|fired|killed|run over|sick)|die|rot|burn|suffer)|you deserve to (?:die|be (?:hit|beaten|hurt|shot|slapped))|i want you dead|i wish you were dead|kill yourself|go die|go and die|next time (?:i will|you will) (?:not be so lucky|hit|get))
    """
)
GERMAN_THREATS = re.compile(
    r"\b(?:ich (?:bring|bringe|mach|mache|schlag|schlage|stech|steche) (?:dich|euch|sie|ihn) (?:\w+ ){0,2}?(?:um|fertig|tot|kaputt|zusammen|ab|kalt|platt)\b"
    r"|(?:das|du) (?:wirst|wird) (?:\w+ ){0,3}?(?:bereuen|buessen|leidtun|noch leid)\b|(?:das|dafuer) (?:wirst|zahlst) du (?:\w+ )?(?:bereuen|buessen|bezahlen|mir)"
    r"|ich weiss wo du (?:wohnst|arbeitest|parkst|schlaefst)|pass (?:bloss|ja|nur|lieber) auf|du kannst was erleben|dann (?:knallt|kracht|passiert|gibt) (?:es )?(?:was|etwas|noch was)|passiert was"
    r"|du siehst (?:die|deine|unsere) kinder (?:nie|nicht) (?:wieder|mehr)|ich nehme dir die kinder|ich (?:zerstoere|ruiniere|vernichte) (?:dich|dein)|du solltest angst haben|ich (?:werde|will) (?:dich|ihn|sie) (?:\w+ ){0,2}?(?:umbringen|toeten|schlagen|verpruegeln|fertigmachen|zerstoeren|vernichten|ruinieren)"
    r"|(?:verreck|krepier|stirb)(?:e)?\b|ich hoffe du (?:stirbst|verreckst|krepierst))"
)
SLURS = one_of(
    r"""
    (?:bitch|bitches|cunts?|whores?|sluts?|faggots?|fags?|dykes?|trann(?:y|ies)|retards?|retarded|nigg(?:er|a)s?|kikes?|spics?|chinks?|gooks?|pakis?|wetbacks?|ragheads?|towelheads?|skanks?|twats?|spaz|mongoloid|subhuman|shemale)
    """
)


def crossing_check(text: str) -> CrossingConcern | None:
    """The gravest concern about a text that is about to cross, or nothing."""
    text = unmask(text)
    lines = [TOLD.sub("§", shielded(sentence)) for sentence in sentences(text)]
    if any(THREATS.search(line) for line in lines) or any(map(GERMAN_THREATS.search, german.read(text))):
        return CrossingConcern(ConcernKind.THREAT)
    if any(SLURS.search(line) for line in lines):
        return CrossingConcern(ConcernKind.SLUR)
    return CrossingConcern(ConcernKind.CONTEMPT) if is_contempt(text) else None
