"""The scans of a file whose body is a function of the file."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.python import argument, positional

_SCAN = "jax.lax.scan"
_CHECKPOINTS = ("jax.checkpoint", "jax.remat")


@dataclass(frozen=True, slots=True)
class ScanBody:
    """One scan and its body.

    Attributes:
        node: the call of the scan.
        body: the function that it repeats.
        carry: the name under which the body takes what is carried.
        layers: the name under which it takes its turn's share, where the scan goes through
            something.
        first: the body's first statement behind its docstring.
        checkpointed: a `jax.checkpoint` is around the body already.
        asked_by: the functions by which a user may ask for it: its body, and the one that holds
            it; "" for the whole file.
    """

    node: ast.Call
    body: ast.FunctionDef
    carry: str | None
    layers: str | None
    first: ast.stmt
    checkpointed: bool
    asked_by: tuple[str, ...]


@fact
def scan_bodies(facts: Facts) -> dict[ast.Call, ScanBody]:
    """The scans of a file, by their call."""
    scans = (c for c in facts.module.all(ast.Call) if facts.names.call(c) == _SCAN and c.args)
    return {scan: made for scan in scans if (made := _body(facts, scan)) is not None}


def _body(facts: Facts, scan: ast.Call) -> ScanBody | None:
    callee = calls(facts).callee(scan.args[0])
    if callee is None or not isinstance(callee.node, ast.FunctionDef):
        return None
    body = callee.node
    wraps = {name for name, _ in callee.wraps}
    wraps |= {w.name for w in tracing(facts).of(body) if w.decorator}
    if wraps - set(_CHECKPOINTS):
        return None
    params = positional(body)[callee.bound :]
    xs = argument(scan, 2, "xs")
    nothing = xs is None or (isinstance(xs, ast.Constant) and xs.value is None)
    first = body.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and body.body[1:]:
        first = body.body[1]
    carry = params[0] if params else None
    layers = params[1] if len(params) > 1 and not nothing else None
    around = facts.module.function(scan)
    holders = (body,) if around is None else (body, around)
    asked_by = ("", *map(facts.module.qualname, holders))
    return ScanBody(scan, body, carry, layers, first, bool(wraps), asked_by)
