"""Where code certainly runs on abstract values, and does not provide for concrete ones."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.scopes import FunctionNode

# Under these alone, what does not come from an argument stays concrete.
_PARTLY = ("vmapped", "checkpointed", "passed to `custom", "passed to `linearize",
           "passed to `vmap", "passed to `checkpoint", "vmap at", "checkpoint at")  # fmt: skip
# Decorators from here run the function as it is written.
_KEEPS_CODE = ("jax.", "functools.", "flax.", "haiku.", "equinox.", "chex.", "jaxtyping.",
               "beartype", "typeguard.", "typing.", "typing_extensions.", "abc.", "contextlib.",
               "pytest.")  # fmt: skip


def why_abstract(facts: Facts, node: ast.expr) -> str | None:
    """Why everything that JAX computes around a node is abstract; None where that is not certain.

    Code that may be called outside of a trace as well, that expects the error, or that makes
    sure of concrete values is left out.
    """
    function = facts.module.function(node)
    why = tracing(facts).staged(function)
    if why is None or function is None:
        return None
    if why.startswith(_PARTLY) and not (
        why.startswith("vmapped") and _of_arguments(facts, function, node)
    ):
        return None
    inner: ast.AST = node
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return None
        if isinstance(around, (ast.With, ast.AsyncWith)):
            if any("eval" in ast.dump(item.context_expr) for item in around.items):
                return None
        if isinstance(around, (ast.If, ast.IfExp, ast.While)):
            test = facts.module.source(around.test)
            if words.SEPARATES_TRACED.says(test):
                return None
        if around is function:
            break
        inner = around
    wraps = tracing(facts).of(function)
    if wraps and not any(w.decorator for w in wraps):
        # `fast = jax.jit(f)` beside plain calls of `f`: this may be meant for those.
        for call in calls(facts).callers(function):
            concrete = tracing(facts).staged(facts.module.function(call)) is None
            if concrete and not _staged(facts, call):
                return None
    return why


def rewritten(facts: Facts, function: FunctionNode) -> bool:
    """Whether a decorator that nobody knows may put other code in the place of a function's own.

    One that translates Python control flow makes `if` on a traced value legal.
    """
    known = {id(wrap.site) for wrap in tracing(facts).of(function) if wrap.decorator}
    for decorator in getattr(function, "decorator_list", ()):
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        dotted = facts.names.of(made) or ""
        builtin = facts.names.is_builtin(made, "staticmethod", "classmethod", "property")
        if id(decorator) not in known and not builtin and not dotted.startswith(_KEEPS_CODE):
            return True
    return False


def _staged(facts: Facts, call: ast.Call) -> bool:
    """Whether a call goes through a transform: `jax.vmap(f)(xs)`."""
    callee = calls(facts).callee(call.func)
    wraps = callee.wraps if callee is not None else ()
    return any(TRANSFORMS[name].staged for name, _ in wraps)


def _of_arguments(facts: Facts, function: FunctionNode, node: ast.expr) -> bool:
    """Whether an expression is computed from what its own function is mapped over."""
    traced = tracing(facts).traced_parameters(function)
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Attribute) and part.attr in ("shape", "ndim", "size", "dtype"):
            continue
        if isinstance(part, ast.Call) and facts.names.is_builtin(part.func, "len", "isinstance"):
            continue
        if isinstance(part, ast.Name) and part.id in traced:
            bindings = facts.names.binding(part)
            if len(bindings) == 1 and bindings[0].kind == "param":
                return facts.module.function(part) is function
        pending += ast.iter_child_nodes(part)
    return False
