"""Buffers of NumPy that a loop fills again while arrays of JAX may still stand on them.

`jax.device_put` and `jnp.asarray` need not copy what NumPy holds: on the CPU an array may be the
buffer itself, and elsewhere it may be read later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FunctionNode, positional

_TAKERS = ("jax.device_put", "jax.numpy.asarray")
_MAKERS = frozenset(f"numpy.{n}" for n in ("empty", "zeros", "ones", "full", "empty_like",
                                           "zeros_like", "ones_like", "full_like"))  # fmt: skip
_VIEWS = ("view", "reshape", "ravel")
_FILLS = ("fill", "sort", "partition", "put", "itemset")
_DEPTH = 8


@dataclass(frozen=True, slots=True)
class WrittenAgain:
    """An array that is kept and whose buffer is filled again.

    Attributes:
        node: the call that makes the array.
        buffer: what it is made of.
        written: what writes to the buffer on each turn.
        loop: the loop.
    """

    node: ast.Call
    buffer: ast.Name
    written: ast.AST
    loop: ast.AST


def written_again(facts: Facts) -> Iterator[WrittenAgain]:
    """The arrays of a file that a loop gathers, each made of the same buffer."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in _TAKERS or not call.args:
            continue
        buffer = call.args[0]
        loop = facts.module.around(call, ast.For, ast.While)
        function = facts.module.function(call)
        if not isinstance(buffer, ast.Name) or loop is None or not _may_alias(call):
            continue
        if facts.module.function(loop) is not function or not _is_gathered(facts, call, loop):
            continue
        if tracing(facts).staged(function) is not None or not _is_buffer(facts, buffer, loop):
            continue
        written = _writes(facts, loop, buffer)
        if written is not None:
            yield WrittenAgain(call, buffer, written, loop)


def _may_alias(call: ast.Call) -> bool:
    """Whether nothing says that a copy is to be made."""
    said = (k.arg in ("may_alias", "copy", "donate", "dtype", None) for k in call.keywords)
    return not any(said)


def _is_gathered(facts: Facts, call: ast.Call, loop: ast.AST) -> bool:
    """Whether an array outlives its turn: it goes into a list that is made in front of the loop."""
    places: list[ast.AST] = [call]
    stored = facts.module.stored_by(call)
    if stored is not None and isinstance(stored.targets[0], ast.Name):
        name = stored.targets[0]
        places = [*facts.module.reads(facts.module.holder(name), name.id)]
    for place in places:
        match facts.module.parent[place]:
            case ast.Call(ast.Attribute(ast.Name() as gathered, "append"), [given]):
                made = facts.names.only_binding(gathered)
                outside = made is not None and not facts.module.within(made.node, loop)
                if given is place and outside and facts.module.within(place, loop):
                    return True
    return False


def _is_buffer(facts: Facts, buffer: ast.Name, loop: ast.AST) -> bool:
    """Whether a name stands for one array of NumPy that is made in front of a loop."""
    binding = facts.names.only_binding(buffer)
    if binding is None or binding.kind != "assign" or facts.module.within(binding.node, loop):
        return False
    return _is_made(facts, binding.value, _DEPTH)


def _is_made(facts: Facts, node: ast.expr | None, depth: int) -> bool:
    """Whether an expression makes an array of NumPy, or is a view of one that is made there."""
    if depth <= 0:
        return False
    match node:
        case ast.Name():
            return _is_made(facts, facts.names.value(node), depth - 1)
        case ast.Subscript(value):
            return _is_made(facts, value, depth - 1)
        case ast.Call(func):
            if facts.names.call(node) in _MAKERS:
                return True
            if isinstance(func, ast.Attribute) and func.attr in _VIEWS:
                return _is_made(facts, func.value, depth - 1)
            found = calls(facts).callee(func)
            if found is None or not isinstance(found.node, ast.FunctionDef) or found.wraps:
                return False
            results = facts.module.results(found.node)
            return bool(results) and all(_is_made(facts, r, depth - 1) for r in results)
    return False


def _writes(facts: Facts, around: ast.AST, name: ast.Name, depth: int = 2) -> ast.AST | None:
    """What writes to an array within some code: by itself, or a function that gets it."""
    for read in facts.module.inside(ast.Name, around):
        if read.id != name.id:
            continue
        match facts.module.parent[read]:
            case ast.Subscript(value, _, ast.Store()) as store if value is read:
                return store
            case ast.Attribute(_, attr) as method if attr in _FILLS:
                used = facts.module.parent[method]
                if isinstance(used, ast.Call) and used.func is method:
                    return used
            case ast.keyword("out") as given:
                return facts.module.parent[given]
            case ast.Call() as call if read in call.args:
                if facts.names.call(call) == "numpy.copyto" and call.args[0] is read:
                    return call
                if isinstance(call.func, ast.Attribute) and call.func.attr == "readinto":
                    return call
                if depth and _hands_on(facts, call, read, depth):
                    return call
    return None


def _hands_on(facts: Facts, call: ast.Call, given: ast.Name, depth: int) -> bool:
    """Whether the function that a call runs writes to what it is given."""
    function, bound = _function(facts, call)
    names = positional(function)[bound:] if function is not None else []
    place = call.args.index(given)
    if (
        function is None
        or place >= len(names)
        or any(isinstance(a, ast.Starred) for a in call.args)
    ):
        return False
    parameter = next((a for a in function.args.args if a.arg == names[place]), None)
    if parameter is None or isinstance(function, ast.Lambda):
        return False
    stored = ast.Name(names[place], ast.Load())
    return _writes(facts, function, stored, depth - 1) is not None


def _function(facts: Facts, call: ast.Call) -> tuple[FunctionNode | None, int]:
    """The function that a call runs, and how many of its parameters are given already."""
    found = calls(facts).callee(call.func)
    if found is not None and found.node is not None:
        return (found.node, found.bound) if not found.wraps else (None, 0)
    if isinstance(call.func, ast.Attribute):
        made = origins(facts, call.func.value)
        owners = {class_made(facts, m.func) if isinstance(m, ast.Call) else None for m in made}
        owner = owners.pop() if len(owners) == 1 else None
        method = look_up(facts, owner, call.func.attr) if owner is not None else None
        return (method, 1) if isinstance(method, ast.FunctionDef) else (None, 0)
    return None, 0
