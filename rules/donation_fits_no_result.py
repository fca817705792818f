"""Arrays that are donated to a function of which no result can take their memory."""

from __future__ import annotations

from jaxopt_lint.patterns.donation_fits_no_result import Unusable, unusable_donations
from jaxopt_lint.rule import Rule, Severity, each


class DonationFitsNoResult(Rule[Unusable]):
    """An array is donated, and no result has its shape and type.

    ## Why is this bad?
    The memory of a donated array is taken for a result of the same shape and type. Where there is
    none, as for a batch that is donated to a loss, or weights that come back in 16 bits, the
    donation does nothing, JAX warns of it (`Some donated buffers were not usable`), and the memory
    that it was to save is taken all the same.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, donate_argnames="batch")
    def loss(w, batch):
        return jnp.mean((batch @ w) ** 2)
    ```
    Donate what comes back renewed: the parameters and the state of the optimizer in a step.

    ## When to keep it
    Never: it does nothing. Casts to 16 bits are for information, as what is given may be of that
    type already.
    """

    code = "JOL330"
    summary = "An array is donated, and no result can take its memory"
    words = ("donate",)
    matches = each(unusable_donations)

    def judge(self, found: Unusable) -> None:
        called = getattr(found.function, "name", "the function")
        gives = "gives single numbers alone"
        if found.cast:
            gives = "gives it in 16 bits"
        self.report(
            found,
            f"`{found.name}` is donated, and `{called}` {gives}: no result can take its memory, "
            "and JAX warns that the donation is not usable",
            severity=None if found.sure else Severity.INFO,
            help="leave the donation out, or donate what comes back in a new version",
            assumed=() if found.sure else (f"`{found.name}` is not in 16 bits before",),
        )
