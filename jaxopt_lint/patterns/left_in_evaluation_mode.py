"""Models of Flax NNX that a loop puts in evaluation mode and goes on to train: their dropout is off
from then on, and their batch norms no longer learn the statistics."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.left_in_training_mode import MODES, layer_with_mode, updates
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.forward import model_class
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import LOOPS

_DEPTH = 3
_BACK = (MODES - {"eval"}) | {"train"}
_COPIES = ("flax.nnx.merge", "flax.nnx.clone", "copy.copy", "copy.deepcopy")


@dataclass(frozen=True, slots=True)
class NoLongerTraining:
    """A model that is trained in evaluation mode.

    Attributes:
        node: the call of `eval`.
        step: the call that trains the model on the next turn.
        loop: the loop around both.
        layer: the call that makes the layer which is off.
        kind: the name of the layer.
    """

    node: ast.Call
    step: ast.Call
    loop: ast.AST
    layer: ast.Call
    kind: str


def no_longer_training(facts: Facts) -> Iterator[NoLongerTraining]:
    """The models of a file that a loop leaves in evaluation mode and trains."""
    said = {a.attr for a in facts.module.all(ast.Attribute)}
    words = {k.arg for c in facts.module.all(ast.Call) for k in c.keywords}
    given = {a.arg for a in facts.module.all(ast.arg)}
    if "eval" not in said or (said | words | given) & _BACK:
        return
    if any(facts.names.call(c) in _COPIES for c in facts.module.all(ast.Call)):
        return
    for call in facts.module.all(ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name() as model, "eval"), [], []):
                pass
            case _:
                continue
        owner = model_class(facts, model)
        layer = layer_with_mode(facts, owner) if owner is not None else None
        if layer is None or framework_of(facts, owner) != "nnx" or in_test(facts, call):
            continue
        if tracing(facts).staged(facts.module.function(call)) is not None:
            continue
        made = origins(facts, model)
        for loop, place in _loops(facts, call, _DEPTH):
            step = _trains(facts, loop, made)
            outside = not any(facts.module.within(one, loop) for one in made)
            if step is not None and outside and not _leaves(facts, place, loop):
                kind = (facts.names.call(layer) or "").rpartition(".")[2]
                yield NoLongerTraining(call, step, loop, layer, kind)
                break


def _loops(facts: Facts, node: ast.AST, depth: int) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The loops that come to a place again and again, with the place in them: in its function, and
    around the calls of it."""
    function = facts.module.function(node)
    for around in facts.module.ancestors(node):
        if around is function:
            break
        if isinstance(around, LOOPS) and isinstance(around, (ast.For, ast.While)):
            yield around, node
    if function is not None and depth:
        for call in calls(facts).callers(function):
            yield from _loops(facts, call, depth - 1)


def _trains(facts: Facts, loop: ast.AST, made: object) -> ast.Call | None:
    """The call in a loop that is given a model and trains it."""
    for call in facts.module.inside(ast.Call, loop):
        if updates(facts, calls(facts).function(call)):
            given = (*call.args, *(k.value for k in call.keywords))
            if any(isinstance(g, ast.Name) and origins(facts, g) == made for g in given):
                return call
    return None


def _leaves(facts: Facts, node: ast.AST, loop: ast.AST) -> bool:
    """Whether a loop may be over behind a place: the block around it ends in `break`."""
    for around in facts.module.ancestors(node):
        if around is loop:
            return False
        for block in ("body", "orelse"):
            body = getattr(around, block, None)
            if isinstance(around, ast.stmt) and isinstance(body, list) and body:
                if isinstance(body[-1], (ast.Break, ast.Return, ast.Raise)):
                    return True
    return False
