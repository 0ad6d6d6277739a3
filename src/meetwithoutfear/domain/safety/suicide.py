"""Wishing to die, and harming oneself."""

from __future__ import annotations

from meetwithoutfear.domain.safety.findings import Label, Tier
from meetwithoutfear.domain.safety.rules import rules

SUICIDE = rules(
    Label.SUICIDE,
    Tier.A,
    r"""
    (?:kill|kills|killing|killed|hang|hanging|shoot|shooting|drown|drowning|poison|poisoning|murder|gas|off) myself
    (?:do|doing) myself in|top(?:ping)? myself|do away with myself|doing away with myself|finish(?:ing)? myself off
    (?:end|ending|ended|take|taking|finish|terminate) my (?:own )?(?:life|existence)(?! (?:back|in|into|for|serious|to|with|as|together)\b)
    (?:take|taking|took) my own life
    (?:end|ending) it all|put an end to (?:it all|my life|myself|everything)|make an end of it
    i <own>(?:want|wanted|wish|need|long|would like|hope|prefer|ready|deserve|should|ought|decided|going|about|prepared|intend|plan|planning|beg|begging|pray)(?: \w+){0,2}? to (?:die|be dead|not exist|stop existing|stop living|cease)(?! (?:of|for|in peace when|old|with dignity|happy)\b)
    i <own>(?:wish|wished) (?:that )?i (?:was|were|am|would be|could be|would have been) (?:dead|never born|not alive|not here anymore|six feet)
    i (?:wish|hope|pray) (?:that |for )?i (?:would |could |did |do |might |will |can )?(?:die|not exist|cease|stop existing|not be alive|not live|fall asleep and never|go to sleep and never|fall asleep and not|go to sleep and not|sleep forever)
    i wish i (?:had|would|have) (?:never been born|not been born|never existed|died)|i should never have been born|wish i was never born|wish i were never born
    i (?:do|did|would|no longer|can)(?: not)? <own>(?:want|care|wish|like|desire|bear|stand)(?: \w+)? (?:to )?(?:be|being|stay|staying|remain) alive
    (?:do not|no longer|never) (?:want|wish|care) to (?:live|exist|be alive|go on living|keep living|continue living|stay alive|keep existing|be on this (?:earth|planet)|be in this world)(?! (?:with|here|in (?!this world)|like|together|alone|at|there|a|next|near|under|by|this way|apart|without|so|somewhere|on my own|out|off)\b)
    not wanting to (?:live|be alive|exist)(?! (?:with|here|in|like)\b)
    i (?:would|had|am|might be|think i would be|will be|may be) (?:be )?(?:better off|better) (?:dead|if i (?:was|were) dead|not (?:alive|existing))
    i <own>rather (?:be dead|not be alive|not exist|not live)
    rather die than (?:live|go on|keep|face|continue|endure|carry|wake|spend)
    i (?:am|feel|felt|have been|have felt|am feeling|have been feeling|was|get|become)(?: \w+){0,2} suicidal
    (?:thoughts? (?:of|about)|thinking (?:of|about)|think (?:of|about)|considering|considered|consider|contemplating|contemplated|contemplate|planning|planned|attempt|attempted|attempting|commit|committing|tempted by|googled?|googling|researching) (?:my own )?suicide
    (?:i|my) <own>suicidal (?:thoughts|ideation|feelings|urges|plans?)|(?:have|having|had) (?:\w+ )?suicidal (?:thoughts|feelings|urges)
    (?:my )?(?:suicide|death) (?:note|letter|plan|attempt) (?:is|ready|for)|(?:my|a) suicide (?:note|plan|letter)|tried suicide
    (?:slit|slitting|slash|slashing|cut|cutting|open|opening) (?:open )?my (?:own )?(?:wrists?|throat|veins)
    (?:throw|throwing|threw|jump|jumping|jumped|step|stepping|walk|walking|lie|lying|run|running) (?:myself )?(?:in front of|under|before|into) (?:a |the |an |oncoming |moving |passing )*(?:train|trains|bus|car|cars|truck|lorry|tube|traffic|tracks|tram|subway)
    (?:i|of|about) <own>(?:jump|jumping|jumped|throw myself|throwing myself|leap|leaping|fall|falling|step|stepping) (?:off|from|out of|over) (?:the |a |that |my |our |this |of |edge )*(?:bridge|roof|balcony|building|cliff|window|rooftop|ledge|tower|overpass|viaduct|platform)
    (?:drive|driving|drove|steer|steering|crash|crashing|crashed|swerve|swerving) (?:my car |the car |myself |it |straight |right |my truck |our car )*(?:into|off|in front of) (?:a |the |an |of |oncoming )*(?:tree|wall|bridge|cliff|river|lake|oncoming|traffic|truck|lorry|pole|road|ditch|barrier|pillar)
    (?:take|taking|took|swallow|swallowing|swallowed|down|eat) (?:all|every|a whole|the whole|too many|a bunch|a handful|a bottle|an entire|the entire|a load|\d+)(?: \w+){0,3} <pills>
    i <own>(?:overdose|overdosed|overdosing|od|take an overdose|taking an overdose|took an overdose)
    (?:do not|did not|would not) care (?:if|whether) i (?:live or die|die|am dead|live|lived|lived or died|wake up|died)
    (?:do|does|did) not deserve to (?:live|be alive|exist)
    (?:no|not any|no more|nothing|not much|not a|any|little) (?:point|reason|reasons|sense|use|purpose|will|wish|desire|strength)(?: left)? (?:in|to|of|for|for me to|why i should) (?:living|live|going on living|go on living|being alive|be alive|stay alive|staying alive|existing|exist|keep living|carry on living|continue living|my life)(?! (?:with|in (?!this world)|at|apart|on|here|together|like this with)\b)
    nothing (?:left )?(?:to|worth) liv(?:e|ing) for|nothing to live for|no reason to live
    life (?:is|was|feels|seems|has)(?: \w+){0,3}? ?(?:not|no longer|pointless|never)(?: \w+)? ?worth (?:living|it)|my life is (?:not worth|pointless|over)|life (?:is )?not worth living|is life worth living
    i am a danger to myself|i am not safe (?:from|with|around) myself|might do something to myself|do something to myself
    (?:by the time|when) (?:you|they|he|she|anyone)(?: \w+)? (?:read|reads|find|finds|get|gets) this,? i (?:will|might|may|shall|could) be (?:gone|dead|no longer)
    i (?:can|could) (?:not|no longer) live (?:anymore|any longer)(?:$| ,| and)|i should (?:die|be dead)(?:$| ,| and| already)
    (?:decided|know|chosen|planned) (?:how|when|where|the day) i (?:will|want to|am going to) die|i (?:will|would|am going to) be dead (?:by|before|soon|when|tomorrow|tonight|in)
    (?:matter|care|matters|cares) (?:if|whether) i (?:die|live|lived|died|am dead|am alive|exist|existed|live or die)|no (?:other )?way (?:out )?(?:than|but|except) (?:death|to die|dying|suicide)
    (?:best|better|easier|nicer|good|rather|prefer|want|like|love|wish|need) (?:for me )?(?:to )?(?:be dead|not be alive)|(?:stopped|stop|no longer|not|without|lost) wanting to (?:live|be alive|exist)(?! (?:with|here|in|like|together)\b)
    (?:not|never|hardly) (?:\w+ ){0,3}(?:find|see|have|know|think of|need|got) (?:\w+ ){0,3}(?:reason|reasons|point|purpose|why i should|use) (?:\w+ )?(?:to|in|for|of) (?:stay|staying|live|living|be|being|keep|go on living|remain) ?(?:alive|living)?(?! (?:with|here|in|together|like|at|friends|mad|angry|nice|honest|the|a)\b)
    my (?:own )?suicide|i <own>(?:happier|better|of more use|worth more) (?:off )?dead|my life (?:should|must|has to|needs to|will|is going to) (?:end|be over)(?! (?:up|with)\b)|(?:no|not the|any) right to (?:live|be alive|exist)
    """,
)

HINTS = rules(
    Label.SUICIDE,
    Tier.B,
    r"""
    <all> (?:would|will|could|might|may|is|are|must be|can)(?: \w+){0,3}? (?:better|easier|happier|fine|better off|relieved|glad)(?: off)?(?: (?:place|life|lives|time|with|for))*(?: \w+)? (?:without me(?! (?:there|at|in|on|cook\w*|driv\w*|help\w*|interfer\w*|know\w*|around the|as|being|nagg\w*|in the)\b)|if i (?:was|were|am|did|had|died|disappeared|vanished|left this|would be)(?: (?:not|no longer|never|all))?(?: (?:gone|dead|here|around|alive|exist|been born|longer \w+|in this world|existed))?<end>)
    better off (?:without me|if i (?:was|were|had|did|died|disappeared))(?! (?:at work|there|in|on)\b)
    (?:would|will|could|does|do|did|might) (?:not |never )?(?:<any3>)(?:miss|notice|care|mind|cry|mourn|remember|be sad|look for)(?: me)?(?: \w+)? if i (?:was|were|am|died|disappeared|vanished|did|had|would|killed|never|stopped existing|went missing|ceased|dropped dead)(?: (?:not|no longer|never|all))?(?: (?:gone|dead|here|around|alive|exist|been born|wake|longer \w+|there anymore|existed))?<end>
    (?:nobody|not a soul|who) (?:would|will|is going to|s going to)(?: \w+)? (?:miss me|notice (?:if|when|that) i am (?:gone|dead|not here)|care (?:if|when) i am (?:gone|dead))
    (?:would|will) (?:not|never)(?: \w+)? miss me(?! (?:at|for|when i go|while)\b)
    if i (?:died|were dead|was dead|were gone|was gone|disappeared|were not here|was not here|were not around|was not around|did not exist|did not wake up|never woke up|stopped existing)<any3>,?(?: then)?<any3>(?:nobody|everyone|no|they|it|things|maybe|would|who|he|she|people|the world|all)
    i <own>(?:wish|hope|hoping|want|wanted|wanting|prayed|pray|like)(?: \w+){0,4}? (?:not|never|to never|not to) (?:to )?(?:wake up|have to wake up|have woken up|wake)(?! (?:early|so|at|to (?:his|her|the (?:alarm|noise))|the|him|her|next to|alone)\b)
    (?:do|did) not want to wake up(?! (?:early|so|at|to (?:his|her|the|another (?:fight\w*|argument))|the|him|her|next|alone|beside|in this house|every)\b)
    (?:sleep|fall asleep|go to sleep|go to bed|close my eyes|asleep)(?: \w+){0,3}? (?:and|to) (?:never|not)(?: \w+)? (?:wake|open|get up)|sleep forever|never wake up again
    i <own>(?:want|wish|need|wanted)(?: \w+){0,2}? (?:everything|it all|all of it|all of this|all this|life|my life|the pain|this pain|all the pain|the hurt|the hurting|the suffering|this suffering|my suffering|the voices|the thoughts)(?: \w+){0,2}? (?:to )?(?:stop|end|be over|over|go away|cease|finish|be done|to be over|would stop|would end)
    i <own>(?:want|wish|need) (?:it|this) (?:to )?(?:stop|end|be over) (?:forever|for good|permanently)
    (?:plan|planning|want|ready|going|decided|thinking|thought|thoughts|time|way|ways|how|need|tempted|idea|urge|about|intend|think)(?: \w+){0,2}? (?:to |of |about )?(?:end|ending) it(?! (?:with|between|all between|together|peacefully|amicably|properly|there|here|on|by|like|as|the|right|before|in)\b)(?:$| )<end>
    i <own>(?:have|made|got|had) (?:a|my|the) plan (?:to (?:end|stop|finish|leave this|disappear|go) (?:it|everything|this|my|all|world|for good|forever)|for (?:how|when) (?:to )?(?:do it|i will do it|i will die|die))
    i know (?:exactly )?(?:how|when|where) i (?:would|will|am going to|want to) (?:do it|end it|die|go)<end>
    (?:do|did|can) not (?:want to|think i|think i will|know if i will|see myself|imagine|imagine myself|imagine being|picture|picture myself|expect to|see me|think i can|know if i want to|feel like)(?: \w+)? ?(?:be|being|am|living|still being|will be)(?: \w+)? (?:here|around|alive)(?: (?:anymore|next|in|much|for much|any longer|tomorrow|when|at christmas|by|a year|to see|this time|five))?(?! (?:with|for (?!christmas|my|his|her|the|much|long)|at|this|because|tonight|while|either|if|right)\b)<any3>(?:$|,| and| but| year| anymore| longer| month| week| christmas| summer| birthday| much)
    i (?:will|would|might|may|am|do) not(?: (?:going to|be able to|plan to|want to|expect to))? (?:be|being) (?:here|around|alive)(?: for)? (?:anymore|much longer|for long|next|tomorrow|very long|long|in a (?:year|month|week)|to see|when you)
    i (?:will|would) be gone (?:soon|by|before|forever|tomorrow|then)(?! (?:for|on|to|the weekend|a week)\b)
    (?:do not|no longer) want to be (?:here|around)(?: anymore| any longer)?<end>
    (?:not|never) see myself (?:being (?:around|here|alive)|living|growing old|making it|turning|reaching|surviving|alive)(?! (?:with|together|in|there)\b)
    can not (?:see|imagine|picture) (?:a |any |my )?(?:future|tomorrow|next year)(?: for (?:me|myself)| with me in it| where i am alive| that has me in it)
    i <own>(?:wrote|written|writing|write|finished|prepared|drafted|started)(?: \w+){0,3}? (?:goodbye|farewell|last|final|suicide) (?:letter|letters|note|notes|message|messages|words|video)|written my (?:goodbyes?|note|letters)|left a note for (?:everyone|my family|them|when)
    (?:said|saying|say|made|making|written) my (?:last |final )?(?:goodbyes?|farewells?)|last time (?:you|they|he|she|anyone) (?:will|would) (?:see|hear from) me
    (?:this|it) is (?:my )?(?:goodbye|farewell|final goodbye|last message)(?: \w+)? ?(?:forever|everyone|to (?:the world|everyone|all|life|this life)|world)?$
    (?:giving|gave|given|give) (?:away )?(?:all )?my (?:things|belongings|possessions|stuff|favourite \w+|favorite \w+|most \w+ (?:things|possessions|belongings)|pets?|precious \w+)(?: away)?(?! (?:back|a|to (?:charity|goodwill|the))\b)
    (?:put|putting|got|getting|setting|set|sorting|sorted|arranged|arranging) (?:all )?my (?:affairs|papers|will|funeral|life insurance)(?: \w+)? (?:in order|so (?:that )?(?:they|everyone|nobody)|sorted|before i (?:go|leave|am gone))
    (?:saving|saved|stockpiling|stockpiled|collecting|collected|hoarding|hoarded|counting|counted|storing|keeping|kept|bought|have enough|got enough|enough|stash of|lined up)(?: \w+){0,3}? <pills>
    how many (?:\w+ )?<pills>|<pills> (?:it|that|would|to) (?:\w+ )?(?:take|takes|end|do it|kill|finish|sleep forever)|(?:look|looked|looking|stare|staring|stared) at (?:the|my|all the) (?:bottle of )?<pills>|<pills> (?:in my hand|ready|next to my bed|lined up|in the drawer)
    (?:painless|easiest|quickest|quick|best|different|easy|peaceful|easier) (?:way|ways|method|methods) (?:to (?:die|go|end|do it|leave this)|of dying|out of (?:life|this life|this world))|ways to (?:die|kill|end (?:it|my))|researching (?:methods|ways)|how to tie a noose|a noose|the rope (?:is|in)
    i <own>(?:stand|stood|standing|sat|sit|sitting|went to|go to|drove to|drive to|walked to|looked (?:down|over)|look (?:down|over))(?: \w+){0,3}? (?:bridge|ledge|roof|edge|railway|tracks|platform|cliff|balcony|rooftop|train tracks|railing)(?: (?:and|for|wonder|think|thinking|last|again|wanting|looking|imagin|where|every|tonight|yesterday|of|today)\w*)
    (?:hold|holding|held|put|putting|have|point|pointing|loaded|load|cleaned) (?:a|the|my|his) (?:gun|pistol|knife|blade|razor)(?: \w+)? (?:to|in|against|at) my (?:own )?(?:head|mouth|throat|wrist|neck|temple|chest)
    (?:lost|losing|lack|have lost|without|have no|no) (?:the |my |any |all )?(?:will|wish|desire|reason) to (?:live|go on|be alive|carry on)(?! (?:with|about|arguing|talking)\b)
    (?:no|not any|nothing|any|a|never a|the|of) (?:point|reason|sense|use|strength|hope)(?: \w+)? (?:in|to|of|for) (?:go on|going on|carry on|carrying on|continuing|continue|keep going|waking up|wake up|get up anymore|anything anymore|anything|any of it|being here|it all|me being here|me to be here|my existence|trying to live)(?! (?:about|with|like|argu\w*|fight\w*|talk\w*|the|this|to|try\w*|that|at)\b)
    what is the (?:point|use|purpose|sense)(?: (?:in|of))? (?:living|being alive|going on(?! (?:about|with|like)\b)|life|my life|anything|it all|any of it|carrying on|being here|existing|staying alive|waking up)
    (?:tired|sick|weary|exhausted|done|finished|through|fed up|over) (?:of|with|from|being) (?:living|life|being alive|alive|existing|my life|my existence|this life|being here|being in this world|waking up|fighting to stay alive)(?! (?:with|like|in|here|out|together|at|under|on|for|a|this|next|paycheck|without|apart|every|to|alone|early)\b)
    (?:give|giving|given|gave) up on (?:life|living|myself|everything|my life)
    i (?:can|could) (?:not|no longer) (?:go on|carry on|keep going|continue)(?: anymore| any longer| living)?(?: like this anymore)?(?:$| ,| and i| i am)
    (?:do not|not) know (?:how (?:much|many)(?: \w+)? longer|if|whether|how long) i can (?:go on|hold on|carry on|keep going|hang on|stay alive|survive|make it|keep (?:myself alive|doing life))(?! (?:with|like|pretend\w*|pay\w*|work\w*|liv\w*)\b)
    i <own>(?:want|wish|would like|wanted|need|could|wishing|like|love)(?: \w+){0,3}? (?:disappear|vanish|cease to exist|stop existing|not exist|be gone|fade away|not be here|not be alive|be no more|stop being|be nothing)(?! (?:from|into|in|for a (?:while|week|day|bit|weekend)|on|at|to|when|behind|the|under)\b)(?:$|,|<end>)
    (?:will|would|do|did) not (?:have to|need to) (?:worry about|deal with|put up with|bother with|suffer|bear|look after|take care of|see|carry) me (?:much longer|anymore|soon|for long|after|any longer|for much)
    (?:soon|then|finally|once) i (?:will|would|am going to) (?:not be|no longer be|be no|never be|be out of|stop being|not bother)(?: \w+){0,3}? (?:problem|burden|trouble|bother|way|anyone|here|around)|will not bother (?:anyone|you|them) (?:anymore|much longer|again)
    i <own>(?:am|feel like|have become|feel|be|been|being|become)(?: \w+){0,2}? (?:a |such a )?burden (?:to|on|for) (?:everyone|all|my|the|others|people|them|him|her|you|those)|i am (?:just |only |nothing but )?a (?:burden|waste of (?:space|oxygen|air|life))<end>|i am a waste
    i <own>(?:think|thinking|thought|dream|dreaming|fantasi[sz]e|fantasi[sz]ing|thoughts|obsess|daydream|imagine|imagining)(?: \w+){0,3}? (?:about|of) (?:my own death|my death|dying|being dead|death|not being here|not being alive|not existing|my funeral|my own funeral|not waking up|ending things|ending everything|leaving this world|leaving this life)(?! (?:of|in the family|with|my|between|penalty)\b)
    (?:imagine|picture|imagining|picturing|wonder|see)(?: \w+){0,3}? (?:my own funeral|my funeral|my own death|what it would be like to (?:die|be dead|not exist)|being dead|at my funeral)
    (?:death|dying|being dead) (?:would|seems|sounds|feels|is|looks|might)(?: \w+){0,2}? (?:relief|peaceful|easier|better|like a|the only|my only|an option|tempting|welcome|comforting|appealing|answer|way|freedom)
    (?:see|there is|sees|find|is|only|know|have)(?: \w+){0,2}? (?:no|not any|not a|no other|one) way out(?: (?:left|anymore|for me|but|except|than|of life|of my life|and it is death))*<end>
    (?:cares?|caring|care) what happens to me<end>|(?:do not|no longer) care (?:about )?what happens to me|do not care (?:about|for) my (?:own )?life|do not care if i (?:get hit|crash|never|am hurt|get hurt|make it|survive)
    i (?:hope|wish|prayed|pray)(?: \w+)? i (?:get|got|would get|am|could get|were|was) (?:hit by|run over|in an accident|cancer|killed|into an accident|a terminal|in a car)|wish (?:a|the|some) (?:car|bus|truck|train|lorry) would (?:hit|run)|would not (?:mind|care) (?:dying|if i died|being dead|not waking|if i did not wake)
    (?:do not|not|can not) trust myself (?:tonight|alone|with (?:the|my|a)|to be alone|to stay|around|not to|right)|(?:going to|might|will|could|about to|scared i will|afraid i will) do something (?:stupid|terrible|drastic|irreversible|final|permanent)(?: to myself)?<end>
    (?:do not|not) feel safe (?:with myself|alone with (?:myself|my thoughts)|being alone tonight|from myself)|not safe (?:alone|on my own)(?: tonight)?|keep(?:ing)? myself (?:safe|alive)
    (?:made|make) (?:my )?peace with (?:dying|death|leaving this|the end)|ready to (?:go|die|leave this (?:world|life)|meet my maker)(?: for good| forever)?(?:$| and (?:i|nobody|everyone))|leave this (?:world|earth|life)|leaving this (?:world|earth|life)|check out (?:of life|for good|permanently)|not (?:long )?for this world
    tonight (?:is|will be) (?:the night|my last|the last)|my last (?:day|night|christmas|birthday|week)(?: alive| on earth| here on| with (?:you|everyone))*$|one last (?:time|christmas|hug) before i (?:go|leave|die)
    (?:when|after|once) i am (?:gone|dead)(?! (?:for|on|at|to|from|all|in the|out|tired|this|next|asleep)\b)(?:,| \w+|$)
    (?:it|this|everything|things|life) (?:would|will|might|could) (?:all )?be (?:\w+ )?(?:easier|better|simpler|over|best|a relief)(?: \w+){0,3}? if i (?:was|were|am|did not|died|disappeared|had|never|stopped)(?: \w+)? (?:here|exist|existed|gone|dead|around|alive|wake|born|existing|anymore|not here)
    (?:had|have had|have|is|had it) enough of (?:life|living|being alive|this life|this world)|(?:everything|it all|life|my life|it) (?:is )?(?:meaningless|pointless|over for me)<end>|there is nothing left for me|i have nothing left(?: to (?:lose|give|live))?$|no future for me|i have no future
    (?:i|to) (?:want to |need to |could |will )?(?:join|be with|see) (?:my )?(?:late |dead )?\w+ (?:in heaven|on the other side|in the grave|again in heaven)
    want out of (?:this )?(?:life|world)|(?:end|ending) (?:everything|things)(?: (?:tonight|forever|for good|with (?:my|the) <pills>|permanently)|$)|(?:bought|got|have|found|tied|buy) (?:a |the |some )?(?:rope|noose)(?! (?:for|ladder|swing)\b)
    (?:letters?|notes?|videos?|messages?)(?: \w+){0,4}? for (?:when|after) i am gone|(?:living|life|being alive|existing) (?:hurts|is (?:unbearable|torture|agony|too (?:much|painful|hard)))
    (?:roof|bridge|ledge|balcony|cliff|rooftop|railing|platform|tracks)(?: \w+){0,6}? (?:jump|jumped|jumping|stepping off|letting go)
    not (?:going to |think i will |think i can )?(?:make it|survive|get|last|live) (?:through|until|past|to) (?:the|this|another|tomorrow)(?: (?:night|week|day|year|month|winter|weekend|morning))|not want to see (?:another (?:day|morning|year|sunrise)|tomorrow)
    life has (?:no|lost (?:all|its|any)) (?:meaning|purpose|point)|(?:about|is|of|like) being dead|if i (?:died|stopped existing|were dead|was dead|did not exist|ceased to exist|killed)
    (?:only|one) (?:thing|reason|one|person)(?: \w+){0,4}? (?:keep|keeps|keeping) me alive|i am only (?:alive|still here|still alive)|(?:reason|why|that|because) i am still alive|(?:disappointed|sorry|sad|angry|upset) (?:that|when|because) i (?:wake|woke|am still)
    not (?:\w+ ){1,5}(?:around|alive) (?:for|at|by|until|to see|come)(?: \w+){0,2} (?:christmas|birthday|summer|new year|spring|winter|next year|wedding|easter|tomorrow)
    (?:telling|tells|tell) me to (?:jump|do it|end it|die|take them|let go)
    """,
)

FAINT = rules(
    Label.SUICIDE,
    Tier.C,
    r"""
    i can (?:not|no longer) (?:do|take|bear|stand|live|cope|go on|carry on|keep going|handle) ?(?:this|it|like this|with this)? ?(?:anymore|any longer|like this)
    i (?:am|feel)(?: \w+){0,2} (?:hopeless|worthless|trapped|numb|empty|broken|desperate|unbearable)
    no hope(?: left)?|dying inside|i hate (?:myself|my life|being alive)|happier without me|(?:wants|wanted|threatened) to (?:die|kill (?:himself|herself|themselves))
    i <own>wanted to die|nobody would (?:notice|care|miss)
    """,
)

SELFHARM = rules(
    Label.SELFHARM,
    Tier.A,
    r"""
    i <own8>(?:cut|cutting|cuts|burn|burning|burned|burnt|scratch|scratching|scratched|hurt|hurting|harm|harming|harmed|injure|injuring|injured|mutilate|carve|carving|carved|slash|slashing|bite|biting|bit|stab|stabbing|slice|slicing|starve|starving|starved|punish|punishing|hit|hitting|punch|punching|punched|slap|slapping|slapped|choke|choking|strangle|bruise|bruising|whip|beat|beating|pinch) myself(?! up (?:about|over|for|and)?)
    (?:cut|cutting|burn|burning|harm|harming|hurt|hurting|scratch|scratching|injure|injuring|slash|slashing|mutilating|starving|punching|hitting) myself
    i <own8>(?:cut|cutting|cuts|burn|burning|burned|burnt|scratch|scratching|scratched|slash|slashing|slashed|slice|slicing|sliced|carve|carving|carved|bite|biting|bit|scrape|claw|clawing|clawed|hurt|stab|scratches|pierce|dig my nails into|punch|punching|pick at|picking at|rip|pinch)(?: \w+){0,4}? (?:my (?:own )?(?:left |right |upper |inner )?)<body>(?! (?:shaving|on|while|cooking|in (?:the|an?) (?:kitchen|accident)|muscles|hair|at|falling|playing|by|when i (?:fell|was)|off|free)\b)
    (?:cut|cutting|carved|carving|burned|burning|scratched|scratching|put|putting|pressing|press|pushing|stick|sticking)(?: \w+){0,4}? (?:into|on|onto|in|against) my (?:own )?(?:left |right )?<body> (?:with|until|to feel|again|because|when|so|to)
    (?:self harm|selfharm|self harmed|self harming|selfharming|self injury|self injure|self injuring|self mutilation)
    i <own>(?:cut|cutting|burn|scratch|bite|pick|hit|punch|claw|dig)(?: \w+){0,5}? (?:until|till|so) (?:it |i |that it |they |my \w+ )(?:bleeds?|bleed|bled|hurts|am bleeding|draw blood|feel|are bleeding|is raw|bruise|bruises)
    (?:started|start|been|gone back to|back to|relapsed into|resumed|stop|stopped|urge to|addicted to|into|began|am|keep|kept|tempted to start) (?:cut|cutting|burning)(?: again| anymore)?(?:$| ,| and| to (?:cope|feel|deal|get|relieve)| because| when)
    (?:cigarettes?|lighter|match|iron|flame|razor|blade|knife|needle|needles|glass|scissors|compass)(?: \w+){0,4}? (?:on|into|across|against|over|to|under) my (?:own )?(?:left |right |inner )?(?:arms?|wrists?|legs?|thighs?|skin|stomach|forearms?|hips?)
    i (?:have |had )?(?:cut|burned|burnt) (?:again|last night|yesterday|today|tonight)
    """,
)

SELFHARM_HINTS = rules(
    Label.SELFHARM,
    Tier.B,
    r"""
    (?:use|used|using|reach for|reached for|bought|hide|hid|hiding|keep|kept|took|take|got out|found)(?: \w+){0,2}? (?:razor|razors|razor blades?|blade|blades)(?! (?:to shave|for shaving|runner)\b)
    (?:hide|hiding|hid|cover|covering|covered|wear|have|got|show|shows|seen|saw|see|new|fresh|more)(?: \w+){0,5}? (?:cuts|scars|marks|burns|wounds|scratches) (?:on|all over|up|along|across|down) my (?:own )?(?:left |right )?(?:arms?|wrists?|legs?|thighs?|stomach|body|forearms?|skin)
    (?:cover|covering|covers|hide|hiding|hid)(?: \w+){0,2}? my (?:scars|cuts|burns|self)
    i <own>(?:bang|banging|hit|hitting|smash|smashing|bash|bashing|slam|slamming) my (?:own )?(?:head|fist|fists|hand|knuckles|forehead)(?: \w+){0,5}? (?:until|till|to (?:make|feel|stop)|so hard|when it gets|again and again|over and over|harder)
    i <own>(?:punch|punched|punching|hit|hitting|slam|slammed|slamming|smashed|bash|bashed)(?: \w+){0,5}? (?:until|till) my (?:knuckles|hands?|fists?)(?: \w+)? (?:bleed|bled|broke|are)
    (?:physical )?pain (?:is )?(?:the )?(?:only|one) (?:thing|way)(?: \w+){0,4}? (?:helps?|calms?|feel|works|alive|cope|real|keeps)|(?:need|want|crave|craving|deserve|seek) (?:to feel )?(?:the )?(?:physical )?(?:pain|to be hurt|to bleed|to hurt)(?: to| so| when|<end>)
    (?:seeing|see|watching|watch|the sight of) (?:my |the |my own )?blood(?: \w+)? (?:calm|help|make|reliev|sooth|run|flow|drip)\w*
    (?:urge|urges|impulse|tempted|temptation|want|wanted|need|needed|feel like|going|fantasi[sz]e about)(?: \w+){0,2}? (?:to |of |about )?(?:hurt|hurting|cut|cutting|harm|harming|punish|punishing) (?:myself|my (?:arms?|legs?|wrists?|body|skin))
    (?:not eat|stopped eating|stop eating|do not eat|starve|make myself (?:throw up|sick|vomit)|making myself (?:throw up|vomit|sick)|throwing up)(?: \w+){0,4}? (?:to punish|as punishment|on purpose|because i (?:deserve|do not deserve|am disgusting|hate))|(?:make|made|making) myself (?:throw up|vomit|puke)
    (?:pull|pulling|pulled|tear|tearing|rip|ripping) (?:out )?my (?:own )?hair (?:out )?(?:until|in clumps|strand|to feel|when it gets)
    hurt(?:ing)? (?:myself|my body)|i (?:bleed|bled) (?:to|so|because|on purpose)
    (?:doing|did|do|done) (?:it|this|that|things) to (?:myself|my own body)|(?:scars|cuts)(?: \w+){0,6} myself|i (?:\w+ ){1,3}and cut$
    """,
)

RULES = SUICIDE + HINTS + FAINT + SELFHARM + SELFHARM_HINTS
