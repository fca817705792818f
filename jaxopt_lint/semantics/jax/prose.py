"""Which words of a text name code: in prose, only those that look like it.

"The forward pass of a model" speaks of no method `forward`; `model.forward`, `forward(x)` and
"the `forward` of a model" do, and `forward_pass` is no word of any language but a program's.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d]\w*")
# In prose: what is called, gets a value or an index, is dotted or a path, stands in quotes or
# behind dashes; what has an underscore, a digit or a second hump.
_SHAPED = re.compile(
    r"[^\W\d]\w*(?:[./:]\w+)+"
    r"|-m +\w+"
    r"|(?:--?|[.:/@\\])[^\W\d][\w-]*"
    r"|[`'\"][\w.*]+[`'\"]"
    r"|\b[^\W\d]\w*(?=[(=\[])"
    r"|\b[^\W\d]*(?:_|\d|[a-z][A-Z]|[A-Z][A-Z][a-z])\w*"
)
# Files of Python, by their last names, and dotted names.
_FILE = re.compile(r"(\w+)\.py\b|\b([^\W\d]\w*(?:\.[^\W\d]\w*)+)")
_SEVERAL = re.compile(r"\s*[\w.]+(?:\s*[,;|]\s*[\w.]+)*\s*")
# What stands in a note as code does: blocks between fences, what is set apart by its indentation,
# spans between backquotes, tags and macros, rows of one word, directives.
_SET_OFF = re.compile(
    r"(?s:^[ \t>]*(```+|~~~+).*?(?:^[ \t>]*\1|\Z))"
    r"|^(?:\t| {3}).*$"
    r"|`[^`]{1,200}`"
    r"|<(?:code|pre|tt)\b(?s:.{1,2000}?)</"
    r"|\\(?:texttt|verb|lstinline|mintinline|code)\b(?:\{[^}]{0,200}\}|.{1,80})"
    r"|^[ \t]*[\w.]+[ \t\r]*$"
    r"|^(?:\.\. |:::).*$",
    re.MULTILINE,
)


def named_in(text: str, whole: bool = False) -> set[str]:
    """The words of a text of a program by which it may mean something.

    Args:
        whole: the text is no prose, as it is taken apart at its blanks.
    """
    if whole or " " not in text or _SEVERAL.fullmatch(text):
        return {*_WORD.findall(text)}
    return _words_in(_SHAPED, text)


def named_in_notes(text: str) -> set[str]:
    """The words of notes for readers that name code."""
    return _words_in(_SET_OFF, text) | _words_in(_SHAPED, text)


def files_in(text: str) -> set[str]:
    """The files of Python, without the ending, and the dotted names that a text names."""
    return {stem or dotted for stem, dotted in _FILE.findall(text)}


def _words_in(pattern: re.Pattern[str], text: str) -> set[str]:
    return {word for found in pattern.finditer(text) for word in _WORD.findall(found[0])}
