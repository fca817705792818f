"""Running statistics that a training step computes, and nobody keeps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing

_COLLECTION = "batch_stats"  # where `flax.linen.BatchNorm` keeps its statistics


@dataclass(frozen=True, slots=True)
class Dropped:
    """A pass whose new statistics nobody takes.

    Attributes:
        node: where they are dropped.
        call: the call of `apply`.
        why: why it is a training step.
    """

    node: ast.expr
    call: ast.Call
    why: str


def dropped_statistics(facts: Facts) -> Iterator[Dropped]:
    """The training passes of a file whose new statistics nobody takes, where the file takes none
    anywhere."""
    passes = [call for call in facts.module.all(ast.Call) if renews(call)]
    if not passes:
        return
    places = {call: _dropped(facts, call) for call in passes}
    if None in places.values():
        facts.doubt(passes[0], "the file keeps the statistics of one of its passes")
        return
    for call, place in places.items():
        why = tracing(facts).differentiated(facts.module.function(call))
        if why is None or place is None:
            facts.doubt(call, "no gradient is seen to be taken through it")
        else:
            yield Dropped(place, call, why)


def renews(call: ast.Call) -> bool:
    """Whether a call asks a module of flax for new statistics: `apply(..., mutable=[...])`."""
    given = {k.arg: k.value for k in call.keywords}
    mutable = given.get("mutable")
    named = mutable.elts if isinstance(mutable, (ast.List, ast.Tuple)) else [mutable]
    if not any(isinstance(n, ast.Constant) and n.value == _COLLECTION for n in named):
        return False
    return not any(isinstance(v, ast.Constant) and v.value is False for v in given.values())


def is_dropped(facts: Facts, call: ast.Call) -> bool:
    """Whether nobody reads the second of the two results of a call."""
    return _dropped(facts, call) is not None


def _dropped(facts: Facts, call: ast.Call) -> ast.expr | None:
    """Where the second of the two results of a call is dropped; None where somebody reads it."""
    match facts.module.parent[call]:
        case ast.Subscript(slice=ast.Constant(0)):
            return call
        case ast.Assign([ast.Tuple([_, ast.Name() as second])]):
            reads = facts.module.reads(facts.module.holder(second), second.id)
            places = [_dropped_beside_loss(facts, read) for read in reads]
            if None not in places:
                return next(iter(places), call)
    return None


def _dropped_beside_loss(facts: Facts, read: ast.Name) -> ast.expr | None:
    """Where what a loss gives as its `aux` is dropped after the gradient is taken:
    `(loss, _), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)`."""
    given: ast.expr = read
    around = facts.module.parent[given]
    if isinstance(around, ast.Subscript) and around.value is given:
        given, around = around, facts.module.parent[around]
    function = facts.module.function(read)
    if not isinstance(around, ast.Tuple) or around.elts[1:] != [given] or function is None:
        return None
    if not isinstance(facts.module.parent[around], ast.Return):
        return None
    for use in calls(facts).references(function):
        if facts.names.call(facts.module.parent[use]) not in _GRADIENTS:
            return None
    places = [_aux_dropped(facts, site) for site in calls(facts).callers(function)]
    return next(iter(places), None) if None not in places else None


# Whether what they make gives the loss as well.
_GRADIENTS = {"jax.grad": False, "jax.value_and_grad": True}


def _aux_dropped(facts: Facts, site: ast.Call) -> ast.Name | None:
    """The name of what a loss gives beside itself, that nobody reads, where a gradient is taken."""
    callee = calls(facts).callee(site.func)
    names = [name for name, _ in callee.wraps] if callee is not None else []
    match facts.module.parent[site]:
        case ast.Assign([ast.Tuple([ast.Tuple([_, ast.Name() as aux]), _])]):
            with_value = True
        case ast.Assign([ast.Tuple([_, ast.Name() as aux])]):
            with_value = False
        case _:
            return None
    if len(names) != 1 or _GRADIENTS.get(names[0]) is not with_value:
        return None
    return aux if not facts.module.reads(facts.module.holder(aux), aux.id) else None
