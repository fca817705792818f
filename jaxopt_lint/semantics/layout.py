"""How generated calls are laid out: on one line where they fit, else one argument a line."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 88


def call(function: str, arguments: Sequence[str], *, used: int = 0) -> str:
    """The text of a call.

    Args:
        used: how many columns of the line are taken already.

    >>> call("f", ["a", "b=1"])
    'f(a, b=1)'
    """
    line = f"{function}({', '.join(arguments)})"
    if used + len(line) <= WIDTH and "\n" not in line:
        return line
    spread = "".join("    " + a.replace("\n", "\n    ") + ",\n" for a in arguments)
    return f"{function}(\n{spread})"
