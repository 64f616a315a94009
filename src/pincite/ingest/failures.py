"""Why a job failed, and whether to try it again: sorted here and nowhere else."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from pincite.errors import (
    DamagedFileError,
    DocumentError,
    ForbiddenError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryFullError,
    LibraryVersionError,
    ModelReplyError,
    ModelTimeoutError,
    ModelUnreachableError,
    NotFoundError,
    ParserCrashedError,
    PasswordNeededError,
    PinciteError,
    UnsupportedFileError,
)

FIRST_DELAY = 10.0
FACTOR = 6.0
LONGEST_DELAY = 3600.0
"""Seconds until the second attempt, growth with each further one, and the most."""

_PASSING = (
    LibraryBusyError,
    LibraryFullError,
    ModelReplyError,
    ModelTimeoutError,
    ModelUnreachableError,
)
_PASSING_NUMBERS = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.ENOMEM,
        errno.EMFILE,
        errno.ENFILE,
        errno.EAGAIN,
        errno.EIO,
        errno.ESTALE,
    }
)
_HOPELESS = (DamagedFileError, UnsupportedFileError)


@dataclass(frozen=True, slots=True)
class Failure:
    """What is told of a failed attempt, and what follows.

    Attributes:
        message: What happened, in one sentence.
        remedy: What helps; empty when nothing does.
        passing: Whether it is tried again by itself.
        keep_file: Whether the file is kept for an attempt by hand: with a password, with other settings.
        needs_password: Whether the file's password is missing or wrong.
        gone: Whether what the job was for is there no more, so that nothing failed.
        known: Whether it is an error of those that are expected; others are faults of Pincite.
    """

    message: str
    remedy: str
    passing: bool
    keep_file: bool = True
    needs_password: bool = False
    gone: bool = False
    known: bool = True


def sort(error: BaseException, *, attempt: int) -> Failure:
    """What an error means for the job on which it happened.

    What the file itself is to blame for stays as it is; what the machine lacked at the moment may be there later. A
    parser that died, and a fault of Pincite, get one more attempt: memory may have been short.

    Args:
        error: What was raised.
        attempt: Number of the attempt, from 1.
    """
    once_more = attempt == 1
    if isinstance(error, NotFoundError):
        return Failure(error.message, error.remedy, passing=False, keep_file=False, gone=True)
    if isinstance(error, ForbiddenError):
        return Failure(error.message, error.remedy, passing=False, keep_file=False)
    if isinstance(error, PasswordNeededError):
        return Failure(error.message, "Try it again with its password.", passing=False, needs_password=True)
    if isinstance(error, ParserCrashedError):
        return Failure(error.message, error.remedy, passing=once_more)
    if isinstance(error, DocumentError):
        return Failure(error.message, error.remedy, passing=False, keep_file=not isinstance(error, _HOPELESS))
    if isinstance(error, PinciteError):
        return Failure(error.message, error.remedy, passing=isinstance(error, _PASSING))
    if isinstance(error, OSError):
        return Failure(
            f"the machine failed: {error.strerror or type(error).__name__}",
            "Look at the worker's log.",
            passing=error.errno in _PASSING_NUMBERS or once_more,
        )
    if isinstance(error, MemoryError):
        return Failure("there was not enough memory", "Free some memory and try again.", passing=True)
    return Failure(
        f"unexpected {type(error).__name__}",
        "This is a fault in Pincite; the worker's log shows where.",
        passing=once_more,
        known=False,
    )


def ends_worker(error: BaseException) -> bool:
    """Whether no other job can go better: the library itself cannot be used."""
    return isinstance(error, (LibraryDamagedError, LibraryVersionError))


def delay(attempt: int) -> float:
    """Seconds until the next attempt after the one of this number."""
    return float(min(FIRST_DELAY * FACTOR ** (attempt - 1), LONGEST_DELAY))
