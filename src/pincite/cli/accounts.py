"""`pincite accounts`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import UsageError

if TYPE_CHECKING:
    from pincite.accounts import Accounts, Actor
    from pincite.domain import Account

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")]
PasswordStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from the first line of the input.")
]

group = typer.Typer(
    name="accounts",
    help="List the accounts of a server; or make, change or delete one.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def accounts(session: Session) -> None:
    """List the accounts of a server; or make, change or delete one."""
    _list(session, "")


@group.command("list")
@with_session
def list_accounts(
    session: Session,
    search: Annotated[
        str, typer.Option("--search", metavar="WORDS", help="Only those whose name holds this.")
    ] = "",
) -> None:
    """List the accounts by name."""
    _list(session, search)


@group.command("create")
@with_session
def create(
    session: Session,
    name: Name,
    admin: Annotated[bool, typer.Option("--admin", help="It manages accounts and settings.")] = False,
    link: Annotated[
        bool, typer.Option("--link", help="Print a link to set the password with, instead of asking for it.")
    ] = False,
    password_stdin: PasswordStdin = False,
) -> None:
    """Make an account. The first one must be an administrator's, and gets all that is in the library.

    From then on `pincite serve` asks everybody to log in.
    """
    if link and password_stdin:
        raise UsageError("either --link or --password-stdin", "Give one of them.")
    with _accounts(session, create=True) as known:
        password = None if link else _password(password_stdin)
        made = known.create(name, password, admin)
        secret = known.password_link(made.id, by=_operator()) if link else None
    _done(session, made, f"made {one_line(made.name)}", secret)


@group.command("disable")
@with_session
def disable(session: Session, name: Name) -> None:
    """Let nobody log in as an account; its logins and tokens end at once."""
    with _accounts(session) as known:
        changed = known.set_disabled(known.named(name).id, True, by=_operator())
    _done(session, changed, f"{one_line(changed.name)} can no longer log in")


@group.command("enable")
@with_session
def enable(session: Session, name: Name) -> None:
    """Let an account that was disabled log in again."""
    with _accounts(session) as known:
        changed = known.set_disabled(known.named(name).id, False, by=_operator())
    _done(session, changed, f"{one_line(changed.name)} can log in")


@group.command("admin")
@with_session
def admin(
    session: Session,
    name: Name,
    off: Annotated[bool, typer.Option("--off", help="No longer.")] = False,
) -> None:
    """Let an account manage accounts and settings, or no longer."""
    with _accounts(session) as known:
        changed = known.set_admin(known.named(name).id, not off, by=_operator())
    said = "is no administrator" if off else "is an administrator"
    _done(session, changed, f"{one_line(changed.name)} {said}")


@group.command("reset")
@with_session
def reset(
    session: Session,
    name: Name,
    second_factor: Annotated[
        bool, typer.Option("--second-factor", help="Ask for no code any more; the password stays.")
    ] = False,
) -> None:
    """Print a link with which the account's password can be set, once and within a day.

    Or, with --second-factor, turn that off, for somebody who lost their authenticator.
    """
    with _accounts(session) as known:
        found = known.named(name)
        if second_factor:
            changed = known.reset_second_factor(found.id, by=_operator())
            _done(session, changed, f"{one_line(changed.name)} logs in without a code")
            return
        secret = known.password_link(found.id, by=_operator())
    _done(session, found, f"a link for {one_line(found.name)}", secret)


@group.command("delete")
@with_session
def delete(
    session: Session,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for the name to be typed.")] = False,
) -> None:
    """Delete an account, and all that only it has: collections, their documents, conversations."""
    with _accounts(session) as known:
        found = known.named(name)
        goes = known.belongings(found.id)
        told = (
            f"{plural(goes.collections, 'collection')}, {plural(goes.documents, 'document')} and "
            f"{plural(goes.conversations, 'conversation')}"
        )
        if not yes:
            _confirm(found, told)
        known.delete(found.id, by=_operator())
    if session.json:
        session.print_json({"deleted": _shown(found), "with": goes})
    else:
        session.terminal.line(f"deleted {one_line(found.name)}, with {told}")


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)


@contextlib.contextmanager
def _accounts(session: Session, *, create: bool = False) -> Iterator[Accounts]:
    from pincite.accounts import Accounts

    with session.open(create=create) as library:
        yield Accounts(library.store, library.settings.accounts)


def _operator() -> Actor:
    from pincite.accounts import OPERATOR

    return OPERATOR


def _password(from_stdin: bool) -> str:
    """The new password: never an argument, which other users of the machine and the shell's history could see."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise UsageError(
            "there is no terminal to ask for the password",
            "Add --password-stdin, or --link for a link to set it.",
        )
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt="Once more", err=True))


def _confirm(found: Account, told: str) -> None:
    if not sys.stdin.isatty():
        raise UsageError(f"with {found.name!r} would go: {told}", "Add --yes to delete it.")
    typer.echo(f"This deletes {one_line(found.name)}, and with it {told}.", err=True)
    if typer.prompt("Type its name to go on", err=True) != found.name:
        raise UsageError("the names differ", "Nothing was deleted.")


def _list(session: Session, words: str) -> None:
    found: list[Account] = []
    with _accounts(session) as known:
        part = known.listed(words=words, limit=1000)
        found.extend(part.items)
        while part.next is not None:
            part = known.listed(words=words, limit=1000, cursor=part.next)
            found.extend(part.items)
    if session.json:
        session.print_json([_shown(account) for account in found])
        return
    if not found and session.terminal.interactive:
        session.terminal.line(
            "None of this name."
            if words
            else "No accounts: who works on this machine may do everything. `pincite accounts create NAME --admin`."
        )
        return
    rows = [(one_line(account.name), _state(account), account.created_at[:10]) for account in found]
    session.terminal.table(rows, ("name", "", "since"), wide=0)


def _state(account: Account) -> str:
    words = [
        "administrator" if account.admin else "",
        "disabled" if account.disabled else "",
        "second factor" if account.totp else "",
        "" if account.has_password else "no password",
    ]
    return ", ".join(filter(None, words))


def _shown(account: Account) -> dict[str, object]:
    """What others may know of an account: no internal keys."""
    return {
        "id": account.id,
        "name": account.name,
        "admin": account.admin,
        "disabled": account.disabled,
        "second_factor": account.totp,
        "has_password": account.has_password,
        "created_at": account.created_at,
    }


def _done(session: Session, account: Account, text: str, secret: str | None = None) -> None:
    path = ""
    if secret is not None:
        from pincite.accounts import LinkKind, link_path

        path = link_path(LinkKind.PASSWORD, secret)
    if session.json:
        link = {"link": {"secret": secret, "path": path}} if secret is not None else {}
        session.print_json({"account": _shown(account), **link})
        return
    session.terminal.line(text)
    if path:
        session.terminal.line("Open the server's address with this behind it, once and within a day:")
        session.terminal.line(path)
