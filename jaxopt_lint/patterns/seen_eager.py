"""Functions that a run of the program showed to run operation by operation."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.basics import Facts, tracing


@dataclass(frozen=True, slots=True)
class SeenEager:
    """One function that was seen to run operation by operation, again and again.

    Attributes:
        function: what nothing compiles.
    """

    function: ast.FunctionDef

    @property
    def node(self) -> ast.AST:
        """The function."""
        return self.function


def seen_eager(facts: Facts) -> list[SeenEager]:
    """The functions of a file that a run showed to be eager, less those that reading shows."""
    if not facts.seen_eager.functions:
        return []
    read = {one.function for one in eager_passes(facts).values()} | {*eager_steps(facts)}
    return [
        SeenEager(function)
        for function in facts.module.all(ast.FunctionDef)
        if facts.module.qualname(function) in facts.seen_eager.functions
        and function not in read
        and not function.decorator_list
        and tracing(facts).staged(function) is None
    ]
