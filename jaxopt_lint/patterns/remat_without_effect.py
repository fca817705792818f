"""Checkpoints that save no memory: everything is kept all the same, or all computed at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.python import FunctionNode, first_of
from jaxopt_lint.semantics.subjects.differentiation.gradients import Gradient, gradients

_POLICIES = ("jax.checkpoint_policies.", "jax.ad_checkpoint.checkpoint_policies.")
_CHECKPOINTS = ("jax.checkpoint", "equinox.filter_checkpoint")
_GRADIENTS = ("jax.grad", "jax.value_and_grad", "equinox.filter_grad",
              "equinox.filter_value_and_grad")  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeepsAll:
    """A checkpoint whose policy keeps every intermediate.

    Attributes:
        node: the policy.
        of: the function under it, as it is written; "" for a decorator.
    """

    node: ast.expr
    of: str


@dataclass(frozen=True, slots=True)
class AroundTheLoss:
    """A checkpoint around all that is differentiated.

    Attributes:
        node: the checkpoint, a call or a decorator.
        of: the function under it, as it is written.
        gradient: the call of the transform that differentiates it.
        twice: the forward pass runs once for the value, and once more for the gradient.
        witness: why the gradient is only compiled; "" where another file may differentiate it.
    """

    node: ast.expr
    of: str
    gradient: ast.expr
    twice: bool
    witness: str


def keeping_all(facts: Facts) -> list[KeepsAll]:
    """The checkpoints of a file whose policy keeps every intermediate."""
    found = []
    for wrap in tracing(facts).wraps:
        policy = wrap.keyword("policy") if wrap.transform.kind == "checkpoint" else None
        if policy is not None and _policy(facts, policy) == "everything_saveable":
            of = facts.module.source(wrap.argument) if wrap.argument is not None else ""
            found.append(KeepsAll(policy, of or getattr(wrap.function, "name", "")))
    return found


def around_losses(facts: Facts) -> dict[ast.expr, AroundTheLoss]:
    """The checkpoints around all that is differentiated, by the call or decorator."""
    if not any(wrap.name in _CHECKPOINTS for wrap in tracing(facts).wraps):
        return {}
    return first_of((one.node, one) for one in _around(facts))


def _around(facts: Facts) -> Iterator[AroundTheLoss]:
    evaluated: dict[ast.AST, list[Gradient]] = {}
    for gradient in gradients(facts):
        evaluated.setdefault(gradient.options, []).append(gradient)
    for wrap in tracing(facts).wraps:
        if wrap.name not in _GRADIENTS or wrap.decorator or wrap.argument is None:
            continue
        found = _checkpoint(facts, wrap)
        places = evaluated.get(wrap.options, []) if wrap.options is not None else []
        if found is None or not places:
            continue
        around = [facts.module.function(place.call) for place in places]
        if any(tracing(facts).differentiated(function) for function in around):
            facts.doubt(found[0], "the gradient itself is differentiated")
            continue
        node, options = found
        twice = wrap.name.endswith("value_and_grad") and not _is_false(options, "prevent_cse")
        of = node.args[0] if isinstance(node, ast.Call) and node.args else wrap.argument
        name = getattr(wrap.function, "name", "") or facts.module.source(of)
        witness = [_witness(facts, function) for function in around]
        yield AroundTheLoss(node, name, wrap.site, twice, witness[0] if all(witness) else "")


def _witness(facts: Facts, function: FunctionNode | None) -> str:
    """Why code is not differentiated: it is the program, or a step that is compiled."""
    if function is None:
        return "the module itself evaluates it"
    jits = [w for w in tracing(facts).of(function) if w.transform.kind in ("jit", "pmap")]
    return f"{tracing(facts).verb(jits[0])} at {facts.at(jits[0].site)}" if jits else ""


def _checkpoint(facts: Facts, wrap: Wrap) -> tuple[ast.expr, ast.Call | None] | None:
    """The checkpoint right under a gradient that keeps nothing, with its options."""
    callee = calls(facts).callee(wrap.argument)
    if callee is None:
        return None
    if callee.wraps:
        name, call = callee.wraps[0]
        site: ast.expr | None = call if name in _CHECKPOINTS else None
        options: ast.Call | None = call
    else:
        first = getattr(callee.node, "decorator_list", [])[:1]
        made = [w for w in tracing(facts).of(callee.node) if w.site in first] if callee.node else []
        site = made[0].site if made and made[0].name in _CHECKPOINTS else None
        options = made[0].options if made else None
    if site is None:
        return None
    if options is not None:
        given = {k.arg: k.value for k in options.keywords}
        policy = given.get("policy")
        if None in given or (policy is not None and not _keeps_nothing(facts, policy)):
            return facts.doubt(site, "its policy keeps some of what is computed")
    return site, options


def _keeps_nothing(facts: Facts, policy: ast.expr) -> bool:
    if isinstance(policy, ast.Constant) and policy.value is None:
        return True
    return _policy(facts, policy) == "nothing_saveable"


def _policy(facts: Facts, policy: ast.expr) -> str:
    """The name of a policy of JAX, through variables."""
    for _ in range(3):
        dotted = facts.names.of(policy) or ""
        for root in _POLICIES:
            if dotted.startswith(root):
                return dotted.removeprefix(root)
        behind = facts.names.behind(policy)
        if behind is None or behind is policy:
            break
        policy = behind
    return ""


def _is_false(options: ast.Call | None, name: str) -> bool:
    given = options.keywords if options is not None else ()
    return any(
        k.arg == name and isinstance(k.value, ast.Constant) and k.value.value is False
        for k in given
    )
