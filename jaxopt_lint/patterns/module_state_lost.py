"""Modules and optimizers of Flax NNX that change under `jax.jit`, which hands no change back.

`nnx.jit` writes what its function has changed into the objects that it was given. `jax.jit` takes
them apart into their arrays, and what is put together inside is another object. What neither is
given may not change within.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    Definition,
    argument,
    positional,
    root_of,
)

_DEPTH = 4
OPTIMIZERS = frozenset({"flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer"})
METRICS = frozenset(
    {"flax.nnx.MultiMetric", "flax.nnx.metrics.Average", "flax.nnx.metrics.Accuracy"}
)
# Layers whose call changes them, and the word that says that it does not.
_CHANGING = {
    "flax.nnx.BatchNorm": "use_running_average",
    "flax.nnx.Dropout": "deterministic",
}
# What is lost of layers that change in training mode alone.
BY_MODE = ("the statistics", "the count")
# What takes the state of an object out, so that a function can return it.
_TAKEN_OUT = frozenset(
    f"flax.nnx.{name}" for name in ("split", "state", "to_tree", "to_pure_dict", "variables", "pop")
)


@dataclass(frozen=True, slots=True)
class StateLost:
    """A change of an object of NNX that nobody gets.

    Attributes:
        node: the decorator or the call that compiles the function.
        at: what changes the object.
        name: the parameter that the object is.
        function: the compiled function.
        change: what is lost, as the start of a sentence.
    """

    node: ast.expr
    at: ast.Call
    name: str
    function: str
    change: str


def lost_states(facts: Facts) -> Iterator[StateLost]:
    """The compiled functions of a file that change objects of NNX, with the first change that
    nobody gets."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.name != "jax.jit" or not isinstance(function, ast.FunctionDef):
            continue
        calls_inside = facts.module.inside(ast.Call, function)
        if any(facts.names.call(c) in _TAKEN_OUT for c in calls_inside):
            facts.doubt(function, "{} takes the state of an object out", function)
            continue
        lost = _in_function(facts, wrap, function)
        if lost is not None:
            yield lost


def _in_function(facts: Facts, wrap: Wrap, function: ast.FunctionDef) -> StateLost | None:
    static, known = tracing(facts).static(wrap)
    if not known:
        return None
    given_back = _given_back(facts, function)
    for call in facts.module.inside(ast.Call, function):
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        held = call.func.value if isinstance(call.func, ast.Attribute) else call.func
        if not isinstance(held, ast.Name) or held.id in static | given_back:
            continue
        holder = facts.module.holder(held)
        if holder is None or holder.node is not function or held.id not in positional(function):
            continue
        change = _change(facts, held, method)
        if change.startswith(BY_MODE) and not _in_training(facts, function):
            facts.doubt(call, "{} may be in the mode in which its layers change nothing", held)
            continue
        if change:
            return StateLost(wrap.site, call, held.id, function.name, change)
    return None


def _in_training(facts: Facts, function: ast.FunctionDef) -> bool:
    """Whether a compiled function is called in training mode, where the file knows two."""
    if not facts.module.attributes("eval"):
        return True
    sites = calls(facts).callers(function)
    return bool(sites) and all(_mode_before(facts, site) == "train" for site in sites)


def _mode_before(facts: Facts, call: ast.Call) -> str:
    """The mode that a function last puts a model into before a call; "" where it does not say."""
    statement: ast.AST = facts.module.statement(call)
    while isinstance(statement, ast.stmt) and not isinstance(statement, DEFINITIONS):
        for earlier in reversed(facts.module.before(statement)):
            for node in ast.walk(earlier):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    if node.func.attr in ("train", "eval"):
                        return node.func.attr
        statement = facts.module.parent[statement]
    return ""


def _given_back(facts: Facts, function: ast.FunctionDef) -> set[str]:
    """The names that a function returns, or may have something return."""
    found = set()
    for node in facts.module.inside(ast.Return, function):
        if facts.module.function(node) is function and node.value is not None:
            names = [n for n in ast.walk(node.value) if isinstance(n, ast.Name)]
            called = {id(c.func) for c in ast.walk(node.value) if isinstance(c, ast.Call)}
            found |= {n.id for n in names if id(n) not in called}
    return found


def _change(facts: Facts, held: ast.Name, method: str) -> str:
    """What a call does to the object that a parameter is; "" for nothing, or nothing known."""
    made = [m for m in origins(facts, held) if isinstance(m, ast.Call)]
    kinds = {facts.names.call(m) or "" for m in made} or {_annotated(facts, held)}
    if method == "update":
        if kinds <= OPTIMIZERS:
            return "the step of the optimizer"
        return "the metric" if kinds <= METRICS else ""
    if method:
        return ""
    if len(made) == 1 and (layer := own_change(facts, made[0], set(), _DEPTH)):
        return layer
    owner = _class_annotated(facts, held)
    return _class_change(facts, owner, set(), _DEPTH) if owner is not None and not made else ""


def own_change(facts: Facts, made: ast.Call, seen: set[ast.AST], depth: int) -> str:
    """What calling what an expression makes changes in it."""
    name = facts.names.call(made) or ""
    if name in _CHANGING:
        told = next((k.value for k in made.keywords if k.arg == _CHANGING[name]), None)
        still = isinstance(told, ast.Constant) and told.value is True
        rate = argument(made, 0, "rate") if name.endswith("Dropout") else None
        if still or (isinstance(rate, ast.Constant) and not rate.value):
            return ""
        what = "the count of its random stream" if name.endswith("Dropout") else "the statistics"
        return f"{what} of `{name.rpartition('.')[2]}`"
    owner = class_made(facts, made.func)
    return _class_change(facts, owner, seen, depth) if owner is not None else ""


def _class_change(facts: Facts, owner: ast.ClassDef, seen: set[ast.AST], depth: int) -> str:
    if depth <= 0 or owner in seen or framework_of(facts, owner) != "nnx":
        return ""
    seen.add(owner)
    body, maker = look_up(facts, owner, "__call__"), look_up(facts, owner, "__init__")
    if body is not None and (written := _written(facts, body)):
        return f"what is stored in `{written}`"
    for made in facts.module.inside(ast.Call, maker) if maker is not None else ():
        if found := own_change(facts, made, seen, depth - 1):
            return found
    return ""


def _written(facts: Facts, body: Definition) -> str:
    """The first attribute of `self` that a forward pass stores something in; "" for none."""
    for node in facts.module.inside(ast.expr, body):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            root = root_of(node, (ast.Attribute, ast.Subscript))
            if isinstance(root, ast.Name) and facts.module.is_self(root):
                return facts.module.source(node)
    return ""


def _note(facts: Facts, held: ast.Name) -> ast.expr | None:
    binding = facts.names.only_binding(held)
    parameter = binding.node if binding is not None else None
    return parameter.annotation if isinstance(parameter, ast.arg) else None


def _annotated(facts: Facts, held: ast.Name) -> str:
    return facts.names.of(_note(facts, held)) or ""


def _class_annotated(facts: Facts, held: ast.Name) -> ast.ClassDef | None:
    note = _note(facts, held)
    return class_made(facts, note) if note is not None else None
