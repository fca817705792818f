"""Steps along the gradient by complex numbers, which JAX gives conjugated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.typed_arrays import is_complex
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import keywords, positional

_GRADIENTS = {"jax.grad": False, "jax.value_and_grad": True}  # whether the value comes first
# Whoever speaks of these knows what the gradient is.
_KNOWS = ("conj", "holomorphic", "split_real_and_imaginary")
_PARTS = ("imag", "real")


@dataclass(frozen=True, slots=True)
class NotConjugated:
    """A step that goes the wrong way.

    Attributes:
        node: the step.
        gradient: the name of the gradient.
        parameters: what the gradient is by.
        taken: where it is taken.
    """

    node: ast.expr
    gradient: str
    parameters: ast.Name
    taken: ast.Call


def not_conjugated(facts: Facts) -> Iterator[NotConjugated]:
    """The steps of a file along the gradient by complex numbers, as JAX gives it."""
    module = facts.module
    if any(map(module.mentions, _KNOWS)) or any(map(module.attributes, _PARTS)):
        return
    for call in facts.module.all(ast.Call):
        callee = calls(facts).callee(call.func)
        wraps = callee.wraps if callee is not None else ()
        names = [name for name, _ in wraps if name != "jax.jit"]
        if len(names) != 1 or names[0] not in _GRADIENTS or not call.args:
            continue
        if any({"argnums", "has_aux"} & set(keywords(site)) for _, site in wraps):
            continue
        by = call.args[0]
        gradient = _stored(facts, call, _GRADIENTS[names[0]])
        if gradient is None or not isinstance(by, ast.Name) or not is_complex(facts, by):
            continue
        step = _step(facts, gradient, by.id)
        if step is not None and not error_meant(facts, step):
            yield NotConjugated(step, gradient.id, by, call)


def _stored(facts: Facts, call: ast.Call, with_value: bool) -> ast.Name | None:
    """The name that the gradient gets."""
    match facts.module.parent[call]:
        case ast.Assign([ast.Name() as target]) if not with_value:
            return target
        case ast.Assign([ast.Tuple([_, ast.Name() as target])]) if with_value:
            return target
    return None


def _step(facts: Facts, gradient: ast.Name, by: str) -> ast.expr | None:
    """What changes the parameters by the gradient."""
    for read in facts.module.reads(facts.module.holder(gradient), gradient.id):
        around = facts.module.parent[read]
        if isinstance(around, ast.Call) and read in around.args:
            if _is_update(facts, around, read) or _is_mapped(facts, around, read, by):
                return around
        for outer in facts.module.ancestors(read):
            if not isinstance(outer, ast.BinOp):
                break
            if isinstance(outer.op, ast.Sub) and isinstance(outer.left, ast.Name):
                if outer.left.id == by and facts.module.within(read, outer):
                    return outer
    return None


def _is_update(facts: Facts, call: ast.Call, read: ast.Name) -> bool:
    """`optimizer.update(grads, state)` of an optimizer of Optax."""
    func = call.func
    if not isinstance(func, ast.Attribute) or func.attr != "update" or call.args[0] is not read:
        return False
    made = origins(facts, func.value)
    return bool(made) and all((facts.names.call(m) or "").startswith("optax.") for m in made)


def _is_mapped(facts: Facts, call: ast.Call, read: ast.Name, by: str) -> bool:
    """`jax.tree.map(lambda p, g: p - rate * g, params, grads)`."""
    match call.args:
        case [ast.Lambda() as leaf, ast.Name(first), second] if first == by and second is read:
            names = positional(leaf)
            match leaf.body:
                case ast.BinOp(ast.Name(left), ast.Sub(), right) if len(names) == 2:
                    inner = {n.id for n in ast.walk(right) if isinstance(n, ast.Name)}
                    found = left == names[0] and names[1] in inner
                    return found and facts.names.call(call) in LEAF_MAPS
    return False
