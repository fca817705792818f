"""Compiled scans that donate what they iterate over and keep the carry that they renew."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.python import stored_names

_CARRY, _XS = 0, 1
_COMPILED = ("jax.jit", "jax.pmap", "jax.experimental.pjit.pjit", "jax.pjit")


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A compiled scan whose donation misses its carry.

    Attributes:
        node: the call that compiles.
        call: a call that stores the new carry under the old name.
        renewed: the variables of the carry that it renews.
        donated: what it donates instead, as written at the call.
    """

    node: ast.expr
    call: ast.Call
    renewed: tuple[str, ...]
    donated: str


@fact
def misplaced(facts: Facts) -> dict[ast.expr, Misplaced]:
    """The compiled scans that donate what they read, not what they renew, by the call that
    compiles: `jit(partial(lax.scan, step), donate_argnums=1)`."""
    found: dict[ast.expr, Misplaced] = {}
    scans = [
        w
        for w in tracing(facts).wraps
        if w.name in _COMPILED and _is_scan(w) and _donates_only_xs(facts, w)
    ]
    if scans:
        for call in facts.module.all(ast.Call):
            wrap = _compiled(facts, call, scans)
            made = _renewing(facts, call, wrap) if wrap is not None else None
            if made is not None:
                found.setdefault(made.node, made)
    return found


def _is_scan(wrap: Wrap) -> bool:
    """Whether a wrap compiles `partial(jax.lax.scan, step)`: what is left is the carry and xs."""
    bare = wrap.bound == 1 and not wrap.bound_names and not wrap.inner
    return wrap.dotted == "jax.lax.scan" and bare and isinstance(wrap.argument, ast.Call | ast.Name)


def _donates_only_xs(facts: Facts, wrap: Wrap) -> bool:
    value = wrap.keyword("donate_argnums")
    return value is not None and tracing(facts).literals(value) == [_XS]


def _compiled(facts: Facts, call: ast.Call, scans: list[Wrap]) -> Wrap | None:
    if len(call.args) < 2 or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    found = tracing(facts).jitted(call.func)
    return next((w for w in scans if found is w), None)


def _renewing(facts: Facts, call: ast.Call, wrap: Wrap) -> Misplaced | None:
    statement, carry = facts.module.stored_by(call), call.args[_CARRY]
    stored = stored_names(*statement.targets) if statement is not None else ()
    parts = carry.elts if isinstance(carry, (ast.Tuple, ast.List)) else [carry]
    names = [p.id for p in parts if isinstance(p, ast.Name) and p.id in stored]
    given = facts.module.source(call.args[_XS])
    return Misplaced(wrap.site, call, tuple(names), given) if names else None
