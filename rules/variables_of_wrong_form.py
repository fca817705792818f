"""Variables of Linen in a form that `apply` does not take."""

from __future__ import annotations

from jaxopt_lint.patterns.variables_of_wrong_form import WrongForm, wrong_forms
from jaxopt_lint.rule import Rule, Severity, each


class VariablesOfWrongForm(Rule[WrongForm]):
    """`apply` of Linen is given parameters in the wrong form, or its result is taken in one.

    ## Why is this bad?
    `init` gives a dictionary of collections, `{"params": ...}`, and `apply` takes one. The
    parameters alone, or all of it inside of another `{"params": ...}`, raise. Where `apply` is
    told what is `mutable` it gives a pair, the result and the new collections; where it is not, the
    result alone.

    ## Example
    ```python
    import flax.linen as nn
    import jax
    import jax.numpy as jnp

    model = nn.Dense(3)
    params = model.init(jax.random.key(0), jnp.ones((1, 2)))["params"]
    predictions = model.apply(params, jnp.ones((4, 2)))
    ```
    Write `model.apply({"params": params}, ...)`.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL828"
    summary = "Variables of Linen, or the result of `apply`, in another form than they have"
    severity = Severity.ERROR
    words = ("flax",)
    matches = each(wrong_forms)

    def judge(self, found: WrongForm) -> None:
        self.report(found, found.message, help=found.help, because=(found.because,))
