"""Text that strangers wrote, as Markdown that shows it and does nothing else."""

from __future__ import annotations

import re

from jaxopt_lint.report.console import clean

_SPAN = re.compile(r"`([^`\n]+)`")
_RUN = re.compile(r"`+")
_SPECIAL = re.compile(r"([\\`*{}\[\]()#+!|~$]|(?<!\w)_|_(?!\w))")
_REFERENCE = re.compile(r"(@|#|GH-)(?=[\w-])")


def prose(text: str) -> str:
    """One paragraph: pairs of single backticks stay code, all else is plain text."""
    text = clean(" ".join(text.split()))
    out, at = [], 0
    for match in _SPAN.finditer(text):
        out += [_plain(text[at : match.start()]), match[0]]
        at = match.end()
    return "".join([*out, _plain(text[at:])])


def code(text: str) -> str:
    """A code span, whatever the text holds."""
    text = clean(" ".join(text.split()))
    ticks = "`" * (_longest(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fence(kind: str, text: str) -> str:
    """A fenced block that its content cannot end."""
    ticks = "`" * max(3, _longest(text) + 1)
    return f"{ticks}{kind}\n{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{ticks}"


def _plain(text: str) -> str:
    # A zero-width space keeps names and numbers from notifying people and linking issues.
    text = _REFERENCE.sub("\\1\u200b", text.replace("&", "&amp;"))
    return _SPECIAL.sub(r"\\\1", text.replace("<", "&lt;").replace(">", "&gt;"))


def _longest(text: str) -> int:
    return max((len(run) for run in _RUN.findall(text)), default=0)
