"""What cannot be read or written, in words for the user."""

from __future__ import annotations


class SourceError(Exception):
    """A file that cannot be read, decoded or written; the text says why, in words for the user.

    Attributes:
        harmless: nothing is broken; the file is of a kind that is not looked at.
    """

    def __init__(self, text: str, *, harmless: bool = False) -> None:
        super().__init__(text)
        self.harmless = harmless
