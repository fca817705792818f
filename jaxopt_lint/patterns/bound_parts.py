"""What a `partial` binds that is no array: parts of objects, each of which is another program."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python.nodes import PATH, root_name, root_of

PARTIALS = ("functools.partial", "jax.tree_util.Partial")


def looked_into(facts: Facts, site: ast.AST) -> set[str]:
    """The names in which what is compiled looks for what it binds: `partial(run, code.body)`, with
    `code = equation.params["code"]`. No array has parts of such names, but a program has."""
    made = site.args[0] if isinstance(site, ast.Call) and site.args else None
    found: set[str] = set()
    pending: list[ast.expr] = [
        part for one in _values(facts, made)
        if isinstance(one, ast.Call) and facts.names.call(one) in PARTIALS
        for part in one.args[1:] if isinstance(part, ast.Attribute)
    ]  # fmt: skip
    while pending:
        path = pending.pop()
        name, root = root_name(path, PATH), root_of(path, PATH)
        if name and name not in found:
            found.add(name)
            pending += [one for one in _values(facts, root) if isinstance(one, PATH)]
    return found


def _values(facts: Facts, node: ast.expr | None) -> list[ast.expr]:
    """What an expression is, or may be where several ways bind its name."""
    if not isinstance(node, ast.Name):
        return [node] if node is not None else []
    return [b.value for b in facts.names.binding(node) if b.value is not None]
