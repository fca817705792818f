"""Where code is meant to fail: inside `pytest.raises` and the like, and where errors are caught."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact
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
    return any(around in _expecting(facts) for around in facts.module.functions(node))


def tracer_error_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether a function around a node waits for the error of a traced value that is asked.

    The function that fails is often defined a few lines above the `with pytest.raises(...)`
    in which it is called, or traced through others.
    """
    found = _expecting(facts)
    return any(found.get(around, False) for around in facts.module.ancestors(node))


@fact
def _expecting(facts: Facts) -> dict[ast.AST, bool]:
    """The functions in which a call passes only if an error is raised; whether that of a tracer."""
    out: dict[ast.AST, bool] = {}
    for call in facts.module.all(ast.Call):
        if _expects(facts, call.func):
            traced = _of_tracer(call)
            for around in facts.module.ancestors(call):
                if isinstance(around, FUNCTIONS):
                    out[around] = out.get(around, False) or traced
    return out


def _of_tracer(call: ast.Call) -> bool:
    error = ast.unparse(call.args[0]) if call.args else ""
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
