"""Calls that donate an array and are given it a second time."""

from __future__ import annotations

from jaxopt_lint.patterns.donated_twice import Twice, donated_twice
from jaxopt_lint.rule import Rule, Severity, each


class DonatedTwice(Rule[Twice]):
    """A call donates an array, and is given the same array a second time.

    ## Why is this bad?
    A donated buffer belongs to the result. If another argument is the same buffer, there is
    nothing left to read there, and the call raises: `Attempt to donate the same buffer twice`.
    `ema = params` makes no second array, nor does `jax.tree.map(lambda p: p, params)`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def average(params, ema):
        return params * 0.9, ema * 0.5


    step = jax.jit(average, donate_argnums=(0, 1))


    def fit(params):
        ema = params
        params, ema = step(params, ema)
        return params, ema
    ```
    Begin with a copy: `ema = jax.tree.map(jnp.copy, params)`.

    ## When to keep it
    Never: it raises where donation works, which is on CPUs as well since JAX 0.5.
    """

    code = "JOL320"
    summary = "A call donates an array that it is given twice"
    severity = Severity.ERROR
    words = ("donate",)
    matches = each(donated_twice)

    def judge(self, found: Twice) -> None:
        first, second = found.first.id, found.second.id
        same = f"`{second}` is given twice"
        if first != second:
            same = f"`{first}` and `{second}` are the same arrays from here on"
        self.report(
            found,
            f"{same}, and `{self.source(found.function)}`, called at "
            f"{self.facts.at(found.second)}, donates them: it raises, as there is one buffer to "
            "give away",
            help="give it a copy: `jax.tree.map(jnp.copy, ...)`",
        )
