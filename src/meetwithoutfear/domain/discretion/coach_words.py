"""The grammar of talking to a write coach, over plain words (reading.plain_words)."""

from __future__ import annotations

import re

LEAD = (
    r"^(?:(?:okay|hm+|well|so|and|but|no|yes|yeah|oh|hey|hi|hello|sorry|thanks|thank you|coach|then|now|also|first|please|great|good|fine|"
    r"nice|right|sure|alright|perfect|cool|wait|instead|once more|again|could|let us|you know what|i think|i said|,) )*"
)
WE = r"(?:i|we)"
PARTNER = r"(?:him|her|them|partner|my (?:partner|husband|wife|boyfriend|girlfriend|mother|father|mum|mom|dad|son|daughter|brother|sister|friend|boss|flatmate|roommate|colleague|ex))"
WHO = r"(?:he|she|they|partner|my \w+)"
NOUN = (
    r"(?:text|message|draft|wording|wordings|sentences?|lines?|paragraphs?|parts?|bits?|versions?|note|letter|tone|beginning|start|ending|end|suggestions?|"
    r"proposals?|words?|phrases?|phrasing|points?|whole thing|rest|one|ones|opening|spelling|grammar|commas?|style|language|apology|example|examples|options?|"
    r"ideas?|alternatives?|variants?|reply|answer)"
)
IT = rf"(?:it|this|that|these|those|(?:the|my|your|a|an|another|some|any|two|three|one|each|every|both|other|more)(?: \w+){{0,2}}? {NOUN}|the (?:first|second|third|last|other|rest|whole))"
STYLE = (
    r"(?:short|shorter|long|longer|lengthy|soft|softer|kind|kinder|nice|nicer|gentle|gentler|warm|warmer|clear|clearer|simple|simpler|direct|polite|formal|casual|informal|"
    r"friendly|friendlier|harsh|harsher|angry|angrier|aggressive|bitter|calm|calmer|strong|stronger|plain|plainer|brief|briefer|concise|better|different|differently|"
    r"stiff|cold|colder|cheesy|dramatic|wordy|vague|detailed|smooth|smoother|tight|tighter|sharp|sharper|loving|neutral|personal|emotional|positive|negative|funny|funnier|"
    r"whiny|needy|accusing|accusatory|blaming|hostile|pushy|heavy|light|lighter|blunt|blunter|mild|milder|readable|natural|human|robotic|generic|precise|specific|diplomatic|"
    r"respectful|apologetic|mean|meaner|much|complicated|childish|stupid|weird|cringe|clumsy|awkward|good|bad|perfect|fine|okay|wrong|off)"
)
MORE = r"(?:(?:a|bit|little|lot|much|far|way|too|so|very|more|less|not|as|slightly|somewhat|even|sound|sounding|be|to|something|of) )*"
# These work on a text, whatever follows.
WORK = (
    r"(?:write|rewrite|reword|rephrase|paraphrase|word|phrase|formulate|shorten|trim|condense|compress|summari[sz]e|simplify|delete|remove|erase|omit|edit|revise|redo|rework|"
    r"tweak|soften|polish|translate|draft|compose|propose|suggest|proofread|insert|append|undo|revert|restore|elaborate|expand|lengthen|generate|format|correct|improve|adjust|"
    r"merge|combine|mention|tone|spell|capitali[sz]e|quote|scratch|replace|swap|cut|add|include|change|fix|use|try|repeat|list|sign|emphasi[sz]e|stress|highlight)"
)
ASKED = rf"(?:{MORE}{STYLE}\b|{IT}\b)"
ORDER = re.compile(
    rf"{LEAD}(?:(?:you|then you|i (?:want|need|would like|would love|would prefer|expect|ask) you to|you (?:should|could|can|must|have to|need to|may|might|ought to)|"
    rf"(?:i|we) (?:want|need|would like|would love|would prefer|would rather have|was hoping for|wish)|let me|help (?:me )?(?:to )?|feel free to|go ahead and|try to|do not forget to|be sure to|make sure (?:to|that|you)) )?(?:"
    rf"{WORK}\b(?! (?:me|us)\b(?! (?:a|an|another|some|the)\b))(?! (?:to|with) (?:me|us)\b)"
    rf"|(?:make|keep|have|get|put|turn|say|phrase|leave|start|begin|open|end|finish|do|read|check|look at|go over|take|give|send|share|post|submit|copy|save|show|move|split|express|explain|describe|answer|call|break) "
    rf"(?:{IT} )?(?:{MORE}{STYLE}\b|(?:in|into|to|as|like|with|on|at|over|for) (?:one|two|three|a few|fewer|my|your|german|english|other|the first|a )|again|anew|over|off|out|up|down|myself|yourself|for me|how|so that)"
    rf"|(?:make|keep|put|turn|take|read|check|say|send|share|show|split|copy|save|do|finish|end|start|begin|phrase|explain|express|look at|go over|submit|post) {IT}\b(?! (?:up to me|work|right|together|hard|easy|easier|harder|impossible|alone|safe|with me|to me))"
    rf"|(?:give|show|find|offer|get|make|write|send|pick|choose|tell) (?:me )?(?:a|an|another|some|two|three|one|the|any|more|other|different|something)(?: \w+){{0,2}}? (?:{NOUN}|{STYLE})\b"
    rf"|(?:give|show|tell|help|let) me (?:what to|how to|how|what you|which|whether|if (?:it|this|that)|see|an?|another|some|more|to (?:write|say|word|phrase|find|put)|with (?:this|it|that|the|my)|(?:write|say|word|phrase|find|put|start|finish|express|read|change|edit|think)\b)"
    rf"|(?:shorten|rewrite|reword|rephrase|formulate|write|wrote|change|edit|copy|send|try|polish|cut) (?:it|this|that|them|the|what i|my (?:text|words|message)|a different|another)\b|come up with|bring (?:it|the two|both)|find (?:me )?(?:a |an |some |the |better |other |softer |right )*words?\b|work with (?:that|this|it|what)|build (?:on|in)|make (?:something|sure (?:she|he|they|partner))|take what i|pretend|act as|explain (?:that|this|it)|show it|answer my question|(?:do the|keep it|do whatever)\b"
    rf"|(?:tell|ask|say to|explain to|let|make|show|inform|remind|convince|write to|write|send|beg|thank|warn) {PARTNER}\b"
    rf"|(?:start|begin) (?:over|again|anew|from scratch|with|fresh)|(?:try|go|keep|move|carry) (?:again|on|ahead|back|over|going|once more)|do (?:it|that|this|another|your|one)\b|go (?:ahead|on|back)"
    rf"|(?:ignore|forget|disregard) (?:that|this|what|the|my|all|everything|previous|your|it|last)\b|(?:say|put|phrase|write) (?:it|that|this|something|so|more|less)\b"
    rf"|(?:help|help me|decide|choose|pick|surprise me|continue|proceed|next|again|more|finish|wait|hold on|think|stop (?:asking|writing|suggesting|talking|repeating|it|that|this|using|saying|being|with))(?: (?:please|now|then|for me|me|that|it|one|again))*(?:$| (?:asking|questions|using|saying|words|so|it|that|this|the)\b)"
    rf"|(?:it|this|the (?:text|message|words|tone)) to (?:sound|be|read|start|begin|end|say|include|feel|come across)\b|(?:sound|read|feel|look) (?:{MORE}{STYLE}|more|less|like)\b|do not (?:make|use|sound|write|say|put|start|begin|be|phrase|end|change|add) (?:{IT}|{MORE}{STYLE}|so |too |like |with |my |any )"
    rf"|(?:{IT}|{MORE}{STYLE}|{MORE}(?:a |an )?{STYLE} (?:{NOUN}|tone))(?: (?:to be|to sound|to read|sound|sounding|in|as))?(?: {MORE}{STYLE})?(?: (?:please|instead|than .*|for me|version|tone|now|then))*$"
    rf")"
)
# An imperative or wish of this kind is for the other person.
TO_PARTNER = re.compile(
    rf"{LEAD}(?:i (?:want|need|would like|wish|ask) you to |can you |could you |you (?:could|should|must|have to|can) )?(?:"
    r"(?:please )?(?:stop|quit) (?!asking|writing|suggesting|repeating|using|that$|it$|this$|$)\w+ing\b(?! (?:it|this|that|so) (?:short|long)\b)"
    r"|(?:do not|never) (?:leave|hurt|shout|yell|hit|ignore|shut|treat|lie|hide|blame|judge|give up|go|stop loving|forget me|push|laugh|walk|touch|make me|talk (?:to|about|over) me|tell me)\b"
    r"|(?:listen|talk|speak|come|stay|hold|trust|believe|forgive|love|hug|kiss|respect|support|hear|see|notice|understand|remember|call|text|visit|meet|join|believe|treat|include|invite|ask|thank|look after|take care|care|be|sit|spend|cook|clean|pay|marry|miss|share (?:your|the|more|with)|"
    r"let (?:me (?!see|know|think|try|write|start|rephrase)|us )|give (?:me|us) (?:time|space|a chance|another chance|your|back|room|some (?:time|space|room|peace|rest|credit)|more (?:time|space|room))|tell me (?:the truth|when|where you|if you|that you|about your|your)|show me (?:that you|you|your|some (?:love|respect|care|interest))|help me (?:with the (?:kids|house|children|dishes|cooking|baby|garden)|at|in the|more|when|around)|leave me|make (?:time|room|an effort|us|me|up)|take (?:me|us|time|my)|keep (?:your|me|us|in touch)|write to me|open up|"
    r"put (?:your|the phone|me|us)|turn (?:to|off)|work (?:with|on)|try to (?:understand|see|listen|hear|be)|think (?:of|about) (?:me|us|how)|answer (?:me|my|when)|consider (?:me|my|how|what))\b(?!.*\b(?:sentence|draft|wording|version|paragraph|text|tone)\b)"
    r")"
)
POLITE = re.compile(
    r"^(?:(?:okay|and|but|so|please|sorry|hey|well|hm+|thanks|,) )*(?:(?:(?:can|could|would|will|may|might|shall|do) (?:you|we|one)|(?:can|could|may) i (?=have|get|see))(?: (?:please|mind|be able to|be so kind as to|possibly|want to|also|like to|maybe))*|"
    r"is it possible to|any chance (?:to|you could|of)|is there (?:a|any) way to|how about you|why do not (?:you|we)|what if (?:you|we)|are you able to) "
)
WH = r"(?:who|whom|whose|what|which|when|where|why|how)"
BE_DO = r"(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had)"
QUESTION = re.compile(
    rf"^(?:(?:okay|and|but|so|hm+|well|sorry|wait|please|hey|oh|thanks|,|i wonder|i was wondering|tell me|can you tell me|do you know|i want to know|i would like to know|one question|question) )*"
    rf"(?:{WH}(?: (?:exactly|else|long|much|many|often|far|soon|well|kind of \w+|about|happens|reads|sees|gets|knows|one|part|of|in|the|hell))*(?: \w+)? {BE_DO}\b"
    rf"|{WH} (?:happens|reads|sees|gets|knows|about|else|comes|if|wrote|made|decides|hears|checks|stores|keeps|owns)\b|how come"
    rf"|(?!do (?:it|this|that)\b){BE_DO}(?: not)? (?:i|you|he|she|they|we|it|this|that|there|partner|anyone|someone|somebody|nobody|my \w+|the \w+|these|all|everything|people|others)\b)"
    rf"|^(?:i wonder|i was wondering|i am not sure|i do not know|not sure|no idea|i would like to know|i want to know|tell me|i am curious|curious) (?:if|whether|who|what happens|how (?:this|that|it|long)|where (?:this|that|it)|when (?:this|that|it|she|he|they)|why (?:this|that|it|you)) ?"
    rf"(?:i|you|he|she|they|we|it|this|that|there|partner|anyone|reads|sees|gets|works|is|can|will|goes|happens|next|with|to)?\b"
)
# Not a question after all: "what I want is rest", "when you shout I freeze", "do not leave me".
CONTENT_QUESTION = re.compile(
    rf"^(?:and |but |so )*(?:{WH} (?:i|you|he|she|we|they|it|my|your|partner|the|people|someone) (?!.*\?)|do not |{WH} \w+ (?:i|you|we|she|he|they) (?:am|are|is|was|were|feel|felt) )|^(?:have|had|will|may|might) (?:a|an|the|my|some)\b"
)
COMM = (
    r"(?:share|say|tell|write|send|talk|speak|discuss|mention|explain|answer|reveal|disclose|open up|go into|get into|do (?:this|that|it|any of this)|continue|go on|go there|participate|take part|"
    r"put (?:this|that|it|anything)|reply|respond|give|show|let|pass|hand|post|type|comment|express|word|phrase|use|add|work on|be part|play|help|try|think about (?:this|it|that)|be asked|be doing this|have this|do)"
)
# With one of these behind it, it is said to the partner and is no refusal.
NOT_TO_YOU = r"(?!.*\b(?:you|your|yours|with him|with her|in front of|any ?more like|like this|goodbye|lose|fight|argue)\b)"
REFUSAL = re.compile(
    rf"{LEAD}(?:"
    rf"(?:{WE} )?(?:would |will |d )?(?:much )?(?:rather|prefer|prefer to|preferably|better) not(?: to)?(?:$| (?:{COMM}|now|today|right now|at all|this|that|it|thanks|thank you|if|,)\b{NOT_TO_YOU})"
    rf"|{WE} (?:would |will )?(?:prefer|rather|want|like|choose) (?:to )?(?:keep|stay|leave|remain|not) (?:{WE}t |this |that |it |things |everything |all )*(?:private|quiet|silent|to myself|for myself|unsaid|it|out of (?:it|this)|unshared|as it is|nothing|alone)\b{NOT_TO_YOU}"
    rf"|{WE} (?:do not|would not|will not|am not|are not|can not|could not|shall not|refuse|decline|have no (?:wish|desire|intention)|see no (?:point|reason)|feel no|do not think (?:i|we) (?:want|should|can|will)|am not (?:going|willing|ready|prepared|able|comfortable|sure i want|in the mood)) ?"
    rf"(?:want to |want |like to |wish to |feel like |feel comfortable |feel ready |feel safe |care to |intend to |plan to |going to |willing to |ready to |prepared to |able to |to |with |about |for |in )*"
    rf"(?:{COMM}|sharing|saying|telling|writing|sending|talking|discussing|doing (?:this|that|it)|going (?:there|into)|this|that|it|anything|any of (?:this|that|it))\b(?! (?:how much|enough how|what it is like))(?! (?:the|my|our|up|away|in|for granted|with me|love|care)\b){NOT_TO_YOU}"
    rf"|{WE} (?:do not (?:want|wish|like|feel like it|feel ready|want to|think so|have to)|will not|would not|can not|refuse|decline|pass|am (?:out|done|done here|finished|not ready|not there|not comfortable)|changed my mind|have changed my mind|have nothing (?:to|more to|else to) (?:say|share|add|tell|write)(?: to| with| for)?(?: {PARTNER})?|need (?:a break|time|more time|to think)(?: first| before)?(?: .{{0,25}})?|give up|quit|am not doing (?:this|that|it))(?: (?:now|today|yet|anymore|right now|at the moment|here|this time|thanks|thank you|that|this|it|,|sorry))*$"
    r"|(?:no|never|not|nothing|none|later|pass|stop|enough|cancel|skip|quit|nope|absolutely not|of course not|certainly not)(?: (?:no|thanks|thank you|way|now|today|yet|ready|at all|this time|chance|comment|at the moment|right now|please|that|this|it|for me|sorry|never|like this|really|here|later|,|today|tonight|i do not want(?: to| that| this)?))*$"
    r"|(?:maybe |some |perhaps |another |not |next )?(?:another time|other time|later|some other time|next time|tomorrow|not today)(?: maybe| please)?$"
    r"|(?:forget|skip|drop|leave|stop|cancel|close|end|scrap) (?:it|this|that|about it|the whole thing|everything|all of it|here)(?: (?:be|there|alone|then|for now|at that|here|please|unsaid|now|today))*$|never mind|nevermind"
    r"|let us (?:not|leave|stop|drop|forget|skip)\b.*|(?:it|this|that|these things?) (?:is|are|stays|remains|feels) (?:too |very |all )?(?:private|personal|mine|my business|my own business|my own|intimate|nobody's business|none of)\b.*"
    rf"|(?:do not|please do not|never) (?:share|send|post|submit|publish|write|propose|suggest|show|use|forward|do)(?: (?:anything|this|that|it|any of (?:it|this|that)|my words|them|a thing|to {PARTNER}|with {PARTNER}|{PARTNER}|yet|now|please|at all|for me))*$"
    r"|(?:there is )?nothing (?:i want |i wish |i would like |that i want )?to (?:say|share|add|tell|write)\b.*|no (?:need|reason|point) (?:to|in) (?:say|share|tell|write|send|sharing|saying|telling|writing|sending)\b.*"
    rf"|why (?:should|would|must|do) i(?: have to)? (?:share|tell|say|write|explain|open)\b.*|{WE} do not (?:owe|have to (?:share|tell|say|explain|write|answer|justify))\b{NOT_TO_YOU}.*"
    rf"|no way\b.*|{WHO} (?:does|do) not (?:deserve|have (?:a|any) right)\b.*"
    rf"|{WE} (?:will |would |shall )?(?:pass|withdraw|opt out|skip (?:this|it)|sit this out|sooner say nothing|prefer silence|prefer to be silent)\b.*|(?:{WE} )?(?:am |are )?not (?:in the mood|up for|interested|doing|sharing|telling|saying|writing|having|going there)\b{NOT_TO_YOU}.*"
    rf"|{WE} (?:want|would like|have|need) (?:out|to stop|to stop here|to end this|to quit|to sleep on it|to think about it|to leave it|to keep (?:this|that|it) (?:for|to))\b(?! \w+ing\b)(?!.*\b(?:fighting|arguing)\b){NOT_TO_YOU}.*|{WE} (?:can not|could not)(?: possibly)? (?:bring myself|tell {PARTNER})\b.*"
    rf"|(?:this|that|it) (?:makes me|feels) (?:uncomfortable|uneasy|wrong)\b{NOT_TO_YOU}.*|{WE} feel (?:uncomfortable|uneasy|wrong) (?:with|about|doing|sharing) (?:this|that|it)?$|(?:it|this|that) is (?:too (?:soon|early)|pointless)\b.*|{WE} do not (?:trust (?:this|that|{PARTNER} with)|see why|think (?:that is a good idea|{WHO} should))\b.*"
    rf"|{WHO} (?:gets|got|will get|will not get|would get|will have|has had|had) (?:nothing|not|no|a word|anything|enough|his chance|her chance|their chance)\b.*|.* so no$|.*, (?:i do not want to|i will not|i would rather not|i would rather leave it|i am not sharing anything|i do not want to share|forget it|i will stop)$|i do not want {PARTNER} to have\b.*"
    rf"|(?:do not|please do not) (?:push|force|make|press) me\b(?!.* (?:choose|away|feel)\b).*|please respect that i do not\b.*|(?:not|nothing) (?:with|for|to) {PARTNER}$|ask me (?:another time|later|again)\b.*"
    r"|you can not (?:make|force) me\b.*|leave me alone$"
    rf"|{WE} (?:am|are|feel|would feel) (?:uncomfortable|uneasy|not comfortable|not okay|bad|weird|afraid|scared|too tired|too angry|too hurt|too upset)(?: \w+)? (?:sharing|saying|telling|writing|to share|to say|to write|about sharing|with sharing|for this|for that){NOT_TO_YOU}.*"
    r")"
)
STUCK = re.compile(
    rf"{LEAD}(?:{WE} )?(?:do not|can not|could not|am not sure|not sure|no idea|have no idea|am unsure|struggle|find it hard|it is hard|hard)(?: (?:know|to know|find|get|have|think of))? ?"
    rf"(?:how|what|where|which|the right|the|any)? ?(?:else )?(?:to )?(?:say|write|put|word|words|phrase|express|start|begin|tell {PARTNER}|explain|sentence|sentences|share|answer)\b(?!.*\byou\b)"
    r"|^(?:i )?(?:do not know|have no idea|am not sure|not sure|no idea|am stuck|no clue|idk|dunno)(?: (?:yet|really|either|honestly|, sorry|what|how))*$"
)
CHAT = re.compile(
    r"(?:(?:yes|yeah|yep|yup|okay|sure|right|exactly|true|correct|fine|good|great|perfect|nice|cool|thanks|thank you|hello|hi|hey|hmm?|oh|ah|well|alright|agreed|wow|interesting|i see|i understand|got it|understood|"
    r"that (?:is|was) (?:it|all|right|true|good|great|perfect|fine|nice|okay|helpful|better|much better|lovely|what i (?:mean|meant|want to say))|(?:it|this) is (?:good|great|perfect|fine|nice|okay|better|much better)|"
    r"i (?:like|love) (?:it|that|this|the (?:first|second|last) (?:one|version))(?: very much| a lot)?|sounds (?:good|great|right|fine|okay|like me|nice|better)|that (?:fits|works|helps)|(?:it|this) (?:fits|works|helps)|much better|very good|so much|a lot|for (?:the|your) help|you are (?:right|kind|helpful|welcome)|"
    r"good (?:morning|evening|afternoon|night|job|idea|point)|well done|not bad|let us see|let me (?:think|see)|one moment|a moment|coach|bye|goodbye|see you|,|and|but|so|there|now|then|please|very|i do)(?: |$))+"
)
ON_THE_TEXT = re.compile(
    rf"^(?:(?:okay|well|hm+|no|but|and|so|sorry|i think|i feel|i find|i guess|for me|to me|oh|,) )*(?:{IT}|it|this|that|the (?:first|second|last)(?: \w+)?)(?: all| part| one| version)? "
    rf"(?:(?:is|are|was|feels|seems|looks|should be|needs to be|must be|has to be|could be|might be|can be|should have been|would be|does not sound|do not sound|is not|are not) (?:\w+ )?(?:too|not|more|less|so|way too|much too|a bit|a little|still too|far too|bit|nowhere near|hardly)(?: too| so)? (?:\w+ )?{STYLE}\b(?! (?:for|to|with|between|at) (?:me|us|home)\b)(?!.*\b(?:alone|when|because)\b)"
    rf"|(?:should|needs to|must|has to|could|ought to|can) (?:be |sound |read |feel )?(?:{MORE}{STYLE}\b|less|more|in (?:german|english)|one|two|start|begin|end|mention|include|say)"
    rf"|(?:sounds|reads|comes across|does not sound|do not sound|does not read|looks|sound)\b(?! like you (?:do|are|have|never|always)).*"
    rf"|(?:is|are) (?:not )?(?:what i (?:mean|meant|wanted|said|want)|how i (?:talk|speak|write|would say)|like me|my words|me at all|not me|better|shorter|perfect|missing|wrong|good enough|enough)\b.*)"
    r"|^(?:i (?:do not |would )?(?:like|love|hate|prefer) (?:it|this|that|the|your)(?: \w+){0,2}? (?:sentence|version|one|draft|wording|first|second|last|part|ending|beginning|better|more|so far)\b.*)"
)
FRAGMENT = re.compile(
    rf"(?:(?:okay|no|but|and|please|maybe|could be|make|a|bit|little|lot|much|far|way|too|so|very|more|less|not|as|slightly|something|even|once|one|two|three|four|five|max|maximum|at|most|only|in|with|without|the|other|another|different|words?|sentences?|lines?|version|try|time|again|next|new|"
    rf"german|english|french|spanish|simple|your|own|half|my|length|bullet|points|first|second|last|person|tone|short|option|options|example|examples|than|that|this|it|detail|details|feeling|feelings|swearing|blame|anger|emotion|emotions|formal|of|,|{STYLE}) ?)+"
)
TEXT_NOUN = re.compile(
    r"\b(?:the (?:opening|ending|beginning)|(?:old|new|first|last|other) one|a version|different (?:opening|version|ending)|the part about|earlier in the chat|formulate|can send|too formal|isn't so|draft|wording|rephrase|reword|rewrite|paragraph|phrasing|first version|second version|other version|proposal|suggestion|second sentence|first sentence|last sentence|this sentence|that sentence|the sentence|your text|the text|this text)\b"
)
STYLED = re.compile(
    rf"^(?:{WE} )?(?:was hoping for|would like|want|need|prefer|would prefer|had hoped for)(?: \w+){{0,2}} (?:shorter|softer|kinder|nicer|gentler|warmer|clearer|simpler|longer|calmer|briefer|milder)\b"
)
# "He called me a secret agent" and the like: the word is said, nothing is kept.
CALLED = re.compile(
    r"\b(?:no secret|secret (?:recipe|santa|agent|garden)|secrets? between us|too many secrets|without secrets|no more secrets|have no secrets|your secrets)\b"
)
QUOTED = re.compile(
    r"^[^\":]{0,60}\b(?:write|say|add|use|put|include|send|share|about|like|text|version|this|it|with)\b[^\":]{0,20}(?::\s*\"?|\s\")(?P<words>[^\"]{6,}?)\"?\s*$",
    re.IGNORECASE,
)
CARRIER = (
    r"(?:(?:ok|okay|well|so|and|but|then|also|please|just|maybe|yes|no|could|can|would|will|you|i want you to|i'd like you to|i would like you to|you could|you should|let's|simply|,)\s*,?\s+)*"
    r"(?:(?:please|just|maybe)\s+)*"
    r"(?:(?:tell|let|make|show|remind|inform)\s+(?:him|her|them|{partner}|my\s+\w+)\s+(?:(?:to\s+)?(?:know|understand|see|realize|realise)\s+)?(?:that\s+)?"
    r"|(?:say|write|mention|add|include|explain|express|put|state|put in|write down|say something like)\s+(?:(?:to\s+(?:him|her|them|{partner})|in|there|also|at the end|at the beginning|first)\s+)*(?:that\s+)"
    r"|(?:say|write|add)\s+(?=(?:I|i|we|I'm|i'm|im)\s)"
    r"|(?:i|we)\s+(?:just\s+|really\s+|only\s+)?(?:want|wanted|would like|'d like|wish|need|have|meant)\s+to\s+(?:say|tell\s+(?:him|her|them|{partner})|write|express|let\s+(?:him|her|them|{partner})\s+know|mention|share)\s+(?:that\s+)?"
    r"|i'd like to\s+(?:say|tell\s+(?:him|her|them|{partner})|write|let\s+(?:him|her|them|{partner})\s+know)\s+(?:that\s+)?"
    r"|what\s+i\s+(?:want|wanted|mean|meant|would like)\s+(?:to\s+(?:say|tell\s+(?:him|her|them|{partner}))\s+)?is\s+(?:that\s+)?"
    r"|(?:it|the text|the message|this)\s+should\s+say\s+(?:that\s+)?"
    r"|(?:something|anything)\s+like\s*:?\s+)"
    r"(?P<how>how\s+(?:much|often|deeply|very|little|badly|\w+)?\s*)?"
)
CARRIED = re.compile(
    r"(?:I want you to know how\b|(?:i|i'm|i've|i'd|i'll|im|ive|we|we're|we've|my|our|it|it's|the|when|if|sometimes|he|she|they|his|her|their|this|that|there|every|because|since|after|nothing|nobody|you|your)\b.{4,})",
    re.IGNORECASE | re.DOTALL,
)
