"""Which functions a call runs, and what it hands to each: by itself, in a scan, in a branch."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.calls import Callee
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    FUNCTIONS,
    FunctionNode,
    argument,
    defaults,
    keywords,
)

# Transforms that leave the parameters and what is done to them as they are.
PLAIN = frozenset({"jit", "vmap", "pmap", "grad", "value_and_grad", "jacobian", "checkpoint"})
# What makes one array of a list of keys.
STACKS = frozenset({"jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack"})
# The place of the function, and of what it is given at first and then gives itself, in loops.
_LOOPS = {
    "scan": (0, "f", 1, "init", 0),
    "while_loop": (1, "body_fun", 2, "init_val", 0),
    "fori_loop": (2, "body_fun", 3, "init_val", 1),
}


@dataclass(frozen=True, slots=True)
class Run:
    """A function that a call runs.

    Attributes:
        function: the function, as an expression.
        given: its leading arguments; None for one that is not the caller's. Of what a scan goes
            over, each turn gets one item.
        named: its arguments by keyword.
    """

    function: ast.expr
    given: tuple[ast.expr | None, ...]
    named: dict[str, ast.expr] = field(default_factory=dict)


def runs(facts: Facts, call: ast.Call) -> Iterator[Run]:
    """The functions that a call runs once or more, whichever way it takes."""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return
    transform = TRANSFORMS.get(facts.names.call(call) or "")
    kind = transform.kind if transform is not None and not transform.wrapper else ""
    if kind in _LOOPS:
        place, keyword, init_place, init_keyword, before = _LOOPS[kind]
        function = argument(call, place, keyword)
        init = argument(call, init_place, init_keyword)
        if function is not None and init is not None:
            each = argument(call, 2, "xs") if kind == "scan" else None
            yield Run(function, (*[None] * before, init, each))
    elif kind == "cond":
        for arm in (argument(call, 1, "true_fun"), argument(call, 2, "false_fun")):
            if arm is not None:
                yield Run(arm, tuple(call.args[3:]))
    elif kind == "switch":
        branches = argument(call, 1, "branches")
        for arm in branches.elts if isinstance(branches, (ast.List, ast.Tuple)) else ():
            yield Run(arm, tuple(call.args[2:]))
    elif not kind:
        yield Run(call.func, tuple(call.args), keywords(call))


@dataclass(frozen=True, slots=True)
class Code:
    """A function of the project that a call runs.

    Attributes:
        home: what is known about its file.
        function: the function; of a class its `__init__`.
        bound: how many of its leading parameters are given already.
    """

    home: Facts
    function: FunctionNode
    bound: int


def code_of(facts: Facts, func: ast.expr, callee: Callee | None) -> Code | None:
    """The code that calling an expression runs: a function, a class, a method of an object that
    is known to be of one class of the project."""
    base, name = (func.value, func.attr) if isinstance(func, ast.Attribute) else (None, "")
    owner = _class_of(facts, base) if base is not None else None
    if owner is not None:
        method = _method(*owner, name)
        of_object = method is not None and not decorated(method, "classmethod")
        return replace(method, bound=0) if method is not None and of_object else method
    if callee is not None and callee.node is not None:
        return Code(facts, callee.node, callee.bound)
    found = _in_project(facts, callee.dotted) if callee is not None else None
    if found is not None and isinstance(found[1], FUNCTIONS):
        return Code(found[0], found[1], callee.bound if callee is not None else 0)
    owner = _class_of(facts, func)
    if owner is not None:
        return _method(*owner, "__init__")
    made = _class_behind(facts, func)
    if made is not None:
        return _method(*made, "__call__")
    made = _class_behind(facts, base) if base is not None else None
    return _method(*made, name) if made is not None else None


def title(function: ast.expr) -> str:
    """How to speak of a function: `jax.grad(...)` of one that is written out on the spot."""
    if isinstance(function, ast.Lambda):
        return "lambda"
    if isinstance(function, ast.Call) and any(
        isinstance(n, ast.Lambda) for n in ast.walk(function)
    ):
        return f"{ast.unparse(function.func)}(...)"
    return ast.unparse(function)


def makes_layer(code: Code) -> bool:
    """Whether code is the constructor of a module of Equinox, which draws its weights."""
    owner = code.home.module.class_of(code.function)
    named = getattr(code.function, "name", "") == "__init__"
    return named and framework_of(code.home, owner) == "equinox"


def constants(function: FunctionNode, given: Container[str]) -> dict[str, bool]:
    """The parameters that a call leaves to their defaults, with the truth of each constant."""
    out = {}
    for name, value in defaults(function).items():
        if name not in given and isinstance(value, (ast.Constant, ast.Dict)):
            out[name] = bool(value.value if isinstance(value, ast.Constant) else value.keys)
        elif name not in given and isinstance(value, (ast.Tuple, ast.List)):
            out[name] = bool(value.elts)
    return out


def is_idle(facts: Facts, use: ast.Call, known: dict[str, bool]) -> bool:
    """Whether a call is never come to: it stands in a loop over nothing, behind `train and`, or in
    the arm of a `cond` that is not taken.

    Args:
        known: the truth of parameters.
    """
    if not known:
        return False
    for inner, around in facts.module.way_out(use):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, ast.For) and inner in around.body:
            over = around.iter
            if isinstance(over, ast.Call) and facts.names.is_builtin(over.func, "range"):
                over = over.args[-1]
            if _truth(over, known) is False:
                return True
        if isinstance(around, ast.BoolOp):
            before = around.values[: around.values.index(inner)]  # type: ignore[arg-type]
            passes = isinstance(around.op, ast.And)
            if any(_truth(value, known) is (not passes) for value in before):
                return True
    return _takes_other_arm(facts, use, known)


def _takes_other_arm(facts: Facts, call: ast.Call, known: dict[str, bool]) -> bool:
    """Whether the arm that a `cond` takes calls nothing."""
    transform = TRANSFORMS.get(facts.names.call(call) or "")
    test = argument(call, 0, "pred")
    taken = _truth(test, known) if test is not None else None
    if transform is None or transform.kind != "cond" or taken is None:
        return False
    arm = argument(call, 1, "true_fun") if taken else argument(call, 2, "false_fun")
    callee = calls(facts).callee(arm) if arm is not None else None
    body = callee.node if callee is not None else None
    return body is not None and not any(facts.module.inside(ast.Call, body))


def _truth(test: ast.expr, known: dict[str, bool]) -> bool | None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        found = _truth(test.operand, known)
        return not found if found is not None else None
    return known.get(test.id) if isinstance(test, ast.Name) else None


def decorated(code: Code, name: str) -> bool:
    """Whether a function has a decorator of Python's own."""
    made = getattr(code.function, "decorator_list", ())
    return any(code.home.names.is_builtin(d, name) for d in made)


def _method(home: Facts, owner: ast.ClassDef, name: str) -> Code | None:
    method = look_up(home, owner, name)
    code = Code(home, method, 1) if method is not None else None
    if code is None or decorated(code, "property"):
        return None
    return replace(code, bound=0) if decorated(code, "staticmethod") else code


def _class_behind(facts: Facts, node: ast.expr) -> tuple[Facts, ast.ClassDef] | None:
    """The class that an object was made of, where it is stored once: `self.cell = Cell(4)`, or on
    the spot: `Cell(4)(x, key)`."""
    stores = calls(facts).stored_in(node) if isinstance(node, ast.Attribute) else []
    value = stores[0] if len(stores) == 1 else facts.names.value(node)
    value = node if isinstance(node, ast.Call) else value
    return _class_of(facts, value.func) if isinstance(value, ast.Call) else None


def _class_of(facts: Facts, node: ast.expr) -> tuple[Facts, ast.ClassDef] | None:
    """The class of the project that an expression is, with what is known about its file."""
    owner = class_made(facts, node)
    if owner is not None:
        return facts, owner
    home, found = _in_project(facts, facts.names.of(node)) or (facts, None)
    return (home, found) if isinstance(found, ast.ClassDef) else None


def _in_project(facts: Facts, dotted: str | None) -> tuple[Facts, ast.AST] | None:
    """A function or class of another file of the project that may use up keys, with what is
    known there; of `Class.method` the method."""
    module, name = facts.project.home(dotted) if dotted else ("", "")
    text = facts.project.texts.get(module)
    if text is None or "random" not in text.text:
        return None
    other = elsewhere(facts, module)
    bindings = other.module.top.bindings.get(name, []) if other is not None else []
    node = bindings[0].node if len(bindings) == 1 else None
    if other is None or not isinstance(node, (*DEFINITIONS, ast.ClassDef)):
        return None
    return other, node


def is_handed_on(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function is given to another that runs it, as `scan` does; what a transform makes
    of it gives the same results."""
    if isinstance(function, ast.Lambda):
        return True
    for node in calls(facts).references(function):
        around = facts.module.parent[node]
        if isinstance(around, ast.Call) and around.func is not node:
            transform = TRANSFORMS.get(facts.names.call(around) or "")
            if transform is None or transform.kind not in PLAIN:
                return True
    return False


def same_for_all(facts: Facts, mapped: ast.Call, number: int) -> bool:
    """Whether the `in_axes` of a `vmap` say that an argument is the same for all elements."""
    axes = facts.names.behind(argument(mapped, 1, "in_axes"))
    if isinstance(axes, (ast.Tuple, ast.List)):
        axes = axes.elts[number] if number < len(axes.elts) else None
    return isinstance(axes, ast.Constant) and axes.value is None


def part_of(facts: Facts, value: ast.expr, text: str, call: ast.Call) -> ast.expr | None:
    """What a caller gave as a parameter, or as one item of it: `carry[0]`.

    Args:
        value: what the parameter is given.
        text: the parameter, or the item.
    """
    found = re.fullmatch(r"\w+(?:\[(\d+)\])?", text)
    if found is None:
        return None
    if facts.names.call(value) in STACKS and isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    if found[1] is None:
        return value
    packed = value
    if isinstance(value, ast.Name):
        made = facts.names.value(value)
        if made is None or facts.module.function(made) is not facts.module.function(call):
            return None
        packed = made
    if not isinstance(packed, (ast.Tuple, ast.List)) or int(found[1]) >= len(packed.elts):
        return None
    item = packed.elts[int(found[1])]
    if packed is not value and _stored_between(facts, item, packed, call):
        return None
    return item


def _stored_between(facts: Facts, item: ast.expr, first: ast.expr, last: ast.Call) -> bool:
    """Whether something is stored anew in what an expression is made of, between two places."""
    for name in ast.walk(item):
        if isinstance(name, ast.Name):
            holder = facts.module.scope[name].holder(name.id)
            for other in facts.module.held(holder, name.id):
                if not isinstance(other.ctx, ast.Load) and first.lineno < other.lineno:
                    if other.lineno <= last.lineno:
                        return True
    return False
