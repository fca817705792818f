"""Why it is not known what a name stands for, in words for those who ask."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.doubts import excerpt
from jaxopt_lint.semantics.jax.facts import Facts


def unresolved(facts: Facts, func: ast.expr) -> str:
    """Why it is not known what a callable is, as the rest of a sentence about it."""
    if isinstance(func, ast.Attribute):
        return f"is read from `{facts.module.source(func.value)}`, whose class is not known here"
    if not isinstance(func, ast.Name):
        return "is made where it is called"
    bindings = facts.names.binding(func)
    rows = sorted({getattr(b.node, "lineno", 1) for b in bindings})
    if not bindings:
        return "is bound nowhere in this file"
    if len(rows) > 1:
        return f"is bound {len(rows)} times, on lines {', '.join(map(str, rows))}"
    if bindings[0].kind == "param":
        return "is a parameter: who gives it is not followed"
    if bindings[0].kind == "import":
        return "comes from another module, of which nothing more is known"
    if isinstance(bindings[0].value, ast.Call):
        made = excerpt(facts.module, bindings[0].value.func)
        return f"is what {made} returns, which is not known"
    return f"is bound on line {rows[0]} to something that is not known"
