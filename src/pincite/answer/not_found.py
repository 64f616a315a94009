"""A model's own words for "it is not in the sources", in the languages that it is likely to say it in."""

from __future__ import annotations

import re

from pincite.terms import fold

_SOURCES = {
    "en": r"(?:sources?|documents?|passages?|contexts?|texts?|excerpts?|quotations?|quotes|information"
    r"|materials?|content"
    r"|records|files|search results|data|article|paper|report|contract|agreement|lease|book|manual|library)",
    "de": r"(?:quellen?|dokumenten?|dokumente|unterlagen|texten?|texte|kontext|auszugen?|passagen"
    r"|textstellen|zitaten?|zitate"
    r"|informationen|angaben|vertrag|bericht|artikel|buch|handbuch)",
    "fr": r"(?:sources?|documents?|textes?|extraits?|passages?|contexte|citations?|informations?"
    r"|article|rapport|contrat)",
    "es": r"(?:fuentes?|documentos?|textos?|pasajes?|fragmentos?|extractos?|contexto|citas|informacion"
    r"|articulo"
    r"|informe|contrato)",
    "it": r"(?:fonti|fonte|document[oi]|test[oi]|brani|passaggi|estratti|contesto|citazioni"
    r"|informazioni|articolo|rapporto"
    r"|contratto)",
    "pt": r"(?:fontes?|documentos?|textos?|trechos?|passagens|contexto|citacoes|informacoes)",
    "nl": r"(?:bronnen|bron|document(?:en)?|tekst(?:en)?|passages?|fragmenten|context|informatie)",
}
_ANYTHING = {
    "en": r"(?:information|mention|details?|answers?|references?|data|indication|evidence|statements?"
    r"|specifics|record|description)",
    "de": r"(?:informationen|information|angaben?|hinweise?|erwahnung|antwort|auskunft|aussagen?"
    r"|details|daten)",
    "fr": r"(?:informations?|mention|details?|reponse|reference|indications?|donnees?|precisions?)",
    "es": r"(?:informacion|mencion|detalles?|respuesta|referencias?|datos?|indicacion)",
    "it": r"(?:informazion[ei]|menzione|dettagli|risposta|riferiment[oi]|dati|indicazion[ei])",
    "pt": r"(?:informac(?:ao|oes)|mencao|detalhes|resposta|referencias?|dados)",
    "nl": r"(?:informatie|vermelding|details|antwoord|gegevens|verwijzing)",
}
_SAID = (
    r"(?:mentioned|stated|specified|given|found|provided|covered|included|discussed|addressed"
    r"|contained|available"
    r"|described|answered|indicated|named|disclosed|explained|reported|listed|present|defined"
    r"|said|shown|clear)"
)
_SAY = (
    r"(?:say|mention|contain|provide|state|specify|include|give|address|discuss|answer|indicate|cover"
    r"|describe|explain|tell"
    r"|disclose|reveal|offer|have|list|name|identify|report|refer|make|show|define|note|cite"
    r"|go into|talk about|help)"
)
_GAP = r"(?:[^.;:!?]{0,40}?)"
_FAR = r"(?:[^.;:!?]{0,120}?)"

_PATTERNS: tuple[str, ...] = (
    # English
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:do(?:es)?|did)(?: not|n't)\b(?: \w+){{0,2}}? {_SAY}\b",
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:never|nowhere) {_SAY}",
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:say|mention|contain|provide|give|make|have|offer|hold|include)s? "
    rf"(?:no(?: \w+){{0,2}} {_ANYTHING['en']}|nothing)\b",
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:is|are) silent\b",
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:cannot|can ?not|can't) (?:answer|help|tell|say)\b",
    rf"\b{_SOURCES['en']}\b{_GAP}\b(?:lacks?|omits?) (?:any |the |this )?{_ANYTHING['en']}\b",
    rf"\b(?:none of (?:the|these|your)|no|neither(?: of the)?)(?: \w+)? {_SOURCES['en']}\b{_GAP}\b{_SAY}s?\b",
    r"\bi (?:can ?not|can't|could not|couldn't|am (?:not able|unable) to|was (?:not able|unable) to"
    r"|do not|don't|did not|didn't)"
    r"(?: \w+){0,2}? (?:find|see|locate|answer|determine|tell|identify|say|know|have|provide|give|confirm)\b",
    r"\bi(?:'m| am) (?:sorry|afraid)\b|^sorry\b",
    r"\bi have no (?:information|way|answer|data)\b|\bi found (?:no|nothing)\b",
    rf"\b(?:(?:is|are|was|were) not|(?:is|are|was|were)n't)(?: \w+)? {_SAID}\b{_GAP}"
    rf"\b(?:in|by|from|within|among) (?:any of )?(?:the|these|this|your|any"
    rf"|my)?(?: \w+)? ?{_SOURCES['en']}\b",
    rf"\b(?:can ?not|can't|could not) be (?:\w+ )?(?:determined|answered|found|inferred|established"
    rf"|identified)\b{_FAR}"
    rf"\b{_SOURCES['en']}\b",
    rf"\bthere (?:is|are|was|were)(?: no|n't any|n't enough| not any| not enough| insufficient"
    rf"| nothing)(?: \w+){{0,2}}? "
    rf"{_ANYTHING['en']}\b",
    rf"\bthere(?: is|'s) nothing\b{_FAR}\b{_SOURCES['en']}\b",
    rf"^(?:(?:it|this|that|the answer|which) (?:is|was) )?not (?:\w+ )?{_SAID}\b",
    rf"^(?:it|this|that|the answer) (?:isn't|wasn't) (?:\w+ )?{_SAID}\b",
    rf"^no (?:\w+ )?{_ANYTHING['en']} (?:about|on|regarding|is|was|are|were|can|could|found|given"
    rf"|available|in)\b",
    rf"^(?:not in|nothing in|nothing about\b.*\bin) (?:the|these|this|your|any) ?(?:\w+ )?{_SOURCES['en']}\b",
    # German
    rf"\b{_SOURCES['de']}\b{_FAR}\b(?:enthalt|enthalten|nennt|nennen|erwahnt|erwahnen|sagen|sagt|geben|gibt"
    rf"|machen|macht|beantworten|beantwortet|steht|stehen|liefern|findet|finden|beschreiben"
    rf"|erklaren|hervor)\b{_FAR}"
    rf"\b(?:nicht|nichts|keine[nrsm]?|kein)\b",
    rf"\b(?:nicht|nichts|keine[nrsm]?|kein)\b{_FAR}\b(?:quellen|dokumenten|unterlagen|texten|kontext"
    rf"|auszugen|textstellen)\b{_GAP}"
    rf"(?:erwahnt|genannt|angegeben|enthalten|beschrieben|beantwortet|gefunden|hervor)?",
    rf"\b{_SOURCES['de']}\b{_FAR}\bnichts?\b(?: \w+)? (?:erwahnt|genannt|angegeben|enthalten"
    rf"|beschrieben|beantwortet"
    r"|gefunden|zu finden|hervor)\b",
    rf"\b(?:steht|stehen|finde|findet sich)\b{_FAR}\b{_SOURCES['de']}\b{_GAP}\b(?:nichts?"
    rf"|keine[nrsm]?|kein)\b",
    r"\bich (?:kann|konnte|habe|finde|weiss|sehe)\b[^.;!?]{0,100}?\b(?:nicht|nichts|keine[nrsm]?|kein)\b",
    rf"\b(?:es gibt|gibt es|es finden sich|es liegen|liegen)\b{_GAP}\bkeine\b{_GAP}{_ANYTHING['de']}",
    r"^(?:das|dies|es) (?:ist|wird|steht) (?:\w+ )?nicht (?:erwahnt|genannt|angegeben|enthalten|bekannt)\b",
    rf"^keine (?:\w+ )?{_ANYTHING['de']}\b|^nicht (?:erwahnt|genannt|angegeben|enthalten)\b|^leider\b",
    # French
    rf"\b{_SOURCES['fr']}\b{_FAR}\b(?:ne |n')(?:\w+ ){{0,2}}?\w+ (?:pas|rien|aucun|aucune"
    rf"|nulle part|pas d')\b",
    rf"\baucune?(?: des?)?(?: \w+)? {_SOURCES['fr']}\b{_GAP}(?:\bne |\bn')",
    r"\bje (?:ne |n')(?:\w+ ){0,2}?\w+ (?:pas|rien|aucun|aucune)\b|^desole",
    rf"\bil n'y a (?:pas|aucune?)\b{_GAP}{_ANYTHING['fr']}",
    r"\bn'(?:est|etait|a) pas (?:\w+ )?(?:ete )?(?:mentionn|precis|indiqu|donn|specifi|decrit|trouv)",
    rf"^aucune? (?:\w+ )?{_ANYTHING['fr']}\b",
    # Spanish
    rf"\b{_SOURCES['es']}\b{_GAP}\bno (?:se )?(?:\w+ )?(?:menciona|dice|contiene|proporciona|especifica"
    rf"|indica|incluye|responde|ofrece"
    r"|da|hace|aborda|describe|explica|hay|tiene|aclara)\w*",
    rf"\bningun[oa]?(?: de (?:las|los))? {_SOURCES['es']}\b",
    r"\bno (?:puedo|pude|encuentro|encontre|he encontrado|dispongo|tengo|se)\b|^lo siento\b",
    r"\bno se (?:\w+ )?(?:menciona|indica|especifica|dice|encuentra|proporciona|describe|responde"
    r"|aclara)\w*\b",
    rf"\bno (?:hay|existe)\w*\b{_GAP}{_ANYTHING['es']}",
    rf"\bno (?:esta|figura|aparece)\w*\b{_GAP}\b{_SOURCES['es']}\b",
    # Italian
    rf"\b{_SOURCES['it']}\b{_GAP}\bnon (?:\w+ )?(?:menzion|dic|contien|conteng|fornisc|specific|indic"
    rf"|includ|rispond|riport|offr|da|danno"
    r"|parl|descriv|spieg|hanno|ha|fanno|fa)\w*",
    rf"\bnessun[oa]?(?: del(?:le|la)| dei| degli)? {_SOURCES['it']}\b|^mi dispiace\b",
    r"\bnon (?:posso|riesco|trovo|ho trovato|sono in grado|dispongo|so)\b",
    r"\bnon (?:e|viene|vengono|sono)(?: stat[oaie])? (?:\w+ )?(?:menzionat|indicat|specificat|riportat"
    r"|fornit|descritt|dett|trovat)",
    rf"\bnon (?:ci sono|vi sono|c'e|esistono)\b{_GAP}{_ANYTHING['it']}",
    rf"^nessun(?:a|')? ?(?:\w+ )?{_ANYTHING['it']}\b",
    # Portuguese
    rf"\b{_SOURCES['pt']}\b{_GAP}\bnao (?:\w+ )?(?:menciona|diz|contem|fornece|especifica|indica"
    rf"|inclu|responde|da|dao)\w*",
    rf"\bnao (?:encontrei|consigo|posso|sei)\b|\bnao ha\b{_GAP}{_ANYTHING['pt']}",
    r"\bnao (?:e|foi|esta) (?:\w+ )?(?:mencionad|indicad|especificad|informad)",
    # Dutch
    rf"\b{_SOURCES['nl']}\b{_GAP}\b(?:vermeld(?:t|en)?|bevat(?:ten)?|zegg?en|zegt|noem(?:t|en)|geven"
    rf"|geeft)\b{_GAP}\b(?:niet|niets|geen)\b",
    rf"\bik (?:kan|kon|heb|weet|vind)\b{_GAP}\b(?:niet|niets|geen)\b|\ber (?:is|staat"
    rf"|zijn)\b{_GAP}\bgeen\b{_GAP}{_ANYTHING['nl']}",
)
_NOT_FOUND = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))

_ALONE = re.compile(
    r"(?:(?:the )?answer[: ]+)?(?:not? (?:found|answer|answer found|information|data|available|applicable"
    r"|mentioned|stated|given|known)"
    r"|(?:insufficient|not enough) information|n/?a|none|nothing(?: found)?|unknown|unanswerable|unclear"
    r"|no answer(?: (?:found|available))?"
    r"|unbekannt|keine antwort|nicht gefunden|inconnue?|aucune reponse|desconocid[oa]|sin respuesta"
    r"|sconosciut[oa]|nessuna risposta|desconhecid[oa]|onbekend)"
)
_TURN = re.compile(
    r"[;\u2014]|\b(?:but|however|although|though|yet|except|nevertheless|instead|only"
    r"|aber|jedoch|doch|allerdings|sondern|obwohl|nur|mais|cependant|toutefois|pourtant|seulement|sauf"
    r"|pero|sin embargo|aunque|solo|sino|excepto|ma|tuttavia|sebbene|tranne|mas|porem|maar|echter)\b"
)
"""After these a sentence goes on to say what is there."""
_FACT = re.compile(r"\d[\d.,]*|(?<=[\w,:)] )[^\W\d_]*[A-Z][\w.-]*")
_MARKS = re.compile(r"[\[\u3010][^\]\u3011]*[\]\u3011]|[*_`\"\u201c\u201d\u00ab\u00bb]")


def says_not_found(sentence: str) -> bool:
    """Whether a sentence says that the sources do not answer.

    It may still be what a document says ("There is no information on side effects"): the caller asks first whether
    a source supports it.
    """
    text = _plain(sentence)
    return _ALONE.fullmatch(text) is not None or _NOT_FOUND.search(text) is not None


def adds_nothing(sentence: str, known: str) -> bool:
    """Whether a sentence states no fact of its own: it has no "but", and its numbers and names are all known.

    Args:
        sentence: A remark that something is not in the sources, or a heading.
        known: The question and the sources.
    """
    if _TURN.search(fold(sentence)):
        return False
    have = set(re.findall(r"\w+", fold(known)))
    facts = re.findall(r"\w+", fold(" ".join(_FACT.findall(sentence))))
    return all(fact in have for fact in facts)


def _plain(sentence: str) -> str:
    text = _MARKS.sub(" ", fold(sentence).replace("\u2019", "'").replace("\u2018", "'"))
    text = re.sub(r"\s+([.,;:!?])", r"\1", " ".join(text.split()))
    return text.strip(" .!?\u2026#>-")
