"""Flags that decide in a function under `jax.checkpoint`, which traces them like all the rest."""

from __future__ import annotations

from jaxopt_lint.patterns.branch_under_remat import Flag, flags
from jaxopt_lint.rule import Rule, Severity, each


class BranchUnderRemat(Rule[Flag]):
    """A function under `jax.checkpoint` decides by a flag that is not static.

    ## Why is this bad?
    `jax.checkpoint` traces every argument, also numbers and truths of Python, and outside of
    `jax.jit` as well. `if train:` on such a flag raises `TracerBoolConversionError`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.checkpoint
    def block(x, train):
        if train:
            x = 0.9 * x
        return jnp.tanh(x)


    def loss(x):
        return jnp.sum(block(x, True))
    ```
    Say that it is static: `@jax.checkpoint(static_argnums=1)`; `nn.remat` counts `self` as well.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL522"
    summary = "A flag decides under `jax.checkpoint`, which traces it"
    severity = Severity.ERROR
    words = ("checkpoint", "remat")
    matches = each(flags)

    def judge(self, found: Flag) -> None:
        self.report(
            found,
            f"`{found.name}` decides here, and `jax.checkpoint` traces every argument: it raises "
            "TracerBoolConversionError",
            help="name it in `static_argnums`",
            because=(
                f"the function is rematerialised at {self.facts.at(found.remat)}",
                f"the flag is given at {self.facts.at(found.call)}",
            ),
        )
