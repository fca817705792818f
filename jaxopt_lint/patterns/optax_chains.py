"""What the parts of an optimizer of Optax do to the gradients, one after the other."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument, keywords

# What multiplies by minus the learning rate: behind it stand steps, no gradients.
FINISHING = frozenset(
    {"adabelief", "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamaxw", "adamw", "adan",
     "amsgrad", "fromage", "lamb", "lars", "lion", "nadam", "nadamw", "noisy_sgd", "novograd",
     "radam", "rmsprop", "rprop", "scale_by_learning_rate", "sgd", "sm3", "yogi"}
)  # fmt: skip
# What leaves the direction as it is.
_KEEPING = frozenset(
    {"adaptive_grad_clip", "add_decayed_weights", "add_noise", "apply_every", "centralize",
     "clip", "clip_by_block_rms", "clip_by_global_norm", "ema", "identity",
     "normalize_by_update_norm", "scale_by_adam", "scale_by_adamax", "scale_by_amsgrad",
     "scale_by_belief", "scale_by_lion", "scale_by_param_block_norm", "scale_by_param_block_rms",
     "scale_by_radam", "scale_by_rms", "scale_by_rss", "scale_by_sm3", "scale_by_stddev",
     "scale_by_trust_ratio", "scale_by_yogi", "trace", "zero_nans"}
)  # fmt: skip
_SCHEDULES = frozenset(
    {"constant_schedule", "cosine_decay_schedule", "exponential_decay", "linear_schedule",
     "piecewise_constant_schedule", "polynomial_schedule", "warmup_constant_schedule",
     "warmup_cosine_decay_schedule", "warmup_exponential_decay_schedule"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One transformation of a chain.

    Attributes:
        node: the expression in the chain.
        made: the call that makes it.
        name: its name in Optax.
        factor: a number of which the sign is that of what it multiplies by; None if not known.
    """

    node: ast.expr
    made: ast.Call
    name: str
    factor: float | None


def parts_of(facts: Facts, chain: ast.expr) -> list[Part] | None:
    """The parts of what `optax.chain` makes, or of one transformation alone, inner chains laid
    out; None where one is not known."""
    made: Sequence[ast.expr] = origins(facts, chain)
    call = made[0] if len(made) == 1 else None
    name = facts.names.call(call) or ""
    if not isinstance(call, ast.Call) or not name.startswith("optax."):
        return None
    if name != "optax.chain":
        last = name.removeprefix("optax.")
        return [Part(chain, call, last, _factor(facts, call, last))]
    out: list[Part] = []
    for given in call.args:
        inner = None if isinstance(given, ast.Starred) else parts_of(facts, given)
        if inner is None:
            return None
        out += inner
    return out


def _factor(facts: Facts, call: ast.Call, name: str) -> float | None:
    if name in FINISHING:
        flips = keywords(call).get("flip_sign")
        return (
            -1.0 if flips is None and not _is_negative(argument(call, 0, "learning_rate")) else None
        )
    if name in _KEEPING:
        return 1.0
    if name == "scale":
        return _number(facts.names.behind(argument(call, 0, "step_size")))
    if name == "scale_by_schedule":
        made = origins(facts, argument(call, 0, "step_size_fn") or call)
        made_by = {(facts.names.call(one) or "").removeprefix("optax.") for one in made}
        first = (
            argument(made[0], 0, "init_value") if made and isinstance(made[0], ast.Call) else None
        )
        return 1.0 if made_by and made_by <= _SCHEDULES and not _is_negative(first) else None
    return None


def _number(node: ast.expr | None) -> float | None:
    match node:
        case ast.Constant(int() | float() as value):
            return float(value)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -float(value)
        case ast.UnaryOp(ast.USub()):
            return -0.5
    return None


def _is_negative(node: ast.expr | None) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def optimizer_updates(facts: Facts, made: ast.expr) -> list[ast.Call]:
    """The calls of `update` of what an expression makes, where nothing else is done with it than
    to begin and to update."""
    return [
        call
        for call in facts.module.all(ast.Call)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "update"
        and len(call.args) >= _GRADS_AND_STATE
        and made in origins(facts, call.func.value)
    ]


def handed_over(facts: Facts, made: ast.expr) -> ast.Call | None:
    """The call that takes a finished optimizer: `TrainState.create(tx=tx)`, `nnx.Optimizer(model,
    tx)`; None where none is seen."""
    for call in facts.module.all(ast.Call):
        name = facts.names.call(call) or ""
        given = None
        if name in ("flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer"):
            given = argument(call, 1, "tx")
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "create":
            given = keywords(call).get("tx")
        if given is not None and made in origins(facts, given):
            return call
    return None


def step_of(facts: Facts, update: ast.Call) -> tuple[ast.expr | None, ast.expr | None]:
    """The names of the steps and of the state that an update gives."""
    match facts.module.parent[update]:
        case ast.Assign([ast.Tuple([steps, state])]):
            return steps, state
    return None, None


_GRADS_AND_STATE = 2
