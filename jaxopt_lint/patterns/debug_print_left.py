"""Calls for debugging that were left in traced code."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode


@fact
def debug_calls(facts: Facts) -> dict[ast.Call, str]:
    """The calls of a file that debug a step, each with why the code around it is traced."""
    return {call: why for call in facts.module.all(ast.Call) if (why := _why(facts, call))}


def _why(facts: Facts, call: ast.Call) -> str:
    name = facts.names.call(call)
    if name not in _DEBUG or not isinstance(facts.module.parent[call], ast.Expr):
        return ""
    if name == "jax.debug.callback" and not _only_prints(facts, call):
        return ""  # a callback that records something is no leftover
    function = facts.module.function(call)
    why = tracing(facts).staged(function) or _made_in_traced_code(facts, function)
    return "" if why is None or _on_purpose(facts, call) else why


def _made_in_traced_code(facts: Facts, function: FunctionNode | None) -> str | None:
    """Why an `__init__` runs at trace time: traced code makes an object of its class."""
    if not isinstance(function, ast.FunctionDef) or function.name != "__init__":
        return None
    owner = facts.module.parent[function]
    for call in facts.module.all(ast.Call):
        if isinstance(owner, ast.ClassDef) and isinstance(call.func, ast.Name):
            if [b.node for b in facts.names.binding(call.func)] == [owner]:
                why = tracing(facts).staged(facts.module.function(call))
                if why is not None:
                    return why
    return None


_DEBUG = ("jax.debug.print", "jax.debug.breakpoint", "jax.debug.callback")


def _only_prints(facts: Facts, call: ast.Call) -> bool:
    """Whether a callback is `print`, or a lambda or function that does nothing else."""
    if not call.args:
        return False
    callback = call.args[0]
    if facts.names.is_builtin(callback, "print"):
        return True
    if isinstance(callback, ast.Lambda):
        return _prints(facts, callback.body)
    callee = calls(facts).callee(callback)
    body = getattr(callee.node, "body", None) if callee is not None else None
    return isinstance(body, list) and all(_prints(facts, getattr(s, "value", None)) for s in body)


def _prints(facts: Facts, node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and facts.names.is_builtin(node.func, "print")


def named_for_it(facts: Facts, call: ast.Call) -> tuple[str, ...]:
    """The functions around a call whose names say that they are there to debug."""
    around = [n for n in facts.module.ancestors(call) if isinstance(n, ast.FunctionDef)]
    return tuple(n.name for n in around if words.DEBUGGING.says(n.name.lower()))


def _on_purpose(facts: Facts, call: ast.Call) -> bool:
    """Whether the code around a call asks whether to debug."""
    for around in facts.module.ancestors(call):
        if isinstance(around, (ast.If, ast.IfExp, ast.Lambda)):
            return True  # a flag, or a branch that a condition on the device chooses
        if isinstance(around, FUNCTIONS):
            if _is_branch(facts, around):
                return True
    return False


def _is_branch(facts: Facts, function: ast.AST) -> bool:
    """Whether `jax.lax.cond` or `switch` chooses a function: it runs on some condition only."""
    return any(
        w.transform.kind in ("cond", "switch")
        for w in tracing(facts).of(function)  # type: ignore[arg-type]
    )
