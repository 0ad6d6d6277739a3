"""What a rule is, and the small language rules are written in: plain words, alternatives, and <names> for the groups of
words below. A gap of words is always bounded, so no rule can take more than its fixed number of steps at any place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.domain.safety.findings import Label, Tier

PARTNER_NOUN = (
    r"(?:husband|wife|partner|boyfriend|girlfriend|fiancee?|spouse|ex|ex husband|ex wife|ex boyfriend|ex girlfriend"
    r"|ex partner|man|woman|guy|other half|roommate|flatmate|children s father|children s mother)"
)
KIN_NOUN = (
    r"(?:mother|father|stepfather|stepmother|step ?father|step ?mother|brother|sister|uncle|aunt|cousin|grandfather"
    r"|grandmother|grandpa|grandma|(?:mother|father|brother|sister) in law|stepbrother|boss|neighbou?r|coach|teacher"
    r"|babysitter|nanny|friend|parents|family|colleague|coworker|son|daughter|landlord|priest|pastor)"
)
KID = (
    r"(?:(?:(?:our|my|the|his|her|their|your|a|this|these|own|little|small|older|oldest|younger|youngest|eldest|step"
    r"|foster|newborn|two|three|four|five|six|seven|eight|nine|ten|\d+|year|old) ){0,4}"
    r"(?:children|child|son|sons|daughter|daughters|baby|babies|toddler|infant|boy|boys|girl|girls|little one|little ones"
    r"|stepson|stepdaughter|stepchildren|niece|nephew|grandson|granddaughter|grandchildren|twins|newborn|teenager"
    r"|year olds?|minors?)\b(?! s? ?(?:friend|father|mother)))"
)
OUR_KID = rf"(?=(?:our|my|the|his|her|their|a|this|these) ){KID}"
OF_AGE = (
    r"(?:(?:grown|grown up|older|younger|elder|little|big|new|own|teenage|adult|oldest|youngest|best|late) )?"
)
WORDS = {
    # who
    "he": rf"\b(?:he|she|they|(?:my|our|the|this) {OF_AGE}{PARTNER_NOUN})",
    "person": rf"\b(?:he|she|they|someone|(?:my|our|the|this|his|her|their) {OF_AGE}(?:{PARTNER_NOUN}|{KIN_NOUN}))",
    "them": rf"(?:him|her|them|(?:my|our|the) (?:{PARTNER_NOUN}|{KIN_NOUN}))\b",
    "anyone": rf"(?:him|her|them|someone|somebody|anyone|people|everyone|(?:my|our|the|his|her) (?:new )?(?:{PARTNER_NOUN}|{KIN_NOUN}))\b",
    "kid": KID,
    "our_kid": OUR_KID,
    # gaps: no other subject, and no shielded words, may stand in them
    "g2": r"(?:(?!(?:i|he|she|they|we|it|who|§|not|never) )\w+ ){0,2}",
    "g4": r"(?:(?!(?:i|he|she|they|we|it|who|§|not|never) )\w+ ){0,4}",
    "g6": r"(?:(?!(?:i|he|she|they|we|it|who|§|not|never) )\w+ ){0,6}",
    "own": r"(?:(?!(?:him|her|them|he|she|they|you|it|who|that|me|we|§|not|never|saw|see|seen|heard|watched|watch|know|told|said"
    r"|when|if|felt|hated|guess|suppose|someone|somebody|but|where) )\w+ ){0,4}",
    "own8": r"(?:(?!(?:him|her|them|he|she|they|you|it|who|that|me|we|§|not|never|saw|see|seen|heard|watched|watch|know|told|said"
    r"|when|if|felt|hated|guess|suppose|someone|somebody|but|where) )\w+ ){0,8}",
    "any3": r"(?:[\w,]+ ){0,3}",
    "any6": r"(?:[\w,]+ ){0,6}",
    "any10": r"(?:[\w,]+ ){0,10}",
    "end": r"(?= ,| and\b| but\b| because\b| or\b| when\b| if\b| anymore| again| at all| forever| for good| tonight| today|$)",
    # what is done
    "hit": r"(?:hit|hits|hitting|punch(?:es|ed|ing)?|slap(?:s|ped|ping)?|kick(?:s|ed|ing)?|chok(?:e|es|ed|ing)|strangl(?:e|es|ed|ing)"
    r"|smack(?:s|ed|ing)?|whack(?:s|ed|ing)?|beat|beats|beating|beaten|headbutt(?:s|ed|ing)?|shov(?:e|es|ed|ing)|thump(?:s|ed|ing)?"
    r"|backhand(?:s|ed|ing)?|batter(?:s|ed|ing)?|whip(?:s|ped|ping)?|bash(?:es|ed|ing)?|suffocat(?:e|es|ed|ing)|thrash(?:es|ed|ing)?)",
    "was_hit": r"(?:hit|punched|slapped|kicked|choked|strangled|smacked|beaten|beat|shoved|battered|raped|stabbed|molested|assaulted"
    r"|throttled|groped|whipped)",
    "hitting": r"(?:hitting|punching|slapping|kicking|choking|strangling|smacking|beating|stabbing|shooting|killing|murdering"
    r"|hurting|harming|poisoning|attacking|suffocating)",
    "strike": r"(?:hit|punch|slap|kick|choke|strangle|smack|beat|stab|shoot|kill|murder|hurt|harm|poison|attack|suffocate|throttle"
    r"|destroy|injure|maim|torture|drown|run over|bash|smash)",
    "rape": r"(?:rap(?:e|es|ed|ing)|molest(?:s|ed|ing)?|sexually (?:abuse|assault|harass)(?:s|es|d|ed|ing)?)",
    "sex": r"(?:have sex|having sex|sex|sleep with (?:him|her|them|other|his)|perform|do sexual|do things in bed|sexual \w+)",
    "afraid": r"(?:afraid|scared|frightened|terrified|fearful|petrified|scared to death|in fear)",
    "weapon": r"(?:gun|knife|rifle|pistol|shotgun|bat|hammer|weapon|machete|axe|blade|crowbar|revolver|firearm)",
    "thing": r"(?:plates?|glass(?:es)?|bottles?|cups?|mugs?|dish(?:es)?|things?|stuff|objects?|phone|phones|chairs?|lamp|shoes?|vase|keys"
    r"|remote|books?|knife|knives|pans?|furniture|ashtray|laptop|food|hot \w+|coffee|whatever \w+|anything|everything|something|it)",
    "pills": r"(?:pills|tablets|meds|medication|sleeping pills|painkillers|sleeping tablets|antidepressants|paracetamol|insulin|tylenol)",
    "body": r"(?:arms?|wrists?|legs?|thighs?|skin|stomach|body|hips?|forearms?|hands?|belly|ankles?|feet|chest|face)",
    "gone": r"(?:gone|dead|not here|not around|not alive|no longer here|no longer around|dead and gone|out of the picture for good"
    r"|out of the way|not in this world)",
    "all": r"(?:everyone|everything|the world|this world|my family|my children|the children|the family|people|they|they all|all of them"
    r"|my parents|my husband|my wife|he|she|you|you all|my friends|my son|my daughter|all of you|the people around me)",
}  # fmt: skip

# A rule ends with a word, not within one.
WORD_END = r"(?:(?!\w)|(?<= ))"
NAME = re.compile(r"<(\w+)>")


@dataclass(frozen=True)
class Rule:
    label: Label
    tier: Tier
    pattern: re.Pattern[str]
    ordinary: bool = False
    """Whether the same words are no more than a quarrel where the two are no couple."""


def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(NAME.sub(lambda name: WORDS[name[1]], pattern))


def rules(label: Label, tier: Tier, patterns: str, *, ordinary: bool = False) -> tuple[Rule, ...]:
    """One rule per line; a line that starts with # says why."""
    lines = (line.strip() for line in patterns.splitlines())
    return tuple(
        Rule(label, tier, compiled(rf"\b(?:{line}){WORD_END}"), ordinary)
        for line in lines
        if line and not line.startswith("#")
    )
