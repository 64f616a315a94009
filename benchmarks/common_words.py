"""Words that are common everywhere, as search terms: what `pincite.research.shared_terms` takes no notice of.

    python -m benchmarks.common_words --data DIR LIBRARY...

Texts of several kinds (encyclopaedia articles, abstracts, and the libraries named: papers, contracts, manuals) are cut
into portions of one size. A word is common when it stands in a good part of the portions of at least four kinds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.data import clapnq, cranfield_texts, data_folder, scifact_abstracts, squad
from pincite import Library
from pincite.terms import analyse

PORTION = 6000
"""Words of one portion: about a paper."""

KINDS = 4
SHARE = 0.1


def portions(texts: Iterable[str]) -> Iterator[set[str]]:
    """The distinct English terms of each portion."""
    words: list[str] = []
    for text in texts:
        words += analyse(text)
        while len(words) >= PORTION:
            yield set(words[:PORTION])
            words = words[PORTION:]


def kinds(data: Path, libraries: list[Path]) -> dict[str, Iterable[str]]:
    """Texts by kind."""
    found: dict[str, Iterable[str]] = {
        "squad": [text for _, text in squad(data / "squad" / "dev-v1.1.json")[0]],
        "clapnq": [item["text"] for part in clapnq(data / "clapnq") for item in part],
        "cranfield": cranfield_texts(data / "cranfield"),
        "scifact": scifact_abstracts(data / "scifact"),
    }
    for folder in libraries:
        with Library.open(folder, create=False) as library:
            found[str(folder)] = [
                page.text
                for document in library.documents()
                if document.language == "en"
                for page in library.pages(document.id)
            ]
    return found


def common(data: Path, libraries: list[Path]) -> list[str]:
    """Terms that many portions of many kinds hold, in order."""
    agreed: Counter[str] = Counter()
    for texts in kinds(data, libraries).values():
        held = list(portions(texts))
        counts = Counter(term for terms in held for term in terms)
        agreed.update(term for term, count in counts.items() if count >= SHARE * len(held))
    return sorted(
        term for term, count in agreed.items() if count >= KINDS and term.isalpha() and len(term) > 2
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("libraries", nargs="+", type=Path)
    arguments = parser.parse_args()
    print("\n".join(common(data_folder(arguments.data), arguments.libraries)))


if __name__ == "__main__":
    main()
