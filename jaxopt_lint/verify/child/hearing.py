"""What a call says: lines on standard output and standard error, log records, warnings."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .lib import jax

KEPT = 1 << 20  # characters of one call
# They speak for themselves, not for the user's code.
_LIBRARIES = ("jax", "jaxlib", "absl")


class Said:
    """The lines that were said, in their order; all but those of standard output name their way.

    Of what is longer than `KEPT` characters the rest is known by a digest alone.
    """

    def __init__(self) -> None:
        self._parts: list[tuple[str, str]] = []
        self._length = 0
        self._rest = hashlib.sha256()

    def add(self, way: str, text: str) -> None:
        """Write down what was said; texts of one way run on until another way is taken."""
        room = max(0, KEPT - self._length)
        self._length += len(text)
        if len(text) > room:
            self._rest.update(f"{way}: {text[room:]}".encode(errors="surrogatepass"))
            text = text[:room]
        if self._parts and self._parts[-1][0] == way:
            text = self._parts.pop()[1] + text
        self._parts.append((way, text))

    def text(self) -> str:
        """All of it, a line each."""
        said = "".join(
            f"{f'{way}: ' if way else ''}{line}\n"
            for way, text in self._parts
            for line in text.splitlines()
        )
        more = self._length - KEPT
        return said + (f"and {more} characters: {self._rest.hexdigest()}\n" if more > 0 else "")


class _Stream(io.TextIOBase):
    def __init__(self, said: Said, way: str) -> None:
        self._said, self._way = said, way

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._said.add(self._way, text)
        return len(text)


class _Handler(logging.Handler):
    def __init__(self, said: Said) -> None:
        super().__init__()
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] not in _LIBRARIES:
            words = f"{record.levelname} {record.name}: {record.getMessage()}\n"
            self._said.add("log", words)


@contextlib.contextmanager
def heard(project: Path | None = None) -> Iterator[Said]:
    """All that is said meanwhile, by callbacks of the device too.

    Of warnings only those count that code of the project gives; the text goes no further.
    """
    said = Said()
    root, handler = logging.getLogger(), _Handler(said)
    root.addHandler(handler)
    try:
        with (
            contextlib.redirect_stdout(_Stream(said, "")),
            contextlib.redirect_stderr(_Stream(said, "stderr")),
            _warned(said, project),
        ):
            try:
                yield said
            finally:
                with contextlib.suppress(Exception):
                    jax.effects_barrier()
    finally:
        root.removeHandler(handler)


@contextlib.contextmanager
def _warned(said: Said, project: Path | None) -> Iterator[None]:
    """Hear `warnings.warn` where code of the project calls it."""
    warn: Any = warnings.warn

    def listen(message: Any, category: Any = None, *rest: Any, **more: Any) -> None:
        file = Path(sys._getframe(1).f_code.co_filename)
        if project is not None and project in file.parents:
            kind = type(message) if isinstance(message, Warning) else category or UserWarning
            said.add("warning", f"{kind.__name__}: {message}\n")
        else:
            warn(message, category, *rest, **more)

    warnings.warn = listen  # type: ignore[assignment]
    try:
        yield
    finally:
        warnings.warn = warn
