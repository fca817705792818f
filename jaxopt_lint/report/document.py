"""Reports for other programs: what they are made from, and what their formats have in common."""

from __future__ import annotations

import importlib
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from jaxopt_lint.finding import Finding
from jaxopt_lint.report.console import clean
from jaxopt_lint.report.sources import Sources

# Format -> module of this folder with `dumps(document)`; nothing is imported before it is asked
# for.
FORMATS = {"sarif": "sarif", "rdjson": "rdjson", "gitlab": "gitlab", "junit": "junit"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Document:
    """What one run has to say.

    Attributes:
        findings: what is reported.
        sources: the texts they point into.
        silenced: what is not reported, because a comment or the baseline says so.
        crashes: one text each for what failed inside; the first line says what.
    """

    findings: Sequence[Finding]
    sources: Sources
    silenced: Sequence[Finding] = ()
    crashes: Sequence[str] = ()


def dumps(kind: str, document: Document) -> str:
    """A document in one of `FORMATS`."""
    module = importlib.import_module(f"jaxopt_lint.report.{FORMATS[kind]}")
    text: str = module.dumps(document)
    return text


def readable(text: str) -> str:
    """Text that every reader takes: no control characters, no halves of characters."""
    return _LONE_SURROGATE.sub("\ufffd", clean(text))


def uri(path: str) -> tuple[str, bool]:
    """A file's address as RFC 3986 has it, and whether it is relative to the working directory.

    Names are bytes: what is no UTF-8 is written byte for byte.

    >>> uri("a b/50%#1.py")
    ('a%20b/50%25%231.py', True)
    """
    text = quote(os.fsencode(path), safe="/")
    if os.path.isabs(path):
        return f"file://{text}", False
    if re.match(r"[^/]*:", path):  # would read as a scheme
        text = f"./{text}"
    return text, True


def here() -> str:
    """The working directory as an address that relative ones can be appended to."""
    return f"file://{quote(os.fsencode(Path.cwd()), safe='/').rstrip('/')}/"


def first_line(crash: str) -> str:
    """What failed, without the details of it."""
    head, *rest = crash.strip().splitlines() or ["unknown"]
    return f"{head}: {rest[-1].strip()}" if rest else head


def is_printable(letter: str) -> bool:
    """Whether XML 1.0 may hold a character."""
    return letter in "\t\n\r" or (
        unicodedata.category(letter) not in ("Cc", "Cs") and letter not in "\ufffe\uffff"
    )
