"""What facts could not make out, and why: read by those who ask why nothing was reported.

A fact that gives up on something that it was asked about says so with `facts.doubt(node, reason)`.
Nobody listens in an ordinary run; what is reported never depends on it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from jaxopt_lint.semantics.python import Module

_LONGEST = 50  # characters of source that are shown within a sentence


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that was not known, or that spoke against a finding.

    Attributes:
        node: what was looked at; the whole module where the file as such was given up.
        at: where the reason lies, which may be elsewhere.
        reason: one sentence without full stop.
        early: it was hardly a candidate: of interest to those only who ask about this very rule.
    """

    node: ast.AST
    at: ast.AST
    reason: str
    early: bool = False


@dataclass(slots=True)
class Ledger:
    """The doubts of one file, in the order in which they arose, each once."""

    doubts: dict[Doubt, None] = field(default_factory=dict)

    def add(self, doubt: Doubt) -> None:
        """Note a doubt."""
        self.doubts[doubt] = None


def excerpt(module: Module, node: ast.AST) -> str:
    """The source of a node in backticks, on one line and not too long."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return f"`{node.name}`"
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return f"the loop on line {node.lineno}"
    text = " ".join(module.source(node).split())
    return f"`{text if len(text) <= _LONGEST else text[:_LONGEST].rstrip() + '...'}`"
