"""Files that this user alone can have written: a signature, and then what is kept.

They lie where a change to the project can put things, so what carries no right signature is as if
it were not there. The name counts as well: a file is not taken for another one.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from jaxopt_lint.files.leftovers import replace_file
from jaxopt_lint.files.secret import genuine, signature

_SIGNATURE = 32  # bytes, before what they are a signature of


def read_signed(path: Path) -> bytes | None:
    """What was kept; None where there is nothing that can be read and believed."""
    with suppress(OSError):
        raw = path.read_bytes()
        if genuine(raw[:_SIGNATURE], path.name.encode(), raw[_SIGNATURE:]):
            return raw[_SIGNATURE:]
    return None


def can_sign() -> bool:
    """Whether there is a key; nobody would believe what is written without one."""
    return signature() is not None


def write_signed(path: Path, raw: bytes) -> None:
    """Put a file in the place of an earlier one, at once; without a key nothing is written.

    Raises:
        OSError: it cannot be written.
        UnicodeError: its name is no Unicode.
    """
    signed = signature(path.name.encode(), raw)
    if signed is None:
        return
    replace_file(path, signed + raw)
