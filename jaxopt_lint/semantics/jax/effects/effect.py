"""One effect, and which of them are seen from outside."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.python import FunctionNode, Scope


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One thing that running code does beyond giving its result.

    Attributes:
        kind: "writes" (to what was there before), "mutates" (what was there before, by a method
            of it), "draws" (from a generator or the world), "waits" (for the numbers behind
            arrays that it is given), "prints" (or logs, when it is traced), "callback"
            (`jax.debug.print`: calls back whenever it runs), "raises", "reads" (state that may be
            another the next time), "custom" (has a rule of its own for derivatives), "collective"
            (talks to other devices) or "unknown" (calls what cannot be followed).
        why: one clause, in the user's names.
        node: where.
        who: the function that does it; None for code of the module itself.
        certain: for "reads": something in this file changes it; for "unknown": the result is
            dropped, so that it is called for what it does.
        name: for "reads": the name whose value is read, and `holder` the scope that has it.
    """

    kind: str
    why: str
    node: ast.AST
    who: FunctionNode | None
    certain: bool = False
    name: ast.Name | None = None
    holder: Scope | None = None


LASTING = ("writes", "mutates", "draws", "prints")


def lasting(found: Iterable[Effect], *more: str) -> Iterator[Effect]:
    """What is seen from outside, so that it matters how often it is done, and of further kinds.

    A call of the unknown is among it where its result is dropped: it is called for what it does.
    """
    kinds = (*LASTING, *more)
    return (e for e in found if e.kind in kinds or (e.kind == "unknown" and e.certain))


def of_kinds(found: Iterable[Effect], *kinds: str) -> Iterator[Effect]:
    """Those effects that are of one of some kinds."""
    return (e for e in found if e.kind in kinds)
