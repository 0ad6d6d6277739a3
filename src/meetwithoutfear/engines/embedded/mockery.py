"""Marks of mockery and of belittling in a statement: what no feeling named beside them makes good again.

What somebody feels called ("you feel told that you overreact"), and what is expressly taken back ("you are not
overreacting"), is neither.
"""

from __future__ import annotations

import re

from meetwithoutfear.domain.gap import Stance
from meetwithoutfear.engines.embedded.intents import HARD_WORD
from meetwithoutfear.engines.embedded.polarity import NEGATION, SPOKEN, is_quoted

MOCKS = re.compile(
    r"\bpoor (?:little |old |sweet |dear )*(?:you|baby|thing|soul|darling|diddums|lamb|"
    r"dear|princess|\w+kins|victim)\b|\bboo[- ]?hoo\b|\b(?:wah|waah+|aww+|sniff sniff|"
    r"yawn|pfft|puh-?lease)\b|"
    r"\b(?:ha){2,}h?\b|\b(?:lol|lmao|rofl|smh|eye ?roll)\b|\*(?:eye ?roll|sigh|slow clap|"
    r"yawn|clap)s?\*|[🙄😂🤣🎻😏🥱👏😆]|\b(?:o+h+|a+h+)[,.!]* (?:please|wow|sure|boy|the horror|"
    r"woe|come on|spare|here we go|yes(?=,? (?:you|the|poor))|"
    r"(?:you|she|he|they)(?!'ve been right| were right)|poor|how (?:sad|awful|terrible|"
    r"tragic|hard|dreadful|very)|of course|what a)\b|\byeah,? (?:right|sure)\b|^\W*(?:sure|"
    r"right|yes yes|yeah yeah|yes, yes),? (?=(?:you|because|poor|she|he)\b)|"
    r"\bas if[.!…]|\bcry me\b|\bviolins?\b|\bwoe is\b|\bgive me a break\b|\bspare me\b|"
    r"\bbig deal\b(?<!not a big deal)|\bhere we go\b|\bwhat a (?:\w+ )?(?:tragedy|drama|"
    r"surprise|saint|martyr|hero|life|pity|joke|shock|hardship|cross to bear|nightmare for you)\b|"
    r"\bhow (?:tragic|touching|adorable|cute|dare|original|surprising|convenient|predictable|"
    r"very \w+ of you)\b|\bhow (?:\w+ )?(?:sad|awful|terrible|hard|dreadful) for (?:you|"
    r"her|him)\b|\bmy heart (?:bleeds|aches for)\b|"
    r"\b(?:medals?|awards?|oscars?|prizes?|trophy|ovation|applause|slow clap|statue|"
    r"sainthood|parade|nobel|emmy)\b|\bbravo\b|\bcongrat\w+|\bwell done\b|\bround of applause\b|"
    r"\b(?:drama|self-pity) ?(?:queens?|kings?|llama)\b|\b(?:princess|queen|king|prince|"
    r"majesty|highness|snowflakes?|cry-?bab(?:y|ies)|divas?|martyrs?|diddums|saint|sufferer|"
    r"little miss|miss perfect|mr\.? perfect|"
    r"mother teresa|superhero|cinderella|joan of arc|hamlet)\b|\bhard(?:est)? life\b|"
    r"\bmust be (?:\w+ )?(?:nice|hard|tough|exhausting|terrible|awful|tiring|dreadful) (?:being|"
    r"to be) (?:you|so|such|the center|the centre)\b|"
    r"\b(?:weight|fate) of the (?:whole )?(?:world|universe)\b|\b(?:world|universe|everything) revolves\b|"
    r"\bjoin the (?:club|queue)\b|\bwelcome to (?:the club|adulthood|real life|parenthood|"
    r"my world|the real world)\b|"
    r"\bbless (?:you|your)\b|\bblah\b|\byada\b|\bwhatever\b[.!,]|\btell (?:me about it|"
    r"someone who cares)\b|\bwho cares\b|\bso+o+ (?=\w)|\bnever heard (?:that|this) (?:one|"
    r"before)\b|\bthe (?:great|long-suffering|tragic)\b|\bwow[,.!]|"
    r"\bcall the (?:press|newspapers?|doctor|ambulance|police)\b|\b(?:stop|hold) the press\w*\b|"
    r"\balert the\b|\bbreaking news\b|\bget the tissues\b|\btissues?\b|\bsomeone (?:get|"
    r"fetch|call|hand|bring)\b|\blet me (?:get|fetch|play|find)\b|"
    r"\bonce again the\b|\bstory of your life\b|\bif you say so\b|\bnot this again\b|"
    r"\bso special\b|\bbless\b[.!]?$|\b(?:shocking|shocker|surprise,? surprise|well,? well)\b|"
    r"\bfor once\b|\blook who\b|\bhow original\b|\bpigs (?:can |might )?fly\b|\bfeelings are (?:so |"
    r"very )?precious\b|\blet's all\b|^\W*(?:amazing|sure|right|great|wow|fantastic|"
    r"wonderful|brilliant|please|whatever|classic|typical|unbelievable|incredible|hilarious|"
    r"priceless|lovely|really|seriously|naturally|good for you)\W*$|\b(?:that's|this is|"
    r"it's) (?:so )?(?:hilarious|priceless|comical|rich|cute|funny|adorable)\b|\bas (?:always|"
    r"usual)\b|\bwhat else is new\b|^\W*yes,? yes\b|\bi'm sure \w+ing\b",
    re.IGNORECASE,
)
INSULTS = re.compile(
    r"\b(?:you|you're|she|she's|he|he's|they're)(?: (?:are|is|being|just|so|really|always|"
    r"such|honestly|actually|nothing but|simply|too|a|an|quite|pretty|plain|only))* (?:(?!(?:i|"
    rf"i'm|me|my|that|how|when|because|called|feel\w*|not|of|about|no|never|\w+n't)\b)[\w']+,? ){{0,5}}?(?:{HARD_WORD}|"
    r"crazy|insane|childish|hysterical|spoilt|spoiled|ungrateful|needy|clingy|whiny|"
    r"weak|a wimp|a baby|a child|a joke|ridiculous|hopeless at|bonkers|a nag|paranoid|"
    r"nuts|a mess|immature|impossible)\b",
    re.IGNORECASE,
)
BELITTLES = re.compile(
    r"\bover-?react\w*|\bexaggerat\w*|\bover-?dramati\w*|\bdramati[sz]\w*|\bblow\w* (?:it|"
    r"this|that|things|everything) (?:all )?(?:up|out of)\b|\b(?:ma(?:k|d)\w+|turn\w*) (?:such |"
    r"this |it |everything )*(?:into )?(?:a )?(?:big |huge |whole |great )*(?:deal|fuss|"
    r"mountain|drama|scene|song and dance)\b|"
    r"\b(?:too|so|over-?|overly|very|always) ?(?:sensitive|emotional|soft|thin-skinned|"
    r"dramatic|touchy|delicate|fragile)\b|\b(?:oversensitive|hypersensitive|melodrama\w*|"
    r"theatric\w*|histrionic\w*)\b|\bbeing (?:so |very |a bit |all |just )*(?:dramatic|"
    r"ridiculous|silly|childish|"
    r"difficult|unreasonable|precious|emotional|sensitive|a baby)\b|\b(?:your|all this|"
    r"so much|more|creating|making|causing|such|the usual|endless|same old) drama\b|"
    r"\bself-?pity\w*|\bsorry for (?:your|him|her)self\b|\bpity party\b|\bvictim\b|\b(?:seek|"
    r"want|crav|fish|beg|after)\w* (?:for |the |some |a bit of |more )*(?:sympathy|pity)\b|"
    r"\battention[- ]seek\w*|\bseek\w* attention\b|\bfor attention\b|\bmak\w+ (?:it|"
    r"this|that|things|all this|it all|this all|that all) up\b|(?:\b(?:is|are|was|all|"
    r"only|just|purely|merely)|'s) in your (?:own )?(?:head|imagination)\b|\b(?:imagining|"
    r"imagined) (?:it|things|that|all|this)\b|\bfor no (?:good |real |apparent )*reason\b|"
    r"\b(?:over|about) (?:absolutely |literally )?nothing\b|\bno big deal\b|\b(?:not|"
    r"n't) (?:really |even |all |actually )*(?:that|so|as) (?:bad|hard|big|serious|difficult|"
    r"tough|terrible|awful|much|heavy|deep)\b(?! as (?:it|i))|\b(?:not|n't) (?:a|such a|"
    r"that) (?:big|huge) (?:deal|thing)\b|"
    r"\byour own (?:fault|doing|making|choice|stupid)\b|\bbrought (?:it|this|that|all this) (?:all )?on yourself\b|"
    r"\b(?:chose|choose|asked for|signed up for|wanted) (?:this|it|all this|that)(?: yourself)?[.!]|"
    r"\b(?:have|had|'ve got|got|has) (?:it|life) (?:\w+ )?(?:easy|good|cushy|better than)\b|"
    r"\b(?:easy|charmed|cushy) life\b|"
    r"\bnothing to (?:be|feel|complain|cry|worry|moan|get)\b|\bno (?:\w+ )?(?:right|"
    r"reason|cause|business|excuse|grounds) (?:to|for|whatsoever|at all)\b|\bwants? (?:the |"
    r"some |all the )*attention\b(?! from me)|\bwhen(?:ever)? it suits\b|\bfor nothing\b(?! in)|"
    r"\bon purpose\b|\bfor (?:\w+ ){0,2}(?:minutes?|seconds?)\b|\bcan't (?:have been|"
    r"be) (?:that |so |very )?(?:serious|bad|hard|deep|much)\b|\bmilk\w* it\b|\bguilt[- ]trip\w*|"
    r"\bcrocodile\b|\bget over (?:it|yourself)\b|\b(?:not|n't) the only (?:one|person)\b|"
    r"\b(?:everyone|everybody|we all|all of us|other people|others|lots of people|plenty of people)(?:'s|"
    r" is| are| gets?| feels?| has| have| goes? through)? (?:\w+ ){0,1}(?<!of everyone )(?:tired|"
    r"sad|exhausted|problems|worse|that way|like that|stressed|down|lonely|busy|overwhelmed)\b|"
    r"\bwho (?:isn't|doesn't)\b|\bfirst world problem\w*|\bso what\b|"
    r"\b(?:have|has) it (?:much |far |a lot )?worse\b|\bi (?:couldn't|could not|don't|"
    r"do not) (?:really )?care\b|\bnot my problem\b|\b(?:your|her|his) problem\b|\b(?:a|"
    r"your|her|his) (?:phase|mood|moods|time of the month|hormones|tantrum\w*|little (?:mood|"
    r"sulk|drama|feelings))\b|\b(?:sulk|tantrum|hissy)\w*|\b(?:nonsense|rubbish|bullshit|"
    r"crap)\b|"
    r"\b(?:perfectly|completely|absolutely|totally|just|really|quite|actually|doing) (?:fine|"
    r"okay|ok|alright|all right)\b[.!,;]|\b(?:that's not true|none of (?:that|this|it) is true|"
    r"i don't (?:buy|believe) (?:it|that|this|any of it|a word|you)|i don't think so)\b|"
    r"\b(?:are not|aren't|is not|isn't) real(?:ly real)?\b|\b(?:enjoy|like|love)s? (?:being|"
    r"feeling|playing|to be|to feel|to play|looking) (?:the |a |so |all |like a )*(?:victim|"
    r"miserable|tired|exhausted|sad|hurt|unhappy|angry|upset|martyr|offended|wounded|"
    r"lonely|overwhelmed|ignored|neglected|unseen)\b|\b(?:enjoy|love)s? (?:suffering|"
    r"complaining|moaning|sulking|whining)\b",
    re.IGNORECASE,
)
NEAR = 28


def mark_in(sentence: str) -> Stance | None:
    """MOCKED for mockery and insults, DENIED for belittling what somebody feels."""
    for pattern, stance in ((MOCKS, Stance.MOCKED), (INSULTS, Stance.MOCKED), (BELITTLES, Stance.DENIED)):
        for found in pattern.finditer(sentence):
            before = sentence[: found.start()]
            before = (
                re.sub(
                    r"\b(?:as if|as though|like|that|thinks?|feels?|felt|look) $",
                    "i said ",
                    before,
                    flags=re.IGNORECASE,
                )
                if found[0].lower().startswith("i ")
                else before
            )
            negated = NEGATION.search(before[-NEAR:]) and not before.rstrip().endswith(",")
            quoted = (
                SPOKEN.search(before) if pattern is MOCKS else is_quoted(before) or SPOKEN.search(found[0])
            )
            if not quoted and not negated:
                return stance
    return None
