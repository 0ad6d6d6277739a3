"""Violence by somebody close, being controlled, and being afraid of them."""

from __future__ import annotations

from meetwithoutfear.domain.safety.findings import Label, Tier
from meetwithoutfear.domain.safety.rules import rules

VIOLENCE = rules(
    Label.ABUSE,
    Tier.A,
    r"""
    (?:pulled|pulls|dragged|drags|yanked) me (?:\w+ ){0,5}by (?:my|the) hair|(?:came|comes|went) at me with (?:a |the )?(?:scissors|knife|hammer|bat|bottle|belt)|poured (?:boiling|hot) \w+ (?:on|over) me|not stop when i say no
    # The shields have already covered what only sounds like a blow, so the victim is enough: names, "my Tom", anybody.
    <hit> (?:me|us both)\b
    (?:stab|stabs|stabbed|bite|bites|bit|burn|burns|burned|burnt|headbutts|scratches|scratched|claws|clawed|throttles|throttled|mauls) me\b
    <hit>(?: \w+)? (?:me in|my (?:face|head|arm|arms|stomach|leg|legs|ribs|back|jaw|mouth|nose|ear))
    i (?:was|got|am|get|have been|had been|keep getting|have gotten|am being|was being|end up getting)(?: \w+)? (?:<was_hit>)(?! (?:by (?:a|the|this|that|an) (?!man|guy|woman|person|man i)|out|off|at|to|with (?:a (?:bill|fine))|hard|up (?:about|inside)|because)\b)
    (?:beat|beats|beating|beaten) (?:me|us)(?: up| black| badly| with)?
    (?:push|pushes|pushed|pushing|throw|throws|threw|throwing|slam|slams|slammed|slamming|shove|shoves|knock|knocks|knocked|fling|flung|pin|pins|pinned|pinning) me(?: \w+)? (?:against|down|over|onto|off|across|on|to the (?:floor|ground|wall)|into (?:the|a) (?:wall|door|table|corner|furniture|fridge|bath|glass|street|road|stove|shelf|cupboard|bed|car)|through|up against|out of the (?:car|bed)|around (?:the room|when|and)|backwards|so hard|and i (?:fell|hit))
    (?:push|pushes|pushed|pushing|shake|shakes|shook|shaking|drag|drags|dragged|dragging|throw|throws|threw|grab|grabs|grabbed|grabbing|yank|yanks|yanked|pin|pins|pinned|hold|holds|held) me (?:across|along|through|up|outside|over|by (?:the|my)|by the (?:hair|arm|throat|neck|wrist)|violent|hard|so hard|down|and (?:hit|would not|shook|threw|screamed|hurt|slapped|i fell|shouted|shoved)|when he|when she|around when|until i|against my will)
    <person> <g4>(?:pushed|pushes|shook|grabbed|grabs|shakes|hurt me physically|physically hurt|physically hurts|physically attacked|physically assaulted|attacked|assaulted|assaults) me(?:$| ,| and| when| because| last| again| yesterday| in front| during| with)
    (?:grab|grabs|grabbed|grabbing|twist|twists|twisted|squeeze|squeezes|squeezed|pull|pulls|pulled|pulling|yank|yanks|yanked|clutched|gripped|bent|bends) (?:me by )?(?:my|the) (?:arm|arms|wrist|wrists|hair|throat|neck|shoulders|face|jaw|collar|ear)
    (?:hand|hands|fingers|arm|belt|pillow|cord|rope|grip)(?: \w+)? (?:around|round|on|over|at|against|to) my (?:neck|throat|mouth|face)
    (?:break|breaks|broke|broken|fractured|cracked|dislocated|busted|smashed|split|bruised|sprained|injured|bloodied) my (?:arm|arms|nose|rib|ribs|jaw|wrist|finger|fingers|leg|tooth|teeth|lip|collarbone|cheekbone|shoulder|hand|eye|face|back)(?! (?:falling|playing|skiing|when i fell|at|in a (?:fall|car))\b)
    (?:gave|gives|give|giving|left|leaves|leaving|with) me (?:with )?(?:a |another |some )?(?:black eye|bruises?|bloody nose|concussion|broken \w+|split lip|busted lip|fat lip|marks)
    <person> <g6>(?:throw|throws|threw|throwing|thrown|hurl|hurls|hurled|hurling|chuck|chucks|chucked|flings|flung|lobbed|smashed|aimed)(?: \w+){0,4}? (?:at|on|over|towards?) (?:me|my (?:head|face)|us)\b(?! (?:from|about|as a (?:joke|surprise))\b)
    (?:throw|throws|threw|throwing|hurl|hurls|hurled) (?:a |the |his |her |my |hot |\w+ )?<thing> at (?:me|my head|my face)
    (?:point|points|pointed|pointing|pull|pulls|pulled|pulling|hold|holds|held|wave|waves|waved|waving|put|puts|raise|raised|came|comes|come|went|threaten|threatens|threatened|attack|attacked|chased|chases)(?: \w+){0,3}? <weapon>(?: \w+)? (?:on|at|to|against|in front of|on me|around) (?:me|my|us)
    (?:came|comes|come|coming|went|goes|go|lunged|lunges|chased|chases|attacked|threatened|threatens|threatening|attacks|ran|runs)(?: \w+)? me(?: \w+){0,3}? (?:with|holding) (?:a |the |his |her )?(?:kitchen )?<weapon>
    (?:<rape>) me|i (?:was|have been|got) (?:raped|sexually \w+|molested|assaulted by (?:him|her|my))|rapist|marital rape
    (?:force|forces|forced|forcing) (?:himself|herself|themselves|his \w+|her \w+) (?:on|onto|into|upon|inside) me
    (?:force|forces|forced|forcing|make|makes|made|making|pressure|pressures|pressured|coerce|coerces|coerced|coercing|blackmail|blackmails|guilt|guilts)(?: \w+)? me (?:to |into |do )?(?:\w+ )?<sex>
    (?:has|have|had|having|wants|demands|insists on|expects|took) (?:sex|intercourse)(?: with me)?(?: \w+){0,3}? (?:when|while|although|though|if|even when|against|after|without) (?:i (?:am asleep|was asleep|sleep|do not want|did not want|say no|said no|am crying|cry|do not consent|told|am drunk|was drunk|am unconscious)|my (?:will|consent|permission|wishes))
    (?:i (?:say|said|tell him|tell her|told him|told her|scream|beg) (?:no|stop|to stop|him to stop|her to stop))(?: \w+){0,3}? (?:but|and)(?: \w+)? (?:he|she|they)(?: \w+){0,3}? (?:anyway|it|on|continues|does not stop|did not stop|keeps going|not listen and)(?: \w+)? ?(?:in bed|during sex|anyway|stop)?$
    (?:threaten|threatens|threatened|threatening|swore|swears|vows|vowed|promised|promises|says|said|tells me|told me|warned me|warns me|keeps saying|say|saying)(?: \w+){0,4}? (?:to|he will|he would|she will|she would|they will|they would|that he will|that he would|that she would|that she will|is going to|was going to|he is going to|she is going to|they are going to|could|can)(?: \w+)? (?:kill|murder|hurt|beat|stab|shoot|strangle|choke|harm|hit|bury|burn|slap|punch|smash|drown|cut|poison|end|break|destroy my face) (?:me|us|my (?:family|parents|mother|father|sister|brother|dog|cat|face|neck|legs|arms|bones|throat))
    (?:threaten|threatens|threatened|threatening) (?:me|us)(?: \w+)? (?:with|if i|that|when|again|physically|and)|threaten(?:s|ed|ing)? (?:my life|us|violence)
    <he> <g4>(?:will|would|is going to|might|could|may|wants to|tried to|tries to|almost|nearly|attempted to)(?: \w+)? (?:kill|kills|killed|murder|murdered|strangle|strangled|stab|drown|smother|shoot|poison) (?:me|us)(?! (?:when|if i (?:am|forget|forgot|do not (?:clean|do|finish)|miss|eat|buy|break|spend)|for)\b)
    (?:death threats?|threatened with a|life is in danger|fear for my (?:life|safety)|fears? for my life|afraid for my life|scared for my (?:life|safety)|fearing for my life)
    (?:if|says if|said if) (?:he|she|they) can not have me,? (?:then )?(?:nobody|no)
    (?<!\bi )(?<!\bi have )(?:is|are|was|gets|got|becomes|turns|has been|can be|being|get|became|been|turned)(?: \w+){0,2}? (?:violent|physically abusive|abusive|physically violent|aggressive and hits)(?: \w+){0,2}? (?:with|to|towards?|against|when|at|husband|wife|partner|relationship|marriage|man)?
    (?:abuse|abuses|abused|abusing) me\b|(?:domestic|partner|physical|sexual) (?:violence|abuse|abuser)(?! (?:charity|shelter where|awareness|training|course)\b)|my abuser|an abusive (?:relationship|marriage|partner|husband|wife)
    (?:hide|hides|hiding|hid|cover|covers|covering|covered|conceal|concealing)(?: \w+){0,3}? (?:bruises?|black eye|marks he|marks she|the marks|injuries)
    (?:bruise|bruises|bruised|marks|finger ?prints|black eye|hand ?prints?)(?: \w+){0,4}? (?:from|where|because|after|that) (?:he|she|him|her|they|my (?:husband|wife|partner|boyfriend|girlfriend)|last night|the last)
    (?:he|she|they|husband|wife|partner|boyfriend|girlfriend) <g4>(?:lays?|laid|puts?|raises?|raised|lifts?|lifted|laying|putting|raising) (?:a |his |her |their |his own )?(?:hand|hands|fist|fists) (?:on|at|to|against|up at) me
    (?:stalk|stalks|stalked|stalking) me|is my stalker
    (?:spit|spits|spat|spitting) (?:on|at|in) (?:me|my face)
    (?<!\bi )(?<!\bto )(?:smash|smashes|smashed|slam|slams|slammed|bang|bangs|banged|bash|bashed|push|pushed|shoved|held|rammed) my (?:head|face|body) (?:against|into|on|under|through|down)|(?:put|puts|landed|lands) me in (?:the )?hospital
    (?:break|breaks|broke|kick|kicks|kicked|smash|smashed) (?:down|in) (?:the|my|our) (?:\w+ )?door|<he> (?:hits|beats|slaps|punches|chokes)(?:$| ,| and| when| if| because)
    (?:will|would|going to) kill me if (?:he|she|they) (?:knew|saw|reads|read|finds|found|hears|heard)(?: \w+){0,5}? (?:this|here|writing|talking|told|telling|police)
    (?:he|she|they) (?:\w+ )?(?:told|tells|warned|said|says)(?: \w+){0,2} i (?:would|will|am going to) be dead|i (?:will|would) be dead if i (?:ever )?(?:leave|left|tell|told|go)
    demands? sex|(?:gets?|got|is|was|becomes?) rough (?:with me|when i (?:refuse|say no|do not))|i (?:got|had|have|ended up with) (?:a |an |two |three )?(?:broken|cracked|fractured|bruised) (?:\w+ )(?:\w+ ){0,4}(?:he|she|him|her) (?:was|is|got|hit|did|lost)
    (?:hurt|hurts|injured|injures) me(?: \w+){0,4} (?:stitches|hospital|doctor|bled|bleeding|ambulance|emergency|unconscious)|(?:insists? on|insisted on|demanded|expects|takes|has|wants) sex (?:\w+ )?(?:when|if|although|though|after) i (?:refuse|refused|say no|said no|cry|do not want|did not want)
    """,
)

HINTS = rules(
    Label.ABUSE,
    Tier.B,
    r"""
    (?:it|things|fight|fights|argument|arguments|he|she|they|we|husband|wife|partner|boyfriend|girlfriend) <g2>(?:get|gets|got|getting|become|became|becomes|turn|turns|turned|went|been|be|is|was|are) (?:too |very )?(?:physical|rough with me|violent|out of hand physically)(?! (?:fit|intimacy|attraction|distance|therapy|touch|close|affection|again after)\b)
    <he> <g4>(?:punch|punches|punched|punching|kick|kicked|kicks|smash|smashes|smashed|break|breaks|broke)(?: \w+)? (?:a hole|holes|the walls?|walls|the doors?|doors|the furniture|the mirror|my phone|the windows?|things|everything|the dishes|plates|stuff)(?: \w+){0,2}? ?(?:in|down|when|so i|next to|beside|near|in front|because|out of (?:rage|anger)|again|$)(?! the (?:news|rules))
    (?:bruises?|black eye|bruised)(?: \w+){0,3}? (?:on|all over|under|around|along) (?:my|me)|(?:bruises|black eye) (?:again|everywhere)|i (?:have|had|got|woke up with) (?:new |fresh |more )?bruises(?! (?:from (?:the gym|football|skiing|falling)|after)\b)|(?:told|tell|lied to|said to)(?: \w+){0,4}? (?:i fell|i (?:had )?(?:walked|ran|run) into a door|i tripped|i slipped|it was an accident)
    (?:long sleeves|scarf|make ?up|sunglasses|concealer|turtleneck)(?: \w+){0,4}? (?:so (?:that )?(?:nobody|people|they)|to (?:hide|cover)|because of (?:what he|the (?:marks|bruises)))
    (?:lock|locks|locked|locking|barricade|barricaded|hide|hid|hiding)(?: myself| me and the children| us| the children| myself and the children)? (?:in|inside|under) (?:the |my |our )?(?:bathroom|bedroom|closet|car|wardrobe|toilet|room|cupboard|garage)(?: \w+){0,3}? (?:when|until|because|from|to (?:get away|be safe|escape)|so (?:he|she)|away|while|if|every time)
    (?:sleep|slept|sleeping)(?: \w+){0,2}? with (?:a |the |my )?(?:knife|chair|door locked|phone under|bat|light on because|dresser|hammer)|chair (?:under|against) the door|phone under my pillow
    (?:keep|kept|have|hid|packed|hide)(?: \w+){0,2}? (?:a |my )?(?:bag|suitcase|escape bag|emergency bag)(?: \w+)? (?:packed|hidden|ready)?(?: \w+){0,3}? (?:in case (?:he|she|i (?:need|have) to (?:run|flee|escape|get out|leave fast))|so i can (?:run|escape|get out|flee)|to (?:run|escape|flee)|hidden)
    (?:flinch|flinched|flinches|duck|cower|cowering|cringe|tremble|shake|freeze|jump|panic) (?:when|whenever|every time|if|because|as soon as)(?: \w+){0,2}? (?:he|she|they|his|her|my (?:husband|wife|partner|boyfriend|girlfriend))(?: \w+){0,3}? (?:hand|hands|moves?|fast|arm|raises?|reaches|comes|home|near|key|keys|steps?|car|footsteps|close|door|walks|voice|room)
    <he> <g4>(?:hurts?|hurting) (?:me|us) (?:when|if|whenever|physically|badly|after|every time|again and again|at night|on purpose)(?: (?:he|she|they) (?:drinks?|is (?:drunk|angry|mad|jealous)|gets|has been drinking|was drunk|loses)| physically| badly|$)
    (?:physically|badly|seriously) hurt me|hurt me physically|hurts me physically|hurting me physically
    (?:run|ran|running|flee|fled|escape|escaped|escaping) (?:from|out of the house)(?: \w+){0,3}? (?:him|her|my (?:husband|wife|partner|boyfriend|girlfriend)|barefoot|in the middle of the night|before he|before she|with the children|because he|because she|house)
    (?:women s|womens|domestic violence|emergency) (?:shelter|refuge)|restraining order (?:against|on) (?:him|her|my)|protective order|(?:he|she) (?:broke|violated|ignores) the restraining order
    (?:police|cops|neighbours|neighbors)(?: \w+){0,6}? (?:he|she|him|her)(?: \w+){0,3}? (?:hit|violent|hurting|screaming at me|attack|attacked|drunk|again|threat\w*)
    (?:went|go|ended up|been|had to go|was|taken|landed)(?: \w+){0,2}? (?:to |in |at )(?:the |an? )?(?:hospital|emergency room|er|emergency|a&e)(?: \w+){0,4}? (?:because of (?:him|her|what)|after (?:he|she|our (?:last )?fight|the (?:last )?fight|what he)|and (?:lied|said i (?:fell|tripped)))
    (?:he|she|they|husband|wife|partner|boyfriend|girlfriend) <g4>(?:kill|kills|killed|hurt|hurts|kick|kicks|kicked|beat|beats|threw|poisoned|hit|hits|threatens to (?:kill|hurt|drown)|threatened to (?:kill|hurt|drown)) (?:my|our|the) (?:dog|cat|pet|pets|puppy|kitten|rabbit|horse)
    (?:he|she|they|husband|wife|partner|boyfriend|girlfriend) <g4>(?:has|owns|keeps|bought|sleeps with|got|shows me|showed me|cleans) (?:a |his |the |her )?(?:loaded )?(?:gun|rifle|pistol|weapon|shotgun)(?: \w+){0,4}? (?:and|under|by|when|because|in case|next|on the (?:table|bed))
    <he> <g4>(?:corner|corners|cornered|blocks?|blocked|trap|traps|trapped) me (?:in|so|against|and|when|until|from)|(?:block|blocks|blocked|blocking|stands in|stood in) (?:the |my )?(?:door|doorway|exit|way out|way)(?: \w+){0,3}? (?:so|when|and|i can not|leave|until)
    <he> <g4>(?:push|pushes|pushed|pushing|shake|shakes|shook|grabs|grabbed|shoves|pinned|pins) me(?: around| about)?(?:$| ,| and| when| if| again| because)
    (?:touch|touches|touched|touching|gropes|groped) me(?: \w+)? (?:when|although|though|while|even if|against|without|after)(?: \w+){0,2}? (?:i (?:say|said|do not want|did not want|sleep|am asleep|was asleep|told|ask)|my (?:will|consent|permission))
    (?:next time|one day|some day|someday|sooner or later|eventually)(?: \w+)? (?:he|she|it|they) (?:will|might|is going to|could|may)(?: \w+){0,2}? (?:kill me|hurt me|be worse|put me in)|(?:he|she) (?:will|might|is going to|could) (?:end up|wind up) (?:killing|hurting) me
    <he> used to <hit> me
    (?:takes? off|took off|undoes|undid|unbuckles|reaches for|reached for|gets|got|comes with|came with) (?:his|her|the) belt|(?:hide|hid|hiding) (?:my|the|our) (?:\w+ )?(?:sister|brother|children|son|daughter|siblings|baby)(?: \w+){0,2} (?:in|under|behind|from|when)
    (?:there (?:are|were)|has|have|had|with) (?:\w+ )?bruises on (?:her|his|their) (?:arms?|face|neck|legs?|back|body|wrists?)|(?:knife|bullet|noose|gun|dead \w+) (?:on|in|under|at|outside) my (?:pillow|bed|door|desk|car|doorstep)|(?:held|holds|kept|pressed) my mouth (?:shut|closed)|lock(?:s|ed) the (?:\w+ )?door and (?:\w+ )?(?:touched|touches|kissed|kisses|grabbed|groped|undressed)
    (?:he|she|they|husband|wife|partner|boyfriend|girlfriend) (?:is|gets|can be|becomes|turns|was)(?: \w+)? dangerous|i <own>(?:hide|hid|hiding) from (?:him|her|my (?:husband|wife|partner|boyfriend|girlfriend))
    (?:flinch|tremble|shake|freeze|panic|hide|cower) (?:when|whenever|every time|if|as soon as) i (?:hear|see|notice) (?:him|her|his|my (?:husband|wife|partner))
    """,
)

# What nobody may do to anybody, whoever the two are to each other.
CAPTIVITY = rules(
    Label.COERCION,
    Tier.A,
    r"""
    (?:does|do|did|will|would|never|is|are|has|can)(?: not| never)?(?: \w+)? ?(?:let|lets|letting|allow|allows|allowing|permit|permits)(?: me| us) (?:to )?(?:leave(?: (?:the|this|my|our) (?:house|flat|apartment|home|building|room|basement|cellar|country))?(?=$| ,| and| or| anymore| alone| at all)|out of the (?:house|flat|apartment|building|cellar)|see a doctor|go to (?:the|a) (?:doctor|hospital)|call (?:the police|for help|an ambulance)|sleep (?:at night|for days)|eat (?:for|unless)|take my (?:own )?(?:pills?|medicine|medication|insulin|birth))
    (?:lock|locks|locked|locking) me (?:in|inside|up|into)(?! (?:a contract|the (?:deal|mortgage))\b)|(?:keeps?|holds?|kept|held|holding|keeping) me (?:prisoner|captive|hostage|locked|trapped|against my will)|(?:prisoner|hostage) in my own (?:home|house)|i am (?:a|his|her) (?:prisoner|hostage|slave)
    (?:take|takes|took|taken|taking|steal|steals|stole|hide|hides|hid|hiding|confiscate|confiscates|confiscated|keep|keeps|kept|withhold|withholds)(?: away)? (?:all )?(?:of )?my (?:\w+ and my )?(?:passport|id|identity|papers|visa|residence permit|medication|medicine|insulin)(?! (?:photos?|pictures?|number|to (?:check|show|copy|scan|renew)|badge|card to)\b)(?!<any6>(?:by accident|by mistake|to charge|to the (?:bank|repair)))
    (?:will|does|did|would|refuses)(?: not)?(?: to)? give me (?:back )?(?:any of )?my (?:own )?(?:passport|id|visa|medication|insulin)|hand over (?:all )?my (?:salary|money|wages|pay|paycheck)
    (?:has|have|holds|got) (?:got )?my (?:passport|papers|residence permit)(?! (?:number|photos?|ready|with)\b)|i (?:will|am going to|am supposed to|have to) be married (?:there|off|to (?:him|a man|someone|my cousin))|marry me off
    (?:force|forces|forced|forcing|make|makes|made|making|pressure|pressures|pressured|sell|sold)(?: \w+)? (?:me|us) (?:to |into |in )?(?:marry|marriage|a marriage|getting married|an arranged marriage)|(?:forced|arranged) marriage
    """,
)

DURESS = rules(
    Label.COERCION,
    Tier.B,
    r"""
    (?:took|takes|taken|hid|hides|keeps|kept)(?: away)? (?:my|the) (?:\w+ )?(?:keys|passport|phone|bank card|id|documents|papers)(?: and my \w+)? so (?:that )?i (?:can not|could not|do not) (?:leave|get (?:out|away|help)|go (?:anywhere|out|back|home)|call (?:for help|anyone|the police|anybody|my)|escape|run)
    i am not allowed (?:to )?(?:leave (?:the|this|my|our) (?:house|flat|apartment|room)(?! (?:after|until|before|on|at|without)\b)|say no|lock (?:the|my) (?:door|bathroom|room)|close the (?:bathroom|door)|sleep|eat(?! (?:in|at|on|meat|sweets|before)\b))
    (?:put|puts|installed|installs|hid|hidden|placed|planted|found)(?: \w+){0,2}? (?:tracker|tracking device|gps|air ?tag|cameras?|microphone)(?: \w+)? (?:in|under|on) my (?:bedroom|room|bathroom|shower|bed|bag)
    <he> <g4>(?:follow|follows|followed|following) me (?:to work|home|in (?:his|her|the) car|at night|and watches)
    (?:threaten|threatens|threatened|threatening|says|said|swears|told me|tells me|vows|warns me|warned me)(?: \w+){0,4}? (?:to |he will |she will |he would |she would |they will |they would |i will |i would )(?:have me deported|deport me|call immigration|(?:post|share|publish|send|leak|show)(?: \w+){0,3}? (?:photos|pictures|videos|nudes|images|recordings)|kill (?:himself|herself|themselves)|hurt (?:himself|herself|themselves|my|the dog|our)|harm (?:himself|herself)|commit suicide|burn (?:the|my|down|our)|out me|find me)
    (?:kill|hurt|harm) (?:himself|herself|themselves) if i (?:leave|left|ever|go|break|do not|end|divorce|tell)|if i (?:leave|left|break up|go|end it|divorce|say no|tell anyone|ever leave)(?: \w+)?,? (?:then )?(?:he|she|they) (?:will|would|is going to|says (?:he|she) will|threatens to|said (?:he|she) would)(?: \w+){0,2}? (?:kill|hurt|harm|find|come after|take the|destroy|hunt|make me|ruin|burn|beat|never let|track|punish|do something)
    (?:find|hunt|track) me (?:wherever|no matter|anywhere|if i|down|and kill)|never let me (?:go|leave) alive|will not let me go alive
    i (?:can|could|am|do) not(?: \w+)? (?:say no|refuse)(?: to (?:him|her|them))? (?:to sex|in bed|sex)
    (?:afraid|scared|forced|pressured|pressures|coerced|bullied|terrified|blackmails?|blackmailed|coerces|coercing) (?:me )?(?:into|to) (?:sex|marry|having an abortion|have an abortion|get pregnant|have (?:a|his) (?:baby|child)|take drugs|drop (?:the|my) (?:charges|complaint)|obey)
    (?:made|makes|forces|forced|forcing|making) me (?:kneel|watch (?:him|her|porn)|have an abortion|strip|sleep on the floor|take drugs|swallow|apologi[sz]e on my knees)
    (?:says|said|tells me|told me) (?:that )?(?:nobody|no) (?:will|would) (?:ever )?believe me
    (?:saying |a )?no is not (?:an option|something|allowed|an answer|a word)(?: (?:with|for|to|in) (?:him|her|them|bed))?
    lock(?:s|ed)? (?:the|all the|every) (?:\w+ )?doors?(?: \w+){0,3} (?:keeps?|takes?|hides?|hid|kept|took|taken) (?:the|all the) keys?
    """,
)

# What is control between two who are or were a couple, and mostly a quarrel between parent and child, flatmates or founders.
COERCION = rules(
    Label.COERCION,
    Tier.A,
    r"""
    (?:does|do|did|will|would|never|is|are|has|can)(?: not| never)?(?: \w+)? ?(?:let|lets|letting|allow|allows|allowing|permit|permits)(?: me| us) (?:to )?(?:leave|go out|out of|see (?:my|any|anyone|other|a doctor|people|the children|friends)|meet (?:my|friends|people|anyone|other)|talk to (?:my|other|anyone|people|men|women|anybody)|speak to (?:my|other|anyone|people)|work|have (?:a job|my own|money|friends|a phone|any money|access|a bank|contact|visitors|keys)|get a job|use (?:my|the|a) (?:phone|car|money|card|internet|bank)|drive(?! (?:when (?:it|i)|at night|home|in the|his|her|on the|because)\b)|visit (?:my|friends)|go (?:anywhere|to (?:work|the doctor|my|see|school|college|church)|outside|home|alone|to)|call (?:my|anyone|the police)|study|wear|sleep (?:until|at night|for days)|eat (?:until|when|unless)|contact|keep (?:my|any)|take (?:my|the) (?:pill|medicine|medication|birth)|near the)(?! (?:things|hard|on (?:him|her)|in the kitchen)\b)
    (?:forbid|forbids|forbade|forbidden|forbidding|prohibits|bans|banned|prevents?|prevented|stops?|stopped|keeps?|kept)(?: \w+)? me (?:to |from )(?:leave|leaving|go|going|see|seeing|meet|meeting|talk|talking|work|working|have|having|visit|visiting|contact|contacting|use|using|leav|drive|driving|call|calling)(?! (?:crazy|insane|on|through|about)\b)
    (?:take|takes|took|taken|taking|steal|steals|stole|hide|hides|hid|hiding|confiscate|confiscates|confiscated|keep|keeps|kept|withhold|withholds)(?: away)? (?:all )?(?:of )?my (?:money|phone|passport|papers|keys|car keys|salary|wages|documents|id|bank card|cards|credit cards|wallet|paycheck|pay|medication|earnings|phone and|money and|house keys|savings|identity|visa)(?! (?:worries|problems|issues|number|out|for a (?:walk|second)|by accident|charger|photos?)\b)(?! to (?:call|check|text|take|show|fix|charge|repair|look|play)\b)(?!<any6>(?:by accident|by mistake|to charge|to the (?:bank|repair)))
    (?:will|does|did|would|refuses)(?: not)?(?: to)? give me (?:back )?(?:any of )?my (?:own )?(?:bank|money|phone|passport|keys|papers|card|documents|id|salary|medication)|hand over (?:all )?my (?:salary|money|wages|pay|paycheck|phone|phone and)
    """,
    ordinary=True,
)

CONTROL = rules(
    Label.COERCION,
    Tier.B,
    r"""
    (?:took|takes|taken|hid|hides|keeps|kept)(?: away)? (?:my|the) (?:\w+ )?(?:keys|passport|phone|bank card|id|documents|papers)(?: and my \w+)? so (?:that )?i (?:can not|could not|stay|do not)
    i am not allowed (?:to )?(?:leave|go|see|talk|speak|work|have (?:my own|a job|friends|money|a phone|any|visitors|male|contact)|use|drive|meet|call|contact|visit|say no|own|spend|lock|wear|sleep|eat|close|out)(?! (?:about (?:it|that|this)|of (?:this|the)|in (?:the|this)|to (?:the (?:gym|party) on))\b)
    (?:have|need|had|got|must|supposed|forced) to (?:ask|get|beg)(?: (?:him|her|them|my \w+))?(?: for)?(?: his| her| their)? (?:permission|for (?:every|money|grocery|pocket)|before i (?:leave|go|can|spend|see))
    (?:account|answer|explain|justify|show (?:him|her) (?:receipts|a receipt)|receipts?)(?: \w+)? (?:for|to (?:him|her) for)? ?(?:every|each|all) (?:penny|cent|minute|euro|dollar|pound|receipt|purchase|thing i (?:buy|spend)|step|call|move|single)
    <he> <g4>(?:control|controls|controlled|controlling|decides|decide|dictates|monitors|monitor|tracks|tracking|watches|polices)(?: \w+)? (?:(?:all )?(?:the|our|my) (?:money|finances)|my (?:every|phone|life|calls|messages|movements|location|whereabouts|clothes|spending|bank|finances|weight|food|account|accounts|email|every move)|everything i (?:do|say|wear|eat|spend)|what i (?:wear|eat|do|spend|say|am allowed)|who i (?:see|talk|speak|meet|can|am)|where i (?:go|am)|when i (?:can|eat|sleep|leave|go)|every (?:move|step|penny|cent|aspect|part|minute)|me (?:with|through|and)|me all the time|whom i|how i (?:dress|spend)|which friends)
    (?:put|puts|installed|installs|hid|hidden|placed|planted|found|has|uses)(?: \w+){0,2}? (?:a |an |the |hidden )?(?:tracker|tracking app|spyware|gps|air ?tag|cameras?|tracking device|spy app|camera|keylogger|microphone)(?: \w+)? (?:on|in|to|around|at|inside)(?: \w+){0,2} ?(?:my|me|us|house|phone|car|bag|home|bedroom)
    <he> <g4>(?:follow|follows|followed|following) me(?: (?:everywhere|around (?:the house|everywhere)|to work|home|when|whenever|wherever|in (?:his|her|the) car|and (?:checks|watches|i am))|$)
    (?:check|checks|checking|checked|search|searches|searching|goes through|go through|reads|demands to see|inspects)(?: all)? (?:of )?my (?:phone|messages|texts|emails|bag|location|mileage|underwear|clothes|calls|call log)(?: \w+){0,2}? (?:every|all the time|each|daily|constantly|whenever|when i (?:come|get)|and (?:punish|deletes|decides|screams|gets (?:angry|mad|furious)|i am|then (?:hits|screams)|threat)|to see who)
    (?:threaten|threatens|threatened|threatening|says|said|swears|told me|tells me|vows|warns me|warned me)(?: \w+){0,4}? (?:to |he will |she will |he would |she would |they will |they would |i will |i would )(?:take (?:away )?(?:the |my |our )?(?:children|son|daughter|baby)|never see (?:the |my |our )?(?:children|son|daughter|baby)|have me deported|deport me|call immigration|report me|(?:post|share|publish|send|leak|show)(?: \w+){0,3}? (?:photos|pictures|videos|nudes|images|recordings)|kill (?:himself|herself|themselves)|hurt (?:himself|herself|themselves|my|the dog|our)|harm (?:himself|herself)|commit suicide|ruin (?:me|my)|destroy (?:me|my|everything i)|burn (?:the|my|down|our)|out me|regret it if|lose (?:the|my) (?:children|home)|be sorry if i|make (?:me pay|my life hell)|find me|throw me (?:out|on the street)|cut me off (?:financially|from))
    (?:find|hunt|track) me (?:wherever|no matter|anywhere|if i|down|and kill)|never let me (?:go|leave)(?:$| alive| without)|will not let me go(?:$| without| alive| and)
    i (?:can|could|am|do) not(?: \w+)? (?:say no|refuse|leave him|leave her|disagree|get away)(?: to (?:him|her|them|sex|my \w+)| in bed)?(?: \w+){0,2}? (?:because|or (?:he|she)|without (?:him|her|being|getting|paying|punish|it)|otherwise|safely|sex|to sex)(?! (?:the sake|i love|she is my|he is my|we have|of the (?:children|mortgage|money)|i am (?:too|the))\b)
    (?:cut|cuts|cutting|isolate|isolates|isolated|isolating|kept|keeps|alienated) me (?:off )?from (?:all )?(?:my|everyone|the outside|everybody|friends|family|other)(?: friends| family)?
    (?:afraid|scared|forced|pressured|pressures|coerced|bullied|terrified|blackmails?|blackmailed|coerces|coercing) (?:me )?(?:into|to) (?:say no|refuse|sign|signing|sex|marry|having an abortion|have an abortion|keep quiet|drop|delete|quit|give up my|stay|staying|agree|hand|obey|doing this|do this|join|say yes|write this|lie|get pregnant|have (?:a|his) (?:baby|child)|transfer|take (?:drugs|out a loan)|quitting|doing it|using|be here|participat\w+|tell)(?! (?:too|something|the truth|him|her)(?: (?:how|that|about|what)))
    (?:made|makes|forces|forced|forcing|making) me (?:quit (?:my|work)|give up my (?:job|friends)|sign|stop seeing (?:my|friends)|stop working|block|delete (?:my|all)|kneel|beg|hand over|give (?:him|her) (?:all )?my|watch (?:him|her|porn)|do (?:this|things i)|have an abortion|get rid of|strip|sleep on the floor|eat|drink|take drugs|swallow|apologi[sz]e on my knees|come here|write this|join this|use this|cut (?:off|ties|contact))
    (?:gives?|giving|allows?|get|have) me (?:an |a )?(?:allowance|pocket money)|i have no access to (?:my|our|any|the) (?:own )?(?:money|bank|account|accounts|finances)|do not have (?:any )?access to (?:my own |our |any )?(?:money|account|bank)
    (?:stand|stands|standing|sits|sitting|is|reading|looking|watching)(?: \w+){0,3}? (?:over my shoulder|reading (?:what i|this)|watching me (?:type|write)|next to me (?:while|telling me))|tells me what to (?:write|type)|i (?:have to|must) (?:obey|do (?:whatever|everything) (?:he|she) (?:says|wants)|submit)
    (?:says|said|tells me|told me) (?:that )?(?:nobody|no) (?:will|would) (?:ever )?believe me|(?:punish|punishes|punished|punishing) me (?:for|when|if|by|physically|whenever)(?! (?:with silence|emotionally|giving me the silent)\b)
    (?:waits|waited|waiting|stands|stood|sits|parks|parked|lurks|lurking|shows up|turns up|showed up|turned up)(?: \w+){0,3}? (?:outside|in front of|at|near|by) my (?:work|workplace|house|flat|door|office|home|school|car|window|gym)
    <he> lock(?:s|ed|ing)? me out(?! of (?:my (?:account|phone)|the (?:conversation|decision|account)|his (?:heart|life)|her (?:heart|life)))
    lock(?:s|ed)? (?:the|all the|every) (?:\w+ )?doors?(?: \w+){0,3} (?:keeps?|takes?|hides?|hid|kept|took) (?:the|all the) keys?|checks? all my (?:calls|messages|texts)|(?:does|do|did) not (?:want|like) me to (?:see|meet|talk to|speak to|visit) (?:my|any|other|anyone)(?: \w+){0,3} (?:anymore|and (?:checks|reads|controls|follows))
    or (?:else )?(?:there will be|i (?:face|get|will face)|he will|she will) (?:consequences|punish\w*|hell to pay|trouble for me)
    """,
    ordinary=True,
)

AFRAID = rules(
    Label.FEAR,
    Tier.A,
    r"""
    (?:i|we)(?: \w+){0,4}? <afraid>(?: \w+)? of (?:him|her|them|my (?:own )?(?:husband|wife|partner|boyfriend|girlfriend|fiancee?|spouse|ex|father|stepfather|mother|brother|son|roommate|ex \w+))(?= ,| and| but| when| if| because| right| at| all| every| again| most| these| since| anymore| that| hurting| coming| is| hitting| killing| attacking| finding|$)
    <afraid>(?: \w+)? (?:of )?what (?:he|she|they|my \w+)(?: \w+)? (?:will|would|might|could|may|is going to|can|is capable of|does|do|is able to)(?! (?:do )?(?:with|about) (?:the|our|my|his|her|all|it)\b(?! (?:gun|knife|children|child|baby|photos?|pictures?|videos?)))(?: \w+)? ?(?:do|capable|done)?(?! (?:say|think|feel|answer|decide|choose|react|reply|tell\w*|hear|find)\b)
    <afraid>(?: (?:that|of))?(?: \w+)? (?:he|she|they|him|her|my (?:husband|wife|partner|boyfriend|girlfriend|ex|father|stepfather))(?: \w+){0,2}? (?:will|would|might|could|may|is going to|going to|wants to)?(?: \w+)? ?(?:kill|killing|hit|hitting|hurt|hurting|beat|beating|attack|attacking|harm|harming|strangle|find me|come after|finding me|get violent|become violent|lose control|snap|do something to (?:me|us|the)|take the children and) ?(?:me|us|the children|my)?(?! feelings)
    (?:i )?(?:am|feel|live|living|was|have been|we are)(?: \w+){0,2}? (?:afraid|scared|terrified|frightened|in fear)(?: \w+)? (?:to (?:go|come|be|stay|return|walk|drive) (?:back )?(?:home|to (?:my|our) (?:house|home|flat|apartment)|in (?:my|our) own (?:home|house)|alone with (?:him|her)|in the same room|at home)|in my own (?:home|house)|at home|every day|of going home|of coming home|when (?:he|she) (?:comes|gets|drinks|is (?:drunk|angry)|walks|shouts|raises)|to be (?:alone with|around|near|at home|home)|to (?:leave|fall asleep|sleep) (?:him|her|next|beside|because|in)|to sleep|to leave)(?! (?:the (?:job|kids))|because i (?:love|would miss))
    """,
)

UNEASE = rules(
    Label.FEAR,
    Tier.B,
    r"""
    (?:he|she|they|husband|wife|partner|boyfriend|girlfriend|father|stepfather|ex) <g4>(?:scares|frightens|terrifies|frighten|intimidates|terrorises|terrorizes|terrorizing|terrorising|frightened|terrified|scared) (?:me|us)(?: (?:sometimes|a lot|physically|more and more))? ?(?:when|$|,|and|at times|because|if|physically|to the point)(?! (?:the other|by (?:jump\w*|driv\w*))|(?:jump|hid))
    <afraid> of (?:his|her|their|my (?:husband|wife|partner|boyfriend|girlfriend|father) s) (?:temper|anger|rage|outbursts?|fists?|violence|moods? when|drinking|rages|hands|footsteps|aggression|threats)
    (?:his|her|their) (?:temper|anger|rage|outbursts?|rages|drinking|aggression|threats) (?:scares?|frightens?|terrif(?:y|ies)) (?:me|us)
    (?:do|does|did|can|never|no longer|not|am|are|never felt)(?: not)?(?: \w+)? ?(?:feel|feeling|felt|been)? ?(?:physically )?safe(?: \w+)? (?:at home|in (?:my|our|this) (?:own )?(?:home|house|flat|apartment|relationship|marriage|bed)|with (?:him|her|them|my (?:husband|wife|partner|boyfriend|girlfriend))|around (?:him|her|them|my)|near (?:him|her)|here|when (?:he|she) is|alone with|living|being (?:alone|home)|sleeping|to (?:go home|be alone|leave))(?! (?:emotionally|to (?:share\w*|open|talk\w*|say|be (?:honest|myself|vulnerable)))|(?:to )?(?:share|tell|open|express|talk|say))
    i <own>(?:feel|am|feeling) (?:unsafe|not safe|in danger|endangered|threatened)(?: (?:at home|with him|with her|around|in|when|by (?:him|her|my)|here|physically|alone)|$| ,| and)(?! (?:emotionally|sharing|in meetings|at work)\b)
    i am in danger|we are in danger|i need to (?:escape|get out before|hide from)|(?:need|have) to get away from (?:him|her) before|please help me (?:he|she)|i (?:need|want) to (?:escape|flee)(?: from)? (?:him|her|my (?:husband|wife|partner|boyfriend|girlfriend|marriage)|this house)
    <afraid> to (?:say no|refuse|disagree with him|fall asleep|contradict|leave him|leave her|break up because|call (?:the police|for help)|tell anyone|make (?:him|her) (?:angry|mad)|upset (?:him|her) because|breathe|anger (?:him|her)|leave because|stay (?:at home|in the house|alone with))
    (?:children|son|daughter) and i (?:are|live|hide|stay|feel)(?: \w+){0,3}? (?:afraid|scared|in fear|hide|in (?:the|our) room|terrified|unsafe|hidden|quiet)
    i (?:fear|dread) (?:him|her|my (?:husband|wife|partner|boyfriend|girlfriend)|for my)(?:$| ,| and| when| because| safety| coming| hurting)|in fear of (?:him|her|my)|(?:live|living|lived) in (?:constant |daily )?(?:fear|terror)(?! of (?:losing|being left|failing|failure|rejection))
    <afraid> (?:of|about) how (?:he|she|they) (?:will|might|would) (?:punish|hurt|retaliate)|(?:will|would|might) (?:retaliate|take it out on (?:me|us|the children)|make me pay|pay for it later)
    something (?:bad|terrible) (?:will|is going to|might|could) happen to me|if (?:anything|something) happens to me|worried (?:he|she) (?:will|might) (?:hurt|kill|hit|attack) (?:me|us)
    """,
)

FAINT = rules(
    Label.FEAR,
    Tier.C,
    r"""
    egg ?shells|<afraid> (?:of|about) (?:how|his|her|their) (?:(?:he|she|they) )?(?:will|might|would|reaction|react|next)|<afraid> to (?:tell|bring|speak|talk|open)
    (?:scream|screams|screamed|shouts?|shouted|yell|yells|yelled) at (?:me|us|the children)
    (?:he|she|they) (?:is|are) (?:so )?(?:controlling|manipulative|jealous)|(?:check|checks|reads|read|went through) my (?:phone|messages)
    <hit> (?:her|him|them)\b
    """,
)

RULES = VIOLENCE + HINTS + CAPTIVITY + DURESS + COERCION + CONTROL + AFRAID + UNEASE + FAINT
