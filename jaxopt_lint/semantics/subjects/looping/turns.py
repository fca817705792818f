"""Why a turn of a loop may not be traced once, where that shows one call down, or around it.

`body.py` looks at the statements of a turn. This looks at what they call, followed as far as the
file goes, and at what the loop itself runs under.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.deeds import deed_of
from jaxopt_lint.semantics.jax.effects.effect import Effect, lasting
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.python import PATH, FunctionNode, arguments, assigned_names, body_of
from jaxopt_lint.semantics.subjects.looping.loop import Loop

_DEPTH = 5


def effects_below(facts: Facts, loop: Loop) -> Iterator[Effect]:
    """What the functions that a turn calls do besides giving a result, "unknown" ones included."""
    own = set(loop.nodes)
    found = effects(facts, *loop.parts)
    # What the turn does itself is looked at by `body.effects`, but for its calls.
    yield from (e for e in lasting(found, "callback", "collective") if e.node not in own)
    yield from (e for e in found if e.kind == "unknown")


def value_needed(facts: Facts, loop: Loop) -> str:
    """Which function that a turn calls asks for the number behind an array; "" for none."""
    return _needs(facts, loop.parts, frozenset(loop.varying), _DEPTH, set())


def _needs(
    facts: Facts, code: list[ast.AST], varying: frozenset[str], depth: int, seen: set[object]
) -> str:
    inside = (n for n in facts.module.inside(ast.Call, *code))
    for call in inside if depth else ():
        callee = calls(facts).callee(call.func)
        if callee is None or callee.node is None:
            continue
        given = _given(facts, call, callee.node, callee.bound, varying)
        if given and (callee.node, given) not in seen:
            seen.add((callee.node, given))
            if why := _asks(facts, callee.node, given, depth, seen):
                return why
    return ""


def _given(
    facts: Facts, call: ast.Call, function: FunctionNode, bound: int, varying: frozenset[str]
) -> frozenset[str]:
    """The parameters of a function that a call gives values of the turn."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return frozenset()
    pairs = arguments(call, function, bound)
    return frozenset(name for name, value in pairs if _reads(facts, value, varying))


def _asks(
    facts: Facts, function: FunctionNode, given: frozenset[str], depth: int, seen: set[object]
) -> str:
    """Why a function cannot be given tracers for some parameters; "" where nothing shows."""
    nodes = [n for part in body_of(function) for n in ast.walk(part)]
    held = given
    for node in nodes * 2:
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value:
            if _reads(facts, node.value, held):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                held |= assigned_names(*targets)
    label = f"`{function.name}`" if not isinstance(function, ast.Lambda) else "the function"
    for node in nodes:
        if isinstance(node, ast.Call):
            if _is_fetch(facts, node, held):
                return f"{label} needs the number behind `{ast.unparse(node)[:40]}`"
        elif isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
            if _reads(facts, node.test, held):
                return f"{label} branches on `{ast.unparse(node.test)[:40]}`"
    return _needs(facts, body_of(function), held, depth - 1, seen)


def _is_fetch(facts: Facts, call: ast.Call, held: frozenset[str]) -> bool:
    """Whether a call needs the numbers behind some names."""
    deed = deed_of(facts, call)
    if deed is None or not (deed.waits == "fetch" or facts.names.is_builtin(call.func, "range")):
        return False
    method = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return any(_reads(facts, given, held) for given in (*method, *call.args))


def _reads(facts: Facts, node: ast.AST, names: frozenset[str]) -> bool:
    """Whether an expression reads the value, not only the shape or structure, of some names."""
    found = (n for n in facts.module.inside(ast.Name, node) if n.id in names)
    return any(_is_read(facts, part) for part in found)


def _is_read(facts: Facts, path: ast.AST) -> bool:
    around = facts.module.parent.get(path)
    while isinstance(around, PATH) and around.value is path:
        if isinstance(around, ast.Attribute) and around.attr in _OF_SHAPE:
            return False
        path, around = around, facts.module.parent.get(around)
    match around:
        case ast.Attribute(_, attr):
            return attr not in _OF_SHAPE
        case ast.Call(func, args) if path in args:
            shape = facts.names.of(func) in ("jax.numpy.shape", "jax.numpy.ndim")
            return not (shape or facts.names.is_builtin(func, *_OF_STRUCTURE))
        case ast.Compare(_, ops):
            return not all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in ops)
    return True


_OF_SHAPE = ("shape", "ndim", "dtype", "size", "keys")
_OF_STRUCTURE = ("isinstance", "len", "hasattr", "type", "callable", "issubclass", "id")


# -- what a loop runs under ----------------------------------------------------------------


def in_kernel(facts: Facts, node: ast.AST) -> bool:
    """Whether code is traced into a Pallas kernel, where loops are unrolled on purpose."""
    return any(
        "pallas_call" in tracing(facts).kinds(function)
        or any(t.transform == "pallas_call" for t in tracing(facts).elsewhere(function))
        or "pallas_call" in (tracing(facts).staged(function) or "")
        for function in facts.module.functions(node)
    )


def checked_shards(facts: Facts, node: ast.AST) -> bool:
    """Whether code runs under a `jax.shard_map` that checks which axes a value varies over.

    What a loop carries must vary over the same axes before and after a turn. A start such as
    `jnp.zeros(3)` varies over none, and a turn that mixes it with shards varies over theirs.
    """
    pending = [*facts.module.functions(node)]
    seen: set[FunctionNode] = set()
    while pending:
        function = pending.pop()
        if function in seen or len(seen) > 50:
            continue
        seen.add(function)
        for wrap in tracing(facts).of(function):
            if wrap.transform.kind == "shard_map":
                off = wrap.keyword("check_vma", "check_rep")
                if not (isinstance(off, ast.Constant) and off.value is False):
                    return True
        if any(t.transform == "shard_map" for t in tracing(facts).elsewhere(function)):
            return True
        for call in calls(facts).callers(function):
            pending += facts.module.functions(call)
    return False
