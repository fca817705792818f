"""Code on its way out, by what its author says of it: a decorator, a warning, or the docstring.

This says nothing of what the code does. What is wrong there is seldom mended, as in a folder of
legacy code.
"""

from __future__ import annotations

import ast
import re

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import FUNCTIONS

_DECORATORS = frozenset(
    {"warnings.deprecated", "typing_extensions.deprecated", "typing.deprecated",
     "deprecated.deprecated", "deprecated.sphinx.deprecated", "deprecation.deprecated",
     "deprecate.deprecated", "numpy.deprecate"}
)  # fmt: skip
_WARNINGS = ("DeprecationWarning", "PendingDeprecationWarning")
# The docstring begins with the word, or holds the directive that documentation is made of.
_SAID = re.compile(r"\W*deprecated\b|(?s:.*)^\s*\.\. deprecated::", re.IGNORECASE | re.MULTILINE)


@fact
def retired_rows(facts: Facts) -> frozenset[int]:
    """The rows of functions and classes whose author marks them as deprecated."""
    text = facts.module.text
    if "eprecat" not in text and "DEPRECAT" not in text:
        return frozenset()
    return frozenset(
        row
        for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if _marked(facts, node)
        for row in range(_first(node), (node.end_lineno or node.lineno) + 1)
    )


def _marked(facts: Facts, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    made = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
    if any(facts.names.of(one) in _DECORATORS for one in made):
        return True
    if _SAID.match(ast.get_docstring(node) or ""):
        return True
    body = node.body
    if isinstance(node, ast.ClassDef):  # making one warns
        starts = [s for s in node.body if isinstance(s, FUNCTIONS)]
        body = [t for s in starts if getattr(s, "name", "") == "__init__" for t in s.body]  # type: ignore[union-attr]
    return any(isinstance(s, ast.Expr) and _warns(facts, s.value) for s in body)


def _warns(facts: Facts, call: ast.expr) -> bool:
    """Whether a statement, which every call comes to, says that something is deprecated."""
    if not isinstance(call, ast.Call) or facts.names.call(call) != "warnings.warn":
        return False
    given = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "category")]
    return any(isinstance(one, ast.Name) and one.id in _WARNINGS for one in given)


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])
