"""A greeting or a word of thanks is no question."""

from __future__ import annotations

import re

from pincite.terms import fold

REPLY = "Ask a question about your documents: the answer comes with the page that each sentence is from."

_WORDS = (
    r"hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day|night)"
    r"|thanks?(?: you)?(?: (?:so|very) much)?"
    r"|many thanks|thx|cheers|ok(?:ay)?|great|perfect|bye|goodbye|see you|how are you|what's up"
    r"|hallo|guten (?:morgen|tag|abend)|moin|servus|danke(?: schon| sehr)?|vielen dank|tschuss"
    r"|bonjour|bonsoir|salut|merci(?: beaucoup)?|au revoir"
    r"|hola|buenos dias|buenas(?: tardes| noches)?|(?:muchas )?gracias|adios"
    r"|ciao|buongiorno|buonasera|salve|grazie(?: mille)?|arrivederci|ola|bom dia|obrigad[oa]|hoi"
    r"|dank je(?: wel)?|bedankt"
)
_GREETING = re.compile(rf"(?:(?:{_WORDS})(?: (?:there|you|all|everyone|pincite))?(?: |$))+")


def is_greeting(question: str) -> bool:
    """Whether a text is nothing but a greeting or thanks, in the languages of Pincite's rules."""
    words = " ".join(re.findall(r"[\w']+", fold(question).replace("\u2019", "'")))
    return _GREETING.fullmatch(words) is not None
