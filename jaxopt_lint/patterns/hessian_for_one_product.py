"""Whole Hessians that are made only to be multiplied by one vector."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.python import LOOPS, FunctionNode, argument, positional, unpacks

_PRODUCTS = frozenset({"jax.numpy.matmul", "jax.numpy.dot"})
# What is given a function that multiplies a vector by a matrix, and calls it again and again.
_SOLVERS = frozenset(
    {"jax.scipy.sparse.linalg.cg", "jax.scipy.sparse.linalg.bicgstab",
     "jax.scipy.sparse.linalg.gmres"}
)  # fmt: skip
_LIKE = frozenset(
    {"jax.numpy.ones_like", "jax.numpy.zeros_like", "jax.numpy.full_like", "jax.numpy.empty_like"}
)
_DRAWS = frozenset({"jax.random.normal", "jax.random.uniform", "jax.random.rademacher"})
_FEW = 64
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class OneProduct:
    """A Hessian for one product.

    Attributes:
        node: the product.
        of: the function whose Hessian it is.
        vector: what it is multiplied by.
        solver: what calls for the product again and again; "" where nothing is seen to.
    """

    node: ast.expr
    of: ast.expr
    vector: ast.expr
    solver: str


def one_products(facts: Facts) -> Iterator[OneProduct]:
    """The products of a file for which a whole Hessian is made."""
    for node in facts.module.all(ast.BinOp, ast.Call):
        pair = _operands(facts, node)
        if pair is None:
            continue
        for matrix, vector in (pair, pair[::-1]):
            made = _hessian(facts, matrix)
            if made is None:
                continue
            of, at = made
            if _is_small(facts, at):
                facts.doubt(node, "{} has a few entries", at)
                continue
            why = _vector(facts, vector, at, 0)
            if why is None:
                facts.doubt(node, "{} is not known to be one vector", vector)
                continue
            yield OneProduct(node, of, vector, why)


def _operands(facts: Facts, node: ast.BinOp | ast.Call) -> tuple[ast.expr, ast.expr] | None:
    if isinstance(node, ast.BinOp):
        return (node.left, node.right) if isinstance(node.op, ast.MatMult) else None
    if facts.names.of(node.func) in _PRODUCTS and len(node.args) == 2:
        return node.args[0], node.args[1]
    match node:
        case ast.Call(ast.Attribute(ast.Call() | ast.Name() as left, "dot"), [right], []):
            return left, right
    return None


def _hessian(facts: Facts, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The function whose Hessian an expression is, and where it is taken; None where it is none,
    or is used for more than this."""
    made = node
    if isinstance(node, ast.Name):
        behind = facts.names.value(node)
        holder = facts.module.scope[node].holder(node.id)
        if behind is None or len(facts.module.reads(holder, node.id)) != 1:
            return None
        if not _on_one_turn(facts, behind, node):
            return None
        made = behind
    if not isinstance(made, ast.Call) or unpacks(made) or not made.args:
        return None
    callee = calls(facts).callee(made.func)
    if callee is None or callee.bound or callee.bound_names:
        return None
    layers = [w for w in callee.wraps if TRANSFORMS[w[0]].kind != "jit"]
    if any(k.arg != "argnums" for _, call in layers for k in call.keywords):
        return None
    kinds = [TRANSFORMS[name].kind for name, _ in layers]
    twice = [name for name, _ in layers] == ["jax.hessian"] or (
        len(kinds) == 2 and kinds[0] == "jacobian" and kinds[1] in ("grad", "jacobian")
    )
    if not twice or (len(layers) == 2 and "jax.hessian" in (layers[0][0], layers[1][0])):
        return None
    of = calls(facts).function_argument(layers[-1][1], TRANSFORMS[layers[-1][0]])
    places = {ast.dump(a) if (a := argument(c, 1, "argnums")) else "" for _, c in layers}
    number = argument(layers[0][1], 1, "argnums")
    place = number.value if isinstance(number, ast.Constant) else 0
    if of is None or len(places) != 1 or not isinstance(place, int):
        return None
    if number is not None and not isinstance(number, ast.Constant):
        return None
    return (of, made.args[place]) if 0 <= place < len(made.args) else None


def _on_one_turn(facts: Facts, made: ast.expr, used: ast.expr) -> bool:
    """Whether a value is used once for each time that it is made."""
    module = facts.module
    same = module.function(made) is module.function(used)
    return same and module.around(made, *LOOPS) is module.around(used, *LOOPS)


def _is_small(facts: Facts, at: ast.expr) -> bool:
    """Whether a Hessian is taken at something of a few entries that are written out."""
    value = facts.names.behind(at)
    given = value.args[0] if isinstance(value, ast.Call) and value.args else value
    return isinstance(given, (ast.List, ast.Tuple)) and len(given.elts) <= _FEW


def _vector(facts: Facts, node: ast.expr, at: ast.expr, depth: int) -> str | None:
    """Whether an expression is one vector, as long as what a Hessian is taken at: "" if so, or the
    solver that gives it; None where nothing shows it."""
    if depth > _DEPTH:
        return None
    if ast.dump(node) == ast.dump(at):
        return ""
    match node:
        case ast.UnaryOp(ast.USub(), value):
            return _vector(facts, value, at, depth)
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            sides = (_vector(facts, side, at, depth) for side in (left, right))
            return next((side for side in sides if side is not None), None)
        case ast.BinOp(left, ast.Div(), _):
            return _vector(facts, left, at, depth)
        case ast.Call():
            return _made(facts, node, at)
        case ast.Name():
            bindings = facts.names.binding(node)
            if len(bindings) == 1 and bindings[0].kind == "param":
                solver = _given(facts, node, depth)
                return solver if solver is not None else _by_callers(facts, node, at, depth)
            # What is bound again is taken to keep its shape, as what a loop carries.
            stored = facts.names.first_value(node)
            return _vector(facts, stored, at, depth + 1) if stored is not None else None
    return None


def _made(facts: Facts, call: ast.Call, at: ast.expr) -> str | None:
    """Whether a call makes something of the shape of what a Hessian is taken at."""
    name, text = facts.names.of(call.func), ast.dump(at)
    if name in _LIKE and call.args:
        return "" if ast.dump(call.args[0]) == text else None
    if name in _DRAWS:
        shape = argument(call, 1, "shape")
        same = isinstance(shape, ast.Attribute) and shape.attr == "shape"
        return "" if same and ast.dump(shape.value) == text else None  # type: ignore[union-attr]
    callee = calls(facts).callee(call.func)
    if callee is not None and callee.wraps:
        layers = [w for w in callee.wraps if TRANSFORMS[w[0]].kind != "jit"]
        of_one = len(layers) == 1 and TRANSFORMS[layers[0][0]].kind == "grad"
        if of_one and any(ast.dump(a) == text for a in call.args):
            return ""
    return None


def _given(facts: Facts, name: ast.Name, depth: int) -> str | None:
    """The solver that gives a parameter its vectors, through functions that hand it on."""
    holder = facts.module.scope[name].holder(name.id)
    function = holder.node if holder is not None else None
    if not isinstance(function, (ast.FunctionDef, ast.Lambda)) or depth > _DEPTH:
        return None
    parameters = positional(function)
    if name.id not in parameters:
        return None
    place = parameters.index(name.id)
    solver = _solver(facts, function)
    if solver:
        return solver if place == len(parameters) - 1 else None
    found: set[str] = set()
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        given = argument(call, place - (callee.bound if callee is not None else 0), name.id)
        if not isinstance(given, ast.Name) or unpacks(call):
            return None
        why = _given(facts, given, depth + 1)
        if not why:
            return None
        found.add(why)
    return min(found) if found else None


def _by_callers(facts: Facts, name: ast.Name, at: ast.expr, depth: int) -> str | None:
    """Whether all who call a function give it one vector there, as long as what the Hessian is
    taken at, which they give it, too."""
    holder = facts.module.scope[name].holder(name.id)
    function = holder.node if holder is not None else None
    if not isinstance(function, ast.FunctionDef) or not isinstance(at, ast.Name):
        return None
    parameters, sites = positional(function), calls(facts).callers(function)
    if not {name.id, at.id} <= {*parameters} or not sites:
        return None
    for call in sites:
        callee = calls(facts).callee(call.func)
        if callee is None or callee.bound or callee.bound_names or unpacks(call):
            return None
        if any(TRANSFORMS[name].kind != "jit" for name, _ in callee.wraps):
            return None
        pair = [argument(call, parameters.index(n), n) for n in (name.id, at.id)]
        if pair[0] is None or pair[1] is None or _is_small(facts, pair[1]):
            return None
        if _vector(facts, pair[0], pair[1], depth + 1) is None:
            return None
    return ""


def _solver(facts: Facts, function: FunctionNode) -> str:
    """What is given a function, and multiplies by it again and again."""
    for call in facts.module.all(ast.Call):
        if facts.names.of(call.func) in _SOLVERS and call.args:
            callee = calls(facts).callee(call.args[0])
            if callee is not None and callee.node is function and not callee.bound_names:
                if callee.bound == len(positional(function)) - 1:
                    return facts.module.source(call.func)
    return ""
