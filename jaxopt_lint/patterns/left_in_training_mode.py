"""Predictions of models that are still in training mode: their dropout draws, and their batch norms
take the statistics of the batch.

What nothing differentiates, in a file that trains the model, is taken for a prediction.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.apply_without_collection import layers_on
from jaxopt_lint.patterns.statistics_dropped import is_dropped, renews
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import look_up
from jaxopt_lint.semantics.jax.forward import Forward, forward, model_class
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import FunctionNode, argument, keywords

# What may put a model of NNX into another mode.
MODES = frozenset({"eval", "set_attributes", "set_mode", "view", "deterministic",
                    "use_running_average"})  # fmt: skip
_TRAINERS = frozenset({"flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer"})
_LAYERS = {"flax.nnx.Dropout": "drops a part of it", "flax.nnx.BatchNorm": "takes its statistics"}


@dataclass(frozen=True, slots=True)
class StillTraining:
    """A prediction of a model in training mode.

    Attributes:
        node: the call that predicts.
        model: the class of the model.
        layer: the call that makes the layer which is on.
        kind: the name of the layer.
        nnx: it is a model of NNX, which has a mode.
    """

    node: ast.Call
    model: str
    layer: ast.Call
    kind: str
    nnx: bool


def still_training(facts: Facts) -> Iterator[StillTraining]:
    """The predictions of a file by models that are in training mode."""
    trained = _first_training(facts)
    told = trained is not None and not may_switch(facts)
    for call in facts.module.all(ast.Call):
        found = forward(facts, call)
        if found is not None and found.framework == "linen":
            still = _linen(facts, found)
        elif told and trained is not None:
            still = _nnx(facts, call, found, trained)
        else:
            continue
        for one in still:
            if not in_test(facts, call) and not _differentiates(facts, facts.module.function(call)):
                yield one


def _linen(facts: Facts, found: Forward) -> Iterator[StillTraining]:
    """A pass with dropout, on keys, or by the statistics of the batch, which nobody keeps, that no
    gradient goes through."""
    home = facts.module.function(found.call)
    if "mutable" in keywords(found.call):
        wanted = "BatchNorm" if renews(found.call) and is_dropped(facts, found.call) else ""
    else:
        wanted = "Dropout" if "rngs" in keywords(found.call) else ""
    if not wanted or not _scores(facts, found.call, home):
        return
    for layer, kind in layers_on(facts, found):
        if kind == f"flax.linen.{wanted}":
            yield StillTraining(found.call, found.owner.name, layer, wanted, False)
            return


def _scores(facts: Facts, call: ast.Call, home: FunctionNode | None) -> bool:
    """Whether the classes of a prediction are taken, which a loss does not."""
    around = home if home is not None else facts.module.tree
    stored = facts.module.stored_by(call)
    target = stored.targets[0] if stored is not None else None
    if isinstance(target, ast.Tuple):
        target = target.elts[0]  # of the output, and of the new statistics
    name = target.id if isinstance(target, ast.Name) else ""
    for node in ast.walk(around):
        match node:
            case ast.Attribute(ast.Name(of), "argmax") if of == name:
                return True
            case ast.Call(_, [ast.Name(of), *_]) if of == name:
                if facts.names.call(node) == "jax.numpy.argmax":
                    return True
            case ast.Attribute(inner, "argmax") if inner is call:
                return True
    return False


def _nnx(
    facts: Facts, call: ast.Call, found: Forward | None, trained: ast.Call
) -> Iterator[StillTraining]:
    home = facts.module.function(call)
    if found is not None and found.framework == "nnx":
        owner: ast.ClassDef | None = found.owner
    else:
        owner = _measured(facts, call)
    if owner is None or framework_of(facts, facts.module.owner(call)) is not None:
        return
    if home is facts.module.function(trained):
        before = call.lineno <= (facts.module.around(trained, ast.For) or trained).lineno
        if before or call is trained or not _is_used(facts, call):
            return
    layer = layer_with_mode(facts, owner)
    if layer is not None:
        kind = (facts.names.call(layer) or "").rpartition(".")[2]
        yield StillTraining(call, owner.name, layer, kind, True)


def _is_used(facts: Facts, call: ast.Call) -> bool:
    return not isinstance(facts.module.parent[call], ast.Expr)


def _measured(facts: Facts, call: ast.Call) -> ast.ClassDef | None:
    """The class of the model that a loss is asked of, outside of its gradient."""
    body = calls(facts).callee(call.func)
    function = body.node if body is not None else None
    if function is None or body is None or body.wraps or not call.args:
        return None
    if tracing(facts).differentiated(function) is None:
        return None
    owner = model_class(facts, call.args[0])
    return owner if framework_of(facts, owner) == "nnx" else None


def _differentiates(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether gradients flow through a function, or it takes some."""
    if function is None:
        return False
    around = [function, *facts.module.functions(function)]
    if any(tracing(facts).differentiated(one) is not None for one in around):
        return True
    names = {facts.names.call(c) or "" for c in facts.module.inside(ast.Call, around[-1])}
    return any(name.rpartition(".")[2] in ("grad", "value_and_grad") for name in names)


def _first_training(facts: Facts) -> ast.Call | None:
    """The first call of a file that trains a model of NNX: a step, or `model.train()`."""
    made = any(facts.names.call(c) in _TRAINERS for c in facts.module.all(ast.Call))
    for call in facts.module.all(ast.Call):
        func = call.func
        switched = isinstance(func, ast.Attribute) and func.attr == "train" and not call.args
        if switched and facts.module.function(call) is None:
            return call
        if made and updates(facts, calls(facts).function(call)):
            return call
    return None


def updates(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function updates what it trains by an optimizer."""
    if function is None:
        return False
    return any(
        isinstance(c.func, ast.Attribute) and c.func.attr == "update" and c.args
        for c in facts.module.inside(ast.Call, function)
    )


def may_switch(facts: Facts) -> bool:
    """Whether a file says anything of another mode."""
    attributes = (a.attr for a in facts.module.all(ast.Attribute))
    words = (k.arg for c in facts.module.all(ast.Call) for k in c.keywords)
    given = (a.arg for a in facts.module.all(ast.arg))
    return any(word in MODES for word in (*attributes, *words, *given))


def layer_with_mode(facts: Facts, owner: ast.ClassDef) -> ast.Call | None:
    """The call that makes the first layer of a model that depends on the mode."""
    maker = look_up(facts, owner, "__init__")
    for made in facts.module.inside(ast.Call, maker) if maker is not None else ():
        name = facts.names.call(made) or ""
        rate = argument(made, 0, "rate") if name.endswith("Dropout") else None
        off = isinstance(rate, ast.Constant) and not rate.value
        if name in _LAYERS and not off:
            return made
    return None
