"""A part of a text that is put out of sight, or that nothing reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Mask:
    """A part of a text that is put out of sight.

    Attributes:
        start: its place, in bytes from the start of the text.
        cover: what stands there instead, of the same length.
        string: whether it is a string, which the tokenizer does not read either.
        kind: which graft undoes it; empty where another mask's graft does.
        row: the row of the node that is grafted or that the graft changes.
        column: likewise, in bytes from 0.
        graft: the nodes to put back, with rows as in the text.
    """

    start: int
    cover: bytes
    string: bool = False
    kind: str = ""
    row: int = 0
    column: int = 0
    graft: Any = None
    shift: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Unread:
    """Where LibCST cannot go on, and why; row 0 if it does not say."""

    row: int = 0
    column: int = 0
    why: str = ""
