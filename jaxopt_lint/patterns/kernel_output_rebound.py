"""Outputs of kernels of Pallas that get a new value under their name, and no entry."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import argument, keywords, positional

_CALL = "jax.experimental.pallas.pallas_call"


@dataclass(frozen=True, slots=True)
class Rebound:
    """An output that nothing is written to.

    Attributes:
        node: the parameter of the kernel, where another value gets its name.
        made: the `pallas_call`.
    """

    node: ast.Name
    made: ast.expr


def rebound(facts: Facts) -> Iterator[Rebound]:
    """The outputs of the kernels of a file that are bound to another value before anything is
    written to them."""
    told: set[ast.AST] = set()
    for wrap in tracing(facts).wraps:
        if wrap.name != _CALL or not isinstance(wrap.function, ast.FunctionDef):
            continue
        for name in _outputs(facts, wrap):
            target = _bound_first(facts, wrap.function, name)
            if target is not None and target not in told and not error_meant(facts, wrap.site):
                told.add(target)
                yield Rebound(target, wrap.site)


def _outputs(facts: Facts, wrap: Wrap) -> list[str]:
    """The parameters of a kernel that are certainly its outputs: those behind what it is called
    with, or the last ones, where nothing else comes behind them."""
    function, made = wrap.function, wrap.options
    if function is None or made is None or function.args.vararg or not isinstance(made, ast.Call):
        return []
    names = [n for n in positional(function)[wrap.bound :] if n not in wrap.bound_names]
    given = keywords(made)
    shape = argument(made, 1, "out_shape")
    several = facts.names.behind(shape)
    count = len(several.elts) if isinstance(several, (ast.Tuple, ast.List)) else None
    if count is None and isinstance(several, ast.Call):
        count = 1
    called = facts.module.parent[made]
    if isinstance(called, ast.Call) and called.func is made:
        if not any(isinstance(a, ast.Starred) for a in called.args) and not called.keywords:
            return names[len(called.args) :][: count or 1]
    if count and not {"scratch_shapes", "grid_spec"} & {*given}:
        return names[-count:]
    return []


def _bound_first(facts: Facts, kernel: ast.FunctionDef, name: str) -> ast.Name | None:
    """The statement of a kernel by which a parameter gets another value, where nothing reads the
    parameter before."""
    reads = [n for n in facts.module.inside(ast.Name, kernel) if n.id == name]
    for statement in kernel.body:
        if isinstance(statement, ast.Assign):
            match statement.targets:
                case [ast.Name(target) as node] if target == name:
                    end = statement.end_lineno or statement.lineno
                    early = any(n is not node and n.lineno <= end for n in reads)
                    return None if early else node
    return None
