"""The plainest German sentences of danger. People write in their own language, and this is the one most of them have here.

It reads by itself: small letters, ae for ä, words between single spaces. A gap holds no denial; a dream, a game or
something long past makes a finding faint."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from meetwithoutfear.domain.safety.findings import Label, Tier
from meetwithoutfear.domain.safety.rules import Rule

SENTENCE_END = re.compile(r"[.!?;:…\n]+")
WORD = re.compile(r"[^\W_]+")
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
LONGEST_WORD = 30

PARTS = {
    "gap": r"(?:(?!(?:nicht|nie|niemals|kein|keine|keinen|ich|fuer|schach|tennis|spiel|traum|kopf|idee|argument|argumenten)\b)\w+ ){0,5}",
    "he": r"(?:er|sie|mein (?:mann|freund|ex|exmann|partner|vater|stiefvater|bruder)|meine (?:frau|freundin|ex|exfrau|partnerin|mutter))",
    "him": r"(?:ihn|sie|meinen (?:mann|freund|ex|exmann|partner|vater)|meine (?:frau|freundin|ex|exfrau|partnerin|mutter))",
    "of_him": r"(?:ihm|ihr|meinem (?:mann|freund|ex|exmann|partner|vater|stiefvater)|meiner (?:frau|freundin|ex|partnerin|mutter))",
    "kid": r"(?:(?:die|unsere|meine|seine|ihre) (?:kleinen? )?(?:kinder|tochter|soehne|kleine)|(?:unseren|meinen|den|seinen|ihren) (?:kleinen )?(?:sohn|jungen|kleinen)|(?:das|mein|unser|sein|ihr) (?:kind|baby))",
    "beaten": r"(?:geschlagen|verpruegelt|gewuergt|getreten|vergewaltigt|geohrfeigt|misshandelt|zusammengeschlagen|krankenhausreif geschlagen|gepruegelt|gestossen|geschubst|verbrueht)",
    "kill": r"(?:umbringen|toeten|erschiessen|erstechen|abstechen|erwuergen|verpruegeln|zusammenschlagen|totschlagen|ermorden|vergiften)",
    "game": r"(?! (?:im|beim|in) (?:schach|tennis|kartenspiel|spiel|fussball|laufen|rennen|tischtennis|monopoly)\b)(?! (?:vor|um laengen|knapp)\b)",
}  # fmt: skip
LINES: tuple[tuple[Label, Tier, str], ...] = (
    (Label.SUICIDE, Tier.A, r"ich (?:will|moechte|wollte|wuerde|werde|kann|mag) <gap>(?:nicht mehr leben|nicht laenger leben|sterben|tot sein|mich umbringen|mir das leben nehmen|mein leben beenden)(?! vor| fuer dich)"),
    (Label.SUICIDE, Tier.A, r"ich (?:will|werde|moechte|wollte) mich <gap>(?:umbringen|toeten|erhaengen|erschiessen|vor den zug werfen|vergiften)"),
    (Label.SUICIDE, Tier.A, r"ich (?:bringe|bring) mich <gap>um(?! zu)|ich nehme mir <gap>das leben|mir das leben (?:zu )?nehmen|mein leben (?:zu )?beenden|mich umzubringen$"),
    (Label.SUICIDE, Tier.A, r"ich (?:denke|dachte|habe) <gap>(?:an|ueber) (?:selbstmord|suizid|den tod nach)|(?:selbstmordgedanken|suizidgedanken|suizidal|lebensmuede)"),
    (Label.SUICIDE, Tier.A, r"(?:ich (?:wuenschte|wuensche mir|waere)|wuensche ich mir) <gap>(?:tot|gestorben)|ich waere tot|(?:keinen sinn|sinnlos) <gap>(?:zu leben|weiterzuleben)|das leben (?:hat <gap>keinen sinn|nicht mehr aus)"),
    (Label.SUICIDE, Tier.A, r"abschiedsbriefe? <gap>geschrieben|(?:nicht mehr|nie wieder) (?:aufwachen|aufzuwachen)|tabletten <gap>(?:geschluckt|genommen) um"),
    (Label.SUICIDE, Tier.B, r"ohne mich <gap>besser dran|besser dran ohne mich|(?:will|moechte|mag) <gap>nicht mehr (?:da sein|hier sein|existieren|weitermachen)|allen nur (?:zur|eine) last"),
    (Label.SELFHARM, Tier.A, r"ich (?:ritze|ritz) (?:mich|mir)|(?:mich|mir) <gap>(?:geritzt|zu ritzen)|ich (?:verletze|schneide|schlage) mich <gap>(?:selbst|absichtlich|wenn|um|damit)|mich (?:selbst|absichtlich) (?:zu )?(?:verletzen|verletze|verletzt|geschnitten)|mir selbst (?:wehtun|wehzutun|schmerzen)"),
    (Label.SELFHARM, Tier.A, r"ich fuege mir <gap>(?:schmerzen|wunden|verletzungen)|mit der (?:klinge|rasierklinge) <gap>(?:haut|arm|arme|handgelenk)|(?:zigarette|zigaretten|feuerzeug) <gap>(?:meinem|meiner|meine) (?:arm|haut|hand)"),
    (Label.ABUSE, Tier.A, r"<he> (?:hat|hatte) mich <gap><beaten>(?! in (?:der|dieser) debatte)|<he> (?:schlaegt|verpruegelt|wuergt|tritt|misshandelt|vergewaltigt|ohrfeigt|schubst) (?:mich|uns)\b<game>|(?:von|durch) <of_him> <gap><beaten>|(?:schlaegt|wuergt|tritt|bedroht|verpruegelt) (?:er|sie) mich\b<game>|mich (?:wieder|gestern|oft|manchmal|regelmaessig) <beaten>|wenn <he> <gap>mich schlaegt|dass <he> mich <gap>schlaegt"),
    (Label.ABUSE, Tier.A, r"<he> (?:hat |schlaegt |schlug )?mir <gap>(?:ins gesicht|eine ohrfeige|eine geknallt|die nase|den arm|an den haaren|die rippen)|mich an den haaren|mir die kehle|an der kehle|mich zum sex|mich <gap>zu sex"),
    (Label.ABUSE, Tier.A, r"<he> (?:droht|drohte|hat gedroht) <gap>(?:mich umzubringen|mich zu toeten|mir etwas anzutun|mich zu schlagen|mit dem messer|uns umzubringen)|<he> bringt mich um wenn|dass (?:er|sie) mich <gap>(?:umbringt|toetet|verpruegelt|absticht)|(?:messer|pistole|waffe) <gap>(?:gezeigt|gezogen|an den hals|an die kehle|vorgehalten|in der hand)|<he> (?:bedroht|bedrohte) mich|hat mich <gap>bedroht|wirft <gap>(?:sachen|teller|glaeser|flaschen) nach mir"),
    (Label.COERCION, Tier.A, r"<he> (?:laesst|liess) mich <gap>nicht (?:aus dem haus|vor die tuer|zum arzt)|<he> (?:sperrt|sperrte|schliesst) mich <gap>ein|mich <gap>eingesperrt|ich darf <gap>(?:nicht aus dem haus|das haus nicht verlassen)|<he> zwingt mich <gap>(?:dazu|mit ihm|sex|zum|zur heirat)|(?:nimmt|nahm|hat) mir <gap>(?:pass|ausweis|reisepass|medikamente) <gap>(?:weg|weggenommen|abgenommen)|zwangsheirat\w*|zwangsverheirat\w*"),
    (Label.COERCION, Tier.B, r"<he> verfolgt mich"),
    (Label.FEAR, Tier.A, r"(?:ich habe|hab ich|ich hab|habe ich|ich lebe in) <gap>(?:angst|todesangst|panik) vor <of_him>(?= |$)(?! (?:em|er|en|reaktion|urteil))|ich fuerchte mich <gap>vor <of_him>(?= |$)|angst dass (?:er|sie) <gap>(?:mich <gap>(?:schlaegt|umbringt|verpruegelt|toetet)|zuschlaegt|mir <gap>etwas antut|ausrastet|gewalttaetig)|um mein leben|todesangst"),
    (Label.HARM_OTHERS, Tier.A, r"ich (?:will|werde|moechte) <him> <gap><kill>|ich (?:bringe|bring|steche|erschiesse|erwuerge|schlage) <him> <gap>(?:um|ab|tot)(?=$| wenn| und| weil| falls| sobald)|ich habe <him> <gap><beaten>|(?:messer|pistole|waffe) <gap>(?:fuer|gegen) <him>|mir ist <gap>die hand ausgerutscht"),
    (Label.CHILD, Tier.A, r"(?:<he>|ich) (?:schlaegt|schlage|verpruegelt|schuettelt|schuettle|missbraucht|misshandelt|tritt) <kid>\b<game>|(?:hat|habe) <kid> <gap>(?:geschlagen|verpruegelt|geschuettelt|missbraucht|misshandelt|angefasst|gewuergt|getreten)|fasst <kid> <gap>an\b|<kid> <gap>(?:wird|werden) <gap>(?:geschlagen|missbraucht|misshandelt)|<kid> (?:hat|haben) <gap>(?:angst|blaue flecken) (?:vor|von) <of_him>"),
)  # fmt: skip
# What is mostly a quarrel where the two are no couple.
ORDINARY: tuple[tuple[Label, Tier, str], ...] = (
    (Label.COERCION, Tier.A, r"<he> (?:laesst|liess) mich <gap>nicht (?:gehen|weg|raus|arbeiten|telefonieren|allein)|ich darf <gap>nicht raus|(?:nimmt|nahm) mir <gap>(?:handy|geld|schluessel) <gap>weg"),
    (Label.COERCION, Tier.B, r"<he> kontrolliert <gap>(?:mein handy|meine nachrichten|wo ich|jeden schritt|mein geld)|<he> ueberwacht mich"),
)  # fmt: skip
FAINT = re.compile(
    r"\b(?:als kind|als ich (?:noch )?(?:ein )?(?:klein|kind|jung)|frueher einmal|vor (?:vielen |zehn |zwanzig |\d+ )?jahren|damals"
    r"|in meiner kindheit|im film|im buch|im roman|im traum|getraeumt|im spiel|aus versehen|versehentlich|im karate|beim training)\b"
)


def compiled(pattern: str) -> re.Pattern[str]:
    for name, words in PARTS.items():
        pattern = pattern.replace(f"<{name}>", words)
    return re.compile(rf"\b(?:{pattern})(?!\w)|\b(?:{pattern})(?<= )")


RULES = tuple(Rule(label, tier, compiled(pattern)) for label, tier, pattern in LINES) + tuple(
    Rule(label, tier, compiled(pattern), ordinary=True) for label, tier, pattern in ORDINARY
)


def read(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", text).casefold().translate(SPELLED)
    for part in SENTENCE_END.split(plain):
        words = " ".join(word[:LONGEST_WORD] for word in WORD.findall(part))
        yield words.replace("nicht nur ", "").replace("nicht bloss ", "")
