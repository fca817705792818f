"""Values that a gradient flows through, in functions that nothing but `jax.grad` traces.

There only what depends smoothly on a differentiated argument is traced; everything else, and what
a comparison or `stop_gradient` gives, is as concrete as outside.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import positional


def differentiated_value(facts: Facts, node: ast.expr) -> str | None:
    """Why an expression is certainly traced by a gradient alone; None if nothing says so."""
    function = facts.module.function(node)
    if function is None:
        return None
    names = _parameters(facts, function)
    if names and _depends(facts, function, node, set(names), ()):
        return next(iter(names.values()))
    return None


@fact
def _parameters(facts: Facts, function: FunctionNode) -> dict[str, str]:
    """The parameters that some gradient is taken for, each with where."""
    out: dict[str, str] = {}
    if tracing(facts).staged(function) is None and not tracing(facts).host(function):
        for wrap in tracing(facts).of(function):
            if wrap.name in _GRADIENTS:
                why = f"differentiated at {facts.at(wrap.site)}"
                out.update(dict.fromkeys(_chosen(facts, wrap), why))
    return out


def _chosen(facts: Facts, wrap: Wrap) -> list[str]:
    """The names of the arguments that a gradient is taken for."""
    names = positional(wrap.function)[wrap.bound :]
    chosen = wrap.keyword("argnums")
    if chosen is None and wrap.options is not None and len(wrap.options.args) > 1:
        return []
    numbers = [0] if chosen is None else tracing(facts).literals(chosen)
    if numbers is None:
        return []
    return [
        names[n] for n in numbers
        if isinstance(n, int) and 0 <= n < len(names) and names[n] not in ("self", "cls")
    ]  # fmt: skip


def _depends(
    facts: Facts, function: FunctionNode, node: ast.expr, names: set[str], seen: tuple[str, ...]
) -> bool:
    """Whether a value depends smoothly on one of some parameters."""

    def depends(inner: ast.expr) -> bool:
        return _depends(facts, function, inner, names, seen)

    if isinstance(node, ast.Name):
        bindings = facts.names.binding(node)
        if len(bindings) != 1 or node.id in seen:
            return False
        if bindings[0].kind == "param" or isinstance(bindings[0].node, ast.arg):
            return node.id in names and facts.module.function(bindings[0].node) is function
        value = bindings[0].value
        if bindings[0].kind != "assign" or value is None:
            return False
        return _depends(facts, function, value, names, (*seen, node.id))
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            return False
        return depends(node.left) or depends(node.right)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and depends(node.operand)
    if isinstance(node, ast.Subscript):
        return depends(node.value)
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(depends(e) for e in node.elts)
    if isinstance(node, ast.Call):
        name = facts.names.call(node) or ""
        module, _, last = name.rpartition(".")
        if module in ("jax.numpy", "jax.nn", "jax.numpy.linalg") and last in _SMOOTH:
            return any(depends(a) for a in node.args if not isinstance(a, ast.Starred))
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("sum", "mean", "reshape"):
            return depends(node.func.value)
    return False


_GRADIENTS = ("jax.grad", "jax.value_and_grad")
_SMOOTH = frozenset(
    {"sum", "mean", "exp", "log", "log1p", "expm1", "sqrt", "sin", "cos", "tan", "tanh", "dot",
     "matmul", "einsum", "square", "abs", "maximum", "minimum", "power", "reshape", "transpose",
     "concatenate", "stack", "norm", "relu", "sigmoid", "softplus", "gelu", "softmax",
     "log_softmax", "squeeze", "ravel"}
)  # fmt: skip
