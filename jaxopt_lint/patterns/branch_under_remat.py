"""Flags that decide in a function under `jax.checkpoint`, which traces them like all the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, arguments, defaults, positional
from jaxopt_lint.semantics.python import keywords as given_by_name

_REMATS = ("jax.checkpoint", "jax.remat", "jax.ad_checkpoint.checkpoint")
_LIFTED = ("flax.linen.remat", "flax.linen.checkpoint")


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag that decides there.

    Attributes:
        node: what decides on it.
        name: the parameter.
        remat: what rematerialises the function.
        call: where the flag is given.
    """

    node: ast.expr
    name: str
    remat: ast.expr
    call: ast.Call


def flags(facts: Facts) -> Iterator[Flag]:
    """The flags of a file that decide under `jax.checkpoint`."""
    for wrap in tracing(facts).wraps:
        if wrap.name in _REMATS and wrap.function is not None and not wrap.bound:
            if wrap.keyword("static_argnums") is None and not wrap.inner:
                sites = [*_sites(facts, wrap)]
                yield from _decided(facts, wrap.site, wrap.function, sites, 0)
    for made in facts.module.all(ast.Call):
        if facts.names.call(made) in _LIFTED and made.args:
            if "static_argnums" not in given_by_name(made):
                yield from _lifted(facts, made)


def _sites(facts: Facts, wrap: Wrap) -> Iterator[ast.Call]:
    """The calls of what is rematerialised."""
    assert wrap.function is not None
    for call in calls(facts).callers(wrap.function):
        callee = calls(facts).callee(call.func)
        if callee is not None and not callee.bound and not callee.bound_names:
            if wrap.decorator or any(at is wrap.site for _, at in callee.wraps):
                yield call


def _lifted(facts: Facts, made: ast.Call) -> Iterator[Flag]:
    """`nn.remat(Block)(...)(x, train)`."""
    owner = class_made(facts, made.args[0])
    method = look_up(facts, owner, "__call__") if owner is not None else None
    if method is None:
        return
    found = []
    for call in facts.module.all(ast.Call):
        layer = call.func
        if isinstance(layer, ast.Name):
            layer = facts.names.value(layer) or layer
        kind = layer.func if isinstance(layer, ast.Call) else None
        if kind is made or (isinstance(kind, ast.Name) and facts.names.value(kind) is made):
            found.append(call)
    yield from _decided(facts, made, method, found, 1)


def _decided(
    facts: Facts,
    site: ast.expr,
    function: FunctionNode,
    sites: list[ast.Call],
    bound: int,
) -> Iterator[Flag]:
    for name in positional(function)[bound:]:
        test = _test(facts, function, name)
        if test is None or error_meant(facts, test):
            continue
        for call in sites:
            value = dict(arguments(call, function, bound)).get(name)
            if value is not None and _is_flag(facts, value):
                yield Flag(test, name, site, call)
                break


def _test(facts: Facts, function: FunctionNode, name: str) -> ast.expr | None:
    """What decides on a parameter by itself, which nothing binds anew."""
    bound = facts.module.scopes[function].bindings.get(name, ())
    if [b.kind for b in bound] != ["param"]:
        return None
    for node in facts.module.inside(ast.AST, function):
        if isinstance(node, (ast.If, ast.IfExp)) and facts.module.function(node) is function:
            test = node.test
            if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
                test = test.operand
            if isinstance(test, ast.Name) and test.id == name:
                return test
    return None


def _is_flag(facts: Facts, node: ast.expr, depth: int = 3) -> bool:
    """Whether a value is a truth of Python: written down, or the default of a parameter."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    binding = facts.names.only_binding(node)
    if binding is None or not depth:
        return False
    if binding.kind == "assign" and binding.value is not None:
        return _is_flag(facts, binding.value, depth - 1)
    owner = facts.module.around(binding.node, *FUNCTIONS) if binding.kind == "param" else None
    if not isinstance(owner, FUNCTIONS):
        return False
    note = getattr(binding.node, "annotation", None)
    if isinstance(note, ast.Name) and facts.names.is_builtin(note, "bool"):
        return True
    default = defaults(owner).get(binding.name)
    if isinstance(default, ast.Constant) and isinstance(default.value, bool):
        return True
    return any(
        value is not None and _is_flag(facts, value, depth - 1)
        for value in _given(facts, owner, binding.name)
    )


def _given(facts: Facts, owner: FunctionNode, name: str) -> Iterator[ast.expr | None]:
    """What the calls of a function, as it is, give one of its parameters."""
    for call in calls(facts).callers(owner):
        callee = calls(facts).callee(call.func)
        if callee is not None and not (callee.bound or callee.bound_names or callee.wraps):
            yield dict(arguments(call, owner)).get(name)
