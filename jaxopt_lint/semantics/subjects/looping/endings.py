"""How what a loop gathers is used in the end: what a rewrite can put in its place."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.python import argument, assigned_names
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.readers import Consumer


def is_scalar(facts: Facts, node: ast.expr, depth: int = 4) -> bool:
    """Whether a value is certainly a single floating point number, reduced from arrays."""
    if depth <= 0:
        return False
    if isinstance(node, ast.BinOp):
        return any(
            is_scalar(facts, a, depth - 1)
            and (is_scalar(facts, b, depth - 1) or isinstance(b, ast.Constant))
            for a, b in ((node.left, node.right), (node.right, node.left))
        )
    if isinstance(node, ast.UnaryOp):
        return is_scalar(facts, node.operand, depth - 1)
    if isinstance(node, ast.Name):
        values = [b.value for b in facts.names.binding(node)]
        return len(values) == 1 and values[0] is not None and is_scalar(facts, values[0], depth - 1)
    if not isinstance(node, ast.Call):
        return False
    if (facts.names.of(node.func) or "") in _REDUCTIONS:
        return len(node.args) == 1 and not node.keywords
    if isinstance(node.func, ast.Attribute) and node.func.attr == "mean":
        return not node.args and not node.keywords
    callee = calls(facts).callee(node.func)
    function = callee.node if callee is not None else None
    if callee is None or function is None or {TRANSFORMS[n].kind for n, _ in callee.wraps} - _ALIKE:
        return False
    found = facts.module.results(function)
    return bool(found) and all(r is not None and is_scalar(facts, r, depth - 1) for r in found)


def fills(facts: Facts, loop: Loop, output: Output) -> bool:
    """Whether a loop writes every row of a buffer that is created for it."""
    source, made, held = loop.source, output.start, arrays(facts)
    if source.kind != "count" or source.start is not None or source.step is not None:
        return False
    if output.axis is None or output.axis < 0 or source.stop is None:
        return False
    if not isinstance(made, ast.Call):
        return False
    if facts.names.of(made.func) in _LIKE and made.args:
        return held.has_length(made.args[0], output.axis, source.stop)
    size = held.made_size(made, output.axis)
    return size is not None and held.same_count(size, source.stop)


def buffer_dtype(facts: Facts, output: Output) -> str | None:
    """The dtype of a buffer, as text; None where it cannot be read off."""
    made = output.start
    if not isinstance(made, ast.Call):
        return None
    name, source = facts.names.of(made.func), facts.module.source
    given = argument(made, 1, "dtype")
    if name in _LIKE:
        return source(given) if given is not None else f"{source(made.args[0])}.dtype"
    if name not in _FILLED:
        return None
    return source(given) if given is not None else "float"


def results_behind(
    facts: Facts, loop: ast.stmt, outputs: list[Output]
) -> dict[Output, tuple[ast.stmt, str]]:
    """`name = jnp.stack(xs)` for the lists of a loop, in the statements right behind it."""
    out: dict[Output, tuple[ast.stmt, str]] = {}
    lists = [o for o in outputs if len(o.consumers) == 1 and o.kind == "append"]
    for statement in facts.module.behind(loop):
        found = {o: name for o in lists if (name := _made(statement, o.consumers[0]))}
        out |= {o: (statement, name) for o, name in found.items()}
        if not found:
            break
    return out


def is_stack(consumer: Consumer) -> bool:
    """Whether a reader only makes an array of the whole list, in its order."""
    match consumer.node:
        case ast.Call(_, [ast.Name(), *more], keywords):
            alone = not more and not keywords
            return consumer.kind == "stack" or (consumer.kind == "array" and alone)
    return False


def own_assignment(statement: ast.stmt, consumer: Consumer, name: str) -> bool:
    """Whether a statement is `xs = jnp.stack(xs)`."""
    return _made(statement, consumer) == name


def _made(statement: ast.stmt, consumer: Consumer) -> str:
    """The name that a statement gives what a reader makes, if that is the whole list; else ""."""
    match statement:
        case ast.Assign([ast.Name(name)], made) if made is consumer.node and is_stack(consumer):
            return name
    return ""


def unread_count(facts: Facts, loop: Loop, gone: set[ast.stmt], text: str) -> ast.stmt | None:
    """`n = xs.shape[0]` in front of a loop that alone counts to it, and is written as `text` now.

    Args:
        gone: statements that are left out together with the loop.
    """
    stop = loop.source.stop
    if not isinstance(stop, ast.Name) or re.search(rf"\b{re.escape(stop.id)}\b", text):
        return None
    binding = facts.names.only_binding(stop)
    made = binding.node if binding is not None else None
    scope = facts.module.scope[stop]
    if not isinstance(made, ast.Assign) or not scope.is_function or stop.id in scope.outer:
        return None
    single = len(made.targets) == 1 and isinstance(made.targets[0], ast.Name)
    if not single or arrays(facts).length_of(made.value) is None:
        return None
    for node in facts.module.inside(ast.Name, scope.node):
        if node.id == stop.id and isinstance(node.ctx, ast.Load):
            around = {node, *facts.module.ancestors(node)}
            if loop.node not in around and not around & gone:
                return None
    return made


def left_out(loop: Loop, statement: ast.stmt) -> bool:
    """Whether a statement can go with what the loop gathers: it binds nothing else."""
    bound = assigned_names(statement)
    lists = {o.name for o in loop.outputs if o.kind == "append"}
    return len(bound) < 2 or bound <= lists


_LIKE = {"jax.numpy.zeros_like", "jax.numpy.empty_like", "jax.numpy.ones_like"}
_FILLED = {"jax.numpy.zeros", "jax.numpy.empty", "jax.numpy.ones"}
_ALIKE = {"jit", "checkpoint", "named_call", "custom_jvp", "custom_vjp"}
_REDUCTIONS = {"jax.numpy.mean", "jax.numpy.linalg.norm", "jax.numpy.average"}
