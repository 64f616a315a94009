"""`pincite chat`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pincite.cli.asking import (
    DocumentOption,
    ModeOption,
    PreciseOption,
    ShowUnsupportedOption,
    named_documents,
)
from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import one_line
from pincite.errors import PinciteError, UsageError

if TYPE_CHECKING:
    from pincite.cli.signals import Ending
    from pincite.library import Library
    from pincite.library.talking import Talking

PROMPT = "\u203a "
HELP = """\
/new            begin a new conversation
/retry          answer the last question once more
/export FILE    write the conversation to a .md, .json or .docx file
/help           this list
/quit           leave; so does the end of input (Ctrl-D)"""


@dataclass(frozen=True, slots=True)
class Manner:
    """How questions are answered; as for `Library.ask`."""

    mode: Literal["auto", "quoted", "composed"] | None
    precise: bool
    show_unsupported: bool


@with_session
def chat(
    session: Session,
    conversation: Annotated[
        str | None,
        typer.Option("--conversation", metavar="ID", help="Go on with this one: id, title, or `last`."),
    ] = None,
    collection: CollectionOption = None,
    document: DocumentOption = None,
    precise: PreciseOption = False,
    mode: ModeOption = None,
    show_unsupported: ShowUnsupportedOption = False,
) -> None:
    """Ask one question after the other; each may lean on those before it.

    "And in 2018?" or "Why is it so?" is understood by what was said before, and you are shown how. "Summarise this"
    and "compare these papers" work as well. Everything is kept: see `pincite conversations`. In a pipe, every line
    is a question. /help lists what else can be typed.
    """
    from pincite.cli.signals import ending_as_interrupt

    with session.open() as library, ending_as_interrupt() as ending:
        name = None
        if conversation is not None:
            from pincite.cli.conversations import resolved

            name = library.conversation(resolved(library, conversation)).id
        manner = Manner(mode.value if mode else None, precise, show_unsupported)
        chatting = Chat(session, library, manner, name, collection, named_documents(document))
        code = chatting.run(ending)
    raise typer.Exit(code)


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("chat")(chat)


class Chat:
    """A prompt that answers until its input ends.

    Args:
        session: Of the command.
        library: Answers.
        manner: How.
        conversation: Id of the one to go on with; None to begin one with the first question.
        collection: What a new one is about.
        documents: The same.
    """

    def __init__(
        self,
        session: Session,
        library: Library,
        manner: Manner,
        conversation: str | None,
        collection: str | None,
        documents: Sequence[str] | None,
    ) -> None:
        self._session = session
        self._library = library
        self._manner = manner
        self._conversation = conversation
        self._collection = collection
        self._documents = documents
        self._failed = False
        self._numbers: dict[str, list[int]] = {}
        self._commands = {
            "/new": self._new,
            "/retry": self._retry,
            "/export": self._export,
            "/help": self._help,
        }

    def run(self, ending: Ending) -> int:
        """Answer line by line; gives the exit code: 1 if a script's line could not be carried out.

        Args:
            ending: Tells when the process is to end.
        """
        code = 0
        if sys.stdin.isatty() and self._manner.mode != "quoted":
            self._library.warm_up_model()
        for line in _lines():
            if line in ("/quit", "/exit"):
                break
            try:
                self._take(line)
            except typer.Exit as stopped:
                # Ctrl-C ended the answer; a person may ask on, a script is ended.
                if ending.told or not sys.stdin.isatty():
                    code = stopped.exit_code
                    break
            except PinciteError as error:
                self._tell(error)
        if self._session.json:
            self._print_turns()
        return code or (1 if self._failed and not sys.stdin.isatty() else 0)

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in self._commands:
            self._commands[word](rest.strip())
        elif line.startswith("/") and word[1:].isalpha():
            raise UsageError(f"there is no {word}", "/help lists what can be typed.")
        else:
            self._ask(line)

    def _ask(self, question: str) -> None:
        if not sys.stdin.isatty():
            self._say(f"{PROMPT}{one_line(question)}")
        new = self._conversation is None
        talking = self._library.converse_events(
            question,
            conversation=self._conversation,
            collection=self._collection if new else None,
            documents=self._documents if new else None,
            mode=self._manner.mode,
            precise=self._manner.precise,
            show_unsupported=self._manner.show_unsupported,
        )
        self._conversation = talking.conversation
        self._follow(talking)

    def _follow(self, talking: Talking) -> None:
        self._numbers.setdefault(talking.conversation, []).append(talking.number)
        if self._session.json:
            with talking:
                for _ in talking:
                    pass
            return
        from pincite.cli.turns import show_answer

        with talking:
            show_answer(self._session, self._library, talking, show_unsupported=self._manner.show_unsupported)
        self._session.terminal.line()
        self._session.terminal.out.file.flush()

    def _new(self, rest: str) -> None:
        self._conversation = None
        self._say("The next question begins a new conversation.")

    def _retry(self, rest: str) -> None:
        manner = self._manner
        self._follow(
            self._library.retry_events(
                self._begun(),
                mode=manner.mode,
                precise=manner.precise,
                show_unsupported=manner.show_unsupported,
            )
        )

    def _export(self, rest: str) -> None:
        from pincite.cli.turns import export_conversation
        from pincite.export.files import file_stem

        name = self._begun()
        title = self._library.conversation(name).title
        file = Path(rest).expanduser() if rest else Path(f"{file_stem(title)}.md")
        self._say(export_conversation(self._library, name, file))

    def _help(self, rest: str) -> None:
        self._say(HELP)

    def _begun(self) -> str:
        if self._conversation is None:
            raise UsageError("nothing was asked yet", "Ask a question first.")
        return self._conversation

    def _say(self, text: str) -> None:
        if not self._session.json:
            self._session.terminal.line(text)

    def _tell(self, error: PinciteError) -> None:
        self._failed = True
        sys.stdout.flush()
        sys.stderr.write(f"error: {one_line(error.message)}\n")
        if error.remedy:
            sys.stderr.write(f"{one_line(error.remedy)}\n")
        sys.stderr.flush()

    def _print_turns(self) -> None:
        asked = [
            {
                "conversation": self._library.conversation(name),
                "turns": [turn for turn in self._library.turns(name) if turn.number in numbers],
            }
            for name, numbers in self._numbers.items()
        ]
        self._session.print_json({"conversations": asked})


def _lines() -> Iterator[str]:
    """What is typed, or piped in, line by line; blank lines left out."""
    interactive = sys.stdin.isatty()
    if interactive:
        with contextlib.suppress(ImportError):  # it is not on every system, and lines can be typed without it
            import readline  # noqa: F401 - gives `input` editing and history
    while True:
        try:
            line = input(PROMPT) if interactive else sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            sys.stdout.write("\n")
            return
        if not interactive and not line:
            return
        if line.strip():
            yield " ".join(line.split())
