"""Which failures may pass, and which will not."""

from __future__ import annotations

import errno

import pytest

from pincite import errors
from pincite.ingest import failures

PASS = [
    errors.LibraryBusyError("x"),
    errors.LibraryFullError("x"),
    errors.ModelUnreachableError("x"),
    errors.ModelTimeoutError("x"),
    OSError(errno.ENOSPC, "no space"),
    OSError(errno.EMFILE, "too many files"),
    MemoryError(),
]
STAY = [
    errors.DamagedFileError("x"),
    errors.UnsupportedFileError("x"),
    errors.PasswordNeededError("x"),
    errors.ParseLimitError("x"),
    errors.ModelMismatchError("x"),
    errors.ForbiddenError("x"),
    errors.NotFoundError("x"),
]
ONCE_MORE = [errors.ParserCrashedError("x"), OSError(errno.EPERM, "no"), ZeroDivisionError("x")]


@pytest.mark.parametrize("error", PASS, ids=repr)
def test_what_the_machine_lacked_may_be_there_later(error: Exception) -> None:
    assert failures.sort(error, attempt=1).passing
    assert failures.sort(error, attempt=3).passing


@pytest.mark.parametrize("error", STAY, ids=repr)
def test_what_the_file_is_to_blame_for_stays(error: Exception) -> None:
    assert not failures.sort(error, attempt=1).passing


@pytest.mark.parametrize("error", ONCE_MORE, ids=repr)
def test_what_nobody_can_tell_is_tried_once_more(error: Exception) -> None:
    assert failures.sort(error, attempt=1).passing
    assert not failures.sort(error, attempt=2).passing


def test_what_a_later_try_may_help_keeps_its_file() -> None:
    assert failures.sort(errors.PasswordNeededError("x"), attempt=1).keep_file
    assert failures.sort(errors.ParseLimitError("x"), attempt=1).keep_file
    assert not failures.sort(errors.UnsupportedFileError("x"), attempt=1).keep_file


def test_a_fault_of_ours_is_told_without_its_details() -> None:
    failure = failures.sort(KeyError("secret"), attempt=1)
    assert "secret" not in failure.message + failure.remedy
    assert not failure.known


def test_delays_grow_up_to_an_hour() -> None:
    delays = [failures.delay(attempt) for attempt in range(1, 21)]
    assert delays == sorted(delays)
    assert (delays[0], delays[-1]) == (10, 3600)


def test_a_damaged_library_ends_the_worker() -> None:
    assert failures.ends_worker(errors.LibraryDamagedError("x"))
    assert not failures.ends_worker(errors.LibraryBusyError("x"))
