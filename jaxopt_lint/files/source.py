"""Reading Python source as Python does, and writing it back without losing anything."""

from __future__ import annotations

import codecs
import io
import os
import re
import stat
import tokenize
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.files import notebook as notebooks
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import Notebook

_NEWLINE = re.compile(r"\r\n|\n|\r")


class SourceChanged(SourceError):
    """The file on disk is no longer the one that was read; nothing was written."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One text and the bytes it came from.

    Attributes:
        path: where it lies (for standard input: where it claims to lie).
        display: posix path for people, relative to the project root where it is inside.
        raw: the bytes as read.
        text: the decoded bytes without byte order mark, line ends as they are; of a notebook the
            code of its cells.
        encoding: the codec, by PEP 263; `utf-8-sig` where there is a byte order mark.
        newline: the line end that most lines have.
        notebook: the cells, where it is one.
    """

    path: Path
    display: str
    raw: bytes
    text: str
    encoding: str
    newline: str
    notebook: Notebook | None = None

    @property
    def code(self) -> bytes:
        """The bytes of what is linted, for a quick look."""
        if self.notebook is None:
            return self.raw
        return self.text.encode("utf-8", "surrogatepass")

    def encode(self, new_text: str, notebook: Notebook | None = None) -> bytes:
        """Bytes of a changed text, in this file's encoding and, if it is uniform, line ends.

        Args:
            notebook: the changed cells, where the file is a notebook.

        Raises:
            SourceError: a character of the new text does not exist in the encoding, or the cells
                cannot be put back.
        """
        if self.notebook is not None:
            return self._with_cells(notebook or self.notebook)
        ends = set(_NEWLINE.findall(self.text))
        if len(ends) == 1 and self.newline != "\r":
            new_text = _NEWLINE.sub(lambda _: self.newline, new_text)
        try:
            return new_text.encode(self.encoding)
        except UnicodeError as error:
            raise SourceError(f"the result cannot be written as {self.encoding}: {error}") from None

    @property
    def survives(self) -> bool:
        """Whether the bytes are the same after they were decoded and encoded."""
        if self.notebook is not None:
            return self.raw.decode(self.encoding).encode(self.encoding) == self.raw
        return self.text.encode(self.encoding) == self.raw

    def _with_cells(self, notebook: Notebook) -> bytes:
        from jaxopt_lint.files.cellsource import CannotWrite, written

        try:
            old = self.raw.decode(self.encoding)
            return written(old, self.notebook or notebook, notebook).encode(self.encoding)
        except (CannotWrite, SourceError, UnicodeError) as error:
            raise SourceError(f"the notebook cannot be written: {error}") from None


def read_source(path: Path, display: str) -> SourceFile:
    """The text of a file.

    Raises:
        SourceError: it cannot be read or decoded.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SourceError("not a regular file")
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        raise SourceError(f"cannot be read: {reason(error)}") from None
    return _decoded(path, display, raw)


def from_stdin(raw: bytes, filename: str, display: str | None = None) -> SourceFile:
    """The text of bytes that were piped in under a name.

    Raises:
        SourceError: they cannot be decoded.
    """
    path = Path(filename)
    return _decoded(path, display if display is not None else path.as_posix(), raw)


def mentions(raw: bytes, words: Iterable[bytes]) -> bool:
    """Whether bytes hold one of some words: a quick look before anything is parsed."""
    return any(word in raw for word in words)


def display_path(path: Path, root: Path) -> str:
    """A path for people: relative to a root if it lies below, else absolute; always posix."""
    absolute = Path(os.path.abspath(path))
    try:
        return absolute.relative_to(os.path.abspath(root)).as_posix()
    except ValueError:
        return absolute.as_posix()


def _decoded(path: Path, display: str, raw: bytes) -> SourceFile:
    notebook = None
    try:
        if path.suffix == notebooks.SUFFIX:
            encoding = "utf-8-sig" if raw.startswith(codecs.BOM_UTF8) else "utf-8"
            notebook = notebooks.read(raw.decode(encoding))
            text = notebook.text
        else:
            encoding, text = _decode(raw)
    except SourceError:
        raise
    except UnicodeDecodeError as error:
        row = error.object.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{error.object[error.start]:02x} on line {row}"
        raise SourceError(f"not valid {error.encoding}: {byte}") from None
    except Exception as error:  # a codec that a cookie names may raise anything
        if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise SourceError("the file is UTF-16, which Python does not read") from None
        raise SourceError(f"cannot be decoded: {_first_line(error)}") from None
    counts = Counter(_NEWLINE.findall(text))
    newline = counts.most_common(1)[0][0] if counts else "\n"
    return SourceFile(path, display, raw, text, encoding, newline, notebook)


def _decode(raw: bytes) -> tuple[str, str]:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    except SyntaxError:
        if not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raw.decode("utf-8")  # a bad byte in the first lines: say where it is
        raise
    return encoding, raw.decode(encoding)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def reason(error: Exception) -> str:
    """What went wrong with a file, in words for the user."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return _first_line(error)
