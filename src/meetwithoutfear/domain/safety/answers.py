"""How a message reads to somebody who has just asked about danger: yes, no, means, a time, a figure of speech, silence.

In care a single word counts, so this reads short and misspelt answers, English and German, where the check itself looks for
whole sentences of danger. It only ever says what stands there; what follows from it is for `care` to decide."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

APOSTROPHES = re.compile(r"['’‘ʼ`´]")
NOT_WORDS = re.compile(r"[^\w?]+")
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class Asked(StrEnum):
    """What somebody in care wants to know of the guide."""

    WHO_SEES = "who_sees"
    WHO_ARE_YOU = "who_are_you"
    WILL_YOU_CALL = "will_you_call"
    NUMBER = "number"
    WHY = "why"
    GO_ON = "go_on"
    OTHER = "other"


@dataclass(frozen=True)
class Reading:
    yes: bool = False
    no: bool = False
    safe: bool = False
    unsafe: bool = False
    means: bool = False
    time: bool = False
    plan: bool = False
    near: bool = False
    """Somebody dangerous is there, or a weapon is."""
    conditional: bool = False
    """It tells of what happens when or if, not of now."""
    figure: bool = False
    silent: bool = False
    hesitant: bool = False
    """A yes that leaves room for a no."""
    person: bool = False
    """Somebody is named who could be there."""
    subject: bool = False
    """They turn to something else."""
    hurt: bool = False
    """Somebody shows signs that need a doctor now."""
    watched: bool = False
    """Somebody may read this."""
    helped: bool = False
    """Somebody is with them, or they have called, or have put away what was dangerous."""
    company: bool = False
    """Somebody of their own has come or is there; whether that is a help depends on who they are afraid of."""
    asks: Asked | None = None


def one_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)")


YES = one_of(
    r"yes", r"ye[ahps]*", r"yea+h*", r"y", r"yup", r"aye", r"i do", r"i am", r"i have", r"i did", r"it is", r"they are", r"she is", r"he is",
    r"there is", r"of course", r"correct", r"true", r"exactly", r"definitely", r"i think so", r"i guess(?: so)?", r"kind of", r"kinda",
    r"sort of", r"sorta", r"maybe", r"sometimes", r"a bit", r"a little", r"often", r"every (?:day|night)", r"all the time", r"most days", r"ok(?:ay)?", r"sure",
    r"probably", r"not sure",
    r"ja+", r"jo+", r"jep", r"doch", r"stimmt", r"genau", r"schon", r"vielleicht", r"manchmal", r"oft", r"jede nacht", r"jeden tag", r"ein bisschen",
    r"hab ich", r"habe ich", r"bin ich", r"ist (?:er|sie|es) (?:auch )?",
)  # fmt: skip
NO = one_of(
    r"no+", r"nope", r"nah+", r"na", r"n", r"never", r"not really", r"not now", r"not at the moment", r"i dont", r"i do not", r"i wont", r"i would(?:nt| not| never)",
    r"im not", r"i am not", r"i have(?:nt| not)", r"i didnt", r"none", r"nobody", r"noone", r"no one", r"there isnt", r"there is(?: not| no)", r"nothing", r"of course not",
    r"nein+", r"nee+", r"ne", r"noe", r"nicht", r"nie", r"niemals", r"niemand", r"nichts", r"keine?[nrms]?", r"auf keinen fall", r"quatsch",
)  # fmt: skip
UNSAFE = one_of(
    r"(?:im|i am|were|we are|its|it is|feel|dont feel|do not feel|not) (?:not |never |un)+ ?safe", r"not (?:really |at all )?(?:safe|ok(?:ay)?|fine|alright|all right)", r"unsafe",
    r"dont feel safe", r"do not feel safe", r"dont know if (?:im|i am) safe", r"in danger", r"i cant promise", r"cant keep myself safe",
    r"nicht (?:wirklich |ganz )?(?:sicher|in sicherheit|ok(?:ay)?|gut)", r"unsicher", r"in gefahr",
)  # fmt: skip
SAFE = one_of(
    r"(?:im|i am|were|we are|i feel|feel(?:ing)?) (?:\w+ ){0,2}(?:safe|ok(?:ay)?|fine|alright|all right|better|calmer?)", r"(?:we|she|he|the (?:kids?|child(?:ren)?|baby)) (?:is|are) (?:\w+ )?safe",
    r"safe(?: now| here| for now| tonight| again| enough)?", r"all good", r"its ok(?:ay)? now", r"i (?:wont|will not|would never|wouldnt|am not going to|dont want to) (?:do (?:it|anything|that)|hurt (?:myself|anyone|him|her|them)|kill myself|die)",
    r"no danger", r"out of danger",
    r"(?:ich bin|bin|mir gehts|mir geht es|wir sind|uns geht es) (?:\w+ ){0,2}(?:sicher|in sicherheit|ok(?:ay)?|gut|besser|ruhiger)", r"in sicherheit", r"alles (?:gut|ok(?:ay)?|in ordnung)",
    r"ich (?:tue|tu|mache|mach) (?:mir |mich )?nichts", r"keine gefahr",
)  # fmt: skip
FIGURE = one_of(
    r"figure of speech", r"(?:just|only) (?:an )?(?:expression|saying|words|a phrase|a saying|joke)", r"way of (?:speaking|talking|saying)", r"didnt mean (?:it|that)(?: like that| literally| that way)?",
    r"did not mean (?:it|that)(?: like that| literally| that way)?", r"dont mean (?:it|that)(?: like that| literally| that way)?", r"not mean(?:t|ing)? (?:it )?(?:like that|literally|that way)", r"(?:not|never) literally",
    r"(?:just|only|was|am|im) (?:joking|kidding|exaggerating|venting|being dramatic|dramatic)", r"jk", r"exaggerat\w+", r"not like that", r"you (?:misunderst\w+|got (?:it|that|me) wrong|took (?:it|that) (?:wrong|too \w+))", r"wasnt serious",
    r"not serious(?:ly)?", r"sarcas\w+", r"(?:just|only) (?:an )?idiom", r"metaphor\w*",
    r"(?:nur |bloss )?so (?:dahin ?|daher ?)?(?:gesagt|geredet)", r"dahergesagt", r"nicht (?:so|woertlich|ernst) gemeint", r"redensart", r"redewendung", r"(?:nur )?ein (?:spruch|witz|scherz)", r"war (?:nur )?(?:spass|ironie|sarkasmus)", r"uebertrieben", r"falsch verstanden",
)  # fmt: skip
SILENT = one_of(
    r"hm+", r"mh+m*", r"meh", r"k", r"uh+", r"um+", r"sigh", r"idk", r"i dont know", r"i do not know", r"dunno", r"whatever", r"leave me alone", r"(?:dont|do not) want to (?:talk|say|answer|tell)(?: \w+){0,3}", r"rather not(?: say)?", r"no comment", r"none of your business", r"never ?mind",
    r"doesnt matter", r"forget it", r"drop it", r"stop asking", r"nothing to say", r"skip", r"pass", r"shut up",
    r"weiss (?:ich )?nicht", r"keine ahnung", r"egal", r"lass (?:mich|gut sein)(?: in ruhe)?", r"will (?:ich )?nicht (?:darueber )?(?:reden|sprechen|sagen)", r"moechte (?:ich )?nicht (?:darueber )?(?:reden|sprechen|sagen)", r"vergiss es", r"schon gut",
)  # fmt: skip
WITHOUT = r"(?<!no )(?<!any )(?<!without )(?<!keine )(?<!keinen )(?<!kein )"
MEANS = one_of(
    rf"{WITHOUT}(?:pills?|tablets?|meds|medication|sleeping pills|paracetamol|tylenol|insulin|opioids?|fentanyl|painkillers?|antidepressants|poison|bleach)s?",
    rf"{WITHOUT}(?:rope|noose|belt|cord|gun|pistol|rifle|revolver|shotgun|bullets?|knife|knives|blade|razor|razors|scalpel|gas|charcoal|exhaust|hammer|axe|bat)s?",
    r"(?:the|a|on|off|from|that) (?:bridge|roof|ledge|balcony|cliff|tracks|platform|tower|window)", r"in front of (?:a|the) (?:train|truck|car|bus|lorry)", r"overdos\w+", r"jump(?:ing)?", r"hang(?:ing)? myself", r"crash (?:the|my) car",
    rf"{WITHOUT}(?:tabletten|pillen|schlaftabletten|medikamente|gift|strick|seil|guertel|waffen?|pistole|gewehr|messer|klingen?|rasierklingen?|abgase|axt|hammer)",
    r"(?:der|die|einer|von der|auf der|auf dem|vom|einem|das|dem|am) (?:bruecke|dach|balkon|gleise[n]?|bahnhof|fenster|klippe|hochhaus)", r"vor (?:den|einen) (?:zug|lkw|bus)", r"springen", r"erhaengen", r"ueberdosis",
)  # fmt: skip
TIME = one_of(
    r"tonight", r"today", r"tomorrow", r"right now", r"now", r"this (?:evening|afternoon|morning|night|week(?:end)?)", r"soon", r"in (?:an?|one|two|\d+|a few|half an) (?:hours?|minutes?|days?)", r"later(?: today| tonight)?", r"(?:on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
    r"(?:when|once|after|as soon as) (?:the (?:kids|children)|everyone|everybody|they|he|she|i|work|my)(?: \w+){0,6}", r"at (?:\d+|midnight|noon|night)", r"before (?:the|my|christmas|morning)(?: \w+)?",
    r"heute(?: abend| nacht)?", r"morgen", r"jetzt(?: gleich)?", r"gleich", r"bald", r"diese (?:nacht|woche)", r"am (?:wochenende|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)", r"in (?:einer|zwei|ein paar|\d+) (?:stunden?|minuten|tagen?)", r"wenn (?:alle|die kinder|er|sie)(?: \w+){0,4}",
)  # fmt: skip
INTENT = one_of(
    r"(?:gonna|going to|will|want to|wanna|planning to|plan to|about to|ready to|have to|need to) (?:\w+ ){0,2}(?:do it|end (?:it|this|my life)|kill myself|die|jump|take (?:them|the|all|these)|use (?:it|them)|go|finish|hurt|hit|kill|stab|shoot)", r"ill (?:do it|end (?:it|this)|take (?:them|the)|jump|kill|hurt)", r"do it",
    r"(?:werde|will|wuerde) (?:\w+ ){0,3}(?:tun|machen|beenden|springen|nehmen|umbringen|sterben|schlucken)", r"mach(?:e)? (?:ich )?es", r"tu(?:e)? (?:ich )?es",
)  # fmt: skip
PLAN = one_of(
    r"(?:i )?(?:have|got|made|had) a plan", r"i know (?:exactly )?how", r"(?:i )?(?:ve |have )?(?:planned|thought) (?:it|everything|it all) (?:out|through)", r"planned (?:it|everything)", r"(?:wrote|written|left|writing) (?:\w+ ){0,2}(?:note|notes|letter|letters|goodbye)", r"said (?:my )?goodbyes?",
    r"(?:looked|worked) (?:it )?(?:up|out)(?: online)?", r"put my affairs in order", r"i(?: ve| have)? decided", r"gave away my \w+",
    r"(?:einen|nen) plan", r"ich weiss (?:genau )?wie", r"abschiedsbriefe?", r"(?:genau )?geplant", r"entschieden", r"verabschiedet",
)  # fmt: skip
NEAR = one_of(
    r"(?:he|she|they|his|her|my \w+)(?: is| are|s|re)? (?:\w+ )?(?:here|home|outside|downstairs|upstairs|next door|coming(?: back| home| over| up)?|back|at the door|in the (?:next |other |same )?(?:room|house|kitchen|hall|flat|bathroom)|banging|screaming|yelling|standing)", r"next to me", r"near(?:by)?", r"right here",
    r"has (?:a|the|his|her) (?:gun|knife|weapon|bat|hammer)", r"locked (?:me )?in", r"(?:wont|will not|cant|can not) (?:let me )?(?:leave|get out|out)", r"im hiding", r"i am hiding", r"(?:is|s) (?:hitting|hurting|beating|shaking|choking) (?:him|her|me|us|them)", r"bleeding",
    r"(?:er|sie|mein \w+|meine \w+) (?:ist|steht|kommt|sitzt) (?:\w+ )?(?:hier|da|zu hause|draussen|vor der tuer|nebenan|zurueck|gleich|im (?:nebenzimmer|haus|flur)|in der (?:kueche|wohnung))", r"neben mir", r"in der naehe", r"hat (?:ein|eine|das|die) (?:messer|waffe|pistole)", r"eingesperrt", r"komme nicht (?:raus|weg)", r"blute",
)  # fmt: skip
HELPED = one_of(
    r"i(?: have| ve|ve)? (?:just )?(?:called|phoned|rang|texted|told|messaged|rung)(?: \w+){1,4}", r"(?:on|in) the phone with", r"(?:is|s|are|re) (?:here )?with me(?: now)?", r"(?:is|s|are) (?:coming|on (?:her|his|their|the) way)(?: over| to me)?", r"im (?:at|with) (?:the (?:hospital|doctors?|er|clinic|police)|my (?:\w+ )?(?:mum|mom|mother|sister|brother|friend|parents|neighbou?r|aunt|dad)s?)",
    r"i am (?:at|with) (?:the (?:hospital|doctors?|er|clinic|police)|my (?:\w+ )?(?:mum|mom|mother|sister|brother|friend|parents|neighbou?r|aunt|dad)s?)", r"(?:threw|thrown|put|gave|locked|flushed) (?:\w+ ){0,3}(?:away|out|up|down the toilet)", r"i left(?: the (?:house|room|flat))?", r"im out(?:side)?", r"i went out(?:side)?", r"flushed", r"not alone(?: now| any ?more)?",
    r"ich (?:habe|hab) (?:\w+ ){0,4}(?:angerufen|geschrieben|erzaehlt|gesagt|weggeworfen|weggelegt|weggetan|weggesperrt)", r"(?:ist|sind) (?:jetzt |gerade )?bei mir", r"kommt (?:gleich |jetzt )?(?:zu mir|her|vorbei)", r"bin (?:jetzt )?(?:beim arzt|im krankenhaus|bei (?:meiner|meinem) \w+|draussen|raus|weg)", r"nicht (?:mehr )?allein",
)  # fmt: skip
COMPANY = one_of(
    r"my (?:\w+ )?(?:mum|mom|mother|dad|father|parent|sister|brother|friend|mate|neighbou?r|aunt|uncle|cousin|grandma|grandmother|grandpa|daughter|son|flatmate|roommate)s?(?: is| are|s| has| have| just| now| already| finally){1,3} (?:here|come|came|arrived|there|got here)", r"my (?:\w+ )?(?:mum|mom|mother|dad|father|sister|brother|friend|neighbou?r|aunt) (?:came|got here|arrived)",
    r"meine? (?:\w+ )?(?:mutter|mama|vater|papa|eltern|schwester|bruder|freundin|freund|freunde|nachbarin|nachbar|tante|onkel|oma|opa|tochter|sohn|mitbewohnerin|mitbewohner) (?:ist|sind) (?:jetzt |gerade |nun |endlich )*(?:da|hier|gekommen|angekommen)",
)  # fmt: skip
HESITANT = one_of(
    r"i guess", r"maybe", r"kind of", r"kinda", r"sort of", r"not sure", r"i think", r"probably", r"i suppose", r"for now i guess", r"a bit", r"a little",
    r"vielleicht", r"glaub(?:e)?(?: ich| schon)?", r"weiss nicht", r"wahrscheinlich", r"irgendwie", r"ein bisschen",
)  # fmt: skip
CANNOT = one_of(
    r"(?:wont|will not|doesnt|does not|isnt|not|cant) (?:wak(?:e|ing)(?: up)?|breath(?:e|ing)|mov(?:e|ing)|respond\w*)", r"wont stop bleeding", r"atmet (?:nicht|kaum)", r"wacht nicht auf",
)  # fmt: skip
HURT = one_of(
    r"unconscious", r"passed out", r"(?:been |is |was )(?:sick|vomiting|throwing up)", r"vomit\w*", r"threw up", r"limp", r"seizures?", r"turned? blue",
    r"bleed(?:s|ing)", r"(?:a lot of|so much) blood", r"broken (?:arm|leg|rib|bone|nose|wrist)", r"(?:took|swallowed|taken) (?:them|it|the \w+|all \w+|\w+ pills)",
    r"bewusstlos", r"ohnmaechtig", r"erbrochen", r"uebergeben", r"blutet?", r"krampf\w*", r"geschluckt",
)  # fmt: skip
WATCHED = one_of(
    r"(?:reads|checks|goes through|looks at|has|sees|monitors|tracks) (?:all )?(?:my|this) (?:phone|messages|mails?|email|texts?|screen|laptop|history)", r"(?:hed|shed|theyd|he will|she will|he could|she could|he might|she might) (?:see|read|find) (?:this|it|that)", r"over my shoulder",
    r"(?:liest|kontrolliert|durchsucht|sieht) (?:\w+ )?(?:mein handy|meine nachrichten|mein telefon|mit|das hier)", r"koennte (?:das|es) (?:lesen|sehen)",
)  # fmt: skip
PERSON = one_of(
    r"(?:my|our) (?:\w+ )?(?:mum|mom|mother|dad|father|parent|sister|brother|friend|neighbou?r|aunt|uncle|cousin|grandma|grandmother|grandpa|therapist|doctor|gp|colleague|boss|priest|pastor|roommate|flatmate|son|daughter|partner|wife|husband|boyfriend|girlfriend|mate|coach|teacher|counsellor|counselor)s?",
    r"(?:a|the) (?:\w+ )?(?:friend|neighbou?r|therapist|doctor|counsellor|counselor|colleague)s?",
    r"(?:meine?[nmr]?|unsere?[nmr]?) (?:\w+ )?(?:mutter|mama|vater|papa|eltern|schwester|bruder|freundin|freunde?|nachbarn?|nachbarin|tante|onkel|oma|opa|therapeutin?|arzt|aerztin|kollegin|kollege|cousine|cousin|mann|frau|tochter|sohn)", r"eine?[nmr]? (?:freundin|freund|nachbarin?|nachbar|arzt|aerztin)",
)  # fmt: skip
SUBJECT = re.compile(
    r"^(?:but |so |ok(?:ay)? |und |aber |also )*(?:anyway|anyways|by the way|btw|back to|can we talk about|lets talk about|jedenfalls|wie auch immer|zurueck zu|egal aber|apropos|uebrigens)\b"
)
CONDITIONAL = one_of(r"when(?:ever)?", r"if", r"every time", r"wenn", r"immer", r"falls", r"used to")
TELL_NOBODY = one_of(r"(?:please )?(?:dont|do not|never) (?:want you to )?(?:call|tell|inform|report|contact)(?! me\b)(?: \w+)*", r"(?:i )?(?:dont|do not) want (?:you|anyone) to (?:call|tell|know|inform|report)(?: \w+)*", r"(?:sag|ruf|melde|erzaehl)e?(?: es| das)? (?:bitte )?(?:niemand(?:em|en)?|keinem|ihm nichts|ihr nichts)(?: \w+)*", r"ruf (?:bitte )?nicht(?: \w+)*")  # fmt: skip
NEGATION = one_of(
    r"not",
    r"never",
    r"no",
    r"dont",
    r"wont",
    r"wouldnt",
    r"isnt",
    r"havent",
    r"without",
    r"nicht",
    r"nie",
    r"niemals",
    r"keine?[nrms]?",
    r"ohne",
)
SHORT = 5
"""In so few words a yes or a no is the answer, wherever it stands; in a longer message only at its beginning."""

QUESTIONS: tuple[tuple[Asked, re.Pattern[str]], ...] = (
    (Asked.WHO_SEES, one_of(r"who (?:can |else |will )*(?:see|read|know|get)s?(?: \w+)*", r"(?:can|will|does|do|could) (?:he|she|they|my \w+|anyone|anybody|someone|somebody|\w+) (?:see|read|find out|know|get told|be told|get this)(?: \w+)*", r"is this (?:private|confidential|secret)", r"(?:wer|kann (?:er|sie|jemand)) (?:\w+ ){0,3}(?:liest|lesen|sieht|sehen|erfaehrt|erfahren)(?: \w+)*", r"ist das (?:vertraulich|privat|geheim)", r"erfaehrt (?:er|sie|jemand)(?: \w+)*")),
    (Asked.WILL_YOU_CALL, one_of(r"(?:will|are|can|could|do|would) you (?:\w+ )?(?:call|calling|tell|telling|report|reporting|send|contact|inform)(?: \w+)*", r"(?:rufst|meldest|sagst|wirst|kannst) du (?:\w+ ){0,4}(?:an|polizei|melden|anrufen|sagen|jemandem|jemanden|holen)?")),
    (Asked.NUMBER, one_of(r"(?:what|which|whats|where) (?:is |s |are )?(?:the |a )?(?:number|numbers|line|hotline|help ?line)(?: \w+)*", r"(?:who|where) (?:can|do|should|could) i (?:call|phone|ring|turn|go|text)(?: \w+)*", r"(?:welche|wo|wie ist die) (?:\w+ )?(?:nummer|hilfe)(?: \w+)*", r"wen (?:kann|soll) ich anrufen")),
    (Asked.WHO_ARE_YOU, one_of(r"(?:are|r) (?:you|u) (?:\w+ )?(?:real|human|person|bot|robot|machine|ai|program|computer|there)", r"(?:who|what) are (?:you|u)", r"am i talking to (?:\w+ )*", r"(?:bist du|wer bist du|was bist du)(?: \w+)*")),
    (Asked.GO_ON, one_of(r"can we (?:\w+ )?(?:go on|continue|move on|go back|get back|talk about)(?: \w+)*", r"how (?:do|can) (?:i|we) (?:get out of this|go on|continue|go back|get back)(?: \w+)*", r"(?:koennen|wollen) wir (?:\w+ ){0,3}(?:weiter\w*|zurueck\w*)", r"wie geht es weiter", r"(?:talk|speak|write) about something else", r"change the (?:subject|topic)", r"(?:was|etwas) anderes(?: \w+)*", r"do i (?:have|need) to (?:click|press|confirm|do)(?: \w+)*", r"muss ich (?:\w+ ){0,4}(?:bestaetigen|druecken|klicken)")),
    (Asked.WHY, one_of(r"why (?:do|are|did|would|r) (?:you|u)(?: \w+)*", r"why(?: the \w+)?(?=\?|$)", r"what for", r"warum(?: \w+)*", r"wieso(?: \w+)*")),
)  # fmt: skip
QUESTION_WORDS = re.compile(
    r"^(?:what|who|why|how|where|when|which|can|could|will|would|do|does|did|is|are|should|was|wer|wie|wo|warum|wieso|wann|kann|koennen|soll|ist|sind|bist|wirst)\b"
)
GERMAN = one_of(
    r"ich", r"nicht", r"und", r"der", r"die", r"das", r"mir", r"mich", r"ist", r"bin", r"habe?", r"mein\w*", r"sie", r"ja+", r"nein+", r"auch", r"wenn", r"keine?\w*", r"schon", r"doch", r"weiss", r"kann", r"will", r"wir", r"zu", r"mit", r"aber", r"heute", r"gerade", r"es",
)  # fmt: skip
ENGLISH = one_of(
    r"i", r"im", r"the", r"and", r"my", r"me", r"is", r"am", r"not", r"dont", r"he", r"she", r"they", r"you", r"to", r"it", r"of", r"with", r"yes", r"no", r"have", r"this", r"that", r"was", r"for", r"want", r"a", r"just",
)  # fmt: skip


def plain_of(text: str) -> str:
    """Small letters, no marks but the question mark, ae for ä: one line of words."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(SPELLED)
    return NOT_WORDS.sub(" ", APOSTROPHES.sub("", folded)).replace("?", " ? ").strip()


def is_german(text: str) -> bool | None:
    """None where the words could be of either."""
    words = plain_of(text)
    german, english = len(GERMAN.findall(words)), len(ENGLISH.findall(words))
    return None if german == english else german > english


def read_answer(text: str) -> Reading:
    said = plain_of(text)
    spoken = " ".join(said.replace("?", " ").split())
    unsafe, helped = is_in(UNSAFE, spoken), is_in(HELPED, spoken)
    silent = not spoken or is_in(SILENT, spoken)
    no, yes = answers_with(NO, spoken), answers_with(YES, spoken)
    return Reading(
        yes=yes is not None and (no is None or yes < no),
        no=no is not None and not silent,
        safe=is_in(SAFE, spoken) and not unsafe,
        unsafe=unsafe,
        means=is_affirmed(MEANS, spoken) and not helped,
        time=is_in(TIME, spoken),
        plan=is_affirmed(PLAN, spoken) or is_affirmed(INTENT, spoken),
        near=is_in(NEAR, spoken) and not helped,
        conditional=is_in(CONDITIONAL, spoken),
        figure=is_in(FIGURE, spoken),
        silent=silent,
        hesitant=is_in(HESITANT, spoken),
        person=is_in(PERSON, spoken),
        subject=is_in(SUBJECT, spoken),
        hurt=is_affirmed(HURT, spoken) or is_in(CANNOT, spoken),
        watched=is_in(WATCHED, spoken),
        helped=helped,
        company=is_affirmed(COMPANY, spoken),
        asks=question_in(" ".join(said.split())),
    )


def is_in(words: re.Pattern[str], spoken: str) -> bool:
    return words.search(spoken) is not None


def is_affirmed(words: re.Pattern[str], spoken: str) -> bool:
    """Without a denial in it or within a few words before it."""
    found = words.search(spoken)
    if found is None:
        return False
    before = " ".join(spoken[: found.start()].split()[-3:])
    return not is_in(NEGATION, before) and not is_in(NEGATION, found.group())


def answers_with(words: re.Pattern[str], spoken: str) -> int | None:
    """Where in the message it stands, if it is an answer."""
    found = words.search(spoken)
    if found is None:
        return None
    before = len(spoken[: found.start()].split())
    return found.start() if len(spoken.split()) <= SHORT or before <= 1 else None


def question_in(said: str) -> Asked | None:
    spoken = said.replace(" ?", "").replace("?", "")
    if is_in(TELL_NOBODY, spoken):
        return Asked.WILL_YOU_CALL
    if not said.endswith("?") and not QUESTION_WORDS.search(spoken):
        return None
    named = next((kind for kind, pattern in QUESTIONS if pattern.search(spoken)), None)
    return named or (Asked.OTHER if said.endswith("?") else None)
