from __future__ import annotations

import pytest

from pincite.answer.not_found import adds_nothing, says_not_found

NOT_FOUND = """\
The sources do not say.
The sources do not mention who wrote Hamlet [1].
The provided sources don't contain any information about Hamlet.
I cannot find this in the documents.
I could not find any information about that.
There is no information about Hamlet in the provided context.
There is no mention of a deposit.
Based on the sources, I cannot determine the answer.
It is not mentioned in the sources.
The author of Hamlet is not mentioned in the sources [1][2].
The deposit isn't specified in the documents.
Not found.
Unknown
None of the sources mention Hamlet.
No source mentions it.
The context does not provide the answer.
I'm sorry, but the documents do not answer that.
The documents are silent on this point.
Your documents do not say.
Nothing in the sources answers this.
The answer cannot be determined from the given documents.
No information is available on that.
The text says nothing about Hamlet.
The provided information does not specify who designed the dam.
Die Quellen enthalten keine Angaben dazu.
In den Quellen wird das nicht erwähnt.
Ich kann dazu in den Dokumenten nichts finden.
Es gibt keine Informationen darüber.
Das geht aus den Quellen nicht hervor.
Die Quellen sagen das nicht.
Dazu steht in den Dokumenten nichts.
Leider kann ich die Frage nicht beantworten.
Les sources ne disent rien à ce sujet.
Les documents ne mentionnent pas Hamlet.
Je ne trouve pas cette information.
Il n'y a aucune information sur ce point.
Ce n’est pas précisé dans les sources.
Aucune des sources ne mentionne Hamlet.
Las fuentes no mencionan quién escribió Hamlet.
No encuentro esa información en los documentos.
No hay información sobre eso.
No se menciona en las fuentes.
Ninguna de las fuentes lo dice.
Le fonti non menzionano Amleto.
Non riesco a trovare questa informazione.
Non ci sono informazioni a riguardo.
Non è specificato nelle fonti.
Nessuna delle fonti lo dice.
As fontes não dizem.
As fontes não mencionam isso.
De bronnen zeggen dat niet.
Ik kan dat niet vinden in de documenten.
This question cannot be answered based on the provided documents.
The documents you provided do not include the author's birth date.
I don't have enough information to answer.
Les sources ne le disent pas.
Las fuentes no lo dicen.
Le fonti non lo dicono.
Die Antwort ist in den Quellen nicht enthalten.
The sources make no reference to Hamlet.
The passages only discuss the lease, and do not mention Hamlet.
Insufficient information.
The sources do not directly state the year.
There isn't any mention of that.
The sources provided do not contain this.
Unfortunately, the sources don't say.
""".splitlines()

CONTENT = """\
The deposit is 500 euros [1].
The tenant may not sublet the flat [2].
The study did not find any effect on mortality [1].
No deposit is due [1].
The fee is stated in section 3 [1].
The parties are listed in the annex [2].
Neither party may assign the contract.
Der Mieter darf die Wohnung nicht untervermieten.
Die Kaution beträgt keine 500 Euro.
Le locataire ne peut pas sous-louer.
El inquilino no puede subarrendar.
L'inquilino non può subaffittare.
The court could not find a precedent.
The author says that the sources of the river lie in the mountains.
The method does not need labelled data [3].
It is not a recurrent network.
The licensee shall not disclose the information to third parties.
There is no charge for cancellation.
The data are available in the repository.
None of the models reach human performance.
Il n'y a pas de frais.
No hay cargo por cancelación.
""".splitlines()

KNOWN = "What is the deposit, and what does Mr Okafor pay in 2019? The deposit is 500 euros."


@pytest.mark.parametrize("sentence", NOT_FOUND)
def test_a_model_that_found_nothing(sentence: str) -> None:
    assert says_not_found(sentence)
    assert says_not_found(f"**{sentence}** [1][2]")


@pytest.mark.parametrize("sentence", CONTENT)
def test_what_documents_say(sentence: str) -> None:
    assert not says_not_found(sentence)


@pytest.mark.parametrize(
    "remark",
    [
        "The sources do not say what Mr Okafor pays in 2019.",
        "The sources do not mention a penalty.",
        "The deposit of 500 euros is not explained in the sources.",
    ],
)
def test_a_remark_that_states_nothing(remark: str) -> None:
    assert adds_nothing(remark, KNOWN)


@pytest.mark.parametrize(
    "remark",
    [
        "The sources do not say what Mr Okafor pays in 2020.",
        "The sources do not say whether it was Mrs Lindqvist.",
        "The sources do not give the fee, but it is usually small.",
        "Die Quellen nennen die Miete nicht, aber sie ist hoch.",
        "The sources do not give the fee; it is small.",
        "Les sources ne le disent pas, mais c'est rare.",
    ],
)
def test_a_remark_that_brings_something_in(remark: str) -> None:
    assert not adds_nothing(remark, KNOWN)
