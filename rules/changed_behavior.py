"""What JAX takes or gives otherwise today, under names that are still there."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.changed_behavior import TakenOtherwise, changed_behavior
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.subjects.versions.outdated import severity_of_loss, which_jax


class ChangedBehavior(Rule[TakenOtherwise]):
    """A function of JAX is given what it took once, or its result is read as it was once.

    ## Why is this bad?
    The name is still there, so nothing is seen until the line runs: then it raises. Told are:

    - a mask of numbers for `where=` of a reduction (deprecated in 0.4.36, `ValueError` since
      0.8.0);
    - an array in place of a dtype (deprecated in 0.4.30, `TypeError` since 0.8.0);
    - several keys for a sampler, which takes one (`ValueError` since 0.4.29);
    - `compiled.cost_analysis()[0]`, whose list is a dictionary since 0.5.0;
    - `float` or `int` of an array that has axes, though one element (`TypeError` since 0.4.25);
    - capsules of DLPack for `jax.dlpack.from_dlpack` (deprecated in 0.4.32, gone since 0.7.2);
    - lists for `jnp.atleast_1d` and its kin (deprecated in 0.4.17, `TypeError` since 0.10.0);
    - `process_allgather` without `tiled=True` of what is spread over the processes (`ValueError`
      since 0.8.0).

    ## Example
    ```python
    import jax.numpy as jnp


    def masked_mean(losses, done):
        return jnp.mean(losses, where=1.0 - done)
    ```
    becomes
    ```python
    import jax.numpy as jnp


    def masked_mean(losses, done):
        return jnp.mean(losses, where=(1.0 - done) != 0)
    ```

    ## Fix safety
    What is written means the same in the releases that took the old form, and works in those
    that do not. `cost_analysis()` without `[0]` is a list before 0.5.0: where such releases are
    allowed it is left to you.

    ## When to keep it
    Where the project is pinned to an older JAX: say so with `target-jax`.
    """

    code = "JOL718"
    summary = "A function of JAX is given what it takes no longer"
    about_names = True
    severity = Severity.ERROR
    fix = "given-as-today"
    words = ("jax",)

    def visit_Call(self, node: ast.Call) -> None:
        found = changed_behavior(self.facts, node)
        if found is None:
            return
        change, target = found.change, self.facts.newest_jax
        assert change.removed is not None
        if change.gone(target):
            self.report(
                found,
                f"{found.what} since JAX {text(change.removed)}: it raises {found.raised} "
                f"({which_jax(self.facts)})",
                severity=severity_of_loss(self.facts),
                help=found.help,
            )
        elif change.warns(target):
            self.report(
                found,
                f"JAX warns of this since {text(change.deprecated)}, and since "
                f"{text(change.removed)} {found.what}",
                severity=Severity.INFO,
                help=found.help,
            )
