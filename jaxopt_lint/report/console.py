"""What a terminal can show: colours, widths, and text that must not command it."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "cyan": "36",
}
# Source text may hold escape sequences; shown, they must not move the cursor or change colours.
_HARMLESS = {
    **{code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)},
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),
    **dict.fromkeys((0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068), "\ufffd"),
}


@dataclass(frozen=True)
class Style:
    """Paints text, or does not."""

    colour: bool = False

    def __call__(self, text: str, *styles: str) -> str:
        """The text, painted."""
        if not self.colour or not text:
            return text
        codes = ";".join(_CODES[style] for style in styles)
        return f"\033[{codes}m{text}\033[0m"


def wants_colour(
    choice: str, stream: IO[str] | None, environment: Mapping[str, str] = os.environ
) -> bool:
    """Whether to paint: `--color`, then NO_COLOR and FORCE_COLOR, then whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return is_terminal(stream) and environment.get("TERM") != "dumb"


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether somebody looks at a stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def clean(text: str) -> str:
    """Text without control characters, tabs and line ends aside."""
    return text if text.isascii() and text.isprintable() else text.translate(_HARMLESS)


def width(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 finding`, `2 findings`, `2 fixes`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith(('x', 's', 'sh', 'ch')) else 's'}"
