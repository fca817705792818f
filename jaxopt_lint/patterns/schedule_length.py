"""Schedules of Optax whose numbers do not mean what the schedule takes them for.

A schedule counts the steps of the optimizer, its warm-up is a part of its length, and the numbers
of a piecewise one are factors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.optimizer_steps import carried, takes_step
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import LOOPS, argument, positional

# Where the length stands, and by what name.
_LENGTHS = {
    "optax.cosine_decay_schedule": (1, "decay_steps"),
    "optax.linear_schedule": (2, "transition_steps"),
    "optax.polynomial_schedule": (3, "transition_steps"),
    "optax.warmup_cosine_decay_schedule": (3, "decay_steps"),
    "optax.cosine_onecycle_schedule": (0, "transition_steps"),
    "optax.linear_onecycle_schedule": (0, "transition_steps"),
}


@dataclass(frozen=True, slots=True)
class Misread:
    """A number of a schedule that means something else there.

    Attributes:
        node: the number.
        message: what it means, and what that does.
        help: what to write.
        severity: an error where it raises.
        assumed: what is taken for granted.
    """

    node: ast.expr
    message: str
    help: str
    severity: Severity
    assumed: tuple[str, ...] = ()


def misread_numbers(facts: Facts) -> Iterator[Misread]:
    """The numbers of a file's schedules that mean something else there."""
    for call, dotted in called(facts, "optax."):
        name = dotted.replace("optax.schedules.", "optax.")
        if error_meant(facts, call):
            continue
        if name == "optax.warmup_cosine_decay_schedule":
            yield from _all_warmup(facts, call)
            yield from _without_warmup(facts, call)
        elif name == "optax.join_schedules":
            yield from _boundaries(facts, call)
        elif name == "optax.piecewise_constant_schedule":
            yield from _no_factors(facts, call)
        yield from _asked_once(facts, call, name)
        if name in _LENGTHS:
            length = argument(call, *_LENGTHS[name])
            loop = _counted_by(facts, length) if length is not None else None
            if length is not None and loop is not None:
                yield Misread(
                    length,
                    "the schedule counts steps of the optimizer; this is the number of turns of "
                    f"the loop at {facts.at(loop)}, each of which takes many: it has ended after "
                    "a few batches",
                    "multiply it by the steps of a turn",
                    Severity.WARNING,
                )


def _all_warmup(facts: Facts, call: ast.Call) -> Iterator[Misread]:
    warm, whole = argument(call, 2, "warmup_steps"), argument(call, 3, "decay_steps")
    short, long = _number(facts, warm), _number(facts, whole)
    if whole is not None and short is not None and long is not None and long <= short:
        yield Misread(
            whole,
            f"`decay_steps` is the length of the whole schedule, and the warm-up of {short:g} "
            "steps is not shorter: it raises ValueError",
            "count the steps of the warm-up in",
            Severity.ERROR,
        )


def _asked_once(facts: Facts, call: ast.Call, name: str) -> Iterator[Misread]:
    """`optax.adam(schedule(0))`, whose rate is the first one for ever."""
    rate = argument(call, 0, "learning_rate") if name in _OPTIMIZERS else None
    match rate:
        case ast.Call(func, [ast.Constant(int())]) if rate is not None:
            made = origins(facts, func)
        case _:
            return
    names = [facts.names.call(one) or "" for one in made]
    if names and all(n.startswith("optax.") and n.endswith("_schedule") for n in names):
        yield Misread(
            rate,
            "the schedule is asked once, and the rate stays what it is at the first step",
            f"give the schedule itself: `{facts.module.source(func)}`",
            Severity.WARNING,
        )


_OPTIMIZERS = frozenset(
    f"optax.{name}"
    for name in ("adam", "adamw", "sgd", "lion", "rmsprop", "nadam", "radam", "lamb", "adagrad",
                 "scale_by_learning_rate")
)  # fmt: skip


def _without_warmup(facts: Facts, call: ast.Call) -> Iterator[Misread]:
    """`decay_steps=total - warmup`, which counts the warm-up in by itself."""
    warm, whole = argument(call, 2, "warmup_steps"), argument(call, 3, "decay_steps")
    length = facts.names.behind(whole) if whole is not None else None
    match length:
        case ast.BinOp(_, ast.Sub(), taken) if warm is not None and whole is not None:
            pass
        case _:
            return
    if isinstance(warm, (ast.Name, ast.Attribute)) and ast.dump(taken) == ast.dump(warm):
        text = facts.module.source(warm)
        yield Misread(
            whole,
            f"`decay_steps` is the length of the whole schedule, with its warm-up: without "
            f"`{text}` it ends that many steps too early",
            f"leave `- {text}` out",
            Severity.WARNING,
        )


def _boundaries(facts: Facts, call: ast.Call) -> Iterator[Misread]:
    """A boundary stands between two schedules: there is one fewer."""
    match argument(call, 0, "schedules"), argument(call, 1, "boundaries"):
        case ((ast.List(parts) | ast.Tuple(parts)), (ast.List() | ast.Tuple()) as given):
            bounds = given.elts
        case _:
            return
    if any(isinstance(n, ast.Starred) for n in (*parts, *bounds)):
        return
    if len(bounds) != len(parts) - 1:
        yield Misread(
            given,
            f"{len(parts)} schedules have {len(parts) - 1} "
            f"boundar{'y' if len(parts) == 2 else 'ies'} between them, and {len(bounds)} are "
            "given: the steps beyond go to the wrong schedule",
            "give the step at which each but the first begins",
            Severity.WARNING,
        )
        return
    for part, bound in zip(parts[1:], bounds, strict=True):
        yield from _counted_twice(facts, part, bound)


def _counted_twice(facts: Facts, part: ast.expr, bound: ast.expr) -> Iterator[Misread]:
    """A later schedule that takes off the steps before it, which `join_schedules` does."""
    found = calls(facts).callee(part)
    function = found.node if found is not None and not found.bound and not found.wraps else None
    if function is None or not positional(function):
        return
    count = positional(function)[0]
    for node in facts.module.inside(ast.BinOp, function):
        match node:
            case ast.BinOp(ast.Name(name), ast.Sub(), taken) if name == count:
                binding = facts.names.only_binding(node.left)
            case _:
                continue
        own = binding is not None and binding.kind == "param"
        if own and facts.module.function(node) is function and _same(facts, taken, bound):
            text = facts.module.source(node)
            yield Misread(
                node,
                "a later schedule is given the steps since its boundary: with "
                f"`{text}` they are taken off twice, and it starts that many steps too late",
                f"write `{count}`",
                Severity.WARNING,
            )
            return


def _same(facts: Facts, one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions are one number that is not 0: one variable, or written down."""
    first, second = _number(facts, one), _number(facts, other)
    if first is not None or second is not None:
        return first == second != 0
    binding = facts.names.only_binding(one)
    return binding is not None and binding is facts.names.only_binding(other)


def _no_factors(facts: Facts, call: ast.Call) -> Iterator[Misread]:
    """`piecewise_constant_schedule(1e-3, {1000: 1e-4})`, which ends at `1e-7`."""
    first = _number(facts, argument(call, 0, "init_value"))
    match argument(call, 1, "boundaries_and_scales"):
        case ast.Dict(_, values) if first is not None and values:
            scales = [_number(facts, value) for value in values]
        case _:
            return
    known = [scale for scale in scales if scale is not None]
    falling = all(a > b for a, b in zip([first, *known], known, strict=False))
    if len(known) == len(scales) and falling and max(known) < _TINY and first < _TINY:
        product = first
        for scale in known:
            product *= scale
        yield Misread(
            values[0],
            f"the numbers at the boundaries are factors, which multiply what was before: the last "
            f"rate is {product:.1g}",
            "give what each rate is of the one before, 0.1 say, or use `optax.join_schedules`",
            Severity.WARNING,
            ("the numbers are meant as rates",),
        )


def _number(facts: Facts, node: ast.expr | None) -> float | None:
    made = origins(facts, node) if node is not None else ()
    match made:
        case [ast.Constant(int() | float() as value)]:
            return float(value)
    return None


def _counted_by(facts: Facts, length: ast.expr) -> ast.AST | None:
    """The loop whose turns a length counts, where each turn of it runs another loop that takes
    steps; None if there is none."""
    binding = facts.names.only_binding(length)
    if binding is None:
        return None
    for loop in facts.module.all(ast.For):
        match loop.iter:
            case ast.Call(func, [ast.Name() as count]) if facts.names.is_builtin(func, "range"):
                if facts.names.only_binding(count) is not binding:
                    continue
            case _:
                continue
        inner = [n for n in facts.module.inside(ast.For, loop) if n is not loop]
        # A step that each turn takes besides is counted by the turns.
        own = [c for c in facts.module.inside(ast.Call, loop) if takes_step(facts, c)]
        outside = any(facts.module.around(c, *LOOPS) is loop for c in own)
        if inner and not outside and _steps(facts, inner):
            return loop
    return None


def _steps(facts: Facts, loops: list[ast.For]) -> bool:
    """Whether a loop takes steps of an optimizer, and hands on what they return."""
    return any(
        carried(facts, call) and takes_step(facts, call)
        for loop in loops
        for call in facts.module.inside(ast.Call, loop)
    )


_TINY = 0.02  # of a factor, next to none is left; a rate is as small as that
