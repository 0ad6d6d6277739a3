"""The basic German forms: an order, a refusal, a question to the coach, a secret, something to leave out. Nothing else of the
language is read, so what is none of these is somebody's own text and stays as it was written."""

from __future__ import annotations

import re

SMALL_WORDS = re.compile(
    r"\b(?:ich|du|er|sie|wir|ihr|mich|mir|dich|dir|nicht|und|oder|aber|das|der|die|den|dem|ein|eine|einen|ist|bin|bist|war|habe|hast|hat|"
    r"mein|meine|dein|deine|es|zu|mit|von|für|auf|wenn|weil|dass|auch|noch|nur|kein|keine|bitte|was|wer|wie|wo|warum|wann|mal|doch|"
    r"lieber|nein|ja|mehr|will|möchte|kann|kannst|soll|mach|schreib|kürzer|danke|nichts|niemand|davon|darüber)\b"
)
ENGLISH = re.compile(r"\b(?:the|and|i|you|my|is|are|it|to|not|of|that|she|he|they|we|me|a|do|don't|please)\b")
SECRET_GERMAN = re.compile(
    r"\bich hab\w*\b.*\bversprochen\b|\bgeschworen\b|\bversprochen,? (?:es |das |nichts |niemandem )?(?:nicht|nichts|niemand)|\bgeheim(?:nis\w*|halten|nisse)?\b"
    r"|\bweitersagen\b|\bniemand(?:em)? (?:weiß|weiss|darf|soll)\b|\b(?:darf|soll|sollte) (?:es |das |davon |nichts )*(?:nicht|nichts|nie|niemals)\b.*\b(?:wissen|erfahren)\b"
    r"|\b(?:erzähl|sag|verrat)\w*\b.*\b(?:nicht|niemand\w*|keinem|nichts)\b|\bunter uns\b|\banvertraut\b|\bvertraulich\b|\bfür (?:mich|uns) behalten\b"
    r"|\bweiß (?:davon |es )?(?:nichts|nicht)\b|\bbehalt\w*\b.*\bfür (?:mich|uns|sich)\b"
    r"|\b(?:darf|soll|sollte|kann)\b.*\b(?:keinen fall|keinesfalls|nicht|nie|niemals|nichts)\b.*\b(?:wissen|erfahren|hören|sehen)\b"
)
LEFT_OUT_GERMAN = re.compile(
    r"\b(?:lass|lasse|lassen|nimm|halt|halte)\b.*\b(?:weg|raus|heraus|aus dem spiel|draußen|unerwähnt|außen vor)\b|\b(?:weglassen|auslassen|rauslassen|rausnehmen|streichen)\b"
    r"|\bstreich\w*\b|\berwähn\w*\b.*\b(?:nicht|nichts|keinesfalls)\b|\b(?:nicht|nichts)\b.*\berwähn\w*|\b(?:nichts|kein wort) (?:von|über|zu)\b"
    r"|\b(?:muss|braucht|soll|brauch)\b.*\b(?:nicht|nichts)\b.*\b(?:wissen|erfahren|lesen)\b|^(?:bitte )?ohne (?:den|die|das|dem|der)\b"
)
REFUSAL_GERMAN = re.compile(
    r"^\W*(?:nein|nö|nee|lieber nicht|nicht jetzt|jetzt nicht|später|nichts|vergiss es|lass(?:en wir)? (?:es|das|gut sein)\b.*|egal|stopp?|keine lust)\b(?:[ ,]*danke)?\W*$"
    r"|\b(?:ich|wir) (?:möchte|will|mag|kann|werde|würde|wollte)\b.*\b(?:lieber nicht|nicht|nichts)\b.*\b(?:teilen|sagen|schreiben|erzählen|reden|sprechen|schicken|darüber|davon|preisgeben)\b"
    r"|\b(?:ich|wir) (?:möchte|will|mag) (?:das |es |lieber |eigentlich |jetzt )*nicht\W*$|\blieber nicht\b|\b(?:keine lust|nicht bereit|nicht so weit)\b|\bgeht (?:sie|ihn|\w+) nichts an\b"
    r"|\bdas (?:ist|bleibt) (?:privat|meine sache|bei mir)\b|\bich habe nichts zu sagen\b"
)
ORDER_GERMAN = re.compile(
    r"^\W*(?:(?:ok|okay|gut|bitte|und|dann|jetzt|nein|ja),? )*(?:schreib|schreibe|formulier|formuliere|mach|mache|kürz|kürze|ändere|änder|ergänz|ergänze|füg|füge|ersetz|ersetze|"
    r"verbesser|verbessere|korrigier|korrigiere|übersetz|übersetze|fass|fasse|versuch|versuche|probier|probiere|gib mir|zeig mir|hilf mir|schick|schicke|teile|nimm|benutz|benutze|verwende|sag|sage)\b(?!.*\bmir (?:zu|doch|die wahrheit)\b)"
    r"|^\W*(?:bitte |etwas |viel |noch |mal |ein bisschen |nicht so |weniger |mehr )*(?:kürzer|länger|netter|freundlicher|sanfter|weicher|klarer|einfacher|direkter|anders|kurz|lang|hart|wütend|nochmal|noch mal|weiter|neu)(?: bitte)?\W*$"
    r"|\b(?:kannst|könntest|würdest|magst) du\b.*\b(?:schreiben|kürzen|formulieren|machen|ändern|helfen|umschreiben|verbessern|übersetzen|zusammenfassen)\b"
    r"|\b(?:das|es|der text) (?:ist|klingt|wirkt) (?:\w+ )?zu \w+\b|\b(?:das|es) (?:soll|sollte|muss) (?:\w+ )?(?:kürzer|sanfter|netter|freundlicher|klarer|länger)\b"
)
QUESTION_GERMAN = re.compile(
    r"\?\W*$|^\W*(?:und |aber |also )*(?:wer|was|warum|wieso|weshalb|wie|wo|wann|welche\w*|wohin|wozu) (?:ist|sind|liest|sieht|passiert|kann|soll|muss|darf|wird|würde|weiß|bekommt|heißt|bedeutet|geht|lange|soll)\b"
    r"|^\W*(?:kann|muss|soll|darf|wird|ist|sieht|liest|bekommt|weiß|hat|bist|kannst) (?:ich|er|sie|es|das|man|jemand|du)\b"
)


def is_german(text: str) -> bool:
    words = text.lower()
    return len(SMALL_WORDS.findall(words)) > 2 * len(ENGLISH.findall(words))
