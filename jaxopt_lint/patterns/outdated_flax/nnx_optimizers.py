"""Optimizers of NNX as they were before Flax 0.11, which held the model themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_11, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import unpacks


def holding_models(facts: Facts) -> Iterator[Outdated]:
    """The optimizers of a file made without `wrt` whose `update` is given the model, and the other
    way round."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) != "flax.nnx.Optimizer" or unpacks(call):
            continue
        if not fails(facts, call, DAY_OF_11):
            continue
        if len(call.args) > 2 or any(k.arg == "wrt" for k in call.keywords):
            yield from _without_model(facts, call)
            continue
        update = next(_updates(facts, call, 2), None)
        if update is None:
            facts.doubt(call, "nothing shows that {} is meant for Flax 0.11", call)
            continue
        yield Outdated(
            call,
            "`nnx.Optimizer` needs `wrt` since Flax 0.11, and before that `update` took the "
            "gradients alone: no release runs both",
            "say what it updates: `wrt=nnx.Param`",
            f"`update` is given the model at {facts.at(update)}",
        )


def _without_model(facts: Facts, optimizer: ast.Call) -> Iterator[Outdated]:
    """The updates of an optimizer that is made as it is now: by gradients alone, or before the
    model."""
    for update in _updates(facts, optimizer, 2):
        if _is_gradient(facts, update.args[0]) and not error_meant(facts, update):
            source = facts.module.source
            yield Outdated(
                update,
                "`update` of `nnx.Optimizer` takes the model before the gradients since Flax 0.11: "
                "here it changes the gradients, and the model stays as it is",
                f"`{source(update.func)}({source(update.args[1])}, {source(update.args[0])})`",
                f"it is made, with `wrt`, at {facts.at(optimizer)}",
            )
    for update in _updates(facts, optimizer, 1):
        if update.keywords or error_meant(facts, update):
            continue
        source = facts.module.source
        yield Outdated(
            update,
            "`update` of `nnx.Optimizer` takes the model before the gradients since Flax 0.11: "
            "the call raises TypeError",
            f"`{source(update.func)}(model, {source(update.args[0])})`, with the model that it was "
            "made for",
            f"it is made, with `wrt`, at {facts.at(optimizer)}",
        )


def _updates(facts: Facts, optimizer: ast.Call, given: int) -> Iterator[ast.Call]:
    """The updates of an optimizer that are given so many arguments by position."""
    for call in facts.module.all(ast.Call):
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr != "update":
            continue
        starred = any(isinstance(a, ast.Starred) for a in call.args)
        if len(call.args) == given and not starred:
            if optimizer in origins(facts, func.value):
                yield call


def _is_gradient(facts: Facts, node: ast.expr) -> bool:
    """Whether a name is bound once, to what a gradient of NNX gives."""
    binding = facts.names.only_binding(node)
    made = facts.module.statement(binding.node) if binding is not None else None
    if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.Call):
        return False
    maker = facts.names.call(made.value.func)
    match made.targets[0]:
        case ast.Name():
            return maker == "flax.nnx.grad"
        case ast.Tuple([_, ast.Name(second)]):
            named = isinstance(node, ast.Name) and node.id == second
            return named and maker == "flax.nnx.value_and_grad"
    return False
