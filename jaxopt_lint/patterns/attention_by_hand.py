"""Attention that is spelled out: scores of all pairs, a softmax, and a product with the values.

What is followed is one chain of values. It begins with a product that has an axis for the queries
and one for the keys, and may be scaled, masked and cast; the softmax goes over the keys, and nobody
but the last product reads what it gives. Dropout in between ends the chain, as
`jax.nn.dot_product_attention` has none.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument

_SOFTMAX = ("jax.nn.softmax", "flax.linen.softmax", "flax.nnx.softmax")
_PRODUCTS = ("jax.numpy.matmul", "jax.numpy.dot")
_DEPTH = 8


@dataclass(frozen=True, slots=True, eq=False)
class ByHand:
    """One attention.

    Attributes:
        node: the call of the softmax.
        scores: the product of queries and keys.
        result: the product with the values.
    """

    node: ast.Call
    scores: ast.expr
    result: ast.expr


def attention_by_hand(facts: Facts, call: ast.Call) -> ByHand | None:
    """The attention that a softmax is the middle of; None where it is none, or is more."""
    if facts.names.call(call) not in _SOFTMAX or not call.args:
        return None
    if any(k.arg not in ("axis", "x") for k in call.keywords):
        return None
    scores = _scores(facts, call.args[0], _DEPTH)
    if scores is None:
        return None
    rank = len(_parts(facts, scores)[-1]) if isinstance(scores, ast.Call) else 4
    axis = argument(call, 1, "axis")
    if axis is not None and static_int(facts, axis) not in (-1, rank - 1):
        return facts.doubt(call, "it does not go over the last axis")
    result = _taken(facts, call, _DEPTH)
    if result is None:
        return facts.doubt(call, "more than one product with the values may read it")
    return ByHand(call, scores, result)


def _scores(facts: Facts, node: ast.expr, depth: int) -> ast.expr | None:
    """The product of queries and keys that a value is, scaled, masked or cast."""
    if depth <= 0:
        return None
    if isinstance(node, ast.Name):
        before = _bound_before(facts, node)
        return _scores(facts, before, depth - 1) if before is not None else None
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.MatMult):
            return node if _is_turned(facts, node.right, 3) else None
        if isinstance(node.op, (ast.Mult, ast.Div, ast.Add, ast.Sub)):
            left = _scores(facts, node.left, depth - 1)
            return left or _scores(facts, node.right, depth - 1)
        return None
    if not isinstance(node, ast.Call):
        return None
    name = facts.names.call(node)
    if name == "jax.numpy.einsum":
        return node if _makes_pairs(_parts(facts, node)) else None
    if name in _PRODUCTS and len(node.args) == 2:
        return node if name == _PRODUCTS[0] and _is_turned(facts, node.args[1], 3) else None
    if name in ("jax.numpy.where", "jax.numpy.asarray", "jax.lax.select"):
        found = (_scores(facts, given, depth - 1) for given in node.args)
        return next((one for one in found if one is not None), None)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
        return _scores(facts, node.func.value, depth - 1)
    return None


def _bound_before(facts: Facts, name: ast.Name) -> ast.expr | None:
    """What a name was bound to last, as the lines go."""
    holder = facts.module.holder(name)
    if holder is None or holder is not facts.module.scope[name]:
        return None
    here = facts.module.statement(name).lineno
    found = [b for b in holder.bindings[name.id] if b.kind in ("assign", "augmented")]
    before = [b for b in found if facts.module.statement(b.node).lineno < here]
    last = max(before, key=lambda b: facts.module.statement(b.node).lineno, default=None)
    if last is None:
        return None
    statement = facts.module.statement(last.node)
    if isinstance(statement, ast.AugAssign):
        target = statement.target
        return _bound_before(facts, target) if isinstance(target, ast.Name) else None
    return last.value


def _taken(facts: Facts, node: ast.expr, depth: int) -> ast.expr | None:
    """The product that alone takes what the softmax gives, cast or under another name."""
    if depth <= 0:
        return None
    module = facts.module
    around = module.parent[node]
    match around:
        case ast.Attribute(attr="astype"):
            cast = module.parent[around]
            if not isinstance(cast, ast.Call) or cast.func is not around:
                return None
            return _taken(facts, cast, depth - 1)
        case ast.BinOp(left, ast.MatMult()) if left is node:
            return around
        case ast.Call():
            name = facts.names.call(around)
            if name == "jax.numpy.einsum":
                return around if _sums_keys(_parts(facts, around), around, node) else None
            return around if name == _PRODUCTS[0] and around.args[:1] == [node] else None
        case ast.Assign([ast.Name() as target]):
            read = _only_read(facts, target)
            return _taken(facts, read, depth - 1) if read is not None else None
    return None


def _only_read(facts: Facts, target: ast.Name) -> ast.Name | None:
    """The one read of what is bound here, until the name is bound anew."""
    module = facts.module
    holder = module.holder(target)
    if holder is None or holder is not module.scope[target]:
        return None
    here = module.statement(target).lineno
    lines = [module.statement(b.node).lineno for b in holder.bindings[target.id]]
    until = min((line for line in lines if line > here), default=None)
    reads = [read for read in module.reads(holder, target.id)
             if read.lineno > here and (until is None or read.lineno <= until)]  # fmt: skip
    return reads[0] if len(reads) == 1 else None


def _parts(facts: Facts, call: ast.Call) -> list[str]:
    """The letters of `einsum("bqd,bkd->bqk", q, k)`, of each operand and of the result."""
    given = call.args[0] if call.args else None
    text = given.value if isinstance(given, ast.Constant) else None
    if not isinstance(text, str) or text.count("->") != 1 or len(call.args) != 3:
        return [""]
    inputs, result = text.replace(" ", "").split("->")
    return [*inputs.split(","), result]


def _makes_pairs(parts: list[str]) -> bool:
    """Whether a product has one axis of each operand of its own, and sums one of both away."""
    if len(parts) != 3:
        return False
    a, b, out = (set(part) for part in parts)
    own = len((a - b) & out), len((b - a) & out)
    return own == (1, 1) and len((a & b) - out) == 1 and parts[2][-1] in (a ^ b) and len(out) > 2


def _sums_keys(parts: list[str], call: ast.Call, weights: ast.expr) -> bool:
    """Whether a product sums the last axis of the weights away."""
    if len(parts) != 3 or weights not in call.args[1:]:
        return False
    place = call.args.index(weights) - 1
    last = parts[place][-1:]
    return last in parts[1 - place] and last not in parts[2]


def _is_turned(facts: Facts, node: ast.expr, depth: int) -> bool:
    """Whether the last two axes of an array of several more are swapped."""
    if depth <= 0:
        return False
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return value is not None and _is_turned(facts, value, depth - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        return any(_is_turned(facts, side, depth - 1) for side in (node.left, node.right))
    if isinstance(node, ast.Attribute):
        return node.attr == "mT"
    if not isinstance(node, ast.Call):
        return False
    short = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    owned = (facts.names.call(node) or "").startswith("jax.")
    given = node.args[1:] if owned else node.args
    if short == "transpose" and len(given) == 1 and isinstance(given[0], (ast.Tuple, ast.List)):
        given = given[0].elts
    axes = [static_int(facts, axis) for axis in given]
    if short == "swapaxes":
        return set(axes) in ({-1, -2}, {2, 3}, {1, 2})
    return short == "transpose" and axes in ([0, 1, 3, 2], [0, 2, 1])
