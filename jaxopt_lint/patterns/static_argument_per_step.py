"""Whether an expression has a new Python value on each turn of a loop around it: a counter.

Values that come around again (`i % 2`), are bounded (`min(i, 3)`, not `min(1.0, i / 1000)`), come
from a few written-out items or from a short `range` do not count. What a function of the file works
out from a counter does, if it is new whatever way the function takes.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    FunctionNode,
    arguments,
    is_name,
)

_MANY = 5  # a `range` of fewer turns is taken for a choice of modes
_SPREADING = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.LShift)
_SPREAD = frozenset(
    f"{module}.{name}"
    for module in ("math", "numpy")
    for name in ("sqrt", "exp", "log", "cos", "sin", "tanh")
)
_DEPTH = 10


def counted_attribute(facts: Facts, node: ast.expr) -> ast.AugAssign | None:
    """Where the function around `self.step` counts it up, once for each call."""
    function = facts.module.function(node)
    if not isinstance(node, ast.Attribute) or function is None:
        return None
    if not facts.module.is_self(node.value):
        return None
    for step in facts.module.all(ast.AugAssign):
        if facts.module.function(step) is not function or not isinstance(step.op, ast.Add):
            continue
        if facts.module.parent[step] is function and isinstance(step.value, ast.Constant):
            if ast.unparse(step.target) == ast.unparse(node):
                return step
    return None


def needs_python(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether a function tests a parameter, or cuts by it, which a traced value does not allow."""
    tests = [n.test for n in ast.walk(function) if isinstance(n, (ast.If, ast.IfExp, ast.While))]
    tests += [s for n in ast.walk(function) if isinstance(n, ast.Slice) for s in (n.lower, n.upper)
              if s is not None]  # fmt: skip
    return any(isinstance(n, ast.Name) and n.id == name for t in tests for n in ast.walk(t))


def picks(facts: Facts, counter: ast.Name) -> bool:
    """Whether the function around a counter takes an object out of a list by it, to read an
    attribute or to call it: networks, tasks, each of which is another program anyway."""
    around = facts.module.function(counter) or facts.module.tree
    for item in facts.module.inside(ast.Subscript, around):
        if is_name(item.slice, counter.id) and isinstance(item.ctx, ast.Load):
            user = facts.module.parent[item]
            if isinstance(user, ast.Call) and user.func is item:
                return True
            if isinstance(user, ast.Attribute) and user.attr not in _OF_ARRAYS:
                return True
    return False


_OF_ARRAYS = frozenset({*dir(float), *dir(list), *dir(dict), *dir(str), "shape", "dtype", "astype",
                        "reshape", "sum", "mean", "item", "at", "T", "ndim", "size"})  # fmt: skip


def many(facts: Facts, node: ast.expr) -> bool:
    """Whether the counter of an expression is known to take many values: `range(100)`."""
    counts = counter(facts, node)
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.For) and counts is not None and is_name(around.target, counts.id):
            head = around.iter
            if isinstance(head, ast.Call) and facts.names.is_builtin(head.func, "range"):
                return static_int(facts, head.args[-1]) is not None
    return True


def counter(
    facts: Facts, node: ast.expr | None, depth: int = _DEPTH, given: ast.arg | None = None
) -> ast.Name | None:
    """The counter that a value is computed from, so that it is new on every turn.

    Args:
        given: a parameter of a function that is called with a counter, which is one as well.
    """
    if depth <= 0:
        return None
    if isinstance(node, ast.Name):
        binding = facts.names.only_binding(node)
        counts = binding is not None and binding.node is given if given else _counts(facts, node)
        return node if counts else _through(facts, node, depth, given)
    if isinstance(node, ast.BinOp) and isinstance(node.op, _SPREADING):
        sides = [counter(facts, side, depth - 1, given) for side in (node.left, node.right)]
        found = [side for side in sides if side is not None]
        return found[0] if len(found) == 1 else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return counter(facts, node.operand, depth - 1, given)
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        plain = facts.names.is_builtin(node.func, "int", "float")
        if plain or facts.names.call(node) in _SPREAD:
            return counter(facts, node.args[0], depth - 1, given)
    if isinstance(node, ast.Call) and facts.names.is_builtin(node.func, "min", "max"):
        return _annealed(facts, node, depth, given)
    return _worked_out(facts, node, depth, given) if isinstance(node, ast.Call) else None


def _annealed(facts: Facts, node: ast.Call, depth: int, given: ast.arg | None) -> ast.Name | None:
    """The counter of `min(1.0, step / 1000)`, which has many values before it comes to its end."""
    moving = [a for a in node.args if not isinstance(a, ast.Constant)]
    if len(node.args) != 2 or len(moving) != 1 or node.keywords:
        return None
    found = counter(facts, moving[0], depth - 1, given)
    parts = [n for n in ast.walk(moving[0]) if isinstance(n, ast.BinOp)]
    spread = [static_int(facts, n.right) for n in parts if isinstance(n.op, ast.Div)]
    return found if any(s is None or s >= _FINE for s in spread) else None


_FINE = 16  # so many different values are no choice of modes


def _through(facts: Facts, node: ast.Name, depth: int, given: ast.arg | None) -> ast.Name | None:
    """A name that the loop computes from its counter: `lr = base * epoch`."""
    binding = facts.names.only_binding(node)
    if binding is None or binding.value is None:
        return None
    found = counter(facts, binding.value, depth - 1, given)
    if given is not None:
        return found  # a function binds its names anew at each call
    loops = [a for a in facts.module.ancestors(binding.node) if isinstance(a, LOOPS)]
    return found if loops and facts.module.within(node, loops[0]) else None


def _worked_out(facts: Facts, node: ast.Call, depth: int, given: ast.arg | None) -> ast.Name | None:
    """The counter that a function of the file is called with, where all that it returns is
    computed from that: `lr = cosine(step, total)`."""
    callee = calls(facts).callee(node.func)
    if callee is None or callee.node is None or callee.wraps:
        return None
    results = facts.module.results(callee.node)
    every = {a.arg: a for a in ast.walk(callee.node.args) if isinstance(a, ast.arg)}
    for name, value in arguments(node, callee.node, callee.bound):
        found = counter(facts, value, depth - 1, given)
        if found is not None and results and name in every:
            if all(counter(facts, one, depth - 1, every[name]) for one in results):
                return found
    return None


def _counts(facts: Facts, node: ast.Name) -> bool:
    for child, around in facts.module.way_out(node):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return False
        if isinstance(around, ast.For) and child in around.body:
            if _is_target(facts, around.target, around.iter, node.id):
                return len(facts.names.binding(node)) == _heads(facts, node)
        elif isinstance(around, COMPREHENSIONS):
            for generator in around.generators:
                if _is_target(facts, generator.target, generator.iter, node.id):
                    return True
        elif isinstance(around, ast.While) and child in around.body:
            if _is_stepped(facts, around, node):
                return True
    return False


def _heads(facts: Facts, node: ast.Name) -> int:
    """How many of a name's bindings are heads of loops over a count."""
    return sum(
        isinstance(b.node, ast.For) and _is_target(facts, b.node.target, b.node.iter, node.id)
        for b in facts.names.binding(node)
    )


def _is_target(facts: Facts, target: ast.expr, iterated: ast.expr, name: str) -> bool:
    if isinstance(iterated, ast.Call) and iterated.args:
        wrapped = (facts.names.of(iterated.func) or "").rpartition(".")[2]
        if wrapped == "tqdm" and isinstance(target, ast.Name):
            return _is_target(facts, target, iterated.args[0], name)
        if wrapped == "trange" or facts.names.is_builtin(iterated.func, "range"):
            return isinstance(target, ast.Name) and target.id == name and _is_long(facts, iterated)
        if facts.names.is_builtin(iterated.func, "zip") and isinstance(target, ast.Tuple):
            pairs = zip(target.elts, iterated.args, strict=False)
            return any(_is_target(facts, one, over, name) for one, over in pairs)
        if facts.names.is_builtin(iterated.func, "enumerate"):
            inner = iterated.args[0]
            if isinstance(inner, (ast.Tuple, ast.List, ast.Dict)):
                return False
            first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else None
            return isinstance(first, ast.Name) and first.id == name
    return False


def _is_long(facts: Facts, call: ast.Call) -> bool:
    """Whether a `range` has more than a few turns, as far as its bounds are known."""
    bounds = [static_int(facts, a) for a in call.args]
    if any(b is None for b in bounds):
        return True
    values = [b for b in bounds if b is not None]
    if len(values) == 3 and values[2] == 0:
        return False
    return len(range(*values)) >= _MANY


def _is_stepped(facts: Facts, loop: ast.While, node: ast.Name) -> bool:
    """Whether a `while` loop does nothing to a name but count it up."""
    inside = set(loop.body)
    stores = [b for b in facts.names.binding(node) if b.kind != "param"]
    within = [b for b in stores if inside & {b.node, *facts.module.ancestors(b.node)}]
    if len(within) != 1 or not isinstance(within[0].node, ast.AugAssign):
        return False
    step = within[0].node
    starts = [b for b in stores if b not in within]
    plain = all(isinstance(b.value, ast.Constant) for b in starts) and bool(starts)
    evenly = isinstance(step.op, (ast.Add, ast.Sub)) and isinstance(step.value, ast.Constant)
    return plain and evenly and step in inside
