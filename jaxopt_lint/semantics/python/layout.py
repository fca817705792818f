"""How generated calls are laid out: on one line where they fit, else one argument a line."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from jaxopt_lint.semantics.python.module import Module

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


def continued(text: str, module: Module, node: ast.AST) -> str:
    """Text for the place of a node that may stand on a continuation line of its statement."""
    statement = module.statement(node)
    here, first = (module.lines[getattr(n, "lineno") - 1] for n in (node, statement))
    deeper = (len(here) - len(here.lstrip())) - (len(first) - len(first.lstrip()))
    return text.replace("\n", "\n" + " " * max(deeper, 0))
