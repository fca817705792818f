"""`jax.device_put` of what has been put there before: the same value on every turn of a loop, or a
traced value that goes nowhere."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.numpy import WRITERS
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing, values
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS, PATH, Loop, names_in, root_name


@dataclass(frozen=True, slots=True, eq=False)
class Put:
    """One `jax.device_put` that is not needed where it stands.

    Attributes:
        node: the call.
        value: what is put.
        loop: the outermost loop that repeats it for nothing; None in traced code.
        why: what makes it needless.
        known: nobody takes the result's memory, as far as all of its readers can be seen.
    """

    node: ast.Call
    value: ast.expr
    loop: Loop | None
    why: str
    known: bool = True


@fact
def repeated_puts(facts: Facts) -> dict[ast.Call, Put]:
    """The needless `jax.device_put`s of a file."""
    puts = (c for c in facts.module.all(ast.Call) if facts.names.call(c) == "jax.device_put")
    return {c: put for c in puts if c.args and (put := _put(facts, c)) is not None}


def _put(facts: Facts, call: ast.Call) -> Put | None:
    function = facts.module.function(call)
    why = tracing(facts).staged(function)
    if why is not None:
        alone = len(call.args) == 1 and not call.keywords
        traced = alone and values(facts).traced(call.args[0])
        return Put(call, call.args[0], None, why) if traced else None
    outermost, result = None, _result(facts, call)
    if result is False:
        return None
    known = True
    inner: ast.AST = facts.module.statement(call)
    loop = body_loop(facts, inner)
    while loop is not None and _straight(facts, call, loop):
        if not _invariant(facts, call, loop):
            break
        taken = _taken(facts, call, result, loop)
        if taken is None:
            break
        known = known and taken
        outermost, loop = loop, body_loop(facts, loop)
    if outermost is None:
        return None
    return Put(call, call.args[0], outermost, "nothing in the loop changes it", known)


def _result(facts: Facts, call: ast.Call) -> str | bool:
    """The name that a put is stored under, True for one that is handed on, False otherwise."""
    parent = facts.module.parent[call]
    if isinstance(parent, ast.Assign) and parent.value is call:
        target = parent.targets[0]
        return target.id if len(parent.targets) == 1 and isinstance(target, ast.Name) else False
    return isinstance(parent, (ast.Call, ast.keyword))


def _straight(facts: Facts, call: ast.Call, loop: Loop) -> bool:
    """Whether a call is made on every turn of a loop, and not within another function."""
    for around in facts.module.ancestors(call):
        if around is loop:
            return True
        if isinstance(around, _PARTED):
            return False
    return False


# What runs only sometimes, or at other times.
_PARTED = (ast.If, ast.IfExp, ast.Try, ast.BoolOp, ast.Match, *FUNCTIONS, *COMPREHENSIONS)


def _invariant(facts: Facts, call: ast.Call, loop: Loop) -> bool:
    """Whether what is put, and where, is the same on every turn."""
    value = call.args[0]
    if not isinstance(value, (ast.Name, ast.Attribute)):
        return False
    inside = list(ast.walk(loop))
    places = [n for n in inside if isinstance(n, (ast.Name, *PATH))]
    changed = [n for n in places if not isinstance(n.ctx, ast.Load)]
    stored = {ast.unparse(n) for n in changed if not isinstance(n, ast.Subscript)}
    written = {_root(n.value) for n in changed if not isinstance(n, ast.Name)}
    for part in [*call.args, *(k.value for k in call.keywords)]:
        for node in ast.walk(part):
            if isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) in stored:
                return False
            if isinstance(node, ast.Call):
                name = facts.names.call(node) or ""
                if not name.startswith("jax.") or name.startswith("jax.random."):
                    return False
    root = _root(value)
    if root in written or not root or _has_other_name(facts, value, root):
        return False
    for node in inside:
        if not isinstance(node, ast.Call) or node is call:
            continue
        # NumPy arrays can be changed by what they are handed to, and by their own methods.
        if isinstance(node.func, ast.Attribute) and _root(node.func) == root:
            return False
        name = facts.names.call(node) or ""
        if name.startswith(("jax.", "numpy.")) and not _in_place(name, node):
            continue
        given = [*node.args, *(k.value for k in node.keywords)]
        if tracing(facts).jitted(node.func) is None and any(
            _root(n) == root for a in given for n in names_in(a)
        ):
            return False
    return True


def _in_place(name: str, call: ast.Call) -> bool:
    """Whether a function of NumPy writes to an array that it is given."""
    return name in WRITERS or name.endswith(".at") or any(k.arg == "out" for k in call.keywords)


def _has_other_name(facts: Facts, value: ast.expr, root: str) -> bool:
    """Whether a view may exist through which an array is changed."""
    around = facts.module.function(value)
    parts = (n.value for n in facts.module.all(ast.Assign) if facts.module.function(n) is around)
    return any(isinstance(p, (ast.Name, *PATH)) and _root(p) == root for p in parts)


def _taken(facts: Facts, call: ast.Call, result: str | bool, loop: Loop) -> bool | None:
    """None where a step may take the result's memory; else whether all its readers are known."""
    if isinstance(result, str):
        named = [n for n in facts.module.inside(ast.Name, loop) if n.id == result]
        if sum(isinstance(n.ctx, ast.Store) for n in named) != 1:
            return None
        readers = [n for n in named if isinstance(n.ctx, ast.Load)]
    else:
        readers = [call]  # type: ignore[list-item]
    known = True
    for reader in readers:
        parent = facts.module.taker(reader)
        part = isinstance(parent, (ast.Attribute, ast.Subscript, ast.BinOp, ast.Compare))
        if part or (facts.names.call(parent) or "").startswith("jax."):
            continue
        wrap = tracing(facts).jitted(parent.func) if isinstance(parent, ast.Call) else None
        donated, sure = tracing(facts).donated(wrap) if wrap is not None else (set(), True)
        if donated or not sure:
            return None
        known = known and wrap is not None
    return known


def _root(node: ast.expr) -> str:
    return root_name(node, (*PATH, ast.Starred))
