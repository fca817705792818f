"""Options of `jax.jit` that speak of parameters which the function does not have."""

from __future__ import annotations

from jaxopt_lint.patterns.static_argument_without_parameter import Missing, missing_parameters
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.python import positional

RAISES = 0, 4, 27


class StaticArgumentWithoutParameter(Rule[Missing]):
    """`jax.jit` is told of a static or donated parameter that the function does not have.

    ## Why is this bad?
    `static_argnums` counts the parameters from 0, `self` included where it is not bound yet, and
    `static_argnames` spells their names. Most often a parameter was renamed or taken away, and the
    option stayed as it was: then the one that was meant is traced. JAX raises `ValueError` as soon
    as the function is compiled or decorated; before 0.4.27 it only warns, and the finding is for
    information where nobody has a later one. The same holds for `donate_argnums` and
    `donate_argnames`.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames=("axis", "keepdims"))
    def centered(x, axis):
        return x - jnp.mean(x, axis=axis, keepdims=True)
    ```
    Leave `"keepdims"` out, or give the function that parameter.

    ## When to keep it
    Never: it raises. What waits for the error is not reported, nor is a function that takes
    `*args` or `**kwargs` for what its own parameters leave over.
    """

    code = "JOL120"
    summary = "`jax.jit` is told of a static or donated parameter that is not there"
    severity = Severity.ERROR
    words = ("argnum", "argname")
    matches = each(missing_parameters)

    def judge(self, found: Missing) -> None:
        name = getattr(found.function, "name", "")
        called = f"`{name}`" if name else "the lambda"
        names = positional(found.function)[found.bound :]
        if isinstance(found.item, str):
            what, help_ = f'"{found.item}"', "name a parameter that is there, or leave it out"
        else:
            what = f"position {found.item}"
            help_ = f"the positions of {called} are 0 to {len(names) - 1}" if names else ""
        warns = not self.facts.targets(RAISES)
        ends = "only warns, and raises ValueError since 0.4.27" if warns else "raises ValueError"
        self.report(
            found,
            f"`{found.option}` speaks of {what}, but {called} has no such parameter: `jax.jit` "
            f"{ends}",
            severity=Severity.INFO if warns else None,
            help=help_,
            because=(f"defined at {self.facts.at(found.function)}",),
        )
