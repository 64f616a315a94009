"""What the parser processes and their parent say to each other: pickled values, each with its length before it.

Only the classes listed here are unpickled: a parser that a malicious file has taken over must not be able to run
code in its parent.
"""

from __future__ import annotations

import io
import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct("<Q")
_LARGEST = 4 << 30

_ALLOWED_MODULES = {
    "pincite.domain.documents": None,
    "pincite.domain.pages": None,
    "pincite.errors": None,
    "pincite.parse.formats.containers": frozenset({"Member", "Unpacked"}),
    "pincite.parse.frames": None,
    "builtins": frozenset({"set", "frozenset"}),
    "numpy": frozenset({"ndarray", "dtype"}),
    "numpy._core.multiarray": frozenset({"_reconstruct", "scalar"}),
    "numpy._core.numeric": frozenset({"_frombuffer"}),
    "numpy.core.multiarray": frozenset({"_reconstruct", "scalar"}),
    "numpy.core.numeric": frozenset({"_frombuffer"}),
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        allowed = _ALLOWED_MODULES.get(module, frozenset())
        if "." in name or (allowed is not None and name not in allowed):
            raise pickle.UnpicklingError(f"{module}.{name} is not expected from a parser")
        return super().find_class(module, name)


def send(stream: IO[bytes], value: object) -> None:
    """Write one value.

    Raises:
        OSError: if the other side is gone.
    """
    data = pickle.dumps(value, protocol=5)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one value.

    Raises:
        EOFError: if the other side is gone or sends anything else.
    """
    head = _exactly(stream, _LENGTH.size)
    (length,) = _LENGTH.unpack(head)
    if length > _LARGEST:
        raise EOFError("not a frame")
    try:
        return _Unpickler(io.BytesIO(_exactly(stream, length))).load()
    except (pickle.UnpicklingError, AttributeError, ImportError, IndexError, TypeError, ValueError) as error:
        raise EOFError(f"not a value: {error}") from error


def _exactly(stream: IO[bytes], length: int) -> bytes:
    parts = []
    while length:
        part = stream.read(min(length, 1 << 24))
        if not part:
            raise EOFError("the other side is gone")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
