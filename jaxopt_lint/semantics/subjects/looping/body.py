"""What keeps a loop's body from becoming a function that is traced once: exits and effects."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.deeds import deed_of, is_at, is_seen
from jaxopt_lint.semantics.jax.effects.walk import own_effects
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import (
    argument,
    arguments,
    assigned_names,
    own_nodes,
    positional,
    read_names,
)
from jaxopt_lint.semantics.python.nodes import root_of

_EXITS: dict[type[ast.AST], str] = {
    ast.Break: "it leaves early with `break`",
    ast.Continue: "it skips iterations with `continue`",
    ast.Return: "it returns from within",
    ast.Yield: "it yields",
    ast.YieldFrom: "it yields",
    ast.Await: "it awaits",
    ast.Try: "it handles exceptions",
    ast.With: "it enters a context",
    ast.AsyncWith: "it enters a context",
    ast.AsyncFor: "it awaits",
    ast.Raise: "it raises",
    ast.Assert: "it asserts",
    ast.Global: "it stores globals",
    ast.Nonlocal: "it stores names of an outer function",
    ast.Delete: "it deletes names",
    ast.Import: "it imports",
    ast.ImportFrom: "it imports",
    ast.ClassDef: "it defines a class",
    ast.While: "it holds a `while` loop",
    ast.Match: "it matches patterns",
}
# What has no place in a turn that is traced once, though it computes, too.
_HOST_CALLS = {"jax.device_put", "jax.jit", "jax.pmap", "jax.lax.optimization_barrier"}
SHAPES = {"jax.numpy.concatenate", "jax.numpy.append", "jax.numpy.pad", "jax.numpy.expand_dims",
           "jax.numpy.repeat", "jax.numpy.hstack", "jax.numpy.vstack", "jax.numpy.insert",
           "jax.numpy.delete", "jax.numpy.kron", "jax.numpy.tile", "jax.vmap", "jax.jit",
           "jax.grad", "functools.partial", "jax.checkpoint", "jax.numpy.squeeze",
           "jax.numpy.stack", "jax.numpy.trace", "jax.numpy.diagonal", "jax.numpy.diag",
           "jax.numpy.outer", "jax.scipy.linalg.block_diag"}  # fmt: skip
_CONVOLUTIONS = {"jax.numpy.convolve", "jax.scipy.signal.convolve",
                 "jax.scipy.signal.fftconvolve"}  # fmt: skip
_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.Lambda, ast.ListComp, ast.JoinedStr,
               ast.DictComp)  # fmt: skip
_DYNAMIC_SHAPES = {"jax.numpy.nonzero", "jax.numpy.unique", "jax.numpy.argwhere",
                   "jax.numpy.flatnonzero", "jax.numpy.extract", "jax.numpy.compress"}  # fmt: skip


def exits(body: list[ast.stmt]) -> Iterator[str]:
    """The statements that are no straight line, nested functions left out."""
    for node in own_nodes(body):
        why = _EXITS.get(type(node))
        if why is not None:
            yield why
        if isinstance(node, (ast.For, ast.While)) and node.orelse:
            yield "a loop in it has an `else`"


def effects(
    facts: Facts,
    body: list[ast.AST],
    varying: set[str],
    spared: set[ast.AST],
    index: str | None = None,
) -> Iterator[str]:
    """What a body does besides computing.

    Args:
        varying: names whose values differ from turn to turn.
        spared: calls and statements that are accounted for elsewhere (recognised outputs).
        index: the counter, whose uses are accounted for elsewhere too.
    """
    yield from _beyond_computing(facts, body, varying, spared)
    yield from _depending(facts, body, varying, spared, index)


def _depending(
    facts: Facts,
    body: list[ast.AST],
    varying: set[str],
    spared: set[ast.AST],
    index: str | None = None,
    within: tuple[ast.AST, ...] = (),
) -> Iterator[str]:
    """What of a body depends on values as no operation on arrays may, in the functions too that
    the one around it defines for itself."""
    for node in own_nodes(body):
        if node in spared:
            continue
        if isinstance(node, ast.Call):
            yield from _call(facts, node, varying)
            function = calls(facts).function(node)
            if isinstance(function, ast.FunctionDef) and function not in within:
                if facts.module.function(function) is facts.module.function(node) is not None:
                    given = arguments(node, function)
                    inside = {name for name, value in given if read_names(value) & varying}
                    inside |= assigned_names(*function.body) if inside else set()
                    inside |= varying - {*positional(function)}
                    yield from _depending(
                        facts, [*function.body], inside, set(), within=(*within, function)
                    )
        elif isinstance(node, ast.JoinedStr) and read_names(node) & varying:
            yield "it builds a string on each iteration"
        elif isinstance(node, (ast.If, ast.IfExp)):
            if _reads_value(facts, node.test, varying):
                yield "a branch depends on a value of the iteration"
        elif isinstance(node, ast.comprehension):
            if any(_reads_value(facts, test, varying) for test in node.ifs):
                yield "a branch depends on a value of the iteration"
        elif isinstance(node, ast.Slice):
            if any(
                _reads_value(facts, bound, varying - {index})
                for bound in (node.lower, node.upper, node.step)
                if bound is not None
            ):
                yield "a slice depends on a value of the iteration"
        elif isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Compare) and isinstance(node.ctx, ast.Load):
                yield "the shape of what a mask takes depends on the values"
        elif isinstance(node, ast.NamedExpr):
            yield "it assigns within an expression"


def reshapes(facts: Facts, body: list[ast.stmt], carried: set[str]) -> str | None:
    """Why a carried value has another shape or type after a turn; None if nothing says so."""
    for node in own_nodes(body):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        names = assigned_names(target) & carried
        if not names or not isinstance(node.value, ast.Call):
            if names and isinstance(target, ast.Name) and isinstance(node.value, _CONTAINERS):
                return f"`{target.id}` becomes a Python container"
            continue
        func, name = node.value.func, min(names)
        dotted = facts.names.of(func)
        if name not in read_names(node.value):
            continue
        if dotted in SHAPES:
            return f"`{name}` changes its shape or its type"
        methods = ("reshape", "append", "repeat", "squeeze")
        method = isinstance(func, ast.Attribute) and func.attr in methods
        if method or (dotted in _CONVOLUTIONS and _grows(node.value)):
            return f"`{name}` changes its shape"
    return None


def _grows(convolution: ast.Call) -> bool:
    """Whether a convolution is longer than what goes in: all but those of `mode="same"`."""
    mode = argument(convolution, 2, "mode")
    return mode is None or (isinstance(mode, ast.Constant) and mode.value != "same")


def _beyond_computing(
    facts: Facts, body: list[ast.AST], varying: set[str], spared: set[ast.AST]
) -> Iterator[str]:
    """The effects of a body itself, nested functions left out."""
    here = facts.module.function(body[0]) if body else None
    for effect in own_effects(facts, *body):
        node, kind = effect.node, effect.kind
        if effect.who is not here or node in spared:
            continue
        if kind in ("writes", "mutates") and facts.module.statement(node) in spared:
            continue
        if kind == "waits" and not (read_names(node) & varying):
            continue
        if kind in _KINDS or (kind == "unknown" and effect.certain):
            yield effect.why
        elif kind == "unknown" and (other := _told_to_change(facts, node)) is not None:
            shown = facts.module.source(other.func)
            yield f"`{shown}` is called for what it does, so that its object keeps state"


_KINDS = ("writes", "mutates", "draws", "waits", "prints", "callback", "collective")


def _told_to_change(facts: Facts, call: ast.AST) -> ast.Call | None:
    """The call of a method for what it does, of the object of which an unknown one is called here.

    Who says `network.reset()` and drops the result has an object that is another one afterwards, so
    that what `network.update(x)` gives may depend on the calls before.
    """
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return None
    root = root_of(call.func.value)
    if not isinstance(root, ast.Name):
        return None
    path, bound = ast.dump(call.func.value), facts.names.binding(root)
    for statement in facts.module.all(ast.Expr):
        other = statement.value
        if not (isinstance(other, ast.Call) and isinstance(other.func, ast.Attribute)):
            continue
        start = root_of(other.func.value)
        if ast.dump(other.func.value) != path or not isinstance(start, ast.Name):
            continue
        if facts.names.binding(start) == bound:
            return other
    return None


def unseen(facts: Facts, body: list[ast.AST]) -> str:
    """What a body calls that nobody knows, be it for its result; "" for nothing."""
    for node in own_nodes(body):
        if isinstance(node, ast.Call) and facts.names.of(node.func) is None:
            func = node.func
            builtin = isinstance(func, ast.Name) and not facts.names.binding(func)
            at = isinstance(func, ast.Attribute) and is_at(func.value)
            if builtin or at or is_seen(facts, func) or deed_of(facts, node) is not None:
                continue
            return facts.module.source(func)
    return ""


def _call(facts: Facts, node: ast.Call, varying: set[str]) -> Iterator[str]:
    func, names = node.func, facts.names
    dotted = names.of(func) or ""
    if names.is_builtin(func, "range") and any(_reads_value(facts, a, varying) for a in node.args):
        yield "the length of a loop in it depends on a value of the iteration"
    elif dotted in _HOST_CALLS or names.is_builtin(func, "iter"):
        yield f"it calls `{ast.unparse(func)}`"
    elif dotted in _DYNAMIC_SHAPES and not any(k.arg == "size" for k in node.keywords):
        yield f"the shape of `{ast.unparse(func)}(...)` depends on the values"
    elif dotted == "jax.numpy.where" and len(node.args) == 1:
        yield "the shape of its `where` depends on the values"


def _reads_value(facts: Facts, test: ast.expr, varying: set[str]) -> bool:
    """Whether an expression reads the value, not only the shape, of something that varies."""
    for node in facts.module.inside(ast.Name, test):
        if node.id in varying:
            around = facts.module.parent[node]
            if isinstance(around, ast.Attribute) and around.attr in ("shape", "ndim", "dtype"):
                continue
            if isinstance(around, ast.Compare) and all(
                isinstance(op, (ast.Is, ast.IsNot)) for op in around.ops
            ):
                continue
            return True
    return False
