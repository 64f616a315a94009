"""Everything Pincite raises on purpose.

    PinciteError                     a message for the user and, where there is one, a remedy
    ├── UsageError                   the call or the settings are wrong
    │   ├── SettingsError
    │   ├── NotSignedInError         who calls is not known
    │   ├── ForbiddenError           who calls may see it, but not do this with it
    │   ├── ConflictError            something else is there already, or was changed meanwhile
    │   ├── TooLargeError            more than is allowed
    │   ├── TooManyRequestsError     more often than is allowed
    │   └── NotFoundError            no such document, collection or library (never says which of
    │                                "not yours" and "does not exist" it was)
    ├── DocumentError                one file cannot be read; others are not concerned
    │   ├── UnsupportedFileError     not a format Pincite reads, or not what its name says
    │   ├── DamagedFileError         the file is incomplete or inconsistent
    │   ├── PasswordNeededError      encrypted, and no or a wrong password was given
    │   ├── ParseLimitError          took more time, memory or pages than allowed
    │   └── ParserCrashedError       the isolated parser died on this file
    ├── ModelError                   an encoder or language model cannot be used
    │   ├── ModelMissingError        not on this machine, or not on the model server
    │   ├── ModelMismatchError       the library was indexed with another encoder
    │   ├── ModelUnreachableError    no model server answers
    │   ├── ModelWindowError         the prompt does not fit into the language model's window
    │   ├── ModelTimeoutError        the language model was too slow
    │   ├── ModelReplyError          the language model broke off, or what it sent cannot be used
    │   └── RemoteNotAllowedError    text would leave this machine, and that is not allowed
    ├── StoppingError                the server ends, and begins nothing new
    ├── IdentityProviderError        the provider of logins cannot be reached, or not be believed
    └── LibraryError                 the store itself
        ├── LibraryBusyError
        ├── LibraryFullError         no room on the disk
        ├── LibraryDamagedError
        └── LibraryVersionError      written by a newer Pincite

`http_status` and `exit_code` are what the surfaces answer with, so that they never need to sort errors
themselves.
"""

from __future__ import annotations


class PinciteError(Exception):
    """Base of all expected errors.

    Args:
        message: What happened, in one sentence a user understands.
        remedy: What the user can do about it; empty when nothing helps.
    """

    http_status = 500
    exit_code = 1

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[PinciteError], tuple[str, str]]:
        # Errors cross process borders (isolated parser); the default would lose the remedy.
        return type(self), (self.message, self.remedy)


class UsageError(PinciteError):
    """The call cannot be carried out as asked."""

    http_status = 400
    exit_code = 2


class SettingsError(UsageError):
    """A setting is unknown, of the wrong type or out of bounds."""


class NotSignedInError(UsageError):
    """Nobody, or nobody known, makes the call."""

    http_status = 401


class ForbiddenError(UsageError):
    """The caller may see what was named, but not do this with it."""

    http_status = 403


class ConflictError(UsageError):
    """Something else is there already, or it was changed in between."""

    http_status = 409


class TooLargeError(UsageError):
    """What was sent is larger, or more, than is allowed."""

    http_status = 413


class TooManyRequestsError(UsageError):
    """The call was made more often than is allowed.

    Args:
        message: As for every error.
        remedy: As for every error.
        retry_after: Seconds until it may be made again.
    """

    http_status = 429

    def __init__(self, message: str, remedy: str = "", retry_after: float = 1.0) -> None:
        super().__init__(message, remedy)
        self.retry_after = retry_after


class NotFoundError(UsageError):
    """What was named does not exist, or is not visible to the caller."""

    http_status = 404


class DocumentError(PinciteError):
    """One file cannot become a document."""

    http_status = 422
    exit_code = 1


class UnsupportedFileError(DocumentError):
    """The content is not of a format that Pincite reads."""

    http_status = 415


class DamagedFileError(DocumentError):
    """The file is empty, cut off or inconsistent."""


class PasswordNeededError(DocumentError):
    """The file is encrypted and the password given does not open it."""


class ParseLimitError(DocumentError):
    """Reading the file took more time, memory or pages than is allowed."""


class ParserCrashedError(DocumentError):
    """The isolated parser process died while reading the file."""


class ModelError(PinciteError):
    """An encoder or a language model cannot be used."""

    http_status = 503


class ModelMissingError(ModelError):
    """The model's files are not on this machine, or the model server has no model of this name."""


class ModelMismatchError(ModelError):
    """The library was indexed with another encoder; their vectors must not be mixed."""

    http_status = 409


class ModelUnreachableError(ModelError):
    """No model server answers at the address, or it turns the caller away."""


class ModelWindowError(ModelError):
    """The prompt does not fit into the language model's context window."""


class ModelTimeoutError(ModelError):
    """The language model did not answer in the time allowed."""

    http_status = 504


class ModelReplyError(ModelError):
    """The language model broke off, reported a failure, or sent what cannot be used."""

    http_status = 502


class RemoteNotAllowedError(ModelError):
    """A provider on another machine is set, but not that text may be sent to it."""

    http_status = 403


class StoppingError(PinciteError):
    """The server ends: it begins nothing new, and does not wait longer for what is under way."""

    http_status = 503


class IdentityProviderError(PinciteError):
    """The identity provider cannot be reached, or what it says cannot be believed."""

    http_status = 502


class LibraryError(PinciteError):
    """The library itself cannot be used."""


class LibraryBusyError(LibraryError):
    """Another process held the library's write lock for too long."""

    http_status = 503


class LibraryFullError(LibraryError):
    """There is no room on the disk; nothing was changed."""

    http_status = 507


class LibraryDamagedError(LibraryError):
    """The library's files are inconsistent; `pincite doctor` says how."""


class LibraryVersionError(LibraryError):
    """The library was written by a newer version of Pincite."""
