"""Where code is meant to fail: inside `pytest.raises` and the like, and where errors are caught."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.nodes import last_part
from jaxopt_lint.semantics.python.scopes import FUNCTIONS


def raises_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether an error that a node raises is expected by the code around it, function or not."""
    inner = node
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return True
        if isinstance(around, (ast.With, ast.AsyncWith)):
            for item in around.items:
                call = item.context_expr
                func = call.func if isinstance(call, ast.Call) else call
                last = last_part(func)
                if words.EXPECTS_ERROR.says(last.lower()) or last == "suppress":
                    return True
        inner = around
    return False


def tracer_error_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether a function around a node waits for the error of a traced value that is asked.

    The function that fails is often defined a few lines above the `with pytest.raises(...)`
    in which it is called, or traced through others.
    """
    for around in facts.module.ancestors(node):
        if isinstance(around, FUNCTIONS) and any(_waits(inner) for inner in ast.walk(around)):
            return True
    return False


def _waits(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    func = node.func
    last = last_part(func)
    error = ast.unparse(node.args[0]) if words.EXPECTS_ERROR.says(last.lower()) else ""
    return "Tracer" in error or "Concretization" in error
