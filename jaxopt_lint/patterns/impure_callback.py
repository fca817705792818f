"""Callbacks of `jax.pure_callback` that are more than a pure function of NumPy, or are transformed
without the rule that they need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.effect import of_kinds
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, keywords, unpacks

_GRADIENTS = ("jax.grad", "jax.value_and_grad", "jax.jvp", "jax.vjp", "jax.jacfwd", "jax.jacrev",
              "jax.hessian")  # fmt: skip
_OTHERS = (
    "jax.experimental.io_callback",
    "jax.io_callback",
    "jax.debug.callback",
    "jax.experimental.host_callback.id_tap",
    "jax.experimental.host_callback.call",
)
# They hand out nothing.
_MAKES_TYPES = ("jax.numpy.dtype", "jax.numpy.shape", "jax.numpy.ndim", "jax.numpy.issubdtype",
                "jax.numpy.iinfo", "jax.numpy.finfo", "jax.numpy.result_type")  # fmt: skip
# What is told to `pure_callback` itself, besides what goes to the callback.
_OPTIONS = {"callback", "result_shape_dtypes", "sharding", "vmap_method", "vectorized"}
_SAID_SINCE = (0, 5, 0)  # `vmap` called it for one element after the other by itself until then
_UNTRANSFORMED = ("jax.custom_jvp", "jax.custom_vjp", "jax.lax.stop_gradient")


@dataclass(frozen=True, slots=True)
class Misused:
    """A callback that does not keep what is asked of it.

    Attributes:
        node: the call of `pure_callback`, or what in the callback is wrong.
        message: what is wrong.
        help: what to do.
        severity: an error where it raises.
    """

    node: ast.expr
    message: str
    help: str
    severity: Severity


def misused_callbacks(facts: Facts) -> Iterator[Misused]:
    """The misuses of callbacks in a file."""
    told = set[ast.expr]()
    for call in facts.module.all(ast.Call):
        made = facts.names.call(call)
        if made in _OTHERS and call.args and not error_meant(facts, call):
            for one in _of_jax_within(facts, call):
                if one.node not in told:
                    told.add(one.node)
                    yield one
        if made != "jax.pure_callback" or not call.args or unpacks(call):
            continue
        if error_meant(facts, call):
            continue
        found = calls(facts).callee(call.args[0])
        body = found.node if found is not None and not found.wraps else None
        name = facts.module.source(call.args[0])
        if body is not None:
            yield from _impure(facts, call, body, name)
            yield from _of_jax(facts, body, name)
        yield from _transformed(facts, call)


def _impure(facts: Facts, call: ast.Call, body: FunctionNode, name: str) -> Iterator[Misused]:
    """What a callback does besides giving a result."""
    done = of_kinds(effects(facts, body), "writes", "mutates", "prints", "draws")
    if any(
        not isinstance(effect.node, ast.Subscript)  # no entry of a cache
        and not (effect.kind == "prints" and _on_demand(facts, effect.node, body))
        for effect in done
    ):
        yield Misused(
            call,
            f"`{name}` does more than give a result, and `jax.pure_callback` may run it more often "
            "than the code says, or not at all",
            "use `jax.experimental.io_callback`",
            Severity.WARNING,
        )


def _on_demand(facts: Facts, node: ast.AST, body: FunctionNode) -> bool:
    """Whether something is printed under a test alone: who asks for it looks on, and needs no
    count of it."""
    found = facts.module.around(node, ast.If)
    return found is not None and facts.module.within(found, body)


def _of_jax_within(facts: Facts, call: ast.Call) -> Iterator[Misused]:
    """The same in what other callbacks run, for information: they may hold up the program, and
    hand out work of their own each time."""
    found = calls(facts).callee(call.args[0])
    body = found.node if found is not None and not found.wraps else None
    if isinstance(body, ast.Lambda) and isinstance(body.body, ast.Call):
        inner = calls(facts).callee(body.body.func)  # `lambda x, _: log(x)`
        body = inner.node if inner is not None and inner.node and not inner.wraps else body
    if body is not None and not isinstance(body, ast.Lambda):
        for one in _of_jax(facts, body, body.name):
            yield replace(one, severity=Severity.INFO)


def _of_jax(facts: Facts, body: FunctionNode, name: str) -> Iterator[Misused]:
    """Work on the device that waits for the callback, which waits for the device."""
    for inner in facts.module.inside(ast.Call, body):
        of = facts.names.call(inner) or ""
        if of.startswith(_MAKES_TYPES):
            continue
        if of.startswith(("jax.numpy.", "jax.lax.", "jax.scipy.", "jax.random.")):
            yield Misused(
                inner,
                f"`{name}` runs on the host while the device waits for it: calling "
                f"`{facts.module.source(inner.func)}` in it may wait forever",
                "use NumPy in a callback",
                Severity.WARNING,
            )
            return


def _unmapped(facts: Facts, call: ast.Call) -> bool:
    """Whether a callback gets something of which nobody says how `vmap` hands it over, as all
    releases that the project runs on want to know it."""
    given = call.args[2:] or {*keywords(call)} - _OPTIONS
    said = {"vmap_method", "vectorized"} & {*keywords(call)}
    newest = facts.newest_jax
    return bool(given) and not said and (newest is None or newest >= _SAID_SINCE)


def _transformed(facts: Facts, call: ast.Call) -> Iterator[Misused]:
    home = facts.module.function(call)
    if home is None or argument(call, 1, "result_shape_dtypes") is None:
        return
    for wrap in tracing(facts).wraps:
        if wrap.function is not home or wrap.inner:
            continue
        if any(w.name in _UNTRANSFORMED for w in tracing(facts).of(home)):
            continue
        if wrap.name in _GRADIENTS:
            yield Misused(
                wrap.site,
                f"a gradient goes through the `jax.pure_callback` at {facts.at(call)}, which has "
                "none: it raises ValueError",
                "give the function a rule by `jax.custom_jvp`",
                Severity.ERROR,
            )
        elif wrap.name == "jax.vmap" and _unmapped(facts, call):
            yield Misused(
                wrap.site,
                f"the `jax.pure_callback` at {facts.at(call)} does not say by `vmap_method` how it "
                "is mapped: it raises NotImplementedError",
                'give it `vmap_method="sequential"`, or `"expand_dims"` where it takes batches',
                Severity.ERROR,
            )
