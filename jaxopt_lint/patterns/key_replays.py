"""Where one key is used twice so that two runs see the same noise.

Common random numbers are wanted where two results are held against each other, and where something
that changes is judged again and again: each time by the same draws. Nothing proves the wish; what
can be seen is that the results only meet in a comparison, or that no later turn is made of them.
"""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.key_callees import code_of
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import (
    LOOPS,
    Loop,
    all_names,
    assigned_names,
    positional,
    reads_first,
    root_of,
    stored_names,
)
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

_COMPARING = (
    "numpy.testing.", "chex.assert_", "jax.numpy.allclose", "jax.numpy.isclose",
    "jax.numpy.array_equal", "numpy.allclose", "numpy.isclose", "numpy.array_equal", "math.isclose",
)  # fmt: skip
_GRIDS = ("linspace", "logspace", "geomspace")
_CHOOSING = ("min", "max", "sum", "abs", "float", "bool")


def compared(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether what two functions make of one key is held against each other."""
    if {earlier.kind, later.kind} != {"call"} or earlier.call is later.call:
        return False
    given = [_results(facts, use.call) for use in (earlier, later)]
    scope = facts.module.function(later.call) or facts.module.tree
    for node in facts.module.inside(ast.expr, scope):
        sides = _sides(facts, node)
        if len(sides) < 2:
            continue
        first = {i for i, side in enumerate(sides) if _holds(side, earlier.call, given[0])}
        second = {i for i, side in enumerate(sides) if _holds(side, later.call, given[1])}
        if first and second and first.isdisjoint(second):
            return True
    return False


def told_beside(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether a function returns, beside what a draw was added to, the very same draw once more:
    the noise that it has put in there, computed again instead of stored."""
    if {earlier.kind, later.kind} != {"sample"} or earlier.call is later.call:
        return False
    if ast.dump(earlier.call) != ast.dump(later.call):
        return False
    around, alone = _scaled(facts, later.call)
    packed = facts.module.parent[around] if isinstance(around, ast.Tuple) else None
    return alone and isinstance(packed, ast.Return) and not _scaled(facts, earlier.call)[1]


def _scaled(facts: Facts, draw: ast.expr) -> tuple[ast.AST, bool]:
    """What stands around a draw and all that it is multiplied by, and whether it is added to
    nothing."""
    around: ast.AST = facts.module.parent[draw]
    while isinstance(around, (ast.BinOp, ast.UnaryOp)):
        if isinstance(around, ast.BinOp) and not isinstance(around.op, (ast.Mult, ast.Div)):
            return around, False
        around = facts.module.parent[around]
    return around, True


def judged_again(facts: Facts, use: KeyUse, repeats: ast.AST) -> bool:
    """Whether each turn of a loop judges something else by the same draws: what has come of the
    state by then, or one policy after the other; and no turn builds on that."""
    if use.kind != "call" or not isinstance(repeats, (*LOOPS, *COMPREHENSIONS)):
        return False
    others = [
        a for a in (*use.call.args, *(k.value for k in use.call.keywords)) if a is not use.key
    ]
    if isinstance(repeats, COMPREHENSIONS):
        own = stored_names(*(g.target for g in repeats.generators))
        return any(all_names(a) & own and _is_called(facts, use.call, a) for a in others)
    if _asked_before(facts, use.call, repeats):
        return True
    if _builds_on(facts, repeats, use.call):
        return False
    target = set() if isinstance(repeats, ast.While) else stored_names(repeats.target)
    renewed = assigned_names(*repeats.body) - target
    if any(all_names(a) & renewed for a in others):
        return True
    if isinstance(repeats, ast.For) and _sweeps(facts, repeats.iter):
        return any(all_names(a) & target for a in others)
    return any(all_names(a) & target and _is_called(facts, use.call, a) for a in others)


def _asked_before(facts: Facts, call: ast.Call, loop: ast.AST) -> bool:
    """Whether the very same call, its key too, stands in front of a loop that changes what it is
    about: a loss before the training, to hold those after each epoch against."""
    if not isinstance(loop, LOOPS) or not all_names(call) & assigned_names(*loop.body):
        return False
    scope = facts.module.function(loop) or facts.module.tree
    text = ast.dump(call)
    return any(
        other.lineno < loop.lineno and ast.dump(other) == text
        for other in facts.module.inside(ast.Call, scope)
    )


def _sweeps(facts: Facts, iterated: ast.expr) -> bool:
    """Whether a loop goes over an even grid of numbers, the points of one curve or one film."""
    for node in ast.walk(iterated):
        bound = facts.names.binding(node) if isinstance(node, ast.Name) else []
        for value in (node, *(b.value for b in bound)):
            if (facts.names.call(value) or "").rpartition(".")[2] in _GRIDS:
                return True
    return False


def _results(facts: Facts, call: ast.Call) -> set[str]:
    """The names that hold what a call gives."""
    statement = facts.module.statement(call)
    return stored_names(*statement.targets) if isinstance(statement, ast.Assign) else set()


def _sides(facts: Facts, node: ast.expr) -> list[ast.expr]:
    """What an expression holds against each other."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.Div)):
        return [node.left, node.right]
    if isinstance(node, ast.Call):
        shown = facts.names.is_builtin(node.func, "print")
        if shown or (facts.names.of(node.func) or "").startswith(_COMPARING):
            return node.args
    return []


def _holds(side: ast.expr, call: ast.Call, names: set[str]) -> bool:
    return any(n is call for n in ast.walk(side)) or bool(all_names(side) & names)


def _builds_on(facts: Facts, loop: Loop, call: ast.Call) -> bool:
    """Whether a later turn is made of what a call gives, beyond what picks the best or sums up."""
    tainted: set[str] = set()
    for _ in range(len(loop.body) + 1):
        before = set(tainted)
        for statement in loop.body:
            for store in ast.walk(statement):
                if isinstance(store, ast.AugAssign) or not isinstance(store, ast.Assign):
                    continue
                made_of = any(n is call for n in ast.walk(store.value))
                if not (made_of or all_names(store.value) & tainted):
                    continue
                if _chooses(facts, store.value):
                    continue
                tainted |= {root for t in store.targets for root in _roots(t)}
        if tainted == before:
            break
    return any(reads_first(facts.module, loop.body, name) for name in tainted)


def _chooses(facts: Facts, value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and facts.names.is_builtin(value.func, *_CHOOSING)


def _roots(target: ast.expr) -> set[str]:
    """The names behind what is stored, but for containers that only gather: `scores[name] = x`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return {root for item in target.elts for root in _roots(item)}
    if isinstance(target, ast.Subscript):
        return set()
    root = root_of(target)
    return {root.id} if isinstance(root, ast.Name) else set()


def _is_called(facts: Facts, call: ast.Call, given: ast.expr) -> bool:
    """Whether what a call is given is called by its callee: a policy, a model, a function."""
    code = code_of(facts, call.func, calls(facts).callee(call.func))
    if code is None:
        return False
    names = dict(zip(positional(code.function)[code.bound :], call.args, strict=False))
    names |= {k.arg: k.value for k in call.keywords if k.arg is not None}
    own = {name for name, value in names.items() if value is given}
    for inner in code.home.module.inside(ast.Call, code.function):
        root = root_of(inner.func)
        if isinstance(root, ast.Name) and root.id in own:
            return True
        applies = isinstance(inner.func, ast.Attribute) and inner.func.attr == "apply"
        if applies and inner.args and all_names(inner.args[0]) & own:
            return True
    return False
