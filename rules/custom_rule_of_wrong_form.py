"""Rules of custom derivatives in another form than JAX asks for."""

from __future__ import annotations

from jaxopt_lint.patterns.custom_rule_of_wrong_form import Misfit, misfits
from jaxopt_lint.rule import Rule, Severity, each


class CustomRuleOfWrongForm(Rule[Misfit]):
    """A rule for `jax.custom_vjp` takes or gives something else than it has to.

    ## Why is this bad?
    The forward rule gives a pair: the result, and what the backward rule needs. The backward rule
    takes what stands in `nondiff_argnums`, then that, then the cotangent, and gives a tuple with
    one entry for each argument that is differentiated by, even where it is one only. Anything else
    raises, but not before a gradient is taken. What stands in `nondiff_argnums` is no array: a
    function, a number of Python. A tracer there raises at once.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.custom_vjp
    def clipped(x):
        return x


    def forward(x):
        return x, None


    def backward(_, cotangent):
        return jnp.clip(cotangent, -1.0, 1.0)


    clipped.defvjp(forward, backward)
    ```
    Give a tuple: `return (jnp.clip(cotangent, -1.0, 1.0),)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL837"
    summary = "A rule of a custom derivative takes or gives something else than it has to"
    severity = Severity.ERROR
    words = ("custom_vjp",)
    matches = each(misfits)

    def judge(self, found: Misfit) -> None:
        self.report(found, found.message, help=found.help)
