"""Variables that traced code reads once, and that change later."""

from __future__ import annotations

from jaxopt_lint.patterns.mutable_global_in_traced import Stale, stale_reads
from jaxopt_lint.rule import Rule, Severity, each


class MutableGlobalInTraced(Rule[Stale]):
    """Compiled code reads a variable from outside that gets another value later.

    ## Why is this bad?
    `jax.jit` runs the function once for each shape of its arguments, and what it reads from a
    global, or from the function around it, is compiled in as a constant. When the variable gets
    another value the compiled code keeps on using the old one, and no error says so.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def train(params, batches):
        rate = 0.1

        @jax.jit
        def step(params, x):
            return params - rate * jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)

        for x in batches:
            params = step(params, x)
            rate = rate * 0.99
        return params
    ```
    Make the variable an argument: `step(params, x, rate)`. A Python number that is an argument is
    traced, and costs no further compilation.

    ## When to keep it
    For settings that are only changed before the first call. Variables that are filled in once,
    when they are first needed, and functions that are jitted anew after the change are not
    reported; nor is what a function stores that is known to run once, or `state.apply_fn` of a
    training state, which is the same function in the next state. What each turn of a loop makes in
    one place is reported where it is made of what that turn has, and no size. Where nobody is seen
    to call what stores it between two calls of the compiled code, or where each turn of a loop
    makes the same again of what no turn changes, the finding is for information only, and so is a
    key that a network gets with `train=False` or `deterministic=True`, and a variable of a loop of
    which each turn hands the function an array of another length, for which it is traced anew. A
    variable that is called
    there holds a function, which is no argument: what it is made of may be one. That is for
    information, too.
    """

    code = "JOL111"
    summary = "Compiled code reads a variable from outside that changes later"
    words = ("jit", "pmap")
    matches = each(stale_reads)

    def judge(self, found: Stale) -> None:
        who = f"`{found.writer}`" if found.writer else f"line {found.row}"
        self.report(
            found,
            f"`{found.function}` ({found.why}) reads `{found.name}` from around it: its value at "
            f"the first call is compiled in, and what {who} assigns later has no effect",
            severity=Severity.INFO if not found.certain or found.alike or found.called else None,
            help=f"pass what `{found.name}` is made of as an argument, and make it inside"
            if found.called
            else f"pass `{found.name}` as an argument",
            assumed=() if found.certain else (f"{who} also runs after the first call",),
        )
