"""Which code runs more than once: loops around a place, and functions that are called often."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.api.results import TREE_MAPS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.nodes import LOOPS, Loop
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FUNCTIONS, FunctionNode

_CACHES = ("functools.cache", "functools.lru_cache", "functools.cached_property")
_FEW = 4
_DEPTH = 3


def loop_around(facts: Facts, node: ast.AST) -> ast.AST | None:
    """The innermost loop or comprehension of the same function that runs a node in each turn."""
    child = node
    for around in facts.module.ancestors(node):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(around, LOOPS) and child in around.body:
            return around
        if isinstance(around, ast.While) and child is around.test:
            return around
        if isinstance(around, COMPREHENSIONS) and not isinstance(child, ast.comprehension):
            return around
        child = around
    return None


def body_loop(facts: Facts, node: ast.AST) -> Loop | None:
    """The innermost loop in whose body a node stands, within its own function."""
    inner = node
    for around in facts.module.ancestors(node):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(around, LOOPS) and inner in around.body:
            return around
        inner = around
    return None


def short(facts: Facts, home: ast.stmt, loop: ast.AST) -> bool:
    """Whether a loop ends in the turn that reaches a statement, or has a few written-out items."""
    if isinstance(loop, (ast.For, *COMPREHENSIONS)):
        iterated = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter
        if isinstance(iterated, ast.Call) and iterated.args:
            if facts.names.is_builtin(iterated.func, "enumerate", "zip"):
                iterated = iterated.args[0]
            elif facts.names.is_builtin(iterated.func, "range"):
                bound = iterated.args[-1]
                if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
                    return len(iterated.args) == 1 and bound.value < _FEW
        if isinstance(iterated, (ast.Tuple, ast.List, ast.Dict)):
            return True
    if not isinstance(loop, ast.stmt):
        return False
    block = facts.module.block_of(home)
    later = block[block.index(home) :]
    return any(isinstance(s, (ast.Return, ast.Break, ast.Raise)) for s in later)


def guarded(facts: Facts, site: ast.AST, region: ast.AST) -> bool:
    """Whether a test between a region and a node makes it run once only: `if self._f is None`."""
    child = site
    for around in facts.module.ancestors(site):
        if around is region:
            return False
        if isinstance(around, ast.If) and child is not around.test:
            for node in ast.walk(around.test):
                if isinstance(node, (ast.Is, ast.NotIn, ast.In, ast.Not)):
                    return True
                if isinstance(node, ast.Eq) and "0" in facts.module.source(around.test):
                    return True
        child = around
    return False


def often(facts: Facts, function: FunctionNode) -> str | None:
    """Why a function is called many times; None if nothing says so, or if it must run once."""
    if isinstance(function, ast.Lambda) or once(function) or _cached(facts, function):
        return None
    owner = facts.module.class_of(function)
    if owner is not None and words.STEP_METHOD.says(function.name) and not is_layer(facts, owner):
        return f"`{facts.module.qualname(function)}` is called at every step"
    return _called_often(facts, function, _DEPTH, set())


def mapped(facts: Facts, function: FunctionNode) -> str | None:
    """Why a function runs for each leaf of a tree, or each item of an iterable."""
    found = _maps(facts).get(function)
    if found is None or tracing(facts).staged(facts.module.function(found)) is not None:
        return None
    if in_test(facts, found):
        return None
    return f"called for every leaf by `{facts.module.source(found.func)}` at {facts.at(found)}"


@fact
def _maps(facts: Facts) -> dict[ast.AST, ast.Call]:
    """The functions of this file that are given to a map over leaves or items, with its call."""
    out: dict[ast.AST, ast.Call] = {}
    for call in facts.module.all(ast.Call):
        if facts.names.of(call.func) in TREE_MAPS or facts.names.is_builtin(call.func, "map"):
            callee = calls(facts).callee(call.args[0]) if call.args else None
            if callee is not None and callee.node is not None and not callee.wraps:
                out.setdefault(callee.node, call)
    return out


def once(function: FunctionNode) -> bool:
    """Whether the name of a function says that it runs once: `main`, `create_state`."""
    return not isinstance(function, ast.Lambda) and words.ONCE.says(function.name)


def is_run(function: FunctionNode) -> bool:
    """Whether the name of a function says that it is a whole run: `train`, `fit`."""
    return not isinstance(function, ast.Lambda) and words.WHOLE_RUN.says(function.name)


def in_test(facts: Facts, node: ast.AST) -> bool:
    """Whether code belongs to a test or a benchmark."""
    for around in (node, *facts.module.ancestors(node)):
        if isinstance(around, (ast.FunctionDef, ast.ClassDef)):
            if words.TEST_OR_BENCHMARK.says(around.name):
                return True
    return False


def _cached(facts: Facts, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    for decorator in function.decorator_list:
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = facts.names.of(made) or facts.module.source(made)
        if name in _CACHES or words.CACHING_DECORATOR.says(name):
            return True
    return False


def _called_often(
    facts: Facts, function: FunctionNode, depth: int, seen: set[ast.AST]
) -> str | None:
    if function in seen:
        return None
    seen.add(function)
    for call in calls(facts).callers(function):
        caller = facts.module.function(call)
        if in_test(facts, call) or caller is function:
            continue
        loop = loop_around(facts, call)
        if loop is not None and not short(facts, facts.module.statement(call), loop):
            return f"called in the loop at {facts.at(loop)}"
        if depth and isinstance(caller, ast.FunctionDef) and not once(caller):
            why = _called_often(facts, caller, depth - 1, seen)
            if why is not None:
                return why
    return None


def is_layer(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether a class is a network module, whose methods run within a trace."""
    for base in owner.bases:
        text = facts.names.of(base) or facts.module.source(base)
        if words.LAYER_BASE.says(text):
            return True
    return False
