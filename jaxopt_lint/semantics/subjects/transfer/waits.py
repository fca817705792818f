"""What a call waits for: the values that have to be on the host before it can go on."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.effects.deeds import deed_of, shown
from jaxopt_lint.semantics.jax.facts import Facts


def waits(facts: Facts, call: ast.Call) -> tuple[str, list[ast.expr]]:
    """How a call would wait ("fetch", "block", "print", or ""), and for which values.

    It would if those values were on the device: of `x.item()` nothing else is asked.
    """
    func = call.func
    given = [*call.args, *(k.value for k in call.keywords)]
    deed = deed_of(facts, call)
    if deed is None or not deed.waits or (deed.waits == "fetch" and deed.kind):
        return "", []
    if deed.waits in ("print", "log"):
        return "print", shown(given)
    if isinstance(func, ast.Attribute) and facts.names.of(func) is None and not given:
        return deed.waits, [func.value]
    if facts.names.of(func) == "jax.device_get" and given:
        # Several values at once: the author has gathered them already.
        return "fetch", [] if isinstance(given[0], (ast.Tuple, ast.List, ast.Dict)) else [given[0]]
    # A function of NumPy's makes each of its arguments an array of its own.
    asked = call.args if (facts.names.of(func) or "").startswith("numpy.") else call.args[:1]
    return (deed.waits, list(asked)) if asked else ("", [])
