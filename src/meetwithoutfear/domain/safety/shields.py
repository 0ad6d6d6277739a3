"""Harmless phrases that sound like harm: idioms, games and denials. They are covered with a mark before the rules look, and
no rule reaches across the mark. Then the frames that make a finding faint: long past, a story, a dream, a sport."""

from __future__ import annotations

import re

from meetwithoutfear.domain.safety.rules import compiled

MARK = "§"

IDIOMS = r"""
    # death as a figure of speech
    (?:is|are|was|were|be|been) (?:killing|murdering) (?:me|us)(?! slowly with)
    (?:job|work|traffic|heat|back|feet|head|suspense|silence|waiting|commute|pain|stress|pressure|distance|guilt|this|it|that) <any3>(?:kills|killing|killed|murders) me
    (?:could|would|might|may) (?:kill|murder|die) for
    could murder (?:a|an|some)
    dying (?:to|for)
    dying (?:inside|of)
    to die for
    die (?:of|from|for|laughing)
    died (?:of|from|laughing|a little|inside|right there|on the spot)
    die a (?:little|bit)
    (?:almost|nearly|about) died
    (?:could|would|might) have died
    i (?:could|would) have (?:happily |gladly )?(?:killed|strangled|throttled|murdered|slapped|hit|punched|kicked|smacked) (?:him|her|them|you|someone|my \w+)
    rather die than (?!live|liv|go on|stay|keep|spend|face|continue|endure|carry on|wake)
    (?:dead|death) (?:tired|serious|right|wrong|set|certain|sure|end|weight|silence|on my feet|to me|inside|asleep|beat|line)
    scared me to death
    (?:scared|worried|bored|frightened|tickled|worries|bores|scares) (?:me |us )?(?:half )?to death(?! of (?:him|her|them|my))
    (?:scared|afraid|terrified|frightened|fearful|petrified) (?:of|to) (?:lose|losing|being left|being alone(?! with)|be alone(?! with)|ending up|commit)
    over my dead body
    (?:kill|kills|killed|killing) (?:time|the mood|two birds|the vibe|the lights?|the engine|it on|the conversation|the romance|my (?:mood|vibe|joy|plants?)|the joke|our love)
    kill(?:s|ing|ed)? (?:me|us|him|her|them|myself) (?:with (?:kindness|work|laughter)|laughing|softly)
    (?:kill|kills|killing|killed) myself (?:to (?!stop|end|get away|escape|be|make it stop|not|avoid|sleep|find|free|spare|leave|punish|hurt|show)|for (?!good|real|sure|her|him|them)|over (?:this|that|the|work)|working|trying|at (?:work|the gym)|with work|doing|getting|on (?:the|those|that|these) (?:stairs|ice|bike|steps|treadmill|skis|slope|mountain|ladder|toys?|cable|rug))
    (?:it|that|this|what) (?:would|will|did|does)? ?not kill (?:him|her|them|me|you|us|anyone)
    (?:would|will|could) it (?:have )?kill(?:ed)? (?:him|her|them|me|you|us)
    (?:it|that|this|which) <any3>(?:kills|killed|kill|killing) (?:me|us|him|her)
    (?:will|would|going to|gonna) kill me (?:when|if|for) (?!(?:he|she|they) (?:\w+ ){1,4}(?:writing|talking|telling|here|this)\b|i (?:leave|left|go|went|tell|told|talk|try|tried|ever|call|called|do not|did not|divorce|see|saw|say|said))
    shoot myself in the foot
    shot myself in the foot
    (?:shoot|shot|shooting|shoots) (?:him|her|them|me|us|you) (?:a|an|down|that|some|another)
    hang (?:him|her|me|them|myself) out to dry
    drown(?:ing|ed)? (?:myself )?in (?:work|debt|paperwork|sorrow|sorrows|emails|laundry|guilt|wine)
    drown(?:ing|ed)? my sorrows
    overdos(?:e|ed|ing) on (?:chocolate|coffee|sugar|caffeine|netflix|cake|cheese|tv|news|television|romance|sun)
    career suicide|political suicide|social suicide|financial suicide|suicide (?:prevention|squad|hotline|rates?|watch|awareness)
    bungee <any3>jump(?:ing|ed)?
    lost the will to live (?:in|at|during|after|halfway|by|waiting|while|reading|listening)
    <afraid> of what (?:he|she|they|my \w+) (?:will|would|might|could|may|is going to) (?:say|think|feel|answer|decide|choose|reply|tell|hear|find)
    beaten to (?:the punch|it)
    push(?:es|ed|ing)? me into a corner with (?:his|her|their|all)
    not be (?:here|around) (?:next|tomorrow|for)(?: [\w,]+){0,6} (?:travelling|traveling|work|holiday|vacation|trip|conference|visiting|away)
    # blows that are none
    slapped with (?:a |an |another )?(?:\w+ )?(?:ticket|fine|bill|lawsuit|fee|invoice)|slapped myself|(?:beat|beaten|beats) (?:me|him|her|us|them) down on
    beat(?:s|ing|en)? (?:his|her|my|their|our) (?:own )?(?:record|score|time|best)|beat my \w+ (?:in|at|to) (?:the |a )?(?:race|chess|tennis|game|cards|finish|top|final|match)
    burn(?:ed|t|s)? (?:<kid>) (?:s )?(?:pancakes|dinner|toast|food|breakfast|lunch|cake)|burned me with (?:that|a|his|her) (?:joke|comment|remark)|bruis(?:e|ed|es) from (?:\w+ing|football|rugby|training|sport)
    <afraid> of (?:him|her|them) (?:finding|leaving|noticing|forgetting|being (?:bored|disappointed|upset|sad))|<afraid> to tell my (?:parents|mother|father|family|boss|friends|children)
    threaten(?:ed|s|ing)? me with (?:a |an )?(?:bad )?(?:review|lawyer|lawsuit|fine|email|letter)|not allowed to use the (?:work|company)|nothing left to give|no future for me in this (?:company|job|firm|city|town|team|industry)
    you (?:are|were|feel|felt|might be|must be) (?:so )?<afraid>|punish(?:es|ed|ing)? me (?:by not|with (?:silence|silent)|for the)|inside ,? ?i wanted to (?:vanish|disappear)|wanted to (?:vanish|disappear|sink) (?:into|through) the (?:floor|ground)
    be here when (?:he|she|they) (?:gets?|comes?|is|are) (?:back|home)|broke my back (?:financially|for)|held me down to earth|(?:the|this|that) (?:deadline|workload|schedule) (?:will|would|is going to) kill (?:us|me)
    (?:s|the|his|her|this|these|those) (?!man|woman|guy|person|bastard|father|mother|boyfriend|girlfriend|brother|sister|son|idiot|asshole)\w+ (?:hit|hits) (?:me|us)(?! (?:in the|with|on the)\b)
    knock(?:s|ed)? me (?:off my feet|out with|sideways)
    (?:afraid|scared|worried|terrified|frightened) (?:that )?i (?:will|might|would|could|may) hurt (?:him|her|them) (?:if|by|with (?!my)|when) (?!i (?:lose|drink|am|get)\b)
    (?:fell|tripped|slipped|crashed|scraped)(?: \w+){0,5} bruis(?:e|es|ed)
    (?:it|that|this|which|what|reality|news|words|realisation|realization|truth|grief|sadness|panic|wave|silence|thought|sentence|question|loss|fear|guilt|exhaustion|tiredness|bill|something|comment|remark|song|smell|emptiness|anger|loneliness|divorce|inflation|crisis|pandemic|recession|virus|flu|death|diagnosis|breakup|result|letter|email|message|absence|lie|betrayal|increase) <g2>(?:shook|shakes|hit|hits|hitting|punched|slapped|kicked|struck|choked|beat|smacked) (?:me|us|him|her)
    (?:hit|hits|hitting|hitted) (?:me|us|him|her|them) (?:up|that|how|why|where it hurts|when i (?:saw|heard|read|realised|realized)|like a (?:ton|wave|train|brick|truck)|all at once|out of nowhere|with (?:a |an |the |his |her |their |another |more )?(?:\w+ )?(?:bill|news|question|questions|ultimatum|list|truth|demands?|request|surprise|divorce|facts|invoice|guilt|apology|idea|compliment)|on (?:a|the) (?:raise|loan)|emotionally)
    (?:hit|hits|hitting) her (?:car|bike|deadline|goals?|targets?|stride|limit|brakes|toe|elbow|knee|alarm|horn|peak)
    (?:hit|hits|hitting) (?:the|a|an|my|his|our|it|rock|bottom|on|snooze|send|home|pause)\b(?! (?:child|children|son|daughter|baby|wife|husband|girl|boy|mother|father|partner|toddler|little|older|oldest|young|brother|sister|head|face|ex|own|step|arm|eldest|two|three|four|five|six|\d|when|and|so|again|because|in|last|once|hard|with|across|if|ribs|stomach|back|leg)|$)
    (?:hit|hits|hitting) (?:my|his|her) head
    (?:beat|beats|beating|beaten) (?:me|us|him|her|them|<kid>) (?:at|to(?! death)|in (?:chess|cards|tennis|a|the (?:race|game|final|first|quiz|vote|election))|by (?:a|two|three|one|ten|five|\d+) (?:\w+ )?(?:points?|seconds?|minutes?|goals?|votes?|games?)|every (?:game|match|round)|for the|on points|there|home|fair)
    (?:^|, )beats me(?: why| how| what|$)
    (?:it|that|nothing) beats (?:me|him|her)
    (?:i (?:am|was|have been|keep|kept)|stop|always|been|not|and) (?:beating|beat) (?:myself|yourself|himself|herself) up
    beat(?:s|ing|en)? (?:me|him|her) (?:up|down) (?:about|over|emotionally|verbally|for|with words|mentally)
    beat(?:s|ing)? around the bush
    kick(?:s|ed|ing)? (?:me|him|her|them|us|my \w+|her \w+|the children|our \w+) (?:out|off|(?:when|while) (?:i am|i was|he is|she is) down|under the table|in the (?:butt|pants|ass|backside|teeth)|to the curb)
    (?:could|would|want to|wanted to|am|was|have been) (?:kick|slap|hit|kicking|slapping) myself
    kick(?:ing|ed)? myself
    slap(?:s|ped|ping)? (?:me|him|her) (?:on the back|with a|five|a high)
    (?:chok(?:e|es|ed|ing)) (?:me|us|him|her) up
    chok(?:e|es|ed|ing) (?:on|up|back)
    stab(?:s|bed|bing)? (?:me|him|her|us|them) in the back
    cut(?:s|ting)? (?:me|him|her|us|them) (?:off(?! from)|out|deep|short|some slack|down|loose|a (?:deal|break|check|slice|piece)|in|to the (?:quick|core|bone))
    (?:stab|shot|punch|slap|kick) in the (?:dark|back|face|gut|teeth)
    (?:bug|dog|cat|mosquito|insect|spider|horse|tick|snake|puppy) <any3>(?:bit|bites|scratched|kicked|attacked|knocked) (?:me|him|her|<kid>)
    bit(?:e|es|ing)? (?:me|him|her) (?:in the (?:ass|back|butt)|back)
    push(?:es|ed|ing)? (?:me|him|her|them|us|<kid>) (?:to |too |away|out of (?:my|his|her) comfort|for |hard|harder|past|beyond|forward|further|on (?:that|this|it)|in the (?:right|wrong)|on the swing|aside for|towards?|over the edge|about)
    push(?:es|ed|ing)? (?:me|him|her|them|us) into (?:a |an |the |this |that |it |making |doing |taking |therapy|marriage|having (?:a|another|more|child)|\w+ing)(?!wall|door|table|corner|glass|bath|street|road|furniture|fridge|stove|car)
    push(?:es|ed|ing)? (?:my|his|her|their|all my|every one of my) buttons?
    shov(?:e|es|ed|ing) (?:it|that|this|his \w+|her \w+) (?:in|down)
    shov(?:e|es|ed|ing) (?:me|us) (?:aside for|to one side|out of (?:the|his|her) (?:project|business|team|job|decision|life))
    shak(?:e|es|ing|en) (?:hands|my hand|his head|her head|my head)
    grab(?:s|bed|bing)? (?:me|him|her|us|them) (?:a|an|some|another|the|lunch|dinner|coffee|when she found)
    grab(?:s|bed|bing)? (?:a|an|the|some|lunch|dinner|coffee|my (?:attention|hand|coat|bag|interest))
    drag(?:s|ged|ging)? (?:me|us|him|her) (?:into (?:this|it|his|her|their|a|the (?:argument|drama|middle|fight|mess))|to (?!the (?:floor|ground|car))|along|through (?:the mud|court|it|this|that)|down|there|shopping)
    thr(?:ow|ows|ew|owing|own) (?:me|us|him|her) (?:off|a|an|under the bus|out|for a|in at|into (?:confusion|doubt|despair)|some|the ball)
    thr(?:ow|ows|ew|owing|own) (?:it|that|this|my \w+|things|everything|old \w+|the past) (?:back )?(?:in|into|up in) my face
    thr(?:ow|ows|ew|owing|own) (?:accusations?|insults?|words|shade|money|ideas|questions|himself|herself|a (?:party|fit|tantrum)|blame|excuses|everything i|compliments|numbers|facts)
    (?:ball|frisbee|pillow|snowball|cushion|bouquet|snowballs|confetti|popcorn|rice|kiss) (?:at|to) me
    force(?:s|d|ing)? (?:me|us|him|her) to (?:choose|apologi[sz]e|listen|look|see|face|think|admit|decide|work|watch|realize|realise|move|take (?:sides|the)|confront|be (?:the|honest)|pay|eat (?:vegetables|healthy)|slow|grow|talk about)
    held a gun to my head|hold(?:ing)? a gun to my head
    cut(?:ting|s)? myself (?:off|some|out of|loose|a (?:slice|piece|break)|shaving|cooking|chopping|slicing|on|while|by accident|accidentally|in the kitchen|peeling|with (?:the|a) (?:can|bread|kitchen) |opening|from|gardening|down to)
    (?:accidentally|by accident|by mistake) <any3>(?:cut|hurt|burned|burnt|scratched|hit|kicked|elbowed|bumped|injured)
    (?:cut|hurt|burned|burnt|scratched|injured|hit|kicked|elbowed) <any3>(?:by accident|by mistake|accidentally)
    (?:hurt|hurting|injured) myself (?:at|playing|running|in (?:the gym|football|training)|lifting|skiing|falling|when i fell|while|moving|climbing|on (?:the|a) (?:stairs|bike|ice|run|corner|table|edge|nail|fence)|during|jogging|by (?:trusting|staying|loving|hoping|holding|falling))
    (?:burn|burned|burnt|burning) myself (?:out|on|cooking|with (?:the|hot|a hot) (?:iron|oil|water|coffee|pan|tea|stove|oven|soup)|in the kitchen|while)
    (?:hurt|hurts|hurting) <any3>(?:feelings?|pride|ego)
    touch(?:es|ed|ing)? (?:<kid>) (?:s )?(?:heart|deeply|life|s life|s shoulder|s forehead|shoulder|soul|forehead|hair|cheek|hand)
    touch(?:es|ed|ing)? base
    get(?:s|ting)? physical (?:exercise|therapy|activity|with (?:exercise|sport))
    scar(?:ed|es?) (?:of|to) (?:public|heights|flying|spiders|dogs|change|commitment|failure|failing|the future|rejection|conflict|saying the wrong)
    walk(?:s|ed|ing)? all over me
"""

# What somebody denies: "I would never hurt her", "he has not hit me". Unless it is only a matter of time.
DENIAL = r"""
    (?:(?:do|does|did|would|will|could|has|have|had|am|is|are|was|were|be|been|i|he|she|they|we) (?:not|never)|never|no longer|nobody|far from|neither of us)
    (?: (?:ever|once|want|wants|wanted|going|planning|plan|trying|try|tried|about|thinking|think|thought|of|about|mean|intend|dare|have|had|need|been|being|to|do|anything|get|got|consider|considered|considering|gets|feel|felt|feeling|one|laid|raised|actually|be|in|a|any|that|me|him|he|she|is|physically)){0,5}
    (?: (?:kill|kills|killed|killing|hurt|hurts|hurting|harm|harmed|harming|hit|hits|hitting|beat|beats|beaten|beating|slap|slapped|punch|punched|kick|kicked|strangle|choke|choked|shove|shoved|push|pushed|die|dying|cut|cutting|suicidal|suicide|afraid|scared|frightened|terrified|threaten|threatened|threatens|threatening|violent|abusive|abused|force|forced|forces|hand|finger|touch|touched|throw|thrown|threw|stab|shoot|rape|raped|dead|physical|danger|unsafe|self harm|abuse|controlling|end my life|take my(?: own)? life|attack|attacked|murder|grab|grabbed|spank|spanked|smack|smacked))\b
    (?! <any10>(?:yet|since|lately|in a while|this (?:week|month)|for (?:a|two|three|some|several)|so far|until)\b)
"""
MEANT = r"did not (?:mean|want|intend) to (?:hit|slap|punch|push|shove|choke|strangle|kick|beat)"

FAINT_FRAMES = r"""
    (?:years|decades|ages|months and months) ago|long ago|(?:when|while|since) i was (?:a |an |in |still |only |very |about |around )*(?:child|little|young|younger|small|boy|girl|teen|teenager|student|school|college|high|university|my|\d+|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)\b
    as a (?:child|teen|teenager|boy|girl|student|young)
    in my (?:teens|twenties|thirties|childhood|youth|last relationship|first marriage|previous|former)
    back then|growing up|in the past|in my past|in another life|before i met|before we met|when we were (?:children|small|little|young|boys|girls)
    (?:back )?in (?:19|20)\d\d|in the (?:80s|90s|eighties|nineties|sixties|seventies)
    my ex (?:\w+ )?(?:used to|once|had)|my ex (?:\w+ )?(?:hit|beat|choked|slapped|punched|pushed|threw|raped|was)\b
    (?:father|mother|parents|stepfather|stepmother|grandfather|grandmother|teacher|teachers|uncle) used to
    i used to
    in (?:the|a|this|that|our|my) (?:film|movie|game|video game|novel|book|story|song|series|show|play|dream|nightmare|match|ring|tournament|pillow fight|snowball fight|podcast|documentary)
    (?:dreamt|dreamed|a dream|nightmare) (?:that|about|of|where|in which|last|i|he|she)
    (?:karate|boxing|judo|sparring|rugby|football|hockey|wrestling|kickboxing|fencing|dodgeball|paintball|soccer|taekwondo|martial arts|volleyball|basketball|tennis|badminton|squash|ping pong|minecraft|fortnite|laser tag)
    (?:he|she|they|character|hero|singer) in the (?:film|movie|book|novel|series|song|game)
    (?:accidentally|by accident|by mistake|playfully|for fun|as a joke|in jest|jokingly|(?<!not )joking)
    so embarrassed|embarrass(?:ed|ing|ment)|mortified|cringe
"""
STILL = compiled(
    r"\b(?:still|again|these days|last (?:night|week|weekend|month)|tonight|yesterday|this (?:week|morning|month)|every (?:day|night|week)|keeps)\b"
)


def one_of(lines: str) -> re.Pattern[str]:
    kept = [line.strip() for line in lines.splitlines() if line.strip() and not line.strip().startswith("#")]
    return compiled(rf"\b(?:{'|'.join(kept)})(?:(?!\w)|(?<= ))")


HARMLESS = one_of(IDIOMS)
DENIED = compiled(r"\b" + "".join(line[4:] for line in DENIAL.splitlines()))
REALLY_MEANT = compiled(rf"\b{MEANT}")
FAINT = one_of(FAINT_FRAMES)


def shielded(sentence: str) -> str:
    covered = HARMLESS.sub(MARK, sentence)
    return covered if REALLY_MEANT.search(covered) else DENIED.sub(MARK, covered)


def is_faint(sentence: str) -> bool:
    return bool(FAINT.search(sentence)) and not STILL.search(sentence)
