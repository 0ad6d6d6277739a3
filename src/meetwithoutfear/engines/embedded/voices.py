"""Whose feeling a word of a statement is: the subject's, the writer's, or somebody else's.

A statement speaks to its subject ("you") or, where it never says "you", about them ("she", their name). The nearest
person before the word has the feeling, unless the words turn it around: "I hurt you" is yours, "you ignore me" is mine,
"how tired I am" is said before the person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Holder(StrEnum):
    SUBJECT = "subject"
    WRITER = "writer"
    OTHER = "other"


KIN = (
    r"(?:mother|father|mum|mom|dad|parents?|sisters?|brothers?|sons?|daughters?|kids?|"
    r"child(?:ren)?|wife|husband|"
    r"boss|friends?|colleagues?|neighbou?rs?|aunt|uncle|gran\w*|cousins?|team|dog|cat|"
    r"guest|client|guy|girl|boy|crowd|class|"
    r"(?!letter|dinner|computer|order|answer|number|offer|summer|winter|weather|matter|"
    r"paper|laughter|temper|manner|anger|"
    r"behaviou?r|error|mirror|floor|door|power|flower|water|supper|other|corner|shoulder|"
    r"career|moment|constant|silent)"
    r"\w+(?:er|or|ist|man|woman|mate|ian|ant)s?)"
)
ADVERB = (
    r"(?>(?:\w+ly|so|very|too|just|even|quite|still|also|ever|never|always|often|all|both|"
    r"only|again|now|then|here|somehow|maybe|"
    r"perhaps|kind of|sort of|a bit|a little|more|pretty|rather|that|not|don't|didn't|do|did|doesn't)(?![\w']))"
)
STATE = (
    r"(?>(?:'m|'re|'s|am|is|are|was|were|be|been|being|feels?|felt|feeling|gets?|got|getting|"
    r"seems?|seemed|looks?|looked|"
    r"sounds?|becomes?|became|grow(?:n|ing)?|left|end(?:ed)? up|stay(?:ed)?|remain\w*)(?![\w']))"
)
YOU = r"you(?:rs?|rself)?(?:'\w+)?|u|ur|youre|youve"
ME = r"i(?:'\w+)?|im|ive|me|my|mine|myself"
US = r"we(?:'\w+)?|us|our|ours|ourselves"
THEM = r"(?:he|she|they|it)(?:'\w+)?|him|his|her|hers|them|their|theirs|himself|herself|themselves"
NOBODY_ELSE = r"everyone(?:'s)?|everybody(?:'s)?|people|others|somebody|someone|anyone|anybody"
PERSON = re.compile(rf"(?<![\w'])(?:{YOU}|{ME}|{US}|{THEM}|{NOBODY_ELSE})(?![\w'])", re.IGNORECASE)
SAYS_YOU = re.compile(rf"(?<![\w'])(?:{YOU})(?![\w'])", re.IGNORECASE)
SAYS_I = re.compile(rf"(?<![\w'])(?:{ME})(?![\w'])", re.IGNORECASE)
IMPERSONAL = re.compile(r"(?:it|that|this|there)(?:'\w+)?$", re.IGNORECASE)
GENERAL = re.compile(rf"{NOBODY_ELSE}|nobody|no one", re.IGNORECASE)
EXPERIENCES = re.compile(
    r"(?:really |so |still )?(?:hate|miss|love|care|hold|want|long|trust|punish|get (?:even|"
    r"back)|feel|felt)\b",
    re.IGNORECASE,
)
THINGS = re.compile(r"\bthey (?:\w+ly |never |always |all )*$", re.IGNORECASE)
KIN_BEFORE = re.compile(
    rf"\b(?:my|your|our|his|her|their|the) (?:\w+ )?{KIN}(?:'s)?\s*(?:{ADVERB}\s+)*(?:{STATE}\s+)?"
    rf"(?:{ADVERB}\s+)*(?:and \w+\s+)?$",
    re.IGNORECASE,
)
POSSESSIVE = re.compile(r"\b(?:my|your|our|his|their|ur)\b", re.IGNORECASE)
NOT_FELT_BY = re.compile(r"\b(?:to|from|with|of|at|like|in)\s+$", re.IGNORECASE)
AFTER_PREPOSITION = re.compile(
    r"\b(?:with|to|at|by|from|of|about|for|between|and|on|against|around|without|than|"
    r"like|near|behind|beside|towards?|in|over)\s+$",
    re.IGNORECASE,
)
OWNED = re.compile(
    r"(?:\s+(?:deep|own|whole|old|real|growing|constant|quiet|big|huge|terrible|great|"
    r"silent|private))*\s*"
)
OPENS = re.compile(
    r"\s+(?>(?:\w+ly|can|could|do|also|now|would|just|don't|didn't|do not|never|honestly|"
    r"even|still|only|too) )*(?:think|thought|imagine|guess|suspect|"
    r"believe|know|knew|see|saw|sense|suppose|hear|heard|understand|reali[sz]ed?|wonder|"
    r"bet|assume|figure|reckon|doubt|notice[sd]?|say|mean|gather|"
    r"recogni[sz]e|learned|learnt|get (?:that|how)|get it)\b",
    re.IGNORECASE,
)
DEED = re.compile(
    r"(?:^|\s)(?P<who>you|i|we|he|she|they|everyone|everybody|someone|somebody|people|"
    rf"nobody|me(?= to )|you(?= to ))(?:'ve|'d|'ll)? (?:{ADVERB} |have |has |had |would |"
    r"will |keep |kept |to )*$",
    re.IGNORECASE,
)
BEFORE_PERSON = re.compile(r"\bhow\b(?: (?!(?:you|i|he|she|they|we|much)\b)[\w,]+){0,5}\s*$", re.IGNORECASE)
FOR_WHOM = re.compile(
    rf"^(?:\W*(?:\w+\s+){{0,2}}?for|\s+(?:to|on|in|inside)) (?P<who>{YOU}|{ME}|{THEM})(?![\w'])",
    re.IGNORECASE,
)
RELATIVE = re.compile(r"^(?:\s+(?:that|which))?\s+(?P<who>you|i|she|he|they)(?:'\w+)?\s", re.IGNORECASE)
OBJECT = re.compile(r"^\s+(?P<who>you|me|him|her|them|us)(?![\w'])", re.IGNORECASE)
NO_NAME = re.compile(
    r"I|It|That|This|There|What|You|He|She|They|We|And|But|So|Because|When|Maybe|"
    r"Perhaps|Everything|Nothing|Nobody|Someone|Life|Work|Home|Who|Which|How|Where|Why|"
    r"If|As|Part|Deep|Even|Inside|Underneath|Being|Not|No|Yes|Now|Today|Still|Behind|"
    r"My|Your|Our|His|Her|Their|The|A"
)
NAME = re.compile(
    r"\b(?P<name>[A-Z][a-z]+)(?:'s)? (?=(?:is|was|feels|felt|has|seems|gets|looks|must|"
    r"might)\b)|\b(?P<other>[A-Z][a-z]+)'s (?=\w+(?:ed|y|ful|less)\b)"
)
NAME_BEFORE = re.compile(
    rf"\b(?P<name>[A-Z][a-z]+)(?:'s |(?:'s)? (?:(?!be|being|been)(?i:{STATE}|has|must|might|may) (?:be |been )?)+)"
    rf"(?:(?i:{ADVERB}) )*(?:[\w']+,? and )?$"
)
NOUN = re.compile(rf"\b(?:my|our|the|his|her|their) (?:\w+ )?{KIN}\b", re.IGNORECASE)
OWN_WORD = re.compile(r"^(?:i|me)\b|\bmy\b", re.IGNORECASE)
FOR_WHOM_FIRST = re.compile(
    rf"\W*(?:and |but |so )?(?:for|to) (?P<who>{YOU}|{ME}),? (?:it|this|that)", re.IGNORECASE
)
THE = re.compile(r"\b(?:the|this|that|all|what|any|much)(?: \w+)*\s*$", re.IGNORECASE)
OF_A_THING = re.compile(
    rf"\b(?:which|that|this|it)(?:'s| is| was| feels| felt) (?:{ADVERB} )*$", re.IGNORECASE
)
IN_A_ROW = re.compile(r",(?: and| or)?\s*$", re.IGNORECASE)
# What links a person to the feeling they have: "I am so", "me feel", "I feel sad and".
AUXILIARY = rf"(?>(?:{ADVERB}|have|has|had|would|will|can't|cannot|must|might|may)\s+)*"
LISTED = re.compile(
    rf"\s*(?>(?:[\w']+,? and|{ADVERB}|{STATE}|have|has|had|to be|to feel|a|an|the|of|one who|bit|little|with|in|"
    r"under|no|any|such|this|whole|[\w']+,)\s+)*",
    re.IGNORECASE,
)
FEELS = re.compile(
    rf"\s*{AUXILIARY}(?:(?:{STATE}|to be|to feel|have|has|had|the|a|an|one who)\s+{LISTED.pattern})?",
    re.IGNORECASE,
)
TRANSITIVE = re.compile(
    r"hurts?|stung|wounded|scares?|frighten\w*|annoy\w*|worr\w+|exhaust\w*|ignor\w+|"
    r"betray\w*|dismiss\w*|"
    r"abandon\w*|reject\w*|humiliat\w*|embarrass\w*|insult\w*|overwhelm\w*|disappoint\w*|"
    r"irritat\w+|frustrat\w+|confus\w*|"
    r"patroni\w+|criticis\w*|criticiz\w*|belittl\w*|control\w*|smother\w*|suffocat\w*|"
    r"pressur\w+|manipulat\w*|neglected|isolat\w*|"
    r"replaced|excluded|cheat\w*|decei\w+|drain\w*|stress\w*",
    re.IGNORECASE,
)
DOES = re.compile(
    r"(?:\w+n't |never |not )?(?:do (?:enough|(?:my|your) (?:share|part))|make fun|made fun|"
    r"fun of|mock|tease|laugh|joke|shame|speak|ignor|dismiss|interrupt|betray|lied?\b|"
    r"lying|lies|cheat|decei|abandon|reject|exclud|neglect|insult|belittl|patroni|criticis|"
    r"criticiz|control|smother|manipulat|nagg?|"
    r"micromanag|listen|respect|appreciat|thank|notic|value|help|ask|invit|includ|hear|"
    r"hide|hiding|trick|replac|dump|ditch|ghost|left|take|took|put|talk|brush|shut|push|"
    r"boss|treat|see|pay|count|pull|pitch|overlook|"
    r"walk|went behind|go behind|turned|broke|used|disrespect|humiliat|cut|welcom|recogni|"
    r"credit|consult|tune)",
    re.IGNORECASE,
)
DOING = re.compile(
    r"\w+ing|unfair|dishonest|grateful|honest|fair|dismissive|disrespectful|ungrateful|no (?:help|"
    r"support)|bossy|two-?faced|manipulative|patroni[sz]ing|insulting|distant",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Cast:
    """Who is who in this statement."""

    subject: str
    says_you: bool
    they_are: Holder
    """Whom "she", "he" and "they" mean: the subject, where nobody else was named before them."""

    def holder(self, word: str) -> Holder:
        lower = word.lower()
        if SAYS_YOU.fullmatch(lower) or (self.subject and lower == self.subject.lower()):
            return Holder.SUBJECT
        if SAYS_I.fullmatch(lower):
            return Holder.WRITER
        if re.fullmatch(US, lower):
            return Holder.SUBJECT
        return Holder.OTHER if re.fullmatch(NOBODY_ELSE, lower) else self.they_are

    def people(self, text: str) -> list[re.Match[str]]:
        """Those who may feel or do: "I think" is no more than a way to begin, and "my" only leads to a thing."""
        named = rf"|\b{re.escape(self.subject)}\b" if self.subject else ""
        pattern = re.compile(PERSON.pattern + named, re.IGNORECASE)
        found = [m for m in pattern.finditer(text) if not IMPERSONAL.match(m[0])]
        found = [m for m in found if not (SAYS_I.fullmatch(m[0]) and OPENS.match(text, m.end()))]
        acting = [m for m in found if not POSSESSIVE.fullmatch(m[0]) or OWNED.fullmatch(text, m.end())]
        return [m for m in acting if not AFTER_PREPOSITION.search(text[: m.start()])] or acting


def cast_of(statement: str, subject: str = "") -> Cast:
    says_you = bool(SAYS_YOU.search(statement))
    pronoun = re.search(rf"\b(?:{THEM})\b", statement, re.IGNORECASE)
    others = _other_people(statement[: pronoun.start()] if pronoun else statement, subject)
    return Cast(subject.strip(), says_you, Holder.OTHER if says_you or others else Holder.SUBJECT)


def _other_people(text: str, subject: str) -> bool:
    named = [m["name"] or m["other"] for m in NAME.finditer(text)]
    return bool(NOUN.search(text)) or any(name != subject for name in named if not NO_NAME.fullmatch(name))


@dataclass(frozen=True)
class Word:
    """A feeling word in its clause."""

    clause: str
    start: int
    end: int
    by_others: bool
    """Of a feeling that others' deeds cause ("ignored"): the deed is one person's, the feeling the other's."""

    @property
    def before(self) -> str:
        return self.clause[: self.start]

    @property
    def text(self) -> str:
        return self.clause[self.start : self.end]

    @property
    def after(self) -> str:
        return self.clause[self.end :]


def holder_of(cast: Cast, word: Word, otherwise: Holder) -> Holder:
    if THINGS.search(word.before):
        return otherwise
    steps = (_by_the_word, _by_name, _by_what_follows, _by_deed)
    found = next((holder for step in steps if (holder := step(cast, word, otherwise))), None)
    return found or _nearest(cast, word, otherwise)


def _by_the_word(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """Of "my fault", of "drives you mad"."""
    if OWN_WORD.search(word.text) and not (word.by_others and DOES.match(word.text)):
        return Holder.WRITER
    inside = [one for one in cast.people(word.text) if not NOT_FELT_BY.search(word.text[: one.start()])]
    return cast.holder(inside[-1][0]) if inside and not EXPERIENCES.match(word.text) else None


def _by_name(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """Of "for me it is hard", "my mother is tired", "Lena feels hurt"."""
    for_whom = FOR_WHOM_FIRST.match(word.before)
    if for_whom:
        return cast.holder(for_whom["who"])
    name = NAME_BEFORE.search(word.before)
    is_named = name and not NO_NAME.fullmatch(name["name"]) and name["name"] != cast.subject
    return Holder.OTHER if is_named or KIN_BEFORE.search(word.before) else None


def _by_what_follows(cast: Cast, word: Word, otherwise: Holder) -> Holder | None:
    """Of "how tired I am", "hard for you", "the hurt I feel", "it hurts me"."""
    comes_first = BEFORE_PERSON.search(word.before)
    if comes_first or not cast.people(word.before):
        later, following = FOR_WHOM.match(word.after), cast.people(word.after)
        if later:
            is_doer = (
                word.by_others and not DOING.fullmatch(word.text) and later[0].lstrip().startswith("to ")
            )
            return otherwise if is_doer else cast.holder(later["who"])
        if comes_first and following:
            return cast.holder(following[0][0])
    relative = RELATIVE.match(word.after)
    if relative and THE.search(word.before):
        return cast.holder(relative["who"])
    done_to = OBJECT.match(word.after)
    is_done = done_to and TRANSITIVE.fullmatch(word.text) and not people_feel(word.before)
    return cast.holder(done_to["who"]) if done_to and is_done else None


def _by_deed(cast: Cast, word: Word, _otherwise: Holder) -> Holder | None:
    """So that "you ignore me" is the writer's and "I have been unfair" the subject's."""
    if not word.by_others:
        return None
    people, deed = cast.people(word.before), DEED.search(word.before)
    doer = deed["who"] if deed and DOES.match(word.text) else None
    if people and DOING.fullmatch(word.text) and is_linked(people[-1], word.before):
        doer = people[-1][0]
    if not doer:
        return None
    is_subjects = doer.lower() != "we" and not GENERAL.fullmatch(doer) and cast.holder(doer) is Holder.SUBJECT
    return Holder.WRITER if is_subjects else Holder.SUBJECT


def _nearest(cast: Cast, word: Word, otherwise: Holder) -> Holder:
    people = cast.people(word.before)
    if not people:
        owner = POSSESSIVE.search(word.before)
        return cast.holder(owner[0]) if owner and people_feel(word.before) else otherwise
    nearest = people[-1]
    holder, link = cast.holder(nearest[0]), word.before[nearest.end() :]
    if holder is not Holder.SUBJECT and OF_A_THING.search(link):
        return otherwise
    if (
        holder is Holder.SUBJECT
        or is_linked(nearest, word.before)
        or nearest[0].lower() in {"my", "his", "their"}
    ):
        return holder
    if any(cast.holder(one[0]) is Holder.SUBJECT for one in (*people, *SAYS_YOU.finditer(word.clause))):
        return Holder.SUBJECT
    return otherwise if IN_A_ROW.search(word.before) else holder


def is_linked(person: re.Match[str], before: str) -> bool:
    """Does the feeling that comes after belong to this person, by grammar and not by nearness alone?"""
    link = LISTED if person[0].lower().endswith(("'m", "'re", "'s")) else FEELS
    return bool(link.fullmatch(before, person.end()))


def people_feel(before: str) -> bool:
    return bool(
        re.search(rf"\b{STATE}\s+(?:{ADVERB}\s+)*$|'(?:m|re|s)\s+(?:{ADVERB}\s+)*$", before, re.IGNORECASE)
    )
