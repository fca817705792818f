"""Loops whose turns run different code, or take parts that differ in shape: layers, and pieces."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork
from jaxopt_lint.semantics.jax.made_settings import leading
from jaxopt_lint.semantics.python import arguments, assigned_names, read_names
from jaxopt_lint.semantics.python.walking import walk

_MODULES = ("flax.linen.", "flax.nnx.", "haiku.", "equinox.nn.")


def unlike(facts: Facts, work: LoopedWork) -> ast.AST | None:
    """What a turn takes out of a list to run it, or to look into it: turns are layers then."""
    node = work.node
    counters = set[str]()
    if not isinstance(node, ast.While):
        targets = [one.target for one in getattr(node, "generators", [node])]
        counters = assigned_names(*targets)
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            name = facts.names.of(one.func) or ""
            if name.startswith(_MODULES) and name.rpartition(".")[2][:1].isupper():
                return one
        if isinstance(one, ast.JoinedStr) and counters:
            around = facts.module.parent.get(one)
            if isinstance(around, (ast.Subscript, ast.Call)) and counters & read_names(one):
                if not _told(facts, around):
                    return one
        if isinstance(one, ast.Slice) and (_grows(one, counters) or _cut(node, one)):
            return one
        if isinstance(one, ast.Subscript) and one in work.indexed and not _is_place(one):
            around = facts.module.parent.get(one)
            looked_into = isinstance(around, (ast.Attribute, ast.Subscript)) or (
                isinstance(around, ast.Call) and around.func is one
            )
            if looked_into and counters & read_names(one.slice):
                return one
    return None


def told_apart(facts: Facts, loop: ast.AST) -> bool:
    """Whether Python does another thing on some turns by their number, or counts to it: what has a
    size or a choice of its own on each turn is no body of a scan. A test whether a turn is the
    first, or the last, is none such: what it does there can stand before the loop, or behind it."""
    if not isinstance(loop, (ast.For, ast.ListComp, ast.GeneratorExp)):
        return False
    generators = [loop] if isinstance(loop, ast.For) else loop.generators
    if not any(_counts(facts, one.iter) for one in generators):
        return False
    if any(_hangs_on_outer(facts, loop, one.iter) for one in generators):
        return True
    numbers = _worked_out(loop, _first_names(*(one.target for one in generators)))
    for one in walk(loop):
        if isinstance(one, (ast.If, ast.IfExp)) and not _at_an_end(one.test, numbers):
            if read_names(one.test) & numbers:
                return True
        if isinstance(one, ast.Call) and _sizes(facts, one, numbers, _DEPTH):
            return True
    return False


_DEPTH = 2  # functions on the way to what counts
_COUNTING = ("range", "enumerate")
_SHAPED = frozenset(
    f"jax.numpy.{name}" for name in ("zeros", "ones", "empty", "full", "arange", "eye", "tri")
)


def _counts(facts: Facts, over: ast.expr) -> bool:
    return isinstance(over, ast.Call) and facts.names.is_builtin(over.func, *_COUNTING)


def _hangs_on_outer(facts: Facts, loop: ast.AST, over: ast.expr) -> bool:
    """Whether a loop has other turns on each turn of one around it: `range(a + 1, n)` in
    `for a in range(n)`."""
    if not isinstance(over, ast.Call) or not facts.names.is_builtin(over.func, "range"):
        return False
    read = read_names(over)
    return any(
        isinstance(outer, ast.For) and read & assigned_names(outer.target)
        for outer in facts.module.ancestors(loop)
    )


def _first_names(*targets: ast.expr) -> set[str]:
    """The numbers of turns: the first name of each target."""
    firsts = (one.elts[0] if isinstance(one, ast.Tuple) else one for one in targets)
    return {one.id for one in firsts if isinstance(one, ast.Name)}


def _worked_out(code: ast.AST, numbers: set[str]) -> set[str]:
    """Numbers, and what arithmetic alone makes of them."""
    out = set(numbers)
    for one in walk(code):
        if isinstance(one, ast.Assign) and _is_arithmetic(one.value, out):
            out |= assigned_names(*one.targets)
        elif isinstance(one, ast.For) and read_names(one.iter) & out:
            out |= assigned_names(one.target)  # `for m in range(-l, l + 1)`
    return out


def _is_arithmetic(value: ast.expr, numbers: set[str]) -> bool:
    plain = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)
    read = read_names(value)
    return bool(read) and read <= numbers and all(isinstance(n, plain) for n in walk(value))


def _at_an_end(test: ast.expr, numbers: set[str]) -> bool:
    """`i == 0`, `i > 0`, `i < n - 1`."""
    match test:
        case ast.Name(name):
            return name in numbers  # `if i:`
        case ast.UnaryOp(ast.Not(), ast.Name(name)):
            return name in numbers
        case ast.Compare(ast.Name(name), [_], [other]):
            return name in numbers and not read_names(other) & numbers
    return False


def _sizes(facts: Facts, call: ast.Call, numbers: set[str], depth: int) -> bool:
    """Whether a call counts to a number of the turn, or makes something of its size; itself, or in
    a function that is given the number."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not any(_is_arithmetic(one, numbers) for part in given for one in _parts(part)):
        return False
    name = facts.names.of(call.func) or ""
    if name in _SHAPED or facts.names.is_builtin(call.func, "range"):
        return True
    function = calls(facts).function(call) if depth else None
    if function is None or isinstance(function, ast.Lambda):
        return False
    handed = {
        parameter
        for parameter, value in arguments(call, function, leading(facts, call, function))
        if _is_arithmetic(value, numbers)
    }
    inner = _worked_out(function, handed)
    made = facts.module.inside(ast.Call, function)
    return bool(handed) and any(_sizes(facts, one, inner, depth - 1) for one in made)


def _parts(node: ast.expr) -> list[ast.expr]:
    """What is given, or the sizes of a shape."""
    return list(node.elts) if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _grows(part: ast.Slice, counters: set[str]) -> bool:
    """Whether a slice differs in length from turn to turn: the counter is one of its bounds, or a
    product of the counter with itself."""
    bounds = (part.lower, part.upper)
    moves = [end is not None and bool(counters & read_names(end)) for end in bounds]
    return moves[0] is not moves[1] or any(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Mult)
        and counters & read_names(n.left)
        and counters & read_names(n.right)
        for n in ast.walk(part)
    )


def _cut(loop: ast.AST, part: ast.Slice) -> bool:
    """Whether a slice ends where a turn has worked out that it does, as the last of several pieces:
    `x[start:end]` with `end = min(start + size, n)`."""
    if not isinstance(part.upper, ast.Name) or part.lower is None:
        return False
    begin = ast.unparse(part.lower)
    for one in ast.walk(loop):
        if isinstance(one, ast.Assign) and part.upper.id in assigned_names(*one.targets):
            match one.value:
                case ast.BinOp(left, ast.Add(), right):
                    return begin not in (ast.unparse(left), ast.unparse(right))
            return True
    return False


def _is_place(node: ast.Subscript) -> bool:
    """`x.at[i]`: a place in an array, which takes nothing out of it."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "at"


def _told(facts: Facts, node: ast.AST) -> bool:
    """Whether a text is only shown to people."""
    name = facts.names.call(node) or ""
    return isinstance(node, ast.Call) and (
        facts.names.is_builtin(node.func, "print") or name.startswith(("logging.", "absl.logging."))
    )
