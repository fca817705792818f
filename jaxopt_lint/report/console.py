"""What a terminal can show: colours, widths, and text that must not command it."""

from __future__ import annotations

import os
import re
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


# What paints text or makes it a link takes no room.
_UNSEEN = re.compile(r"\033\[[\d;]*m|\033\]8;;.*?\033\\")
_NARROWEST = 40  # below that, nothing is laid out any more
_IN_A_NAME = {**_HARMLESS, 0x09: "\u2409", 0x0A: "\u240a", 0x2028: "\ufffd", 0x2029: "\ufffd"}
# What the runners of GitHub and of Azure take for a command when a job prints it.
_COMMAND = re.compile(r"^(\s*)(?=::)|##(?=\[|vso\[)", re.MULTILINE)


@dataclass(frozen=True)
class Style:
    """How text is shown: painted or not, with links or without, in so many columns.

    Attributes:
        colour: whether to paint.
        links: whether the terminal may be told the address behind a word (OSC 8).
        width: columns that there are; 0 where nobody cuts or wraps, as in a file.
    """

    colour: bool = False
    links: bool = False
    width: int = 0

    @classmethod
    def of(cls, choice: str, stream: IO[str] | None) -> Style:
        """The style that suits a stream and `--color`."""
        colour = wants_colour(choice, stream)
        if not is_terminal(stream):
            return cls(colour)
        return cls(colour, colour and wants_links(), max(_columns(stream), _NARROWEST))

    def __call__(self, text: str, *styles: str) -> str:
        """The text, painted."""
        if not self.colour or not text:
            return text
        codes = ";".join(_CODES[style] for style in styles)
        return f"\033[{codes}m{text}\033[0m"

    def link(self, text: str, url: str) -> str:
        """The text, which leads to an address where the terminal knows how."""
        if not self.links or not url:
            return text
        return f"\033]8;;{one_line(url)}\033\\{text}\033]8;;\033\\"

    def wrapped(self, text: str, indent: str) -> str:
        """A line broken between words to fit; what follows the first line is indented."""
        if not self.width or width(text) <= self.width:
            return text
        first, *words = text.lstrip(" ").split(" ")
        lines, line = [], " " * (len(text) - len(text.lstrip(" "))) + first
        for word in words:
            if width(line) + 1 + width(word) > self.width:
                lines.append(line)
                line = indent + word
            else:
                line += f" {word}"
        return "\n".join([*lines, line])


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


def wants_links(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal may get addresses: unless it is a plain one, or somebody said no."""
    if environment.get("FORCE_HYPERLINK", "") != "":
        return environment["FORCE_HYPERLINK"] != "0"
    return environment.get("TERM", "dumb") not in ("dumb", "linux")


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether somebody looks at a stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _columns(stream: IO[str] | None) -> int:
    stated = os.environ.get("COLUMNS", "")
    if stated.isdecimal() and int(stated):
        return int(stated)
    try:
        return os.get_terminal_size(stream.fileno() if stream else 1).columns or 80
    except (OSError, ValueError):
        return 80


def clean(text: str) -> str:
    """Text without control characters, tabs and line ends aside."""
    return text if text.isascii() and text.isprintable() else text.translate(_HARMLESS)


def one_line(text: str) -> str:
    """A name that strangers chose, such as a path: without control characters and line ends."""
    return text if text.isascii() and text.isprintable() else text.translate(_IN_A_NAME)


def inert(text: str) -> str:
    """Lines of which none is a command to the runner that prints them."""
    if "::" not in text and "##" not in text:
        return text
    return _COMMAND.sub(lambda match: f"{match[0]}\u200b", text)


def width(text: str) -> int:
    """How many columns a text takes, colours and links aside."""
    text = _UNSEEN.sub("", text)
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


def cut(text: str, room: int, left: int = 0) -> str:
    """The columns of a text that are shown, with a mark where something is left out."""
    if left:
        text = "\u2026" + _after(text, left + 1)
    return text if width(text) <= room else _before(text, room - 1) + "\u2026"


def _after(text: str, columns: int) -> str:
    # Half of a wide letter becomes a blank.
    seen = 0
    for i, letter in enumerate(text):
        if seen >= columns:
            return " " * (seen - columns) + text[i:]
        seen += width(letter)
    return ""


def _before(text: str, columns: int) -> str:
    seen = 0
    for i, letter in enumerate(text):
        seen += width(letter)
        if seen > columns:
            return text[:i]
    return text


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 finding`, `2 findings`, `2 fixes`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith(('x', 's', 'sh', 'ch')) else 's'}"
