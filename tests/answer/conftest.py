"""A lease and what else a language model is asked about, with the real encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest

from pincite import Answer, Library
from support.loaded import share_encoder
from support.model_server import ModelServer
from support.paragraphs import write_document

LEASE = (
    ("h", "Lease of the flat at 4 Mill Lane"),
    ("h", "1. Parties and term"),
    ("p", "The landlord is Adaeze Okafor. The tenant is Jonas Lindqvist. The lease begins on 1 March 2024 and runs "
          "for three years. Either party may end it with a notice of six months after the first year."),
    ("h", "2. Rent and deposit"),
    ("p", "The rent is 940 euros a month and is due on the third working day. The deposit is 1,880 euros and is paid "
          "before the keys are handed over. The landlord returns the deposit within four weeks after the lease ends."),
    ("h", "3. Use of the flat"),
    ("p", "The tenant may not sublet the flat without the written consent of the landlord. Small animals in cages are "
          "allowed. Dogs need the consent of the landlord. The tenant cleans the chimney every autumn."),
)  # fmt: skip
CHARTER = (
    ("h", "Charter of the rowing club"),
    ("p", "The rowing club was founded in 1908 by Marta Villanueva. It owns eleven boats and a boathouse at the weir. "
          "Members pay a yearly fee of 85 euros. The club races against Harrow Bridge every June."),
)  # fmt: skip

OpenComposing = Callable[..., Library]


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries share one loaded encoder."""
    share_encoder(monkeypatch)


@pytest.fixture(scope="session")
def lease_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a library that holds the lease and the charter. Read only."""
    files = tmp_path_factory.mktemp("lease")
    with Library.open(files / "library") as library:
        report = library.add(
            [write_document(files / "lease.pdf", LEASE), write_document(files / "charter.pdf", CHARTER)]
        )
    assert not report.failed
    return files / "library"


@pytest.fixture
def composing(lease_folder: Path, model_server: ModelServer) -> Iterator[OpenComposing]:
    """Opens a library whose language model is the scripted server; the lease's if no folder is given."""
    with ExitStack() as opened:

        def open_(folder: Path | None = None, provider: str = "ollama", **model: Any) -> Library:
            sections = {name: model.pop(name) for name in ("answer", "chunk", "encoder") if name in model}
            settings = {**model_server.settings(provider, **model), **sections}
            return opened.enter_context(Library.open(folder or lease_folder, settings=settings))

        yield open_


@pytest.fixture(params=["stream", "whole"])
def ask(request: pytest.FixtureRequest, composing: OpenComposing) -> Callable[..., Answer]:
    """Asks the lease in mode "composed"; the reply comes in pieces, and again at once."""
    library = composing(stream=request.param == "stream")

    def asked(question: str, mode: Literal["auto", "composed"] = "composed", **options: Any) -> Answer:
        return library.ask(question, mode=mode, **options)

    return asked
