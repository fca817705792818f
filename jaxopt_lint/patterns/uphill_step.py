"""Steps of Optax that lead up where the gradients lead down.

What `update` gives is to be added: it holds the minus of gradient descent already.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.optax_chains import (
    FINISHING,
    Part,
    handed_over,
    optimizer_updates,
    parts_of,
    step_of,
)
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument, positional

_MAPS = ("jax.tree.map", "jax.tree_util.tree_map")


@dataclass(frozen=True, slots=True)
class Uphill:
    """A step that goes the wrong way.

    Attributes:
        node: what turns it.
        message: what is wrong there.
        help: what to write.
        because: where the step comes from.
    """

    node: ast.expr
    message: str
    help: str
    because: str


def uphill_steps(facts: Facts) -> Iterator[Uphill]:
    """The steps of a file that go the wrong way."""
    for update in facts.module.all(ast.Call):
        if isinstance(update.func, ast.Attribute) and update.func.attr == "update":
            yield from _subtracted(facts, update, update.func.value)
    for applied in facts.module.all(ast.Call):
        if facts.names.call(applied) in _APPLYING:
            yield from _applied(facts, applied)
    for made in facts.module.all(ast.Call):
        if facts.names.call(made) == "optax.chain":
            parts = parts_of(facts, made)
            found = _turned(facts, parts) if parts is not None else None
            updates = optimizer_updates(facts, made) if found is not None else []
            if any(_is_subtracted(facts, update) for update in updates):
                continue  # it has its minus there
            if found is not None and (updates or handed_over(facts, made)):
                yield found
            if found is None and parts is not None and _is_unscaled(parts):
                updates = optimizer_updates(facts, made)
                added = bool(updates) and all(_is_added(facts, update) for update in updates)
                if added or (not updates and handed_over(facts, made)):
                    yield _without_rate(parts)


_APPLYING = ("optax.apply_updates", "equinox.apply_updates")
_GRADIENTS = ("jax.grad", "equinox.filter_grad", "flax.nnx.grad")
_WITH_VALUE = ("jax.value_and_grad", "equinox.filter_value_and_grad", "flax.nnx.value_and_grad")


def _applied(facts: Facts, call: ast.Call) -> Iterator[Uphill]:
    """`apply_updates(params, grads)`, which adds the gradients as they are."""
    given = argument(call, 1, "updates")
    made = _gradient(facts, given)
    if given is not None and made is not None:
        yield Uphill(
            call,
            f"`{facts.module.source(given)}` is the gradient itself, which is added here: the "
            "step goes up the loss",
            "give what `update` of the optimizer makes of it",
            f"the gradient is taken at {facts.at(made)}",
        )


def _gradient(facts: Facts, given: ast.expr | None) -> ast.Assign | None:
    """What stores a gradient under a name, as it is taken; None for anything else."""
    binding = facts.names.only_binding(given)
    made = facts.module.statement(binding.node) if binding is not None else None
    if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.Call):
        return None
    found = calls(facts).callee(made.value.func)
    wraps = {name for name, _ in found.wraps} if found is not None else set()
    match made.targets[0]:
        case ast.Tuple([_, ast.Name(second)]) if wraps & {*_WITH_VALUE}:
            return made if isinstance(given, ast.Name) and given.id == second else None
        case ast.Name():
            return made if wraps & {*_GRADIENTS} else None
    return None


def _subtracted(facts: Facts, update: ast.Call, optimizer: ast.expr) -> Iterator[Uphill]:
    """`params - updates`, of an optimizer whose steps go down."""
    steps, _ = step_of(facts, update)
    if not isinstance(steps, ast.Name) or not _goes_down(facts, optimizer):
        return
    for read in facts.module.reads(facts.module.holder(steps), steps.id):
        if not _is_only(facts, read, update):
            continue
        taken = _minus(facts, read)
        if taken is not None:
            yield Uphill(
                taken,
                f"`{facts.module.source(update.func)}` gives what is to be added to the "
                "parameters, with its minus: subtracting it goes up the loss",
                "use `optax.apply_updates(params, updates)`",
                f"`{steps.id}` comes from {facts.at(update)}",
            )
            return


def _is_subtracted(facts: Facts, update: ast.Call) -> bool:
    steps, _ = step_of(facts, update)
    holder = facts.module.holder(steps) if isinstance(steps, ast.Name) else None
    reads = facts.module.reads(holder, steps.id) if isinstance(steps, ast.Name) else []
    return any(_minus(facts, read) is not None for read in reads)


def _is_only(facts: Facts, read: ast.Name, update: ast.Call) -> bool:
    binding = facts.names.only_binding(read)
    return binding is not None and binding.node is facts.module.statement(update)


def _is_unscaled(parts: list[Part]) -> bool:
    """Whether a chain makes a whole step of the gradients, and multiplies it by no number."""
    kept = all(part.factor == 1.0 and part.name not in ("scale", *FINISHING) for part in parts)
    return kept and any(part.name in _WHOLE_STEPS for part in parts)


# Of what leaves the direction as it is: what makes all entries about as large as 1.
_WHOLE_STEPS = frozenset(
    {"scale_by_adam", "scale_by_adamax", "scale_by_amsgrad", "scale_by_belief", "scale_by_lion",
     "scale_by_radam", "scale_by_rms", "scale_by_rss", "scale_by_stddev", "scale_by_yogi"}
)  # fmt: skip


def _is_added(facts: Facts, update: ast.Call) -> bool:
    """Whether the gradient of a loss goes into an update as it is, and what comes out to the
    parameters."""
    steps, _ = step_of(facts, update)
    if not isinstance(steps, ast.Name) or _gradient(facts, update.args[0]) is None:
        return False
    reads = facts.module.reads(facts.module.holder(steps), steps.id)
    taken = [facts.module.parent[read] for read in reads if _is_only(facts, read, update)]
    added = [c for c in taken if isinstance(c, ast.Call) and facts.names.call(c) in _APPLYING]
    return bool(added) and len(added) == len(reads)


def _without_rate(parts: list[Part]) -> Uphill:
    last = [part for part in parts if part.name in _WHOLE_STEPS][-1]
    return Uphill(
        last.node,
        f"nothing in the chain multiplies by minus the learning rate: steps of `optax.{last.name}`"
        ", which are about 1 for each parameter, are added and go up the loss",
        "end the chain with `optax.scale_by_learning_rate(learning_rate)`",
        "",
    )


def _goes_down(facts: Facts, optimizer: ast.expr) -> bool:
    made = origins(facts, optimizer)
    parts = parts_of(facts, made[0]) if len(made) == 1 else None
    if parts is None or not any(p.name in FINISHING for p in parts):
        return False
    return _sign(parts) == -1


def _sign(parts: list[Part]) -> int | None:
    sign = 1
    for part in parts:
        if not part.factor:
            return None
        sign *= 1 if part.factor > 0 else -1
    return sign


def _minus(facts: Facts, read: ast.Name) -> ast.expr | None:
    """The subtraction that a value goes into, by itself or leaf by leaf."""
    match facts.module.parent[read]:
        case ast.BinOp(_, ast.Sub(), right) as whole if right is read:
            return whole
        case ast.Call(_, [function, *given]) as call if facts.names.call(call) in _MAPS:
            if read not in given or not isinstance(function, ast.Lambda):
                return None
            names = positional(function)
            place = given.index(read)
            match function.body:
                case ast.BinOp(ast.Name(), ast.Sub(), ast.Name(name)) as body:
                    return body if place < len(names) and names[place] == name else None
    return None


def _turned(facts: Facts, parts: list[Part]) -> Uphill | None:
    """What turns a chain around that would go down without it, or leaves out its minus."""
    for at, part in enumerate(parts):
        before = [p.name for p in parts[:at] if p.name in FINISHING]
        if not before or _sign(parts[:at]) != -1:
            continue
        if part.name == "scale" and part.factor is not None and -1.0 < part.factor < 0:
            return Uphill(
                part.node,
                f"`optax.{before[-1]}` multiplies by minus the learning rate already: a second "
                "minus behind it goes up the loss",
                "leave it out, and give the learning rate to the optimizer",
                "",
            )
        if part.name == "scale_by_learning_rate":
            return Uphill(
                part.node,
                f"`optax.{before[-1]}` multiplies by minus the learning rate already: a second "
                "one behind it turns the step around, up the loss",
                f"leave it out, or take `optax.scale_by_{before[-1]}` in front",
                "",
            )
        if part.name == "add_decayed_weights":
            rate = argument(part.made, 0, "weight_decay")
            if isinstance(rate, ast.Constant) and rate.value:
                return Uphill(
                    part.node,
                    f"behind `optax.{before[-1]}` stand finished steps, which are added: weights "
                    "that decay there grow",
                    "put it in front of the learning rate, or use `optax.adamw`",
                    "",
                )
    scaled = any(p.name in ("scale", "scale_by_schedule") for p in parts)
    if scaled and _sign(parts) == 1 and any(p.name.startswith("scale_by_") for p in parts):
        if not any(p.name in FINISHING or (p.factor or 0) < 0 for p in parts):
            last = [p for p in parts if p.name in ("scale", "scale_by_schedule")][-1]
            return Uphill(
                last.node,
                "nothing in the chain has the minus of gradient descent: its steps, which are "
                "added, go up the loss",
                "use `optax.scale_by_learning_rate`, which has it",
                "",
            )
    return None
