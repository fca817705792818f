"""Containers of device arrays that a loop takes apart row by row."""

from __future__ import annotations

from jaxopt_lint.patterns.rows_taken_in_loop import TakenRow, taken_rows
from jaxopt_lint.rule import Rule, Severity, each


class RowsTakenInLoop(Rule[TakenRow]):
    """A loop on the host takes one row out of every leaf of a container on each turn.

    ## Why is this slow?
    Indexing an array of JAX from Python is an operation of its own: it is dispatched, run and kept
    for each leaf and each turn, for a few numbers each time. What is then printed or logged of it
    waits for the device once for each leaf, too.

    ## Example
    ```python
    import jax
    import wandb


    def log_results(metrics, steps):
        for step in range(steps):
            wandb.log(jax.tree.map(lambda x: x[step], metrics))
    ```
    Fetch it whole, once, and index arrays of NumPy, which are views:
    ```python
    def log_results(metrics, steps):
        metrics = jax.device_get(metrics)
        for step in range(steps):
            wandb.log(jax.tree.map(lambda x: x[step], metrics))
    ```
    Where the rows go on to be computed with, `jax.lax.scan` over the container does the whole loop
    on the device.

    ## When to keep it
    When the container is in the host's memory already: then the rows cost nothing. Where it is not
    seen to be on the device the finding is for information. Only loops over numbers are reported
    that print, log or fetch something, so that they certainly do not run while something is traced.
    """

    code = "JOL409"
    summary = "A loop takes a container of device arrays apart row by row"
    words = ("tree",)
    matches = each(taken_rows)

    def judge(self, found: TakenRow) -> None:
        tree = self.quoted(found.tree, "what it is given", 40)
        self.report(
            found,
            f"one row of every leaf of {tree} is taken on each turn of the loop on line "
            f"{found.loop.lineno}, each by an operation of its own",
            severity=None if found.known else Severity.INFO,
            help=f"fetch it whole before the loop, by `jax.device_get({self.source(found.tree)})`, "
            "or scan over it",
            assumed=() if found.known else (f"the leaves of {tree} are on the device",),
        )
