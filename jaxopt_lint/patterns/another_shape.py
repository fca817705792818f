"""Loops of which each turn hands what is compiled an array of another shape: `jnp.ones((n, n))`
or `times[:n]` for each `n`. Each shape is compiled anew, wherever the function is made."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Wrap
from jaxopt_lint.semantics.jax.captures import targets_of
from jaxopt_lint.semantics.python import argument, read_names

_MADE = frozenset(
    f"{module}.{name}"
    for module in ("jax.numpy", "numpy")
    for name in ("ones", "zeros", "empty", "full", "arange", "eye")
)
_DRAWN = frozenset({"jax.random.normal", "jax.random.uniform"})


def of_another_shape(facts: Facts, wrap: Wrap, site: ast.AST, loop: ast.AST) -> bool:
    """Whether what is compiled at a site in a loop is called there with an array whose shape is
    made of what the loop goes over."""
    if not isinstance(loop, ast.For):
        return False
    return any(
        given_another_shape(facts, call, loop)
        for call in facts.module.inside(ast.Call, *loop.body)
        if _runs(facts, call, wrap, site)
    )


def given_another_shape(facts: Facts, call: ast.Call, loop: ast.For) -> bool:
    """Whether a call is given an array whose shape is made of what a loop around it goes over."""
    seeds = set(targets_of(loop))
    return any(_is_sized(facts, given, seeds, loop) for given in call.args)


def _runs(facts: Facts, call: ast.Call, wrap: Wrap, site: ast.AST) -> bool:
    if call.func is site:
        return True
    binding = facts.names.only_binding(call.func) if isinstance(call.func, ast.Name) else None
    return binding is not None and site in (binding.node, binding.value)


def _is_sized(facts: Facts, given: ast.expr, seeds: set[str], loop: ast.AST) -> bool:
    made = facts.names.behind(given)
    if isinstance(made, ast.Subscript) and facts.module.within(made, loop):
        parts = made.slice.elts if isinstance(made.slice, ast.Tuple) else [made.slice]
        return any(isinstance(part, ast.Slice) and _ends_elsewhere(part, seeds) for part in parts)
    name = facts.names.call(made) if isinstance(made, ast.Call) else None
    if not isinstance(made, ast.Call) or not facts.module.within(made, loop):
        return False
    if name in _MADE:
        shape = argument(made, 0, "shape")
    elif name in _DRAWN:
        shape = argument(made, 1, "shape")
    else:
        return False
    # What is asked of an array, `x.shape`, may be the same each time.
    asked = (ast.Attribute, ast.Call)
    if shape is None or any(isinstance(n, asked) for n in ast.walk(shape)):
        return False
    return not seeds.isdisjoint(read_names(shape))


def _ends_elsewhere(part: ast.Slice, seeds: set[str]) -> bool:
    """Whether one end of a slice alone moves: a window that moves has the same length."""
    ends = (part.lower, part.upper)
    moved = [end is not None and not seeds.isdisjoint(read_names(end)) for end in ends]
    return moved[0] != moved[1]
