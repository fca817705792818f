"""Conditions under `jax.vmap`, which run both of their branches for every element."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.both_branches_under_vmap import BothRun, both_run
from jaxopt_lint.rule import Rule, Severity, each


class BothBranchesUnderVmap(Rule[BothRun]):
    """A `cond` with a loop in one of its branches decides on what `jax.vmap` maps over.

    ## Why is this slow?
    Under `jax.vmap` each element decides for itself, and there is one program for all: the
    condition becomes a `select`, which runs both branches for every element. The costly branch
    is spared for nobody.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def refine(x):
        return jax.lax.fori_loop(0, 500, lambda _, z: jnp.cos(z), x)


    def estimate(x, rough):
        return jax.lax.cond(rough, refine, jnp.sin, x)


    estimates = jax.vmap(estimate)
    ```
    Choose the elements outside and run the costly branch on these alone, or use `jax.lax.map`,
    which keeps the condition.

    ## When to keep it
    Where most elements take the costly branch anyway. Loops of fewer than 32 turns cost little:
    they are told for information.
    """

    code = "JOL220"
    summary = "A `cond` under `vmap` runs both branches, one of which has a loop"
    words = ("cond",)
    matches = each(both_run)

    def judge(self, found: BothRun) -> None:
        self.report(
            found,
            f"mapped, the `cond` at {self.facts.at(found.condition)} decides for each element by "
            f"itself: both branches run for all of them, {self._branch(found)} too",
            severity=Severity.INFO if found.few else None,
            help="choose the elements outside, or map with `jax.lax.map`, which keeps the `cond`",
        )

    def _branch(self, found: BothRun) -> str:
        """The branch with a loop, by its name where it has one."""
        named = isinstance(found.branch, ast.Name)
        return f"`{self.source(found.branch)}` with its loop" if named else "the one with a loop"
