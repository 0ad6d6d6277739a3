"""A member who hurts or may hurt somebody, and children in danger."""

from __future__ import annotations

from meetwithoutfear.domain.safety.findings import Label, Tier
from meetwithoutfear.domain.safety.rules import rules

HARM = rules(
    Label.HARM_OTHERS,
    Tier.A,
    r"""
    punched (?:him|her) in the (?:mouth|face|head|stomach)|beat (?:him|her|them) to death
    i <own>(?:will|am going to|shall|am about to|am gonna|plan to|am planning to|have decided to|intend to|decided to|mean to|swear i will|am ready to|am prepared to|promise i will)(?: (?:finally|one day|have to|go and|go over there and|seriously|really))* ?<strike>(?: \w+)? (?:<anyone>)(?! (?:feelings|at (?!work|home|night)|with (?:the|my|this|a) (?:news|truth)|if (?:she|he) (?:eats|forgets|leaves (?:the|his|her))|for (?:eating|forgetting|leaving)|(?:a|an) |s (?:feelings|career|argument)|up (?:a|with)|out)\b)
    i <own>(?:want|wanted|would like|need|long|itch|itching|have an urge|feel an urge|feel the urge|am tempted|have the urge|crave|wish i could|would love|fully intend|get the urge)(?: \w+)? (?:to )?(?:kill|hurt|stab|shoot|murder|harm|beat|hit|punch|slap|strangle|choke|poison|smash|destroy|injure|attack|torture) (?:<anyone>)(?! (?:feelings|at|by|in (?:chess|tennis|the)|with (?:the|my) (?:truth|news)|over the head with)\b)(?:$| ,| and| so| for| when| badly| with| if| because| right| in| s| until| up| to death| while| before| physically| back| like| hard| again| tonight| or| who)
    i <own>(?:want|wish|would like|need)(?: to see)? (?:<anyone>) (?:to be |was |were )?(?:dead|die|to die|killed|gone for good|buried)(?: (?:now|for|and)|$|,)
    i <own8>(?:hit|slapped|punched|kicked|choked|strangled|beat|beaten|shoved|smacked|headbutted|stabbed|bit|hitting|slapping|punching|choking|beating|attacked|assaulted|shook|battered|throttled|raped) (?:<them>|you)(?! (?:at|to|up (?:about|on|for)|in (?:chess|tennis|cards|the (?:race|game))|with (?:the|a|my) (?:news|question|truth|bill|idea|ultimatum|list)|s? ?(?:car|bike|hand|head|feelings|world|trust|confidence|back|to the)|s \w+|out|by (?:two|three|a)|car|awake|verbally|as|family hard)\b)
    i (?:slap|punch|hit|kick|beat|choke|smack) (?:<them>)(?: (?:when|sometimes|often|every|if|because|again|and|once|in)|$|,)
    i <own>(?:pushed|grabbed|threw|dragged|pinned|slammed|held|knocked|shoved|flung|yanked)(?: \w+)? (?:<them>)(?: (?:against|down|by the|by (?:his|her) (?:arm|hair|throat|neck)|onto|into the (?:wall|door|table)|to the (?:floor|ground)|so hard|and (?:she|he) (?:fell|hit)|across|over|around (?:the neck|the throat)))
    i <own>(?:threw|throw|hurled|hurl|throwing|smashed|chucked)(?: \w+){0,4}? (?:at|on|over) (?:<them>)(?! (?:birthday|request|party)\b)(?:$| ,| and| when| because| head| in| last| so| again| during)
    i <own8>(?:put|had|wrapped|got|laid|raised|have)(?: \w+)? (?:hands?|fists?|arm|fingers)(?: \w+)? (?:around|round|on|to|at|against) (?:his|her|their|my (?:\w+) s) (?:neck|throat)|i <own>(?:raised|laid|lifted|put) (?:my |a )?(?:hand|hands|fist) (?:on|to|at|against) (?:<them>)
    i <own>(?:lost (?:control|it|my temper)|snapped|blacked out|saw red|could not stop myself|went too far|got drunk)(?: \w+){0,3}? (?:and|so|then|,)(?: \w+){0,3}? ?(?:hit|slapped|punched|kicked|choked|strangled|beat|shoved|pushed|grabbed|smacked|hurt|attacked|shook|threw)(?: \w+)? (?:<them>|my|a|at|things)
    i (?:have|own|got|bought|carry|am getting|am buying|will get|will buy|keep|borrowed|hid|sharpened|loaded|packed|take|took|will bring|am bringing)(?: \w+){0,2}? (?:a |the |my |his )?(?:loaded )?(?:kitchen )?<weapon>s?(?: \w+){0,6}? (?:use it|use|for (?:him|her|them|my)|on (?:him|her|them)|shoot|kill|stab|wait|waiting|ready for|hurt|end|make (?:him|her|them) (?:pay|sorry)|find|to (?:his|her|their) (?:house|work|place|office)|(?:he|she|they) will)
    (?:do not|did not) (?:mean|want|intend) to (?:hit|slap|punch|push|shove|choke|strangle|kick|beat) (?:<them>|<our_kid>)
    i <own>(?:plan|planning|planned|thinking|think|thought|thoughts|fantasi[sz]e|fantasi[sz]ing|dream|dreaming|obsess|imagine|imagining|picture|picturing|fantasies|visions|daydream|daydreaming|urges?)(?: \w+){0,4}? (?:about |of |how (?:to|i (?:could|would|will|might)) )?(?:to )?(?:<hitting>|kill|murder|stab|shoot|poison|strangle|smashing|torturing|torture) (?:<anyone>|(?:his|her|their) (?:head|face|skull|throat))(?! feelings)
    (?:i|we|and|to|will|going to|would|could) (?:break|smash|bash|crush|snap|slit|cut|rip|blow|cave|beat|kick|wring|burn)(?: \w+)? (?:his|her|their) (?:neck|face|legs|skull|head|jaw|nose|arms|knees|throat|brains|teeth|bones|kneecaps|fingers)(?: \w+)?
    i <own>(?:will|am going to|want to|going to|could|plan to)(?: \w+)? (?:burn|blow|set fire to|torch)(?: down)? (?:his|her|their|the|our) (?:house|home|car|flat|apartment|office|place|shop|building|school)
    i <own>(?:will|am going to|want to|going to|plan to)(?: \w+)? (?:shoot up|blow up|attack|bomb) (?:the|my|his|her|a|this)|(?:kill|murder|shoot|stab|poison) (?:them all|everyone|all of them|everybody|that (?:man|woman|bastard|bitch)|someone|somebody|people)
    i <own8>raped|i forced (?:myself on|her to have sex|him to have sex|my (?:wife|husband|girlfriend|boyfriend|partner) to have)
    (?:could|can) not stop (?:myself from )?<hitting> (?:<anyone>)|i <own>(?:beat|beating|beaten) up (?:<them>)|want to see (?:<them>) (?:bleed|suffer|die|dead|in pain|bleeding|dying)
    i <own>(?:get|getting|grab|fetch|take|bring) (?:my|the|his|a) <weapon>(?: \w+)? (?:and|then) (?:\w+ )?(?:go|come|drive|wait|find|finish|visit)
    i (?:\w+ )?(?:gave|left) (?:<them>) (?:with )?(?:a |some )?(?:black eye|bruises?|bloody nose|split lip|broken \w+)|my (?:hands?|fists?|fingers)(?: \w+){0,3} (?:around|round|on) (?:his|her|their) (?:neck|throat)
    """,
)

HINTS = rules(
    Label.HARM_OTHERS,
    Tier.B,
    r"""
    i <own>(?:almost|nearly|came close to|was about to|was close to|was this close to|came this close to|am this close to|am close to)(?: \w+)? ?(?:hit|hitting|slapped|slapping|punched|punching|strangled|strangling|choked|choking|killed|killing|kicked|hurting|stabbed|stabbing|shoved|beat|attacked|attacking|smacked) (?:<anyone>|<our_kid>)(?! (?:feelings|with (?:my|the) car|s car)\b)
    i <own>(?:feel|felt|feeling) like (?:<hitting>|smashing|hurting|throwing) (?:<anyone>)(?! (?:feelings|hurting me)\b)
    (?:<afraid>|worried|worry|fear|scares me|scared) (?:that )?i (?:will|might|could|would|may|am going to|am capable)(?: \w+){0,2}? (?:lose control|snap|hit|hurt|kill|do something|attack|harm|strangle|choke|of hurting|punch|slap)(?! (?:feelings|(?:him|her|them) (?:if i (?:tell\w*|am honest|say|leave)|by|with (?:my|the) (?:words|truth)|again by))\b)(?: (?:and|him|her|them|someone|somebody|my|next|one day|if|when|again|to|terrible|bad|stupid|i will regret)| $|$)
    <afraid> of what i (?:will|might|could|would|may|am capable)(?: \w+)? ?(?:do|of)?|do not know what i (?:will|might|am capable|could|would) (?:do|of)(?: to (?:him|her|them))?(?= to| if (?:he|she) (?:comes|does|shows|touches|says|looks)|$)
    (?:not|never) (?:be )?(?:responsible|answer) for (?:what i|my actions)|someone (?:is going to|will) get hurt|(?:he|she|they) (?:is|are) going to get hurt|(?:will|would) end (?:badly|in blood) for (?:him|her|them)|(?:blood|bloodshed) (?:will|is going)
    i <own>(?:wish|hope|pray|wished)(?: that)? (?:he|she|they|my (?:husband|wife|partner|boyfriend|girlfriend|ex|father|mother|boss|sister|brother|mother in law|father in law))(?: \w+)? (?:was|were|would|dies?|die|gets? (?:hurt|hit|killed|cancer|run)|were dead|is dead|dropped|drops|suffers)(?: \w+)? ?(?:dead|die|drop dead|hit by|disappear forever|painfully|in hell|get (?:hit|killed|hurt|cancer))?(?= dead| die| drop| painfully|$| in hell)(?<=dead|.die|dies|drop|hurt|rops|lled|ully|ncer|fers|hell|ever|t by)
    (?:he|she|they|my (?:husband|wife|ex|boss)) (?:deserves?|needs?|ought|should|has|have) to (?:die|be (?:killed|shot|dead|hurt|beaten|taught a lesson with)|suffer for what|burn|pay with)(?! in peace)
    i <own>(?:will|am going to|going to|want to|swear i will|know how to|have a plan to)(?: \w+)? (?:make (?:<anyone>) (?:pay(?: for (?:this|what|it|everything))?$|suffer|regret|bleed|sorry|beg|disappear)|get rid of (?:<anyone>) (?:for good|forever|permanently)|teach (?:<anyone>) a lesson|get (?:my )?revenge|take (?:my )?revenge|ruin (?:his|her|their) life|run (?:<anyone>) over|run over (?:<anyone>)|finish (?:<anyone>)(?: off)?|hunt (?:<anyone>)|put (?:<anyone>) in (?:the |a )?(?:hospital|ground|grave|wheelchair)|wipe (?:<anyone>) out|take (?:<anyone>) (?:out|down) (?:for good|with me|tonight)|take (?:<anyone>) with me|cut (?:his|her) (?:brakes|throat)|do something (?:terrible|bad) to (?:<anyone>)|end (?:him|her|them)$|spike (?:his|her))
    (?:he|she|they) (?:will|is going to|are going to|would)(?: \w+)? (?:pay|regret|be sorry)(?: for this| for what| for it| for everything| it| when i)?(?: (?:he|she|they) (?:did|has done))?$
    i (?:know|found out|figured out|have found) where (?:he|she|they) (?:lives?|works?|parks?|sleeps?|is staying|goes)(?: \w+)?(?:$| and| ,| so)|i (?:have been|am|keep) (?:following|watching|stalking|waiting for|tracking) (?:him|her|them)(?: \w+)? (?:home|from|outside|everywhere|to work|with|at night|secretly|in the dark|when)
    i <own>(?:hurt|hurting|have hurt) (?:<them>) (?:physically|badly last|last night and (?:he|she) (?:bled|had to)|when i (?:drink|was drunk|am drunk|lose)|with my (?:hands|fists))|i (?:get|got|become|became|am|was|have been|can be|turn|turned)(?: \w+)? (?:violent|physical with (?:him|her|them|my)|physically (?:violent|abusive|aggressive))
    i (?:hit|pushed|shoved|shook|grabbed|slapped|kicked|smacked|push|shove|grab) (?:<them>)(?:$| ,| and| when| because| last| yesterday| again| in| during| so| hard| once| first| back| really| once)(?! (?:to do|hard to|for a hug|away|hug|kiss)\b)
    i <own>(?:use|used|have used|reached for|grabbed|picked up|hold|held|pointed|pulled)(?: \w+){0,2}? (?:a |the |my )?(?:kitchen )?<weapon>(?: \w+){0,3}? (?:on|at|against|during|to scare|to threaten|when (?:he|she|we)|in (?:our|the) (?:fight|argument))
    (?:voices|voice|something in me|part of me|everything in me|my head) (?:tell|tells|telling|says|wants|say|want|is telling)(?: me)?(?: to)? (?:hurt|kill|stab|harm|attack)(?: \w+)?
    (?:urge|urges|impulse|thoughts|fantasies|fantasy|images|tempted)(?: \w+)? (?:to|of|about) (?:violence|violently|<hitting>|hurt|kill|hit|harm|stab)(?: (?:<anyone>|against|others)|$)
    i threaten(?:ed)? (?:to (?:kill|hurt|hit|stab|shoot|beat)|<them> with)
    """,
)

FAINT = rules(
    Label.HARM_OTHERS,
    Tier.C,
    r"""
    i (?:could|wanted to|would) (?:kill|strangle|throttle|hit|slap|punch|murder|wring) (?:<anyone>|(?:his|her) neck)
    i (?:want|wanted) (?:revenge|him to suffer|her to suffer|to scream)|i (?:snapped|lost control|saw red)|i hate (?:him|her) so
    """,
)

CHILD = rules(
    Label.CHILD,
    Tier.A,
    r"""
    <kid> (?:comes?|came) (?:back|home) (?:\w+ ){0,6}with bruises|cigarette burns on (?:his|her|their)|(?:gets|got) into bed with <kid>|watches <kid> (?:in the shower|undress|naked)
    (?:<hit>|spank|spanks|spanked|spanking|stab|burn|burns|burned|burnt|bites|bit|smacks|throttles|drowned|abuse|abuses|abused|abusing|groom|grooms|grooming|groomed) (?:<our_kid>)(?! (?:s (?:trust|friend|toy|car|bike|feelings|room)|room|toy|toys|trust|car|at|to)\b)
    (?:hits|beats|slaps|kicks|punches|smacks|whips|abuses|molests|hitting|beating) (?:children|child|babies|minors)
    (?:<rape>) (?:<kid>|children|a child|my|our|her|his)(?: |$)
    (?:touch|touches|touched|touching|fondles|fondled|fondling|gropes|groped|undresses|undressed|kisses|kissed) (?:<our_kid>)(?:$| ,| and| when| at| in| inappropriately| sexually| under| between| while| there| again| s (?:private|bottom|breasts|genitals|penis|vagina)| private| where| every| during| down| on the (?:bottom|mouth)| like)
    (?:touch|touches|touched|touching)(?: \w+){0,3}? (?:inappropriately|sexually|private parts|where (?:he|she|they) should not|down there|between (?:her|his|my) legs|genitals|in a sexual)
    (?:my|our) (?:<kid>)(?: \w+){0,4}? (?:says|said|told|tells|claims|confided|showed|whispered)(?: \w+){0,6}? (?:touched|touches|hit|hits|hurt|hurts|beats|beat|undressed|molested|kissed|raped|abused|slapped|slaps|kicks|kicked|touching|hurting|made) (?:him|her|them)(?! feelings)
    (?:sex|sexual|naked|nude|porn|pornography|intercourse|sleeps|slept|sexually)(?: \w+){0,4}? (?:with |of |to |from |toward |towards |pictures of |photos of )(?:<our_kid>|minors|a minor|underage|children)(?! (?:about sex|at school)\b)(?! (?:because|in (?:her|his|the) (?:bed|room) because|when (?:she|he) is (?:sick|ill))\b)
    (?:shake|shakes|shook|shaking|throws?|threw|drops?|smothers?|drowns?|slams?) (?:our |my |the |his |her )(?:\w+ )?(?:baby|newborn|infant|toddler)(?! (?:s |shower|a |off|to|in the air|blanket|rattle|food)\b)
    (?:push|pushes|pushed|throws?|threw|slams?|slammed|grabs?|grabbed|drags?|dragged|yanks?|pins?|shoves?|shook|shakes) (?:<our_kid>)(?: \w+)? (?:against|down|across|by the (?:hair|neck|throat|arm)|into the (?:wall|door)|onto|on the (?:floor|ground)|to the (?:floor|ground)|so hard|violent\w*)
    (?:lock|locks|locked|locking) (?:<our_kid>|them|him|her) (?:up |away )?(?:in|inside|into) (?:the |a |his |her |their )?(?:basement|cellar|closet|cupboard|room|bathroom|shed|dark|wardrobe|car|attic|garage)
    (?:starve|starves|starved|starving|does not feed|do not feed|will not feed|never feeds|refuses to feed|not fed|not feeding) (?:<our_kid>)
    (?:threaten|threatens|threatened|threatening|says|said|going|wants|tried|tries|will|would)(?: \w+){0,4}? (?:to |he will |she will |he would |she would )?(?:kill|hurt|harm|beat|drown|hit|strangle|murder|poison|suffocate|smother) (?:<our_kid>)(?! (?:s feelings|feelings|at|in (?:chess|the))\b)
    (?:my |our )(?:father|stepfather|mother|stepmother|parents|uncle|grandfather|brother|cousin|teacher|coach|step father|aunt|mother s boyfriend)(?: \w+){0,3}? (?:hits|beats|slaps|kicks|punches|touches|molests|rapes|chokes|whips|burns|abuses|is hitting|is beating|is touching|is abusing|keeps hitting|keeps touching|keeps beating) me(?! (?:at (?!night|home)|to|in (?:chess|cards|every)|deeply|every (?:time we play|game))\b)
    (?:my |our )(?:father|stepfather|uncle|grandfather|brother|cousin|teacher|coach|step father|mother s boyfriend|parents)(?: \w+){0,3}? (?:come|comes|came|sneaks|get|gets|climbs|climb) (?:in|into|to|in to) my (?:room|bed|bedroom)(?: at night| when|$| and)
    (?:i (?:am|have)|we) <g4>(?:hit|beat|slapped|shook|shaken|spanked|choked|kicked|smacked|burned|hurt) (?:my|our|the) (?:own )?(?:\w+ )?(?:children|child|son|daughter|baby|toddler|stepson|stepdaughter|boy|girl)\b(?! (?:s |feelings|at|to|in (?:chess|tennis|the))\b)
    (?:rather|sooner) (?:see|have) (?:<our_kid>|them|him|her) dead
    child (?:abuse|molester|pornography|porn)(?! (?:prevention|training|charity|awareness|case at|laws?|novel|film)\b)|child is being (?:abused|hurt|beaten)|children are being (?:abused|hurt|beaten)|incest|pa?edophile
    (?:father|stepfather|uncle|brother|grandfather|cousin|teacher|coach|he|mother s boyfriend) (?:\w+ )?(?:makes|made|forces|forced|asks|asked) me (?:to )?touch (?:him|his|it)
    (?:leaves|leave|left|makes|made|put) (?:bruises|marks|welts|burns|bite marks) on (?:<our_kid>|the children)
    """,
)

CHILD_HINTS = rules(
    Label.CHILD,
    Tier.B,
    r"""
    <person> <g4>(?:hurt|hurts|hurting|harms|harming|mistreats|mistreat|mistreated|terrorises|terrorizes|shakes|neglects|neglect|neglected|is rough with|is violent with|is cruel to|humiliates|burnt) (?:<our_kid>)(?! (?:s |feelings|by|with (?:his|her|all|this|these|the)|emotionally|when (?:we|they) (?:argue|fight\w*))\b)
    (?:children|son|daughter|baby|toddler|boy|girl|child|niece|nephew|stepson|stepdaughter)(?: \w+){0,2}? (?:has|have|had|came|comes|come|is|are|with|shows|got|always has)(?: \w+){0,4}? (?:bruises|bruise|bruised|burn marks|burns|cigarette burns|marks|welts|black eye|injuries|bite marks|belt marks|handprints?)(?! (?:from (?:football|playing|soccer|the playground|falling|hockey)|after (?:football|playing)|for)\b)
    (?:found|saw|noticed|see|discovered|keep finding)(?: \w+){0,3}? (?:bruises|burns|burn marks|marks|welts|blood|bite marks)(?: \w+){0,2}? on (?:<our_kid>|the children|his|her|their|(?:my|our) \w+ s)
    (?:children|son|daughter|baby|toddler|boy|girl|child|little one|stepson|stepdaughter)(?: \w+){0,3}? <afraid>(?: \w+){0,2}? (?:of|to (?:be alone|go (?:home|to|back)|be (?:with|left|home)|stay)|when)(?: \w+)? (?:him|her|them|(?:his|her|their|my|the) (?:father|mother|stepfather|stepmother|uncle|grandfather|brother|dad|husband|wife|partner|boyfriend|girlfriend|parents|teacher|coach|grandpa)|(?:he|she) (?:comes|drinks|shouts|gets)|with (?:him|her))
    (?:children|son|daughter|baby|toddler|boy|girl|child|stepson|stepdaughter)(?: \w+){0,2}? (?:hides?|hide|hid|flinch|flinches|cower|cowers|trembles?|shakes?|wets?)(?: \w+){0,4}? (?:when|whenever|every time|from|because|under|if)(?: \w+){0,2}? (?:he|she|him|her|his|my|father|mother|bed|comes|drinks)
    (?:leave|leaves|left|leaving)(?: \w+){0,2}? (?:<our_kid>|a \w+ year old)(?: \w+)? (?:alone|unattended|by (?:himself|herself|themselves|itself)|in the (?:hot )?car|unsupervised|without (?:food|anyone|supervision))(?! (?:with (?:me|him|her|my|the (?:sitter|grandparents))|for (?:a|five|two) (?:minute|minutes|second)|about|when (?:he|she) is upset)\b)
    (?:children|baby|child|son|daughter|toddler)(?: \w+){0,2}? (?:go|goes|going|went|are|is|stay|sleep)(?: \w+)? (?:hungry|unfed|without (?:food|eating|dinner)|starving for days|filthy|neglected|beaten|abused|molested|being (?:hurt|abused|beaten|hit))
    (?:afraid|scared|worried|fear|frightened|terrified)(?: \w+){0,4}? (?:hurt|hit|hitting|hurting|harm|harming|shake|kill|beat|touching|touches|abusing|drown|dropping|abuse) (?:<our_kid>)(?! (?:s feelings|feelings|by|with (?:the|our) (?:divorce|separation)|(?:if|when) we (?:split|divorce|separate))\b)
    (?:urge|urges|thoughts|thinking|think|thought|want|wanted|feel like|imagine|impulse)(?: \w+){0,3}? (?:hurt|hurting|shake|shaking|harm|harming|throw|throwing|smother|smothering|drown|drowning|hit|hitting|kill|killing|shut up) (?:my|the|our) (?:\w+ )?(?:baby|newborn|child|children|son|daughter|toddler)(?! (?:s feelings|a|feelings|party)\b)
    (?:drives?|drove|driving)(?: \w+){0,2}? drunk with (?:<our_kid>)|(?:drunk|high|stoned|passed out)(?: \w+){0,3}? (?:while|when) (?:he|she) (?:is )?(?:watching|watches|looks after|looking after|alone with|has|was watching) (?:<our_kid>)|(?:gives?|gave|giving|feeds) (?:<our_kid>) (?:alcohol|drugs|sleeping pills|beer|vodka|weed)
    (?:bath|baths|bathes|showers?|sleeps|sleep|bed|alone|locks himself)(?: \w+){0,4}? with (?:<our_kid>)(?: \w+){0,4}? (?:makes me (?:uneasy|sick|uncomfortable)|is not normal|and locks|behind closed|door locked|feels wrong|naked)
    (?:way|ways) (?:he|she|they|my \w+)(?: \w+)? (?:looks at|touches|touch|stares at|talks to|kisses) (?:my|our|the) (?:\w+ )?(?:daughter|son|girl|boy|children|child|niece|nephew|stepdaughter)(?: \w+){0,4}? ?(?:$|scares|not right|wrong|inappropriate|uneasy|sick|worr\w+|creep\w*)
    (?:not|never) (?:be )?safe (?:for|with (?:him|her|them)) (?:<our_kid>)?|(?:children|son|daughter|baby|child) (?:is|are) (?:not safe|in danger|unsafe)(?! (?:on the road|online|in sports)\b)
    (?:inappropriate|sexual|secret|secrets|creepy|love) (?:messages|texts|photos|pictures|games|chats|game|touching|contact)(?: \w+){0,2}? (?:with|to|from|of) (?:<our_kid>|minors|a child|underage)
    i am (?:only )?(?:\d|1[0-7]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?: years old)?(?: ,)? and(?: \w+){0,4}? (?:hits|hit|beats|touches|hurts|afraid|scared|touched|hurt) ?(?:me|of)?
    (?:my )?(?:father|mother|stepfather|stepmother|parents|uncle|grandfather)(?: \w+){0,2}? (?:hit|beat|slapped|touched|kicked|choked|raped|molested) me
    (?:showers?|showered|showering|bathes?|bathing|sleeps) with (?:<our_kid>)(?: \w+){0,6}? (?:sick|uneasy|wrong|uncomfortable|weird|worried|naked|strange|normal)|(?:<our_kid>)(?: \w+){0,6}? (?:as (?:a )?punishment|outside in the cold|in the dark for)(?! (?:no|extra)\b)
    """,
)

RULES = HARM + HINTS + FAINT + CHILD + CHILD_HINTS
