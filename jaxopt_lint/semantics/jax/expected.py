"""Where code is meant to fail: inside `pytest.raises` and the like, and where errors are caught."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import FUNCTIONS


def raises_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether an error that a node raises is expected by the code around it, function or not."""
    for inner, around in facts.module.way_out(node):
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return True
        if isinstance(around, (ast.With, ast.AsyncWith)):
            for item in around.items:
                call = item.context_expr
                func = call.func if isinstance(call, ast.Call) else call
                if _expects(facts, func) or facts.names.of(func) == "contextlib.suppress":
                    return True
    return False


def error_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether an error that a node raises is expected around it, or by a function around it: one
    that fails is often defined a few lines above the `with pytest.raises(...)` that calls it."""
    if raises_meant(facts, node):
        return True
    return any(
        isinstance(inner, ast.Call) and _expects(facts, inner.func)
        for around in facts.module.functions(node)
        for inner in ast.walk(around)
    )


def tracer_error_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether a function around a node waits for the error of a traced value that is asked.

    The function that fails is often defined a few lines above the `with pytest.raises(...)`
    in which it is called, or traced through others.
    """
    for around in facts.module.ancestors(node):
        if isinstance(around, FUNCTIONS) and any(
            _waits(facts, inner) for inner in ast.walk(around)
        ):
            return True
    return False


def _waits(facts: Facts, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    error = ast.unparse(node.args[0]) if _expects(facts, node.func) else ""
    return "Tracer" in error or "Concretization" in error


def _expects(facts: Facts, func: ast.expr) -> bool:
    """Whether a context manager or a call passes only if an error is raised."""
    if isinstance(func, ast.Attribute) and facts.module.is_self(func.value):
        return func.attr in _METHODS
    return facts.names.of(func) in _FUNCTIONS


# Of `unittest.TestCase`, and what absl adds to it.
_METHODS = frozenset(
    {"assertRaises", "assertRaisesRegex", "assertRaisesWithLiteralMatch",
     "assertRaisesWithPredicateMatch"}
)  # fmt: skip
_FUNCTIONS = frozenset(
    {"pytest.raises", "pytest.RaisesGroup", "numpy.testing.assert_raises",
     "numpy.testing.assert_raises_regex"}
)  # fmt: skip
